// SPDX-License-Identifier: Apache-2.0
#include "runtime/code/kernel_variant.h"

#include <CL/cl.h>
#include <gtest/gtest.h>

#include <memory>
#include <thread>

namespace heddle::test {
namespace {

TEST(KernelVariantTest, OneMakesItAndOthersWait) {
  KernelVariant variant;
  EXPECT_EQ(variant.ready(), nullptr);
  EXPECT_TRUE(variant.begin());
  EXPECT_FALSE(variant.begin());
  variant.abandon();
  EXPECT_TRUE(variant.begin());
  std::thread waiter([&] { EXPECT_EQ(variant.wait().error().why, "no"); });
  variant.fail({CL_OUT_OF_RESOURCES, "no"});
  waiter.join();
  EXPECT_FALSE(variant.begin());
  EXPECT_TRUE(variant.begin(/*again=*/true));
  auto record = std::make_unique<KernelRecord>();
  const KernelRecord* expected = record.get();
  std::thread second([&] { EXPECT_EQ(variant.wait().value()->record, expected); });
  variant.finish(std::move(record), nullptr);
  second.join();
  EXPECT_FALSE(variant.begin(/*again=*/true));
}

}  // namespace
}  // namespace heddle::test
