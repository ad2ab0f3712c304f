#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Runs a program that builds and runs a kernel below the limits of setrlimit: right results or error codes, never a signal.

    limits.py PROGRAM CACHE address-space [--from MB] [--to MB] [--step MB]
    limits.py PROGRAM CACHE file-size

CACHE is a folder for kernel caches of the test's own.
"""
import argparse
import os
import pathlib
import resource
import shutil
import subprocess
import sys

KB, MB = 1 << 10, 1 << 20
STARTED = (0, 1)  # a right result, or an error code that the program printed


def run(program, cache, options="", limits=(), **variables):
    """The program's outcome below `limits`, pairs of a resource and a number."""
    def limit():
        for kind, value in limits:
            resource.setrlimit(kind, (value, value))
    environment = os.environ | {"HEDDLE_CACHE_DIR": str(cache), "TMPDIR": str(cache)} | variables
    return subprocess.run([program] + (["/dev/stdin", options] if options else []), env=environment, preexec_fn=limit, capture_output=True, text=True,
                          timeout=300, stdin=subprocess.DEVNULL if not options else open(cache / "source.cl", encoding="ascii"))


def says(outcome):
    how = f"signal {-outcome.returncode}" if outcome.returncode < 0 else f"exit code {outcome.returncode}"
    return f"{how}: {(outcome.stdout + outcome.stderr).strip()[-300:]}"


def address_space(arguments, cache):
    """Memory that cannot be had is an error code, wherever it is missing."""
    failures, outcomes = 0, {}
    for size in range(arguments.first, arguments.last + 1, arguments.step):
        outcome = run(arguments.program, cache, limits=[(resource.RLIMIT_AS, size * MB)], HEDDLE_CACHE="off")
        never_started = outcome.returncode == 127 and "shared libraries" in outcome.stderr  # the program itself found no room
        kind = "not started" if never_started else "right" if outcome.returncode == 0 else outcome.stdout.strip().splitlines()[-1:] or says(outcome)
        outcomes[str(kind)] = outcomes.get(str(kind), 0) + 1
        if outcome.returncode not in STARTED and not never_started:
            print(f"{size} MB: {says(outcome)}")
            failures += 1
    for kind, count in outcomes.items():
        print(f"{count} times {kind}")
    if run(arguments.program, cache, HEDDLE_CACHE="off").returncode != 0:
        print("without a limit the program fails as well")
        failures += 1
    return failures


def parts(cache):
    """What should not be there: files that were begun and not finished. The file whose bytes are locked has none."""
    return [path for path in cache.rglob("*") if path.is_file() and path.suffix not in (".hdk", ".cl") and path.name != "total"
            and not (path.name == "turns" and path.stat().st_size == 0)]


def file_size(arguments, cache):
    """A cache that cannot be written to costs time only. No file is left that was begun."""
    failures = 0
    source = (cache / "source.cl")
    source.write_text("kernel void k(global float* out, global const float* in, local float* tile) {\n"
                      "  tile[get_local_id(0)] = in[get_global_id(0)];\n  barrier(CLK_LOCAL_MEM_FENCE);\n  float sum = 0;\n"
                      "  for (size_t j = 0; j < get_local_size(0); ++j) sum += sqrt(tile[j]);\n  out[get_global_id(0)] = sum;\n}\n"
                      + "// a long comment\n" * 1000, encoding="ascii")
    for size in (0, 1, 16, 100, 4 * KB, 16 * KB, 64 * KB):
        for options in ("", "-g"):
            folder = cache / "files"
            shutil.rmtree(folder, ignore_errors=True)
            folder.mkdir()
            shutil.copy(source, folder)
            outcome = run(arguments.program, folder, options, [(resource.RLIMIT_FSIZE, size)])
            left = parts(folder)
            if outcome.returncode != 0 or left:
                print(f"{size} bytes, options '{options}': {says(outcome)}; left behind: {left}")
                failures += 1
    return failures


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("program")
    parser.add_argument("cache", type=pathlib.Path)
    parser.add_argument("limit", choices=["address-space", "file-size"])
    parser.add_argument("--from", dest="first", type=int, default=50)
    parser.add_argument("--to", dest="last", type=int, default=400)
    parser.add_argument("--step", type=int, default=1)
    arguments = parser.parse_args()
    shutil.rmtree(arguments.cache, ignore_errors=True)
    arguments.cache.mkdir(parents=True)
    failures = {"address-space": address_space, "file-size": file_size}[arguments.limit](arguments, arguments.cache)
    shutil.rmtree(arguments.cache)
    return failures > 0


if __name__ == "__main__":
    sys.exit(main())
