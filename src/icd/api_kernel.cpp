// SPDX-License-Identifier: Apache-2.0
// Kernel objects (§5.9).
#include "icd/entry.h"
#include "runtime/kernel/kernel.h"

using namespace heddle;

cl_kernel CL_API_CALL clCreateKernel(cl_program program, const char* kernel_name,
                                     cl_int* errcode_ret) {
  return create(__func__, errcode_ret, [&]() -> Result<Ref<Kernel>> {
    const Ref<Program> of = TRY(handle<Program>(program));
    TRY(not_terminated(of->context()));
    return Kernel::create(*of, kernel_name);
  });
}

cl_int CL_API_CALL clCreateKernelsInProgram(cl_program program, cl_uint num_kernels,
                                            cl_kernel* kernels, cl_uint* num_kernels_ret) {
  return call(__func__, [&]() -> Status {
    const Ref<Program> of = TRY(handle<Program>(program));
    TRY(not_terminated(of->context()));
    auto made = TRY(Kernel::create_all(*of));
    TRY(require(!kernels || num_kernels >= made.size(), CL_INVALID_VALUE,
                "num_kernels is less than the kernels in the program"));
    if (num_kernels_ret) *num_kernels_ret = static_cast<cl_uint>(made.size());
    for (size_t i = 0; kernels && i < made.size(); ++i) kernels[i] = hand_over(std::move(made[i]));
    return {};
  });
}

cl_kernel CL_API_CALL clCloneKernel(cl_kernel source_kernel, cl_int* errcode_ret) {
  return create(__func__, errcode_ret, [&]() -> Result<Ref<Kernel>> {
    const Ref<Kernel> source = TRY(handle<Kernel>(source_kernel));
    TRY(not_terminated(source->context()));
    return Kernel::clone(*source);
  });
}

cl_int CL_API_CALL clRetainKernel(cl_kernel kernel) {
  return call(__func__, [&]() -> Status {
    TRY(handle<Kernel>(kernel))->user_retain();
    return {};
  });
}

cl_int CL_API_CALL clReleaseKernel(cl_kernel kernel) {
  return call(__func__, [&]() -> Status {
    return require(TRY(handle<Kernel>(kernel))->user_release(), CL_INVALID_KERNEL,
                   "the application has released the kernel already");
  });
}

cl_int CL_API_CALL clSetKernelArg(cl_kernel kernel, cl_uint arg_index, size_t arg_size,
                                  const void* arg_value) {
  return call(__func__, [&]() -> Status {
    // No other thread may use the kernel meanwhile (§A.2), so the call that programs make most
    // often takes no reference.
    Kernel* const changed = Kernel::borrowed(kernel);
    if (!changed) return Error{CL_INVALID_KERNEL, "the handle is not of a live kernel"};
    return changed->args().set(changed->context(), arg_index, arg_size, arg_value);
  });
}

cl_int CL_API_CALL clSetKernelArgSVMPointer(cl_kernel kernel, cl_uint arg_index,
                                            const void* arg_value) {
  return call(__func__, [&]() -> Status {
    return TRY(handle<Kernel>(kernel))->args().set_svm_pointer(arg_index, arg_value);
  });
}

cl_int CL_API_CALL clSetKernelExecInfo(cl_kernel kernel, cl_kernel_exec_info param_name,
                                       size_t param_value_size, const void* param_value) {
  return call(__func__, [&]() -> Status {
    return TRY(handle<Kernel>(kernel))->set_exec_info(param_name, param_value_size, param_value);
  });
}

cl_int CL_API_CALL clGetKernelInfo(cl_kernel kernel, cl_kernel_info param_name,
                                   size_t param_value_size, void* param_value,
                                   size_t* param_value_size_ret) {
  return call(__func__, [&]() -> Status {
    return TRY(handle<Kernel>(kernel))
        ->info(param_name, {param_value_size, param_value, param_value_size_ret});
  });
}

cl_int CL_API_CALL clGetKernelArgInfo(cl_kernel kernel, cl_uint arg_indx,
                                      cl_kernel_arg_info param_name, size_t param_value_size,
                                      void* param_value, size_t* param_value_size_ret) {
  return call(__func__, [&]() -> Status {
    return TRY(handle<Kernel>(kernel))
        ->arg_info(arg_indx, param_name, {param_value_size, param_value, param_value_size_ret});
  });
}

cl_int CL_API_CALL clGetKernelWorkGroupInfo(cl_kernel kernel, cl_device_id device,
                                            cl_kernel_work_group_info param_name,
                                            size_t param_value_size, void* param_value,
                                            size_t* param_value_size_ret) {
  return call(__func__, [&]() -> Status {
    return TRY(handle<Kernel>(kernel))
        ->work_group_info(device, param_name,
                          {param_value_size, param_value, param_value_size_ret});
  });
}

cl_int CL_API_CALL clGetKernelSubGroupInfo(cl_kernel kernel, cl_device_id device,
                                           cl_kernel_sub_group_info param_name,
                                           size_t input_value_size, const void* input_value,
                                           size_t param_value_size, void* param_value,
                                           size_t* param_value_size_ret) {
  return call(__func__, [&]() -> Status {
    return TRY(handle<Kernel>(kernel))
        ->sub_group_info(device, param_name, input_value_size, input_value,
                         {param_value_size, param_value, param_value_size_ret});
  });
}
