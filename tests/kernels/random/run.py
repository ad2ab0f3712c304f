#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Runs random kernels (lanes.py, generate.py) at several instruction sets and widths, and makes those that fail small.

    run.py --seeds 1..500 --program build/release/bin/heddle_kernels --levels native,avx2,sse4.2,width4

The driver is the one that the loader shows. A failing kernel is left in --keep as <level>_<seed>_<kernel>.cl, with the command
that runs it in its first line.
"""
import argparse
import concurrent.futures
import os
import re
import subprocess
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, HERE)
import lanes  # noqa: E402  (beside this file)


def settings(level):
    """Environment of a level: native, avx2, sse4.2, width4, avx2+width8, wait ..."""
    result = {}
    for part in level.split("+"):
        if part.startswith("width"):
            result["HEDDLE_WIDTH"] = part[len("width"):]
        elif part == "wait":
            result["HEDDLE_SPECIALISE"] = "wait"
        elif part != "native":
            result["HEDDLE_CPU_FEATURES"] = part
    return result


class Runner:
    def __init__(self, options):
        self.options = options
        os.makedirs(options.keep, exist_ok=True)

    def run(self, level, path, *more):
        """None if right, else what the program says."""
        environment = {"HEDDLE_CACHE": "off", **os.environ, **settings(level)}
        command = [self.options.program, path, "--include", os.path.dirname(HERE), "--only-optimized", *more]
        if self.options.quick:
            command.append("--quick")
        try:
            done = subprocess.run(command, env=environment, capture_output=True, text=True, errors="replace", check=False,
                                  timeout=self.options.timeout)
        except subprocess.TimeoutExpired:
            return f"no end after {self.options.timeout} s"
        return None if done.returncode == 0 else (done.stdout + done.stderr)[-4000:] or f"ended with {done.returncode}"

    def write(self, name, text):
        path = os.path.join(self.options.keep, name)
        with open(path, "w", encoding="utf-8") as file:
            file.write(text)
        return path

    def text(self, seed, **what):
        if self.options.generator == "lanes":
            return lanes.generate(seed, **what)
        return subprocess.run([sys.executable, "-B", os.path.join(HERE, "generate.py"), str(seed)], capture_output=True, text=True,
                              check=True).stdout

    def seed(self, seed, level):
        """The failures of a seed: (kernel, what was said)."""
        path = self.write(f"{level}_{seed}.cl", self.text(seed))
        said = self.run(level, path)
        failures = []
        if said and self.options.generator != "lanes":
            failures.append(("", said))
        elif said:
            failures = self.kernels(seed, level) or [("together", said)]
        if not said or self.options.generator == "lanes":
            os.remove(path)
        return failures

    def kernels(self, seed, level):
        failures = []
        for index in range(lanes.KERNELS):
            name = f"l{index}"
            path = self.write(f"{level}_{seed}_{name}.cl", self.text(seed, only=name))
            said = self.run(level, path)
            if not said:
                os.remove(path)
                continue
            if self.options.reduce:
                said = self.reduce(seed, level, name, path, said)
            failures.append((name, said))
        return failures

    def reduce(self, seed, level, name, path, said):
        """Leaves out as many statements as it can while the kernel still fails."""
        local = re.search(r"local (\d+)(?:x\d+)*", said)
        more = ["--local", local.group(1)] if local and self.run(level, path, "--local", local.group(1)) else []
        present = [int(number) for number in re.findall(r"// (\d+)$", self.text(seed, only=name), re.MULTILINE)]
        without, step = set(), max(1, len(present) // 2)
        small = path[:-3] + ".part.cl"
        while step:
            for at in range(0, len(present), step):
                chunk = set(present[at:at + step]) - without
                if not chunk:
                    continue
                with open(small, "w", encoding="utf-8") as file:
                    file.write(self.text(seed, only=name, without=without | chunk))
                if self.run(level, small, *more):
                    without |= chunk
            present = [number for number in present if number not in without]
            step //= 2
        if os.path.exists(small):
            os.remove(small)
        text = self.text(seed, only=name, without=without)
        said = self.run(level, path, *more) or said
        variables = " ".join(f"{key}={value}" for key, value in settings(level).items())
        with open(path, "w", encoding="utf-8") as file:
            file.write(text + f"// {variables} heddle_kernels {os.path.basename(path)} --only-optimized {' '.join(more)}\n")
        return said


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seeds", default="1..100", help="first..last")
    parser.add_argument("--levels", default="native,avx2,sse4.2")
    parser.add_argument("--generator", choices=["lanes", "generate"], default="lanes")
    parser.add_argument("--program", default="heddle_kernels", help="path of heddle_kernels")
    parser.add_argument("--keep", default="random-failures", help="folder of what failed")
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--timeout", type=float, default=120)
    parser.add_argument("--quick", action="store_true", help="fewer local sizes")
    parser.add_argument("--no-reduce", dest="reduce", action="store_false")
    options = parser.parse_args()
    first, _, last = options.seeds.partition("..")
    runner = Runner(options)
    failed = 0
    with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        work = {pool.submit(runner.seed, seed, level): (seed, level)
                for seed in range(int(first), int(last or first) + 1) for level in options.levels.split(",")}
        for done in concurrent.futures.as_completed(work):
            seed, level = work[done]
            for kernel, said in done.result():
                failed += 1
                line = next((line for line in said.splitlines() if line.startswith(("FAIL", "CRASH"))), said.strip()[-300:])
                print(f"seed {seed} {kernel} {level}: {line}", flush=True)
    print(f"{len(work)} runs, {failed} kernels failed")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
