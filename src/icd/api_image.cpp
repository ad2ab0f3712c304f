// SPDX-License-Identifier: Apache-2.0
// Image objects (§5.3) and samplers (§5.7). Commands on images are in api_enqueue_image.cpp.
#include "icd/entry.h"
#include "icd/extension_function.h"
#include "platform/context.h"
#include "runtime/image/image.h"
#include "runtime/image/image_requirements.h"
#include "runtime/image/sampler.h"

using namespace heddle;

namespace {

// cl_ext_image_requirements_info
cl_int CL_API_CALL get_image_requirements_info(
    cl_context context, const cl_mem_properties* properties, cl_mem_flags flags,
    const cl_image_format* image_format, const cl_image_desc* image_desc, cl_uint param_name,
    size_t param_value_size, void* param_value, size_t* param_value_size_ret) {
  return call("clGetImageRequirementsInfoEXT", [&]() -> Status {
    return image_requirements(*TRY(usable_context(context)),
                              {properties, flags, image_format, image_desc}, param_name,
                              {param_value_size, param_value, param_value_size_ret});
  });
}

}  // namespace

std::span<const ExtensionFunction> heddle::image_functions() {
  static const ExtensionFunction functions[] = {
      {"clGetImageRequirementsInfoEXT", reinterpret_cast<void*>(&get_image_requirements_info)},
  };
  return functions;
}

cl_mem CL_API_CALL clCreateImage(cl_context context, cl_mem_flags flags,
                                 const cl_image_format* image_format,
                                 const cl_image_desc* image_desc, void* host_ptr,
                                 cl_int* errcode_ret) {
  return create(__func__, errcode_ret, [&]() -> Result<Ref<Memory>> {
    return create_image(*TRY(usable_context(context)), flags, image_format, image_desc, host_ptr);
  });
}

cl_mem CL_API_CALL clCreateImageWithProperties(cl_context context,
                                               const cl_mem_properties* properties,
                                               cl_mem_flags flags,
                                               const cl_image_format* image_format,
                                               const cl_image_desc* image_desc, void* host_ptr,
                                               cl_int* errcode_ret) {
  return create(__func__, errcode_ret, [&]() -> Result<Ref<Memory>> {
    return create_image(*TRY(usable_context(context)), properties, flags, image_format, image_desc,
                        host_ptr);
  });
}

cl_mem CL_API_CALL clCreateImage2D(cl_context context, cl_mem_flags flags,
                                   const cl_image_format* image_format, size_t image_width,
                                   size_t image_height, size_t image_row_pitch, void* host_ptr,
                                   cl_int* errcode_ret) {
  return create(__func__, errcode_ret, [&]() -> Result<Ref<Memory>> {
    cl_image_desc desc{};
    desc.image_type = CL_MEM_OBJECT_IMAGE2D;
    desc.image_width = image_width;
    desc.image_height = image_height;
    desc.image_row_pitch = image_row_pitch;
    return create_image_1_1(*TRY(usable_context(context)), flags, image_format, desc, host_ptr);
  });
}

cl_mem CL_API_CALL clCreateImage3D(cl_context context, cl_mem_flags flags,
                                   const cl_image_format* image_format, size_t image_width,
                                   size_t image_height, size_t image_depth, size_t image_row_pitch,
                                   size_t image_slice_pitch, void* host_ptr, cl_int* errcode_ret) {
  return create(__func__, errcode_ret, [&]() -> Result<Ref<Memory>> {
    cl_image_desc desc{};
    desc.image_type = CL_MEM_OBJECT_IMAGE3D;
    desc.image_width = image_width;
    desc.image_height = image_height;
    desc.image_depth = image_depth;
    desc.image_row_pitch = image_row_pitch;
    desc.image_slice_pitch = image_slice_pitch;
    return create_image_1_1(*TRY(usable_context(context)), flags, image_format, desc, host_ptr);
  });
}

cl_int CL_API_CALL clGetSupportedImageFormats(cl_context context, cl_mem_flags flags,
                                              cl_mem_object_type image_type, cl_uint num_entries,
                                              cl_image_format* image_formats,
                                              cl_uint* num_image_formats) {
  return call(__func__, [&]() -> Status {
    return supported_image_formats(*TRY(usable_context(context)), flags, image_type, num_entries,
                                   image_formats, num_image_formats);
  });
}

cl_int CL_API_CALL clGetImageInfo(cl_mem image, cl_image_info param_name, size_t param_value_size,
                                  void* param_value, size_t* param_value_size_ret) {
  return call(__func__, [&]() -> Status {
    return image_info(*TRY(image_handle(image)), param_name,
                      {param_value_size, param_value, param_value_size_ret});
  });
}

cl_sampler CL_API_CALL clCreateSampler(cl_context context, cl_bool normalized_coords,
                                       cl_addressing_mode addressing_mode,
                                       cl_filter_mode filter_mode, cl_int* errcode_ret) {
  return create(__func__, errcode_ret, [&]() -> Result<Ref<Sampler>> {
    Sampler::Settings settings;
    settings.normalized_coords = normalized_coords;
    settings.addressing_mode = addressing_mode;
    settings.filter_mode = filter_mode;
    return Sampler::create(*TRY(usable_context(context)), settings);
  });
}

cl_sampler CL_API_CALL clCreateSamplerWithProperties(
    cl_context context, const cl_sampler_properties* sampler_properties, cl_int* errcode_ret) {
  return create(__func__, errcode_ret, [&]() -> Result<Ref<Sampler>> {
    return Sampler::create(*TRY(usable_context(context)), sampler_properties);
  });
}

cl_int CL_API_CALL clRetainSampler(cl_sampler sampler) {
  return call(__func__, [&]() -> Status {
    TRY(handle<Sampler>(sampler))->user_retain();
    return {};
  });
}

cl_int CL_API_CALL clReleaseSampler(cl_sampler sampler) {
  return call(__func__, [&]() -> Status {
    return require(TRY(handle<Sampler>(sampler))->user_release(), CL_INVALID_SAMPLER,
                   "released more often than retained");
  });
}

cl_int CL_API_CALL clGetSamplerInfo(cl_sampler sampler, cl_sampler_info param_name,
                                    size_t param_value_size, void* param_value,
                                    size_t* param_value_size_ret) {
  return call(__func__, [&]() -> Status {
    return TRY(handle<Sampler>(sampler))
        ->info(param_name, {param_value_size, param_value, param_value_size_ret});
  });
}
