// SPDX-License-Identifier: Apache-2.0
// Sharing with OpenGL and EGL (cl_khr_gl_*, cl_khr_egl_*; [EX10] to [EX12], [EX17] to [EX20]).
#include <CL/cl_egl.h>
#include <CL/cl_gl.h>

#include "icd/entry.h"
#include "icd/extension_function.h"
#include "runtime/gl/commands.h"
#include "runtime/gl/create.h"
#include "runtime/gl/egl_image.h"
#include "runtime/gl/fence.h"
#include "runtime/gl/share_group.h"
#include "runtime/gl/shared_object.h"

using namespace heddle;

namespace {

cl_mem create_texture(const char* function, cl_context context, cl_mem_flags flags,
                      std::span<const gl::Enum> targets, cl_GLenum target, cl_GLint level,
                      cl_GLuint texture, cl_int* errcode_ret) {
  return create(function, errcode_ret, [&]() -> Result<Ref<Memory>> {
    return gl::create_from_texture(*TRY(usable_context(context)), flags, targets, target, level,
                                   texture);
  });
}

using Enqueue = Status (*)(Queue&, cl_command_type, std::span<const cl_mem>, const EnqueueArgs&);

cl_int enqueue_objects(const char* function, Enqueue enqueue, cl_command_type type, Linked linked,
                       cl_command_queue command_queue, std::span<const cl_mem> objects,
                       std::span<const cl_event> events, cl_event* event) {
  return call(function, [&]() -> Status {
    const Ref<Queue> queue = TRY(host_queue(command_queue));
    TRY(require(objects.empty() == (objects.data() == nullptr), CL_INVALID_VALUE,
                "number of objects and list disagree"));
    WaitList waits =
        TRY(wait_list(*queue, static_cast<cl_uint>(events.size()), events.data(), linked));
    return enqueue(*queue, type, objects, {std::move(waits), event});
  });
}

}  // namespace

cl_int CL_API_CALL clGetGLContextInfoKHR(const cl_context_properties* properties,
                                         cl_gl_context_info param_name, size_t param_value_size,
                                         void* param_value, size_t* param_value_size_ret) {
  return call(__func__, [&]() -> Status {
    return gl::gl_context_info(properties, param_name,
                               {param_value_size, param_value, param_value_size_ret});
  });
}

cl_mem CL_API_CALL clCreateFromGLBuffer(cl_context context, cl_mem_flags flags, cl_GLuint bufobj,
                                        cl_int* errcode_ret) {
  return create(__func__, errcode_ret, [&]() -> Result<Ref<Memory>> {
    return gl::create_from_buffer(*TRY(usable_context(context)), flags, bufobj);
  });
}

cl_mem CL_API_CALL clCreateFromGLTexture(cl_context context, cl_mem_flags flags, cl_GLenum target,
                                         cl_GLint miplevel, cl_GLuint texture,
                                         cl_int* errcode_ret) {
  return create_texture(__func__, context, flags, gl::kAnyTarget, target, miplevel, texture,
                        errcode_ret);
}

cl_mem CL_API_CALL clCreateFromGLTexture2D(cl_context context, cl_mem_flags flags, cl_GLenum target,
                                           cl_GLint miplevel, cl_GLuint texture,
                                           cl_int* errcode_ret) {
  return create_texture(__func__, context, flags, gl::k2DTargets, target, miplevel, texture,
                        errcode_ret);
}

cl_mem CL_API_CALL clCreateFromGLTexture3D(cl_context context, cl_mem_flags flags, cl_GLenum target,
                                           cl_GLint miplevel, cl_GLuint texture,
                                           cl_int* errcode_ret) {
  return create_texture(__func__, context, flags, gl::k3DTargets, target, miplevel, texture,
                        errcode_ret);
}

cl_mem CL_API_CALL clCreateFromGLRenderbuffer(cl_context context, cl_mem_flags flags,
                                              cl_GLuint renderbuffer, cl_int* errcode_ret) {
  return create(__func__, errcode_ret, [&]() -> Result<Ref<Memory>> {
    return gl::create_from_renderbuffer(*TRY(usable_context(context)), flags, renderbuffer);
  });
}

cl_int CL_API_CALL clGetGLObjectInfo(cl_mem memobj, cl_gl_object_type* gl_object_type,
                                     cl_GLuint* gl_object_name) {
  return call(__func__, [&]() -> Status {
    const Ref<Memory> memory = TRY(handle<Memory>(memobj));
    const gl::SharedObject& object = *TRY(gl::shared_object(*memory));
    if (gl_object_type) *gl_object_type = object.type();
    if (gl_object_name) *gl_object_name = object.name();
    return {};
  });
}

cl_int CL_API_CALL clGetGLTextureInfo(cl_mem memobj, cl_gl_texture_info param_name,
                                      size_t param_value_size, void* param_value,
                                      size_t* param_value_size_ret) {
  return call(__func__, [&]() -> Status {
    return gl::texture_info(*TRY(handle<Memory>(memobj)), param_name,
                            {param_value_size, param_value, param_value_size_ret});
  });
}

