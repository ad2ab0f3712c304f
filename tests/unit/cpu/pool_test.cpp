// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>
#include <sched.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>
#include <xmmintrin.h>

#include <algorithm>
#include <condition_variable>
#include <filesystem>
#include <fstream>
#include <functional>
#include <mutex>
#include <numeric>
#include <random>
#include <string>
#include <thread>

#include "../../fork.h"
#include "devices/cpu/fp_mode.h"
#include "devices/cpu/job.h"
#include "devices/cpu/pool_impl.h"
#include "devices/cpu/topology.h"

namespace heddle::cpu {
namespace {

constexpr uint32_t kUnits = 6;

/// More units than most test machines have; workers share the processors then.
Pool& pool() {
  static Pool& pool = *[] {
    auto* t = new Topology(topology());
    t->units.resize(kUnits, t->units.front());
    return new Pool(*t);
  }();
  return pool;
}

/// Waits for a number of jobs.
class Latch {
 public:
  explicit Latch(int count) : left_(count) {}
  void arrive() {
    std::lock_guard lock(mutex_);
    if (--left_ == 0) all_.notify_all();
  }
  void wait() {
    std::unique_lock lock(mutex_);
    all_.wait(lock, [&] { return left_ == 0; });
  }
  bool done() {
    std::lock_guard lock(mutex_);
    return left_ == 0;
  }

 private:
  std::mutex mutex_;
  std::condition_variable all_;
  int left_;
};

/// Calls a function for each chunk, counts how often each ran, and arrives at a latch.
class TestJob : public Job {
 public:
  TestJob(size_t chunks, Latch& latch, std::function<void(size_t)> body = {})
      : times_(chunks), latch_(latch), body_(std::move(body)) {}
  size_t chunks() const override { return times_.size(); }
  void run(size_t chunk, Worker& worker) noexcept override {
    ++times_[chunk];  // not atomic: a chunk runs once
    hd_worker* memory = worker.arena(64, 64, 1);
    memory->local_memory[0] = 1;
    if (body_) body_(chunk);
  }
  void finished() noexcept override {
    for (int times : times_) EXPECT_EQ(times, 1);
    EXPECT_FALSE(finished_);
    finished_ = true;
    latch_.arrive();
  }

 protected:
  std::vector<int> times_;
  Latch& latch_;
  std::function<void(size_t)> body_;
  bool finished_ = false;
};

UnitSet units(std::vector<uint32_t> set) {
  return std::make_shared<const std::vector<uint32_t>>(std::move(set));
}

TEST(UnitBits, UnitsBesideTheCallersComeFirst) {
  const std::vector<uint32_t> all{1, 5, 70, 129};
  const std::pair<uint32_t, std::vector<uint32_t>> orders[] = {
      {0, {1, 5, 70, 129}},   {2, {5, 70, 129, 1}},   {5, {5, 70, 129, 1}},   {6, {70, 129, 1, 5}},
      {129, {129, 1, 5, 70}}, {130, {1, 5, 70, 129}}, {192, {1, 5, 70, 129}},
  };
  for (const auto& [from, order] : orders) {
    UnitBits units(130);
    for (const uint32_t unit : all) units.set(unit);
    for (const uint32_t expected : order) {
      uint32_t unit = ~0u;
      EXPECT_TRUE(units.take(nullptr, from, unit));
      EXPECT_EQ(unit, expected) << from;
    }
    uint32_t unit = 0;
    EXPECT_FALSE(units.take(nullptr, from, unit));
  }
}

TEST(Pool, HasAWorkerForEachUnit) {
  EXPECT_EQ(Pool::instance().size(), topology().units.size());
  EXPECT_EQ(pool().size(), kUnits);
}

TEST(Pool, RunsEachChunkOnceThenFinishes) {
  for (size_t chunks : {0, 1, 2, 5, 6, 7, 100, 10000}) {
    Latch latch(1);
    TestJob job(chunks, latch);
    pool().submit(job, nullptr);
    latch.wait();
  }
}

class SelfDeletingJob : public TestJob {
 public:
  using TestJob::TestJob;
  void finished() noexcept override {
    Latch& latch = latch_;
    delete this;
    latch.arrive();
  }
};

TEST(Pool, ManyJobsFromManyThreads) {
  constexpr int kThreads = 4, kJobs = 2000;
  Latch latch(kThreads * kJobs);
  std::vector<std::thread> threads;
  for (int t = 0; t < kThreads; ++t) {
    threads.emplace_back([&, t] {
      std::mt19937 random(static_cast<uint32_t>(t));
      const UnitSet sets[] = {nullptr, nullptr, units({0, 1}), units({2, 3, 5}), units({4})};
      for (int i = 0; i < kJobs; ++i) {
        const size_t chunks = random() % 3 ? random() % 3 : random() % 40;
        pool().submit(*new SelfDeletingJob(chunks, latch), sets[random() % 5],
                      static_cast<int>(random() % 3) - 1);
        if (random() % 64 == 0) std::this_thread::sleep_for(std::chrono::microseconds(100));
      }
    });
  }
  for (auto& thread : threads) thread.join();
  latch.wait();
}

TEST(Pool, JobsRunAtTheSameTime) {
  // Each chunk waits for all others: two jobs of half the pool each have to run side by side.
  std::atomic<uint32_t> inside{0};
  const auto meet = [&](size_t) {
    ++inside;
    while (inside < kUnits) sched_yield();
  };
  Latch latch(2);
  TestJob first(kUnits / 2, latch, meet), second(kUnits / 2, latch, meet);
  pool().submit(first, nullptr);
  pool().submit(second, nullptr);
  latch.wait();
}

/// Do all workers sleep? By what the kernel says of the threads of their name.
bool all_sleep() {
  for (const auto& task : std::filesystem::directory_iterator("/proc/self/task")) {
    std::ifstream file(task.path() / "stat");
    std::string line;
    std::getline(file, line);
    const size_t end = line.rfind(')');
    if (line.find("(heddle-") != std::string::npos && line.compare(end, 3, ") S") != 0)
      return false;
  }
  return true;
}

TEST(Pool, WakesAWorkerForEachChunk) {
  for (int round = 0; round < 20; ++round) {
    while (round % 2 && !all_sleep()) sched_yield();
    std::atomic<uint32_t> inside{0};
    Latch latch(1);
    TestJob job(kUnits, latch, [&](size_t) {
      ++inside;
      while (inside < kUnits) sched_yield();
    });
    pool().submit(job, nullptr);
    latch.wait();
  }
}

/// Occupies all of a set's workers until let go.
class Blocker {
 public:
  explicit Blocker(UnitSet set = nullptr)
      : latch_(1), job_(set ? set->size() : kUnits, latch_, [this](size_t) {
          ++inside_;
          while (!open_) sched_yield();
        }) {
    const size_t count = job_.chunks();
    pool().submit(job_, std::move(set), 1);
    while (inside_ < count) sched_yield();
  }
  void release() {
    open_ = true;
    latch_.wait();
  }

