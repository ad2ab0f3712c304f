#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Runs heddle-bench against two or more OpenCL drivers in the same run, alternating, and prints ratios.

    bench/kernels.py build/release/bin/heddle-bench build/release/lib/libheddle.so /path/to/libother.so

The first driver is the one that the others are compared with: a ratio of 5 says that the other takes
five times as long. Drivers are named as for compare.py. Each driver runs each family of kernels in a
process of its own; a kernel that is wrong, fails or hangs is reported and left out.
"""

import argparse
import json
import math
import os
import re
import select
import statistics
import subprocess
import sys
import time

from compare import Driver, print_table

WORST = 15


def lines_of(process, limit):
    """The lines that a process prints, until it ends or none has come for `limit` seconds."""
    pending = b""
    deadline = time.monotonic() + limit
    while True:
        ready, _, _ = select.select([process.stdout], [], [], max(0, deadline - time.monotonic()))
        block = os.read(process.stdout.fileno(), 1 << 16) if ready else None
        if block is None:
            process.kill()
            raise TimeoutError
        if not block:
            return
        *lines, pending = (pending + block).split(b"\n")
        if lines:
            deadline = time.monotonic() + limit
        yield from (json.loads(line) for line in lines)


class Run:
    def __init__(self, arguments):
        self.arguments = arguments
        self.peaks = {}  # the best of all rounds
        self.results = {}  # (driver's name, kernel): list of results
        self.failures = {}  # (driver's name, kernel): why

    def command(self, *options):
        return [self.arguments.program, *options]

    def names(self):
        command = self.command("--list", "--filter", self.arguments.filter)
        return subprocess.run(command, stdout=subprocess.PIPE, text=True, check=True).stdout.split()

    def measure_peaks(self, driver):
        result = subprocess.run(self.command("--roofline"), env=driver.environment,
                                stdout=subprocess.PIPE, text=True, check=True)
        for part in result.stdout.strip().split(","):
            name, _, value = part.partition("=")
            self.peaks[name] = max(float(value), self.peaks.get(name, 0))

    def peaks_text(self):
        return ",".join(f"{name}={value:g}" for name, value in self.peaks.items())

    def take(self, driver, result):
        key = driver.name, result["name"]
        if result["status"] == "right":
            self.results.setdefault(key, []).append(result)
        else:
            self.failures[key] = f"{result['status']}: {result['message'].strip()}"

    def run(self, driver, names):
        """Runs kernels in one process; if it dies, the rest in another."""
        names = [name for name in names if (driver.name, name) not in self.failures]
        while names:
            pattern = "^(" + "|".join(map(re.escape, names)) + ")$"
            roofline = ["--peaks", self.peaks_text()] if self.peaks else ["--no-roofline"]
            command = self.command("--json", "-", "--filter", pattern, "--runs", str(self.arguments.runs),
                                   *(["--cpu"] if self.arguments.cpu else []), *roofline)
            process = subprocess.Popen(command, env=driver.environment, stdout=subprocess.PIPE,
                                       stderr=subprocess.DEVNULL)
            why = None
            try:
                for result in lines_of(process, self.arguments.timeout):
                    self.take(driver, result)
                    names.remove(result["name"])
            except TimeoutError:
                why = f"no result after {self.arguments.timeout} s"
            process.wait()
            process.stdout.close()
            if not names:
                return
            self.failures[driver.name, names[0]] = why or f"the process ended with {process.returncode}"
            names = names[1:]

    def time_of(self, driver, name):
        """The time of a kernel in microseconds; None without one."""
        if (driver.name, name) in self.failures or (driver.name, name) not in self.results:
            return None
        results = self.results[driver.name, name]
        if self.arguments.median:
            return statistics.median(result["median_us"] for result in results)
        return min(result["min_us"] for result in results)

    def share(self, driver, name):
        """How much of the roofline a kernel reaches; None if its work is not stated."""
        took = self.time_of(driver, name)
        limit = min(result["limit_us"] for result in self.results[driver.name, name]) if took else 0
        return limit / took if limit else None


def means_of(rows, columns):
    """The geometric mean of each column, without what is missing."""
    present = [[row[i] for row in rows if row[i]] for i in range(columns)]
    return [math.exp(statistics.fmean(map(math.log, column))) if column else None for column in present]


def text(number, form):
    return "-" if number is None else format(number, form)


def ratios_of(run, drivers, names):
    """{kernel: [ratio or None for each driver but the first]} of kernels that the first driver runs."""
    ratios = {}
    for name in names:
        base, *others = [run.time_of(driver, name) for driver in drivers]
        if base:
            ratios[name] = [other / base if other else None for other in others]
    return ratios


def report(run, drivers, names):
    first, *others = drivers
    ratios = ratios_of(run, drivers, names)
    markdown = run.arguments.markdown
    compared = [f"{driver.name} / {first.name}" for driver in others]

    rows = []
    for name in names:
        times = [run.time_of(driver, name) for driver in drivers]
        rows.append([name, *(text(took and took / 1000, ".3f") for took in times),
                     *(text(ratio, ".3g") for ratio in ratios.get(name, [None] * len(others))),
                     *(text(run.share(driver, name), ".0%") for driver in drivers)])
    print_table(["kernel", *(f"{driver.name}, ms" for driver in drivers), *compared,
                 *(f"{driver.name}, roofline" for driver in drivers)], rows, markdown)

    rows, means = [], []
    for family in dict.fromkeys(name.split("/")[0] for name in names):
        part = [r for name, r in ratios.items() if name.split("/")[0] == family]
        means.append(means_of(part, len(others)))
        rows.append([family, str(len(part)), *(text(m, ".3g") for m in means[-1])])
    for title, part in ("all kernels", [*ratios.values()]), ("all families", means):
        rows.append([title, str(len(part)), *(text(m, ".3g") for m in means_of(part, len(others)))])
    print()
    print_table(["geometric mean", "kernels", *compared], rows, markdown)

    if others:
        nearest = {name: min(filter(None, r), default=None) for name, r in ratios.items()}
        worst = sorted((ratio, name) for name, ratio in nearest.items() if ratio)[:WORST]
        print()
        print_table(["slowest beside the best other", "ratio"],
                    [[name, f"{ratio:.3g}"] for ratio, name in worst], markdown)
    names_of = {}
    for (driver, name), why in run.failures.items():
        names_of.setdefault((driver, why), []).append(name)
    for (driver, why), failed in names_of.items():
        print(f"\n{driver}: {', '.join(failed)}: {why}")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("program", help="heddle-bench")
    parser.add_argument("drivers", nargs="+", type=Driver, metavar="driver",
                        help="[name=]library[,VARIABLE=value...]")
    parser.add_argument("--filter", default="", help="only kernels whose family/name has this regular expression")
    parser.add_argument("--rounds", type=int, default=3, help="processes for each driver and family (default: 3)")
    parser.add_argument("--runs", type=int, default=10, help="timed runs of a kernel in a process (default: 10)")
    parser.add_argument("--timeout", type=float, default=60, help="seconds for one kernel (default: 60)")
    parser.add_argument("--cpu", action="store_true",
                        help="compare CPU times, for machines that others use, too; drivers that wait actively look slow")
    parser.add_argument("--median", action="store_true", help="compare medians, not the shortest times")
    parser.add_argument("--markdown", action="store_true", help="print Markdown tables")
    parser.add_argument("--json", help="write every result to this file, one object a line")
    arguments = parser.parse_args()

    run = Run(arguments)
    names = run.names()
    families = dict.fromkeys(name.split("/")[0] for name in names)
    for turn in range(arguments.rounds):
        run.measure_peaks(arguments.drivers[0])
        first = turn % len(arguments.drivers)
        order = arguments.drivers[first:] + arguments.drivers[:first]
        for family in families:
            for driver in order:
                print(f"round {turn + 1} of {arguments.rounds}: {family}, {driver.name}", file=sys.stderr)
                run.run(driver, [name for name in names if name.split("/")[0] == family])
    print(f"roofline: {run.peaks_text()}\n")
    report(run, arguments.drivers, names)
    if arguments.json:
        with open(arguments.json, "w") as file:
            for (driver, _), results in run.results.items():
                for result in results:
                    print(json.dumps({"driver": driver} | result), file=file)


if __name__ == "__main__":
    main()
