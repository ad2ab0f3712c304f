# SPDX-License-Identifier: Apache-2.0
"""The built-in math functions of one argument: what C99's Annex F.9 and OpenCL C §7.5.1 to §7.5.3 prescribe, and §7.4 bounds.

native_ functions are missing: all of their results are implementation-defined.
"""
import math
from fractions import Fraction

from mpmath import mp

import exact
from exact import analytic, fraction, one, over_pi, pi
from formats import DOUBLE, FLOAT, HALF, INF, NAN
from rules import (ANY, CORRECT, INFINITIES_STAY, ZEROS_STAY, Function, at, at_infinities, at_zeros, is_negative, is_whole, like,
                   when)


def real(value):
    """A real number that a rule prescribes or a bound is."""
    return lambda *_: fraction(value())


def signed_real(value):
    """The same with the sign of the first argument."""
    return lambda x, *_: -fraction(value()) if is_negative(x) else fraction(value())


def number(value):
    return lambda *_: value


def is_half(x):
    """n + 0.5 for a whole number n?"""
    return is_whole(2 * x) and not is_whole(x)


BEYOND_ONE = when(lambda x: abs(x) > 1, NAN)
BELOW_ZERO = when(lambda x: x < 0, NAN)
NO_ANGLE = at_infinities(NAN)
HALF_PI = real(lambda: mp.pi / 2)
MINUS_HALF_PI = real(lambda: -mp.pi / 2)
FORMATS = (DOUBLE, FLOAT, HALF)
ILOGB0, ILOGBNAN, INT_MAX = -(1 << 31), (1 << 31) - 1, (1 << 31) - 1  # FP_ILOGB0 and FP_ILOGBNAN are those of Clang's header
ODD_POINTS = [0.25, 0.75, 1.25, 1e3 + 0.5, 2.0**20 + 0.5, -2.5, 6.5, 7.5]


def numbers(*values):
    return [(float(each),) for each in values]


CIRCLE = [
    Function("acos", analytic(mp.acos), (4, 4, 2), [at(1, 0.0), BEYOND_ONE], low=number(0.0), high=real(pi)),
    Function("acospi", analytic(over_pi(mp.acos)), (5, 5, 2), [at(1, 0.0), BEYOND_ONE], low=number(0.0), high=number(1.0)),
    Function("asin", analytic(mp.asin, one), (4, 4, 2), [ZEROS_STAY, BEYOND_ONE], low=MINUS_HALF_PI, high=HALF_PI, symmetry="odd"),
    Function("asinpi", analytic(over_pi(mp.asin), lambda: 1 / mp.pi), (5, 5, 2), [ZEROS_STAY, BEYOND_ONE], low=number(-0.5),
             high=number(0.5), symmetry="odd"),
    Function("atan", analytic(mp.atan, one), (5, 5, 2), [ZEROS_STAY, at_infinities(signed_real(lambda: mp.pi / 2))],
             low=MINUS_HALF_PI, high=HALF_PI, symmetry="odd"),
    Function("atanpi", analytic(over_pi(mp.atan), lambda: 1 / mp.pi), (5, 5, 2), [ZEROS_STAY, at_infinities(like(0.5))],
             low=number(-0.5), high=number(0.5), symmetry="odd"),
    Function("sin", analytic(mp.sin, one), (4, 4, 2), [ZEROS_STAY, NO_ANGLE], low=number(-1.0), high=number(1.0), symmetry="odd"),
    Function("cos", analytic(mp.cos), (4, 4, 2), [at_zeros(1.0), NO_ANGLE], low=number(-1.0), high=number(1.0), symmetry="even"),
    Function("tan", analytic(mp.tan, one), (5, 5, 2.5), [ZEROS_STAY, NO_ANGLE], symmetry="odd"),
    Function("sinpi", analytic(mp.sinpi, pi), (4, 4, 2), [ZEROS_STAY, when(is_whole, like(0.0)), NO_ANGLE], low=number(-1.0),
             high=number(1.0), symmetry="odd", inputs=numbers(*ODD_POINTS)),
    Function("cospi", analytic(mp.cospi), (4, 4, 2), [at_zeros(1.0), when(is_half, 0.0), NO_ANGLE],
             low=number(-1.0), high=number(1.0), symmetry="even", inputs=numbers(*ODD_POINTS)),
    Function("tanpi", analytic(exact.tanpi, pi), (6, 6, 2),
             [when(is_whole, lambda x: math.copysign(0.0, x if x % 2 == 0 else -x)),
              when(is_half, lambda x: INF if math.floor(x) % 2 == 0 else -INF), NO_ANGLE],
             symmetry="odd", inputs=numbers(*ODD_POINTS)),
]
CIRCLE += [
    Function("sincos_sine", CIRCLE[6].exact, (4, 4, 2), CIRCLE[6].rules, call="sincos(x, &second)", low=number(-1.0), high=number(1.0),
             symmetry="odd"),
    Function("sincos_cosine", CIRCLE[7].exact, (4, 4, 2), CIRCLE[7].rules, call="(sincos(x, &second), second)", low=number(-1.0),
             high=number(1.0), symmetry="even"),
]

