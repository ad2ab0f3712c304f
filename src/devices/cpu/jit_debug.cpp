// SPDX-License-Identifier: Apache-2.0
// The names and layouts below are gdb's ("JIT Compilation Interface" in its manual): it sets a
// breakpoint on the function and reads the list from the descriptor.
#include "devices/cpu/jit_debug.h"

#include <fcntl.h>
#include <stdio.h>
#include <unistd.h>

#include <cstdlib>
#include <cstring>
#include <memory>

#include "abi/kernel_abi.h"
#include "devices/cpu/futex.h"
#include "support/file.h"
#include "support/mutex.h"
#include "support/options.h"

extern "C" {

struct jit_code_entry {
  jit_code_entry* next_entry;
  jit_code_entry* prev_entry;
  const char* symfile_addr;
  uint64_t symfile_size;
};
struct jit_descriptor {
  uint32_t version;
  uint32_t action_flag;
  jit_code_entry* relevant_entry;
  jit_code_entry* first_entry;
};

[[gnu::visibility("default"), gnu::noinline, gnu::used]] void __jit_debug_register_code() {
  asm volatile("" ::: "memory");
}
[[gnu::visibility("default"), gnu::used]] jit_descriptor __jit_debug_descriptor = {1, 0, nullptr,
                                                                                   nullptr};

// Our symbols under other names: an application may contain a JIT of its own, whose symbols come
// first in the search order.
extern jit_descriptor heddle_jit_descriptor
    [[gnu::alias("__jit_debug_descriptor"), gnu::visibility("hidden")]];
[[gnu::alias("__jit_debug_register_code"), gnu::visibility("hidden")]] void heddle_jit_register();
}

namespace heddle::cpu {

struct DebugRegistration {
  jit_code_entry entry{};
  std::vector<unsigned char> object;
};

namespace {

constexpr uint32_t kRegister = 1, kUnregister = 2;
constinit SpinningMutex jit_mutex;  // guards the descriptor and its list

void tell_debugger(uint32_t action, jit_code_entry& entry) REQUIRES(jit_mutex) {
  heddle_jit_descriptor.action_flag = action;
  heddle_jit_descriptor.relevant_entry = &entry;
  heddle_jit_register();
}

}  // namespace

DebugRegistration* register_with_debugger(const ElfObject& object,
                                          std::span<const unsigned char> bytes,
                                          const std::vector<uint64_t>& section_addresses) {
  bool has_debug_info = false;
  for (const ElfObject::Section& section : object.sections) {
    has_debug_info |= section.name == ".debug_info";
  }
  if (!has_debug_info) return nullptr;
  auto registration = std::make_unique<DebugRegistration>();
  registration->object.assign(bytes.begin(), bytes.end());
  Elf64_Ehdr header;
  memcpy(&header, bytes.data(), sizeof header);
  for (size_t i = 1; i < section_addresses.size(); ++i) {
    if (section_addresses[i] == 0) continue;
    const size_t at = header.e_shoff + i * sizeof(Elf64_Shdr) + offsetof(Elf64_Shdr, sh_addr);
    memcpy(registration->object.data() + at, &section_addresses[i], sizeof(uint64_t));
  }
  jit_code_entry& entry = registration->entry;
  entry.symfile_addr = reinterpret_cast<const char*>(registration->object.data());
  entry.symfile_size = registration->object.size();

  const Lock lock(jit_mutex);
  entry.next_entry = heddle_jit_descriptor.first_entry;
  if (entry.next_entry) entry.next_entry->prev_entry = &entry;
  heddle_jit_descriptor.first_entry = &entry;
  tell_debugger(kRegister, entry);
  return registration.release();
}

void unregister_from_debugger(DebugRegistration* registration) {
  if (!registration) return;
  {
    const Lock lock(jit_mutex);
    jit_code_entry& entry = registration->entry;
    (entry.prev_entry ? entry.prev_entry->next_entry : heddle_jit_descriptor.first_entry) =
        entry.next_entry;
    if (entry.next_entry) entry.next_entry->prev_entry = entry.prev_entry;
    tell_debugger(kUnregister, entry);
  }
  delete registration;
}

void write_perf_map(const ElfObject& object, const std::vector<uint64_t>& section_addresses,
                    const char* name) {
  if (!options().perf) return;
  std::string lines;
  for (const ElfObject::Symbol& symbol : object.symbols) {
    if (symbol.type != STT_FUNC || symbol.section == SHN_UNDEF || symbol.section >= SHN_LORESERVE) {
      continue;
    }
    if (section_addresses[symbol.section] == 0) continue;
    char range[48];
    snprintf(range, sizeof range, "%lx %lx ", section_addresses[symbol.section] + symbol.value,
             symbol.size);
    lines += range;
    lines += symbol.name == HD_KERNEL_SYMBOL ? std::string_view(name) : symbol.name;
    lines += '\n';
  }
  const std::string path = "/tmp/perf-" + std::to_string(getpid()) + ".map";
  File file = create_file(AT_FDCWD, path.c_str(), O_APPEND);
  if (!file) file = open_own_file(AT_FDCWD, path.c_str(), O_WRONLY | O_APPEND);
  if (file) file.write(lines.data(), lines.size());  // at once: several threads may load kernels
}

}  // namespace heddle::cpu
