#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Runs the RUN lines of one test of a pass, as LLVM's lit would.

%s         the file
%cl        Clang's front end, OpenCL C in and the IR that the driver's own front end makes out; takes more options
heddle-opt, FileCheck    those programs; heddle-opt checks after each pass that what it preserves is unchanged
A line that ends in a backslash goes on in the next RUN line. Every command of a pipe must succeed.
"""
import argparse
import re
import subprocess
import sys

FRONT_END = ("-cc1 -triple spir64-unknown-unknown -cl-std=CL2.0 -finclude-default-header -fdeclare-opencl-builtins "
             "-O2 -disable-llvm-passes -emit-llvm -o -")


def commands(path):
    command = ""
    with open(path, encoding="utf-8") as lines:
        for line in lines:
            found = re.match(r"^(?://|;)\s*RUN:\s*(.*)$", line)
            if not found:
                continue
            command += found.group(1)
            if command.endswith("\\"):
                command = command[:-1]
                continue
            yield command
            command = ""


def main():
    parser = argparse.ArgumentParser()
    for tool in ("heddle-opt", "clang", "filecheck"):
        parser.add_argument("--" + tool, required=True)
    parser.add_argument("file")
    options = parser.parse_args()
    replacements = {
        r"%s\b": options.file,
        r"%cl\b": f"{options.clang} {FRONT_END}",
        r"(?<!\S)heddle-opt\b": f"{options.heddle_opt} -verify-analysis-invalidation",
        r"(?<!\S)FileCheck\b": options.filecheck,
    }
    ran = 0
    for command in commands(options.file):
        for pattern, text in replacements.items():
            command = re.sub(pattern, lambda _, text=text: text, command)
        ran += 1
        if subprocess.run(["bash", "-o", "pipefail", "-c", command], check=False).returncode:
            print("failed:", command)
            return 1
    if not ran:
        print("no RUN line in", options.file)
    return 0 if ran else 1


if __name__ == "__main__":
    sys.exit(main())
