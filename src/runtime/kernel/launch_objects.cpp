// SPDX-License-Identifier: Apache-2.0
#include "runtime/kernel/launch_objects.h"

#include <cstring>
#include <span>

#include "runtime/memory/svm.h"

namespace heddle {

std::vector<hd_launch_object> launch_objects(const KernelRecord& record, const KernelArgs& args) {
  std::vector<hd_launch_object> objects;
  for (size_t i = 0; i < record.args.size(); ++i) {
    const ArgRecord& arg = record.args[i];
    std::span<const std::byte> bytes;
    if (const Memory* memory = args.memories()[i]) {
      bytes = {memory->data(), memory->size()};
    } else if (arg.kind == ArgKind::Pointer) {
      const void* pointer = nullptr;
      std::memcpy(&pointer, args.block().data() + arg.offset, sizeof pointer);
      if (pointer) bytes = svm_allocation(pointer);
    }
    if (bytes.empty()) continue;
    objects.push_back({reinterpret_cast<uint64_t>(bytes.data()), bytes.size(), i});
  }
  return objects;
}

}  // namespace heddle
