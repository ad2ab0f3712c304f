// SPDX-License-Identifier: Apache-2.0
#include "devices/cpu/debug_records.h"

#include <sys/syscall.h>
#include <unistd.h>

#include <algorithm>

extern "C" {
constinit hd_debug_records heddle_debug_records = {HD_DEBUG_RECORDS_VERSION, {}, {}, {}};
}

namespace heddle::cpu {
namespace {

constexpr uint64_t kBeingFilled = 1;

int32_t this_thread() {
  return static_cast<int32_t>(syscall(SYS_gettid));
}

/// Returns a free place of a list, which `claim` has taken, or a new one.
template <class Place, class Claim>
Place& place_in(std::atomic<Place*>& list, const Claim& claim) {
  for (Place* place = list.load(std::memory_order_acquire); place; place = place->next)
    if (claim(*place)) return *place;
  auto* const made = new Place{};
  claim(*made);
  made->next = list.load(std::memory_order_relaxed);
  while (!list.compare_exchange_weak(made->next, made, std::memory_order_release,
                                     std::memory_order_relaxed)) {
  }
  return *made;
}

bool claim_code(hd_loaded_code& place) {
  uint64_t free = 0;
  return place.begin.compare_exchange_strong(free, kBeingFilled, std::memory_order_acquire);
}

bool claim_thread(hd_thread_record& place) {
  int32_t free = 0;
  return place.thread.compare_exchange_strong(free, this_thread(), std::memory_order_acquire);
}

/// Returns the lines by their place in memory; those of sections that are not loaded are left out.
std::vector<hd_code_line> lines_in_memory(const CodeLines& known, uint64_t size,
                                          const std::vector<uint64_t>& section_offsets) {
  std::vector<hd_code_line> lines;
  for (const CodeLine& line : known.lines) {
    if (line.section == 0 || line.section >= section_offsets.size()) continue;
    const uint64_t offset = section_offsets[line.section] + line.offset;
    if (offset >= size) continue;
    lines.push_back({static_cast<uint32_t>(offset), line.file, line.line, line.column});
  }
  std::ranges::stable_sort(lines, {}, &hd_code_line::offset);
  return lines;
}

}  // namespace

CodeRecord::CodeRecord(const KernelRecord& kernel, uint64_t begin, uint64_t size,
                       const std::vector<uint64_t>& section_offsets)
    : name_(kernel.name), lines_(lines_in_memory(kernel.lines, size, section_offsets)) {
  strings_ = kernel.lines.files;
  for (const ArgRecord& arg : kernel.args) strings_.push_back(arg.name);
  const size_t num_files = kernel.lines.files.size();
  for (size_t i = 0; i < num_files; ++i) files_.push_back(strings_[i].c_str());
  for (size_t i = 0; i < kernel.args.size(); ++i) {
    const ArgRecord& arg = kernel.args[i];
    arguments_.push_back(
        {strings_[num_files + i].c_str(), static_cast<uint32_t>(arg.kind), arg.offset});
  }
  place_ = &place_in(heddle_debug_records.code, claim_code);
  place_->kernel = name_.c_str();
  place_->lines = lines_.data();
  place_->num_lines = lines_.size();
  place_->files = files_.data();
  place_->num_files = files_.size();
  place_->arguments = arguments_.data();
  place_->num_arguments = arguments_.size();
  place_->end.store(begin + size, std::memory_order_release);
  place_->begin.store(begin, std::memory_order_release);
}

CodeRecord::~CodeRecord() {
  place_->end.store(0, std::memory_order_release);
  place_->begin.store(0, std::memory_order_release);
}

ThreadRecord::~ThreadRecord() {
  if (place_) place_->thread.store(0, std::memory_order_release);
}

void ThreadRecord::take() {
  if (!place_) place_ = &place_in(heddle_debug_records.threads, claim_thread);
  // After a fork it is the parent's thread that is noted.
  place_->launch.store(nullptr, std::memory_order_relaxed);
  place_->thread.store(this_thread(), std::memory_order_relaxed);
  place_->generation.store(heddle_debug_records.generation.load(std::memory_order_relaxed),
                           std::memory_order_release);
}

void forget_threads_of_parent() {
  heddle_debug_records.generation.fetch_add(1, std::memory_order_relaxed);
}

const hd_loaded_code* code_at(uint64_t address) {
  const auto* place = heddle_debug_records.code.load(std::memory_order_acquire);
  for (; place; place = place->next) {
    const uint64_t begin = place->begin.load(std::memory_order_acquire);
    const bool is_in = begin > kBeingFilled && begin <= address &&
                       address < place->end.load(std::memory_order_acquire);
    // Another thread may use the place for other code meanwhile.
    if (is_in && place->begin.load(std::memory_order_acquire) == begin) return place;
  }
  return nullptr;
}

const hd_thread_record* running_here() {
  const int32_t thread = this_thread();
  const uint32_t now = heddle_debug_records.generation.load(std::memory_order_relaxed);
  const hd_thread_record* innermost = nullptr;
  const auto* place = heddle_debug_records.threads.load(std::memory_order_acquire);
  for (; place; place = place->next) {
    if (place->thread.load(std::memory_order_acquire) != thread ||
        place->generation.load(std::memory_order_relaxed) != now ||
        !place->launch.load(std::memory_order_relaxed))
      continue;
    if (!innermost || place->frame < innermost->frame) innermost = place;
  }
  return innermost;
}

const hd_code_line* line_at(const hd_loaded_code& code, uint64_t address) {
  const uint64_t offset = address - code.begin.load(std::memory_order_relaxed);
  uint64_t first = 0, end = code.num_lines;  // the line is the last one at or before the offset
  while (first < end) {
    const uint64_t middle = first + (end - first) / 2;
    if (code.lines[middle].offset <= offset) {
      first = middle + 1;
    } else {
      end = middle;
    }
  }
  if (first == 0) return nullptr;
  const hd_code_line& line = code.lines[first - 1];
  return line.line != 0 && line.file < code.num_files ? &line : nullptr;
}

}  // namespace heddle::cpu
