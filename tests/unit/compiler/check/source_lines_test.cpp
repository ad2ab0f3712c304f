// SPDX-License-Identifier: Apache-2.0
#include "compiler/check/source_lines.h"

#include <gtest/gtest.h>

namespace heddle::compiler {
namespace {

TEST(SourceLines, CountsLines) {
  EXPECT_EQ(find_line("a\nb\r\nc", "<source>", "<source>", 2), "b");
  EXPECT_EQ(find_line("a\nb\nc", "<source>", "<source>", 3), "c");
  EXPECT_EQ(find_line("a\nb\nc", "<source>", "<source>", 4), "");
  EXPECT_EQ(find_line("a\nb\nc", "<source>", "other.cl", 2), "");
}

TEST(SourceLines, ObeysLineDirectives) {
  const char* text =
      "first\n"
      "#line 100 \"made.cl\"\n"
      "hundred\n"
      "  # 7\n"
      "seven\n"
      "#define X\n"
      "nine\n";
  EXPECT_EQ(find_line(text, "<source>", "<source>", 1), "first");
  EXPECT_EQ(find_line(text, "<source>", "made.cl", 100), "hundred");
  EXPECT_EQ(find_line(text, "<source>", "made.cl", 7), "seven");
  EXPECT_EQ(find_line(text, "<source>", "made.cl", 9), "nine");
  EXPECT_EQ(find_line(text, "<source>", "<source>", 3), "");
}

}  // namespace
}  // namespace heddle::compiler
