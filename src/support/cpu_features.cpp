// SPDX-License-Identifier: Apache-2.0
#include "support/cpu_features.h"

#include <cpuid.h>

#include <array>
#include <bitset>

#include "support/options.h"

namespace heddle {
namespace {

enum Register : uint8_t { Eax, Ebx, Ecx, Edx };
enum Level : uint8_t { V2, V3, V4, Extra };  // x86-64-v2 to -v4
enum State : uint8_t { None, Avx, Avx512 };  // register state that the operating system must save

struct Feature {
  std::string_view name;  // LLVM's
  uint32_t leaf;
  uint32_t subleaf;
  Register reg;
  uint8_t bit;
  State state;
  Level level;
  std::string_view needs;  // names of earlier rows that LLVM enables together with this one
};

// The order is that of the canonical string. A row comes after those that it needs.
constexpr std::array kFeatures{
    Feature{"sse3", 1, 0, Ecx, 0, None, V2, ""},
    Feature{"ssse3", 1, 0, Ecx, 9, None, V2, "sse3"},
    Feature{"sse4.1", 1, 0, Ecx, 19, None, V2, "ssse3"},
    Feature{"sse4.2", 1, 0, Ecx, 20, None, V2, "sse4.1"},
    Feature{"popcnt", 1, 0, Ecx, 23, None, V2, ""},
    Feature{"cx16", 1, 0, Ecx, 13, None, V2, ""},
    Feature{"aes", 1, 0, Ecx, 25, None, Extra, ""},
    Feature{"pclmul", 1, 0, Ecx, 1, None, Extra, ""},
    Feature{"sha", 7, 0, Ebx, 29, None, Extra, ""},
    Feature{"adx", 7, 0, Ebx, 19, None, Extra, ""},
    Feature{"gfni", 7, 0, Ecx, 8, None, Extra, ""},
    Feature{"movbe", 1, 0, Ecx, 22, None, V3, ""},
    Feature{"lzcnt", 0x80000001, 0, Ecx, 5, None, V3, ""},
    Feature{"bmi", 7, 0, Ebx, 3, None, V3, ""},
    Feature{"bmi2", 7, 0, Ebx, 8, None, V3, ""},
    Feature{"avx", 1, 0, Ecx, 28, Avx, V3, "sse4.2"},
    Feature{"f16c", 1, 0, Ecx, 29, Avx, V3, "avx"},
    Feature{"fma", 1, 0, Ecx, 12, Avx, V3, "avx"},
    Feature{"avx2", 7, 0, Ebx, 5, Avx, V3, "avx"},
    Feature{"vaes", 7, 0, Ecx, 9, Avx, Extra, "aes,avx2"},
    Feature{"vpclmulqdq", 7, 0, Ecx, 10, Avx, Extra, "pclmul,avx"},
    Feature{"avxvnni", 7, 1, Eax, 4, Avx, Extra, "avx2"},
    Feature{"avxvnniint8", 7, 1, Edx, 4, Avx, Extra, "avx2,avxvnni"},
    Feature{"avx512f", 7, 0, Ebx, 16, Avx512, V4, "avx2,f16c,fma"},
    Feature{"avx512cd", 7, 0, Ebx, 28, Avx512, V4, "avx512f"},
    Feature{"avx512dq", 7, 0, Ebx, 17, Avx512, V4, "avx512f"},
    Feature{"avx512bw", 7, 0, Ebx, 30, Avx512, V4, "avx512f"},
    Feature{"avx512vl", 7, 0, Ebx, 31, Avx512, V4, "avx512f"},
    Feature{"avx512ifma", 7, 0, Ebx, 21, Avx512, Extra, "avx512f"},
    Feature{"avx512vbmi", 7, 0, Ecx, 1, Avx512, Extra, "avx512bw"},
    Feature{"avx512vbmi2", 7, 0, Ecx, 6, Avx512, Extra, "avx512bw"},
    Feature{"avx512vnni", 7, 0, Ecx, 11, Avx512, Extra, "avx512f"},
    Feature{"avx512bitalg", 7, 0, Ecx, 12, Avx512, Extra, "avx512bw"},
    Feature{"avx512vpopcntdq", 7, 0, Ecx, 14, Avx512, Extra, "avx512f"},
    Feature{"avx512bf16", 7, 1, Eax, 5, Avx512, Extra, "avx512bw"},
    Feature{"avx512fp16", 7, 0, Edx, 23, Avx512, Extra, "avx512bw,avx512dq,avx512vl"},
};
using Set = std::bitset<kFeatures.size()>;

constexpr size_t index_of(std::string_view name) {
  size_t index = 0;
  while (index < kFeatures.size() && kFeatures[index].name != name) ++index;
  return index;
}

template <class Function>
void for_each_item(std::string_view list, Function&& function) {
  while (!list.empty()) {
    const size_t comma = list.find(',');
    function(list.substr(0, comma));
    list.remove_prefix(comma == list.npos ? list.size() : comma + 1);
  }
}

/// Adds the features that members need, to a fixed point: rows only refer to earlier ones.
Set with_needs(Set set) {
  for (size_t i = kFeatures.size(); i-- > 0;) {
    if (set[i])
      for_each_item(kFeatures[i].needs, [&](std::string_view name) { set.set(index_of(name)); });
  }
  return set;
}

/// Removes members that lack a feature they need.
Set without_orphans(Set set) {
  for (size_t i = 0; i < kFeatures.size(); ++i) {
    for_each_item(kFeatures[i].needs, [&](std::string_view name) {
      if (!set[index_of(name)]) set.reset(i);
    });
  }
  return set;
}

std::string canonical(const Set& set) {
  std::string text;
  for (size_t i = 0; i < kFeatures.size(); ++i) {
    if (set[i]) text.append(text.empty() ? "+" : ",+").append(kFeatures[i].name);
  }
  return text;
}

Set parse_canonical(std::string_view text) {
  Set set;
  for_each_item(text, [&](std::string_view item) {
    const size_t index = index_of(item.substr(!item.empty() && item[0] == '+'));
    if (index < set.size()) set.set(index);
  });
  return set;
}

Set up_to(Level level) {
  Set set;
  for (size_t i = 0; i < kFeatures.size(); ++i) set[i] = kFeatures[i].level <= level;
  return set;
}

/// Returns the register state that the operating system saves (XCR0).
State saved_state() {
  uint32_t eax, ebx, ecx, edx;
  constexpr uint32_t osxsave = 1u << 27;
  if (!__get_cpuid(1, &eax, &ebx, &ecx, &edx) || !(ecx & osxsave)) return None;
  uint32_t low, high;
  __asm__ volatile("xgetbv" : "=a"(low), "=d"(high) : "c"(0));
  constexpr uint32_t ymm = 0x06, zmm = 0xe6;
  return (low & zmm) == zmm ? Avx512 : (low & ymm) == ymm ? Avx : None;
}

}  // namespace

std::string host_cpu_features() {
  const State saved = saved_state();
  Set set;
  for (size_t i = 0; i < kFeatures.size(); ++i) {
    const Feature& feature = kFeatures[i];
    uint32_t regs[4]{};
    if (!__get_cpuid_count(feature.leaf, feature.subleaf, &regs[Eax], &regs[Ebx], &regs[Ecx],
                           &regs[Edx])) {
      continue;
    }
    set[i] = (regs[feature.reg] >> feature.bit & 1) && feature.state <= saved;
  }
  return canonical(without_orphans(set));
}

std::string restrict_cpu_features(std::string_view host, std::string_view restriction) {
  const Set all = parse_canonical(host);
  if (restriction.empty()) return canonical(all);
  // A list that only removes starts from everything.
  Set chosen = restriction[0] == '-' ? all : Set{};
  for_each_item(restriction, [&](std::string_view item) {
    const bool remove = !item.empty() && item[0] == '-';
    if (!item.empty() && (item[0] == '-' || item[0] == '+')) item.remove_prefix(1);
    Set named;
    if (!remove && item == "sse4.2")
      named = up_to(V2);
    else if (!remove && item == "avx2")
      named = up_to(V3);
    else if (!remove && item == "avx512")
      named = up_to(V4);
    else if (const size_t index = index_of(item); index < named.size())
      named.set(index);
    chosen = remove ? chosen & ~named : chosen | with_needs(named);
  });
  return canonical(without_orphans(chosen & all));
}

const std::string& cpu_features() {
  static const std::string& features =
      *new std::string(restrict_cpu_features(host_cpu_features(), options().cpu_features));
  return features;
}

bool has_cpu_feature(std::string_view features, std::string_view name) {
  bool found = false;
  for_each_item(features, [&](std::string_view item) {
    found |= item.size() == name.size() + 1 && item[0] == '+' && item.substr(1) == name;
  });
  return found;
}

VectorBytes vector_bytes(std::string_view features) {
  if (has_cpu_feature(features, "avx512f")) return {64, 64};
  if (has_cpu_feature(features, "avx2")) return {32, 32};
  if (has_cpu_feature(features, "avx")) return {16, 32};
  return {16, 16};
}

ByteProducts byte_products(std::string_view features) {
  const bool any =
      has_cpu_feature(features, "avxvnniint8") && !has_cpu_feature(features, "avx512f");
  return {.mixed = any || has_cpu_feature(features, "avxvnni") ||
                   has_cpu_feature(features, "avx512vnni"),
          .any = any};
}

CpuVendor cpu_vendor() {
  uint32_t eax, words[3];
  if (!__get_cpuid(0, &eax, &words[0], &words[2], &words[1]))
    return {"unknown", 0};  // ebx, edx, ecx
  const std::string name(reinterpret_cast<const char*>(words), sizeof words);
  if (name == "GenuineIntel") return {name, 0x8086};
  if (name == "AuthenticAMD") return {name, 0x1022};
  return {name, 0};
}

CpuModel cpu_model() {
  uint32_t eax = 0, ebx = 0, ecx = 0, edx = 0;
  if (!__get_cpuid(1, &eax, &ebx, &ecx, &edx)) return {};
  constexpr uint32_t kNibble = 0xf, kExtended = 0xf, kSix = 6;
  const uint32_t family = eax >> 8 & kNibble, model = eax >> 4 & kNibble;
  const uint32_t more_family = family == kExtended ? eax >> 20 & 0xff : 0;
  const uint32_t more_model =
      family == kExtended || family == kSix ? (eax >> 16 & kNibble) << 4 : 0;
  return {eax, family + more_family, model | more_model, eax & kNibble};
}

}  // namespace heddle
