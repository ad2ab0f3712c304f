// SPDX-License-Identifier: Apache-2.0
// The properties of clCreateSemaphoreWithPropertiesKHR.
#pragma once

#include <optional>
#include <vector>

#include "platform/context.h"
#include "platform/later_extensions.h"

namespace heddle {

struct SemaphoreProperties {
  /// An external semaphore to import: `fd` is -1 for a sync file that has been signalled.
  struct Import {
    cl_uint type;
    int fd;
  };

  std::vector<khr::Properties> list;  ///< as given, ended by a 0
  std::vector<Ref<Device>> devices;
  std::vector<cl_uint> export_types;
  std::optional<Import> import;

  /// Reads the list: CL_INVALID_VALUE, CL_INVALID_PROPERTY, CL_INVALID_DEVICE,
  /// CL_INVALID_OPERATION.
  static Result<SemaphoreProperties> read(const Context& context,
                                          const khr::Properties* properties);
};

}  // namespace heddle
