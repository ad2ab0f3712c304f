# SPDX-License-Identifier: Apache-2.0
"""Just enough of OpenCL for tests in Python, through the loader and without a package."""
import ctypes

SOURCE = b"kernel void k(global int* x) { for (int i = 0; i < 20000; ++i) x[get_global_id(0)] = x[get_global_id(0)] * 3 + i; }"
ITEMS, LAUNCHES = 1 << 14, 8
UNITS, MEMORY = 0x1002, 0x101F  # CL_DEVICE_MAX_COMPUTE_UNITS, CL_DEVICE_GLOBAL_MEM_SIZE


def platforms():
    """{name: handle} of all that the loader finds."""
    cl, count = ctypes.CDLL("libOpenCL.so.1"), ctypes.c_uint()
    cl.clGetPlatformIDs(0, None, ctypes.byref(count))
    handles = (ctypes.c_void_p * count.value)()
    cl.clGetPlatformIDs(count, handles, None)
    found = {}
    for handle in handles:
        name = ctypes.create_string_buffer(256)
        cl.clGetPlatformInfo(ctypes.c_void_p(handle), 0x0902, ctypes.c_size_t(256), name, None)
        found[name.value.decode()] = handle
    return found


class Device:
    """The first device of a platform, or of the first one."""

    def __init__(self, platform=None):
        self.cl = ctypes.CDLL("libOpenCL.so.1")
        for name in ("clCreateContext", "clCreateCommandQueue", "clCreateProgramWithSource", "clCreateKernel", "clCreateBuffer"):
            getattr(self.cl, name).restype = ctypes.c_void_p
        platform, self.device = ctypes.c_void_p(platform or next(iter(platforms().values()))), ctypes.c_void_p()
        self.check(self.cl.clGetDeviceIDs(platform, ctypes.c_uint64(0xFFFFFFFF), 1, ctypes.byref(self.device), None))

    @staticmethod
    def check(status):
        assert status == 0, status

    def info(self, name):
        value = ctypes.c_uint64(0)
        self.check(self.cl.clGetDeviceInfo(self.device, name, ctypes.c_size_t(8), ctypes.byref(value), None))
        return value.value

    def build(self, source=SOURCE):
        """Returns a context, a program and the status of its build."""
        cl, device, null = self.cl, self.device, None
        context = ctypes.c_void_p(cl.clCreateContext(null, 1, ctypes.byref(device), null, null, null))
        text = ctypes.c_char_p(source)
        program = ctypes.c_void_p(cl.clCreateProgramWithSource(context, 1, ctypes.byref(text), null, null))
        return context, program, cl.clBuildProgram(program, 1, ctypes.byref(device), b"", null, null)

    def run(self):
        """Runs a kernel long enough for all workers to begin, and checks what it computed."""
        cl, null = self.cl, None
        context, program, status = self.build()
        self.check(status)
        queue = ctypes.c_void_p(cl.clCreateCommandQueue(context, self.device, ctypes.c_uint64(0), null))
        kernel = ctypes.c_void_p(cl.clCreateKernel(program, b"k", null))
        numbers, size, bytes_ = (ctypes.c_uint32 * ITEMS)(), ctypes.c_size_t(ITEMS), ctypes.c_size_t(4 * ITEMS)
        memory = ctypes.c_void_p(cl.clCreateBuffer(context, ctypes.c_uint64(1 | 1 << 5), bytes_, numbers, null))  # READ_WRITE, COPY_HOST_PTR
        self.check(cl.clSetKernelArg(kernel, 0, ctypes.c_size_t(8), ctypes.byref(memory)))
        for _ in range(LAUNCHES):
            self.check(cl.clEnqueueNDRangeKernel(queue, kernel, 1, null, ctypes.byref(size), null, 0, null, null))
        self.check(cl.clEnqueueReadBuffer(queue, memory, 1, ctypes.c_size_t(0), bytes_, numbers, 0, null, null))
        right = 0
        for i in list(range(20000)) * LAUNCHES:
            right = (right * 3 + i) & 0xFFFFFFFF
        assert set(numbers) == {right}, "the kernel's results are wrong"
