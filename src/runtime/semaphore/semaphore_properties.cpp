// SPDX-License-Identifier: Apache-2.0
#include "runtime/semaphore/semaphore_properties.h"

#include <algorithm>

#include "platform/external_handles.h"
#include "platform/property_values.h"

namespace heddle {
namespace {

bool has(const HandleTypes& types, khr::Properties type) {
  return std::ranges::find(types, type) != types.end();
}

class Reader {
 public:
  Reader(const Context& context, const khr::Properties* properties)
      : context_(context), at_(properties) {}

  Result<SemaphoreProperties> read() {
    const khr::Properties* const begin = at_;
    while (*at_) TRY(read_one(*at_++));
    TRY(require(type_.has_value(), CL_INVALID_VALUE, "the semaphore has no type"));
    TRY(require(devices_ || context_.devices().size() == 1, CL_INVALID_PROPERTY,
                "a context of several devices needs the semaphore's"));
    TRY(require(!export_types_ || !import_, CL_INVALID_OPERATION,
                "what is imported cannot be exported"));
    return SemaphoreProperties{{begin, at_ + 1},
                               devices_ ? *devices_ : context_.devices(),
                               export_types_.value_or(HandleTypes{}),
                               import_};
  }

 private:
  Status read_one(khr::Properties name) {
    if (name == khr::kSemaphoreType) {
      TRY(require(!type_ && *at_ == khr::kSemaphoreTypeBinary, CL_INVALID_PROPERTY,
                  "the type of the semaphore is unknown, or given twice"));
      type_ = *at_++;
    } else if (name == khr::kSemaphoreDeviceHandleList && !devices_) {
      devices_ = TRY(device_list(context_, at_));
      TRY(require(devices_->size() == 1, CL_INVALID_DEVICE, "a semaphore is made for one device"));
    } else if (name == khr::kSemaphoreExportHandleTypes && !export_types_) {
      TRY(read_export_types());
    } else {
      TRY(require(
          has(importable_semaphores(), name), CL_INVALID_PROPERTY,
          "unknown property of a semaphore, a type of handle that the device does not list, "
          "or one that is given twice"));
      TRY(require(!import_, CL_INVALID_PROPERTY, "more than one external semaphore handle"));
      const khr::Properties value = *at_++;
      const bool signalled =
          name == khr::kSemaphoreHandleSyncFd && value == static_cast<khr::Properties>(-1);
      import_ = {static_cast<cl_uint>(name),
                 signalled ? -1 : TRY(file_descriptor(value, CL_INVALID_PROPERTY))};
    }
    return {};
  }

  Status read_export_types() {
    export_types_.emplace();
    for (; *at_; ++at_) {
      TRY(require(has(exportable_semaphores(), *at_), CL_INVALID_PROPERTY,
                  "a type of handle that the device does not list for export"));
      export_types_->push_back(static_cast<cl_uint>(*at_));
    }
    ++at_;
    return require(export_types_->size() <= 1, CL_INVALID_VALUE,
                   "more than one type of handle to export");
  }

  const Context& context_;
  const khr::Properties* at_;
  std::optional<khr::Properties> type_;
  std::optional<std::vector<Ref<Device>>> devices_;
  std::optional<HandleTypes> export_types_;
  std::optional<SemaphoreProperties::Import> import_;
};

}  // namespace

Result<SemaphoreProperties> SemaphoreProperties::read(const Context& context,
                                                      const khr::Properties* properties) {
  TRY(require(properties, CL_INVALID_VALUE, "sema_props is null"));
  return Reader(context, properties).read();
}

}  // namespace heddle
