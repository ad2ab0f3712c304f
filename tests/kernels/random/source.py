# SPDX-License-Identifier: Apache-2.0
"""What the generators of small kernels share (access.py, private.py, halves.py, images.py, meetings.py, tasks.py, patterns.py, strides.py, calls.py).

A kernel is a list of numbered statements; all of them may be left out, so that a failure can be made small (run.py).
Test and expect are the same code, each in a program of its own (KERNEL of ../common.h).
"""
import argparse
import random
import sys

SIGNED = ["char", "short", "int", "long"]
UNSIGNED = ["uchar", "ushort", "uint", "ulong"]
INTEGERS = SIGNED + UNSIGNED
BYTES = {"char": 1, "short": 2, "int": 4, "long": 8, "uchar": 1, "ushort": 2, "uint": 4, "ulong": 8, "float": 4, "double": 8,
         "half": 2}


class Kernel:
    """`head`: what begins each body; `statement()` of a subclass makes the rest."""

    def __init__(self, rng, name):
        self.rng, self.name = rng, name
        self.number = 0
        self.lines = []          # (number or None, text)
        self.arguments = {}      # name -> declaration, in order

    def argument(self, name, declaration):
        self.arguments.setdefault(name, f"{declaration}{name}")
        return name

    def add(self, text):
        """A statement that may be left out."""
        self.number += 1
        self.lines.append((self.number, text))

    def always(self, text):
        self.lines.append((None, text))

    def fresh(self, prefix):
        self.number += 1
        return f"{prefix}{self.number}"

    def pick(self, *choices):
        return self.rng.choice(choices)

    def chance(self, probability):
        return self.rng.random() < probability

    def text(self, without):
        body = "".join(f"  {text}  // {number}\n" if number else f"  {text}\n"
                       for number, text in self.lines if number not in without)
        arguments = ", ".join(self.arguments.values())
        return f"\nkernel void KERNEL({self.name})({arguments}) {{\n{body}}}\n"


def write_file(head, make, seed, kernels, only=None, without=()):
    """`make(rng, name, shared)` gives a Kernel; `head(rng)` the directives and `shared`, what all kernels of a file know."""
    text, shared = head(random.Random(f"{seed} head"))
    for index in range(kernels):
        kernel = make(random.Random(f"{seed} {index}"), f"k{index}", shared)
        if only in (None, kernel.name):
            text += kernel.text(set(without))
    return text


def main(generate):
    parser = argparse.ArgumentParser()
    parser.add_argument("seed", type=int)
    parser.add_argument("--only", help="one kernel: k0, k1 ...")
    parser.add_argument("--without", default="", help="numbers of statements to leave out")
    options = parser.parse_args()
    without = [int(number) for number in options.without.split(",") if number]
    sys.stdout.write(generate(options.seed, options.only, without))
