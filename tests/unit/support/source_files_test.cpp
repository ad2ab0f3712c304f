// SPDX-License-Identifier: Apache-2.0
#include "support/source_files.h"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <filesystem>
#include <fstream>

#include "support/file.h"

namespace heddle {
namespace {

namespace fs = std::filesystem;

class SourceFilesTest : public testing::Test {
 protected:
  SourceFilesTest() {
    char name[] = "/tmp/heddle-source-files-XXXXXX";
    root_ = ::mkdtemp(name);
    fs::create_directories(root_ + "/in/deep");
    for (const char* file : {"/out.h", "/in/a.h", "/in/deep/b.h"})
      std::ofstream(root_ + file) << "text";
    fs::create_symlink("deep/../a.h", root_ + "/in/inside");
    fs::create_symlink("deep", root_ + "/in/folder");
    fs::create_symlink("../out.h", root_ + "/in/outside");
    fs::create_symlink("..", root_ + "/in/up");
    fs::create_symlink(root_ + "/in/a.h", root_ + "/in/absolute");
    fs::create_symlink("loop", root_ + "/in/loop");
  }
  ~SourceFilesTest() override { fs::remove_all(root_); }

  std::string root_;
};

/// By the kernel and by hand.
TEST_F(SourceFilesTest, NothingLeadsOutOfAFolder) {
  const File folder(::open((root_ + "/in").c_str(), O_PATH | O_DIRECTORY | O_CLOEXEC));
  ASSERT_TRUE(folder);
  const struct {
    std::string path;
    int error;
  } cases[] = {{"a.h", 0},
               {"./a.h", 0},
               {"deep/b.h", 0},
               {"deep//../a.h", 0},
               {"folder/b.h", 0},
               {"folder/../a.h", 0},
               {"inside", 0},
               {".", 0},
               {"deep/..", 0},
               {"missing", ENOENT},
               {"a.h/b", ENOTDIR},
               {"loop", ELOOP},
               {"..", EXDEV},
               {"../out.h", EXDEV},
               {"../missing", EXDEV},
               {"../in/a.h", EXDEV},
               {"deep/../../out.h", EXDEV},
               {"outside", EXDEV},
               {"up/out.h", EXDEV},
               {"up/missing", EXDEV},
               {"absolute", EXDEV},
               {root_ + "/in/a.h", EXDEV}};
  for (const auto& each : cases) {
    for (const auto& way : {open_beneath, walk_beneath}) {
      errno = 0;
      const File file(way(folder.get(), each.path, O_RDONLY));
      const int error = file ? 0 : errno;
      EXPECT_EQ(error, each.error) << each.path << (way == open_beneath ? "" : " by hand");
    }
  }
}

TEST_F(SourceFilesTest, AreBelowTheFolders) {
  const auto status = [&](const SourceFiles& files, const std::string& path) {
    struct stat found;
    return files.status(root_ + path, found);
  };
  const SourceFiles all(SourceFiles::Allowed::All, 4, {});
  const SourceFiles some(SourceFiles::Allowed::Folders, 4, {root_ + "/in/", root_ + "/in/deep"});
  const SourceFiles none(SourceFiles::Allowed::None, 4, {root_ + "/in"});
  for (const char* path : {"/in/a.h", "/in/deep/b.h", "/in", "/in/deep", "/in/"}) {
    EXPECT_EQ(status(all, path), 0) << path;
    EXPECT_EQ(status(some, path), 0) << path;
    EXPECT_EQ(status(none, path), ENOENT) << path;
  }
  for (const char* path : {"/out.h", "/in/../out.h", "/in/outside", "", "/in/deep/../../out.h"}) {
    EXPECT_EQ(status(all, path), 0) << path;
    EXPECT_EQ(status(some, path), ENOENT) << path;
  }
  fs::create_directory(root_ + "/inner");
  EXPECT_EQ(status(some, "/inner"), ENOENT) << "a name that only begins like a folder's";
}

TEST_F(SourceFilesTest, AreReadUpToALimit) {
  struct stat status;
  std::string text;
  const std::string file = root_ + "/in/a.h";
  EXPECT_EQ(SourceFiles(SourceFiles::Allowed::All, 4, {}).read(file, status, text), 0);
  EXPECT_EQ(text, "text");
  EXPECT_EQ(SourceFiles(SourceFiles::Allowed::All, 3, {}).read(file, status, text), EFBIG);
  const SourceFiles all(SourceFiles::Allowed::All, 4000, {});
  EXPECT_EQ(all.read("/proc/self/stat", status, text), 0) << "a file without a size";
  EXPECT_FALSE(text.empty());
  EXPECT_EQ(all.read(root_ + "/in", status, text), EISDIR);
  EXPECT_EQ(all.read("/dev/zero", status, text), ENOENT);
  ASSERT_EQ(::mkfifo((root_ + "/pipe").c_str(), 0600), 0);
  EXPECT_EQ(all.read(root_ + "/pipe", status, text), ENOENT);
  EXPECT_EQ(all.status(root_ + "/pipe", status), ENOENT);
}

}  // namespace
}  // namespace heddle
