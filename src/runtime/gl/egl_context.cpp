// SPDX-License-Identifier: Apache-2.0
#include <CL/cl_gl.h>

#include "runtime/gl/shared_context.h"

namespace heddle::gl {
namespace {

using Boolean = unsigned;
enum : int {
  kEglConfigId = 0x3028,
  kEglNone = 0x3038,
  kEglOpenGLES = 0x30A0,  // EGL_OPENGL_ES_API
  kEglOpenGL = 0x30A2,    // EGL_OPENGL_API
  kEglClientType = 0x3097,
  kEglSurfaceType = 0x3033,
  kEglRenderableType = 0x3040,
  kEglOpenGLBit = 8,
};

struct Egl {
  void* (*get_proc_address)(const char* name);
  Boolean (*bind_api)(unsigned api);
  Boolean (*query_context)(void* display, void* context, int attribute, int* value);
  Boolean (*choose_config)(void* display, const int* attributes, void** configs, int size,
                           int* count);
  void* (*create_context)(void* display, void* config, void* share, const int* attributes);
  Boolean (*destroy_context)(void* display, void* context);
  Boolean (*make_current)(void* display, void* draw, void* read, void* context);
  Boolean (*release_thread)();
  void* (*current_context)();
};

template <class Function>
bool find(Function& function, const char* name) {
  function = reinterpret_cast<Function>(loaded_function("libEGL.so.1", name));
  return function != nullptr;
}

Result<Egl> loaded_egl() {
  Egl egl{};
  const bool whole =
      find(egl.get_proc_address, "eglGetProcAddress") && find(egl.bind_api, "eglBindAPI") &&
      find(egl.query_context, "eglQueryContext") && find(egl.choose_config, "eglChooseConfig") &&
      find(egl.create_context, "eglCreateContext") &&
      find(egl.destroy_context, "eglDestroyContext") && find(egl.make_current, "eglMakeCurrent") &&
      find(egl.release_thread, "eglReleaseThread") &&
      find(egl.current_context, "eglGetCurrentContext");
  TRY(require(whole, CL_INVALID_OPERATION, "the process has no EGL library loaded"));
  return egl;
}

class EglContext final : public SharedContext {
 public:
  EglContext(const Egl& egl, void* display, void* context)
      : egl_(egl), display_(display), context_(context) {}
  ~EglContext() override {
    egl_.make_current(display_, nullptr, nullptr, nullptr);
    egl_.destroy_context(display_, context_);
    egl_.release_thread();
  }
  // Needs no surface: nothing is drawn.
  bool make_current() override {
    return egl_.make_current(display_, nullptr, nullptr, context_) != 0;
  }
  void* function(const char* name) const override { return egl_.get_proc_address(name); }
  bool is_any_current() const override { return egl_.current_context() != nullptr; }

 private:
  const Egl egl_;
  void* const display_;
  void* const context_;
};

/// Makes an OpenGL context in any case: OpenGL ES has no way to read a texture, and Mesa lets both
/// share.
Result<std::unique_ptr<SharedContext>> create(const Egl& egl, void* display, void* config,
                                              void* share, cl_int error) {
  TRY(require(egl.bind_api(kEglOpenGL) != 0, error, "EGL has no OpenGL"));
  void* ours = egl.create_context(display, config, share, nullptr);
  TRY(require(ours != nullptr, error, "no OpenGL context can be made, or share with this one"));
  return std::unique_ptr<SharedContext>(std::make_unique<EglContext>(egl, display, ours));
}

}  // namespace

Result<std::unique_ptr<SharedContext>> share_with_egl(void* display, void* context) {
  const Egl egl = TRY(loaded_egl());
  constexpr cl_int error = CL_INVALID_GL_SHAREGROUP_REFERENCE_KHR;
  int client = 0, config_id = 0;
  TRY(require(egl.query_context(display, context, kEglClientType, &client) &&
                  egl.query_context(display, context, kEglConfigId, &config_id),
              error, "not a context of this EGLDisplay"));
  TRY(require(client == kEglOpenGL || client == kEglOpenGLES, error,
              "the EGL context is not of OpenGL or OpenGL ES"));
  const int wanted[] = {kEglConfigId, config_id, kEglNone};
  void* config = nullptr;  // stays so if the application's context has none
  int count = 0;
  if (config_id != 0) egl.choose_config(display, wanted, &config, 1, &count);
  return create(egl, display, config, context, error);
}

Result<std::unique_ptr<SharedContext>> make_with_egl(void* display) {
  const Egl egl = TRY(loaded_egl());
  const int wanted[] = {kEglSurfaceType, 0, kEglRenderableType, kEglOpenGLBit, kEglNone};
  void* config = nullptr;
  int count = 0;
  egl.choose_config(display, wanted, &config, 1, &count);
  return create(egl, display, config, nullptr, CL_OUT_OF_RESOURCES);
}

}  // namespace heddle::gl
