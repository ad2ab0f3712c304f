# SPDX-License-Identifier: Apache-2.0
"""Proves how well a polynomial, or a quotient of two, fits a function.

The error of P / Q against F = F1 / F2, relatively, is (P F2 - Q F1) / (Q F1); absolutely, with F2 = 1, (P - Q F) / Q. F1 and F2
are replaced by series whose rest is bounded, P and Q are what stands in the source, exactly, and what is left are polynomials,
whose largest quotient bounds.py bounds. Rounding errors of the functions themselves are not part of this.
"""
from fractions import Fraction

from bounds import ONE, at, difference, product, size, supremum, whole
from series import fraction, interval


def pieces_of(fit, goal):
    """What supremum takes, of each part (series above, series below, low, high) of a fit."""
    for above, below, low, high in fit.parts:
        low, high = interval(low, high)
        centre = fraction(above.centre)
        scale = max(abs(low - centre), abs(high - centre))
        f1, rest1 = above.terms(scale, goal)
        f2, rest2 = below.terms(scale, goal) if below else ([ONE], 0)
        p, q = at(fit.above, centre, scale), at(fit.below, centre, scale)
        if fit.absolute:
            denominator, slacks = q, [size(q) * rest1 // ONE, 0]
        else:
            denominator = product(q, f1)
            slacks = [(size(p) * rest2 + size(q) * rest1) // ONE, size(q) * rest1 // ONE]
        numerator = difference(product(p, f2), product(q, f1))
        yield whole(numerator, denominator, slacks, (low - centre) / scale, (high - centre) / scale)


class Fit:
    """P / Q against F1 / F2 on [low, high], or against the parts' functions on their intervals."""

    def __init__(self, above, function, low=None, high=None, below=(1,), under=None, absolute=False, parts=None):
        self.above = [Fraction(c) for c in above]
        self.below = [Fraction(c) for c in below]
        self.absolute = absolute
        self.parts = parts or [(function, under, low, high)]

    def bound(self, goal):
        """A bound of the error; the series are good to 2^-goal."""
        return supremum(pieces_of(self, goal))


def worst(fits, goal):
    return max(fit.bound(goal) for fit in fits)
