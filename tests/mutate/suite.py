# SPDX-License-Identifier: Apache-2.0
"""The tests that CTest knows, run one by one in an order of our own, until one fails."""
import collections
import dataclasses
import json
import os
import pathlib
import re
import resource
import signal
import subprocess
import sys
import tempfile
import threading
import time

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "limits"))
from measure import listed_seconds, noted_seconds  # noqa: E402

MEMORY = 12 << 30  # bytes that a test may have: a fault may ask for all there is


@dataclasses.dataclass
class Test:
    name: str
    command: list
    folder: str
    environment: dict
    limit: float  # seconds
    seconds: float  # what it took when CTest last ran it here, or when tests were last measured


def read_tests(build):
    """All tests but those that are disabled."""
    answer = subprocess.run(["ctest", "--test-dir", str(build), "--show-only=json-v1"],
                            check=True, capture_output=True, text=True)
    seconds = listed_seconds() | noted_seconds(build)
    tests = []
    for each in json.loads(answer.stdout)["tests"]:
        properties = {item["name"]: item["value"] for item in each["properties"]}
        if not properties.get("DISABLED"):
            environment = dict(item.split("=", 1) for item in properties.get("ENVIRONMENT", []))
            tests.append(Test(each["name"], each["command"], properties["WORKING_DIRECTORY"], environment,
                              properties["TIMEOUT"], seconds.get(each["name"], 1)))
    return tests


# ---- Which, and in what order.

KERNELS = r"kernels/(gdb$|(?!random)[a-z_]+/[a-z_0-9]+$)"  # at the machine's own level
THAT_CAN = {  # the longest that the file's path starts with counts
    "": r"(support|platform|runtime|api|secure|examples|install)/|" + KERNELS,
    "devices": r"(cpu|platform|runtime|api|secure|examples|install)/|" + KERNELS,
    "compiler": r"(compiler|passes|api|examples)/|builtins|kernels/(spirv|random|wait)/|" + KERNELS,
    "compiler/spirv": r"(compiler|api|install)/|kernels/spirv/",
}
NEAREST = {"compiler": ("compiler", "passes"), "devices": ("cpu",)}


def words(name):
    return re.sub(r"[^a-z0-9/.]", "", name.lower())


def can_notice(test, file, every=False):
    """Whether `test` can come to code of `file`; `every` takes the kernels at older and other levels and all random ones,
    too."""
    path = file.removeprefix("src/")
    can = THAT_CAN[max((start for start in THAT_CAN if path.startswith(start)), key=len)]
    return re.match(can, test.name) or every and re.match("kernels/|math/", test.name)


def in_order(tests, file, noticed):
    """Those of them first whose chance to notice a fault in `file` costs least. `noticed` are records of faults that tests
    noticed."""
    room, stem = file.split("/")[1], words(pathlib.Path(file).stem)
    before = collections.Counter()
    for record in noticed:
        before[record["by"].split(" ")[0]] += 4 if record["file"].split("/")[1] == room else 1

    def price(test):
        chance = 1 + 2 * before[test.name]
        if test.name.startswith(NEAREST.get(room, (room,))):
            chance *= 4
        if stem in words(test.name):
            chance *= 8
        return max(test.seconds, 0.05) / chance
    return sorted(tests, key=price)


# ---- Running them.


def limit_memory():
    resource.setrlimit(resource.RLIMIT_DATA, (MEMORY, MEMORY))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))


def start(test, out):
    """A process in a session of its own."""
    return subprocess.Popen(test.command, cwd=test.folder, env={**os.environ, **test.environment}, stdout=out, stderr=out,
                            stdin=subprocess.DEVNULL, start_new_session=True, preexec_fn=limit_memory)


def tasks_of(session):
    """(state, CPU seconds) of each thread of its processes."""
    result = []
    for file in pathlib.Path("/proc").glob("[0-9]*/stat"):
        try:
            if int(file.read_text().rpartition(")")[2].split()[3]) != session:
                continue
            for task in file.parent.glob("task/*/stat"):
                fields = task.read_text().rpartition(")")[2].split()
                result.append((fields[0], (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")))
        except OSError:
            pass  # it has ended
    return result


def hangs(session, seconds):
    """Whether its threads all sleep, and go on sleeping, or have worked for longer than `seconds`. On a busy machine time says
    nothing."""
    before = None
    for _ in range(10):
        tasks = tasks_of(session)
        if sum(worked for _, worked in tasks) > seconds:
            return True
        if any(state != "S" for state, _ in tasks) or before not in (None, tasks):
            return False
        before = tasks
        time.sleep(1)
    return True


def end(process, test):
    """Its exit code when it has ended, or nothing if it had to be."""
    limit, code = min(test.limit, 10 + 20 * test.seconds), None
    for wait in [limit] + [20] * 60:
        try:
            code = process.wait(wait)
            break
        except subprocess.TimeoutExpired:
            if hangs(process.pid, 5 + 5 * test.seconds):
                break
    kill(process)  # children, too
    process.wait()
    return code


class Runner:
    """Runs tests with several threads; the first that fails twice ends it. (One that fails only once is a matter of
    time, or of a race that the next run may not meet: it has shown nothing.)"""

    def __init__(self, tests):
        self.tests, self.lock = iter(tests), threading.Lock()
        self.running, self.found = set(), None

    def run(self, jobs):
        """(test, how it failed), or nothing."""
        threads = [threading.Thread(target=self.work) for _ in range(jobs)]
        for thread in threads:
            thread.start()
        try:
            for thread in threads:
                thread.join()
        except BaseException:
            self.stop(("interrupted", ""))
            raise
        return self.found

    def stop(self, why):
        with self.lock:
            self.found = self.found or why
            for process in self.running:
                kill(process)

    def work(self):
        while True:
            with self.lock:
                test = None if self.found else next(self.tests, None)
            if not test:
                return
            outcome = self.run_test(test)
            if outcome and outcome == self.run_test(test):
                return self.stop((test.name, outcome))

    def run_test(self, test):
        """How it failed, or nothing (also if it was skipped, or stopped by us)."""
        with tempfile.TemporaryFile() as out:
            with self.lock:
                if self.found:
                    return None
                process = start(test, out)
                self.running.add(process)
            code = end(process, test)
            with self.lock:
                self.running.discard(process)
        if self.found or code in (0, 77):
            return None
        return "timeout" if code is None else "failed" if code > 0 else signal.Signals(-code).name


def kill(process):
    try:
        os.killpg(process.pid, signal.SIGKILL)
    except ProcessLookupError:
        pass  # it and its children have ended
