// SPDX-License-Identifier: Apache-2.0
// Messages between the driver and a compiler in another process: requests and answers, as bytes. An
// answer may come from a process that a hostile source has taken over: any contents are read
// safely.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "abi/compiler_interface.h"
#include "abi/variant_key.h"

namespace heddle {

struct CompileRequest {
  /// A function of hdc_interface.
  enum class Operation : uint32_t { Compile, Build, Link, Generate, InspectIL, CompileIL, BuildIL };
  struct Header {
    std::string name, source;
  };

  Operation operation = Operation::Build;
  std::string cpu, extensions;  ///< the target's
  uint32_t context = 0, opencl_version = 0, sub_group_size = 0;
  std::string options;
  std::string input;                         ///< source, module or record
  std::vector<Header> headers;               ///< for Compile
  std::vector<std::string> records;          ///< for Link
  std::vector<hdc_spec_constant> constants;  ///< for a module
  bool has_name = false;                     ///< for Generate, like the members below
  std::string name;
  VariantKey key;
};

struct CompileReply {
  bool out_of_memory = false;
  hdc_status status = HDC_INTERNAL_ERROR;
  std::string log;
  std::string record;
  std::string file_uses;
};

std::vector<unsigned char> pack(const CompileRequest& request);
std::vector<unsigned char> pack(const CompileReply& reply);
/// Reads a message. Returns nothing if the bytes do not come from `pack`.
std::optional<CompileRequest> unpack_request(std::span<const unsigned char> bytes);
std::optional<CompileReply> unpack_reply(std::span<const unsigned char> bytes);

}  // namespace heddle
