// SPDX-License-Identifier: Apache-2.0
// Requirements of images (cl_ext_image_requirements_info, cl_ext_image_from_buffer): those for the
// buffer that an image is made from, and the largest sizes.
#pragma once

#include <CL/cl.h>

#include "platform/context.h"
#include "platform/info.h"
#include "runtime/image/image_desc.h"
#include "support/result.h"

namespace heddle {

/// Returns bytes: kernels load and store the words of an element.
size_t image_base_alignment(size_t element_size);
/// Returns bytes, for rows and for slices.
size_t image_pitch_alignment(size_t element_size);
/// Returns the bytes that an image with complete pitches has in a buffer.
size_t size_in_buffer(const ImageShape& shape, size_t element_size);

/// The image that a query is about.
struct ImageQuestion {
  const cl_mem_properties* properties;
  cl_mem_flags flags;
  const cl_image_format* format;  ///< null: any
  const cl_image_desc* desc;      ///< null: any
};
/// Answers clGetImageRequirementsInfoEXT.
Status image_requirements(const Context& context, const ImageQuestion& question, cl_uint id,
                          const InfoSink& sink);

}  // namespace heddle
