#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Runs a benchmark against two or more OpenCL drivers in the same run, alternating, and prints ratios.

    bench/compare.py build/release/bin/latency build/release/lib/libheddle.so /path/to/libother.so

The first driver is the one that the others are compared with: a ratio of 5 says that the other takes
five times as long. A driver is `[name=]library[,VARIABLE=value...]`, for one that needs more environment:
other=/opt/other/libother.so,LD_LIBRARY_PATH=/opt/other/lib
"""

import argparse
import os
import statistics
import subprocess
import sys


class Driver:
    def __init__(self, text):
        library, *settings = text.split(",")
        name, _, path = library.rpartition("=")
        self.name = name or os.path.basename(path).removeprefix("lib").split(".so")[0]
        path = os.path.abspath(path)
        if not os.path.exists(path):
            raise argparse.ArgumentTypeError(f"no such library: {path}")
        # Both loaders in use see this driver alone.
        self.environment = os.environ | {"OCL_ICD_VENDORS": path, "OCL_ICD_FILENAMES": path}
        self.environment |= dict(setting.split("=", 1) for setting in settings)
        self.figures = {}  # name: (unit, values)


def run(program, driver):
    result = subprocess.run(program, env=driver.environment, stdout=subprocess.PIPE, text=True)
    if result.returncode != 0:
        sys.exit(f"{driver.name}: {program} exited with {result.returncode}")
    for line in result.stdout.splitlines():
        name, value, unit = line.split("\t")
        driver.figures.setdefault(name, (unit, []))[1].append(float(value))


def table(drivers):
    first = drivers[0]
    header = ["median"] + [driver.name for driver in drivers]
    header += [f"{driver.name} / {first.name}" for driver in drivers[1:]]
    rows = []
    for name, (unit, _) in first.figures.items():
        # Not every driver can do everything that is measured.
        medians = [statistics.median(driver.figures[name][1]) if name in driver.figures else None for driver in drivers]
        ratios = [f"{value / medians[0]:.2f}" if medians[0] and value is not None else "-" for value in medians[1:]]
        rows.append([name] + ["-" if value is None else f"{value:.4g} {unit}" for value in medians] + ratios)
    return header, rows


def print_table(header, rows, markdown):
    widths = [max(len(row[i]) for row in [header, *rows]) for i in range(len(header))]
    between = " | " if markdown else "  "
    for number, row in enumerate([header, *rows]):
        cells = [cell.ljust(width) if i == 0 else cell.rjust(width)
                 for i, (cell, width) in enumerate(zip(row, widths))]
        print(f"| {between.join(cells)} |" if markdown else between.join(cells))
        if number == 0 and markdown:
            print("|" + "|".join(":---" if i == 0 else "---:" for i in range(len(header))) + "|")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("program", help="prints lines of name, value and unit, separated by tabs")
    parser.add_argument("drivers", nargs="+", type=Driver, metavar="driver")
    parser.add_argument("--runs", type=int, default=5, help="runs of the program for each driver (default: 5)")
    parser.add_argument("--markdown", action="store_true", help="print a Markdown table")
    arguments = parser.parse_args()

    for turn in range(arguments.runs):
        for driver in arguments.drivers:
            print(f"run {turn + 1} of {arguments.runs}: {driver.name}", file=sys.stderr)
            run([arguments.program], driver)

    header, rows = table(arguments.drivers)
    print_table(header, rows, arguments.markdown)


if __name__ == "__main__":
    main()
