// SPDX-License-Identifier: Apache-2.0
#include "runtime/code/kernel_cache.h"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>

#include "support/clock.h"

namespace heddle {
namespace {

namespace fs = std::filesystem;

class KernelCacheTest : public testing::Test {
 protected:
  KernelCacheTest() {
    std::string name = testing::TempDir() + "heddle-cache-XXXXXX";
    directory_ = ::mkdtemp(name.data());
  }
  ~KernelCacheTest() override { fs::remove_all(directory_); }

  KernelCache::Settings settings(uint64_t max_bytes = 1 << 20) const {
    return {directory_ + "/deep/er", max_bytes, true};
  }
  std::string folder() const { return settings().directory + "/heddle-kernels"; }
  std::vector<fs::path> entries() const {
    std::vector<fs::path> out;
    for (const auto& item : fs::directory_iterator(folder())) {
      if (item.path().filename() != "total") out.push_back(item.path());
    }
    return out;
  }
  /// Of all files in the folder.
  uint64_t bytes() const {
    uint64_t sum = 0;
    for (const auto& item : fs::directory_iterator(folder())) sum += item.file_size();
    return sum;
  }
  static CacheKey key(std::string_view text) { return CacheKey().add(text); }

  std::string directory_;
  const std::vector<unsigned char> value_ = {1, 2, 3, 4, 5};
};

TEST_F(KernelCacheTest, KeepsFromOneProcessToTheNext) {
  {
    KernelCache cache(settings());
    EXPECT_FALSE(cache.find(key("a")));
    cache.store(key("a"), value_);
  }
  KernelCache cache(settings());
  EXPECT_EQ(cache.find(key("a")), value_);
  EXPECT_FALSE(cache.find(key("b")));
  struct stat status;
  ASSERT_EQ(::stat(folder().c_str(), &status), 0);
  EXPECT_EQ(status.st_mode & 0777, 0700u);
  EXPECT_EQ(entries().size(), 1u);  // no temporary file is left
}

TEST_F(KernelCacheTest, KeysOfOtherPartsDiffer) {
  EXPECT_NE(CacheKey().add("ab").add("c").bytes(), CacheKey().add("a").add("bc").bytes());
  EXPECT_NE(CacheKey().add("").add("a").bytes(), CacheKey().add("a").add("").bytes());
}

TEST_F(KernelCacheTest, ABadEntryIsAMiss) {
  KernelCache cache(settings());
  cache.store(key("a"), value_);
  const fs::path file = entries().at(0);
  std::ifstream in(file, std::ios::binary);
  const std::string good((std::istreambuf_iterator<char>(in)), {});
  const auto with = [&](const std::string& bytes) {
    std::ofstream(file, std::ios::binary | std::ios::trunc) << bytes;
    return cache.find(key("a")).has_value();
  };
  EXPECT_TRUE(with(good));
  for (size_t i = 0; i < good.size(); ++i) {
    if (i >= 12 && i < 16) continue;  // reserved
    std::string bad = good;
    bad[i] = static_cast<char>(bad[i] ^ 1);
    EXPECT_FALSE(with(bad)) << i;
    EXPECT_FALSE(with(good.substr(0, i))) << i;
  }
  EXPECT_FALSE(with(good + "x"));
  EXPECT_TRUE(with(good));
}

TEST_F(KernelCacheTest, AForeignEntryIsAMiss) {
  KernelCache cache(settings());
  cache.store(key("a"), value_);
  const fs::path file = entries().at(0);
  fs::rename(file, directory_ + "/elsewhere");
  fs::create_symlink(directory_ + "/elsewhere", file);
  EXPECT_FALSE(cache.find(key("a")));
  fs::remove(file);
  fs::rename(directory_ + "/elsewhere", file);
  EXPECT_TRUE(cache.find(key("a")));
  fs::create_hard_link(file, directory_ + "/second name");
  EXPECT_FALSE(cache.find(key("a")));
  fs::remove(directory_ + "/second name");
  EXPECT_TRUE(cache.find(key("a")));
  fs::permissions(file, fs::perms::all);
  EXPECT_FALSE(cache.find(key("a")));
}

TEST_F(KernelCacheTest, ADirectoryThatOthersMayWriteIsNotUsed) {
  fs::create_directories(folder());
  fs::permissions(folder(), fs::perms::all);
  KernelCache cache(settings());
  cache.store(key("a"), value_);
  EXPECT_FALSE(cache.find(key("a")));
  EXPECT_TRUE(entries().empty());
}

TEST_F(KernelCacheTest, ALinkInItsPlaceIsNotFollowed) {
  fs::create_directories(settings().directory);
  fs::create_directory(directory_ + "/elsewhere");
  fs::create_symlink(directory_ + "/elsewhere", folder());
  KernelCache cache(settings());
  cache.store(key("a"), value_);
  EXPECT_FALSE(cache.find(key("a")));
  EXPECT_TRUE(fs::is_empty(directory_ + "/elsewhere"));
}

TEST_F(KernelCacheTest, FilesWithOtherNamesStay) {
  const std::string digits = "0123456789abcdef0123456789abcdef";
  const std::string names[] = {"a.hdk",
                               "a.tmp",
                               digits + ".HDK",
                               digits + "0.hdk",
                               digits + ".1.tmp",
                               "." + digits + ".tmp",
                               digits,
                               "x" + digits + ".hdk"};
  KernelCache cache(settings(4000));
  cache.store(key("first"), value_);
  const fs::path outside = directory_ + "/" + digits + ".hdk";
  std::ofstream(outside) << "not in the folder";
  fs::create_symlink(outside, folder() + "/" + digits + ".hdk");
  for (const std::string& name : names) std::ofstream(folder() + "/" + name) << "somebody's";
  const std::string unfinished = folder() + "/ffffffffffffffffffffffffffffffff.tmp";
  std::ofstream(unfinished) << "left by a process that died";
  for (const auto& item : fs::directory_iterator(folder())) {
    if (item.path().filename() != "total" && !item.is_symlink())
      fs::last_write_time(item, fs::file_time_type::clock::now() - std::chrono::hours(48));
  }
  const std::vector<unsigned char> big(1000);
  for (int i = 0; i < 10; ++i) cache.store(key(std::to_string(i)), big);
  for (const std::string& name : names) EXPECT_TRUE(fs::exists(folder() + "/" + name)) << name;
  EXPECT_TRUE(fs::is_symlink(folder() + "/" + digits + ".hdk"));
  EXPECT_TRUE(fs::exists(outside));
  EXPECT_FALSE(fs::exists(unfinished));
  EXPECT_FALSE(cache.find(key("first")));  // the folder has been trimmed
}

TEST_F(KernelCacheTest, IsOffWithoutADirectory) {
  KernelCache off(KernelCache::Settings{});
  off.store(key("a"), value_);
  EXPECT_FALSE(off.find(key("a")));
  std::ofstream(directory_ + "/file") << "in the way";
  KernelCache blocked({directory_ + "/file/cache", 1, true});
  blocked.store(key("a"), value_);
  EXPECT_FALSE(blocked.find(key("a")));
}

TEST_F(KernelCacheTest, WhatWasUsedLongestAgoGoes) {
  KernelCache cache(settings(5000));
  const std::vector<unsigned char> big(1000);
  for (const char* name : {"a", "b", "c", "d"}) {
    cache.store(key(name), big);
    for (const auto& file : entries()) {  // everything so far grows older
      const timespec times[2] = {
          {0, UTIME_OMIT},
          {fs::last_write_time(file) < fs::file_time_type::clock::now() - std::chrono::hours(1)
               ? ::time(nullptr) - 90000
               : ::time(nullptr) - 7200,
           0}};
      ::utimensat(AT_FDCWD, file.c_str(), times, 0);
    }
  }
  EXPECT_TRUE(cache.find(key("a")));  // a hit makes it young again
  cache.store(key("e"), big);
  EXPECT_TRUE(cache.find(key("a")));
  EXPECT_TRUE(cache.find(key("d")));
  EXPECT_TRUE(cache.find(key("e")));
  EXPECT_LE(entries().size(), 3u);
}

TEST_F(KernelCacheTest, IsNeverOverItsLimit) {
  constexpr uint64_t kLimit = 20'000;
  KernelCache cache(settings(kLimit));
  uint64_t most = 0;
  for (size_t i = 0; i < 400; ++i) {
    cache.store(key(std::to_string(i)), std::vector<unsigned char>(i * 7919 % 3000));
    ASSERT_LE(bytes(), kLimit) << i;
    ASSERT_TRUE(cache.find(key(std::to_string(i)))) << i;
    most = std::max(most, bytes());
  }
  EXPECT_GE(most, kLimit * 3 / 4);  // and not far below it
}

TEST_F(KernelCacheTest, AnEntryBeyondTheLimitIsNotStored) {
  KernelCache cache(settings(4000));
  cache.store(key("a"), value_);
  cache.store(key("large"), std::vector<unsigned char>(3990));
  EXPECT_FALSE(cache.find(key("large")));
  EXPECT_TRUE(cache.find(key("a")));  // nothing had to go for it
  cache.store(key("fits"), std::vector<unsigned char>(3900));
  EXPECT_TRUE(cache.find(key("fits")));
  EXPECT_LE(bytes(), 4000u);
}

TEST_F(KernelCacheTest, OverwritingCountsOnceInTheEnd) {
  KernelCache cache(settings(10'000));
  const std::vector<unsigned char> big(1000);
  cache.store(key("a"), big);
  for (int i = 0; i < 100; ++i) cache.store(key("b"), big);
  EXPECT_TRUE(cache.find(key("a")));
  EXPECT_TRUE(cache.find(key("b")));
}

TEST_F(KernelCacheTest, ATotalThatCannotBeReadIsCountedAnew) {
  constexpr uint64_t kLimit = 10'000;
  const std::vector<unsigned char> big(1000);
  KernelCache cache(settings(kLimit));
  for (const char* text : {"", "short", "this one is sixteen bytes and more"}) {
    for (int i = 0; i < 8; ++i) cache.store(key(std::to_string(i)), big);
    std::ofstream(folder() + "/total") << text;
    for (int i = 8; i < 20; ++i) {
      cache.store(key(std::to_string(i)), big);
      EXPECT_LE(bytes(), kLimit + 32) << text;  // the text may be longer
    }
  }
  fs::remove(folder() + "/total");
  for (int i = 0; i < 20; ++i) cache.store(key(std::to_string(i)), big);
  EXPECT_LE(bytes(), kLimit);
  // Not ours: nothing is written there, and nothing stored.
  fs::rename(folder() + "/total", directory_ + "/elsewhere");
  fs::create_symlink(directory_ + "/elsewhere", folder() + "/total");
  cache.store(key("new"), big);
  EXPECT_FALSE(cache.find(key("new")));
}

TEST_F(KernelCacheTest, SeveralProcessesKeepOneLimit) {
  constexpr uint64_t kLimit = 100'000;
  constexpr int kProcesses = 6;
  std::vector<pid_t> children;
  for (int p = 0; p < kProcesses; ++p) {
    const pid_t child = ::fork();
    if (child == 0) {
      KernelCache cache(settings(kLimit));
      bool within = true;
      for (int i = 0; i < 100; ++i) {
        const auto name = std::to_string(p) + "." + std::to_string(i);
        cache.store(key(name), std::vector<unsigned char>(static_cast<size_t>(100 * (i % 37))));
        // Others may remove files while they are counted.
        uint64_t sum = 0;
        std::error_code gone;
        for (const auto& item : fs::directory_iterator(folder())) {
          const uint64_t size = item.file_size(gone);
          if (!gone) sum += size;
        }
        within = within && sum <= 2 * kLimit;
      }
      ::_exit(within ? 0 : 1);
    }
    children.push_back(child);
  }
  for (const pid_t child : children) {
    int status = -1;
    ASSERT_EQ(::waitpid(child, &status, 0), child);
    EXPECT_EQ(status, 0);
  }
  EXPECT_LE(bytes(), kLimit);
  EXPECT_GE(bytes(), kLimit / 2);
}

TEST_F(KernelCacheTest, AProcessThatWasSuspendedStopsNobody) {
  fs::create_directories(settings().directory);
  KernelCache cache(settings());
  cache.store(key("a"), value_);
  const int held = ::open(folder().c_str(), O_RDONLY | O_DIRECTORY);
  ASSERT_EQ(::flock(held, LOCK_EX), 0);
  cache.store(key("b"), value_);
  EXPECT_FALSE(cache.find(key("b")));
  EXPECT_TRUE(cache.find(key("a")));
  ::close(held);
  cache.store(key("b"), value_);
  EXPECT_TRUE(cache.find(key("b")));
}

/// How often the folder is read does not depend on how much is in it, and so neither does the time.
TEST_F(KernelCacheTest, AStoreReadsNoFolder) {
  KernelCache cache(settings());
  cache.store(key("a"), value_);
  const auto unfinished = folder() + "/ffffffffffffffffffffffffffffffff.tmp";
  std::ofstream(unfinished) << "whoever reads the folder removes this";
  KernelCache another(settings());
  for (int i = 0; i < 300; ++i) {
    cache.store(key(std::to_string(i)), value_);
    another.store(key("x" + std::to_string(i)), value_);
  }
  EXPECT_TRUE(fs::exists(unfinished));
}

/// By hand: what a process's first store and those after it take. With TEST_TMPDIR=/dev/shm the
/// disk has no part in it.
TEST_F(KernelCacheTest, DISABLED_TimesOfStores) {
  const std::vector<unsigned char> usual(20'000);
  KernelCache filling(settings(uint64_t{1} << 40));
  size_t filled = 0;
  for (const size_t count : {10u, 1'000u, 50'000u}) {
    for (; filled < count; ++filled) filling.store(key(std::to_string(filled)), value_);
    KernelCache cache(settings(uint64_t{1} << 40));
    std::vector<double> microseconds;
    for (int i = 0; i < 101; ++i) {
      const uint64_t begin = now_ns();
      cache.store(key("new" + std::to_string(i)), usual);
      microseconds.push_back(static_cast<double>(now_ns() - begin) / 1000);
    }
    const double first = microseconds[0];
    std::nth_element(microseconds.begin(), microseconds.begin() + 50, microseconds.end());
    printf("%6zu entries: first %.0f us, median %.0f us\n", count, first, microseconds[50]);
  }
}

TEST_F(KernelCacheTest, SettingsComeFromTheEnvironment) {
  Options options;
  options.cache_dir = "/some/where/";
  EXPECT_EQ(KernelCache::settings_from(options).directory, "/some/where");
  options.cache = "2M";
  EXPECT_EQ(KernelCache::settings_from(options).max_bytes, 2u << 20);
  options.cache = "0";
  EXPECT_EQ(KernelCache::settings_from(options).directory, "");
  options.cache = "on";
  options.cache_dir.clear();
  ::setenv("XDG_CACHE_HOME", "/x", 1);
  EXPECT_EQ(KernelCache::settings_from(options).directory, "/x/heddle");
  EXPECT_EQ(KernelCache::settings_from(options).max_bytes, uint64_t{1} << 30);
  ::setenv("XDG_CACHE_HOME", "relative", 1);
  EXPECT_EQ(KernelCache::settings_from(options).directory, "");
  ::unsetenv("XDG_CACHE_HOME");
  ::setenv("HOME", "/h", 1);
  EXPECT_EQ(KernelCache::settings_from(options).directory, "/h/.cache/heddle");
}

}  // namespace
}  // namespace heddle
