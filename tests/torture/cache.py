#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Processes that share a cache, while others are killed in the middle of a write and entries are damaged.

    tests/torture/cache.py build/release/bin/torture_builds --seconds 60

Every process that is not killed must compute the right results and end with 0; the cache stays below its
limit. What is done follows from the seed but for the order of the processes.
"""

import argparse
import os
import random
import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path

LIMIT = 1 << 20  # bytes of the cache
SLACK = 2  # the cache may be larger for a moment, while entries are written


def entries(folder):
    return [path for path in folder.rglob("*") if path.is_file()]


def size_of(folder):
    total = 0
    for path in entries(folder):
        try:
            total += path.stat().st_size
        except FileNotFoundError:
            pass
    return total


def damage(path, choose):
    """Alters one file as a failing disk, a full one or a careless user would."""
    try:
        data = bytearray(path.read_bytes())
        how = choose.randrange(7)
        if how == 0:
            path.unlink()
        elif how == 1:
            os.truncate(path, choose.randrange(len(data) + 1))
        elif how == 2 and data:
            for _ in range(choose.randrange(1, 9)):
                data[choose.randrange(len(data))] ^= 1 << choose.randrange(8)
            path.write_bytes(data)
        elif how == 3:
            path.write_bytes(data + os.urandom(100))
        elif how == 4:
            path.chmod(choose.choice([0, 0o444, 0o666]))
        elif how == 5:
            path.unlink()
            path.symlink_to("/dev/zero" if choose.randrange(2) else "/nowhere/at/all")
        else:
            path.unlink()
            path.mkdir()
    except OSError:
        pass  # another one was faster


class Attack:
    def __init__(self, arguments, folder):
        self.program, self.folder = arguments.program, folder
        self.choose = random.Random(arguments.seed)
        self.environment = os.environ | {"HEDDLE_CACHE_DIR": str(folder), "HEDDLE_CACHE": str(LIMIT)}
        self.running = []  # processes, and whether they were killed
        self.counts = {"processes": 0, "killed": 0, "damaged": 0}
        self.failures = []

    def start(self):
        command = [self.program, "--seed", str(self.choose.randrange(1 << 30)), "--builds", "30", "--different", "60"]
        self.running.append([subprocess.Popen(command, env=self.environment, stderr=subprocess.PIPE, text=True), False])
        self.counts["processes"] += 1

    def reap(self, wait=False):
        for each in list(self.running):
            process, killed = each
            if not wait and process.poll() is None:
                continue
            try:
                _, errors = process.communicate(timeout=120)
            except subprocess.TimeoutExpired:
                process.kill()
                errors = "it hangs"
            self.running.remove(each)
            if process.returncode != 0 and not (killed and process.returncode == -signal.SIGKILL):
                self.failures.append(f"exit code {process.returncode}: {errors.strip()}")

    def step(self):
        self.reap()
        while len(self.running) < 3:
            self.start()
        if self.choose.randrange(3) == 0:
            victim = self.choose.choice(self.running)
            victim[1] = True
            victim[0].kill()
            self.counts["killed"] += 1
        files = entries(self.folder)
        if files:
            damage(self.choose.choice(files), self.choose)
            self.counts["damaged"] += 1
        if size_of(self.folder) > SLACK * LIMIT:
            self.failures.append(f"the cache has {size_of(self.folder)} bytes")
        time.sleep(0.02)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("program", help="torture_builds")
    parser.add_argument("--seconds", type=float, default=5)
    parser.add_argument("--seed", type=int, default=1)
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        attack = Attack(arguments, Path(folder))
        end = time.monotonic() + arguments.seconds
        while time.monotonic() < end and not attack.failures:
            attack.step()
        attack.reap(wait=True)
    print(", ".join(f"{count} {name}" for name, count in attack.counts.items()))
    for failure in attack.failures:
        print("failure:", failure)
    return 1 if attack.failures else 0


if __name__ == "__main__":
    sys.exit(main())
