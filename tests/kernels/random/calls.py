#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Writes a file of random kernels that call built-in functions (../README.md): calls.py SEED [--only NAME] > FILE.cl

Math functions of special numbers (zeros, infinities, NaNs, subnormal, huge and whole ones, such that lie halfway or where a function
overflows), integer functions, conversions, shuffles and choices, of scalars and vectors. An argument is a literal, a constant that only
optimisation finds, or in memory; in the other program it always is in memory. Large functions are called several times in a kernel, which
may merge the calls. Pointers to the output in structures that are given by value; images that a group reads and writes by turns.
What is not exact lies in a word of its own and may differ by a few ulps, but not in kind: nothing else depends on it.
"""
import random

import numbers_of
from integers import Integers
from source import main, write_file

KERNELS = 20
PREFIX = "k"
SLOTS = 32  # of the output for each work-item

# Exact: a number for a number.
EXACT = ["floor", "ceil", "trunc", "rint", "round", "fabs", "logb"]
EXACT_TWO = ["plain(fmin({}, {}))", "plain(fmax({}, {}))", "plain(maxmag({}, {}))", "plain(minmag({}, {}))", "fdim({}, {})", "fmod({}, {})",
             "remainder({}, {})", "nextafter({}, {})", "copysign_of({}, {})", "({} + {})", "({} * {})", "({} - {})"]
WORDS = ["exponent_of({})", "fract_of({})", "modf_of({})", "(uint)ilogb({})", "kind_of({})", "(uint)isnormal({})", "(uint)(isfinite({}) * 3)"]
WORDS_TWO = ["remquo_of({}, {})", "(uint)isless({}, {})", "(uint)(isunordered({}, {}) * 5)", "(uint)islessgreater({}, {})", "(uint)isgreaterequal({}, {})"]
# Within some ulps.
NEAR = ["sin", "cos", "tan", "asin", "acos", "atan", "sinh", "cosh", "tanh", "asinh", "acosh", "atanh", "sinpi", "cospi", "tanpi", "asinpi", "acospi",
        "atanpi", "exp", "exp2", "exp10", "expm1", "log", "log2", "log10", "log1p", "cbrt", "rsqrt", "sqrt", "erf", "erfc", "tgamma", "lgamma", "gamma_of",
        "sine_of", "cosine_of", "radians", "degrees"]
NEAR_TWO = ["pow", "powr", "hypot", "atan2", "atan2pi"]
NEAR_INTEGER = ["pown", "rootn"]
LARGE = ["pow", "powr", "rootn", "pown", "tgamma", "lgamma", "gamma_of", "sine_of", "cosine_of", "erf", "erfc", "sin", "cos", "tan", "sinh", "atan2", "exp",
         "log", "log1p", "hypot", "cbrt", "asin", "acosh"]
LARGE_WORDS = ["word(fmod({}, {}))", "word(remainder({}, {}))", "remquo_of({}, {})"]
# A function of a function, where only the kind of the number is compared.
CHAINS = ["log(exp({}))", "log2(exp2({}))", "exp(log({}))", "sqrt(log({}))", "log(fabs({}))", "log1p(exp({}))", "rsqrt(fabs({}))", "pow(exp({}), 2)", "log(tgamma({}))",
          "tanh(exp({}))", "atan(tan({}))", "exp(-exp({}))", "cos({} * 0)", "log({} * 0)", "asin(sin({}))"]


class Calls(Integers):
    def __init__(self, rng, name, shared):
        super().__init__(rng, name)
        self.shared = shared
        self.real = shared["real"]
        self.slot = 0
        self.turns = 0
        for argument, kind in (("out", "global REAL* "), ("n", "uint "), ("given", "given_t "), ("in_bits", "global const uint* ")):
            self.argument(argument, kind)
        self.always("IDS")
        kinds = [self.near, self.near, self.exact, self.large, self.large, self.merged, self.merged, self.two_results, self.same, self.whole, self.whole, self.convert, self.shuffle, self.choose, self.chain,
                 self.loop, self.loop, self.minimum, self.powers]
        if shared["svm"]:
            kinds += [self.cell] * 4
        if shared["image"]:
            kinds += [self.turn] * 4
        for _ in range(rng.choice([1, 2, 2, 3])):
            self.add(rng.choice(kinds)())
        self.always("store_sum(out + AT(SLOTS - 4), AT(1) - AT(0), sum);")

    # ---- Values.

    def given(self, i, kind=None):
        """Number `i` of those that are given: seen by the compiler in one way or the other, and in memory."""
        kind = kind or self.real
        letter = kind[0]
        seen, memory = self.shared[kind][i], f"as_{kind}(given.{letter}[{i}])"
        way = self.pick("", "", "", "by_array", "by_choice", "by_vector", "by_shuffle", "by_pointer", "by_dimensions", "by_infinity", "by_sign", "by_scale",
                        "by_fma", "TABLE", "TABLE", "bits")
        if way == "TABLE":
            seen = f"TABLE_{letter}[{i}]"
        elif way == "bits":
            seen = f"as_{kind}(by_choice(({numbers_of.BITS[kind]}){self.shared[letter][i]}))"
        elif way:
            seen = f"{way}({seen})"
        return f"GIVEN({seen}, {memory})"

    def value(self, kind=None, counter=None):
        """Some number."""
        kind = kind or self.real
        letter = kind[0]
        i = self.rng.randrange(40)
        at = self.pick(f"(uitem + {i}u) % 40u", f"(uitem * 7u + {i}u) % 40u", f"hash(uitem + {i}u) % 40u", f"{i}")
        if counter and self.chance(0.6):
            at = self.pick(f"(uitem + (uint){counter} * 3u) % 40u", f"(uint){counter} + {i % 36}u", f"(uint){counter} * 9u")
        bits = f"in_bits[uitem * 4u + {self.rng.randrange(99)}u]"
        anything = {"float": f"any_float({bits})", "half": f"any_half({bits} >> 7)",
                    "double": f"any_double({bits}, in_bits[uitem + {self.rng.randrange(99)}u])"}[kind]
        return self.pick(self.given(i, kind), self.given(i, kind), self.given(i, kind), f"as_{kind}(given.{letter}[{at}])", f"as_{kind}(given.{letter}[{at}])",
                         f"TABLE_{letter}[{at}]", anything, anything, f"({kind})({self.pick('item', 'item - 9', 'item - lid * 3', 'lid')})",
                         f"({kind})(item - 12) * ({kind}){self.pick('0.5f', '0.25f', '0.37f', '8.0f')}",
                         f"({self.condition()} ? {self.given(i, kind)} : {self.given(self.rng.randrange(40), kind)})",
                         f"({self.condition()} ? {self.given(i, kind)} : {anything})", f"-as_{kind}(given.{letter}[{at}])",
                         f"({kind})(in_bits[uitem + {i}u] % 1000u) * ({kind})0.01f")

    def integer(self):
        """A number for ldexp, pown, rootn."""
        i = self.rng.randrange(32)
        return self.pick(str(self.rng.choice([0, 1, 2, 3, -1, -2, -3, 5, 7, 17, 127, -126, -149, 1023, -1074, 2000, -3000])), "item - 8", "lid", "item % 5 - 2",
                         f"(int)given.i[{i}]", self.given_integer(i, "int"), f"(int)(in_bits[uitem + {i}u] % 9u) - 4", f"(int)in_bits[uitem + {i}u]")

    def condition(self):
        return self.pick("sum & 1", "item % 3 == 1", "lid >= 4", "item > 2", "(uitem & 6) == 2", "lid == 0", "(sum & 12) == 4", "item < (int)n - 3")

    # ---- Results.

    def keep(self, text):
        """What is within some ulps has a place of its own."""
        if self.slot >= SLOTS - 4:
            return f"sum = sum * 31 + kind_of({text});"
        self.slot += 1
        return f"out[AT({self.slot - 1})] = {text};"

    def call(self, name, counter=None, value=None):
        x = value or self.value(counter=counter)
        if name in NEAR_TWO:
            return f"{name}({x}, {self.value(counter=counter)})"
        return f"{name}({x}, {self.integer()})" if name in NEAR_INTEGER else f"{name}({x})"

    def near_call(self, counter=None, value=None):
        return self.call(self.rng.choice(self.pick(NEAR, NEAR, NEAR, NEAR_TWO, NEAR_INTEGER)), counter, value)

    def exact_call(self, depth=0, counter=None):
        """A number that is known to the bit."""
        inner = (lambda: self.exact_call(depth + 1, counter)) if depth < 2 and self.chance(0.3) else (lambda: self.value(counter=counter))
        form = self.pick("one", "one", "two", "two", "fma", "ldexp", "select")
        if form == "one":
            return f"{self.rng.choice(EXACT)}({inner()})"
        if form == "two":
            return self.rng.choice(EXACT_TWO).format(inner(), inner())
        if form == "fma":
            return f"fma({inner()}, {inner()}, {inner()})"
        return f"ldexp({inner()}, {self.integer()})" if form == "ldexp" else f"({inner()} {self.pick('<', '<=', '==', '!=', '>')} {inner()} ? {inner()} : {inner()})"

    # ---- Statements.

    def guarded(self, text):
        return f"if ({self.condition()}) {{ {text} }}" if self.chance(0.25) else text

    def near(self):
        if self.chance(0.35):
            return self.guarded(self.near_vector())
        return self.guarded(" ".join(self.keep(self.near_call()) for _ in range(self.pick(1, 2, 3))))

    def near_vector(self):
        """Some components of a vector, which the other program computes alone."""
        width = self.pick(2, 3, 4, 8, 16)
        name = self.rng.choice([name for name in self.pick(NEAR, NEAR, NEAR_TWO) if not name.endswith("_of")])
        kind, v, w = f"{self.real}{width}", self.fresh("v"), self.fresh("w")
        x, y = ([self.value() for _ in range(width)] for _ in "xy")
        second = f", {w}" if name in NEAR_TWO else ""
        text = f"{{ const {kind} {v} = ({kind})({', '.join(x)})" + (f", {w} = ({kind})({', '.join(y)})" if second else "") + "; "
        for _ in range(self.pick(1, 2, 2, 4)):
            at = "s" + self.rng.choice("0123456789abcdef"[:width])
            alone = f"{name}({v}.{at}" + (f", {w}.{at})" if second else ")")
            text += self.keep(f"GIVEN({name}({v}{second}).{at}, {alone})") + " "
        return text + "}"

    def exact(self):
        return self.guarded(" ".join(self.pick(f"sum = sum * 31 + word({self.exact_call()});", f"sum = sum * 31 + word({self.exact_call()});",
                                               f"sum = sum * 31 + {self.rng.choice(WORDS).format(self.value())};",
                                               f"sum = sum * 31 + {self.rng.choice(WORDS_TWO).format(self.value(), self.value())};") for _ in range(self.pick(1, 2, 4))))

    def large(self):
        """Calls of one large function, on different ways."""
        count = self.pick(3, 4, 6, 8)
        if self.chance(0.2):
            form = self.rng.choice(LARGE_WORDS)
            return " ".join(self.guarded(f"sum = sum * 31 + {form.format(self.value(), self.value())};") for _ in range(count))
        name = self.rng.choice(LARGE)
        return " ".join(self.guarded(self.keep(self.call(name))) for _ in range(count))

    def merged(self):
        """Calls of one large function, or of one of the program's own, anywhere in loops and conditions."""
        name = self.rng.choice(LARGE + ["own", "own", "own"])
        return self.tree(lambda: self.keep(f"own({self.value()}, {self.value()})" if name == "own" else self.call(name)), 0)

    def tree(self, leaf, depth):
        if depth > 2:
            return leaf()
        inner, k, step = (lambda: self.tree(leaf, depth + 1)), self.fresh("k"), "sum = sum * 31 + 7u;"
        return self.pick(f"{leaf()} {inner()}", f"if ({self.condition()}) {{ {inner()} }} else {{ {inner()} }}", f"if ({self.condition()}) {{ {inner()} {step} }} {leaf()}",
                         f"for (int {k} = 0; {k} < {self.pick('3', '(lid & 3)', '(int)(sum % 4u)')}; ++{k}) {{ {inner()} {step} if ({self.condition()}) {self.pick('break', 'continue')}; {inner()} }}",
                         f"switch ({self.pick('item % 4', 'sum & 3', 'lid')}) {{ case 0: {inner()} break; case 1: {leaf()} case 3: {inner()} break; default: {step} }}",
                         f"{{ uint {k} = sum % 3u; while ({k}-- > 0) {{ {inner()} {step} }} }}")

    def two_results(self):
        """Functions that give a second result by a pointer, to memory of every kind."""
        width, v, w = self.pick("", "", "2", "3", "4", "8"), self.fresh("v"), self.fresh("w")
        count = int(width or 1)
        kind, at = f"{self.real}{width}", "" if count == 1 else ".s" + self.rng.choice("01234567"[:count])
        x = f"({kind})({', '.join(self.value() for _ in range(count))})"
        second, place, before = kind, f"&{w}", f"{kind} {w};"
        name = self.pick("sincos", "fract", "modf", "frexp", "lgamma_r")
        if name in ("frexp", "lgamma_r"):
            second, before = f"int{width}", f"int{width} {w};"
        if self.chance(0.3):
            box = self.argument("box", "local REAL* ") if second == kind and count == 1 else None
            if box:
                place, before = "box + lid", ""
        read = "box[lid]" if "box" in place else f"{w}{at}"
        text = f"{{ {before} const {kind} {v} = {name}({x}, {place}); "
        if name in ("fract", "modf"):
            return text + f"sum = sum * 31 + word({v}{at}) + word({read}) * 3; }}"
        if name == "sincos":
            return text + f"{self.keep(f'{v}{at}')} {self.keep(read)} }}"
        if name == "frexp":  # the exponent of an infinity is anything
            return text + f"sum = sum * 31 + word({v}{at}) + (isfinite({v}{at}) ? (uint){read} : 0u); }}"
        return text + f"{self.keep(f'{v}{at}')} }}"

    def same(self):
        """One number as a literal, as a constant that is found, and from memory."""
        i = self.rng.randrange(40)
        name = self.rng.choice(self.pick(NEAR, NEAR, NEAR_TWO, NEAR_INTEGER))
        other = "" if name in NEAR else f", {self.integer() if name in NEAR_INTEGER else self.value()}"
        return " ".join(self.keep(f"{name}({x}{other})") for x in (self.given(i), self.given(i), f"as_{self.real}(given.{self.real[0]}[{i}])"))

    def chain(self):
        return " ".join(f"sum = sum * 31 + kind_of({self.rng.choice(CHAINS).format(self.value())});" for _ in range(self.pick(1, 2)))

    def powers(self):
        """Powers with an exponent that is seen may become products, which differ by more ulps."""
        exponent = self.pick("2", "3", "0.5f", "-0.5f", "-1", "0.25f", "4", "-3", "0", "1", "7", "1.5f", "-2.5f", "15")
        return " ".join(self.guarded(f"sum = sum * 31 + kind_of({self.pick('pow', 'pow', 'powr')}({self.value()}, ({self.real}){exponent}));")
                        for _ in range(self.pick(1, 2, 6)))

    def loop(self):
        k, at = self.fresh("k"), self.slot
        bound = self.pick("4", "3", "(lid & 3)", "(item % 4)", "(int)(sum % 4u)")
        if self.chance(0.4) or at > SLOTS - 8:
            inside = f"sum = sum * 31 + word({self.exact_call(counter=k)});"
        else:
            self.slot += 4
            inside = f"out[AT({at} + {k})] = {self.near_call(counter=k)};"
        return f"for (int {k} = 0; {k} < {bound}; ++{k}) {{ {self.guarded(inside)} }}"

    def minimum(self):
        """Of numbers, and a function of it: its beginning is an infinity."""
        m, k = self.fresh("m"), self.fresh("k")
        function, start = self.pick(("fmin", "INFINITY"), ("fmax", "-INFINITY"))
        return f"{self.real} {m} = ({self.real}){start}; for (int {k} = 0; {k} < {self.pick('4', '0', '(lid & 3)', '(item % 4)')}; ++{k}) " \
               f"{m} = plain({function}({m}, {self.value(counter=k)})); {self.keep(self.near_call(value=m))}"

    def cell(self):
        """The output by a pointer in a structure: each work-item has its own row."""
        self.argument("cell", "cell_t ")
        at, c = self.rng.randrange(4, 8), self.fresh("c")
        read = f"{c}.to[AT({at}) - {self.shared['to']}]"
        words = f"{c}.words[{self.pick('0', '1', 'sum & 1', 'item & 1')}][item * ROW + {self.pick('0', '1', '(lid & 1)')}]"
        inside = [f"{read} = {self.value()};", f"out[AT({at})] = {self.exact_call()};", f"sum = sum * 31 + word({read});", f"sum = sum * 31 + word(out[AT({at})]);",
                  f"{words} = sum | 1u;", f"sum += {words};", f"{c}.step += (uint)lid; sum += {c}.step;", f"{c}.to += {c}.tag; {c}.to -= {c}.tag;",
                  f"sum = sum * 31 + word(out[AT({self.rng.randrange(8, 12)})]);", f"if ({self.condition()}) {read} = (REAL)7;"]
        return f"{{ cell_t {c} = cell; " + " ".join(self.rng.choice(inside) for _ in range(self.pick(3, 5, 8))) + " }"

    def turn(self):
        """Work-items write their pixels, and read those of others in the group after a barrier."""
        kind, shape, type_ = self.shared["image"]
        self.argument("pic", f"read_write {type_} ")
        place = {"1d": "{0}", "2d": "(int2)({0} % 64, {0} / 64)", "3d": "(int4)({0} % 16, {0} / 16 % 8, {0} / 128, 0)",
                 "2d_array": "(int4)({0} % 16, {0} / 16 % 8, {0} / 128, 0)"}[shape]
        vector, v = {"f": "float4", "i": "int4", "ui": "uint4"}[kind], self.fresh("v")
        fence = self.pick("barrier(CLK_IMAGE_MEM_FENCE);", "barrier(CLK_IMAGE_MEM_FENCE | CLK_LOCAL_MEM_FENCE);",
                          "work_group_barrier(CLK_IMAGE_MEM_FENCE, memory_scope_work_group);", "work_group_barrier(CLK_IMAGE_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);")
        colour = {"f": "(float4)((float)(sum & 511) * 0.004f - 0.5f, (float)(item & 15) * 0.0625f, 0.3f, (float)lid)", "i": "(int4)((int)sum, item, -lid, 7)",
                  "ui": "(uint4)(sum, uitem, 300u, (uint)lid)"}[kind]
        other = self.pick("item - lid + (lid + 1) % size", "item - lid + size - 1 - lid", "item", "item - lid", "item - lid + (lid ^ 1) % size", "item - lid + (int)(sum % (uint)size)")
        write = f"write_image{kind}(pic, {place.format('item')}, {colour});"
        write = f"if ({self.condition()}) {write}" if self.chance(0.3) else write
        read = f"{{ const {vector} {v} = read_image{kind}(pic, {place.format(f'({other})')}); sum = sum * 31 + word({v}.x) + word({v}.w); }}"
        text = f"{write} {fence} {read} {fence}"
        if self.chance(0.3):
            k = self.fresh("k")
            return f"for (int {k} = 0; {k} < {self.pick('3', 'size % 3', '(int)n % 4')}; ++{k}) {{ {text} }}"
        return text


