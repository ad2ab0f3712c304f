// SPDX-License-Identifier: Apache-2.0
#include "abi/compile_message.h"

#include <cstring>
#include <type_traits>

namespace heddle {
namespace {

/// Appends its arguments. Numbers are as in memory: both ends are one build on one machine.
class Packer {
 public:
  template <class T>
  requires std::is_trivially_copyable_v<T>
  void operator()(const T& value) {
    const auto* bytes = reinterpret_cast<const unsigned char*>(&value);
    out.insert(out.end(), bytes, bytes + sizeof(value));
  }
  void operator()(const std::string& text) {
    (*this)(uint64_t{text.size()});
    out.insert(out.end(), text.begin(), text.end());
  }
  template <class T>
  void operator()(const std::vector<T>& items) {
    (*this)(uint64_t{items.size()});
    for (const T& item : items) visit(*this, item);
  }

  std::vector<unsigned char> out;
};

/// The mirror of Packer. Once something does not fit, `ok` is false and nothing more is read.
class Unpacker {
 public:
  explicit Unpacker(std::span<const unsigned char> in) : in_(in) {}

  template <class T>
  requires std::is_trivially_copyable_v<T>
  void operator()(T& value) {
    if (const auto bytes = take(sizeof(T)); ok) std::memcpy(&value, bytes.data(), sizeof(T));
  }
  void operator()(bool& value) {
    uint8_t byte = 0;
    (*this)(byte);
    value = byte == 1;
  }
  void operator()(std::string& text) {
    uint64_t size = 0;
    (*this)(size);
    const auto bytes = take(size);
    text.assign(bytes.begin(), bytes.end());
  }
  template <class T>
  void operator()(std::vector<T>& items) {
    uint64_t count = 0;
    (*this)(count);
    // Each item takes a byte at least, and memory is allocated item by item.
    for (uint64_t i = 0; ok && i < count; ++i) visit(*this, items.emplace_back());
  }
  bool at_end() const { return ok && in_.empty(); }

  bool ok = true;

 private:
  std::span<const unsigned char> take(uint64_t size) {
    ok = ok && size <= in_.size();
    if (!ok) return {};
    const auto bytes = in_.first(static_cast<size_t>(size));
    in_ = in_.subspan(static_cast<size_t>(size));
    return bytes;
  }

  std::span<const unsigned char> in_;
};

template <class V, class T>
void visit(V& visitor, T& value) {
  using Type = std::remove_const_t<T>;
  if constexpr (std::is_same_v<Type, CompileRequest::Header>) {
    visitor(value.name);
    visitor(value.source);
  } else if constexpr (std::is_same_v<Type, VariantKey>) {
    visitor(value.local_size);
    visitor(value.wide_ids);
    visitor(value.linear_lanes);
    visitor(value.sub_group_size);
    visitor(value.sizes_only);
    visitor(value.arguments);
  } else if constexpr (std::is_same_v<Type, CompileRequest>) {
    visitor(value.operation);
    visitor(value.cpu);
    visitor(value.extensions);
    visitor(value.context);
    visitor(value.opencl_version);
    visitor(value.sub_group_size);
    visitor(value.options);
    visitor(value.input);
    visitor(value.headers);
    visitor(value.records);
    visitor(value.constants);
    visitor(value.has_name);
    visitor(value.name);
    visit(visitor, value.key);
  } else if constexpr (std::is_same_v<Type, CompileReply>) {
    visitor(value.out_of_memory);
    visitor(value.status);
    visitor(value.log);
    visitor(value.record);
    visitor(value.file_uses);
  } else {
    visitor(value);
  }
}

template <class T>
std::vector<unsigned char> packed(const T& value) {
  Packer packer;
  visit(packer, value);
  return std::move(packer.out);
}

template <class T>
std::optional<T> unpacked(std::span<const unsigned char> bytes) {
  Unpacker unpacker(bytes);
  T value;
  visit(unpacker, value);
  return unpacker.at_end() ? std::optional(std::move(value)) : std::nullopt;
}

}  // namespace

std::vector<unsigned char> pack(const CompileRequest& request) {
  return packed(request);
}

std::vector<unsigned char> pack(const CompileReply& reply) {
  return packed(reply);
}

std::optional<CompileRequest> unpack_request(std::span<const unsigned char> bytes) {
  return unpacked<CompileRequest>(bytes);
}

std::optional<CompileReply> unpack_reply(std::span<const unsigned char> bytes) {
  auto reply = unpacked<CompileReply>(bytes);
  if (reply && (reply->status < HDC_SUCCESS || reply->status > HDC_INTERNAL_ERROR)) return {};
  // The log ends up in C strings.
  if (reply && reply->log.find('\0') != std::string::npos) return {};
  return reply;
}

}  // namespace heddle
