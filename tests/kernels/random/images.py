#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Writes a file of random kernels with images (../README.md): images.py SEED [--only NAME] > FILE.cl

Images of every shape whose format is another one in each launch, read with samplers of the kernel's own and of its arguments,
with and without filters, within and beyond the borders, by coordinates of both types, in loops and under conditions; images of depths,
and such that are made of a buffer; written by each work-item at its own place, and read there again where one may.
"""
from source import Kernel, main, write_file

KERNELS = 12
PREFIX = "k"
# Name of the type, words of the directive, components of a coordinate, how many of them are numbers of pixels.
SHAPES = {"1d": ("image1d_t", 1), "1d_array": ("image1d_array_t", 2), "2d": ("image2d_t", 2), "2d_array": ("image2d_array_t", 3),
          "3d": ("image3d_t", 3), "1d_buffer": ("image1d_buffer_t", 1), "depth": ("image2d_depth_t", 2), "depth_array": ("image2d_array_depth_t", 3)}
# Filters mix colours in another order for some formats: exact where colours and weights have few bits.
FORMATS = {"exact": ["RGBA:HALF_FLOAT", "R:HALF_FLOAT", "RGBA:FLOAT", "R:FLOAT", "RG:FLOAT"], "f": ["RGBA:UNORM_INT8", "BGRA:UNORM_INT8", "R:UNORM_INT8", "RG:UNORM_INT8", "RGBA:SNORM_INT8", "RGBA:UNORM_INT16", "R:UNORM_INT16",
                 "RG:SNORM_INT16", "RGBA:HALF_FLOAT", "R:HALF_FLOAT", "RGBA:FLOAT", "R:FLOAT", "RG:FLOAT"],
           "i": ["RGBA:SIGNED_INT8", "R:SIGNED_INT8", "RG:SIGNED_INT16", "RGBA:SIGNED_INT16", "RGBA:SIGNED_INT32", "R:SIGNED_INT32"],
           "ui": ["RGBA:UNSIGNED_INT8", "R:UNSIGNED_INT8", "RG:UNSIGNED_INT8", "R:UNSIGNED_INT16", "RGBA:UNSIGNED_INT16", "RGBA:UNSIGNED_INT32",
                  "R:UNSIGNED_INT32"],
           "depth": ["DEPTH:FLOAT", "DEPTH:UNORM_INT16"]}
VECTOR = {"exact": "float4", "f": "float4", "i": "int4", "ui": "uint4", "depth": "float"}


class Images(Kernel):
    def __init__(self, rng, name, shared):
        super().__init__(rng, name)
        self.shared = shared
        self.argument("out", "global uint* ")
        self.argument("n", "uint ")
        self.always("IDS")
        self.counter = None
        self.written = False
        self.places = {}
        for _ in range(rng.choice([1, 1, 2, 3])):
            self.add(rng.choice([self.read, self.read, self.read, self.loop, self.loop, self.write, self.write, self.write_and_read, self.query])())
        self.always("out[item] = sum;")

    def image(self, access):
        """(name, words, shape) of an argument of the file."""
        prefix = {"read_only": "from", "write_only": "to", "read_write": "both"}[access]
        name = self.rng.choice([name for name in self.shared if name.startswith(prefix)])
        kind, shape = self.shared[name][:2]
        self.argument(name, f"{access} {SHAPES[shape][0]} ")
        return name, kind, shape

    def sampler(self, real):
        """Of integer coordinates: pixels, no filter. None: read without one."""
        if real:
            return self.pick("pixels_linear", "pixels_nearest", "normal_linear", "normal_nearest", "normal_repeat", "normal_mirror", "given_real", "pixels_border")
        return self.pick("pixels_nearest", "pixels_none", "given_whole", None, None)

    def given(self, name):
        return self.argument(name, "sampler_t ") if name.startswith("given") else name

    def whole(self, size, inside):
        """One integer coordinate; `inside`: from 0 to size - 1."""
        counter = self.counter or "1"
        if inside:
            return self.pick(f"item % {size}", f"x % {size}", f"(lid + {counter}) % {size}", f"(int)(hash(sum) % {size}u)", f"min(x, {size - 1})",
                             f"clamp(x - {counter}, 0, {size - 1})", f"{size} - 1 - item % {size}", f"(x * 2) % {size}", f"item / 3 % {size}", f"(int)(uitem % {size}u)",
                             f"({counter} + 1) % {size}", str(self.rng.randrange(size)))
        return self.pick("x - 2", "item", f"x + {counter} - 3", "lid * 2 - 5", f"(int)(sum & 63) - 9", "y + x", f"item / 4 - {counter}", "-1", f"{size} - x", "x")

    def coordinates(self, shape, sizes, sampler, real):
        count = len(sizes)
        # Beyond the borders only where the sampler says what is there: not without one, nor with one of none.
        inside = sampler in (None, "pixels_none")
        if not real:
            parts = [self.whole(size, inside) for size in sizes]
        elif sampler.startswith("pixels"):
            parts = [self.pick(f"(float)({self.whole(size, False)}) * {self.pick('1.0f', '0.5f', '1.25f')} + {self.pick('0.5f', '0.0f', '0.25f')}",
                               f"(float)({self.whole(size, True)}) + 0.5f") for size in sizes]
        else:
            parts = [self.pick(f"((float)({self.whole(size, False)}) + 0.5f) / {size}.0f", f"(float)(sum & 255) * 0.0078125f - 0.5f",
                               f"(float)({self.whole(size, True)}) * 0.125f") for size in sizes]
        if shape.endswith("array") and real:
            parts[-1] = f"(float)({self.whole(sizes[-1], self.chance(0.5))})"
        kind = "float" if real else "int"
        if count == 3:
            parts.append("0.0f" if real else "0")
            return f"({kind}4)({', '.join(parts)})"
        return f"({kind}2)({', '.join(parts)})" if count == 2 else f"({kind})({parts[0]})"

    def one_read(self):
        name, kind, shape = self.image("read_only")
        sizes = self.shared[name][2]
        real = self.chance(0.5)
        sampler = self.sampler(real)
        if shape == "1d_buffer":  # these have no borders
            real, sampler = False, None
        while kind != "exact" and sampler and ("linear" in sampler or sampler == "given_real"):
            sampler = self.sampler(real)
        kind = "f" if kind == "exact" else kind
        coordinates = self.coordinates(shape, sizes, sampler, real)
        with_sampler = f"{self.given(sampler)}, " if sampler else ""
        v = self.fresh("v")
        member = self.pick("x", "y", "z", "w")
        if kind == "depth":
            return f"sum = sum * 31 + word(read_imagef({name}, {with_sampler}{coordinates}));"
        use = f"sum = sum * 31 + word({v}.x) + word({v}.y) * 3 + word({v}.z) * 5 + word({v}.w) * 7;" if self.chance(0.5) else f"sum ^= word({v}.{member}) * 3;"
        return f"{{ const {VECTOR[kind]} {v} = read_image{kind}({name}, {with_sampler}{coordinates}); {use} }}"

    def condition(self):
        return self.pick("sum & 1", "item % 3 == 1", "lid >= 4", "item > 2", "x < width - 1", "(uitem & 6) == 2", "lid == 0")

    def read(self):
        text = self.one_read()
        return f"if ({self.condition()}) {text}" if self.chance(0.35) else text

    def loop(self):
        self.counter = self.fresh("k")
        bound = self.pick("3", "5", "(int)(sum % 5u)", "(lid & 3)")
        inside = self.read()
        if self.chance(0.2):
            inside += f" if ({self.condition()}) break;"
        text = f"for (int {self.counter} = 0; {self.counter} < {bound}; ++{self.counter}) {{ {inside} }}"
        self.counter = None
        return text

    def query(self):
        name, _, shape = self.image("read_only")
        return self.pick(f"sum += (uint)get_image_width({name});", f"sum = sum * 3 + (uint)get_image_height({name});" if shape not in ("1d", "1d_array", "1d_buffer")
                         else f"sum += (uint)get_image_channel_order({name});", f"sum += (uint)get_image_channel_data_type({name}) * 5;")

    def own_place(self, name):
        """The coordinates of a work-item's own pixel, the same each time, and whether there is one."""
        sizes = self.shared[name][2]
        places = sizes[0] * (sizes[1] if len(sizes) > 1 else 1) * (sizes[2] if len(sizes) > 2 else 1)
        if name not in self.places:
            self.places[name] = self.pick("item", "item", f"{places} - 1 - item")
        at = self.places[name]
        parts = [f"({at}) % {sizes[0]}"]
        if len(sizes) > 1:
            parts.append(f"({at}) / {sizes[0]} % {sizes[1]}")
        if len(sizes) > 2:
            parts += [f"({at}) / {sizes[0] * sizes[1]}", "0"]
        return f"(int{len(parts)})({', '.join(parts)})" if len(parts) > 1 else parts[0], f"item < {places}"

    def colour(self, kind):
        return {"f": "(float4)((float)(sum & 511) * 0.004f - 0.5f, (float)(item & 15) * 0.0625f, 0.3f, (float)lid)",
                "i": "(int4)((int)sum, item, -lid, 7)", "ui": "(uint4)(sum, uitem, 300u, (uint)lid)",
                "depth": "(float)(sum & 255) * 0.00390625f"}[kind]

    def write(self):
        """A row of the image holds all work-items, or those that are left out write nothing."""
        if self.written:
            return self.read()
        self.written = True
        name, kind, _ = self.image("write_only")
        coordinates, is_there = self.own_place(name)
        condition = f" && ({self.condition()})" if self.chance(0.4) else ""
        function = "f" if kind == "depth" else kind
        return f"if ({is_there}{condition}) write_image{function}({name}, {coordinates}, {self.colour(kind)});"

    def write_and_read(self):
        """What was there, and what the work-item itself put there."""
        name, kind, _ = self.image("read_write")
        coordinates, is_there = self.own_place(name)
        v, w = self.fresh("v"), self.fresh("v")
        fence = "atomic_work_item_fence(CLK_IMAGE_MEM_FENCE, memory_order_acq_rel, memory_scope_work_item);"
        condition = f" && ({self.condition()})" if self.chance(0.4) else ""
        return (f"if ({is_there}) {{ const {VECTOR[kind]} {v} = read_image{kind}({name}, {coordinates}); sum = sum * 3 + word({v}.x); }} "
                f"if ({is_there}{condition}) {{ write_image{kind}({name}, {coordinates}, {self.colour(kind)}); {fence} "
                f"const {VECTOR[kind]} {w} = read_image{kind}({name}, {coordinates}); sum = sum * 5 + word({w}.x) + word({w}.w); }}")


