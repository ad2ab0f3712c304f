# SPDX-License-Identifier: Apache-2.0
"""Functions as polynomials of high degree with a bound of what those lack.

A `Series` is a function of v around a centre: the coefficient a(k) of (v - centre)^k, and a bound of everything from the k-th
term on for |v - centre| <= h. The bounds are those of the textbooks: a ratio of terms that only falls, Cauchy's for what is
analytic in a disc, and for Stirling's series the first term that is left out.
"""
from fractions import Fraction

import mpmath
from mpmath import mp, mpf

from bounds import POINT, fixed

mp.prec = 700


def fraction(value):
    """An mpf as what it is."""
    sign, mantissa, exponent, _ = mpf(value)._mpf_
    size = Fraction(mantissa) * Fraction(2) ** exponent
    return -size if sign else size


class Series:
    def __init__(self, coefficient, tail, centre=0):
        self.coefficient, self.tail, self.centre = coefficient, tail, mpf(centre)

    def terms(self, scale, goal):
        """Coefficients of t = (v - centre) / scale in fixed point, and a bound of the rest for |t| <= 1."""
        scale, goal, best = mpf(scale.numerator) / scale.denominator, mpf(2) ** -goal, None
        result = []
        for k in range(120):
            tail = self.tail(k, scale)
            if tail is not None and (tail < goal or best is not None and tail > best):
                break
            best = tail
            term = self.coefficient(k) * scale ** k
            # Rounding errors of a recurrence would grow from term to term, and the last one show them.
            assert tail is None or abs(term) <= tail * (1 + mpf(2) ** -300)
            result.append(fixed(fraction(term)))
        return result or [0], fixed(fraction(tail)) + len(result) + 1


def falling(coefficient, ratio):
    """|a(k+1)| <= ratio(k) |a(k)|, and ratio never rises."""
    def tail(k, h):
        quotient = ratio(k) * h
        return abs(coefficient(k)) * h ** k / (1 - quotient) if quotient < 1 else None
    return Series(coefficient, tail)


ONES = falling(lambda k: mpf(k == 0), lambda k: mpf(0))


def exponential(base, drop=1):
    """The series of base^r without its first terms, divided by r^drop."""
    log = mp.log(base)
    return falling(lambda k: log ** (k + drop) / mp.factorial(k + drop),
                   lambda k: log / (k + 1 + drop))


def logarithm(base=mp.e):
    """log(1 + f) / f."""
    log = mp.log(base)
    return falling(lambda k: (-1) ** k / (log * (k + 1)), lambda k: mpf(1))


def atanh(factor):
    """factor * atanh(s) / s, in s^2."""
    return falling(lambda k: factor / mpf(2 * k + 1), lambda k: mpf(1))


def sine(scale=1, sign=-1):
    """sin(scale * r) / r in r^2; with sign 1 that of sinh."""
    scale = mpf(scale)
    return falling(lambda k: sign ** k * scale ** (2 * k + 1) / mp.factorial(2 * k + 1),
                   lambda k: scale ** 2 / ((2 * k + 2) * (2 * k + 3)))


def cosine(scale=1, sign=-1, drop=0):
    """cos(scale * r) in r^2, without its first terms."""
    scale = mpf(scale)
    return falling(lambda k: sign ** (k + drop) * scale ** (2 * k + 2 * drop) / mp.factorial(2 * k + 2 * drop),
                   lambda k: scale ** 2 / ((2 * (k + drop) + 1) * (2 * (k + drop) + 2)))


def arctangent():
    """atan(t) / t in t^2."""
    return falling(lambda k: mpf((-1) ** k) / (2 * k + 1), lambda k: mpf(1))


def arcsine():
    """asin(s) / s in s^2."""
    return falling(lambda k: mp.binomial(2 * k, k) / (mpf(4) ** k * (2 * k + 1)), lambda k: mpf(1))


