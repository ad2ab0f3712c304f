// SPDX-License-Identifier: Apache-2.0
#include "runtime/gl/formats.h"
#include "runtime/gl/shared_object.h"

namespace heddle::gl {
namespace {

/// A buffer, or the part of one that a buffer texture shows.
class BufferObject final : public SharedObject {
 public:
  explicit BufferObject(Uint buffer)
      : SharedObject(CL_GL_OBJECT_BUFFER, buffer), buffer_(buffer), offset_(0) {}
  BufferObject(Uint texture, Uint buffer, ptrdiff_t offset)
      : SharedObject(CL_GL_OBJECT_TEXTURE_BUFFER, texture, kTextureBuffer),
        buffer_(buffer),
        offset_(offset) {}

 private:
  Status read(const Functions& f, const Memory& memory) override {
    TRY(bind(f));
    f.GetBufferSubData(kBuffer, offset_, static_cast<ptrdiff_t>(memory.size()), memory.data());
    return unbind(f);
  }
  Status write(const Functions& f, const Memory& memory) override {
    TRY(bind(f));
    f.BufferSubData(kBuffer, offset_, static_cast<ptrdiff_t>(memory.size()), memory.data());
    return unbind(f);
  }

  // Binds the buffer. Binding a name that the application has deleted would create it anew.
  Status bind(const Functions& f) const {
    TRY(require(f.IsBuffer(buffer_), CL_INVALID_GL_OBJECT, "the GL buffer has been deleted"));
    f.BindBuffer(kBuffer, buffer_);
    return {};
  }
  static Status unbind(const Functions& f) {
    f.BindBuffer(kBuffer, 0);
    return check(f);
  }

  const Uint buffer_;
  const ptrdiff_t offset_;
};

}  // namespace

Result<BufferSource> open_buffer(const Functions& f, Uint buffer) {
  TRY(require(f.IsBuffer(buffer), CL_INVALID_GL_OBJECT, "not a buffer of the share group"));
  int64_t size = 0;
  f.BindBuffer(kBuffer, buffer);
  f.GetBufferParameteri64v(kBuffer, kBufferSize, &size);
  f.BindBuffer(kBuffer, 0);
  TRY(check(f));
  TRY(require(size > 0, CL_INVALID_GL_OBJECT, "the GL buffer has no data store, or an empty one"));
  return BufferSource{static_cast<size_t>(size), std::make_unique<BufferObject>(buffer)};
}

Result<ImageSource> open_buffer_texture(const Functions& f, Uint texture) {
  TRY(require(f.IsTexture(texture), CL_INVALID_GL_OBJECT, "not a texture of the share group"));
  f.BindTexture(kTextureBuffer, texture);
  TRY(check(f));  // binds another target
  const auto ask = [&](Enum what) {
    Int value = 0;
    f.GetTexLevelParameteriv(kTextureBuffer, 0, what, &value);
    return value;
  };
  const Int width = ask(kTextureWidth), offset = ask(kTextureBufferOffset);
  const auto buffer = static_cast<Uint>(ask(kTextureBufferDataStoreBinding));
  const StoredFormat stored{static_cast<Enum>(ask(kTextureInternalFormat)), 0, 0};
  f.BindTexture(kTextureBuffer, 0);
  TRY(check(f));
  TRY(require(buffer != 0 && width > 0, CL_INVALID_GL_OBJECT, "the texture has no buffer"));
  cl_image_desc desc{};
  desc.image_type = CL_MEM_OBJECT_IMAGE1D_BUFFER;
  desc.image_width = static_cast<size_t>(width);
  return ImageSource{TRY(image_format_of(stored)), desc,
                     std::make_unique<BufferObject>(texture, buffer, offset)};
}

}  // namespace heddle::gl
