# SPDX-License-Identifier: Apache-2.0
"""Floating-point formats of OpenCL C: bits, their order, and exact rounding of real numbers to them.

A number's place in the order is an integer: +0 is 0, -0 is -1, the smallest subnormal numbers are 1 and -2. Infinities follow the
largest numbers. So a set of results is an interval of integers, the sign of a zero included.
"""
import struct
from fractions import Fraction

NAN = float("nan")
INF = float("inf")


def floor_log2(value):
    """The exponent e of a positive Fraction: 2^e <= value < 2^(e+1)."""
    e = value.numerator.bit_length() - value.denominator.bit_length()
    return e if scaled(value, -e) >= 1 else e - 1


def scaled(value, exponent):
    """value * 2^exponent, exactly."""
    return value * (1 << exponent) if exponent >= 0 else value / (1 << -exponent)


def nearest_even(value):
    return round(value)  # of a Fraction: halfway cases go to the even one


def upwards(value):
    return -(-value.numerator // value.denominator)


def downwards(value):
    return value.numerator // value.denominator


class Format:
    def __init__(self, name, suffix, bits, mantissa, code, integer):
        self.name, self.suffix, self.bits, self.mantissa = name, suffix, bits, mantissa
        self.code, self.integer = code, integer  # struct's codes of the number and of its bits
        exponent_bits = bits - 1 - mantissa
        self.largest_exponent = (1 << (exponent_bits - 1)) - 1
        self.smallest_exponent = 1 - self.largest_exponent
        self.infinity = ((1 << exponent_bits) - 1) << mantissa
        self.sign = 1 << (bits - 1)
        self.least_normal = Fraction(1, 1 << -self.smallest_exponent)
        self.largest = self.number(self.infinity - 1)

    def number(self, bits):
        """The number with these bits, as Python's float, which all three formats fit into."""
        return struct.unpack("<" + self.code, struct.pack("<" + self.integer, bits))[0]

    def bits_of(self, number):
        """The bits of a number of this format."""
        return struct.unpack("<" + self.integer, struct.pack("<" + self.code, number))[0]

    def is_nan(self, bits):
        return (bits & ~self.sign) > self.infinity

    def place(self, bits):
        return -1 - (bits ^ self.sign) if bits & self.sign else bits

    def place_of(self, number):
        return self.place(self.bits_of(number))

    def is_subnormal(self, number):
        return number != 0 and abs(number) < self.least_normal

    def magnitude(self, value, rounding):
        """The bits of a positive Fraction rounded: those of infinity from 2^(largest exponent + 1) on."""
        e = max(floor_log2(value), self.smallest_exponent)
        units = rounding(scaled(value, self.mantissa - e))
        return min(((e - self.smallest_exponent) << self.mantissa) + units, self.infinity)

    def rounded(self, value):
        """The place of a Fraction that is not zero, rounded to nearest even."""
        bits = self.magnitude(abs(value), nearest_even)
        return bits if value > 0 else -1 - bits

    def within(self, value, ulps):
        """The places of all numbers within so many ULP of a Fraction that is not zero, of its sign (§7.4)."""
        size = abs(value)
        e = min(max(floor_log2(size), self.smallest_exponent), self.largest_exponent)
        error = scaled(Fraction(ulps), e - self.mantissa)
        low = self.magnitude(size - error, upwards) if size > error else 0
        high = self.magnitude(size + error, downwards)
        return (low, high) if value > 0 else (-1 - high, -1 - low)

    def successor(self, number, steps=1):
        """The number so many steps further from zero."""
        return self.number(self.bits_of(number) + steps)


HALF = Format("half", "h", 16, 10, "e", "H")
FLOAT = Format("float", "f", 32, 23, "f", "I")
DOUBLE = Format("double", "", 64, 52, "d", "Q")
FORMATS = {each.name: each for each in (HALF, FLOAT, DOUBLE)}
