// SPDX-License-Identifier: Apache-2.0
#include "runner.h"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <sstream>
#include <stdexcept>

#include "clock.h"
#include "open_device.h"

namespace heddle::bench {
namespace {

constexpr cl_uchar kPoison = 0xc5;  // what an output holds before the first run
constexpr int kMinRuns = 3;
constexpr double kWarmUpUs = 50e3;  // a driver may compile a better kernel meanwhile

struct Failure : std::runtime_error {
  using std::runtime_error::runtime_error;
};

void require(cl_int status, const char* call) {
  if (status == CL_SUCCESS) return;
  throw Failure(std::string(call) + " failed with error " + std::to_string(status));
}

std::string device_text(cl_device_id device, cl_device_info name) {
  size_t size = 0;
  require(clGetDeviceInfo(device, name, 0, nullptr, &size), "clGetDeviceInfo");
  std::string text(size, '\0');
  require(clGetDeviceInfo(device, name, size, text.data(), nullptr), "clGetDeviceInfo");
  return text.c_str();  // up to the terminator
}

/// The kernel object and the buffers of one benchmark.
class Launch {
 public:
  Launch(cl_context context, cl_command_queue queue, const Bench& bench, bool in_cpu_time)
      : context_(context), queue_(queue), bench_(bench), clock_(in_cpu_time ? cpu_us : now_us) {}
  Launch(const Launch&) = delete;
  Launch& operator=(const Launch&) = delete;
  ~Launch() {
    for (cl_mem buffer : buffers_) {
      if (buffer) clReleaseMemObject(buffer);
    }
    if (kernel_) clReleaseKernel(kernel_);
  }

  void prepare(cl_program program) {
    cl_int status;
    kernel_ = clCreateKernel(program, bench_.kernel.c_str(), &status);
    require(status, "clCreateKernel");
    for (const Argument& argument : bench_.arguments) {
      data_.arguments.emplace_back();
      buffers_.push_back(nullptr);
      add(argument);
    }
  }

  /// One execution from enqueue to finish; its time.
  double run() {
    for (size_t i = 0; i < bench_.arguments.size(); ++i) {
      if (bench_.arguments[i].kind == Argument::Kind::kInOut) write(i, data_.arguments[i]);
    }
    const double start = clock_();
    if (bench_.passes.empty()) enqueue();
    for (const auto& pass : bench_.passes) {
      for (const Override& change : pass) apply(change);
      enqueue();
    }
    require(clFinish(queue_), "clFinish");
    return clock_() - start;
  }

  /// The result of the run before. The input of buffers that are in_out stays in data_.
  Data result() {
    Data data = data_;
    for (size_t i = 0; i < buffers_.size(); ++i) {
      const Argument& argument = bench_.arguments[i];
      if (argument.kind != Argument::Kind::kOutput && argument.kind != Argument::Kind::kInOut)
        continue;
      data.arguments[i].resize(argument.size);
      read(i, data.arguments[i]);
    }
    return data;
  }

 private:
  void add(const Argument& argument) {
    const cl_uint index = static_cast<cl_uint>(buffers_.size() - 1);
    std::vector<std::byte>& bytes = data_.arguments.back();
    if (argument.fill) {
      bytes.resize(argument.size);
      argument.fill(bytes.data());
    }
    if (!argument.is_buffer()) {
      require(clSetKernelArg(kernel_, index, argument.size, argument.fill ? bytes.data() : nullptr),
              "clSetKernelArg");
      return;
    }
    cl_int status;
    if (argument.image.width != 0) {
      buffers_[index] = make_image(argument.image);
      if (argument.fill) write(index, bytes);
      require(clSetKernelArg(kernel_, index, sizeof(cl_mem), &buffers_[index]), "clSetKernelArg");
      return;
    }
    buffers_[index] = clCreateBuffer(context_, CL_MEM_READ_WRITE, argument.size, nullptr, &status);
    require(status, "clCreateBuffer");
    if (argument.fill) {
      write(index, bytes);
    } else {
      require(clEnqueueFillBuffer(queue_, buffers_[index], &kPoison, 1, 0, argument.size, 0,
                                  nullptr, nullptr),
              "clEnqueueFillBuffer");
    }
    if (argument.kind == Argument::Kind::kScratch) return;
    require(clSetKernelArg(kernel_, index, sizeof(cl_mem), &buffers_[index]), "clSetKernelArg");
  }

