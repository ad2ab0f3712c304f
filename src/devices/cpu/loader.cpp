// SPDX-License-Identifier: Apache-2.0
// Lays the loaded sections of an object out in one mapping (code, constants, data, each on pages of
// its own), relocates while that is writable, and then removes the rights that a part does not
// need: no page is ever writable and executable.
#include "devices/cpu/loader.h"

#include <CL/cl.h>
#include <sys/mman.h>

#include <algorithm>
#include <atomic>
#include <cstring>
#include <optional>
#include <unordered_map>

#include "devices/cpu/elf_object.h"
#include "devices/cpu/jit_debug.h"
#include "devices/cpu/processor.h"
#include "support/checked.h"

namespace heddle::cpu {
namespace {

constexpr uint64_t kPage = HD_PAGE_BYTES;
constexpr uint64_t kMaxAlignment = kPage;
constexpr uint64_t kMaxImage = uint64_t{256}
                               << 20;  // well within the reach of 32-bit displacements

constinit std::atomic<size_t> all_loaded{0};  // bytes

enum Part : uint8_t { kText, kConstants, kData, kParts };
constexpr int kProtection[kParts] = {PROT_READ | PROT_EXEC, PROT_READ, PROT_READ | PROT_WRITE};

Part part_of(const ElfObject::Section& section) {
  if (section.header.sh_flags & SHF_EXECINSTR) return kText;
  return section.header.sh_flags & SHF_WRITE ? kData : kConstants;
}

class Image final : public LoadedKernel {
 public:
  ~Image() override {
    record_.reset();
    unregister_from_debugger(debug_);
    if (!memory_) return;
    munmap(memory_, size_);
    all_loaded.fetch_sub(size_, std::memory_order_relaxed);
  }

  Status load(const ElfObject& object, const KernelRecord& kernel);

 private:
  Status lay_out(const ElfObject& object);
  Status fill(const ElfObject& object);
  Status relocate(const ElfObject& object, const ElfObject::Relocation& relocation);
  Status find_kernel(const ElfObject& object);
  Result<uint64_t> address_of(const ElfObject& object, uint32_t symbol) const;
  uint64_t address(uint64_t offset) const { return reinterpret_cast<uint64_t>(memory_) + offset; }

