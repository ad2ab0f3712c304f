#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Compares the code of all bench kernels with that of another commit, byte by byte.

    bench/objects.py BASE                   # builds BASE's heddle-opt first, in a git worktree
    bench/objects.py --base-build FOLDER    # compares with FOLDER/heddle-opt

Clang compiles each kernel of heddle-bench once. Both heddle-opt compile its IR at each of LEVELS, which fix the CPU's features, and as each of
VARIANTS. Sections that are loaded and their relocations must be equal; debug information and comments need not be. What differs is printed by
kernel, and makes the exit code 1. So does a kernel that neither compiles.
Objects of the base are kept beside its heddle-opt, where the next run finds them.
"""

import argparse
import collections
import concurrent.futures
import hashlib
import json
import os
import re
import struct
import subprocess
import sys
import tempfile
import zlib
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
AVX2 = "+sse4.2,+popcnt,+avx,+avx2,+bmi,+bmi2,+lzcnt,+f16c"
LEVELS = {
    "avx512": AVX2 + ",+fma,+avx512f,+avx512bw,+avx512cd,+avx512dq,+avx512vl,+avx512vnni,+avx512vbmi,+avx512vbmi2,+avx512bitalg,+avx512vpopcntdq",
    "avx2": AVX2 + ",+fma",
    "avx2-nofma": AVX2,
    "sse4.2": "+sse4.2,+popcnt",
}
LOCAL_SIZES = [[], [64, 1, 1], [16, 8, 1], [8, 4, 4]]  # of kernels that fix none, by the dimensions of the range


def local_size(launch):
    sizes = launch["local"] or LOCAL_SIZES[launch["dimensions"]]
    return ",".join(map(str, (sizes + [1, 1])[:3]))


VARIANTS = {
    "general": lambda launch: [],
    "uniform": lambda launch: ["--uniform-groups"],
    "local": lambda launch: ["--uniform-groups", "--local-size", local_size(launch)],
    "overlaps": lambda launch: ["--overlaps", "0,1"],
    "width1": lambda launch: ["--width", "1"],
    "width4": lambda launch: ["--width", "4"],
}

CLANG = ("-cc1 -triple spir64-unknown-unknown -cl-std=CL2.0 -finclude-default-header -fdeclare-opencl-builtins -cl-kernel-arg-info "
         "-disable-lifetime-markers -relaxed-aliasing -ffp-contract=on -w -O2 -disable-llvm-passes -emit-llvm-bc -o -").split()
ELEMENTS = "-DT=float -DT2=float2 -DT4=float4".split()  # as runner.cpp defines them

SHT_RELA, SHT_NOBITS, SHF_ALLOC, STT_SECTION = 4, 8, 2, 3  # of <elf.h>
Section = collections.namedtuple("Section", "name type flags offset size link info")
Job = collections.namedtuple("Job", "name level variant module options")


def text_at(elf, section, offset):
    begin = section.offset + offset
    return elf[begin:elf.index(b"\0", begin)].decode()


def sections_of(elf):
    at, (count, names_at) = struct.unpack_from("<Q", elf, 40)[0], struct.unpack_from("<HH", elf, 60)
    headers = [struct.unpack_from("<IIQQQQII", elf, at + 64 * i) for i in range(count)]
    sections = [Section(name, kind, flags, offset, size, link, info) for name, kind, flags, _, offset, size, link, info in headers]
    return [each._replace(name=text_at(elf, sections[names_at], each.name)) for each in sections]


def loaded_sections(elf):
    """[(name, size, contents)] of the sections of an object that are loaded, and of their relocations."""
    sections = sections_of(elf)

    def symbol(table, number):
        name, info, _, index, value, _ = struct.unpack_from("<IBBHQQ", elf, sections[table].offset + 24 * number)
        defined_in = sections[index].name if index < len(sections) else index
        return defined_in if info & 15 == STT_SECTION else (text_at(elf, sections[sections[table].link], name), defined_in, value)

    def relocations(section):
        for i in range(section.offset, section.offset + section.size, 24):
            offset, info, addend = struct.unpack_from("<QQq", elf, i)
            yield f"{offset:#x} type {info & 0xffffffff} {symbol(section.link, info >> 32)} {addend:+d}"

    found = []
    for each in sections:
        if each.flags & SHF_ALLOC:
            contents = b"" if each.type == SHT_NOBITS else elf[each.offset:each.offset + each.size]
            found.append((each.name, each.size, (each.flags, contents)))
        elif each.type == SHT_RELA and sections[each.info].flags & SHF_ALLOC:
            found.append((each.name, each.size, list(relocations(each))))
    return found


def compiled(heddle_opt, job):
    """(object, "") or (None, why not)."""
    command = [heddle_opt, "--verify-each=false", "--emit", "obj", "--features", LEVELS[job.level], *job.options, "-"]
    done = subprocess.run(command, input=job.module, capture_output=True, check=False)
    return (None, done.stderr.decode(errors="replace").strip()) if done.returncode else (done.stdout, "")


class Base:
    """The base's heddle-opt, and the objects that it made earlier."""

    def __init__(self, program):
        self.program = program
        self.stamp = hashlib.sha256(program.read_bytes()).digest()
        self.objects = program.parent / "objects"
        self.objects.mkdir(exist_ok=True)

    def compiled(self, job):
        key = hashlib.sha256(self.stamp + job.module + " ".join([LEVELS[job.level], *job.options]).encode()).hexdigest()
        kept = self.objects / key
        if kept.exists():
            return zlib.decompress(kept.read_bytes()), ""
        made, why = compiled(self.program, job)
        if made is not None:
            with tempfile.NamedTemporaryFile(dir=self.objects, delete=False) as file:
                file.write(zlib.compress(made, 1))
            os.replace(file.name, kept)
        return made, why


