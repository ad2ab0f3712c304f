// SPDX-License-Identifier: Apache-2.0
#include <CL/cl_gl.h>

#include "runtime/gl/shared_context.h"
#include "support/mutex.h"

namespace heddle::gl {
namespace {

using Xid = unsigned long;
using ErrorHandler = int (*)(void* display, void* event);
enum : int {
  kGlxScreen = 0x800C,
  kGlxRgbaType = 0x8014,
  kGlxDrawableType = 0x8010,
  kGlxRenderType = 0x8011,
  kGlxRgbaBit = 1,
  kGlxPbufferBit = 4,
  kGlxPbufferHeight = 0x8040,
  kGlxPbufferWidth = 0x8041,
};

struct Glx {
  void* (*get_proc_address)(const char* name);
  int (*query_context)(void* display, void* context, int attribute, int* value);
  void** (*choose_config)(void* display, int screen, const int* attributes, int* count);
  void* (*create_context)(void* display, void* config, int type, void* share, int direct);
  void (*destroy_context)(void* display, void* context);
  Xid (*create_pbuffer)(void* display, void* config, const int* attributes);
  void (*destroy_pbuffer)(void* display, Xid pbuffer);
  int (*make_current)(void* display, Xid draw, Xid read, void* context);
  void* (*current_context)();
  int (*sync)(void* display, int discard);
  int (*free)(void* memory);
  ErrorHandler (*set_error_handler)(ErrorHandler handler);
};

template <class Function>
bool find(Function& function, const char* library, const char* name) {
  function = reinterpret_cast<Function>(loaded_function(library, name));
  return function != nullptr;
}

bool find_glx(Glx& glx, const char* library) {
  return find(glx.get_proc_address, library, "glXGetProcAddressARB") &&
         find(glx.query_context, library, "glXQueryContext") &&
         find(glx.choose_config, library, "glXChooseFBConfig") &&
         find(glx.create_context, library, "glXCreateNewContext") &&
         find(glx.destroy_context, library, "glXDestroyContext") &&
         find(glx.create_pbuffer, library, "glXCreatePbuffer") &&
         find(glx.destroy_pbuffer, library, "glXDestroyPbuffer") &&
         find(glx.make_current, library, "glXMakeContextCurrent") &&
         find(glx.current_context, library, "glXGetCurrentContext");
}

Result<Glx> loaded_glx() {
  Glx glx{};
  constexpr const char* x11 = "libX11.so.6";
  const bool whole = (find_glx(glx, "libGLX.so.0") || find_glx(glx, "libGL.so.1")) &&
                     find(glx.sync, x11, "XSync") && find(glx.free, x11, "XFree") &&
                     find(glx.set_error_handler, x11, "XSetErrorHandler");
  TRY(require(whole, CL_INVALID_OPERATION, "the process has no GLX library loaded"));
  return glx;
}

int ignore_error(void*, void*) {
  return 0;
}

/// A scope in which errors that the X server reports do not end the process, as they do by default.
/// A call that fails says so by its result.
class IgnoredErrors {
 public:
  IgnoredErrors(const Glx& glx, void* display)
      : lock_(mutex()),
        glx_(glx),
        display_(display),
        before_(glx.set_error_handler(ignore_error)) {}
  IgnoredErrors(const IgnoredErrors&) = delete;
  IgnoredErrors& operator=(const IgnoredErrors&) = delete;
  ~IgnoredErrors() {
    glx_.sync(display_, 0);
    glx_.set_error_handler(before_);
  }

 private:
  /// Xlib has one handler for the process: ours must not become the `before_` of another thread.
  static Mutex& mutex() {
    static Mutex& only = *new Mutex;  // leaked on purpose: no static destructors
    return only;
  }
  const Lock<Mutex> lock_;
  const Glx& glx_;
  void* const display_;
  const ErrorHandler before_;
};

class GlxContext final : public SharedContext {
 public:
  GlxContext(const Glx& glx, void* display, void* context, Xid pbuffer)
      : glx_(glx), display_(display), context_(context), pbuffer_(pbuffer) {}
  ~GlxContext() override {
    const IgnoredErrors ignored(glx_, display_);
    glx_.make_current(display_, 0, 0, nullptr);
    glx_.destroy_context(display_, context_);
    glx_.destroy_pbuffer(display_, pbuffer_);
  }
  bool make_current() override {
    const IgnoredErrors ignored(glx_, display_);
    return glx_.make_current(display_, pbuffer_, pbuffer_, context_) != 0;
  }
  void* function(const char* name) const override { return glx_.get_proc_address(name); }
  bool is_any_current() const override { return glx_.current_context() != nullptr; }

 private:
  const Glx glx_;
  void* const display_;
  void* const context_;
  const Xid pbuffer_;  ///< nothing is drawn there; not every GLX makes a context current without
};

}  // namespace

Result<std::unique_ptr<SharedContext>> share_with_glx(void* display, void* context) {
  const Glx glx = TRY(loaded_glx());
  constexpr cl_int error = CL_INVALID_GL_SHAREGROUP_REFERENCE_KHR;
  const IgnoredErrors ignored(glx, display);
  int screen = -1;
  TRY(require(glx.query_context(display, context, kGlxScreen, &screen) == 0 && screen >= 0, error,
              "not a context of this Display"));
  const int wanted[] = {kGlxDrawableType, kGlxPbufferBit, kGlxRenderType, kGlxRgbaBit, 0};
  int count = 0;
  void** const configs = glx.choose_config(display, screen, wanted, &count);
  TRY(require(configs && count > 0, error, "GLX has no configuration with pbuffers"));
  void* const config = configs[0];
  glx.free(configs);
  void* const ours = glx.create_context(display, config, kGlxRgbaType, context, 1);
  TRY(require(ours != nullptr, error, "no OpenGL context can share with this one"));
  const int size[] = {kGlxPbufferWidth, 1, kGlxPbufferHeight, 1, 0};
  const Xid pbuffer = glx.create_pbuffer(display, config, size);
  return std::unique_ptr<SharedContext>(std::make_unique<GlxContext>(glx, display, ours, pbuffer));
}

}  // namespace heddle::gl
