// SPDX-License-Identifier: Apache-2.0
#include "devices/cpu/loader.h"

#include <CL/cl.h>
#include <gtest/gtest.h>

#include <cstring>
#include <fstream>
#include <random>
#include <sstream>

#include "devices/cpu/elf_object.h"

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
extern jit_descriptor __jit_debug_descriptor;
}

namespace heddle::cpu {
namespace {

using Bytes = std::vector<unsigned char>;

Bytes read_object(const char* name) {
  std::ifstream file(std::string(HEDDLE_TEST_OBJECTS "/") + name + ".o", std::ios::binary);
  std::ostringstream text;
  text << file.rdbuf();
  const std::string bytes = text.str();
  return {bytes.begin(), bytes.end()};
}

KernelRecord kernel_of(Bytes object, const char* name) {
  KernelRecord kernel;
  kernel.name = name;
  kernel.object = std::move(object);
  return kernel;
}

int run_one(const LoadedKernel& kernel, int kind, size_t group) {
  std::vector<int> out(group + 1);
  struct {
    int* out;
    int kind;
  } args{out.data(), kind};
  hd_launch launch{};
  launch.args = reinterpret_cast<const unsigned char*>(&args);
  const hd_group_range range{{group, 0, 0}, {group + 1, 1, 1}};
  unsigned char local[16];
  hd_worker worker{};
  worker.local_memory = local;
  kernel.function()(&launch, &range, &worker);
  return out[group];
}

TEST(Loader, RunsAnObjectWithAllKindsOfSections) {
  auto loaded = load_kernel(kernel_of(read_object("whole"), "whole"));
  ASSERT_TRUE(loaded) << loaded.error().why;
  const LoadedKernel& kernel = *loaded.value();
  EXPECT_EQ(run_one(kernel, 0, 1), 20 + 2 + 11);
  EXPECT_EQ(run_one(kernel, 1, 2), 30 + 6 + 2);
  EXPECT_EQ(run_one(kernel, 2, 3), 40 + 6 + 300);
  EXPECT_EQ(run_one(kernel, 5, 4), 10 + 12 + (1 << 20));
  EXPECT_EQ(run_one(kernel, 9, 0), 10 + 0 + 7);
}

TEST(Loader, KeepsTheKernelWhileItIsHeldAndTellsGdb) {
  const Bytes object = read_object("whole");
  jit_code_entry* before = __jit_debug_descriptor.first_entry;
  {
    auto first = load_kernel(kernel_of(object, "first"));
    auto second = load_kernel(kernel_of(object, "second"));
    ASSERT_TRUE(first && second);
    jit_code_entry* entry = __jit_debug_descriptor.first_entry;
    ASSERT_NE(entry, before);
    EXPECT_EQ(entry->symfile_size, object.size());
    EXPECT_EQ(entry->next_entry->next_entry, before);
    first = Error{1, ""};  // unloads the older one first
    EXPECT_EQ(entry->next_entry, before);
    EXPECT_EQ(run_one(*second.value(), 0, 1), 33);
  }
  EXPECT_EQ(__jit_debug_descriptor.first_entry, before);
}

/// The mappings of this process that hold `address`, as /proc tells.
std::string protection_of(const void* address) {
  std::ifstream maps("/proc/self/maps");
  for (std::string line; std::getline(maps, line);) {
    unsigned long begin = 0, end = 0;
    char protection[8] = {};
    sscanf(line.c_str(), "%lx-%lx %7s", &begin, &end, protection);
    const auto at = reinterpret_cast<unsigned long>(address);
    if (begin <= at && at < end) return protection;
  }
  return {};
}

TEST(Loader, CodeIsNotWritable) {
  auto loaded = load_kernel(kernel_of(read_object("whole"), "whole"));
  ASSERT_TRUE(loaded);
  EXPECT_EQ(protection_of(reinterpret_cast<const void*>(loaded.value()->function())), "r-xp");
}

TEST(Loader, NamesAnUndefinedSymbol) {
  auto loaded = load_kernel(kernel_of(read_object("undefined"), "k"));
  ASSERT_FALSE(loaded);
  EXPECT_EQ(loaded.error().code, CL_INVALID_BINARY);
  EXPECT_NE(loaded.error().why.find("missing_function"), std::string::npos) << loaded.error().why;
}

TEST(Loader, RejectsConstructors) {
  auto loaded = load_kernel(kernel_of(read_object("constructor"), "k"));
  ASSERT_FALSE(loaded);
  EXPECT_NE(loaded.error().why.find(".init_array"), std::string::npos) << loaded.error().why;
}

TEST(Loader, RejectsWhatIsNoObject) {
  EXPECT_FALSE(load_kernel(kernel_of({}, "k")));
  const Bytes text(1000, 'x');
  EXPECT_FALSE(load_kernel(kernel_of(text, "k")));
  Bytes object = read_object("whole");
  object[18] = 3;  // e_machine: 386
  EXPECT_FALSE(load_kernel(kernel_of(object, "k")));
}

TEST(Loader, AnyTruncationIsAnErrorAndNoCrash) {
  const Bytes object = read_object("whole");
  for (size_t size = 0; size < object.size(); ++size) {
    // A copy of exactly this size, so that a sanitizer sees any access beyond.
    const Bytes cut(object.begin(), object.begin() + static_cast<ptrdiff_t>(size));
    EXPECT_FALSE(load_kernel(kernel_of(cut, "k"))) << size;
  }
}

TEST(Loader, FlippedBitsDoNotCrash) {
  const Bytes object = read_object("whole");
  std::mt19937 random(7);
  size_t accepted = 0;
  for (int i = 0; i < 20000; ++i) {
    Bytes damaged = object;
    for (uint32_t flips = 1 + random() % 4; flips > 0; --flips) {
      damaged[random() % damaged.size()] ^= static_cast<unsigned char>(1u << random() % 8);
    }
    if (load_kernel(kernel_of(damaged, "k"))) ++accepted;  // loaded, never run
  }
  EXPECT_GT(accepted, 0u);
}

TEST(Loader, DamagedTablesDoNotCrash) {
  const Bytes object = read_object("whole");
  Elf64_Ehdr header;
  memcpy(&header, object.data(), sizeof header);
  std::mt19937_64 random(8);
  const uint64_t values[] = {0,
                             1,
                             7,
                             8,
                             0xffff,
                             0xffffffff,
                             UINT64_MAX,
                             UINT64_MAX - 7,
                             object.size(),
                             uint64_t{1} << 62,
                             uint64_t{1} << 32};
  const auto damage = [&](size_t begin, size_t size) {
    if (size < 8) return;
    Bytes damaged = object;
    const uint64_t value = values[random() % std::size(values)];
    const size_t width = size_t{1} << random() % 4;
    const size_t at = begin + random() % (size - 7);
    memcpy(damaged.data() + at, &value, width);
    (void)static_cast<bool>(load_kernel(kernel_of(damaged, "k")));
  };
  auto parsed = ElfObject::parse(object);
  ASSERT_TRUE(parsed);
  for (int i = 0; i < 4000; ++i) {
    damage(0, sizeof header);
    damage(header.e_shoff, size_t{header.e_shnum} * sizeof(Elf64_Shdr));
    const auto& sections = parsed.value().sections;
    const Elf64_Shdr& section = sections[random() % sections.size()].header;
    if (section.sh_type == SHT_RELA || section.sh_type == SHT_SYMTAB)
      damage(section.sh_offset, section.sh_size);
  }
}

}  // namespace
}  // namespace heddle::cpu
