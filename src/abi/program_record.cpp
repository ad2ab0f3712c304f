// SPDX-License-Identifier: Apache-2.0
#include "abi/program_record.h"

#include <algorithm>
#include <bit>
#include <cstring>

#include "abi/kernel_abi.h"
#include "abi/packing.h"

#define XXH_INLINE_ALL
#include <xxhash.h>

namespace heddle {

template <class V, MaybeConst<ArgRecord> R>
void fields(V& v, R& r) {
  v(r.name), v(r.type_name), v(r.kind), v(r.address_space), v(r.access), v(r.image);
  v(r.qualifiers), v(r.size), v(r.offset), v(r.pointee_align), v(r.max_bytes);
  v(r.is_streamed), v(r.is_read), v(r.is_stride);
}
template <class V, MaybeConst<CodeLine> R>
void fields(V& v, R& r) {
  v(r.section), v(r.offset), v(r.file), v(r.line), v(r.column);
}
template <class V, MaybeConst<CodeLines> R>
void fields(V& v, R& r) {
  v(r.files), v(r.lines);
}
template <class V, MaybeConst<KernelRecord> R>
void fields(V& v, R& r) {
  v(r.name), v(r.attributes), v(r.args), v(r.has_arg_info), v(r.arg_block_size);
  v(r.required_group_size), v(r.local_size), v(r.private_size), v(r.context_fixed);
  v(r.context_per_item), v(r.max_group_size), v(r.lane_width), v(r.vector_items);
  v(r.rival_lanes), v(r.wider_lanes), v(r.lane_rows), v(r.lane_dimension);
  v(r.linear_lanes), v(r.uses_sub_groups), v(r.sub_group_size), v(r.required_sub_group_size);
  v(r.required_sub_groups);
  v(r.uses_printf), v(r.uses_barriers), v(r.enqueues), v(r.is_block), v(r.role),
      v(r.wants_local_size), v(r.streamed_per_item), v(r.any_order), v(r.has_strides),
      v(r.assumes_apart), v(r.report), v(r.lines), v(r.object);
}
template <class V, MaybeConst<GlobalsRecord::Relocation> R>
void fields(V& v, R& r) {
  v(r.at), v(r.target);
}
template <class V, MaybeConst<GlobalsRecord> R>
void fields(V& v, R& r) {
  v(r.size), v(r.align), v(r.variables_size), v(r.init), v(r.relocations);
}
template <class V, MaybeConst<ProgramRecord> R>
void fields(V& v, R& r) {
  v(r.kind), v(r.options), v(r.cpu), v(r.sub_group_size), v(r.from_source), v(r.opencl_version),
      v(r.uniform_groups_only);
  v(r.context), v(r.enable_link_options), v(r.kernels);
  v(r.globals);
  v(r.ir);
}

namespace {

// The container: a header of fixed size, then the fields in the order of their declaration. Numbers
// are little-endian as the machine's, strings and blobs carry their length in 8 bytes.
constexpr char kMagic[8] = {'H', 'e', 'd', 'd', 'l', 'e', 'P', 'R'};
constexpr uint32_t kFormatVersion = 11;

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

bool valid(const CodeLines& known) {
  return std::ranges::all_of(known.lines,
                             [&](const CodeLine& line) { return line.file < known.files.size(); });
}

bool valid(const KernelRecord& kernel) {
  if (kernel.name.empty() || kernel.arg_block_size > kMaxArgBlock) return false;
  if (!std::has_single_bit(kernel.lane_width) || kernel.lane_width > HD_MAX_LANES) return false;
  if (kernel.lane_rows == 0 || kernel.lane_rows > HD_MAX_LANES) return false;
  if (kernel.lane_dimension > 2 || kernel.rival_lanes > HD_MAX_LANES) return false;
  if (kernel.wider_lanes > HD_MAX_LANES) return false;
  // Nobody sets arguments of what the runtime launches itself.
  if (kernel.role > KernelRole::Finalizer) return false;
  if (kernel.role != KernelRole::Kernel && !kernel.args.empty()) return false;
  if (kernel.sub_group_size == 0 || kernel.sub_group_size > HD_MAX_LANES) return false;
  const uint32_t required = kernel.required_sub_group_size;
  if (required != 0 && std::ranges::find(kSubGroupSizes, required) == kSubGroupSizes.end())
    return false;
  for (const ArgRecord& arg : kernel.args) {
    if (!valid(arg, kernel)) return false;
  }
  return valid(kernel.lines);
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
  Packer packer;
  auto& out = packer.out;
  size_t room = sizeof(Header) + record.ir.size() + record.globals.init.size() + 1024;
  for (const KernelRecord& kernel : record.kernels) room += kernel.object.size() + 512;
  out.reserve(room);
  out.resize(sizeof(Header));
  packer(record);
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
  Unpacker unpacker(payload, Unpacker::Strings::WithoutNul);
  ProgramRecord record;
  unpacker(record);
  if (!unpacker.is_complete() || !valid(record)) return std::nullopt;
  return record;
}

}  // namespace heddle
