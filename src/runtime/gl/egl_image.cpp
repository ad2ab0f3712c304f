// SPDX-License-Identifier: Apache-2.0
#include "runtime/gl/egl_image.h"

#include <CL/cl_egl.h>

#include "runtime/gl/create.h"
#include "runtime/gl/egl.h"
#include "runtime/gl/formats.h"
#include "runtime/gl/pixels.h"
#include "runtime/gl/share_group.h"
#include "runtime/gl/shared_object.h"
#include "runtime/memory/memory_flags.h"

namespace heddle::gl {
namespace {

class EglImageObject final : public SharedObject {
 public:
  EglImageObject(std::shared_ptr<ShareGroup> group, Uint texture)
      : SharedObject(kNotOfGl, texture), group_(std::move(group)) {}
  // Deletes the texture, which has kept the EGLImage's elements alive (EGL_KHR_image_base).
  ~EglImageObject() override {
    static_cast<void>(group_->run([this](const Functions& f) -> Status {
      const Uint texture = name();
      f.DeleteTextures(1, &texture);
      return {};
    }));
  }
  ShareGroup& group(const Memory&) const override { return *group_; }

 private:
  Status read(const Functions& f, const Memory& memory) override {
    f.BindTexture(kTexture2D, name());
    read_texture(f, kTexture2D, 0, image_of(memory));
    f.BindTexture(kTexture2D, 0);
    return check(f);
  }
  Status write(const Functions& f, const Memory& memory) override {
    f.BindTexture(kTexture2D, name());
    write_texture(f, kTexture2D, 0, image_of(memory));
    f.BindTexture(kTexture2D, 0);
    return check(f);
  }

  const std::shared_ptr<ShareGroup> group_;
};

/// Describes the EGLImage by its sibling, the bound texture.
Result<ImageSource> describe(const Functions& f) {
  const auto ask = [&](Enum what) {
    Int value = 0;
    f.GetTexLevelParameteriv(kTexture2D, 0, what, &value);
    return value;
  };
  ImageSource source{};
  source.desc.image_type = CL_MEM_OBJECT_IMAGE2D;
  source.desc.image_width = static_cast<size_t>(ask(kTextureWidth));
  source.desc.image_height = static_cast<size_t>(ask(kTextureHeight));
  const StoredFormat stored{static_cast<Enum>(ask(kTextureInternalFormat)), ask(kTextureRedSize),
                            ask(kTextureRedType)};
  source.format = TRY(image_format_of(stored));
  TRY(check(f));
  return source;
}

Result<ImageSource> open_image(const Functions& f, std::shared_ptr<ShareGroup> group, void* image) {
  TRY(require(f.EGLImageTargetTexture2DOES != nullptr, CL_IMAGE_FORMAT_NOT_SUPPORTED,
              "OpenGL takes no EGLImages"));
  Uint texture = 0;
  f.GenTextures(1, &texture);
  f.BindTexture(kTexture2D, texture);
  f.EGLImageTargetTexture2DOES(kTexture2D, image);
  const bool valid = f.GetError() == kNoError;
  auto source = describe(f);
  f.BindTexture(kTexture2D, 0);
  if (!valid || !source) f.DeleteTextures(1, &texture);
  TRY(require(valid, CL_INVALID_EGL_OBJECT_KHR, "not an EGLImage of the display"));
  ImageSource made = TRY(std::move(source));
  made.object = std::make_unique<EglImageObject>(std::move(group), texture);
  return made;
}

}  // namespace

Result<Ref<Memory>> create_from_egl_image(Context& context, void* display, void* image,
                                          cl_mem_flags flags,
                                          const cl_egl_image_properties_khr* properties) {
  TRY(require(!properties || !*properties, CL_INVALID_VALUE, "there are no properties"));
  const cl_mem_flags complete = TRY(memory_flags(flags, kContentAccess | kHostAccess));
  TRY(require(is_egl_display(display), CL_INVALID_VALUE, "not an EGLDisplay that is initialised"));
  TRY(require(may_be_egl_image(display, image), CL_INVALID_EGL_OBJECT_KHR,
              "not an EGLImage of the display"));
  const auto group = TRY(ShareGroup::of_display(display));
  auto made = image_from(context, complete, *group,
                         [&](const Functions& f) { return open_image(f, group, image); });
  if (!made && made.error().code == CL_INVALID_IMAGE_FORMAT_DESCRIPTOR) {
    return Error{CL_IMAGE_FORMAT_NOT_SUPPORTED,
                 made.error().why};  // this call has another code for it
  }
  return made;
}

}  // namespace heddle::gl
