#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""study.py EXAMPLES WORK: examples/cluster/study.py on two workers, of which one is killed in each part, must lose nothing and never have
most of its data in memory. Ends with 77 where PyPI, which has Dask and pyopencl, cannot be reached."""
import re
import shutil
import subprocess
import sys
from pathlib import Path

CHUNKS, MEGABYTES = 12, 16
LIMIT = 240  # seconds


def environment(examples, folder):
    """A virtual environment with what the example takes, made once."""
    wanted, made = examples / "requirements.txt", folder / "requirements.txt"
    python = folder / "bin" / "python"
    if made.exists() and made.read_text() == wanted.read_text():
        return python
    system = "/usr/bin/python3" if Path("/usr/bin/python3").exists() else sys.executable
    subprocess.run([system, "-m", "venv", "--clear", folder], check=True)
    done = subprocess.run([python, "-m", "pip", "install", "-q", "--disable-pip-version-check", "-r", wanted], capture_output=True, text=True)
    if done.returncode != 0:
        print(done.stderr[-2000:])
        print("SKIP: PyPI cannot be reached, or has no Dask and pyopencl for this Python")
        sys.exit(77)
    shutil.copy(wanted, made)
    return python


def main():
    examples, work = Path(sys.argv[1]), Path(sys.argv[2])
    python = environment(examples, work / "venv")
    done = subprocess.run([python, "-B", examples / "study.py", "--folder", work / "data", "--chunks", str(CHUNKS), "--megabytes", str(MEGABYTES),
                           "--kill"], timeout=LIMIT, capture_output=True, text=True)
    print(done.stdout, done.stderr[-3000:], sep="")
    shutil.rmtree(work / "data", ignore_errors=True)
    parts = re.findall(r"workers killed: (\d+), as one process: (\w+), as numpy: (\w+)", done.stdout)
    grown = re.search(r"most memory of a worker grew by (-?\d+) MB", done.stdout)
    if done.returncode != 0 or parts != [("1", "True", "True")] * 2:
        print("FAULT: a result is wrong, or no worker was killed")
        return 1
    if not grown or int(grown[1]) > CHUNKS * MEGABYTES / 2:
        print("FAULT: a worker had more than half of the data in memory")
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
