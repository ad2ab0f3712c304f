#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Runs the cases of tests/check/cases and compares what the driver reports with what they expect.

    cases.py CHECK_CASE [CASE...] [--update] [--page PAGE]

A case is an OpenCL C source, then lines that say how it is launched (check_case.cpp), then `//--- expect` and the report. A case without a report is right.
--update writes the reports as they come out. --page checks that the page has each case that it names between its markers, source and report;
with --update it writes them there.
"""
import argparse
import os
import pathlib
import re
import subprocess
import sys

FOLDER = pathlib.Path(__file__).resolve().parent / "cases"
EXPECT = "//--- expect\n"
MARKERS = re.compile(r"(<!-- begin case (\S+) -->\n).*?(<!-- end case -->)", re.S)


def parts(path):
    """the source, the settings, the report"""
    text = path.read_text(encoding="utf-8")
    before, _, expected = text.partition(EXPECT)
    source, mark, settings = before.partition("//--- ")
    return source, mark + settings, expected


def run(tool, path):
    environment = {name: value for name, value in os.environ.items() if not name.startswith("HEDDLE_")}
    environment.update(HEDDLE_CHECK="memory,barriers", HEDDLE_CACHE="off", HEDDLE_WORKERS="1", HEDDLE_PROFILES="off")
    environment.update(re.findall(r"^//--- environment (\w+)=(\S+)$", path.read_text(encoding="utf-8"), re.M))
    done = subprocess.run([tool, str(path)], env=environment, capture_output=True, text=True, timeout=120, check=False)
    if done.returncode != 0:
        return f"exit code {done.returncode}\n{done.stderr}"
    return done.stderr


def on_page(path):
    source, _, expected = parts(path)
    return f"```c\n{source.strip()}\n```\n```text\n{expected.strip()}\n```\n"


def check_page(page, update):
    text = page.read_text(encoding="utf-8")
    wanted = MARKERS.sub(lambda match: match[1] + on_page(FOLDER / (match[2] + ".cl")) + match[3], text)
    if wanted == text:
        return 0
    if update:
        page.write_text(wanted, encoding="utf-8")
        return 0
    print(f"{page} does not have the cases as they are: run with --update")
    return 1


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("tool")
    parser.add_argument("cases", nargs="*")
    parser.add_argument("--update", action="store_true")
    parser.add_argument("--page", type=pathlib.Path)
    args = parser.parse_args()
    wrong = 0
    for path in sorted(FOLDER.glob("*.cl")):
        if args.cases and path.stem not in args.cases:
            continue
        source, settings, expected = parts(path)
        found = run(args.tool, path)
        if found == expected:
            continue
        if args.update:
            path.write_text(source + settings + EXPECT + found, encoding="utf-8")
            continue
        wrong += 1
        print(f"{path.name}: expected\n{expected}found\n{found}")
    if args.page:
        wrong += check_page(args.page, args.update)
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
