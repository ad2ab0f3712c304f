#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Writes a file of random kernels whose strides are arguments (../README.md): strides.py SEED [--only NAME] > FILE.cl

Strides of items, of rows and of iterations from -5 to 5 in integers of any type, with wraps, pieces (clamps, remainders, masks, a
larger pitch) and exchanges in them. At a level with `+wait` launches run the variants that are made for their strides.
"""
from source import Kernel, main, write_file

KERNELS = 16
PREFIX = "k"
MOST = 5  # of a stride's magnitude
TYPES = {"int": "i32", "long": "i64", "short": "i16", "char": "i8", "uint": "i32", "ulong": "i64"}
STRIDES = [(f"{kind}_{number}", kind) for kind in TYPES for number in range(3)]
LAYOUT = ["a", "b", "c", "d"]  # long, long, int, int
ELEMENTS = ["uint", "float", "uchar", "ushort", "double", "ulong"]


class Strided(Kernel):
    def __init__(self, rng, name, shared):
        super().__init__(rng, name)
        self.argument("out", "global uint* ")
        self.argument("n", "uint ")
        self.always("IDS")
        # Element 0 of each input is one in the middle of what every stride can reach.
        self.always("const int height = (int)get_global_size(1), most = (int)N * 5 + 100;")
        for _ in range(rng.randrange(1, 4)):
            self.add(rng.choice([self.element, self.element, self.plane, self.loop, self.walk, self.range, self.pieces, self.exchange, self.grid])())
        if self.chance(0.6):
            self.add(self.pick(self.store, self.store, self.in_place)())
        self.always("out[item] = sum;")

    def stride(self):
        """A stride, as an int or wider, from an argument or a structure."""
        if self.chance(0.25):
            self.argument("layout", "struct layout ")
            return f"layout.{self.rng.choice(LAYOUT)}"
        name, kind = self.rng.choice(STRIDES)
        self.argument(name, f"{kind} ")
        return name

    def narrow(self):
        return f"(int){self.stride()}"

    def use(self, value):
        return self.pick(f"sum = sum * 31u + word({value});", f"sum ^= word({value}) * 3u;")

    def load(self, index):
        kind = self.rng.choice(ELEMENTS)
        array = self.argument(f"in_{kind}", f"global const {kind}* ")
        if kind in ("double", "ulong"):  # half as many as of words: their places are cut
            return f"{array}[(int)N * 2 + 20 + (int)({index}) % ((int)N + 9)]"
        return f"{array}[most + (int)({index})]"

    def place(self):
        """The place of an item: its magnitude is at most most - 50."""
        s = self.stride()
        return self.pick(f"item * {s}", f"(long)item * {s}", f"(int)(uitem * (uint){s})", f"(int)({s} * ux) + y", f"{s} * (int)get_global_id(0) % ((int)N * 5)",
                         f"(item - 7) * {self.narrow()}", f"item * {self.narrow()} + {self.narrow()} * 3", f"-item * {self.narrow()}",
                         f"(int)((size_t)item * (size_t){s})", f"mad24(item, {self.narrow()}, 5)")

    def element(self):
        return self.use(self.load(self.place()))

    def plane(self):
        s, t = self.narrow(), self.narrow()
        return self.use(self.load(self.pick(f"(y * {s}) * width % ((int)N * 4) + x * {t} % ((int)N)", f"x * {s} + y * {t}", f"x * {s} - y", f"(long)y * {t} + (long)x * {s}")))

    def loop(self):
        s, t = self.narrow(), self.narrow()
        count = self.pick("5", "9", f"({self.narrow()} & 7)")
        index = self.pick(f"item * {s} + k * {t}", f"(item + k) * {s}", f"k * {t} + x", f"item + k * {s}")
        of = self.pick("uint", "ulong")
        return f"{{ {of} acc = 0; for (int k = 0; k < {count}; ++k) acc = acc * 3u + word({self.load(index)}); {self.use('acc')} }}"

    def walk(self):
        """Iterations that add a stride."""
        s, t = self.stride(), self.narrow()
        start = self.pick("item", f"item * {t}", "0", "x")
        return f"{{ uint acc = 0; {self.pick('int', 'long', 'int')} at = {start}; for (int k = 0; k < 8; ++k) {{ acc = acc * 5u + word({self.load('at')}); at += {s}; }} {self.use('acc')} }}"

    def range(self):
        """A loop over a range that all items share."""
        s = self.narrow()
        return f"{{ uint acc = 0; for (int i = item; i < (int)N; i += {self.pick('5', '(int)N / 3 + 1', '16')}) acc += word({self.load(f'i * {s}')}) * (uint)(i + 1); {self.use('acc')} }}"

    def grid(self):
        """A loop that goes up or down in steps of the range's or the group's size, or of many work-items."""
        counter = self.pick("int", "uint", "long", "ulong", "size_t")
        step = self.pick("get_global_size(0)", "N", "get_local_size(0) * 2", "64", "100", f"(N + (uint)({self.narrow()} & 7))")
        more = self.pick("", "", "if (sum & 1u) acc ^= 5u; ")
        index = self.pick("i", "i", "i - item", f"i % (int)N * {self.narrow()}")
        start, last = self.pick("item", "(item + 3)", "x", "(item + (int)get_global_offset(0))"), self.pick("N * 4", "N * 3 - 5", "N + 1", "17")
        head = self.pick(f"for ({counter} i = {start}; i < ({counter})({last}); i += ({counter})({step}))",
                         f"for ({counter} i = {start}; i <= ({counter})({last}); i += ({counter})({step}))",
                         f"for ({self.pick('int', 'long')} i = (int)({last}) - {start}; i > 3; i -= (int)({step}))")
        value = self.load(index.replace("i", "(int)i", 1) if index[0] == "i" else index)
        return f"{{ uint acc = 0; {head} {{ acc = acc * 3u + word({value}); {more}}} {self.use('acc')} }}"

    def pieces(self):
        s = self.narrow()
        place = f"item * {s}"
        return self.use(self.load(self.pick(f"min({place} + 9, {self.narrow()} + 40)", f"clamp({place}, -20, (int)N)", f"({place}) & 31", f"(int)((uint)({place} + most) % 24u)",
                                            f"x < 5 ? {place} : x", f"(item >> 4) * 32 % ((int)N * 4) + (item & 15) * {s}", f"max({place}, 0) / 3", f"(item / 7) * {s} + item % 7")))

    def exchange(self):
        s, d = self.narrow(), self.pick("1", "2", "4", "8", f"({self.narrow()} & 7)")
        return self.use(self.load(self.pick(f"(item ^ {d}) * {s} % ((int)N * 5)", f"((item >> 1 << 2) | (item & 1)) * {s} % ((int)N * 5)", f"(x ^ {d}) + y * {s}")))

    def store(self):
        """Each item writes places of its own, which nobody reads: elements of `out` after the first of each item."""
        name, kind = self.rng.choice(STRIDES)
        self.argument(name, f"{kind} ")
        s = self.fresh("s")
        value = self.pick("sum", f"word({self.load(self.place())})", "uitem * 7u")
        guard = self.pick("", "", "if (sum & 1u) ", "if (x > 2) ")
        return f"{{ int {s} = (int){name}; {s} = {s} == 0 ? 1 : {s}; const int first = (int)N + ({s} < 0 ? ((int)N - 1) * -{s} : 0); {guard}out[first + item * {s}] = {value}; }}"

    def in_place(self):
        s = self.narrow()
        return f"{{ global uint* own = out + N + 5u * uitem; own[0] = uitem; own[1] = sum; own[{s} & 1] += 3u; sum += own[0] + own[1] * 5u; }}"


HEAD = """// SPDX-License-Identifier: Apache-2.0
// sizes: {sizes}
// dims: {dims}
// per_item: 6
// extra: 64
{arguments}
// arg layout: {layout}
#include "random/values.h"
struct layout {{
  long a, b;
  int c, d;
}};
"""


def head(rng):
    def value():
        return rng.choice([1, 1, 1, 0, -1, 2, rng.randrange(-MOST, MOST + 1)])
    arguments = "\n".join(f"// arg {name}: {TYPES[kind]} {value()}" for name, kind in STRIDES)
    two_d = rng.random() < 0.4
    return HEAD.format(sizes=" ".join(map(str, rng.choice([[1, 17, 64], [3, 33], [2, 8, 40], [7, 64], [4, 16, 65], [32]]))), dims="2" if two_d else "1",
                       arguments=arguments, layout=f"i64 {value()} i64 {value()} i32 {value()} i32 {value()}"), two_d


def generate(seed, only=None, without=()):
    return write_file(head, Strided, f"strides {seed}", KERNELS, only, without)


if __name__ == "__main__":
    main(generate)
