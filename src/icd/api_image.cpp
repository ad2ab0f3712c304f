// SPDX-License-Identifier: Apache-2.0
// Images (§5.3) and samplers (§5.7). The device reports CL_DEVICE_IMAGE_SUPPORT as CL_FALSE:
// nothing is created here, so no object that an application can pass is an image or a sampler, and
// the answers are those that the specification has for that.
#include <algorithm>
#include <iterator>

#include "icd/entry.h"
#include "platform/context.h"
#include "runtime/memory.h"
#include "runtime/validate.h"

using namespace heddle;

namespace {

cl_mem no_images(const char* function, cl_context context, cl_int* errcode_ret) {
  return create(function, errcode_ret, [&]() -> Result<Ref<Memory>> {
    TRY(handle<Context>(context));
    return Error{CL_INVALID_OPERATION, "no device of the context supports images"};
  });
}

cl_sampler no_samplers(const char* function, cl_context context, cl_int* errcode_ret) {
  // No class stands behind a sampler; the answer is an error in any case.
  const cl_int code = call(function, [&]() -> Status {
    TRY(handle<Context>(context));
    return Error{CL_INVALID_OPERATION, "no device of the context supports images"};
  });
  if (errcode_ret) *errcode_ret = code;
  return nullptr;
}

Error not_an_image() {
  return {CL_INVALID_MEM_OBJECT, "not an image"};
}

cl_int command_on_image(const char* function, cl_command_queue queue) {
  return call(function, [&]() -> Status {
    TRY(host_queue(queue));
    return not_an_image();
  });
}

cl_int sampler_error(const char* function) {
  return call(function, []() -> Status {
    return Error{CL_INVALID_SAMPLER, "the handle is not of a live object of this type"};
  });
}

bool is_image_type(cl_mem_object_type type) {
  constexpr cl_mem_object_type types[] = {CL_MEM_OBJECT_IMAGE1D,       CL_MEM_OBJECT_IMAGE1D_BUFFER,
                                          CL_MEM_OBJECT_IMAGE1D_ARRAY, CL_MEM_OBJECT_IMAGE2D,
                                          CL_MEM_OBJECT_IMAGE2D_ARRAY, CL_MEM_OBJECT_IMAGE3D};
  return std::ranges::find(types, type) != std::end(types);
}

bool are_memory_flags(cl_mem_flags flags) {
  constexpr cl_mem_flags known =
      CL_MEM_READ_WRITE | CL_MEM_WRITE_ONLY | CL_MEM_READ_ONLY | CL_MEM_USE_HOST_PTR |
      CL_MEM_ALLOC_HOST_PTR | CL_MEM_COPY_HOST_PTR | CL_MEM_HOST_WRITE_ONLY |
      CL_MEM_HOST_READ_ONLY | CL_MEM_HOST_NO_ACCESS | CL_MEM_KERNEL_READ_AND_WRITE;
  return !(flags & ~known);
}

}  // namespace

cl_mem CL_API_CALL clCreateImage(cl_context context, cl_mem_flags, const cl_image_format*,
                                 const cl_image_desc*, void*, cl_int* errcode_ret) {
  return no_images(__func__, context, errcode_ret);
}

cl_mem CL_API_CALL clCreateImage2D(cl_context context, cl_mem_flags, const cl_image_format*, size_t,
                                   size_t, size_t, void*, cl_int* errcode_ret) {
  return no_images(__func__, context, errcode_ret);
}

cl_mem CL_API_CALL clCreateImage3D(cl_context context, cl_mem_flags, const cl_image_format*, size_t,
                                   size_t, size_t, size_t, size_t, void*, cl_int* errcode_ret) {
  return no_images(__func__, context, errcode_ret);
}

cl_int CL_API_CALL clGetSupportedImageFormats(cl_context context, cl_mem_flags flags,
                                              cl_mem_object_type image_type, cl_uint num_entries,
                                              cl_image_format* image_formats,
                                              cl_uint* num_image_formats) {
  return call(__func__, [&]() -> Status {
    TRY(handle<Context>(context));
    TRY(require(are_memory_flags(flags), CL_INVALID_VALUE, "unknown flags"));
    TRY(require(is_image_type(image_type), CL_INVALID_VALUE, "not an image type"));
    TRY(require(num_entries || !image_formats, CL_INVALID_VALUE, "a list of zero entries"));
    if (num_image_formats) *num_image_formats = 0;
    return {};
  });
}

cl_int CL_API_CALL clGetImageInfo(cl_mem, cl_image_info, size_t, void*, size_t*) {
  return call(__func__, []() -> Status { return not_an_image(); });
}

cl_int CL_API_CALL clEnqueueReadImage(cl_command_queue queue, cl_mem, cl_bool, const size_t*,
                                      const size_t*, size_t, size_t, void*, cl_uint,
                                      const cl_event*, cl_event*) {
  return command_on_image(__func__, queue);
}

cl_int CL_API_CALL clEnqueueWriteImage(cl_command_queue queue, cl_mem, cl_bool, const size_t*,
                                       const size_t*, size_t, size_t, const void*, cl_uint,
                                       const cl_event*, cl_event*) {
  return command_on_image(__func__, queue);
}

cl_int CL_API_CALL clEnqueueCopyImage(cl_command_queue queue, cl_mem, cl_mem, const size_t*,
                                      const size_t*, const size_t*, cl_uint, const cl_event*,
                                      cl_event*) {
  return command_on_image(__func__, queue);
}

cl_int CL_API_CALL clEnqueueCopyImageToBuffer(cl_command_queue queue, cl_mem, cl_mem, const size_t*,
                                              const size_t*, size_t, cl_uint, const cl_event*,
                                              cl_event*) {
  return command_on_image(__func__, queue);
}

cl_int CL_API_CALL clEnqueueCopyBufferToImage(cl_command_queue queue, cl_mem, cl_mem, size_t,
                                              const size_t*, const size_t*, cl_uint,
                                              const cl_event*, cl_event*) {
  return command_on_image(__func__, queue);
}

cl_int CL_API_CALL clEnqueueFillImage(cl_command_queue queue, cl_mem, const void*, const size_t*,
                                      const size_t*, cl_uint, const cl_event*, cl_event*) {
  return command_on_image(__func__, queue);
}

void* CL_API_CALL clEnqueueMapImage(cl_command_queue queue, cl_mem, cl_bool, cl_map_flags,
                                    const size_t*, const size_t*, size_t*, size_t*, cl_uint,
                                    const cl_event*, cl_event*, cl_int* errcode_ret) {
  return map_pointer(__func__, errcode_ret, [&]() -> Result<void*> {
    TRY(host_queue(queue));
    return not_an_image();
  });
}

cl_sampler CL_API_CALL clCreateSampler(cl_context context, cl_bool, cl_addressing_mode,
                                       cl_filter_mode, cl_int* errcode_ret) {
  return no_samplers(__func__, context, errcode_ret);
}

cl_sampler CL_API_CALL clCreateSamplerWithProperties(cl_context context,
                                                     const cl_sampler_properties*,
                                                     cl_int* errcode_ret) {
  return no_samplers(__func__, context, errcode_ret);
}

cl_int CL_API_CALL clRetainSampler(cl_sampler) {
  return sampler_error(__func__);
}

cl_int CL_API_CALL clReleaseSampler(cl_sampler) {
  return sampler_error(__func__);
}

cl_int CL_API_CALL clGetSamplerInfo(cl_sampler, cl_sampler_info, size_t, void*, size_t*) {
  return sampler_error(__func__);
}
