#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Do built-in functions give a value for every argument? Compiles the sources without optimisation,
and looks for operations whose result LLVM takes for impossible where it is not a number of the type:
sums that may not wrap, floats that may be no NaN, conversions of floats to integers. Infinities and
NaNs come everywhere, and what is computed of them is left out only later: what is impossible by then
takes tests of the same bits with it.

    check_defined.py --clang CLANG SOURCE.cl... -- FLAG...
"""
import argparse
import os
import re
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor

SUM = re.compile(r"= (?:add|sub|mul|shl)(?: nuw| nsw)+ ")
FLOAT = re.compile(r"= (?:f\w+|call|tail call|select|phi)\b.* (?:nnan|ninf|fast) ")
CONVERSION = re.compile(r"= fpto[us]i ")
# Functions that convert floats to integers, by their mangled names, and why these are in range.
IN_RANGE = {
    r"_Z\d+convert_": "what it gives for other numbers is up to us (§6.2.3.3)",
    r"_Z5ilogbD?": "clamped to the ends of int",
    r"_ZL14hd_cbrt_normal": "a third of a positive int",
    r"_ZL9hd_remquo": "less than 129",
    r"_ZL13nearest_index|_ZL7bounded": "clamped to the image",
    r"_ZL15byte_weights_of|_ZL14inner_filtered": "weights of at most one, unless §8.2 has no result for the coordinates",
    r"_ZL1[34]read_\w+_lod": "clamped to the levels",
    r"_ZL11from_floats": "clamped to the channel's type",
}
# Functions of images that count elements, levels and shares of weights: numbers that are far from the ends of int.
COUNTERS = re.compile(r"_ZL\d+(inner_axis|linear_axis|edge_axis|nearest_index|within|place_of|load_pair|words_of_sample|"
                      r"byte_weights_of|bounded_lod|read_float_lod)")


def faults(options, flags, source):
    """(function, line) of what may not be."""
    command = [options.clang, *flags, "-Xclang", "-disable-llvm-passes", "-S", "-emit-llvm", source, "-o", "-"]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode:
        sys.exit(" ".join(command) + "\n" + done.stderr[:4000])
    function, lines, found = "", 0, []
    for line in done.stdout.splitlines():
        if line.startswith("define"):
            function = re.search(r"@\"?([\w.]+)", line).group(1)
        lines += 1
        if FLOAT.search(line) or (SUM.search(line) and not COUNTERS.match(function)) or (
                CONVERSION.search(line) and not any(re.match(name, function) for name in IN_RANGE)):
            found.append((os.path.basename(source), function, line.strip()))
    return found, lines


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--clang", required=True)
    parser.add_argument("sources", nargs="+")
    at = sys.argv.index("--")
    options, flags = parser.parse_args(sys.argv[1:at]), sys.argv[at + 1:]
    with ThreadPoolExecutor() as pool:
        results = list(pool.map(lambda source: faults(options, flags, source), options.sources))
    found = [fault for part, _ in results for fault in part]
    for fault in found[:100]:
        print("%s: %s: %s" % fault)
    print(f"{len(options.sources)} sources, {sum(lines for _, lines in results)} lines of IR, "
          f"{len(found)} operations without a result for some arguments")
    sys.exit(1 if found else 0)


if __name__ == "__main__":
    main()
