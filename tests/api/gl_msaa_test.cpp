// SPDX-License-Identifier: Apache-2.0
// Multi-sample textures of OpenGL ([EX18]).
#include <cmath>
#include <map>

#include "gl_fixture.h"

namespace {

using namespace gl_test;

constexpr GLsizei kWidth = 37, kHeight = 5, kLayers = 3, kSamples = 4;

/// What is drawn into a channel of each sample of each element.
int NumberAt(int x, int y, int layer, int sample, int channel) {
  return (x * 7 + y * 13 + layer * 41 + sample * 29) % 100 + channel;
}

/// A texture of some format, and how kernels see what was drawn into it.
struct Drawn {
  Format format;
  const char* kind;  ///< of GLSL's types, and of the function that reads: "", "i", "u"
  float divisor;     ///< of the numbers that are drawn
  float tolerance;   ///< of what a kernel reads
};

std::vector<Drawn> AllColors() {
  std::vector<Drawn> all;
  for (const Format& format : kFormats) {
    const cl_channel_type type = format.data_type;
    if (type >= CL_SIGNED_INT8 && type <= CL_UNSIGNED_INT32)
      all.push_back({format, type <= CL_SIGNED_INT32 ? "i" : "u", 1, 0});
    else if (format.is_float)
      all.push_back({format, "", 128, 0});
    else if (type == CL_SNORM_INT8 || type == CL_SNORM_INT16)
      all.push_back({format, "", 127, type == CL_SNORM_INT8 ? 1e-6f : 1e-4f});
    else
      all.push_back({format, "", 255, format.order == CL_sRGBA ? 1e-4f : 1e-6f});
  }
  return all;
}

const Drawn kDepths[] = {
    {{GL_DEPTH_COMPONENT16, 0, 0, CL_DEPTH, CL_UNORM_INT16, 2}, "depth", 128, 0.6f / 65535},
    {{GL_DEPTH_COMPONENT32F, 0, 0, CL_DEPTH, CL_FLOAT, 4}, "depth", 128, 0},
    {{GL_DEPTH24_STENCIL8, 0, 0, CL_DEPTH_STENCIL, CL_UNORM_INT24, 4}, "depth", 128, 2e-7f},
    {{GL_DEPTH32F_STENCIL8, 0, 0, CL_DEPTH_STENCIL, CL_FLOAT, 8}, "depth", 128, 0},
};

float ToLinear(float encoded) {
  return encoded <= 0.04045f ? encoded / 12.92f : std::pow((encoded + 0.055f) / 1.055f, 2.4f);
}

class GlMsaaTest : public GlTest {
 protected:
  static GLenum Target(bool array) {
    return array ? GL_TEXTURE_2D_MULTISAMPLE_ARRAY : GL_TEXTURE_2D_MULTISAMPLE;
  }
  static GLuint Shape(GLenum internal, bool array, GLsizei samples = kSamples) {
    GLuint texture = 0;
    glGenTextures(1, &texture);
    Reshape(texture, internal, array, samples);
    return texture;
  }
  static void Reshape(GLuint texture, GLenum internal, bool array, GLsizei samples,
                      GLsizei width = kWidth) {
    glBindTexture(Target(array), texture);
    if (array)
      glTexImage3DMultisample(Target(array), samples, internal, width, kHeight, kLayers, GL_TRUE);
    else
      glTexImage2DMultisample(Target(array), samples, internal, width, kHeight, GL_TRUE);
    glFinish();
  }

  static GLuint Painting(const Drawn& drawn) {
    const bool depth = drawn.format.order == CL_DEPTH || drawn.format.order == CL_DEPTH_STENCIL;
    const std::string kind = depth ? "" : drawn.kind;
    const std::string fragments =
        "#version 150\n"
        "uniform int layer, number;\n" +
        (depth ? "" : "out " + kind + "vec4 color;\n") +
        "void main() {\n"
        "  ivec2 p = ivec2(gl_FragCoord.xy);\n"
        "  int n = (p.x * 7 + p.y * 13 + layer * 41 + number * 29) % 100;\n  " +
        (depth ? "gl_FragDepth = float(n) / " : "color = " + kind + "vec4(n, n + 1, n + 2, n + 3)");
    const std::string divided = depth               ? "128.0;\n}"
                                : drawn.divisor > 1 ? " / " + std::to_string(drawn.divisor) + ";\n}"
                                                    : ";\n}";
    const GLuint program = glCreateProgram();
    const auto attach = [&](GLenum type, const std::string& text) {
      const GLuint shader = glCreateShader(type);
      const char* source = text.c_str();
      glShaderSource(shader, 1, &source, nullptr);
      glCompileShader(shader);
      glAttachShader(program, shader);
    };
    attach(GL_VERTEX_SHADER,
           "#version 150\n"
           "in vec2 at;\n"
           "void main() { gl_Position = vec4(at, 0.0, 1.0); }");
    attach(GL_FRAGMENT_SHADER, fragments + divided);
    glBindAttribLocation(program, 0, "at");
    glLinkProgram(program);
    GLint linked = 0;
    glGetProgramiv(program, GL_LINK_STATUS, &linked);
    EXPECT_TRUE(linked) << fragments + divided;
    return program;
  }