def difference(old, new):
    """Says how two objects differ; nothing if they are equal."""
    if old == new:
        return ""
    old, new = loaded_sections(old), loaded_sections(new)
    if old == new:
        return ""
    said = []
    for name in dict.fromkeys(name for name, *_ in old + new):
        before, after = ([section for section in sections if section[0] == name] for sections in (old, new))
        if before == after:
            continue
        sizes = [sum(size for _, size, _ in found) for found in (before, after)]
        said.append(f"{name} differs in its {sizes[0]} bytes" if sizes[0] == sizes[1] else f"{name} {sizes[0]} -> {sizes[1]} bytes")
    return ", ".join(said) or "the order of sections differs"


def compare(base, heddle_opt, job, keep):
    """Says how the code of one kernel, level and variant differs; nothing if it is equal."""
    (old, old_why), (new, new_why) = base.compiled(job), compiled(heddle_opt, job)
    if old is None or new is None:
        which = "neither compiles" if old is new else "the base does not compile" if old is None else "does not compile any more"
        return f"{which}: {(new_why or old_why)[:200]}"
    said = difference(old, new)
    if said and keep:
        stem = f"{job.name.replace('/', '-')}.{job.level}.{job.variant}"
        (keep / f"{stem}.base.o").write_bytes(old)
        (keep / f"{stem}.o").write_bytes(new)
    return said


def launches(bench, pattern):
    """Lists the launches of heddle-bench that differ in what is compiled."""
    lines = subprocess.run([bench, "--list-launches", "--filter", pattern], check=True, capture_output=True, text=True).stdout.splitlines()
    found = {}
    for line in lines:
        launch = json.loads(line)
        key = json.dumps({**launch, "name": ""})
        found.setdefault(key, launch)
    return list(found.values())


def modules(clang, kernels, pool):
    """Compiles each program: (source, options) -> its IR."""
    programs = sorted({(launch["source"], launch["options"]) for launch in kernels})

    def front_end(program):
        source, options = program
        elements = [] if "-DT=" in options else ELEMENTS
        done = subprocess.run([clang, *CLANG, *elements, *options.split(), source], capture_output=True, check=False)
        if done.returncode:
            sys.exit(f"{source} {options}: {done.stderr.decode()}")
        return done.stdout

    return dict(zip(programs, pool.map(front_end, programs)))


