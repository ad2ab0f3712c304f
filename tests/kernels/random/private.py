#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Writes a file of random kernels with private arrays (../README.md): private.py SEED [--only NAME] > FILE.cl

Arrays of every type and many lengths, some aligned to more than any type, as variables, as members of structures and as rows
of rows: with indices that differ by work-item, in loops, copied whole and in part, shifted, sorted and counted in, through
pointers that may be to one or the other, in functions, as bytes, and kept across barriers.
"""
from source import BYTES, INTEGERS, Kernel, main, write_file

KERNELS = 24
PREFIX = "k"
TYPES = ["uchar", "char", "short", "ushort", "int", "uint", "uint", "float", "float", "long", "ulong", "double", "half"]
FLOATS = ["float", "double", "half"]
VECTORS = ["float4", "int2", "uchar4", "short8", "float3", "ulong2", "half4"]


class Private(Kernel):
    def __init__(self, rng, name, _shared):
        super().__init__(rng, name)
        self.argument("out", "global uint* ")
        self.argument("n", "uint ")
        self.always("IDS")
        self.arrays = []  # (name, element type, length)
        self.depth = 0
        for _ in range(rng.choice([1, 1, 2, 2, 3])):
            self.declare()
        for _ in range(rng.choice([2, 3, 4, 5])):
            self.add(self.statement())
            if rng.random() < 0.08:
                self.always("barrier(CLK_LOCAL_MEM_FENCE);")
        for name, kind, length in self.arrays:
            self.add(f"for (int e = 0; e < {length}; ++e) sum = sum * 31 + word({name}[e]);" if self.chance(0.6) else
                     f"sum ^= word({name}[{self.below(length)}]);")
        self.always("out[item] = sum;")

    def declare(self):
        rng = self.rng
        name = f"p{len(self.arrays)}"
        kind = rng.choice(TYPES)
        length = rng.choice([1, 2, 3, 4, 5, 7, 8, 9, 12, 16, 17, 31, 32, 40, 64, 100, 300])
        align = f" __attribute__((aligned({rng.choice([16, 64, 128, 256, 256, 512, 1024])})))" if self.chance(0.3) else ""
        form = rng.randrange(8)
        if form < 4:
            self.always(f"{kind} {name}[{length}]{align}; for (int e = 0; e < {length}; ++e) {name}[e] = ({kind})((sum >> (e & 15)) & 127);")
        elif form == 4:
            self.always(f"{kind} {name}[{length}]{align} = {{0}};")
        elif form == 5 and length <= 17:
            self.always(f"{kind} {name}[{length}]{align} = {{{', '.join(f'({kind})({self.small()})' for _ in range(length))}}};")
        elif form == 6:  # a member of a structure, of which there is a copy
            self.always(f"struct {{ uint before; {kind} a[{length}]; uchar after; }} s_{name}{align}, c_{name}; s_{name}.before = sum; "
                        f"s_{name}.after = (uchar)item; for (int e = 0; e < {length}; ++e) s_{name}.a[e] = ({kind})((item + e) & 127);")
            self.arrays.append((f"s_{name}.a", kind, length))
            self.copied = f"c_{name} = s_{name};"
            self.add(f"{self.copied} s_{name}.a[{self.below(length)}] = ({kind})1; if ({self.condition()}) {{ s_{name} = c_{name}; }} "
                     f"sum += s_{name}.before + s_{name}.after;")
            return
        else:
            rows = rng.choice([2, 3, 4])
            self.always(f"{kind} r_{name}[{rows}][{length}]{align}; for (int e = 0; e < {rows}; ++e) for (int f = 0; f < {length}; ++f) "
                        f"r_{name}[e][f] = ({kind})((item * e + f) & 127);")
            self.add(f"for (int f = 0; f < {length}; ++f) r_{name}[{self.below(rows)}][f] = r_{name}[{self.below(rows)}][{length} - 1 - f];")
            self.arrays.append((f"r_{name}[{self.below(rows)}]", kind, length))
            return
        self.arrays.append((name, kind, length))

    # ---- Values.

    def small(self):
        return self.pick("item & 15", "lid & 63", "sum & 127", "7", "sum >> 27", "(uint)x & 31", "group & 7")

    def below(self, limit, counter=None):
        """From 0 to limit - 1."""
        if limit == 1:
            return "0"
        choices = [str(self.rng.randrange(limit)), f"(sum % {limit}u)", f"(item % {limit})", f"((sum >> 5) % {limit}u)", f"(lid % {limit})",
                   f"(int)(hash(sum) % {limit}u)", f"(group % {limit}u)", f"min((int)(sum & 63), {limit - 1})", f"clamp(lid - 2, 0, {limit - 1})",
                   f"(uchar)(uitem % {limit}u)", f"(off0 % {limit})"]
        if counter:
            choices += [f"({counter} % {limit})"] * 6 + [f"(({counter} * 3 + item) % {limit})", f"({limit} - 1 - {counter} % {limit})"]
        text = self.rng.choice(choices)
        if "off0" in text:
            self.argument("off0", "uint ")
        return text

    def value(self, kind):
        number = self.pick(self.small(), self.small(), "item", "sum & 1023")
        return f"({kind})({number})"

    def condition(self):
        return self.pick("sum & 1", "item % 3 == 1", "lid >= 4", "item > 2", "uitem % 5u < 3u", "lid == 0", "sum % 7u != 0", "(item & 4) == 0")

    def use(self, text):
        return self.pick(f"sum = sum * 31 + word({text});", f"sum += word({text});", f"sum ^= word({text}) * 3;")

    def bound(self):
        return self.pick("3", "8", "(int)(sum % 9u)", "(lid & 7)", "(item % 6)", "13")

    # ---- Statements.

    def statement(self):
        name, kind, length = self.rng.choice(self.arrays)
        choices = [self.store, self.store, self.read, self.update, self.loop, self.loop, self.when, self.shift, self.sort, self.stack,
                   self.copy, self.pointer, self.through_function, self.as_bytes, self.vectors, self.window]
        return self.rng.choice(choices)(name, kind, length)

    def store(self, name, kind, length, counter=None):
        return f"{name}[{self.below(length, counter)}] = {self.value(kind)};"

    def read(self, name, kind, length, counter=None):
        return self.use(f"{name}[{self.below(length, counter)}]")

    def update(self, name, kind, length, counter=None):
        at = self.below(length, counter)
        if kind in FLOATS:
            return f"{name}[{at}] += ({kind})({self.small()});"
        return self.pick(f"++{name}[{at}];", f"{name}[{at}] += {self.value(kind)};", f"{name}[{at}] ^= ({kind})5;") if kind.startswith("u") \
            else f"{name}[{at}] ^= ({kind})({self.small()});"

    def simple(self, counter):
        return self.rng.choice([self.store, self.read, self.update])(*self.rng.choice(self.arrays), counter)

    def loop(self, *_):
        k = self.fresh("k")
        inside = " ".join(self.simple(k) for _ in range(self.rng.choice([1, 2])))
        if self.chance(0.25):
            inside += f" if ({self.condition()}) {self.pick('break', 'continue')};"
        return f"for (int {k} = 0; {k} < {self.bound()}; ++{k}) {{ {inside} }}"

    def when(self, *_):
        if self.depth > 1:
            return self.simple(None)
        self.depth += 1
        other = f" else {{ {self.statement()} }}" if self.chance(0.5) else ""
        text = f"if ({self.condition()}) {{ {self.statement()} }}{other}"
        self.depth -= 1
        return text

    def shift(self, name, kind, length):
        k, first = self.fresh("k"), self.below(min(length, 3))
        return self.pick(f"for (int {k} = {length} - 1; {k} > 0; --{k}) {name}[{k}] = {name}[{k} - 1]; {name}[0] = {self.value(kind)};",
                         f"for (int {k} = (int){first}; {k} + 1 < {length}; ++{k}) {name}[{k}] = {name}[{k} + 1];",
                         f"for (int {k} = 0; {k} < {length} / 2; ++{k}) {{ const {kind} t = {name}[{k}]; {name}[{k}] = {name}[{length} - 1 - {k}]; "
                         f"{name}[{length} - 1 - {k}] = t; }}")

    def sort(self, name, kind, length):
        most = min(length, 12)
        return f"for (int i = 1; i < {most}; ++i) {{ const {kind} t = {name}[i]; int j = i - 1; while (j >= 0 && {name}[j] > t) {{ " \
               f"{name}[j + 1] = {name}[j]; --j; }} {name}[j + 1] = t; }}"

    def stack(self, name, kind, length):
        k, top = self.fresh("k"), self.fresh("top")
        return f"{{ int {top} = 0; for (int {k} = 0; {k} < 9; ++{k}) {{ if ((sum >> {k}) & 1) {{ if ({top} < {length}) {name}[{top}++] = " \
               f"({kind})({k} + 1); }} else if ({top} > 0) {{ {self.use(f'{name}[--{top}]')} }} }} sum += (uint){top}; }}"

    def copy(self, name, kind, length):
        k, c = self.fresh("k"), self.fresh("c")
        part = self.below(length)
        return self.pick(
            f"{{ {kind} {c}[{length}]; for (int {k} = 0; {k} < {length}; ++{k}) {c}[{k}] = {name}[{k}]; {c}[{self.below(length)}] = ({kind})3; "
            f"if ({self.condition()}) for (int {k} = 0; {k} < {length}; ++{k}) {name}[{k}] = {c}[{length} - 1 - {k}]; {self.use(f'{c}[{part}]')} }}",
            f"{{ typedef struct {{ {kind} a[{length}]; }} all_t; all_t {c}; for (int {k} = 0; {k} < {length}; ++{k}) {c}.a[{k}] = {name}[{k}]; "
            f"all_t d = {c}; d.a[{part}] = ({kind})9; if ({self.condition()}) {c} = d; {self.use(f'{c}.a[{self.below(length)}]')} }}",
            f"for (int {k} = 0; {k} < (int)({part}); ++{k}) {name}[{k}] = ({kind})0;",
            f"for (int {k} = 0; {k} < {length}; ++{k}) {name}[{k}] = ({kind})({k} & 7);")

    def pointer(self, name, kind, length):
        same = [other for other in self.arrays if other[1] == kind]
        other, _, other_length = self.rng.choice(same)
        p = self.fresh("q")
        most = min(length, other_length)
        at, more = self.below(most), self.below(most)
        return f"{{ private {kind}* {p} = {self.condition()} ? &{name}[0] : &{other}[0]; {p}[{at}] = {self.value(kind)}; {self.use(f'{p}[{more}]')} " \
               f"{self.use(f'{name}[{at}]')} }}"

    def through_function(self, name, kind, length):
        if kind == "half":
            return self.read(name, kind, length)
        function = self.pick("add_up", "rotate_by", "fill_up")
        return f"sum += {function}_{kind}({name}, {length}, (int)({self.below(length)}));"

    def as_bytes(self, name, kind, length):
        size = BYTES[kind] * length
        k = self.fresh("k")
        read = self.use(f"((private const uchar*){name})[{self.below(size)}]")
        if kind not in INTEGERS or self.chance(0.4):
            return read
        return self.pick(f"((private uchar*){name})[{self.below(size)}] = (uchar)sum; {read}",
                         f"for (int {k} = 0; {k} < {min(size, 20)}; ++{k}) {{ {self.use(f'((private const uchar*){name})[{k}]')} }}")

    def vectors(self, *_):
        kind = self.rng.choice(VECTORS)
        v, k = self.fresh("v"), self.fresh("k")
        element = kind.rstrip("0123456789")
        length, members = self.pick(2, 3, 5, 8), int(kind[len(element):])
        at, member = self.below(length), self.rng.randrange(members)
        whole = f"{v}[{at}].s{member}"
        change = self.pick(f"{v}[{self.below(length)}].s{member} = ({element})7;", f"{v}[{self.below(length)}] = {v}[{self.below(length)}];",
                           f"{v}[{self.below(length)}] = ({kind})(({element})(sum & 15));")
        guarded = f"if ({self.condition()}) {change}" if self.chance(0.5) else change
        return f"{{ {kind} {v}[{length}]; for (int {k} = 0; {k} < {length}; ++{k}) {v}[{k}] = ({kind})(({element})(({k} + item) & 31)); {guarded} " \
               f"{self.use(whole)} }}"

    def window(self, name, kind, length):
        """What went before is kept in the array, as filters do."""
        k = self.fresh("k")
        self.argument("in_uint", "global const uint* ")
        return f"for (int {k} = 0; {k} < {self.bound()}; ++{k}) {{ {name}[{k} % {length}] = ({kind})(in_uint[item + {k}] & 127); " \
               f"{self.use(f'{name}[({k} + 1) % {length}]')} }}"


HEAD = """// SPDX-License-Identifier: Apache-2.0
// sizes: {sizes}
// dims: {dims}
// arg off0: i32 {off0}
#include "random/values.h"
#define FUNCTIONS(T)                                                                                              \\
  uint add_up_##T(private const T* a, int length, int from) {{ uint s = 0; for (int i = from; i < length; ++i) s = s * 3 + word(a[i]); return s; }} \\
  uint rotate_by_##T(private T* a, int length, int by) {{ const T t = a[by]; a[by] = a[0]; a[0] = t; return word(a[length / 2]); }} \\
  uint fill_up_##T(private T* a, int length, int to) {{ for (int i = 0; i < to; ++i) a[i] = (T)(i & 31); return word(a[length - 1]); }}
FUNCTIONS(uchar) FUNCTIONS(char) FUNCTIONS(short) FUNCTIONS(ushort) FUNCTIONS(int) FUNCTIONS(uint) FUNCTIONS(float) FUNCTIONS(long)
FUNCTIONS(ulong) FUNCTIONS(double)
"""


def head(rng):
    return HEAD.format(sizes=" ".join(map(str, rng.choice([[1, 17, 64], [3, 33], [2, 40], [7, 64], [4, 65]]))),
                       dims=rng.choice(["1", "1", "1", "1 2"]), off0=rng.randrange(1000)), None


def generate(seed, only=None, without=()):
    return write_file(head, Private, f"private {seed}", KERNELS, only, without)


if __name__ == "__main__":
    main(generate)
