// SPDX-License-Identifier: Apache-2.0
#include "runtime/code/kernel_source.h"

#include <CL/cl.h>

#include <algorithm>
#include <span>
#include <utility>

#include "runtime/code/recent.h"
#include "runtime/code/record_store.h"
#include "support/hash.h"

namespace heddle {
namespace {

/// Returns the generator's input, without objects: it does not depend on the kernels generated
/// before.
std::vector<unsigned char> generator_input(const ProgramRecord& record) {
  ProgramRecord bare = record;
  for (KernelRecord& kernel : bare.kernels) kernel.object.clear();
  return serialize(bare);
}

Result<KernelRecord> kernel_of(const Answer& answer, const std::string& name, bool sizes_only) {
  if (answer.kept) {
    const auto& kernels = answer.kept->record.kernels;
    const auto found = std::ranges::find(kernels, name, &KernelRecord::name);
    if (found != kernels.end() && (sizes_only || !found->object.empty())) return *found;
  }
  return Error{CL_OUT_OF_RESOURCES,
               answer.log.empty() ? "the compiler gave no object" : answer.log};
}

/// Does as accept(), and keeps the answer in memory.
Answer accept_and_remember(const CacheKey& key, Compiled compiled) {
  Answer answer = accept(&key, std::move(compiled));
  if (answer.kept)
    Recent<KeptRecord>::instance().store(key.bytes(), answer.kept, answer.kept->bytes);
  return answer;
}

}  // namespace

KernelSource::KernelSource(const ProgramRecord& program, size_t kernel, const VariantKey& key,
                           const std::string& program_id)
    : program_(&program),
      name_(program.kernels[kernel].name),
      variant_(key),
      key_(operation_key("generate")) {
  key_.add(program_id).add(name_);
  for (const uint64_t size : key.local_size) key_.add(std::to_string(size));
  key_.add(key.wide_ids ? "wide" : "");
  key_.add(key.linear_lanes ? "linear" : "");
  key_.add(std::to_string(key.sub_group_size));
  key_.add(key.sizes_only ? "sizes" : "");
  const auto& facts = key.arguments;
  key_.add(std::span(reinterpret_cast<const unsigned char*>(facts.data()),
                     facts.size() * sizeof(hd_argument_facts)));
}

std::string KernelSource::id_of(const ProgramRecord& program) {
  const std::vector<unsigned char> input = generator_input(program);
  return hash128(std::span<const unsigned char>(input)).hex() + std::to_string(input.size());
}

std::optional<KernelRecord> KernelSource::find() const {
  auto kept = Recent<KeptRecord>::instance().find(key_.bytes());
  if (!kept && (kept = find_record(key_)))
    Recent<KeptRecord>::instance().store(key_.bytes(), kept, kept->bytes);
  auto kernel = kernel_of({kept, {}}, name_, variant_.sizes_only);
  return kernel ? std::optional(std::move(kernel).value()) : std::nullopt;
}

void KernelSource::forget() const {
  Recent<KeptRecord>::instance().erase(key_.bytes());
  KernelCache::instance().remove(key_);
}

KernelSource KernelSource::from(const ProgramRecord& program) const {
  KernelSource other = *this;
  other.program_ = &program;
  return other;
}

Result<KernelRecord> KernelSource::generate() const {
  const std::vector<unsigned char> input = generator_input(*program_);
  const CompileTurn turn(key_, input.size());
  if (turn.is_stored()) {
    if (auto found = find()) return *std::move(found);
  }
  const auto door = CompilerDoor::open();
  if (!door) return kernel_of(unavailable(door.error()), name_, false);
  Compiled compiled = door.value()->generate(input, name_, variant_);
  return kernel_of(accept_and_remember(key_, std::move(compiled)), name_, variant_.sizes_only);
}

void forget_kernels() {
  Recent<KeptRecord>::instance().clear();
}

KernelSource::Turn KernelSource::turn() const {
  auto turn = std::make_shared<const CompileTurn>(key_);
  const bool is_made = turn->state() == CompileTurn::State::Others || (turn->is_stored() && find());
  return is_made ? nullptr : std::move(turn);
}

void KernelSource::generate_later(const Turn& turn, const Done& done) const {
  // Others wait for this kernel: they get an answer in any case.
  const Error no_memory{CL_OUT_OF_HOST_MEMORY, "out of memory"};
  const auto generated = [source = *this, done, no_memory, turn](Compiled compiled) {
    Result<KernelRecord> kernel = no_memory;
    try {
      kernel = kernel_of(accept_and_remember(source.key_, std::move(compiled)), source.name_,
                         source.variant_.sizes_only);
    } catch (...) {  // NOLINT(bugprone-empty-catch): the error stands
    }
    done(std::move(kernel));
  };
  CompilerDoor::when_open(
      [source = *this, done, no_memory, generated](Result<const CompilerDoor*> door) {
        if (!door) return done(door.error());
        try {
          door.value()->generate_later(generator_input(*source.program_), source.name_,
                                       source.variant_, generated);
        } catch (...) {
          done(no_memory);
        }
      });
}

}  // namespace heddle
