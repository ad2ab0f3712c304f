// SPDX-License-Identifier: Apache-2.0
#include <cstring>

#include "session.h"

namespace {

constexpr int kWarmUp = 50;
constexpr int kRuns = 1000;
constexpr size_t kSmall = 4096;

/// The median time of one call of `run`.
template <typename Run>
double time_each(int runs, Run run) {
  std::vector<double> times;
  for (int i = 0; i < kWarmUp + runs; ++i) {
    const double start = now_us();
    run();
    if (i >= kWarmUp) times.push_back(now_us() - start);
  }
  return median(times);
}

void enqueue(const Session& session, cl_kernel kernel, size_t size) {
  check(clEnqueueNDRangeKernel(session.queue, kernel, 1, nullptr, &size, nullptr, 0, nullptr,
                               nullptr),
        "clEnqueueNDRangeKernel");
}

double empty_kernel(const Session& session) {
  cl_kernel kernel = session.build("__kernel void nothing(void) {}", "nothing");
  const double time = time_each(kRuns, [&] {
    enqueue(session, kernel, 1);
    check(clFinish(session.queue), "clFinish");
  });
  check(clReleaseKernel(kernel), "clReleaseKernel");
  return time;
}

/// 2,000 kernels of 256 work-items, each needs the result of the one before; time for one.
double chain(const Session& session) {
  constexpr cl_uint kLength = 2000;
  constexpr size_t kItems = 256;
  cl_kernel kernel = session.build(
      "__kernel void increment(__global uint* x) { x[get_global_id(0)] += 1; }", "increment");
  cl_mem buffer = session.create_buffer(kItems * sizeof(cl_uint));
  check(clSetKernelArg(kernel, 0, sizeof buffer, &buffer), "clSetKernelArg");
  std::vector<double> times;
  for (int run = 0; run < 6; ++run) {
    std::vector<cl_uint> values(kItems, 0);
    check(clEnqueueWriteBuffer(session.queue, buffer, CL_TRUE, 0, kItems * sizeof(cl_uint),
                               values.data(), 0, nullptr, nullptr),
          "clEnqueueWriteBuffer");
    const double start = now_us();
    for (cl_uint i = 0; i < kLength; ++i) enqueue(session, kernel, kItems);
    check(clFinish(session.queue), "clFinish");
    if (run > 0) times.push_back((now_us() - start) / kLength);
    check(clEnqueueReadBuffer(session.queue, buffer, CL_TRUE, 0, kItems * sizeof(cl_uint),
                              values.data(), 0, nullptr, nullptr),
          "clEnqueueReadBuffer");
    for (cl_uint value : values) check(value == kLength ? CL_SUCCESS : 1, "the chain of kernels");
  }
  check(clReleaseMemObject(buffer), "clReleaseMemObject");
  check(clReleaseKernel(kernel), "clReleaseKernel");
  return median(times);
}

/// The same kernels, recorded once in a command buffer, for which each replay costs one enqueue.
/// Negative if the driver has no command buffers of this revision (0.9.8).
double replayed_chain(const Session& session) {
  constexpr cl_uint kLength = 2000;
  constexpr size_t kItems = 256;
  using Handle = struct CommandBuffer*;
  using Properties = const cl_ulong*;
  cl_platform_id platform = nullptr;
  check(clGetDeviceInfo(session.device, CL_DEVICE_PLATFORM, sizeof platform, &platform, nullptr),
        "clGetDeviceInfo");
  const auto find = [&](const char* name) {
    return clGetExtensionFunctionAddressForPlatform(platform, name);
  };
  const auto create =
      reinterpret_cast<Handle (*)(cl_uint, const cl_command_queue*, Properties, cl_int*)>(
          find("clCreateCommandBufferKHR"));
  const auto record = reinterpret_cast<cl_int (*)(
      Handle, cl_command_queue, Properties, cl_kernel, cl_uint, const size_t*, const size_t*,
      const size_t*, cl_uint, const cl_uint*, cl_uint*, void**)>(find("clCommandNDRangeKernelKHR"));
  const auto finalize = reinterpret_cast<cl_int (*)(Handle)>(find("clFinalizeCommandBufferKHR"));
  const auto replay =
      reinterpret_cast<cl_int (*)(cl_uint, cl_command_queue*, Handle, cl_uint, const cl_event*,
                                  cl_event*)>(find("clEnqueueCommandBufferKHR"));
  const auto release = reinterpret_cast<cl_int (*)(Handle)>(find("clReleaseCommandBufferKHR"));
  // Of that revision on.
  if (!create || !record || !finalize || !replay || !release || !find("clCommandSVMMemcpyKHR"))
    return -1;

  cl_kernel kernel = session.build(
      "__kernel void increment(__global uint* x) { x[get_global_id(0)] += 1; }", "increment");
  cl_mem buffer = session.create_buffer(kItems * sizeof(cl_uint));
  std::vector<cl_uint> values(kItems, 0);
  check(clEnqueueWriteBuffer(session.queue, buffer, CL_TRUE, 0, kItems * sizeof(cl_uint),
                             values.data(), 0, nullptr, nullptr),
        "clEnqueueWriteBuffer");
  check(clSetKernelArg(kernel, 0, sizeof buffer, &buffer), "clSetKernelArg");
  cl_int status = CL_SUCCESS;
  Handle commands = create(1, &session.queue, nullptr, &status);
  check(status, "clCreateCommandBufferKHR");
  for (cl_uint i = 0; i < kLength; ++i)
    check(record(commands, nullptr, nullptr, kernel, 1, nullptr, &kItems, nullptr, 0, nullptr,
                 nullptr, nullptr),
          "clCommandNDRangeKernelKHR");
  check(finalize(commands), "clFinalizeCommandBufferKHR");
  constexpr cl_uint kReplays = 30;
  std::vector<double> times;
  for (cl_uint run = 0; run < kReplays; ++run) {
    const double start = now_us();
    check(replay(0, nullptr, commands, 0, nullptr, nullptr), "clEnqueueCommandBufferKHR");
    check(clFinish(session.queue), "clFinish");
    if (run > 0) times.push_back((now_us() - start) / kLength);
  }
  check(clEnqueueReadBuffer(session.queue, buffer, CL_TRUE, 0, kItems * sizeof(cl_uint),
                            values.data(), 0, nullptr, nullptr),
        "clEnqueueReadBuffer");
  for (cl_uint value : values)
    check(value == kLength * kReplays ? CL_SUCCESS : 1, "the replayed kernels");
  check(release(commands), "clReleaseCommandBufferKHR");
  check(clReleaseMemObject(buffer), "clReleaseMemObject");
  check(clReleaseKernel(kernel), "clReleaseKernel");
  return median(times);
}

}  // namespace

