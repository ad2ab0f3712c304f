# SPDX-License-Identifier: Apache-2.0
"""Numbers that stand alone: what they are, from which they are computed again. Signs and powers of two are the code's.

Integers that are bits of numbers, the words of 2/pi, and the first estimates of cube roots are here, too.
"""
from fractions import Fraction

from mpmath import mp, mpf, pi, sqrt

from series import fraction
from source import NUMBER, Wrong, exact
from tables import DOUBLE, FLOAT, nearest, number


def down(value, bits):
    with mp.workprec(bits):
        return fraction(mp.mpf(value, rounding="d"))


def in_parts(value, *roundings):
    """A sum of numbers, each of which is rounded as its entry (rounding, bits) says."""
    result = []
    for rounding, bits in roundings:
        result.append(rounding(value, bits))
        value = value - number(result[-1])
    return result


ln2, ln10, to_log10 = mp.log(2), mp.log(10), mp.log10(2)

# A line for each constant: its name, and the parts that it is a sum of.
SINGLES = {
    "log2(e)": in_parts(1 / ln2, (nearest, 53), (nearest, 53)),
    "log2(e), float": in_parts(1 / ln2, (nearest, 24)),
    "log2(10)": in_parts(ln10 / ln2, (nearest, 53)),
    "log2(10), float": in_parts(ln10 / ln2, (nearest, 24)),
    "log(2)": in_parts(ln2, (nearest, 53), (nearest, 53)),
    "log(2), float": in_parts(ln2, (nearest, 24), (nearest, 24)),
    "log(2), 39 bits": in_parts(ln2, (nearest, 39), (nearest, 53)),
    "log10(2)": in_parts(to_log10, (nearest, 53), (nearest, 53)),
    "log10(2), float": in_parts(to_log10, (nearest, 24), (nearest, 24)),
    "log10(2), 38 bits": in_parts(to_log10, (nearest, 38), (nearest, 53)),
    "log10(2), 11 bits": in_parts(to_log10, (nearest, 11), (nearest, 24)),
    "log10(e)": in_parts(1 / ln10, (nearest, 53), (nearest, 53)),
    "54 log(2)": in_parts(54 * ln2, (nearest, 53)),
    "24 log(2), float": in_parts(24 * ln2, (nearest, 24)),
    "54 log10(2)": in_parts(54 * to_log10, (nearest, 53)),
    "24 log10(2), float": in_parts(24 * to_log10, (nearest, 24)),
    "log(pi)": in_parts(mp.log(pi), (nearest, 53)),
    "log(pi), float": in_parts(mp.log(pi), (nearest, 24)),
    "(log(2 pi) - 1) / 2": in_parts((mp.log(2 * pi) - 1) / 2, (nearest, 53)),
    "sqrt(2 pi)": in_parts(sqrt(2 * pi), (nearest, 53)),
    "pi, parts below it": in_parts(+pi, (down, 53), (down, 53), (nearest, 53)),
    "pi": in_parts(+pi, (nearest, 53), (nearest, 53)),
    "pi, float": in_parts(+pi, (nearest, 24), (nearest, 24)),
    "pi, parts below it, float": in_parts(+pi, (down, 24), (down, 24), (nearest, 24)),
    "pi, 8 bits": in_parts(+pi, (nearest, 8), (nearest, 24)),
    "1 / pi": in_parts(1 / pi, (nearest, 53), (nearest, 53)),
    "1 / pi, float": in_parts(1 / pi, (nearest, 24), (nearest, 24)),
    "1 / 0.26171875, the step of hd_erf_f_*": in_parts(1 / mpf("0.26171875"), (nearest, 24)),
    **{f"{a} / {b}": in_parts(mpf(a) / b, (nearest, 53))
       for a, b in ((1, 3), (1, 5), (2, 9), (2, 15), (2, 45), (14, 81))},
    **{f"{a} / {b}, float": in_parts(mpf(a) / b, (nearest, 24)) for a, b in ((1, 3), (2, 9), (14, 81))},
    "the largest number below one": [1 - Fraction(1, 1 << 53)],
    "the largest float below one": [1 - Fraction(1, 1 << 24)],
    "the largest half below one": [1 - Fraction(1, 1 << 11)],
    "1/2 less 2^-14": [Fraction(1, 2) - Fraction(1, 1 << 14)],
    "a little more than one": [1 + Fraction(1, 1 << 50)],
    "a little more than one, float": [1 + Fraction(1, 1 << 21)],
    "2^52 + 1024, which has an exponent's bias": [Fraction((1 << 52) + 1024)],
    "2^52 + 2^31, which has the sign of 32 bits": [Fraction((1 << 52) + (1 << 31))],
}

