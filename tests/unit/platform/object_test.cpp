// SPDX-License-Identifier: Apache-2.0
// The two counts of an object, and handles: null, stale, of another type, wild.
#include "platform/object.h"

#include <gtest/gtest.h>

#include "platform/context.h"
#include "platform/error_names.h"
#include "platform/platform.h"

namespace heddle {
namespace {

struct Probe : Object<Probe, _cl_event, CL_INVALID_EVENT, 128> {
  explicit Probe(int* deaths) : deaths_(deaths) {}
  ~Probe() { ++*deaths_; }
  int* deaths_;
};

TEST(Object, FirstWordIsTheDispatchTable) {
  int deaths = 0;
  Ref<Probe> probe = make<Probe>(&deaths);
  EXPECT_EQ(*reinterpret_cast<const void**>(probe.get()), &heddle_dispatch);
  EXPECT_EQ(static_cast<void*>(static_cast<cl_event>(probe.get())),
            static_cast<void*>(probe.get()));
}

TEST(Object, DiesWithTheLastOfBothCounts) {
  int deaths = 0;
  Ref<Probe> inside = make<Probe>(&deaths);
  auto* object = static_cast<Probe*>(hand_over(inside));  // what the application holds...
  EXPECT_EQ(object->user_count(), 1u);
  object->user_retain();
  EXPECT_EQ(object->user_count(), 2u);
  EXPECT_TRUE(object->user_release());
  EXPECT_TRUE(object->user_release());  // ...and gives back
  EXPECT_EQ(deaths, 0);
  EXPECT_TRUE(static_cast<bool>(Probe::from(object)));
  EXPECT_FALSE(object->user_release());  // nothing left to give back: our own reference stays
  EXPECT_EQ(deaths, 0);
  inside = nullptr;
  EXPECT_EQ(deaths, 1);
  EXPECT_FALSE(static_cast<bool>(Probe::from(object)));
}

TEST(Object, MayBeRetainedAgainWhileWeHoldIt) {
  int deaths = 0;
  Ref<Probe> inside = make<Probe>(&deaths);
  auto* object = static_cast<Probe*>(hand_over(inside));
  EXPECT_TRUE(object->user_release());
  object->user_retain();
  inside = nullptr;
  EXPECT_EQ(deaths, 0);
  EXPECT_TRUE(object->user_release());
  EXPECT_EQ(deaths, 1);
}

TEST(Handle, RejectsWhatIsNotALiveObjectOfTheType) {
  int deaths = 0;
  auto* probe = static_cast<Probe*>(hand_over(make<Probe>(&deaths)));
  EXPECT_EQ(handle<Probe>(probe).value().get(), probe);
  EXPECT_EQ(handle<Probe>(nullptr).error().code, CL_INVALID_EVENT);
  EXPECT_EQ(handle<Probe>(reinterpret_cast<cl_event>(&platform())).error().code, CL_INVALID_EVENT);
  EXPECT_EQ(handle<Context>(reinterpret_cast<cl_context>(probe)).error().code, CL_INVALID_CONTEXT);
  EXPECT_EQ(handle<Platform>(reinterpret_cast<cl_platform_id>(probe)).error().code,
            CL_INVALID_PLATFORM);
  EXPECT_EQ(handle<Device>(reinterpret_cast<cl_device_id>(uintptr_t{0xdead0000})).error().code,
            CL_INVALID_DEVICE);
  EXPECT_TRUE(probe->user_release());
  EXPECT_EQ(handle<Probe>(probe).error().code, CL_INVALID_EVENT);
}

TEST(Handle, LeadsToNoObjectThatTheApplicationNeverGot) {
  int deaths = 0;
  Probe* stale = nullptr;
  {
    auto* released = static_cast<Probe*>(hand_over(make<Probe>(&deaths)));
    stale = released;
    EXPECT_TRUE(released->user_release());
  }
  Ref<Probe> ours = make<Probe>(&deaths);
  ASSERT_EQ(ours.get(), stale);  // in its place
  EXPECT_FALSE(handle<Probe>(stale));
  EXPECT_TRUE(ours->try_retain());
  ours->release();
  EXPECT_EQ(deaths, 1);
  ours = nullptr;
  EXPECT_EQ(deaths, 2);
}

TEST(ErrorNames, NameOrNumber) {
  EXPECT_EQ(error_name(CL_INVALID_VALUE), "CL_INVALID_VALUE");
  EXPECT_EQ(error_name(CL_SUCCESS), "0");
  EXPECT_EQ(error_name(-9999), "-9999");
  EXPECT_EQ(describe("clFoo", Error{CL_INVALID_VALUE, "the reason"}),
            "clFoo: CL_INVALID_VALUE (the reason)");
}

}  // namespace
}  // namespace heddle
