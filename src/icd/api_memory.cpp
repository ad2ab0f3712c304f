// SPDX-License-Identifier: Apache-2.0
// Buffers, and queries of all memory objects (§5.2.1, 5.5).
#include "icd/entry.h"
#include "runtime/memory/buffer.h"

using namespace heddle;

cl_mem CL_API_CALL clCreateBuffer(cl_context context, cl_mem_flags flags, size_t size,
                                  void* host_ptr, cl_int* errcode_ret) {
  return create(__func__, errcode_ret, [&]() -> Result<Ref<Memory>> {
    return create_buffer(*TRY(usable_context(context)), flags, size, host_ptr);
  });
}

cl_mem CL_API_CALL clCreateBufferWithProperties(cl_context context,
                                                const cl_mem_properties* properties,
                                                cl_mem_flags flags, size_t size, void* host_ptr,
                                                cl_int* errcode_ret) {
  return create(__func__, errcode_ret, [&]() -> Result<Ref<Memory>> {
    return create_buffer(*TRY(usable_context(context)), properties, flags, size, host_ptr);
  });
}

cl_mem CL_API_CALL clCreateSubBuffer(cl_mem buffer, cl_mem_flags flags,
                                     cl_buffer_create_type buffer_create_type,
                                     const void* buffer_create_info, cl_int* errcode_ret) {
  return create(__func__, errcode_ret, [&]() -> Result<Ref<Memory>> {
    const Ref<Memory> parent = TRY(handle<Memory>(buffer));
    TRY(not_terminated(parent->context()));
    return create_sub_buffer(*parent, flags, buffer_create_type, buffer_create_info);
  });
}

cl_int CL_API_CALL clRetainMemObject(cl_mem memobj) {
  return call(__func__, [&]() -> Status {
    TRY(handle<Memory>(memobj))->user_retain();
    return {};
  });
}

cl_int CL_API_CALL clReleaseMemObject(cl_mem memobj) {
  return call(__func__, [&]() -> Status {
    return require(TRY(handle<Memory>(memobj))->user_release(), CL_INVALID_MEM_OBJECT,
                   "released more often than retained");
  });
}

cl_int CL_API_CALL clSetMemObjectDestructorCallback(cl_mem memobj,
                                                    void(CL_CALLBACK* pfn_notify)(cl_mem, void*),
                                                    void* user_data) {
  return call(__func__, [&]() -> Status {
    return TRY(handle<Memory>(memobj))->set_destructor_callback(pfn_notify, user_data);
  });
}

cl_int CL_API_CALL clGetMemObjectInfo(cl_mem memobj, cl_mem_info param_name,
                                      size_t param_value_size, void* param_value,
                                      size_t* param_value_size_ret) {
  return call(__func__, [&]() -> Status {
    return TRY(handle<Memory>(memobj))
        ->info(param_name, {param_value_size, param_value, param_value_size_ret});
  });
}
