// SPDX-License-Identifier: Apache-2.0
// The program whose kernels are checked: a child with variables that tell the driver so.
#pragma once

#include <string>
#include <vector>

namespace heddle::check {

/// A file for reports, which goes with this.
class ReportFile {
 public:
  /// Throws std::system_error if it cannot be made.
  ReportFile();
  ~ReportFile();
  ReportFile(const ReportFile&) = delete;
  ReportFile& operator=(const ReportFile&) = delete;
  const std::string& path() const { return path_; }

 private:
  std::string path_;
};

/// Sets the variables for a program that the driver is to check; `time_limit` is that of kernels,
/// in seconds, if it is not 0. Where none name a driver, loaders find the one beside this program,
/// and no other.
void set_environment(const std::string& checks, const std::string& report, unsigned time_limit);

/// Runs a command and returns its exit code, as a shell does: 128 and the number of a signal that
/// ended it. Throws std::system_error if it cannot be run.
int run(const std::vector<std::string>& command);

}  // namespace heddle::check