  /// Draws each sample of each layer by itself. False if OpenGL cannot draw into this format.
  static bool Paint(const Drawn& drawn, bool array, GLuint texture) {
    const bool stencil = drawn.format.order == CL_DEPTH_STENCIL;
    const bool depth = stencil || drawn.format.order == CL_DEPTH;
    GLuint frame = 0;
    glGenFramebuffers(1, &frame);
    glBindFramebuffer(GL_FRAMEBUFFER, frame);
    if (depth) {
      glDrawBuffer(GL_NONE);
      glReadBuffer(GL_NONE);
      glEnable(GL_DEPTH_TEST);
      glDepthFunc(GL_ALWAYS);
    }
    const GLuint program = Painting(drawn);
    glUseProgram(program);
    glViewport(0, 0, kWidth, kHeight);
    glEnable(GL_SAMPLE_MASK);
    const GLfloat corners[] = {-1, -1, 3, -1, -1, 3};
    glBindBuffer(GL_ARRAY_BUFFER, 0);
    glVertexAttribPointer(0, 2, GL_FLOAT, GL_FALSE, 0, corners);
    glEnableVertexAttribArray(0);
    bool drawable = true;
    for (int layer = 0; layer < (array ? kLayers : 1) && drawable; ++layer) {
      const GLenum attachment = stencil ? GL_DEPTH_STENCIL_ATTACHMENT
                                : depth ? GL_DEPTH_ATTACHMENT
                                        : GL_COLOR_ATTACHMENT0;
      if (array)
        glFramebufferTextureLayer(GL_FRAMEBUFFER, attachment, texture, 0, layer);
      else
        glFramebufferTexture2D(GL_FRAMEBUFFER, attachment, Target(false), texture, 0);
      drawable = glCheckFramebufferStatus(GL_FRAMEBUFFER) == GL_FRAMEBUFFER_COMPLETE;
      for (int sample = 0; sample < kSamples && drawable; ++sample) {
        glSampleMaski(0, 1u << sample);
        glUniform1i(glGetUniformLocation(program, "layer"), layer);
        glUniform1i(glGetUniformLocation(program, "number"), sample);
        glDrawArrays(GL_TRIANGLES, 0, 3);
      }
    }
    glDisable(GL_SAMPLE_MASK);
    glDisable(GL_DEPTH_TEST);
    glUseProgram(0);
    glDeleteProgram(program);
    glBindFramebuffer(GL_FRAMEBUFFER, 0);
    glDeleteFramebuffers(1, &frame);
    glFinish();
    return drawable;
  }

  static std::string KernelSource(const Drawn& drawn, bool array) {
    const std::string kind = drawn.kind;
    const bool depth = kind == "depth";
    const std::string type = depth         ? "float"
                             : kind == "i" ? "int4"
                             : kind == "u" ? "uint4"
                                           : "float4";
    return "kernel void f(read_only image2d_" + std::string(array ? "array_" : "") + "msaa_" +
           (depth ? "depth_" : "") + "t image, global " + type +
           "* to) {"
           "  int x = get_global_id(0), y = get_global_id(1), z = get_global_id(2);"
           "  int w = get_image_width(image), h = get_image_height(image);"
           "  int samples = get_image_num_samples(image);"
           "  for (int s = 0; s < samples; ++s)"
           "    to[((z * samples + s) * h + y) * w + x] = read_image" +
           (kind == "u"             ? "ui"
            : depth || kind.empty() ? "f"
                                    : kind) +
           "(image, " + (array ? "(int4)(x, y, z, 0)" : "(int2)(x, y)") + ", s);}";
  }

