// SPDX-License-Identifier: Apache-2.0
// What the API tests cannot reach on every machine: devices with made-up sets of units, and
// contexts' notifications.
#include "platform/device.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "platform/context.h"
#include "platform/platform.h"
#include "platform/sub_device.h"

namespace heddle {
namespace {

using Units = std::vector<uint32_t>;

TEST(Device, RootHasEveryUnit) {
  Device& root = platform().device();
  EXPECT_EQ(&root, &platform().device());
  EXPECT_TRUE(root.is_root());
  EXPECT_EQ(root.units(), nullptr);  // all, for the pool
  EXPECT_EQ(root.unit_list().size(), root.max_compute_units());
  EXPECT_EQ(&root.root(), &root);
}

TEST(Device, SubDevicesKeepTheirUnitsAndParents) {
  Device& root = platform().device();
  Ref<Device> four = make<Device>(root, Units{2, 3, 5, 7}, Device::PartitionProperties{});
  const cl_device_partition_property pairs[] = {CL_DEVICE_PARTITION_EQUALLY, 2, 0};
  auto parts = partition(*four, pairs).value();
  ASSERT_EQ(parts.size(), 2u);
  EXPECT_EQ(*parts[0]->units(), (Units{2, 3}));
  EXPECT_EQ(*parts[1]->units(), (Units{5, 7}));
  EXPECT_EQ(parts[1]->parent(), four.get());
  EXPECT_EQ(&parts[1]->root(), &root);

  Device* parent = four.get();
  parent->publish();
  four = nullptr;
  EXPECT_TRUE(static_cast<bool>(Device::from(parent)));
  parts.clear();
  EXPECT_FALSE(static_cast<bool>(Device::from(parent)));
}

TEST(Device, PartitionLeavesUnitsOver) {
  Ref<Device> five =
      make<Device>(platform().device(), Units{0, 1, 2, 3, 4}, Device::PartitionProperties{});
  const cl_device_partition_property equally[] = {CL_DEVICE_PARTITION_EQUALLY, 2, 0};
  EXPECT_EQ(partition_count(*five, equally).value(), 2u);
  const cl_device_partition_property counts[] = {CL_DEVICE_PARTITION_BY_COUNTS, 3, 1, 0, 0};
  const auto parts = partition(*five, counts).value();
  ASSERT_EQ(parts.size(), 2u);
  EXPECT_EQ(*parts[0]->units(), (Units{0, 1, 2}));
  EXPECT_EQ(*parts[1]->units(), (Units{3}));
}

struct Note {
  std::string text;
  int count = 0;
};

void CL_CALLBACK Remember(const char* errinfo, const void*, size_t, void* user_data) {
  auto* note = static_cast<Note*>(user_data);
  note->text = errinfo;
  ++note->count;
}

TEST(Context, NotifiesItsApplication) {
  Note note;
  cl_device_id device = &platform().device();
  Ref<Context> context = Context::create(nullptr, 1, &device, Remember, &note).value();
  context->notify("clEnqueueNDRangeKernel", Error{CL_OUT_OF_RESOURCES, "no memory for the group"});
  EXPECT_EQ(note.count, 1);
  EXPECT_EQ(note.text, "clEnqueueNDRangeKernel: CL_OUT_OF_RESOURCES (no memory for the group)");

  Ref<Context> silent = Context::create(nullptr, 1, &device, nullptr, nullptr).value();
  silent->notify("nobody hears this");
  EXPECT_TRUE(silent->has(platform().device()));
  Ref<Device> part = make<Device>(platform().device(), Units{0}, Device::PartitionProperties{});
  EXPECT_FALSE(silent->has(*part));
}

}  // namespace
}  // namespace heddle
