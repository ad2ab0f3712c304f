// SPDX-License-Identifier: Apache-2.0
// Hostile sources, each built in the compiler's own process with limits (HEDDLE_COMPILER_PROCESS).
// The build must end within the limit of processor time and a second, as the list says; the next
// one works.
#include <CL/cl.h>

#include <sys/prctl.h>
#include <unistd.h>

#include <CLI/CLI.hpp>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace {

/// How a build may end. Which limit a source meets first depends on the machine.
enum End : unsigned {
  kBuilds = 1,
  kRefused = 2,  // with a diagnostic
  kLimit = 4,    // of time or memory, by name
  kCrash = 8,    // the process is ended by a signal
};

struct Source {
  const char* name;
  unsigned ends;
  bool is_short;  // enough to be run with the other tests
  std::function<std::string()> text;
  const char* options = "";
};

std::string times(size_t count, std::string_view text) {
  std::string all;
  all.reserve(count * text.size());
  for (size_t i = 0; i < count; ++i) all += text;
  return all;
}

std::string kernel(const std::string& body) {
  return "kernel void k(global int* p) { " + body + " }\n";
}

/// Macros A0 to A`depth`, each four times the one before.
std::string macros(int depth, const std::string& first) {
  std::string all = "#define A0 " + first + "\n";
  for (int i = 1; i <= depth; ++i) {
    const std::string before = " A" + std::to_string(i - 1);
    all += "#define A" + std::to_string(i) + times(4, before) + "\n";
  }
  return all;
}

