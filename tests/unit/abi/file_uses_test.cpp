// SPDX-License-Identifier: Apache-2.0
#include "abi/file_uses.h"

#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>

#include "support/hash.h"

namespace heddle {
namespace {

using Kind = FileUse::Kind;

TEST(FileUses, SurvivePacking) {
  const std::vector<FileUse> uses = {{Kind::Missing, "/a b/c.h", {}},
                                     {Kind::Folder, "/a", {}},
                                     {Kind::Exists, "/a/d.h", {}},
                                     {Kind::Read, "/e.h", hash128("text").hex()}};
  const auto back = unpack_file_uses(pack(uses));
  ASSERT_TRUE(back);
  ASSERT_EQ(back->size(), uses.size());
  for (size_t i = 0; i < uses.size(); ++i) {
    EXPECT_EQ((*back)[i].kind, uses[i].kind);
    EXPECT_EQ((*back)[i].path, uses[i].path);
    EXPECT_EQ((*back)[i].hash, uses[i].hash);
  }
}

TEST(FileUses, NothingElseIsAList) {
  using namespace std::string_view_literals;
  for (const auto text :
       {""sv, kDependsOnTime, "m/a"sv, "x/a\0"sv, "ma\0"sv, "r/a.h\0"sv, "\0"sv, "m/a\0m/b"sv})
    EXPECT_FALSE(unpack_file_uses(text)) << text;
}

TEST(FileUses, HoldWhileFilesAreWhatTheyWere) {
  const SourceFiles all(SourceFiles::Allowed::All, 100, {});
  char name[] = "/tmp/heddle-file-uses-XXXXXX";
  const std::string folder = ::mkdtemp(name);
  const std::string file = folder + "/a.h";
  const FileUse read{Kind::Read, file, hash128("text").hex()}, missing{Kind::Missing, file, {}},
      exists{Kind::Exists, file, {}}, is_folder{Kind::Folder, file, {}};
  EXPECT_TRUE(still_holds(missing, all));
  for (const auto& use : {read, exists, is_folder}) EXPECT_FALSE(still_holds(use, all));
  std::ofstream(file) << "text";
  for (const auto& use : {read, exists}) EXPECT_TRUE(still_holds(use, all));
  for (const auto& use : {missing, is_folder}) EXPECT_FALSE(still_holds(use, all));
  std::ofstream(file) << "another";
  EXPECT_FALSE(still_holds(read, all));
  std::filesystem::remove(file);
  // For the source there is nothing that it may not read.
  std::ofstream(file) << "text";
  const SourceFiles none(SourceFiles::Allowed::None, 100, {});
  EXPECT_TRUE(still_holds(missing, none));
  for (const auto& use : {read, exists, is_folder}) EXPECT_FALSE(still_holds(use, none));
  std::filesystem::remove(file);
  ASSERT_EQ(::mkfifo(file.c_str(), 0600), 0);
  EXPECT_FALSE(still_holds(read, all));
  EXPECT_TRUE(still_holds(missing, all)) << "nothing is read from a pipe";
  std::filesystem::remove(file);
  std::filesystem::create_directory(file);
  EXPECT_TRUE(still_holds(is_folder, all));
  for (const auto& use : {read, exists, missing}) EXPECT_FALSE(still_holds(use, all));
  std::filesystem::remove_all(folder);
}

}  // namespace
}  // namespace heddle
