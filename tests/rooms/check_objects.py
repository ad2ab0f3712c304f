#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Checks that no two files call each other, by whatever way: circles that forward declarations hide from the includes.

    check_objects.py NM OBJECT...

A symbol that several objects may define (an inline function) says nothing.
"""
import collections
import re
import subprocess
import sys

import check

OBJECT = re.compile(r"(?:^|.*/)src/(.*?)/?CMakeFiles/[^/]+\.dir/(?:\./)?(.*)\.cpp\.o$")
# Every handle begins with the address of the table of entry points: who makes a handle calls none of them.
TABLE = "heddle_dispatch"


def unit(path):
    folder, name = OBJECT.search(path).groups()
    return check.PARTS.get(f"{folder}/{name}", f"{folder}/{name}")


def read(nm, objects):
    """{file without its suffix: the files that define what it asks for}"""
    paths = [path for path in objects if OBJECT.search(path)]
    lines = subprocess.run([nm, "--extern-only", "--print-file-name", "--format=posix", *paths], check=True, capture_output=True, text=True).stdout.splitlines()
    owners, asked = {}, collections.defaultdict(set)
    for path, name, kind in (re.match(r"(.*?): (\S+) (\S)", line).groups() for line in lines):
        if kind in "ABCDRST":
            owners[name] = unit(path)
        elif kind == "U" and name != TABLE:
            asked[unit(path)].add(name)
    return {name: {owners[each] for each in names if each in owners} - {name} for name, names in asked.items()}


def main():
    sys.setrecursionlimit(10000)
    calls = read(sys.argv[1], sys.argv[2:])
    faults = list(check.circles(calls, "calls"))
    print("\n".join(faults) or f"{len(calls)} files")
    return len(faults) > 0 or not calls


if __name__ == "__main__":
    sys.exit(main())
