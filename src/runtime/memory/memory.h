// SPDX-License-Identifier: Apache-2.0
// A memory object (§5.5): buffer, sub-buffer, image or pipe. It is one class, because a handle must
// not be polymorphic; images and pipes add their Details. An object either owns its bytes or is a
// view of another object, which it keeps alive (§5.5.1).
#pragma once

#include <CL/cl.h>

#include <atomic>
#include <memory>
#include <vector>

#include "platform/context.h"
#include "platform/destructor_callbacks.h"
#include "platform/info.h"
#include "platform/later_extensions.h"
#include "platform/object.h"
#include "runtime/memory/mappings.h"
#include "runtime/memory/placement.h"
#include "runtime/memory/storage.h"

namespace heddle {

class Memory : public Object<Memory, _cl_mem, CL_INVALID_MEM_OBJECT, 384> {
 public:
  /// The base of ImageDetails and PipeDetails.
  struct Details {
    virtual ~Details() = default;
  };
  /// An object of another API that a memory object was made from.
  struct Origin {
    virtual ~Origin() = default;
  };

  /// Makes an object with bytes of its own. `flags` are complete (see memory_flags.h).
  Memory(Context& context, cl_mem_object_type type, cl_mem_flags flags, size_t size,
         Storage storage, void* host_ptr, std::unique_ptr<Details> details = nullptr);
  /// Makes a view: `size` bytes of `parent` from `offset`.
  Memory(Memory& parent, cl_mem_object_type type, cl_mem_flags flags, size_t offset, size_t size,
         std::unique_ptr<Details> details = nullptr);
  ~Memory();

  Context& context() const { return *context_; }
  cl_mem_object_type type() const { return type_; }
  bool is_buffer() const { return type_ == CL_MEM_OBJECT_BUFFER; }
  bool is_sub_buffer() const { return parent_ && is_buffer(); }
  cl_mem_flags flags() const { return flags_; }
  /// Tells whether no command and no kernel writes it (cl_ext_immutable_memory_objects).
  bool is_immutable() const { return flags_ & khr::kMemImmutable; }
  size_t size() const { return size_; }
  /// Returns the first byte. It never moves: mapping is this pointer.
  std::byte* data() const { return data_; }
  /// Returns CL_MEM_HOST_PTR.
  void* host_ptr() const { return host_ptr_; }
  /// Returns the external handle's import; null for objects made otherwise, views included.
  ExternalMemory* external() const { return storage_.external(); }
  /// Returns the object that this is a view of, or null.
  Memory* parent() const { return parent_.get(); }
  /// Returns CL_MEM_OFFSET, the offset in the parent.
  size_t offset() const { return offset_; }
  /// Returns the object at the end of the chain of parents; store_offset is the offset in its
  /// bytes. Two objects overlap only if their stores are the same.
  const Memory& store() const { return parent_ ? parent_->store() : *this; }
  Memory& store() { return parent_ ? parent_->store() : *this; }
  size_t store_offset() const { return static_cast<size_t>(data_ - store().data_); }
  template <class T>
  T& details() const {
    return static_cast<T&>(*details_);
  }
  /// Marks an object made from an SVM pointer (§5.6).
  void set_uses_svm_pointer() { uses_svm_pointer_ = true; }
  /// Sets CL_MEM_PROPERTIES: the list that the object was made with, and its 0; empty if there was
  /// none.
  void set_properties(std::vector<cl_mem_properties> properties) {
    properties_ = std::move(properties);
  }
  /// Sets the object of another API that this is made from (runtime/gl/); null for others, and for
  /// views.
  void set_origin(std::unique_ptr<Origin> origin);
  Origin* origin() const { return origin_.get(); }

  /// Sets CL_MEM_DEVICE_PRIVATE_ADDRESS_EXT: whether its address may be asked for. The address
  /// never changes in any case.
  void set_has_device_address() { has_device_address_ = true; }

  /// Returns the mapped regions. The store has them, since views overlap.
  Mappings& mappings() { return store().mappings_; }
  void count_mapping(int change) { map_count_.fetch_add(change, std::memory_order_relaxed); }

  /// Places the memory on a NUMA node, or anywhere (Placement).
  void place(uint32_t node) noexcept { placement_.place({data_, size_}, node); }
  /// Does the same for a sub-buffer that has never been placed.
  void place_at_first_use(uint32_t node) noexcept {
    if (is_sub_buffer() && placement_.count() == 0) place(node);
  }

  /// Implements clSetMemObjectDestructorCallback.
  using Notify = DestructorCallbacks<cl_mem>::Notify;
  Status set_destructor_callback(Notify notify, void* user_data);

  Status info(cl_mem_info id, const InfoSink& sink) const;

 private:
  /// Tells whether the bytes have values when the object is made.
  bool is_written_at_first() const;

  const Ref<Context> context_;
  const Ref<Memory> parent_;
  const cl_mem_object_type type_;
  bool uses_svm_pointer_ = false, has_device_address_ = false;
  const cl_mem_flags flags_;
  const size_t size_;
  const size_t offset_;
  void* const host_ptr_;
  Storage storage_;
  std::byte* const data_;
  const std::unique_ptr<Details> details_;
  std::unique_ptr<Origin> origin_;
  std::vector<cl_mem_properties> properties_;
  std::atomic<int> map_count_{0};
  Placement placement_;
  Mappings mappings_;
  DestructorCallbacks<cl_mem> destructor_callbacks_;
};

}  // namespace heddle
