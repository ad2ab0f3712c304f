// SPDX-License-Identifier: Apache-2.0
// A context (§4.4). Objects made in it hold it, so it outlives the application's last release where
// that is needed.
#pragma once

#include <atomic>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "platform/destructor_callbacks.h"
#include "platform/device.h"
#include "platform/info.h"
#include "platform/object.h"
#include "support/fork_lock.h"
#include "support/mutex.h"

namespace heddle {

/// Bits of CL_CONTEXT_MEMORY_INITIALIZE_KHR ([EX22]), which not every cl_ext.h names.
inline constexpr cl_context_properties kInitializeLocal = 1, kInitializePrivate = 2;

class Context : public Object<Context, _cl_context, CL_INVALID_CONTEXT, 256> {
 public:
  using Notify = void(CL_CALLBACK*)(const char* errinfo, const void* private_info, size_t cb,
                                    void* user_data);
  using Properties = std::vector<cl_context_properties>;

  /// Implements clCreateContext. `properties` and `devices` are as the application gave them.
  static Result<Ref<Context>> create(const cl_context_properties* properties, cl_uint num_devices,
                                     const cl_device_id* devices, Notify notify, void* user_data);
  /// Implements clCreateContextFromType.
  static Result<Ref<Context>> create(const cl_context_properties* properties, cl_device_type type,
                                     Notify notify, void* user_data);

  Context(std::vector<Ref<Device>> devices, Properties properties, Notify notify, void* user_data);
  ~Context();

  /// Returns a number of its own, from 1: unlike the address it is never used again.
  uint64_t number() const { return number_; }
  /// Returns the devices in the order given to clCreateContext, without duplicates.
  const std::vector<Ref<Device>>& devices() const { return devices_; }
  bool has(const Device& device) const;

  /// Returns the property `name`, or nothing if it was not given.
  std::optional<cl_context_properties> property(cl_context_properties name) const;
  /// Tells whether CL_CONTEXT_TERMINATE_KHR is set ([EX23]).
  bool may_be_terminated() const;
  bool terminated() const { return stop_.load(std::memory_order_relaxed) != 0; }
  /// Returns hd_launch.stop: not 0 if the context is terminated.
  const uint32_t* stop_flag() const { return reinterpret_cast<const uint32_t*>(&stop_); }
  /// Stops running commands and refuses new ones: the first half of clTerminateContextKHR. Fails
  /// with CL_INVALID_OPERATION, CL_CONTEXT_TERMINATED_KHR.
  Status set_terminated();

  /// Reports an error that happened at run time, outside of an API call's answer, to the
  /// application's callback and to the log: `context.notify("clEnqueueNDRangeKernel:
  /// CL_OUT_OF_RESOURCES (no memory for the group)")`.
  void notify(const std::string& errinfo) const;
  /// Reports an Error; `what` names the command.
  void notify(const char* what, const Error& error) const;

  /// Implements clSetContextDestructorCallback (OpenCL 3.0): callbacks run before the context goes,
  /// the last one first. Fails with CL_INVALID_VALUE.
  using Destroyed = DestructorCallbacks<cl_context>::Notify;
  Status set_destructor_callback(Destroyed notify, void* user_data);

  /// The state for sharing with another API (runtime/gl/); null without the properties for it. Set
  /// before anybody else knows the context.
  struct Sharing {
    virtual ~Sharing() = default;
  };
  void set_sharing(std::unique_ptr<Sharing> sharing) { sharing_ = std::move(sharing); }
  Sharing* sharing() const { return sharing_.get(); }

  Status info(cl_context_info id, const InfoSink& sink) const;

  /// The default device queue of each device (§5.1); runtime/command/device_queue.h says what it is
  /// for.
  struct DefaultQueues {
    ObjectMutex mutex;
    std::vector<std::pair<const Device*, cl_command_queue>> list GUARDED_BY(mutex);

    /// Returns the queue of `device`, or null.
    cl_command_queue of(const Device& device);
    /// Drops `queue`, which the application has released.
    void forget(cl_command_queue queue) REQUIRES(mutex);
  };
  DefaultQueues& default_queues() { return default_queues_; }

 private:
  const uint64_t number_;
  const std::vector<Ref<Device>> devices_;
  const Properties properties_;  ///< with the terminating 0; empty if none were given
  const Notify notify_;
  void* const user_data_;
  std::atomic<uint32_t> stop_{0};
  DefaultQueues default_queues_;
  DestructorCallbacks<cl_context> destructor_callbacks_;
  std::unique_ptr<Sharing> sharing_;
};

/// Checks that the context is not terminated: CL_CONTEXT_TERMINATED_KHR.
Status not_terminated(const Context& context);
/// Looks up a context for calls that make something in it or otherwise use it: CL_INVALID_CONTEXT,
/// CL_CONTEXT_TERMINATED_KHR.
Result<Ref<Context>> usable_context(cl_context context);

}  // namespace heddle
