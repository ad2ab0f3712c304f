// SPDX-License-Identifier: Apache-2.0
// clGet*Info as tables: one row for each query, and one routine that copies any answer. The size is
// that of the return type, strings carry their NUL, and a buffer that is too small is
// CL_INVALID_VALUE (§4.2).
#pragma once

#include <CL/cl.h>

#include <concepts>
#include <cstring>
#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <tuple>
#include <type_traits>

#include "support/result.h"

namespace heddle {

/// The destination of an answer: the last three arguments of every clGet*Info.
struct InfoSink {
  size_t capacity;
  void* out;
  size_t* needed;
};

inline Status put_bytes(const InfoSink& sink, const void* data, size_t size) {
  if (sink.out && sink.capacity < size) {
    return Error{CL_INVALID_VALUE, "param_value_size is smaller than the answer"};
  }
  if (sink.out && size) std::memcpy(sink.out, data, size);
  if (sink.needed) *sink.needed = size;
  return {};
}

template <class V>
Status put(const InfoSink& sink, const V& value) {
  if constexpr (requires {
                  static_cast<bool>(value);
                  value.error();
                }) {  // a Result: the query itself may fail
    if (!value) return value.error();
    return put(sink, value.value());
  } else if constexpr (std::convertible_to<V, std::string_view>) {
    const std::string text{std::string_view(value)};
    return put_bytes(sink, text.c_str(), text.size() + 1);
  } else if constexpr (requires {
                         value.data();
                         value.size();
                       }) {
    return put_bytes(sink, value.data(), value.size() * sizeof(typename V::value_type));
  } else {
    static_assert(std::is_trivially_copyable_v<V>);
    return put_bytes(sink, &value, sizeof(value));
  }
}

template <class F>
struct Row {
  cl_uint id;
  F get;
};
template <class F>
Row(cl_uint, F) -> Row<F>;

/// Answers query `id` about `object` from `table`, a tuple of rows. CL_INVALID_VALUE if no row has
/// that id.
template <class Object, class... Rows>
Status query(const std::tuple<Rows...>& table, const Object& object, cl_uint id,
             const InfoSink& sink) {
  Status status = Error{CL_INVALID_VALUE, "unknown param_name"};
  std::apply(
      [&](const auto&... row) {
        (void)((row.id == id && ((status = put(sink, std::invoke(row.get, object))), true)) || ...);
      },
      table);
  return status;
}

}  // namespace heddle
