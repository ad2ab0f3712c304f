#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Says how well the compiler estimates what it chooses between: lanes, or work-items one by one; strategies of accesses.

    L=build/release/lib/libheddle.so
    bench/kernels.py build/release/bin/heddle-bench one=$L,HEDDLE_WIDTH=1 8=$L,HEDDLE_WIDTH=8 16=$L,HEDDLE_WIDTH=16 32=$L,HEDDLE_WIDTH=32 \\
        --cpu --json times.json
    bench/choices.py times.json

The estimates are the remarks of `plan-lanes`. For each kernel their ratio, vectors to scalar code, stands beside that of the times. The rank
correlation of these ratios is that of candidates of one kernel: a model that only knows which kernels are long has none. The families are halved
by turns: fit on `--half even`, judge on `--half odd`.

    bench/kernels.py build/release/bin/heddle-bench cheapest=$L,HEDDLE_MEASURE=off rival=$L,HEDDLE_MEASURE=off,HEDDLE_ACCESS_RIVAL=2 \\
        --cpu --json times.json
    bench/choices.py times.json --accesses 2

Here every load and store whose second cheapest strategy costs at most twice as much is written so. For each pair of strategies the table has
the kernels that have such an access, and their times with rivals beside those without: below 1 a price is wrong.
"""

import argparse
import collections
import concurrent.futures
import json
import math
import os
import re
import statistics
import subprocess
from pathlib import Path

import objects

REMARK = re.compile(r"estimated cycles of (\d+) lanes: (\d+), of as many work-items one by one: (\d+)")
SCALAR = "one"
ACCESS = re.compile(r"remark: .*: ((?:load|store|atomicrmw) .*): (.*)")


def times_of(path):
    """{kernel: {driver: the shortest time}}"""
    times = {}
    for line in path.read_text().splitlines():
        result = json.loads(line)
        if result["status"] == "right":
            of_kernel = times.setdefault(result["name"], {})
            of_kernel[result["driver"]] = min(result["min_us"], of_kernel.get(result["driver"], math.inf))
    return times


def remarks(heddle_opt, job, *options):
    command = [heddle_opt, "--verify-each=false", "--emit", "none", *options, "--features", objects.LEVELS[job.level], *job.options, "-"]
    return subprocess.run(command, input=job.module, capture_output=True, check=False).stderr.decode(errors="replace")


def estimate(heddle_opt, job):
    """(lanes, the ratio of vectors to scalar code), or None without an estimate."""
    found = REMARK.findall(remarks(heddle_opt, job, "-pass-remarks-analysis=plan-lanes"))
    lanes, vector, one_by_one = map(int, found[-1]) if found else (0, 0, 0)
    return (lanes, vector / one_by_one) if vector and one_by_one else None


def rivals(heddle_opt, job, most):
    """{(access, strategy, its rival)} of a kernel."""
    cheapest, rival = (ACCESS.findall(remarks(heddle_opt, job, "-pass-remarks=widen", f"--access-rival={number}")) for number in (0, most))
    return {(access, one, other) for (access, one), (_, other) in zip(cheapest, rival) if one != other}


def print_rivals(pool, arguments, jobs, times):
    jobs = [job for job in jobs if {"cheapest", "rival"} <= set(times.get(job.name, {}))]
    pairs = collections.defaultdict(list)
    for job, found in zip(jobs, pool.map(lambda job: rivals(arguments.heddle_opt, job, arguments.accesses), jobs)):
        for pair in found:
            pairs[pair].append((times[job.name]["rival"] / times[job.name]["cheapest"], job.name))
    print(f"{'access':20} {'cheapest':40} {'rival':40} kernels   mean  fastest")
    for (access, one, other), ratios in sorted(pairs.items(), key=lambda pair: min(pair[1])):
        mean = statistics.geometric_mean([ratio for ratio, _ in ratios])
        fastest = ", ".join(f"{name} {ratio:.2f}" for ratio, name in sorted(ratios)[:arguments.worst])
        print(f"{access:20} {one:40} {other:40} {len(ratios):7} {mean:6.2f}  {fastest}")


def ranks(values):
    order = sorted(range(len(values)), key=values.__getitem__)
    result = [0] * len(values)
    for rank, index in enumerate(order):
        result[index] = rank
    return result


def rank_correlation(pairs):
    """Spearman's."""
    count = len(pairs)
    if count < 3:
        return math.nan
    left, right = (ranks([pair[i] for pair in pairs]) for i in (0, 1))
    return 1 - 6 * sum((a - b) ** 2 for a, b in zip(left, right)) / (count * (count * count - 1))


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("times", type=Path, help="what kernels.py wrote with --json")
    build = objects.ROOT / "build/release/bin"
    parser.add_argument("--heddle-opt", type=Path, default=build / "heddle-opt")
    parser.add_argument("--bench", type=Path, default=build / "heddle-bench")
    parser.add_argument("--clang", default="clang-22")
    parser.add_argument("--filter", default="")
    parser.add_argument("--levels", default="avx512", help="the one that the times are of")
    parser.add_argument("--half", choices=["even", "odd"], help="of the families")
    parser.add_argument("--accesses", type=int, metavar="FACTOR", help="rivals among strategies, as with HEDDLE_ACCESS_RIVAL")
    parser.add_argument("--worst", type=int, default=30, help="kernels to print")
    parser.add_argument("-j", "--jobs", type=int, default=os.cpu_count())
    parser.set_defaults(variants="general")
    arguments = parser.parse_args()
    times = times_of(arguments.times)
    with concurrent.futures.ThreadPoolExecutor(arguments.jobs) as pool:
        jobs = objects.planned_jobs(arguments, pool)
        if arguments.accesses:
            print_rivals(pool, arguments, jobs, times)
            return
        jobs = [job for job in jobs if SCALAR in times.get(job.name, {})]
        families = sorted({job.name.split("/")[0] for job in jobs})
        if arguments.half:
            kept = set(families[0 if arguments.half == "even" else 1::2])
            jobs = [job for job in jobs if job.name.split("/")[0] in kept]
        estimates = list(pool.map(lambda job: estimate(arguments.heddle_opt, job), jobs))
    rows = []
    for job, known in zip(jobs, estimates):
        took = times[job.name]
        if known and str(known[0]) in took:
            rows.append((known[1], took[str(known[0])] / took[SCALAR], known[0], job.name))
    rows.sort(key=lambda row: -abs(math.log(row[0] / row[1])))
    print(f"{'kernel':40} lanes  estimated  measured  estimated / measured")
    for estimated, measured, lanes, name in rows[:arguments.worst]:
        print(f"{name:40} {lanes:5} {estimated:10.2f} {measured:9.2f} {estimated / measured:9.2f}")
    wrong = [row for row in rows if (row[0] > 1) != (row[1] > 1) and max(row[1], 1 / row[1]) > 1.25]
    print(f"{len(rows)} kernels, rank correlation {rank_correlation(rows):.2f}, the slower of two by more than a quarter in {len(wrong)}: "
          + ", ".join(name for *_, name in wrong))


if __name__ == "__main__":
    main()
