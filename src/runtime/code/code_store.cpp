// SPDX-License-Identifier: Apache-2.0
#include "runtime/code/code_store.h"

#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <span>
#include <utility>

#include "abi/file_uses.h"
#include "devices/cpu/loader.h"
#include "runtime/code/compile_turn.h"
#include "runtime/code/kernel_source.h"
#include "runtime/code/recent.h"

namespace heddle {
namespace {

/// Returns the folder that relative names of files refer to. Empty: there is none.
std::string current_folder() {
  const std::unique_ptr<char, decltype(&std::free)> folder(::getcwd(nullptr, 0), &std::free);
  return folder ? folder.get() : "";
}

std::shared_ptr<ProgramCode> remember(const CacheKey* key, KeptRecord&& kept,
                                      ProgramCode::Recompile recompile = {}) {
  // Code that was loaded from records may be much larger than these.
  constexpr size_t kMostLoaded = size_t{256} << 20;
  auto code = std::make_shared<ProgramCode>(std::move(kept.record), std::move(kept.log));
  code->came_from_file(std::move(recompile));
  auto& recent = Recent<ProgramCode>::instance();
  if (key) recent.store(key->bytes(), code, kept.bytes);
  recent.drop_unused_while([] { return cpu::loaded_bytes() > kMostLoaded; });
  return code;
}

/// Compiles anew for an entry of the cache's files under `key`, and replaces it.
std::optional<ProgramRecord> compile_again(const CacheKey& key, const Compile& compile) {
  const auto door = CompilerDoor::open();
  if (!door) return std::nullopt;
  const Answer answer = accept(&key, compile(*door.value()));
  return answer.kept ? std::optional(std::move(answer.kept->record)) : std::nullopt;
}

/// Looks for `key` in memory and on disk.
std::shared_ptr<ProgramCode> find_code(const CacheKey& key, const Compile& compile) {
  if (auto code = Recent<ProgramCode>::instance().find(key.bytes())) return code;
  const auto kept = find_record(key);
  if (!kept) return nullptr;
  return remember(&key, std::move(*kept), [key, compile] { return compile_again(key, compile); });
}

Outcome outcome_of(const CacheKey* key, Answer answer) {
  auto code = answer.kept ? remember(key, std::move(*answer.kept)) : nullptr;
  return {std::move(code), std::move(answer.log), answer.failure};
}

}  // namespace

Outcome obtain(const CacheKey& key, const Compile& compile) {
  if (auto code = find_code(key, compile)) return {code, code->log()};
  const CompileTurn turn(key, key.bytes().size());
  if (turn.is_stored()) {
    if (auto code = find_code(key, compile)) return {code, code->log()};
  }
  const auto door = CompilerDoor::open();
  if (!door) return outcome_of(nullptr, unavailable(door.error()));
  return outcome_of(&key, accept(&key, compile(*door.value())));
}

Outcome obtain_with_files(CacheKey key, const SourceFiles& files, const Compile& compile) {
  const std::string folder = current_folder();
  key.add(folder);
  const auto with = [&](std::string_view uses) { return CacheKey(key).add(uses); };
  const auto find = [&]() -> std::shared_ptr<ProgramCode> {
    const auto known = folder.empty() ? std::nullopt : KernelCache::instance().find(key);
    if (!known) return nullptr;
    const std::string_view text(reinterpret_cast<const char*>(known->data()), known->size());
    const auto uses = unpack_file_uses(text);
    const auto holds = [&](const FileUse& use) { return still_holds(use, files); };
    return uses && std::ranges::all_of(*uses, holds) ? find_code(with(text), compile) : nullptr;
  };
  if (auto code = find()) return {code, code->log()};
  // The key of a turn of its own: `key` has an entry that tells nothing of the result.
  const CompileTurn turn(with("turn"), key.bytes().size());
  if (auto code = find()) return {code, code->log()};
  const auto door = CompilerDoor::open();
  if (!door) return outcome_of(nullptr, unavailable(door.error()));
  Compiled compiled = compile(*door.value());
  const std::string uses = compiled.file_uses;
  // If the folder has changed meanwhile, relative names mean other files.
  const bool kept = !folder.empty() && folder == current_folder();
  if (!kept || compiled.status != HDC_SUCCESS || !unpack_file_uses(uses))
    return outcome_of(nullptr, accept(nullptr, std::move(compiled)));
  KernelCache::instance().store(
      key, std::span(reinterpret_cast<const unsigned char*>(uses.data()), uses.size()));
  const CacheKey whole = with(uses);
  return outcome_of(&whole, accept(&whole, std::move(compiled)));
}

void forget_code() {
  Recent<ProgramCode>::instance().clear();
  forget_kernels();
}

}  // namespace heddle
