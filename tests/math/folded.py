#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Compares what built-in functions give for constants, which the compiler may fold, with what they give at run time (README.md).

Every overload for scalars and vectors of --lanes is called with arguments from memory, which is the reference, with literals, with
constants that only optimisation finds, with one literal argument, and under branches that know something of it. Results must have
the same bits; NaNs are equal. Without --whole a --seed chooses --share of the overloads. OCL_ICD_VENDORS and OCL_ICD_FILENAMES
say which driver.
"""
import argparse
import random
import re
import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path[:0] = [str(HERE / "folding"), str(HERE / "values")]
import arguments  # noqa: E402
import calls  # noqa: E402
import overloads  # noqa: E402
from opencl import DEVICE_NAME, Device  # noqa: E402

OVERLOADS_OF_A_PROGRAM, CALLS_OF_A_KERNEL = 16, 48


def lane_rows(overload, count, chance):
    """Rows of the elements of each argument."""
    lanes = overload.lanes
    single = arguments.rows_of(overload, count * lanes, chance)
    rows = []
    for start in range(0, count * lanes, lanes):
        rows.append(tuple(zip(*single[start:start + lanes])))
    return [row for row in rows if all_defined(overload, row)]


def all_defined(overload, row):
    """An argument that is no vector goes with each element of the others."""
    if overload.name.startswith("shuffle"):
        return True
    for lane in range(overload.lanes):
        elements = [words[lane if kind.lanes > 1 else 0] for words, kind in zip(row, overload.arguments)]
        if not arguments.is_defined(overload, elements):
            return False
    return True


def case_of(overload, options, chance):
    rows = lane_rows(overload, options.rows if overload.lanes == 1 else max(options.rows // 2, 1), chance)
    known = []
    if len(overload.arguments) > 1 and not overload.name.startswith("shuffle"):
        known = [(argument, chance.randrange(len(rows))) for argument in range(len(overload.arguments)) for _ in range(options.known)]
    case = calls.Case(overload, rows, known)
    case.defined = [all_defined(overload, row) for row in case.extended]
    return case


def kernels_of(cases):
    """Kernels of a program; those whose results are the reference come first."""
    items = max(len(case.extended) for case in cases)
    memory = [calls.Kernel(f"memory_{number}", items) for number in range(0, len(cases), 8)]
    for number, case in enumerate(cases):
        memory[number // 8].from_memory(case)
    known, singles = [], []

    def room_in(kernels, name, count):
        if not kernels or len(kernels[-1].lines) >= CALLS_OF_A_KERNEL:
            kernels.append(calls.Kernel(f"{name}_{len(kernels)}", count))
        return kernels[-1]

    for case in cases:
        if case.known:
            room_in(known, "known", max(len(each.rows) for each in cases)).known_partly(case)
        if case.overload.lanes == 1 and len(case.overload.arguments) == 1 and case.overload.arguments[0].is_float:
            room_in(known, "known", max(len(each.rows) for each in cases)).known_by_branch(case)
        for row in range(len(case.rows)):
            room_in(singles, "single", 1).known(case, row, calls.literal, "literal")
            room_in(singles, "single", 1).known(case, row, calls.looked_for, "found constant")
    return memory + known + singles


def elements(data, place, kind):
    size = kind.bits // 8
    words = [int.from_bytes(data[place + size * i:place + size * (i + 1)], "little") for i in range(kind.lanes)]
    nan = [kind.is_float and arguments.is_nan(word, kind.bits) for word in words]
    return ["nan" if is_nan else word for word, is_nan in zip(words, nan)]


class Comparison:
    def __init__(self, options):
        self.options, self.reference = options, {}
        self.compared, self.wrong, self.by_name = 0, 0, {}

    def take(self, kernel, data):
        for place, kind, count, (case, is_stored, note) in kernel.output.notes:
            found = [elements(data, place + kind.size * i, kind) for i in range(count)]
            key = (id(case), is_stored)
            if note == "memory":
                self.reference[key] = found
                continue
            way, rows = note
            for number, row in enumerate(rows):
                if row is not None:
                    self.compare(case, way, row, kind, found[number], self.reference[key][row], is_stored)

    def compare(self, case, way, row, kind, got, wanted, is_stored):
        self.compared += 1
        overload = case.overload
        if got == wanted or arguments.are_near(overload, way, kind, got, wanted):
            return
        key = (str(overload), way.split()[0])
        self.by_name[key] = self.by_name.get(key, 0) + 1
        self.wrong += 1
        if self.by_name[key] <= self.options.shown:
            row_text = ", ".join(spelt(kind, words) for kind, words in zip(overload.arguments, case.extended[row]))
            print(f"{overload}, {way}{', what is stored' if is_stored else ''}: ({row_text}) "
                  f"is {spelt(kind, got)}, at run time {spelt(kind, wanted)}", flush=True)


def spelt(kind, words):
    return "/".join(each if each == "nan" else f"{arguments.number_of(each, kind)!r}" for each in words[:kind.lanes])


def chosen(options, chance):
    for overload in overloads.all_overloads(options.clang):
        if not any(overloads.fits(overload, lanes) for lanes in options.lanes):
            continue
        if re.fullmatch(options.only, overload.name) and (options.whole or chance.random() < options.share):
            yield overload


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--clang", default="clang-22")
    parser.add_argument("--whole", action="store_true", help="all overloads")
    parser.add_argument("--share", type=float, default=0.05)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--rows", type=int, default=24, help="calls of an overload from memory")
    parser.add_argument("--known", type=int, default=4, help="literals for each argument")
    parser.add_argument("--lanes", type=lambda text: [int(each) for each in text.split(",")], default=[1, 4])
    parser.add_argument("--only", default=".*", help="a regular expression for whole names")
    parser.add_argument("--build", default="", help="build options")
    parser.add_argument("--shown", type=int, default=1, help="differences of an overload that are printed")
    options = parser.parse_args()
    chance = random.Random(options.seed)
    device = Device()
    everything = list(chosen(options, chance))
    chance.shuffle(everything)
    comparison = Comparison(options)
    for start in range(0, len(everything), OVERLOADS_OF_A_PROGRAM):
        cases = [case_of(each, options, chance) for each in everything[start:start + OVERLOADS_OF_A_PROGRAM]]
        kernels = kernels_of(cases)
        program = device.program(calls.PRELUDE + "".join(each.source() for each in kernels), "-cl-std=CL2.0 " + options.build)
        for kernel in kernels:
            data = device.run(program, kernel.name, kernel.items, [bytes(kernel.inputs) or b"\0"], kernel.output.size)
            comparison.take(kernel, data)
        device.release_program(program)
        comparison.reference.clear()
    print(f"{device.text(DEVICE_NAME)}: {len(everything)} overloads, {comparison.compared} results, {comparison.wrong} differ")
    return 1 if comparison.wrong or not comparison.compared else 0


if __name__ == "__main__":
    sys.exit(main())