  /// One that is drawn is what a kernel reads.
  void Compare(const Drawn& drawn, bool array, const GLuint texture) {
    SCOPED_TRACE(testing::Message()
                 << std::hex << drawn.format.internal << (array ? " array" : ""));
    const bool depth = std::string(drawn.kind) == "depth";
    const std::string source = KernelSource(drawn, array);
    if (!programs.contains(source)) programs.emplace(source, Build(source));
    Kernel kernel = MakeKernel(programs.at(source), "f");
    Mem image = Texture(Target(array), texture, 0, CL_MEM_READ_ONLY);
    const size_t layers = array ? kLayers : 1, channels = depth ? 1 : 4;
    const size_t count = kWidth * kHeight * layers * kSamples * channels;
    Mem result = Buffer(count * 4);
    SetArgs(kernel, cl_mem{image}, cl_mem{result});
    EXPECT_EQ(Acquire(image), CL_SUCCESS);
    const size_t global[] = {kWidth, kHeight, layers};
    EXPECT_EQ(
        clEnqueueNDRangeKernel(queue, kernel, 3, nullptr, global, nullptr, 0, nullptr, nullptr),
        CL_SUCCESS);
    Release(image);
    const auto floats = Read<float>(result, count);
    const auto numbers = Read<int>(result, count);
    const size_t has = drawn.format.order == CL_R ? 1 : drawn.format.order == CL_RG ? 2 : channels;
    const bool integers = drawn.divisor == 1;
    size_t i = 0;
    for (int z = 0; z < static_cast<int>(layers) * kSamples; ++z)
      for (int y = 0; y < kHeight; ++y)
        for (int x = 0; x < kWidth; ++x)
          for (size_t c = 0; c < channels; ++c, ++i) {
            const int number = NumberAt(x, y, z / kSamples, z % kSamples, static_cast<int>(c));
            float wanted = static_cast<float>(number) / drawn.divisor;
            if (drawn.format.order == CL_sRGBA && c < 3) wanted = ToLinear(wanted);
            if (c >= has) wanted = c == 3 ? 1 : 0;
            if (integers)
              ASSERT_EQ(numbers[i], static_cast<int>(wanted)) << x << " " << y << " " << z;
            else
              ASSERT_NEAR(floats[i], wanted, drawn.tolerance) << x << " " << y << " " << z;
          }
  }

