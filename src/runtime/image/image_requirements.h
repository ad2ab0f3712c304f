// SPDX-License-Identifier: Apache-2.0
// What an image needs of the buffer that it is made from, and how large it can be
// (cl_ext_image_requirements_info, cl_ext_image_from_buffer).
#pragma once

#include <CL/cl.h>

#include "platform/context.h"
#include "platform/info.h"
#include "runtime/image/image_desc.h"
#include "support/result.h"

namespace heddle {

/// Bytes. Kernels load and store the words of an element.
size_t image_base_alignment(size_t element_size);
/// Bytes: those of the rows, and those of the slices.
size_t image_pitch_alignment(size_t element_size);
/// The bytes that an image with complete pitches has in a buffer.
size_t size_in_buffer(const ImageShape& shape, size_t element_size);

struct ImageQuestion {
  const cl_mem_properties* properties;
  cl_mem_flags flags;
  const cl_image_format* format;  ///< null: of any
  const cl_image_desc* desc;      ///< null: of any
};
/// clGetImageRequirementsInfoEXT.
Status image_requirements(const Context& context, const ImageQuestion& question, cl_uint id,
                          const InfoSink& sink);

}  // namespace heddle
