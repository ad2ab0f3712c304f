#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Fails if a registered pass or a printed analysis has no IR test, or if a folder of tests is not that of one.

A test is a file with RUN lines in <room>/<name of the pass or analysis>/, where the room is the folder of src/compiler that it is
defined in. The room `pipeline` has tests of the whole pipeline, without a folder more.
"""
import argparse
import pathlib
import subprocess
import sys

HERE = pathlib.Path(__file__).resolve().parent
COMPILER = HERE.parent.parent / "src" / "compiler"


def registered(heddle_opt):
    lists = [subprocess.run([heddle_opt, kind], check=True, capture_output=True, text=True).stdout for kind in ("--list-passes", "--list-analyses")]
    return {line.split("\t")[0] for text in lists for line in text.splitlines()}


def tested():
    """The folders with tests, by the names that they have in their room."""
    files = [file for kind in ("*.ll", "*.cl") for file in HERE.rglob(kind) if "RUN: " in file.read_text(encoding="utf-8")]
    return {file.parent.name: file.parent for file in files if file.parent != HERE / "pipeline"}


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--heddle-opt", required=True)
    passes = registered(parser.parse_args().heddle_opt)
    folders = tested()
    wrong = [f"no test of {name}" for name in sorted(passes - folders.keys())]
    wrong += [f"no pass or analysis of the name of {folders[name]}" for name in sorted(folders.keys() - passes)]
    rooms = {folder.parent.relative_to(HERE) for folder in folders.values()}
    wrong += [f"no room {room}" for room in sorted(rooms) if not (COMPILER / room).is_dir()]
    print("\n".join(wrong) or f"{len(passes)} passes and analyses have tests")
    return 1 if wrong or not passes else 0


if __name__ == "__main__":
    sys.exit(main())
