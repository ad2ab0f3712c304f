// SPDX-License-Identifier: Apache-2.0
#include "compiler/pipeline/registry.h"

#include <gtest/gtest.h>
#include <llvm/Support/raw_ostream.h>

#include <set>

namespace heddle::compiler {
namespace {

TEST(Registry, EveryNameIsThereOnce) {
  std::set<std::string> names;
  for (const NamedPass& pass : pass_list())
    EXPECT_TRUE(names.insert(pass.name).second) << pass.name;
  for (const KernelTransform* transform : transform_list())
    EXPECT_TRUE(names.insert(transform->label.str()).second) << transform->label.str();
}

TEST(Registry, OptionalPassesAreSwitchedOff) {
  const auto off = switched_off("ternary-logic, lane-pointers,noalias-arguments");
  ASSERT_TRUE(off);
  EXPECT_EQ(3U, off.value().size());
  EXPECT_TRUE(off.value().contains("lane-pointers"));
}

TEST(Registry, NothingIsSwitchedOffByAnEmptyText) {
  const auto off = switched_off("");
  ASSERT_TRUE(off);
  EXPECT_TRUE(off.value().empty());
}

TEST(Registry, UnknownNamesAreErrors) {
  const auto off = switched_off("ternary-logic,ternary-magic");
  ASSERT_FALSE(off);
  EXPECT_EQ("there is no pass 'ternary-magic' to switch off", off.error().why);
}

TEST(Registry, RequiredPassesAreNotSwitchedOff) {
  for (const char* name : {"lower-half", "scalarize", "image-fields", "freeze-bitcasts"}) {
    const auto off = switched_off(name);
    ASSERT_FALSE(off) << name;
    EXPECT_EQ("pass '" + std::string(name) + "' cannot be switched off: results depend on it",
              off.error().why);
    EXPECT_FALSE(is_optional(name));
  }
}

TEST(Registry, PassesOfLlvmArePartOfThoseThatRunThem) {
  EXPECT_FALSE(is_optional("InstCombinePass"));
  EXPECT_FALSE(switched_off("instcombine"));
}

}  // namespace
}  // namespace heddle::compiler
