// SPDX-License-Identifier: Apache-2.0
// Builds, checks and times benchmarks on the first device that the loader shows.
#pragma once

#include <map>
#include <memory>
#include <string>
#include <utility>

#include "bench.h"

namespace heddle::bench {

struct Result {
  enum class Status { kRight, kWrong, kFailed, kSkipped };

  Status status = Status::kRight;
  std::string message = {};
  double build_ms = 0;  // of the program, with the first benchmark that needs it
  double min_us = 0, median_us = 0;
};

struct RunOptions {
  int runs = 10;
  bool time = true;
  bool in_cpu_time = false;  // of all threads of the process
  double budget_us = 1e6;    // no further timed run after this
};

class Runner {
 public:
  Runner(std::string kernel_folder, RunOptions options);
  ~Runner();
  Runner(const Runner&) = delete;
  Runner& operator=(const Runner&) = delete;

  Result run(const Family& family, const Bench& bench);

  const std::string& device_name() const { return device_name_; }
  unsigned compute_units() const { return compute_units_; }

 private:
  bool has(const std::string& need) const;
  cl_program program(const Family& family, const Bench& bench, double& build_ms);

  std::string kernel_folder_;
  RunOptions options_;
  std::string device_name_, extensions_;
  unsigned compute_units_ = 1;
  bool collective_functions_ = false;
  bool images_ = false;
  cl_device_id device_ = nullptr;
  cl_context context_ = nullptr;
  cl_command_queue queue_ = nullptr;
  std::map<std::pair<std::string, std::string>, cl_program> programs_;  // by family and options
};

}  // namespace heddle::bench
