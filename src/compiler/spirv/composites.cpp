// SPDX-License-Identifier: Apache-2.0
#include "compiler/spirv/composites.h"

#include <array>

namespace heddle::compiler::spirv {

bool Composites::rewrite(const Instruction& one, std::vector<uint32_t>& words) {
  switch (one.opcode) {
    case OpCompositeConstruct:
      return construct(one.operands, words);
    case OpCompositeExtract:
      return extract(one.operands, words);
    case OpCompositeInsert:
      return insert(one.operands, words);
    case OpCopyLogical:
      copy(one.operands[0], one.operands[1], type_of(one.operands[2]), one.operands[2], words);
      return true;
    default:
      return false;
  }
}

/// Constructs a composite member by member.
bool Composites::construct(std::span<const uint32_t> operands, std::vector<uint32_t>& words) {
  const auto members = members_of(operands, words);
  if (members.empty()) return false;
  uint32_t whole = bound_++;
  append(words, OpUndef, std::array{operands[0], whole});
  for (uint32_t i = 0; i < members.size(); ++i) {
    const uint32_t next = i + 1 == members.size() ? operands[1] : bound_++;
    append(words, OpCompositeInsert, std::array{operands[0], next, members[i], whole, i});
    whole = next;
  }
  return true;
}

/// Returns the members that an OpCompositeConstruct lists. If it makes a vector of shorter ones,
/// emits the extraction of their components, and returns those.
std::vector<uint32_t> Composites::members_of(std::span<const uint32_t> operands,
                                             std::vector<uint32_t>& words) {
  if (declared_.components(operands[0]) == 0) return {operands.begin() + 2, operands.end()};
  const uint32_t scalar = declared_.member(operands[0], 0);
  std::vector<uint32_t> members;
  for (const uint32_t part : operands.subspan(2)) {
    const uint32_t count = declared_.components(type_of(part));
    if (count == 0) members.push_back(part);
    for (uint32_t i = 0; i < count; ++i) {
      members.push_back(bound_++);
      append(words, OpCompositeExtract, std::array{scalar, members.back(), part, i});
    }
  }
  return members;
}

/// Copies `value` of type `from` to `type`, which has members of other types of the same form,
/// member by member.
void Composites::copy(uint32_t type, uint32_t result, uint32_t from, uint32_t value,
                      std::vector<uint32_t>& words) {
  if (type == from || !declared_.is_aggregate(type))
    return append(words, OpCopyObject, std::array{type, result, value});
  auto [count, constant] = declared_.count(type);
  if (const auto known = numbers_.find(constant); known != numbers_.end()) count = known->second;
  uint32_t whole = bound_++;
  append(words, OpUndef, std::array{type, whole});
  for (uint32_t i = 0; i < count; ++i) {
    const uint32_t old = bound_++, copied = bound_++, next = i + 1 == count ? result : bound_++;
    append(words, OpCompositeExtract, std::array{declared_.member(from, i), old, value, i});
    copy(declared_.member(type, i), copied, declared_.member(from, i), old, words);
    append(words, OpCompositeInsert, std::array{type, next, copied, whole, i});
    whole = next;
  }
}

/// Returns the type of a vector inside the composite that the last index is for; 0 if there is
/// none.
uint32_t Composites::vector_inside(uint32_t type, std::span<const uint32_t> indexes) const {
  if (indexes.size() < 2) return 0;
  for (const uint32_t index : indexes.first(indexes.size() - 1))
    type = declared_.member(type, index);
  return declared_.components(type) != 0 ? type : 0;
}

/// Extracts the vector first.
bool Composites::extract(std::span<const uint32_t> operands, std::vector<uint32_t>& words) {
  const uint32_t vector = vector_inside(type_of(operands[2]), operands.subspan(3));
  if (vector == 0) return false;
  std::vector<uint32_t> outer(operands.begin(), operands.end() - 1);
  outer[0] = vector;
  outer[1] = bound_++;
  append(words, OpCompositeExtract, outer);
  append(words, OpCompositeExtract,
         std::array{operands[0], operands[1], outer[1], operands.back()});
  return true;
}

/// Inserts into the vector, which is taken out and put back.
bool Composites::insert(std::span<const uint32_t> operands, std::vector<uint32_t>& words) {
  const uint32_t vector = vector_inside(operands[0], operands.subspan(4));
  if (vector == 0) return false;
  const auto path = operands.subspan(4, operands.size() - 5);
  const uint32_t before = bound_++, after = bound_++;
  std::vector<uint32_t> take = {vector, before, operands[3]};
  take.insert(take.end(), path.begin(), path.end());
  append(words, OpCompositeExtract, take);
  append(words, OpCompositeInsert, std::array{vector, after, operands[2], before, operands.back()});
  std::vector<uint32_t> put = {operands[0], operands[1], after, operands[3]};
  put.insert(put.end(), path.begin(), path.end());
  append(words, OpCompositeInsert, put);
  return true;
}

}  // namespace heddle::compiler::spirv