  unsigned char* memory_ = nullptr;
  size_t size_ = 0;
  uint64_t begin_[kParts + 1] = {};             // the beginning of each part, and the end
  std::vector<uint64_t> section_offset_;        // offsets of loaded sections in the image
  std::unordered_map<uint32_t, uint64_t> got_;  // symbol to the offset of its slot
  DebugRegistration* debug_ = nullptr;
};

Status Image::lay_out(const ElfObject& object) {
  section_offset_.assign(object.sections.size(), 0);
  uint64_t at = 0;
  for (int part = kText; part < kParts; ++part) {
    at = align_up(at, kPage);
    begin_[part] = at;
    for (size_t i = 1; i < object.sections.size(); ++i) {
      const ElfObject::Section& section = object.sections[i];
      if (!section.is_alloc() || part_of(section) != part) continue;
      const uint64_t alignment = std::max<uint64_t>(section.header.sh_addralign, 1);
      if (!is_power_of_two(alignment) || alignment > kMaxAlignment) {
        return invalid_object("section " + std::string(section.name) +
                              " has an impossible alignment");
      }
      if (section.header.sh_size > kMaxImage) return invalid_object("it is too large");
      at = align_up(at, alignment);
      section_offset_[i] = at;
      at += section.header.sh_size;
      if (at > kMaxImage) return invalid_object("it is too large");
    }
    if (part != kConstants) continue;
    at = align_up<uint64_t>(at, sizeof(uint64_t));
    for (const ElfObject::Relocation& relocation : object.relocations) {
      if (!wants_slot(relocation.type)) continue;
      if (got_.try_emplace(relocation.symbol, at).second) at += sizeof(uint64_t);
    }
  }
  begin_[kParts] = align_up(at, kPage);
  size_ = begin_[kParts];
  return size_ > 0 && size_ <= kMaxImage ? Status{}
                                         : Status{invalid_object("it is empty or too large")};
}

Result<uint64_t> Image::address_of(const ElfObject& object, uint32_t index) const {
  const ElfObject::Symbol& symbol = object.symbols[index];
  if (symbol.section == SHN_UNDEF) {
    // Kernels call nothing outside themselves (kernel_abi.h): the services come with the launch.
    return invalid_object("undefined symbol " + std::string(symbol.name));
  }
  if (symbol.section >= SHN_LORESERVE || !object.sections[symbol.section].is_alloc() ||
      symbol.type == STT_TLS || symbol.type == STT_GNU_IFUNC) {
    return invalid_object("symbol " + std::string(symbol.name) + " is of a kind kernels have not");
  }
  return address(section_offset_[symbol.section] + symbol.value);
}

Status Image::relocate(const ElfObject& object, const ElfObject::Relocation& relocation) {
  const ElfObject::Section& section = object.sections[relocation.section];
  uint64_t target = TRY(address_of(object, relocation.symbol));
  if (wants_slot(relocation.type)) target = address(got_.at(relocation.symbol));
  const uint64_t place_offset = section_offset_[relocation.section] + relocation.offset;
  const uint64_t place = address(place_offset);
  const uint64_t absolute = target + static_cast<uint64_t>(relocation.addend);
  const std::optional<unsigned> width = relocated_bytes(relocation.type);
  if (!width)
    return invalid_object("relocation of unknown type " + std::to_string(relocation.type));
  if (*width == 0) return {};
  if (!in_range(relocation.offset, *width, section.header.sh_size)) {
    return invalid_object("a relocation lies outside its section");
  }
  if (!cpu::relocate(relocation.type, memory_ + place_offset, place, absolute))
    return invalid_object("a relocation is out of reach");
  return {};
}

Status Image::fill(const ElfObject& object) {
  for (size_t i = 1; i < object.sections.size(); ++i) {
    const ElfObject::Section& section = object.sections[i];
    if (!section.is_alloc() || section.bytes.empty()) continue;
    memcpy(memory_ + section_offset_[i], section.bytes.data(), section.bytes.size());
  }
  for (const auto& [symbol, offset] : got_) {
    const uint64_t value = TRY(address_of(object, symbol));
    memcpy(memory_ + offset, &value, sizeof value);
  }
  for (const ElfObject::Relocation& relocation : object.relocations) {
    TRY(relocate(object, relocation));
  }
  return {};
}

Status Image::find_kernel(const ElfObject& object) {
  for (uint32_t i = 0; i < object.symbols.size(); ++i) {
    const ElfObject::Symbol& symbol = object.symbols[i];
    if (symbol.name != HD_KERNEL_SYMBOL || symbol.section == SHN_UNDEF) continue;
    const uint64_t entry = TRY(address_of(object, i));
    const ElfObject::Section& section = object.sections[symbol.section];
    if (part_of(section) != kText || symbol.value >= section.header.sh_size) {
      return invalid_object("its entry point is not code");
    }
    function_ = reinterpret_cast<hd_kernel_function>(entry);
    return {};
  }
  return invalid_object("it has no entry point");
}

Status Image::load(const ElfObject& object, const KernelRecord& kernel) {
  TRY(lay_out(object));
  void* memory = mmap(nullptr, size_, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (memory == MAP_FAILED) return Error{CL_OUT_OF_HOST_MEMORY, "no memory for a kernel's code"};
  memory_ = static_cast<unsigned char*>(memory);
  all_loaded.fetch_add(size_, std::memory_order_relaxed);
  TRY(fill(object));
  for (int part = kText; part < kParts; ++part) {
    const uint64_t length = begin_[part + 1] - begin_[part];
    if (part == kData || length == 0) continue;
    if (mprotect(memory_ + begin_[part], length, kProtection[part]) != 0) {
      return Error{CL_OUT_OF_HOST_MEMORY, "the system lets no memory become executable"};
    }
  }
  TRY(find_kernel(object));
  std::vector<uint64_t> addresses(object.sections.size(), 0);
  for (size_t i = 1; i < addresses.size(); ++i) {
    if (object.sections[i].is_alloc()) addresses[i] = address(section_offset_[i]);
  }
  record_.emplace(kernel, address(begin_[kText]), begin_[kText + 1] - begin_[kText],
                  section_offset_);
  debug_ = register_with_debugger(object, kernel.object, addresses);
  write_perf_map(object, addresses, kernel.name.c_str());
  return {};
}

}  // namespace

size_t loaded_bytes() noexcept {
  return all_loaded.load(std::memory_order_relaxed);
}

Result<std::shared_ptr<const LoadedKernel>> load_kernel(const KernelRecord& kernel) {
  const ElfObject parsed = TRY(ElfObject::parse(kernel.object));
  auto image = std::make_shared<Image>();
  TRY(image->load(parsed, kernel));
  return std::shared_ptr<const LoadedKernel>(std::move(image));
}

}  // namespace heddle::cpu
