#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Writes a file of random kernels for the vectoriser (../README.md): lanes.py SEED [--only NAME] [--without 3,17] > FILE.cl

Work-items go their own ways through loops, switches and returns, on values of every type, and reach memory in every way that
a vector may: in rows, backwards, with strides, through tables, in structures and short vectors, by private arrays. Between
that a group meets at barriers and in collective functions. Test and expect run the same code: what is right is what the
scalar compiler makes of it. Nothing that is written is undefined: signed numbers wrap through unsigned ones, divisors are odd,
conversions from floats saturate, no float is contracted, atomics commute.

Statements are numbered; `--without` leaves some out, so that a failure can be made small (run.py).
"""
import random

from source import main

KERNELS = 3
PREFIX = "l"
SIGNED = ["char", "short", "int", "long"]
UNSIGNED = ["uchar", "ushort", "uint", "ulong"]
BITS = {"char": 8, "short": 16, "int": 32, "long": 64, "uchar": 8, "ushort": 16, "uint": 32, "ulong": 64}
INTEGERS = SIGNED + UNSIGNED
FLOATS = ["float", "double", "half"]
SUFFIX = {"float": "f", "double": "", "half": "h"}
BYTES = {**{name: bits // 8 for name, bits in BITS.items()}, "float": 4, "double": 8, "half": 2}
VECTORS = {"float4": ("float", 4), "int4": ("int", 4), "uchar4": ("uchar", 4), "short2": ("short", 2),
           "float3": ("float", 3), "uint2": ("uint", 2), "double2": ("double", 2), "int8": ("int", 8), "half4": ("half", 4)}
INPUTS = ["uchar", "short", "int", "uint", "ulong", "float", "double", "float4", "half"]


class Node:
    """A statement: text before, statements inside, text behind."""

    def __init__(self, number, open_, inside=(), close=""):
        self.number, self.open, self.inside, self.close = number, open_, list(inside), close

    def lines(self, without, depth):
        if self.number in without:
            return []
        pad = "  " * depth
        result = [f"{pad}{self.open}  // {self.number}"]
        for part in self.inside:
            if isinstance(part, str):
                result.append(pad + part)
            else:
                result += part.lines(without, depth + 1)
        return result + ([pad + self.close] if self.close else [])


class Kernel:
    def __init__(self, rng, name, number):
        self.rng, self.name, self.number = rng, name, number
        self.meets = rng.random() < 0.45       # barriers and collective functions
        self.two_d = rng.random() < 0.3
        self.returns = not self.meets or rng.random() < 0.15
        self.scalars = {}                      # name -> type
        self.vectors = {}                      # name -> type
        self.arrays = {}                       # name -> (type, length)
        self.counters = []                     # loop counters, small
        self.budget = rng.randrange(8, 22)
        self.loops = 0                         # around, that break and continue may leave
        self.depth = 0
        for i, kind in enumerate(rng.sample(INTEGERS, 4) + ["int", "uint", "float", rng.choice(FLOATS)]):
            self.scalars[f"v{i}"] = kind
        for i, kind in enumerate(rng.sample(list(VECTORS), 2)):
            self.vectors[f"w{i}"] = kind
        for i in range(rng.randrange(3)):
            self.arrays[f"p{i}"] = (rng.choice(INTEGERS + FLOATS), rng.choice([2, 3, 4, 8, 13]))
        self.has_structure = rng.random() < 0.5

    # ---- Expressions.

    def of_type(self, kind):
        return [name for name, type_ in self.scalars.items() if type_ == kind]

    def leaf(self, kind):
        rng = self.rng
        choice = rng.randrange(10)
        own = self.of_type(kind)
        if choice < 4 and own:
            return rng.choice(own)
        if choice < 6:
            return self.converted(kind, *rng.choice(list(self.scalars.items())))
        if choice == 6:
            return self.converted(kind, rng.choice(["item", "lid", "x", "y", *self.counters, "(int)n"]), "int")
        if choice == 7:
            return self.load(kind)
        if choice == 8 and self.arrays:
            name, (type_, length) = rng.choice(list(self.arrays.items()))
            return self.converted(kind, f"{name}[{self.below(length)}]", type_)
        if choice == 8 and self.has_structure:
            field, type_ = rng.choice([("a", "int"), ("b", "float"), ("c", "short"), ("d", "ulong")])
            return self.converted(kind, f"s.{field}", type_)
        if choice == 9 and rng.random() < 0.5:
            name, type_ = rng.choice(list(self.vectors.items()))
            element, length = VECTORS[type_]
            return self.converted(kind, f"{name}.s{rng.randrange(length)}", element)
        return self.constant(kind)

    def constant(self, kind):
        rng = self.rng
        if kind in FLOATS:
            return rng.choice(["0.5", "-1.25", "3.0", "0.0", "100.0", "1.0e-3"]) + SUFFIX[kind]
        number = rng.choice([0, 1, 2, 3, 5, 7, 16, 31, 100, 127, rng.randrange(1 << min(BITS[kind] - 1, 31))])
        number &= (1 << (BITS[kind] - 1)) - 1
        return f"({kind}){number}"

    @staticmethod
    def converted(kind, text, from_):
        if kind == from_:
            return text
        if from_ in FLOATS and kind in INTEGERS:
            return f"convert_{kind}_sat({text})"
        return f"({kind})({text})"

    def below(self, limit):
        """An int from 0 to limit - 1."""
        rng = self.rng
        choice = rng.randrange(5)
        if choice == 0:
            return str(rng.randrange(limit))
        if choice == 1 and self.counters:
            return f"({rng.choice(self.counters)} % {limit})"
        if choice == 2:
            return f"({rng.choice(['lid', 'item', 'x'])} % {limit})"
        return f"(int)((uint)({self.integer('uint', 1)}) % {limit}u)"

    def expression(self, kind, depth=0):
        return self.real(kind, depth) if kind in FLOATS else self.integer(kind, depth)

    def real(self, kind, depth=0):
        rng = self.rng
        if depth > 2 or rng.random() < 0.2:
            return self.leaf(kind)
        a, b = self.real(kind, depth + 1), self.real(kind, depth + 1)
        suffix = SUFFIX[kind]
        return rng.choice([
            f"({a} + {b})", f"({a} - {b})", f"({a} * {b})", f"fma({a}, {b}, {self.leaf(kind)})", f"fabs({a})",
            f"({a} < {b} ? {a} : {b})", f"({self.condition(depth + 1)} ? {a} : {b})", f"floor({a})", f"rint({a})",
            f"({a} / (fabs({b}) + 1.0{suffix}))", f"sqrt(fabs({a}))", f"copysign({a}, fmax({b}, -1.0{suffix}))", f"(-({a}))",
            f"({a} > {b} ? {a} : {self.leaf(kind)})", f"trunc({a} * 0.125{suffix})"])

    def integer(self, kind, depth=0):
        rng = self.rng
        if depth > 2 or rng.random() < 0.2:
            return self.leaf(kind)
        a, b = self.integer(kind, depth + 1), self.integer(kind, depth + 1)
        unsigned = kind if kind in UNSIGNED else "u" + kind
        wide = "ulong" if BITS[kind] == 64 else "uint"
        choice = rng.randrange(16)
        if choice < 6:
            return f"({kind})(({wide})({a}) {rng.choice('+-*&|^')} ({wide})({b}))"
        if choice == 6:
            return f"({kind})(({a}) {rng.choice(['>>', '<<']) if kind in UNSIGNED else '>>'} (({b}) & {BITS[kind] - 1}))"
        if choice == 7:
            return f"({kind})((({unsigned})({a})) / (({unsigned})({b}) | ({unsigned})1))"
        if choice == 8:
            op = rng.choice("/%")
            if kind in SIGNED:
                return f"({kind})((({a}) >> 1) {op} (({b}) | ({kind})1))"
            return f"({kind})(({a}) {op} (({b}) | ({kind})1))"
        if choice == 9:
            return f"({kind})(({a}) {rng.choice('/%')} ({kind}){rng.choice([2, 3, 5, 7, 10, 16, 100])})"
        if choice == 10:
            return f"({self.condition(depth + 1)} ? {a} : {b})"
        if choice == 11:
            return f"{rng.choice(['min', 'max', 'add_sat', 'sub_sat', 'hadd', 'mul_hi', 'rotate'])}(({kind})({a}), ({kind})({b}))"
        if choice == 12:
            return f"{rng.choice(['popcount', 'clz'])}(({kind})({a}))"
        if choice == 13:
            return f"({kind})abs_diff(({kind})({a}), ({kind})({b}))"
        if choice == 14:
            return f"bitselect(({kind})({a}), ({kind})({b}), ({kind})({self.leaf(kind)}))"
        other = rng.choice(INTEGERS)
        return f"convert_{kind}_sat({self.integer(other, depth + 1)})" if rng.random() < 0.5 else \
            f"({kind})({self.integer(other, depth + 1)})"

    def condition(self, depth=1):
        rng = self.rng
        choice = rng.randrange(9)
        if choice == 0:
            return f"item % {rng.randrange(2, 9)} {rng.choice(['==', '!=', '<'])} {rng.randrange(3)}"
        if choice == 1:
            return f"lid {rng.choice(['<', '>=', '=='])} {rng.choice(['1', '5', '16', 'size / 2', 'size - 1'])}"
        if choice == 2:
            return self.uniform_condition()
        if choice == 3:
            return f"({self.condition(depth + 1)}) {rng.choice(['&&', '||'])} ({self.condition(depth + 1)})" if depth < 3 \
                else "item & 1"
        kind = rng.choice(INTEGERS + FLOATS + ["int", "uint"])
        a, b = self.expression(kind, depth + 1), self.expression(kind, depth + 1)
        if kind in INTEGERS and choice < 6:
            return f"(({a}) & {rng.choice([1, 2, 4, 7])}) == {rng.choice(['0', '1'])}"
        return f"({a}) {rng.choice(['<', '>', '==', '!=', '<=', '>='])} ({b})"

    def uniform_condition(self):
        rng = self.rng
        return rng.choice([f"u0 % {rng.randrange(2, 5)} == {rng.randrange(2)}", "group & 1", "n > 40", f"u1 & {rng.randrange(1, 9)}"])

    def index(self, per_item):
        """An index of a buffer that has `per_item` elements for each work-item and 64 more."""
        rng = self.rng
        limit = f"(N * {per_item}u)"
        counter = rng.choice(self.counters + ["1"])  # below 8
        choices = ["item", "item", f"item + {rng.randrange(1, 40)}", "(int)N - 1 - item", f"(int)N + {rng.randrange(1, 40)} - item",
                   "item / 3", "item >> 1", "item & 7", "lid", f"item ^ {rng.choice([1, 3])}", "(int)(u0 % N)", f"item + {counter}",
                   "(int)group", "y * width + x", "x", "y", "(int)(uitem + 0xfffffff0u + 16u)", "(int)(uchar)item & 31",
                   f"(int)((uint)({self.integer('uint', 2)}) % {limit})", f"(int)({rng.choice(self.of_type('uint'))} % {limit})",
                   "(int)((ushort)item % 61)", "(int)abs(item - (int)N / 2)", "item % 5 * 3", "max(item - 3, 0)",
                   "(item + 13) % (int)N"]
        for stride in (2, 3, 4, 8):
            if per_item >= stride:
                choices += [f"item * {stride} + {rng.randrange(stride)}", f"item * {stride} + {counter} % {stride}",
                            f"((int)N - 1 - item) * {stride} + {rng.randrange(stride)}", f"(int)(uitem * {stride}u + {rng.randrange(stride)}u)",
                            f"{counter} % {stride} * (int)N + item", f"item * {stride}"]
        return rng.choice(choices)

    def load(self, kind):
        rng = self.rng
        type_ = rng.choice(INPUTS)
        if type_ == "half":
            return self.converted(kind, f"vload_half({self.index(8)}, in_half)", "float")
        if type_ == "float4":
            return self.converted(kind, f"in_float4[{self.index(4)}].{rng.choice('xyzw')}", "float")
        return self.converted(kind, f"in_{type_}[{self.index(min(64 // BYTES[type_], 8))}]", type_)

    # ---- Statements.

    def node(self, *parts):
        self.number[0] += 1
        return Node(self.number[0], *parts)

    def assignment(self):
        rng = self.rng
        choice = rng.randrange(12)
        if choice < 5:
            name, kind = rng.choice(list(self.scalars.items()))
            return self.node(f"{name} = {self.expression(kind)};")
        if choice < 7 and self.arrays:
            name, (kind, length) = rng.choice(list(self.arrays.items()))
            return self.node(f"{name}[{self.below(length)}] = {self.expression(kind)};")
        if choice == 7 and self.has_structure:
            field, kind = rng.choice([("a", "int"), ("b", "float"), ("c", "short"), ("d", "ulong")])
            return self.node(f"s.{field} = {self.expression(kind)};")
        if choice < 10:
            return self.vector_assignment()
        return self.store()

    def vector_assignment(self):
        rng = self.rng
        name, type_ = rng.choice(list(self.vectors.items()))
        element, length = VECTORS[type_]
        choices = [f"{name}.s{rng.randrange(length)} = {self.expression(element)};",
                   f"{name} = ({type_})({', '.join(self.leaf(element) for _ in range(length))});"]
        if length != 3:
            order = "".join(rng.choice("01234567"[:length]) for _ in range(length))
            choices.append(f"{name} = {name}.s{order};")
        same = [other for other in INPUTS if other == element]
        if same:
            per_item = 64 // BYTES[element] // (4 if length == 3 else length)
            choices += [f"{name} = vload{length}({self.index(max(1, min(per_item, 8)))}, in_{element});"] * 2
        if type_ == "float4":
            choices += [f"{name} = in_float4[{self.index(4)}];", f"{name} = {name} * in_float4[{self.index(4)}] + {self.leaf('float')};",
                        f"{name}.x = dot({name}, in_float4[{self.index(4)}]);"]
        if element in FLOATS:
            choices.append(f"{name} = {name} * {self.leaf(element)} + {name}.s{rng.randrange(length)};")
        else:
            unsigned = element if element in UNSIGNED else "u" + element
            choices.append(f"{name} = as_{type_}(as_{unsigned}{length}({name}) {rng.choice('+*^&')} ({unsigned})({self.leaf(element)}));")
        return self.node(rng.choice(choices))

    def store(self):
        """Each region of the output belongs to one way of storing, so that work-items write what is theirs alone."""
        rng = self.rng
        word = self.word
        choice = rng.randrange(11)
        if choice == 0:
            return self.node(f"out[item] = {word('uint')};")
        if choice == 1:
            return self.node(f"out[2 * (int)N - 1 - item] = {word('int')};")
        if choice == 2:
            return self.node(f"out[(int)N * 2 + item * 3 + {self.below(3)}] = {word('uint')};")
        if choice == 3:
            return self.node(f"out[(int)N * 5 + {self.partner}] = {word('float')};")
        if choice == 4:
            return self.node(f"((global uchar*)(out + N * 6))[item * 4 + {self.below(4)}] = {self.expression('uchar')};")
        if choice == 5:
            return self.node(f"((global ushort*)(out + N * 7))[item] = {self.expression('ushort')};")
        if choice == 6:
            return self.node(f"((global uchar*)(out + N * 8))[item] = {self.expression('uchar')};")
        if choice == 7:
            return self.node(f"vstore4((uint4)({word('uint')}, {word('uint')}, {self.word('float')}, {self.leaf('uint')}), item, "
                             "out + N * 9);")
        if choice == 8:
            kind = rng.choice(["and", "or", "xor", "add", "sub", "max", "min"])
            # One kind of operation a word: then they commute.
            cell = {"and": 0, "or": 8, "xor": 16, "add": 24, "sub": 24, "max": 32, "min": 40}[kind]
            return self.node(f"atomic_{kind}(&out[N * 16 + {cell} + {self.below(8)}], {self.integer('uint')});")
        if choice == 9:
            return self.node(f"out[(int)N * 13 + y * width + x] = {word('uint')};")
        return self.node(f"vstore_half_rte(finite({self.expression('float')}), item, (global half*)(out + N * 14));")

    def word(self, kind):
        """An expression as 32 bits."""
        text = self.expression(kind)
        return f"bits({text})" if kind == "float" else f"(uint)({text})"

    def block(self, count=None):
        self.depth += 1
        result = [self.statement() for _ in range(count or self.rng.randrange(1, 4))]
        self.depth -= 1
        return result

    def statement(self):
        rng = self.rng
        self.budget -= 1
        choice = rng.randrange(20)
        if self.depth > 3 or self.budget < 0 or choice < 7:
            return self.assignment()
        if choice < 11:
            condition = self.uniform_condition() if rng.random() < 0.2 else self.condition()
            inside = self.block()
            if rng.random() < 0.4:
                inside += ["} else {"] + self.block()
            return self.node(f"if ({condition}) {{", inside, "}")
        if choice < 15:
            return self.loop()
        if choice == 15 and self.loops:
            return self.node(f"if ({self.condition()}) {rng.choice(['break', 'continue'])};")
        if choice == 16 and self.returns and rng.random() < 0.5:
            return self.node(f"if ({self.condition()}) {{", [self.store()], "return; }")
        if choice < 18:
            return self.switch()
        return self.store()

    def loop(self):
        rng = self.rng
        counter = f"k{len(self.counters)}_{self.number[0]}"
        bound = rng.choice([str(rng.randrange(1, 8)), f"(int)(u0 % {rng.randrange(2, 8)})", self.below(rng.randrange(2, 8)),
                            self.below(rng.randrange(2, 8)), "(lid & 3)"])
        kind = rng.randrange(4)
        self.counters.append(counter)
        self.loops += 1
        inside = self.block()
        self.loops -= 1
        self.counters.pop()
        if kind < 2:
            return self.node(f"for (int {counter} = 0, {counter}e = {bound}; {counter} < {counter}e; ++{counter}) {{", inside, "}")
        if kind == 2:
            return self.node(f"{{ int {counter} = {bound}; while ({counter}-- > 0) {{", inside, "} }")
        return self.node(f"{{ int {counter} = {bound}; do {{", inside, f"}} while (--{counter} > 0 && ({self.condition()})); }}")

    def switch(self):
        rng = self.rng
        loops, self.loops = self.loops, 0
        inside = []
        for number in range(rng.randrange(2, 5)):
            inside += [f"case {number}:"] + self.block(1) + ([] if rng.random() < 0.25 else ["break;"])
        inside += ["default:"] + self.block(1)
        self.loops = loops
        return self.node(f"switch ({self.below(rng.randrange(3, 7))}) {{", inside, "}")

    # ---- What a group does together.

    def meeting(self, depth=0):
        rng = self.rng
        choice = rng.randrange(9)
        if choice < 3:
            name = rng.choice(self.of_type("uint"))
            by = rng.choice([f"(lid + {rng.randrange(1, 9)}) % size", "size - 1 - lid", "lid / 2", "0", "min(lid + 1, size - 1)",
                             f"(int)((uint)({self.integer('uint', 2)}) % (uint)size)"])
            text = f"box[lid] = {self.word('uint')}; barrier(CLK_LOCAL_MEM_FENCE); {name} ^= box[{by}]; barrier(CLK_LOCAL_MEM_FENCE);"
            return self.node(text)
        if choice == 3 and not self.returns:
            name, kind = rng.choice([(name, kind) for name, kind in self.scalars.items() if kind in ("int", "uint")])
            function = rng.choice(["reduce_max", "reduce_min", "scan_inclusive_max", "scan_exclusive_min", "reduce_add", "scan_inclusive_add",
                                   "scan_exclusive_add"])
            if function.endswith("add"):
                return self.node(f"{name} = ({kind})work_group_{function}({self.integer('uint')});")
            return self.node(f"{name} = work_group_{function}({self.integer(kind)});")
        if choice == 4 and not self.returns:
            name = rng.choice(self.of_type("uint"))
            call = rng.choice([f"work_group_any({self.condition()})", f"work_group_all({self.condition()})"])
            return self.node(f"{name} += {call} ? 3 : 1;")
        if choice == 5:
            name = rng.choice(self.of_type("uint"))
            zero = "if (lid < 8) cells[lid] = 0; if (size < 8 && lid == 0) for (int c = 0; c < 8; ++c) cells[c] = 0;"
            kind = rng.choice(["add", "xor", "or", "max"])
            return self.node(f"{zero} barrier(CLK_LOCAL_MEM_FENCE); if ({self.condition()}) atomic_{kind}(&cells[{self.below(8)}], "
                             f"{self.integer('uint')}); barrier(CLK_LOCAL_MEM_FENCE); {name} += cells[{self.below(8)}]; "
                             "barrier(CLK_LOCAL_MEM_FENCE);")
        if depth > 1 or choice == 6:
            return self.statement()
        inside = [self.meeting(depth + 1) if rng.random() < 0.6 else self.statement() for _ in range(rng.randrange(1, 4))]
        if choice == 7:
            counter = f"k{len(self.counters)}_{self.number[0]}"
            return self.node(f"for (int {counter} = 0; {counter} < (int)(u0 % {rng.randrange(2, 5)}u) + 1; ++{counter}) {{", inside, "}")
        return self.node(f"if ({self.uniform_condition()}) {{", inside, "}")

    def text(self, without):
        rng = self.rng
        self.partner = f"partner(item, {rng.choice([1, 2, 3, 5, 12])}, N)"  # one in a kernel: each place has one writer
        body = []
        for _ in range(rng.randrange(3, 7)):
            body.append(self.meeting() if self.meets and rng.random() < 0.6 else self.statement())
        body.append(self.store())
        lines = ["  if (item >= (int)N) return;"] if not self.meets and rng.random() < 0.5 else []
        for name, kind in self.scalars.items():
            start = rng.choice(["item", "hash(uitem)", "lid * 3", "u0", "7"])
            lines.append(f"  {kind} {name} = ({kind})({start}{'& 1023' if kind in FLOATS else ''});")
        for name, kind in self.vectors.items():
            lines.append(f"  {kind} {name} = ({kind})(({VECTORS[kind][0]})(item & 127));")
        for name, (kind, length) in self.arrays.items():
            lines.append(f"  {kind} {name}[{length}]; for (int e = 0; e < {length}; ++e) {name}[e] = ({kind})(item + e * 3);")
        if self.has_structure:
            lines.append("  structure_t s = {item, 0.5f, (short)lid, (ulong)uitem << 33};")
        if self.meets:  # a work-item that has returned leaves its places as they are
            lines.append("  box[lid] = uitem; if (lid == 0) for (int e = 0; e < 8; ++e) cells[e] = e; barrier(CLK_LOCAL_MEM_FENCE);")
        for node in body:
            lines += node.lines(without, 1)
        mix = [f"bits((float){name})" if kind in FLOATS else f"fold((ulong){name})" for name, kind in self.scalars.items()]
        mix += [f"bits((float){name}.s1)" if VECTORS[kind][0] in FLOATS else f"(uint){name}.s1" for name, kind in self.vectors.items()]
        mix += [f"bits((float){name}[1])" if kind in FLOATS else f"fold((ulong){name}[1])" for name, (kind, _) in self.arrays.items()]
        mix += ["bits(s.b) + (uint)s.a + fold(s.d)"] if self.has_structure else []
        lines.append("  uint sum = 0;")
        lines += [f"  sum = sum * 31 + {part};" for part in mix]
        lines.append("  out[N * 15 + uitem] = sum;")
        x, y = rng.choice([
            ("(int)(get_global_id(0) - get_global_offset(0))", "(int)(get_global_id(1) - get_global_offset(1))"),
            ("(int)(get_group_id(0) * get_enqueued_local_size(0) + get_local_id(0))",
             "(int)(get_group_id(1) * get_enqueued_local_size(1) + get_local_id(1))")])
        item = "y * width + x" if self.two_d or rng.random() < 0.5 else "(int)get_global_linear_id()"
        inputs = ", ".join(f"global const {kind}* in_{kind}" for kind in INPUTS)
        names = ", ".join(f"in_{kind}" for kind in INPUTS)
        body = "\n".join(lines)
        result = f"""