HYPERBOLIC = [
    Function("acosh", analytic(mp.acosh), (4, 4, 2), [at(1, 0.0), when(lambda x: x < 1, NAN), at(INF, INF)], low=number(0.0)),
    Function("asinh", analytic(mp.asinh, one), (4, 4, 2), [ZEROS_STAY, INFINITIES_STAY], symmetry="odd"),
    Function("atanh", analytic(mp.atanh, one), (5, 5, 2), [ZEROS_STAY, when(lambda x: abs(x) == 1, like(INF)), BEYOND_ONE],
             symmetry="odd"),
    Function("cosh", exact.cosh, (4, 4, 2), [at_zeros(1.0), at_infinities(INF)], low=number(1.0), symmetry="even"),
    Function("sinh", exact.sinh, (4, 4, 2), [ZEROS_STAY, INFINITIES_STAY], symmetry="odd"),
    Function("tanh", exact.tanh, (5, 5, 2), [ZEROS_STAY, at_infinities(like(1.0))], low=number(-1.0), high=number(1.0), symmetry="odd",
             inputs=numbers(8.7, 9.0, 9.1, 19.1, 20.0, 22.0, 4.1, 4.9)),
]

THRESHOLDS = numbers(88.5, 88.75, 89, -87.5, -103.5, -104.5, 709.5, 710, -708.5, -745, -746, 11, 11.1, -16.5, -17.5, 127, 128, -126, -149,
                     -150, 1023, 1024, -1022, -1074, -1075, 15, 16, -14, -24, -25, 38, 39, 308, 309, 4, 5, -45, -46, -324)
POWERS = numbers(*range(-30, 31))
EXPONENTIAL = [
    Function("exp", analytic(mp.exp, far=1e5), (3, 3, 2), [at_zeros(1.0), at(-INF, 0.0), at(INF, INF)], low=number(0.0), inputs=THRESHOLDS),
    Function("exp2", analytic(lambda x: mp.mpf(2) ** x, far=1e5), (3, 3, 2), [at_zeros(1.0), at(-INF, 0.0), at(INF, INF)], low=number(0.0),
             inputs=THRESHOLDS + POWERS),
    Function("exp10", analytic(lambda x: mp.mpf(10) ** x, far=1e5), (3, 3, 2), [at_zeros(1.0), at(-INF, 0.0), at(INF, INF)],
             low=number(0.0), inputs=THRESHOLDS + POWERS),
    Function("expm1", exact.expm1, (3, 3, 2), [ZEROS_STAY, at(-INF, -1.0), at(INF, INF)], low=number(-1.0), inputs=THRESHOLDS),
]
LOGARITHMS = [at_zeros(-INF), at(1, 0.0), BELOW_ZERO, at(INF, INF)]
EXPONENTIAL += [
    Function("log", analytic(mp.log), (3, 3, 2), LOGARITHMS),
    Function("log2", analytic(lambda x: mp.log(x, 2)), (3, 3, 2), LOGARITHMS, inputs=[(2.0**each,) for each in range(-24, 16)]),
    Function("log10", analytic(mp.log10), (3, 3, 2), LOGARITHMS, inputs=[(10.0**each,) for each in range(5)]),
    Function("log1p", analytic(mp.log1p, one), (2, 2, 2), [ZEROS_STAY, at(-1, -INF), when(lambda x: x < -1, NAN), at(INF, INF)]),
    Function("logb", lambda x: Fraction(exact.exponent(x)) or 0.0, CORRECT, [at_zeros(-INF), at_infinities(INF)], symmetry="even"),
    Function("ilogb", exact.exponent, CORRECT, [at_zeros(ILOGB0), at_infinities(INT_MAX), when(math.isnan, ILOGBNAN)], result="int"),
    Function("frexp", lambda x: Fraction(math.frexp(x)[0]), CORRECT, [ZEROS_STAY, INFINITIES_STAY], call="frexp(x, &whole)",
             symmetry="odd"),
    Function("frexp_exponent", lambda x: math.frexp(x)[1], CORRECT, [when(lambda x: not math.isfinite(x) or x == 0, 0)],
             call="(frexp(x, &whole), whole)", result="int"),
]


