#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Builds the .cl and .spv files of folders with two or more OpenCL drivers, alternating, and prints CPU times and ratios.

    bench/build_times.py build/release/bin/build-time bench/builds/programs build/release/lib/libheddle.so /path/to/libother.so

Each file is built in a fresh process, without caches, all its kernels are created and asked for their sizes. The time is
that of the whole process from the build on, user and system, children and threads that go on included; the shortest of all
rounds counts. A first line `// options: ...` says the build options of a file, one `// launch` that its
kernels also run, with one buffer for all pointers; those of .spv files always do. Drivers are named as for compare.py.
"""

import argparse
import math
import os
import re
import statistics
import sys
import tempfile
import threading

from compare import Driver, print_table

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "builds"))
from random_programs import write_programs  # noqa: E402

NO_CACHES = {"HEDDLE_CACHE": "off", "cl_cache_dir": "", "POCL_KERNEL_CACHE": "0"}


def settings(path):
    """The options of a file, and whether its kernels run."""
    with open(path, encoding="utf-8", errors="replace") as file:
        head = file.readline() + file.readline()
    options = re.search(r"^// options: *(.*)$", head, re.MULTILINE)
    return options.group(1).strip() if options else "", bool(re.search(r"^// launch$", head, re.MULTILINE))


def cpu_time(program, path, driver, arguments):
    """Seconds, or why there are none."""
    options, launches = settings(path)
    command = [program, path, options] + (["--launch"] if launches or arguments.launch or path.endswith(".spv") else [])
    with tempfile.TemporaryFile() as out, tempfile.TemporaryFile() as err, tempfile.TemporaryDirectory() as empty:
        environment = driver.environment | NO_CACHES | {"POCL_CACHE_DIR": empty}
        pid = os.posix_spawn(program, command, environment,
                             file_actions=[(os.POSIX_SPAWN_DUP2, out.fileno(), 1), (os.POSIX_SPAWN_DUP2, err.fileno(), 2)])
        timer = threading.Timer(arguments.timeout, os.kill, (pid, 9))
        timer.start()
        _, status, usage = os.wait4(pid, 0)
        timer.cancel()
        out.seek(0)
        err.seek(0)
        if status != 0:
            said = err.read().decode(errors="replace").strip().splitlines()
            return f"ended with status {os.waitstatus_to_exitcode(status)}" + (f": {said[0][:100]}" if said else "")
        before = float(out.read().split()[0])
        return usage.ru_utime + usage.ru_stime - before


def report(files, drivers, times, failures, markdown):
    first, *others = drivers
    rows, ratios = [], {driver.name: [] for driver in others}
    for path in files:
        took = {driver.name: min(times.get((driver.name, path), []), default=None) for driver in drivers}
        base = took[first.name]
        row = [os.path.basename(path).removesuffix(".cl")]
        row += ["-" if took[driver.name] is None else f"{1000 * took[driver.name]:.0f}" for driver in drivers]
        for driver in others:
            ratio = base / took[driver.name] if base and took[driver.name] else None
            row.append(f"{ratio:.2f}" if ratio else "-")
            if ratio:
                ratios[driver.name].append(ratio)
        rows.append(row)
    rows.append(["geometric mean"] + [""] * len(drivers) +
                [f"{math.exp(statistics.fmean(map(math.log, ratios[driver.name]))):.2f}" if ratios[driver.name] else "-"
                 for driver in others])
    print_table(["program"] + [f"{driver.name}, ms" for driver in drivers] +
                [f"{first.name} / {driver.name}" for driver in others], rows, markdown)
    for driver in others:
        above = sum(ratio > 1 for ratio in ratios[driver.name])
        print(f"\n{first.name} takes longer than {driver.name} for {above} of {len(ratios[driver.name])} programs")
    for (driver, path), why in failures.items():
        print(f"{driver}: {os.path.basename(path)}: {why}")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("program", help="build-time")
    parser.add_argument("files", nargs="+", help="folders of .cl files or such files, then drivers: [name=]library[,VARIABLE=value...]")
    parser.add_argument("--random", type=int, default=0, metavar="N", help="also N random programs (builds/random_programs.py)")
    parser.add_argument("--seed", type=int, default=1, help="of the first of them (default: 1)")
    parser.add_argument("--filter", default="", help="only files whose name has this regular expression")
    parser.add_argument("--rounds", type=int, default=3, help="processes for each file and driver (default: 3)")
    parser.add_argument("--launch", action="store_true", help="run the kernels of every file, as `// launch` says")
    parser.add_argument("--timeout", type=float, default=120, help="seconds for one build (default: 120)")
    parser.add_argument("--markdown", action="store_true", help="print Markdown tables")
    arguments = parser.parse_intermixed_args()

    paths, drivers = [], []
    for word in arguments.files:
        if os.path.isdir(word):
            paths += sorted(os.path.join(word, name) for name in os.listdir(word) if name.endswith((".cl", ".spv")))
        elif word.endswith((".cl", ".spv")):
            paths.append(word)
        else:
            drivers.append(Driver(word))
    folder = tempfile.TemporaryDirectory()
    if arguments.random:
        paths += write_programs(folder.name, arguments.random, arguments.seed)
    files = [path for path in paths if re.search(arguments.filter, os.path.basename(path))]
    if not files or not drivers:
        parser.error("no files or no drivers")

    times, failures = {}, {}
    for turn in range(arguments.rounds):
        for path in files:
            for driver in drivers[turn % len(drivers):] + drivers[:turn % len(drivers)]:
                if (driver.name, path) in failures:
                    continue
                took = cpu_time(os.path.abspath(arguments.program), path, driver, arguments)
                if isinstance(took, str):
                    failures[driver.name, path] = took
                else:
                    times.setdefault((driver.name, path), []).append(took)
        print(f"round {turn + 1} of {arguments.rounds} done", file=sys.stderr)
    report(files, drivers, times, failures, arguments.markdown)


if __name__ == "__main__":
    main()
