// SPDX-License-Identifier: Apache-2.0
// Sampler objects (§5.7).
#include <bit>
#include <cfloat>

#include "image_fixture.h"

namespace {

class SamplerTest : public ImageFixture {
 protected:
  Sampler Make(const std::vector<cl_sampler_properties>& properties) {
    cl_int error = -1;
    Sampler sampler = clCreateSamplerWithProperties(
        context, properties.empty() ? nullptr : properties.data(), &error);
    EXPECT_EQ(error, CL_SUCCESS);
    return sampler;
  }
  template <class T>
  static T Get(cl_sampler sampler, cl_uint param) {
    return Info<T>(clGetSamplerInfo, sampler, param);
  }
};

TEST_F(SamplerTest, Defaults) {
  Sampler sampler = Make({});
  EXPECT_EQ(Get<cl_bool>(sampler, CL_SAMPLER_NORMALIZED_COORDS), cl_bool{CL_TRUE});
  EXPECT_EQ(Get<cl_addressing_mode>(sampler, CL_SAMPLER_ADDRESSING_MODE),
            cl_addressing_mode{CL_ADDRESS_CLAMP});
  EXPECT_EQ(Get<cl_filter_mode>(sampler, CL_SAMPLER_FILTER_MODE),
            cl_filter_mode{CL_FILTER_NEAREST});
  EXPECT_EQ(Get<cl_filter_mode>(sampler, CL_SAMPLER_MIP_FILTER_MODE_KHR),
            cl_filter_mode{CL_FILTER_NEAREST});
  EXPECT_EQ(Get<cl_float>(sampler, CL_SAMPLER_LOD_MIN_KHR), 0.0f);
  EXPECT_EQ(Get<cl_float>(sampler, CL_SAMPLER_LOD_MAX_KHR), FLT_MAX);
  EXPECT_EQ(Get<cl_context>(sampler, CL_SAMPLER_CONTEXT), context);
  EXPECT_EQ(Get<cl_uint>(sampler, CL_SAMPLER_REFERENCE_COUNT), 1u);
  EXPECT_EQ(clRetainSampler(sampler), CL_SUCCESS);
  EXPECT_EQ(Get<cl_uint>(sampler, CL_SAMPLER_REFERENCE_COUNT), 2u);
  EXPECT_EQ(clReleaseSampler(sampler), CL_SUCCESS);
  CheckQueryProtocol(clGetSamplerInfo, cl_sampler{sampler}, CL_SAMPLER_FILTER_MODE);
  EXPECT_EQ(clGetSamplerInfo(sampler, CL_MEM_SIZE, 0, nullptr, nullptr), CL_INVALID_VALUE);
}

TEST_F(SamplerTest, Properties) {
  Sampler sampler =
      Make({CL_SAMPLER_FILTER_MODE, CL_FILTER_LINEAR, CL_SAMPLER_NORMALIZED_COORDS, CL_FALSE,
            CL_SAMPLER_ADDRESSING_MODE, CL_ADDRESS_NONE, CL_SAMPLER_MIP_FILTER_MODE_KHR,
            CL_FILTER_LINEAR, CL_SAMPLER_LOD_MIN_KHR, std::bit_cast<cl_uint>(1.5f),
            CL_SAMPLER_LOD_MAX_KHR, std::bit_cast<cl_uint>(3.0f), 0});
  EXPECT_EQ(Get<cl_bool>(sampler, CL_SAMPLER_NORMALIZED_COORDS), cl_bool{CL_FALSE});
  EXPECT_EQ(Get<cl_addressing_mode>(sampler, CL_SAMPLER_ADDRESSING_MODE),
            cl_addressing_mode{CL_ADDRESS_NONE});
  EXPECT_EQ(Get<cl_filter_mode>(sampler, CL_SAMPLER_FILTER_MODE), cl_filter_mode{CL_FILTER_LINEAR});
  EXPECT_EQ(Get<cl_filter_mode>(sampler, CL_SAMPLER_MIP_FILTER_MODE_KHR),
            cl_filter_mode{CL_FILTER_LINEAR});
  EXPECT_EQ(Get<cl_float>(sampler, CL_SAMPLER_LOD_MIN_KHR), 1.5f);
  EXPECT_EQ(Get<cl_float>(sampler, CL_SAMPLER_LOD_MAX_KHR), 3.0f);
  EXPECT_TRUE(Make({0}));
}

TEST_F(SamplerTest, DeprecatedCall) {
  cl_int error = -1;
  Sampler sampler =
      clCreateSampler(context, CL_FALSE, CL_ADDRESS_MIRRORED_REPEAT, CL_FILTER_LINEAR, &error);
  EXPECT_EQ(error, CL_SUCCESS);
  EXPECT_EQ(Get<cl_addressing_mode>(sampler, CL_SAMPLER_ADDRESSING_MODE),
            cl_addressing_mode{CL_ADDRESS_MIRRORED_REPEAT});
  EXPECT_EQ(clCreateSampler(context, CL_FALSE, CL_FILTER_LINEAR, CL_FILTER_LINEAR, &error),
            nullptr);
  EXPECT_EQ(error, CL_INVALID_VALUE);
}

TEST_F(SamplerTest, WrongProperties) {
  const std::vector<cl_sampler_properties> lists[] = {
      {CL_SAMPLER_FILTER_MODE, CL_ADDRESS_CLAMP, 0},
      {CL_SAMPLER_ADDRESSING_MODE, CL_FILTER_LINEAR, 0},
      {CL_SAMPLER_NORMALIZED_COORDS, 2, 0},
      {CL_SAMPLER_CONTEXT, 0, 0},
      {CL_SAMPLER_FILTER_MODE, cl_sampler_properties{1} << 32 | CL_FILTER_LINEAR, 0},
      {CL_SAMPLER_LOD_MIN_KHR, std::bit_cast<cl_uint>(-1.0f), 0},
      {CL_SAMPLER_FILTER_MODE, CL_FILTER_LINEAR, CL_SAMPLER_FILTER_MODE, CL_FILTER_LINEAR, 0}};
  for (const auto& list : lists) {
    cl_int error = 1;
    EXPECT_EQ(clCreateSamplerWithProperties(context, list.data(), &error), nullptr) << list[0];
    EXPECT_EQ(error, CL_INVALID_VALUE);
  }
  cl_int error = 1;
  for (cl_context bad : BadHandles<cl_context>()) {
    EXPECT_EQ(Driver().clCreateSamplerWithProperties(bad, nullptr, &error), nullptr);
    EXPECT_EQ(error, CL_INVALID_CONTEXT);
  }
  for (cl_sampler bad : BadHandles<cl_sampler>()) {
    EXPECT_EQ(Driver().clRetainSampler(bad), CL_INVALID_SAMPLER);
    EXPECT_EQ(Driver().clReleaseSampler(bad), CL_INVALID_SAMPLER);
    EXPECT_EQ(Driver().clGetSamplerInfo(bad, CL_SAMPLER_CONTEXT, 0, nullptr, nullptr),
              CL_INVALID_SAMPLER);
  }
}

}  // namespace
