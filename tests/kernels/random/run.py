#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Runs random kernels at several instruction sets and widths, and makes those that fail small.

    run.py --seeds 1..500 --generators lanes --levels native,avx2,sse4.2,width4 --program build/release/bin/heddle_kernels
    run.py --for 600 --resume seeds.txt --program build/release/bin/heddle_kernels

The second one takes new seeds of every generator at every level for so many seconds, and goes on in FILE where the last run
stopped: a line for each generator, level and commit, `access avx2 54771f3 1..40 960` (seeds, kernels).
The driver is the one that the loader shows. A failing kernel is left in --keep as <generator>_<seed>_<kernel>_<level>.cl, and
the command that repeats it is in its last line and printed.

    run.py --seeds 1..20 --levels native,avx2 --without each --heddle-opt build/release/bin/heddle-opt --program ...
    run.py --seeds 1..20 --levels native,avx2 --without some:50 --heddle-opt ... --program ...

leave out each optional pass of the compiler in turn, or 50 random subsets of them: as many levels more, `avx2+without:PASS:PASS`.

Other parts of a level: `avx2+binary` tests what clCreateProgramWithBinary makes of the program's binary, `avx2+cached` runs a file twice, the second
time from the cache on disk, and `avx2+spirv:15`, `avx2+spirv:clang22:O2` go through SPIR-V (../spirv.py).

    run.py --seeds 1..500 --levels native --peers /path/to/libother.so,/path/to/libthird.so --program ...

