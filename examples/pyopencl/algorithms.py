# SPDX-License-Identifier: Apache-2.0
"""Sorts, scans and reduces large arrays with pyopencl's own algorithms and checks them with numpy.

usage: algorithms.py [number of elements]
"""

import sys
import time

import numpy as np
import pyopencl as cl
import pyopencl.array as cl_array
from pyopencl.algorithm import RadixSort, copy_if
from pyopencl.bitonic_sort import BitonicSort
from pyopencl.reduction import ReductionKernel
from pyopencl.scan import ExclusiveScanKernel, GenericScanKernel, InclusiveScanKernel

failures = 0


def check(name, size, run, expected, tolerance=0.0):
    """Runs `run` twice (the first time builds its kernels), times the second and compares."""
    global failures
    run()
    start = time.perf_counter()
    result = run()
    milliseconds = 1e3 * (time.perf_counter() - start)
    if tolerance:
        right = np.allclose(result, expected, rtol=tolerance, atol=0)
    else:
        right = np.array_equal(result, expected)
    failures += not right
    print(f"  {name:<44}{size:>10} elements {milliseconds:>9.2f} ms  {'right' if right else 'WRONG'}",
          flush=True)


def sorts(context, queue, random, count):
    keys = random.integers(0, 2**32, count, dtype=np.uint32)
    on_device = cl_array.to_device(queue, keys)
    radix = RadixSort(context, "unsigned int *keys", key_expr="keys[i]", sort_arg_names=["keys"],
                      key_dtype=np.uint32)
    expected = np.sort(keys)
    check("RadixSort of uint32", count, lambda: radix(on_device, queue=queue)[0][0].get(), expected)

    size = 1 << (count.bit_length() - 2)  # a power of two
    floats = random.standard_normal(size).astype(np.float32)
    bitonic = BitonicSort(context)

    def sort_floats():
        array = cl_array.to_device(queue, floats)
        return bitonic(array, queue=queue)[0].get()

    check("BitonicSort of float32", size, sort_floats, np.sort(floats))


def scans(context, queue, random, count):
    values = random.integers(-1000, 1000, count, dtype=np.int32)

    def in_place(kernel, values):
        def run():
            array = cl_array.to_device(queue, values)
            kernel(array)
            return array.get()
        return run

    inclusive = InclusiveScanKernel(context, np.int32, "a+b", neutral="0")
    check("InclusiveScanKernel, sum of int32", count, in_place(inclusive, values),
          np.cumsum(values, dtype=np.int32))
    exclusive = ExclusiveScanKernel(context, np.int32, "a+b", neutral="0")
    check("ExclusiveScanKernel, sum of int32", count, in_place(exclusive, values),
          np.concatenate(([0], np.cumsum(values[:-1], dtype=np.int32))))
    largest = InclusiveScanKernel(context, np.int32, "a > b ? a : b", neutral="INT_MIN")
    check("InclusiveScanKernel, maximum of int32", count, in_place(largest, values),
          np.maximum.accumulate(values))

    # A segmented sum: starts again wherever a flag stands.
    flags = (random.random(count) < 0.001).astype(np.int8)
    segmented = GenericScanKernel(
        context, np.int32, arguments="__global int *values, __global char *flags, __global int *out",
        input_expr="values[i]", scan_expr="across_seg_boundary ? b : (a + b)", neutral="0",
        is_segment_start_expr="flags[i]", output_statement="out[i] = item;")
    device_values = cl_array.to_device(queue, values)
    device_flags = cl_array.to_device(queue, flags)
    out = cl_array.empty_like(device_values)

    def run_segmented():
        segmented(device_values, device_flags, out)
        return out.get()

    sums = np.cumsum(values, dtype=np.int64)
    start = np.maximum.accumulate(np.where(flags != 0, np.arange(count), 0))
    before = np.where(start > 0, sums[start - 1], 0)
    check("GenericScanKernel, segmented sum", count, run_segmented, (sums - before).astype(np.int32))

    def run_copy_if():
        chosen, number, event = copy_if(device_values, "ary[i] > 500", queue=queue)
        event.wait()
        return chosen.get()[:int(number.get())]

    check("copy_if (stream compaction)", count, run_copy_if, values[values > 500])


def reductions(context, queue, random, count):
    a = random.standard_normal(count).astype(np.float32)
    b = random.standard_normal(count).astype(np.float32)
    device_a, device_b = cl_array.to_device(queue, a), cl_array.to_device(queue, b)
    squares = ReductionKernel(context, np.float32, neutral="0", reduce_expr="a+b",
                              map_expr="x[i]*x[i]+y[i]*y[i]",
                              arguments="__global const float *x, __global const float *y")
    exact = np.sum(a.astype(np.float64) ** 2 + b.astype(np.float64) ** 2)
    check("ReductionKernel, sum of squares", count, lambda: squares(device_a, device_b).get(), exact, 1e-4)
    check("pyopencl.array.max", count, lambda: cl_array.max(device_a).get(), a.max())
    check("pyopencl.array.min", count, lambda: cl_array.min(device_a).get(), a.min())
    check("pyopencl.array.sum of |a|", count, lambda: cl_array.sum(abs(device_a)).get(),
          np.sum(np.abs(a), dtype=np.float64), 1e-4)
    check("pyopencl.array.vdot of |a|, |b|", count,
          lambda: cl_array.vdot(abs(device_a), abs(device_b)).get(),
          np.dot(np.abs(a).astype(np.float64), np.abs(b)), 1e-4)
    check("arithmetic on arrays: 2*a - b/4", count, lambda: (2 * device_a - device_b / 4).get(),
          np.float32(2) * a - b / np.float32(4), 1e-5)


def main():
    count = int(sys.argv[1]) if len(sys.argv) > 1 else 1 << 21
    platforms = cl.get_platforms()
    if len(platforms) != 1:
        sys.exit(f"expected one platform, found {[platform.name for platform in platforms]}")
    device = platforms[0].get_devices()[0]
    print(f"  {device.name}, {device.version}; pyopencl {cl.VERSION_TEXT}, numpy {np.__version__}")
    context = cl.Context([device])
    queue = cl.CommandQueue(context)
    random = np.random.default_rng(20)
    for part in (sorts, scans, reductions):
        part(context, queue, random, count)
    if failures:
        sys.exit(f"{failures} results are wrong")


main()
