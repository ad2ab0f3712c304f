// SPDX-License-Identifier: Apache-2.0
#include "runtime/kernel_cache.h"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <iterator>

namespace heddle {
namespace {

namespace fs = std::filesystem;

class KernelCacheTest : public testing::Test {
 protected:
  KernelCacheTest() {
    char name[] = "/tmp/heddle-cache-XXXXXX";
    directory_ = ::mkdtemp(name);
  }
  ~KernelCacheTest() override { fs::remove_all(directory_); }

  KernelCache::Settings settings() const { return {directory_ + "/deep/er", 1 << 20, true}; }
  std::vector<fs::path> entries() const {
    std::vector<fs::path> out;
    for (const auto& item : fs::directory_iterator(settings().directory))
      out.push_back(item.path());
    return out;
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
  ASSERT_EQ(::stat(settings().directory.c_str(), &status), 0);
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
  fs::permissions(file, fs::perms::all);
  EXPECT_FALSE(cache.find(key("a")));
}

TEST_F(KernelCacheTest, ADirectoryThatOthersMayWriteIsNotUsed) {
  fs::create_directories(settings().directory);
  fs::permissions(settings().directory, fs::perms::all);
  KernelCache cache(settings());
  cache.store(key("a"), value_);
  EXPECT_FALSE(cache.find(key("a")));
  EXPECT_TRUE(entries().empty());
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

TEST_F(KernelCacheTest, TrimRemovesWhatWasUsedLongestAgo) {
  KernelCache cache({settings().directory, 4000, true});
  const std::vector<unsigned char> big(1000);
  for (const char* name : {"a", "b", "c", "d", "e"}) {
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
  cache.trim();
  EXPECT_TRUE(cache.find(key("a")));
  EXPECT_LE(entries().size(), 3u);
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