  std::map<std::string, Program> programs;
};

TEST_F(GlMsaaTest, KernelsReadEachSampleOfEachFormat) {
  int drawable = 0;
  const auto all = AllColors();
  for (const bool array : {false, true})
    for (size_t i = 0; i < all.size(); i += array ? 5 : 1) {
      const Drawn& drawn = all[i];
      const GLuint texture = Shape(drawn.format.internal, array);
      const bool made = glGetError() == GL_NO_ERROR;
      if (made && Paint(drawn, array, texture)) {
        ++drawable;
        Compare(drawn, array, texture);
      }
      glDeleteTextures(1, &texture);
      if (HasFatalFailure()) return;
    }
  EXPECT_GE(drawable, 29 + 6);  // those that OpenGL 3.2 demands
}

TEST_F(GlMsaaTest, KernelsReadDepths) {
  for (const bool array : {false, true})
    for (const Drawn& drawn : kDepths) {
      const GLuint texture = Shape(drawn.format.internal, array);
      ASSERT_TRUE(Paint(drawn, array, texture));
      Compare(drawn, array, texture);
      glDeleteTextures(1, &texture);
      if (HasFatalFailure()) return;
    }
}

TEST_F(GlMsaaTest, ReleasesLeaveTheTexture) {
  const Drawn drawn = AllColors().front();
  const GLuint texture = Shape(drawn.format.internal, false);
  ASSERT_TRUE(Paint(drawn, false, texture));
  Compare(drawn, false, texture);  // acquires and releases
  Compare(drawn, false, texture);
}

TEST_F(GlMsaaTest, AcquiresSeeWhatWasDrawnSince) {
  const Drawn drawn = AllColors().front();
  const GLuint texture = Shape(drawn.format.internal, false);
  Mem image = Texture(Target(false), texture, 0, CL_MEM_READ_ONLY);
  EXPECT_EQ(Acquire(image), CL_SUCCESS);
  Release(image);
  ASSERT_TRUE(Paint(drawn, false, texture));
  Compare(drawn, false, texture);
}

TEST_F(GlMsaaTest, Queries) {
  const GLuint flat = Shape(GL_RGBA8, false), layers = Shape(GL_RG16, true);
  Mem one = Texture(Target(false), flat, 0, CL_MEM_READ_ONLY);
  Mem many = Texture(Target(true), layers, 0, CL_MEM_READ_ONLY);
  EXPECT_EQ(Info<cl_uint>(clGetImageInfo, cl_mem{one}, CL_IMAGE_NUM_SAMPLES), cl_uint{kSamples});
  EXPECT_EQ(Info<cl_uint>(clGetImageInfo, cl_mem{many}, CL_IMAGE_NUM_SAMPLES), cl_uint{kSamples});
  EXPECT_EQ(Info<size_t>(clGetImageInfo, cl_mem{many}, CL_IMAGE_ARRAY_SIZE), size_t{kLayers});
  EXPECT_EQ(Info<GLsizei>(clGetGLTextureInfo, cl_mem{one}, CL_GL_NUM_SAMPLES), kSamples);
  EXPECT_EQ(Info<GLenum>(clGetGLTextureInfo, cl_mem{many}, CL_GL_TEXTURE_TARGET), Target(true));
  EXPECT_EQ(Info<GLint>(clGetGLTextureInfo, cl_mem{many}, CL_GL_MIPMAP_LEVEL), 0);
  EXPECT_EQ(Info<cl_mem_object_type>(clGetMemObjectInfo, cl_mem{one}, CL_MEM_TYPE),
            cl_mem_object_type{CL_MEM_OBJECT_IMAGE2D});
  EXPECT_EQ(Info<cl_mem_object_type>(clGetMemObjectInfo, cl_mem{many}, CL_MEM_TYPE),
            cl_mem_object_type{CL_MEM_OBJECT_IMAGE2D_ARRAY});
  for (const auto& [image, type] : {std::pair<cl_mem, int>{one, CL_GL_OBJECT_TEXTURE2D},
                                    {many, CL_GL_OBJECT_TEXTURE2D_ARRAY}}) {
    cl_gl_object_type answer = 0;
    EXPECT_EQ(clGetGLObjectInfo(image, &answer, nullptr), CL_SUCCESS);
    EXPECT_EQ(answer, static_cast<cl_gl_object_type>(type));
  }

  const GLuint plain = MakeTexture(GL_TEXTURE_2D);
  glTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA8, 4, 4, 0, GL_RGBA, GL_UNSIGNED_BYTE, nullptr);
  Mem other = Texture(GL_TEXTURE_2D, plain);
  EXPECT_EQ(Info<GLsizei>(clGetGLTextureInfo, cl_mem{other}, CL_GL_NUM_SAMPLES), 1);
  EXPECT_EQ(Info<cl_uint>(clGetImageInfo, cl_mem{other}, CL_IMAGE_NUM_SAMPLES), cl_uint{0});
}

TEST_F(GlMsaaTest, KernelsAskForEverything) {
  const GLuint texture = Shape(GL_RG16, true);
  Mem image = Texture(Target(true), texture, 0, CL_MEM_READ_ONLY), result = Buffer(64);
  for (const char* version : {"-cl-std=CL1.2", "-cl-std=CL2.0", "-cl-std=CLC++"}) {
    Program program = Build(
        "#ifndef cl_khr_gl_msaa_sharing\n#error\n#endif\n"
        "#pragma OPENCL EXTENSION cl_khr_gl_msaa_sharing : enable\n"
        "kernel void f(read_only image2d_array_msaa_t image, global int* to) {"
        "  int2 dim = get_image_dim(image);"
        "  to[0] = get_image_width(image); to[1] = get_image_height(image);"
        "  to[2] = get_image_num_samples(image); to[3] = (int)get_image_array_size(image);"
        "  to[4] = get_image_channel_data_type(image); to[5] = get_image_channel_order(image);"
        "  to[6] = dim.x; to[7] = dim.y;"
        "}",
        version);
    Kernel kernel = MakeKernel(program, "f");
    SetArgs(kernel, cl_mem{image}, cl_mem{result});
    EXPECT_EQ(Acquire(image), CL_SUCCESS);
    Run(kernel, 1);
    Release(image);
    const std::vector<int> wanted{kWidth,         kHeight, kSamples, kLayers,
                                  CL_UNORM_INT16, CL_RG,   kWidth,   kHeight};
    EXPECT_EQ(Read<int>(result, 8), wanted) << version;
  }
}

