// SPDX-License-Identifier: Apache-2.0
#include "runner.h"

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <fstream>
#include <set>
#include <sstream>

#include "compare.h"
#include "launch.h"
#include "support/hash.h"

namespace kernels {

char current[512];

namespace {

constexpr unsigned kShownFailures = 8;  // for each kernel

Owned<cl_program> from_source(Device& device, const Spec& spec) {
  const char* source = spec.source.c_str();
  cl_int error = CL_SUCCESS;
  Owned<cl_program> program(
      clCreateProgramWithSource(device.context(), 1, &source, nullptr, &error));
  check(error, "clCreateProgramWithSource");
  return program;
}

Owned<cl_program> from_il(Device& device, const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  const std::string il{std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
  cl_int error = CL_SUCCESS;
  Owned<cl_program> program(clCreateProgramWithIL(device.context(), il.data(), il.size(), &error));
  check(error, "clCreateProgramWithIL");
  return program;
}

/// Only those of the options that have a meaning for SPIR-V.
std::string options_for_il(const std::string& options) {
  std::string kept;
  std::istringstream words(options);
  for (std::string word; words >> word;) {
    if (word.starts_with("-cl-std")) continue;
    if (word == "-D" || word == "-I")
      words >> word;
    else if (!word.starts_with("-D") && !word.starts_with("-I"))
      kept += word + " ";
  }
  return kept;
}

Owned<cl_program> build(Device& device, Owned<cl_program> program, const std::string& options) {
  cl_device_id id = device.id();
  cl_int error = clBuildProgram(program.get(), 1, &id, options.c_str(), nullptr, nullptr);
  if (error != CL_SUCCESS) {
    size_t size = 0;
    clGetProgramBuildInfo(program.get(), id, CL_PROGRAM_BUILD_LOG, 0, nullptr, &size);
    std::string log(size, '\0');
    clGetProgramBuildInfo(program.get(), id, CL_PROGRAM_BUILD_LOG, size, log.data(), nullptr);
    throw std::runtime_error("clBuildProgram: error " + std::to_string(error) + "\n" + log);
  }
  return program;
}

/// The same program once more, of what CL_PROGRAM_BINARIES gives.
Owned<cl_program> from_binary(Device& device, cl_program built, const std::string& options) {
  size_t size = 0;
  check(clGetProgramInfo(built, CL_PROGRAM_BINARY_SIZES, sizeof(size), &size, nullptr),
        "CL_PROGRAM_BINARY_SIZES");
  std::vector<unsigned char> binary(size);
  unsigned char* to = binary.data();
  check(clGetProgramInfo(built, CL_PROGRAM_BINARIES, sizeof(to), &to, nullptr),
        "CL_PROGRAM_BINARIES");
  cl_device_id id = device.id();
  const unsigned char* from = binary.data();
  cl_int status = CL_SUCCESS, error = CL_SUCCESS;
  Owned<cl_program> program(
      clCreateProgramWithBinary(device.context(), 1, &id, &size, &from, &status, &error));
  check(error, "clCreateProgramWithBinary");
  check(status, "clCreateProgramWithBinary, status");
  return build(device, std::move(program), options);
}

/// A file, built twice: what is tested, and what is right, which is never vectorised.
struct Programs {
  cl_program test, reference;
};

/// What the kernels' names are beside `prefix`.
std::vector<std::string> names_after(const std::string& prefix, cl_program program) {
  size_t size = 0;
  check(clGetProgramInfo(program, CL_PROGRAM_KERNEL_NAMES, 0, nullptr, &size),
        "CL_PROGRAM_KERNEL_NAMES");
  std::string text(size, '\0');
  check(clGetProgramInfo(program, CL_PROGRAM_KERNEL_NAMES, size, text.data(), nullptr),
        "CL_PROGRAM_KERNEL_NAMES");
  std::istringstream names(text.c_str());
  std::vector<std::string> result;
  for (std::string name; std::getline(names, name, ';');) {
    if (name.starts_with(prefix)) result.push_back(name.substr(prefix.size()));
  }
  return result;
}

std::vector<std::string> test_names(const Programs& programs) {
  const std::vector<std::string> tests = names_after("test_", programs.test);
  const std::vector<std::string> expects = names_after("expect_", programs.reference);
  for (const std::string& test : tests) {
    if (std::ranges::find(expects, test) == expects.end())
      throw std::runtime_error("no kernel expect_" + test);
  }
  if (tests.empty()) throw std::runtime_error("no kernels");
  return tests;
}

Owned<cl_kernel> kernel_of(cl_program program, const std::string& name) {
  cl_int error = CL_SUCCESS;
  Owned<cl_kernel> kernel(clCreateKernel(program, name.c_str(), &error));
  check(error, "clCreateKernel of " + name);
  return kernel;
}

std::vector<Range> ranges_1d(const Spec& spec, bool quick) {
  static const std::set<size_t> with_offset = {1, 2, 3, 16, 17, 64, 67};
  static const std::set<size_t> quick_sizes = {1, 3, 8, 16, 17, 33, 64};
  std::vector<Range> ranges;
  for (size_t local : spec.sizes) {
    if (quick && spec.sizes.size() > quick_sizes.size() && !quick_sizes.contains(local)) continue;
    if (spec.one_group) {
      ranges.push_back({1, {local, 1, 1}, {local, 1, 1}, {0, 0, 0}});
      continue;
    }
    // Several full groups, and a part of one that is one, two ... items or almost a whole group.
    size_t rest = spec.uniform ? 0 : local % 2 ? local / 2 : local - 1;
    size_t groups = local >= 256 ? 2 : 3;
    ranges.push_back({1, {local * groups + rest, 1, 1}, {local, 1, 1}, {0, 0, 0}});
    if (with_offset.contains(local) && (!quick || local == 17)) {
      ranges.push_back({1, {local * (groups + 1), 1, 1}, {local, 1, 1}, {1000003, 0, 0}});
    }
    // One group that is not full, and nothing else.
    if (!spec.uniform && local == 33) ranges.push_back({1, {7, 1, 1}, {local, 1, 1}, {0, 0, 0}});
  }
  return ranges;
}

std::vector<Range> ranges_of(const Spec& spec, unsigned dims, bool quick) {
  if (dims == 1) return ranges_1d(spec, quick);
  std::vector<Range> ranges;
  unsigned number = 0;
  for (const Size3& local : local_sizes(dims)) {
    ++number;
    if (quick && number % 3 != 0) continue;
    Range range{dims, {1, 1, 1}, local, {0, 0, 0}};
    for (unsigned d = 0; d < dims; ++d) {
      size_t rest = spec.uniform            ? 0
                    : (number + d) % 3 == 0 ? local[d] - 1
                    : (number + d) % 3 == 1 ? local[d] / 2
                                            : 0;
      range.global[d] = local[d] * (d == 0 ? 3 : 2) + rest;
      if (number % 2) range.offset[d] = 5 + 2 * d;
    }
    ranges.push_back(range);
  }
  return ranges;
}

/// What other drivers can be compared by (random/run.py).
void print_digest(const Output& expected) {
  heddle::Hasher hasher;
  hasher.field(std::span<const unsigned char>(expected.bytes))
      .field(std::span<const unsigned char>(expected.images));
  printf("DIGEST %s: %s\n", current, hasher.digest().hex().c_str());
}

std::string run_once(Device& device, const Spec& spec, Launched test, Launched expect,
                     const Range& range, unsigned number, bool digests) {
  try {
    Output got = launch(device, spec, test, range, false, number);
    Output expected = launch(device, spec, expect, range, spec.single_expect, number);
    if (digests) print_digest(expected);
    return difference(spec, got, expected);
  } catch (const std::exception& error) {
    return error.what();
  }
}

size_t group_limit(Device& device, cl_kernel kernel) {
  size_t limit = 0;
  check(clGetKernelWorkGroupInfo(kernel, device.id(), CL_KERNEL_WORK_GROUP_SIZE, sizeof(limit),
                                 &limit, nullptr),
        "CL_KERNEL_WORK_GROUP_SIZE");
  return limit;
}

/// The kernel that knows of the arguments. SPIR-V and binaries do not: then it is the same one of
/// the source, or where test and expect are the same code the expect kernel.
Owned<cl_kernel> description(const Filter& filter, const Programs& programs,
                             const std::string& name) {
  if (filter.il.empty() && !filter.binary) return kernel_of(programs.test, "test_" + name);
  const std::vector<std::string> tests = names_after("test_", programs.reference);
  const bool has_test = std::ranges::find(tests, name) != tests.end();
  return kernel_of(programs.reference, (has_test ? "test_" : "expect_") + name);
}

void run_kernel(Device& device, const Spec& spec, const Filter& filter, const Programs& programs,
                const std::string& name, const std::string& options, bool quick, Result& result) {
  Owned<cl_kernel> test = kernel_of(programs.test, "test_" + name);
  Owned<cl_kernel> expect = kernel_of(programs.reference, "expect_" + name);
  Owned<cl_kernel> source = description(filter, programs, name);
  size_t limit = std::min(group_limit(device, test.get()), group_limit(device, expect.get()));
  unsigned failures = 0, number = 0;
  for (unsigned dims : spec.dims) {
    for (const Range& range : ranges_of(spec, dims, quick)) {
      if (filter.local && range.local[0] != filter.local) continue;
      if (range.local[0] * range.local[1] * range.local[2] > limit) {
        ++result.skipped;
        continue;
      }
      snprintf(current, sizeof(current), "test_%s %s [%s]", name.c_str(), range.text().c_str(),
               options.c_str());
      if (filter.verbose) fprintf(stderr, "%s\n", current);
      ++result.runs;
      std::string wrong = run_once(device, spec, {test.get(), source.get()},
                                   {expect.get(), expect.get()}, range, number++, filter.digests);
      if (wrong.empty()) continue;
      ++result.failures;
      if (failures++ < kShownFailures) printf("FAIL %s: %s\n", current, wrong.c_str());
    }
  }
  if (failures > kShownFailures)
    printf("FAIL test_%s: %u more local sizes\n", name.c_str(), failures - kShownFailures);
}

}  // namespace

Result run_file(Device& device, const Spec& spec, const Filter& filter,
                const std::string& more_options, bool quick) {
  Result result;
  std::string options = spec.build + more_options;
  try {
    snprintf(current, sizeof(current), "clBuildProgram [%s]", options.c_str());
    const std::string common = " -cl-kernel-arg-info -I " + filter.include;
    Owned<cl_program> program =
        filter.il.empty() ? build(device, from_source(device, spec), options + common)
                          : build(device, from_il(device, filter.il), options_for_il(options));
    if (filter.binary) {
      program = from_binary(device, program.get(),
                            filter.il.empty() ? options + common : options_for_il(options));
    }
    Owned<cl_program> reference =
        build(device, from_source(device, spec),
              spec.build + " -cl-opt-disable -D HEDDLE_REFERENCE" + common);
    for (const std::string& name : test_names({program.get(), reference.get()})) {
      if (!filter.kernel.empty() && filter.kernel != name) continue;
      run_kernel(device, spec, filter, {program.get(), reference.get()}, name, options,
                 quick || filter.quick, result);
    }
  } catch (const std::exception& error) {
    printf("FAIL %s [%s]\n", error.what(), options.c_str());
    ++result.failures;
  }
  return result;
}

}  // namespace kernels
