# SPDX-License-Identifier: Apache-2.0
"""Reads numbers, polynomials, tables and stated bounds from the sources of the built-ins.

Every number that somebody asked for is marked as covered; what nobody asked for is left over.
"""
import re
from fractions import Fraction

NUMBER = re.compile(r"(?<![\w.])0x[0-9a-f]+(?:\.[0-9a-f]*)?p[-+]?\d+[fh]?", re.I)
WORD = re.compile(r"(?<![\w.])0x[0-9a-f]{8,}(?:ul|u|l)?(?![\w.])", re.I)
POLYNOMIAL = re.compile(r"\bHD_[PEHQ](\d+)(?:_AND)?\(")
# "fit to 2^-28.3", of the relative error, or "fit to 2^-28.3 absolutely".
STATED = re.compile(r"fit\s+to\s+2\^-(\d+(?:\.\d)?)(\s+absolutely)?")


class Wrong(Exception):
    """What a check found."""


def exact(number):
    """The value of a constant as it stands in a source."""
    number = re.sub(r"^\(\w+\)", "", number.strip())
    number = re.sub(r"\s*\*\s*unit$", "", number)
    sign = -1 if number.startswith("-") else 1
    number = number.lstrip("-")
    if number.lower().startswith("0x"):
        return sign * Fraction(float.fromhex(number.rstrip("fh")))
    return sign * Fraction(number.rstrip("f"))


def odd_part_bits(value):
    """Of the significand without trailing zeros."""
    numerator = abs(Fraction(value).numerator)
    return (numerator // (numerator & -numerator)).bit_length() if numerator else 0


def balanced(text, start):
    """The place of the bracket that closes the one before `start`."""
    depth = 1
    for place in range(start, len(text)):
        depth += {"(": 1, "{": 1, ")": -1, "}": -1}.get(text[place], 0)
        if not depth:
            return place
    raise Wrong("a bracket is not closed")


def arguments(text):
    parts, depth, start = [], 0, 0
    for place, letter in enumerate(text):
        depth += {"(": 1, ")": -1}.get(letter, 0)
        if letter == "," and not depth:
            parts.append((start, text[start:place]))
            start = place + 1
    return [*parts, (start, text[start:])]


def blank(match):
    return re.sub(r"[^\n]", " ", match.group())


class Source:
    """One file. `code` is its text with blanks for comments, `prose` with blanks for the marks of comments."""

    def __init__(self, path):
        self.path = path
        self.text = path.read_text()
        self.code = re.sub(r"//[^\n]*|/\*.*?\*/", blank, self.text, flags=re.S)
        self.prose = re.sub(r"\n\s*//", lambda m: " " * len(m.group()), self.text)
        self.covered = set()
        self.stated = set()

    def line(self, place):
        return f"{self.path.name}:{self.text.count(chr(10), 0, place) + 1}"

    def left_over(self):
        """Numbers with more than eight bits that nobody asked for: place and value."""
        for match in NUMBER.finditer(self.code):
            if match.start() not in self.covered and odd_part_bits(exact(match.group())) > 8:
                yield match.start(), match.group()

    def words_left_over(self):
        for match in WORD.finditer(self.code):
            if match.start() not in self.covered:
                yield match.start(), int(match.group().rstrip("uUlL"), 16)

    def cover(self, start, end):
        for pattern in (NUMBER, WORD):
            self.covered |= {m.start() for m in pattern.finditer(self.code, start, end)}

    def function(self, name):
        """Where the function, or the call of a macro at the start of a line, begins and ends."""
        if "(" in name:
            start = self.code.find("\n" + name) + 1
            if not start:
                raise Wrong(f"{self.path.name} has no {name}")
            return start, balanced(self.code, start + name.index("(") + 1)
        head = re.search(rf"^HD_(?:INLINE|API) [^\n;{{}}]*\b{name}\(", self.code, re.M)
        if not head:
            raise Wrong(f"{self.path.name} has no function {name}")
        body = self.code.index("{", balanced(self.code, head.end())) + 1
        return head.start(), balanced(self.code, body)

    def value(self, word, start, end):
        """Of a number, or of a name that the function or the file gives one."""
        word = re.sub(r"^\(\w+\)", "", word.strip())
        if not re.match(r"-?[A-Za-z_]", word):
            return exact(word)
        for pattern, low, high in ((rf"\b{word} = (-?[\w.+-]+)", start, end),
                                   (rf"#define {word} (-?[\w.+-]+)", 0, len(self.code))):
            found = re.compile(pattern).search(self.code, low, high)
            if found:
                self.cover(found.start(), found.end())
                return exact(found.group(1))
        raise Wrong(f"{self.line(start)}: what is {word}?")

    def polynomials(self, *names):
        """The coefficients of each polynomial of the functions, and where it stands."""
        for name in names:
            start, end = self.function(name)
            if "(" in name:  # the last three arguments of a macro that makes a function
                opened = start + name.index("(") + 1
                words = [(opened + at, word) for at, word in arguments(self.code[opened:end])][-3:]
                yield self.polynomial(words, start, end), start
                continue
            for match in POLYNOMIAL.finditer(self.code, start, end):
                inside = arguments(self.code[match.end():balanced(self.code, match.end())])
                words = [(match.end() + at, w) for at, w in inside[-int(match.group(1)):]]
                yield self.polynomial(words, start, end), match.start()

    def polynomial(self, words, start, end):
        for at, word in words:
            self.cover(at, at + len(word))
        return [self.value(word, start, end) for at, word in words]

    def named(self, function, *names):
        start, end = self.function(function)
        return [self.value(name, start, end) for name in names]

    def number(self, name, which):
        """One of the hexadecimal numbers of a function in their order."""
        start, end = self.function(name)
        match = list(NUMBER.finditer(self.code, start, end))[which]
        self.covered.add(match.start())
        return exact(("-" if self.code[match.start() - 1] == "-" else "") + match.group())

    def words(self, name):
        """All hexadecimal integers of eight digits and more of a function."""
        start, end = self.function(name)
        return [(m.start(), int(m.group().rstrip("uUlL"), 16)) for m in WORD.finditer(self.code, start, end)]

    def table(self, name):
        """The elements of a table, and where they stand."""
        head = re.search(rf"\b{name}\[\d+\][^={{]*= {{", self.code)
        if not head:
            raise Wrong(f"{self.path.name} has no table {name}")
        end = self.code.index("}", head.end())
        self.cover(head.end(), end)
        return [exact(word) for word in self.code[head.end():end].split(",")], (head.end(), end)

    def tables(self):
        return re.findall(r"__constant (?:float|double) (\w+)\[\d+\]", self.code)

    def comment_above(self, place):
        """Where the comment that ends right above `place` begins."""
        lines = self.text[:place].split("\n")
        start = place
        for line in reversed(lines[:-1]):
            if not line.startswith(("//", "#define")):
                break
            start -= len(line) + 1
        return start

    def stated_bound(self, start, place):
        """The nearest bound before `place` that is stated in the function, or above it: where, the bits, of what."""
        found = [m for m in STATED.finditer(self.prose, self.comment_above(start), place)]
        if not found or found[-1].start() in self.stated:
            raise Wrong(f"{self.line(place)}: no bound is stated for this fit")
        self.stated.add(found[-1].start())
        return found[-1].span(1), float(found[-1].group(1)), bool(found[-1].group(2))

    def idle_bounds(self):
        return [self.line(m.start()) for m in STATED.finditer(self.prose)
                if m.start() not in self.stated]
