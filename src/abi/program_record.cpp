// SPDX-License-Identifier: Apache-2.0
#include "abi/program_record.h"

#include <algorithm>
#include <bit>
#include <cstring>
#include <string_view>
#include <type_traits>

#include "abi/kernel_abi.h"

#define XXH_INLINE_ALL
#include <xxhash.h>

namespace heddle {
namespace {

// The container: a header of fixed size, then the fields in the order of their declaration. Numbers
// are little-endian as the machine's, strings and blobs carry their length in 8 bytes.
constexpr char kMagic[8] = {'H', 'e', 'd', 'd', 'l', 'e', 'P', 'R'};
constexpr uint32_t kFormatVersion = 9;

struct Header {
  char magic[8];
  uint32_t format_version;
  uint32_t abi_version;
  uint64_t payload_size;
  uint64_t checksum;
};
static_assert(sizeof(Header) == 32);

// Limits far above those of any honest record. They keep a forged one from asking for absurd
// amounts of memory later.
constexpr uint32_t kMaxArgBlock = 1u << 20;
constexpr uint64_t kMaxAlign = 1u << 16;
constexpr uint32_t kMaxLanes = 1u << 10;

class Writer {
 public:
  template <class T>
    requires(std::is_arithmetic_v<T> || std::is_enum_v<T>)
  void operator()(const T& value) {
    const auto* bytes = reinterpret_cast<const unsigned char*>(&value);
    out_.insert(out_.end(), bytes, bytes + sizeof(value));
  }
  void operator()(const std::string& text) { blob(text.data(), text.size()); }
  void operator()(const std::vector<unsigned char>& bytes) { blob(bytes.data(), bytes.size()); }
  template <class T, size_t N>
  void operator()(const std::array<T, N>& values) {
    for (const T& value : values) (*this)(value);
  }
  template <class T>
  void operator()(const std::vector<T>& items) {
    (*this)(uint64_t{items.size()});
    for (const T& item : items) fields(*this, item);
  }

  std::vector<unsigned char>& out() { return out_; }

 private:
  void blob(const void* data, size_t size) {
    (*this)(uint64_t{size});
    const auto* bytes = static_cast<const unsigned char*>(data);
    out_.insert(out_.end(), bytes, bytes + size);
  }
  std::vector<unsigned char> out_;
};

/// The mirror of Writer. Once something does not fit, `ok` is false and every later read yields
/// nothing.
class Reader {
 public:
  explicit Reader(std::span<const unsigned char> in) : in_(in) {}
  bool ok() const { return ok_; }
  bool at_end() const { return in_.empty(); }

  template <class T>
    requires(std::is_arithmetic_v<T> || std::is_enum_v<T>)
  void operator()(T& value) {
    if constexpr (std::is_same_v<T,
                                 bool>) {  // any byte but 0 and 1 in a bool is undefined behaviour
      uint8_t byte = 0;
      (*this)(byte);
      ok_ = ok_ && byte <= 1;
      value = byte == 1;
    } else if (const auto bytes = take(sizeof(T)); ok_) {
      std::memcpy(&value, bytes.data(), sizeof(T));
    }
  }
  void operator()(std::string& text) {
    const auto bytes = blob();
    text.assign(bytes.begin(), bytes.end());
    // Names and options end up in C strings: a NUL inside would cut them.
    ok_ = ok_ && text.find('\0') == std::string::npos;
  }
  void operator()(std::vector<unsigned char>& out) {
    const auto bytes = blob();
    out.assign(bytes.begin(), bytes.end());
  }
  template <class T, size_t N>
  void operator()(std::array<T, N>& values) {
    for (T& value : values) (*this)(value);
  }
  template <class T>
  void operator()(std::vector<T>& items) {
    uint64_t count = 0;
    (*this)(count);
    // Each item takes at least one byte of input; growing one by one keeps a forged count from
    // allocating ahead of it.
    ok_ = ok_ && count <= in_.size();
    for (uint64_t i = 0; ok_ && i < count; ++i) fields(*this, items.emplace_back());
  }

