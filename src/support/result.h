// SPDX-License-Identifier: Apache-2.0
// A value or an error. An error is a code and a sentence, made where the fault is detected. Inner
// code returns it, and the entry point turns it into what the C API returns (src/icd/entry.h): it
// crosses the border in one place.
#pragma once

#include <concepts>
#include <cstdint>
#include <string>
#include <utility>
#include <variant>

namespace heddle {

/// An error: `code` is a `cl_int` error code (this room has no OpenCL headers); `why` is a sentence
/// for a person.
struct Error {
  int32_t code;
  std::string why;
};

template <class T>
class [[nodiscard]] Result {
 public:
  template <class U = T>
    requires(std::constructible_from<T, U &&> && !std::same_as<std::remove_cvref_t<U>, Error> &&
             !std::same_as<std::remove_cvref_t<U>, Result>)
  Result(U&& value) : state_(std::in_place_index<0>, std::forward<U>(value)) {}
  Result(Error error) : state_(std::in_place_index<1>, std::move(error)) {}

  explicit operator bool() const { return state_.index() == 0; }
  T& value() & { return std::get<0>(state_); }
  const T& value() const& { return std::get<0>(state_); }
  T&& value() && { return std::get<0>(std::move(state_)); }
  Error error() const { return std::get<1>(state_); }

 private:
  std::variant<T, Error> state_;
};

/// Success, or an error; for work that yields no value.
class [[nodiscard]] Status {
 public:
  Status() = default;
  Status(Error error) : error_(std::move(error)) {}

  explicit operator bool() const { return error_.code == 0; }
  void value() const {}
  Error error() const { return error_; }

 private:
  Error error_{0, {}};
};

/// Checks an argument, as most entry points do: `TRY(require(n != 0, CL_INVALID_VALUE, "no devices
/// given"))`.
inline Status require(bool holds, int32_t code, const char* why) {
  return holds ? Status{} : Status{Error{code, why}};
}

}  // namespace heddle

/// Gives the value of a Result, or returns its error from the enclosing function.
#define TRY(...)                                             \
  __extension__({                                            \
    auto&& try_result = (__VA_ARGS__);                       \
    if (!try_result) [[unlikely]]                            \
      return try_result.error();                             \
    static_cast<decltype(try_result)&&>(try_result).value(); \
  })
