// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <utility>

namespace heddle {

/// A thing whose end may bring others to theirs, thousands of generations deep. They end one after
/// the other, not one within the other: each thread has a list of those that it is to end.
class Ending {
 public:
  Ending() = default;
  Ending(const Ending&) = delete;
  Ending& operator=(const Ending&) = delete;

  /// Calls `end()`, now or after the one that this thread is ending.
  void reach_end() noexcept;

 private:
  struct List {
    Ending* first = nullptr;
    Ending* last = nullptr;
    bool busy = false;
  };

 public:
  /// A scope in which the thread runs kernels within another one: those that end do so at once.
  class Within {
   public:
    Within() : outer_(std::exchange(list_, {})) {}
    Within(const Within&) = delete;
    Within& operator=(const Within&) = delete;
    ~Within() { list_ = outer_; }

   private:
    const List outer_;
  };

 protected:
  ~Ending() = default;
  /// Ends it. `this` may be gone afterwards.
  virtual void end() noexcept = 0;

 private:
  Ending* next_ = nullptr;
  static thread_local List list_;
};

}  // namespace heddle
