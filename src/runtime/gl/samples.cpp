// SPDX-License-Identifier: Apache-2.0
#include "runtime/gl/samples.h"

#include <string>

#include "runtime/gl/formats.h"
#include "runtime/gl/pixels.h"
#include "runtime/gl/shared_object.h"

namespace heddle::gl {
namespace {

/// A triangle over all pixels, made from the numbers of its vertices.
constexpr const char* kVertices = R"(#version 150
void main() {
  gl_Position = vec4(vec2(gl_VertexID & 1, gl_VertexID >> 1) * 4.0 - 1.0, 0.0, 1.0);
}
)";

/// Returns GLSL's prefix for the kind of a format's channels: `sampler2DMS`, `isampler2DMS`,
/// `usampler2DMS`.
const char* prefix_of(cl_channel_type type) {
  if (type >= CL_SIGNED_INT8 && type <= CL_SIGNED_INT32) return "i";
  return type >= CL_UNSIGNED_INT8 && type <= CL_UNSIGNED_INT32 ? "u" : "";
}

std::string fragments(const ImageFormat& format, bool is_array) {
  const std::string prefix = prefix_of(format.data_type());
  std::string text = "#version 150\nuniform int layer, number;\n";
  text += "uniform " + prefix + "sampler2DMS" + (is_array ? "Array" : "") + " image;\n";
  if (!format.is_depth()) text += "out " + prefix + "vec4 color;\n";
  text += "void main() {\n  ivec2 p = ivec2(gl_FragCoord.xy);\n";
  text +=
      format.is_depth() ? "  gl_FragDepth = texelFetch(image, " : "  color = texelFetch(image, ";
  text += is_array ? "ivec3(p, layer), number)" : "p, number)";
  return text + (format.is_depth() ? ".x;\n}\n" : ";\n}\n");
}

void attach(const Functions& f, Uint program, Enum type, const char* text) {
  const Uint shader = f.CreateShader(type);
  f.ShaderSource(shader, 1, &text, nullptr);
  f.CompileShader(shader);
  f.AttachShader(program, shader);
  f.DeleteShader(shader);  // lives as long as the program
}

/// The objects for drawing, current while this lives; nothing of them stays.
class Drawing {
 public:
  Drawing(const Functions& f, Enum internal, const ImageDetails& image) : f_(f), image_(image) {
    const ImageFormat& format = image.format();
    const PixelFormat pixels = pixel_format(format.cl);
    f.GenTextures(1, &copies_);
    f.BindTexture(kTexture2DArray, copies_);
    f.TexParameteri(kTexture2DArray, kTextureMaxLevel, 0);
    f.TexImage3D(kTexture2DArray, 0, static_cast<Int>(internal), width(), height(), slices(), 0,
                 pixels.format, pixels.type, nullptr);
    f.GenVertexArrays(1, &vertices_);
    f.BindVertexArray(vertices_);
    f.GenFramebuffers(1, &frame_);
    f.BindFramebuffer(kFramebuffer, frame_);
    f.Viewport(0, 0, width(), height());
    f.Disable(kDither);
    if (format.is_depth()) {
      f.DrawBuffer(kNone);
      f.ReadBuffer(kNone);
      f.Enable(kDepthTest);  // or no depth is written
      f.DepthFunc(kAlways);
    }
    if (format.order() == CL_sRGBA) f.Enable(kFramebufferSrgb);  // as they are decoded when fetched
    program_ = f.CreateProgram();
    attach(f, program_, kVertexShader, kVertices);
    attach(f, program_, kFragmentShader, fragments(format, image.shape().is_array()).c_str());
    f.LinkProgram(program_);
  }
  Drawing(const Drawing&) = delete;
  Drawing& operator=(const Drawing&) = delete;
  ~Drawing() {
    f_.UseProgram(0);
    f_.DeleteProgram(program_);
    f_.Disable(kDepthTest);
    f_.Disable(kFramebufferSrgb);
    f_.BindFramebuffer(kFramebuffer, 0);
    f_.DeleteFramebuffers(1, &frame_);
    f_.BindVertexArray(0);
    f_.DeleteVertexArrays(1, &vertices_);
    f_.BindTexture(kTexture2DArray, 0);
    f_.DeleteTextures(1, &copies_);
  }

  Status draw() {
    Int linked = 0;
    f_.GetProgramiv(program_, kLinkStatus, &linked);
    TRY(require(linked, CL_INVALID_GL_OBJECT, "OpenGL has no shader that reads samples"));
    f_.UseProgram(program_);
    const Int layer = f_.GetUniformLocation(program_, "layer");
    const Int number = f_.GetUniformLocation(program_, "number");
    const auto samples = static_cast<Int>(image_.shape().num_samples);
    for (Int slice = 0; slice < slices(); ++slice) {
      f_.FramebufferTextureLayer(kFramebuffer, attachment(), copies_, 0, slice);
      TRY(require(f_.CheckFramebufferStatus(kFramebuffer) == kFramebufferComplete,
                  CL_INVALID_GL_OBJECT, "OpenGL cannot draw into textures of this format"));
      f_.Uniform1i(layer, slice / samples);
      f_.Uniform1i(number, slice % samples);
      f_.DrawArrays(kTriangles, 0, 3);
    }
    return {};
  }

 private:
  Int width() const { return image_.levels()[0].width; }
  Int height() const { return image_.levels()[0].height; }
  Int slices() const { return static_cast<Int>(image_.shape().slices()); }
  Enum attachment() const {
    return image_.format().has_stencil() ? kDepthStencilAttachment
           : image_.format().is_depth()  ? kDepthAttachment
                                         : kColorAttachment0;
  }

  const Functions& f_;
  const ImageDetails& image_;
  Uint copies_ = 0, vertices_ = 0, frame_ = 0, program_ = 0;
};

}  // namespace

Status read_samples(const Functions& f, Enum internal, const ImageDetails& image) {
  Drawing drawing(f, internal, image);
  TRY(drawing.draw());
  read_texture(f, kTexture2DArray, 0, image);
  return check(f);
}

}  // namespace heddle::gl
