// SPDX-License-Identifier: Apache-2.0
// Programs that are compiled and linked, and that go out and in as binaries (§5.8).
#pragma once

#include "api_test.h"

using Bytes = std::vector<unsigned char>;

class ProgramFixture : public ApiTest {
 protected:
  cl_int Compile(cl_program program, const char* options = "", std::vector<cl_program> headers = {},
                 std::vector<const char*> names = {}) {
    return clCompileProgram(program, 1, &device, options, static_cast<cl_uint>(headers.size()),
                            headers.empty() ? nullptr : headers.data(),
                            names.empty() ? nullptr : names.data(), nullptr, nullptr);
  }
  Program Compiled(const std::string& text, const char* options = "") {
    Program program = Source(text);
    EXPECT_EQ(Compile(program, options), CL_SUCCESS) << BuildLog(program);
    return program;
  }
  Program Link(std::vector<cl_program> inputs, const char* options = "",
               cl_int expected = CL_SUCCESS) {
    cl_int error = 1;
    Program program =
        clLinkProgram(context, 1, &device, options, static_cast<cl_uint>(inputs.size()),
                      inputs.data(), nullptr, nullptr, &error);
    EXPECT_EQ(error, expected) << (program ? BuildLog(program) : "");
    return program;
  }
  cl_program_binary_type Type(cl_program program) {
    cl_program_binary_type type = 0;
    EXPECT_EQ(clGetProgramBuildInfo(program, device, CL_PROGRAM_BINARY_TYPE, sizeof(type), &type,
                                    nullptr),
              CL_SUCCESS);
    return type;
  }

  Bytes BinaryOf(cl_program program) {
    const size_t size = Info<size_t>(clGetProgramInfo, program, CL_PROGRAM_BINARY_SIZES);
    Bytes bytes(size);
    unsigned char* at = bytes.data();
    EXPECT_EQ(clGetProgramInfo(program, CL_PROGRAM_BINARIES, sizeof(at), &at, nullptr), CL_SUCCESS);
    return bytes;
  }
  /// `expected` is the call's error and the binary's status.
  Program WithBinary(const Bytes& bytes, cl_int expected = CL_SUCCESS) {
    const unsigned char* at = bytes.data();
    const size_t size = bytes.size();
    cl_int error = 1, status = 1;
    Program program = clCreateProgramWithBinary(context, 1, &device, &size, &at, &status, &error);
    EXPECT_EQ(error, expected);
    EXPECT_EQ(status, expected);
    return program;
  }
};
