// SPDX-License-Identifier: Apache-2.0
// Accesses without the mutex that guards them, as the compiler has to see them: run with
// `-fsyntax-only -Xclang -verify`, which fails if an error that is expected here does not come.
#include "support/mutex.h"

namespace heddle {
namespace {

class Account {
 public:
  int balance() {
    const Lock lock(mutex_);
    return balance_;
  }
  void pay(int sum) {
    const Lock lock(mutex_);
    change(sum);
    changed_.notify_all();
  }
  void wait_until_rich() {
    Lock lock(mutex_);
    while (balance_ < 1000) changed_.wait(mutex_);
    lock.unlock();
    balance_ = 0;  // expected-error {{writing variable 'balance_' requires holding mutex}}
    lock.lock();
    balance_ = 0;
  }
  int balance_without_lock() {
    return balance_;  // expected-error {{reading variable 'balance_' requires holding mutex}}
  }
  void pay_without_lock(int sum) {
    change(sum);  // expected-error {{calling function 'change' requires holding mutex}}
  }
  void wait_without_lock() {
    changed_.wait(mutex_);  // expected-error {{calling function 'wait' requires holding mutex}}
  }
  void pay_twice(int sum) {
    const Lock lock(mutex_);  // expected-note {{mutex acquired here}}
    pay_with(mutex_, sum);
    const Lock again(mutex_);  // expected-error {{acquiring mutex 'mutex_' that is already held}}
  }
  void forget_to_unlock() {
    mutex_.lock();  // expected-note {{mutex acquired here}}
    ++balance_;
  }  // expected-error {{mutex 'mutex_' is still held at the end of function}}
  int begin() {
    mutex_.assume_held();
    return balance_;
  }

  int read() {
    const SharedLock lock(table_mutex_);
    table_ = 1;  // expected-error {{writing variable 'table_' requires holding mutex}}
    return table_;
  }
  void write() {
    const Lock lock(table_mutex_);
    table_ = 1;
  }

 private:
  void change(int sum) REQUIRES(mutex_) { balance_ += sum; }
  static void pay_with(Mutex& mutex, int) REQUIRES(mutex) {}

  Mutex mutex_;
  ConditionVariable changed_;
  int balance_ GUARDED_BY(mutex_) = 0;
  SharedMutex table_mutex_;
  int table_ GUARDED_BY(table_mutex_) = 0;
};

[[maybe_unused]] void use(Account& account) {
  account.pay(account.balance() + account.begin());
}

}  // namespace
}  // namespace heddle
