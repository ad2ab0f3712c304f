#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""sizes.py BUILD: what libheddle-compiler.so is made of, in MB by archive, by linking it once more with a map; and its size when deflated."""
import collections
import os
import re
import subprocess
import sys
import tempfile
import zlib

LIBRARY = "lib/libheddle-compiler.so"
# Address, load address, size, alignment, then the section of the output or, further right, FILE:(section of the input).
LINE = re.compile(r"\s*[0-9a-f]+\s+[0-9a-f]+\s+([0-9a-f]+)\s+\d+( +)(\S.*)$")
NO_BYTES = (".bss", ".tbss", ".relro_padding")


def link(build, folder):
    command = subprocess.run(["ninja", "-C", build, "-t", "commands", "-s", LIBRARY], check=True, capture_output=True, text=True).stdout
    command = command.splitlines()[-1].replace(f"-o {LIBRARY}", f"-o {folder}/library -Wl,-Map={folder}/map")
    command = re.sub(r" -Wl,--print-archive-stats=\S+", "", command)
    subprocess.run(command, shell=True, cwd=build, check=True)


def by_archive(lines):
    sizes, output = collections.Counter(), ""
    for line in lines:
        found = LINE.match(line)
        if not found:
            continue
        size, indent, name = int(found[1], 16), len(found[2]), found[3]
        if indent == 1:
            output = name
        elif name.startswith("<internal>") and output not in NO_BYTES:
            sizes["the linker: joined strings, relocations, tables"] += size
        elif output not in NO_BYTES and (owner := re.match(r"([^(:]+)[^:]*:\(", name)):
            sizes[os.path.basename(owner[1])] += size
    return sizes


def main():
    with tempfile.TemporaryDirectory() as folder:
        link(sys.argv[1], folder)
        with open(f"{folder}/map", encoding="utf-8") as lines:
            sizes = by_archive(lines)
        with open(f"{folder}/library", "rb") as library:
            content = library.read()
    for name, size in sizes.most_common():
        print(f"{size / 1e6:8.2f}  {name}")
    print(f"{sum(sizes.values()) / 1e6:8.2f}  all; the file has {len(content) / 1e6:.2f}, and deflated {len(zlib.compress(content, 6)) / 1e6:.2f}")


main()
