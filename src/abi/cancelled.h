/* SPDX-License-Identifier: Apache-2.0 */
/* How the driver tells the compiler that nobody wants a result any more. */
#pragma once

#ifdef __cplusplus
extern "C" {
#endif

/* Exported by libheddle-compiler.so. Operations that this thread begins from now on end before
   their time, with HDC_FAILURE, once `*flag` is not 0, which another thread sets atomically. Null:
   they do not. */
typedef void (*hdc_cancel_with)(const int* flag);
#define HDC_CANCEL_SYMBOL "heddle_compiler_cancel_with"

#ifdef __cplusplus
} /* extern "C" */
#endif