also asks other drivers what is right: where those that build and run a kernel agree, this one has to say the same.
"""
import argparse
import concurrent.futures
import importlib
import os
import pathlib
import random
import re
import resource
import subprocess
import sys
import tempfile
import time
import zlib

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, HERE)
sys.path.insert(0, os.path.dirname(HERE))
import spirv

GENERATORS = ["access", "private", "halves", "images", "meetings", "tasks", "patterns", "strides", "calls", "lanes", "generate"]


def settings(level):
    """Environment of a level: native, avx2, avx2-fma, sse4.2, width4, avx2+width8, avx2+draw7 (strategies of accesses drawn from seed 7), native+wait (variants for sizes at once), native+wait+measured (both of
    two versions within each launch) ..."""
    result = {"HEDDLE_SPECIALISE": "off"}
    for part in level.split("+"):
        if part.startswith("width"):
            result["HEDDLE_WIDTH"] = part[len("width"):]
        elif part.startswith("without:"):
            result["HEDDLE_DISABLE_PASS"] = part[len("without:"):].replace(":", ",")
        elif part.startswith("draw"):
            result["HEDDLE_ACCESS_SEED"] = part[len("draw"):]
        elif part in ("wait", "background"):
            result["HEDDLE_SPECIALISE"] = part
        elif part == "measured":
            result["HEDDLE_MEASURE"] = "always"
        elif part not in ("native", "binary", "cached") and not part.startswith("spirv"):
            result["HEDDLE_CPU_FEATURES"] = part.replace("-", ",-")
    return result


def without(levels, which, heddle_opt):
    """The levels with optional passes left out: `each` of them, or `some:N` random subsets, the same ones every time."""
    passes = subprocess.run([heddle_opt, "--list-optional-passes"], check=True, capture_output=True, text=True).stdout.split()
    if which == "each":
        subsets = [[name] for name in passes]
    else:
        subsets = []
        for number in range(int(which.removeprefix("some:"))):
            choice = random.Random(number)
            subsets.append([name for name in passes if choice.random() < 0.5])
    return [f"{level}+without:{':'.join(subset)}" for level in levels for subset in subsets]


class Runner:
    def __init__(self, options):
        self.options = options
        self.compared = self.undecided = 0  # runs that peers agree about, and others
        self.skipped = 0                    # files of which no module could be made
        os.makedirs(options.keep, exist_ok=True)

    def run(self, level, path, *more):
        """None if right, else what the program says."""
        with tempfile.TemporaryDirectory() as folder:
            variables, times = settings(level), 1
            parts = level.split("+")
            for part in parts:
                if part.startswith("spirv"):
                    module = spirv.module_of(pathlib.Path(path), folder, part[len("spirv:"):], os.path.dirname(HERE))
                    if module.startswith("SKIP"):
                        self.skipped += 1
                        return None
                    more = (*more, "--il", module)
            if "binary" in parts:
                more = (*more, "--binary")
            if "cached" in parts:
                variables |= {"HEDDLE_CACHE": "on", "HEDDLE_CACHE_DIR": folder}
                times = 2
            for _ in range(times):
                returned, said = self.ask(variables, path, *more)
                if returned not in (0, 77):  # 77: cannot run on this device
                    return said[-4000:] or f"ended with {returned}"
        return None

    def ask(self, variables, path, *more):
        """What the program returns and says."""
        environment = {**os.environ, "HEDDLE_CACHE": "off", **variables}
        command = [self.options.program, path, "--include", os.path.dirname(HERE), "--only-optimized", *more]
        if self.options.quick:
            command.append("--quick")
        try:
            done = subprocess.run(command, env=environment, capture_output=True, text=True, errors="replace", check=False,
                                  timeout=self.options.timeout * 10, preexec_fn=self.limit)
        except subprocess.TimeoutExpired:
            return -1, f"no end after {self.options.timeout * 10} s"
        return done.returncode, done.stdout + done.stderr

    def digests(self, variables, path):
        """What is right by a driver: {kernel and range: hash}."""
        _, said = self.ask(variables, path, "--digests", "--quick")
        return dict(line[len("DIGEST "):].rsplit(": ", 1) for line in said.splitlines() if line.startswith("DIGEST "))

    def against_peers(self, path):
        """The kernels of which the peers that run them say the same, but this driver does not: (kernel, what was said)."""
        ours = self.digests({}, path)
        peers = [self.digests({"OCL_ICD_VENDORS": peer, "OCL_ICD_FILENAMES": peer}, path) for peer in self.options.peers]
        wrong = {}
        for run, digest in ours.items():
            theirs = {said[run] for said in peers if run in said}
            if len(theirs) != 1:
                self.undecided += 1
                continue
            self.compared += 1
            if digest not in theirs:
                wrong.setdefault(run.split()[0].removeprefix("test_"), f"FAIL {run}: other drivers expect other results")
        return list(wrong.items())

    def limit(self):
        """Of a machine that does other things as well, only CPU time says that something does not end."""
        resource.setrlimit(resource.RLIMIT_CPU, (self.options.timeout, self.options.timeout + 5))

    def write(self, name, text):
        if len(name) > 200:  # of a level without many passes
            name = f"{name[:150]}_{zlib.crc32(name.encode()):08x}.cl"
        path = os.path.join(self.options.keep, name)
        with open(path, "w", encoding="utf-8") as file:
            file.write(text)
        return path

    def seed(self, generator, seed, level):
        """The failures of a seed: (kernel, what was said)."""
        module = importlib.import_module(generator)
        path = self.write(f"{generator}_{seed}_{level}.cl", module.generate(seed))
        said = self.run(level, path)
        failures = []
        if said:
            names = [f"{module.PREFIX}{index}" for index in range(module.KERNELS)]
            failures = [(name, text) for name in names for text in [self.kernel(module, seed, level, name)] if text]
            failures = failures or [("together", said)]
        if self.options.peers and not failures:
            failures = [("together", text) for _, text in self.against_peers(path)]
        if not failures or failures[0][0] != "together":
            os.remove(path)
        return failures

    def kernel(self, module, seed, level, name):
        path = self.write(f"{module.__name__}_{seed}_{name}_{level}.cl", module.generate(seed, only=name))
        said = self.run(level, path)
        if not said:
            os.remove(path)
            return None
        return self.reduce(module, seed, level, name, path, said) if self.options.reduce else said

    def reduce(self, module, seed, level, name, path, said):
        """Leaves out as many statements as it can while the kernel still fails."""
        local = re.search(r"local (\d+)(?:x\d+)*", said)
        more = ["--local", local.group(1)] if local and self.run(level, path, "--local", local.group(1)) else []
        present = [int(number) for number in re.findall(r"// (\d+)$", module.generate(seed, only=name), re.MULTILINE)]
        without, step = set(), max(1, len(present) // 2)
        small = path[:-3] + ".part.cl"
        while step and present:
            for at in range(0, len(present), step):
                chunk = set(present[at:at + step]) - without
                if not chunk:
                    continue
                with open(small, "w", encoding="utf-8") as file:
                    file.write(module.generate(seed, only=name, without=without | chunk))
                if self.run(level, small, *more):
                    without |= chunk
            present = [number for number in present if number not in without]
            step //= 2
        if os.path.exists(small):
            os.remove(small)
        said = self.run(level, path, *more) or said
        with open(path, "w", encoding="utf-8") as file:
            file.write(module.generate(seed, only=name, without=without) + f"// {self.command(level, path, more)}\n")
        return said

    def command(self, level, path, more=()):
        """What repeats a run; of a level with the cache it must be run twice, with a folder of its own."""
        parts = level.split("+")
        variables = ["HEDDLE_CACHE=on HEDDLE_CACHE_DIR=$(mktemp -d)" if "cached" in parts else "HEDDLE_CACHE=off"]
        variables += [f"{key}={value}" for key, value in settings(level).items()]
        program = [self.options.program, path]
        more = [*more, "--binary"] if "binary" in parts else more
        for part in parts:
            if part.startswith("spirv"):
                program = [os.path.join(os.path.dirname(HERE), "spirv.py"), path, self.options.program, "--with", part[len("spirv:"):] or "''"]
        return " ".join([*variables, *program, "--include", os.path.dirname(HERE), "--only-optimized", *more])

    def say(self, generator, seed, level, kernel, said):
        line = next((line for line in said.splitlines() if line.startswith(("FAIL", "CRASH"))), said.strip()[-300:])
        path = os.path.join(self.options.keep, f"{generator}_{seed}_{kernel}_{level}.cl".replace("_together", ""))
        print(f"{generator} seed {seed} {kernel} {level}: {line}\n  {self.command(level, path)}", flush=True)


class Done:
    """The file of --resume."""

    def __init__(self, path):
        self.path, self.rows = path, []  # [generator, level, commit, first, last, kernels]
        commit = subprocess.run(["git", "-C", HERE, "rev-parse", "--short", "HEAD"], capture_output=True, text=True, check=False)
        self.commit = commit.stdout.strip() or "unknown"
        if path and os.path.exists(path):
            with open(path, encoding="utf-8") as file:
                for line in file:
                    generator, level, commit, seeds, kernels = line.split()
                    first, last = seeds.split("..")
                    self.rows.append([generator, level, commit, int(first), int(last), int(kernels)])

    def last(self, generator, level):
        return max((row[4] for row in self.rows if row[:2] == [generator, level]), default=0)

    def kernels(self, generator, level):
        return sum(row[5] for row in self.rows if row[:2] == [generator, level])

    def add(self, generator, level, seed, kernels):
        for row in self.rows:
            if row[:3] == [generator, level, self.commit] and row[4] == seed - 1:
                row[4], row[5] = seed, row[5] + kernels
                break
        else:
            self.rows.append([generator, level, self.commit, seed, seed, kernels])
        if self.path:
            with open(self.path + ".new", "w", encoding="utf-8") as file:
                file.writelines(f"{g} {l} {c} {a}..{b} {k}\n" for g, l, c, a, b, k in self.rows)
            os.replace(self.path + ".new", self.path)


def work(options, done):
    """What to run: (generator, seed, level), for as long as asked."""
    generators, levels = options.generators.split(","), options.levels
    if not options.seconds:
        first, _, last = options.seeds.partition("..")
        for seed in range(int(first), int(last or first) + 1):
            yield from ((generator, seed, level) for generator in generators for level in levels)
        return
    end = time.time() + options.seconds
    given = {}
    while time.time() < end:
        # Where the fewest kernels were run.
        generator, level = min(((g, l) for g in generators for l in levels),
                               key=lambda at: done.kernels(*at) + given.get(at, (0, 0))[1])
        kernels = importlib.import_module(generator).KERNELS
        seed = max(done.last(generator, level), given.get((generator, level), (0, 0))[0]) + 1
        given[generator, level] = (seed, kernels)
        yield generator, seed, level


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seeds", default="1..100", help="first..last")
    parser.add_argument("--for", dest="seconds", type=float, help="seconds: new seeds, instead of --seeds")
    parser.add_argument("--resume", help="file of what was run")
    parser.add_argument("--levels", type=lambda names: names.split(","), default=["native", "avx2", "sse4.2"])
    parser.add_argument("--without", help="each, or some:N: with passes left out")
    parser.add_argument("--heddle-opt", default="heddle-opt", help="path of heddle-opt, which knows the passes")
    parser.add_argument("--generators", default=",".join(GENERATORS))
    parser.add_argument("--peers", type=lambda paths: paths.split(","), default=[], help="libraries of other drivers")
    parser.add_argument("--program", default="heddle_kernels", help="path of heddle_kernels")
    parser.add_argument("--keep", default="random-failures", help="folder of what failed")
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--timeout", type=int, default=120, help="seconds of CPU time for a file; ten times as much by the clock")
    parser.add_argument("--quick", action="store_true", help="fewer local sizes")
    parser.add_argument("--no-reduce", dest="reduce", action="store_false")
    options = parser.parse_args()
    if options.without:
        options.levels = without(options.levels, options.without, options.heddle_opt)
    runner, done = Runner(options), Done(options.resume)
    failed = kernels = runs = 0
    queue = work(options, done)
    with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        running = {}
        while True:
            while len(running) < options.jobs and (task := next(queue, None)):
                running[pool.submit(runner.seed, *task)] = task
            if not running:
                break
            for future in concurrent.futures.wait(running, return_when=concurrent.futures.FIRST_COMPLETED).done:
                generator, seed, level = running.pop(future)
                for kernel, said in future.result():
                    failed += 1
                    runner.say(generator, seed, level, kernel, said)
                count = importlib.import_module(generator).KERNELS
                runs, kernels = runs + 1, kernels + count
                done.add(generator, level, seed, count)
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    seconds = used.ru_utime + used.ru_stime
    if options.peers:
        print(f"what is right was compared in {runner.compared} launches; in {runner.undecided} the other drivers disagree, or none can run it")
    if runner.skipped:
        print(f"{runner.skipped} files could not be compiled to SPIR-V")
    print(f"{runs} runs, {kernels} kernels, {failed} failed; {kernels / max(seconds, 0.01):.1f} kernels for each second of CPU time")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
