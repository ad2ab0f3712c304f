# SPDX-License-Identifier: Apache-2.0
"""python -m heddle: the device, where everything lies, and a self-test; python -m heddle env: lines for a shell."""
import argparse
import ctypes
import random
import shlex
import struct
import sys

from . import __getattr__ as attribute
from . import driver, environment

# Places in the dispatch table of the ICD interface (cl_khr_icd), which never change.
PLACES = {"clGetPlatformInfo": 1, "clGetDeviceIDs": 2, "clGetDeviceInfo": 3, "clCreateContext": 4, "clCreateCommandQueue": 9,
          "clCreateBuffer": 14, "clCreateProgramWithSource": 26, "clBuildProgram": 30, "clGetProgramBuildInfo": 33,
          "clCreateKernel": 34, "clSetKernelArg": 38, "clEnqueueReadBuffer": 48, "clEnqueueNDRangeKernel": 59,
          "clCreateProgramWithIL": 138}
CREATORS = ("clCreateContext", "clCreateCommandQueue", "clCreateBuffer", "clCreateProgramWithSource", "clCreateKernel", "clCreateProgramWithIL")
DEVICE_TYPE_ALL, TRUE, COPY_HOST_PTR = 0xFFFFFFFF, 1, 1 << 5
PLATFORM = {"name": 0x0902, "version": 0x0901}
DEVICE = {"device": 0x102B, "version": 0x102F, "driver": 0x102D}
UNITS, MEMORY, BUILD_LOG = 0x1002, 0x101F, 0x1183

SOURCE = b"""
kernel void self_test(global const float* a, global const float* b, global float* out, uint steps) {
  size_t i = get_global_id(0);
  float x = a[i];
  for (uint k = 0; k < steps; ++k) x = fma(x, 0.5f, b[i]);
  out[i] = x;
}"""
ITEMS, STEPS = 1000, 7

# kernel void seven(global uint* out) { *out = 7; }
MODULE = [0x07230203, 0x00010000, 0, 12, 0, 2 << 16 | 17, 4, 2 << 16 | 17, 6, 2 << 16 | 17, 11, 3 << 16 | 14, 2, 2,
          5 << 16 | 15, 6, 1, 0x65766573, 0x0000006E, 4 << 16 | 21, 2, 32, 0, 4 << 16 | 43, 2, 3, 7, 2 << 16 | 19, 4,
          4 << 16 | 32, 5, 5, 2, 4 << 16 | 33, 6, 4, 5, 5 << 16 | 54, 4, 1, 0, 6, 3 << 16 | 55, 5, 7, 2 << 16 | 248, 8,
          5 << 16 | 62, 7, 3, 2, 4, 1 << 16 | 253, 1 << 16 | 56]


class Failure(Exception):
    pass


class Driver:
    """The driver without a loader between."""

    def __init__(self, path):
        self.library = ctypes.CDLL(path)
        address = self.library.clGetExtensionFunctionAddress
        address.restype = ctypes.c_void_p
        get = ctypes.CFUNCTYPE(ctypes.c_int, ctypes.c_uint, ctypes.c_void_p, ctypes.c_void_p)(address(b"clIcdGetPlatformIDsKHR"))
        platform = ctypes.c_void_p()
        if get(1, ctypes.byref(platform), None) != 0:
            raise Failure("the driver has no platform")
        self.platform = platform
        self.table = ctypes.cast(platform, ctypes.POINTER(ctypes.POINTER(ctypes.c_void_p)))[0]
        self.device = ctypes.c_void_p()
        self.call("clGetDeviceIDs", platform, ctypes.c_ulong(DEVICE_TYPE_ALL), 1, ctypes.byref(self.device), None)

    def call(self, name, *arguments):
        """Calls a function; what creates an object returns it, what fails raises."""
        creates = name in CREATORS
        function = ctypes.CFUNCTYPE(ctypes.c_void_p if creates else ctypes.c_int)(self.table[PLACES[name]])
        error = ctypes.c_int(0)
        result = function(*arguments, ctypes.byref(error)) if creates else function(*arguments)
        if error.value or (not creates and result):
            raise Failure(f"{name} failed with error {error.value or result}")
        return ctypes.c_void_p(result) if creates else None

    def text(self, function, of, what):
        size = ctypes.c_size_t()
        self.call(function, of, what, ctypes.c_size_t(0), None, ctypes.byref(size))
        text = ctypes.create_string_buffer(size.value)
        self.call(function, of, what, size, text, None)
        return text.value.decode(errors="replace")

    def number(self, what):
        value = ctypes.c_ulonglong(0)
        size = ctypes.c_size_t()
        self.call("clGetDeviceInfo", self.device, what, ctypes.c_size_t(8), ctypes.byref(value), ctypes.byref(size))
        return value.value


