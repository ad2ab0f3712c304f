// SPDX-License-Identifier: Apache-2.0
#include "compiler/target/code_generator.h"

#include <llvm/CodeGen/Passes.h>
#include <llvm/Support/TargetSelect.h>

#include "compiler/target/x86/broadcasts.h"
#include "support/cpu_features.h"

namespace heddle::compiler {
using namespace llvm;

const char* const kKernelTriple = "x86_64-unknown-linux-gnu";
const char* const kBaselineCpu = "x86-64";
const char* const kCommonFeatures = "+sse4.2,+avx2,+fma,+f16c";

void initialize_code_generator() {
  LLVMInitializeX86TargetInfo();
  LLVMInitializeX86Target();
  LLVMInitializeX86TargetMC();
  LLVMInitializeX86AsmPrinter();
}

void add_machine_passes(TargetPassConfig& config) {
  // The first pass after those that the target has before emission.
  config.insertPass(&StackMapLivenessID, x86::create_integer_broadcasts());
}

/// Avoids the oldest machine, for which gathers would become scalar loads.
StringRef tuning_for(StringRef features) {
  if (has_cpu_feature(features, "avx512f")) return "icelake-server";
  if (has_cpu_feature(features, "avx2")) return "haswell";
  return "nehalem";
}

std::string function_features(StringRef features) {
  // Gathers are made where they pay; LLVM thinks little of those of AVX2.
  const bool has_avx2 = has_cpu_feature(features, "avx2") && !has_cpu_feature(features, "avx512f");
  const StringRef gathers = has_avx2 ? ",+fast-gather" : "";
  return (features + ",-prefer-256-bit" + gathers).str();
}

bool has_fast_fma(StringRef features) {
  return has_cpu_feature(features, "fma");
}

bool has_fast_half_fma(StringRef features) {
  return has_cpu_feature(features, "avx512fp16");
}

}  // namespace heddle::compiler
