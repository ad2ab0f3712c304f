// SPDX-License-Identifier: Apache-2.0
#include "runtime/semaphore/semaphore_properties.h"

#include <algorithm>

#include "platform/external_handles.h"
#include "platform/property_list.h"
#include "platform/property_values.h"

namespace heddle {
namespace {

bool has(const HandleTypes& types, khr::Properties type) {
  return std::ranges::find(types, type) != types.end();
}

/// Reads a handle; -1 stands for a sync file that has been signalled.
Result<SemaphoreProperties::Import> import_of(cl_uint type, khr::Properties value) {
  const bool signalled =
      type == khr::kSemaphoreHandleSyncFd && value == static_cast<khr::Properties>(-1);
  return SemaphoreProperties::Import{
      type, signalled ? -1 : TRY(file_descriptor(value, CL_INVALID_PROPERTY))};
}

Result<HandleTypes> exported(std::span<const khr::Properties> list) {
  const HandleTypes exportable = exportable_semaphores();
  TRY(require(std::ranges::all_of(list, [&](auto type) { return has(exportable, type); }),
              CL_INVALID_PROPERTY, "a type of handle that the device does not list for export"));
  TRY(require(list.size() <= 1, CL_INVALID_VALUE, "more than one type of handle to export"));
  return HandleTypes(list.begin(), list.end());
}

}  // namespace

Result<SemaphoreProperties> SemaphoreProperties::read(const Context& context,
                                                      const khr::Properties* properties) {
  TRY(require(properties, CL_INVALID_VALUE, "sema_props is null"));
  const HandleTypes importable = importable_semaphores();
  std::vector<KnownProperty> known{{khr::kSemaphoreType},
                                   {khr::kSemaphoreDeviceHandleList, true},
                                   {khr::kSemaphoreExportHandleTypes, true}};
  for (const cl_uint type : importable) known.push_back({type});
  const PropertyList given =
      TRY(PropertyList::read(properties, known, CL_INVALID_PROPERTY, "a semaphore"));

  const auto type = given.value(khr::kSemaphoreType);
  TRY(require(type.has_value(), CL_INVALID_VALUE, "the semaphore has no type"));
  TRY(require(*type == khr::kSemaphoreTypeBinary, CL_INVALID_PROPERTY,
              "the type of the semaphore is unknown"));
  SemaphoreProperties all{given.words(), context.devices(), {}, {}};
  if (const auto devices = given.list(khr::kSemaphoreDeviceHandleList)) {
    all.devices = TRY(device_list(context, *devices));
    TRY(require(devices->size() == 1, CL_INVALID_DEVICE, "a semaphore is made for one device"));
  }
  TRY(require(all.devices.size() == 1, CL_INVALID_PROPERTY,
              "a context of several devices needs the semaphore's"));
  const auto exports = given.list(khr::kSemaphoreExportHandleTypes);
  if (exports) all.export_types = TRY(exported(*exports));
  for (const cl_uint each : importable) {
    const auto value = given.value(each);
    if (!value) continue;
    TRY(require(!all.import, CL_INVALID_PROPERTY, "more than one external semaphore handle"));
    all.import = TRY(import_of(each, *value));
  }
  TRY(require(!exports || !all.import, CL_INVALID_OPERATION,
              "what is imported cannot be exported"));
  return all;
}

}  // namespace heddle
