# SPDX-License-Identifier: Apache-2.0
"""The exact results of math functions for finite arguments, by mpmath or by rational arithmetic.

A function returns a Fraction, or a float where the result is a zero, an infinity or a NaN. What is far beyond every format is
cut to HUGE or TINY, which round like it.
"""
import math
from fractions import Fraction

import mpmath
from mpmath import mp

from formats import INF, NAN

mp.prec = 400
HUGE, TINY = Fraction(1 << 3000), Fraction(1, 1 << 3000)


def fraction(value):
    """An mpf as a Fraction; a zero is +0."""
    sign, mantissa, exponent, bits = mpmath.mpf(value)._mpf_
    if mantissa == 0:
        return 0.0
    if exponent + bits > 3000:
        result = HUGE
    elif exponent + bits < -3000:
        result = TINY
    else:
        result = Fraction(int(mantissa)) * (Fraction(2) ** int(exponent))
    return -result if sign else result


def analytic(function, slope=None, far=None):
    """function, of mpf. Next to zero it is its argument times `slope` where that is given: sums lose all bits of such arguments.
    Beyond `far` the result is HUGE or, below -far, TINY."""

    def exact(x):
        if slope is not None and 0 < abs(x) < 2.0**-250:
            return fraction(mp.mpf(x) * slope())
        if far is not None and abs(x) > far:
            return HUGE if x > 0 else TINY
        return fraction(function(mp.mpf(x)))

    return exact


def one():
    return mp.mpf(1)


def pi():
    return +mp.pi


def over_pi(function):
    return lambda x: function(x) / mp.pi


def atan2(y, x):
    return fraction(mp.atan2(mp.mpf(y), mp.mpf(x)))


def atan2pi(y, x):
    return fraction(mp.atan2(mp.mpf(y), mp.mpf(x)) / mp.pi)


def tanpi(x):
    return mp.sinpi(x) / mp.cospi(x)


def erfc(x):
    return TINY if x > 200 else fraction(mp.erfc(mp.mpf(x)))


def cosh(x):
    return HUGE if abs(x) > 1e5 else fraction(mp.cosh(mp.mpf(x)))


def sinh(x):
    return int(math.copysign(1, x)) * HUGE if abs(x) > 1e5 else analytic(mp.sinh, one)(x)


def expm1(x):
    return Fraction(-1) + TINY if x < -2000 else analytic(mp.expm1, one, 1e5)(x)


def tanh(x):
    return int(math.copysign(1, x)) * (1 - TINY) if abs(x) > 2000 else analytic(mp.tanh, one)(x)


def erf(x):
    if abs(x) > 200:
        return int(math.copysign(1, x)) * (1 - TINY)
    return analytic(mp.erf, lambda: 2 / mp.sqrt(mp.pi))(x)


def cbrt(x):
    return int(math.copysign(1, x)) * fraction(mp.cbrt(abs(mp.mpf(x))))


def sqrt(x):
    return fraction(mp.sqrt(mp.mpf(x)))


def rsqrt(x):
    return fraction(1 / mp.sqrt(mp.mpf(x)))


def hypot(x, y):
    return fraction(mp.sqrt(mp.mpf(x) ** 2 + mp.mpf(y) ** 2))


def tgamma(x):
    if x > 200:
        return HUGE
    if x < -200:
        return TINY if math.floor(x) % 2 == 0 else -TINY
    return fraction(mp.gamma(mp.mpf(x)))


def lgamma(x):
    """For what is tested of it: §7.4 gives no bound, so that any number of the right size will do."""
    if abs(x) > 1e6:
        return fraction(mp.mpf(abs(x)) * mp.log(abs(mp.mpf(x))))
    return fraction(mp.log(abs(mp.gamma(mp.mpf(x)))))


def power(x, y):
    """x^y for x > 0, or x < 0 and a whole y."""
    size = mp.mpf(abs(x)) ** mp.mpf(y)
    return fraction(-size if x < 0 and y % 2 == 1 else size)


def rootn(x, n):
    size = fraction(mp.mpf(abs(x)) ** (mp.mpf(1) / n))
    return -size if x < 0 else size


def product(a, b, c):
    """a * b + c as IEEE 754 has it: an exact zero is positive unless both addends are negative zeros."""
    if math.isinf(a) or math.isinf(b):
        if a == 0 or b == 0:
            return NAN
        infinity = math.copysign(1, a) * math.copysign(1, b) * INF
        return NAN if math.isinf(c) and c != infinity else infinity
    if math.isinf(c):
        return c
    total = Fraction(a) * Fraction(b) + Fraction(c)
    if total != 0:
        return total
    sign = math.copysign(1, a) * math.copysign(1, b)
    return -0.0 if (a == 0 or b == 0) and c == 0 and sign < 0 and math.copysign(1, c) < 0 else 0.0


def quotient(x, y):
    """x / y; a zero or an infinity has the product of the signs."""
    sign = math.copysign(1, x) * math.copysign(1, y)
    if math.isinf(x):
        return NAN if math.isinf(y) else sign * INF
    if y == 0:
        return NAN if x == 0 else sign * INF
    return sign * 0.0 if x == 0 or math.isinf(y) else Fraction(x) / Fraction(y)


def signed(value, like):
    """An exact value as a result that has the sign of `like` where it is zero."""
    return Fraction(value) if value != 0 else math.copysign(0.0, like)


def fmod(x, y):
    rest = abs(Fraction(x)) % abs(Fraction(y))
    return signed(-rest if x < 0 else rest, x)


def whole_quotient(x, y):
    return round(Fraction(x) / Fraction(y))  # halfway cases go to the even one


def remainder(x, y):
    return signed(Fraction(x) - whole_quotient(x, y) * Fraction(y), x)


def low_quotient(x, y):
    """The lower seven bits of the quotient, with its sign (§6.13.2)."""
    n = whole_quotient(x, y)
    return -(-n & 127) if n < 0 else n & 127


def rint(x):
    return signed(round(Fraction(x)), x)


def round_away(x):
    size = (2 * abs(Fraction(x)) + 1) // 2
    return signed(-size if x < 0 else size, x)


def floor(x):
    return signed(math.floor(Fraction(x)), x)


def ceil(x):
    return signed(math.ceil(Fraction(x)), x)


def trunc(x):
    return signed(math.trunc(Fraction(x)), x)


def exponent(x):
    return math.frexp(x)[1] - 1
