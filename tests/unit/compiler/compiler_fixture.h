// SPDX-License-Identifier: Apache-2.0
// The compiler through its C door, as the runtime uses it.
#pragma once

#include <gtest/gtest.h>

#include <future>
#include <memory>
#include <string>
#include <vector>

#include "abi/compiler_interface.h"
#include "abi/program_record.h"
#include "support/cpu_features.h"

extern "C" const hdc_interface* heddle_compiler_interface(uint32_t version);

namespace heddle::compiler {

struct Output {
  hdc_status status;
  std::string log;
  std::vector<unsigned char> bytes;

  ProgramRecord record() const {
    auto record = deserialize(bytes);
    EXPECT_TRUE(record) << log;
    return record ? *record : ProgramRecord{};
  }
};

class CompilerTest : public testing::Test {
 protected:
  const hdc_interface* hdc = heddle_compiler_interface(HDC_INTERFACE_VERSION);
  std::string cpu = cpu_features();
  std::string extensions = "cl_khr_byte_addressable_store cl_khr_fp64 cl_khr_icd";

  Output compile(std::string_view source, const char* options = "",
                 const std::vector<hdc_header>& headers = {}) {
    const auto target = this->target();
    return take(hdc->compile(&target, {source.data(), source.size()}, options, headers.data(),
                             headers.size()));
  }
  Output build(std::string_view source, const char* options = "") {
    const auto target = this->target();
    return take(hdc->build(&target, {source.data(), source.size()}, options));
  }
  Output link(const std::vector<Output>& inputs, const char* options = "") {
    std::vector<hdc_bytes> records;
    for (const auto& input : inputs) records.push_back({input.bytes.data(), input.bytes.size()});
    const auto target = this->target();
    return take(hdc->link(&target, records.data(), records.size(), options));
  }
  Output generate(const Output& input, const char* kernel, const hdc_variant_key* key = nullptr) {
    const auto target = this->target();
    return take(hdc->generate(&target, {input.bytes.data(), input.bytes.size()}, kernel, key));
  }

  Output generate_later(const Output& input, const char* kernel) {
    const auto target = this->target();
    std::promise<hdc_result*> result;
    hdc->generate_later(
        &target, {input.bytes.data(), input.bytes.size()}, kernel, nullptr,
        [](void* promise, hdc_result* made) {
          static_cast<std::promise<hdc_result*>*>(promise)->set_value(made);
        },
        &result);
    return take(result.get_future().get());
  }

  static hdc_header header(const char* name, std::string_view text) {
    return {name, {text.data(), text.size()}};
  }

 private:
  hdc_target target() const { return {cpu.c_str(), extensions.c_str(), 0, 220, 0}; }

  Output take(hdc_result* result) {
    const auto bytes = hdc->record(result);
    const auto* data = static_cast<const unsigned char*>(bytes.data);
    Output output{hdc->status(result), hdc->log(result), {data, data + bytes.size}};
    hdc->free_result(result);
    EXPECT_EQ(output.status == HDC_SUCCESS, !output.bytes.empty());
    return output;
  }
};

}  // namespace heddle::compiler
