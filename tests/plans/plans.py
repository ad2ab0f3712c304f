#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Compares the plans of kernels with those in *.plan files: lanes, how each load and store is written, what stays scalar and why.

    plans.py [--heddle-opt build/release/bin/heddle-opt] [--clang clang-22] [FILE.plan ...]     # fails if a plan has changed
    plans.py --update                                                                           # writes the plans as they are
    plans.py --strategies                                                                       # fails if no plan has one of the strategies
    plans.py --prices                                                                           # fails if preliminary prices are far from final ones

A file is a list of kernels. The heading of each, `== KERNEL of FILE [OPTION ...]`, says what is compiled: options with one dash are Clang's, others
heddle-opt's. --update writes what is below it, so a kernel is added by its heading. Instruction sets and the front end's options are those of
bench/objects.py. Accesses stand below the line of source that they come from.
"""

import argparse
import collections
import difflib
import re
import subprocess
import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent
ROOT = HERE.parent.parent
sys.path.insert(0, str(ROOT / "bench"))

import objects  # pylint: disable=wrong-import-position

HEADING = re.compile(r"^== (\w+) of (\S+)(.*)$")
MOST_APART, USUALLY_APART, USUAL_SHARE, LEAST_PLANS = 4.5, 1.25, 0.75, 100  # of preliminary prices and final ones
UNNAMED = {"piecewise", "all lanes"}  # plans name the forms that these choose between
ACCESS = re.compile(r"^remark: (?:.*:(\d+):(\d+)): (.*)$")


class Case:
    def __init__(self, heading):
        self.heading = heading
        found = HEADING.match(heading)
        self.kernel, self.file, options = found.group(1), found.group(2), found.group(3).split()
        self.front_end = [option for option in options if not option.startswith("--")]
        self.options = [option for option in options if option.startswith("--")]
        self.source = (ROOT / self.file).read_text(encoding="utf-8").splitlines()

    def module(self, clang, kept={}):  # pylint: disable=dangerous-default-value
        """Returns the IR of the file; files with several kernels are compiled once."""
        elements = [] if any(option.startswith("-DT=") for option in self.front_end) else objects.ELEMENTS
        command = [clang, *objects.CLANG, "-debug-info-kind=line-tables-only", "-I", str(ROOT / "tests/kernels"), *elements,
                   *self.front_end, str(ROOT / self.file)]
        if tuple(command) not in kept:
            kept[tuple(command)] = subprocess.run(command, capture_output=True, check=True).stdout
        return kept[tuple(command)]

    def line(self, number):
        return " ".join(self.source[number - 1].split())

    def plan_at(self, level, tools):
        """Returns the lanes at a level, the lines about accesses, and the notes of the report."""
        command = [tools.heddle_opt, "--kernel", self.kernel, "--until", "widen", "--report", "-pass-remarks=widen", "--verify-each=false",
                   "--features", objects.LEVELS[level], *self.options, "-"]
        done = subprocess.run(command, input=self.module(tools.clang), capture_output=True, check=False)
        if done.returncode:
            sys.exit(f"{self.heading}: {done.stderr.decode()}")
        accesses, report = collections.defaultdict(collections.Counter), []
        for line in done.stderr.decode().splitlines():
            if found := ACCESS.match(line):
                accesses[int(found.group(1))][found.group(3)] += 1
            else:
                report.append(re.sub(r" \(line (\d+)\)$", lambda at: f": `{self.line(int(at.group(1)))}`", line.strip()))
        lanes, notes = report[0], [line for line in report[1:] if not line.startswith(("memory: ", "cycles of a vector: "))]
        if lanes.startswith("width 1:"):
            accesses.clear()  # of vectors that were not worth it
        said = []
        for number, ways in sorted(accesses.items()):
            said.append("  " + (self.line(number) if number else "(no line)"))
            said += [f"    {f'{count} x ' if count > 1 else ''}{way}" for way, count in sorted(ways.items())]
        return lanes, said, notes

    def plan(self, tools):
        """Returns the lines below the heading; levels at which the same is said stand together."""
        plans = {level: self.plan_at(level, tools) for level in objects.LEVELS}
        lines = [f"{level}: {lanes}" for level, (lanes, _, _) in plans.items()]
        accesses, notes = collections.defaultdict(list), collections.defaultdict(list)
        for level, (_, said, noted) in plans.items():
            accesses["\n".join(said)].append(level)
            for note in dict.fromkeys(noted):
                notes[note].append(level)

        def where(levels):
            return "all levels" if len(levels) == len(plans) else ", ".join(levels)

        lines += [f"{where(levels)}: {note}" for note, levels in notes.items()]
        for said, levels in accesses.items():
            if said:
                lines += [f"at {where(levels)}", *said.splitlines()]
        return lines


def text_of(path, tools):
    """Returns the text of a file with plans as they are now."""
    lines = path.read_text(encoding="utf-8").splitlines()
    headings = [number for number, line in enumerate(lines) if HEADING.match(line)]
    if not headings:
        sys.exit(f"{path} names no kernel")
    text = lines[:headings[0]]
    for number in headings:
        case = Case(lines[number])
        text += [case.heading, *case.plan(tools), ""]
    return "\n".join(text[:-1]) + "\n"


def check_strategies(paths):
    """Every strategy that can be emitted is in a plan."""
    sources = (path.read_text(encoding="utf-8") for path in (ROOT / "src/compiler/vectorize/access").glob("*.cpp"))
    names = {name for source in sources for name in re.findall(r'\.name = "([^"]+)"', source)} - UNNAMED
    plans = "\n".join(path.read_text(encoding="utf-8") for path in paths)
    missing = [name for name in names if not re.search(rf"[:,]( else)? {re.escape(name)}\b", plans)]
    print("\n".join(f"no plan has an access that is {name}" for name in missing) or f"{len(names)} strategies have plans")
    return 1 if missing or not names else 0


def prices_of(case, level, tools):
    """Returns the cycles that loads and stores of a work-item cost in the preliminary plan and in the final one; None if there are not both."""
    command = [tools.heddle_opt, "--kernel", case.kernel, "--until", "widen", "-pass-remarks-analysis=plan-lanes|widen", "--verify-each=false",
               "--features", objects.LEVELS[level], *case.options, "-"]
    done = subprocess.run(command, input=case.module(tools.clang), capture_output=True, check=True)
    found = re.findall(r"accesses of a work-item: ([-+.\de]+) cycles", done.stderr.decode())
    return [float(number) for number in found] if len(found) == 2 else None


def check_prices(cases, tools):
    """Preliminary prices, of a kernel with branches, lie close to those of what is emitted. What passes between the two change is in the bounds: rows of a
    matrix are unrolled, stores are sunk and joined, lanes become several registers."""
    ratios = []
    for case in cases:
        for level in objects.LEVELS:
            prices = prices_of(case, level, tools)
            if prices and min(prices) > 0:
                ratios.append((prices[0] / prices[1], f"{case.kernel} at {level}: {prices[0]:.2f} and {prices[1]:.2f} cycles"))
    far = [text for ratio, text in ratios if not 1 / MOST_APART <= ratio <= MOST_APART]
    close = sum(1 / USUALLY_APART <= ratio <= USUALLY_APART for ratio, _ in ratios)
    for ratio, text in sorted(ratios):
        print(f"{ratio:5.2f} {text}")
    print(f"{len(ratios)} plans, {close} of them within {USUALLY_APART}, {len(far)} further apart than {MOST_APART}")
    return 1 if far or close < USUAL_SHARE * len(ratios) or len(ratios) < LEAST_PLANS else 0


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--heddle-opt", default=str(ROOT / "build/release/bin/heddle-opt"))
    parser.add_argument("--clang", default="clang-22")
    parser.add_argument("--update", action="store_true")
    parser.add_argument("--strategies", action="store_true")
    parser.add_argument("--prices", action="store_true")
    parser.add_argument("files", nargs="*", type=Path)
    tools = parser.parse_args()
    paths = tools.files or sorted(HERE.glob("*.plan"))
    if tools.strategies:
        return check_strategies(paths)
    if tools.prices:
        return check_prices([Case(line) for path in paths for line in path.read_text(encoding="utf-8").splitlines() if HEADING.match(line)], tools)
    stale = 0
    for path in paths:
        old, new = path.read_text(encoding="utf-8"), text_of(path, tools)
        if tools.update:
            path.write_text(new, encoding="utf-8")
        elif new != old:
            stale += 1
            sys.stdout.writelines(difflib.unified_diff(old.splitlines(True), new.splitlines(True), str(path), "as it is now"))
    if stale:
        print("If this is wanted: tests/plans/plans.py --update")
    return 1 if stale else 0


if __name__ == "__main__":
    sys.exit(main())
