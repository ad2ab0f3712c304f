# SPDX-License-Identifier: Apache-2.0
"""A plug-in of pytest: writes the name of each test before it runs, and after it what came of it, to the file that
HEDDLE_OUTCOMES names, so that a test that ends the process is known. Only tests whose names are in the file HEDDLE_NAMES
run, each once."""
import os

_file = open(os.environ["HEDDLE_OUTCOMES"], "a", buffering=1, encoding="utf-8")
_outcomes = {}


def pytest_collection_modifyitems(items):
    with open(os.environ["HEDDLE_NAMES"], encoding="utf-8") as names:
        wanted = set(names.read().splitlines())
    chosen = {item.nodeid: item for item in items if item.nodeid in wanted}
    items[:] = chosen.values()


def pytest_runtest_logstart(nodeid, location):
    _outcomes[nodeid] = "passed"
    print("begun", nodeid, file=_file)


def pytest_runtest_logreport(report):
    if report.outcome != "passed":
        _outcomes[report.nodeid] = "xfailed" if hasattr(report, "wasxfail") else report.outcome


def pytest_runtest_logfinish(nodeid, location):
    print(_outcomes.pop(nodeid), nodeid, file=_file)
