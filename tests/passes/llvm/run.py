#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Asks whether LLVM still needs one of our repairs (docs/llvm.md).

The comments of a file are
  LLVM: COMMAND            what LLVM does alone, which the lines FAULT show
  LLVM-CRASHES: COMMAND    the same of a crash
  HEDDLE: COMMAND          what our pass makes of it, which the lines GOOD show, or the lines MENDED where there are such
%s is the file. The result is 0 while the fault is there, 77 (skipped) where LLVM does what the lines GOOD show, and 1 if it does neither or if
the repair does not help.
"""
import argparse
import re
import shlex
import subprocess
import sys

NOT_NEEDED = 77


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    for tool in ("heddle-opt", "llc", "opt", "filecheck"):
        parser.add_argument("--" + tool, required=True)
    parser.add_argument("file")
    options = parser.parse_args()
    programs = {"heddle-opt": [options.heddle_opt], "llc": [options.llc, "-mtriple=x86_64-unknown-linux-gnu", "-o", "-"],
                "opt": [options.opt, "-mtriple=x86_64-unknown-linux-gnu"]}
    with open(options.file, encoding="utf-8") as file:
        text = file.read()

    def run(key):
        """The end of the command, and what it printed."""
        command = re.search(rf"^; {key}: (.*)$", text, re.M)
        if not command:
            return None
        program, *arguments = shlex.split(command.group(1).replace("%s", options.file))
        done = subprocess.run(programs[program] + arguments, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, check=False)
        return done.returncode, done.stdout

    def fits(prefix, output):
        return subprocess.run([options.filecheck, f"--check-prefix={prefix}", options.file], input=output, stderr=subprocess.PIPE, text=True,
                              check=False)

    crash = run("LLVM-CRASHES")
    status, alone = crash or run("LLVM")
    if crash:
        is_fault = status < 0 or status > 128
    else:
        is_fault = status == 0 and fits("FAULT", alone).returncode == 0
    mended = fits("MENDED" if "; MENDED" in text else "GOOD", run("HEDDLE")[1])
    if mended.returncode:
        print("The repair does not help:", mended.stderr)
        return 1
    if is_fault:
        return 0
    good = fits("GOOD", alone)
    if status == 0 and good.returncode == 0:
        print("This LLVM does not need the repair.")
        return NOT_NEEDED
    print(f"LLVM's answer has changed, and is not the one that is wanted ({status}):", good.stderr)
    return 1


if __name__ == "__main__":
    sys.exit(main())
