#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Builds all benchmarks and checks, by the compiler's reports, that their kernels are vectorised: report_test.py heddle-bench

A kernel that stays scalar is named in SCALAR with the reason; any other one fails the test, and so does a reason that no
longer holds.
"""
import os
import re
import subprocess
import sys

SHARE = 0.95  # of all kernels, however long SCALAR grows
ROWS = "every work-item goes along memory of its own, with little to compute"
ATOMICS = "every work-item updates a bin of its own choice, with nothing to compute"
SCALAR = {"add_uint16": "is written in vectors that fill the registers", "scan_rows": ROWS, "csr_scalar": ROWS, "bfs_step": ROWS,
          "histogram_global": ATOMICS, "histogram_local": ATOMICS, "histogram_weighted": ATOMICS, "histogram_rgba": ATOMICS,
          "hash_insert": "goes from bin to bin by atomic operations, with nothing to compute"}
LOOPS = {"window": "has groups of one work-item, whose loops are vectors instead",
         "axpy_loop": "has strides that only the variants for them know"}  # not counted as scalar
FEWEST = 130  # kernels that must have been reported at all


def widths(program):
    """Kernel -> (width, notes), of the code that is not specialised."""
    environment = {**os.environ, "HEDDLE_REPORT": "1", "HEDDLE_CACHE": "off", "HEDDLE_SPECIALISE": "off"}
    done = subprocess.run([program, "--check-only"], env=environment, capture_output=True, text=True, errors="replace", check=False)
    if done.returncode:
        print(done.stdout)
        sys.exit(f"{program} ended with {done.returncode}")
    found = {}
    for part in re.split(r"^(?=kernel ')", done.stderr, flags=re.MULTILINE):
        head = re.match(r"kernel '([^']+)':\n  width (\d+)", part)
        if head:
            result = (int(head.group(2)), re.findall(r"^  ((?:not vectorised|scalar is cheaper).*)$", part, re.MULTILINE))
            found[head.group(1)] = min(found.get(head.group(1), result), result)  # built more than once, with other options
    return found


def main():
    found = widths(sys.argv[1])
    scalar = {name: notes for name, (width, notes) in found.items() if width == 1}
    print(f"{len(found)} kernels, {len(scalar)} of them scalar")
    wrong = [f"{name} is scalar: {'; '.join(notes) or 'no reason given'}" for name, notes in sorted(scalar.items())
             if name not in SCALAR | LOOPS]
    wrong += [f"{name} is vectorised, but expected not to be: {reason}" for name, reason in (SCALAR | LOOPS).items()
              if name not in scalar]
    if len(scalar.keys() - LOOPS) > (1 - SHARE) * len(found) or len(found) < FEWEST:
        wrong.append("too few kernels are vectorised")
    for line in wrong:
        print(line)
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
