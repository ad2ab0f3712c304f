#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Tests objects.py: objects_test.py HEDDLE_OPT HEDDLE_BENCH CLANG

A planted difference is a script in place of heddle-opt that leaves out a pass. Objects that are compared one by one have a byte changed.
"""
import shlex
import subprocess
import sys
import tempfile
from pathlib import Path

import objects

FILTER = "^(streaming/add_float|reduction/sum_float|image/copy_unorm8)$"


class Test:
    def __init__(self, folder, heddle_opt, bench, clang):
        self.folder, self.heddle_opt, self.bench, self.clang = folder, heddle_opt, bench, clang
        (folder / "heddle-opt").symlink_to(heddle_opt)
        self.wrong = 0

    def check(self, what, holds):
        if not holds:
            print("wrong:", what)
            self.wrong += 1

    def script(self, extra):
        path = self.folder / "changed"
        path.write_text(f'#!/bin/sh\nexec {shlex.quote(str(self.heddle_opt))} {extra} "$@"\n')
        path.chmod(0o755)
        return path

    def compare(self, program, *options):
        command = [Path(objects.__file__), "--base-build", self.folder, "--heddle-opt", program, "--bench", self.bench,
                   "--clang", self.clang, "--filter", FILTER, *options]
        done = subprocess.run(command, capture_output=True, text=True, check=False)
        print(done.stdout, done.stderr, end="")
        return done.returncode, done.stdout

    def test_programs(self):
        status, said = self.compare(self.heddle_opt)
        self.check("equal programs", status == 0 and " 0 differ" in said)
        self.check("all levels and variants", f"{3 * len(objects.LEVELS) * len(objects.VARIANTS)} objects" in said)
        kept = self.folder / "kept"
        status, said = self.compare(self.script("--width 2"), "--levels", "avx2", "--variants", "general", "--keep", kept)
        self.check("a planted difference", status == 1 and "streaming/add_float\n  avx2 general: .text " in said)
        self.check("what differs is kept", {"streaming-add_float.avx2.general.o", "streaming-add_float.avx2.general.base.o"} <=
                   {path.name for path in kept.iterdir()})
        status, said = self.compare(self.script("--no-such-option"), "--levels", "avx2", "--variants", "general")
        self.check("one that does not compile any more", status == 1 and "does not compile any more" in said)

    def test_sections(self):
        launch = objects.launches(self.bench, "^image/copy_unorm8$")[0]
        module = subprocess.run([self.clang, *objects.CLANG, launch["source"]], capture_output=True, check=True).stdout
        job = objects.Job(launch["name"], "avx2", "general", module, ["--kernel", launch["kernel"]])
        made, _ = objects.compiled(self.heddle_opt, job)
        self.check("loaded sections are found", {".text", ".rela.text"} <= {name for name, *_ in objects.loaded_sections(made)})
        sections = {each.name: each for each in objects.sections_of(made)}
        for name, is_loaded in ((".text", True), (".rela.text", True), (".rodata.cst4", True), (".comment", False)):
            last = sections[name].offset + sections[name].size - 1  # of a relocation: its addend
            changed = made[:last] + bytes([made[last] ^ 1]) + made[last + 1:]
            said = objects.difference(made, changed)
            self.check(f"a byte of {name}", said.startswith(f"{name} differs") if is_loaded else not said)


def main():
    heddle_opt, bench, clang = map(Path, sys.argv[1:])
    with tempfile.TemporaryDirectory() as folder:
        test = Test(Path(folder), heddle_opt.resolve(), bench, clang)
        test.test_programs()
        test.test_sections()
    return 1 if test.wrong else 0


if __name__ == "__main__":
    sys.exit(main())
