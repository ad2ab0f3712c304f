#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""spirv.py FILE.cl PROGRAM [ARGUMENTS...]

Compiles a file of self-checking kernels to SPIR-V with an older Clang and its translator, as an
application does offline, and lets PROGRAM (heddle_kernels) test the module against the expect
kernels of the source. Ends with 77 where the tools cannot compile the file.
"""
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

SKIP = 77


def tools():
    """The newest translator with the Clang of its LLVM, and the number of that."""
    for version in range(22, 14, -1):
        clang, translator = shutil.which(f"clang-{version}"), shutil.which(f"llvm-spirv-{version}")
        if clang and translator:
            return clang, translator, version
    return None, None, None


def directive(source, key):
    found = re.search(rf"^// {key}: (.*)$", source, re.MULTILINE)
    return found.group(1).split() if found else []


def module_of(file, folder):
    """The path of a module in the folder; a sentence that begins with SKIP where the tools cannot compile the file."""
    clang, translator, version = tools()
    if not clang:
        return "SKIP: no llvm-spirv with its Clang"
    options = directive(file.read_text(), "build") or ["-cl-std=CL2.0"]
    if version < 17:
        options += ["-Xclang", "-no-opaque-pointers"]  # that translator takes no other ones
    bitcode, module = f"{folder}/module.bc", f"{folder}/module.spv"
    steps = [
        [clang, "-target", "spir64", "-O0", "-Xclang", "-finclude-default-header",
         "-Xclang", "-cl-kernel-arg-info",
         "-I", str(file.parent.parent), *options, "-Wno-everything",
         "-emit-llvm", "-c", "-x", "cl", str(file), "-o", bitcode],
        [translator, "--spirv-max-version=1.2", bitcode, "-o", module],
    ]
    for step in steps:
        done = subprocess.run(step, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
        if done.returncode:
            return f"SKIP: {step[0]} {done.stdout[-1500:]}"
    return module


def main():
    file, program = pathlib.Path(sys.argv[1]), sys.argv[2]
    with tempfile.TemporaryDirectory() as folder:
        module = module_of(file, folder)
        if module.startswith("SKIP"):
            print(module)
            return SKIP
        return subprocess.call([program, str(file), *sys.argv[3:], "--il", module])


if __name__ == "__main__":
    sys.exit(main())
