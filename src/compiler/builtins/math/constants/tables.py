# SPDX-License-Identifier: Apache-2.0
"""What each table has: a rule that gives every bit of it, and what must be true of those that were chosen.

A rule gives the elements of a table from the tables that it depends on. The numbers that the searches for good ones took stand
in the sources; of them `CHOSEN` says what makes them good, and it is checked.
"""
import struct
from fractions import Fraction

from mpmath import mp, mpf, pi, sqrt

from ranges import binade_parts, left_by, split_parts
from series import fraction


def number(value):
    return mpf(value.numerator) / value.denominator


def nearest(value, bits):
    """With so many significant bits, ties to even."""
    if not value:
        return Fraction(0)
    with mp.workprec(bits):
        return fraction(+value)


def nearest_multiple(value, unit):
    return Fraction(int(mp.nint(value / number(unit)))) * unit


class Format:
    def __init__(self, bits, number_as, word_as):
        self.bits, self.number_as, self.word_as = bits, number_as, word_as

    def nearest(self, value):
        return nearest(value, self.bits)

    def word(self, value):
        return struct.unpack(self.word_as, struct.pack(self.number_as, float(value)))[0]

    def of_word(self, word):
        return Fraction(struct.unpack(self.number_as, struct.pack(self.word_as, word))[0])


FLOAT, DOUBLE = Format(24, "<f", "<I"), Format(53, "<d", "<Q")


def powers(form, count, less=None):
    """2^(i / count), its bits without the i << less."""
    result = [form.nearest(mpf(2) ** (mpf(i) / count)) for i in range(count)]
    if less is not None:
        result = [form.of_word(form.word(x) - (i << less)) for i, x in enumerate(result)]
    return result


def powers_lack(form, count):
    """What 2^(i / count) is more than the number next to it, divided by that."""
    return [form.nearest(mpf(2) ** (mpf(i) / count) / number(x) - 1)
            for i, x in enumerate(powers(form, count))]


def split_logarithms(unit, form, inverses):
    """-log2 of the inverses as a multiple of `unit` and a number of the format."""
    exact = [-mp.log(number(x), 2) for x in inverses]
    high = [nearest_multiple(x, unit) for x in exact]
    return high, [form.nearest(x - number(h)) for x, h in zip(exact, high)]


