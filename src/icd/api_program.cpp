// SPDX-License-Identifier: Apache-2.0
// Program objects (§5.8).
#include "icd/entry.h"
#include "platform/overrides.h"
#include "platform/platform.h"
#include "runtime/program/program_binary.h"
#include "runtime/program/program_build.h"

using namespace heddle;

cl_program CL_API_CALL clCreateProgramWithSource(cl_context context, cl_uint count,
                                                 const char** strings, const size_t* lengths,
                                                 cl_int* errcode_ret) {
  return create(__func__, errcode_ret, [&]() -> Result<Ref<Program>> {
    return Program::with_source(*TRY(usable_context(context)), count, strings, lengths);
  });
}

cl_program CL_API_CALL clCreateProgramWithIL(cl_context context, const void* il, size_t length,
                                             cl_int* errcode_ret) {
  return create(__func__, errcode_ret, [&]() -> Result<Ref<Program>> {
    return Program::with_il(*TRY(usable_context(context)), il, length);
  });
}

cl_program CL_API_CALL clCreateProgramWithBinary(cl_context context, cl_uint num_devices,
                                                 const cl_device_id* device_list,
                                                 const size_t* lengths,
                                                 const unsigned char** binaries,
                                                 cl_int* binary_status, cl_int* errcode_ret) {
  return create(__func__, errcode_ret, [&]() -> Result<Ref<Program>> {
    return program_with_binary(*TRY(usable_context(context)), num_devices, device_list, lengths,
                               binaries, binary_status);
  });
}

cl_program CL_API_CALL clCreateProgramWithBuiltInKernels(cl_context context, cl_uint num_devices,
                                                         const cl_device_id* device_list,
                                                         const char* kernel_names,
                                                         cl_int* errcode_ret) {
  return create(__func__, errcode_ret, [&]() -> Result<Ref<Program>> {
    const Ref<Context> in = TRY(usable_context(context));
    TRY(require(device_list && num_devices > 0, CL_INVALID_VALUE, "no devices given"));
    for (cl_uint i = 0; i < num_devices; ++i) {
      TRY(require(in->has(*TRY(handle<Device>(device_list[i]))), CL_INVALID_DEVICE,
                  "a device is not in the context"));
    }
    TRY(require(kernel_names, CL_INVALID_VALUE, "kernel_names is null"));
    return Error{CL_INVALID_VALUE, "no device has built-in kernels"};
  });
}

cl_int CL_API_CALL clRetainProgram(cl_program program) {
  return call(__func__, [&]() -> Status {
    TRY(handle<Program>(program))->user_retain();
    return {};
  });
}

cl_int CL_API_CALL clReleaseProgram(cl_program program) {
  return call(__func__, [&]() -> Status {
    const Ref<Program> released = TRY(handle<Program>(program));
    TRY(require(released->user_release(), CL_INVALID_PROGRAM,
                "the application has released the program already"));
    released->cancel_if_unwanted();
    return {};
  });
}

cl_int CL_API_CALL clSetProgramReleaseCallback(cl_program program, Program::Notify pfn_notify,
                                               void* user_data) {
  return call(__func__, [&]() -> Status {
    const Ref<Program> of = TRY(handle<Program>(program));
    TRY(require(!opencl_version().is_since(3, 0), CL_INVALID_OPERATION,
                "OpenCL 3.x has no program release callbacks (HEDDLE_OPENCL_VERSION)"));
    return of->set_release_callback(pfn_notify, user_data);
  });
}

cl_int CL_API_CALL clSetProgramSpecializationConstant(cl_program program, cl_uint spec_id,
                                                      size_t spec_size, const void* spec_value) {
  return call(__func__, [&]() -> Status {
    const Ref<Program> changed = TRY(handle<Program>(program));
    IntermediateLanguage* il = changed->il();
    TRY(require(il, CL_INVALID_PROGRAM, "the program was not created from SPIR-V"));
    return il->set_constant(spec_id, spec_size, spec_value);
  });
}

cl_int CL_API_CALL clBuildProgram(cl_program program, cl_uint num_devices,
                                  const cl_device_id* device_list, const char* options,
                                  Program::Notify pfn_notify, void* user_data) {
  return call(__func__, [&]() -> Status {
    const Ref<Program> built = TRY(handle<Program>(program));
    TRY(valid_notify({pfn_notify, user_data}));
    return build_program(*built, TRY(built->devices_of(num_devices, device_list)), options,
                         {pfn_notify, user_data});
  });
}

cl_int CL_API_CALL clCompileProgram(cl_program program, cl_uint num_devices,
                                    const cl_device_id* device_list, const char* options,
                                    cl_uint num_input_headers, const cl_program* input_headers,
                                    const char** header_include_names, Program::Notify pfn_notify,
                                    void* user_data) {
  return call(__func__, [&]() -> Status {
    const Ref<Program> compiled = TRY(handle<Program>(program));
    TRY(valid_notify({pfn_notify, user_data}));
    const auto devices = TRY(compiled->devices_of(num_devices, device_list));
    std::vector<EmbeddedHeader> headers;  // §5.8.4: ignored with an intermediate language
    if (!compiled->il())
      headers = TRY(embedded_headers(num_input_headers, input_headers, header_include_names));
    return compile_program(*compiled, devices, options, std::move(headers),
                           {pfn_notify, user_data});
  });
}

// Does not use `create`: a failed link gives an error and a program, whose log says why (§5.8.5).
cl_program CL_API_CALL clLinkProgram(cl_context context, cl_uint num_devices,
                                     const cl_device_id* device_list, const char* options,
                                     cl_uint num_input_programs, const cl_program* input_programs,
                                     Program::Notify pfn_notify, void* user_data,
                                     cl_int* errcode_ret) {
  cl_program linked = nullptr;
  const cl_int code = call(__func__, [&]() -> Status {
    auto result = TRY(link_program(*TRY(usable_context(context)), num_devices, device_list, options,
                                   num_input_programs, input_programs, {pfn_notify, user_data}));
    const bool begun = result.status || result.status.error().code == CL_LINK_PROGRAM_FAILURE;
    if (begun) linked = hand_over(std::move(result.program));
    return result.status;
  });
  if (errcode_ret) *errcode_ret = code;
  return linked;
}

cl_int CL_API_CALL clUnloadPlatformCompiler(cl_platform_id platform) {
  return call(__func__, [&]() -> Status {
    TRY(handle<Platform>(platform));
    forget_code();
    return {};
  });
}

cl_int CL_API_CALL clUnloadCompiler() {
  return call(__func__, [&]() -> Status {
    forget_code();
    return {};
  });
}

cl_int CL_API_CALL clGetProgramInfo(cl_program program, cl_program_info param_name,
                                    size_t param_value_size, void* param_value,
                                    size_t* param_value_size_ret) {
  return call(__func__, [&]() -> Status {
    const Ref<Program> asked = TRY(handle<Program>(program));
    return asked->info(param_name, {param_value_size, param_value, param_value_size_ret});
  });
}

cl_int CL_API_CALL clGetProgramBuildInfo(cl_program program, cl_device_id device,
                                         cl_program_build_info param_name, size_t param_value_size,
                                         void* param_value, size_t* param_value_size_ret) {
  return call(__func__, [&]() -> Status {
    const Ref<Program> asked = TRY(handle<Program>(program));
    return asked->build_info(*TRY(handle<Device>(device)), param_name,
                             {param_value_size, param_value, param_value_size_ret});
  });
}