 private:
  std::atomic<size_t> inside_{0};
  std::atomic<bool> open_{false};
  Latch latch_;
  TestJob job_;
};

TEST(Pool, HigherPriorityFirstThenInOrder) {
  const UnitSet one = units({3});
  Blocker blocker(one);
  Latch latch(6);
  std::string order;
  const auto note = [&](char c) { return [&order, c](size_t) { order += c; }; };
  TestJob a(1, latch, note('a')), b(1, latch, note('b')), c(1, latch, note('c')),
      d(1, latch, note('d')), e(1, latch, note('e')), f(1, latch, note('f'));
  pool().submit(a, one, -1);
  pool().submit(b, one, 0);
  pool().submit(c, one, 1);
  pool().submit(d, one, 0);
  pool().submit(e, one, 5);
  pool().submit(f, one, -7);
  blocker.release();
  latch.wait();
  EXPECT_EQ(order, "cebdaf");
}

TEST(Pool, ALongJobGivesWayToAnUrgentOne) {
  const UnitSet one = units({2});
  Latch latch(2);
  std::atomic<size_t> done{0}, done_before_urgent{SIZE_MAX};
  TestJob urgent(1, latch, [&](size_t) { done_before_urgent = done.load(); });
  TestJob slow(100, latch, [&](size_t chunk) {
    if (chunk == 3) pool().submit(urgent, one, 1);
    ++done;
  });
  pool().submit(slow, one);
  latch.wait();
  EXPECT_EQ(done, 100u);
  EXPECT_LT(done_before_urgent, 100u);
}

TEST(Pool, ASubDeviceUsesItsUnitsOnly) {
  Blocker others(units({0, 1, 4, 5}));
  const UnitSet set = units({2, 3});
  for (int i = 0; i < 50; ++i) {
    Latch latch(1);
    std::mutex mutex;
    std::vector<std::string> names;
    TestJob job(50, latch, [&](size_t) {
      char name[16] = {};
      pthread_getname_np(pthread_self(), name, sizeof name);
      std::lock_guard lock(mutex);
      names.emplace_back(name);
    });
    pool().submit(job, set);
    latch.wait();  // although all others are taken
    for (const auto& name : names) EXPECT_TRUE(name == "heddle-2" || name == "heddle-3") << name;
  }
  others.release();
}

/// The first chunks of both units of `set`, ascending, of a job of ten.
std::vector<size_t> first_of_each(const UnitSet& set, bool alternates) {
  Latch latch(1);
  std::mutex mutex;
  std::condition_variable both;
  std::vector<size_t> first;
  class Ordered : public TestJob {
   public:
    Ordered(Latch& latch, std::function<void(size_t)> body, bool alternates)
        : TestJob(10, latch, std::move(body)), alternates_(alternates) {}
    bool alternates() const override { return alternates_; }

   private:
    const bool alternates_;
  };
  Ordered job(
      latch,
      [&](size_t chunk) {
        std::unique_lock lock(mutex);
        if (first.size() < 2) first.push_back(chunk);
        both.notify_all();
        both.wait(lock, [&] { return first.size() == 2; });
      },
      alternates);
  pool().submit(job, set);
  latch.wait();
  std::ranges::sort(first);
  return first;
}

TEST(Pool, EveryOtherJobThatAlternatesGoesBackwards) {
  const UnitSet set = units({2, 3});
  const std::vector<size_t> forwards{0, 5}, backwards{4, 9};
  std::vector<size_t> last = first_of_each(set, true) == forwards ? forwards : backwards;
  for (int i = 0; i < 6; ++i) {
    EXPECT_EQ(first_of_each(set, false), forwards);
    last = last == forwards ? backwards : forwards;
    EXPECT_EQ(first_of_each(set, true), last);
  }
}

TEST(Pool, HelpRunsChunksOfChosenJobs) {
  Blocker blocker;
  Latch latch(3);
  TestJob wanted(10, latch), other(3, latch), single(1, latch);
  pool().submit(other, nullptr);
  pool().submit(wanted, nullptr);
  pool().submit(single, nullptr);
  const Job* chosen[] = {&wanted, &single};
  const auto may_run = [](const Job& job, void* context) {
    const Job** jobs = static_cast<const Job**>(context);
    return &job == jobs[0] || &job == jobs[1];
  };
  for (int i = 0; i < 11; ++i) EXPECT_TRUE(pool().help(may_run, chosen));
  EXPECT_FALSE(pool().help(may_run, chosen));
  EXPECT_FALSE(latch.done());  // the other one was left alone
  blocker.release();
  latch.wait();
}

TEST(Pool, HelpLeavesSubDevicesAlone) {
  const UnitSet one = units({1});
  Blocker blocker(one);
  Latch latch(1);
  TestJob job(1, latch);
  pool().submit(job, one);
  EXPECT_FALSE(pool().help([](const Job&, void*) { return true; }, nullptr));
  blocker.release();
  latch.wait();
}

TEST(Pool, HelpTellsOriginsApart) {
  Blocker blocker;
  const auto any = [](const Job&, void*) { return true; };
  Latch latch(3);
  std::vector<int> order;
  TestJob first(1, latch, [&](size_t) { order.push_back(1); });
  TestJob second(1, latch, [&](size_t) { order.push_back(2); });
  TestJob host(1, latch, [&](size_t) { order.push_back(3); });
  pool().submit(first, nullptr, 0, Origin::Kernel);
  pool().submit(second, nullptr, 0, Origin::Kernel);
  pool().submit(host, nullptr);
  EXPECT_TRUE(pool().help(any, nullptr));
  EXPECT_FALSE(pool().help(any, nullptr));
  EXPECT_FALSE(pool().help(any, nullptr, units({0}), Origin::Kernel));
  while (pool().help(any, nullptr, nullptr, Origin::Kernel)) continue;
  EXPECT_EQ(order, (std::vector<int>{3, 2, 1}));  // of kernels the newest first
  EXPECT_TRUE(latch.done());
  blocker.release();
}

// A job that runs others has its memory to itself.
TEST(Pool, HelpWithinAJobUsesOtherMemory) {
  Blocker blocker;
  Latch latch(3);
  std::vector<const void*> memory;
  const std::function<void(Worker&)> nest = [&](Worker& worker) {
    memory.push_back(worker.arena(128, 128, 1)->local_memory);
    pool().help([](const Job&, void*) { return true; }, nullptr);
  };
  struct Nested final : Job {
    Nested(const std::function<void(Worker&)>& work, Latch& ended) : work_(work), ended_(ended) {}
    size_t chunks() const override { return 1; }
    void run(size_t, Worker& worker) noexcept override { work_(worker); }
    void finished() noexcept override { ended_.arrive(); }
    const std::function<void(Worker&)>& work_;
    Latch& ended_;
  };
  Nested outer(nest, latch), middle(nest, latch), inner(nest, latch);
  pool().submit(middle, nullptr);
  pool().submit(inner, nullptr);
  pool().run_here(outer);
  ASSERT_EQ(memory.size(), 3u);
  EXPECT_NE(memory[0], memory[1]);
  EXPECT_NE(memory[1], memory[2]);
  EXPECT_NE(memory[0], memory[2]);
  EXPECT_TRUE(latch.done());
  blocker.release();
}

TEST(Pool, HelpersAndWorkersTogether) {
  for (int i = 0; i < 500; ++i) {
    Latch latch(1);
    TestJob job(static_cast<size_t>(1 + i % 30), latch);
    pool().submit(job, nullptr);
    while (!latch.done()) pool().help([](const Job&, void*) { return true; }, nullptr);
  }
}

TEST(Pool, RunHereKeepsTheCallersFloatingPointMode) {
  const uint32_t before = _mm_getcsr();
  const uint32_t odd =
      (before | 0x8040 | 0x6000) & ~0x3fu;  // flush to zero, denormals are zero, round to zero
  _mm_setcsr(odd);
  Latch latch(1);
  const std::thread::id here = std::this_thread::get_id();
  TestJob job(3, latch, [&](size_t) {
    EXPECT_EQ(_mm_getcsr() & ~0x3fu, kKernelFloatSettings);
    EXPECT_EQ(std::this_thread::get_id(), here);
  });
  pool().run_here(job);
  EXPECT_EQ(_mm_getcsr() & ~0x3fu, odd);
  _mm_setcsr(before);
  EXPECT_TRUE(latch.done());
}

TEST(Pool, RunHereWithinRunHere) {
  Latch latch(2);
  TestJob inner(2, latch);
  TestJob outer(2, latch, [&](size_t chunk) {
    if (chunk == 0) pool().run_here(inner);
  });
  pool().run_here(outer);
  EXPECT_TRUE(latch.done());
}

TEST(Pool, WorkersRunKernelsMode) {
  Latch latch(1);
  TestJob job(kUnits, latch,
              [&](size_t) { EXPECT_EQ(_mm_getcsr() & ~0x3fu, kKernelFloatSettings); });
  pool().submit(job, nullptr);
  latch.wait();
}

/// A chain: each job submits the next when it is finished.
class ChainJob : public Job {
 public:
  ChainJob(int length, Latch& latch) : left_(length), latch_(latch) {}
  size_t chunks() const override { return 1; }
  void run(size_t, Worker&) noexcept override {}
  void finished() noexcept override {
    if (--left_ == 0) {
      latch_.arrive();
    } else {
      pool().submit(*this, nullptr);
    }
  }