HEAD = """// SPDX-License-Identifier: Apache-2.0
// build: {build}
// sizes: {sizes}
// per_item: 32
// ulps: 16
// needs: cl_khr_fp64 cl_khr_fp16
{directives}#define REAL {real}
#include "random/calls.h"
#define SLOTS 32
#define ROW (32 * (int)sizeof(REAL) / 4)
#define AT(i) {place}
void OVER store_sum(global {real}* to, int step, uint sum) {{
  {store}
}}
{tables}"""
STORE = {"half": "for (int e = 0; e < 4; ++e) to[e * step] = (half)(float)(sum >> 10 * e & 1023u);",
         "float": "for (int e = 0; e < 4; ++e) to[e * step] = (float)(sum >> 10 * e & 1023u);", "double": "to[0] = (double)sum;"}
FORMATS = {"f": ["RGBA:FLOAT", "RGBA:HALF_FLOAT", "RGBA:UNORM_INT8", "R:FLOAT", "RG:SNORM_INT16", "BGRA:UNORM_INT8"],
           "i": ["RGBA:SIGNED_INT32", "R:SIGNED_INT32", "RG:SIGNED_INT16", "RGBA:SIGNED_INT8"],
           "ui": ["RGBA:UNSIGNED_INT32", "R:UNSIGNED_INT8", "RGBA:UNSIGNED_INT16", "R:UNSIGNED_INT32"]}