const std::vector<Source>& sources() {
  static const std::vector<Source> all{
      {"10^7 backslash-newlines", kBuilds | kLimit | kCrash, true,
       [] { return kernel("*p = " + times(10'000'000, "\\\n") + "1;"); }},
      {"20,000 nested ifs", kRefused | kLimit | kCrash, true,
       [] { return kernel(times(20'000, "if (*p) {") + times(20'000, "}")); }},
      {"200,000 unary minuses", kRefused | kLimit | kCrash, true,
       [] { return kernel("*p = " + times(200'000, "- ") + "*p;"); }},
      {"200,000 parentheses", kRefused | kLimit | kCrash, true,
       [] { return kernel("*p = " + times(200'000, "(") + "1" + times(200'000, ")") + ";"); }},
      {"a literal of 50,000 digits", kRefused, true,
       [] { return kernel("*p = 0." + times(50'000, "7") + "f;"); }},
      {"a bomb of macros", kLimit, true, [] { return macros(20, "1 +") + kernel("*p = A20 1;"); }},
      {"a bomb of strings", kRefused | kLimit, true,
       [] { return macros(14, "\"0123456789\"") + kernel("constant char* s = A14; *p = s[*p];"); }},
      {"__make_integer_seq", kRefused | kLimit | kCrash, false,
       [] {
         return "template <class T, T... I> struct S { enum { n = sizeof...(I) }; };\n" +
                kernel("*p = __make_integer_seq<S, int, 1000000000>::n;");
       },
       "-cl-std=CLC++"},
      {"a tree of templates", kRefused | kLimit | kCrash, false,
       [] {
         return "template <int N, int M> struct T { enum { n = T<N - 1, 2 * M>::n + "
                "T<N - 1, 2 * M + 1>::n }; };\n"
                "template <int M> struct T<0, M> { enum { n = 1 }; };\n" +
                kernel("*p = T<29, 1>::n;");
       },
       "-cl-std=CLC++"},
      {"an endless constant expression", kRefused | kLimit, true,
       [] {
         return "constexpr int f(int n) { while (true) ++n; return n; }\n" +
                kernel("constexpr int x = f(1); *p = x;");
       },
       "-cl-std=CLC++"},
      {"constant arrays of 1 GB", kRefused | kLimit | kCrash, false,
       [] {
         std::string text;
         for (int i = 0; i < 4; ++i)
           text += "constant int a" + std::to_string(i) + "[1 << 28] = {1, 2};\n";
         return text + kernel("*p = a0[*p] + a1[*p] + a2[*p] + a3[*p];");
       }},
      {"private arrays of 16 GB", kBuilds | kRefused | kLimit | kCrash, true,
       [] { return kernel("int a[4000000000L]; a[*p] = 1; *p = a[p[1]];"); }},
      {"a loop unrolled 10^9 times", kBuilds | kRefused | kLimit, true,
       [] {
         return kernel(
             "int x = *p;\n#pragma unroll 1000000000\n"
             "for (int i = 0; i < 1000000000; ++i) x = x * p[i] ^ i;\n*p = x;");
       }},
      {"loops in loops, unrolled", kBuilds | kRefused | kLimit | kCrash, false,
       [] {
         std::string body = "int x = *p;\n";
         for (char i = 'a'; i < 'k'; ++i) {
           const std::string name(1, i);
           body +=
               "\n#pragma unroll\nfor (int " + name + " = 0; " + name + " < 30; ++" + name + ")";
         }
         return kernel(body + " x = x * p[a + b + c + d + e + f + g + h + i + j] ^ x;\n*p = x;");
       }},
      {"100,000 kernels", kBuilds | kLimit, false,
       [] {
         std::string text;
         for (int i = 0; i < 100'000; ++i)
           text += "kernel void k" + std::to_string(i) + "(global int* p) { *p = 1; }\n";
         return text;
       }},
      {"a switch of 500,000 cases", kBuilds | kRefused | kLimit | kCrash, false,
       [] {
         std::string text = "switch (*p) {";
         for (int i = 0; i < 500'000; ++i)
           text += "case " + std::to_string(i) + ": *p = " + std::to_string(i * 7 % 1013) +
                   "; break;\n";
         return kernel(text + "}");
       }},
      {"#pragma clang __debug crash", kBuilds | kRefused, true,
       [] { return "#pragma clang __debug crash\n" + kernel("*p = 1;"); }},
      {"#pragma clang __debug parser_crash", kBuilds | kRefused, true,
       [] { return kernel("_Pragma(\"clang __debug parser_crash\") *p = 1;"); }},
      {"#pragma clang __debug llvm_fatal_error", kBuilds | kRefused, true,
       [] { return "#pragma clang __debug llvm_fatal_error\n" + kernel("*p = 1;"); }},
      {"a file that includes itself", kRefused | kLimit | kCrash, true,
       [] { return "#include __FILE__\n#include \"/proc/self/mem\"\n" + kernel("*p = 1;"); }},
  };
  return all;
}

struct Limits {
  unsigned seconds = 2;
  unsigned megabytes = 1000;
  double slack = 1;
};

double now() {
  return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

/// Seconds that ended requests took of processors: those of the children of the process that
/// serves, which is a child of this one.
double seconds_of_requests() {
  for (const auto& entry : std::filesystem::directory_iterator("/proc")) {
    std::ifstream stat(entry.path() / "stat");
    std::string name, ignored;
    pid_t pid = -1, parent = -1;
    if (!(stat >> pid >> name >> ignored >> parent) || parent != ::getpid() ||
        name != "(heddle-compile)")
      continue;
    for (int field = 5; field < 16; ++field) stat >> ignored;
    double user = 0, system = 0;
    stat >> user >> system;
    return (user + system) / static_cast<double>(::sysconf(_SC_CLK_TCK));
  }
  return 0;
}

class Attack {
 public:
  explicit Attack(const Limits& limits) : limits_(limits) {
    ::prctl(PR_SET_CHILD_SUBREAPER, 1);  // the process that serves comes to this one
    cl_platform_id platform = nullptr;
    cl_int error = clGetPlatformIDs(1, &platform, nullptr);
    if (error == CL_SUCCESS)
      error = clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 1, &device_, nullptr);
    if (error == CL_SUCCESS)
      context_ = clCreateContext(nullptr, 1, &device_, nullptr, nullptr, &error);
    if (error != CL_SUCCESS) {
      std::fprintf(stderr, "there is no device: %d\n", error);
      std::exit(1);
    }
  }
  Attack(const Attack&) = delete;
  Attack& operator=(const Attack&) = delete;
  ~Attack() { clReleaseContext(context_); }

  /// False, and a line that says why, if the source does more than it may.
  bool run(const Source& source) {
    const std::string text = source.text();
    std::string log;
    const double begin = now(), spent = seconds_of_requests();
    const cl_int error = build(text, source.options, log);
    const double took = now() - begin, processor = seconds_of_requests() - spent;
    const unsigned end = end_of(error, log);
    std::printf("%-40s %6.2f s %6.2f s  %s\n", source.name, took, processor,
                first_line(error, log).c_str());
    bool is_right = true;
    const auto fault = [&](const char* what) {
      std::printf("FAULT: %s: %s\n%s\n", source.name, what, log.substr(0, 500).c_str());
      is_right = false;
    };
    if ((end & source.ends) == 0) fault("it ends in another way than the list says");
    if (processor > limits_.seconds + 1)
      fault("it takes more processor time than the limit allows");
    if (took > limits_.seconds + limits_.slack) fault("it takes longer than the limit allows");
    if (build(kernel("*p = " + std::to_string(++number_) + ";"), "", log) != CL_SUCCESS)
      fault("the next build does not work");
    return is_right;
  }

 private:
  cl_int build(const std::string& text, const char* options, std::string& log) {
    const char* string = text.c_str();
    cl_int error = CL_SUCCESS;
    cl_program program = clCreateProgramWithSource(context_, 1, &string, nullptr, &error);
    if (error != CL_SUCCESS) return error;
    error = clBuildProgram(program, 1, &device_, options, nullptr, nullptr);
    size_t size = 0;
    clGetProgramBuildInfo(program, device_, CL_PROGRAM_BUILD_LOG, 0, nullptr, &size);
    log.assign(size, '\0');
    clGetProgramBuildInfo(program, device_, CL_PROGRAM_BUILD_LOG, size, log.data(), nullptr);
    clReleaseProgram(program);
    return error;
  }
  static unsigned end_of(cl_int error, const std::string& log) {
    const auto says = [&](const char* words) { return log.find(words) != std::string::npos; };
    if (error == CL_SUCCESS) return kBuilds;
    if (error != CL_BUILD_PROGRAM_FAILURE) return 0;
    if (says("HEDDLE_COMPILER_SECONDS") || says("HEDDLE_COMPILER_MEMORY")) return kLimit;
    if (says("the compiler's process failed: it was ended by signal")) return kCrash;
    return says("error:") || says("kernel '") ? kRefused : 0u;
  }
  static std::string first_line(cl_int error, const std::string& log) {
    if (error == CL_SUCCESS) return "builds";
    const size_t at = std::min(log.find("error:"), log.find("the compiler's process"));
    const std::string line = at == std::string::npos ? log : log.substr(at);
    return line.substr(0, std::min<size_t>(line.find('\n'), 120));
  }

  const Limits limits_;
  cl_device_id device_ = nullptr;
  cl_context context_ = nullptr;
  int number_ = 0;
};

}  // namespace

int main(int argc, char** argv) {
  CLI::App app("Builds hostile sources in the compiler's own process, with limits");
  Limits limits;
  bool only_short = false;
  std::string only;
  app.add_option("--seconds", limits.seconds, "of processor time, for each build");
  app.add_option("--memory", limits.megabytes, "of each build, in MB");
  app.add_option(
      "--slack", limits.slack,
      "seconds that a build may take beyond its limit, on a machine with little else to do");
  app.add_flag("--short", only_short, "only those that take no longer than a second or two");
  app.add_option("--only", only, "those that have this in their names");
  CLI11_PARSE(app, argc, argv);
  ::setenv("HEDDLE_COMPILER_PROCESS", "always", 1);
  ::setenv("HEDDLE_COMPILER_SECONDS", std::to_string(limits.seconds).c_str(), 1);
  ::setenv("HEDDLE_COMPILER_MEMORY", std::to_string(limits.megabytes).c_str(), 1);
  ::setenv("HEDDLE_CACHE", "off", 1);
  std::setvbuf(stdout, nullptr, _IOLBF, 0);
  std::printf("%-40s %8s %8s  %s\n", "", "took", "of CPUs", "end");
  Attack attack(limits);
  int tries = 0, faults = 0;
  for (const Source& source : sources()) {
    if (only_short && !source.is_short) continue;
    if (std::string_view(source.name).find(only) == std::string_view::npos) continue;
    ++tries;
    faults += !attack.run(source);
  }
  const double spent = seconds_of_requests();
  if (spent == 0) std::printf("FAULT: there is no process that compiles, or it is not seen\n");
  faults += spent == 0;
  std::printf("%d sources, %d faults, %.1f seconds of processors\n", tries, faults, spent);
  return tries == 0 || faults ? 1 : 0;
}
