#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Finds the pass that breaks a kernel.

    find_pass.py [--heddle-opt build/release/bin/heddle-opt] COMMAND ARGUMENT...

COMMAND runs the kernel through the driver and exits with 0 if its results are right. It is run some ten times with fewer and fewer
optional passes (HEDDLE_DISABLE_PASS). The exit code is 0 if a pass was found.
"""
import argparse
import os
import subprocess
import sys

ROOT = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "..")


def optional_passes(heddle_opt):
    return subprocess.run([heddle_opt, "--list-optional-passes"], check=True, capture_output=True, text=True).stdout.split()


def is_chosen(heddle_opt, name):
    """Tells whether it is no pass, but a way to write code that a pass chooses."""
    lines = subprocess.run([heddle_opt, "--list-passes"], check=True, capture_output=True, text=True).stdout.splitlines()
    return any(line.startswith(name + "\t") and "\tchosen by " in line for line in lines)


def is_right(command, off, **more):
    # pyopencl keeps binaries by a key that knows nothing of passes.
    environment = dict(os.environ, HEDDLE_DISABLE_PASS=",".join(off), PYOPENCL_NO_CACHE="1", **more)
    done = subprocess.run(command, env=environment, check=False, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    return done.returncode == 0


def find(command, passes):
    """The number of the first pass with which, and all before it, results are wrong."""
    right, wrong = 0, len(passes)  # how many passes are on
    while wrong - right > 1:
        middle = (right + wrong) // 2
        if is_right(command, passes[middle:]):
            right = middle
        else:
            wrong = middle
        print(f"  with {middle:2} optional passes: {'right' if right == middle else 'wrong'}", flush=True)
    return right


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--heddle-opt", default=os.path.join(ROOT, "build", "release", "bin", "heddle-opt"))
    parser.add_argument("command", nargs=argparse.REMAINDER)
    options = parser.parse_args()
    command = options.command
    if not command:
        parser.error("a command is needed")
    passes = optional_passes(options.heddle_opt)
    if is_right(command, []):
        print("The command succeeds as it is: there is nothing to find.")
        return 2
    if not is_right(command, passes):
        scalar = is_right(command, passes, HEDDLE_WIDTH="1")
        print("It fails without any optional pass, too" +
              (", but not without vectors (HEDDLE_WIDTH=1): look at plan-lanes, linearize and widen." if scalar else
               ", and without vectors (HEDDLE_WIDTH=1): the program, the front end, or a required pass."))
        return 1
    name = passes[find(command, passes)]
    print(f"{name} breaks it.")
    if is_right(command, [name]):
        print(f"It is enough to switch that one off: HEDDLE_DISABLE_PASS={name}")
    else:
        print("Another pass breaks it as well: results are still wrong if this one alone is switched off.")
    if is_chosen(options.heddle_opt, name):
        print(f"To see what it does: heddle-opt --kernel NAME --until widen FILE.ll, with --disable-pass {name} and without; -pass-remarks=widen for accesses")
    else:
        print(f"To see what it does: heddle-opt --kernel NAME -print-before={name} -print-after={name} FILE.ll")
    return 0


if __name__ == "__main__":
    sys.exit(main())
