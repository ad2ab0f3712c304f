// SPDX-License-Identifier: Apache-2.0
// Threads. Each is started when it is first wanted, spins for a moment when it has nothing to do,
// and then sleeps on a word of its own. A submission wakes as many as there are chunks, but only a
// few by system call: those wake the others.
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>

#include <algorithm>
#include <chrono>
#include <initializer_list>

#include "devices/cpu/fp_mode.h"
#include "devices/cpu/pool_impl.h"
#include "support/mutex.h"

namespace heddle::cpu {

namespace {

// Frames of kernels stay under 16 KiB; callbacks may want more.
constexpr size_t kStackSize = size_t{1} << 20;
constexpr auto kSpinTime = std::chrono::microseconds(30);
constexpr auto kSpinAloneTime = std::chrono::microseconds(4);  // the part without yielding

/// Returns the signals that workers block: they belong to the application, and its handlers must
/// not run on our stacks. Faults cannot be blocked in any useful way, and a profiler wants its
/// ticks.
sigset_t blocked_signals() {
  sigset_t set;
  sigfillset(&set);
  for (int signal : {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGTRAP, SIGABRT, SIGSYS, SIGPROF}) {
    sigdelset(&set, signal);
  }
  return set;
}

}  // namespace

bool UnitBits::take(const UnitSet& allowed, uint32_t from, uint32_t& unit) {
  if (allowed) {
    for (uint32_t candidate : *allowed) {
      if (!test(candidate)) continue;
      unit = candidate;
      clear(unit);
      return true;
    }
    return false;
  }
  // The first word is looked at twice: from `from` on, and at the end as a whole.
  const size_t first = from / 64 % words_.size();
  for (size_t step = 0; step <= words_.size(); ++step) {
    const size_t at = (first + step) % words_.size();
    const uint64_t word = words_[at] & (step == 0 ? ~uint64_t{0} << from % 64 : ~uint64_t{0});
    if (word == 0) continue;
    unit = static_cast<uint32_t>(at * 64 + __builtin_ctzll(word));
    clear(unit);
    return true;
  }
  return false;
}

uint32_t Pool::Impl::unit_here() const {
  const int cpu = unit_of_cpu.empty() ? -1 : sched_getcpu();
  return cpu >= 0 && static_cast<size_t>(cpu) < unit_of_cpu.size() ? unit_of_cpu[cpu] : kNoShare;
}

void Pool::Impl::take_idle(const UnitSet& units, uint32_t from, size_t& wanted, Wakes& wakes) {
  uint32_t unit = 0;
  while (wanted > 0 && wakes.spinning_count < Wakes::kSpinners &&
         spinning.take(units, from, unit)) {
    wakes.spinning[wakes.spinning_count++] = unit;
    --wanted;
  }
  // Workers woken here wake the next ones when they join.
  while (wanted > 0 && wakes.sleeping_count < Wakes::kSleepers &&
         sleeping.take(units, from, unit)) {
    wakes.sleeping[wakes.sleeping_count++] = unit;
    --wanted;
  }
  while (wanted > 0 && wakes.sleeping_count + wakes.unstarted_count < Wakes::kSleepers &&
         unstarted.take(units, from, unit)) {
    wakes.unstarted[wakes.unstarted_count++] = unit;
    --wanted;
  }
}

Pool::Impl::Wakes Pool::Impl::choose(const Job& job, size_t wanted) {
  // The worker that is bound to our unit comes last: it could only run instead of us. Those beside
  // it come first: processes that share the machine, which the system runs on different units, then
  // do not all choose the first ones.
  const uint32_t here = unit_here(), from = here == kNoShare ? 0 : here + 1;
  UnitBits* held = nullptr;
  if (here != kNoShare) {
    for (UnitBits* idle : {&spinning, &sleeping, &unstarted}) {
      if (idle->test(here)) held = idle;
    }
  }
  Wakes wakes;
  if (held) held->clear(here);
  take_idle(job.lane_->units, from, wanted, wakes);
  if (held) {
    held->set(here);
    take_idle(job.lane_->units, from, wanted, wakes);
  }
  return wakes;
}

void Pool::Impl::deliver(const Wakes& wakes) {
  for (uint32_t i = 0; i < wakes.spinning_count; ++i) {
    threads[wakes.spinning[i]]->wake.store(1, std::memory_order_release);
  }
  for (uint32_t i = 0; i < wakes.sleeping_count; ++i) {
    auto& word = threads[wakes.sleeping[i]]->wake;
    word.store(1, std::memory_order_release);
    futex_wake(word, 1);
  }
  for (uint32_t i = 0; i < wakes.unstarted_count; ++i) start(wakes.unstarted[i]);
}

void Pool::Impl::start(uint32_t unit) {
  pthread_attr_t attributes;
  pthread_attr_init(&attributes);
  pthread_attr_setstacksize(&attributes, kStackSize);
  pthread_attr_setdetachstate(&attributes, PTHREAD_CREATE_DETACHED);
  const sigset_t blocked = blocked_signals();
  sigset_t before;
  pthread_sigmask(SIG_SETMASK, &blocked, &before);
  pthread_t thread{};
  const int failed = pthread_create(&thread, &attributes, thread_main, threads[unit].get());
  pthread_sigmask(SIG_SETMASK, &before, nullptr);
  pthread_attr_destroy(&attributes);
  if (!failed) return;
  // The process can have no more threads. The work must not wait for ever, so the submitter does
  // it; the next submission tries again.
  {
    HelperScope scope;
    KernelFpMode mode;
    work(unit, scope.worker(), &Impl::unstarted);
  }
}

void* Pool::Impl::thread_main(void* argument) {
  auto& thread = *static_cast<Thread*>(argument);
  char name[16];
  this_worker = &thread;
  snprintf(name, sizeof name, "heddle-%u", thread.unit);
  pthread_setname_np(pthread_self(), name);
  bind_worker(thread.pool->topology, thread.unit);
  set_float_settings(kKernelFloatSettings);

  pthread_attr_t attributes;
  if (pthread_getattr_np(pthread_self(), &attributes) == 0) {
    void* stack = nullptr;
    size_t size = 0;
    pthread_attr_getstack(&attributes, &stack, &size);
    thread.stack_begin = static_cast<const unsigned char*>(stack);
    thread.stack_end = thread.stack_begin + size;
    pthread_attr_destroy(&attributes);
  }
  thread.pool->serve(thread);
}

void Pool::Impl::serve(Thread& thread) {
  while (true) {
    work(thread.unit, thread, spins ? &Impl::spinning : &Impl::sleeping);
    wait(thread);
  }
}

void Pool::Impl::work(uint32_t unit, Worker& worker, UnitBits Impl::*idle) {
  while (true) {
    Job* job = nullptr;
    uint32_t share = 0;
    Wakes wakes;
    {
      const Lock lock(mutex);
      // The worker was woken a second time for work that it had found by itself: it must not count
      // as idle while it works.
      spinning.clear(unit);
      sleeping.clear(unit);
      job = best_for(unit, share);
      if (!job) {
        threads[unit]->wake.store(0, std::memory_order_relaxed);
        (this->*idle).set(unit);
        return;
      }
      const bool many = job->count_ > 1;
      join(*job);
      const size_t others = many ? left(*job) : 0;
      if (others > 1) wakes = choose(*job, others - 1);
    }
    deliver(wakes);
    run_chunks(*job, share, worker);
  }
}

void Pool::Impl::wait(Thread& thread) {
  if (spins) {
    const auto begin = std::chrono::steady_clock::now();
    auto spent = std::chrono::steady_clock::duration::zero();
    while (spent < kSpinTime) {
      for (int i = 0; i < 16; ++i) {
        if (thread.wake.load(std::memory_order_acquire)) return;
        relax();
      }
      // The thread that will submit work may be waiting for this very unit.
      if (spent > kSpinAloneTime) sched_yield();
      spent = std::chrono::steady_clock::now() - begin;
    }
    const Lock lock(mutex);
    if (!spinning.test(thread.unit)) return;  // chosen meanwhile
    spinning.clear(thread.unit);
    sleeping.set(thread.unit);
  }
  while (!thread.wake.load(std::memory_order_acquire)) futex_wait(thread.wake, 0);
}

hd_worker* Pool::Impl::Thread::arena(size_t local_memory, size_t context, uint64_t owner) {
  hd_worker* view = memory.reserve(local_memory, context, owner);
  if (!view) return nullptr;
  view->stack_begin = stack_begin;
  view->stack_end = stack_end;
  return view;
}

}  // namespace heddle::cpu
