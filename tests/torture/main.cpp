// SPDX-License-Identifier: Apache-2.0
// Calls the driver in all ways, legal and illegal, for a while. What it does follows from the seed
// (of one thread; of several as far as they agree on an order). It ends with 0, or by a signal.
#include <CLI/CLI.hpp>

#include <atomic>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <thread>

#include "world.h"

using Clock = std::chrono::steady_clock;

int main(int argc, char** argv) {
  CLI::App app("Calls the first OpenCL device in all ways, legal and illegal.");
  uint64_t seed = 1;
  double seconds = 5;
  unsigned num_threads = 1;
  unsigned patience = 60;
  app.add_option("--seed", seed, "of all choices")->capture_default_str();
  app.add_option("--seconds", seconds, "how long")->capture_default_str();
  app.add_option("--threads", num_threads, "that call")->capture_default_str();
  app.add_option("--patience", patience, "seconds that a call may take")->capture_default_str();
  CLI11_PARSE(app, argc, argv);

  torture::World world;
  std::atomic<bool> stop{false};
  std::vector<std::thread> threads;
  std::atomic<unsigned> running{num_threads};
  for (unsigned t = 0; t < num_threads; ++t) {
    threads.emplace_back([&, t] {
      torture::Random random(seed * 1000 + t);
      while (!stop) torture::call(world, random);
      --running;
    });
  }
  // A call that hangs while user events are being set would hang for ever.
  const auto end = Clock::now() + std::chrono::duration<double>(seconds);
  uint64_t last = 0;
  auto moved = Clock::now();
  while (running) {
    std::this_thread::sleep_for(std::chrono::milliseconds(2));
    world.settle();
    stop = Clock::now() >= end;
    const uint64_t now = torture::counts().calls;
    if (now != last) moved = Clock::now();
    last = now;
    if (Clock::now() - moved > std::chrono::seconds(patience)) {
      std::fprintf(stderr, "no call returns any more (seed %llu)\n",
                   static_cast<unsigned long long>(seed));
      std::abort();
    }
  }
  for (std::thread& thread : threads) thread.join();
  const torture::Counts counts = torture::counts();
  std::printf("\n%llu calls, %llu of them successful\n",
              static_cast<unsigned long long>(counts.calls),
              static_cast<unsigned long long>(counts.successes));
  // What is left is the process's end to deal with.
  return 0;
}
