// SPDX-License-Identifier: Apache-2.0
// LLVM asks terminfo whether a terminal has colours. heddle-spirv has no terminal, and needs no library to say so.
int setupterm(const char* term, int file, int* error) {
  (void)term, (void)file;
  if (error) *error = -1;
  return -1;  // ERR
}
void* set_curterm(void* terminal) { return terminal; }
int del_curterm(void* terminal) { return terminal ? 0 : -1; }
int tigetnum(const char* name) {
  (void)name;
  return -2;  // no such capability
}
