// SPDX-License-Identifier: Apache-2.0
// Kernels that are recorded to be updated, and that note what they were launched with.
#pragma once

#include <algorithm>
#include <array>

#include "command_buffer_fixture.h"

using Config = khr::MutableDispatchConfig;

class MutableDispatchTest : public CommandBufferFixture {
 protected:
  /// `note` appends what it was launched with; entry 0 counts.
  static constexpr const char* kNotes =
      "kernel void note(global uint4* log, uint v) {\n"
      "  if (get_global_id(0) != get_global_offset(0) || get_global_id(1) != 0) return;\n"
      "  uint at = atomic_inc((global uint*)log) + 1;\n"
      "  log[at] = (uint4)(v, get_global_offset(0), get_global_size(0), get_local_size(0));\n"
      "}\n"
      "kernel void put(global uint* p, local uint* part, uint v) {\n"
      "  part[get_local_id(0)] = v;\n"
      "  barrier(CLK_LOCAL_MEM_FENCE);\n"
      "  p[get_global_id(0)] = part[get_local_size(0) - 1];\n"
      "}\n";
  static constexpr size_t kEntries = 5000;

  void SetUp() override {
    CommandBufferFixture::SetUp();
    notes = Build(kNotes, "-cl-std=CL2.0");
    log = Buffer(std::vector<cl_uint>(4 * kEntries));
    note = MakeKernel(notes, "note");
    SetArgs(note, log.operator cl_mem(), cl_uint{0});
  }
  void TearDown() override {
    note.reset();
    notes.reset();
    log.reset();
    CommandBufferFixture::TearDown();
  }

  CommandBuffer Mutable(cl_command_queue in = nullptr) {
    return NewBuffer(in ? in : queue, khr::kFlagMutable | khr::kFlagSimultaneousUse);
  }
  /// One dimension.
  static khr::MutableCommandHandle Record(khr::CommandBufferHandle buffer, cl_kernel kernel,
                                          size_t items, size_t local = 0,
                                          cl_bitfield fields = khr::kAllFields) {
    const khr::Properties list[] = {khr::kMutableDispatchUpdatableFields, fields, 0};
    khr::MutableCommandHandle handle = nullptr;
    EXPECT_EQ(Khr().kernel(buffer, nullptr, list, kernel, 1, nullptr, &items,
                           local ? &local : nullptr, 0, nullptr, nullptr, &handle),
              CL_SUCCESS);
    EXPECT_NE(handle, nullptr);
    return handle;
  }
  static cl_int Update(khr::CommandBufferHandle buffer, const std::vector<Config>& configs) {
    const std::vector<cl_uint> types(configs.size(), khr::kStructureMutableDispatchConfig);
    std::vector<const void*> pointers;
    pointers.reserve(configs.size());
    for (const Config& each : configs) pointers.push_back(&each);
    return Khr().update(buffer, static_cast<cl_uint>(configs.size()), types.data(),
                        pointers.data());
  }
  static Config WithArgs(khr::MutableCommandHandle command,
                         const std::vector<khr::MutableDispatchArg>& args) {
    return {
        .command = command, .num_args = static_cast<cl_uint>(args.size()), .arg_list = args.data()};
  }
  static cl_int SetValue(khr::CommandBufferHandle buffer, khr::MutableCommandHandle command,
                         cl_uint index, cl_uint value) {
    const std::vector<khr::MutableDispatchArg> args = {{index, sizeof(value), &value}};
    return Update(buffer, {WithArgs(command, args)});
  }
  using Note = std::array<cl_uint, 4>;
  std::vector<Note> Notes() {
    const auto words = Read<cl_uint>(log, 4 * kEntries);
    std::vector<Note> found(words[0]);
    for (size_t i = 0; i < found.size(); ++i) std::copy_n(&words[4 * (i + 1)], 4, found[i].begin());
    return found;
  }
  template <class T>
  static std::vector<T> Dimensions(khr::MutableCommandHandle command, cl_uint what) {
    return InfoArray<T>(Khr().command_info, command, what);
  }

  Program notes;
  Mem log;
  Kernel note;
};
