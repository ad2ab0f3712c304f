# SPDX-License-Identifier: Apache-2.0
"""What the workers of study.py run: a module of its own, which each of them imports."""

import functools

import numpy as np
import pyopencl as cl

SOURCE = r"""
#pragma OPENCL FP_CONTRACT OFF
// How fast two neighbours of the logistic map part: below 0 they do not.
kernel void lyapunov(double first, double step, int rounds, global double* out) {
  const double r = first + step * get_global_id(0);
  double x = 0.5, sum = 0;
  for (int i = 0; i < rounds; ++i) {
    x = r * x * (1 - x);
    sum += log(fabs(r * (1 - 2 * x)) + 1e-300);
  }
  out[get_global_id(0)] = sum / rounds;
}
// Each work-item takes every size-th number.
kernel void summarise(global const uint* numbers, ulong count, global ulong* sums, global uint* largest, global uint* histogram) {
  ulong sum = 0;
  uint most = 0;
  for (ulong i = get_global_id(0); i < count; i += get_global_size(0)) {
    const uint number = numbers[i];
    sum += number;
    most = max(most, number);
    atomic_inc(histogram + (number >> 24));
  }
  sums[get_global_id(0)] = sum;
  largest[get_global_id(0)] = most;
}
"""
ITEMS = 4096  # of summarise
FIRST, LAST = 3.4, 4.0  # parameters of the sweep


@functools.cache
def device():
    """The queue and the kernels of this process, made when its first task comes: contexts cannot be sent."""
    context = cl.Context([cl.get_platforms()[0].get_devices()[0]])
    program = cl.Program(context, SOURCE).build()
    return cl.CommandQueue(context), program.lyapunov, program.summarise


def warm_up():
    device()


def sweep(block, options):
    """The exponents of one block of parameters."""
    queue, kernel, _ = device()
    step = (LAST - FIRST) / (options.blocks * options.parameters)
    out = np.empty(options.parameters)
    buffer = cl.Buffer(queue.context, cl.mem_flags.WRITE_ONLY, out.nbytes)
    kernel(queue, out.shape, None, np.float64(FIRST + step * block * options.parameters), np.float64(step), np.int32(options.rounds), buffer)
    cl.enqueue_copy(queue, out, buffer)
    return out


def summarise(path):
    """Sum, largest number and histogram of one file. The kernel reads the mapped file itself: on a CPU nothing is copied."""
    queue, _, kernel = device()
    numbers = np.memmap(path, dtype=np.uint32, mode="r")
    flags = cl.mem_flags
    data = cl.Buffer(queue.context, flags.READ_ONLY | flags.USE_HOST_PTR, hostbuf=numbers)
    sums, largest, histogram = np.empty(ITEMS, np.uint64), np.empty(ITEMS, np.uint32), np.zeros(256, np.uint32)
    results = [cl.Buffer(queue.context, flags.READ_WRITE | flags.COPY_HOST_PTR, hostbuf=array) for array in (sums, largest, histogram)]
    kernel(queue, (ITEMS,), None, data, np.uint64(numbers.size), *results)
    for array, buffer in zip((sums, largest, histogram), results):
        cl.enqueue_copy(queue, array, buffer)
    data.release()
    return int(sums.sum()), int(largest.max()), histogram.astype(np.uint64)


def combine(parts):
    sums, largest, histograms = zip(*parts)
    return sum(sums), max(largest), np.sum(histograms, axis=0)
