# SPDX-License-Identifier: Apache-2.0
"""The built-in math functions of two and three arguments, half_ functions and some common functions: as table.py."""
import math
from fractions import Fraction

from mpmath import mp

import exact
import table
from exact import fraction
from formats import INF, NAN
from rules import CORRECT, Function, is_negative, is_odd, is_whole, like, same, when
from table import number, real, signed_real


NANS = when(lambda x, y: math.isnan(x) or math.isnan(y), NAN)


def angles(unit):
    """F.9.1.4 and §7.5.1 for atan2pi: `unit` is the value of a half turn."""
    part = (lambda share: signed_real(lambda: mp.pi * share)) if unit is None else (lambda share: like(float(share)))
    zero = like(0.0)
    return [
        NANS,
        when(lambda y, x: y == 0 and is_negative(x), part(1)),
        when(lambda y, x: y == 0, zero),
        when(lambda y, x: x == 0, part(0.5)),
        when(lambda y, x: math.isinf(y) and x == -INF, part(0.75)),
        when(lambda y, x: math.isinf(y) and x == INF, part(0.25)),
        when(lambda y, x: math.isinf(y), part(0.5)),
        when(lambda y, x: x == -INF, part(1)),
        when(lambda y, x: x == INF, zero),
    ]


def no_remainder(x, y):
    return math.isinf(x) or y == 0


QUOTIENT = [NANS, when(lambda x, y: math.isinf(x) or math.isinf(y) or x == 0 or y == 0, exact.quotient)]


def larger(x, y):
    """fmax: the sign of the larger zero is open."""
    if math.isnan(x) or math.isnan(y):
        return y if math.isnan(x) else x
    return (0.0, -0.0) if x == y == 0 else max(x, y)


def smaller(x, y):
    if math.isnan(x) or math.isnan(y):
        return y if math.isnan(x) else x
    return (0.0, -0.0) if x == y == 0 else min(x, y)


def of_magnitude(otherwise, first):
    def choose(x, y):
        if abs(x) == abs(y) or math.isnan(x) or math.isnan(y):
            return otherwise(x, y)
        return x if (abs(x) > abs(y)) == first else y

    return choose


ALWAYS = lambda *_: True  # noqa: E731
PAIRS = [
    Function("atan2", exact.atan2, (6, 6, 2), angles(None), "yx", low=real(lambda: -mp.pi), high=real(exact.pi), symmetry="odd"),
    Function("atan2pi", exact.atan2pi, (6, 6, 2), angles(1), "yx", low=number(-1.0), high=number(1.0), symmetry="odd"),
    Function("copysign", None, CORRECT, [when(lambda x, y: math.isnan(x), NAN), when(ALWAYS, math.copysign)], "xy"),
    Function("fdim", lambda x, y: Fraction(x) - Fraction(y), CORRECT,
             [NANS, when(lambda x, y: x <= y, 0.0), when(lambda x, y: x == INF or y == -INF, INF)], "xy"),
    Function("fmax", None, CORRECT, [when(ALWAYS, larger)], "xy"),
    Function("fmin", None, CORRECT, [when(ALWAYS, smaller)], "xy"),
    Function("maxmag", None, CORRECT, [when(ALWAYS, of_magnitude(larger, True))], "xy"),
    Function("minmag", None, CORRECT, [when(ALWAYS, of_magnitude(smaller, False))], "xy"),
    Function("fmod", exact.fmod, CORRECT, [when(lambda x, y: math.isnan(y), NAN), when(no_remainder, NAN),
                                           when(lambda x, y: x == 0 or math.isinf(y), same)], "xy", symmetry="odd"),
    Function("remainder", exact.remainder, CORRECT, [when(lambda x, y: math.isnan(y), NAN), when(no_remainder, NAN),
                                                     when(lambda x, y: x == 0 or math.isinf(y), same)], "xy", symmetry="odd"),
    Function("remquo", exact.remainder, CORRECT, [when(lambda x, y: math.isnan(y), NAN), when(no_remainder, NAN),
                                                  when(lambda x, y: x == 0 or math.isinf(y), same)], "xy", call="remquo(x, y, &whole)",
             symmetry="odd"),
    Function("remquo_quotient", exact.low_quotient, CORRECT,
             [when(lambda x, y: math.isnan(x) or math.isnan(y) or no_remainder(x, y), 0), when(lambda x, y: math.isinf(y), 0)], "xy",
             call="(remquo(x, y, &whole), LOW_SEVEN(whole))", result="int"),
    Function("hypot", exact.hypot, (4, 4, 2), [when(lambda x, y: math.isinf(x) or math.isinf(y), INF),
                                               when(lambda x, y: x == 0, lambda x, y: abs(y)), when(lambda x, y: y == 0, lambda x, y: abs(x))],
             "xy", low=number(0.0), symmetry="even", inputs=[(3.0, 4.0), (5.0, 12.0), (-8.0, 15.0)]),
    Function("divide", exact.quotient, (0.5, 2.5, 1), QUOTIENT, "xy", call="(x / y)", symmetry="odd"),
    Function("add", lambda x, y: exact.product(x, 1.0, y), CORRECT, [when(lambda x, y: math.isinf(x) or math.isinf(y),
                                                                         lambda x, y: x + y)], "xy", call="(x + y)"),
    Function("multiply", lambda x, y: exact.product(x, y, -0.0 if is_negative(x) != is_negative(y) else 0.0), CORRECT,
             [when(lambda x, y: math.isinf(x) or math.isinf(y), lambda x, y: x * y)], "xy", call="(x * y)"),
]


