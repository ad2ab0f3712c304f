# SPDX-License-Identifier: Apache-2.0
"""Bits of arguments: numbers at which functions have edges, and others at random."""
import itertools
import struct

CODES = {16: ("e", "H"), 32: ("f", "I"), 64: ("d", "Q")}
MANTISSA = {16: 10, 32: 23, 64: 52}
CUSTOMARY = [0.5, 1.0, 1.5, 2.0, 3.0, 0.1, 0.75, 3.1415926, 10.0, 1000.5]


def float_bits(number, bits):
    to, back = CODES[bits]
    return struct.unpack("<" + back, struct.pack("<" + to, number))[0]


def is_nan(word, bits):
    infinity = ((1 << (bits - 1)) - 1) >> MANTISSA[bits] << MANTISSA[bits]
    return word & ((1 << (bits - 1)) - 1) > infinity


def is_subnormal(word, bits):
    return 0 < word % (1 << (bits - 1)) < 1 << MANTISSA[bits]


def special_floats(bits):
    mantissa, sign = MANTISSA[bits], 1 << (bits - 1)
    infinity = (sign - 1) >> mantissa << mantissa
    sizes = [0, 1, 1 << mantissa, infinity - 1, infinity, float_bits(1.0, bits) - 1]
    sizes += [float_bits(each, bits) for each in CUSTOMARY]
    sizes.append(float_bits(1.0, bits) + (mantissa << mantissa))  # the first that are all whole
    return [size | of for size in sizes for of in (0, sign)] + [infinity | 1 << (mantissa - 1)]


def special_integers(bits):
    top = 1 << (bits - 1)
    return [0, 1, 2, 3, 5, 8, bits - 1, bits, top - 2, top - 1, top, top + 1, 2 * top - 1, 2 * top - 2, 2 * top - 3, 0x5a5a5a5a5a5a5a5a % (2 * top)]


def specials(kind):
    return special_floats(kind.bits) if kind.is_float else special_integers(kind.bits)


def at_random(kind, random):
    if not kind.is_float:
        return random.getrandbits(random.randint(1, kind.bits))
    if random.random() < 0.3:
        word = random.getrandbits(kind.bits)
        return special_floats(kind.bits)[-1] if is_nan(word, kind.bits) else word
    return float_bits(random.choice((-1, 1)) * 2.0 ** random.uniform(-8, 8), kind.bits)


def number_of(word, kind):
    """What the bits stand for."""
    if kind.is_float:
        return struct.unpack("<" + CODES[kind.bits][0], struct.pack("<" + CODES[kind.bits][1], word))[0]
    return word - (1 << kind.bits) if kind.name[0] != "u" and word >> (kind.bits - 1) else word


def out_of_range(target, source, number):
    """§6.2.3.3: such a conversion is implementation-defined without _sat."""
    if not source.is_float or target.is_float:
        return False
    bottom = 0 if target.name[0] == "u" else -(1 << (target.bits - 1))
    return not bottom <= number < bottom + (1 << target.bits)


def is_defined(overload, row):
    """Does the specification say what the result is? `row`: the elements of one lane."""
    numbers = [number_of(word, kind) for word, kind in zip(row, overload.arguments)]
    if overload.name == "clamp":
        return numbers[1] <= numbers[2] and numbers[0] == numbers[0]
    if overload.name == "smoothstep":
        return numbers[0] < numbers[1] and numbers[2] == numbers[2]
    if overload.name.startswith("convert_") and "_sat" not in overload.name:
        return not out_of_range(overload.result, overload.arguments[0], numbers[0])
    if overload.name.startswith("native_"):  # estimates take what is subnormal for zero
        return not any(is_subnormal(word, kind.bits) for word, kind in zip(row, overload.arguments))
    if overload.name in ("mul24", "mad24"):
        limit = 1 << (24 if overload.arguments[0].name[0] == "u" else 23)
        return all(-limit <= each < limit for each in numbers[:2])
    return True


def rows_of(overload, count, random):
    """`count` rows of the elements of one lane, defined ones: what is special first, or a choice of it."""
    pools = [specials(each) for each in overload.arguments]
    if len(pools) == 1:
        edges = [(each,) for each in pools[0]]
        random.shuffle(edges)
    else:
        edges = [tuple(random.choice(pool) for pool in pools) for _ in range(3 * count)]
    edges = [row for row in dict.fromkeys(edges) if is_defined(overload, row)][:max(count * 3 // 4, 1)]
    for _ in itertools.repeat(None, 100 * count):
        if len(edges) >= count:
            break
        row = tuple(at_random(kind, random) if random.random() < 0.7 else random.choice(pool) for kind, pool in zip(overload.arguments, pools))
        if is_defined(overload, row):
            edges.append(row)
    return edges + edges[-1:] * (count - len(edges))


def ulps_allowed(overload, way, kind):
    """How far two results may be from each other: 0 but where the specification leaves it to the compiler.

    The accuracy of native_ functions is implementation-defined: 8192 ULP are what half_ ones have (§7.4). A power with a literal
    exponent is a product of few factors (simplify_powers), and so is pown but where all work-items have the same base, as a constant
    is: within the bounds of §7.4 as the other way to it is.
    """
    if overload.name.startswith("native_"):
        return 8192
    if overload.name == "pown" or overload.name in ("pow", "rootn") and way.startswith("literal"):
        return 4 if kind.bits == 16 else 16
    return 0


def are_near(overload, way, kind, got, wanted):
    allowed = ulps_allowed(overload, way, kind)
    if not allowed or not kind.is_float:
        return False
    flushes = overload.name.startswith("native_")
    return all(a == b or "nan" not in (a, b) and abs(ordered(a, kind.bits, flushes) - ordered(b, kind.bits, flushes)) <= allowed
               for a, b in zip(got, wanted))


def ordered(word, bits, flushes):
    """Numbers in their order: neighbours differ by one. Estimates take what is subnormal for zero."""
    sign = 1 << (bits - 1)
    size = word % sign
    if flushes and size < 1 << MANTISSA[bits]:
        size = 0
    return size if word < sign else -1 - size
