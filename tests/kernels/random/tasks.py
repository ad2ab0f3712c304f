#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Writes a file of random kernels whose work-items loop over memory of their own (../README.md): tasks.py SEED [--only NAME] > FILE.cl

Loops of up to a hundred iterations, which vectors may be made of where work-items are not (../tasks): counters of every type, up, down and
around; indices with remainders, cuts, strides and offsets that are known when the loop runs; sums, searches, recurrences at a distance
that may be shorter than a vector; rows that overlap.
"""
from source import BYTES, Kernel, main, write_file

KERNELS = 20
PREFIX = "k"
TYPES = ["uchar", "char", "short", "ushort", "int", "uint", "uint", "float", "ulong", "double"]
WORDS = 128  # of the output for each work-item


class Task(Kernel):
    def __init__(self, rng, name, shared):
        super().__init__(rng, name)
        self.shared = shared
        self.kind = rng.choice(TYPES)
        self.length = min(128, WORDS * 4 // BYTES[self.kind])  # of the work-item's row: 64 or 128
        self.argument("out", "global uint* ")
        self.argument("n", "uint ")
        self.once = shared and rng.random() < 0.3
        if self.once:
            self.always("const uint uitem = 0, group = 0; const int item = 0, lid = 0; uint sum = 9;")
        else:
            self.always("IDS")
        self.always(f"global {self.kind}* to = (global {self.kind}*)(out + item * {WORDS});")
        self.always(f"for (int i = 0; i < {self.length}; ++i) to[i] = ({self.kind})(i & 63);")
        for _ in range(rng.choice([1, 1, 2, 3])):
            self.add(rng.choice([self.map, self.map, self.map, self.shift, self.shift, self.reduce, self.reduce, self.search, self.nest, self.count_in,
                                 self.two_counters])())
        self.always("out[item * 128 + 127] ^= sum;" if self.length * BYTES[self.kind] < WORDS * 4 else
                    f"to[{self.length} - 1] = ({self.kind})(sum & 1023);")

    def text(self, without):
        text = super().text(without)
        # The only work-item, as programs for FPGAs are written.
        return text.replace("kernel void", "kernel __attribute__((reqd_work_group_size(1, 1, 1))) void", 1) if self.once and self.chance(0.5) else text

    def arg(self, *names):
        return self.argument(self.rng.choice(names), "int ")

    def count(self, most):
        return self.pick(str(self.rng.randrange(1, most + 1)), f"min({self.arg('c0', 'c1', 'c2')}, {most})", f"min({self.arg('c0', 'c1')}, {most})",
                         f"min({self.arg('c1', 'c2')} + (item & 3), {most})", str(most))

    def index(self, i):
        """Of an input: from 0 to 255, `i` from 0 to 127."""
        off = self.arg("off0", "off1")  # 0 to 31
        return self.pick(i, i, i, f"{i} + {off}", f"{i} * 2", f"{i} % 16", f"{i} & 7", f"{i} / 3", f"(uchar)({i} * 5)", f"{off} + {i} % 16", f"({off} + {i}) & 63",
                         f"127 - {i}", f"{i} ^ 5", f"({i} * {i}) & 63", f"(ushort)({i} * 1000) % 100", f"(uchar)({i} + {off})", f"{i} % 10 + {i} / 10",
                         f"({i} * 3) % 64", f"(uint)({i} + {off}) % 13u", f"{self.input('uchar')}[{i}]", f"{off}", f"({i} >> 2) + ({i} & 3)",
                         f"(uint)({off} + ({i} & 3)) + {i} / 4", f"max({i} - {off}, 0)", f"min({i} + 3, 99)", f"(char)({i} & 31) + 32")

    def input(self, kind):
        return self.argument(f"in_{kind}", f"global const {kind}* ")

    def source(self, i):
        kind = self.pick(self.kind, self.kind, self.rng.choice(TYPES))
        base = self.input(kind)
        start = self.pick("", "item * 4 + ", "") if not self.once else ""
        return kind, f"{base}[{start}{self.index(i)}]"

    def as_own(self, kind, text):
        if kind == self.kind:
            return text
        if kind in ("float", "double") and self.kind not in ("float", "double"):
            return f"convert_{self.kind}_sat({text})"
        return f"({self.kind})({text})"

    def value(self, i):
        kind, text = self.source(i)
        own = self.as_own(kind, text)
        other = self.as_own(*self.source(i))
        return self.pick(own, f"({self.kind})({own} + {other})", f"({self.kind})({own} * ({self.kind})3 + ({self.kind})({i} & 15))", f"({self.kind})({i} & 127)",
                         f"max({own}, {other})", f"({own} > {other} ? {own} : ({self.kind})7)", f"({self.kind})({own} - ({self.kind})1)")

    def condition(self, i):
        kind, text = self.source(i)
        return self.pick(f"{text} > ({kind})40", f"{i} % 3 == 1", f"({i} & 4) != 0", f"{text} < {text.replace('[', '[1 + ', 1)}", f"sum & 1", f"{i} > {self.arg('off0')}")

    def loop(self, most, inside):
        """`inside(i)` for i from 0 to at most most - 1, in some order."""
        i = self.fresh("i")
        count = self.count(most)
        kind = self.pick("int", "int", "uint", "uchar", "short", "ushort", "size_t", "long")
        signed = f"(int){i}"
        return self.pick(f"for ({kind} {i} = 0; {i} < {count}; ++{i}) {{ {inside(signed if kind != 'int' else i)} }}",
                         f"for (int {i} = 0; {i} < {count}; ++{i}) {{ {inside(i)} }}",
                         f"for (int {i} = {count} - 1; {i} >= 0; --{i}) {{ {inside(i)} }}",
                         f"for (uint {i} = {count}; {i}-- > 0;) {{ {inside(signed)} }}",
                         f"for (int {i} = {self.rng.randrange(4)}; {i} < {count}; {i} += {self.pick('1', '2', '3', self.arg('one'))}) {{ {inside(i)} }}",
                         f"{{ int {i} = 0; while ({i} < {count}) {{ {inside(i)} ++{i}; }} }}",
                         f"for (uchar {i} = 0; {i} != (uchar)({count}); ++{i}) {{ {inside(signed)} }}")

    def place(self, i):
        """In the row: several iterations may have one."""
        last = self.length - 1
        return self.pick(i, i, i, i, f"{last} - {i}", f"{i} % 16", f"{i} / 2", f"({i} * 7) & {last}", f"{i} ^ 1", f"({i} + {self.arg('off0', 'off1')}) & {last}",
                         f"(uchar)({i} * 37) & {last}", f"{i} * 2 & {last}", f"{i} & 3", f"{i} >> 3", f"(int)({i} * {self.arg('step')}) & {last}")

    def map(self):
        def inside(i):
            store = f"to[{self.place(i)}] = {self.value(i)};"
            if self.chance(0.3):
                store = f"if ({self.condition(i)}) {store}"
            if self.chance(0.25):
                store += f" to[{self.place(i)}] {self.pick('=', '+=')} {self.value(i)};"
            return store
        return self.loop(self.length, inside)

    def shift(self):
        """What one iteration writes another reads, at some distance; by two pointers to one row."""
        d = self.pick("1", "2", "3", "4", "7", "8", "16", self.arg("off0", "off1"), self.arg("off0"), self.arg("d0", "d1"))
        most = self.length - 32
        p = self.fresh("q")
        end = f"{self.length} - 1 - {{}}"
        def inside(i):
            return self.pick(f"to[{i} + {d}] = ({self.kind})(to[{i}] + ({self.kind})1);", f"to[{i}] = ({self.kind})(to[{i} + {d}] + ({self.kind})1);",
                             f"{p}[{i}] = to[{i}];", f"to[{i}] = {p}[{i}];", f"{p}[{i}] += {self.value(i)}; sum += word(to[{i}]);",
                             f"to[{end.format(i)}] = to[{end.format(i)} - {d}];", f"to[{i} + {d}] = to[{i}]; to[{i}] = {self.value(i)};",
                             f"const {self.kind} t = to[{i}]; to[{i}] = {p}[{end.format(i)} - {d}]; {p}[{end.format(i)} - {d}] = t;",
                             f"to[{i} * 2 % {most}] = to[{i} + {d}];")
        return f"{{ global {self.kind}* {p} = to + {d}; {self.loop(most, inside)} }}"

    def reduce(self):
        s, kind = self.fresh("s"), self.rng.choice(TYPES)
        real = kind in ("float", "double")
        start = f"{kind} {s} = ({kind})({self.pick('0', '1', 'item & 7')});"
        wide = "ulong" if kind in ("ulong",) else "uint"
        def inside(i):
            from_, text = self.source(i)
            if from_ in ("float", "double") and not real:
                text = f"convert_{kind}_sat({text})"
            term = f"({kind})({text})"
            plain = self.pick(f"{s} += {term};", f"{s} = {s} * 0.5{'f' if kind == 'float' else ''} + {term};", f"{s} = max({s}, {term});", f"{s} = fmin({s}, {term});") if real \
                else self.pick(f"{s} = ({kind})(({wide}){s} + ({wide}){term});", f"{s} ^= {term};", f"{s} = max({s}, {term});", f"{s} = min({s}, {term});",
                               f"{s} = ({kind})(({wide}){s} * 3 + ({wide}){term});", f"{s} |= {term};", f"{s} = ({kind})(({wide}){s} - ({wide}){term});")
            return f"if ({self.condition(i)}) {plain}" if self.chance(0.3) else plain
        return f"{{ {start} {self.loop(128, inside)} sum = sum * 31 + word({s}); }}"

    def search(self):
        i = self.fresh("i")
        return f"{{ int {i} = 0; for (; {i} < {self.count(128)}; ++{i}) if ({self.condition(i)}) {self.pick('break;', '{ sum += 5; break; }')} sum = sum * 31 + (uint){i}; }}"

    def nest(self):
        j = self.fresh("j")
        inner = self.loop(16, lambda i: self.pick(f"to[({j} * 16 + {i}) % {self.length}] = {self.value(i)};", f"to[{i} * 4 + {j}] = {self.value(i)};",
                                                  f"sum += word({self.source(i)[1]}) + (uint){j};", f"to[{i}] += ({self.kind}){j};"))
        return f"for (int {j} = 0; {j} < {self.pick('3', '4', 'min(c1, 4)').replace('c1', self.arg('c1'))}; ++{j}) {{ {inner} }}"

    def count_in(self):
        if self.kind in ("float", "double"):
            return self.map()
        return self.loop(128, lambda i: f"++to[{self.input('uchar')}[{self.index(i)}] & 31];")

    def two_counters(self):
        i, j = self.fresh("i"), self.fresh("j")
        narrow = self.pick("uchar", "ushort", "uint", "short", "int")
        step = self.pick("1", "3", "7", self.arg("step"))
        bound = {"uchar": "255", "ushort": "255", "uint": "255", "short": "127", "int": "127"}[narrow]
        value = self.as_own("uint", f"{self.input('uint')}[{j} & {bound}]")
        return f"{{ {narrow} {j} = {self.pick('0', '200', self.arg('off0'))}; for (int {i} = 0; {i} < {self.count(self.length)}; ++{i}, {j} += {step}) " \
               f"{{ to[{self.pick(i, f'({j} & {self.length - 1})')}] = {value}; }} }}"


HEAD = """// SPDX-License-Identifier: Apache-2.0
// sizes: {sizes}
// per_item: 128
{groups}{args}#include "random/values.h"
"""


def head(rng):
    alone = rng.random() < 0.4  # launches of one work-item
    args = {"c0": rng.randrange(0, 128), "c1": rng.choice([0, 1, 5, 16, 17, 64]), "c2": rng.choice([100, 128, 33]), "off0": rng.randrange(32), "off1": rng.randrange(32),
            "d0": rng.choice([0, 1, 2]), "d1": rng.choice([3, 4, 5, 8]), "one": 1, "step": rng.choice([1, 2, 3, 5, 8])}
    text = "".join(f"// arg {name}: i32 {value}\n" for name, value in args.items())
    return HEAD.format(sizes="1" if alone else " ".join(map(str, rng.choice([[1, 17], [3, 33], [2, 40], [64], [4, 16]]))), args=text,
                       groups="// groups: one\n" if alone else ""), alone


def generate(seed, only=None, without=()):
    return write_file(head, Task, f"tasks {seed}", KERNELS, only, without)


if __name__ == "__main__":
    main(generate)
