#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The own tests of dpctl and dpnp (numpy in SYCL) with Heddle, beside Intel's runtime on request (docs/sycl.md).

    run.py --suite dpctl
    run.py --suite dpnp --sample 500 --seed 7 --peer build/sycl/lib/libintelocl.so

Installs them with pip where they are missing, runs all tests or a sample, and prints how many there were of each
outcome and the names of those that failed. A test that ends the process, or is not through in five minutes, has that
for its outcome, and the next process goes on after it. Ends with 1 if a test failed that the peer passes (or that
failed, without a peer).
"""
import argparse
import collections
import os
import pathlib
import random
import subprocess
import sys
import time

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parent.parent
QUIET_SECONDS = 300  # for one test
BAD = ("failed", "ended the process", "timed out", "not run")


def install(venv):
    """The venv's Python, with the packages."""
    python = venv / "bin" / "python"
    if not python.exists():
        subprocess.run([sys.executable, "-m", "venv", str(venv)], check=True)
    has = subprocess.run([python, "-c", "import pytest, importlib.util as u; assert u.find_spec('dpnp')"],
                         stderr=subprocess.DEVNULL, check=False)
    if has.returncode:
        subprocess.run([python, "-m", "pip", "install", "--quiet", "dpnp", "pytest"], check=True)
    return python


def environment(venv, driver):
    """Where programs of the venv see one driver and nothing else."""
    folders = [str(driver.parent), str(venv / "lib"), os.environ.get("LD_LIBRARY_PATH", "")]
    return {**os.environ, "OCL_ICD_VENDORS": str(driver), "OCL_ICD_FILENAMES": str(driver),
            "LD_LIBRARY_PATH": ":".join(filter(None, folders)), "ONEAPI_DEVICE_SELECTOR": "opencl:*",
            "PYTHONPATH": str(HERE)}


def pytest(python, packages, env, *arguments, **options):
    command = [python, "-m", "pytest", "-q", "--rootdir", packages, "-p", "no:cacheprovider", *arguments]
    return subprocess.Popen(command, cwd=packages, env=env, stdin=subprocess.DEVNULL, **options)


def collect(python, packages, env, suite, venv):
    """The names of all tests of a suite, kept in the venv: there are 90,000."""
    kept = venv / f"tests_of_{suite}.txt"
    if not kept.exists():
        found = venv / "collected.txt"
        found.write_text("", encoding="utf-8")
        run = pytest(python, packages, {**env, "HEDDLE_OUTCOMES": str(found)}, "--collect-only", "-p", "outcomes", f"{suite}/tests",
                     stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
        output, _ = run.communicate()
        if not found.read_text(encoding="utf-8").strip():
            sys.exit(f"no tests found:\n{output[-2000:]}")
        found.rename(kept)
    return kept.read_text(encoding="utf-8").splitlines()


def wait(run, outcomes):
    """Until the process ends; False if it was ended as nothing was written for too long."""
    while run.poll() is None:
        time.sleep(0.5)
        if time.time() - outcomes.stat().st_mtime > QUIET_SECONDS:
            run.kill()
            run.wait()
            return False
    return True


def read(outcomes):
    """(outcome by name, the name of a test that began and did not finish)"""
    found, begun = {}, None
    for line in outcomes.read_text(encoding="utf-8").splitlines():
        outcome, name = line.split(" ", 1)
        begun = name if outcome == "begun" else None
        if outcome != "begun":
            found[name] = outcome
    return found, begun


def argument(name):
    """What pytest finds a test by: its name, or its file where a class's name has brackets, which pytest takes for
    those of parameters, or a new line, which outcomes.py has written in another way."""
    classes = name.rpartition("::")[0]
    return name.split("::")[0] if "[" in classes or "\\n" in classes else name


def run_tests(python, packages, env, names, folder):
    """Outcome by name."""
    folder.mkdir(exist_ok=True)
    outcomes, wanted, log = folder / "outcomes.txt", folder / "names.txt", folder / "log.txt"
    arguments = folder / "arguments.txt"
    found, left = {}, list(names)
    log.write_text("")
    while left:
        outcomes.write_text("")
        wanted.write_text("\n".join(left) + "\n", encoding="utf-8")
        arguments.write_text("\n".join(dict.fromkeys(map(argument, left))) + "\n", encoding="utf-8")
        with open(log, "a", encoding="utf-8") as output:
            run = pytest(python, packages, {**env, "HEDDLE_OUTCOMES": str(outcomes), "HEDDLE_NAMES": str(wanted)},
                         "-p", "outcomes", f"@{arguments}", stdout=output, stderr=subprocess.STDOUT)
            ended = wait(run, outcomes)
        more, begun = read(outcomes)
        found |= more
        if begun:
            found[begun] = "ended the process" if ended else "timed out"
        elif not more:
            sys.exit(f"no test ran: {log}")
        left = [name for name in left if name not in found] if begun else []
    return {name: found.get(name, "not run") for name in names}


def report(name, outcomes, number):
    counts = collections.Counter(outcomes.values())
    print(f"{name}: {number} tests, " + ", ".join(f"{count} {what}" for what, count in counts.most_common()))
    return {test for test, outcome in outcomes.items() if outcome in BAD}


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--suite", choices=("dpctl", "dpnp"), required=True)
    parser.add_argument("--sample", type=int, help="how many tests, all if it is not given")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--driver", type=pathlib.Path, default=ROOT / "build/release/lib/libheddle.so")
    parser.add_argument("--peer", type=pathlib.Path, help="another driver, to be compared with")
    parser.add_argument("--venv", type=pathlib.Path, default=ROOT / "build/sycl")
    options = parser.parse_args()
    venv = options.venv.absolute()
    python = install(venv)
    packages = subprocess.run([python, "-c", "import sysconfig; print(sysconfig.get_path('purelib'))"], check=True,
                              capture_output=True, text=True).stdout.strip()
    drivers = [path.absolute() for path in (options.driver, options.peer) if path]
    names = collect(python, packages, environment(venv, drivers[0]), options.suite, venv)
    if options.sample and options.sample < len(names):
        names = sorted(random.Random(options.seed).sample(names, options.sample))
    bad = [report(driver.name, run_tests(python, packages, environment(venv, driver), names,
                                         venv / driver.stem), len(names)) for driver in drivers]
    peer = bad[1] if len(bad) > 1 else set()
    for test in sorted(bad[0] | peer):
        who = "both" if test in bad[0] & peer else drivers[0].name if test in bad[0] else drivers[1].name
        print(f"{who}: {test}")
    sys.exit(1 if bad[0] - peer else 0)


if __name__ == "__main__":
    main()
