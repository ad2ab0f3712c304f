// SPDX-License-Identifier: Apache-2.0
// heddle_kernels FILE.cl [--kernel NAME] [--local SIZE] [--quick] [--only-optimized]
//   [--verbose] [--digests] [--il FILE.spv] [--binary] [--build OPTIONS]
// Runs the self-checking kernels of one file on the first device. Ends with 0, 1 (wrong results) or
// 77 (cannot run here).
#include <unistd.h>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <filesystem>

#include "runner.h"

namespace {

using namespace kernels;

void crashed(int signal) {
  static const char text[] = "CRASH in ";
  [[maybe_unused]] auto written = write(STDOUT_FILENO, text, sizeof(text) - 1);
  written = write(STDOUT_FILENO, current, strlen(current));
  written = write(STDOUT_FILENO, "\n", 1);
  std::signal(signal, SIG_DFL);
  raise(signal);
}

int run(const std::string& path, Filter filter, bool only_optimized, const std::string& build) {
  Spec spec = read_spec(path);
  if (!build.empty()) spec.build += " " + build;
  if (filter.include.empty()) {  // FILE is <folder>/<topic>/<name>.cl, common.h lies in <folder>
    filter.include = std::filesystem::absolute(path).parent_path().parent_path().string();
  }
  Device device;
  for (const std::string& extension : spec.needs) {
    if (device.has(extension)) continue;
    printf("SKIP: no %s\n", extension.c_str());
    return 77;
  }
  Result total = run_file(device, spec, filter, "", false);
  if (!only_optimized) {
    Result plain = run_file(device, spec, filter, " -cl-opt-disable", true);
    total = {total.runs + plain.runs, total.skipped + plain.skipped,
             total.failures + plain.failures};
  }
  printf("%s: %u runs, %u skipped, %u failed\n", device.name().c_str(), total.runs, total.skipped,
         total.failures);
  return total.failures ? 1 : 0;
}

}  // namespace

int main(int argc, char** argv) {
  std::string path;
  Filter filter;
  bool only_optimized = false;
  std::string build;  // options beside those of the file
  for (int i = 1; i < argc; ++i) {
    std::string word = argv[i];
    if (word == "--kernel" && i + 1 < argc)
      filter.kernel = argv[++i];
    else if (word == "--local" && i + 1 < argc)
      filter.local = strtoul(argv[++i], nullptr, 10);
    else if (word == "--include" && i + 1 < argc)
      filter.include = argv[++i];
    else if (word == "--il" && i + 1 < argc)
      filter.il = argv[++i];
    else if (word == "--build" && i + 1 < argc)
      build = argv[++i];
    else if (word == "--quick")
      filter.quick = true;
    else if (word == "--binary")
      filter.binary = true;
    else if (word == "--digests")
      filter.digests = true;
    else if (word == "--only-optimized")
      only_optimized = true;
    else if (word == "--verbose")
      filter.verbose = true;
    else
      path = word;
  }
  if (path.empty()) {
    fprintf(stderr,
            "usage: heddle_kernels FILE.cl [--kernel NAME] [--local SIZE] [--quick] "
            "[--only-optimized] [--verbose] [--digests] [--il FILE.spv] "
            "[--binary] [--build OPTIONS]\n");
    return 2;
  }
  setvbuf(stdout, nullptr, _IOLBF, 0);
  for (int signal : {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT}) std::signal(signal, crashed);
  try {
    return run(path, filter, only_optimized, build);
  } catch (const std::exception& error) {
    printf("FAIL %s\n", error.what());
    return 1;
  }
}
