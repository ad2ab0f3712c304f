// SPDX-License-Identifier: Apache-2.0
// heddle-check COMMAND…: runs a program with checked kernels (HEDDLE_CHECK), sums up what was
// found, and ends with 1 if that is something, else as the command.
#include <CLI/CLI.hpp>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <fstream>
#include <iostream>
#include <system_error>

#include "check/command.h"
#include "check/faults.h"
#include "check/sarif.h"

namespace {

using namespace heddle::check;

// As those of env and timeout.
constexpr int kOwnFailure = 125, kCannotRun = 126, kNoProgram = 127;

void write_file(const std::string& path, const std::string& text) {
  std::ofstream out(path, std::ios::binary);
  out << text;
  out.close();
  if (!out) throw std::runtime_error("cannot write " + path);
}

int check(const std::vector<std::string>& command, const std::string& checks,
          const std::string& sarif_file, unsigned time_limit) {
  const ReportFile report;
  set_environment(checks, report.path(), time_limit);
  int code = 0;
  try {
    code = run(command);
  } catch (const std::system_error& error) {
    std::cerr << "heddle-check: " << error.what() << "\n";
    return error.code() == std::errc::no_such_file_or_directory ? kNoProgram : kCannotRun;
  }
  std::ifstream in(report.path());
  const Faults faults = read_faults(in);
  write_summary(std::cerr, faults);
  if (!sarif_file.empty()) write_file(sarif_file, sarif(faults, command, code));
  return faults.empty() ? code : 1;
}

}  // namespace

int main(int argc, char** argv) {
  CLI::App app(
      "heddle-check [OPTIONS] COMMAND [ARGUMENTS] runs COMMAND, a program that uses OpenCL, with\n"
      "kernels that are checked, and sums up the faults. It ends with 1 if there are some, else "
      "as\n"
      "COMMAND does.",
      "heddle-check");
  std::string checks = "memory,barriers", sarif_file;
  unsigned time_limit = 0;
  app.set_version_flag("--version", HEDDLE_VERSION);
  app.add_option("--checks", checks, "What is checked, with commas between")->capture_default_str();
  app.add_option("--sarif", sarif_file, "Write the faults to this file, too, as SARIF 2.1.0");
  app.add_option("--time-limit", time_limit,
                 "Stop kernels that run for more than so many seconds, and say where they were");
  app.prefix_command();
  CLI11_PARSE(app, argc, argv);
  std::vector<std::string> command = app.remaining();
  if (!command.empty() && command.front() == "--") command.erase(command.begin());
  if (command.empty()) {
    std::cerr << app.help();
    return kOwnFailure;
  }
  try {
    return check(command, checks, sarif_file, time_limit);
  } catch (const std::exception& failure) {
    std::cerr << "heddle-check: " << failure.what() << "\n";
    return kOwnFailure;
  }
}