def build_base(commit, folder, jobs):
    """Builds the heddle-opt of a commit in a worktree, which goes away again, and returns its path."""
    program = folder / "heddle-opt"
    source = folder / "source"
    git = ["git", "-C", str(ROOT), "worktree"]
    subprocess.run([*git, "add", "--detach", str(source), commit], check=True)
    try:
        subprocess.run(["cmake", "--preset", "release", "-S", str(source)], cwd=source, check=True, stdout=subprocess.DEVNULL)
        subprocess.run(["ninja", "-C", str(source / "build/release"), f"-j{jobs}", "heddle-opt"], check=True)
        os.replace(source / "build/release/bin/heddle-opt", program)
    finally:
        subprocess.run([*git, "remove", "--force", str(source)], check=True)
    return program


def chosen(known, text):
    names = text.split(",") if text else list(known)
    if unknown := [name for name in names if name not in known]:
        sys.exit(f"unknown: {', '.join(unknown)}; there are {', '.join(known)}")
    return names


def planned_jobs(arguments, pool):
    """Lists all that is compiled."""
    kernels = launches(arguments.bench, arguments.filter)
    if not kernels:
        sys.exit("no kernel has such a name")
    ir = modules(arguments.clang, kernels, pool)
    for launch in kernels:
        formats = [part for image in launch["images"] for part in ("--image", ":".join(map(str, image)))]
        for level in chosen(LEVELS, arguments.levels):
            for variant in chosen(VARIANTS, arguments.variants):
                options = ["--kernel", launch["kernel"], *formats, *VARIANTS[variant](launch)]
                yield Job(launch["name"], level, variant, ir[launch["source"], launch["options"]], options)


def run(base, arguments):
    with concurrent.futures.ThreadPoolExecutor(arguments.jobs) as pool:
        jobs = list(planned_jobs(arguments, pool))
        said = list(pool.map(lambda job: compare(base, arguments.heddle_opt, job, arguments.keep), jobs))
    by_kernel = {}
    for job, text in zip(jobs, said):
        if text:
            by_kernel.setdefault(job.name, {}).setdefault(text, []).append(f"{job.level} {job.variant}")
    for name, differences in by_kernel.items():
        print(name)
        for text, where in differences.items():
            print(f"  {', '.join(where)}: {text}")
    print(f"{len(jobs)} objects of {len({job.name for job in jobs})} kernels, {sum(map(bool, said))} differ, in {len(by_kernel)} kernels")
    return 1 if by_kernel else 0


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("base", nargs="?", help="the commit to compare with")
    parser.add_argument("--base-build", type=Path, help="a folder with its heddle-opt; with BASE: the folder to build it in, if it has none")
    build = ROOT / "build/release/bin"
    parser.add_argument("--heddle-opt", type=Path, default=build / "heddle-opt", help="of the tree")
    parser.add_argument("--bench", type=Path, default=build / "heddle-bench", help="heddle-bench, which knows the kernels")
    parser.add_argument("--clang", default="clang-22")
    parser.add_argument("--filter", default="", help="only kernels whose family/name has this regular expression")
    parser.add_argument("--levels", help=f"some of {','.join(LEVELS)}")
    parser.add_argument("--variants", help=f"some of {','.join(VARIANTS)}")
    parser.add_argument("--keep", type=Path, help="a folder for the objects that differ")
    parser.add_argument("-j", "--jobs", type=int, default=os.cpu_count())
    arguments = parser.parse_args()
    if not arguments.base and not arguments.base_build:
        parser.error("BASE or --base-build")
    if arguments.keep:
        arguments.keep.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as temporary:
        folder = (arguments.base_build or Path(temporary)).resolve()
        folder.mkdir(parents=True, exist_ok=True)
        program = folder / "heddle-opt"
        if not program.exists():
            if not arguments.base:
                parser.error(f"{program} is missing")
            program = build_base(arguments.base, folder, arguments.jobs)
        return run(Base(program), arguments)


if __name__ == "__main__":
    sys.exit(main())