HEAD = """// SPDX-License-Identifier: Apache-2.0
// sizes: {sizes}
// dims: {dims}
{directives}#include "random/values.h"
const sampler_t pixels_linear = CLK_NORMALIZED_COORDS_FALSE | CLK_FILTER_LINEAR | CLK_ADDRESS_CLAMP_TO_EDGE;
const sampler_t pixels_nearest = CLK_NORMALIZED_COORDS_FALSE | CLK_FILTER_NEAREST | CLK_ADDRESS_CLAMP_TO_EDGE;
const sampler_t pixels_border = CLK_NORMALIZED_COORDS_FALSE | CLK_FILTER_NEAREST | CLK_ADDRESS_CLAMP;
const sampler_t pixels_none = CLK_NORMALIZED_COORDS_FALSE | CLK_FILTER_NEAREST | CLK_ADDRESS_NONE;
const sampler_t normal_linear = CLK_NORMALIZED_COORDS_TRUE | CLK_FILTER_LINEAR | CLK_ADDRESS_CLAMP;
const sampler_t normal_nearest = CLK_NORMALIZED_COORDS_TRUE | CLK_FILTER_NEAREST | CLK_ADDRESS_CLAMP_TO_EDGE;
const sampler_t normal_repeat = CLK_NORMALIZED_COORDS_TRUE | CLK_FILTER_NEAREST | CLK_ADDRESS_REPEAT;
const sampler_t normal_mirror = CLK_NORMALIZED_COORDS_TRUE | CLK_FILTER_NEAREST | CLK_ADDRESS_MIRRORED_REPEAT;
"""


