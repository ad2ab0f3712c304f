#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Writes hot_functions.txt.xz from what Callgrind saw, the functions of earlier files first.

    valgrind --tool=callgrind --demangle=no --callgrind-out-file=NAME PROGRAM
    hot_functions.py NAME... OUTPUT

The programs build kernels with a libheddle-compiler.so that was linked without -s and with -Wl,-S
(or, for a start, are tests of unit_compiler). Three files are best: the second build of a tiny
program alone (with the client requests of valgrind/callgrind.h), a process with one tiny build,
and a process that builds many kernels.
"""

import lzma
import re
import sys


def functions(path):
    names, seen = {}, set()
    with open(path, errors="replace") as file:
        for line in file:
            match = re.match(r"c?fn=\((\d+)\)(?: (.*))?$", line.rstrip("\n"))
            if not match:
                continue
            if match[2]:
                names[match[1]] = re.sub(r"'\d+$", "", match[2])  # the number of a recursion
            seen.add(match[1])
    known = {names.get(each, "") for each in seen}
    return {name for name in known if re.match(r"[A-Za-z_]", name)}


def main():
    *inputs, output = sys.argv[1:]
    order, written = [], set()
    for path in inputs:
        order += sorted(functions(path) - written)
        written.update(order)
    text = "".join(name + "\n" for name in order)
    with lzma.open(output, "wb", preset=9 | lzma.PRESET_EXTREME) as file:
        file.write(text.encode())


if __name__ == "__main__":
    main()