# Integers that are the bits of numbers.
BITS = {form.word(value) for form in (FLOAT, DOUBLE)
        for value in (Fraction(1 << 52), Fraction(3 << 51), Fraction(1 << 23), Fraction(47, 64),
                      Fraction(23, 32), down(sqrt(mpf(1) / 2), 24), nearest(sqrt(mpf(1) / 2), 53), nearest(sqrt(mpf(1) / 2), 24))}
THIRD = -(-(1 << 32) // 3)


def significand(value):
    value = abs(Fraction(value))
    while value >= 2:
        value /= 2
    while value < 1:
        value *= 2
    return value


KNOWN = {significand(part): name for name, parts in SINGLES.items() for part in parts}


def cover_singles(source):
    """Marks what KNOWN has; returns how many."""
    found = [m.start() for m in NUMBER.finditer(source.code)
             if m.start() not in source.covered and exact(m.group()) and significand(exact(m.group())) in KNOWN]
    new = [at for at in found if significand(exact(NUMBER.match(source.code, at).group())).denominator > 128]
    source.covered |= set(found)
    return len(new)


def is_mask(word):
    """One run of bits: a mask, or the bits of a power of two, of infinity, of a NaN."""
    odd = word // (word & -word) if word else 0
    return odd & (odd + 1) == 0


def cover_words(source):
    known = [at for at, word in source.words_left_over() if word in BITS or word == THIRD]
    source.covered |= set(known)
    return len(known)


def check_two_over_pi(source, digits, places):
    """The words of hd_trig_reduce_huge: bits of 2/pi from these places on, in words of as many digits."""
    bits = 4 * digits
    words = [(at, word) for at, word in source.words("hd_trig_reduce_huge") if not is_mask(word)]
    if len(words) != len(places):
        raise Wrong(f"{source.path.name} has {len(words)} words of 2/pi instead of {len(places)}")
    for (at, word), place in zip(words, places):
        source.covered.add(at)
        with mp.workprec(place + 64):
            right = int(mp.floor(mp.ldexp(2 / pi, place))) & ((1 << bits) - 1)
        if word != right:
            raise Wrong(f"{source.line(at)}: 0x{word:x} is not 0x{right:x}, which are bits of 2/pi")
    return len(words)


# The words in order: a word that is chosen stands beside the one that is chosen otherwise.
FLOAT_WORDS = [32 * i for i in (4, 5, 1, 6, 2, 7, 3, 4, 5, 6)]
DOUBLE_WORDS = [40 + 64 * i for low in range(11) for i in (low + 8, low)]


def check_cube_root(source, form):
    """The first estimate of s^(-1/3), whose bits are a number less a third of those of s, is good to 0.04.

    Both are straight lines between powers of two, where the error has an end, or a largest value at y = 3/4 of where it is zero.
    """
    at, magic = next((at, w) for at, w in source.words("hd_cbrt_normal") if not is_mask(w) and w != THIRD)
    source.covered.add(at)
    mantissa, bias = form.bits - 1, 1023 if form is DOUBLE else 127
    start = Fraction(magic, 1 << mantissa)

    def y_of(u):  # what the bits u, in exponents, are
        whole = u.numerator // u.denominator
        return Fraction(2) ** (whole - bias) * (1 + u - whole)
    breaks = sorted({Fraction(bias + i) for i in range(4)} |
                    {3 * (start - i) for i in range(2 * bias) if bias < 3 * (start - i) < bias + 3})
    worst = mpf(0)
    for a, b in zip(breaks, breaks[1:]):
        sa, sb = y_of(a), y_of(b) if b.denominator != 1 else Fraction(2) ** int(b - bias)
        ya = y_of(start - a / 3)
        middle = (a + b) / 2
        slope = (y_of(start - middle / 3) - ya) / (y_of(middle) - sa)
        top = (ya - slope * sa) / (-4 * slope)
        for s in (sa, sb, top):
            if sa <= s <= sb:
                worst = max(worst, abs(mp.cbrt(number(s)) * number(ya + slope * (s - sa)) - 1))
    # The bits of a third may be 2^-16 off, relatively: they are computed in floats.
    if worst + mpf(2) ** -16 > mpf("0.04"):
        raise Wrong(f"{source.line(at)}: the estimate of cube roots is good to {mp.nstr(worst, 4)} only")
    return worst
