// SPDX-License-Identifier: Apache-2.0
#include "devices/cpu/faults.h"

#include <errno.h>
#include <signal.h>
#include <sys/auxv.h>
#include <sys/mman.h>
#include <time.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <atomic>

#include "abi/numbers.h"
#include "devices/cpu/debug_records.h"
#include "devices/cpu/fault_text.h"
#include "devices/cpu/printed_text.h"
#include "devices/cpu/processor.h"
#include "support/checked.h"
#include "support/options.h"

namespace heddle::cpu {

constinit std::atomic<Catching> catching_state{Catching::Unknown};

namespace {

constexpr std::array kSignals{SIGSEGV, SIGBUS, SIGFPE, SIGILL};
constexpr size_t kStackRoom = size_t{64} << 10;  // for us and the handlers of the program
constexpr int kPatience = 1000;                  // ms for another thread's report

/// The dispositions that ours replaced.
constinit std::array<struct sigaction, kSignals.size()> earlier{};
constinit std::atomic<bool> reporting{false};
constinit ShortText sentence;  // that of the thread that reports

struct sigaction& earlier_of(int signal) {
  return earlier[static_cast<size_t>(std::ranges::find(kSignals, signal) - kSignals.begin())];
}

void report(const siginfo_t& info, const ProcessorFault& fault, const hd_loaded_code& code) {
  const timespec one_ms{0, 1'000'000};
  for (int i = 0; reporting.exchange(true, std::memory_order_acquire) && i < kPatience; ++i)
    nanosleep(&one_ms, nullptr);
  TextChunk::write_all();
  const hd_thread_record* running = running_here();
  sentence.clear();
  describe_fault(sentence, info, fault, code,
                 running && running->code == &code ? running : nullptr);
  const std::string_view text = sentence.text();
  (void)!write(STDERR_FILENO, text.data(), text.size());
  reporting.store(false, std::memory_order_release);
}

/// Does what would have been done without us.
void pass_on(int signal, siginfo_t* info, void* context) {
  struct sigaction& before = earlier_of(signal);
  const bool takes_info = before.sa_flags & SA_SIGINFO;
  if (!takes_info && (before.sa_handler == SIG_DFL || before.sa_handler == SIG_IGN)) {
    const bool is_sent = info->si_code <= 0;
    if (is_sent && before.sa_handler == SIG_IGN) return;
    // The instruction is tried again, and the process ends there.
    sigaction(signal, &before, nullptr);
    if (is_sent) raise(signal);
    return;
  }
  const struct sigaction called = before;
  if (before.sa_flags & SA_RESETHAND) {
    before = {};
    before.sa_handler = SIG_DFL;
  }
  if (takes_info) {
    called.sa_sigaction(signal, info, context);
  } else {
    called.sa_handler(signal);
  }
}

void on_signal(int signal, siginfo_t* info, void* context) {
  const int error = errno;
  if (info->si_code > 0) {  // the processor's, not sent by somebody
    const ProcessorFault fault = fault_of(context);
    if (const hd_loaded_code* code = code_at(fault.instruction)) report(*info, fault, *code);
  }
  errno = error;
  pass_on(signal, info, context);
}

void install() {
  for (const int signal : kSignals) {
    struct sigaction& before = earlier_of(signal);
    sigaction(signal, nullptr, &before);
    struct sigaction ours {};
    ours.sa_sigaction = on_signal;
    ours.sa_mask = before.sa_mask;
    ours.sa_flags = SA_SIGINFO | SA_ONSTACK | (before.sa_flags & (SA_NODEFER | SA_RESTART));
    sigaction(signal, &ours, nullptr);
  }
}

/// A stack for handlers. It goes with its thread.
class HandlerStack {
 public:
  HandlerStack() {
    stack_t there{};
    if (sigaltstack(nullptr, &there) != 0 || !(there.ss_flags & SS_DISABLE)) return;
    // The first page stays without rights: what overflows ends there.
    size_ = align_up<size_t>(HD_PAGE_BYTES + kStackRoom + getauxval(AT_MINSIGSTKSZ), HD_PAGE_BYTES);
    memory_ = mmap(nullptr, size_, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (memory_ == MAP_FAILED) return;
    stack_.ss_sp = static_cast<char*>(memory_) + HD_PAGE_BYTES;
    stack_.ss_size = size_ - HD_PAGE_BYTES;
    mprotect(stack_.ss_sp, stack_.ss_size, PROT_READ | PROT_WRITE);
    sigaltstack(&stack_, nullptr);
  }
  ~HandlerStack() {
    if (memory_ == MAP_FAILED) return;
    stack_t there{};
    sigaltstack(nullptr, &there);
    if (there.ss_sp == stack_.ss_sp) {
      const stack_t none{nullptr, SS_DISABLE, 0};
      sigaltstack(&none, nullptr);
    }
    munmap(memory_, size_);
  }
  HandlerStack(const HandlerStack&) = delete;
  HandlerStack& operator=(const HandlerStack&) = delete;

 private:
  void* memory_ = MAP_FAILED;
  size_t size_ = 0;
  stack_t stack_{};
};

}  // namespace

Catching begin_catching() {
  static const Catching state = [] {
    if (!options().catch_faults) return Catching::Off;
    install();
    return Catching::On;
  }();
  catching_state.store(state, std::memory_order_release);
  return state;
}

void need_stack_for_handlers() {
  static thread_local const HandlerStack stack;
}

}  // namespace heddle::cpu
