// SPDX-License-Identifier: Apache-2.0
#include "runtime/gl/shared_object.h"

namespace heddle::gl {

Status SharedObject::acquire(const Functions& f, const Memory& memory) {
  TRY(read(f, memory));
  acquired_ = true;
  return {};
}

Status SharedObject::release(const Functions& f, const Memory& memory) {
  if (!acquired_.exchange(false) || memory.is_immutable()) return {};
  return write(f, memory);
}

ShareGroup& SharedObject::group(const Memory& memory) const {
  return *static_cast<ShareGroup*>(memory.context().sharing());
}

SharedObject* shared_origin(const Memory& memory) {
  return dynamic_cast<SharedObject*>(memory.origin());
}

Result<SharedObject*> shared_object(const Memory& memory) {
  SharedObject* const object = shared_origin(memory);
  TRY(require(object && object->type() != SharedObject::kNotOfGl, CL_INVALID_GL_OBJECT,
              "not made from an object of OpenGL"));
  return object;
}

Status check(const Functions& f) {
  return require(f.GetError() == kNoError, CL_INVALID_GL_OBJECT,
                 "the object of OpenGL is not what it was, or is in use there");
}

}  // namespace heddle::gl
