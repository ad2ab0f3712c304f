# SPDX-License-Identifier: Apache-2.0
"""A parameter sweep and a reduction of more data than a process may have, on Dask's workers with pyopencl.

    python study.py --workers 4 --folder /tmp/study --kill

Each worker is a process with a device of its own. --kill kills one in each part while it computes: Dask starts another, which does again
what is lost. Both results are compared with those of this process alone, and with numpy's.
"""

import argparse
import os
import resource
import signal
import sys
import time
from pathlib import Path

import dask
import numpy as np
from distributed import Client, LocalCluster, as_completed

from tasks import FIRST, LAST, combine, summarise, sweep, warm_up


def write_chunk(folder, number, options):
    """Numbers whose mean depends on the chunk, so that one that is missing or taken twice is seen."""
    path = Path(folder) / f"chunk-{number}"
    np.random.default_rng(number).integers(0, 2**31 + number * 2**24, options.megabytes << 18, dtype=np.uint32).tofile(path)
    return path


class Killer:
    """Kills a worker that is at work, once there is a result to lose."""

    def __init__(self, client, wanted):
        self.client, self.wanted = client, wanted
        self.killed = []

    def __call__(self):
        if not self.wanted or self.killed:
            return
        busy = [address for address, tasks in self.client.processing().items() if tasks]
        if busy:
            process = self.client.run(os.getpid, workers=busy[:1])[busy[0]]
            os.kill(process, signal.SIGKILL)
            self.killed.append(process)


def wait_for(futures, killer):
    for _ in as_completed(futures):
        killer()


def run_sweep(client, options):
    begin, killer = time.perf_counter(), Killer(client, options.kill)
    futures = client.map(sweep, range(options.blocks), options=options, key="sweep")
    wait_for(futures, killer)
    return np.concatenate(client.gather(futures)), killer.killed, time.perf_counter() - begin


def run_reduction(client, paths, options):
    """A tree: four results become one wherever two of them are."""
    begin, killer = time.perf_counter(), Killer(client, options.kill)
    futures = client.map(summarise, paths, key="summarise", pure=False)
    wait_for(futures, killer)
    while len(futures) > 1:
        futures = [client.submit(combine, futures[i:i + 4], pure=False) for i in range(0, len(futures), 4)]
    return futures[0].result(), killer.killed, time.perf_counter() - begin


def peak():
    """The most memory that this process had, in MB, with the pages of files that it read."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024


def lyapunov_by_numpy(options):
    step = (LAST - FIRST) / (options.blocks * options.parameters)
    first = FIRST + step * options.parameters * np.repeat(np.arange(options.blocks), options.parameters)
    r = first + step * np.tile(np.arange(options.parameters), options.blocks)
    x, total = np.full_like(r, 0.5), np.zeros_like(r)
    for _ in range(options.rounds):
        x = r * x * (1 - x)
        total += np.log(np.abs(r * (1 - 2 * x)) + 1e-300)
    return total / options.rounds


def summary_by_numpy(paths):
    parts = []
    for path in paths:
        numbers = np.fromfile(path, dtype=np.uint32)
        parts.append((int(numbers.sum(dtype=np.uint64)), int(numbers.max()), np.bincount(numbers >> 24, minlength=256).astype(np.uint64)))
    return combine(parts)


def same_summary(one, other):
    return one[:2] == other[:2] and np.array_equal(one[2], other[2])


def parse():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("--memory", default="512MiB", help="limit of each worker")
    parser.add_argument("--folder", type=Path, required=True, help="where the reduction's data is written, and removed")
    parser.add_argument("--blocks", type=int, default=24, help="tasks of the sweep")
    parser.add_argument("--parameters", type=int, default=4096, help="parameters of a task")
    parser.add_argument("--rounds", type=int, default=2000)
    parser.add_argument("--chunks", type=int, default=48, help="files of the reduction")
    parser.add_argument("--megabytes", type=int, default=32, help="size of a file")
    parser.add_argument("--kill", action="store_true")
    return parser.parse_args()


def study(client, options):
    """Runs both parts. Returns the number of wrong results."""
    paths = [write_chunk(options.folder, number, options) for number in range(options.chunks)]
    client.run(warm_up)
    before = client.run(peak)
    exponents, killed, seconds = run_sweep(client, options)
    right = np.array_equal(exponents, np.concatenate([sweep(block, options) for block in range(options.blocks)]))
    close = np.allclose(exponents, lyapunov_by_numpy(options), rtol=1e-9, atol=1e-9)
    print(f"sweep: {options.blocks} tasks of {options.parameters} parameters in {seconds:.2f} s, workers killed: {len(killed)}, "
          f"as one process: {right}, as numpy: {close}")
    wrong = (not right) + (not close)

    summary, killed_then, seconds = run_reduction(client, paths, options)
    # Peaks of workers that started since are those of a process that had nothing before.
    grown = max(peak - before.get(address, min(before.values())) for address, peak in client.run(peak).items())
    right = same_summary(summary, combine([summarise(path) for path in paths]))
    close = same_summary(summary, summary_by_numpy(paths))
    print(f"reduction: {options.chunks} files of {options.megabytes} MB in {seconds:.2f} s, workers killed: {len(killed_then)}, "
          f"as one process: {right}, as numpy: {close}, most memory of a worker grew by {grown:.0f} MB")
    wrong += (not right) + (not close)
    for path in paths:
        path.unlink()
    if options.kill and not (killed and killed_then):
        print("no worker was killed: the tasks are too short")
        wrong += 1
    return wrong


def main():
    options = parse()
    options.folder.mkdir(parents=True, exist_ok=True)
    # What is lost with a worker is done again; its tasks are not to blame.
    with dask.config.set({"distributed.scheduler.allowed-failures": 3, "temporary-directory": str(options.folder)}), \
            LocalCluster(n_workers=options.workers, threads_per_worker=1, memory_limit=options.memory, host="127.0.0.1",
                         dashboard_address=None) as cluster, Client(cluster) as client:
        return 1 if study(client, options) else 0


if __name__ == "__main__":
    sys.exit(main())
