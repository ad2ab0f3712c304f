#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The seconds of slow tests, from which tests/limits/CMakeLists.txt makes their limits.

    measure.py BUILD            writes slow_tests.txt, from what CTest has noted in BUILD (of preset release) when all
                                tests last ran
    measure.py --check BUILD    says which names of slow_tests.txt no test has, and which tests have no limit

CTest's notes are means of many runs. To measure anew, with nothing else on the machine: rm -f
BUILD/Testing/Temporary/CTestCostData.txt; ctest --test-dir BUILD -j$(nproc).
"""
import json
import math
import pathlib
import subprocess
import sys

SLOW = 3  # seconds; faster tests have the least limit, which is ten times as much
LIST = pathlib.Path(__file__).resolve().parent / "slow_tests.txt"


def known_tests(build):
    """Names and properties of all tests."""
    answer = subprocess.run(["ctest", "--test-dir", build, "--show-only=json-v1"], check=True, capture_output=True, text=True)
    return {test["name"]: {each["name"]: each["value"] for each in test.get("properties", [])}
            for test in json.loads(answer.stdout)["tests"]}


def noted_seconds(build):
    """What CTest has noted of tests, among them such that are no more; nothing before it has run any."""
    file = pathlib.Path(build) / "Testing/Temporary/CTestCostData.txt"
    lines = file.read_text().split("---\n")[0].splitlines() if file.exists() else []
    return {name: float(seconds) for name, _, seconds in (line.rsplit(" ", 2) for line in lines)}


def listed_seconds():
    """What slow tests took when they were last measured."""
    return {name: float(seconds) for seconds, name in (line.split(" ", 1) for line in LIST.read_text().splitlines())}


def measure(build):
    tests, noted = known_tests(build), noted_seconds(build)
    if not noted:
        sys.exit(f"CTest has run no test in {build}")
    slow = [(name, math.ceil(seconds)) for name, seconds in noted.items() if name in tests and seconds > SLOW]
    LIST.write_text("".join(f"{seconds} {name}\n" for name, seconds in sorted(slow)))


def check(build):
    tests = known_tests(build)
    gone = [name for name in listed_seconds() if name not in tests]
    free = [name for name, properties in tests.items() if "TIMEOUT" not in properties]
    if gone:
        print(f"{LIST} has names that no test has (measure.py BUILD writes it anew):", *gone, sep="\n  ")
    if free:
        print("tests without TIMEOUT ${HEDDLE_TEST_LIMIT}:", *free, sep="\n  ")
    return 1 if gone or free else 0


if __name__ == "__main__":
    if sys.argv[1] == "--check":
        sys.exit(check(sys.argv[2]))
    measure(sys.argv[1])