void {self.name}(global uint* out, {inputs}, local uint* box, local uint* cells, uint n, uint u0) {{
  const uint N = n, group = (uint)(get_group_id(0) + get_group_id(1) * 3), u1 = group * 5 + u0;
  const int x = {x}, y = {y}, width = (int)get_global_size(0);
  const int item = {item}, lid = (int)get_local_linear_id();
  const int size = (int)(get_local_size(0) * get_local_size(1) * get_local_size(2));
  const uint uitem = (uint)item;
{body}
}}
"""
        return result + (f"kernel void KERNEL({self.name})(global uint* out, {inputs}, local uint* box, local uint* cells, uint n, uint u0) "
                         f"{{\n  {self.name}(out, {names}, box, cells, n, u0);\n}}\n")


HEAD = """// SPDX-License-Identifier: Apache-2.0
// sizes: 1 3 8 16 17 33 64 100
// dims: 1 2
// per_item: 16
// extra: 64
// local cells: 32
// arg u0: i32 {u0}
#include "common.h"
#pragma OPENCL FP_CONTRACT OFF
#pragma OPENCL EXTENSION cl_khr_fp64 : enable
#pragma OPENCL EXTENSION cl_khr_fp16 : enable

typedef struct {{ int a; float b; short c; ulong d; }} structure_t;
uint bits(float x) {{ return isnan(x) ? 0x7fc00000u : as_uint(x); }}
float finite(float x) {{ return isnan(x) ? 0.0f : x; }}
uint fold(ulong x) {{ return (uint)x ^ (uint)(x >> 32) * 7; }}
int partner(int item, int by, uint n) {{ return (uint)(item ^ by) < n ? item ^ by : item; }}
"""


def generate(seed, only=None, without=()):
    rng = random.Random(f"lanes {seed}")
    text = HEAD.format(u0=rng.randrange(1, 1000))
    for index in range(KERNELS):
        number = [index * 1000]
        kernel = Kernel(random.Random(f"lanes {seed} {index}"), f"l{index}", number)
        if only in (None, kernel.name):
            text += kernel.text(set(without))
    return text


if __name__ == "__main__":
    main(generate)