SHAPES = {"1d": ("512", "image1d_t"), "2d": ("64x8", "image2d_t"), "3d": ("16x8x4", "image3d_t"), "2d_array": ("16x8x4", "image2d_array_t")}


def head(rng):
    real = rng.choice(["float"] * 9 + ["double"] * 8 + ["half"] * 3)
    shared = {"real": real, "svm": rng.random() < 0.25, "image": None, "to": 0}
    directives, tables = f"// arg given: {numbers_of.fill(rng, shared)}\n", numbers_of.tables(shared)
    if shared["svm"]:
        shared["to"] = to = rng.randrange(4)
        size = {"half": 2, "float": 4, "double": 8}[real]
        directives += f"// memory: svm\n// arg cell: i32 {rng.randrange(1, 9)} pad 4 ptr {to * size} i32 {rng.randrange(99)} pad 4 ptr {8 * size} ptr {10 * size + 4 * (size == 4)}\n"
    if rng.random() < 0.25:
        kind, shape = rng.choice("f f i ui".split()), rng.choice("1d 2d 2d 3d 2d_array".split())
        shared["image"] = kind, shape, SHAPES[shape][1]
        directives += f"// image pic: {', '.join(f'{shape} {SHAPES[shape][0]} {form}' for form in rng.sample(FORMATS[kind], 3))}\n"
    rows = shared["svm"] or rng.random() < 0.4
    return HEAD.format(build=rng.choice(["-cl-std=CL2.0", "-cl-std=CL2.0", "-cl-std=CL2.0 -cl-fp32-correctly-rounded-divide-sqrt"]),
                       sizes=" ".join(map(str, rng.choice([[17], [33], [1, 16], [3, 40], [64], [8], [7, 20]]))), directives=directives, real=real, store=STORE[real],
                       place="(item * SLOTS + (i))" if rows else "((i) * (int)n + item)", tables=tables), shared


def generate(seed, only=None, without=()):
    return write_file(head, Calls, f"calls {seed}", KERNELS, only, without)


if __name__ == "__main__":
    main(generate)
