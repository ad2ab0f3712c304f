// SPDX-License-Identifier: Apache-2.0
#include "runtime/image/sampler.h"

#include <algorithm>
#include <bit>
#include <iterator>
#include <tuple>
#include <type_traits>

#include "abi/kernel_abi.h"
#include "platform/property_list.h"
#include "support/half.h"

namespace heddle {
namespace {

using Settings = Sampler::Settings;

static_assert(sizeof(Sampler) <= 128);

// The sampler literals of OpenCL C (§6.13.14.1 there), as in the compiler's header.
constexpr uint64_t kNormalizedCoords = 1;
constexpr uint64_t kFilterNearest = 0x10, kFilterLinear = 0x20;
// The modes in the order of their literals: 0, 2, 4, 6, 8.
constexpr cl_addressing_mode kAddressingModes[] = {CL_ADDRESS_NONE, CL_ADDRESS_CLAMP_TO_EDGE,
                                                   CL_ADDRESS_CLAMP, CL_ADDRESS_REPEAT,
                                                   CL_ADDRESS_MIRRORED_REPEAT};

bool is_filter(cl_filter_mode mode) {
  return mode == CL_FILTER_NEAREST || mode == CL_FILTER_LINEAR;
}

Status check(const Settings& settings) {
  TRY(require(settings.normalized_coords <= CL_TRUE, CL_INVALID_VALUE,
              "normalized_coords is neither CL_TRUE nor CL_FALSE"));
  TRY(require(
      std::ranges::find(kAddressingModes, settings.addressing_mode) != std::end(kAddressingModes),
      CL_INVALID_VALUE, "unknown addressing mode"));
  TRY(require(is_filter(settings.filter_mode) && is_filter(settings.mip_filter_mode),
              CL_INVALID_VALUE, "unknown filter mode"));
  return require(settings.lod_min >= 0 && settings.lod_max >= 0, CL_INVALID_VALUE,
                 "a level of detail is negative or not a number");
}

/// Converts a value so that one that does not fit its type stays invalid.
cl_uint word_of(cl_ulong value) {
  return value <= UINT32_MAX ? static_cast<cl_uint>(value) : ~cl_uint{0};
}

uint64_t value_of(const Settings& settings) {
  const auto* mode = std::ranges::find(kAddressingModes, settings.addressing_mode);
  uint64_t value = static_cast<uint64_t>(mode - std::begin(kAddressingModes)) * 2;
  if (settings.normalized_coords) value |= kNormalizedCoords;
  value |= settings.filter_mode == CL_FILTER_LINEAR ? kFilterLinear : kFilterNearest;
  if (settings.mip_filter_mode == CL_FILTER_LINEAR) value |= HD_SAMPLER_MIP_LINEAR;
  const Settings defaults;
  if (settings.lod_min != defaults.lod_min || settings.lod_max != defaults.lod_max) {
    value |= HD_SAMPLER_HAS_LOD;
    value |= uint64_t{float_to_half(settings.lod_min) & 0x7fffu} << HD_SAMPLER_LOD_MIN_SHIFT;
    value |= uint64_t{float_to_half(settings.lod_max) & 0x7fffu} << HD_SAMPLER_LOD_MAX_SHIFT;
  }
  return value;
}

}  // namespace

Result<Ref<Sampler>> Sampler::create(Context& context, const cl_sampler_properties* properties) {
  static constexpr KnownProperty known[] = {
      {CL_SAMPLER_NORMALIZED_COORDS},   {CL_SAMPLER_ADDRESSING_MODE}, {CL_SAMPLER_FILTER_MODE},
      {CL_SAMPLER_MIP_FILTER_MODE_KHR}, {CL_SAMPLER_LOD_MIN_KHR},     {CL_SAMPLER_LOD_MAX_KHR}};
  const PropertyList given =
      TRY(PropertyList::read(properties, known, CL_INVALID_VALUE, "a sampler"));
  Settings settings;
  const auto take = [&](cl_sampler_properties name, auto& setting) {
    using T = std::remove_reference_t<decltype(setting)>;
    if (const auto value = given.value(name)) setting = std::bit_cast<T>(word_of(*value));
  };
  take(CL_SAMPLER_NORMALIZED_COORDS, settings.normalized_coords);
  take(CL_SAMPLER_ADDRESSING_MODE, settings.addressing_mode);
  take(CL_SAMPLER_FILTER_MODE, settings.filter_mode);
  take(CL_SAMPLER_MIP_FILTER_MODE_KHR, settings.mip_filter_mode);
  take(CL_SAMPLER_LOD_MIN_KHR, settings.lod_min);  // a float's bits
  take(CL_SAMPLER_LOD_MAX_KHR, settings.lod_max);
  TRY(check(settings));
  return make<Sampler>(context, settings, given.words());
}

Result<Ref<Sampler>> Sampler::create(Context& context, const Settings& settings) {
  TRY(check(settings));
  return make<Sampler>(context, settings);
}

Sampler::Sampler(Context& context, const Settings& settings,
                 std::vector<cl_sampler_properties> properties)
    : context_(context),
      settings_(settings),
      value_(value_of(settings)),
      properties_(std::move(properties)) {}

Status Sampler::info(cl_sampler_info id, const InfoSink& sink) const {
  using S = const Sampler&;
  static constexpr std::tuple table{
      Row{CL_SAMPLER_REFERENCE_COUNT, [](S s) { return s.user_count(); }},
      Row{CL_SAMPLER_CONTEXT, [](S s) -> cl_context { return s.context_.get(); }},
      Row{CL_SAMPLER_NORMALIZED_COORDS, [](S s) { return s.settings_.normalized_coords; }},
      Row{CL_SAMPLER_ADDRESSING_MODE, [](S s) { return s.settings_.addressing_mode; }},
      Row{CL_SAMPLER_FILTER_MODE, [](S s) { return s.settings_.filter_mode; }},
      Row{CL_SAMPLER_MIP_FILTER_MODE_KHR, [](S s) { return s.settings_.mip_filter_mode; }},
      Row{CL_SAMPLER_LOD_MIN_KHR, [](S s) { return s.settings_.lod_min; }},
      Row{CL_SAMPLER_LOD_MAX_KHR, [](S s) { return s.settings_.lod_max; }},
      Row{CL_SAMPLER_PROPERTIES, [](S s) { return s.properties_; }},
  };
  return query(table, *this, id, sink);
}

}  // namespace heddle