 private:
  int left_;
  Latch& latch_;
};

TEST(Pool, JobsAreSubmittedFromFinished) {
  Latch latch(3);
  ChainJob a(3000, latch), b(3000, latch), c(3000, latch);
  pool().submit(a, nullptr);
  pool().submit(b, nullptr);
  pool().submit(c, nullptr);
  latch.wait();
}

#ifndef HEDDLE_NO_FORK
std::atomic<int> hook_calls{0};

TEST(Pool, AForkedChildHasAPoolOfItsOwn) {
  Pool& shared = Pool::instance();
  shared.on_fork_child([] { ++hook_calls; });
  {
    Latch latch(1);
    TestJob job(100, latch);
    shared.submit(job, nullptr);
    latch.wait();
  }
  // While the parent's workers are busy.
  std::atomic<bool> open{false};
  Latch latch(1);
  TestJob busy(100, latch, [&](size_t) {
    while (!open) sched_yield();
  });
  shared.submit(busy, nullptr);
  const pid_t child = fork();
  if (child == 0) {
    Latch own(2);
    TestJob job(100, own), small(3, own);
    Pool::instance().submit(job, nullptr);
    Pool::instance().run_here(small);
    own.wait();
    _exit(hook_calls == 1 && !testing::Test::HasFailure() ? 0 : 1);
  }
  int status = -1;
  waitpid(child, &status, 0);
  EXPECT_EQ(status, 0);
  EXPECT_EQ(hook_calls, 0);
  open = true;
  latch.wait();
}

TEST(Pool, WithoutThreadsTheSubmitterDoesTheWork) {
  const pid_t child = fork();
  if (child == 0) {
    const rlimit one{1, 1};
    if (setrlimit(RLIMIT_NPROC, &one) != 0 || (getuid() == 0 && setuid(65534) != 0)) _exit(2);
    const std::thread::id here = std::this_thread::get_id();
    bool all_here = true;
    Latch latch(3);
    TestJob many(100, latch, [&](size_t) { all_here &= std::this_thread::get_id() == here; });
    TestJob one_chunk(1, latch), none(0, latch);
    Pool::instance().submit(many, nullptr);
    Pool::instance().submit(one_chunk, nullptr, 1);
    Pool::instance().submit(none, nullptr);
    _exit(latch.done() && !testing::Test::HasFailure() ? (all_here ? 0 : 3) : 1);
  }
  int status = -1;
  waitpid(child, &status, 0);
  EXPECT_EQ(status, 0);
}
#endif

}  // namespace
}  // namespace heddle::cpu
