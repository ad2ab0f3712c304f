#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Runs all attacks in turn, with new seeds each round, and prints a table of tries and failures.

    tests/torture/run.py build/release/bin --minutes 20 [--only calls]

An attack is a program that ends with 0 unless it found a fault. The last line that it prints begins with
the number of its tries. `./heddle torture` calls this.
"""

import argparse
import re
import subprocess
import sys
import time
from pathlib import Path

HERE = Path(__file__).resolve().parent
# One target of tests/fuzz.
FUZZ = [sys.executable, "-B", str(HERE.parent / "fuzz" / "run.py"), "{bin}", "--minutes", "{minutes}", "--seed", "{seed}"]
# Name: command.
ATTACKS = {
    "calls, one thread": ["{bin}/torture_calls", "--seconds", "{seconds}", "--seed", "{seed}"],
    "calls, four threads": ["{bin}/torture_calls", "--threads", "4", "--seconds", "{seconds}", "--seed", "{seed}"],
    "legal calls, a model": ["{bin}/torture_model", "--seconds", "{seconds}", "--seed", "{seed}"],
    "program binaries": [*FUZZ, "--only", "binary_program"],
    "SPIR-V modules": [*FUZZ, "--only", "il_program"],
    "program records": [*FUZZ, "--only", "program_record"],
    "hostile sources": ["{bin}/torture_sources"],
    "a shared cache": [sys.executable, "-B", str(HERE / "cache.py"), "{bin}/torture_builds", "--seconds", "{seconds}",
                       "--seed", "{seed}"],
}
GRACE = 300  # seconds that an attack may take beyond what it was given


def attack(name, binaries, seconds, seed):
    """The number of tries, and what went wrong or an empty text."""
    fields = {"bin": binaries, "seconds": seconds, "minutes": seconds / 60, "seed": seed}
    command = [part.format(**fields) for part in ATTACKS[name]]
    try:
        done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                              timeout=seconds + GRACE, errors="replace", text=True)
    except subprocess.TimeoutExpired:
        return 0, "it hangs"
    lines = done.stdout.strip().splitlines()
    tries = re.match(r"\d+", lines[-1]) if lines else None
    wrong = ""
    if done.returncode != 0:
        end = done.stderr.strip().splitlines()[-20:]
        wrong = f"it ended with {done.returncode}\n" + "\n".join(lines[-5:] + end)
    return int(tries.group()) if tries else 0, wrong


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("binaries", help="the folder of the programs")
    parser.add_argument("--minutes", type=float, default=5, help="in all")
    parser.add_argument("--only", default="", help="attacks whose names contain this")
    parser.add_argument("--seed", type=int, default=int(time.time()), help="of the first round")
    arguments = parser.parse_args()
    names = [name for name in ATTACKS if arguments.only in name]
    if not names:
        sys.exit(f"no attack has this in its name: {arguments.only}")
    # Rounds of some seconds each: a seed that finds a fault finds it soon again.
    total = arguments.minutes * 60
    seconds = max(1.0, min(30.0, total / len(names)))
    table = {name: [0, 0, 0.0] for name in names}  # tries, failures, seconds
    begin, seed = time.monotonic(), arguments.seed
    while time.monotonic() - begin < total:
        for name in names:
            started = time.monotonic()
            tries, wrong = attack(name, arguments.binaries, seconds, seed)
            table[name][0] += tries
            table[name][1] += bool(wrong)
            table[name][2] += time.monotonic() - started
            if wrong:
                print(f"{name}, seed {seed}: {wrong}", flush=True)
        seed += 1
    print(f"{'attack':<24}{'tries':>14}{'failures':>10}{'seconds':>9}")
    for name, (tries, failures, spent) in table.items():
        print(f"{name:<24}{tries:>14}{failures:>10}{spent:>9.0f}")
    return 1 if any(failures for _, failures, _ in table.values()) else 0


if __name__ == "__main__":
    sys.exit(main())
