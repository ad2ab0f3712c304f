# SPDX-License-Identifier: Apache-2.0
"""Numbers that functions are special for (calls.py): of each type, as literals and as bits."""
import math
import re
import struct

BITS = {"float": "uint", "double": "ulong", "half": "ushort"}
FORM = {"float": ("f", "I"), "double": ("d", "Q"), "half": ("e", "H")}
# Bits of the significand, exponents of the least normal number and of the largest.
SHAPE = {"float": (24, -126, 127), "double": (53, -1022, 1023), "half": (11, -14, 15)}
ALL = [0.0, -0.0, math.inf, -math.inf, math.nan, 1.0, -1.0, 2.0, -2.0, 0.5, -0.5, 1.5, -1.5, 2.5, -2.5, 3.5, -3.5, 3.0, -3.0, 4.0, -4.0, 7.0, 8.0, 10.0,
       -10.0, 0.25, 0.75, -0.75, 1 / 3, 0.1, math.pi, math.pi / 2, -math.pi / 2, math.pi / 4, math.e, 100.0, -100.0, 1e5, 1e-5, -170.5, 20.5, 33.0, 0.9999,
       1.0001, -0.9999, 65504.0, 65519.0, 32768.0, 11.0, -11.1]
# Where functions overflow, underflow or become constant.
OWN = {"float": [88.72, 88.73, -87.34, -103.28, -103.98, 104.0, 127.9, 128.0, -126.5, -149.0, -149.5, -150.5, 38.53, 38.54, -44.85, -45.2, 89.4, 89.42, 9.01,
                 35.04, 35.05, 3.92, 10.05, 17.3, 1e10, 1e30, -1e30, 2.0**31, -2.0**31, 2.0**32, 2.0**63, 2.0**64, 1e-30, -41.5, 2147483520.0, 3.0e38],
       "double": [709.78, 709.79, -708.4, -745.13, -745.14, 1023.9, 1024.0, -1022.5, -1074.0, -1075.1, 308.25, 308.26, -323.3, -323.7, 710.47, 710.48, 19.06,
                  171.62, 171.63, 5.93, 27.22, 1e10, 1e30, 1e300, -1e300, 2.0**31, -2.0**31, 2.0**32, 2.0**63, -2.0**63, 2.0**64, 1e-300, 2147483647.0, 4294967295.0,
                  -2147483648.5, 3.5e38, 1e-40, 88.7, -104.5, 2147483647.5, 1e22],
       "half": [11.09, -9.7, -17.3, 15.99, 16.0, -24.5, -25.5, 4.81, 9.3, 2.7, 512.5, 1023.5, 2047.0]}
INTEGERS = [0, 1, 2, 3, 5, 7, 8, 15, 16, 31, 32, 33, 63, 64, 0x7f, 0x80, 0x81, 0xff, 0x100, 0x7fff, 0x8000, 0xffff, 0x10000, 0x7fffffff, 0x80000000, 0x80000001,
            0xffffffff, 0x100000000, 0x7fffffffffffffff, 0x8000000000000000, 0xffffffffffffffff, 0xfffffffffffffffe, 0xffffffffffffff80, 0xffffffffffff8000,
            0xffffffff80000000, 0x5555555555555555, 0xaaaaaaaaaaaaaaaa, 0x0123456789abcdef, 0x00ff00ff00ff00ff, 0xfffffffffffffff9, 0x7f7f7f7f7f7f7f7f, 1000003]


def bits_of(kind, number):
    value, integer = FORM[kind]
    try:
        return struct.unpack(integer, struct.pack(value, number))[0]
    except OverflowError:
        return struct.unpack(integer, struct.pack(value, math.inf if number > 0 else -math.inf))[0]


def number_of(kind, bits):
    value, integer = FORM[kind]
    return struct.unpack(value, struct.pack(integer, bits))[0]


def literal(kind, number):
    if math.isnan(number) or math.isinf(number):
        text = "NAN" if math.isnan(number) else "INFINITY"
        return f"({kind}){'-' if number < 0 else ''}{text}"
    return re.sub(r"\.?0*p", "p", number.hex()) + {"float": "f", "double": "", "half": "h"}[kind]


def special(rng, kind):
    """The bits of a special number, or of a neighbour of one."""
    digits, least, largest = SHAPE[kind]
    tiny = 2.0 ** max(least - digits + 1, -1074)
    shapes = [tiny, -tiny, tiny * 3, 2.0**least, -(2.0**least), 2.0**least - tiny, (2.0 - 2.0 ** (1 - digits)) * 2.0**largest, -(2.0 - 2.0 ** (1 - digits)) * 2.0**largest,
              2.0 ** (digits - 1), 2.0 ** (digits - 1) - 0.5, 2.0 ** (digits - 2) + 0.5, 2.0**digits - 1, -(2.0 ** (digits - 1)) - 1, 2.0**digits, 2.0 ** (least / 2), 2.0 ** (largest // 2)]
    bits = bits_of(kind, rng.choice(rng.choice([ALL, ALL, OWN[kind], shapes])))
    if rng.random() < 0.2 and math.isfinite(number_of(kind, bits)):
        bits = bits + rng.choice([-1, 1]) if bits & (2 ** (8 * struct.calcsize(FORM[kind][1]) - 1) - 1) else bits
    return bits


def signed(bits, width):
    return bits - (1 << width) if bits >> (width - 1) else bits


def fill(rng, shared):
    """Chooses the numbers of a file: shared[type] are literals, shared[letter] bits. The directive's text."""
    text = []
    for kind, width in (("double", 64), ("long", 64), ("float", 32), ("half", 16)):
        if kind == "long":
            shared["i"] = bits = rng.sample(INTEGERS, 32)
        else:
            shared[kind[0]] = bits = [special(rng, kind) for _ in range(40)]
            shared[kind] = [literal(kind, number_of(kind, each)) for each in bits]
        text += [f"i{width} {signed(each, width)}" for each in bits]
    return " ".join(text)


def tables(shared):
    """The same in constant memory."""
    text = "".join(f"constant {kind} TABLE_{kind[0]}[40] = {{{', '.join(shared[kind])}}};\n" for kind in BITS)
    text = text.replace("NAN", '__builtin_nanf("")')  # NAN is no constant expression
    return text + f"constant ulong TABLE_i[32] = {{{', '.join(f'{each}UL' for each in shared['i'])}}};\n"
