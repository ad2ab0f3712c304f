// SPDX-License-Identifier: Apache-2.0
#include "support/file.h"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>

#include "support/debug_source.h"

namespace heddle {
namespace {

namespace fs = std::filesystem;

std::string text_of(const fs::path& file) {
  std::ifstream in(file, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

class FileTest : public testing::Test {
 protected:
  FileTest() {
    std::string name = testing::TempDir() + "heddle-file-XXXXXX";
    directory_ = ::mkdtemp(name.data());
  }
  ~FileTest() override { fs::remove_all(directory_); }
  std::string path(const std::string& name) const { return directory_ + "/" + name; }
  bool opens(const std::string& name) const {
    return static_cast<bool>(open_own_file(AT_FDCWD, path(name).c_str(), O_RDONLY));
  }

  std::string directory_;
};

TEST_F(FileTest, OnlyOurRegularFilesAreOpened) {
  std::ofstream(path("ours")) << "text";
  EXPECT_TRUE(opens("ours"));
  EXPECT_FALSE(opens("missing"));
  EXPECT_FALSE(open_own_file(AT_FDCWD, directory_.c_str(), O_RDONLY));
  fs::create_symlink(path("ours"), path("link"));
  EXPECT_FALSE(opens("link"));
  ASSERT_EQ(::mkfifo(path("pipe").c_str(), 0600), 0);
  EXPECT_FALSE(opens("pipe"));
  fs::create_hard_link(path("ours"), path("second"));
  EXPECT_FALSE(opens("ours"));
  fs::remove(path("second"));
  EXPECT_TRUE(opens("ours"));
  ::chmod(path("ours").c_str(), 0620);
  EXPECT_FALSE(opens("ours"));
}

TEST_F(FileTest, WhatIsThereIsNotCreated) {
  std::ofstream(path("target")) << "text";
  fs::create_symlink(path("target"), path("link"));
  fs::create_symlink(path("nowhere"), path("dangling"));
  for (const char* name : {"target", "link", "dangling"})
    EXPECT_FALSE(create_file(AT_FDCWD, path(name).c_str())) << name;
  EXPECT_FALSE(fs::exists(path("nowhere")));
  EXPECT_EQ(text_of(path("target")), "text");
  ASSERT_TRUE(create_file(AT_FDCWD, path("new").c_str()).write("abc", 3));
  EXPECT_EQ(text_of(path("new")), "abc");
  struct stat status;
  ASSERT_EQ(::stat(path("new").c_str(), &status), 0);
  EXPECT_EQ(status.st_mode & 0777, 0600u);
}

TEST_F(FileTest, FoldersOfOthersAreNotOpened) {
  EXPECT_TRUE(open_own_folder(directory_.c_str()));
  fs::create_symlink(directory_, path("link"));
  EXPECT_FALSE(open_own_folder(path("link").c_str()));
  ::chmod(directory_.c_str(), 0770);
  EXPECT_FALSE(open_own_folder(directory_.c_str()));
}

TEST_F(FileTest, TakesNoneOfTheStandardDescriptors) {
  const int kept = ::dup(STDIN_FILENO);
  ::close(STDIN_FILENO);
  const File file(::open("/dev/null", O_RDONLY));
  EXPECT_GT(file.get(), STDERR_FILENO);
  EXPECT_EQ(::fcntl(STDIN_FILENO, F_GETFD), -1);
  ::dup2(kept, STDIN_FILENO);
  ::close(kept);
}

class DebugSourceTest : public FileTest {
 protected:
  DebugSourceTest() { ::setenv("TMPDIR", directory_.c_str(), 1); }
  ~DebugSourceTest() override { ::unsetenv("TMPDIR"); }
  fs::path folder() const { return path("heddle-" + std::to_string(::geteuid())); }
};

TEST_F(DebugSourceTest, IsWrittenOnce) {
  const std::string file = debug_source_path("source");
  EXPECT_EQ(fs::path(file).parent_path(), folder());
  write_debug_source("source");
  EXPECT_EQ(text_of(file), "source");
  const auto written = fs::last_write_time(file);
  write_debug_source("source");
  EXPECT_EQ(fs::last_write_time(file), written);
  EXPECT_EQ(std::distance(fs::directory_iterator(folder()), {}), 1);
}

TEST_F(DebugSourceTest, GoesWithTheLastProcess) {
  int ready[2], over[2];
  ASSERT_EQ(::pipe(ready), 0);
  ASSERT_EQ(::pipe(over), 0);
  const pid_t other = ::fork();
  if (other == 0) {
    ::close(over[1]);
    write_debug_source("of the other");
    char byte = 0;
    const bool told = ::write(ready[1], "", 1) == 1 && ::read(over[0], &byte, 1) == 0;
    remove_debug_sources();
    ::_exit(!told);
  }
  char byte = 0;
  ASSERT_EQ(::read(ready[0], &byte, 1), 1);
  write_debug_source("mine");
  std::ofstream(folder() / "notes") << "somebody's";
  std::ofstream(folder() / (std::string(32, 'a') + ".cl.1.2")) << "of a process that was killed";
  remove_debug_sources();
  EXPECT_EQ(text_of(debug_source_path("mine")), "mine") << "the other one is still there";
  ::close(over[1]);
  int status = -1;
  ASSERT_EQ(::waitpid(other, &status, 0), other);
  EXPECT_EQ(status, 0);
  EXPECT_EQ(std::distance(fs::directory_iterator(folder()), {}), 1) << "what is not ours stays";
  EXPECT_TRUE(fs::exists(folder() / "notes"));
  fs::remove(folder() / "notes");
  write_debug_source("mine");
  EXPECT_EQ(text_of(debug_source_path("mine")), "mine");
  remove_debug_sources();
  EXPECT_FALSE(fs::exists(folder()));
  for (const int end : {ready[0], ready[1], over[0]}) ::close(end);
}

TEST_F(DebugSourceTest, GoesThroughNoLink) {
  fs::create_directory(path("elsewhere"));
  fs::create_symlink(path("elsewhere"), folder());
  write_debug_source("source");
  EXPECT_TRUE(fs::is_empty(path("elsewhere")));
  fs::remove(folder());
  fs::create_directory(folder());
  std::ofstream(path("target")) << "somebody's";
  fs::create_symlink(path("target"), debug_source_path("source"));
  write_debug_source("source");
  EXPECT_EQ(text_of(path("target")), "somebody's");
  EXPECT_EQ(text_of(debug_source_path("source")), "source");
}

}  // namespace
}  // namespace heddle