def head(rng):
    directives, shared = "", {}
    for name in ["from0", "from1", "from2", "to3", "both4"]:
        kind = "exact" if name == "from0" else rng.choice(["f", "f", "f", "i", "ui"])
        shape = rng.choice(["2d", "2d", "2d", "1d", "1d_array", "2d_array", "3d"])
        if name == "from2" and rng.random() < 0.4:
            kind, shape = rng.choice([("depth", "depth"), ("depth", "depth_array"), (kind, "1d_buffer")])
        if name == "to3" and rng.random() < 0.3:
            kind, shape = rng.choice([("depth", "depth"), (kind, "1d_buffer")])
        sizes = [rng.choice([5, 16, 17, 37, 64])] + [rng.choice([4, 7, 16]), rng.choice([2, 3, 5])][:SHAPES[shape][1] - 1]
        if kind == "exact":
            sizes = [rng.choice([16, 64]), rng.choice([4, 16]), 2][:len(sizes)]
        formats = rng.sample(FORMATS[kind], min(3, len(FORMATS[kind])))
        size = "x".join(map(str, sizes))
        directives += f"// image {name}: {', '.join(f'{shape} {size} {form}' for form in formats)}\n".replace("depth_array ", "2d_array ").replace("depth ", "2d ")
        shared[name] = (kind, shape, sizes)
    real = rng.sample(["normalized linear repeat", "normalized linear edge", "normalized linear mirror", "pixels linear border", "pixels nearest edge",
                       "normalized nearest border"], 3)
    whole = rng.sample(["pixels nearest edge", "pixels nearest border", "pixels nearest edge"], 2)
    directives += f"// sampler given_real: {', '.join(real)}\n// sampler given_whole: {', '.join(whole)}\n"
    return HEAD.format(sizes=" ".join(map(str, rng.choice([[1, 17, 64], [3, 33], [2, 8, 40], [7, 64], [4, 16, 65]]))),
                       dims=rng.choice(["1", "1", "1 2"]), directives=directives), shared


def generate(seed, only=None, without=()):
    return write_file(head, Images, f"images {seed}", KERNELS, only, without)


if __name__ == "__main__":
    main(generate)
