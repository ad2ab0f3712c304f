#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""spirv.py FILE.cl PROGRAM [ARGUMENTS...] [--with TOOL]

Compiles a file of self-checking kernels to SPIR-V with an older Clang and its translator, as an
application does offline, and lets PROGRAM (heddle_kernels) test the module against the expect
kernels of the source. Ends with 77 where the tools cannot compile the file.
TOOL: `15` or `15:O2`, the translator of that LLVM and how far Clang optimises before it;
`clang22` or `clang22:O2`, the back end of that Clang. Without: the newest translator, O0.
"""
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

SKIP = 77


def tools(wanted=""):
    """Clang, its translator (none: its own back end), the number of its LLVM, how far it optimises."""
    name, _, level = wanted.partition(":")
    if name.startswith("clang"):
        version = name.removeprefix("clang")
        return shutil.which(f"clang-{version}"), None, int(version), level or "O0"
    for version in [int(name)] if name else range(22, 14, -1):
        clang, translator = shutil.which(f"clang-{version}"), shutil.which(f"llvm-spirv-{version}")
        if clang and translator:
            return clang, translator, version, level or "O0"
    return None, None, None, None


def directive(source, key):
    found = re.search(rf"^// {key}: (.*)$", source, re.MULTILINE)
    return found.group(1).split() if found else []


def module_of(file, folder, wanted="", include=None):
    """The path of a module in the folder; a sentence that begins with SKIP where the tools cannot compile the file."""
    clang, translator, version, level = tools(wanted)
    if not clang:
        return "SKIP: no llvm-spirv with its Clang"
    options = directive(file.read_text(), "build") or ["-cl-std=CL2.0"]
    if version < 17:
        options += ["-Xclang", "-no-opaque-pointers"]  # that translator takes no other ones
    bitcode, module = f"{folder}/module.bc", f"{folder}/module.spv"
    compiled = ["-emit-llvm", "-o", bitcode] if translator else ["-o", module]
    steps = [
        [clang, "-target", "spir64" if translator else "spirv64", f"-{level}", "-Xclang", "-finclude-default-header",
         "-Xclang", "-cl-kernel-arg-info",
         "-I", str(include or file.parent.parent), *options, "-Wno-everything",
         "-c", "-x", "cl", str(file), *compiled],
    ]
    if translator:
        steps.append([translator, "--spirv-max-version=1.2", bitcode, "-o", module])
    for step in steps:
        done = subprocess.run(step, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
        if done.returncode:
            return f"SKIP: {step[0]} {done.stdout[-1500:]}"
    return module


def main():
    file, program = pathlib.Path(sys.argv[1]), sys.argv[2]
    arguments, wanted = sys.argv[3:], ""
    if "--with" in arguments:
        at = arguments.index("--with")
        wanted = arguments[at + 1]
        del arguments[at:at + 2]
    include = arguments[arguments.index("--include") + 1] if "--include" in arguments else None
    with tempfile.TemporaryDirectory() as folder:
        module = module_of(file, folder, wanted, include)
        if module.startswith("SKIP"):
            print(module)
            return SKIP
        return subprocess.call([program, str(file), *arguments, "--il", module])


if __name__ == "__main__":
    sys.exit(main())
