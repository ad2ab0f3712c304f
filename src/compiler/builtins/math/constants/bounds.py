# SPDX-License-Identifier: Apache-2.0
"""Bounds of |numerator / denominator| on an interval, proved.

Polynomials are lists of coefficients of t, |t| <= 1, in fixed point: whole numbers of 2^-POINT. On a part of the interval a
polynomial lies between the smallest and the largest of its coefficients in Bernstein's basis, the first and the last of which
are its values at the ends. Parts are halved until that tells the largest value to a hundredth of a percent.
"""
import heapq
from fractions import Fraction
from math import comb, log2

POINT = 400
ONE = 1 << POINT
# The most that rounding amounts to: a unit for each operation, which a shift of degree n < 128 multiplies by 2^n at most.
ROUNDING = 1 << 160
TOLERANCE = Fraction(10001, 10000)


def fixed(value):
    """A Fraction in fixed point."""
    return (value.numerator << POINT) // value.denominator


def product(p, q):
    result = [0] * (len(p) + len(q) - 1)
    for i, a in enumerate(p):
        for j, b in enumerate(q):
            result[i + j] += a * b
    return [c >> POINT for c in result]


def difference(p, q):
    size = max(len(p), len(q))
    return [a - b for a, b in zip(p + [0] * (size - len(p)), q + [0] * (size - len(q)))]


def size(p):
    """A bound for |t| <= 1."""
    return sum(map(abs, p))


def at(p, centre, scale):
    """A polynomial, its coefficients fractions, in t, for centre + scale * t."""
    centre, scale, result = fixed(centre), fixed(scale), []
    for coefficient in reversed(p):
        above = [scale * c >> POINT for c in result]
        result = [centre * c >> POINT for c in result] + [0]
        result[1:] = [a + b for a, b in zip(result[1:], above)]
        result[0] += fixed(coefficient)
    return result


def bernstein(p, low, high):
    """The coefficients for low <= t <= high, which are fractions."""
    p = list(p)
    n = len(p) - 1
    start, width = fixed(low), fixed(high - low)
    for i in range(n):
        for j in range(n - 1, i - 1, -1):
            p[j] += p[j + 1] * start >> POINT
    power = ONE
    for i in range(n + 1):
        p[i] = p[i] * power // (comb(n, i) << POINT)
        power = power * width >> POINT
    for i in range(1, n + 1):
        for j in range(n, i - 1, -1):
            p[j] += p[j - 1]
    return p


def halves(b):
    left, right = [b[0]], [b[-1]]
    while len(b) > 1:
        b = [(x + y) >> 1 for x, y in zip(b, b[1:])]
        left.append(b[0])
        right.append(b[-1])
    return left, right[::-1]


class Piece:
    """A part of an interval, on which |error| <= (|numerator| + slack) / (|denominator| - slack)."""

    def __init__(self, numerator, denominator, slacks):
        self.numerator, self.denominator, self.slacks = numerator, denominator, slacks
        above = max(max(numerator), -min(numerator)) + slacks[0]
        below = max(min(denominator), -max(denominator)) - slacks[1]
        self.bound = Fraction(above, below) if below > 0 else None
        self.reached = max((Fraction(abs(n), abs(d)) for n, d in
                            ((numerator[0], denominator[0]), (numerator[-1], denominator[-1]))
                            if d), default=Fraction(0))

    def __lt__(self, other):
        return self.bound is None or (other.bound is not None and self.bound > other.bound)

    def halves(self):
        for numerator, denominator in zip(halves(self.numerator), halves(self.denominator)):
            yield Piece(numerator, denominator, self.slacks)


def whole(numerator, denominator, slacks, low, high):
    slacks = [slack + ROUNDING for slack in slacks]
    return Piece(bernstein(numerator, low, high), bernstein(denominator, low, high), slacks)


def supremum(pieces):
    """A bound of the error, no more than a hundredth of a percent above the largest one."""
    heap = list(pieces)
    heapq.heapify(heap)
    reached = max(piece.reached for piece in heap)
    for _ in range(5000):
        piece = heap[0]
        if piece.bound is not None and piece.bound <= reached * TOLERANCE:
            return piece.bound
        heapq.heappop(heap)
        for half in piece.halves():
            reached = max(reached, half.reached)
            heapq.heappush(heap, half)
    return heap[0].bound


def bits(bound):
    """-log2 of a bound, rounded down to a tenth."""
    tenths = int(-10 * log2(bound)) if bound else 10000
    return tenths / 10
