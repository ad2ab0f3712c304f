# SPDX-License-Identifier: Apache-2.0
"""The few calls of OpenCL that the tests of math functions need, through ctypes: no package beside Python is wanted."""
import ctypes
import ctypes.util

DEVICE_TYPE_ALL = 0xFFFFFFFF
DEVICE_EXTENSIONS, DEVICE_NAME = 0x1030, 0x102B
MEM_READ_WRITE, MEM_COPY_HOST_PTR = 1, 1 << 5
PROGRAM_BUILD_LOG = 0x1183

Handle = ctypes.c_void_p


class Error(Exception):
    pass


class Device:
    """The first device of the only platform that the loader shows, with a context and a queue."""

    def __init__(self):
        self.lib = ctypes.CDLL(ctypes.util.find_library("OpenCL") or "libOpenCL.so.1")
        for name in ("clCreateContext", "clCreateCommandQueue", "clCreateProgramWithSource", "clCreateKernel", "clCreateBuffer"):
            getattr(self.lib, name).restype = Handle
        count, platforms = ctypes.c_uint(), (Handle * 8)()
        self.check("clGetPlatformIDs", 8, platforms, ctypes.byref(count))
        if count.value != 1:
            raise Error(f"the loader shows {count.value} platforms instead of one")
        self.device = Handle()
        self.check("clGetDeviceIDs", Handle(platforms[0]), ctypes.c_ulong(DEVICE_TYPE_ALL), 1, ctypes.byref(self.device), None)
        self.context = self.make("clCreateContext", None, 1, ctypes.byref(self.device), None, None)
        self.queue = self.make("clCreateCommandQueue", self.context, self.device, ctypes.c_ulong(0))

    def check(self, name, *arguments):
        error = getattr(self.lib, name)(*arguments)
        if error != 0:
            raise Error(f"{name} returns {error}")

    def make(self, name, *arguments):
        error = ctypes.c_int()
        handle = getattr(self.lib, name)(*arguments, ctypes.byref(error))
        if error.value != 0:
            raise Error(f"{name} returns {error.value}")
        return Handle(handle)

    def text(self, query):
        size = ctypes.c_size_t()
        self.check("clGetDeviceInfo", self.device, query, 0, None, ctypes.byref(size))
        text = ctypes.create_string_buffer(size.value)
        self.check("clGetDeviceInfo", self.device, query, size, text, None)
        return text.value.decode()

    def program(self, source, options):
        text = ctypes.c_char_p(source.encode())
        program = self.make("clCreateProgramWithSource", self.context, 1, ctypes.byref(text), None)
        if self.lib.clBuildProgram(program, 1, ctypes.byref(self.device), options.encode(), None, None) != 0:
            log = ctypes.create_string_buffer(1 << 16)
            self.lib.clGetProgramBuildInfo(program, self.device, PROGRAM_BUILD_LOG, ctypes.c_size_t(len(log)), log, None)
            raise Error("a program does not build:\n" + log.value.decode(errors="replace"))
        return program

    def release_program(self, program):
        self.check("clReleaseProgram", program)

    def buffer(self, data):
        """A buffer that begins with these bytes."""
        return self.make("clCreateBuffer", self.context, ctypes.c_ulong(MEM_READ_WRITE | MEM_COPY_HOST_PTR),
                         ctypes.c_size_t(len(data)), data)

    def run(self, program, name, items, inputs, result_size):
        """Runs a kernel over so many work-items. Its arguments are inputs (bytes), then the result, whose bytes are returned."""
        kernel = self.make("clCreateKernel", program, name.encode())
        result = bytearray(b"\xc5" * result_size)
        buffers = [self.buffer(data) for data in (*inputs, bytes(result))]
        for index, buffer in enumerate(buffers):
            self.check("clSetKernelArg", kernel, index, ctypes.c_size_t(ctypes.sizeof(Handle)), ctypes.byref(buffer))
        size = ctypes.c_size_t(items)
        self.check("clEnqueueNDRangeKernel", self.queue, kernel, 1, None, ctypes.byref(size), None, 0, None, None)
        target = (ctypes.c_char * result_size).from_buffer(result)
        self.check("clEnqueueReadBuffer", self.queue, buffers[-1], 1, ctypes.c_size_t(0), ctypes.c_size_t(result_size), target,
                   0, None, None)
        for buffer in buffers:
            self.check("clReleaseMemObject", buffer)
        self.check("clReleaseKernel", kernel)
        return bytes(result)
