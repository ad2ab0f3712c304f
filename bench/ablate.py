#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Switches each optional pass of the compiler off, and says which kernels change by more than 3 %, in time, size and build time.

    bench/ablate.py build/release/bin/heddle-bench build/release/lib/libheddle.so build/release/bin/heddle-opt [--passes a,b]

Families whose code is the same without the pass (by the hashes in their reports) are not timed. The others run with the
pass and without, alternating, --rounds times; a kernel counts whose shortest times differ by more than --least. Above 1: slower
without the pass. Kernels of one source file are one family: a pass that helps one family only has no second beneficiary.
"""

import argparse
import re
import subprocess
import sys

from compare import Driver, print_table
from kernels import Run, means_of, ratios_of

KERNEL = re.compile(r"^kernel '(\w+)':$")
CODE = re.compile(r"^  code: (\d+) bytes")
BUILT = re.compile(r"^  compiled in (\d+) us")


def optional_passes(heddle_opt):
    return subprocess.run([heddle_opt, "--list-optional-passes"], check=True, capture_output=True, text=True).stdout.split()


def reports(program, driver, family):
    """What the compiler says of a family: (code by kernel, bytes of code together, microseconds of CPU time)."""
    environment = driver.environment | {"HEDDLE_REPORT": "1", "HEDDLE_CACHE": "off", "HEDDLE_SPECIALISE": "wait"}
    said = subprocess.run([program, "--check-only", "--filter", f"^{family}/"], env=environment, capture_output=True, text=True,
                          check=False).stderr
    code, size, built, kernel = [], 0, 0, None
    for line in said.splitlines():
        if found := KERNEL.match(line):
            kernel = found.group(1)
        elif found := CODE.match(line):
            code.append((kernel, line))
            size += int(found.group(1))
        elif found := BUILT.match(line):
            built += int(found.group(1))
    return sorted(code), size, built


def ablate(arguments, base, families, known, name):
    """The row of a pass, and the kernels that change: [(kernel, ratio)]."""
    off = Driver(f"{name}={arguments.library},HEDDLE_DISABLE_PASS={name}")
    changed, sizes, builds = [], [0, 0], [0, 0]
    for family in families:
        with_it, without = known[family], reports(arguments.program, off, family)
        sizes = [sizes[0] + with_it[1], sizes[1] + without[1]]
        builds = [builds[0] + with_it[2], builds[1] + without[2]]
        if with_it[0] != without[0]:
            changed.append(family)
    run = Run(argparse.Namespace(program=arguments.program, filter="|".join(f"^{family}/" for family in changed), runs=arguments.runs,
                                 timeout=300, median=False, cpu=arguments.cpu))
    ratios = {}
    if changed:
        names = run.names()
        for _ in range(arguments.rounds):
            for family in changed:
                for driver in (base, off):
                    run.run(driver, [each for each in names if each.startswith(family + "/")])
        ratios = {kernel: ratio for kernel, [ratio] in ratios_of(run, [base, off], names).items() if ratio}
    kernels = sorted(((kernel, ratio) for kernel, ratio in ratios.items() if abs(ratio - 1) > arguments.least), key=lambda at: -at[1])
    for _, kernel in run.failures:
        print(f"{name}: {kernel}: {run.failures[_, kernel]}", file=sys.stderr)
    [mean] = means_of([[ratio] for ratio in ratios.values()], 1) if ratios else [None]
    helped = {kernel.split("/")[0] for kernel, ratio in kernels if ratio > 1}
    row = [name, str(len(changed)), str(len(helped)), "-" if mean is None else f"{mean:.3f}",
           f"{sizes[1] / max(sizes[0], 1):.3f}", f"{builds[1] / max(builds[0], 1):.2f}",
           ", ".join(f"{kernel} {ratio:.2f}" for kernel, ratio in kernels[:4] + kernels[4:][-2:])]
    return row, kernels


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("program", help="heddle-bench")
    parser.add_argument("library", help="libheddle.so")
    parser.add_argument("heddle_opt", help="heddle-opt")
    parser.add_argument("--passes", type=lambda names: names.split(","), help="some of them; default: all that are optional")
    parser.add_argument("--families", default=".", help="regular expression")
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--runs", type=int, default=5, help="of a kernel in a round")
    parser.add_argument("--least", type=float, default=0.03, help="what counts as a change")
    parser.add_argument("--cpu", action="store_true", help="time by the processor, not by the clock")
    parser.add_argument("--markdown", action="store_true")
    arguments = parser.parse_args()
    base = Driver(f"base={arguments.library}")
    listed = subprocess.run([arguments.program, "--list"], capture_output=True, text=True, check=True).stdout.split()
    families = sorted({name.split("/")[0] for name in listed if re.search(arguments.families, name.split("/")[0])})
    known = {family: reports(arguments.program, base, family) for family in families}
    rows = []
    for name in arguments.passes or optional_passes(arguments.heddle_opt):
        row, _ = ablate(arguments, base, families, known, name)
        rows.append(row)
        print("\t".join(row), file=sys.stderr, flush=True)
    rows.sort(key=lambda row: -int(row[2]))
    print_table(["pass", "families", "helped", "time without", "code without", "build without", "kernels"], rows, arguments.markdown)


if __name__ == "__main__":
    main()
