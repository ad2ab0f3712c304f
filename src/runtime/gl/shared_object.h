// SPDX-License-Identifier: Apache-2.0
// What a memory object is that shares a GL object ([EX11]): bytes of its own, which an acquire
// fills from the GL object and a release writes back.
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
  /// type() of what is not an object of the application's in OpenGL.
  static constexpr cl_gl_object_type kNotOfGl = 0;

  /// Where its GL object is: that of the memory object's context.
  virtual ShareGroup& group(const Memory& memory) const;

  /// What clGetGLObjectInfo answers.
  cl_gl_object_type type() const { return type_; }
  Uint name() const { return name_; }
  /// What clGetGLTextureInfo answers; a target of 0: not a texture.
  Enum target() const { return target_; }
  Int level() const { return level_; }

  /// On the share group's thread. Reads the GL object into `memory`; CL_INVALID_GL_OBJECT if it is
  /// not what it was when `memory` was made from it.
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

/// The one that `memory` was made from, or null.
SharedObject* shared_origin(const Memory& memory);
/// If it is of OpenGL: CL_INVALID_GL_OBJECT.
Result<SharedObject*> shared_object(const Memory& memory);

/// CL_INVALID_GL_OBJECT if a call of GL's since the last check has failed.
Status check(const Functions& f);

/// The rest is on the share group's thread: what the calls of [EX11] make memory objects from, once
/// the object is known to be of the kind and complete. CL_INVALID_GL_OBJECT for what it is not.

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
/// CL_INVALID_MIP_LEVEL, CL_INVALID_OPERATION, CL_INVALID_IMAGE_FORMAT_DESCRIPTOR, too. `target` is
/// one of the chapter's, but for GL_TEXTURE_BUFFER, which has no levels.
Result<ImageSource> open_texture(const Functions& f, Enum target, Int level, Uint texture);
Result<ImageSource> open_buffer_texture(const Functions& f, Uint texture);
Result<ImageSource> open_renderbuffer(const Functions& f, Uint renderbuffer);

}  // namespace heddle::gl
