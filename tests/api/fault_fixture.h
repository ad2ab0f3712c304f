// SPDX-License-Identifier: Apache-2.0
// Kernels that die. Each does so in a process of its own, where HEDDLE_CATCH_FAULTS is set before
// the driver is loaded.
#pragma once

#include <signal.h>
#include <sys/mman.h>

#include <cstring>
#include <functional>
#include <regex>

#include "command_test.h"
#include "own_process.h"

/// How a process ended, as RunInOwnProcess has it, and what it wrote.
struct Ended {
  int code;
  std::string out, err;
};

using Variables = std::vector<std::pair<std::string, std::string>>;

/// Runs the disabled test with these variables of the environment.
inline Ended EndOf(const std::string& test, const Variables& variables) {
  std::FILE* const out = std::tmpfile();
  std::FILE* const err = std::tmpfile();
  const int code = RunInOwnProcess(test, [&] {
    for (const auto& [name, value] : variables) ::setenv(name.c_str(), value.c_str(), 1);
    ::dup2(::fileno(out), STDOUT_FILENO);
    ::dup2(::fileno(err), STDERR_FILENO);
  });
  const auto text_of = [](std::FILE* file) {
    std::ifstream text("/proc/self/fd/" + std::to_string(::fileno(file)));
    std::string all{std::istreambuf_iterator<char>(text), {}};
    std::fclose(file);
    return all;
  };
  std::string text = text_of(out);
  return {code, std::move(text), text_of(err)};
}

/// The sentence about a fault in `text`, taken apart.
struct Sentence {
  std::string kernel, signal, place, cause;  // place: "FILE:LINE", empty without -g
  std::vector<size_t> first_group, last_group, first_item, last_item;
};

inline std::vector<size_t> NumbersIn(const std::string& text) {
  static const std::regex number("[0-9]+");
  std::vector<size_t> numbers;
  for (std::sregex_iterator at(text.begin(), text.end(), number), end; at != end; ++at)
    numbers.push_back(std::stoull(at->str()));
  return numbers;
}

inline std::vector<Sentence> SentencesIn(const std::string& text) {
  static const std::regex pattern(
      "heddle: kernel '(\\w+)' died of (SIG\\w+) in work-groups? \\(([^)]*)\\)(?: to "
      "\\(([^)]*)\\))?"
      ", work-items? \\(([^)]*)\\)(?: to \\(([^)]*)\\))?(?:, at ([^ ]*?:[0-9]+)(?::[0-9]+)?)?(: "
      ".*)?\\.\n");
  std::vector<Sentence> all;
  for (std::sregex_iterator at(text.begin(), text.end(), pattern), end; at != end; ++at) {
    const std::smatch& match = *at;
    const auto last = [&](size_t i) { return match[i].matched ? match[i] : match[i - 1]; };
    all.push_back({match[1], match[2], match[7], match[8], NumbersIn(match[3]), NumbersIn(last(4)),
                   NumbersIn(match[5]), NumbersIn(last(6))});
  }
  return all;
}

/// A page with nothing that is mapped for 64 MB before and after.
class Guarded {
 public:
  static constexpr size_t kBytes = 4096, kMargin = size_t{64} << 20;
  Guarded() {
    void* const room = ::mmap(nullptr, 2 * kMargin + kBytes, PROT_NONE,
                              MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    EXPECT_NE(room, MAP_FAILED);
    data_ = static_cast<char*>(room) + kMargin;
    EXPECT_EQ(::mprotect(data_, kBytes, PROT_READ | PROT_WRITE), 0);
  }
  void* data() const { return data_; }

 private:
  char* data_;  // mapped until the end of the process
};

class FaultTest : public CommandTest {
 protected:
  /// The value of a variable that the parent has set.
  static std::string Setting(const char* name) {
    const char* const value = ::getenv(name);
    return value ? value : "";
  }
  Mem GuardedBuffer() {
    cl_int error = -1;
    Mem buffer = clCreateBuffer(context, CL_MEM_READ_WRITE | CL_MEM_USE_HOST_PTR, Guarded::kBytes,
                                Guarded().data(), &error);
    EXPECT_EQ(error, CL_SUCCESS);
    return buffer;
  }
};