def logarithms(form, base, inverses):
    """-log of the inverses, in the upper half with the error of the rounded log(2)."""
    log2 = mp.log(2, base)
    error = number(form.nearest(log2)) - log2
    return [form.nearest(-mp.log(number(x), base) + (error if i >= len(inverses) // 2 else 0))
            for i, x in enumerate(inverses)]


def erf_and_slope(rows):
    result = []
    for i in range(rows):
        x = mpf(i) / 128
        with mp.workprec(200):
            erf, slope = mp.erf(x), 2 / sqrt(pi) * mp.exp(-x * x)
        result += [DOUBLE.nearest(erf), DOUBLE.nearest(slope)]
    return result


# A table, and its elements from the tables that are named.
RULES = {
    "hd_exp2_steps": lambda: powers(DOUBLE, 16),
    "hd_pow_steps": lambda: powers(DOUBLE, 16, 48),
    "hd_pow_steps_lo": lambda: powers_lack(DOUBLE, 16),
    "hd_exp2_steps_f": lambda: powers(FLOAT, 16, 19),
    "hd_exp2_steps_of_8": lambda: powers(FLOAT, 8, 20),
    "hd_exp2_lo_of_8": lambda: powers_lack(FLOAT, 8),
    "hd_log2_hi_f": lambda hd_log2_recip_f: split_logarithms(Fraction(1, 1 << 14), FLOAT, hd_log2_recip_f)[0],
    "hd_log2_lo_f": lambda hd_log2_recip_f: split_logarithms(Fraction(1, 1 << 14), FLOAT, hd_log2_recip_f)[1],
    "hd_log2_hi_of_8": lambda hd_log2_recip_of_8: split_logarithms(Fraction(1, 1 << 14), FLOAT, hd_log2_recip_of_8)[0],
    "hd_log2_lo_of_8": lambda hd_log2_recip_of_8: split_logarithms(Fraction(1, 1 << 14), FLOAT, hd_log2_recip_of_8)[1],
    "hd_pow_recip": lambda hd_log2_recip_f: hd_log2_recip_f,
    "hd_pow_log2_hi": lambda hd_pow_recip: split_logarithms(Fraction(1, 1 << 41), DOUBLE, hd_pow_recip)[0],
    "hd_pow_log2_lo": lambda hd_pow_recip: split_logarithms(Fraction(1, 1 << 41), DOUBLE, hd_pow_recip)[1],
    "hd_log_recip": lambda hd_log_of: [DOUBLE.nearest(mp.exp(-number(x))) for x in hd_log_of],
    "hd_log2_recip": lambda hd_log2_of: [DOUBLE.nearest(mpf(2) ** -number(x)) for x in hd_log2_of],
    "hd_log_of_f": lambda hd_log_part_f: logarithms(FLOAT, mp.e, hd_log_part_f),
    "hd_log2_of_f": lambda hd_log2_part_f: logarithms(FLOAT, 2, hd_log2_part_f),
    "hd_log10_of_f": lambda hd_log10_part_f: logarithms(FLOAT, 10, hd_log10_part_f),
    "hd_log_of_d": lambda hd_log_part_d: logarithms(DOUBLE, mp.e, hd_log_part_d),
    "hd_log2_of_d": lambda hd_log2_part_d: logarithms(DOUBLE, 2, hd_log2_part_d),
    "hd_atan_angles": lambda hd_atan_tangents: [DOUBLE.nearest(mp.atan(number(x))) for x in hd_atan_tangents],
    "hd_erf_rows": lambda: erf_and_slope(768),
}


def lowest(value):
    """The unit of the last bit that is set."""
    numerator = value.numerator
    return Fraction(numerator & -numerator, value.denominator)


def few_bits(inverses, limit):
    """x * inverse - 1 is no more than 2^-limit for the floats x of a part, and is a float."""
    for i, (part, inverse) in enumerate(zip(split_parts(len(inverses)), inverses)):
        left = max(map(abs, left_by([part], [inverse])))
        if left > mpf(2) ** -mpf(limit):
            yield f"[{i}] leaves more than 2^-{limit}"
        unit = Fraction(1, 1 << (24 if part[0] < 1 else 23)) * lowest(inverse)
        if left > number(unit) * (1 << 24):
            yield f"[{i}] leaves what is no float"


def near_middles(parts, inverses, bound):
    for i, ((low, high), inverse) in enumerate(zip(parts, inverses)):
        if abs(inverse * (low + high) / 2 - 1) > bound and inverse not in (1, Fraction(1, 2)):
            yield f"[{i}] is not near the reciprocal of its part's middle"


def to_bits(base, inverses, of, limit, error=0):
    """The logarithms are -of, in the upper half with an error that is meant."""
    for i, (inverse, minus_log) in enumerate(zip(inverses, of)):
        lack = number(minus_log) + mp.log(number(inverse), base) - (error if i >= 8 else 0)
        if abs(lack) > mpf(2) ** -limit:
            yield f"[{i}] has no logarithm to 2^-{limit}"


def multiples(values, unit):
    for i, value in enumerate(values):
        if (value / unit).denominator != 1:
            yield f"[{i}] is no multiple of {float(unit)}"


def chosen_inverses(base, recip, of):
    yield from near_middles(split_parts(16), recip, Fraction(1, 1 << 23))
    yield from multiples(of, Fraction(1, 1 << 38))
    yield from to_bits(base, recip, of, 66)


def chosen_parts(form, base, part, of, limit, near):
    log2 = mp.log(2, base)
    yield from near_middles(binade_parts(16), part, near)
    yield from to_bits(base, part, of, limit, number(form.nearest(log2)) - log2)


def chosen_tangents(tangents, angles):
    """A tangent for half a binade, found by the last three bits of the exponent and the one after them."""
    for i, (tangent, angle) in enumerate(zip(tangents, angles)):
        exponent = ((i >> 1) - (1023 - 5) % 8) % 8 - 5
        low = Fraction(2) ** exponent * (Fraction(3, 2) if i & 1 else 1)
        high = low * (Fraction(4, 3) if i & 1 else Fraction(3, 2))
        low = low if tangent else Fraction(0)
        ends = [(low - tangent) / (1 + low * tangent)]
        ends.append(1 / tangent if low == 6 else (high - tangent) / (1 + high * tangent))
        if max(map(abs, ends)) > (Fraction("0.0993") if tangent else Fraction("0.047")):
            yield f"[{i}] leaves more than is said"
        if abs(number(angle) - mp.atan(number(tangent))) > mpf(2) ** -61 * number(angle):
            yield f"[{i}] has no angle that nearly is a double"


NEAR_F, NEAR_D = Fraction(1, 1 << 10), Fraction(1, 1 << 16)
CHOSEN = {
    "hd_log2_recip_f": lambda hd_log2_recip_f: few_bits(hd_log2_recip_f, "4.85"),
    "hd_log2_recip_of_8": lambda hd_log2_recip_of_8: few_bits(hd_log2_recip_of_8, "3.8"),
    "hd_log_of": lambda hd_log_recip, hd_log_of: chosen_inverses(mp.e, hd_log_recip, hd_log_of),
    "hd_log2_of": lambda hd_log2_recip, hd_log2_of: chosen_inverses(2, hd_log2_recip, hd_log2_of),
    "hd_log_part_f": lambda hd_log_part_f, hd_log_of_f: chosen_parts(FLOAT, mp.e, hd_log_part_f, hd_log_of_f, 34, NEAR_F),
    "hd_log2_part_f": lambda hd_log2_part_f, hd_log2_of_f: chosen_parts(FLOAT, 2, hd_log2_part_f, hd_log2_of_f, 34, NEAR_F),
    "hd_log10_part_f": lambda hd_log10_part_f, hd_log10_of_f: chosen_parts(FLOAT, 10, hd_log10_part_f, hd_log10_of_f, 34, NEAR_F),
    "hd_log_part_d": lambda hd_log_part_d, hd_log_of_d: chosen_parts(DOUBLE, mp.e, hd_log_part_d, hd_log_of_d, 61, NEAR_D),
    "hd_log2_part_d": lambda hd_log2_part_d, hd_log2_of_d: chosen_parts(DOUBLE, 2, hd_log2_part_d, hd_log2_of_d, 61, NEAR_D),
    "hd_atan_tangents": lambda hd_atan_tangents, hd_atan_angles: chosen_tangents(hd_atan_tangents, hd_atan_angles),
}


def ask(function, tables):
    """Of the tables that its parameters name."""
    return function(*(tables[name] for name in function.__code__.co_varnames[:function.__code__.co_argcount]))
