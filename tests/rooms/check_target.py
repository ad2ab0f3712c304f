#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Finds names of an instruction set in src outside of the folders of the ports (docs/porting.md).

    check_target.py SRC

Code, comments and file names count. An operation that other architectures name so, too (llvm.fma), is none.
"""
import os
import re
import sys

# The ports, and the files that know the features of processors and the system's name for the architecture.
PORTS = ("compiler/target/x86/", "devices/cpu/x86/", "support/cpu_features", "support/system_calls.h")
NAMES = re.compile(
    r"x86|amd64|\bi[3-6]86\b"  # the architecture
    r"|(?<![a-z])avx|(?<![a-z])s?sse[1-4]?(?![a-z])|vnni|vbmi|f16c|gfni|bmi2?\b|popcnt|pclmul|[\"+,]fma\b"  # features
    r"|\b[xyz]mm\d*\b|__m(?:64|128|256|512)|\b_mm\d*_|mmintrin|__builtin_ia32|mxcsr|cpuid"  # registers, intrinsics
    r"|\bv?p(?:erm[ti]2|ermil|shuf|madd|dpb|gather|mull)|\bv(?:getexp|getmant|scalef|pternlog|broadcast)|\brep movs|asm\w*[^;]*\bpause\b"  # instructions
    r"|haswell|icelake|nehalem|skylake|sandybridge|\bzen\d?\b",  # processors
    re.IGNORECASE)


def found_in(src):
    for folder, folders, files in os.walk(src):
        folders.sort()
        for file in sorted(files):
            path = os.path.join(folder, file)
            name = os.path.relpath(path, src)
            if name.startswith(PORTS):
                continue
            if NAMES.search(name):
                yield f"{name}: its name is one of an instruction set"
            with open(path, encoding="utf-8", errors="replace") as text:
                for number, line in enumerate(text, 1):
                    for match in NAMES.finditer(line):
                        yield f"{name}:{number}: '{match.group(0)}': {line.strip()}"


def main():
    faults = list(found_in(sys.argv[1]))
    print("\n".join(faults) or "no name of an instruction set outside of the ports")
    return len(faults) > 0


if __name__ == "__main__":
    sys.exit(main())
