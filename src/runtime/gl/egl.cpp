// SPDX-License-Identifier: Apache-2.0
#include "runtime/gl/egl.h"

#include <cstdint>
#include <string>
#include <utility>

#include "runtime/gl/shared_context.h"

namespace heddle::gl {
namespace {

enum : int {
  kVersion = 0x3054,
  kExtensions = 0x3055,
  kSyncType = 0x30F7,
  kSyncFence = 0x30F9,
  kConditionSatisfied = 0x30F6,
};

template <class Function>
Function* found(const char* name) {
  return reinterpret_cast<Function*>(loaded_function("libEGL.so.1", name));
}

}  // namespace

bool is_egl_display(void* display) {
  const auto query = found<const char*(void*, int)>("eglQueryString");
  return display && query && query(display, kVersion);
}

bool may_be_egl_image(void* display, void* image) {
  const auto query = found<const char*(void*, int)>("eglQueryString");
  const char* text = query ? query(display, kExtensions) : nullptr;
  const std::string extensions = " " + std::string(text ? text : "") + " ";
  const auto get = found<void*(const char*)>("eglGetProcAddress");
  for (const auto& [extension, name] :
       {std::pair{" EGL_MESA_image_dma_buf_export ", "eglExportDMABUFImageQueryMESA"},
        std::pair{" EGL_MESA_drm_image ", "eglExportDRMImageMESA"}}) {
    if (extensions.find(extension) == std::string::npos) continue;
    const auto ask = reinterpret_cast<unsigned (*)(void*, void*, void*, void*, void*)>(get(name));
    return ask(display, image, nullptr, nullptr, nullptr) != 0;
  }
  return image != nullptr;
}

bool is_egl_fence(void* display, void* sync) {
  const auto query = found<unsigned(void*, void*, int, intptr_t*)>("eglGetSyncAttrib");
  intptr_t type = 0;
  return query && query(display, sync, kSyncType, &type) && type == kSyncFence;
}

bool wait_for_egl_fence(void* display, void* sync) {
  const auto wait = found<int(void*, void*, int, uint64_t)>("eglClientWaitSync");
  return wait && wait(display, sync, 0, UINT64_MAX) == kConditionSatisfied;
}

}  // namespace heddle::gl
