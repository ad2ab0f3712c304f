// SPDX-License-Identifier: Apache-2.0
#include "devices/cpu/fault_text.h"

#include <algorithm>
#include <cstring>

namespace heddle::cpu {

ShortText& ShortText::operator<<(std::string_view text) {
  const size_t size = std::min(text.size(), sizeof text_ - size_);
  std::memcpy(text_ + size_, text.data(), size);
  size_ += size;
  return *this;
}

ShortText& ShortText::operator<<(uint64_t number) {
  char digits[20];
  size_t at = sizeof digits;
  do {
    digits[--at] = static_cast<char>('0' + number % 10);
    number /= 10;
  } while (number != 0);
  return *this << std::string_view(digits + at, sizeof digits - at);
}

ShortText& ShortText::hexadecimal(uint64_t number) {
  char digits[16];
  size_t at = sizeof digits;
  do {
    digits[--at] = "0123456789abcdef"[number % 16];
    number /= 16;
  } while (number != 0);
  return *this << "0x" << std::string_view(digits + at, sizeof digits - at);
}

namespace {

const char* name_of(int signal) {
  switch (signal) {
    case SIGSEGV:
      return "SIGSEGV";
    case SIGBUS:
      return "SIGBUS";
    case SIGFPE:
      return "SIGFPE";
    default:
      return "SIGILL";
  }
}

void put_place(ShortText& out, const uint64_t place[3], uint32_t dimensions) {
  out << "(" << place[0];
  for (uint32_t d = 1; d < dimensions; ++d) out << ", " << place[d];
  out << ")";
}

/// Puts the first and the last of some groups or work-items, or the only one.
void put_ends(ShortText& out, const char* noun, const uint64_t first[3], const uint64_t last[3],
              uint32_t dimensions) {
  const bool is_one = std::equal(first, first + 3, last);
  out << noun << (is_one ? " " : "s ");
  put_place(out, first, dimensions);
  if (is_one) return;
  out << " to ";
  put_place(out, last, dimensions);
}

}  // namespace

void put_groups(ShortText& out, const hd_launch& launch, const hd_group_range& range) {
  uint64_t last_group[3], first[3], last[3];
  for (int d = 0; d < 3; ++d) {
    const uint64_t local = launch.enqueued_local_size[d];
    last_group[d] = range.end[d] - 1;
    first[d] = launch.global_offset[d] + range.begin[d] * local;
    last[d] = launch.global_offset[d] + std::min(range.end[d] * local, launch.global_size[d]) - 1;
  }
  const uint32_t dimensions = std::clamp(launch.work_dim, 1U, 3U);
  put_ends(out, "work-group", range.begin, last_group, dimensions);
  out << ", ";
  put_ends(out, "work-item", first, last, dimensions);
}

namespace {

void put_bytes(ShortText& out, uint64_t count) {
  out << count << (count == 1 ? " byte" : " bytes");
}

// Beyond these, it is by chance that an argument's object, or other memory, is the nearest.
constexpr uint64_t kFar = uint64_t{1} << 36, kFarFromOthers = uint64_t{1} << 20;

/// An object and its distance from an address.
struct Near {
  uint64_t begin = 0, size = 0;
  uint64_t distance = UINT64_MAX;
  const char* noun = nullptr;  // null: an argument
  uint64_t argument = 0;

  void consider(uint64_t address, const Near& other) {
    const uint64_t end = other.begin + other.size;
    const uint64_t away = address < other.begin ? other.begin - address
                          : address < end       ? 0
                                                : address - end;
    const uint64_t limit = other.noun ? kFarFromOthers : kFar;
    if (other.begin == 0 || away >= std::min(distance, limit)) return;
    *this = other;
    distance = away;
  }
};

Near nearest(uint64_t address, const hd_thread_record& running) {
  Near found;
  for (uint64_t i = 0; i < running.num_objects; ++i) {
    const hd_launch_object& object = running.objects[i];
    found.consider(address,
                   {.begin = object.begin, .size = object.size, .argument = object.argument});
  }
  if (const hd_worker* worker = running.worker) {
    const auto number = [](const void* pointer) { return reinterpret_cast<uint64_t>(pointer); };
    if (worker->local_memory_size != 0)
      found.consider(address, {.begin = number(worker->local_memory),
                               .size = worker->local_memory_size,
                               .noun = "the group's local memory"});
    const uint64_t stack = number(worker->stack_begin);
    found.consider(
        address,
        {.begin = stack, .size = number(worker->stack_end) - stack, .noun = "the thread's stack"});
  }
  return found;
}

void put_object(ShortText& out, uint64_t address, const hd_loaded_code& code,
                const hd_thread_record& running) {
  constexpr uint64_t kNull = HD_PAGE_BYTES;  // below: a null pointer and an offset
  if (address < kNull) {
    out << ", near the null pointer";
    return;
  }
  const Near object = nearest(address, running);
  if (object.distance == UINT64_MAX) return;
  const char* where = " past the end of ";
  out << ", ";
  if (object.distance == 0 && address >= object.begin + object.size) {
    where = "at the end of ";
  } else if (object.distance == 0) {
    put_bytes(out, address - object.begin);
    where = " into ";
  } else {
    put_bytes(out, object.distance);
    if (address < object.begin) where = " before the beginning of ";
  }
  out << where;
  if (object.noun) {
    out << object.noun;
  } else {
    out << "argument " << object.argument;
    if (object.argument < code.num_arguments && code.arguments[object.argument].name[0])
      out << " `" << code.arguments[object.argument].name << "`";
  }
  out << " (";
  put_bytes(out, object.size);
  out << ")";
}

void put_cause(ShortText& out, const siginfo_t& info, const ProcessorFault& fault,
               const hd_loaded_code& code, const hd_thread_record* running) {
  if (info.si_signo == SIGFPE) {
    if (info.si_code == FPE_INTDIV)
      out << ": a division of integers by zero, or one that overflows";
    return;
  }
  if (info.si_signo == SIGILL) {
    out << ": an instruction that is a trap, or that the processor has not";
    return;
  }
  if (!fault.has_address) {
    out << ": an address that is not aligned for its instruction, or none that memory can have";
    return;
  }
  const auto address = reinterpret_cast<uint64_t>(info.si_addr);
  out << (fault.is_write ? ": it wrote to " : ": it read from ");
  out.hexadecimal(address);
  if (running) put_object(out, address, code, *running);
}

}  // namespace

void describe_fault(ShortText& out, const siginfo_t& info, const ProcessorFault& fault,
                    const hd_loaded_code& code, const hd_thread_record* running) {
  out << "heddle: kernel '" << code.kernel << "' died of " << name_of(info.si_signo) << " in ";
  if (running) {
    put_groups(out, *running->launch.load(std::memory_order_relaxed), *running->range);
  } else {
    out << "an unknown work-group";
  }
  if (const hd_code_line* line = line_at(code, fault.instruction)) {
    out << ", at " << code.files[line->file] << ":" << uint64_t{line->line};
    if (line->column != 0) out << ":" << uint64_t{line->column};
  }
  put_cause(out, info, fault, code, running);
  out << ".\n";
}

}  // namespace heddle::cpu
