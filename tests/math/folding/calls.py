# SPDX-License-Identifier: Apache-2.0
"""Kernels that call built-ins with arguments from memory, and with such that the compiler knows in one way or another.

A kernel writes to `out`, reads from `in`, and does many calls; each result has a place of its own, as has what a pointer gets.
"""
from dataclasses import dataclass

from arguments import float_bits, is_nan

PRELUDE = """\
#pragma OPENCL EXTENSION cl_khr_fp16 : enable
#define AT(T, FROM, PLACE) ((global T*)((FROM) + (PLACE)))
// k, as loops with a known number of iterations find out.
ulong found(ulong k) {
  uchar bytes[8];
  ulong result = 0;
  for (int i = 0; i < 8; ++i) bytes[i] = (uchar)(k >> 8 * i);
  for (int i = 7; i >= 0; --i) result = result << 8 | bytes[i];
  return result;
}
"""
# What is known of an argument where a branch has asked, for floats.
FACTS = ("{x} == INFINITY", "{x} == -INFINITY", "isnan({x})", "isinf({x})", "isfinite({x})", "{x} == ({t})1", "{x} < ({t})0",
         "{x} == ({t})0", "fabs({x}) >= ({t})2")


@dataclass
class Case:
    """An overload with its rows. `extended`: these, and then those with each known argument in place of their own; `defined` says of
    each whether it has a result."""
    overload: object
    rows: list
    known: list  # (argument, number of the row that the known one is of)
    extended: list = None
    defined: list = None

    def __post_init__(self):
        self.extended = list(self.rows)
        for argument, known in self.known:
            self.extended += [row[:argument] + (self.rows[known][argument],) + row[argument + 1:] for row in self.rows]


def word_of(kind):
    return "u" + {8: "char", 16: "short", 32: "int", 64: "long"}[kind.bits]


def constant(kind, words, spell):
    """A literal of a type, its words spelt as `spell` has them."""
    parts = [f"as_{kind.element}(({word_of(kind)}){spell(word)})" for word in words[:kind.lanes]]
    return parts[0] if kind.lanes == 1 else f"({kind})({', '.join(parts)})"


def literal(word):
    return f"0x{word:x}UL"


def looked_for(word):
    return f"found(0x{word:x}UL)"


def packed(kind, words):
    words = list(words[:kind.lanes]) + [0] * (kind.stored_lanes - kind.lanes)
    return b"".join(word.to_bytes(kind.bits // 8, "little") for word in words)


class Output:
    """Where results are: `size` bytes in all, and for each result a note."""

    def __init__(self):
        self.size, self.notes = 0, []

    def place(self, kind, count, note):
        self.size += -self.size % 128
        place = self.size
        self.size += kind.size * count
        self.notes.append((place, kind, count, note))
        return place


def call(overload, actual, result, stored):
    """Statements that call it; `result` and `stored` are lvalues."""
    if overload.memory:
        there = overload.arguments[0] if overload.memory == "load" else overload.result
        if overload.memory == "load":
            return f"{{ {there} some = {actual[0]}; {result} = {overload.name}(0, (private half*)&some); }}"
        return f"{{ {there} some; {overload.name}({actual[0]}, 0, (private half*)&some); {result} = some; }}"
    if overload.stored:
        return f"{{ {overload.stored} more; {result} = {overload.name}({', '.join(actual)}, &more); {stored} = more; }}"
    return f"{result} = {overload.name}({', '.join(actual)});"


class Kernel:
    """Source of a kernel while it grows, with the inputs and results that it has."""

    def __init__(self, name, items):
        self.name, self.items, self.lines, self.inputs, self.output = name, items, [], bytearray(), Output()

    def source(self):
        return f"kernel void {self.name}(global const uchar* in, global uchar* out) {{\n  size_t i = get_global_id(0);\n" + \
            "".join(f"  {line}\n" for line in self.lines) + "}\n"

    def input(self, data):
        self.inputs += b"\0" * (-len(self.inputs) % 128)
        place = len(self.inputs)
        self.inputs += data
        return place

    def read(self, case, rows):
        """Expressions for the arguments of work-item i."""
        result = []
        for number, kind in enumerate(case.overload.arguments):
            data = b"".join(packed(kind, row[number]) for row in rows)
            result.append(f"AT({kind}, in, {self.input(data)})[i]")
        return result

    def add(self, case, actual, note, count=1, at="0", guard=""):
        """A call whose results are those of `note`: the numbers of rows of the case, for each element."""
        overload = case.overload
        result = f"AT({overload.result}, out, {self.output.place(overload.result, count, (case, False, note))})[{at}]"
        stored = ""
        if overload.stored:
            stored = f"AT({overload.stored}, out, {self.output.place(overload.stored, count, (case, True, note))})[{at}]"
        self.lines.append(guard + call(overload, actual, result, stored))

    def from_memory(self, case):
        self.add(case, self.read(case, case.extended), "memory", len(case.extended), "i",
                 f"if (i < {len(case.extended)}) ")

    def known_partly(self, case):
        """One argument is a literal, the others are from memory."""
        count = len(case.rows)
        actual = self.read(case, case.rows)
        for number, (argument, known) in enumerate(case.known):
            kind = case.overload.arguments[argument]
            some = list(actual)
            some[argument] = constant(kind, case.rows[known][argument], literal)
            rows = range(count * (number + 1), count * (number + 2))
            self.add(case, some, ("literal argument", [row if case.defined[row] else None for row in rows]), count, "i",
                     f"if (i < {count}) ")

    def known_by_branch(self, case):
        kind = case.overload.arguments[0]
        count = len(case.rows)
        actual = self.read(case, case.rows)
        self.lines.append(f"if (i < {count}) {{ {kind} x = {actual[0]};")
        for number, fact in enumerate(FACTS):
            asked = fact.format(x="x", t=kind)
            rows = [row if holds(number, kind, case.rows[row][0][0]) else None for row in range(count)]
            self.add(case, ["x"], (f"where {asked}", rows), count, "i", f"if ({asked}) ")
        self.lines.append("}")

    def known(self, case, row, spell, way):
        actual = [constant(kind, words, spell) for kind, words in zip(case.overload.arguments, case.rows[row])]
        self.add(case, actual, (way, [row]))


def holds(fact, kind, word):
    """Is the fact of this number so for the number of these bits?"""
    sign = word >> (kind.bits - 1)
    size = word & ((1 << (kind.bits - 1)) - 1)
    infinity, one, two = (float_bits(each, kind.bits) for each in (float("inf"), 1.0, 2.0))
    nan = is_nan(word, kind.bits)
    return (size == infinity and not sign, size == infinity and sign, nan, size == infinity, size < infinity, word == one,
            sign and size and not nan, size == 0, size >= two and not nan)[fact]
