#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""heddle_where.py TEST SCRIPT: gdb's command `heddle where` on kernels that a test runs: one that dies, its core dump, one that does not end."""
import os
import re
import resource
import shutil
import subprocess
import sys
import tempfile
import time
import unittest

TEST, SCRIPT = map(os.path.abspath, sys.argv[1:3])
del sys.argv[1:]
GDB = shutil.which("gdb")


def gdb(*arguments, program=()):
    command = [GDB, "--batch", "-nx", "-iex", "set debuginfod enabled off", "-x", SCRIPT]
    done = subprocess.run([*command, *arguments, *program], capture_output=True, text=True, timeout=300)
    return done.stdout + done.stderr


def test(name):
    return [TEST, "--gtest_also_run_disabled_tests", f"--gtest_filter=FaultProcessTest.DISABLED_{name}"]


class HeddleWhere(unittest.TestCase):
    def test_names_a_kernel_that_dies(self):
        self.check_dead(gdb("-ex", "run", "-ex", "heddle where", "--args", program=test("Dies")))

    def test_names_a_kernel_in_a_core_dump(self):
        with open("/proc/sys/kernel/core_pattern", encoding="ascii") as pattern:
            if not pattern.read().startswith("core"):
                self.skipTest("core dumps go elsewhere")
        with tempfile.TemporaryDirectory() as folder:
            limit = (resource.RLIM_INFINITY, resource.RLIM_INFINITY)
            subprocess.run(test("Dies"), cwd=folder, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
                           preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_CORE, limit))
            cores = os.listdir(folder)
            self.assertEqual(len(cores), 1, "the process left no core dump")
            self.check_dead(gdb("-ex", "heddle where", TEST, os.path.join(folder, cores[0])))

    def check_dead(self, out):
        found = re.search(r"thread \d+ \(LWP \d+\): kernel 'k' in work-groups? \((\d+)\).*, work-items \((\d+)\) to \((\d+)\), "
                          r"at process.cl:3:\d+, SIGSEGV at address (0x[0-9a-f]+)\n", out)
        self.assertIsNotNone(found, out)
        self.assertTrue(int(found[2]) <= 700 <= int(found[3]), out)
        argument = re.search(r"\n  argument 0 `out`: (0x[0-9a-f]+)", out)
        self.assertIsNotNone(argument, out)
        self.assertEqual(int(found[4], 16), int(argument[1], 16) + 4096 + 16)

    def test_names_a_kernel_that_does_not_end(self):
        with subprocess.Popen(test("DoesNotEnd"), stdout=subprocess.PIPE, text=True) as process:
            try:
                for line in process.stdout:
                    if line == "runs\n":
                        break
                for _ in range(100):
                    out = gdb("-p", str(process.pid), "-ex", "heddle where")
                    if "kernel 'wait'" in out:
                        break
                    time.sleep(0.1)
            finally:
                process.kill()
        self.assertRegex(out, r"thread \d+ \(LWP \d+\): kernel 'wait' in work-group \(0\), work-items? \(0\).*, at wait.cl:2(:\d+)?\n"
                              r"  argument 0 `flag`: 0x[0-9a-f]+\n")

    def test_says_that_there_is_none(self):
        out = gdb("-ex", "heddle where", program=["/bin/true"])
        self.assertIn("There is no process.", out)
        out = gdb("-ex", "break exit", "-ex", "run", "-ex", "heddle where", program=["/bin/true"])
        self.assertIn("the process has not loaded Heddle", out)
        out = gdb("-ex", "break _exit", "-ex", "run", "-ex", "heddle where", "--args", program=test("RunsFine"))
        self.assertIn("No thread runs a kernel.", out)


if not GDB:
    print("there is no gdb")
    sys.exit(77)
unittest.main()
