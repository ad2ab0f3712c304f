#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""gdb.py FILE.cl PROGRAM: lets gdb stop in a kernel that was built with -g, once optimised (lines) and once not (variables, too), and once
of a SPIR-V module with OpenCL.DebugInfo.100, where there are the tools to make it.

PROGRAM is heddle_kernels. Ends with 77 where there is no gdb, or where it may not trace a process.
"""
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

import spirv

SKIP = 77


def gdb(program, file, build, commands, more=()):
    line = ["gdb", "-batch", "-nx", "-iex", "set breakpoint pending on", "-iex", "set debuginfod enabled off"]
    for command in commands:
        line += ["-ex", command]
    line += ["--args", program, file, "--kernel", "lines", "--local", "16", "--only-optimized", "--build", build, *more]
    done = subprocess.run(line, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, timeout=100, check=False)
    return done.stdout


def main():
    file, program = sys.argv[1:]
    if not shutil.which("gdb"):
        print("SKIP: no gdb")
        return SKIP
    lines = open(file, encoding="utf-8").read().split("\n")
    number = {text: 1 + next(i for i, line in enumerate(lines) if text in line)
              for text in ("uint value =", "uint result =")}
    optimised = gdb(program, file, "", ["break test_lines", "run", "info source", "backtrace 1"])
    if "ptrace: Operation not permitted" in optimised:
        print("SKIP: gdb may not trace")
        return SKIP
    plain = gdb(program, file, "-cl-opt-disable",
                ["break powers", "run", "info args", "next", "next", "info locals", "up", "info locals", "list"])
    wanted = [
        (optimised, r"Breakpoint 1.*test_lines \("),
        (optimised, r"Current source file is .*heddle-\d+/[0-9a-f]{32}\.cl"),
        (plain, r"Breakpoint 1.*powers \("),
        (plain, r"count = 5"),
        (plain, r"product = \d+"),
        (plain, rf"\.cl:{number['uint result =']}\n"),
        (plain, r"value = \d+"),
        (plain, rf"{number['uint value =']}\s+uint value = in\[item\]"),
    ]
    with tempfile.TemporaryDirectory() as folder:
        module = spirv.module_of(pathlib.Path(file), folder)
        if module.startswith("SKIP"):
            print("without a module:", module)
        else:
            translated = gdb(program, file, "-cl-opt-disable", ["break test_lines", "run", "info source", "next", "next", "next", "info locals"],
                             ["--il", module])
            wanted += [(translated, pattern) for pattern in
                       (r"Breakpoint 1.*test_lines \(", rf"Current source file is .*{re.escape(pathlib.Path(file).name)}", r"item = 0", r"value = \d+",
                        rf"{number['uint result =']}\s+uint result = powers")]
    missing = [pattern for text, pattern in wanted if not re.search(pattern, text)]
    if missing:
        print("not said by gdb:", *missing, sep="\n  ")
        print(*(text[-3000:] for text in dict.fromkeys(text for text, _ in wanted)), sep="\n----\n")
    return 1 if missing else 0


sys.exit(main())
