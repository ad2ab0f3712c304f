/* SPDX-License-Identifier: Apache-2.0
 * CL/cl_heddle.h from C99: the version is the driver's, and each extension is listed and answers.
 */
#include <CL/cl_heddle.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#if CL_HEDDLE_VERSION < CL_HEDDLE_MAKE_VERSION(0, 2, 0)
#error "CL_HEDDLE_VERSION is good for the preprocessor"
#endif

static void require(int holds, const char* what) {
  if (holds) return;
  fprintf(stderr, "failed: %s\n", what);
  exit(1);
}
#define REQUIRE(condition) require((condition), #condition)

static const char* kSource =
    "kernel void wide(global float* a) { size_t i = get_global_id(0); a[i] = a[i] * 3 + 1; }\n"
    "kernel void lonely(global uint* a) {\n"
    "  uint h = a[0];\n"
    "  if (get_global_id(0) == 0) printf(\"%u\\n\", h);\n"
    "}\n";

static void check_version(cl_device_id device) {
  char version[256], expected[64];
  REQUIRE(clGetDeviceInfo(device, CL_DRIVER_VERSION, sizeof version, version, NULL) == CL_SUCCESS);
  sprintf(expected, "%d.%d.%d-", CL_HEDDLE_VERSION_MAJOR, CL_HEDDLE_VERSION_MINOR,
          CL_HEDDLE_VERSION_PATCH);
  REQUIRE(strncmp(version, expected, strlen(expected)) == 0);
}

static void check_listed(cl_device_id device, const char* name) {
  char* names;
  size_t size;
  REQUIRE(clGetDeviceInfo(device, CL_DEVICE_EXTENSIONS, 0, NULL, &size) == CL_SUCCESS);
  names = malloc(size);
  REQUIRE(names != NULL);
  REQUIRE(clGetDeviceInfo(device, CL_DEVICE_EXTENSIONS, size, names, NULL) == CL_SUCCESS);
  REQUIRE(strstr(names, name) != NULL);
  free(names);
}

/* The answer about a kernel, a string that the caller frees. */
static char* report_of(cl_kernel kernel, cl_device_id device) {
  char* report;
  size_t size;
  REQUIRE(clGetKernelWorkGroupInfo(kernel, device, CL_KERNEL_REPORT_HEDDLE, 0, NULL, &size) ==
          CL_SUCCESS);
  report = malloc(size);
  REQUIRE(report != NULL);
  REQUIRE(clGetKernelWorkGroupInfo(kernel, device, CL_KERNEL_REPORT_HEDDLE, size - 1, report,
                                   NULL) == CL_INVALID_VALUE);
  REQUIRE(clGetKernelWorkGroupInfo(kernel, device, CL_KERNEL_REPORT_HEDDLE, size, report, NULL) ==
          CL_SUCCESS);
  REQUIRE(strlen(report) + 1 == size);
  return report;
}

static void check_report(cl_program program, cl_device_id device, const char* name, int is_wide) {
  cl_int error;
  cl_uint width = 0;
  size_t size = 0;
  char first[64];
  char* report;
  cl_kernel kernel = clCreateKernel(program, name, &error);
  REQUIRE(error == CL_SUCCESS);
  report = report_of(kernel, device);
  sprintf(first, "kernel '%s':\n", name);
  REQUIRE(strncmp(report, first, strlen(first)) == 0);
  REQUIRE(clGetKernelWorkGroupInfo(kernel, device, CL_KERNEL_VECTOR_WIDTH_HEDDLE, sizeof width,
                                   &width, &size) == CL_SUCCESS);
  REQUIRE(size == sizeof width);
  REQUIRE((width & (width - 1)) == 0 && (width > 1) == is_wide);
  sprintf(first, "  width %u", width);
  REQUIRE(strstr(report, first) != NULL);
  free(report);
  REQUIRE(clReleaseKernel(kernel) == CL_SUCCESS);
}

/* Nothing has placed a new buffer. */
static void check_placement(cl_context context, cl_device_id device) {
  cl_int error, node = 7;
  cl_uint times = 7;
  cl_ulong bytes = 7;
  cl_mem buffer = clCreateBuffer(context, CL_MEM_READ_WRITE, 4096, NULL, &error);
  REQUIRE(error == CL_SUCCESS);
  REQUIRE(clGetMemObjectInfo(buffer, CL_MEM_NUMA_NODE_HEDDLE, sizeof node, &node, NULL) ==
          CL_SUCCESS);
  REQUIRE(clGetMemObjectInfo(buffer, CL_MEM_PLACEMENTS_HEDDLE, sizeof times, &times, NULL) ==
          CL_SUCCESS);
  REQUIRE(clGetMemObjectInfo(buffer, CL_MEM_PLACED_BYTES_HEDDLE, sizeof bytes, &bytes, NULL) ==
          CL_SUCCESS);
  REQUIRE(node == -1 && times == 0 && bytes == 0);
  REQUIRE(clGetDeviceInfo(device, CL_DEVICE_NUMA_NODE_HEDDLE, sizeof node, &node, NULL) ==
          CL_SUCCESS);
  REQUIRE(node == -1); /* a root device is on all nodes */
  REQUIRE(clReleaseMemObject(buffer) == CL_SUCCESS);
}

int main(void) {
  cl_platform_id platform;
  cl_device_id device;
  cl_context context;
  cl_program program;
  cl_int error;
  REQUIRE(clGetPlatformIDs(1, &platform, NULL) == CL_SUCCESS);
  REQUIRE(clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 1, &device, NULL) == CL_SUCCESS);
  check_version(device);
  check_listed(device, CL_HEDDLE_KERNEL_REPORT_EXTENSION_NAME);
  check_listed(device, CL_HEDDLE_MEMORY_PLACEMENT_EXTENSION_NAME);
  context = clCreateContext(NULL, 1, &device, NULL, NULL, &error);
  REQUIRE(error == CL_SUCCESS);
  program = clCreateProgramWithSource(context, 1, &kSource, NULL, &error);
  REQUIRE(error == CL_SUCCESS);
  REQUIRE(clBuildProgram(program, 1, &device, "", NULL, NULL) == CL_SUCCESS);
  check_report(program, device, "wide", 1);
  check_report(program, device, "lonely", 0);
  check_placement(context, device);
  REQUIRE(clReleaseProgram(program) == CL_SUCCESS);
  REQUIRE(clReleaseContext(context) == CL_SUCCESS);
  return 0;
}
