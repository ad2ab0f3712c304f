// SPDX-License-Identifier: Apache-2.0
#include "runtime/code/kept_trial.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdio>
#include <cstring>
#include <utility>

#include "devices/cpu/topology.h"
#include "runtime/code/record_store.h"
#include "support/cpu_features.h"
#include "support/options.h"

namespace heddle {
namespace {

using Outcome = cpu::Trial::Outcome;
using Choice = cpu::Trial::Choice;

constexpr uint32_t kBitsOfClass = 4;  // launches within a factor of 16 are of one size

/// The value in the cache.
struct Packed {
  uint32_t choice, samples, won;
  float ratio;
};

CacheKey key_of(const CacheKey& rival, TrialClass launches) {
  CacheKey key = operation_key("trial");
  key.add(rival.bytes()).add(cpu::topology().cpu_name);
  key.add(std::to_string(cpu_model().signature));
  for (const uint32_t part : {launches.units, launches.size, launches.strides, launches.lanes})
    key.add(std::to_string(part));
  return key;
}

std::optional<Outcome> find_outcome(const CacheKey& key) {
  const auto value = keeps_trials() ? KernelCache::instance().find(key) : std::nullopt;
  return value ? unpack_outcome(*value) : std::nullopt;
}

std::string version_of(uint32_t lanes) {
  return lanes == 1 ? "scalar code" : "vectors of " + std::to_string(lanes);
}

}  // namespace

TrialClass TrialClass::of(uint32_t units, size_t items, uint32_t strides, uint32_t lanes) {
  return {units, static_cast<uint32_t>(std::bit_width(items)) / kBitsOfClass, strides, lanes};
}

KeptTrial::KeptTrial(std::string kernel, uint32_t rival_lanes, const CacheKey& rival,
                     TrialClass launches)
    : KeptTrial(std::move(kernel), rival_lanes, key_of(rival, launches), launches,
                find_outcome(key_of(rival, launches))) {}

KeptTrial::KeptTrial(std::string kernel, uint32_t rival_lanes, CacheKey key, TrialClass launches,
                     const std::optional<Outcome>& known)
    : kernel_(std::move(kernel)),
      rival_lanes_(rival_lanes),
      key_(std::move(key)),
      launches_(launches),
      trial_(known ? cpu::Trial(*known) : cpu::Trial(!always_tries_both())),
      is_kept_(known.has_value()) {
  if (known) report("measured before");
}

void KeptTrial::keep() noexcept {
  try {
    KernelCache::instance().store(key_, pack_outcome(trial_.outcome()));
    report("measured");
  } catch (...) {  // NOLINT(bugprone-empty-catch): the next process measures again
  }
}

void KeptTrial::report(const char* when) const {
  if (!options().report) return;
  const uint64_t fewest = uint64_t{1} << std::max(kBitsOfClass * launches_.size, 1U) >> 1;
  const std::string strides =
      launches_.strides ? ", strides of class " + std::to_string(launches_.strides) : "";
  const std::string line = "kernel '" + kernel_ + "', " + when + " for launches of " +
                           std::to_string(fewest) + " work-items or more on " +
                           std::to_string(launches_.units) + " units" + strides + ": " +
                           describe_outcome(trial_.outcome(), launches_.lanes, rival_lanes_) + "\n";
  std::fputs(line.c_str(), stderr);
}

bool always_tries_both() {
  return options().measure == "always";
}

bool keeps_trials() {
  return options().measure == "on";
}

std::vector<unsigned char> pack_outcome(const Outcome& outcome) {
  const Packed packed{static_cast<uint32_t>(outcome.choice), outcome.samples, outcome.won,
                      outcome.ratio};
  std::vector<unsigned char> bytes(sizeof(packed));
  std::memcpy(bytes.data(), &packed, sizeof(packed));
  return bytes;
}

std::optional<Outcome> unpack_outcome(std::span<const unsigned char> bytes) {
  Packed packed;
  if (bytes.size() != sizeof(packed)) return std::nullopt;
  std::memcpy(&packed, bytes.data(), sizeof(packed));
  const Outcome outcome{static_cast<Choice>(packed.choice), packed.samples, packed.won,
                        packed.ratio};
  const bool is_decided = packed.choice == static_cast<uint32_t>(Choice::First) ||
                          packed.choice == static_cast<uint32_t>(Choice::Rival);
  const bool is_sound = is_decided && outcome.won <= outcome.samples &&
                        std::isfinite(outcome.ratio) && outcome.ratio > 0;
  return is_sound ? std::optional(outcome) : std::nullopt;
}

std::string describe_outcome(const Outcome& outcome, uint32_t lanes, uint32_t rival_lanes) {
  const bool is_rival = outcome.choice == Choice::Rival;
  char text[128];
  std::snprintf(text, sizeof text, ", %.2f times as fast as %s; %u of %u samples",
                static_cast<double>(is_rival ? outcome.ratio : 1 / outcome.ratio),
                version_of(is_rival ? lanes : rival_lanes).c_str(),
                is_rival ? outcome.won : outcome.samples - outcome.won, outcome.samples);
  return version_of(is_rival ? rival_lanes : lanes) + text;
}

}  // namespace heddle
