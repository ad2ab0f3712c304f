// SPDX-License-Identifier: Apache-2.0
#include "platform/context.h"

#include <CL/cl_ext.h>
#include <CL/cl_gl.h>

#include <algorithm>
#include <span>
#include <tuple>

#include "platform/error_names.h"
#include "platform/platform.h"
#include "platform/property_list.h"
#include "support/log.h"
#include "support/mutex.h"

namespace heddle {
namespace {

/// Checks the list of §4.4, Table 7, and copies it with its end.
Result<Context::Properties> check_properties(const cl_context_properties* properties) {
  static constexpr KnownProperty known[] = {
      {CL_CONTEXT_PLATFORM},
      {CL_CONTEXT_INTEROP_USER_SYNC},
      {CL_CONTEXT_TERMINATE_KHR},
      {CL_CONTEXT_MEMORY_INITIALIZE_KHR},
      // runtime/gl/ looks at what these name ([EX10]).
      {CL_GL_CONTEXT_KHR},
      {CL_EGL_DISPLAY_KHR},
      {CL_GLX_DISPLAY_KHR},
      {CL_WGL_HDC_KHR},
      {CL_CGL_SHAREGROUP_KHR},
  };
  const PropertyList given = TRY(PropertyList::read(reinterpret_cast<const cl_ulong*>(properties),
                                                    known, CL_INVALID_PROPERTY, "a context"));
  if (const auto platform = given.value(CL_CONTEXT_PLATFORM))
    TRY(handle<Platform>(reinterpret_cast<cl_platform_id>(*platform)));
  for (const cl_ulong name : {CL_CONTEXT_INTEROP_USER_SYNC, CL_CONTEXT_TERMINATE_KHR})
    TRY(require(given.value(name).value_or(0) <= CL_TRUE, CL_INVALID_PROPERTY, "not a cl_bool"));
  constexpr cl_ulong initialized = kInitializeLocal | kInitializePrivate;
  TRY(require(!(given.value(CL_CONTEXT_MEMORY_INITIALIZE_KHR).value_or(0) & ~initialized),
              CL_INVALID_PROPERTY, "unknown bits in CL_CONTEXT_MEMORY_INITIALIZE_KHR"));
  return Context::Properties(given.words().begin(), given.words().end());
}

std::atomic<uint64_t> next_number{1};

}  // namespace

Context::Context(std::vector<Ref<Device>> devices, Properties properties, Notify notify,
                 void* user_data)
    : number_(next_number.fetch_add(1, std::memory_order_relaxed)),
      devices_(std::move(devices)),
      properties_(std::move(properties)),
      notify_(notify),
      user_data_(user_data) {}

Result<Ref<Context>> Context::create(const cl_context_properties* properties, cl_uint num_devices,
                                     const cl_device_id* devices, Notify notify, void* user_data) {
  Properties list = TRY(check_properties(properties));
  TRY(require(devices && num_devices, CL_INVALID_VALUE, "no devices"));
  TRY(require(notify || !user_data, CL_INVALID_VALUE, "user_data without pfn_notify"));
  std::vector<Ref<Device>> unique;
  for (cl_device_id id : std::span(devices, num_devices)) {
    Ref<Device> device = TRY(handle<Device>(id));
    if (std::ranges::find(unique, device) == unique.end()) unique.push_back(std::move(device));
  }
  return make<Context>(std::move(unique), std::move(list), notify, user_data);
}

Result<Ref<Context>> Context::create(const cl_context_properties* properties, cl_device_type type,
                                     Notify notify, void* user_data) {
  Properties list = TRY(check_properties(properties));
  TRY(require(notify || !user_data, CL_INVALID_VALUE, "user_data without pfn_notify"));
  Device& device = *TRY(platform().find_device(type));
  return make<Context>(std::vector{Ref(device)}, std::move(list), notify, user_data);
}

bool Context::has(const Device& device) const {
  return std::ranges::any_of(devices_,
                             [&](const Ref<Device>& mine) { return mine.get() == &device; });
}

std::optional<cl_context_properties> Context::property(cl_context_properties name) const {
  for (size_t i = 0; i + 1 < properties_.size(); i += 2)
    if (properties_[i] == name) return properties_[i + 1];
  return std::nullopt;
}

bool Context::may_be_terminated() const {
  return property(CL_CONTEXT_TERMINATE_KHR).value_or(CL_FALSE) == CL_TRUE;
}

Status Context::set_terminated() {
  TRY(require(may_be_terminated(), CL_INVALID_OPERATION,
              "the context was made without CL_CONTEXT_TERMINATE_KHR"));
  return require(stop_.exchange(1) == 0, CL_CONTEXT_TERMINATED_KHR,
                 "the context has been terminated already");
}

Status not_terminated(const Context& context) {
  return require(!context.terminated(), CL_CONTEXT_TERMINATED_KHR, "the context is terminated");
}

Result<Ref<Context>> usable_context(cl_context context) {
  Ref<Context> usable = TRY(handle<Context>(context));
  TRY(not_terminated(*usable));
  return usable;
}

void Context::notify(const std::string& errinfo) const {
  log::error(errinfo);
  if (notify_) notify_(errinfo.c_str(), nullptr, 0, user_data_);
}

void Context::notify(const char* what, const Error& error) const {
  notify(describe(what, error));
}

Context::~Context() {
  destructor_callbacks_.call(this);
}

Status Context::set_destructor_callback(Destroyed notify, void* user_data) {
  return destructor_callbacks_.add(notify, user_data);
}

Status Context::info(cl_context_info id, const InfoSink& sink) const {
  static constexpr std::tuple rows{
      Row{CL_CONTEXT_REFERENCE_COUNT, &Context::user_count},
      Row{CL_CONTEXT_NUM_DEVICES,
          [](const Context& context) { return static_cast<cl_uint>(context.devices_.size()); }},
      Row{CL_CONTEXT_DEVICES,
          [](const Context& context) {
            std::vector<cl_device_id> ids;
            ids.reserve(context.devices_.size());
            for (const Ref<Device>& device : context.devices_) ids.push_back(device.get());
            return ids;
          }},
      Row{CL_CONTEXT_PROPERTIES, &Context::properties_},
  };
  return query(rows, *this, id, sink);
}

cl_command_queue Context::DefaultQueues::of(const Device& device) {
  const Lock lock(mutex);
  for (const auto& [of, queue] : list) {
    if (of == &device) return queue;
  }
  return nullptr;
}

void Context::DefaultQueues::forget(cl_command_queue queue) {
  for (auto& [of, current] : list) {
    if (current == queue) current = nullptr;
  }
}

}  // namespace heddle