std::vector<Figure> measure_commands(const Session& session) {
  std::vector<Figure> figures;
  figures.push_back({"enqueue and finish of an empty kernel", empty_kernel(session), "us"});
  figures.push_back({"chain of 2,000 small kernels, each", chain(session), "us"});
  if (const double time = replayed_chain(session); time >= 0)
    figures.push_back({"the same chain in a command buffer, each", time, "us"});

  cl_mem buffer = session.create_buffer(kSmall);
  std::vector<unsigned char> bytes(kSmall, 7);
  figures.push_back({"blocking write of 4 KiB",
                     time_each(kRuns,
                               [&] {
                                 check(
                                     clEnqueueWriteBuffer(session.queue, buffer, CL_TRUE, 0, kSmall,
                                                          bytes.data(), 0, nullptr, nullptr),
                                     "clEnqueueWriteBuffer");
                               }),
                     "us"});
  figures.push_back({"blocking read of 4 KiB",
                     time_each(kRuns,
                               [&] {
                                 check(
                                     clEnqueueReadBuffer(session.queue, buffer, CL_TRUE, 0, kSmall,
                                                         bytes.data(), 0, nullptr, nullptr),
                                     "clEnqueueReadBuffer");
                               }),
                     "us"});
  figures.push_back({"map, unmap and finish of 4 KiB",
                     time_each(kRuns,
                               [&] {
                                 cl_int status;
                                 void* mapped = clEnqueueMapBuffer(
                                     session.queue, buffer, CL_TRUE, CL_MAP_READ | CL_MAP_WRITE, 0,
                                     kSmall, 0, nullptr, nullptr, &status);
                                 check(status, "clEnqueueMapBuffer");
                                 check(clEnqueueUnmapMemObject(session.queue, buffer, mapped, 0,
                                                               nullptr, nullptr),
                                       "clEnqueueUnmapMemObject");
                                 check(clFinish(session.queue), "clFinish");
                               }),
                     "us"});
  check(clReleaseMemObject(buffer), "clReleaseMemObject");
  return figures;
}