def error_function():
    """erf(x) / x in x^2."""
    return falling(lambda k: 2 / mp.sqrt(mp.pi) * (-1) ** k / (mp.factorial(k) * (2 * k + 1)),
                   lambda k: mpf(1) / (k + 1))


def inverse_root(n):
    """(1 - h)^(-1/n)."""
    return falling(lambda k: mp.rf(mpf(1) / n, k) / mp.factorial(k), lambda k: mpf(1))


def log_gamma():
    """lgamma(2 + y) / y. zeta(k + 1) - 1 is at most half of zeta(k) - 1."""
    def coefficient(k):
        return 1 - mp.euler if k == 0 else (-1) ** (k + 1) * (mp.zeta(k + 1) - 1) / (k + 1)
    return falling(coefficient, lambda k: mpf(1) / 2)


def stirling():
    """a (lgamma(a) - Stirling's leading terms) in 1 / a^2: the series envelops it."""
    def coefficient(k):
        return mp.bernoulli(2 * k + 2) / ((2 * k + 1) * (2 * k + 2))
    return Series(coefficient, lambda k, h: abs(coefficient(k)) * h ** k)


def recurrent(first, following):
    """Coefficients that come out of those before."""
    known = list(first)

    def coefficient(k):
        while len(known) <= k:
            known.append(following(len(known), known))
        return known[k]
    return coefficient


def error_function_around(c):
    """erf(c + t). In the disc of radius 2, |e^(-z^2)| <= e^4: Cauchy's bound for the derivative's series."""
    c, radius = mpf(c), mpf(2)
    slope = 2 / mp.sqrt(mp.pi)
    first = slope * mp.exp(-c * c)
    derivative = recurrent([first, -2 * c * first],
                           lambda k, d: -2 * (c * d[k - 1] + d[k - 2]) / k)

    def tail(k, h):
        return slope * mp.exp(radius ** 2) * radius / max(k, 1) * (h / radius) ** k / (1 - h / radius)
    return Series(lambda k: derivative(k - 1) / k if k else mp.erf(c), tail)


def scaled_erfc_around(c):
    """y(a) = e^(a^2) erfc(a), of which y' = 2 a y - 2 / sqrt(pi). |y(z)| <= y(Re z), which falls: Cauchy's bound."""
    c = mpf(c)
    radius = c + 1
    start = mp.exp(c * c) * mp.erfc(c)
    limit = mp.exp(1) * mp.erfc(-1)  # y(-1)
    coefficient = recurrent([start, 2 * c * start - 2 / mp.sqrt(mp.pi)],
                            lambda k, a: 2 * (c * a[k - 1] + a[k - 2]) / k)
    return Series(coefficient, lambda k, h: limit * (h / radius) ** k / (1 - h / radius), c)


def arctangent_around(c):
    """F(z) = atan(sqrt(z)) / sqrt(z), of which 2 z F' + F = 1 / (1 + z). F is the integral of 1 / (1 + z s^2) for s from 0
    to 1: in the disc around c that ends at -1/2, |F(z)| <= F(-1/2), and Cauchy's bound holds."""
    c = mpf(c)
    radius, root = c + mpf(1) / 2, mp.sqrt(mpf(1) / 2)
    limit = mp.atanh(root) / root
    coefficient = recurrent([mp.atan(mp.sqrt(c)) / mp.sqrt(c)],
                            lambda k, a: ((-1) ** (k - 1) / (1 + c) ** k - (2 * k - 1) * a[k - 1]) / (2 * c * k))
    return Series(coefficient, lambda k, h: limit * (h / radius) ** k / (1 - h / radius), c)


def interval(low, high):
    """Its middle and half its length, as fractions of few bits, and no less than it."""
    low, high = fraction(mpf(low)), fraction(mpf(high))
    unit = Fraction(1, 1 << 70)
    low, high = low // unit * unit, -(-high // unit) * unit
    return low, high


assert POINT < mp.prec and mpmath.__version__ >= "1.2"
