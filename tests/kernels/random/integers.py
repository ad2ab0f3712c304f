# SPDX-License-Identifier: Apache-2.0
"""Statements about integers for calls.py: functions, conversions, shuffles, choices. All of them are exact."""
from source import BYTES, INTEGERS, SIGNED, Kernel

ROUNDINGS = ["", "_rte", "_rtz", "_rtp", "_rtn"]
ONE = ["abs({})", "clz({})", "ctz({})", "popcount({})", "(~({}))"]
TWO = ["abs_diff({}, {})", "add_sat({}, {})", "sub_sat({}, {})", "hadd({}, {})", "rhadd({}, {})", "max({}, {})", "min({}, {})", "mul_hi({}, {})", "rotate({}, {})",
       "({} & {})", "({} ^ {})"]
THREE = ["mad_hi({}, {}, {})", "mad_sat({}, {}, {})", "bitselect({}, {}, {})", "clamp({0}, min({1}, {2}), max({1}, {2}))"]
HALVES = {"short": "char", "ushort": "uchar", "int": "short", "uint": "ushort", "long": "int", "ulong": "uint"}


class Integers(Kernel):
    def given_integer(self, i, kind):
        """Number `i` of the given ones, cut to its type."""
        bits = self.shared["i"][i] & ((1 << 8 * BYTES[kind]) - 1)
        seen = f"({kind}){bits}u" if BYTES[kind] < 8 else f"({kind}){bits}UL"
        way = self.pick("", "", "", "by_array", "by_choice", "by_vector", "by_shuffle", "by_pointer", "by_dimensions", "TABLE")
        seen = f"({kind})TABLE_i[{i}]" if way == "TABLE" else f"{way}({seen})" if way else seen
        return f"GIVEN({seen}, ({kind})given.i[{i}])"

    def some(self, kind):
        i = self.rng.randrange(32)
        return self.pick(self.given_integer(i, kind), self.given_integer(i, kind), f"({kind})given.i[{i}]", f"({kind})given.i[(uitem + {i}u) % 32u]", f"({kind})in_bits[uitem * 3u + {i}u]",
                         f"({kind})((ulong)in_bits[uitem + {i}u] << 31 ^ in_bits[uitem])", f"({kind})(item - {self.rng.randrange(9)})",
                         f"({kind})({self.condition()} ? {self.given_integer(i, kind)} : ({kind})in_bits[uitem + {i}u])", f"({kind})(uitem << {self.rng.randrange(31)})")

    def vector(self, kind, width):
        return f"({kind}{width})({', '.join(self.some(kind) for _ in range(width))})"

    def whole_call(self, kind, depth=0):
        """A number of the type, by a function; the same one, as a vector has it."""
        inner = (lambda: f"({kind})({self.whole_call(kind, depth + 1)})") if depth < 2 and self.chance(0.4) else (lambda: self.some(kind))
        form = self.pick("1", "2", "2", "3", "select", "shift", "half", "24", "divide")
        if form == "half" and kind in HALVES:
            low = HALVES[kind]
            return f"upsample({self.some(low)}, {self.some(low if low[0] == 'u' else 'u' + low)})"
        if form == "24" and kind in ("int", "uint"):
            mask = "& 0x7fffff" if kind == "int" else "& 0xffffff"
            return f"{self.pick('mul24({}, {})', 'mad24({}, {}, {})').format(f'({inner()} {mask})', f'({inner()} {mask})', inner())}"
        if form == "select":
            return f"select({inner()}, {inner()}, {self.some(self.pick(kind, kind.lstrip('u') if kind[0] == 'u' else 'u' + kind))})"
        if form == "shift":
            return f"({kind})({inner()} {self.pick('<<', '>>')} {inner()})" if BYTES[kind] >= 4 else f"({kind})({inner()} {self.pick('<<', '>>')} ({inner()} & 7))"
        if form == "divide":
            # Not by zero, and not the least number by -1.
            most = (1 << 8 * BYTES[kind] - 1) - 1
            return f"({kind})({inner()} {self.pick('/', '%')} (({inner()} & ({kind}){most}) | ({kind})1))"
        if form == "3":
            return self.rng.choice(THREE).format(inner(), inner(), inner())
        return self.rng.choice(ONE).format(inner()) if form == "1" else self.rng.choice(TWO).format(inner(), inner())

    def whole(self):
        kind = self.rng.choice(INTEGERS)
        if self.chance(0.3):
            return self.guarded(self.whole_vector(kind))
        return self.guarded(" ".join(f"sum = sum * 31 + word(({kind})({self.whole_call(kind)}));" for _ in range(self.pick(1, 2, 4))))

    def whole_vector(self, kind):
        """Components of a vector, which the other program computes alone."""
        width = self.pick(2, 3, 4, 8, 16)
        forms = self.pick(ONE, TWO, TWO, THREE)
        form = self.rng.choice(forms)
        names = [self.fresh("v") for _ in range(3 if forms is THREE else 2 if forms is TWO else 1)]
        text = f"{{ const {kind}{width} " + ", ".join(f"{name} = {self.vector(kind, width)}" for name in names) + "; "
        for _ in range(self.pick(1, 2, 3)):
            at = ".s" + self.rng.choice("0123456789abcdef"[:width])
            text += f"sum = sum * 31 + word(({kind})GIVEN(({form.format(*names)}){at}, ({form.format(*(name + at for name in names))}))); "
        return text + "}"

    def convert_one(self):
        to = self.rng.choice(INTEGERS + ["float", "double", "half", self.real])
        real = self.pick("float", "double", "half", self.real)
        if to in INTEGERS:
            if self.chance(0.6):
                return f"convert_{to}_sat{self.rng.choice(ROUNDINGS)}({self.value(real)})"
            from_ = self.rng.choice(INTEGERS)
            if self.chance(0.5):
                return f"CONVERT({to}, {self.some(from_)})"
            if (to in SIGNED) != (from_ in SIGNED):
                return f"convert_{to}_sat({self.some(from_)})"
            bits = 8 * BYTES[to] - (to in SIGNED)
            return f"{'SIGNED' if to in SIGNED else 'UNSIGNED'}_SAT({to}, {self.some(from_)}, {hex((1 << bits) - 1)})"
        return f"convert_{to}{self.rng.choice(ROUNDINGS)}({self.value(real) if self.chance(0.5) else self.some(self.rng.choice(INTEGERS))})"

    def convert(self):
        if self.chance(0.3):
            return self.convert_vector()
        return self.guarded(" ".join(f"sum = sum * 31 + word({self.convert_one()});" for _ in range(self.pick(1, 3, 5))))

    def convert_vector(self):
        width, v = self.pick(2, 3, 4, 8, 16), self.fresh("v")
        from_ = self.pick("float", "double", "half", self.real, self.rng.choice(INTEGERS))
        to = self.rng.choice(INTEGERS + ["float", "double", "half"])
        whole = from_ in INTEGERS
        if whole and to in INTEGERS and BYTES[to] > BYTES[from_]:
            from_ = "u" + from_.lstrip("u")  # as CONVERT
        values = ", ".join(self.some(from_) if whole else self.value(from_) for _ in range(width))
        same = whole and to in INTEGERS and (from_ in SIGNED) == (to in SIGNED)
        suffix = ("_sat" if to in INTEGERS and (not whole or self.chance(0.5)) and not same else "") + ("" if whole and to in INTEGERS else self.rng.choice(ROUNDINGS))
        text = f"{{ const {from_}{width} {v} = ({from_}{width})({values}); "
        for _ in range(self.pick(1, 2, 3)):
            at = ".s" + self.rng.choice("0123456789abcdef"[:width])
            text += f"sum = sum * 31 + word(GIVEN(convert_{to}{width}{suffix}({v}){at}, convert_{to}{suffix}({v}{at}))); "
        return text + "}"

    def shuffle(self):
        kind, width, to = self.rng.choice(INTEGERS), self.pick(2, 4, 8, 16), self.pick(2, 4, 8, 16)
        mask, v, w = "u" + kind.lstrip("u"), self.fresh("v"), self.fresh("w")
        two = self.chance(0.5)
        numbers = ", ".join(self.pick(str(self.rng.randrange(64)), str(self.rng.randrange(8)), self.some(mask), f"({mask})lid") for _ in range(to))
        call = f"shuffle2({v}, {self.vector(kind, width)}, ({mask}{to})({numbers}))" if two else f"shuffle({v}, ({mask}{to})({numbers}))"
        uses = " ".join(f"sum = sum * 31 + word({w}.s{self.rng.choice('0123456789abcdef'[:to])});" for _ in range(self.pick(1, 2, 4)))
        return f"{{ const {kind}{width} {v} = {self.vector(kind, width)}; const {kind}{to} {w} = {call}; {uses} }}"

    def choose(self):
        """select, bitselect, any, all and comparisons of vectors."""
        kind, width = self.rng.choice(INTEGERS), self.pick(2, 3, 4, 8, 16)
        signed = kind if kind in SIGNED else kind[1:]
        v, w = self.fresh("v"), self.fresh("w")
        compare = self.pick("<", "==", "!=", ">", ">=")
        text = f"{{ const {kind}{width} {v} = {self.vector(kind, width)}, {w} = {self.vector(kind, width)}; "
        at = f".s{self.rng.choice('0123456789abcdef'[:width])}"
        reals = {8: "double", 4: "float", 2: "half"}
        text += self.pick(f"sum = sum * 31 + (uint)any({v} {compare} {w});", f"sum = sum * 31 + (uint)all({v} {compare} {w});",
                          f"sum = sum * 31 + word(({signed})({v} {compare} {w}){at});", f"sum = sum * 31 + word(select({v}, {w}, {v} {compare} {w}){at});",
                          f"sum = sum * 31 + word(select({v}, {w}, {self.vector(signed, width)}){at});", f"sum = sum * 31 + word(bitselect({v}, {w}, {self.vector(kind, width)}){at});",
                          f"sum = sum * 31 + word(({v} {compare} {w} ? {v} : {w}){at});")
        real = reals.get(BYTES[kind])
        if real:
            values = [", ".join(self.value(real) for _ in range(width)) for _ in "xy"]
            x, y = (f"({real}{width})({each})" for each in values)
            relation = self.pick("isless", "isequal", "isnotequal", "isunordered", "isgreaterequal", "islessgreater")
            text += self.pick(f"sum = sum * 31 + word(select({x}, {y}, {v}){at});", f"sum = sum * 31 + word(({signed}){relation}({x}, {y}){at});",
                              f"sum = sum * 31 + (uint){self.pick('any', 'all')}({relation}({x}, {y}));")
        return text + " }"
