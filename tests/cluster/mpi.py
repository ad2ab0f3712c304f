#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""mpi.py EXAMPLES WORK [--hosts]: the stencil of examples/cluster on 1, 2 and 4 processes, and with --hosts on two hosts (network namespaces).

Each result is compared with that of one process and with plain C, bit by bit, and what is printed with what there is to send. Ends with 77
where there is no MPI, or, with --hosts, where namespaces cannot be made.
"""
import argparse
import filecmp
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

# Heights that no number of processes divides, and rows that MPI sends at once (4 kB is its limit) or in parts.
SIZES = [(500, 251), (3000, 67)]
STEPS = 20
LIMIT = 120  # seconds for one run
LINE = re.compile(r"ranks (\d+) units (\d+)\.\.(\d+): ([\d.]+) ms a step, ([\d.]+) ms of it in MPI, sent a step (\d+) messages (\d+) bytes, "
                  r"at most (\d+) messages (\d+) bytes by one rank\n")

failures = []


def expect(condition, text):
    if not condition:
        failures.append(text)
        print("FAULT:", text)


def skip(text):
    print("SKIP:", text)
    sys.exit(77)


def compile_example(examples, work):
    if not shutil.which("mpicc") or not shutil.which("mpirun"):
        skip("there is no mpicc or no mpirun (Debian: libopenmpi-dev, openmpi-bin)")
    subprocess.run(["mpicc", "-std=c99", "-O2", "-Wall", "-Wextra", "-Werror", "-Wno-deprecated-declarations", "-DCL_TARGET_OPENCL_VERSION=220",
                    examples / "stencil.c", "-o", work / "stencil", "-lOpenCL"], check=True)
    return work / "stencil"


def run(command):
    """Returns what the first process printed, as numbers. mpirun's hwloc would ask all X servers, and end when one does: others of our tests
    start and end some."""
    environment = os.environ | {"OMPI_ALLOW_RUN_AS_ROOT": "1", "OMPI_ALLOW_RUN_AS_ROOT_CONFIRM": "1", "HWLOC_COMPONENTS": "-gl"}
    done = subprocess.run(command, env=environment, timeout=LIMIT, capture_output=True, text=True)
    print(done.stdout, end="")
    expect(done.returncode == 0, f"{' '.join(map(str, command))} ended with {done.returncode}: {done.stderr[-2000:]}")
    line = LINE.search(done.stdout)
    expect(line, f"there is no line of numbers: {done.stdout}")
    return ([float(number) for number in line.groups()] if line else [0.0] * 9), done.stdout


def arguments(width, height, output, *others):
    return ["--width", str(width), "--height", str(height), "--steps", str(STEPS), "--repeats", "2", "--check", "1", "--output", output, *others]


def check_numbers(numbers, ranks, width):
    """Each border between two processes is crossed by a row in both directions."""
    row = 4 * width
    expect(numbers[0] == ranks, f"{numbers[0]} processes instead of {ranks}")
    expect(numbers[5:7] == [2 * (ranks - 1), 2 * (ranks - 1) * row], f"{ranks} processes sent {numbers[5:7]}")
    most = min(ranks - 1, 2)
    expect(numbers[7:9] == [most, most * row], f"one of {ranks} processes sent {numbers[7:9]}")


def on_this_machine(program, work):
    for width, height in SIZES:
        for ranks in (1, 2, 4):
            for overlap in ("1", "2", "0"):
                output = work / f"plate-{ranks}"
                numbers, _ = run(["mpirun", "--oversubscribe", "--bind-to", "none", "-np", str(ranks), program,
                                  *arguments(width, height, output, "--overlap", overlap)])
                check_numbers(numbers, ranks, width)
                expect(filecmp.cmp(work / "plate-1", output, shallow=False), f"{ranks} processes computed another plate than one")


def bound(program, work):
    """Processes that mpirun binds to one core each have the units of this core, others those of the machine."""
    width, height = SIZES[0]
    units = len(os.sched_getaffinity(0))
    for binding, least, most in (("none", units, units), ("core", 1, max(units // 2, 1))):
        numbers, _ = run(["mpirun", "--bind-to", binding, "-np", str(min(units, 2)), program, *arguments(width, height, work / "bound")])
        expect(least <= numbers[1] <= numbers[2] <= most, f"bound to {binding}, processes have {numbers[1:3]} of {units} units")


def on_two_hosts(examples, program, work):
    if os.geteuid() != 0 or not shutil.which("ip") or subprocess.run(["unshare", "--net", "--uts", "true"]).returncode != 0:
        skip("network namespaces can be made by root alone, with ip (Debian: iproute2)")
    for width, height in SIZES:
        run(["mpirun", "--bind-to", "none", "-np", "1", program, *arguments(width, height, work / "plate-1")])
        for ranks in (1, 2):
            numbers, text = run([examples / "two_hosts.sh", str(ranks), program, *arguments(width, height, work / "plate-2")])
            check_numbers(numbers, 2 * ranks, width)
            expect(filecmp.cmp(work / "plate-1", work / "plate-2", shallow=False), "two hosts computed another plate than one process")
            # One row a step crosses the cable in each direction, in two runs. The second host sends its part of the result, too.
            rows = 2 * STEPS * 4 * width
            result = 4 * width * (height - height // 2)
            sent = [int(number) for number in re.findall(r"host \d sent (\d+) bytes", text)]
            expect(len(sent) == 2, f"the hosts do not say what they sent: {text}")
            for bytes_sent, least in zip(sent, (rows, rows + result)):
                expect(least <= bytes_sent <= 1.2 * least + 150_000, f"{bytes_sent} bytes on the cable, and {least} to send")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("examples", type=Path)
    parser.add_argument("work", type=Path)
    parser.add_argument("--hosts", action="store_true")
    options = parser.parse_args()
    options.work.mkdir(parents=True, exist_ok=True)
    program = compile_example(options.examples, options.work)
    if options.hosts:
        on_two_hosts(options.examples, program, options.work)
    else:
        on_this_machine(program, options.work)
        bound(program, options.work)
    shutil.rmtree(options.work)
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
