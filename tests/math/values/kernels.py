# SPDX-License-Identifier: Apache-2.0
"""Inputs of the table's functions, and kernels that compute them from memory, from literals, and from constants that only
optimisation finds."""
import math
import struct
from fractions import Fraction
from itertools import product as combinations

from formats import INF, NAN, nearest_even

PRELUDE = """\
#pragma OPENCL FP_CONTRACT OFF
#ifdef cl_khr_fp16
#pragma OPENCL EXTENSION cl_khr_fp16 : enable
#endif
"""


def values(fmt, dense):
    """Numbers at which functions have edges. The short list is for functions of two arguments and for literals."""
    tiny, least, top = fmt.number(1), float(fmt.least_normal), fmt.largest
    whole = 2.0**fmt.mantissa  # from here on there are whole numbers only
    positive = [0.0, tiny, least, 0.5, 1.0, 1.5, 2.0, 3.0, top, INF]
    if dense:
        positive += [fmt.number(2), fmt.number((1 << fmt.mantissa) // 3), fmt.number((1 << fmt.mantissa) - 1), fmt.successor(least)]
        positive += [fmt.number(fmt.bits_of(each) + step) for each in (0.5, 1.0, 2.0, whole / 2, whole) for step in (-1, 1)]
        positive += [fmt.number(fmt.bits_of(round_to(fmt, each)) + step) for each in (math.pi / 4, math.pi / 2, math.pi, math.e)
                     for step in (-1, 0, 1)]
        positive += [0.25, 0.75, 1.25, 2.5, 3.5, 5.0, 7.0, 10.0, 11.0, 17.0, 100.0, 1000.5, whole / 4 + 0.5, whole / 2, whole / 2 + 0.5,
                     whole, whole * 2, top / 2, fmt.number(fmt.infinity - 2), round_to(fmt, 1e-3), round_to(fmt, 0.1)]
        positive += [2.0**each for each in (-fmt.mantissa - 2, -fmt.mantissa // 2, -5, 7, 12)]
    result = [each for size in dict.fromkeys(positive) for each in (size, -size)]
    return result + [NAN, math.copysign(NAN, -1)]


WHOLE_NUMBERS = [0, 1, -1, 2, -2, 3, -3, 4, 7, 10, 16, 17, -5, 100, -101, 1000, -1000, 2147483647, -2147483647, -2147483648]
FEW_WHOLE_NUMBERS = [0, 1, -1, 2, -3, 2147483647, -2147483648]


def round_to(fmt, number):
    return fmt.number(fmt.bits_of(number))


def fits(fmt, number):
    try:
        return isinstance(number, int) or round_to(fmt, number) == number
    except OverflowError:
        return False


def inputs(function, fmt, dense):
    """All tuples of arguments that a function is tried with."""
    kind = function.arguments
    if kind == "x":
        found = [(x,) for x in values(fmt, dense)]
    elif kind == "xn":
        found = list(combinations(values(fmt, dense), WHOLE_NUMBERS if dense else FEW_WHOLE_NUMBERS))
    elif kind == "xyz":
        found = list(combinations(values(fmt, False)[:: 1 if dense else 2], repeat=3))
    else:
        few = values(fmt, False)
        extra = [each for each in values(fmt, dense) if each not in few][::3] if dense else []
        found = list(combinations(few + extra, few + extra[::2]))
    if dense:
        for row in function.inputs:
            mirrored = [row, (-row[0], *row[1:])]
            found += [each for each in mirrored if all(fits(fmt, number) for number in each)]
    kept = [each for each in found if not abs(each[0]) > function.limit or math.isnan(each[0])]
    return list({tuple(key(number) for number in each): each for each in kept}.values())


def representable_powers(function, fmt):
    """Arguments whose powers are numbers of the format."""
    whole, exponents = [float(n) for n in range(2, 41)], range(-8, 13)
    if function.arguments == "x":
        candidates = [(n,) for base in whole for n in (base, -base, base**2, base**3, 1 / base)]
    elif function.name == "rootn":
        candidates = [(base**n, n) for base in whole for n in range(2, 9)]
    else:
        candidates = [(base, n) for base in [*whole, 0.5, 0.75, 1.5, 2.5] for n in exponents]
        if function.arguments == "xy":
            candidates += [(base**4, n / 4) for base in whole for n in exponents]
    found = []
    for row in candidates:
        row = tuple(each if name == "n" else float(each) for name, each in zip(function.arguments, row))
        if not all(fits(fmt, each) for each in row) or (row[0] < 0 and function.name in ("sqrt", "pow")):
            continue
        exact = function.exact(*row)
        bits = fmt.magnitude(abs(exact), nearest_even)
        if not 0 < bits < fmt.infinity:
            continue
        rounded = Fraction(fmt.number(bits))
        if abs(abs(exact) - rounded) < rounded / 2**300:
            found.append(row)
    return found


def key(number):
    """Tells zeros and NaNs of different signs apart."""
    return number if isinstance(number, int) else struct.pack("<d", number)


def type_of(argument, fmt):
    return "int" if argument == "n" else fmt.name


def result_type(function, fmt):
    return "int" if function.result == "int" else fmt.name


def bit_type(fmt):
    return {16: "ushort", 32: "uint", 64: "ulong"}[fmt.bits]


def lanes(width):
    """What follows the name of a scalar type in that of a vector."""
    return str(width) if width > 1 else ""


def macros(fmt, width):
    n = lanes(width)
    return (f"#define AS_BITS(x) as_{bit_type(fmt)}{n}(x)\n"
            f"#define LOW_SEVEN(q) ((as_int{n}(abs(q)) & 127) * ((q) < 0 ? (int{n})-1 : (int{n})1))\n")


def locals_of(fmt, width):
    n = lanes(width)
    return f"  {fmt.name}{n} second;\n  int{n} whole;\n  (void)second; (void)whole;\n"


def from_memory(function, fmt, width):
    """A kernel whose work-items take `width` elements each."""
    n = lanes(width)
    parameters = "".join(f"global const {type_of(each, fmt)}* {each}s, " for each in function.arguments)
    text = f"kernel void memory_{function.name}({parameters}global {result_type(function, fmt)}* r) {{\n  size_t i = get_global_id(0);\n"
    for each in function.arguments:
        load = f"vload{n}(i, {each}s)" if n else f"{each}s[i]"
        text += f"  {type_of(each, fmt)}{n} {each} = {load};\n"
    text += locals_of(fmt, width)
    value = function.expression()
    return text + (f"  vstore{n}({value}, i, r);\n}}\n" if n else f"  r[i] = {value};\n}}\n")


def literal(number, fmt):
    """A constant expression with this value."""
    if isinstance(number, int):
        return str(number) if number > -(1 << 31) else "(-2147483647 - 1)"
    if math.isnan(number):
        return f"as_{fmt.name}(({bit_type(fmt)}){fmt.bits_of(number):#x})"
    if math.isinf(number):
        return f"({fmt.name}){'-' if number < 0 else ''}INFINITY"
    return f"{number.hex()}{fmt.suffix}"


def found(number, fmt):
    """A call whose value optimisation finds when it has unrolled a loop and knows what a table holds."""
    if isinstance(number, int):
        return f"found_int({number & 0xffffffff:#x}u)"
    return f"as_{fmt.name}(found_{bit_type(fmt)}({fmt.bits_of(number):#x}))"


def finders(fmt):
    text = ""
    for name, bits in {"int": 32, bit_type(fmt): fmt.bits}.items():
        unsigned = "uint" if name == "int" else name
        text += (f"{name} found_{name}({unsigned} bits) {{\n  uchar parts[{bits // 8}];\n"
                 f"  for (int k = 0; k < {bits // 8}; ++k) parts[k] = (uchar)(bits >> (8 * k));\n  {unsigned} sum = 0;\n"
                 f"  for (int k = {bits // 8}; k-- > 0;) sum = ({unsigned})(sum << 8) | parts[k];\n  return as_{name}(sum);\n}}\n")
    return text


def vector_of(texts, type_name, width):
    return texts[0] if width == 1 else f"({type_name}{width})({', '.join(texts)})"


def from_constants(function, fmt, width, rows, number):
    """A kernel of one work-item that computes all rows twice: from literals, then from constants that must be found. Its name
    ends with the number. The rows are so many that they fill vectors."""
    result = result_type(function, fmt)
    text = f"kernel void constants_{function.name}_{number}(global {result}* r) {{\n" + locals_of(fmt, width)
    for place, spell in enumerate((literal, found)):
        for start in range(0, len(rows), width):
            part = rows[start:start + width]
            text += "  {\n"
            for column, each in enumerate(function.arguments):
                type_name = type_of(each, fmt)
                spelt = vector_of([spell(row[column], fmt) for row in part], type_name, width)
                text += f"    const {type_name}{lanes(width)} {each} = {spelt};\n"
            at = place * len(rows) + start
            value = function.expression()
            text += (f"    vstore{width}({value}, 0, r + {at});\n" if width > 1 else f"    r[{at}] = {value};\n") + "  }\n"
    return text + "}\n"


def packed(column, rows, argument, fmt):
    code = "i" if argument == "n" else fmt.integer
    numbers = [row[column] if argument == "n" else fmt.bits_of(row[column]) for row in rows]
    return struct.pack(f"<{len(numbers)}{code}", *numbers)


def places(data, function, fmt):
    """The places of the results in these bytes; None for a NaN."""
    if function.result == "int":
        return list(struct.unpack(f"<{len(data) // 4}i", data))
    bits = struct.unpack(f"<{len(data) * 8 // fmt.bits}{fmt.integer}", data)
    return [None if fmt.is_nan(each) else fmt.place(each) for each in bits]