cl_int CL_API_CALL clEnqueueAcquireGLObjects(cl_command_queue command_queue, cl_uint num_objects,
                                             const cl_mem* mem_objects,
                                             cl_uint num_events_in_wait_list,
                                             const cl_event* event_wait_list, cl_event* event) {
  return enqueue_objects(__func__, gl::enqueue_sharing, CL_COMMAND_ACQUIRE_GL_OBJECTS,
                         Linked::Allow, command_queue, {mem_objects, num_objects},
                         {event_wait_list, num_events_in_wait_list}, event);
}

cl_int CL_API_CALL clEnqueueReleaseGLObjects(cl_command_queue command_queue, cl_uint num_objects,
                                             const cl_mem* mem_objects,
                                             cl_uint num_events_in_wait_list,
                                             const cl_event* event_wait_list, cl_event* event) {
  return enqueue_objects(__func__, gl::enqueue_sharing, CL_COMMAND_RELEASE_GL_OBJECTS,
                         Linked::Refuse, command_queue, {mem_objects, num_objects},
                         {event_wait_list, num_events_in_wait_list}, event);
}

cl_event CL_API_CALL clCreateEventFromGLsyncKHR(cl_context context, cl_GLsync sync,
                                                cl_int* errcode_ret) {
  return create(__func__, errcode_ret, [&]() -> Result<Ref<Event>> {
    return gl::event_of_sync(*TRY(usable_context(context)), sync);
  });
}

cl_mem CL_API_CALL clCreateFromEGLImageKHR(cl_context context, CLeglDisplayKHR egldisplay,
                                           CLeglImageKHR eglimage, cl_mem_flags flags,
                                           const cl_egl_image_properties_khr* properties,
                                           cl_int* errcode_ret) {
  return create(__func__, errcode_ret, [&]() -> Result<Ref<Memory>> {
    return gl::create_from_egl_image(*TRY(usable_context(context)), egldisplay, eglimage, flags,
                                     properties);
  });
}

cl_int CL_API_CALL clEnqueueAcquireEGLObjectsKHR(cl_command_queue command_queue,
                                                 cl_uint num_objects, const cl_mem* mem_objects,
                                                 cl_uint num_events_in_wait_list,
                                                 const cl_event* event_wait_list, cl_event* event) {
  return enqueue_objects(__func__, gl::enqueue_egl_sharing, CL_COMMAND_ACQUIRE_EGL_OBJECTS_KHR,
                         Linked::Allow, command_queue, {mem_objects, num_objects},
                         {event_wait_list, num_events_in_wait_list}, event);
}

cl_int CL_API_CALL clEnqueueReleaseEGLObjectsKHR(cl_command_queue command_queue,
                                                 cl_uint num_objects, const cl_mem* mem_objects,
                                                 cl_uint num_events_in_wait_list,
                                                 const cl_event* event_wait_list, cl_event* event) {
  return enqueue_objects(__func__, gl::enqueue_egl_sharing, CL_COMMAND_RELEASE_EGL_OBJECTS_KHR,
                         Linked::Refuse, command_queue, {mem_objects, num_objects},
                         {event_wait_list, num_events_in_wait_list}, event);
}

cl_event CL_API_CALL clCreateEventFromEGLSyncKHR(cl_context context, CLeglSyncKHR sync,
                                                 CLeglDisplayKHR display, cl_int* errcode_ret) {
  return create(__func__, errcode_ret, [&]() -> Result<Ref<Event>> {
    return gl::event_of_egl_sync(*TRY(usable_context(context)), display, sync);
  });
}

std::span<const ExtensionFunction> heddle::gl_functions() {
  static const ExtensionFunction functions[] = {
      {"clGetGLContextInfoKHR", reinterpret_cast<void*>(&::clGetGLContextInfoKHR)},
      {"clCreateFromGLBuffer", reinterpret_cast<void*>(&::clCreateFromGLBuffer)},
      {"clCreateFromGLTexture", reinterpret_cast<void*>(&::clCreateFromGLTexture)},
      {"clCreateFromGLTexture2D", reinterpret_cast<void*>(&::clCreateFromGLTexture2D)},
      {"clCreateFromGLTexture3D", reinterpret_cast<void*>(&::clCreateFromGLTexture3D)},
      {"clCreateFromGLRenderbuffer", reinterpret_cast<void*>(&::clCreateFromGLRenderbuffer)},
      {"clGetGLObjectInfo", reinterpret_cast<void*>(&::clGetGLObjectInfo)},
      {"clGetGLTextureInfo", reinterpret_cast<void*>(&::clGetGLTextureInfo)},
      {"clEnqueueAcquireGLObjects", reinterpret_cast<void*>(&::clEnqueueAcquireGLObjects)},
      {"clEnqueueReleaseGLObjects", reinterpret_cast<void*>(&::clEnqueueReleaseGLObjects)},
      {"clCreateEventFromGLsyncKHR", reinterpret_cast<void*>(&::clCreateEventFromGLsyncKHR)},
      {"clCreateFromEGLImageKHR", reinterpret_cast<void*>(&::clCreateFromEGLImageKHR)},
      {"clEnqueueAcquireEGLObjectsKHR", reinterpret_cast<void*>(&::clEnqueueAcquireEGLObjectsKHR)},
      {"clEnqueueReleaseEGLObjectsKHR", reinterpret_cast<void*>(&::clEnqueueReleaseEGLObjectsKHR)},
      {"clCreateEventFromEGLSyncKHR", reinterpret_cast<void*>(&::clCreateEventFromEGLSyncKHR)},
  };
  return functions;
}
