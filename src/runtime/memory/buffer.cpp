// SPDX-License-Identifier: Apache-2.0
#include "runtime/memory/buffer.h"

#include <algorithm>

#include "runtime/memory/memory_flags.h"
#include "runtime/memory/svm.h"
#include "support/checked.h"

namespace heddle {
namespace {

Status valid_size(size_t size) {
  TRY(require(size != 0, CL_INVALID_BUFFER_SIZE, "size is 0"));
  return require(size <= Device::max_mem_alloc_size(), CL_INVALID_BUFFER_SIZE,
                 "size is above CL_DEVICE_MAX_MEM_ALLOC_SIZE");
}

Result<Ref<Memory>> import_buffer(Context& context, const ExternalHandle& handle,
                                  cl_mem_flags flags, size_t size, const void* host_ptr) {
  const cl_mem_flags complete = TRY(external_flags(flags, host_ptr));
  TRY(valid_size(size));
  const bool is_read_only = complete & khr::kMemImmutable;
  return make<Memory>(context, CL_MEM_OBJECT_BUFFER, complete, size,
                      TRY(Storage::import(handle, size, is_read_only)), nullptr);
}

}  // namespace

Result<Ref<Memory>> create_buffer(Context& context, cl_mem_flags flags, size_t size,
                                  void* host_ptr) {
  const cl_mem_flags complete = TRY(storage_flags(flags));
  TRY(valid_size(size));
  TRY(host_pointer(complete, host_ptr));
  const bool use = complete & CL_MEM_USE_HOST_PTR;
  const auto svm = use ? svm_end(context, host_ptr) : std::nullopt;
  TRY(require(!svm || size <= *svm - reinterpret_cast<uintptr_t>(host_ptr), CL_INVALID_BUFFER_SIZE,
              "size is above that of the SVM allocation"));
  const bool copy = complete & CL_MEM_COPY_HOST_PTR;
  Storage storage = use    ? Storage::borrow(host_ptr)
                    : copy ? TRY(Storage::copy(context.number(), host_ptr, size))
                           : TRY(Storage::allocate(context.number(), size));
  auto buffer = make<Memory>(context, CL_MEM_OBJECT_BUFFER, complete, size, std::move(storage),
                             use ? host_ptr : nullptr);
  if (svm) buffer->set_uses_svm_pointer();
  return buffer;
}

Result<Ref<Memory>> create_buffer(Context& context, const cl_mem_properties* properties,
                                  cl_mem_flags flags, size_t size, void* host_ptr) {
  auto given = TRY(memory_properties(context, properties, /*of_buffer=*/true));
  auto buffer = given.handle ? TRY(import_buffer(context, *given.handle, flags, size, host_ptr))
                             : TRY(create_buffer(context, flags, size, host_ptr));
  if (given.has_address) buffer->set_has_device_address();
  buffer->set_properties(std::move(given.list));
  return buffer;
}

Result<Ref<Memory>> create_sub_buffer(Memory& parent, cl_mem_flags flags,
                                      cl_buffer_create_type type, const void* create_info) {
  TRY(require(parent.is_buffer() && !parent.is_sub_buffer(), CL_INVALID_MEM_OBJECT,
              "not a buffer, or itself a sub-buffer"));
  const cl_mem_flags complete = TRY(inherited_flags(flags, parent.flags()));
  TRY(require(type == CL_BUFFER_CREATE_TYPE_REGION, CL_INVALID_VALUE,
              "unknown buffer_create_type"));
  TRY(require(create_info, CL_INVALID_VALUE, "buffer_create_info is null"));
  const cl_buffer_region region = *static_cast<const cl_buffer_region*>(create_info);
  TRY(require(region.size != 0, CL_INVALID_BUFFER_SIZE, "size is 0"));
  TRY(require(in_range(region.origin, region.size, parent.size()), CL_INVALID_VALUE,
              "the region is outside the buffer"));
  const bool suits_any = std::ranges::any_of(parent.context().devices(), [&](const Ref<Device>& d) {
    return region.origin % (d->mem_base_addr_align() / 8) == 0;
  });
  TRY(require(suits_any, CL_MISALIGNED_SUB_BUFFER_OFFSET, "origin is aligned for no device"));
  return make<Memory>(parent, CL_MEM_OBJECT_BUFFER, complete, region.origin, region.size);
}

}  // namespace heddle
