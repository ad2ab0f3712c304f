#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Writes a file of random kernels with halves (../README.md): halves.py SEED [--only NAME] > FILE.cl

Loads and stores of halves and vectors of them, by every function, rounding mode and address space, from floats and doubles;
arithmetic on `half` where it is a type; conversions from and to all types; in loops, with strides, under conditions.
"""
from source import INTEGERS, Kernel, main, write_file

KERNELS = 20
PREFIX = "k"
ROUNDINGS = ["", "_rte", "_rtz", "_rtp", "_rtn"]


class Halves(Kernel):
    def __init__(self, rng, name, _shared):
        super().__init__(rng, name)
        for argument, kind in (("out", "global uint* "), ("n", "uint "), ("in_half", "global const half* "), ("in_float", "global const float* "),
                               ("in_int", "global const int* ")):
            self.argument(argument, kind)
        self.always("IDS float f = in_float[item]; half h = (half)(f * 0.25f), g = (half)(item & 31); half4 v = (half4)(h, g, h, (half)1.5h);")
        self.stored = False
        for _ in range(rng.choice([1, 2, 3, 4])):
            self.add(self.statement())
        self.always("out[N * 8 + uitem] = sum + word(f) * 3 + word(h) * 5 + word(g) * 7 + word(v.x) + word(v.y) * 3 + word(v.z) * 5 + word(v.w) * 7;")

    # ---- Values.

    def condition(self):
        return self.pick("sum & 1", "item % 3 == 1", "lid >= 4", "h > g", "f < 0.0f", "item > 2", "(uitem & 6) == 2", "isless(h, g)", "v.x != v.y")

    def index(self, most):
        """From 0 to N * most + 31."""
        return self.pick("item", "item", f"item * {self.rng.randrange(1, most + 1)}", "(int)N - 1 - item", "item / 3", f"item + {self.rng.randrange(20)}",
                         f"(int)(hash(sum) % (N * {most}u))", "lid", "item ^ 1", "max(item - 3, 0)", "(item + 5) % (int)N", f"item * {most} + {most - 1}")

    def real(self, depth=0):
        """A half."""
        if depth > 2 or self.chance(0.2):
            return self.pick("h", "g", "h", "v.x", "v.y", "v.w", "0.5h", "-3.0h", "(half)f", "(half)(sum & 63)", "1.0e-3h", "60000.0h",
                             f"in_half_finite(vload_half({self.index(8)}, in_half))")
        a, b = self.real(depth + 1), self.real(depth + 1)
        return self.pick(f"({a} + {b})", f"({a} - {b})", f"({a} * {b})", f"({a} / {b})", f"fma({a}, {b}, h)", f"fabs({a})", f"({a} < {b} ? {a} : {b})",
                         f"fmin({a}, {b})", f"fmax({a}, {b})", f"floor({a})", f"rint({a})", f"trunc({a})", f"sqrt(fabs({a}))", f"copysign({a}, {b})",
                         f"(-({a}))", f"({self.condition()} ? {a} : {b})", f"mad({a}, 0.5h, {b})", f"clamp({a}, -8.0h, 8.0h)", f"(half)((float){a} * 3.0f)",
                         f"ceil({a})", f"(half)(double)({a})", f"convert_half{self.pick('_rtz', '_rtp', '_rtn', '_rte')}((float)({a}) * 1.001f)")

    def single(self):
        return self.pick("f", "f * 0.37f", "f * f * f * 7.0f", "f / 3.0f", "in_float[item + 3]", "(float)h", "f * 1.0e-6f", "(float)item * 13.7f", "f + 0.03125f",
                         f"finite(vload_half({self.index(8)}, in_half))", "f * 1.0e-8f", "-0.0f", "65519.99f", "65520.0f", "f * 4.0e-7f")

    def use(self, text):
        return self.pick(f"sum = sum * 31 + word({text});", f"sum ^= word({text}) * 3;")

    # ---- Statements.

    def statement(self):
        text = self.rng.choice([self.arithmetic, self.arithmetic, self.arithmetic, self.vector, self.load, self.load, self.store, self.store, self.convert,
                                self.loop, self.loop, self.array, self.through_local])()
        return f"if ({self.condition()}) {{ {text} }}" if self.chance(0.3) and "barrier" not in text and not text.startswith("half ") else text

    def arithmetic(self):
        return self.pick(f"h = {self.real()};", f"g = {self.real()};", f"v.{self.pick('x', 'y', 'z', 'w')} = {self.real()};", f"f += (float)({self.real()});",
                         self.use(self.real()), f"sum += {self.real()} {self.pick('<', '>', '==', '!=', '<=')} {self.real()} ? 3 : 1;",
                         f"sum += (uint)isnan({self.real()});", f"sum += (uint)signbit({self.real()}) * 5;")

    def vector(self):
        return self.pick("v = v * v.yxwz + (half4)(h);", "v = v.s3210;", "v += (half4)((half)1.0h, h, g, (half)0.25h);", "v = fmin(v, (half4)(g));", "h = dot(v, v.wzyx);",
                         "v = v > (half4)(h) ? v : -v;", "v = fma(v, v, v.wwww);", "sum += (uint)any(v > (half4)(h));", "v = convert_half4(convert_float4(v) * 0.3f);",
                         "v = convert_half4_rtz(convert_float4(v) * 1.01f);", "v = select(v, v.yxwz, isless(v, (half4)(g)));", "v = floor(v * (half)0.5h);")

    def load(self):
        count = self.pick("", "2", "3", "4", "8", "16")
        width = int(count or 1)
        most = max(1, 8 // width)
        form = self.pick("vload_half", "vload_half", "vloada_half")
        text = f"{form}{count}({self.index(most)}, in_half)"
        w = self.fresh("w")
        if width == 1:
            return self.use(text)
        return f"float{count} {w} = {text}; " + " ".join(self.use(f"{w}.s{self.rng.choice('0123456789abcdef'[:width])}") for _ in range(2))

    def store(self):
        """One in a kernel, each work-item its own places before the results."""
        if self.stored:
            return self.load()
        self.stored = True
        count = self.pick("", "2", "3", "4", "8", "16")
        width = int(count or 1)
        kind = self.pick("float", "float", "double")
        form = self.pick("vstore_half", "vstore_half", "vstorea_half")
        # Which of its NaNs an operation gives is its own affair, and the bits of this one would be seen.
        parts = ", ".join(f"finite({self.single()})" for _ in range(width))
        value = f"({kind}{count})({parts})"
        return f"{form}{count}{self.rng.choice(ROUNDINGS)}({value}, {self.pick('item', '(int)N - 1 - item', '(size_t)uitem')}, (global half*)out);"

    def convert(self):
        kind = self.rng.choice(INTEGERS)
        return self.pick(self.use(f"convert_{kind}_sat({self.real(1)})"), self.use(f"convert_{kind}_sat{self.pick('_rte', '_rtp', '_rtn', '_rtz')}({self.real(1)})"),
                         f"h = convert_half{self.pick('', '_rtz', '_rtp', '_rtn')}(({kind})(sum * 77));", f"g = (half)({kind})(sum >> 9);",
                         f"h = convert_half{self.pick('', '_rtz', '_rtp', '_rtn', '_rte')}((double)f * 1.0001);",
                         f"h = convert_half{self.pick('', '_rtz', '_rtp', '_rtn', '_rte')}({self.single()});")

    def loop(self):
        k = self.fresh("k")
        bound = self.pick("4", "(int)(sum % 7u)", "(lid & 3)", "(item % 6)")
        inside = self.pick(f"h += in_half_finite(vload_half(item * 8 + {k}, in_half));", f"h = h * 0.5h + (half){k};",
                           f"f += vload_half({k} * (int)N + item, in_half) * 0.5f;", f"v += (half4)((half){k});", self.arithmetic(),
                           f"g = fmax(g, in_half_finite(vload_half(item + {k}, in_half)));")
        return f"for (int {k} = 0; {k} < {bound}; ++{k}) {{ {inside} }}"

    def array(self):
        p = self.fresh("p")
        length = self.pick(3, 4, 8, 13)
        return f"half {p}[{length}]; for (int e = 0; e < {length}; ++e) {p}[e] = (half)(e + (item & 7)); {p}[sum % {length}u] = {self.real(1)}; " \
               f"{self.use(f'{p}[(sum >> 4) % {length}u]')} {self.pick('', f'vstore_half{self.rng.choice(ROUNDINGS)}(f * 0.3f, lid % {length}, {p});')} " \
               f"h += (half)vload_half(item % {length}, {p});"

    def through_local(self):
        self.argument("box", "local half* ")
        return f"box[lid] = {self.real(1)}; barrier(CLK_LOCAL_MEM_FENCE); g = box[{self.pick('size - 1 - lid', '(lid + 1) % size', 'lid / 2')}]; " \
               f"f = vload_half({self.pick('lid', 'size - 1 - lid')}, box); barrier(CLK_LOCAL_MEM_FENCE);"


HEAD = """// SPDX-License-Identifier: Apache-2.0
// sizes: {sizes}
// per_item: 9
// extra: 32
// needs: cl_khr_fp16
#include "random/values.h"
half in_half_finite(float x) {{ return isfinite(x) ? (half)x : (half)1.0h; }}
"""


def head(rng):
    return HEAD.format(sizes=" ".join(map(str, rng.choice([[1, 17, 64], [3, 33], [2, 40], [7, 64], [4, 65]])))), None


def generate(seed, only=None, without=()):
    return write_file(head, Halves, f"halves {seed}", KERNELS, only, without)


if __name__ == "__main__":
    main(generate)
