#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Checks that the library defines every math built-in that Clang can call.

Reads the declarations of the functions of OpenCL C section 6.13.2 from Clang's own opencl-c.h,
compiles a call to each of them as OpenCL C 1.2, 2.0 and 3.0, and compares the symbols which these
calls leave undefined with those that the given bitcode files define.
"""
import argparse
import pathlib
import re
import subprocess
import sys
import tempfile

NAMES = """acos acosh acospi asin asinh asinpi atan atan2 atanh atanpi atan2pi cbrt ceil copysign
cos cosh cospi erfc erf exp exp2 exp10 expm1 fabs fdim floor fma fmax fmin fmod fract frexp hypot
ilogb ldexp lgamma lgamma_r log log2 log10 log1p logb mad maxmag minmag modf nan nextafter pow pown
powr remainder remquo rint rootn round rsqrt sin sincos sinh sinpi sqrt tan tanh tanpi tgamma trunc
half_cos half_divide half_exp half_exp2 half_exp10 half_log half_log2 half_log10 half_powr
half_recip half_rsqrt half_sin half_sqrt half_tan native_cos native_divide native_exp native_exp2
native_exp10 native_log native_log2 native_log10 native_powr native_recip native_rsqrt native_sin
native_sqrt native_tan""".split()


def run(*command):
    done = subprocess.run(command, stdout=subprocess.PIPE, text=True)
    if done.returncode:
        sys.exit("failed: " + " ".join(command))
    return done.stdout


def declarations(clang):
    header = pathlib.Path(run(clang, "-print-resource-dir").strip()) / "include" / "opencl-c.h"
    pattern = re.compile(r"^(\w+) __ovld (?:__cnfn |__purefn )?(\w+)\(([^)]*)\);", re.M)
    for result, name, params in pattern.findall(header.read_text()):
        if name in NAMES and "half" not in result + params:
            yield result, name, [re.sub(r"\s*\*.*", " *", p.strip()) if "*" in p
                                 else p.strip().split()[0] for p in params.split(",")]


def calls(declared):
    for number, (result, name, params) in enumerate(declared):
        formal = ", ".join(f"{p} a{i}" for i, p in enumerate(params))
        actual = ", ".join(f"a{i}" for i in range(len(params)))
        yield f"{result} call_{number}({formal}) {{ return {name}({actual}); }}\n"


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--clang", default="clang-22")
    parser.add_argument("--nm", default="llvm-nm-22")
    parser.add_argument("bitcode", nargs="+")
    args = parser.parse_args()
    defined = set(run(args.nm, "--defined-only", "-j", *args.bitcode).split())
    declared = list(declarations(args.clang))
    missing, wanted = set(), set()
    with tempfile.TemporaryDirectory() as folder:
        source, module = f"{folder}/calls.cl", f"{folder}/calls.bc"
        pathlib.Path(source).write_text("".join(calls(declared)))
        for std in ("CL1.2", "CL2.0", "CL3.0"):
            run(args.clang, "-target", "spir64", "-x", "cl", f"-cl-std={std}", "-O0",
                "-Xclang", "-finclude-default-header", "-Xclang", "-fdeclare-opencl-builtins",
                "-emit-llvm", "-c", source, "-o", module)
            wanted |= {s for s in run(args.nm, "-u", "-j", module).split() if s.startswith("_Z")}
    missing = wanted - defined
    print(f"{len(declared)} declarations, {len(wanted)} symbols, {len(missing)} missing")
    print("\n".join(sorted(missing)))
    return 1 if missing else 0


if __name__ == "__main__":
    sys.exit(main())