class SelfTest:
    """Builds and runs kernels, and compares with what is right."""

    def __init__(self, cl):
        self.cl = cl
        devices = (ctypes.c_void_p * 1)(cl.device)
        self.context = cl.call("clCreateContext", None, 1, devices, None, None)
        self.queue = cl.call("clCreateCommandQueue", self.context, cl.device, ctypes.c_ulonglong(0))

    def buffer(self, values):
        return self.cl.call("clCreateBuffer", self.context, ctypes.c_ulonglong(COPY_HOST_PTR), ctypes.c_size_t(ctypes.sizeof(values)), values)

    def build(self, program):
        devices = (ctypes.c_void_p * 1)(self.cl.device)
        try:
            self.cl.call("clBuildProgram", program, 1, devices, b"", None, None)
        except Failure as failure:
            size = ctypes.c_size_t()
            self.cl.call("clGetProgramBuildInfo", program, self.cl.device, BUILD_LOG, ctypes.c_size_t(0), None, ctypes.byref(size))
            log = ctypes.create_string_buffer(size.value)
            self.cl.call("clGetProgramBuildInfo", program, self.cl.device, BUILD_LOG, size, log, None)
            raise Failure(f"{failure}: {log.value.decode(errors='replace')}") from None

    def run(self, kernel, arguments, items, out, result):
        for index, argument in enumerate(arguments):
            self.cl.call("clSetKernelArg", kernel, index, ctypes.c_size_t(ctypes.sizeof(argument)), ctypes.byref(argument))
        size = (ctypes.c_size_t * 1)(items)
        self.cl.call("clEnqueueNDRangeKernel", self.queue, kernel, 1, None, size, None, 0, None, None)
        self.cl.call("clEnqueueReadBuffer", self.queue, out, TRUE, ctypes.c_size_t(0), ctypes.c_size_t(ctypes.sizeof(result)), result, 0, None, None)

    def source(self):
        numbers = random.Random(1)
        a, b, result = ((ctypes.c_float * ITEMS)() for _ in range(3))
        for i in range(ITEMS):  # of few bits: every step is exact
            a[i], b[i] = numbers.randrange(4096), numbers.randrange(4096)
        text = (ctypes.c_char_p * 1)(SOURCE)
        program = self.cl.call("clCreateProgramWithSource", self.context, 1, text, None)
        self.build(program)
        kernel = self.cl.call("clCreateKernel", program, b"self_test")
        out = self.buffer(result)
        self.run(kernel, [self.buffer(a), self.buffer(b), out, ctypes.c_uint(STEPS)], ITEMS, out, result)
        for i in range(ITEMS):
            expected = a[i]
            for _ in range(STEPS):
                expected = expected * 0.5 + b[i]
            if result[i] != expected:
                raise Failure(f"work-item {i} computed {result[i]} instead of {expected}")

    def module(self):
        words = struct.pack(f"<{len(MODULE)}I", *MODULE)
        program = self.cl.call("clCreateProgramWithIL", self.context, words, ctypes.c_size_t(len(words)))
        self.build(program)
        result = (ctypes.c_int * 1)()
        out = self.buffer(result)
        self.run(self.cl.call("clCreateKernel", program, b"seven"), [out], 1, out, result)
        if result[0] != 7:
            raise Failure(f"a SPIR-V kernel wrote {result[0]} instead of 7")


def show():
    print(f"heddle-opencl {attribute('__version__')}")
    print(f"driver:   {driver()}")
    cl = Driver(driver())
    print(f"platform: {cl.text('clGetPlatformInfo', cl.platform, PLATFORM['name'])}, {cl.text('clGetPlatformInfo', cl.platform, PLATFORM['version'])}")
    print(f"device:   {cl.text('clGetDeviceInfo', cl.device, DEVICE['device'])}, {cl.number(UNITS)} compute units, "
          f"{cl.number(MEMORY) / 2**30:.1f} GiB, driver {cl.text('clGetDeviceInfo', cl.device, DEVICE['driver'])}")
    test = SelfTest(cl)
    test.source()
    print("OpenCL C: a kernel was built and run, and its results are right")
    test.module()
    print("SPIR-V:   a module was built and run, and its result is right")


def main():
    parser = argparse.ArgumentParser(prog="python -m heddle", description="Shows the OpenCL device of this package, and tests it.")
    parser.add_argument("command", nargs="?", choices=["show", "env"], default="show",
                        help="env: lines for a shell, so that every OpenCL program finds this driver: eval \"$(python -m heddle env)\"")
    if parser.parse_args().command == "env":
        for name, value in environment().items():
            print(f"export {name}={shlex.quote(value)}")
        return 0
    try:
        show()
    except (Failure, OSError) as failure:
        print(f"heddle: {failure}", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
