// SPDX-License-Identifier: Apache-2.0
#include "support/options.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <map>
#include <sstream>

namespace heddle {
namespace {

Options parse(const std::map<std::string, std::string>& environment,
              std::string* complaints = nullptr) {
  return parse_options(
      [&](const char* name) -> const char* {
        const auto found = environment.find(name);
        return found == environment.end() ? nullptr : found->second.c_str();
      },
      complaints);
}

TEST(Options, Defaults) {
  const Options options = parse({});
  EXPECT_EQ(options.log, "off");
  EXPECT_EQ(options.workers, 0u);
  EXPECT_FALSE(options.report);
  EXPECT_EQ(options.cache, "on");
}

TEST(Options, Values) {
  const Options options =
      parse({{"HEDDLE_LOG", "debug"}, {"HEDDLE_WORKERS", "3"}, {"HEDDLE_REPORT", "1"}});
  EXPECT_EQ(options.log, "debug");
  EXPECT_EQ(options.workers, 3u);
  EXPECT_TRUE(options.report);
  EXPECT_FALSE(parse({{"HEDDLE_REPORT", "off"}}).report);
  EXPECT_FALSE(parse({{"HEDDLE_REPORT", ""}}).report);
}

TEST(Options, WhatCannotBeUnderstoodLeavesTheDefault) {
  for (const char* bad : {"-1", "3x", "", "99999999999999999999999"}) {
    std::string complaints;
    EXPECT_EQ(parse({{"HEDDLE_WORKERS", bad}}, &complaints).workers, 0u) << bad;
    EXPECT_NE(complaints.find("HEDDLE_WORKERS"), std::string::npos) << bad;
  }
}

TEST(Options, DocumentationIsUpToDate) {
  const auto path = std::filesystem::path(__FILE__).parent_path() / "../../../docs/environment.md";
  if (std::getenv("HEDDLE_UPDATE_DOCS")) std::ofstream(path) << options_markdown();
  std::ostringstream text;
  text << std::ifstream(path).rdbuf();
  EXPECT_EQ(text.str(), options_markdown()) << "run this test with HEDDLE_UPDATE_DOCS=1";
}

}  // namespace
}  // namespace heddle
