#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Plants faults in the source, one at a time, and looks which test notices.

    plant.py --build build/release --seed 1 --count 25     plants 25 more, for as long as it takes
    plant.py --seed 1 --report                             what came of all so far
    plant.py --seed 1 --list --count 25                    the next ones, to look at
    plant.py --seed 1 --leave-out 40 "no change: WHY"      does not plant number 40
    plant.py --build build/release --seed 1 --again 7      plants number 7 once more, as it was recorded
    plant.py --seed 1 --judge 7 "test: NAME"               says what is to be said about number 7
    plant.py --build build/release --seed 1 --count 25 --reach    which tests come to the next ones

README.md says what the columns mean and what to do about a fault that nobody noticed.
"""
import argparse
import dataclasses
import functools
import hashlib
import json
import pathlib
import random
import re
import signal
import subprocess
import sys
import time

import reach
import suite

ROOT = pathlib.Path(__file__).resolve().parents[2]
RECORDS = pathlib.Path(__file__).resolve().parent / "records"
ROOMS = ("runtime", "devices", "platform", "icd", "compiler")

# ---- What can be planted.

SWAPS = {" < ": " <= ", " <= ": " < ", " > ": " >= ", " >= ": " > ", " == ": " != ", " != ": " == ",
         " + ": " - ", " - ": " + ", " * ": " + ", " / ": " * ", " % ": " / ",
         " && ": " || ", " || ": " && ", " & ": " | ", " | ": " & ",
         " += ": " -= ", " -= ": " += ", " |= ": " &= ", " &= ": " |= "}
# What only people read, or the compiler checks, or bounds on effort, of which one more or less is as good.
NOT_CODE = re.compile(r"^\s*(#|static_assert|assert|using |template|case |default:|namespace )|log::|constexpr \w+ kMax")
CALL = re.compile(r"^(\s+)((?:[\w:]+(?:\.|->|::))*\w+\(.*\));$")
ASSIGNMENT = re.compile(r"^(\s+)([\w.\[\]>()-]+ [-+*/|&^%]?= .*);$")
JUMP = re.compile(r"^(\s+)(continue|break|return);$")
NUMBER = re.compile(r"(?<![\w.\"'])(\d+)(?![\w.'])")


@dataclasses.dataclass
class Fault:
    file: str
    line: int  # from 1
    change: str
    before: str
    after: str


def masked(line):
    """The line with strings, characters and comments blanked, so that columns stay."""
    def blank(found):
        return " " * len(found.group())
    return re.sub(r'"(\\.|[^"\\])*"|\'(\\.|[^\'\\])\'|//.*', blank, line)


def closing(text, at):
    """Where the parenthesis at `at` is closed, or -1."""
    depth = 0
    for i in range(at, len(text)):
        depth += (text[i] == "(") - (text[i] == ")")
        if depth == 0:
            return i
    return -1


def changes(line):
    """All (what, line after it)."""
    code = masked(line)
    if NOT_CODE.search(code) or not code.strip():
        return
    for old, new in SWAPS.items():
        at = code.find(old)
        while at >= 0:
            yield "swap" + old + "to" + new.rstrip(), line[:at] + new + line[at + len(old):]
            at = code.find(old, at + 1)
    for found in re.finditer(r"\b(?:if|while) \(", code):
        begin = found.end() - 1
        end = closing(code, begin)
        inner = line[begin + 1:end]
        if end > 0 and ";" not in inner and " = " not in inner:
            yield "negate condition", line[:begin] + "(!(" + inner + "))" + line[end + 1:]
    for found in NUMBER.finditer(code):
        for step in (1, -1):
            number = int(found.group()) + step
            if number >= 0:
                yield f"{step:+} to number", line[:found.start()] + str(number) + line[found.end():]
    for word, other in (("true", "false"), ("false", "true")):
        for found in re.finditer(rf"\b{word}\b", code):
            yield f"{word} to {other}", line[:found.start()] + other + line[found.end():]
    for pattern in (CALL, ASSIGNMENT, JUMP):
        if found := pattern.match(code):
            yield "remove statement", found.group(1) + ";"
            break


def sources(rooms):
    return sorted(path for room in rooms for path in (ROOT / "src" / room).rglob("*.cpp"))


@functools.cache
def lines_to_change(rooms):
    return [(path, number, line) for path in sources(rooms)
            for number, line in enumerate(path.read_text().splitlines(), 1) if next(changes(line), None)]


def pick(seed, index, rooms):
    """Number `index` of `seed`: any line of any file is as likely as others that can be changed."""
    choice = random.Random(f"{seed}/{index}")
    path, number, before = choice.choice(lines_to_change(tuple(rooms)))
    change, after = choice.choice(list(changes(before)))
    return Fault(str(path.relative_to(ROOT)), number, change, before, after)


# ---- Planting it.


class Planted:
    """The fault is in its file until the end, however that comes about."""

    def __init__(self, fault):
        self.path, self.fault = ROOT / fault.file, fault

    def __enter__(self):
        self.text = self.path.read_text() if self.path.exists() else ""
        lines = self.text.split("\n")
        places = [at for at, line in enumerate(lines) if line == self.fault.before]
        if not places:
            raise SystemExit(f"{self.fault.file} has no such line any more: {self.fault.before}")
        lines[min(places, key=lambda at: abs(at + 1 - self.fault.line))] = self.fault.after
        self.path.write_text("\n".join(lines))

    def __exit__(self, *_):
        self.path.write_text(self.text)


def run(command, log):
    with open(log, "w") as out:
        return subprocess.call(command, stdout=out, stderr=subprocess.STDOUT, cwd=ROOT)


def objects(build, file):
    commands = json.loads((build / "compile_commands.json").read_text())
    return [build / re.search(r" -o (\S+)", entry["command"]).group(1) for entry in commands
            if pathlib.Path(entry["file"]) == ROOT / file]


def digest(files):
    return [hashlib.sha256(file.read_bytes()).hexdigest() for file in files]


def compile_it(build, targets, log):
    return run(["ninja", "-C", str(build), *targets], log) == 0


def unit_targets(file):
    """Tests that have the room linked in."""
    wanted = {"compiler": ["unit_compiler"], "devices": ["unit_cpu", "unit_runtime", "unit_platform"],
              "icd": ["unit_platform", "unit_runtime"]}
    room = pathlib.Path(file).parts[1]
    return wanted.get(room, ["unit_platform", "unit_runtime"])


def notice(tests, fault, options):
    """How a test noticed what is planted now, or nothing."""
    noticed = [each for each in read_records(options.seed) if each["outcome"] == "noticed"]
    known = reach.read(options.build)
    chosen = [test for test in tests if suite.can_notice(test, fault.file, options.every)
              and (options.again is not None or reach.may_come(test, fault, known))]
    return suite.Runner(suite.in_order(chosen, fault.file, noticed)).run(options.jobs)


def targets_of(file):
    return ["heddle", "heddle-compiler", *(["heddle-opt"] if file.startswith("src/compiler/") else []), *unit_targets(file)]


def try_fault(tests, fault, options):
    build, log = options.build, options.build / "planted.log"
    targets, code = targets_of(fault.file), objects(build, fault.file)
    # Of the fault before, nothing is left but its program, which is linked with the next one.
    if not compile_it(build, [str(file.relative_to(build)) for file in code], log):
        raise SystemExit(f"the source does not build as it is: {log}")
    before = digest(code)
    with Planted(fault):
        if not compile_it(build, targets, log):
            return "no program", None
        if digest(code) == before:
            return "same code", None
        found = notice(tests, fault, options)
    return ("noticed", f"{found[0]} ({found[1]})") if found else ("survived", None)


# ---- Records.


def record_file(seed):
    return RECORDS / f"{seed}.jsonl"


def read_records(seed):
    file = record_file(seed)
    return [json.loads(line) for line in file.read_text().splitlines()] if file.exists() else []


def report(records):
    of = {}
    for each in records:
        of.setdefault(each["outcome"], []).append(each)
    for outcome, those in sorted(of.items()):
        print(f"{outcome}: {len(those)}")
    # A fault with a test of its own was noticed by none before, even if that was written before it was planted.
    own = [each for each in records if each.get("verdict", "").startswith("test: ")]
    before = sum("verdict" not in each for each in of.get("noticed", []))
    judged = ("test: ", "no change: ", "other hardware: ")
    holes = [each for each in of.get("survived", []) if not each.get("verdict", "").startswith(judged)]
    if all_of_them := before + len(own) + len(holes):
        print(f"of {all_of_them} that change something, noticed when planted: {before} ({before / all_of_them:.0%}), "
              f"by now: {before + len(own)}")
    for each in of.get("survived", []) + of.get("left out", []):
        verdict = each.get("verdict", "not judged")
        print(f"\n#{each['index']} {each['file']}:{each['line']}: {each['change']} [{verdict}]")
        print(f"  - {each['before'].strip()}\n  + {each['after'].strip()}")


def say(record):
    by = f" by {record['by']}" if record["by"] else ""
    print(f"#{record['index']} {record['file']}:{record['line']} {record['change']}: "
          f"{record['outcome']}{by}, {record['seconds']} s", flush=True)


def plant(tests, index, fault, options):
    begin = time.monotonic()
    outcome, by = try_fault(tests, fault, options)
    return {"seed": options.seed, "index": index, **dataclasses.asdict(fault), "outcome": outcome,
            "by": by, "seconds": round(time.monotonic() - begin)}


def keep(record):
    RECORDS.mkdir(exist_ok=True)
    with open(record_file(record["seed"]), "a") as out:
        out.write(json.dumps(record) + "\n")
    say(record)


def next_indexes(seed):
    """The numbers that have no record, also if somebody leaves one out meanwhile."""
    index = 0
    while True:
        done = {each["index"] for each in read_records(seed)}
        while index in done:
            index += 1
        yield index
        index += 1


def plant_more(tests, options):
    for _, index in zip(range(options.count), next_indexes(options.seed)):
        keep(plant(tests, index, pick(options.seed, index, options.rooms), options))


def find_reach(tests, options):
    """Which tests come to the next faults."""
    need_clean_source()
    build, log = options.build, options.build / "planted.log"
    faults = [pick(options.seed, index, options.rooms) for _, index in zip(range(options.count), next_indexes(options.seed))]

    def compiles(files):
        code = [str(each.relative_to(build)) for file in files for each in objects(build, file)]
        return compile_it(build, ["-k0", *code], log)

    def link():
        if not compile_it(build, sorted({target for fault in faults for target in targets_of(fault.file)}), log):
            raise SystemExit(f"the source does not build with marks: {log}")
    can = [test for test in tests if any(suite.can_notice(test, fault.file) for fault in faults)]
    found = reach.find(ROOT, faults, can, compiles, link, options.jobs)
    reach.write(build, found)
    for fault in faults:
        if found["came"].get(reach.key(fault)) == []:
            print(f"no test comes to {fault.file}:{fault.line}: {fault.before.strip()}")


def need_clean_source():
    """Which fault a number is depends on the source, and one may be planted there now."""
    if subprocess.call(["git", "diff", "--quiet", "HEAD", "--", "src"], cwd=ROOT):
        raise SystemExit("src is not as it was committed: use another checkout, or wait")


def list_next(options):
    need_clean_source()
    for _, index in zip(range(options.count), next_indexes(options.seed)):
        fault = pick(options.seed, index, options.rooms)
        print(f"#{index} {fault.file}:{fault.line}: {fault.change}\n  - {fault.before.strip()}\n  + {fault.after.strip()}")


def leave_out(options):
    need_clean_source()
    number, verdict = options.leave_out
    fault = pick(options.seed, int(number), options.rooms)
    keep({"seed": options.seed, "index": int(number), **dataclasses.asdict(fault), "outcome": "left out",
          "by": None, "seconds": 0, "verdict": verdict})


def judge(options):
    number, verdict = options.judge
    records = read_records(options.seed)
    next(each for each in records if each["index"] == int(number))["verdict"] = verdict
    record_file(options.seed).write_text("".join(json.dumps(each) + "\n" for each in records))


def where_it_is(fault):
    """The file by today's path: the record has that of its day."""
    if (ROOT / fault.file).exists():
        return fault.file
    with_line = [path for path in (ROOT / "src").rglob("*.cpp") if fault.before in path.read_text().split("\n")]
    same_name = [path for path in with_line if path.name == pathlib.Path(fault.file).name]
    found = same_name or with_line
    return str(found[0].relative_to(ROOT)) if len(found) == 1 else fault.file


