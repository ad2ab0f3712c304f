// SPDX-License-Identifier: Apache-2.0
// Wrappers for the bodies of entry points. Inner code returns a Status or a Result; here, and
// nowhere else, that becomes what the C API returns. No exception crosses the border, and each
// error is logged once, with the name of the call.
//
//   cl_int CL_API_CALL clRetainFoo(cl_foo foo) {
//     return call(__func__, [&]() -> Status {
//       TRY(handle<Foo>(foo))->user_retain();
//       return {};
//     });
//   }
//
// Entry points are hidden symbols (the project is compiled with hidden visibility), or the dispatch
// table would bind to the loader's functions of the same names. What must be exported is
// marked HEDDLE_EXPORT.
#pragma once

#include <CL/cl.h>
#include <CL/cl_ext.h>

#include <new>
#include <utility>

#include "devices/cpu/fp_mode.h"
#include "platform/object.h"
#include "support/result.h"

namespace heddle {

/// Logs the error and returns its code.
cl_int report(const char* function, const Error& error) noexcept;

namespace detail {

// Runs the body and turns exceptions into errors. The sentences are so short that they need no
// memory of their own.
template <class Body>
auto guarded(Body& body) noexcept -> decltype(body()) {
  const cpu::CallFpMode mode;
  try {
    return body();
  } catch (const std::bad_alloc&) {
    return Error{CL_OUT_OF_HOST_MEMORY, "out of memory"};
  } catch (...) {
    return Error{CL_OUT_OF_RESOURCES, "exception"};
  }
}

/// Logs the error of a Status or a Result, and returns its code.
template <class Outcome>
cl_int code_of(const char* function, const Outcome& outcome) noexcept {
  if (outcome) return CL_SUCCESS;
  try {
    return report(function, outcome.error());
  } catch (...) {  // not even memory for a copy
    return CL_OUT_OF_HOST_MEMORY;
  }
}

}  // namespace detail

/// Wraps a call that returns an error code; the body returns Status.
template <class Body>
cl_int call(const char* function, Body&& body) noexcept {
  Status status = detail::guarded(body);
  return detail::code_of(function, status);
}

/// Wraps a call that makes or hands out an object; the body returns Result<Ref<T>>. The caller owns
/// the reference.
template <class Body>
auto create(const char* function, cl_int* errcode_ret, Body&& body) noexcept {
  auto result = detail::guarded(body);
  using Ref = std::remove_reference_t<decltype(result.value())>;
  using Handle = std::remove_reference_t<decltype(*std::declval<Ref>())>::handle_type;
  const cl_int code = detail::code_of(function, result);
  if (errcode_ret) *errcode_ret = code;
  return code == CL_SUCCESS ? Handle{hand_over(std::move(result).value())} : Handle{};
}

/// Wraps a call that returns a pointer (map); the body returns Result<void*>.
template <class Body>
void* map_pointer(const char* function, cl_int* errcode_ret, Body&& body) noexcept {
  Result<void*> result = detail::guarded(body);
  const cl_int code = detail::code_of(function, result);
  if (errcode_ret) *errcode_ret = code;
  return code == CL_SUCCESS ? result.value() : nullptr;
}

}  // namespace heddle