  cl_mem make_image(const ImageShape& shape) {
    cl_image_desc desc{};
    desc.image_type = shape.depth ? CL_MEM_OBJECT_IMAGE3D : CL_MEM_OBJECT_IMAGE2D;
    desc.image_width = shape.width;
    desc.image_height = shape.height;
    desc.image_depth = shape.depth;
    cl_int status;
    cl_mem image =
        clCreateImage(context_, CL_MEM_READ_WRITE, &shape.format, &desc, nullptr, &status);
    require(status, "clCreateImage");
    return image;
  }

  void read(size_t index, std::vector<std::byte>& bytes) {
    const ImageShape& shape = bench_.arguments[index].image;
    if (shape.width == 0) {
      require(clEnqueueReadBuffer(queue_, buffers_[index], CL_TRUE, 0, bytes.size(), bytes.data(),
                                  0, nullptr, nullptr),
              "clEnqueueReadBuffer");
      return;
    }
    const size_t origin[3] = {},
                 region[3] = {shape.width, shape.height, std::max<size_t>(shape.depth, 1)};
    require(clEnqueueReadImage(queue_, buffers_[index], CL_TRUE, origin, region, 0, 0, bytes.data(),
                               0, nullptr, nullptr),
            "clEnqueueReadImage");
  }

  void write(size_t index, const std::vector<std::byte>& bytes) {
    if (const ImageShape& shape = bench_.arguments[index].image; shape.width != 0) {
      const size_t origin[3] = {},
                   region[3] = {shape.width, shape.height, std::max<size_t>(shape.depth, 1)};
      require(clEnqueueWriteImage(queue_, buffers_[index], CL_TRUE, origin, region, 0, 0,
                                  bytes.data(), 0, nullptr, nullptr),
              "clEnqueueWriteImage");
      return;
    }
    require(clEnqueueWriteBuffer(queue_, buffers_[index], CL_TRUE, 0, bytes.size(), bytes.data(), 0,
                                 nullptr, nullptr),
            "clEnqueueWriteBuffer");
  }

  void apply(const Override& change) {
    if (change.buffer) {
      require(clSetKernelArg(kernel_, change.parameter, sizeof(cl_mem), &buffers_[change.value]),
              "clSetKernelArg");
    } else {
      require(clSetKernelArg(kernel_, change.parameter, sizeof change.value, &change.value),
              "clSetKernelArg");
    }
  }

  void enqueue() {
    require(clEnqueueNDRangeKernel(queue_, kernel_, static_cast<cl_uint>(bench_.global.size()),
                                   nullptr, bench_.global.data(),
                                   bench_.local.empty() ? nullptr : bench_.local.data(), 0, nullptr,
                                   nullptr),
            "clEnqueueNDRangeKernel");
  }

