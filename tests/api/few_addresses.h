// SPDX-License-Identifier: Apache-2.0
// A process that has hardly any addresses left (RLIMIT_AS).
#pragma once

#include <gtest/gtest.h>
#include <sys/resource.h>
#include <unistd.h>

#include <cstddef>
#include <fstream>

/// Leaves the process so many megabytes besides the addresses that it has taken.
class FewAddresses {
 public:
  explicit FewAddresses(size_t megabytes) {
    EXPECT_EQ(::getrlimit(RLIMIT_AS, &before_), 0);
    size_t pages = 0;
    std::ifstream("/proc/self/statm") >> pages;
    const rlimit few{pages * static_cast<size_t>(::getpagesize()) + (megabytes << 20),
                     before_.rlim_max};
    EXPECT_EQ(::setrlimit(RLIMIT_AS, &few), 0);
  }
  ~FewAddresses() { EXPECT_EQ(::setrlimit(RLIMIT_AS, &before_), 0); }
  FewAddresses(const FewAddresses&) = delete;
  FewAddresses& operator=(const FewAddresses&) = delete;

 private:
  rlimit before_{};
};
