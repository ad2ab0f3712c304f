// SPDX-License-Identifier: Apache-2.0
// Sampler objects (§5.7, [EX29]).
#pragma once

#include <CL/cl.h>
#include <CL/cl_ext.h>

#include <cfloat>
#include <cstdint>
#include <vector>

#include "platform/context.h"
#include "platform/info.h"
#include "platform/object.h"

namespace heddle {

class Sampler : public Object<Sampler, _cl_sampler, CL_INVALID_SAMPLER, 128> {
 public:
  struct Settings {
    cl_bool normalized_coords = CL_TRUE;
    cl_addressing_mode addressing_mode = CL_ADDRESS_CLAMP;
    cl_filter_mode filter_mode = CL_FILTER_NEAREST;
    cl_filter_mode mip_filter_mode = CL_FILTER_NEAREST;
    cl_float lod_min = 0;
    cl_float lod_max = FLT_MAX;
  };

  /// Implements clCreateSamplerWithProperties; `properties` as given, may be null.
  static Result<Ref<Sampler>> create(Context& context, const cl_sampler_properties* properties);
  /// Implements clCreateSampler.
  static Result<Ref<Sampler>> create(Context& context, const Settings& settings);

  /// `properties`: CL_SAMPLER_PROPERTIES, the list with its 0; empty if there was none.
  Sampler(Context& context, const Settings& settings,
          std::vector<cl_sampler_properties> properties = {});

  Context& context() const { return *context_; }
  /// Returns the value for kernels (kernel_abi.h).
  uint64_t value() const { return value_; }

  Status info(cl_sampler_info id, const InfoSink& sink) const;

 private:
  const Ref<Context> context_;
  const Settings settings_;
  const uint64_t value_;
  const std::vector<cl_sampler_properties> properties_;
};

}  // namespace heddle
