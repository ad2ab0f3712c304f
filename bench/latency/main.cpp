// SPDX-License-Identifier: Apache-2.0
// API latencies of the first device that the loader shows, one line each: name, value, unit,
// separated by tabs. Start-up is measured as a process: the program runs itself again, with a cache
// directory of its own that is empty (cold) or was used once (warm).
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstring>
#include <filesystem>

#include "session.h"

extern char** environ;

namespace {

constexpr int kProcesses = 3;
constexpr uint64_t kFirstProgram = 12345;

/// From the start of the process to a result that has been read back.
int first_result(double spawned) {
  const Session session;
  const double before = now_us();
  cl_kernel kernel = session.build_tiny(kFirstProgram);
  const double built = now_us();
  cl_mem buffer = session.create_buffer(1024 * sizeof(cl_uint));
  const cl_uint zero = 0;
  const size_t size = 1024;
  std::vector<cl_uint> values(size);
  check(clEnqueueFillBuffer(session.queue, buffer, &zero, sizeof zero, 0, size * sizeof zero, 0,
                            nullptr, nullptr),
        "clEnqueueFillBuffer");
  check(clSetKernelArg(kernel, 0, sizeof buffer, &buffer), "clSetKernelArg");
  check(clEnqueueNDRangeKernel(session.queue, kernel, 1, nullptr, &size, nullptr, 0, nullptr,
                               nullptr),
        "clEnqueueNDRangeKernel");
  check(clEnqueueReadBuffer(session.queue, buffer, CL_TRUE, 0, size * sizeof(cl_uint),
                            values.data(), 0, nullptr, nullptr),
        "clEnqueueReadBuffer");
  const double end = now_us();
  check(values[size - 1] == kFirstProgram ? CL_SUCCESS : 1, "the first result");
  std::printf("%f %f %f\n", end - spawned, built - before, resident_mb());
  return 0;
}

struct Start {
  double total_us, build_us, resident;
};

Start run_process(const char* self) {
  int ends[2];
  if (pipe(ends) != 0) check(1, "pipe");
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_adddup2(&actions, ends[1], STDOUT_FILENO);
  posix_spawn_file_actions_addclose(&actions, ends[0]);
  char mode[] = "--first-result";
  std::string spawned = std::to_string(now_us());
  char* arguments[] = {const_cast<char*>(self), mode, spawned.data(), nullptr};
  pid_t child;
  if (posix_spawn(&child, self, &actions, nullptr, arguments, environ) != 0)
    check(1, "posix_spawn");
  posix_spawn_file_actions_destroy(&actions);
  close(ends[1]);
  char text[256] = {};
  for (ssize_t have = 0, n; (n = read(ends[0], text + have, sizeof text - 1 - have)) > 0;)
    have += n;
  close(ends[0]);
  int status = 0;
  waitpid(child, &status, 0);
  Start start{};
  if (status != 0 ||
      std::sscanf(text, "%lf %lf %lf", &start.total_us, &start.build_us, &start.resident) != 3) {
    check(1, "the process that was started");
  }
  return start;
}

/// An empty folder for every cache that a driver may have.
void use_empty_caches(const std::string& folder) {
  std::filesystem::remove_all(folder);
  std::filesystem::create_directories(folder);
  for (const char* name :
       {"HOME", "XDG_CACHE_HOME", "TMPDIR", "HEDDLE_CACHE_DIR", "POCL_CACHE_DIR"}) {
    setenv(name, folder.c_str(), 1);
  }
}

void print(const Figure& figure) {
  std::printf("%s\t%.3f\t%s\n", figure.name, figure.value, figure.unit);
  std::fflush(stdout);
}

void measure_start(const char* self, const std::string& folder) {
  std::vector<double> cold, cold_build, warm, warm_build, resident_cold, resident_warm;
  for (int i = 0; i < kProcesses; ++i) {
    use_empty_caches(folder);
    Start start = run_process(self);
    cold.push_back(start.total_us);
    cold_build.push_back(start.build_us);
    resident_cold.push_back(start.resident);
    start = run_process(self);
    warm.push_back(start.total_us);
    warm_build.push_back(start.build_us);
    resident_warm.push_back(start.resident);
  }
  print({"start to first result, warm cache", median(warm) / 1000, "ms"});
  print({"start to first result, cold cache", median(cold) / 1000, "ms"});
  print({"resident memory then, warm cache", median(resident_warm), "MB"});
  print({"resident memory then, cold cache", median(resident_cold), "MB"});
  print({"first build of a process, warm cache", median(warm_build) / 1000, "ms"});
  print({"first build of a process, cold cache", median(cold_build) / 1000, "ms"});
}

void measure_build(const Session& session) {
  std::vector<double> times;
  const uint64_t seed = static_cast<uint64_t>(now_us());
  for (uint64_t i = 0; i < 11; ++i) {
    const double start = now_us();
    cl_kernel kernel = session.build_tiny(seed + i);
    if (i > 0) times.push_back(now_us() - start);
    check(clReleaseKernel(kernel), "clReleaseKernel");
  }
  print({"build of a tiny program, compiler loaded", median(times) / 1000, "ms"});
}

}  // namespace

int main(int argc, char** argv) {
  if (argc == 3 && std::strcmp(argv[1], "--first-result") == 0)
    return first_result(std::atof(argv[2]));
  if (argc != 1) return std::fprintf(stderr, "usage: latency\n"), 2;
  char folder[] = "/tmp/latency-XXXXXX";
  if (!mkdtemp(folder)) check(1, "mkdtemp");
  const std::string self = std::filesystem::read_symlink("/proc/self/exe").string();
  measure_start(self.c_str(), folder);
  use_empty_caches(folder);
  {
    const Session session;
    measure_build(session);
    for (const Figure& figure : measure_commands(session)) print(figure);
  }
  std::error_code ignored;
  std::filesystem::remove_all(folder, ignored);
  return 0;
}