TEST_F(GlMsaaTest, IsForKernelsThatRead) {
  Mem image = Texture(Target(false), Shape(GL_RGBA8, false), 0, CL_MEM_READ_ONLY);
  Mem plain = Buffer(size_t{1} << 12);
  ExpectForKernelsOnly(image, plain);

  cl_image_desc desc{};
  desc.image_type = CL_MEM_OBJECT_IMAGE2D;
  desc.image_width = kWidth;
  desc.image_height = kHeight;
  desc.mem_object = image;
  const cl_image_format format{CL_sRGBA, CL_UNORM_INT8};
  cl_int error = 1;
  EXPECT_EQ(clCreateImage(context, CL_MEM_READ_ONLY, &format, &desc, nullptr, &error), nullptr);
  EXPECT_EQ(error, CL_INVALID_IMAGE_FORMAT_DESCRIPTOR);
}

TEST_F(GlMsaaTest, ArgumentsAreOfTheRightType) {
  const Mem images[] = {
      Texture(Target(false), Shape(GL_RGBA8, false), 0, CL_MEM_READ_ONLY),
      Texture(Target(true), Shape(GL_RGBA8, true), 0, CL_MEM_READ_ONLY),
      Texture(Target(false), Shape(GL_DEPTH_COMPONENT16, false), 0, CL_MEM_READ_ONLY),
      Texture(Target(true), Shape(GL_DEPTH_COMPONENT16, true), 0, CL_MEM_READ_ONLY),
  };
  Program program = Build(
      "kernel void f0(read_only image2d_msaa_t image) {}"
      "kernel void f1(read_only image2d_array_msaa_t image) {}"
      "kernel void f2(read_only image2d_msaa_depth_t image) {}"
      "kernel void f3(read_only image2d_array_msaa_depth_t image) {}"
      "kernel void f4(read_only image2d_t image) {}"
      "kernel void f5(read_only image2d_array_t image) {}"
      "kernel void f6(read_only image2d_depth_t image) {}"
      "kernel void f7(read_only image2d_array_depth_t image) {}");
  for (size_t k = 0; k < 8; ++k) {
    Kernel kernel = MakeKernel(program, ("f" + std::to_string(k)).c_str());
    for (size_t i = 0; i < std::size(images); ++i) {
      const cl_mem image = images[i];
      EXPECT_EQ(clSetKernelArg(kernel, 0, sizeof(image), &image),
                k == i ? CL_SUCCESS : CL_INVALID_MEM_OBJECT)
          << k << " " << i;
    }
  }
}

TEST_F(GlMsaaTest, Errors) {
  const GLuint texture = Shape(GL_RGBA8, false);
  cl_int error = 1;
  EXPECT_EQ(TextureError(Target(false), texture, 1), CL_INVALID_MIP_LEVEL);
  EXPECT_EQ(TextureError(Target(true), texture), CL_INVALID_GL_OBJECT);
  EXPECT_EQ(TextureError(GL_TEXTURE_2D, texture), CL_INVALID_GL_OBJECT);
  EXPECT_EQ(TextureError(Target(false), Shape(GL_DEPTH24_STENCIL8, false), 0, CL_MEM_READ_WRITE),
            CL_INVALID_IMAGE_FORMAT_DESCRIPTOR);
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wdeprecated-declarations"
  EXPECT_EQ(clCreateFromGLTexture2D(context, CL_MEM_READ_ONLY, Target(false), 0, texture, &error),
            nullptr);
#pragma GCC diagnostic pop
  EXPECT_EQ(error, CL_INVALID_VALUE);

  cl_image_desc desc{};
  desc.image_type = CL_MEM_OBJECT_IMAGE2D;
  desc.image_width = desc.image_height = desc.num_samples = 4;
  const cl_image_format format{CL_RGBA, CL_UNORM_INT8};
  EXPECT_EQ(clCreateImage(context, CL_MEM_READ_ONLY, &format, &desc, nullptr, &error), nullptr);
  EXPECT_EQ(error, CL_INVALID_IMAGE_DESCRIPTOR);

  // Another size than when the image was made.
  Mem image = Texture(Target(false), texture, 0, CL_MEM_READ_ONLY);
  Reshape(texture, GL_RGBA8, false, kSamples, kWidth * 2);
  Event event;
  const cl_mem object = image;
  EXPECT_EQ(clEnqueueAcquireGLObjects(queue, 1, &object, 0, nullptr, event.out()), CL_SUCCESS);
  const cl_event list[] = {event};
  EXPECT_NE(clWaitForEvents(1, list), CL_SUCCESS);
  EXPECT_EQ(Info<cl_int>(clGetEventInfo, cl_event{event}, CL_EVENT_COMMAND_EXECUTION_STATUS),
            CL_INVALID_GL_OBJECT);
}

}  // namespace