  cl_context context_;
  cl_command_queue queue_;
  const Bench& bench_;
  double (*const clock_)();
  cl_kernel kernel_ = nullptr;
  std::vector<cl_mem> buffers_;  // null for what is no buffer
  Data data_;
};

}  // namespace

Runner::Runner(std::string kernel_folder, RunOptions options)
    : kernel_folder_(std::move(kernel_folder)), options_(options) {
  const OpenDevice open = open_device(require);
  device_ = open.device, context_ = open.context, queue_ = open.queue;

  device_name_ = device_text(device_, CL_DEVICE_NAME);
  extensions_ = " " + device_text(device_, CL_DEVICE_EXTENSIONS) + " ";
  cl_uint units = 1;
  require(clGetDeviceInfo(device_, CL_DEVICE_MAX_COMPUTE_UNITS, sizeof units, &units, nullptr),
          "clGetDeviceInfo");
  compute_units_ = units;
  cl_bool images = CL_FALSE;
  require(clGetDeviceInfo(device_, CL_DEVICE_IMAGE_SUPPORT, sizeof images, &images, nullptr),
          "clGetDeviceInfo");
  images_ = images == CL_TRUE;
  // Every device of version 2.x has the functions of §6.13.15; one of version 3.0 says whether.
  const std::string version = device_text(device_, CL_DEVICE_VERSION);
  collective_functions_ = version.starts_with("OpenCL 2.");
  cl_bool supported = CL_FALSE;
  if (clGetDeviceInfo(device_, CL_DEVICE_WORK_GROUP_COLLECTIVE_FUNCTIONS_SUPPORT, sizeof supported,
                      &supported, nullptr) == CL_SUCCESS) {
    collective_functions_ |= supported == CL_TRUE;
  }
}

Runner::~Runner() {
  for (const auto& [key, program] : programs_) {
    if (program) clReleaseProgram(program);
  }
  clReleaseCommandQueue(queue_);
  clReleaseContext(context_);
}

bool Runner::has(const std::string& need) const {
  if (need.empty()) return true;
  if (need == "CL2.0") return collective_functions_;
  if (need == "images") return images_;
  return extensions_.find(" " + need + " ") != std::string::npos;
}

/// Stands before each source: T is the type of elements, float or what the build options say.
constexpr const char* kPrelude = R"(#ifdef cl_khr_fp64
#pragma OPENCL EXTENSION cl_khr_fp64 : enable
#endif
#ifndef T
#define T float
#define T2 float2
#define T4 float4
#endif
#line 1
)";

cl_program Runner::program(const Family& family, const Bench& bench, double& build_ms) {
  cl_program& program = programs_[{family.name, bench.options}];
  if (program) return program;
  const std::string path = kernel_folder_ + "/" + family.name + ".cl";
  std::ifstream file(path);
  if (!file) throw Failure("cannot read " + path);
  const std::string source = kPrelude + std::string{std::istreambuf_iterator<char>(file), {}};
  const char* text = source.c_str();
  cl_int status;
  const double start = now_us();
  cl_program built = clCreateProgramWithSource(context_, 1, &text, nullptr, &status);
  require(status, "clCreateProgramWithSource");
  status = clBuildProgram(built, 1, &device_, bench.options.c_str(), nullptr, nullptr);
  if (status != CL_SUCCESS) {
    std::string log(1 << 12, '\0');
    clGetProgramBuildInfo(built, device_, CL_PROGRAM_BUILD_LOG, log.size(), log.data(), nullptr);
    clReleaseProgram(built);
    throw Failure("clBuildProgram failed with error " + std::to_string(status) + ": " +
                  log.c_str());
  }
  build_ms = (now_us() - start) / 1000;
  return program = built;
}

Result Runner::run(const Family& family, const Bench& bench) try {
  Result result;
  if (!has(bench.needs)) return {.status = Result::Status::kSkipped, .message = bench.needs};
  Launch launch(context_, queue_, bench, options_.in_cpu_time);
  launch.prepare(program(family, bench, result.build_ms));
  double spent = launch.run();
  result.message = bench.check(launch.result());
  if (!result.message.empty()) result.status = Result::Status::kWrong;
  if (!result.message.empty() || !options_.time) return result;

  while (spent < kWarmUpUs) spent += launch.run();
  std::vector<double> times;
  for (spent = 0; static_cast<int>(times.size()) < options_.runs;) {
    if (spent > options_.budget_us && static_cast<int>(times.size()) >= kMinRuns) break;
    times.push_back(launch.run());
    spent += times.back();
  }
  std::sort(times.begin(), times.end());
  result.min_us = times.front();
  result.median_us = times[times.size() / 2];
  return result;
} catch (const Failure& failure) {
  return {.status = Result::Status::kFailed, .message = failure.what()};
}

}  // namespace heddle::bench
