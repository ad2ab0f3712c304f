// SPDX-License-Identifier: Apache-2.0
// One picture by both: OpenGL draws a triangle into a texture, without a window; OpenCL blurs the
// texture; OpenGL draws a frame around what came of it. Usage: gl_sharing [picture.png]
#define GL_GLEXT_PROTOTYPES
#include <CL/cl.h>
#include <CL/cl_gl.h>
#include <EGL/egl.h>
#include <EGL/eglext.h>
#include <GL/gl.h>
#include <GL/glext.h>
#include <png.h>

#include <cstdio>
#include <cstdlib>
#include <vector>

namespace {

constexpr int kSize = 256, kFrame = 8;

const char* const kBlur = R"CL(
constant sampler_t kNearest = CLK_ADDRESS_CLAMP_TO_EDGE | CLK_FILTER_NEAREST;
kernel void blur(read_only image2d_t from, write_only image2d_t to) {
  const int2 at = (int2)(get_global_id(0), get_global_id(1));
  float4 sum = 0;
  for (int y = -6; y <= 6; ++y)
    for (int x = -6; x <= 6; ++x) sum += read_imagef(from, kNearest, at + (int2)(x, y));
  write_imagef(to, at, sum / 169);
}
)CL";

void check(bool holds, const char* what) {
  if (holds) return;
  std::fprintf(stderr, "gl_sharing: %s failed\n", what);
  std::exit(1);
}
void check(cl_int status, const char* what) {
  if (status != CL_SUCCESS) std::fprintf(stderr, "gl_sharing: error %d\n", status);
  check(status == CL_SUCCESS, what);
}

/// A current OpenGL context without a window; ends the program with a line where there is no
/// OpenGL.
struct Egl {
  EGLDisplay display;
  EGLContext context;
};
Egl make_gl() {
  Egl egl{eglGetPlatformDisplay(EGL_PLATFORM_SURFACELESS_MESA, EGL_DEFAULT_DISPLAY, nullptr),
          EGL_NO_CONTEXT};
  const EGLint wanted[] = {EGL_SURFACE_TYPE, EGL_PBUFFER_BIT, EGL_RENDERABLE_TYPE, EGL_OPENGL_BIT,
                           EGL_NONE};
  EGLConfig config = nullptr;
  EGLint count = 0;
  if (egl.display != EGL_NO_DISPLAY && eglInitialize(egl.display, nullptr, nullptr)) {
    eglBindAPI(EGL_OPENGL_API);
    eglChooseConfig(egl.display, wanted, &config, 1, &count);
    if (count) egl.context = eglCreateContext(egl.display, config, EGL_NO_CONTEXT, nullptr);
  }
  if (!egl.context || !eglMakeCurrent(egl.display, EGL_NO_SURFACE, EGL_NO_SURFACE, egl.context)) {
    std::puts("skipped: there is no OpenGL without a window here");
    std::exit(0);
  }
  return egl;
}

GLuint make_texture() {
  GLuint texture = 0;
  glGenTextures(1, &texture);
  glBindTexture(GL_TEXTURE_2D, texture);
  glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_NEAREST);
  glTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA8, kSize, kSize, 0, GL_RGBA, GL_UNSIGNED_BYTE, nullptr);
  return texture;
}

void draw_into(GLuint texture) {
  GLuint frame = 0;
  glGenFramebuffers(1, &frame);
  glBindFramebuffer(GL_FRAMEBUFFER, frame);
  glFramebufferTexture2D(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_TEXTURE_2D, texture, 0);
  check(glCheckFramebufferStatus(GL_FRAMEBUFFER) == GL_FRAMEBUFFER_COMPLETE, "the framebuffer");
  glViewport(0, 0, kSize, kSize);
}

void draw_triangle() {
  glClearColor(0.1f, 0.1f, 0.15f, 1);
  glClear(GL_COLOR_BUFFER_BIT);
  glBegin(GL_TRIANGLES);
  glColor3f(1, 0.2f, 0.1f);
  glVertex2f(-0.8f, -0.7f);
  glColor3f(0.1f, 1, 0.2f);
  glVertex2f(0.8f, -0.7f);
  glColor3f(0.2f, 0.3f, 1);
  glVertex2f(0, 0.8f);
  glEnd();
}

/// White along the four edges.
void draw_frame() {
  glEnable(GL_SCISSOR_TEST);
  glClearColor(1, 1, 1, 1);
  const int far = kSize - kFrame;
  const int edges[4][4] = {{0, 0, kSize, kFrame},
                           {0, far, kSize, kFrame},
                           {0, 0, kFrame, kSize},
                           {far, 0, kFrame, kSize}};
  for (const auto& edge : edges) {
    glScissor(edge[0], edge[1], edge[2], edge[3]);
    glClear(GL_COLOR_BUFFER_BIT);
  }
  glDisable(GL_SCISSOR_TEST);
}

