// SPDX-License-Identifier: Apache-2.0
// The one platform of the driver (§4.1) and its root device.
#pragma once

#include <string_view>

#include "platform/info.h"
#include "platform/object.h"

namespace heddle {

class Device;

/// The platform. It has no count, as it lives as long as the library.
class Platform : public _cl_platform_id {
 public:
  using handle_type = _cl_platform_id*;
  static constexpr cl_int invalid = CL_INVALID_PLATFORM;
  static Ref<Platform> from(const void* handle);
  static void retain() {}
  static void release() {}

  constexpr Platform() = default;
  Platform(const Platform&) = delete;
  Platform& operator=(const Platform&) = delete;

  /// Returns the root device, which the first call makes: loading the library and asking for the
  /// platform read no topology.
  Device& device() const;
  /// Returns the device of these types, if the platform has one: CL_INVALID_DEVICE_TYPE,
  /// CL_DEVICE_NOT_FOUND.
  Result<Device*> find_device(cl_device_type type) const;
  Status info(cl_platform_info id, const InfoSink& sink) const;
};

Platform& platform();

}  // namespace heddle
