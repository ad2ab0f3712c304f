// SPDX-License-Identifier: Apache-2.0
// Structures as bytes, for messages and records. A structure that is packed has a function
// `fields(visitor, value)` in its namespace, which calls the visitor with each field: one list for
// both directions. Numbers are as the machine has them; strings and lists carry their length in 8
// bytes. Bytes are read safely, whatever they hold.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

namespace heddle {

/// T, constant or not, as the second parameter of `fields` is.
template <class R, class T>
concept MaybeConst = std::is_same_v<std::remove_const_t<R>, T>;

template <class Visitor, class T>
concept HasFields = requires(Visitor& visitor, T& value) {
  fields(visitor, value);
};

/// Appends each value that it is called with.
class Packer {
 public:
  template <class T>
  void operator()(const T& value) {
    if constexpr (HasFields<Packer, const T>) {
      fields(*this, value);
    } else {
      static_assert(std::has_unique_object_representations_v<T>);  // no padding
      append(&value, sizeof(value));
    }
  }
  void operator()(const std::string& text) { sized(text.data(), text.size()); }
  void operator()(const std::vector<unsigned char>& bytes) { sized(bytes.data(), bytes.size()); }
  template <class T>
  void operator()(const std::vector<T>& items) {
    (*this)(uint64_t{items.size()});
    for (const T& item : items) (*this)(item);
  }
  template <class T, size_t N>
  void operator()(const std::array<T, N>& items) {
    for (const T& item : items) (*this)(item);
  }

  std::vector<unsigned char> out;

 private:
  void append(const void* data, size_t size) {
    const auto* bytes = static_cast<const unsigned char*>(data);
    out.insert(out.end(), bytes, bytes + size);
  }
  void sized(const void* data, size_t size) {
    (*this)(uint64_t{size});
    append(data, size);
  }
};

/// Reads in the order in which a Packer was called. Once a value does not fit it fails, and every
/// later value stays as it is.
class Unpacker {
 public:
  /// Strings that end up in C strings must have no NUL, which would cut them.
  enum class Strings : uint8_t { Any, WithoutNul };

  Unpacker(std::span<const unsigned char> in, Strings strings) : in_(in), strings_(strings) {}

  /// Tells whether everything was read, and was valid.
  bool is_complete() const { return ok_ && in_.empty(); }

  template <class T>
  void operator()(T& value) {
    if constexpr (HasFields<Unpacker, T>) {
      fields(*this, value);
    } else {
      static_assert(std::has_unique_object_representations_v<T>);
      if (const auto bytes = take(sizeof(T)); ok_) std::memcpy(&value, bytes.data(), sizeof(T));
    }
  }
  void operator()(bool& value) {
    uint8_t byte = 0;
    (*this)(byte);
    ok_ = ok_ && byte <= 1;  // any other value in a bool is undefined behaviour
    value = byte == 1;
  }
  void operator()(std::string& text) {
    const auto bytes = sized();
    text.assign(bytes.begin(), bytes.end());
    ok_ = ok_ && (strings_ == Strings::Any || text.find('\0') == std::string::npos);
  }
  void operator()(std::vector<unsigned char>& out) {
    const auto bytes = sized();
    out.assign(bytes.begin(), bytes.end());
  }
  template <class T>
  void operator()(std::vector<T>& items) {
    uint64_t count = 0;
    (*this)(count);
    // Each item takes a byte at least, and memory is allocated as items come: a forged count
    // allocates nothing ahead of them.
    ok_ = ok_ && count <= in_.size();
    for (uint64_t i = 0; ok_ && i < count; ++i) (*this)(items.emplace_back());
  }
  template <class T, size_t N>
  void operator()(std::array<T, N>& items) {
    for (T& item : items) (*this)(item);
  }

 private:
  std::span<const unsigned char> take(uint64_t size) {
    ok_ = ok_ && size <= in_.size();
    if (!ok_) return {};
    const auto bytes = in_.first(static_cast<size_t>(size));
    in_ = in_.subspan(static_cast<size_t>(size));
    return bytes;
  }
  std::span<const unsigned char> sized() {
    uint64_t size = 0;
    (*this)(size);
    return take(size);
  }

  std::span<const unsigned char> in_;
  const Strings strings_;
  bool ok_ = true;
};

}  // namespace heddle
