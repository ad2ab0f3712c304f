// SPDX-License-Identifier: Apache-2.0
#include "platform/platform.h"

#include <CL/cl_ext.h>

#include <tuple>

#include "platform/device.h"
#include "platform/extensions.h"
#include "platform/external_handles.h"
#include "platform/later_extensions.h"
#include "platform/overrides.h"
#include "support/uncancelled.h"

namespace heddle {
namespace {

constinit Platform the_platform;

const auto& table() {
  using P = const Platform&;
  static constexpr std::tuple rows{
      Row{CL_PLATFORM_PROFILE, [](P) { return "FULL_PROFILE"; }},
      Row{CL_PLATFORM_VERSION, [](P) { return opencl_version().text(); }},
      Row{CL_PLATFORM_NAME, [](P) { return overrides().platform_name.value_or("Heddle"); }},
      Row{CL_PLATFORM_VENDOR,
          [](P) { return overrides().platform_vendor.value_or("Heddle project"); }},
      Row{CL_PLATFORM_EXTENSIONS, [](P) { return extension_names(); }},
      Row{CL_PLATFORM_HOST_TIMER_RESOLUTION, [](P) { return cl_ulong{1}; }},
      Row{CL_PLATFORM_ICD_SUFFIX_KHR, [](P) { return "HEDDLE"; }},
      Row{khr::kPlatformCommandBufferCapabilities,
          [](P) {
            return khr::kPlatformUniversalSync | khr::kPlatformRemapQueues |
                   khr::kPlatformAutomaticRemap;
          }},
      Row{khr::kPlatformSemaphoreTypes, [](P) { return khr::kSemaphoreTypeBinary; }},
      Row{khr::kPlatformSemaphoreImportHandleTypes, [](P) { return importable_semaphores(); }},
      Row{khr::kPlatformSemaphoreExportHandleTypes, [](P) { return exportable_semaphores(); }},
      Row{khr::kPlatformExternalMemoryImportHandleTypes, [](P) { return importable_memory(); }},
      Row{CL_PLATFORM_NUMERIC_VERSION_KHR, [](P) { return opencl_version().numeric(); }},
      Row{CL_PLATFORM_EXTENSIONS_WITH_VERSION_KHR, [](P) { return extension_versions(); }},
  };
  return rows;
}

}  // namespace

Platform& platform() {
  return the_platform;
}

Ref<Platform> Platform::from(const void* handle) {
  return handle == &the_platform ? Ref(the_platform) : nullptr;
}

Device& Platform::device() const {
  static Device& root = [&]() -> Device& {
    const Uncancelled uncancelled;  // it reads files
    Ref<Device> made = make<Device>();
    made->publish();
    return *made.leak();  // on purpose: no static destructors
  }();
  return root;
}

Result<Device*> Platform::find_device(cl_device_type type) const {
  constexpr cl_device_type known = CL_DEVICE_TYPE_DEFAULT | CL_DEVICE_TYPE_CPU |
                                   CL_DEVICE_TYPE_GPU | CL_DEVICE_TYPE_ACCELERATOR |
                                   CL_DEVICE_TYPE_CUSTOM;
  TRY(require(type == CL_DEVICE_TYPE_ALL || (type && !(type & ~known)), CL_INVALID_DEVICE_TYPE,
              "not a device type"));
  TRY(require(type & (CL_DEVICE_TYPE_DEFAULT | Device::type()), CL_DEVICE_NOT_FOUND,
              "the platform has no device of this type (HEDDLE_DEVICE_TYPE)"));
  return &device();
}

Status Platform::info(cl_platform_info id, const InfoSink& sink) const {
  return query(table(), *this, id, sink);
}

}  // namespace heddle
