// SPDX-License-Identifier: Apache-2.0
// heddle_math checks the float functions of one argument on the device: beside the double function
// of the same number, over a sample of all floats or over all of them (README.md).
#include <chrono>
#include <cstdio>
#include <cstring>
#include <fstream>
#include <regex>
#include <sstream>
#include <vector>

#include "../kernels/harness/device.h"
#include "functions.h"

namespace math_check {
namespace {

using kernels::check;
using kernels::Device;
using kernels::Owned;

constexpr size_t kItems = 1 << 14;

/// As in check.cl.
struct Worst {
  cl_double expected;
  cl_float error, excess, got;
  cl_uint bits;
};

/// Which floats: 2^low next to each multiple of `stride`, from `offset` below it.
struct Inputs {
  uint64_t count;
  cl_uint stride, low, offset;
};

/// All.
constexpr Inputs kAll{uint64_t{1} << 32, 1, 0, 0};
/// Some of each size; and those about 0, infinity, the powers of two and the simple fractions.
constexpr Inputs kSome{1 << 18, 16381, 0, 0}, kEdges{1 << 17, 1 << 18, 3, 4};

struct Options {
  bool is_exhaustive = false, is_relaxed = false, is_flushed = false, is_verbose = false;
  std::regex only{".*"};
  std::string source;
};

class Checker {
 public:
  Checker(Device& device, const Options& options, const Function& function);

  /// The worst result over `inputs`.
  Worst run(const Inputs& inputs);

