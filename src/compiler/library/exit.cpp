// SPDX-License-Identifier: Apache-2.0
// Keeps objects of libheddle-compiler.so from being registered for destruction. A kernel may be
// compiled in the background when the application ends. LLVM's static objects must then stay, but
// exit() would destroy them while the job still runs.
extern "C" __attribute__((visibility("hidden"))) int __cxa_atexit(void (*)(void*), void*, void*);

int __cxa_atexit(void (*)(void*), void*, void*) {
  return 0;
}
