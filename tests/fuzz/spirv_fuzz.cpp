// SPDX-License-Identifier: Apache-2.0
// libFuzzer target for SPIR-V modules: what stands between the application's words and the
// translator must neither crash nor hang, whatever the words are. A module that is accepted must
// stay acceptable in the words that the translator is given.
//   clang++-22 -std=gnu++20 -g -O1 -fsanitize=fuzzer,address,undefined -Isrc
//   tests/fuzz/spirv_fuzz.cpp
//   src/compiler/spirv/{words,declarations,constants,prepare,validate}.cpp \
//     -lSPIRV-Tools -o fuzz && ./fuzz -max_len=8192 CORPUS
#include <cstdlib>

#include "compiler/spirv/constants.h"
#include "compiler/spirv/prepare.h"
#include "compiler/spirv/validate.h"

namespace spirv = heddle::compiler::spirv;

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  const auto module = spirv::validated({data, size}, "cl_khr_fp64 cl_khr_expect_assume");
  if (!module) return 0;
  spirv::SpecValues values;
  for (const auto& constant : spirv::spec_constants(module.value()))
    values[constant.id] = 0x8182838485868788;
  const auto given = spirv::prepared(module.value(), values);
  const auto& words = given.words();
  const auto* bytes = reinterpret_cast<const unsigned char*>(words.data());
  const auto again = spirv::validated({bytes, words.size() * sizeof(words[0])},
                                      "cl_khr_fp64 cl_khr_expect_assume");
  if (!again) std::abort();
  return 0;
}
