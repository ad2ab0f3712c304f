// SPDX-License-Identifier: Apache-2.0
#include "runtime/command/completion.h"

#include <linux/futex.h>
#include <pthread.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <climits>

namespace heddle {
namespace {

std::atomic<uint32_t> forks{0};

// A stand-in for the list of successors once they have been released.
Completion::Link closed;

void futex(std::atomic<cl_int>& word, int operation, int value) {
  static_assert(sizeof(word) == sizeof(int) && std::atomic<cl_int>::is_always_lock_free);
  syscall(SYS_futex, &word, operation, value, nullptr, nullptr, 0);
}

// While the library is loaded: before the first object exists that could be lost, and before the
// handlers of others, which may ask.
[[gnu::constructor(102)]] void count_forks() {
  pthread_atfork(nullptr, nullptr, [] { forks.fetch_add(1, std::memory_order_relaxed); });
}

}  // namespace

uint32_t fork_generation() {
  return forks.load(std::memory_order_relaxed);
}

Completion::Completion(cl_int initial_status)
    : status_(initial_status), generation_(fork_generation()) {}

cl_int Completion::status() const {
  const cl_int status = status_.load(std::memory_order_seq_cst);
  return status > CL_COMPLETE && lost_in_fork() ? CL_OUT_OF_RESOURCES : status;
}

bool Completion::add(Link& link) {
  if (lost_in_fork()) return false;
  Link* head = successors_.load(std::memory_order_acquire);
  do {
    if (head == &closed) return false;
    link.next = head;
  } while (!successors_.compare_exchange_weak(head, &link, std::memory_order_release,
                                              std::memory_order_acquire));
  return true;
}

void Completion::sleep_until_done() {
  // The status is stored before `sleepers_` is read there, and the other way round here: one of the
  // two sees the other.
  sleepers_.fetch_add(1, std::memory_order_seq_cst);
  while (!done()) {
    const cl_int seen = status_.load(std::memory_order_seq_cst);
    if (seen > CL_COMPLETE) futex(status_, FUTEX_WAIT_PRIVATE, seen);
  }
  sleepers_.fetch_sub(1, std::memory_order_relaxed);
}

void Completion::advance(cl_int status) {
  status_.store(status, std::memory_order_seq_cst);
  tell_watcher();
}

void Completion::complete(cl_int status) {
  status_.store(status, std::memory_order_seq_cst);
  if (sleepers_.load(std::memory_order_seq_cst)) futex(status_, FUTEX_WAKE_PRIVATE, INT_MAX);
  tell_watcher();
  Link* list = successors_.exchange(&closed, std::memory_order_acq_rel);
  Link* oldest_first = nullptr;
  while (list) {
    Link* next = list->next;
    list->next = oldest_first;
    oldest_first = list;
    list = next;
  }
  while (oldest_first) {
    Link* next = oldest_first->next;  // read before the successor may run, end and be gone
    oldest_first->successor->dependency_met(status < 0 && oldest_first->propagate);
    oldest_first = next;
  }
}

}  // namespace heddle
