// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <bit>

#include "runtime/gl/formats.h"
#include "runtime/gl/pixels.h"
#include "runtime/gl/samples.h"
#include "runtime/gl/shared_object.h"

namespace heddle::gl {
namespace {

bool is_cube_face(Enum target) {
  return target >= kTextureCubeMapFirst && target <= kTextureCubeMapLast;
}

/// Returns the target that a texture for `target` is bound to.
Enum binding_of(Enum target) {
  return is_cube_face(target) ? kTextureCubeMap : target;
}

bool is_multi_sampled(Enum target) {
  return target == kTexture2DMultisample || target == kTexture2DMultisampleArray;
}

bool has_levels(Enum target) {
  return target != kTextureRectangle && !is_multi_sampled(target);
}

/// A texture while it is bound. It has to be of the target's type: GL refuses others.
class Bound {
 public:
  Bound(const Functions& f, Enum target, Uint texture) : f_(f), target_(target) {
    if (f.IsTexture(texture)) {  // a name that is none would be made one by binding it
      f.BindTexture(binding_of(target), texture);
      bound_ = f.GetError() == kNoError;
    }
  }
  Bound(const Bound&) = delete;
  Bound& operator=(const Bound&) = delete;
  ~Bound() { f_.BindTexture(binding_of(target_), 0); }

  Status status() const {
    return require(bound_, CL_INVALID_GL_OBJECT,
                   "not a texture of the share group, or of another target");
  }
  Int parameter(Enum what) const {
    Int value = 0;
    f_.GetTexParameteriv(binding_of(target_), what, &value);
    return value;
  }
  Int level(Enum of, Int level, Enum what) const {
    Int value = 0;
    f_.GetTexLevelParameteriv(of, level, what, &value);
    return value;
  }
  Int level(Int level, Enum what) const { return this->level(target_, level, what); }

 private:
  const Functions& f_;
  const Enum target_;
  bool bound_ = false;
};

struct Extent {
  Int width, height, depth;  ///< 0: there is no such level; layers of arrays are the last one
  Enum internal;
  Int samples;  ///< 0: not multi-sampled

  bool operator==(const Extent&) const = default;
  /// Returns the size of the next smaller level of a texture of this target.
  Extent next(Enum target) const {
    const auto half = [](Int size) { return std::max(size / 2, 1); };
    return {half(width), target == kTexture1DArray ? height : half(height),
            target == kTexture2DArray ? depth : half(depth), internal, samples};
  }
};

Extent extent_of(const Bound& texture, Enum target, Int level) {
  return {texture.level(target, level, kTextureWidth), texture.level(target, level, kTextureHeight),
          texture.level(target, level, kTextureDepth),
          static_cast<Enum>(texture.level(target, level, kTextureInternalFormat)),
          is_multi_sampled(target) ? texture.level(target, level, kTextureSamples) : 0};
}

/// The levels that a complete texture has (OpenGL 2.1 §3.8.10), level_base to q.
struct Levels {
  Int base, last;
};

Levels levels_of(const Bound& texture, Enum target) {
  if (!has_levels(target)) return {0, 0};
  Int base = texture.parameter(kTextureBaseLevel), most = texture.parameter(kTextureMaxLevel);
  if (texture.parameter(kTextureImmutableFormat)) {
    const Int end = texture.parameter(kTextureImmutableLevels);
    base = std::min(base, end - 1);
    most = std::min(most, end - 1);
  }
  const Extent first = extent_of(texture, target, base);
  Int size = first.width;
  if (target != kTexture1DArray) size = std::max(size, first.height);
  if (target == kTexture3D) size = std::max(size, first.depth);
  const Int halves = std::bit_width(static_cast<unsigned>(std::max(size, 1))) - 1;
  return {base, std::min(base + halves, most)};
}

/// Tells whether the texture is complete for its minification filter.
bool is_complete(const Bound& texture, Enum target, const Levels& levels) {
  const Extent first = extent_of(texture, target, levels.base);
  if (first.width == 0 || first.height == 0 || first.depth == 0) return false;
  const auto is_whole = [&](Enum face, Int last) {
    Extent expected = first;
    for (Int level = levels.base; level <= last; ++level) {
      if (extent_of(texture, face, level) != expected) return false;
      expected = expected.next(target);
    }
    return true;
  };
  const auto needs_levels = [&] {
    const auto filter = static_cast<Enum>(texture.parameter(kTextureMinFilter));
    return filter != kNearest && filter != kLinear;
  };
  const Int last = has_levels(target) && needs_levels() ? levels.last : levels.base;
  if (!is_cube_face(target)) return is_whole(target, last);
  for (Enum face = kTextureCubeMapFirst; face <= kTextureCubeMapLast; ++face) {
    if (!is_whole(face, last)) return false;
  }
  return first.width == first.height;
}

cl_gl_object_type object_type(Enum target) {
  switch (target) {
    case kTexture1D:
      return CL_GL_OBJECT_TEXTURE1D;
    case kTexture1DArray:
      return CL_GL_OBJECT_TEXTURE1D_ARRAY;
    case kTexture2DArray:
    case kTexture2DMultisampleArray:
      return CL_GL_OBJECT_TEXTURE2D_ARRAY;
    case kTexture3D:
      return CL_GL_OBJECT_TEXTURE3D;
    default:
      return CL_GL_OBJECT_TEXTURE2D;
  }
}

cl_image_desc image_desc(Enum target, const Extent& extent) {
  const auto width = static_cast<size_t>(extent.width), height = static_cast<size_t>(extent.height),
             depth = static_cast<size_t>(extent.depth);
  cl_image_desc desc{};
  desc.image_width = width;
  desc.num_samples = static_cast<cl_uint>(extent.samples);
  switch (target) {
    case kTexture1D:
      desc.image_type = CL_MEM_OBJECT_IMAGE1D;
      break;
    case kTexture1DArray:
      desc.image_type = CL_MEM_OBJECT_IMAGE1D_ARRAY;
      desc.image_array_size = height;
      break;
    case kTexture2DArray:
    case kTexture2DMultisampleArray:
      desc.image_type = CL_MEM_OBJECT_IMAGE2D_ARRAY;
      desc.image_height = height;
      desc.image_array_size = depth;
      break;
    case kTexture3D:
      desc.image_type = CL_MEM_OBJECT_IMAGE3D;
      desc.image_height = height;
      desc.image_depth = depth;
      break;
    default:
      desc.image_type = CL_MEM_OBJECT_IMAGE2D;
      desc.image_height = height;
  }
  return desc;
}

class TextureObject final : public SharedObject {
 public:
  TextureObject(Uint name, Enum target, Int level, const Extent& extent)
      : SharedObject(object_type(target), name, target, level), extent_(extent) {}

