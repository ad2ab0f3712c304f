// SPDX-License-Identifier: Apache-2.0
// What a program is remembered to have asked of the file system: from what was read follows more
// than from other questions.
#include "compiler/frontend/recorded_files.h"

#include <gtest/gtest.h>
#include <llvm/Support/VirtualFileSystem.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>

#include "abi/file_uses.h"

namespace heddle::compiler {
namespace {

class RecordedFilesTest : public testing::Test {
 protected:
  RecordedFilesTest() {
    std::string name = testing::TempDir() + "heddle-recorded-XXXXXX";
    folder_ = ::mkdtemp(name.data());
    std::ofstream(header()) << "int x;";
  }
  ~RecordedFilesTest() override { std::filesystem::remove_all(folder_); }
  std::string header() const { return folder_ + "/x.h"; }

  std::optional<FileUse> use_of(const std::string& path) const {
    const auto uses = unpack_file_uses(files_.packed());
    if (uses) {
      for (const FileUse& use : *uses)
        if (use.path == path) return use;
    }
    ADD_FAILURE() << path << " is not remembered";
    return std::nullopt;
  }
  /// The header is another one: does the program still hold?
  void expect_change_is_seen() {
    const auto use = use_of(header());
    ASSERT_TRUE(use);
    EXPECT_EQ(use->kind, FileUse::Kind::Read);
    EXPECT_TRUE(still_holds(*use, files_.files()));
    std::ofstream(header()) << "int y;";
    EXPECT_FALSE(still_holds(*use, files_.files()));
  }

  std::string folder_;
  RecordedFiles files_{SourceFiles(SourceFiles::Allowed::All, 1000, {})};
  llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem> machine_ = files_.machine();
};

/// Whatever is asked: it looks as if nothing were there that the source may not know of.
TEST(RecordedFiles, ShowNoMoreThanIsAllowed) {
  RecordedFiles files(SourceFiles(SourceFiles::Allowed::None, 1000, {"/"}));
  const auto machine = files.machine();
  for (const char* path : {"/etc/passwd", "/etc", "/proc/self/maps", "/there/is/none"}) {
    llvm::SmallString<64> real;
    std::error_code error;
    EXPECT_FALSE(machine->exists(path));
    EXPECT_EQ(machine->status(path).getError(), std::errc::no_such_file_or_directory);
    EXPECT_EQ(machine->openFileForRead(path).getError(), std::errc::no_such_file_or_directory);
    EXPECT_EQ(machine->getRealPath(path, real), std::errc::no_such_file_or_directory);
    machine->dir_begin(path, error);
    EXPECT_EQ(error, std::errc::no_such_file_or_directory);
  }
  const auto uses = unpack_file_uses(files.packed());
  ASSERT_TRUE(uses);
  EXPECT_EQ(uses->size(), 4u);
  for (const FileUse& use : *uses) EXPECT_EQ(use.kind, FileUse::Kind::Missing) << use.path;
}

TEST_F(RecordedFilesTest, WhatIsAskedForAndRead) {
  EXPECT_TRUE(machine_->exists(header()));
  EXPECT_EQ(use_of(header())->kind, FileUse::Kind::Exists);
  EXPECT_TRUE(machine_->openFileForRead(header()));
  expect_change_is_seen();
}

TEST_F(RecordedFilesTest, WhatIsReadAndAskedFor) {
  EXPECT_TRUE(machine_->openFileForRead(header()));
  EXPECT_TRUE(machine_->exists(header()));
  expect_change_is_seen();
}

TEST_F(RecordedFilesTest, WhatIsNotRead) {
  EXPECT_FALSE(machine_->exists(folder_ + "/y.h"));
  EXPECT_FALSE(machine_->openFileForRead(folder_ + "/z.h"));
  EXPECT_TRUE(machine_->exists(folder_));
  EXPECT_EQ(use_of(folder_ + "/y.h")->kind, FileUse::Kind::Missing);
  EXPECT_EQ(use_of(folder_ + "/z.h")->kind, FileUse::Kind::Missing);
  EXPECT_EQ(use_of(folder_)->kind, FileUse::Kind::Folder);
}

}  // namespace
}  // namespace heddle::compiler
