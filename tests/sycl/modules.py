#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Builds every SPIR-V module that the wheels of dpctl and dpnp hold, and counts them by what came of it (docs/sycl.md).

    modules.py                        all of them, those that are the same byte for byte once
    modules.py --compile              clCompileProgram only: translated, and no code generated
    modules.py --every 10 --from 3    the third, the thirteenth, ...
    modules.py --library build/sycl/lib/libmkl_sycl_lapack.so.6

Compilers of SYCL leave a library's modules in a section of its own, one behind the other. A module is built by
clCreateProgramWithIL and clBuildProgram, with the code of all its kernels if there are 16 of them or fewer, in a process
that goes on to the next one; what ends that process, or takes five minutes, has that for its outcome. Prints the reasons
of those that do not build, from the driver's log, and the files that they are kept in. Ends with 1 if there are any.
"""
import argparse
import collections
import concurrent.futures
import ctypes
import hashlib
import os
import pathlib
import queue
import select
import struct
import subprocess
import sys
import time

from run import ROOT, environment, install

SECTION = "__CLANG_OFFLOAD_BUNDLE__sycl-spir64"
MAGIC = 0x07230203
HEADER_WORDS = 5
SECONDS = 300  # for one module
BUILT = "built"


def sections(data):
    """(name, contents) of an ELF file of 64 bits"""
    if data[:5] != b"\x7fELF\x02":
        return
    table, = struct.unpack_from("<Q", data, 0x28)
    number, names = struct.unpack_from("<HH", data, 0x3C)
    heads = [struct.unpack_from("<IIQQQQ", data, table + 64 * index) for index in range(number)]
    for name, kind, _, _, offset, size in heads:
        begin = heads[names][4] + name
        if kind != 8:  # SHT_NOBITS
            yield data[begin:data.index(b"\0", begin)].decode(), data[offset:offset + size]


def modules(section):
    """The modules of a section: each ends where no instruction can begin, and padding may follow."""
    words = memoryview(section[:len(section) // 4 * 4]).cast("I")
    at = 0
    while at < len(words):
        if words[at] != MAGIC:
            at += 1
            continue
        begin, at = at, at + HEADER_WORDS
        while at < len(words) and words[at] != MAGIC and 0 < words[at] >> 16 <= len(words) - at:
            at += words[at] >> 16
        yield words[begin:at].tobytes()


def read(libraries):
    """All modules of the libraries, and how often each is there."""
    found = collections.Counter()
    for library in libraries:
        for name, contents in sections(library.read_bytes()):
            if name == SECTION:
                found.update(modules(contents))
    return found


class Driver:
    """The one driver that the loader finds."""

    def __init__(self):
        self.cl = ctypes.CDLL("libOpenCL.so.1")
        for name in ("clCreateContext", "clCreateProgramWithIL"):
            getattr(self.cl, name).restype = ctypes.c_void_p
        platform, self.device = ctypes.c_void_p(), ctypes.c_void_p()
        self.check(self.cl.clGetPlatformIDs(1, ctypes.byref(platform), None))
        self.check(self.cl.clGetDeviceIDs(platform, ctypes.c_uint64(0xFFFFFFFF), 1, ctypes.byref(self.device), None))
        error = ctypes.c_int()
        self.context = ctypes.c_void_p(
            self.cl.clCreateContext(None, 1, ctypes.byref(self.device), None, None, ctypes.byref(error)))
        self.check(error.value)

    @staticmethod
    def check(error):
        if error:
            sys.exit(f"error {error}")

    def build(self, module, compile_only):
        """What came of it, on one line."""
        error = ctypes.c_int()
        program = ctypes.c_void_p(self.cl.clCreateProgramWithIL(
            self.context, module, ctypes.c_size_t(len(module)), ctypes.byref(error)))
        if error.value:
            return f"clCreateProgramWithIL: {error.value}"
        if compile_only:
            built = self.cl.clCompileProgram(program, 1, ctypes.byref(self.device), b"", 0, None, None, None, None)
        else:
            built = self.cl.clBuildProgram(program, 1, ctypes.byref(self.device), b"", None, None)
        log = ctypes.create_string_buffer(1 << 16)
        self.cl.clGetProgramBuildInfo(program, self.device, 0x1183, ctypes.c_size_t(len(log)), log, None)
        self.cl.clReleaseProgram(program)
        why = " ".join(log.value.decode(errors="replace").split())
        return BUILT if not built else f"{'clCompileProgram' if compile_only else 'clBuildProgram'}: {built}: {why}"


def serve(compile_only):
    """Builds the modules that stdin names, one on each line."""
    driver = Driver()
    for line in sys.stdin:
        print(driver.build(pathlib.Path(line.rstrip("\n")).read_bytes(), compile_only), flush=True)


class Worker:
    """A process that builds modules, and another one when that has ended."""

    def __init__(self, arguments, env, log):
        self.arguments, self.env, self.log, self.process = arguments, env, log, None

    def start(self):
        with open(self.log, "a", encoding="utf-8") as log:
            self.process = subprocess.Popen([sys.executable, __file__, "--serve", *self.arguments], env=self.env, stderr=log,
                                            stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)

    def stop(self):
        self.process.kill()
        self.process.wait()
        self.process = None

    def build(self, path):
        if not self.process:
            self.start()
        logged = os.path.getsize(self.log)
        print(path, file=self.process.stdin, flush=True)
        ready, _, _ = select.select([self.process.stdout], [], [], SECONDS)
        outcome = self.process.stdout.readline().strip() if ready else "timed out"
        if not ready or not outcome:
            self.stop()
        if outcome == BUILT:
            return outcome
        with open(self.log, encoding="utf-8", errors="replace") as log:
            log.seek(logged)
            lines = log.read().split("\n")
        why = next((line for line in lines if line), "")
        return f"{outcome or 'ended the process'}: {why}"


def build_all(found, folder, arguments, env, jobs):
    """(outcome of each module's file, seconds of each): files of what is built are not kept"""
    folder.mkdir(parents=True, exist_ok=True)
    idle = queue.SimpleQueue()
    for number in range(jobs):
        log = folder / f"log{number}.txt"
        log.write_text("")
        idle.put(Worker(arguments, env, log))
    begin, done, outcomes, seconds = time.time(), 0, {}, {}

    def build(module):
        nonlocal done
        path = folder / f"{hashlib.sha256(module).hexdigest()[:16]}.spv"
        path.write_bytes(module)
        worker = idle.get()
        started = time.time()
        outcome = worker.build(path)
        idle.put(worker)
        outcomes[path], seconds[path] = outcome, time.time() - started
        if outcome == BUILT:
            path.unlink()
        done += 1
        if done % 100 == 0:
            print(f"{done} of {len(found)} after {time.time() - begin:.0f} s, "
                  f"{sum(what != BUILT for what in outcomes.values())} not built", file=sys.stderr)

    with concurrent.futures.ThreadPoolExecutor(jobs) as pool:
        list(pool.map(build, found))
    while not idle.empty():
        worker = idle.get()
        if worker.process:
            worker.stop()
    return outcomes, seconds


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--library", type=pathlib.Path, action="append", help="instead of all of dpctl and dpnp")
    parser.add_argument("--compile", action="store_true", help="translate only")
    parser.add_argument("--every", type=int, default=1)
    parser.add_argument("--from", type=int, default=1, dest="first", help="the first one's number")
    parser.add_argument("--jobs", type=int, default=len(os.sched_getaffinity(0)))
    parser.add_argument("--driver", type=pathlib.Path, default=ROOT / "build/release/lib/libheddle.so")
    parser.add_argument("--venv", type=pathlib.Path, default=ROOT / "build/sycl")
    parser.add_argument("--serve", action="store_true", help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.serve:
        serve(options.compile)
        return
    venv = options.venv.absolute()
    install(venv)
    packages = [folder for name in ("dpctl", "dpnp") for folder in venv.glob(f"lib/python*/site-packages/{name}")]
    found = read(options.library or sorted(path for folder in packages for path in folder.rglob("*.so")))
    chosen = list(found)[options.first - 1::options.every]
    print(f"{sum(found.values())} modules, {len(found)} of them different, {len(chosen)} to build")
    env = {**environment(venv, options.driver.absolute()), "HEDDLE_LOG": "error", "HEDDLE_CACHE": "off"}
    arguments = ["--compile"] if options.compile else []
    outcomes, seconds = build_all(chosen, venv / "modules", arguments, env, options.jobs)
    slowest = max(seconds, key=seconds.get)
    print(f"{sum(seconds.values()):.0f} s in all, the slowest {seconds[slowest]:.1f} s ({slowest.name})")
    for outcome, number in collections.Counter(outcomes.values()).most_common():
        example = next(path for path, what in outcomes.items() if what == outcome)
        print(f"{number:6} {outcome}" + ("" if outcome == BUILT else f" ({example})"))
    sys.exit(any(outcome != BUILT for outcome in outcomes.values()))


if __name__ == "__main__":
    main()
