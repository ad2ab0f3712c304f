// SPDX-License-Identifier: Apache-2.0
#include "runtime/gl/formats.h"
#include "runtime/gl/pixels.h"
#include "runtime/gl/shared_object.h"

namespace heddle::gl {
namespace {

/// A renderbuffer. GL lets nobody read or write its elements but by drawing, with conversions. So
/// they go through a texture of the same internal format, by copies of bits.
class RenderbufferObject final : public SharedObject {
 public:
  RenderbufferObject(Uint name, Enum internal)
      : SharedObject(CL_GL_OBJECT_RENDERBUFFER, name), internal_(internal) {}

 private:
  Status read(const Functions& f, const Memory& memory) override {
    return with_texture(f, memory, [&](Uint texture, const ImageDetails& image) {
      f.CopyImageSubData(name(), kRenderbuffer, 0, 0, 0, 0, texture, kTexture2D, 0, 0, 0, 0,
                         image.levels()[0].width, image.levels()[0].height, 1);
      read_texture(f, kTexture2D, 0, image);
    });
  }
  Status write(const Functions& f, const Memory& memory) override {
    return with_texture(f, memory, [&](Uint texture, const ImageDetails& image) {
      write_texture(f, kTexture2D, 0, image);
      f.CopyImageSubData(texture, kTexture2D, 0, 0, 0, 0, name(), kRenderbuffer, 0, 0, 0, 0,
                         image.levels()[0].width, image.levels()[0].height, 1);
    });
  }

  template <class Body>
  Status with_texture(const Functions& f, const Memory& memory, const Body& body) const {
    TRY(require(f.IsRenderbuffer(name()), CL_INVALID_GL_OBJECT, "the renderbuffer was deleted"));
    const ImageDetails& image = image_of(memory);
    const PixelFormat pixels = pixel_format(image.format().cl);
    Uint texture = 0;
    f.GenTextures(1, &texture);
    f.BindTexture(kTexture2D, texture);
    f.TexParameteri(kTexture2D, kTextureMaxLevel, 0);
    f.TexImage2D(kTexture2D, 0, static_cast<Int>(internal_), image.levels()[0].width,
                 image.levels()[0].height, 0, pixels.format, pixels.type, nullptr);
    body(texture, image);
    f.BindTexture(kTexture2D, 0);
    f.DeleteTextures(1, &texture);
    return check(f);
  }

  const Enum internal_;
};

}  // namespace

Result<ImageSource> open_renderbuffer(const Functions& f, Uint renderbuffer) {
  TRY(require(f.IsRenderbuffer(renderbuffer), CL_INVALID_GL_OBJECT,
              "not a renderbuffer of the share group"));
  f.BindRenderbuffer(kRenderbuffer, renderbuffer);
  const auto ask = [&](Enum what) {
    Int value = 0;
    f.GetRenderbufferParameteriv(kRenderbuffer, what, &value);
    return value;
  };
  const Int width = ask(kRenderbufferWidth), height = ask(kRenderbufferHeight);
  const Int samples = ask(kRenderbufferSamples);
  // An internal format without a size in its name has normalized integers.
  const StoredFormat stored{static_cast<Enum>(ask(kRenderbufferInternalFormat)),
                            ask(kRenderbufferRedSize), kUnsignedNormalized};
  f.BindRenderbuffer(kRenderbuffer, 0);
  TRY(check(f));
  TRY(require(width > 0 && height > 0, CL_INVALID_GL_OBJECT, "the renderbuffer has no storage"));
  TRY(require(samples == 0, CL_INVALID_OPERATION, "the renderbuffer has several samples"));
  cl_image_desc desc{};
  desc.image_type = CL_MEM_OBJECT_IMAGE2D;
  desc.image_width = static_cast<size_t>(width);
  desc.image_height = static_cast<size_t>(height);
  return ImageSource{TRY(image_format_of(stored)), desc,
                     std::make_unique<RenderbufferObject>(renderbuffer, stored.internal)};
}

}  // namespace heddle::gl
