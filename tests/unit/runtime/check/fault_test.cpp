// SPDX-License-Identifier: Apache-2.0
#include "runtime/check/fault.h"

#include <gtest/gtest.h>

#include "runtime/check/meetings.h"

namespace heddle {
namespace {

TEST(Fault, HasCommas) {
  EXPECT_EQ(with_commas(0), "0");
  EXPECT_EQ(with_commas(999), "999");
  EXPECT_EQ(with_commas(1000), "1,000");
  EXPECT_EQ(with_commas(1048576), "1,048,576");
  EXPECT_EQ(with_commas(-1), "-1");
  EXPECT_EQ(with_commas(-100), "-100");
  EXPECT_EQ(with_commas(-1234), "-1,234");
}

TEST(Fault, IsOneLineOfJson) {
  Fault fault{.kind = FaultKind::WritePastEnd,
              .kernel = "saxpy",
              .object = "out",
              .is_argument = true,
              .file = "a\"b.cl",
              .line = 3,
              .column = 5,
              .source_line = "\tout[i] = 1;",
              .item = {{8, 1, 0}, {2, 0, 0}, {0, 1, 0}},
              .text = "one\ntwo\n",
              .count = 7};
  EXPECT_EQ(to_json(fault, "x\x01y"),
            "{\"kind\":\"write past end\",\"text\":\"one\\ntwo\\n\",\"kernel\":\"saxpy\","
            "\"argument\":\"out\",\"file\":\"a\\\"b.cl\",\"line\":3,\"column\":5,"
            "\"source_line\":\"\\tout[i] = 1;\",\"source\":\"x\\u0001y\",\"count\":7,"
            "\"global_id\":[8,1,0],\"group_id\":[2,0,0],\"local_id\":[0,1,0]}\n");
  fault.line = 0;
  fault.is_argument = false;
  fault.source_line.clear();
  const std::string json = to_json(fault, "");
  EXPECT_EQ(json.find("\"file\""), std::string::npos);
  EXPECT_EQ(json.find("\"source\""), std::string::npos);
  EXPECT_NE(json.find("\"object\":\"out\""), std::string::npos);
}

/// A launch of groups of four work-items.
hd_launch four() {
  hd_launch launch{};
  for (size_t d = 0; d < 3; ++d)
    launch.global_size[d] = launch.enqueued_local_size[d] = launch.num_groups[d] = 1;
  launch.global_size[0] = 6;
  launch.enqueued_local_size[0] = 4;
  return launch;
}

hd_check_site site(uint32_t kind) {
  hd_check_site made{};
  made.kind = kind;
  return made;
}

TEST(Meetings, FindOtherBarriers) {
  const hd_launch launch = four();
  const hd_check_site a = site(HD_SITE_BARRIER), b = site(HD_SITE_BARRIER), end = site(HD_SITE_END);
  const WorkItem item{{}, {0, 0, 0}, {0, 0, 0}};
  const auto arrive = [&](uint64_t number, const hd_check_site& at) {
    WorkItem absent = item;
    return heddle::arrive({number, launch, at, item, 4}, absent);
  };
  for (int i = 0; i < 4; ++i) EXPECT_EQ(arrive(1, a), nullptr);
  EXPECT_EQ(arrive(1, b), nullptr);
  EXPECT_EQ(arrive(1, a), &b);
  EXPECT_EQ(arrive(1, a), nullptr) << "a round is told once";
  EXPECT_EQ(arrive(1, end), nullptr);
  // Three are left.
  for (int i = 0; i < 3; ++i) EXPECT_EQ(arrive(1, a), nullptr);
  EXPECT_EQ(arrive(1, end), nullptr);
  EXPECT_EQ(arrive(1, a), &end);
  EXPECT_EQ(arrive(1, a), nullptr);
}

TEST(Meetings, KnowGroupsAndLaunchesApart) {
  const hd_launch launch = four();
  const hd_check_site a = site(HD_SITE_BARRIER), b = site(HD_SITE_BARRIER);
  const auto arrive = [&](uint64_t number, const hd_check_site& at, uint64_t group) {
    const WorkItem item{{}, {group, 0, 0}, {0, 0, 0}};
    WorkItem absent = item;
    return heddle::arrive({number, launch, at, item, 4}, absent);
  };
  EXPECT_EQ(arrive(2, a, 0), nullptr);
  EXPECT_EQ(arrive(3, b, 0), nullptr) << "a launch within it";
  EXPECT_EQ(arrive(2, a, 0), nullptr);
  // The last group has two work-items.
  EXPECT_EQ(arrive(2, b, 1), nullptr);
  EXPECT_EQ(arrive(2, b, 1), nullptr);
  EXPECT_EQ(arrive(2, a, 1), nullptr);
}

TEST(Meetings, KnowSubGroupsApart) {
  const hd_launch launch = four();
  const hd_check_site own = site(HD_SITE_SUB_GROUP), all = site(HD_SITE_BARRIER),
                      end = site(HD_SITE_END);
  const auto arrive = [&](const hd_check_site& at, uint64_t local) {
    const WorkItem item{{}, {0, 0, 0}, {local, 0, 0}};
    WorkItem absent = item;
    return heddle::arrive({4, launch, at, item, 2}, absent);
  };
  // One sub-group may come where the other one does not.
  for (uint64_t i : {0, 1}) EXPECT_EQ(arrive(own, i), nullptr);
  for (uint64_t i : {0, 1, 2, 3}) EXPECT_EQ(arrive(all, i), nullptr);
  EXPECT_EQ(arrive(own, 2), nullptr);
  EXPECT_EQ(arrive(end, 0), nullptr);
  EXPECT_EQ(arrive(end, 1), nullptr);
  EXPECT_EQ(arrive(end, 2), &own) << "the other one of the sub-group did not come";
  EXPECT_EQ(arrive(end, 3), nullptr);
}

TEST(Meetings, NameTheOneThatDoesNotCome) {
  const hd_launch launch = four();
  const hd_check_site own = site(HD_SITE_COLLECTIVE), end = site(HD_SITE_END);
  WorkItem absent{};
  const auto arrive = [&](uint64_t number, const hd_check_site& at, uint64_t local) {
    const WorkItem item{{4 + local, 0, 0}, {0, 0, 0}, {local, 0, 0}};
    absent = item;
    return heddle::arrive({number, launch, at, item, 4}, absent);
  };
  for (uint64_t i : {0, 1}) EXPECT_EQ(arrive(5, own, i), nullptr);
  EXPECT_EQ(arrive(5, end, 0), &own);
  EXPECT_EQ(absent.local[0], 2U);
  EXPECT_EQ(absent.global[0], 6U);
  // It comes twice as often as there are others.
  for (uint64_t i : {0, 1}) EXPECT_EQ(arrive(6, own, i), nullptr);
  EXPECT_EQ(arrive(6, own, 0), &own);
  EXPECT_EQ(absent.local[0], 2U);
}

}  // namespace
}  // namespace heddle
