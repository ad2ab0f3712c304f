#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Processes that start at once on an empty cache: each program is compiled by one of them.

    tests/torture/once.py build/release/bin/torture_builds --rounds 20 --kill

With --kill half of them are killed on the way, and the others must compute the right results all the same. A table of
processor time and elapsed time by the number of processes: --processes 1 4 16 --table.
"""

import argparse
import os
import random
import resource
import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path

PROGRAMS = 4
LIMIT = 120  # seconds for one process


def processor_time():
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def round_of(program, processes, folder, choose, kill):
    """Returns how often kernels were compiled, and the processes that failed."""
    environment = os.environ | {"HEDDLE_CACHE_DIR": str(folder), "HEDDLE_REPORT": "on", "HEDDLE_SPECIALISE": "off"}
    logs = [tempfile.TemporaryFile("w+") for _ in range(processes)]
    running = [subprocess.Popen([program, "--seed", str(choose.randrange(1 << 30)), "--builds", str(6 * PROGRAMS), "--different",
                                 str(PROGRAMS)], env=environment, stderr=log) for log in logs]
    killed = set(running[:processes // 2]) if kill else set()
    for process in killed:
        time.sleep(choose.random() * 0.02)
        process.send_signal(signal.SIGKILL)
    failed = 0
    for process in running:
        try:
            failed += process.wait(LIMIT) != 0 and process not in killed
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()
            failed += 1
    compiled = 0
    for log in logs:
        log.seek(0)
        text = log.read()
        compiled += text.count("kernel 'k'")
        if failed:
            sys.stdout.write(text)
    return compiled, failed


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("program", help="torture_builds")
    parser.add_argument("--processes", type=int, nargs="+", default=[8])
    parser.add_argument("--rounds", type=int, default=2)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--kill", action="store_true")
    parser.add_argument("--table", action="store_true", help="print times with an empty and with a full cache")
    arguments = parser.parse_args()
    choose = random.Random(arguments.seed)
    failures = 0
    for processes in arguments.processes:
        for number in range(arguments.rounds):
            with tempfile.TemporaryDirectory() as folder:
                for state in ("empty", "full") if arguments.table else ("empty",):
                    spent, begin = processor_time(), time.monotonic()
                    compiled, failed = round_of(arguments.program, processes, Path(folder), choose, arguments.kill)
                    if arguments.table:
                        print(f"{processes:3} processes, {state:5} cache: {processor_time() - spent:6.3f} s of processors, "
                              f"{time.monotonic() - begin:6.3f} s, compiled {compiled}")
                    if failed:
                        print(f"FAULT: round {number}: {failed} of {processes} processes failed")
                        failures += 1
                    # On a machine that has no time for a holder others do not wait for ever. Without turns it is four to six times as many.
                    if state == "empty" and not arguments.kill and compiled > 2 * PROGRAMS:
                        print(f"FAULT: round {number}: {PROGRAMS} programs were compiled {compiled} times")
                        failures += 1
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
