# SPDX-License-Identifier: Apache-2.0
"""A plug-in of pytest. Writes the name of each test before it runs, and after it what came of it, to the file that
HEDDLE_OUTCOMES names, so that a test that ends the process is known. Only tests whose names are in the file HEDDLE_NAMES
run, each once. With --collect-only the names of all tests that a suite runs by itself (dpnp leaves out those that it
marks as slow) go to the first file instead. A name is one line: a new line in the text of a parameter is written as \\n."""
import os

_file = open(os.environ["HEDDLE_OUTCOMES"], "a", buffering=1, encoding="utf-8")
_outcomes = {}


def line(nodeid):
    return nodeid.replace("\n", "\\n")


def pytest_collection_finish(session):
    if session.config.option.collectonly:
        print(*(line(item.nodeid) for item in session.items), sep="\n", file=_file)


def pytest_collection_modifyitems(config, items):
    if config.option.collectonly:
        return
    with open(os.environ["HEDDLE_NAMES"], encoding="utf-8") as names:
        wanted = set(names.read().splitlines())
    chosen = {item.nodeid: item for item in items if line(item.nodeid) in wanted}
    items[:] = chosen.values()


def pytest_runtest_logstart(nodeid, location):
    _outcomes[nodeid] = "passed"
    print("begun", line(nodeid), file=_file)


def pytest_runtest_logreport(report):
    if report.outcome != "passed":
        _outcomes[report.nodeid] = "xfailed" if hasattr(report, "wasxfail") else report.outcome


def pytest_runtest_logfinish(nodeid, location):
    print(_outcomes.pop(nodeid), line(nodeid), file=_file)
