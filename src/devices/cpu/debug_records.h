// SPDX-License-Identifier: Apache-2.0
// The records of loaded code and of the ranges of work-groups that threads run. The handler of
// faults (faults.cpp) reads them, and so does a debugger, by their layout alone
// (heddle-gdb.py): any change of it raises HD_DEBUG_RECORDS_VERSION. Places in the lists are
// used again, and never freed.
#pragma once

#include <atomic>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "abi/kernel_abi.h"
#include "abi/program_record.h"

#define HD_DEBUG_RECORDS_VERSION 1u

extern "C" {

/// The line that code from `offset` on comes from; line 0: none.
struct hd_code_line {
  uint32_t offset;  // from hd_loaded_code.begin
  uint32_t file;
  uint32_t line;
  uint32_t column;
};

struct hd_code_argument {
  const char* name;  // empty: unknown
  uint32_t kind;     // heddle::ArgKind
  uint32_t offset;   // in hd_launch.args
};

/// The code of one kernel in this process.
struct hd_loaded_code {
  hd_loaded_code* next;
  std::atomic<uint64_t> begin;  // 0: the place is free; 1: it is being filled
  std::atomic<uint64_t> end;
  const char* kernel;
  const hd_code_line* lines;  // ascending
  uint64_t num_lines;
  const char* const* files;
  uint64_t num_files;
  const hd_code_argument* arguments;
  uint64_t num_arguments;
};

/// An object that an argument of a launch points to.
struct hd_launch_object {
  uint64_t begin, size;
  uint64_t argument;
};

/// The range that a thread runs.
struct hd_thread_record {
  hd_thread_record* next;
  std::atomic<int32_t> thread;           // as the system numbers it; 0: the place is free
  std::atomic<uint32_t> generation;      // hd_debug_records.generation of the process that it is of
  std::atomic<const hd_launch*> launch;  // null: none
  const hd_group_range* range;           // the groups that run now
  const hd_loaded_code* code;
  const void* frame;        // the frame that runs it: what is nested lies below
  const hd_worker* worker;  // null unless faults are caught, as the next two are
  const hd_launch_object* objects;
  uint64_t num_objects;
};

struct hd_debug_records {
  uint32_t version;
  std::atomic<uint32_t> generation;  // how many times the process has forked from another one
  std::atomic<hd_loaded_code*> code;
  std::atomic<hd_thread_record*> threads;
};

[[gnu::visibility("default")]] extern hd_debug_records heddle_debug_records;
}

namespace heddle::cpu {

/// Code in hd_debug_records.code, as long as this lives.
class CodeRecord {
 public:
  /// `section_offsets` has the offset of each of the object's sections from `begin`.
  CodeRecord(const KernelRecord& kernel, uint64_t begin, uint64_t size,
             const std::vector<uint64_t>& section_offsets);
  ~CodeRecord();
  CodeRecord(const CodeRecord&) = delete;
  CodeRecord& operator=(const CodeRecord&) = delete;

  const hd_loaded_code& place() const { return *place_; }

 private:
  std::string name_;
  std::vector<std::string> strings_;
  std::vector<const char*> files_;
  std::vector<hd_code_line> lines_;
  std::vector<hd_code_argument> arguments_;
  hd_loaded_code* place_;
};

/// A thread's place in hd_debug_records.threads, taken at its first range.
class ThreadRecord {
 public:
  ThreadRecord() = default;
  ~ThreadRecord();
  ThreadRecord(const ThreadRecord&) = delete;
  ThreadRecord& operator=(const ThreadRecord&) = delete;

  hd_thread_record& place() {
    const uint32_t now = heddle_debug_records.generation.load(std::memory_order_relaxed);
    if (!place_ || place_->generation.load(std::memory_order_relaxed) != now) take();
    return *place_;
  }

 private:
  void take();

  hd_thread_record* place_ = nullptr;
};

/// Forgets what the threads of the parent ran. Called by a child of a fork.
void forget_threads_of_parent();

/// Returns the code that holds an address; null if none does. For handlers of signals.
const hd_loaded_code* code_at(uint64_t address);
/// Returns what this thread runs, the innermost of it; null: nothing. For handlers of signals.
const hd_thread_record* running_here();
/// Returns the line of the code at an address; null if it has none. For handlers of signals.
const hd_code_line* line_at(const hd_loaded_code& code, uint64_t address);

}  // namespace heddle::cpu
