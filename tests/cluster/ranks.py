#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""ranks.py: processes that a scheduler has bound, or given a part of the machine, have the units, threads and memory of this part.

Each is a process of this script, which loads the driver by the loader, runs a kernel and tells of its threads. Parts are made as schedulers
make them: affinity masks, and control groups where this user may make some.
"""
import json
import os
import subprocess
import sys
from pathlib import Path

from device import MEMORY, UNITS, Device

GROUPS = Path("/sys/fs/cgroup")

failures = []


def expect(condition, text):
    if not condition:
        failures.append(text)
        print("FAULT:", text)


def cpus(text):
    """{1, 2, 3, 7} of "1-3,7"."""
    ranges = [part.split("-") for part in text.strip().split(",")]
    return {cpu for part in ranges for cpu in range(int(part[0]), int(part[-1]) + 1)}


def rank():
    """One process: enters the groups that the arguments name, and tells of itself."""
    for group in sys.argv[2:]:
        Path(group, "cgroup.procs").write_text(str(os.getpid()))
    before = set(os.listdir("/proc/self/task"))
    device = Device()
    device.run()
    threads = [Path("/proc/self/task", task, "status").read_text() for task in sorted(set(os.listdir("/proc/self/task")) - before)]
    workers = [text for text in threads if text.startswith("Name:\theddle-")]
    allowed = [line.split(":")[1].strip() for text in workers for line in text.splitlines() if line.startswith("Cpus_allowed_list")]
    print(json.dumps({"units": device.info(UNITS), "memory": device.info(MEMORY), "workers": allowed, "threads": len(threads)}))


def start(prefix=(), groups=(), **variables):
    done = subprocess.run([*prefix, sys.executable, "-B", __file__, "--rank", *map(str, groups)], env=os.environ | variables, timeout=100,
                          capture_output=True, text=True)
    expect(done.returncode == 0, f"a process ended with {done.returncode}: {done.stderr[-1000:]}")
    return json.loads(done.stdout) if done.returncode == 0 else {"units": 0, "memory": 0, "workers": [], "threads": 0}


class Group:
    """A control group of its own, of one controller of version 1, or of version 2."""

    def __init__(self, controller, **values):
        v2 = (GROUPS / "cgroup.controllers").exists()
        self.path = (GROUPS if v2 else GROUPS / controller) / f"heddle-{os.getpid()}-{controller}"
        self.names = {"quota": "cpu.max" if v2 else "cpu.cfs_quota_us", "memory": "memory.max" if v2 else "memory.limit_in_bytes",
                      "cpus": "cpuset.cpus", "mems": "cpuset.mems"}
        self.v2, self.values = v2, values

    def __enter__(self):
        """Returns the folder, or nothing if there can be no such group here."""
        try:
            self.path.mkdir()
            for name, value in self.values.items():
                (self.path / self.names[name]).write_text(f"{value} 100000" if self.v2 and name == "quota" else str(value))
            return self.path
        except OSError as error:
            print(f"not tried: {self.path.name}: {error}")
            return None

    def __exit__(self, *_):
        if self.path.exists():
            self.path.rmdir()


def one_worker_each(mine):
    """Workers of a process that has all units of `mine` for itself are bound to one each."""
    everything = start()
    expect(everything["units"] == len(mine), f"{everything['units']} units of {sorted(mine)}")
    expect(all(len(cpus(worker)) == 1 and cpus(worker) <= mine for worker in everything["workers"]), f"workers are bound to {everything['workers']}")
    for cpu in sorted(mine)[:4]:
        bound = start(["taskset", "-c", str(cpu)])
        expect(bound["units"] == 1, f"bound to {cpu}, a process has {bound['units']} units")
        expect(len(bound["workers"]) <= 1 and all(cpus(worker) == {cpu} for worker in bound["workers"]), f"bound to {cpu}: {bound['workers']}")
    return everything


def limited(mine):
    """Ranks that nobody has bound and that are told to take one worker must not all take the same unit."""
    if len(mine) < 2:
        return
    one = start(HEDDLE_WORKERS="1")
    expect(one["units"] == 1, f"HEDDLE_WORKERS=1: {one['units']} units")
    expect(one["workers"] and all(cpus(worker) == mine for worker in one["workers"]), f"HEDDLE_WORKERS=1: workers are bound to {one['workers']}")


def in_groups(mine, memory):
    with Group("cpuset", mems=0, cpus=max(mine)) as group:
        if group:
            bound = start(groups=[group])
            expect(bound["units"] == 1, f"a cpuset of one: {bound['units']} units")
            expect(all(cpus(worker) == {max(mine)} for worker in bound["workers"]), f"a cpuset of {max(mine)}: {bound['workers']}")
    with Group("cpu", quota=50_000) as group:
        if group:
            quota = start(groups=[group])
            expect(quota["units"] == 1, f"a quota of half a unit: {quota['units']} units")
            expect(all(cpus(worker) == mine for worker in quota["workers"]), f"a quota binds workers to {quota['workers']}")
    limit = 1 << 30
    with Group("memory", memory=limit) as group:
        if group:
            small = start(groups=[group])
            expect(0 < small["memory"] <= limit < memory, f"a limit of {limit} bytes: {small['memory']}, and {memory} without")


def main():
    mine = os.sched_getaffinity(0)
    everything = one_worker_each(mine)
    limited(mine)
    in_groups(mine, everything["memory"])
    print(f"{len(mine)} units: {len(failures)} faults")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(rank() if sys.argv[1:2] == ["--rank"] else main())
