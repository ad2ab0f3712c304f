#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""What calls of dpnp (numpy in SYCL) cost, each many times, as lines for compare.py: docs/sycl.md says how it is run.

Needs a Python that has dpnp, by the first line of the system's `env`: its venv comes first in PATH.
"""
import time

import dpnp as np

SECONDS = 0.05  # for each of five measurements; the fastest counts


def report(name, call):
    queue.wait()
    begin = time.perf_counter()
    call()
    queue.wait()
    first = time.perf_counter() - begin
    count = max(1, min(100, int(SECONDS / first)))
    best = first
    for _ in range(5):
        begin = time.perf_counter()
        for _ in range(count):
            call()
        queue.wait()
        best = min(best, (time.perf_counter() - begin) / count)
    print(f"first {name}\t{first * 1e3:.3f}\tms")
    print(f"{name}\t{best * 1e6:.1f}\tus")


def chain():
    for _ in range(100):
        few.__iadd__(1)


few = np.random.rand(1000).astype("f4")
many = np.random.rand(1_000_000).astype("f4")
whole = np.asarray(np.random.rand(100_000) * 1e6, dtype="i4")
matrix = np.random.rand(128, 128).astype("f4") + 128 * np.eye(128, dtype="f4")
queue = few.sycl_queue
report("add 1e3", lambda: few + few)
report("sin 1e3", lambda: np.sin(few))
report("add 1e6", lambda: many + many)
report("exp 1e6", lambda: np.exp(many))
report("where 1e6", lambda: np.where(many > 0.5, many, few[0]))
report("100 times += 1e3", chain)
report("sum 1e3", lambda: np.sum(few))
report("sum 1e6", lambda: np.sum(many))
report("max 1e6", lambda: np.max(many))
report("argmax 1e6", lambda: np.argmax(many))
report("cumsum 1e6", lambda: np.cumsum(many))
report("sort 1e3", lambda: np.sort(few))
report("sort int 1e5", lambda: np.sort(whole))
report("sort 1e6", lambda: np.sort(many))
report("argsort int 1e5", lambda: np.argsort(whole))
report("dot 128", lambda: np.dot(matrix, matrix))
report("solve 128", lambda: np.linalg.solve(matrix, matrix[0]))
report("det 128", lambda: np.linalg.det(matrix))
report("fft 1024", lambda: np.fft.fft(few))
report("fft 65536", lambda: np.fft.fft(many[:65536]))