/// Blurs one texture into the other, with OpenCL.
void blur(const Egl& egl, GLuint from, GLuint to) {
  cl_int status = 0;
  cl_platform_id platform = nullptr;
  cl_device_id device = nullptr;
  check(clGetPlatformIDs(1, &platform, nullptr), "clGetPlatformIDs");
  check(clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 1, &device, nullptr), "clGetDeviceIDs");
  const cl_context_properties properties[] = {CL_GL_CONTEXT_KHR,
                                              reinterpret_cast<cl_context_properties>(egl.context),
                                              CL_EGL_DISPLAY_KHR,
                                              reinterpret_cast<cl_context_properties>(egl.display),
                                              CL_CONTEXT_PLATFORM,
                                              reinterpret_cast<cl_context_properties>(platform),
                                              0};
  cl_context context = clCreateContext(properties, 1, &device, nullptr, nullptr, &status);
  check(status, "clCreateContext with the OpenGL context");
  cl_command_queue queue = clCreateCommandQueueWithProperties(context, device, nullptr, &status);
  check(status, "clCreateCommandQueueWithProperties");
  cl_program program =
      clCreateProgramWithSource(context, 1, const_cast<const char**>(&kBlur), nullptr, &status);
  check(clBuildProgram(program, 1, &device, "", nullptr, nullptr), "clBuildProgram");
  cl_kernel kernel = clCreateKernel(program, "blur", &status);
  cl_mem images[2];
  images[0] = clCreateFromGLTexture(context, CL_MEM_READ_ONLY, GL_TEXTURE_2D, 0, from, &status);
  check(status, "clCreateFromGLTexture");
  images[1] = clCreateFromGLTexture(context, CL_MEM_WRITE_ONLY, GL_TEXTURE_2D, 0, to, &status);
  check(status, "clCreateFromGLTexture");
  for (cl_uint i = 0; i < 2; ++i) clSetKernelArg(kernel, i, sizeof(cl_mem), &images[i]);

  glFinish();  // what was drawn is there
  check(clEnqueueAcquireGLObjects(queue, 2, images, 0, nullptr, nullptr), "acquire");
  const size_t size[] = {kSize, kSize};
  check(clEnqueueNDRangeKernel(queue, kernel, 2, nullptr, size, nullptr, 0, nullptr, nullptr),
        "clEnqueueNDRangeKernel");
  check(clEnqueueReleaseGLObjects(queue, 2, images, 0, nullptr, nullptr), "release");
  check(clFinish(queue), "clFinish");
  for (cl_mem image : images) clReleaseMemObject(image);
  clReleaseKernel(kernel);
  clReleaseProgram(program);
  clReleaseCommandQueue(queue);
  clReleaseContext(context);
}

}  // namespace

int main(int argc, char** argv) {
  const Egl egl = make_gl();
  const GLuint drawn = make_texture(), blurred = make_texture();
  draw_into(drawn);
  draw_triangle();
  blur(egl, drawn, blurred);
  draw_into(blurred);
  draw_frame();
  std::vector<unsigned char> pixels(size_t{kSize} * kSize * 4);
  glReadPixels(0, 0, kSize, kSize, GL_RGBA, GL_UNSIGNED_BYTE, pixels.data());

  const auto at = [&](int x, int y) { return &pixels[(size_t(y) * kSize + size_t(x)) * 4]; };
  check(at(2, 2)[0] == 255, "the frame");
  check(at(20, 240)[2] == 38, "the background");
  // The middle of the triangle is all of its colours, and its edges are soft.
  check(at(128, 110)[0] > 90 && at(128, 110)[1] > 90 && at(128, 110)[2] > 60, "the triangle");
  check(at(128, 40)[0] > 40 && at(128, 40)[0] < 130, "the blur");
  if (argc > 1) {
    png_image picture{};
    picture.version = PNG_IMAGE_VERSION;
    picture.format = PNG_FORMAT_RGBA;
    picture.width = picture.height = kSize;
    // OpenGL's rows go upwards.
    check(png_image_write_to_file(&picture, argv[1], 0, pixels.data(), -kSize * 4, nullptr) != 0,
          "writing the picture");
  }
  std::printf("%s drew it and OpenCL blurred it\n",
              reinterpret_cast<const char*>(glGetString(GL_RENDERER)));
  return 0;
}
