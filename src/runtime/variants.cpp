// SPDX-License-Identifier: Apache-2.0
#include "runtime/variants.h"

#include <CL/cl.h>

#include <algorithm>
#include <cstdlib>
#include <cstring>

#include "runtime/code_source.h"
#include "support/log.h"

namespace heddle {
namespace {

/// A page-sized limit on what no honest program asks for keeps the sizes below free of overflow.
constexpr uint64_t kMaxGlobals = uint64_t{1} << 40;

/// How a kernel that cannot be made ready is answered by clCreateKernel and clEnqueueNDRangeKernel,
/// neither of which knows CL_INVALID_BINARY.
Error not_ready(const std::string& kernel, const Error& cause) {
  const cl_int code =
      cause.code == CL_OUT_OF_HOST_MEMORY ? CL_OUT_OF_HOST_MEMORY : CL_OUT_OF_RESOURCES;
  return {code, "no code for kernel " + kernel + ": " + cause.why};
}

}  // namespace

ProgramCode::ProgramCode(ProgramRecord record, std::string log)
    : record_(std::move(record)), log_(std::move(log)) {
  slots_.reserve(record_.kernels.size());
  while (slots_.size() < record_.kernels.size()) slots_.push_back(std::make_unique<Slot>());
}

std::optional<size_t> ProgramCode::find(std::string_view kernel) const {
  const auto& kernels = record_.kernels;
  const auto at = std::find_if(kernels.begin(), kernels.end(),
                               [&](const KernelRecord& record) { return record.name == kernel; });
  if (at == kernels.end()) return std::nullopt;
  return static_cast<size_t>(at - kernels.begin());
}

Result<ProgramCode::Ready> ProgramCode::load(size_t kernel) {
  const KernelRecord& record = record_.kernels[kernel];
  Slot& slot = *slots_[kernel];
  const std::lock_guard lock(slot.mutex);
  if (!slot.loaded && !record.object.empty()) {
    auto loaded = cpu::load_kernel(record.object, record.name.c_str());
    if (loaded) {
      slot.loaded = std::move(loaded).value();
    } else {
      log::info("kernel " + record.name + ": " + loaded.error().why + "; generated anew");
    }
  }
  if (!slot.loaded) {
    auto generated = generate_kernel(record_, record.name);
    if (!generated) return not_ready(record.name, generated.error());
    auto loaded = cpu::load_kernel(generated.value().object, record.name.c_str());
    if (!loaded) return not_ready(record.name, loaded.error());
    slot.generated = std::make_unique<const KernelRecord>(std::move(generated).value());
    slot.loaded = std::move(loaded).value();
  }
  return Ready{slot.generated ? slot.generated.get() : &record, slot.loaded};
}

ProgramCode::Bytes ProgramCode::binary() {
  const std::lock_guard lock(binary_mutex_);
  if (binary_) return binary_;
  ProgramRecord whole = record_;
  for (size_t i = 0; i < slots_.size(); ++i) {
    const std::lock_guard slot_lock(slots_[i]->mutex);
    if (slots_[i]->generated) whole.kernels[i] = *slots_[i]->generated;
  }
  return binary_ = std::make_shared<const std::vector<unsigned char>>(serialize(whole));
}

Result<std::shared_ptr<const GlobalsBlock>> GlobalsBlock::make(const GlobalsRecord& record) {
  unsigned char* data = nullptr;
  if (record.size > 0) {
    const uint64_t align = std::max<uint64_t>(record.align, 128);
    const uint64_t size = (record.size + align - 1) / align * align;
    if (record.size <= kMaxGlobals) {
      data = static_cast<unsigned char*>(std::aligned_alloc(align, size));
    }
    if (!data) return Error{CL_OUT_OF_RESOURCES, "no memory for the program-scope variables"};
    std::memcpy(data, record.init.data(), record.init.size());
    std::memset(data + record.init.size(), 0, size - record.init.size());
    for (const auto& relocation : record.relocations) {
      uint64_t word;  // holds the addend
      std::memcpy(&word, data + relocation.at, sizeof(word));
      word += reinterpret_cast<uint64_t>(data) + relocation.target;
      std::memcpy(data + relocation.at, &word, sizeof(word));
    }
  }
  return std::make_shared<const GlobalsBlock>(data);
}

GlobalsBlock::~GlobalsBlock() {
  std::free(data_);
}

}  // namespace heddle
