// SPDX-License-Identifier: Apache-2.0
// A memory object that shares a GL object ([EX11]). It has bytes of its own: an acquire fills them
// from the GL object, and a release writes them back.
#pragma once

#include <CL/cl_gl.h>

#include <atomic>
#include <memory>

#include "runtime/gl/gl_api.h"
#include "runtime/gl/share_group.h"
#include "runtime/memory/memory.h"
#include "support/result.h"

namespace heddle::gl {

class SharedObject : public Memory::Origin {
 public:
  /// The type() of an object that is not the application's in OpenGL.
  static constexpr cl_gl_object_type kNotOfGl = 0;

  /// Returns the group of its GL object: that of the memory object's context.
  virtual ShareGroup& group(const Memory& memory) const;

  /// Answers for clGetGLObjectInfo.
  cl_gl_object_type type() const { return type_; }
  Uint name() const { return name_; }
  /// Answers for clGetGLTextureInfo; a target of 0: not a texture.
  Enum target() const { return target_; }
  Int level() const { return level_; }

  /// Reads the GL object into `memory`, on the share group's thread. CL_INVALID_GL_OBJECT if the GL
  /// object has changed since `memory` was made from it.
  Status acquire(const Functions& f, const Memory& memory);
  /// Writes it back, if it has been acquired since the last time.
  Status release(const Functions& f, const Memory& memory);

 protected:
  SharedObject(cl_gl_object_type type, Uint name, Enum target = 0, Int level = 0)
      : type_(type), name_(name), target_(target), level_(level) {}

 private:
  virtual Status read(const Functions& f, const Memory& memory) = 0;
  virtual Status write(const Functions& f, const Memory& memory) = 0;

  const cl_gl_object_type type_;
  const Uint name_;
  const Enum target_;
  const Int level_;
  std::atomic<bool> acquired_{false};
};

/// Returns the origin of `memory`, or null.
SharedObject* shared_origin(const Memory& memory);
/// Returns the origin if it is OpenGL's: CL_INVALID_GL_OBJECT.
Result<SharedObject*> shared_object(const Memory& memory);

/// Fails with CL_INVALID_GL_OBJECT if a call of GL's since the last check has failed.
Status check(const Functions& f);

/// Sources of memory objects for the calls of [EX11]. The functions below run on the share group's
/// thread, and check that the object is of the kind and complete: CL_INVALID_GL_OBJECT.

struct BufferSource {
  size_t size;
  std::unique_ptr<SharedObject> object;
};
Result<BufferSource> open_buffer(const Functions& f, Uint buffer);

struct ImageSource {
  cl_image_format format;
  cl_image_desc desc;
  std::unique_ptr<SharedObject> object;
};
/// Fails with CL_INVALID_MIP_LEVEL, CL_INVALID_OPERATION, CL_INVALID_IMAGE_FORMAT_DESCRIPTOR, too.
/// `target` is one of the chapter's except GL_TEXTURE_BUFFER, which has no levels.
Result<ImageSource> open_texture(const Functions& f, Enum target, Int level, Uint texture);
Result<ImageSource> open_buffer_texture(const Functions& f, Uint texture);
Result<ImageSource> open_renderbuffer(const Functions& f, Uint renderbuffer);

}  // namespace heddle::gl
