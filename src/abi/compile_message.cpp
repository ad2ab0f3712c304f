// SPDX-License-Identifier: Apache-2.0
#include "abi/compile_message.h"

#include "abi/packing.h"

namespace heddle {

template <class V, MaybeConst<CompileRequest::Header> R>
void fields(V& v, R& r) {
  v(r.name), v(r.source);
}
template <class V, MaybeConst<VariantKey> R>
void fields(V& v, R& r) {
  v(r.local_size), v(r.wide_ids), v(r.linear_lanes), v(r.sub_group_size), v(r.sizes_only);
  v(r.arguments);
}
template <class V, MaybeConst<CompileRequest> R>
void fields(V& v, R& r) {
  v(r.operation), v(r.cpu), v(r.extensions), v(r.context), v(r.opencl_version);
  v(r.sub_group_size), v(r.options), v(r.input), v(r.headers), v(r.records), v(r.constants);
  v(r.has_name), v(r.name), v(r.key);
}
template <class V, MaybeConst<CompileReply> R>
void fields(V& v, R& r) {
  v(r.out_of_memory), v(r.status), v(r.log), v(r.record), v(r.file_uses);
}

namespace {

template <class T>
std::vector<unsigned char> packed(const T& value) {
  Packer packer;
  packer(value);
  return std::move(packer.out);
}

template <class T>
std::optional<T> unpacked(std::span<const unsigned char> bytes) {
  Unpacker unpacker(bytes, Unpacker::Strings::Any);
  T value;
  unpacker(value);
  return unpacker.is_complete() ? std::optional(std::move(value)) : std::nullopt;
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
  // It ends up in C strings.
  if (reply && reply->log.find('\0') != std::string::npos) return {};
  return reply;
}

}  // namespace heddle
