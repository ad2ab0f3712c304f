/* SPDX-License-Identifier: Apache-2.0 */
/* The driver's word to the compiler that nobody wants a result any more. */
#pragma once

#ifdef __cplusplus
extern "C" {
#endif

/* Sets the flag of the operations that this thread begins from now on; null: none. They end early,
   with HDC_FAILURE, once `*flag` is not 0, which another thread sets atomically. Exported by
   libheddle-compiler.so. */
typedef void (*hdc_cancel_with)(const int* flag);
#define HDC_CANCEL_SYMBOL "heddle_compiler_cancel_with"

#ifdef __cplusplus
} /* extern "C" */
#endif