def next_number(fmt):
    def step(x, y):
        if x == y:
            return y
        if x == 0:
            return math.copysign(fmt.number(1), y)
        outwards = (x < y) == (x > 0)
        return fmt.number(fmt.bits_of(x) + (1 if outwards else -1))

    return step


# nextafter knows its format: a row for each.
PAIRS += [
    Function("nextafter", None, CORRECT, [NANS, when(ALWAYS, next_number(fmt))], "xy",
             formats=(fmt.name,))
    for fmt in table.FORMATS
]

POW_RULES = [
    when(lambda x, y: y == 0 or x == 1, 1.0),
    when(lambda x, y: math.isnan(x) or math.isnan(y), NAN),
    when(lambda x, y: x == 0 and y < 0 and is_odd(y), like(INF)),
    when(lambda x, y: x == 0 and y < 0, INF),
    when(lambda x, y: x == 0 and is_odd(y), same),
    when(lambda x, y: x == 0, 0.0),
    when(lambda x, y: x == -1 and math.isinf(y), 1.0),
    when(lambda x, y: x < 0 and math.isfinite(x) and math.isfinite(y) and not is_whole(y), NAN),
    when(lambda x, y: math.isinf(y), lambda x, y: INF if (abs(x) > 1) == (y > 0) else 0.0),
    when(lambda x, y: math.isinf(x) and y < 0, lambda x, y: -0.0 if x < 0 and is_odd(y) else 0.0),
    when(lambda x, y: math.isinf(x), lambda x, y: -INF if x < 0 and is_odd(y) else INF),
]
# §7.5.1; what x = inf and |y| = inf give besides are the limits of x^y.
POWR_RULES = [
    when(lambda x, y: math.isnan(x) or math.isnan(y) or x < 0, NAN),
    when(lambda x, y: y == 0, lambda x, y: NAN if x == 0 or x == INF else 1.0),
    when(lambda x, y: x == 1, lambda x, y: NAN if math.isinf(y) else 1.0),
    when(lambda x, y: x == 0, lambda x, y: INF if y < 0 else 0.0),
    when(lambda x, y: math.isinf(y), lambda x, y: INF if (x > 1) == (y > 0) else 0.0),
    when(lambda x, y: x == INF, lambda x, y: 0.0 if y < 0 else INF),
]
ROOTN_RULES = [
    when(lambda x, n: math.isnan(x) or n == 0, NAN),
    when(lambda x, n: x == 0 and n < 0, lambda x, n: math.copysign(INF, x) if n % 2 else INF),
    when(lambda x, n: x == 0, lambda x, n: x if n % 2 else 0.0),
    when(lambda x, n: x < 0 and n % 2 == 0, NAN),
    when(lambda x, n: math.isinf(x), lambda x, n: math.copysign(INF if n > 0 else 0.0, x)),
]
WHOLE_POWERS = [(float(base), power) for base in (2, 3, 5, 7, 10, -2, -3, 0.5, 1.5) for power in (-3, -2, -1, 1, 2, 3, 4, 5, 6, 7, 11)]
ROOT_POWERS = [(float(base), power) for base in (4, 9, 16, 0.25, 2.25, 256) for power in (0.5, 1.5, -0.5, 0.25, 2.5)]
ROOTS = [(float(base**n), n) for base in (2, 3, 4, 5) for n in (1, 2, 3, 4, 5)] + [(-27.0, 3), (-32.0, 5), (0.125, 3), (0.25, -2)]
PAIRS += [
    Function("pow", exact.power, (16, 16, 4), POW_RULES, "xy", inputs=[(x, float(n)) for x, n in WHOLE_POWERS] + ROOT_POWERS),
    Function("powr", exact.power, (16, 16, 4), POWR_RULES, "xy", low=number(0.0),
             inputs=[(x, float(n)) for x, n in WHOLE_POWERS] + ROOT_POWERS),
    Function("pown", lambda x, n: exact.power(x, n), (16, 16, 4), POW_RULES, "xn", inputs=WHOLE_POWERS),
    Function("rootn", exact.rootn, (16, 16, 4), ROOTN_RULES, "xn", inputs=ROOTS, symmetry=None),
    Function("ldexp", lambda x, n: Fraction(x) * Fraction(2) ** max(-3000, min(3000, n)), CORRECT,
             [when(lambda x, n: x == 0 or not math.isfinite(x), same)], "xn", symmetry="odd"),
]

