#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Checks that find_pass.py names what breaks a kernel: a pass, a transform that a pass runs, or a technique.

    find_pass_test.py --heddle-opt HEDDLE_OPT --clang CLANG

The fault is planted outside of the compiler: a kernel is taken for wrong if its code has the mark of one of them. The command, this script with
--fails-with, compiles it as the driver would, without the passes that HEDDLE_DISABLE_PASS names.
"""
import argparse
import os
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent
FRONT_END = ("-cc1 -triple spir64-unknown-unknown -cl-std=CL2.0 -finclude-default-header -fdeclare-opencl-builtins "
             "-O2 -disable-llvm-passes -emit-llvm -o -").split()
AVX512 = "--features=+sse4.2,+avx2,+fma,+avx512f,+avx512bw,+avx512dq,+avx512vl"
KERNEL = """
kernel void test(global float* out, global const float* in, global const uint* at, float limit) {
  size_t i = get_global_id(0);
  if (in[i] > limit) out[at[i] - 1] = in[min((uint)i + 1, 1000u)];
}
constant float table[8] = {2, 3, 5, 7, 11, 13, 17, 19};
kernel void lookup(global float* out, global const uint* at) {
  out[get_global_id(0)] = table[at[get_global_id(0)] & 7];
}
"""
# Each: what breaks it, the kernel, the output with the mark of the fault, the mark, and what find_pass.py says of how to see it.
FAULTS = [("compress-stores", "test", "asm", "compress", "--disable-pass compress-stores and without"),
          ("lower-tables", "lookup", "asm", "vpermps", "-print-before=lower-tables"),
          ("piecewise-accesses", "test", "asm", "else gather", "--disable-pass piecewise-accesses and without")]


def code(heddle_opt, kernel, emit, module):
    command = [heddle_opt, "--kernel", kernel, "--emit", emit, "-pass-remarks=widen", AVX512,
               "--disable-pass", os.environ.get("HEDDLE_DISABLE_PASS", ""), module]
    done = subprocess.run(command, check=True, capture_output=True, text=True)
    return done.stdout + done.stderr


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--heddle-opt", required=True)
    parser.add_argument("--clang")
    parser.add_argument("--fails-with", nargs=4, metavar=("MARK", "KERNEL", "EMIT", "MODULE"))
    options = parser.parse_args()
    if options.fails_with:
        mark, kernel, emit, module = options.fails_with
        return 1 if mark in code(options.heddle_opt, kernel, emit, module) else 0
    wrong = 0
    with tempfile.TemporaryDirectory() as folder:
        source, module = Path(folder) / "test.cl", Path(folder) / "test.ll"
        source.write_text(KERNEL, encoding="utf-8")
        module.write_bytes(subprocess.run([options.clang, *FRONT_END, str(source)], check=True, capture_output=True).stdout)
        for name, kernel, emit, mark, hint in FAULTS:
            command = [sys.executable, str(ROOT / "src/compiler/tool/find_pass.py"), "--heddle-opt", options.heddle_opt,
                       sys.executable, __file__, "--heddle-opt", options.heddle_opt, "--fails-with", mark, kernel, emit, str(module)]
            done = subprocess.run(command, check=False, capture_output=True, text=True)
            print(done.stdout, done.stderr, end="")
            if done.returncode or f"{name} breaks it.\n" not in done.stdout or hint not in done.stdout:
                print(f"wrong: {name} was not found")
                wrong += 1
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
