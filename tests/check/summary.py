#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""summary.py HEDDLE_CHECK: commands that write reports as the driver does, and how heddle-check sums them up."""
import json
import os
import subprocess
import sys
import tempfile
import unittest

PROGRAM = os.path.abspath(sys.argv.pop())
READ = {"kind": "read past end", "text": "a block\nof sentences", "kernel": "blur", "argument": "in", "file": "blur é.cl", "line": 12,
        "column": 7, "source_line": "  x = in[i];", "source": "kernel void blur() {}\n", "count": 3, "global_id": [1, 2, 3],
        "group_id": [0, 1, 0], "local_id": [1, 0, 3]}
WRITE = {"kind": "write past end", "text": "another", "kernel": "blur", "argument": "out", "file": "blur é.cl", "line": 14, "column": 3,
         "source": "kernel void blur() {}\n", "count": 1}
BARRIER = {"kind": "barrier that not all reach", "text": "a third", "kernel": "sum", "count": 1}


class Run:
    """A run of heddle-check in a folder of its own, on a command that is a Python program."""

    def __init__(self, program, *options, files=(), variables=None, arguments=()):
        with tempfile.TemporaryDirectory() as folder:
            for name in files:
                with open(os.path.join(folder, name), "w", encoding="utf-8") as file:
                    file.write("kernel void k() {}\n")
            environment = {name: value for name, value in os.environ.items() if not name.startswith(("OCL_ICD", "HEDDLE_"))}
            environment.update(TMPDIR=folder, **(variables or {}))
            command = program if isinstance(program, list) else [sys.executable, "-c", program, *arguments]
            done = subprocess.run([PROGRAM, *options, *command], cwd=folder, env=environment, capture_output=True, text=True)
            self.code, self.out, self.err = done.returncode, done.stdout, done.stderr
            self.left = sorted(set(os.listdir(folder)) - set(files))
            self.sarif = None
            if "faults.sarif" in self.left:
                with open(os.path.join(folder, "faults.sarif"), encoding="utf-8") as file:
                    self.sarif = json.load(file)


def reporting(*faults, code=0):
    """A command that appends these lines."""
    lines = [fault if isinstance(fault, str) else json.dumps(fault) for fault in faults]
    return (f"import os, sys\nfor line in {lines!r}:\n"
            f"    with open(os.environ['HEDDLE_CHECK_FILE'], 'a') as file: file.write(line + '\\n')\nsys.exit({code})")


class Commands(unittest.TestCase):
    def test_without_faults_ends_as_the_command(self):
        for code in (0, 1, 9, 255):
            run = Run(reporting(code=code))
            self.assertEqual((run.code, run.err), (code, "heddle-check: no faults found\n"))

    def test_ends_as_a_shell_says_of_a_signal(self):
        self.assertEqual(Run("import os; os.kill(os.getpid(), 9)").code, 128 + 9)

    def test_hands_on_the_limit_of_time(self):
        program = "import os; print(os.environ.get('HEDDLE_KERNEL_TIME_LIMIT'))"
        self.assertEqual(Run(program).out, "None\n")
        self.assertEqual(Run(program, "--time-limit", "7").out, "7\n")

    def test_says_what_cannot_be_run(self):
        run = Run(["./nothing"])
        self.assertEqual((run.code, run.err), (127, "heddle-check: ./nothing: No such file or directory\n"))
        self.assertEqual(Run(["./x"], files=["x"]).code, 126)
        self.assertEqual(Run([]).code, 125)

    def test_the_command_keeps_its_options_and_output(self):
        for options in ([], ["--"]):
            run = Run("import sys; print(*sys.argv[1:]); print('mine', file=sys.stderr)", *options, arguments=["--sarif", "x", "-h", "--"])
            self.assertEqual((run.code, run.out), (0, "--sarif x -h --\n"))
            self.assertEqual(run.err, "mine\nheddle-check: no faults found\n")

    def test_sets_what_is_checked(self):
        show = "import os; print(os.environ['HEDDLE_CHECK'])"
        self.assertEqual(Run(show).out, "memory,barriers\n")
        self.assertEqual(Run(show, "--checks", "barriers").out, "barriers\n")

    def test_leads_to_the_driver_beside_it(self):
        show = "import os; print(os.environ.get('OCL_ICD_VENDORS'), os.environ.get('OCL_ICD_FILENAMES'))"
        driver = os.path.join(os.path.dirname(os.path.realpath(PROGRAM)), "libheddle.so")
        self.assertEqual(Run(show).out, f"{driver} {driver}\n" if os.path.exists(driver) else "None None\n")
        self.assertEqual(Run(show, variables={"OCL_ICD_VENDORS": "mine"}).out, "mine None\n")

    def test_leaves_no_file(self):
        self.assertEqual(Run(reporting(READ)).left, [])


