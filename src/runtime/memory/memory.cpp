// SPDX-License-Identifier: Apache-2.0
#include "runtime/memory/memory.h"

#include <CL/cl_heddle.h>

#include <tuple>
#include <vector>

#include "runtime/memory/live_memory.h"
#include "runtime/memory/shadow.h"

namespace heddle {

static_assert(sizeof(Memory) <= 384);

Memory::Memory(Context& context, cl_mem_object_type type, cl_mem_flags flags, size_t size,
               Storage storage, void* host_ptr, std::unique_ptr<Details> details)
    : context_(context),
      type_(type),
      flags_(flags),
      size_(size),
      offset_(0),
      host_ptr_(host_ptr),
      storage_(std::move(storage)),
      data_(storage_.data()),
      details_(std::move(details)) {
  if (external()) external()->own_descriptor();
  if (shadows_buffers()) begin_shadow(data_, size_, is_written_at_first());
  if (notes_buffers() && is_buffer())
    note_buffer(context, data_, size_, flags_ & CL_MEM_READ_ONLY);
}

Memory::Memory(Memory& parent, cl_mem_object_type type, cl_mem_flags flags, size_t offset,
               size_t size, std::unique_ptr<Details> details)
    : context_(parent.context_),
      parent_(parent),
      type_(type),
      uses_svm_pointer_(parent.uses_svm_pointer_),
      flags_(flags),
      size_(size),
      offset_(offset),
      host_ptr_(parent.host_ptr_ ? static_cast<std::byte*>(parent.host_ptr_) + offset : nullptr),
      data_(parent.data_ + offset),
      details_(std::move(details)) {}

Memory::~Memory() {
  destructor_callbacks_.call(this);  // before the memory is freed (§5.5.1)
  if (parent_ && map_count_.load(std::memory_order_relaxed) > 0) mappings().forget(*this);
  placement_.forget({data_, size_});
  if (shadows_buffers() && !parent_) clear_shadow(data_, size_);  // others may get these bytes
  if (!notes_buffers() || parent_ || !is_buffer()) return;
  forget_buffer(data_);
  if (!checks_memory()) return;
  const bool is_ours = !external() && !origin_ && !(flags_ & CL_MEM_USE_HOST_PTR);
  if (is_ours) keep_released(std::move(storage_), size_);
}

void Memory::set_origin(std::unique_ptr<Origin> origin) {
  origin_ = std::move(origin);
  if (shadows_buffers()) clear_shadow(data_, size_);  // the other API has written it
}

bool Memory::is_written_at_first() const {
  return !is_buffer() || external() || flags_ & (CL_MEM_USE_HOST_PTR | CL_MEM_COPY_HOST_PTR);
}

Status Memory::set_destructor_callback(Notify notify, void* user_data) {
  return destructor_callbacks_.add(notify, user_data);
}

Status Memory::info(cl_mem_info id, const InfoSink& sink) const {
  static constexpr std::tuple table{
      Row{CL_MEM_TYPE, &Memory::type_},
      Row{CL_MEM_FLAGS, &Memory::flags_},
      Row{CL_MEM_SIZE, &Memory::size_},
      Row{CL_MEM_HOST_PTR, &Memory::host_ptr_},
      Row{CL_MEM_MAP_COUNT,
          [](const Memory& m) { return static_cast<cl_uint>(m.map_count_.load()); }},
      Row{CL_MEM_REFERENCE_COUNT, [](const Memory& m) { return m.user_count(); }},
      Row{CL_MEM_CONTEXT, [](const Memory& m) -> cl_context { return m.context_.get(); }},
      Row{CL_MEM_ASSOCIATED_MEMOBJECT, [](const Memory& m) -> cl_mem { return m.parent_.get(); }},
      Row{CL_MEM_OFFSET, &Memory::offset_},
      Row{CL_MEM_USES_SVM_POINTER,
          [](const Memory& m) -> cl_bool { return m.uses_svm_pointer_ ? CL_TRUE : CL_FALSE; }},
      Row{CL_MEM_PROPERTIES, &Memory::properties_},
      Row{CL_MEM_NUMA_NODE_HEDDLE, [](const Memory& m) { return m.placement_.node(); }},
      Row{CL_MEM_PLACEMENTS_HEDDLE, [](const Memory& m) { return m.placement_.count(); }},
      Row{CL_MEM_PLACED_BYTES_HEDDLE, [](const Memory& m) { return m.placement_.bytes(); }},
      // An address for each device; they all have the same one.
      Row{khr::kMemDeviceAddress,
          [](const Memory& m) {
            return std::vector<khr::DeviceAddress>(m.context_->devices().size(),
                                                   reinterpret_cast<uintptr_t>(m.data_));
          }},
  };
  TRY(require(id != khr::kMemDeviceAddress || has_device_address_, CL_INVALID_OPERATION,
              "the buffer was not made with CL_MEM_DEVICE_PRIVATE_ADDRESS_EXT"));
  return query(table, *this, id, sink);
}

}  // namespace heddle
