// SPDX-License-Identifier: Apache-2.0
#include "runtime/gl/create.h"

#include <algorithm>
#include <optional>
#include <tuple>

#include "runtime/gl/share_group.h"
#include "runtime/gl/shared_object.h"
#include "runtime/image/image.h"
#include "runtime/memory/buffer.h"
#include "runtime/memory/memory_flags.h"

namespace heddle::gl {
namespace {

constexpr Enum kTargets[] = {
    kTexture1D,
    kTexture1DArray,
    kTexture2DArray,
    kTextureBuffer,
    kTexture2DMultisample,
    kTexture2DMultisampleArray,
    // k3DTargets
    kTexture3D,
    // k2DTargets
    kTexture2D,
    kTextureRectangle,
    kTextureCubeMapFirst,
    kTextureCubeMapFirst + 1,
    kTextureCubeMapFirst + 2,
    kTextureCubeMapFirst + 3,
    kTextureCubeMapFirst + 4,
    kTextureCubeMapLast,
};

/// Returns the result of `open(functions)` on the group's thread.
template <class Source, class Open>
Result<Source> opened(ShareGroup& group, const Open& open) {
  std::optional<Source> source;
  TRY(group.run([&](const Functions& f) -> Status {
    source = TRY(open(f));
    return {};
  }));
  return *std::move(source);
}

}  // namespace

constinit const std::span<const Enum> kAnyTarget(kTargets);
constinit const std::span<const Enum> k3DTargets = std::span<const Enum>(kTargets).subspan(6, 1);
constinit const std::span<const Enum> k2DTargets = std::span<const Enum>(kTargets).subspan(7);

Result<Ref<Memory>> create_from_buffer(Context& context, cl_mem_flags flags, Uint buffer) {
  ShareGroup& group = *TRY(ShareGroup::of(context));
  const cl_mem_flags complete = TRY(memory_flags(flags, kDeviceAccess));
  BufferSource source =
      TRY(opened<BufferSource>(group, [&](const Functions& f) { return open_buffer(f, buffer); }));
  auto memory = TRY(create_buffer(context, complete, source.size, nullptr));
  memory->set_origin(std::move(source.object));
  return memory;
}

Result<Ref<Memory>> image_from(Context& context, cl_mem_flags flags, ShareGroup& group,
                               const OpenImage& open) {
  ImageSource source = TRY(opened<ImageSource>(group, open));
  cl_image_desc& desc = source.desc;
  const ImageFormat* const format = known_format(source.format, desc.image_type);
  TRY(require(format != nullptr, CL_INVALID_IMAGE_FORMAT_DESCRIPTOR,
              "no image of this type has the texture's format"));
  TRY(require(!format->has_stencil() || flags == CL_MEM_READ_ONLY,
              CL_INVALID_IMAGE_FORMAT_DESCRIPTOR, "images with stencil are CL_MEM_READ_ONLY"));
  Ref<Memory> image;
  if (desc.image_type == CL_MEM_OBJECT_IMAGE1D_BUFFER) {
    const size_t size = desc.image_width * format->element_size;
    const Ref<Memory> elements = TRY(create_buffer(context, flags, size, nullptr));
    elements->publish();               // CL_MEM_ASSOCIATED_MEMOBJECT
    desc.mem_object = elements.get();  // the image keeps it alive
    image = TRY(create_image(context, flags, &format->cl, &desc, nullptr));
  } else {
    image = TRY(create_shared_image(context, flags, *format, desc));
  }
  image->set_origin(std::move(source.object));
  return image;
}

Result<Ref<Memory>> create_from_texture(Context& context, cl_mem_flags flags,
                                        std::span<const Enum> targets, Enum target, Int level,
                                        Uint texture) {
  ShareGroup& group = *TRY(ShareGroup::of(context));
  const cl_mem_flags complete = TRY(memory_flags(flags, kDeviceAccess));
  TRY(require(std::ranges::find(targets, target) != targets.end(), CL_INVALID_VALUE,
              "not a texture target that the call takes"));
  TRY(require(target != kTextureBuffer || level == 0, CL_INVALID_MIP_LEVEL,
              "a buffer texture has no levels"));
  return image_from(context, complete, group, [&](const Functions& f) {
    return target == kTextureBuffer ? open_buffer_texture(f, texture)
                                    : open_texture(f, target, level, texture);
  });
}

Result<Ref<Memory>> create_from_renderbuffer(Context& context, cl_mem_flags flags,
                                             Uint renderbuffer) {
  ShareGroup& group = *TRY(ShareGroup::of(context));
  const cl_mem_flags complete = TRY(memory_flags(flags, kDeviceAccess));
  return image_from(context, complete, group,
                    [&](const Functions& f) { return open_renderbuffer(f, renderbuffer); });
}

Status texture_info(const Memory& memory, cl_gl_texture_info id, const InfoSink& sink) {
  using M = const Memory&;
  static constexpr std::tuple table{
      Row{CL_GL_TEXTURE_TARGET, [](M m) { return shared_origin(m)->target(); }},
      Row{CL_GL_MIPMAP_LEVEL, [](M m) { return shared_origin(m)->level(); }},
      Row{CL_GL_NUM_SAMPLES,
          [](M m) { return std::max(static_cast<Int>(image_of(m).shape().num_samples), 1); }},
  };
  const SharedObject& object = *TRY(shared_object(memory));
  TRY(require(object.target() != 0, CL_INVALID_GL_OBJECT, "not made from a texture"));
  TRY(require(sink.out || sink.needed, CL_INVALID_VALUE, "nothing is asked for"));
  return query(table, memory, id, sink);
}

}  // namespace heddle::gl
