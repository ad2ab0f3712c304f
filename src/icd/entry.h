// SPDX-License-Identifier: Apache-2.0
// How an entry point meets the inside: it hands its body to one of these wrappers. Inner code
// returns a Status or a Result; here, and nowhere else, that becomes what the C API returns. No
// exception crosses the border, and each error is logged once, with the name of the call.
//
//   cl_int CL_API_CALL clRetainFoo(cl_foo foo) {
//     return call(__func__, [&]() -> Status {
//       TRY(handle<Foo>(foo))->user_retain();
//       return {};
//     });
//   }
//
// Entry points are hidden symbols (the project is compiled with hidden visibility), or the dispatch
// table would bind to the loader's functions of the same names. What must be exported is in
// exports.cpp.
#pragma once

#include <CL/cl.h>
#include <CL/cl_ext.h>

#include <new>
#include <utility>

#include "platform/object.h"
#include "support/result.h"

namespace heddle {

/// Logs the error and returns its code.
cl_int report(const char* function, const Error& error) noexcept;

namespace detail {

// The sentences are so short that they need no memory of their own.
template <class Body>
auto guarded(Body& body) noexcept -> decltype(body()) {
  try {
    return body();
  } catch (const std::bad_alloc&) {
    return Error{CL_OUT_OF_HOST_MEMORY, "out of memory"};
  } catch (...) {
    return Error{CL_OUT_OF_RESOURCES, "exception"};
  }
}

/// The code of the error in a Status or a Result, which is logged.
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

/// For calls that return an error code; the body returns Status.
template <class Body>
cl_int call(const char* function, Body&& body) noexcept {
  Status status = detail::guarded(body);
  return detail::code_of(function, status);
}

/// For calls that make or hand out an object; the body returns Result<Ref<T>>. The caller owns the
/// reference.
template <class Body>
auto create(const char* function, cl_int* errcode_ret, Body&& body) noexcept {
  auto result = detail::guarded(body);
  using Ref = std::remove_reference_t<decltype(result.value())>;
  using Handle = std::remove_reference_t<decltype(*std::declval<Ref>())>::handle_type;
  const cl_int code = detail::code_of(function, result);
  if (errcode_ret) *errcode_ret = code;
  return code == CL_SUCCESS ? Handle{hand_over(std::move(result).value())} : Handle{};
}

/// For calls that return a pointer (map); the body returns Result<void*>.
template <class Body>
void* map_pointer(const char* function, cl_int* errcode_ret, Body&& body) noexcept {
  Result<void*> result = detail::guarded(body);
  const cl_int code = detail::code_of(function, result);
  if (errcode_ret) *errcode_ret = code;
  return code == CL_SUCCESS ? result.value() : nullptr;
}

}  // namespace heddle
