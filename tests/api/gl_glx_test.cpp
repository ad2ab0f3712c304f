// SPDX-License-Identifier: Apache-2.0
// Sharing with OpenGL contexts of X11 (GLX), on a server without a screen that the test starts.
#include <poll.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include "gl_fixture.h"
// X11 defines words that GoogleTest uses: after it.
#include <GL/glx.h>

namespace {

using gl_test::Bytes;
using gl_test::RandomBytes;

/// Xvfb, while it lives.
class Server {
 public:
  Server() {
    int ends[2];
    if (pipe(ends) != 0) return;
    process_ = fork();
    if (process_ == 0) {
      // The server says its number there once it takes connections.
      dup2(ends[1], 3);
      for (int other = 4; other < 64; ++other) close(other);
      execlp("Xvfb", "Xvfb", "-displayfd", "3", "-screen", "0", "64x64x24", "-nolisten", "tcp",
             static_cast<char*>(nullptr));
      _exit(127);
    }
    close(ends[1]);
    char digit = 0;
    while (read(ends[0], &digit, 1) == 1 && digit != '\n') number_ += digit;
    close(ends[0]);
  }
  Server(const Server&) = delete;
  Server& operator=(const Server&) = delete;
  ~Server() {
    if (process_ <= 0) return;
    kill(process_, SIGTERM);
    waitpid(process_, nullptr, 0);
  }
  /// ":7", or nothing if there is no server.
  std::string display() const { return number_.empty() ? "" : ":" + number_; }

 private:
  pid_t process_ = -1;
  std::string number_;
};

class GlxTest : public ApiTest {
 protected:
  void SetUp() override {
    if (server.display().empty()) GTEST_SKIP() << "Xvfb cannot be started";
    display = XOpenDisplay(server.display().c_str());
    ASSERT_NE(display, nullptr);
    const int wanted[] = {GLX_DRAWABLE_TYPE, GLX_PBUFFER_BIT, GLX_RENDER_TYPE, GLX_RGBA_BIT, None};
    int count = 0;
    GLXFBConfig* configs = glXChooseFBConfig(display, DefaultScreen(display), wanted, &count);
    if (!configs || count == 0) GTEST_SKIP() << "GLX has no driver";
    const int size[] = {GLX_PBUFFER_WIDTH, 8, GLX_PBUFFER_HEIGHT, 8, None};
    surface = glXCreatePbuffer(display, configs[0], size);
    glx = glXCreateNewContext(display, configs[0], GLX_RGBA_TYPE, nullptr, True);
    XFree(configs);
    ASSERT_TRUE(glXMakeContextCurrent(display, surface, surface, glx));
    platform = FirstPlatform();
    device = FirstDevice();
    cl_int error = 1;
    context = clCreateContext(Properties(glx).data(), 1, &device, nullptr, nullptr, &error);
    ASSERT_EQ(error, CL_SUCCESS);
    queue = clCreateCommandQueueWithProperties(context, device, nullptr, &error);
    ASSERT_EQ(error, CL_SUCCESS);
  }
  void TearDown() override {
    ApiTest::TearDown();
    if (!glx) return;
    glXMakeContextCurrent(display, None, None, nullptr);
    glXDestroyContext(display, glx);
    glXDestroyPbuffer(display, surface);
    // The display stays: with it Mesa unloads its driver, which leaks what nobody can name then.
  }

  std::vector<cl_context_properties> Properties(GLXContext of) const {
    return {CL_GL_CONTEXT_KHR, reinterpret_cast<cl_context_properties>(of), CL_GLX_DISPLAY_KHR,
            reinterpret_cast<cl_context_properties>(display), 0};
  }

  Server server;
  Display* display = nullptr;
  GLXPbuffer surface = None;
  GLXContext glx = nullptr;
};

TEST_F(GlxTest, ObjectsGoThereAndBack) {
  const Bytes bytes = RandomBytes(4096, 1);
  GLuint buffer = 0, texture = 0;
  glGenBuffers(1, &buffer);
  glBindBuffer(GL_ARRAY_BUFFER, buffer);
  glBufferData(GL_ARRAY_BUFFER, 4096, bytes.data(), GL_STATIC_DRAW);
  glGenTextures(1, &texture);
  glBindTexture(GL_TEXTURE_2D, texture);
  glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_NEAREST);
  glTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA8, 32, 32, 0, GL_RGBA, GL_UNSIGNED_BYTE, nullptr);
  glFinish();
  cl_int error = 1;
  Mem memory = clCreateFromGLBuffer(context, CL_MEM_READ_ONLY, buffer, &error);
  ASSERT_EQ(error, CL_SUCCESS);
  Mem image = clCreateFromGLTexture(context, CL_MEM_READ_WRITE, GL_TEXTURE_2D, 0, texture, &error);
  ASSERT_EQ(error, CL_SUCCESS);
  const cl_mem objects[] = {memory, image};
  const size_t origin[3] = {}, region[] = {32, 32, 1};
  EXPECT_EQ(clEnqueueAcquireGLObjects(queue, 2, objects, 0, nullptr, nullptr), CL_SUCCESS);
  EXPECT_EQ(
      clEnqueueCopyBufferToImage(queue, memory, image, 0, origin, region, 0, nullptr, nullptr),
      CL_SUCCESS);
  EXPECT_EQ(clEnqueueReleaseGLObjects(queue, 2, objects, 0, nullptr, nullptr), CL_SUCCESS);
  EXPECT_EQ(clFinish(queue), CL_SUCCESS);
  Bytes pixels(4096);
  glBindTexture(GL_TEXTURE_2D, texture);
  glGetTexImage(GL_TEXTURE_2D, 0, GL_RGBA, GL_UNSIGNED_BYTE, pixels.data());
  EXPECT_EQ(pixels, bytes);
  EXPECT_EQ(glXGetCurrentContext(), glx);
}

// A server reports such errors to a handler that by default ends the process.
TEST_F(GlxTest, RefusesWhatIsNoContext) {
  cl_int error = 1;
  EXPECT_EQ(clCreateContext(Properties(reinterpret_cast<GLXContext>(0x1230)).data(), 1, &device,
                            nullptr, nullptr, &error),
            nullptr);
  EXPECT_EQ(error, CL_INVALID_GL_SHAREGROUP_REFERENCE_KHR);
}

}  // namespace
