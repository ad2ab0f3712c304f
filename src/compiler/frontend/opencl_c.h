// SPDX-License-Identifier: Apache-2.0
// OpenCL C to LLVM IR for spir64, by Clang in this process.
#pragma once

#include <llvm/IR/Module.h>

#include <memory>
#include <span>
#include <string>
#include <string_view>

#include "compiler/program/build_options.h"

namespace heddle::compiler {

/// An embedded header (§5.8.5): found before the folders of -I.
struct Header {
  std::string name;  ///< as in #include
  std::string_view text;
};

struct FrontendRequest {
  std::string_view source;
  std::span<const Header> headers;
  CompileOptions options;
  std::string cpu;                ///< hdc_target.cpu
  std::string extensions;         ///< hdc_target.extensions
  uint32_t opencl_version = 220;  ///< hdc_target.opencl_version
};

/// The program as Clang emits it: no pass has run; kernels are `spir_kernel` functions with
/// kernel_arg_* metadata, and all other functions of theirs that Clang made up are internal. Null
/// if the source is wrong. Errors and warnings are appended to `log`; `file_uses` becomes what
/// abi/file_uses.h describes.
std::unique_ptr<llvm::Module> compile_opencl_c(llvm::LLVMContext& context,
                                               const FrontendRequest& request, std::string& log,
                                               std::string& file_uses);

}  // namespace heddle::compiler
