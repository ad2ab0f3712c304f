#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Checks the constants of the built-in math functions, and writes them.

    check.py --check        whether tables have the bits that their rules give, polynomials are as good as is said above them,
                            and no constant of more than eight bits is left that nothing here says anything about
    check.py --write        writes the tables by their rules, and the bounds that were proved into the comments
    check.py --show         prints the bounds
"""
import argparse
import collections
import pathlib
import sys

try:
    import mpmath  # noqa: F401
except ImportError:
    sys.exit("Python has no mpmath (Debian: python3-mpmath)")

import bounds
import fits
import proofs
import singles
import tables
from source import Source, Wrong

FOLDER = pathlib.Path(__file__).resolve().parent.parent
# As many bits more than a stated bound are what series are good to.
MORE = 40


def in_c(value, form):
    """A number as the sources write it."""
    if not value:
        return "0.0f" if form is tables.FLOAT else "0.0"
    text = float(value).hex()
    mantissa, exponent = text.split("p")
    if "." in mantissa:
        mantissa = mantissa.rstrip("0").rstrip(".")
    return f"{mantissa}p{int(exponent)}" + ("f" if form is tables.FLOAT else "")


class Check:
    def __init__(self, write, show):
        self.write, self.show = write, show
        self.failures, self.count = [], collections.Counter()
        paths = sorted(p for p in FOLDER.parent.rglob("*") if p.suffix in (".h", ".cl"))
        self.sources = {str(p.relative_to(FOLDER.parent)).removeprefix("math/"): Source(p) for p in paths}
        self.edits = collections.defaultdict(list)

    def fail(self, what):
        self.failures.append(what)

    def read_tables(self):
        self.home, self.values = {}, {}
        for source in self.sources.values():
            for name in source.tables():
                self.values[name], span = source.table(name)
                self.home[name] = source, span
                self.count["table elements"] += len(self.values[name])

    def check_tables(self):
        for name, rule in tables.RULES.items():
            right, found = tables.ask(rule, self.values), self.values[name]
            source, span = self.home[name]
            wrong = [i for i, (a, b) in enumerate(zip(found, right)) if a != b]
            form = tables.FLOAT if source.path.stem.endswith("_f") else tables.DOUBLE
            if len(found) != len(right):
                self.fail(f"{name} has {len(found)} elements instead of {len(right)}")
            elif wrong and self.write:
                self.edits[source].append((span, "\n    " + ", ".join(in_c(x, form) for x in right)))
            for i in wrong if not self.write else ():
                self.fail(f"{source.line(span[0])}: {name}[{i}] is {in_c(found[i], form)}, by its rule {in_c(right[i], form)}")
        for name, properties in tables.CHOSEN.items():
            source, span = self.home[name]
            for problem in tables.ask(properties, self.values):
                self.fail(f"{source.line(span[0])}: {name}{problem}")
        fitted = ("hd_erf_d_", "hd_erf_f_", "hd_erf_of_8_")
        for name in self.home:
            if name not in tables.RULES and name not in tables.CHOSEN and not name.startswith(fitted):
                self.fail(f"{name}: no rule says what this table has")

    def check_fits(self):
        for row in fits.all_rows(self.sources, self.values):
            self.count["fits"] += 1
            self.count["polynomials"] += len(row.fits)
            try:
                span, stated, absolute = row.source.stated_bound(row.start, row.place)
            except Wrong as wrong:
                self.fail(f"{wrong} ({row.name})")
                continue
            bound = proofs.worst(row.fits, 110 if self.write or self.show else stated + MORE)
            proved = bounds.bits(bound) if bound is not None else 0.0
            where = f"{row.source.line(row.place)}: {row.name}"
            if self.show:
                print(f"{where}: 2^-{proved}{' absolutely' if absolute else ''}")
            if absolute != row.fits[0].absolute:
                self.fail(f"{where}: the bound is {'relative' if absolute else 'absolute'}")
            if self.write and stated != proved:
                self.edits[row.source].append((span, str(proved)))
            elif proved < stated and not self.show:
                self.fail(f"{where}: 2^-{stated} is stated, 2^-{proved} proved")
        for source in self.sources.values():
            for line in source.idle_bounds():
                self.fail(f"{line}: a bound is stated that nothing proves")

    def check_singles(self):
        of = self.sources
        of_float, of_double = of["trig_core_f.h"], of["trig_core_d.h"]
        self.count["words of 2/pi"] += singles.check_two_over_pi(of_float, 8, singles.FLOAT_WORDS)
        self.count["words of 2/pi"] += singles.check_two_over_pi(of_double, 16, singles.DOUBLE_WORDS)
        for name, form in ("hyper_d.h", tables.DOUBLE), ("hyper_f.h", tables.FLOAT):
            worst = singles.check_cube_root(of[name], form)
            if self.show:
                print(f"{name}: the estimate of cube roots is good to {float(worst):.4f}")
        for source in of.values():
            self.count["single numbers"] += singles.cover_singles(source)
            self.count["bits of numbers"] += singles.cover_words(source)
            for at, number in source.left_over():
                self.fail(f"{source.line(at)}: nothing says what {number} is")
            for at, word in source.words_left_over():
                if not singles.is_mask(word):
                    self.fail(f"{source.line(at)}: nothing says what 0x{word:x} is")

    def finish(self):
        for source, edits in self.edits.items():
            text = source.text
            for (start, end), new in sorted(edits, reverse=True):
                text = text[:start] + new + text[end:]
            source.path.write_text(text)
            print(f"{source.path.name}: written (clang-format breaks the lines)")
        print("\n".join(self.failures), end="\n" if self.failures else "")
        print(", ".join(f"{n} {what}" for what, n in self.count.items()), f", {len(self.failures)} failures", sep="")
        return 1 if self.failures else 0


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--check", action="store_true")
    parser.add_argument("--write", action="store_true")
    parser.add_argument("--show", action="store_true")
    args = parser.parse_args()
    check = Check(args.write, args.show)
    try:
        check.read_tables()
        check.check_tables()
        check.check_fits()
        check.check_singles()
    except Wrong as wrong:
        check.fail(str(wrong))
    return check.finish()


if __name__ == "__main__":
    sys.exit(main())