def plant_again(tests, options):
    record = next(each for each in read_records(options.seed) if each["index"] == options.again)
    fault = Fault(*(record[field.name] for field in dataclasses.fields(Fault)))
    fault.file = where_it_is(fault)
    say(plant(tests, options.again, fault, options))


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--build", type=pathlib.Path, help="build folder, built as the source is")
    parser.add_argument("--seed", required=True, help="any word; its records go to records/SEED.jsonl")
    parser.add_argument("--count", type=int, default=1)
    parser.add_argument("--rooms", nargs="+", choices=ROOMS, default=ROOMS)
    parser.add_argument("--jobs", type=int, default=2, help="tests at the same time")
    parser.add_argument("--again", type=int)
    parser.add_argument("--none", action="store_true", help="plants nothing: do all tests pass as we run them?")
    parser.add_argument("--every", action="store_true", help="other levels than the machine's own, too, where all passed")
    parser.add_argument("--tests", metavar="REGEX", help="only these")
    parser.add_argument("--reach", action="store_true", help="which tests come to the next --count faults: others need not run")
    parser.add_argument("--list", action="store_true", help="the next --count faults, none of them planted")
    parser.add_argument("--leave-out", nargs=2, metavar=("N", "VERDICT"), help="a fault that need not be planted")
    parser.add_argument("--judge", nargs=2, metavar=("N", "VERDICT"), help="why nobody noticed a fault, or which test does now")
    parser.add_argument("--report", action="store_true")
    options = parser.parse_args()
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))  # the source is put back
    if options.report:
        return report(read_records(options.seed))
    if options.list:
        return list_next(options)
    if options.leave_out:
        return leave_out(options)
    if options.judge:
        return judge(options)
    if not options.build:
        parser.error("--build is missing")
    options.build = options.build.resolve()
    tests = suite.read_tests(options.build)
    if options.tests:
        tests = [test for test in tests if re.search(options.tests, test.name)]
    if options.reach:
        return find_reach(tests, options)
    if options.none:
        file = f"src/{options.rooms[0]}/.cpp"
        chosen = [test for test in tests if suite.can_notice(test, file, options.every)]
        found = suite.Runner(suite.in_order(chosen, file, [])).run(options.jobs)
        sys.exit(f"{found[0]}: {found[1]}" if found else 0)
    return plant_again(tests, options) if options.again is not None else plant_more(tests, options)


if __name__ == "__main__":
    main()
