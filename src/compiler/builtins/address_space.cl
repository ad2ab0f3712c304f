// SPDX-License-Identifier: Apache-2.0
// §6.13.9 address space qualifier functions. Clang calls the first three by these names.
#include "hd.h"

global void* __to_global(generic void* pointer) {
  return __hd_is_local(pointer) || __hd_is_private(pointer) ? (global void*)0
                                                            : (global void*)pointer;
}

local void* __to_local(generic void* pointer) {
  return __hd_is_local(pointer) ? (local void*)pointer : (local void*)0;
}

private
void* __to_private(generic void* pointer) {
  return __hd_is_private(pointer) ? (private void*)pointer : (private void*)0;
}

cl_mem_fence_flags HD_OVERLOAD get_fence(const generic void* pointer) {
  return __hd_is_local(pointer) ? CLK_LOCAL_MEM_FENCE : CLK_GLOBAL_MEM_FENCE;
}

cl_mem_fence_flags HD_OVERLOAD get_fence(generic void* pointer) {
  return __hd_is_local(pointer) ? CLK_LOCAL_MEM_FENCE : CLK_GLOBAL_MEM_FENCE;
}
