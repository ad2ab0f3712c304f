/* SPDX-License-Identifier: Apache-2.0 */
/* The word of heddle-compile to the compiler that nobody else in this process uses LLVM. */
#pragma once

#ifdef __cplusplus
extern "C" {
#endif

/* Lets the compiler set the handlers of an LLVM that is shared. To be called before anything is
   compiled. Exported by libheddle-compiler.so. */
typedef void (*hdc_own_process)(void);
#define HDC_OWN_PROCESS_SYMBOL "heddle_compiler_own_process"

#ifdef __cplusplus
} /* extern "C" */
#endif
