// SPDX-License-Identifier: Apache-2.0
// The part of OpenGL that is used, written anew: the driver is built without OpenGL's headers. The
// functions are found at run time in the library that the application has loaded.
#pragma once

#include <cstddef>
#include <cstdint>

namespace heddle::gl {

using Enum = unsigned;
using Uint = unsigned;
using Int = int;
using Sync = void*;  ///< GLsync

enum : Enum {
  kNoError = 0,
  kVersionMajor = 0x821B,
  kVersionMinor = 0x821C,
  kNumExtensions = 0x821D,
  kExtensions = 0x1F03,

  kTimeoutExpired = 0x911B,
  kWaitFailed = 0x911D,

  kBuffer = 0x8892,  // GL_ARRAY_BUFFER: any target serves
  kBufferSize = 0x8764,

  kTexture1D = 0x0DE0,
  kTexture2D = 0x0DE1,
  kTexture3D = 0x806F,
  kTextureRectangle = 0x84F5,
  kTexture1DArray = 0x8C18,
  kTexture2DArray = 0x8C1A,
  kTextureBuffer = 0x8C2A,
  kTexture2DMultisample = 0x9100,
  kTexture2DMultisampleArray = 0x9102,
  kTextureCubeMap = 0x8513,
  kTextureCubeMapFirst = 0x8515,
  kTextureCubeMapLast = 0x851A,

  kTextureWidth = 0x1000,
  kTextureHeight = 0x1001,
  kTextureDepth = 0x8071,
  kTextureInternalFormat = 0x1003,
  kTextureBorder = 0x1005,
  kTextureSamples = 0x9106,
  kTextureRedSize = 0x805C,
  kTextureRedType = 0x8C10,
  kTextureMinFilter = 0x2801,
  kTextureBaseLevel = 0x813C,
  kTextureMaxLevel = 0x813D,
  kTextureImmutableFormat = 0x912F,
  kTextureImmutableLevels = 0x82DF,
  kTextureBufferDataStoreBinding = 0x8C2D,
  kTextureBufferOffset = 0x919D,
  kTextureBufferSize = 0x919E,
  kNearest = 0x2600,
  kLinear = 0x2601,

  kRenderbuffer = 0x8D41,
  kRenderbufferWidth = 0x8D42,
  kRenderbufferHeight = 0x8D43,
  kRenderbufferInternalFormat = 0x8D44,
  kRenderbufferRedSize = 0x8D50,
  kRenderbufferSamples = 0x8CAB,

  kUnpackRowLength = 0x0CF2,
  kUnpackAlignment = 0x0CF5,
  kUnpackImageHeight = 0x806E,
  kPackRowLength = 0x0D02,
  kPackAlignment = 0x0D05,
  kPackImageHeight = 0x806C,

  kByte = 0x1400,
  kUnsignedByte = 0x1401,
  kShort = 0x1402,
  kUnsignedShort = 0x1403,
  kSignedInt = 0x1404,
  kUnsignedInt = 0x1405,
  kFloat = 0x1406,
  kHalfFloat = 0x140B,
  kUnsignedNormalized = 0x8C17,