 private:
  Device& device_;
  Owned<cl_program> program_;
  Owned<cl_kernel> kernel_;
  Owned<cl_mem> results_;
};

std::string build_options(const Options& options, const Function& function) {
  std::string text = "-cl-std=CL2.0";
  const auto define = [&](const char* name, const std::string& value) {
    text += std::string(" -D") + name + "=\"" + value + "\"";
  };
  define("CHECKED", function.name);
  define("REFERENCE", function.reference ? function.reference : function.name);
  define("TOLERANCE", function.tolerance);
  define("DOMAIN", function.domain);
  if (is_odd(function) && !options.is_relaxed) text += " -DODD";
  if (function.flushes || options.is_relaxed || options.is_flushed) text += " -DFLUSHES";
  if (options.is_relaxed) text += " -cl-fast-relaxed-math";
  if (options.is_flushed) text += " -cl-denorms-are-zero";
  return text;
}

Checker::Checker(Device& device, const Options& options, const Function& function)
    : device_(device) {
  cl_int error = CL_SUCCESS;
  const char* text = options.source.c_str();
  program_.reset(clCreateProgramWithSource(device.context(), 1, &text, nullptr, &error));
  check(error, "clCreateProgramWithSource");
  const std::string flags = build_options(options, function);
  const cl_device_id id = device.id();
  error = clBuildProgram(program_.get(), 1, &id, flags.c_str(), nullptr, nullptr);
  if (error != CL_SUCCESS) {
    std::string log(1 << 16, '\0');
    clGetProgramBuildInfo(program_.get(), id, CL_PROGRAM_BUILD_LOG, log.size(), log.data(),
                          nullptr);
    check(error, "clBuildProgram of " + std::string(function.name) + ": " + log.c_str());
  }
  kernel_.reset(clCreateKernel(program_.get(), "check", &error));
  check(error, "clCreateKernel");
  results_.reset(
      clCreateBuffer(device.context(), CL_MEM_WRITE_ONLY, kItems * sizeof(Worst), nullptr, &error));
  check(error, "clCreateBuffer");
}

Worst Checker::run(const Inputs& inputs) {
  // A launch at a time stays short, whatever else waits for the device.
  constexpr cl_uint kRounds = 1 << 12;
  Worst worst{};
  std::vector<Worst> results(kItems);
  for (uint64_t first = 0; first < inputs.count; first += uint64_t{kItems} * kRounds) {
    const cl_mem out = results_.get();
    const cl_uint rounds = static_cast<cl_uint>(
        std::min<uint64_t>(kRounds, (inputs.count - first + kItems - 1) / kItems));
    const cl_uint values[] = {static_cast<cl_uint>(first), rounds, inputs.stride, inputs.low,
                              inputs.offset};
    check(clSetKernelArg(kernel_.get(), 0, sizeof out, &out), "clSetKernelArg");
    for (cl_uint i = 0; i < std::size(values); ++i) {
      check(clSetKernelArg(kernel_.get(), i + 1, sizeof(cl_uint), &values[i]), "clSetKernelArg");
    }
    const size_t items = kItems;
    check(clEnqueueNDRangeKernel(device_.queue(), kernel_.get(), 1, nullptr, &items, nullptr, 0,
                                 nullptr, nullptr),
          "clEnqueueNDRangeKernel");
    check(clEnqueueReadBuffer(device_.queue(), out, CL_TRUE, 0, kItems * sizeof(Worst),
                              results.data(), 0, nullptr, nullptr),
          "clEnqueueReadBuffer");
    for (const Worst& result : results) {
      if (!(result.excess <= worst.excess)) worst = result;
    }
  }
  return worst;
}

float as_float(cl_uint bits) {
  float value = 0;
  std::memcpy(&value, &bits, sizeof value);
  return value;
}

/// Is everything within what is tolerated?
bool check_function(Device& device, const Options& options, const Function& function) {
  const auto start = std::chrono::steady_clock::now();
  Checker checker(device, options, function);
  Worst worst = checker.run(options.is_exhaustive ? kAll : kSome);
  if (!options.is_exhaustive) {
    const Worst edge = checker.run(kEdges);
    if (!(edge.excess <= worst.excess)) worst = edge;
  }
  const bool is_good = worst.excess <= 1;
  const std::chrono::duration<double> time = std::chrono::steady_clock::now() - start;
  if (is_good && !options.is_verbose) return true;
  std::printf("%-6s %-16s %9.3f ulp of %-40s (%.3f) at %a (0x%08x): %a, should be %a  %.1f s\n",
              is_good ? "good" : "WRONG", function.name, static_cast<double>(worst.error),
              function.tolerance, static_cast<double>(worst.excess),
              static_cast<double>(as_float(worst.bits)), worst.bits, static_cast<double>(worst.got),
              worst.expected, time.count());
  std::fflush(stdout);
  return is_good;
}

int check_all(const Options& options) {
  Device device;
  if (!device.has("cl_khr_fp64")) return 77;
  unsigned wrong = 0, count = 0;
  const auto check_those = [&](std::span<const Function> functions) {
    for (const Function& function : functions) {
      if (!std::regex_match(function.name, options.only)) continue;
      ++count;
      wrong += check_function(device, options, function) ? 0 : 1;
    }
  };
  if (options.is_relaxed) {
    check_those(relaxed_functions());
  } else {
    check_those(exact_functions());
    check_those(rough_functions());
  }
  std::printf("%s: %u functions, %u wrong\n", device.name().c_str(), count, wrong);
  return wrong == 0 && count != 0 ? 0 : 1;
}

std::string contents(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  if (!file) throw std::runtime_error("cannot read " + path);
  std::ostringstream text;
  text << file.rdbuf();
  return text.str();
}

int run(const std::vector<std::string>& arguments) {
  Options options;
  for (size_t i = 0; i < arguments.size(); ++i) {
    const std::string& argument = arguments[i];
    if (argument == "--all") {
      options.is_exhaustive = options.is_verbose = true;
    } else if (argument == "--relaxed") {
      options.is_relaxed = true;
    } else if (argument == "--flushed") {
      options.is_flushed = true;
    } else if (argument == "--verbose") {
      options.is_verbose = true;
    } else if (argument == "--only" && i + 1 < arguments.size()) {
      options.only = arguments[++i];
    } else if (argument[0] != '-' && options.source.empty()) {
      options.source = contents(argument);
    } else {
      throw std::runtime_error("unknown argument " + argument);
    }
  }
  if (options.source.empty())
    throw std::runtime_error(
        "heddle_math check.cl [--all] [--relaxed] [--flushed] [--only REGEX] [--verbose]");
  return check_all(options);
}

}  // namespace
}  // namespace math_check

int main(int argc, char** argv) {
  try {
    return math_check::run({argv + 1, argv + argc});
  } catch (const std::exception& error) {
    std::fprintf(stderr, "%s\n", error.what());
    return 2;
  }
}
