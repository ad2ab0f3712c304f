#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Writes programs of one kernel that grow with a number: growing_programs.py FOLDER [CASE=SIZE...]

    bench/builds/growing_programs.py /tmp/growing switch=2000 switch=4000 nested_barriers=20
    bench/build_times.py build/release/bin/build-time /tmp/growing build/release/lib/libheddle.so /path/to/libother.so

Twice the size should take twice the time. Without cases all are written, at the sizes of bench/results/compile_time.md. A switch is written
as SPIR-V, too, if there are clang and llvm-spirv.
"""

import os
import shutil
import subprocess
import sys

DEFAULT = {"switch": [2000, 4000, 8000, 16000], "constants": [2000, 4000, 8000, 16000], "straight_barriers": [10, 11, 12, 13],
           "nested_barriers": [12, 16, 20], "nested_calls": [12, 16, 18, 20], "sines_and_powers": [375, 750, 1500, 3000]}
SPIRV = {"switch": 16000, "constants": 16000}


def head(arguments="global uint* out"):
    return f"// launch\nkernel void k({arguments}) {{\n  size_t i = get_global_id(0);\n"


def switch(size):
    """No two cases do the same."""
    steps = ["r = r * {0}u + {1}u;", "r ^= {0}u + (r >> {1});", "r = (r + {0}u) * {1}u;", "r -= in[i + {1}] ^ {0}u;"]
    text = head("global uint* out, global const uint* in") + "  uint v = in[i], r = v;\n  switch (v) {\n"
    for case in range(size):
        text += f"    case {case}: " + steps[case % 4].format(case * 2654435761 % 65521 + 1, case * 40503 % 31 + 1) + " break;\n"
    return text + "    default: r = 0;\n  }\n  out[i] = r;\n}\n"


def constants(size):
    text = head("global uint* out, global const uint* in") + "  uint r;\n  switch (in[i]) {\n"
    for case in range(size):
        text += f"    case {case}: r = {case * 2654435761 % 4294967291}u; break;\n"
    return text + "    default: r = 0;\n  }\n  out[i] = r;\n}\n"


def straight_barriers(power):
    """2^power of them in one block, written by macros."""
    text = "#define B0 box[l ^ 1] += box[l] * 3; barrier(CLK_LOCAL_MEM_FENCE);\n"
    text += "".join(f"#define B{n + 1} B{n} B{n}\n" for n in range(power))
    text += head() + "  local uint box[64];\n  uint l = get_local_id(0) % 64;\n  box[l] = l;\n  barrier(CLK_LOCAL_MEM_FENCE);\n"
    return text + f"  B{power}\n  out[i] = box[l];\n}}\n"


def nested_barriers(power):
    """2^power of them in functions that call each other."""
    text = "void f0(local uint* box, uint l) {\n  box[l] = box[l] * 3 + 1;\n  barrier(CLK_LOCAL_MEM_FENCE);\n}\n"
    for n in range(power):
        text += f"void f{n + 1}(local uint* box, uint l) {{\n  f{n}(box, l);\n  f{n}(box, l ^ 1);\n}}\n"
    text += head() + "  local uint box[64];\n  uint l = get_local_id(0) % 64;\n  box[l] = l;\n  barrier(CLK_LOCAL_MEM_FENCE);\n"
    return text + f"  f{power}(box, l);\n  out[i] = box[l];\n}}\n"


def nested_calls(power):
    text = "uint f0(uint x) {\n  return x * 1664525u + 1013904223u;\n}\n"
    for n in range(power):
        text += f"uint f{n + 1}(uint x) {{\n  return f{n}(x) ^ f{n}(x + {n + 1});\n}}\n"
    return text + head() + f"  out[i] = f{power}(out[i]);\n}}\n"


def sines_and_powers(count):
    text = head("global float* out") + "  float x = out[i], sum = 0;\n"
    for n in range(count):
        text += f"  sum += pow(x, sum + {n}.25f);\n" if n % 2 else f"  sum += sin(x + {n}.5f);\n"
    return text + "  out[i] = sum;\n}\n"


def write_spirv(source, path):
    clang, translator = shutil.which("clang-15"), shutil.which("llvm-spirv-15")
    if not clang or not translator:
        return
    front = [clang, "-c", "-target", "spir64", "-cl-std=CL2.0", "-Xclang", "-finclude-default-header", "-O1", "-emit-llvm", "-o", "-", source]
    code = subprocess.run(front, check=True, stdout=subprocess.PIPE).stdout
    subprocess.run([translator, "-o", path, "-"], input=code, check=True)


def main():
    if len(sys.argv) < 2:
        sys.exit(__doc__)
    folder, words = sys.argv[1], sys.argv[2:]
    wanted = [(case, int(size)) for case, size in (word.split("=") for word in words)]
    wanted = wanted or [(case, size) for case, sizes in DEFAULT.items() for size in sizes]
    os.makedirs(folder, exist_ok=True)
    for case, size in wanted:
        path = os.path.join(folder, f"{case}_{size}.cl")
        with open(path, "w", encoding="utf-8") as file:
            file.write(globals()[case](size))
        if SPIRV.get(case) == size:
            write_spirv(path, path.removesuffix(".cl") + ".spv")


if __name__ == "__main__":
    main()