 private:
  Status read(const Functions& f, const Memory& memory) override {
    const Bound texture(f, target(), name());
    TRY(is_as_it_was(texture));
    if (extent_.samples) return read_samples(f, extent_.internal, image_of(memory));
    read_texture(f, target(), level(), image_of(memory));
    return check(f);
  }
  Status write(const Functions& f, const Memory& memory) override {
    const Bound texture(f, target(), name());
    TRY(is_as_it_was(texture));
    const ImageDetails& image = image_of(memory);
    const bool read_only = image.format().has_stencil() || extent_.samples;
    if (!read_only) write_texture(f, target(), level(), image);
    return check(f);
  }

  // Checks that the texture still has the size and format that the image was made from. A larger
  // one would be copied past the end of the image.
  Status is_as_it_was(const Bound& texture) const {
    TRY(texture.status());
    return require(extent_of(texture, target(), level()) == extent_, CL_INVALID_GL_OBJECT,
                   "the texture has another size or format than when the image was made from it");
  }

  const Extent extent_;
};

}  // namespace

Result<ImageSource> open_texture(const Functions& f, Enum target, Int level, Uint name) {
  const Bound texture(f, target, name);
  TRY(texture.status());
  const Levels levels = levels_of(texture, target);
  TRY(require(is_complete(texture, target, levels), CL_INVALID_GL_OBJECT,
              "the texture is not complete for its minification filter"));
  TRY(require(level >= levels.base && level <= levels.last, CL_INVALID_MIP_LEVEL,
              "the texture cannot have this level"));
  const Extent extent = extent_of(texture, target, level);
  TRY(require(extent.width > 0 && extent.height > 0, CL_INVALID_GL_OBJECT,
              "this level of the texture is not defined"));
  TRY(require(texture.level(level, kTextureBorder) == 0, CL_INVALID_OPERATION,
              "the texture has a border"));
  const cl_image_format format =
      TRY(image_format_of({extent.internal, texture.level(level, kTextureRedSize),
                           texture.level(level, kTextureRedType)}));
  TRY(check(f));
  return ImageSource{format, image_desc(target, extent),
                     std::make_unique<TextureObject>(name, target, level, extent)};
}

}  // namespace heddle::gl
