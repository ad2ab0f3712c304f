// SPDX-License-Identifier: Apache-2.0
// Read before every OpenCL C source, behind Clang's base header: what its table of built-in functions lacks.
