// SPDX-License-Identifier: Apache-2.0
// The commands that a kernel enqueues (§3.2.3): other kernels, markers, and the capture of an
// event's profiling times.
#pragma once

#include <CL/cl.h>

#include "devices/cpu/device_enqueue.h"
#include "runtime/device_enqueue/parent.h"
#include "runtime/launch/index_space.h"
#include "runtime/program/kernel_on_device.h"

namespace heddle {

/// Makes the command of an enqueue_kernel: the block's kernel over a range, with a copy of the
/// block's literal. Errors are those of clEnqueueNDRangeKernel, and CL_INVALID_ARG_SIZE for a wrong
/// number of local sizes.
Result<Ref<Command>> make_child_kernel(Parent& parent, Queue& queue, const cpu::EnqueueCall& call);
/// Makes the command of an enqueue_marker.
Ref<Command> make_child_marker(Parent& parent, Queue& queue);
/// Writes CLK_PROFILING_COMMAND_EXEC_TIME of a command that is done: ns from its start to its end
/// and to its completion, two numbers of 64 bits.
void write_execution_times(const Command& command, void* value);
/// Makes a command that writes the times of `event` to `value` (two numbers of ns) once it is done.
Ref<Command> make_profiling_capture(Parent& parent, Queue& queue, Ref<Command> event, void* value);

/// Returns the index space of an ndrange_t as it will run: CL_INVALID_WORK_DIMENSION and the like.
Result<NDRange> range_of(const hd_ndrange& range, const KernelOnDevice& kernel,
                         const Device& device);

}  // namespace heddle
