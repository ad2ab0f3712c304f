#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Writes random OpenCL C programs of the kind that compilers are tested with: random_programs.py FOLDER [COUNT [FIRST SEED]]

Functions that call each other, structures handed round by pointer, private arrays, short vectors of all widths and types,
nested loops and conditions on data that differs by work-item. Nothing in them is undefined: indices are masked, shifts and
divisors are bounded, signed arithmetic goes through unsigned numbers. Loops end after a few iterations. Each work-item
stores one number.
"""

import os
import random
import sys

SCALARS = ["char", "uchar", "short", "ushort", "int", "uint", "long", "ulong"]
WIDTHS = [2, 4, 8, 16]
BITS = {"char": 8, "short": 16, "int": 32, "long": 64}


def unsigned(kind):
    return kind if kind[0] == "u" else "u" + kind


class Program:
    def __init__(self, seed):
        self.random = random.Random(seed)
        self.lines = []
        self.fields = []  # of the structure: (name, type, elements of an array or 0)
        self.functions = []  # (name, result's type, parameters' types)

    def vector(self):
        return self.random.choice(SCALARS) + str(self.random.choice(WIDTHS))

    def type(self):
        return self.vector() if self.random.random() < 0.5 else self.random.choice(SCALARS)

    def parts(self, kind):
        scalar = kind.rstrip("0123456789")
        return scalar, int(kind[len(scalar):] or 1)

    def constant(self, kind):
        scalar, width = self.parts(kind)
        values = [f"({scalar}){self.random.choice([0, 1, 2, 7, 100, self.random.getrandbits(31)])}" for _ in range(width)]
        if width == 1:
            return values[0]
        if self.random.random() < 0.3:
            return f"(({kind})({values[0]}))"
        return f"(({kind})({', '.join(values)}))"

    def converted(self, text, source, kind):
        if source == kind:
            return text
        (_, from_width), (scalar, width) = self.parts(source), self.parts(kind)
        if from_width == width:
            return f"convert_{kind}({text})"
        if width == 1:
            return f"({scalar})(({text}).s{self.random.randrange(from_width):x})"
        if from_width == 1:
            return f"({kind})(({scalar})({text}))"
        if from_width > width:
            picks = "".join(f"{self.random.randrange(from_width):x}" for _ in range(width))
            return f"convert_{kind}(({text}).s{picks})"
        return f"({kind})(({scalar})(({text}).s0))"

    def place(self, scope):
        """A value that can be read and written, and its type."""
        if self.random.random() < 0.6 or not scope:
            name, kind, length = self.random.choice(self.fields)
            text = f"s->{name}"
            if length:
                text += f"[{self.index(scope, length)}]"
        else:
            text, kind = self.random.choice(scope)
        if self.parts(kind)[1] > 1 and self.random.random() < 0.4:
            return f"{text}.s{self.random.randrange(self.parts(kind)[1]):x}", self.parts(kind)[0]
        return text, kind

    def index(self, scope, length):
        if self.random.random() < 0.5:
            return str(self.random.randrange(length))
        text, kind = self.random.choice(scope) if scope and self.random.random() < 0.7 else ("s->id", "uint")
        return f"(uint)({self.converted(text, kind, 'uint')}) % {length}u"

    def leaf(self, kind, scope):
        if self.random.random() < 0.25:
            return self.constant(kind)
        text, source = self.place(scope)
        return self.converted(text, source, kind)

    def expression(self, kind, scope, depth):
        if depth == 0 or self.random.random() < 0.15:
            return self.leaf(kind, scope)
        scalar, width = self.parts(kind)
        vector = kind if width > 1 else ""
        wide = unsigned(scalar) + (str(width) if width > 1 else "")
        a, b = (self.expression(kind, scope, depth - 1) for _ in range(2))
        choice = self.random.randrange(11)
        if choice < 3:
            operator = self.random.choice("+-*")
            return f"as_{kind}(({wide})(as_{wide}({a}) {operator} as_{wide}({b})))"
        if choice < 5:
            return f"({kind})({a} {self.random.choice('&|^')} {b})"
        if choice == 5:
            return f"({kind})({a} {self.random.choice(['<<', '>>'])} ({kind})({self.random.randrange(BITS[unsigned(scalar)[1:]])}))"
        if choice == 6:
            divisor = self.random.choice([3, 5, 7, 10])
            return f"({kind})({a} {self.random.choice('/%')} ({kind})({divisor}))"
        if choice == 7:
            name = self.random.choice(["max", "min", "add_sat", "sub_sat", "rhadd", "hadd", "rotate", "mul_hi"])
            return f"{name}({a}, {b})"
        if choice == 8:
            c = self.expression(kind, scope, depth - 1)
            if self.random.random() < 0.5:
                return f"clamp({a}, min({b}, {c}), max({b}, {c}))"
            return f"(({a} {self.random.choice(['<', '==', '>='])} {b}) ? {c} : {a})" if vector else f"({kind})(({a}) > ({b}) ? ({c}) : ({a}))"
        if choice == 9 and vector:
            return f"convert_{kind}({a} {self.random.choice(['<', '!=', '>='])} {b})"
        name, result, parameters = self.random.choice(self.functions) if self.functions else ("", "", ())
        if not name or self.random.random() < 0.6:
            return f"({kind})({a} ^ ~({b}))"
        words = ", ".join(["s", *(self.leaf(each, scope) for each in parameters)])
        return self.converted(f"{name}({words})", result, kind)

    def condition(self, scope):
        text, kind = self.place(scope)
        return f"({self.converted(text, kind, 'uint')} & {self.random.choice([1, 3, 6, 255])}u) != {self.random.randrange(3)}u"

    def statements(self, count, depth, scope, indent):
        for _ in range(count):
            choice = self.random.random()
            pad = "  " * indent
            if depth > 0 and choice < 0.2:
                self.lines.append(f"{pad}if ({self.condition(scope)}) {{")
                self.statements(self.random.randint(1, 3), depth - 1, list(scope), indent + 1)
                if self.random.random() < 0.4:
                    self.lines.append(pad + "} else {")
                    self.statements(self.random.randint(1, 3), depth - 1, list(scope), indent + 1)
                self.lines.append(pad + "}")
            elif depth > 0 and choice < 0.35:
                name = f"i{indent}"
                self.lines.append(f"{pad}for (int {name} = 0; {name} < {self.random.randint(1, 12)}; ++{name}) {{")
                self.statements(self.random.randint(1, 3), depth - 1, list(scope), indent + 1)
                if self.random.random() < 0.3:
                    self.lines.append(f"{pad}  if ({self.condition(scope)}) {self.random.choice(['break', 'continue'])};")
                self.lines.append(pad + "}")
            elif choice < 0.5:
                name, kind = f"l{len(self.lines)}", self.type()
                self.lines.append(f"{pad}{kind} {name} = {self.expression(kind, scope, 2)};")
                scope.append((name, kind))
            else:
                text, kind = self.place(scope)
                self.lines.append(f"{pad}{text} = {self.expression(kind, scope, 3)};")

    def function(self):
        name, result = f"f{len(self.functions)}", self.type()
        parameters = [self.type() for _ in range(self.random.randint(0, 3))]
        words = ", ".join(["struct S* s", *(f"{kind} p{i}" for i, kind in enumerate(parameters))])
        self.lines.append(f"{result} {name}({words}) {{")
        scope = [(f"p{i}", kind) for i, kind in enumerate(parameters)]
        self.statements(self.random.randint(3, 8), 3, scope, 1)
        self.lines.append(f"  return {self.expression(result, scope, 2)};")
        self.lines.append("}\n")
        self.functions.append((name, result, parameters))

    def text(self):
        self.fields = [(f"m{i}", self.type(), self.random.choice([0, 0, 2, 5, 9])) for i in range(self.random.randint(8, 20))]
        self.fields.append(("id", "uint", 0))
        self.lines.append("struct S {")
        for name, kind, length in self.fields:
            self.lines.append(f"  {kind} {name}{f'[{length}]' if length else ''};")
        self.lines.append("};\n")
        for _ in range(self.random.randint(3, 9)):
            self.function()
        self.lines.append("kernel void entry(global ulong* result, global const uint* data) {")
        self.lines.append("  struct S state, *s = &state;")
        self.lines.append("  s->id = data[get_global_id(0)];")
        for i, (name, kind, length) in enumerate(self.fields[:-1]):
            scalar, width = self.parts(kind)
            start = f"({kind})(({scalar})(s->id * {2 * i + 1}u + {i}u))" if self.random.random() < 0.5 else self.constant(kind)
            loop = f"for (int i = 0; i < {length}; ++i) s->{name}[i]" if length else f"s->{name}"
            self.lines.append(f"  {loop} = {start};")
        self.statements(self.random.randint(3, 8), 3, [], 1)
        for name, result, parameters in self.functions[-3:]:
            words = ", ".join(["s", *(self.leaf(each, []) for each in parameters)])
            self.lines.append(f"  s->id ^= {self.converted(f'{name}({words})', result, 'uint')};")
        self.lines.append("  ulong hash = s->id;")
        for name, kind, length in self.fields:
            for i in range(length or 1):
                text = f"s->{name}[{i}]" if length else f"s->{name}"
                for element in range(self.parts(kind)[1]):
                    part = f"{text}.s{element:x}" if self.parts(kind)[1] > 1 else text
                    self.lines.append(f"  hash = hash * 31 + (ulong){part};")
        self.lines.append("  result[get_global_id(0)] = hash;")
        self.lines.append("}")
        return "\n".join(self.lines) + "\n"


def write_programs(folder, count, first=1):
    paths = []
    for seed in range(first, first + count):
        paths.append(os.path.join(folder, f"random_{seed}.cl"))
        with open(paths[-1], "w", encoding="utf-8") as file:
            file.write(f"// random_programs.py, seed {seed}\n" + Program(seed).text())
    return paths


if __name__ == "__main__":
    if len(sys.argv) < 2:
        sys.exit(__doc__)
    write_programs(sys.argv[1], *map(int, sys.argv[2:4]))
