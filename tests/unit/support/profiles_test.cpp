// SPDX-License-Identifier: Apache-2.0
#include "support/profiles.h"

#include <gtest/gtest.h>

#include <array>

namespace heddle {
namespace {

constexpr std::array<std::string_view, 2> kVariables{"HEDDLE_A", "HEDDLE_B"};

std::vector<Profile> parse(std::string_view text, std::vector<std::string>* complaints = nullptr) {
  std::vector<std::string> all;
  auto profiles = parse_profiles(text, "f", kVariables, all);
  if (complaints)
    *complaints = all;
  else
    EXPECT_EQ(all, std::vector<std::string>{});
  return profiles;
}

TEST(Profiles, AreReadFromText) {
  const auto profiles = parse(
      "# a comment\n\n; another\n[ first one ]\r\nexecutable=a\nexecutable = b*\n"
      "  library = lib*.so\nHEDDLE_A = x = y # z\n[second]\nHEDDLE_B=1");
  ASSERT_EQ(profiles.size(), 2u);
  EXPECT_EQ(profiles[0].name, "first one");
  EXPECT_EQ(profiles[0].executables, (std::vector<std::string>{"a", "b*"}));
  EXPECT_EQ(profiles[0].libraries, std::vector<std::string>{"lib*.so"});
  ASSERT_EQ(profiles[0].settings.size(), 1u);
  EXPECT_EQ(profiles[0].settings[0], std::pair(std::string("HEDDLE_A"), std::string("x = y # z")));
  EXPECT_EQ(profiles[1].settings[0].second, "1");
  EXPECT_TRUE(profiles[1].executables.empty());
  EXPECT_TRUE(parse("").empty());
  EXPECT_TRUE(parse("\n\n").empty());
}

TEST(Profiles, ALineThatCannotBeUnderstoodIsLeftOut) {
  std::vector<std::string> complaints;
  const auto profiles = parse(
      "HEDDLE_A=1\n[p]\nwhat is this\nHEDDLE_C=1\nHEDDLE_A=\n[q\n[]\nexecutable=e\nHEDDLE_A=2\n",
      &complaints);
  ASSERT_EQ(profiles.size(), 1u);
  EXPECT_EQ(profiles[0].executables, std::vector<std::string>{"e"});
  ASSERT_EQ(profiles[0].settings.size(), 1u);
  EXPECT_EQ(profiles[0].settings[0].second, "2");
  ASSERT_EQ(complaints.size(), 6u);
  EXPECT_EQ(complaints[0], "f:1: 'HEDDLE_A' stands before the first [name]; the line is ignored");
  EXPECT_EQ(complaints[1], "f:3: neither [name], key = value nor # comment; the line is ignored");
  EXPECT_EQ(complaints[2],
            "f:4: 'HEDDLE_C' is nothing that a profile may set; the line is ignored");
  EXPECT_EQ(complaints[3], "f:5: 'HEDDLE_A' has no value; the line is ignored");
  EXPECT_EQ(complaints[4], "f:6: no [name]; the line is ignored");
}

TEST(Profiles, AreForExecutablesAndLibraries) {
  const auto profiles =
      parse("[p]\nexecutable = dark?able\nexecutable=other\nlibrary = libggml-sycl*.so*\n[q]\n");
  const std::vector<std::string> none{"", "/lib/libc.so.6"};
  const std::vector<std::string> mapped{"/lib/libc.so.6", "/a/libggml-sycl-71f.so.0"};
  EXPECT_TRUE(is_for(profiles[0], "/usr/bin/darktable", none));
  EXPECT_TRUE(is_for(profiles[0], "other", none));
  EXPECT_TRUE(is_for(profiles[0], "/usr/bin/python3", mapped));
  EXPECT_FALSE(is_for(profiles[0], "/usr/bin/python3", none));
  EXPECT_FALSE(is_for(profiles[0], "/usr/bin/darktable-cli", none));
  EXPECT_FALSE(is_for(profiles[0], "/other/program", none));
  EXPECT_FALSE(is_for(profiles[1], "/usr/bin/darktable", mapped));  // for nobody
}

}  // namespace
}  // namespace heddle
