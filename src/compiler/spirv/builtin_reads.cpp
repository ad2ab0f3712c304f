// SPDX-License-Identifier: Apache-2.0
#include "compiler/spirv/builtin_reads.h"

#include <algorithm>
#include <array>

namespace heddle::compiler::spirv {
namespace {

constexpr uint32_t kBuiltIn = 11;            // decoration
constexpr uint32_t kUndefined = 0xffffffff;  // component of OpVectorShuffle

bool has_element(uint16_t opcode) {
  return opcode == OpPtrAccessChain || opcode == OpInBoundsPtrAccessChain;
}

bool is_chain(uint16_t opcode) {
  return has_element(opcode) || opcode == OpAccessChain || opcode == OpInBoundsAccessChain;
}

/// Tells whether the result points to the same place as the operand.
bool is_same_place(uint16_t opcode) {
  return opcode == OpBitcast || opcode == OpCopyObject || opcode == OpPtrCastToGeneric ||
         opcode == OpGenericCastToPtr;
}

}  // namespace

BuiltinReads::BuiltinReads(const Module& module, const Declarations& declared,
                           const std::map<uint32_t, uint32_t>& types)
    : declared_(declared), types_(types), layouts_(module, declared) {
  module.each([&](const Instruction& one) { note(one); });
  if (!places_.empty()) keep_used(module);
}

void BuiltinReads::note(const Instruction& one) {
  if (one.opcode == OpDecorate && one.operands[1] == kBuiltIn) builtins_.insert(one.operands[0]);
  if (one.opcode == OpVariable) note_variable(one);
  if (is_chain(one.opcode) || is_same_place(one.opcode)) note_pointer(one);
}

/// Notes a built-in variable made of numbers.
void BuiltinReads::note_variable(const Instruction& one) {
  const Place place{.variable = one.operands[1]};
  if (!builtins_.contains(place.variable)) return;
  if (const Scalar* scalar = declared_.scalar(component(place)); scalar && scalar->bits >= 8)
    places_[place.variable] = place;
}

void BuiltinReads::note_pointer(const Instruction& one) {
  const auto from = places_.find(one.operands[2]);
  if (from == places_.end() || declared_.pointee(one.operands[0]) == 0) return;
  Place place = from->second;
  place.from = one.operands[2];
  if (is_chain(one.opcode)) {
    const uint32_t type = declared_.pointee(type_of(place.from));
    auto indices = one.operands.subspan(3);
    if (has_element(one.opcode)) {
      if (!go_on(place, indices[0], type)) return;
      indices = indices.subspan(1);
    }
    if (!go_to_member(place, type, indices)) return;
  }
  places_[one.operands[1]] = place;
}

bool BuiltinReads::go_to_member(Place& place, uint32_t type,
                                std::span<const uint32_t> indices) const {
  for (const uint32_t index : indices) {
    const uint32_t number = static_cast<uint32_t>(layouts_.number(index).value_or(0));
    const uint32_t member = declared_.member(type, number);
    if (const auto offset = layouts_.member_offset(type, number)) {
      place.offset += *offset;
    } else if (member == 0 || !go_on(place, index, member)) {
      return false;
    }
    type = member;
  }
  return true;
}

/// Advances a place by `index` values of `type`. An index that is no constant may count components.
bool BuiltinReads::go_on(Place& place, uint32_t index, uint32_t type) const {
  const auto stride = layouts_.size(type);
  if (!stride) return false;
  if (const auto number = layouts_.number(index)) {
    place.offset += static_cast<uint64_t>(*number) * *stride;
    return true;
  }
  if (place.component != 0 || layouts_.size(component(place)) != stride) return false;
  place.component = index;
  return true;
}

void BuiltinReads::keep_used(const Module& module) {
  uint32_t bound = module.bound();
  std::vector<uint32_t> ignored;
  each_use(module, [&](const Instruction& one, size_t operand) {
    const uint32_t pointer = one.operands[operand];
    const Place* place = part(pointer);
    if (!place || one.opcode == OpName || one.opcode == OpDecorate) return;
    if (operand == 2 && one.opcode == OpLoad && load(one, *place, bound, ignored)) return;
    const bool leads_on = operand == 2 && (is_chain(one.opcode) || is_same_place(one.opcode)) &&
                          part(one.operands[1]);
    if (!leads_on) keep(pointer);
  });
}

void BuiltinReads::keep(uint32_t pointer) {
  for (const Place* place = part(pointer); place && kept_.insert(pointer).second;
       place = part(pointer))
    pointer = place->from;
}

const BuiltinReads::Place* BuiltinReads::part(uint32_t pointer) const {
  const auto found = places_.find(pointer);
  return found == places_.end() || found->second.from == 0 ? nullptr : &found->second;
}

bool BuiltinReads::rewrite(const Instruction& one, uint32_t& bound,
                           std::vector<uint32_t>& words) const {
  if (places_.empty()) return false;
  const auto is_gone = [&](uint32_t id) { return part(id) && !kept_.contains(id); };
  switch (one.opcode) {
    case OpName:
    case OpDecorate:
      return is_gone(one.operands[0]);
    case OpLoad:
      if (const Place* place = part(one.operands[2])) return load(one, *place, bound, words);
      return false;
    default:
      return (is_chain(one.opcode) || is_same_place(one.opcode)) && is_gone(one.operands[1]);
  }
}

/// Loads the whole, one component, or several. Returns false for anything else.
bool BuiltinReads::load(const Instruction& one, const Place& place, uint32_t& bound,
                        std::vector<uint32_t>& words) const {
  const uint32_t type = one.operands[0], result = one.operands[1], all = whole(place);
  if (type == all && place.offset == 0 && place.component == 0) {
    append(words, OpLoad, std::array{type, result, place.variable});
    return true;
  }
  if (declared_.components(all) == 0) return false;
  if (declared_.components(type) != 0) return load_some(one, place, bound, words);
  const uint64_t size = *layouts_.size(component(place)), index = place.offset / size;
  if (type != component(place) || place.offset % size != 0) return false;
  const uint32_t loaded = bound++;
  if (place.component == 0 && index < declared_.components(all)) {
    append(words, OpLoad, std::array{all, loaded, place.variable});
    append(words, OpCompositeExtract,
           std::array{type, result, loaded, static_cast<uint32_t>(index)});
    return true;
  }
  if (place.component == 0 || index != 0) return false;
  append(words, OpLoad, std::array{all, loaded, place.variable});
  append(words, OpVectorExtractDynamic, std::array{type, result, loaded, place.component});
  return true;
}

/// Loads a vector of the same numbers, which may have a fourth one for the padding after three.
bool BuiltinReads::load_some(const Instruction& one, const Place& place, uint32_t& bound,
                             std::vector<uint32_t>& words) const {
  const uint32_t type = one.operands[0], all = whole(place);
  const uint64_t size = *layouts_.size(component(place)), first = place.offset / size;
  const uint64_t given = declared_.components(all), wanted = declared_.components(type);
  if (declared_.member(type, 0) != component(place) || place.component != 0 ||
      place.offset % size != 0 || first >= given || (first + wanted) * size > *layouts_.size(all))
    return false;
  const uint32_t loaded = bound++;
  append(words, OpLoad, std::array{all, loaded, place.variable});
  std::vector<uint32_t> shuffle{type, one.operands[1], loaded, loaded};
  for (uint64_t i = first; i < first + wanted; ++i)
    shuffle.push_back(i < given ? static_cast<uint32_t>(i) : kUndefined);
  append(words, OpVectorShuffle, shuffle);
  return true;
}

}  // namespace heddle::compiler::spirv
