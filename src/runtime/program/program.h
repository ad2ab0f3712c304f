// SPDX-License-Identifier: Apache-2.0
// A program object (§5.8): the origin of its code, and for each device the result of the last
// build, compile or link. The operations themselves are in program_build.cpp, binaries in
// program_binary.cpp, queries in program_info.cpp.
#pragma once

#include <CL/cl.h>

#include <atomic>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "platform/context.h"
#include "platform/destructor_callbacks.h"
#include "platform/device.h"
#include "platform/info.h"
#include "platform/object.h"
#include "runtime/code/globals_block.h"
#include "runtime/code/program_code.h"
#include "runtime/program/il.h"
#include "support/cancellation.h"
#include "support/fork_lock.h"
#include "support/mutex.h"

namespace heddle {

class Program : public Object<Program, _cl_program, CL_INVALID_PROGRAM, 384> {
 public:
  enum class Origin : uint8_t { Source, Binary, Linked, IL };
  using Notify = DestructorCallbacks<cl_program>::Notify;

  /// The state of the program on one device.
  struct DeviceState {
    Ref<Device> device;
    cl_build_status status = CL_BUILD_NONE;
    std::string options;  ///< those of the last operation
    std::string log;
    std::shared_ptr<ProgramCode> loaded;          ///< the binary given to clCreateProgramWithBinary
    std::shared_ptr<ProgramCode> code;            ///< the result of the last operation
    std::shared_ptr<const GlobalsBlock> globals;  ///< an executable's

    /// Returns the binary of this device, built or only loaded.
    const std::shared_ptr<ProgramCode>& binary() const { return code ? code : loaded; }
    bool executable() const { return code && code->record().kind == ProgramKind::Executable; }
  };

  /// Implements clCreateProgramWithSource.
  static Result<Ref<Program>> with_source(Context& context, cl_uint count, const char** strings,
                                          const size_t* lengths);
  /// Implements clCreateProgramWithIL.
  static Result<Ref<Program>> with_il(Context& context, const void* il, size_t length);

  Program(Context& context, Origin origin, std::vector<DeviceState> states, std::string source,
          std::shared_ptr<IntermediateLanguage> il = nullptr);
  ~Program();

  Context& context() const { return *context_; }
  Origin origin() const { return origin_; }
  const std::string& source() const { return source_; }
  /// Returns null unless the program was created with clCreateProgramWithIL.
  IntermediateLanguage* il() const { return il_.get(); }
  // The devices never change, so they are read without the mutex.
  size_t num_devices() const NO_THREAD_SAFETY_ANALYSIS { return states_.size(); }
  Device& device(size_t index) const NO_THREAD_SAFETY_ANALYSIS { return *states_[index].device; }
  bool has(const Device& device) const;

  /// Returns the devices of a list that the application gave, with their sub-devices; all of them
  /// if it is null: CL_INVALID_VALUE, CL_INVALID_DEVICE.
  Result<std::vector<Device*>> devices_of(cl_uint num_devices,
                                          const cl_device_id* device_list) const;

  /// Returns a copy of the state on `device`, which is associated with the program.
  DeviceState state(const Device& device) const;
  /// Returns the states on all devices, in their order, at one moment.
  std::vector<DeviceState> states() const;
  /// Returns the state after the running operation: programs ask right after an operation that they
  /// gave a callback. Does not wait inside that callback (Notifying). The caller holds a reference.
  DeviceState settled_state(const Device& device) const;
  std::vector<DeviceState> settled_states() const;

  /// A scope in which the thread is in the callback of an operation on the program.
  class Notifying {
   public:
    explicit Notifying(const Program& program);
    Notifying(const Notifying&) = delete;
    Notifying& operator=(const Notifying&) = delete;
    ~Notifying();

   private:
    friend class Program;
    const Program& program_;
    const Notifying* const outer_;
  };

  /// Marks the operation on `devices` as begun: CL_INVALID_OPERATION while kernels are attached or
  /// another runs.
  Status begin(const std::vector<Device*>& devices, const std::string& options);
  /// Replaces `begin` for an operation whose options are invalid. The log says `why`, and devices
  /// that have code keep it. Does nothing while another operation runs.
  void refuse(const std::vector<Device*>& devices, const std::string& options,
              const std::string& why);
  /// Sets the result of the operation on one device.
  void finish(const Device& device, cl_build_status status, std::string log,
              std::shared_ptr<ProgramCode> code, std::shared_ptr<const GlobalsBlock> globals);

  /// Cancels the running operations, as the context has been terminated.
  void cancel();
  /// Cancels them, as the application has released the program, unless one of its calls waits for
  /// them.
  void cancel_if_unwanted();
  /// Returns the cancellation of the operation that has begun.
  std::shared_ptr<Cancellation> cancellation() const;

  /// Attaches a kernel object. It is made of the present executables, or of those after the running
  /// operation (settled_states), and prevents builds until it is gone (§5.9.1).
  /// CL_INVALID_PROGRAM_EXECUTABLE if there is none.
  Result<std::vector<DeviceState>> attach_kernel();
  void detach_kernel();

  /// Implements clSetProgramReleaseCallback.
  Status set_release_callback(Notify notify, void* user_data);

  Status info(cl_program_info id, const InfoSink& sink) const;
  Status build_info(const Device& device, cl_program_build_info id, const InfoSink& sink) const;

 private:
  DeviceState* find(const Device& device) REQUIRES(mutex_);
  /// Waits until the operation on `device` (all: null) has ended.
  void settle(const Device* device) const REQUIRES(mutex_);
  bool is_settled(const Device* device) const REQUIRES(mutex_);

  const Ref<Context> context_;
  const Origin origin_;
  const std::string source_;
  const std::shared_ptr<IntermediateLanguage> il_;
  mutable ObjectMutex mutex_;
  std::vector<DeviceState> states_ GUARDED_BY(mutex_);  // devices() for what never changes in it
  std::atomic<uint32_t> ended_{0};                      // operations, each on a device
  mutable uint32_t waiting_ GUARDED_BY(mutex_) = 0;     // calls in `settle`
  uint32_t generation_ GUARDED_BY(mutex_);              // fork_generation() of the newest operation
  size_t kernels_ GUARDED_BY(mutex_) = 0;               // kernel objects attached
  std::shared_ptr<Cancellation> cancellation_
      GUARDED_BY(mutex_);  // shared by all operations that run
  DestructorCallbacks<cl_program> release_callbacks_;
};

/// Returns the state for `device`, or that of its nearest parent: a binary for a device serves its
/// sub-devices (§5.8.9). Null if there is neither.
const Program::DeviceState* state_for(const std::vector<Program::DeviceState>& states,
                                      const Device& device);

}  // namespace heddle