def gamma_sign(x):
    if x == 0 or (x < 0 and is_whole(x)):
        return 0
    return -1 if x < 0 and math.floor(x) % 2 == 1 else 1


GAMMA = [
    Function("erf", exact.erf, (16, 16, 4), [ZEROS_STAY, at_infinities(like(1.0))], low=number(-1.0), high=number(1.0), symmetry="odd"),
    Function("erfc", exact.erfc, (16, 16, 4), [at(-INF, 2.0), at(INF, 0.0)], low=number(0.0), high=number(2.0),
             inputs=numbers(10, 10.1, 26, 27.3, -5.9, -6, 3.2, 4.3)),
    Function("tgamma", exact.tgamma, (16, 16, 4), [at_zeros(like(INF)), when(lambda x: x < 0 and is_whole(x), NAN), at(-INF, NAN), at(INF, INF)],
             inputs=numbers(*range(2, 20), 34, 35, 35.5, 170, 171, 172, -33.5, -40.5, -170.5, -184.5)),
    Function("lgamma", exact.lgamma, ANY, [at(1, 0.0), at(2, 0.0), when(lambda x: x <= 0 and is_whole(x), INF), at_infinities(INF)],
             limit=1e30),
    Function("lgamma_r", exact.lgamma, ANY, [at(1, 0.0), at(2, 0.0), when(lambda x: x <= 0 and is_whole(x), INF), at_infinities(INF)],
             call="lgamma_r(x, &whole)", limit=1e30),
    # F.9.5.3 does not say what the sign of an infinity's or a NaN's is.
    Function("lgamma_r_sign", gamma_sign, ANY, [when(lambda x: not math.isfinite(x), (-1, 0, 1))], call="(lgamma_r(x, &whole), whole)",
             result="int"),
]


def fract(x):
    rest = Fraction(x) - math.floor(x)
    return rest if rest != 0 else 0.0


FRACT_RULES = [ZEROS_STAY, at_infinities(like(0.0))]
ROUNDING = [
    Function("ceil", exact.ceil, CORRECT, [INFINITIES_STAY]),
    Function("floor", exact.floor, CORRECT, [INFINITIES_STAY]),
    Function("trunc", exact.trunc, CORRECT, [INFINITIES_STAY], symmetry="odd"),
    Function("rint", exact.rint, CORRECT, [INFINITIES_STAY], symmetry="odd"),
    Function("round", exact.round_away, CORRECT, [INFINITIES_STAY], symmetry="odd"),
    Function("fract", fract, CORRECT, FRACT_RULES, call="fract(x, &second)", low=number(0.0),
             high=lambda fmt: fmt.number(fmt.bits_of(1.0) - 1)),
    Function("fract_whole", exact.floor, CORRECT, [INFINITIES_STAY], call="(fract(x, &second), second)"),
    Function("modf", lambda x: exact.signed(Fraction(x) - math.trunc(x), x), CORRECT, [at_infinities(like(0.0))], call="modf(x, &second)",
             symmetry="odd"),
    Function("modf_whole", exact.trunc, CORRECT, [INFINITIES_STAY], call="(modf(x, &second), second)", symmetry="odd"),
]

OTHERS = [
    Function("fabs", lambda x: Fraction(abs(x)) or 0.0, CORRECT, [at_infinities(INF)], symmetry="even"),
    Function("sqrt", exact.sqrt, (0.5, 3, 1.5), [ZEROS_STAY, BELOW_ZERO, at(INF, INF)], inputs=numbers(4, 9, 2.25, 1e4)),
    # C99 has no rsqrt: of -0 the quotient 1 / sqrt(-0) is as right as the limit.
    Function("rsqrt", exact.rsqrt, (2, 2, 1), [at(0.0, INF), at(-0.0, (INF, -INF)), BELOW_ZERO, at(INF, 0.0)]),
    Function("cbrt", exact.cbrt, (2, 2, 2), [ZEROS_STAY, INFINITIES_STAY], symmetry="odd", inputs=numbers(8, 27, 64, 125, 1e3, 0.125)),
    Function("nan", None, CORRECT, [when(lambda x: True, NAN)], call="nan(AS_BITS(x))"),
    Function("reciprocal", lambda x: exact.quotient(1.0, x), (0.5, 2.5, 1), [at_zeros(like(INF)), at_infinities(like(0.0))],
             call="(1 / x)", symmetry="odd"),
]

UNARY = CIRCLE + HYPERBOLIC + EXPONENTIAL + GAMMA + ROUNDING + OTHERS
