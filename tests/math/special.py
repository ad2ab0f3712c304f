#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Checks every built-in math function at its special values against the table in values/ (README.md).

Without options: scalars and vectors of four at the machine's instructions and the default width. --whole takes all levels (or
those of --levels), widths, vectors and options, each in a process of its own, as a driver reads its environment once.
OCL_ICD_VENDORS and OCL_ICD_FILENAMES say which driver.
"""
import argparse
import os
import re
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent / "values"))
import kernels  # noqa: E402
import rules  # noqa: E402
from formats import FORMATS  # noqa: E402
from opencl import DEVICE_EXTENSIONS, DEVICE_NAME, Device  # noqa: E402
from table_of_more import ALL  # noqa: E402

ROWS_OF_A_KERNEL = 16
EXTENSIONS = {"double": "cl_khr_fp64", "half": "cl_khr_fp16"}
FLUSH = "-cl-denorms-are-zero"
WHOLE = [  # level, width, vectors, options
    ("native", "", (1, 2, 3, 4, 8, 16), ""),
    ("native", "1", (1, 4), ""),
    ("native", "", (1, 4), "-cl-opt-disable"),
    ("native", "", (1, 4), FLUSH),
    ("avx2", "", (1, 2, 8, 16), ""),
    ("avx2", "1", (1, 4), ""),
    ("avx2", "", (1, 4), FLUSH),
    ("avx2,-fma", "", (1, 2, 8, 16), ""),
    ("avx2,-fma", "1", (1, 4), ""),
    ("avx2,-fma", "", (1, 4), FLUSH),
    ("sse4.2", "", (1, 2, 8, 16), ""),
    ("sse4.2", "1", (1, 4), ""),
    ("sse4.2", "", (1, 4), "-cl-opt-disable"),
    ("sse4.2", "", (1, 4), FLUSH),
]


class Results:
    """Counts and failures, by function and format."""

    def __init__(self, shown):
        self.tried, self.wrong, self.shown, self.lines = {}, {}, shown, []

    def add(self, function, fmt, way, row, place, wanted):
        name = (function.name, fmt.name)
        self.tried[name] = self.tried.get(name, 0) + 1
        if rules.is_right(place, wanted):
            return
        self.fail(function, fmt, way, row, spelt(place, function, fmt),
                  " or ".join(sorted({spelt_interval(each, function, fmt) for each in wanted})))

    def fail(self, function, fmt, way, row, got, text):
        name = (function.name, fmt.name)
        self.wrong[name] = self.wrong.get(name, 0) + 1
        if self.wrong[name] <= self.shown:
            arguments = ", ".join(str(each) if isinstance(each, int) else each.hex() for each in row)
            self.lines.append(f"  {function.name}({arguments}), {fmt.name}, {way}: {got} instead of {text}")


def spelt(place, function, fmt):
    if place is None:
        return "nan"
    if function.result == "int":
        return str(place)
    return fmt.number(place if place >= 0 else (-1 - place) | fmt.sign).hex()


def spelt_interval(interval, function, fmt):
    if interval is None or interval[0] == interval[1]:
        return spelt(None if interval is None else interval[0], function, fmt)
    return f"[{spelt(interval[0], function, fmt)}, {spelt(interval[1], function, fmt)}]"


def filled(rows, width):
    """Rows for whole vectors: the last one again and again."""
    return rows + rows[-1:] * (-len(rows) % width)


def check_memory(device, program, work, width, wants, results):
    function, fmt = work
    rows = filled(kernels.inputs(function, fmt, True), width)
    columns = [kernels.packed(i, rows, each, fmt) for i, each in enumerate(function.arguments)]
    size = len(rows) * (4 if function.result == "int" else fmt.bits // 8)
    got = kernels.places(device.run(program, f"memory_{function.name}", len(rows) // width, columns, size), function, fmt)
    for row, place in zip(rows, got):
        results.add(function, fmt, f"memory, vector of {width}", row, place, wants(function, fmt, row))
    if function.symmetry:
        check_symmetry(function, fmt, rows, got, width, results)


def check_symmetry(function, fmt, rows, got, width, results):
    """f(-x) is f(x), or its negative."""
    places = {tuple(map(kernels.key, row)): place for row, place in zip(rows, got)}
    for row, place in zip(rows, got):
        other = places.get(tuple(map(kernels.key, (-row[0], *row[1:]))))
        if place is None or other is None:
            continue
        if other != (place if function.symmetry == "even" else -1 - place):
            results.fail(function, fmt, f"memory, vector of {width}", row, spelt(place, function, fmt),
                         f"{function.symmetry} symmetry: {spelt(other, function, fmt)} for the negative")


def constant_chunks(function, fmt, width, few):
    rows = kernels.inputs(function, fmt, False)
    if few and len(rows) > ROWS_OF_A_KERNEL * 2:
        rows = rows[::7]
    step = max(ROWS_OF_A_KERNEL, width)
    return [filled(rows[start:start + step], width) for start in range(0, len(rows), step)]


def check_constants(device, program, work, width, few, wants, results):
    function, fmt = work
    for number, rows in enumerate(constant_chunks(function, fmt, width, few)):
        size = 2 * len(rows) * (4 if function.result == "int" else fmt.bits // 8)
        got = kernels.places(device.run(program, f"constants_{function.name}_{number}", 1, [], size), function, fmt)
        for i, place in enumerate(got):
            way = "literal" if i < len(rows) else "found constant"
            row = rows[i % len(rows)]
            results.add(function, fmt, f"{way}, vector of {width}", row, place, wants(function, fmt, row))


def prelude(fmt, width):
    return kernels.PRELUDE + kernels.macros(fmt, width)


def source_of(functions, fmt, width, few):
    text = prelude(fmt, width) + kernels.finders(fmt)
    for function in functions:
        text += kernels.from_memory(function, fmt, width)
        for number, rows in enumerate(constant_chunks(function, fmt, width, few)):
            text += kernels.from_constants(function, fmt, width, rows, number)
    return text


def memoised(flushes):
    known = {}

    def wants(function, fmt, row):
        name = (function.name, fmt.name, *map(kernels.key, row))
        if name not in known:
            known[name] = rules.wanted(function, fmt, row, flushes)
        return known[name]

    return wants


def formats_of(device, names):
    extensions = device.text(DEVICE_EXTENSIONS).split()
    missing = [name for name, extension in EXTENSIONS.items() if extension not in extensions]
    return [each for each in FORMATS.values() if each.name in names and each.name not in missing]


def check_width(device, width, options, few, only, formats, results):
    wants = memoised(FLUSH in options)
    for fmt in formats_of(device, formats):
        chosen = [each for each in ALL if fmt.name in each.formats and re.fullmatch(only, each.name)]
        for start in range(0, len(chosen), 20):
            part = chosen[start:start + 20]
            program = device.program(source_of(part, fmt, width, few), f"-cl-std=CL2.0 {options}")
            for function in part:
                check_memory(device, program, (function, fmt), width, wants, results)
                check_constants(device, program, (function, fmt), width, few, wants, results)
            device.release_program(program)


def check(arguments):
    device = Device()
    results = Results(arguments.show)
    for width in arguments.vectors:
        check_width(device, width, arguments.options, not arguments.all_constants, arguments.only, arguments.formats, results)
    tried, wrong = sum(results.tried.values()), sum(results.wrong.values())
    print(f"{device.text(DEVICE_NAME)}: {tried} results of {len(results.tried)} functions, {wrong} wrong")
    for (name, fmt), count in sorted(results.wrong.items()):
        print(f"  {count:5} of {results.tried[name, fmt]}: {name}, {fmt}")
    print(*results.lines, sep="\n", end="\n" if results.lines else "")
    return 1 if wrong else 0


def count_inexact_powers(arguments):
    """Prints of how many powers that are numbers of the format the result is another one. §7.4 permits that."""
    device = Device()
    print(device.text(DEVICE_NAME))
    for name in ("sqrt", "cbrt", "exp2", "exp10", "pow", "powr", "pown", "rootn"):
        function = next(each for each in ALL if each.name == name)
        for fmt in formats_of(device, arguments.formats):
            rows = kernels.representable_powers(function, fmt)
            program = device.program(prelude(fmt, 1) + kernels.from_memory(function, fmt, 1), "-cl-std=CL2.0")
            columns = [kernels.packed(i, rows, each, fmt) for i, each in enumerate(function.arguments)]
            data = device.run(program, f"memory_{name}", len(rows), columns, len(rows) * fmt.bits // 8)
            wrong = sum(place != fmt.rounded(function.exact(*row)) for row, place in zip(rows, kernels.places(data, function, fmt)))
            print(f"  {name}, {fmt.name}: {wrong} of {len(rows)} inexact")
            device.release_program(program)
    return 0


def check_whole(arguments):
    """Each combination in a process of its own."""
    worst = 0
    for level, width, vectors, options in WHOLE:
        if level not in arguments.levels:
            continue
        print(f"level {level}, width {width or 'default'}, vectors {vectors}, options '{options}'", flush=True)
        process = os.fork()
        if process == 0:
            if level != "native":
                os.environ["HEDDLE_CPU_FEATURES"] = level
            if width:
                os.environ["HEDDLE_WIDTH"] = width
            arguments.vectors, arguments.options, arguments.all_constants = vectors, options, True
            sys.stdout.flush()
            status = check(arguments)
            sys.stdout.flush()
            os._exit(status)
        worst |= os.waitpid(process, 0)[1]
    return 1 if worst else 0


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--whole", action="store_true", help="all levels, widths, vectors and options")
    levels = list(dict.fromkeys(level for level, *_ in WHOLE))
    parser.add_argument("--levels", nargs="+", default=levels, choices=levels, help="of --whole")
    parser.add_argument("--powers", action="store_true", help="count powers that are numbers of the format and come out as others")
    parser.add_argument("--all-constants", action="store_true", help="all constants of functions of two arguments, not every seventh")
    parser.add_argument("--vectors", type=int, nargs="+", default=[1, 4], help="widths of vectors; 1 is a scalar")
    parser.add_argument("--options", default="", help="build options")
    parser.add_argument("--only", default=".*", help="a regular expression for names of functions")
    parser.add_argument("--formats", nargs="+", default=list(FORMATS), choices=list(FORMATS))
    parser.add_argument("--show", type=int, default=3, help="failures shown for each function and format")
    arguments = parser.parse_args()
    if arguments.powers:
        return count_inexact_powers(arguments)
    return check_whole(arguments) if arguments.whole else check(arguments)


if __name__ == "__main__":
    sys.exit(main())
