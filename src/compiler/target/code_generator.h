// SPDX-License-Identifier: Apache-2.0
// The setup of LLVM's code generator for the instruction set that kernels are compiled for.
// Features are a canonical list (support/cpu_features.h).
#pragma once

#include <llvm/ADT/StringRef.h>
#include <llvm/CodeGen/TargetPassConfig.h>

#include <string>

namespace heddle::compiler {

/// Registers LLVM's code generator. Called once.
void initialize_code_generator();

/// Inserts the machine's own passes before code is emitted.
void add_machine_passes(llvm::TargetPassConfig& config);

/// The triple that kernels have, and the oldest processor that there is of it.
extern const char* const kKernelTriple;
extern const char* const kBaselineCpu;
/// The features that most machines have (heddle-opt).
extern const char* const kCommonFeatures;

/// Returns the processor to tune for. By features alone LLVM would tune for the oldest one that has
/// them.
llvm::StringRef tuning_for(llvm::StringRef features);
/// Returns the features that functions are compiled with: those given, and what code generation
/// should make of them.
std::string function_features(llvm::StringRef features);

/// Tells whether fma is as fast as a product and a sum, of floats and doubles.
bool has_fast_fma(llvm::StringRef features);
/// Tells whether it is, of halves.
bool has_fast_half_fma(llvm::StringRef features);

}  // namespace heddle::compiler
