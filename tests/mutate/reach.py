# SPDX-License-Identifier: Apache-2.0
"""Which tests come to the lines of faults, before any is planted: one build in which each of those places leaves a mark,
and one run of the tests. A test that does not come there cannot notice.

A mark stands where the innermost block begins that the line is in, as indentation shows it: a statement can stand there.
Lines outside functions have none, and SPIR-V's helper process has a session of its own: then any test may come there."""
import collections
import concurrent.futures
import dataclasses
import json
import pathlib
import re
import subprocess
import tempfile

import suite

# What a mark needs, in front of the file. Tests run in a session each, and so a mark has its number. (The environment says
# nothing in secure execution.)
DECLARATIONS = """#include <atomic>
#include <cstdio>
#include <fcntl.h>
#include <unistd.h>
#define HEDDLE_MARK(number) \\
  do { \\
    static std::atomic<bool> done{false}; \\
    if (!done.exchange(true)) { \\
      char name[256]; \\
      std::snprintf(name, sizeof(name), "%s/%d.%d", "@FOLDER@", static_cast<int>(::getsid(0)), number); \\
      if (const int file = ::open(name, O_CREAT | O_WRONLY | O_CLOEXEC, 0666); file >= 0) ::close(file); \\
    } \\
  } while (false);
#line 1
"""
# What opens a block of statements, and what opens one of declarations.
BLOCK = re.compile(r"(^\s*|[)}\]:] |\b(else|do|try|mutable|const|noexcept|override) |-> [\w:<>*& ]+ )\{$")
NO_BLOCK = re.compile(r"^\s*(namespace|struct|class|enum|union|extern)\b|constexpr|consteval")


def indent(line):
    return len(line) - len(line.lstrip())


def header_end(lines, at):
    """The last line of the statement, or the head of one, that begins in line `at`."""
    while at + 1 < len(lines) and not re.search(r"[;{}]$", lines[at]) and indent(lines[at + 1]) > indent(lines[at]):
        at += 1
    return at


def place(lines, number):
    """The line after which a mark for another goes, both counted from 0, or nothing."""
    depth = indent(lines[number])
    for at in range(number - 1, -1, -1):
        line = lines[at]
        if not line.strip() or indent(line) >= depth or line.startswith("#") or line.lstrip().startswith("//"):
            continue
        depth = indent(line)
        if NO_BLOCK.search(line):
            return None
        end = header_end(lines, at)
        if end < number and BLOCK.search(lines[end]) and not re.match(r"\s*switch\b", line):
            return end
    return None


def marked(text, numbered, folder):
    """The text with marks for [(number of the mark, line)], and the numbers that have one."""
    lines, done = text.split("\n"), []
    for number, line in numbered:
        at = place(lines, line - 1)
        if at is not None:
            lines[at] += f" HEDDLE_MARK({number})"
            done.append(number)
    return DECLARATIONS.replace("@FOLDER@", folder) + "\n".join(lines), done


class Marked:
    """The files have marks until the end, however that comes about: mark number N for the fault number N of the list."""

    def __init__(self, root, faults, folder):
        self.root, self.texts, self.new, self.numbers = root, {}, {}, {}
        for file in {fault.file for fault in faults if not fault.file.startswith("src/compiler/spirv/")}:
            numbered = [(number, fault.line) for number, fault in enumerate(faults) if fault.file == file]
            self.texts[file] = (root / file).read_text()
            self.new[file], self.numbers[file] = marked(self.texts[file], numbered, folder)

    def __enter__(self):
        for file, text in self.new.items():
            (self.root / file).write_text(text)
        return self

    def take_back(self, file):
        (self.root / file).write_text(self.texts[file])
        del self.numbers[file]

    def __exit__(self, *_):
        for file, text in self.texts.items():
            (self.root / file).write_text(text)


def who_comes(tests, folder, jobs):
    """{number of a mark: names of tests that left it}."""
    came = collections.defaultdict(list)

    def run(test):
        with tempfile.TemporaryDirectory() as cache:  # what is in a cache is not compiled
            process = suite.start(dataclasses.replace(test, environment={**test.environment, "HEDDLE_CACHE_DIR": cache}),
                                  subprocess.DEVNULL)
            suite.end(process, test)
        for mark in pathlib.Path(folder).glob(f"{process.pid}.*"):
            came[int(mark.suffix[1:])].append(test.name)
            mark.unlink()
    with concurrent.futures.ThreadPoolExecutor(jobs) as threads:
        list(threads.map(run, tests))
    return came


def find(root, faults, tests, compiles, link, jobs):
    """What `read` answers, for the list of faults. `compiles(files)` says whether these do, `link()` builds all of them."""
    with tempfile.TemporaryDirectory() as folder:
        pathlib.Path(folder).chmod(0o1777)  # programs of other users leave marks, too
        with Marked(root, faults, folder) as marks:
            if not compiles(list(marks.new)):
                for file in [file for file in marks.new if not compiles([file])]:
                    print(f"no marks in {file}: they do not compile", flush=True)
                    marks.take_back(file)
            link()
            left = who_comes(sorted(tests, key=lambda test: -test.seconds), folder, jobs)
    numbers = [number for those in marks.numbers.values() for number in those]
    return {"ran": [test.name for test in tests], "came": {key(faults[number]): left[number] for number in numbers}}


# ---- What is kept of it, in the build folder.


def key(fault):
    return f"{fault.file}:{fault.line}: {fault.after.strip()}"


def write(build, reach):
    (build / "reach.json").write_text(json.dumps(reach, indent=1))


def read(build):
    """{"ran": names of tests, "came": {key of a fault: names of those of them that came to it}}."""
    file = build / "reach.json"
    return json.loads(file.read_text()) if file.exists() else {"ran": [], "came": {}}


def may_come(test, fault, reach):
    return test.name not in reach["ran"] or test.name in reach["came"].get(key(fault), [test.name])
