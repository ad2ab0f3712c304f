# SPDX-License-Identifier: Apache-2.0
"""What the reductions of arguments leave: the intervals of the fits."""
from fractions import Fraction

from mpmath import mpf, sqrt

REDUCED_EXP = mpf("0.35")
# 1 + f in [sqrt(1/2), sqrt(2)], and the square of s = f / (2 + f).
SPLIT = (sqrt(mpf(1) / 2) - 1, sqrt(mpf(2)) - 1)
SQUARED_ATANH = ((sqrt(mpf(2)) - 1) / (sqrt(mpf(2)) + 1)) ** 2


def binade_parts(count):
    """[1, 2) in equal parts."""
    return [(1 + Fraction(i, count), 1 + Fraction(i + 1, count)) for i in range(count)]


def split_parts(count):
    """[47/64, 94/64), or [23/32, 46/32), in parts that are as long in bits as each other."""
    start = Fraction(15, 32) if count == 16 else Fraction(7, 16)

    def number(place):
        return place if place >= 1 else (1 + place) / 2
    return [(number(start + Fraction(i, count)), number(start + Fraction(i + 1, count)))
            for i in range(count)]


def left_by(parts, inverses):
    ends = [end * inverse - 1 for part, inverse in zip(parts, inverses) for end in part]
    return tuple(mpf(e.numerator) / e.denominator for e in (min(ends), max(ends)))


def binade_range(inverses):
    """Of x * inverse - 1 where a table has an inverse for each part of [1, 2)."""
    return left_by(binade_parts(len(inverses)), inverses)


def split_range(inverses):
    return left_by(split_parts(len(inverses)), inverses)