class Summaries(unittest.TestCase):
    def test_faults_by_kind(self):
        run = Run(reporting(READ, BARRIER, WRITE, code=5))
        self.assertEqual(run.code, 1)
        self.assertEqual(run.err, """heddle-check: 3 faults found
  barrier that not all reach:
    kernel 'sum', once
  read past end:
    kernel 'blur', blur é.cl:12:7, argument `in`, 3 times
  write past end:
    kernel 'blur', blur é.cl:14:3, argument `out`, once
""")

    def test_what_several_processes_found_is_one(self):
        run = Run(reporting(READ, dict(READ, count=39), dict(READ, line=13, source=None)))
        self.assertIn("2 faults", run.err)
        self.assertIn("blur é.cl:12:7, argument `in`, 42 times\n", run.err)

    def test_what_cannot_be_read_is_a_fault(self):
        for line in ("no JSON", '{"kind": "k"}', '{"kind": 3, "kernel": "k"}', "[]", '{"kind": "k", "kernel": "k", "line": "x"}'):
            run = Run(reporting(line))
            self.assertEqual((run.code, run.err), (1, "heddle-check: 0 faults found\n  1 line of the report cannot be read\n"), line)


class SARIF(unittest.TestCase):
    def run_of(self, *faults, **settings):
        run = Run(reporting(*faults, code=3), "--sarif", "faults.sarif", arguments=["an argument"], **settings)
        self.assertEqual(run.sarif["version"], "2.1.0")
        self.assertEqual(len(run.sarif["runs"]), 1)
        return run.sarif["runs"][0]

    def test_has_the_faults(self):
        run = self.run_of(READ, dict(READ, count=2), BARRIER, WRITE)
        rules = run["tool"]["driver"]["rules"]
        self.assertEqual([rule["id"] for rule in rules], ["read-past-end", "barrier-that-not-all-reach", "write-past-end"])
        self.assertEqual(rules[0]["shortDescription"], {"text": "read past end"})
        results = run["results"]
        self.assertEqual([(each["ruleId"], each["ruleIndex"], each["level"], each["occurrenceCount"]) for each in results],
                         [("read-past-end", 0, "error", 5), ("barrier-that-not-all-reach", 1, "error", 1), ("write-past-end", 2, "error", 1)])
        self.assertEqual(results[0]["message"], {"text": READ["text"]})
        self.assertEqual(results[0]["properties"], {"argument": "in", "globalId": [1, 2, 3], "groupId": [0, 1, 0], "localId": [1, 0, 3]})
        self.assertEqual(results[1]["locations"], [{"logicalLocations": [{"name": "sum", "kind": "function"}]}])
        place = results[0]["locations"][0]["physicalLocation"]
        self.assertEqual(place["region"], {"startLine": 12, "startColumn": 7, "snippet": {"text": "  x = in[i];"}})
        invocation = run["invocations"][0]
        self.assertEqual((invocation["exitCode"], invocation["executionSuccessful"], invocation["arguments"][2:]), (3, False, ["an argument"]))

    def test_brings_a_source_that_is_no_file(self):
        run = self.run_of(READ, WRITE)
        self.assertEqual(run["artifacts"], [{"location": {"uri": "blur%20%C3%A9.cl"}, "sourceLanguage": "opencl",
                                             "contents": {"text": "kernel void blur() {}\n"}}])
        for result in run["results"]:
            self.assertEqual(result["locations"][0]["physicalLocation"]["artifactLocation"], {"uri": "blur%20%C3%A9.cl", "index": 0})

    def test_refers_to_a_file(self):
        run = self.run_of(READ, dict(READ, line=13, source="another\n"), files=["blur é.cl"])
        self.assertEqual(run["artifacts"], [{"location": {"uri": "blur%20%C3%A9.cl"}, "sourceLanguage": "opencl"}])

    def test_two_sources_of_one_name_are_two(self):
        run = self.run_of(READ, dict(READ, line=13, source="another\n"))
        self.assertEqual([artifact["contents"]["text"] for artifact in run["artifacts"]], ["kernel void blur() {}\n", "another\n"])
        self.assertEqual(run["results"][1]["locations"][0]["physicalLocation"]["artifactLocation"]["index"], 1)

    def test_without_faults(self):
        run = self.run_of()
        self.assertEqual((run["results"], run["artifacts"], run["tool"]["driver"]["rules"]), ([], [], []))

    def test_cannot_be_written(self):
        run = Run(reporting(), "--sarif", "nowhere/x")
        self.assertEqual((run.code, run.err.splitlines()[-1]), (125, "heddle-check: cannot write nowhere/x"))


unittest.main()
