// SPDX-License-Identifier: Apache-2.0
// The CPU as an OpenCL device (§4.2), or a sub-device of some of its compute units (sub_device.h).
#pragma once

#include <string>
#include <vector>

#include "abi/kernel_abi.h"
#include "abi/program_record.h"
#include "devices/cpu/job.h"
#include "platform/info.h"
#include "platform/object.h"
#include "platform/process_checks.h"

namespace heddle {

class Device : public Object<Device, _cl_device_id, CL_INVALID_DEVICE, 256> {
 public:
  using PartitionProperties = std::vector<cl_device_partition_property>;

  /// Makes the root device, with every compute unit.
  Device();
  /// Makes a sub-device with some of `parent`'s units. `partition` answers
  /// CL_DEVICE_PARTITION_TYPE.
  Device(Device& parent, std::vector<uint32_t> units, PartitionProperties partition);

  bool is_root() const { return !parent_; }
  const Device& root() const { return parent_ ? parent_->root() : *this; }
  /// Returns null for the root device.
  Device* parent() const { return parent_.get(); }

  /// Returns the units as the pool takes them: null (all units) for the root device.
  cpu::UnitSet units() const { return is_root() ? cpu::UnitSet{} : units_; }
  /// Returns the units, ascending, for the root device too.
  const std::vector<uint32_t>& unit_list() const { return *units_; }

  /// Returns the NUMA node that the units are on, or cpu::kNoNode.
  uint32_t numa_node() const { return numa_node_; }

  /// Returns CL_DEVICE_TYPE_CPU, unless HEDDLE_DEVICE_TYPE says otherwise.
  static cl_device_type type();
  /// Queries that other parts of the runtime depend on; the rest is in device_info.cpp.
  cl_uint max_compute_units() const { return static_cast<cl_uint>(units_->size()); }
  static constexpr size_t max_work_group_size() { return HD_MAX_GROUP_SIZE; }
  static constexpr size_t max_work_item_size(unsigned /*dimension*/) { return HD_MAX_GROUP_SIZE; }
  static constexpr cl_ulong local_mem_size() { return 256 << 10; }
  static constexpr size_t max_parameter_size() { return kMaxParameterSize; }
  static constexpr size_t printf_buffer_size() { return 1 << 20; }
  /// Returns bits, as CL_DEVICE_MEM_BASE_ADDR_ALIGN: a sub-buffer's origin is a multiple of this.
  static constexpr cl_uint mem_base_addr_align() { return 8 * HD_MAX_TYPE_ALIGN; }
  static constexpr size_t max_global_variable_size() { return kMaxGlobalVariableSize; }
  static constexpr cl_uint max_pipe_args() { return 16; }
  static constexpr cl_uint pipe_max_packet_size() { return 1024; }
  /// Returns all capabilities: the host's memory is the device's, coherent to the byte. Kernels
  /// whose accesses are guarded do not reach memory that nobody allocated for them.
  static cl_device_svm_capabilities svm_capabilities() {
    return CL_DEVICE_SVM_COARSE_GRAIN_BUFFER | CL_DEVICE_SVM_FINE_GRAIN_BUFFER |
           (guards_accesses() ? 0 : CL_DEVICE_SVM_FINE_GRAIN_SYSTEM) | CL_DEVICE_SVM_ATOMICS;
  }
  /// Returns the bytes of a device queue (§5.1). Each command in flight takes some of them.
  static constexpr cl_uint device_queue_preferred_size() { return cl_uint{1} << 20; }
  static constexpr cl_uint device_queue_max_size() { return cl_uint{64} << 20; }
  static constexpr cl_uint device_queue_command_size() { return 64; }
  /// Limits of images, in elements, and of kernels that use them (§5.3).
  static constexpr size_t image_2d_max() { return 16384; }
  static constexpr size_t image_3d_max() { return 2048; }
  static constexpr size_t image_max_array_size() { return 2048; }
  static constexpr size_t image_max_buffer_size() { return size_t{1} << 27; }
  static constexpr cl_uint image_pitch_alignment() { return 1; }
  static constexpr cl_uint image_base_address_alignment() { return 1; }
  static constexpr cl_uint max_read_image_args() { return 128; }
  static constexpr cl_uint max_write_image_args() { return 128; }
  static constexpr cl_uint max_samplers() { return 128; }
  static cl_ulong global_mem_size();
  static cl_ulong max_mem_alloc_size();
  /// Returns the features of this device's CPU, in the form that the compiler takes
  /// (support/cpu_features.h).
  static const std::string& cpu_features();

  const PartitionProperties& partition_type() const { return partition_; }

  Status info(cl_device_info id, const InfoSink& sink) const;

  // Retaining or releasing a root device changes nothing (§4.3): these hide Object's on purpose.
  // NOLINTBEGIN(bugprone-derived-method-shadowing-base-method)
  void user_retain() {
    if (!is_root()) Object::user_retain();
  }
  bool user_release() { return is_root() || Object::user_release(); }
  // NOLINTEND(bugprone-derived-method-shadowing-base-method)

 private:
  const Ref<Device> parent_;
  const cpu::UnitSet units_;
  const PartitionProperties partition_;
  const uint32_t numa_node_;
};

}  // namespace heddle
