#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Runs the libFuzzer targets, each for some time, from the committed corpus.

    tests/fuzz/run.py build/fuzz/bin --minutes 20 [--only ir] [--clang clang-22]

With --clang the kernels of tests/passes are seeds of the target `ir`, too. With --work FOLDER found inputs are kept there, and the next
run goes on from them. The last line that is printed for a target begins with the number of its inputs. `./heddle fuzz` calls this.
"""
import argparse
import concurrent.futures
import os
import pathlib
import re
import subprocess
import sys
import tempfile
import time

HERE = pathlib.Path(__file__).resolve().parent
PASSES = HERE.parent / "passes"
# Target: its folder of the corpus, and the bytes of its longest input.
TARGETS = {"binary_program": ("records", 65536), "il_program": ("spirv", 16384), "ir": ("ir", 65536), "program_record": ("records", 65536),
           "spirv": ("spirv", 8192)}
# What tests tell the sanitizers, too (cmake/HeddleToolchain.cmake).
SANITIZERS = {"ASAN_OPTIONS": "alloc_dealloc_mismatch=0:detect_container_overflow=0:detect_odr_violation=0",
              "LSAN_OPTIONS": f"suppressions={HERE.parent / 'sanitize' / 'lsan.txt'}:print_suppressions=0", "UBSAN_OPTIONS": "print_stacktrace=1"}
LARGEST_SEED = 40000  # bytes of IR as text: larger kernels take too long to mutate
ALLOCATION = 1 << 17  # MB at once: a program may declare as many variables as the device has memory, and zeros take none
GRACE = 300  # seconds that a target may take beyond what it was given


def front_end():
    """Clang's options that make IR as the driver's front end does."""
    sys.path.insert(0, str(PASSES))
    import run  # pylint: disable=import-outside-toplevel
    return run.FRONT_END.split()


def seeds_of_passes(clang, folder):
    """The IR of the kernels of tests/passes, in registers and not in memory, so that more of it is mutated."""
    folder.mkdir(exist_ok=True)
    for source in sorted(PASSES.rglob("*.cl")):
        out = folder / ("_".join(source.relative_to(PASSES).with_suffix(".ll").parts))
        command = [clang, *front_end(), str(source)]
        done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, check=False)
        if done.returncode == 0 and len(done.stdout) <= LARGEST_SEED:
            out.write_bytes(done.stdout)


def seed_folders(target, work, arguments):
    kind, _ = TARGETS[target]
    if kind != "ir":
        return [work / "seeds" / kind]
    folders = [HERE / "corpus" / "ir"]
    if arguments.clang:
        folders.append(work / "seeds" / "passes")
        seeds_of_passes(arguments.clang, folders[-1])
    return folders


def fuzz(target, work, seconds, arguments):
    """The number of inputs, and what went wrong or an empty text."""
    found, faults = work / "found" / target, work / "faults"
    for folder in (found, faults):
        folder.mkdir(parents=True, exist_ok=True)
    command = [f"{arguments.binaries}/fuzz_{target}", f"-max_total_time={seconds:.0f}", f"-seed={arguments.seed}", f"-max_len={TARGETS[target][1]}",
               "-timeout=60", "-rss_limit_mb=4096", f"-malloc_limit_mb={ALLOCATION}", "-print_final_stats=1", f"-artifact_prefix={faults}/{target}-", str(found),
               *map(str, seed_folders(target, work, arguments))]
    try:
        done = subprocess.run(command, env={**SANITIZERS, **os.environ, "HEDDLE_CACHE": "off"}, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, errors="replace",
                              text=True, timeout=seconds + GRACE, check=False)
    except subprocess.TimeoutExpired:
        return 0, "it hangs"
    inputs = re.search(r"stat::number_of_executed_units: *(\d+)", done.stdout)
    if done.returncode == 0 and inputs:
        return int(inputs.group(1)), ""
    lines = [line for line in done.stdout.strip().splitlines() if not re.match(r"#\d+\t", line)]
    return 0, f"it ended with {done.returncode}\n" + "\n".join(lines[-60:])


def run(names, work, arguments):
    """All targets at once, as many as there are processors."""
    seconds = arguments.minutes * 60
    rounds = -(-len(names) // os.cpu_count())
    wrong = False
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        running = {pool.submit(fuzz, name, work, max(1, seconds / rounds), arguments): name for name in names}
        for done in concurrent.futures.as_completed(running):
            inputs, fault = done.result()
            wrong |= bool(fault)
            print(f"{running[done]}: {fault}" if fault else f"{inputs} inputs of {running[done]}", flush=True)
    return wrong


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("binaries", type=pathlib.Path, help="the folder of the programs")
    parser.add_argument("--minutes", type=float, default=5, help="in all")
    parser.add_argument("--only", choices=sorted(TARGETS), help="this target")
    parser.add_argument("--seed", type=int, default=int(time.time()) % 2**31)
    parser.add_argument("--clang", help="Clang 22")
    parser.add_argument("--work", type=pathlib.Path, help="for found inputs and faults")
    arguments = parser.parse_args()
    arguments.binaries = arguments.binaries.resolve()
    names = [arguments.only] if arguments.only else list(TARGETS)
    with tempfile.TemporaryDirectory() as temporary:
        work = arguments.work or pathlib.Path(temporary)
        if any(TARGETS[name][0] != "ir" for name in names):
            subprocess.run([arguments.binaries / "fuzz_seeds", HERE / "corpus", work / "seeds"], check=True)
        wrong = run(names, work, arguments)
        if wrong and not arguments.work:
            print("with --work FOLDER the input is kept")
    return wrong


if __name__ == "__main__":
    sys.exit(main())
