# SPDX-License-Identifier: Apache-2.0
"""What a row of the table is made of: a function, how exact it is, and the results that the texts prescribe."""
import math
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import product as combinations
from typing import Callable, Optional

from formats import INF

CORRECT = 0.5  # correctly rounded, also where §7.4 says 0 ULP: such results are exact or rounded once
ANY = "any"  # whatever is a number: §7.4 gives no bound


@dataclass
class Rule:
    """Prescribes the result where the condition holds: a number with the sign of its zero, a NaN, a real number (a function without
    arguments) that is rounded to nearest, a tuple of those that may be chosen from, or a function of the arguments that gives one."""

    holds: Callable
    result: object


@dataclass
class Function:
    name: str
    exact: Callable  # of finite arguments that no rule is about
    ulps: object  # for double, float, half (§7.4); one number for all, or ANY
    rules: list = field(default_factory=list)  # the first that holds counts
    arguments: str = "x"  # x, y, z are numbers, n is an int
    call: Optional[str] = None  # if it is not name(arguments)
    low: Optional[Callable] = None  # real numbers, by format, that no result lies beyond once they are rounded to it
    high: Optional[Callable] = None
    symmetry: Optional[str] = None  # odd or even in its first argument
    result: str = "number"  # or int
    formats: tuple = ("double", "float", "half")
    inputs: list = field(default_factory=list)  # interesting ones of its own: tuples of arguments
    limit: float = INF  # of the size of the first argument
    may_flush: bool = False  # §6.13.2: half_ functions may, whatever the options are

    def expression(self):
        return self.call or f"{self.name}({', '.join(self.arguments)})"

    def ulps_of(self, fmt):
        return self.ulps[("double", "float", "half").index(fmt.name)] if isinstance(self.ulps, tuple) else self.ulps


def when(condition, result):
    return Rule(condition, result)


def at(number, result):
    """A rule for one argument, zeros with their sign."""
    return Rule(lambda x: x == number and (x != 0 or math.copysign(1, x) == math.copysign(1, number)), result)


def same(x, *_):
    return x


def at_zeros(result):
    return Rule(lambda x: x == 0, result)


def at_infinities(result):
    return Rule(lambda x: abs(x) == INF, result)


ZEROS_STAY = at_zeros(same)
INFINITIES_STAY = at_infinities(same)


def is_negative(x):
    return math.copysign(1, x) < 0


def is_whole(x):
    return math.isfinite(x) and x == math.floor(x)


def is_odd(x):
    return is_whole(x) and x % 2 == 1


def like(number):
    """Makes a result that has the sign of the first argument."""
    return lambda x, *_: math.copysign(number, x)


# The results that are right are intervals of places (formats.py).
def intervals_of(value, fmt, ulps):
    """The places of one prescribed or exact value; None stands for NaNs."""
    if isinstance(value, tuple):
        return [each for alternative in value for each in intervals_of(alternative, fmt, ulps)]
    if isinstance(value, Fraction) and value != 0:
        if ulps == ANY:
            return [(fmt.place_of(-fmt.largest), fmt.place_of(fmt.largest)), fmt.within(value, 1024)]
        if ulps == CORRECT:
            return [(fmt.rounded(value),) * 2]
        return [fmt.within(value, ulps)]
    if isinstance(value, float) and math.isnan(value):
        return [None]
    if isinstance(value, int) and not isinstance(value, bool):
        raise TypeError("an integer is no number of a format")
    return [(fmt.place_of(float(value)),) * 2]


def bounded(interval, function, fmt):
    if interval is None:
        return None
    least = place_of_real(function.low(fmt), fmt) if function.low else interval[0]
    most = place_of_real(function.high(fmt), fmt) if function.high else interval[1]
    return tuple(min(max(each, least), most) for each in interval)


def place_of_real(value, fmt):
    return fmt.rounded(value) if isinstance(value, Fraction) and value != 0 else fmt.place_of(float(value))


def wanted_plain(function, fmt, arguments):
    for rule in function.rules:
        if rule.holds(*arguments):
            value = rule.result
            if callable(value):
                value = value(*arguments)
            if function.result == "int":
                return [(each, each) for each in (value if isinstance(value, tuple) else (value,))]
            return intervals_of(value, fmt, CORRECT)
    if any(math.isnan(each) for each in arguments):
        return [None]
    value = function.exact(*arguments)
    if function.result == "int":
        return [(value, value)]
    return [bounded(each, function, fmt) for each in intervals_of(value, fmt, function.ulps_of(fmt))]


def is_tiny(function, fmt, arguments):
    """Is the result subnormal before it is rounded?"""
    if function.result == "int" or any(rule.holds(*arguments) for rule in function.rules) or any(math.isnan(each) for each in arguments):
        return False
    value = function.exact(*arguments)
    return isinstance(value, Fraction) and 0 < abs(value) < fmt.least_normal


def wanted(function, fmt, arguments, flushes=False):
    """All results that are right, as intervals of places, of which None is any NaN. With flushing, §7.5.3: arguments that are
    subnormal may be zeros of either sign, and so may results that are."""
    if not flushes and not function.may_flush:
        return wanted_plain(function, fmt, arguments)
    choices = [(each, 0.0, -0.0) if isinstance(each, float) and fmt.is_subnormal(each) else (each,) for each in arguments]
    found = []
    for candidate in combinations(*choices):
        found += wanted_plain(function, fmt, candidate)
        if is_tiny(function, fmt, candidate):
            found += [(0, 0), (-1, -1)]
    if function.result == "number":
        least = fmt.place_of(float(fmt.least_normal))
        if any(each is not None and each[0] < least and each[1] > -1 - least and each not in ((0, 0), (-1, -1)) for each in found):
            found += [(0, 0), (-1, -1)]
    return found


def is_right(place, found):
    """place is None for a NaN."""
    if place is None:
        return None in found
    return any(each is not None and each[0] <= place <= each[1] for each in found)