 private:
  std::span<const unsigned char> take(uint64_t size) {
    ok_ = ok_ && size <= in_.size();
    if (!ok_) return {};
    const auto bytes = in_.first(static_cast<size_t>(size));
    in_ = in_.subspan(static_cast<size_t>(size));
    return bytes;
  }
  std::span<const unsigned char> blob() {
    uint64_t size = 0;
    (*this)(size);
    return take(ok_ ? size : 0);
  }
  std::span<const unsigned char> in_;
  bool ok_ = true;
};

// Lists the fields of a struct, once for both directions: `S` is Writer or Reader, the struct const
// or not.
template <class S, class R>
  requires std::is_same_v<std::remove_const_t<R>, ArgRecord>
void fields(S& s, R& r) {
  s(r.name), s(r.type_name), s(r.kind), s(r.address_space), s(r.access), s(r.image);
  s(r.qualifiers), s(r.size), s(r.offset), s(r.pointee_align), s(r.max_bytes);
  s(r.is_streamed), s(r.is_read), s(r.is_stride);
}
template <class S, class R>
  requires std::is_same_v<std::remove_const_t<R>, KernelRecord>
void fields(S& s, R& r) {
  s(r.name), s(r.attributes), s(r.args), s(r.has_arg_info), s(r.arg_block_size);
  s(r.required_group_size), s(r.local_size), s(r.private_size), s(r.context_fixed);
  s(r.context_per_item), s(r.max_group_size), s(r.lane_width), s(r.vector_items);
  s(r.lane_rows), s(r.lane_dimension);
  s(r.linear_lanes), s(r.uses_sub_groups), s(r.sub_group_size), s(r.required_sub_group_size);
  s(r.required_sub_groups);
  s(r.uses_printf), s(r.uses_barriers), s(r.enqueues), s(r.is_block), s(r.role),
      s(r.wants_local_size), s(r.streamed_per_item), s(r.any_order), s(r.has_strides),
      s(r.assumes_apart), s(r.report), s(r.object);
}
template <class S, class R>
  requires std::is_same_v<std::remove_const_t<R>, GlobalsRecord::Relocation>
void fields(S& s, R& r) {
  s(r.at), s(r.target);
}
template <class S, class R>
  requires std::is_same_v<std::remove_const_t<R>, GlobalsRecord>
void fields(S& s, R& r) {
  s(r.size), s(r.align), s(r.variables_size), s(r.init), s(r.relocations);
}
template <class S, class R>
  requires std::is_same_v<std::remove_const_t<R>, ProgramRecord>
void fields(S& s, R& r) {
  s(r.kind), s(r.options), s(r.cpu), s(r.sub_group_size), s(r.from_source), s(r.opencl_version),
      s(r.uniform_groups_only);
  s(r.context), s(r.enable_link_options), s(r.kernels);
  fields(s, r.globals);
  s(r.ir);
}

bool fits(uint64_t offset, uint64_t size, uint64_t room) {
  return size <= room && offset <= room - size;
}

bool valid(const ArgRecord& arg, const KernelRecord& kernel) {
  const uint32_t slot = arg.kind == ArgKind::Value ? arg.size : 8;
  return arg.kind <= ArgKind::Queue && arg.address_space <= AddressSpace::Local &&
         arg.access <= Access::ReadWrite && arg.image <= ImageType::Image3D &&
         (arg.kind == ArgKind::Image) == (arg.image != ImageType::None) &&
         (arg.kind == ArgKind::Value || arg.size == 8) &&
         (arg.kind == ArgKind::Pointer || (!arg.is_streamed && !arg.is_read)) &&
         (!arg.is_stride || (arg.kind == ArgKind::Value && arg.size <= sizeof(uint64_t))) &&
         fits(arg.offset, slot, kernel.arg_block_size) && arg.pointee_align != 0;
}

bool valid(const KernelRecord& kernel) {
  if (kernel.name.empty() || kernel.arg_block_size > kMaxArgBlock) return false;
  if (!std::has_single_bit(kernel.lane_width) || kernel.lane_width > kMaxLanes) return false;
  if (kernel.lane_rows == 0 || kernel.lane_rows > kMaxLanes) return false;
  if (kernel.lane_dimension > 2) return false;
  // Kernels that the runtime launches itself have no arguments.
  if (kernel.role > KernelRole::Finalizer) return false;
  if (kernel.role != KernelRole::Kernel && !kernel.args.empty()) return false;
  if (kernel.sub_group_size == 0 || kernel.sub_group_size > kMaxLanes) return false;
  const uint32_t required = kernel.required_sub_group_size;
  if (required != 0 && std::ranges::find(kSubGroupSizes, required) == kSubGroupSizes.end())
    return false;
  for (const ArgRecord& arg : kernel.args) {
    if (!valid(arg, kernel)) return false;
  }
  return true;
}

bool valid(const GlobalsRecord& globals) {
  const bool align_ok = globals.align != 0 && (globals.align & (globals.align - 1)) == 0 &&
                        globals.align <= kMaxAlign;
  if (!align_ok || globals.init.size() > globals.size) return false;
  for (const auto& relocation : globals.relocations) {
    // A pointer one past the end of the last variable is a legal initialiser.
    if (!fits(relocation.at, 8, globals.size) || relocation.target > globals.size) return false;
  }
  return true;
}

bool valid(const ProgramRecord& record) {
  if (record.kind > ProgramKind::Intermediate || !valid(record.globals)) return false;
  for (const KernelRecord& kernel : record.kernels) {
    if (!valid(kernel)) return false;
  }
  return true;
}

}  // namespace

bool KernelRecord::waits_for_launch() const {
  return std::ranges::any_of(args, [](const ArgRecord& arg) { return arg.kind == ArgKind::Image; });
}

std::vector<unsigned char> serialize(const ProgramRecord& record) {
  Writer writer;
  auto& out = writer.out();
  size_t room = sizeof(Header) + record.ir.size() + record.globals.init.size() + 1024;
  for (const KernelRecord& kernel : record.kernels) room += kernel.object.size() + 512;
  out.reserve(room);
  out.resize(sizeof(Header));
  fields(writer, record);
  Header header{{}, kFormatVersion, HD_ABI_VERSION, out.size() - sizeof(Header), 0};
  std::memcpy(header.magic, kMagic, sizeof(kMagic));
  header.checksum = XXH3_64bits(out.data() + sizeof(Header), out.size() - sizeof(Header));
  std::memcpy(out.data(), &header, sizeof(header));
  return std::move(out);
}

std::optional<ProgramRecord> deserialize(std::span<const unsigned char> bytes) {
  Header header;
  if (bytes.size() < sizeof(header)) return std::nullopt;
  std::memcpy(&header, bytes.data(), sizeof(header));
  const auto payload = bytes.subspan(sizeof(header));
  if (std::memcmp(header.magic, kMagic, sizeof(kMagic)) != 0 ||
      header.format_version != kFormatVersion || header.abi_version != HD_ABI_VERSION ||
      header.payload_size != payload.size() ||
      header.checksum != XXH3_64bits(payload.data(), payload.size())) {
    return std::nullopt;
  }
  Reader reader(payload);
  ProgramRecord record;
  fields(reader, record);
  if (!reader.ok() || !reader.at_end() || !valid(record)) return std::nullopt;
  return record;
}

}  // namespace heddle
