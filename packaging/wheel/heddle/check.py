# SPDX-License-Identifier: Apache-2.0
"""heddle-check COMMAND: runs a program with checked kernels and sums up the faults."""
import os
import sys

from . import folder


def main():
    program = os.path.join(folder(), "heddle-check")
    os.execv(program, ["heddle-check", *sys.argv[1:]])