  kRed = 0x1903,
  kRGBA = 0x1908,
  kBGRA = 0x80E1,
  kRG = 0x8227,
  kSRGBAlpha = 0x8C42,
  kRedInteger = 0x8D94,
  kRGInteger = 0x8228,
  kRGBAInteger = 0x8D99,
  kDepthComponent = 0x1902,
  kDepthStencil = 0x84F9,
  kUnsignedInt24_8 = 0x84FA,
  kFloatUnsignedInt24_8 = 0x8DAD,  // GL_FLOAT_32_UNSIGNED_INT_24_8_REV
};

/// Constants for drawing samples (samples.cpp).
enum : Enum {
  kNone = 0,
  kTriangles = 0x0004,
  kAlways = 0x0207,
  kDither = 0x0BD0,
  kDepthTest = 0x0B71,
  kFramebufferSrgb = 0x8DB9,
  kFramebuffer = 0x8D40,
  kColorAttachment0 = 0x8CE0,
  kDepthAttachment = 0x8D00,
  kDepthStencilAttachment = 0x821A,
  kFramebufferComplete = 0x8CD5,
  kFragmentShader = 0x8B30,
  kVertexShader = 0x8B31,
  kLinkStatus = 0x8B82,
};

/// Calls F(result, name, parameters) for each function gl##name.
#define HEDDLE_GL_FUNCTIONS(F)                                                                    \
  F(Enum, GetError, ())                                                                           \
  F(void, Finish, ())                                                                             \
  F(void, Flush, ())                                                                              \
  F(unsigned char, IsSync, (Sync sync))                                                           \
  F(Enum, ClientWaitSync, (Sync sync, unsigned flags, uint64_t nanoseconds))                      \
  F(void, GetIntegerv, (Enum name, Int * value))                                                  \
  F(const char*, GetStringi, (Enum name, Uint index))                                             \
  F(unsigned char, IsBuffer, (Uint buffer))                                                       \
  F(void, BindBuffer, (Enum target, Uint buffer))                                                 \
  F(void, GetBufferParameteri64v, (Enum target, Enum name, int64_t* value))                       \
  F(void, GetBufferSubData, (Enum target, ptrdiff_t offset, ptrdiff_t size, void* data))          \
  F(void, BufferSubData, (Enum target, ptrdiff_t offset, ptrdiff_t size, const void* data))       \
  F(unsigned char, IsTexture, (Uint texture))                                                     \
  F(void, GenTextures, (Int count, Uint * textures))                                              \
  F(void, DeleteTextures, (Int count, const Uint* textures))                                      \
  F(void, BindTexture, (Enum target, Uint texture))                                               \
  F(void, TexParameteri, (Enum target, Enum name, Int value))                                     \
  F(void, GetTexParameteriv, (Enum target, Enum name, Int * value))                               \
  F(void, GetTexLevelParameteriv, (Enum target, Int level, Enum name, Int * value))               \
  F(void, PixelStorei, (Enum name, Int value))                                                    \
  F(void, GetTexImage, (Enum target, Int level, Enum format, Enum type, void* data))              \
  F(void, TexImage2D,                                                                             \
    (Enum target, Int level, Int internal_format, Int width, Int height, Int border, Enum format, \
     Enum type, const void* data))                                                                \
  F(void, TexSubImage1D,                                                                          \
    (Enum target, Int level, Int x, Int width, Enum format, Enum type, const void* data))         \
  F(void, TexSubImage2D,                                                                          \
    (Enum target, Int level, Int x, Int y, Int width, Int height, Enum format, Enum type,         \
     const void* data))                                                                           \
  F(void, TexSubImage3D,                                                                          \
    (Enum target, Int level, Int x, Int y, Int z, Int width, Int height, Int depth, Enum format,  \
     Enum type, const void* data))                                                                \
  F(void, TexImage3D,                                                                             \
    (Enum target, Int level, Int internal_format, Int width, Int height, Int depth, Int border,   \
     Enum format, Enum type, const void* data))                                                   \
  F(void, Enable, (Enum what))                                                                    \
  F(void, Disable, (Enum what))                                                                   \
  F(void, DepthFunc, (Enum function))                                                             \
  F(void, Viewport, (Int x, Int y, Int width, Int height))                                        \
  F(void, DrawBuffer, (Enum buffer))                                                              \
  F(void, ReadBuffer, (Enum buffer))                                                              \
  F(void, DrawArrays, (Enum mode, Int first, Int count))                                          \
  F(Uint, CreateShader, (Enum type))                                                              \
  F(void, DeleteShader, (Uint shader))                                                            \
  F(void, ShaderSource, (Uint shader, Int count, const char* const* text, const Int* lengths))    \
  F(void, CompileShader, (Uint shader))                                                           \
  F(Uint, CreateProgram, ())                                                                      \
  F(void, DeleteProgram, (Uint program))                                                          \
  F(void, AttachShader, (Uint program, Uint shader))                                              \
  F(void, LinkProgram, (Uint program))                                                            \
  F(void, GetProgramiv, (Uint program, Enum name, Int * value))                                   \
  F(void, UseProgram, (Uint program))                                                             \
  F(Int, GetUniformLocation, (Uint program, const char* name))                                    \
  F(void, Uniform1i, (Int location, Int value))                                                   \
  F(void, GenVertexArrays, (Int count, Uint * arrays))                                            \
  F(void, DeleteVertexArrays, (Int count, const Uint* arrays))                                    \
  F(void, BindVertexArray, (Uint array))                                                          \
  F(void, GenFramebuffers, (Int count, Uint * buffers))                                           \
  F(void, DeleteFramebuffers, (Int count, const Uint* buffers))                                   \
  F(void, BindFramebuffer, (Enum target, Uint buffer))                                            \
  F(void, FramebufferTextureLayer,                                                                \
    (Enum target, Enum attachment, Uint texture, Int level, Int layer))                           \
  F(Enum, CheckFramebufferStatus, (Enum target))                                                  \
  F(unsigned char, IsRenderbuffer, (Uint renderbuffer))                                           \
  F(void, BindRenderbuffer, (Enum target, Uint renderbuffer))                                     \
  F(void, GetRenderbufferParameteriv, (Enum target, Enum name, Int * value))                      \
  F(void, CopyImageSubData,                                                                       \
    (Uint source, Enum source_target, Int source_level, Int source_x, Int source_y, Int source_z, \
     Uint target, Enum target_target, Int target_level, Int target_x, Int target_y, Int target_z, \
     Int width, Int height, Int depth))

/// The functions, for the context that is current at the call.
struct Functions {
// NOLINTNEXTLINE(bugprone-macro-parentheses): a declarator takes none
#define HEDDLE_GL_MEMBER(result, name, parameters) result(*name) parameters = nullptr;
  HEDDLE_GL_FUNCTIONS(HEDDLE_GL_MEMBER)
#undef HEDDLE_GL_MEMBER
  /// GL_OES_EGL_image's; null without it.
  void (*EGLImageTargetTexture2DOES)(Enum target, void* image) = nullptr;
};

}  // namespace heddle::gl
