// SPDX-License-Identifier: Apache-2.0
#include "runtime/code/globals_block.h"

#include <CL/cl.h>

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <utility>

#include "abi/kernel_abi.h"
#include "platform/memory_use.h"
#include "support/log.h"

namespace heddle {
namespace {

/// Keeps the sizes below free of overflow: no honest program asks for so many bytes.
constexpr uint64_t kMaxGlobals = uint64_t{1} << 40;

}  // namespace

Result<std::shared_ptr<GlobalsBlock>> GlobalsBlock::make(const GlobalsRecord& record) {
  auto block = std::make_shared<GlobalsBlock>();
  if (record.size > 0) {
    const uint64_t align = std::max<uint64_t>(record.align, HD_MAX_TYPE_ALIGN);
    // Zeros that nobody has written take no memory.
    const size_t size = record.size <= kMaxGlobals ? record.size + 2 * align : SIZE_MAX;
    TRY(require(take_global_memory(size), CL_OUT_OF_RESOURCES,
                "with the program-scope variables the process's objects would have more than "
                "CL_DEVICE_GLOBAL_MEM_SIZE"));
    block->size_ = size;
    block->memory_ = std::calloc(1, size);
    TRY(require(block->memory_, CL_OUT_OF_RESOURCES, "no memory for the program-scope variables"));
    const auto address = reinterpret_cast<uintptr_t>(block->memory_);
    unsigned char* data = reinterpret_cast<unsigned char*>((address + align - 1) / align * align);
    block->data_ = data;
    std::ranges::copy(record.init, data);
    for (const auto& relocation : record.relocations) {
      uint64_t word;  // holds the addend
      std::memcpy(&word, data + relocation.at, sizeof(word));
      word += reinterpret_cast<uint64_t>(data) + relocation.target;
      std::memcpy(data + relocation.at, &word, sizeof(word));
    }
  }
  return block;
}

void GlobalsBlock::end() const noexcept {
  const auto work = std::exchange(at_end_, nullptr);
  try {
    if (work) work();
  } catch (...) {
    log::error("no memory for the finalisers of a program");
  }
}

GlobalsBlock::~GlobalsBlock() {
  end();
  give_back_global_memory(size_);
  std::free(memory_);
}

}  // namespace heddle