TRIPLES = [
    Function("fma", exact.product, CORRECT, [when(lambda x, y, z: any(map(math.isinf, (x, y, z))) and
                                                  not any(map(math.isnan, (x, y, z))), exact.product)], "xyz"),
]


def common_sign(x):
    return 0.0 if math.isnan(x) else x if x == 0 else math.copysign(1.0, x)


COMMON = [
    Function("sign", None, CORRECT, [when(ALWAYS, common_sign)], symmetry=None),
    Function("degrees", lambda x: fraction(mp.mpf(x) * 180 / mp.pi), (2, 2, 2), [when(lambda x: x == 0 or math.isinf(x), same)],
             symmetry="odd"),
    Function("radians", lambda x: fraction(mp.mpf(x) * mp.pi / 180), (2, 2, 2), [when(lambda x: x == 0 or math.isinf(x), same)],
             symmetry="odd"),
    Function("step", None, CORRECT, [when(lambda x, y: math.isnan(x) or math.isnan(y), (0.0, 1.0)),
                                     when(ALWAYS, lambda edge, x: 0.0 if x < edge else 1.0)], "xy"),
]


def half_functions():
    """half_NAME behaves as NAME at the edges (§7.5.1). Trigonometric ones are for [-2^16, 2^16] (§6.13.2)."""
    rows = []
    every = {row.name: row for row in table.UNARY + PAIRS}
    for name in ("cos", "exp", "exp2", "exp10", "log", "log2", "log10", "rsqrt", "sin", "sqrt", "tan", "powr"):
        row = every[name]
        limit = 2.0**16 if name in ("cos", "sin", "tan") else INF
        rows.append(Function("half_" + name, row.exact, 8192, row.rules, row.arguments, formats=("float",), limit=limit,
                             symmetry=row.symmetry, may_flush=True))
    rows.append(Function("half_divide", exact.quotient, 8192, every["divide"].rules, "xy", formats=("float",), may_flush=True))
    rows.append(Function("half_recip", every["reciprocal"].exact, 8192, every["reciprocal"].rules, formats=("float",), may_flush=True))
    return rows


ALL = table.UNARY + PAIRS + TRIPLES + COMMON + half_functions()
