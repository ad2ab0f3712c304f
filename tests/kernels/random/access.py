#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Writes a file of random kernels that reach memory in every way (../README.md): access.py SEED [--only NAME] > FILE.cl

Small kernels, one or two accesses each: lines with strides that are known when the kernel is compiled or when it runs, also
negative ones; indices of every type, that wrap or are cut; clamped, periodic and permuted ones; rows by loops and by pointers
that go on; groups of elements and structures; local memory; the output by a second name (the same buffer, a sub-buffer that
overlaps, a pointer to shared memory, a pointer in a structure), in which each work-item reads what it alone has written.
"""
from source import BYTES, INTEGERS, Kernel, main, write_file

KERNELS = 24
PREFIX = "k"
TYPES = ["uchar", "char", "short", "ushort", "int", "uint", "uint", "float", "float", "long", "ulong", "double"]
GROUPS = ["float4", "float2", "int4", "uchar4", "short2", "short4", "uint2", "uchar16", "int8", "double2", "ushort8", "float8"]
CONSTANT_STRIDES = [1, 1, 1, -1, 2, -2, 3, -3, 4, 5, 6, 7, 8, -4, -8]


class Access(Kernel):
    def __init__(self, rng, name, shared):
        super().__init__(rng, name)
        self.shared = shared
        self.argument("out", "global uint* ")
        self.argument("n", "uint ")
        self.always("IDS")
        self.counters = []
        self.stored = 0
        for _ in range(rng.choice([1, 1, 2, 2, 3, 4])):
            rng.choice([self.read, self.read, self.read, self.loop, self.loop, self.pointer_loop, self.group, self.structure,
                        self.wrapped, self.store, self.store, self.again, self.again, self.through_local, self.table,
                        self.in_place_loop, self.far, self.branches])()
        self.always("out[64 + item] ^= sum;" if rng.random() < 0.2 else "out[64 + item] = sum;")

    # ---- Numbers.

    def value(self, name):
        """A by-value argument of the file; 4 bytes."""
        return self.argument(name, "int ")

    def stride(self, most):
        """(text, known) of a stride whose magnitude is at most `most`, not 0."""
        if self.chance(0.4):
            name, number = self.rng.choice([(name, number) for name, number in self.shared["strides"].items() if abs(number) <= most])
            return self.value(name), number
        number = self.rng.choice([number for number in CONSTANT_STRIDES if abs(number) <= most])
        return str(number) if number > 0 else f"({number})", number

    def id(self):
        """The work-item's number in some way; below N."""
        return self.pick("item", "item", "item", "(int)uitem", "uitem", "(y * width + x)", "(uy * (uint)width + ux)", "(size_t)item",
                         "(long)item", "(ushort)item", "(int)(get_global_linear_id())", "(int)(short)item", "(x + y * width)",
                         "((int)N - 1 - item)", "(N - 1u - uitem)", "(item & 0x7fffffff)")

    def line(self, most):
        """From 0 to N * most - 1, another one for each work-item."""
        text, number = self.stride(most)
        known = not text[0].isalpha()
        if number == 1 and known:
            return self.id()
        rest = self.pick("0", f"{self.rng.randrange(abs(number))}")
        if number > 0:
            return self.pick(f"({self.id()} * {text} + {rest})", f"(int)(uitem * (uint){text} + {rest}u)",
                             f"(item * {text} + {rest})", f"((size_t)item * {text} + {rest})", f"({text} * item)")
        start = f"((int)N - 1) * -{text}" if known else f"({text} < 0 ? ((int)N - 1) * -{text} : 0)"
        return self.pick(f"({start} + item * {text} + {rest})", f"({start} - item * -{text})",
                         f"((int)(N - 1u - uitem) * -{text} + {rest})", f"(int)((uint)({start}) + uitem * (uint){text})")

    def index(self, most):
        """From 0 to N * most + 63."""
        rng = self.rng
        line = self.line(most)
        counter = rng.choice(self.counters + ["2", "1"])  # below 8
        offset = self.pick("off0", "off1")  # 0 to 31
        kind = rng.randrange(22)
        if kind < 7:
            return line
        if kind < 9:
            return f"({line} + {rng.randrange(1, 60)})"
        if kind == 9:
            return f"({line} + {self.value(offset)})"
        if kind == 10:
            return f"({line} + {counter})"
        if kind == 11:
            return self.pick("(item / 3)", "(item >> 1)", "(uitem / 5u)", "(item & 15)", "(item % 7)", "(uitem % 12u)", "(item >> 2 << 2)")
        if kind == 12:
            return self.pick("lid", "(int)group", "x", "y", "(int)(N / 2)", "(lid * 2)", "(x + 1)", "(y + 3)", "(size - 1 - lid)",
                             "(int)(off0 & 7)").replace("off0", self.value("off0"))
        if kind == 13:
            return self.pick("max(item - 3, 0)", "min(item + 5, (int)N - 1)", "clamp(item - 2, 0, (int)N - 1)",
                             f"clamp(item + {self.value(offset)} - 16, 0, (int)N - 1)", "abs(item - (int)N / 2)", "(item > 0 ? item - 1 : 0)",
                             f"max(x - {counter}, 0)", "(x + 1 < width ? x + 1 : 0)")
        if kind == 14:
            return self.pick("((item + 13) % (int)N)", f"((uitem + {self.value(offset)}) % N)", "((item + 3) & 31)", "(item ^ 1)", "(item ^ 3)",
                             "(item + 1 == (int)N ? 0 : item + 1)", "(item ^ (1 << (off0 & 5)))", "((item * 5) & 63)",
                             "(item / 4 * 8 + item % 4)", "((item >> 2 << 3) | (item & 3))").replace("off0", self.value("off0"))
        if kind == 15 and self.chance(0.6):  # masks with holes, quotient and rest
            few = self.value(offset)
            start = self.pick("item", f"item + {self.rng.randrange(1, 20)}", f"item + {few}", "item")
            return self.pick(*[f"(({start}) & {self.value('mask')})"] * 4, f"(({start}) & {self.rng.randrange(256)})", f"(item & {few})", f"(item & {self.rng.randrange(64)})", f"(item & ~{1 << self.rng.randrange(5)})", f"(uitem & (uint){few} & 0x3du)",
                             f"(item / ({few} + 1) * ({few} + 1) + item % ({few} + 1))", f"(item / ({few} + 1) + item % ({few} + 1))",
                             f"(uitem % (uint)({few} + 1) * 2u)", f"(item & ~{few})", f"(item | {few})", f"(item ^ {few})", f"(item & {few}) * 2", f"(item & -{1 << self.rng.randrange(4)})")
        if kind == 15:
            return f"(int)(hash({self.pick('uitem', 'sum', 'uitem / 4u')}) % (N * {most}u))"
        if kind == 16:
            return self.pick("(uchar)(item * 3)", "(uchar)sum", "(int)(sum & 31)", "(char)(item & 127)", "(int)((ushort)sum % 61)", "(sum >> 27)")
        if kind == 17:
            return self.pick("(int)(uitem + 0xfffffff0u + 16u)", "(int)(uitem - 5u + 5u)", "(uint)((ulong)uitem + 0x100000000ul)",
                             "(int)((long)item + 0x7fffffff00000000l)", "(uint)(item - 7) + 7u")
        if kind == 18:
            return f"({self.pick('sum & 1', 'item % 3 == 1', 'lid > 4', 'off0 > 5')} ? {line} : {self.id()})".replace("off0", self.value("off0"))
        if kind == 19 and self.counters:
            return self.pick(f"({counter} * (int)N + item)", f"(item * {most} + {counter} % {most})") if most == 8 else line
        return line

    # ---- Reads.

    def input(self, kind):
        return self.argument(f"in_{kind}", f"global const {kind}* ")

    def element(self, kind=None):
        """A load from one of the inputs."""
        kind = kind or self.rng.choice(TYPES)
        base = self.input(kind)
        if self.chance(0.15):  # from the middle, backwards
            return f"({base} + 40)[(int)({self.index(8)}) - {self.rng.randrange(41)}]"
        return f"{base}[{self.index(8)}]"

    def use(self, text):
        return self.pick(f"sum = sum * 31 + word({text});", f"sum += word({text});", f"sum ^= word({text}) * 3;")

    def condition(self):
        return self.pick("sum & 1", "item % 3 == 1", "lid >= 4", "item > 2", "x < width - 1", "uitem % 5u < 3u", "item < (int)N - 3",
                         f"{self.value('off0')} > 7", f"item >= {self.value('off1')}", f"word({self.input('int')}[item]) & 4",
                         "lid == 0", "sum % 7u != 0")

    def guarded(self, text):
        return f"if ({self.condition()}) {{ {text} }}" if self.chance(0.35) else text

    def read(self):
        self.add(self.guarded(self.use(self.element())))

    def branches(self):
        kind = self.rng.choice(TYPES)
        self.add(f"{kind} v{self.number}; if ({self.condition()}) v{self.number} = {self.element(kind)}; else v{self.number} = "
                 f"{self.element(kind)}; {self.use(f'v{self.number}')}")

    def bound(self):
        return self.pick("3", "5", "8", "(int)(sum % 7u)", "(lid & 3)", f"({self.value('off0')} & 7)", f"min({self.value('off1')}, 6)",
                         "(item % 6)", "(x & 3) + 2")

    def loop(self):
        k = self.fresh("k")
        self.counters.append(f"(int){k}")
        bound = self.bound()
        inside = " ".join(self.guarded(self.use(self.element())) for _ in range(self.rng.choice([1, 1, 2])))
        if self.chance(0.2):
            inside += f" if ({self.condition()}) {self.pick('break', 'continue', 'break')};"
        kind = self.pick("int", "int", "uint", "uchar", "size_t", "short")
        self.counters.pop()
        self.add(self.pick(f"for ({kind} {k} = 0; {k} < {bound}; ++{k}) {{ {inside} }}",
                           f"for ({kind} {k} = 0; {k} < {bound}; ++{k}) {{ {inside} }}",
                           f"for (int {k} = {bound} - 1; {k} >= 0; --{k}) {{ {inside} }}",
                           f"for (int {k} = 0; {k} < {bound}; {k} += 2) {{ {inside} }}",
                           f"{{ int {k} = min((int)({bound}), 7); do {{ {inside} }} while (--{k} >= 0); }}".replace("--" + k + " >= 0", "--" + k + " > 0")))

    def pointer_loop(self):
        """A pointer goes on by a row or a step."""
        kind = self.rng.choice(TYPES)
        k, p = self.fresh("k"), self.fresh("p")
        base = self.input(kind)
        text, number = self.stride(7)
        step = self.pick("(int)N", "1", text, text, f"{text} * {self.pick('1', '(int)N')}" if abs(number) == 1 else text)
        count = self.pick("4", "7", f"({self.value('off0')} & 7)", "(lid & 3)")
        start = self.pick("item", "item", "(size_t)item", "(int)(N / 2)", "lid", "x")
        # A step below 0 begins 7 steps on.
        self.add(f"{{ const int step = {step}; global const {kind}* {p} = {base} + {start} + (step < 0 ? 7 * -step : 0); "
                 f"for (int {k} = 0; {k} < {count}; ++{k}) {{ {self.guarded(self.use(f'*{p}'))} {p} += step; }} }}")

    def group(self):
        kind = self.rng.choice(GROUPS)
        length = int("".join(c for c in kind if c.isdigit()))
        element = kind.rstrip("0123456789")
        most = max(1, min(8, 64 // (BYTES[element] * length)))
        v = self.fresh("w")
        if self.chance(0.5):
            load = f"((global const {kind}*){self.input(element)})[{self.line(most)}]"
        else:
            load = f"vload{length}({self.line(most)}, {self.input(element)} + {self.rng.randrange(5)})"
        uses = " ".join(self.use(f"{v}.s{self.rng.randrange(min(length, 10))}") for _ in range(self.rng.choice([1, 2, length if length < 5 else 2])))
        change = self.pick("", "", f"{v} = {v} + {v}.s{'1' * length};" if element in ("float", "double") else f"{v} ^= {v}.s{'1' * length};")
        store = ""
        if self.chance(0.4) and length * BYTES[element] <= 32 and self.stored < 1:
            self.stored += 1
            store = self.pick(f"((global {kind}*)(out + 64 + N * 8))[item] = {v};", f"vstore{length}({v}, {self.line(1)}, (global {element}*)(out + 64 + N * 8));")
            if element in ("float", "double"):
                store = ""
        self.add(self.guarded(f"{kind} {v} = {load}; {change} {uses} {store}"))

    def structure(self):
        name, fields = self.rng.choice([("pair_t", ["a", "b"]), ("three_t", ["a", "b", "c"]), ("mixed_t", ["a", "b", "c", "d"]),
                                        ("bytes_t", ["a", "b", "c"]), ("wide_t", ["a", "b"])])
        s = self.fresh("s")
        pointer = f"((global const {name}*){self.input('uint')})"
        index = self.line(2)
        uses = " ".join(self.use(f"{s}.{field}" if self.chance(0.5) else f"{pointer}[{index}].{field}") for field in
                        self.rng.sample(fields, self.rng.randrange(1, len(fields) + 1)))
        self.add(self.guarded(f"{name} {s} = {pointer}[{index}]; {uses}"))

    def wrapped(self):
        """An index of 32 bits that wraps for some work-items, which do not go there."""
        kind = self.rng.choice(TYPES)
        base = self.input(kind)
        i = self.fresh("i")
        scale = self.pick("1", "1", "2", "3", self.value("one"))
        by = self.pick("wrap0", "wrap1", "wrap2")
        if self.chance(0.5):
            number = self.pick(f"uitem * {scale} + (uint){self.value(by)}", f"(uint){self.value(by)} - uitem * {scale}",
                               f"(uint)(get_global_id(0) - get_global_offset(0)) + (uint){self.value(by)}",
                               f"(uint)((size_t)item + (size_t){self.value(by)})", "uitem - (N >> 1)", f"uitem - (uint){self.value('off0')}")
            self.add(f"{{ const uint {i} = {number}; if ({i} < N) {{ {self.use(f'{base}[{i}]')} }} }}")
        else:
            number = self.pick(f"(int)(uitem * {scale} + (uint){self.value(by)})", f"item - {self.value('off0')}", "item - (int)(N >> 1)",
                               f"(int)((uint){self.value(by)} - uitem)", f"(int)((long)item + {self.value(by)})")
            test = self.pick(f"{i} >= 0 && {i} < (int)N", f"(uint){i} < N")
            self.add(f"{{ const int {i} = {number}; if ({test}) {{ {self.use(f'{base}[{i}]')} }} }}")

    def far(self):
        """A base far before or after what is read, by a number of 64 bits or by 32 that wrap."""
        kind = self.rng.choice(TYPES)
        base = self.input(kind)
        far = self.pick("1000", "(long)off1 * 100", "(long)N").replace("off1", self.value("off1"))
        self.add(self.use(f"({base} + {far})[(long){self.line(8)} - {far}]") if self.chance(0.5) else
                 self.use(f"{base}[(size_t){self.line(8)} + (size_t)({far}) - ({far})]"))

    def table(self):
        name, size = self.rng.choice([("table_int", 16), ("table_float", 32), ("table_uchar", 64), ("table_ushort", 37), ("table_double", 8),
                                      ("table_ulong", 5)])
        index = self.pick(f"sum % {size}u", f"uitem % {size}u", f"({self.index(1)}) % {size}", f"(sum >> 3) & {[1, 3, 7, 15, 31][min(4, size.bit_length() - 2)]}")
        self.add(self.guarded(self.use(f"{name}[{index}]")))

    # ---- Writes. The output: 64 words of nobody's, N words of results, then regions of 8 N words.

    def store(self):
        """A region of its own for each work-item, whatever the stride."""
        if self.stored >= 1:
            return self.read()
        self.stored += 1
        kind = self.pick("uint", "uint", "int", "uchar", "ushort", "ulong", "char")
        to = f"((global {kind}*)(out + 64 + N * 8))"
        value = self.pick(f"({kind})sum", f"({kind})({self.element(self.rng.choice(INTEGERS))})")
        # A line only: what is cut or clamped may be one place for two work-items.
        index = self.line(8 if BYTES[kind] < 8 else 4)
        if self.chance(0.3):
            k = self.fresh("k")
            return self.add(f"for (int {k} = 0; {k} < {self.bound()}; ++{k}) {{ {self.pick(f'{to}[{k} % 4 * (int)N + item]', f'{to}[item * 4 + {k} % 4]')} = "
                            f"{value} + ({kind}){k}; {self.use('sum')} }}")
        if self.chance(0.2):
            return self.add(f"if ({self.condition()}) {to}[{index}] = {value}; else {{ {self.read_text()} {to}[{index}] = ({kind})7; }}")
        return self.add(self.guarded(f"{to}[{index}] = {value};"))

    def read_text(self):
        return self.use(self.element())

    def other(self):
        """Another way to the output: (text of a pointer, how many bytes further on it begins)."""
        if self.shared["svm"] and self.chance(0.4):
            holder = self.argument("holder", "global const places_t* ")
            return f"{holder}->place", self.value("holder_at")
        name = self.pick("again", "more")
        return self.argument(name, "global uint* "), self.value(f"{name}_at")

    def again(self):
        """Writes by one name, reads by another, each work-item its own places."""
        if self.stored:
            return self.read()
        pointer, at = self.other()
        p = self.fresh("q")
        line = self.pick("item", "item * 2", "item * 3 + 1", "item * 4 + (int)(sum & 3)", "((int)N - 1 - item)", "item * 8 + (lid & 7)",
                         f"({self.value('s_more')} < 0 ? ((int)N - 1 - item) * 4 : item * 4)")
        first = f"out[64 + (int)N * 8 + {line}]"
        # In words: where the other name is memory of its own, at is 0.
        second = f"{p}[64 + (int)N * 8 + {line} - {at} / 4]"
        a, b = (first, second) if self.chance(0.5) else (second, first)
        steps = self.pick(f"{a} = sum; {self.use(b)} {a} += 5; {self.use(b)}", f"{b} = 1; {a} = sum; {self.use(b)}",
                          f"const uint t = {b}; {a} = sum + 1; sum += t + {b};", f"{a} = sum; if ({self.condition()}) {b} = 3; {self.use(a)}",
                          f"for (int j = 0; j < {self.bound()}; ++j) {{ {a} = {b} + sum + j; sum = sum * 5 + {b}; }}",
                          f"((global uchar*)&{a})[item & 3] = (uchar)sum; {self.use(b)}")
        self.add(f"{{ global uint* {p} = {pointer}; {steps} }}")
        self.stored += 1

    def in_place_loop(self):
        """A row of each work-item, shifted or added up in place."""
        if self.stored:
            return self.again()
        pointer, at = self.other()
        self.stored += 1
        p, k = self.fresh("q"), self.fresh("k")
        row = self.pick("item * 8 + {}", "{} * (int)N + item", "((int)N - 1 - item) * 8 + {}")
        a = lambda i: f"out[64 + (int)N * 8 + {row.format(f'({i})')}]"
        b = lambda i: f"{p}[64 + (int)N * 8 + {row.format(f'({i})')} - {at} / 4]"
        fill = f"for (int {k} = 0; {k} < 8; ++{k}) {a(k)} = hash(sum + {k});"
        work = self.pick(f"for (int {k} = 0; {k} < 7; ++{k}) {a(k + ' + 1')} = {b(k)} + 1;", f"for (int {k} = 0; {k} < 7; ++{k}) {a(k)} = {b(k + ' + 1')};",
                         f"for (int {k} = 6; {k} >= 0; --{k}) {b(k + ' + 1')} = {a(k)};", f"for (int {k} = 1; {k} < 8; ++{k}) {b(k)} += {a('(' + k + ' - 1)')};",
                         f"for (int {k} = 0; {k} < 4; ++{k}) {{ const uint t = {a(k)}; {a(k)} = {b('(7 - ' + k + ')')}; {b('(7 - ' + k + ')')} = t; }}")
        self.add(f"{{ global uint* {p} = {pointer}; {fill} {work} {self.use(a('(int)(sum & 7)'))} }}")

    def through_local(self):
        """All of a group exchange; no work-item is missing."""
        kind = self.pick("uint", "int", "ushort", "uchar", "float")
        box = self.argument(f"box_{kind}", f"local {kind}* ")
        to, from_ = self.rng.choice([("lid", "size - 1 - lid"), ("lid", "(lid + 1) % size"), ("size - 1 - lid", "lid"), ("lid * 2", "lid / 2 * 2"),
                                     ("lid", "max(lid - 1, 0)"), ("lid", "(lid ^ 1) < size ? lid ^ 1 : lid"), ("lid", "(int)(sum % (uint)size)"),
                                     ("(lid * 3) % (3 * size)", "lid * 3"), ("lid + (lid >> 4)", "lid / 3 + (lid / 3 >> 4)"),
                                     ("lid", f"(lid + {self.value('off0')}) % size"), ("lid", "min(lid + 3, size - 1)")])
        value = f"({kind})sum" if kind != "float" else "(float)(sum & 0xffff)"
        self.add(f"{box}[{to}] = {value}; barrier(CLK_LOCAL_MEM_FENCE); {self.use(f'{box}[{from_}]')} barrier(CLK_LOCAL_MEM_FENCE);")


HEAD = """// SPDX-License-Identifier: Apache-2.0
// sizes: {sizes}
// dims: {dims}
// per_item: 24
// extra: 256
// same again: {again}
// same more: {more}
{svm}{args}#include "random/values.h"

typedef struct {{ global uint* place; }} places_t;
typedef struct {{ int a; float b; }} pair_t;
typedef struct {{ uint a; short b; int c; }} three_t;
typedef struct {{ short a; float b; uchar c; ulong d; }} mixed_t;
typedef struct {{ uchar a, b, c; }} bytes_t;
typedef struct {{ uint a; double b; }} wide_t;
constant int table_int[16] = {{5, -3, 70, 11, 0, 9, 1 << 20, -8, 77, 2, 3, 4, 1, 600, 15, 16}};
constant float table_float[32] = {{0.5f, 1.5f, -2.0f, 3.25f, 7, 9, 1e5f, 3, 4, 5, 6, 7, 8, -1, -2, -3, 1, 2, 3, 9, 8, 7, 6, 5, 40, 50, 60, 70, 80, 90, 21, 22}};
constant uchar table_uchar[64] = {{1, 2, 3, 250, 5, 6, 77, 8, 9, 10, 200, 12, 13, 14, 15, 16, 17, 18, 19, 120, 21, 22, 33, 44, 55, 66, 0, 99}};
constant ushort table_ushort[37] = {{65535, 2, 3, 4, 500, 6, 7, 8, 9, 1000, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28}};
constant double table_double[8] = {{0.25, 1e10, -3, 4, 5, 6, 7.5, 8}};
constant ulong table_ulong[5] = {{1, 1ul << 40, 3, 4, 5}};
"""


def head(rng):
    svm = rng.random() < 0.35
    strides = {"s_one": rng.choice([1, -1]), "s_few": rng.choice([1, 2, 3, -2, -3]), "s_more": rng.choice([-8, -5, 4, 5, 6, 7, 8])}
    step = 4 if svm else 128
    places = [f"out+{step * rng.randrange(0, 128 // step * 2)}" for _ in range(3)] + ["out+0", "apart"]
    args = {**strides, "off0": rng.randrange(32), "off1": rng.randrange(32), "one": 1, "mask": rng.choice([5, 9, 13, 21, 23, 27, 29, 15, 31, 47, 61, 255]), "wrap0": -rng.randrange(1, 40),
            "wrap1": rng.randrange(-5, 6), "wrap2": rng.choice([0x7ffffff0, -0x7ffffff8, -1, 0])}
    text = "".join(f"// arg {name}: i32 {value}\n" for name, value in args.items())
    holder = f"// memory: svm\n// same holder: {' '.join(rng.sample(places[:4], 3))}\n" if svm else ""
    return HEAD.format(sizes=" ".join(map(str, rng.choice([[1, 8, 17, 64], [3, 16, 33], [2, 5, 32, 40], [7, 64, 100], [4, 24, 65]]))),
                       dims=rng.choice(["1", "1", "1 2"]), again=" ".join(rng.sample(places, 3)), more=" ".join(rng.sample(places, 3)),
                       svm=holder, args=text), {"svm": svm, "strides": strides}


def generate(seed, only=None, without=()):
    return write_file(head, Access, f"access {seed}", KERNELS, only, without)


if __name__ == "__main__":
    main(generate)
