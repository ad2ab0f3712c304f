// SPDX-License-Identifier: Apache-2.0
// Of libheddle-compiler.so alone. A kernel may be compiled in the background when the application
// ends; LLVM's static objects must then stay as they are, for exit() destroys them while the job
// still runs. So none of this library's objects is ever registered for destruction.
extern "C" __attribute__((visibility("hidden"))) int __cxa_atexit(void (*)(void*), void*, void*);

int __cxa_atexit(void (*)(void*), void*, void*) {
  return 0;
}
