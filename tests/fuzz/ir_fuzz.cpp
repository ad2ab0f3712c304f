// SPDX-License-Identifier: Apache-2.0
// libFuzzer target for the compiler's passes: a module is mutated by LLVM's FuzzMutate and goes
// through the pipeline as heddle-opt runs it, with the verifier after each pass. Inputs are IR, as
// text or bitcode. The name of a module's source says how its kernel is compiled (Settings).
#include <llvm/Bitcode/BitcodeWriter.h>
#include <llvm/FuzzMutate/IRMutator.h>
#include <llvm/FuzzMutate/Operations.h>
#include <llvm/IR/LLVMContext.h>
#include <llvm/IR/Verifier.h>
#include <llvm/IRReader/IRReader.h>
#include <llvm/Passes/StandardInstrumentations.h>
#include <llvm/Support/MemoryBuffer.h>
#include <llvm/Support/SourceMgr.h>
#include <llvm/Support/raw_ostream.h>

#include <cstring>
#include <random>

#include "compiler/codegen/target.h"
#include "compiler/ir/managers.h"
#include "compiler/pipeline/registry.h"
#include "compiler/program/globals.h"
#include "compiler/program/kernel_info.h"

using namespace llvm;
using namespace heddle;
using namespace heddle::compiler;

namespace {

constexpr unsigned kMostMutations = 4;  ///< in one step
constexpr const char* kLevels[] = {
    "+sse4.2", "+sse4.2,+avx,+avx2,+f16c", "+sse4.2,+avx,+avx2,+fma,+f16c",
    "+sse4.2,+avx,+avx2,+fma,+f16c,+avx512f,+avx512vl,+avx512bw,+avx512dq,+avx512cd"};
constexpr unsigned kWidths[] = {0, 1, 2, 4, 8, 16, 32};
constexpr uint64_t kLocalSizes[][3] = {{},        {1, 1, 1}, {16, 1, 1},
                                       {8, 8, 1}, {5, 3, 2}, {256, 1, 1}};

/// How a kernel is compiled: three digits, the places of these tables, at the end of the name of
/// the module's source.
struct Settings {
  unsigned level = 2, width = 0, local_size = 0;

  static Settings of(const Module& module) {
    Settings settings;
    const StringRef digits = StringRef(module.getSourceFileName()).take_back(3);
    const auto digit = [&](unsigned i, unsigned size) -> unsigned {
      return digits.size() == 3 && isDigit(digits[i]) ? (digits[i] - '0') % size : 0;
    };
    settings.level = digit(0, std::size(kLevels));
    settings.width = digit(1, std::size(kWidths));
    settings.local_size = digit(2, std::size(kLocalSizes));
    return settings;
  }

  static void change(Module& module, unsigned number) {
    std::string digits = std::to_string(number % 1000);
    module.setSourceFileName(std::string(3 - digits.size(), '0') + digits);
  }
};

/// Null if it is no IR that the verifier accepts.
std::unique_ptr<Module> parsed(const uint8_t* data, size_t size, LLVMContext& context) {
  const StringRef bytes(reinterpret_cast<const char*>(data), size);
  SMDiagnostic diagnostic;
  const auto buffer = MemoryBuffer::getMemBufferCopy(bytes);  // text must end with a zero
  std::unique_ptr<Module> module = parseIR(*buffer, diagnostic, context);
  if (!module || verifyModule(*module)) return nullptr;
  return module;
}

IRMutator make_mutator() {
  std::vector<TypeGetter> types{Type::getInt1Ty,  Type::getInt8Ty,  Type::getInt16Ty,
                                Type::getInt32Ty, Type::getInt64Ty, Type::getFloatTy,
                                Type::getDoubleTy};
  for (const unsigned lanes : {2, 4}) {
    types.emplace_back([=](LLVMContext& context) -> Type* {
      return FixedVectorType::get(Type::getFloatTy(context), lanes);
    });
    types.emplace_back([=](LLVMContext& context) -> Type* {
      return FixedVectorType::get(Type::getInt32Ty(context), lanes);
    });
  }
  std::vector<std::unique_ptr<IRMutationStrategy>> strategies;
  strategies.push_back(std::make_unique<InjectorIRStrategy>());
  strategies.push_back(std::make_unique<InstDeleterIRStrategy>());
  strategies.push_back(std::make_unique<InstModificationIRStrategy>());
  strategies.push_back(std::make_unique<InsertCFGStrategy>());
  strategies.push_back(std::make_unique<InsertPHIStrategy>());
  strategies.push_back(std::make_unique<SinkInstructionStrategy>());
  strategies.push_back(std::make_unique<ShuffleBlockStrategy>());
  return IRMutator(std::move(types), std::move(strategies));
}

/// Runs the pipeline on `record`'s kernel of `module`, which is consumed.
void compile(std::unique_ptr<Module> module, const Settings& settings, KernelRecord record) {
  const auto globals = layout_globals(*module);
  if (!globals) return;
  KernelOptions options;
  options.cpu = kLevels[settings.level];
  options.width = kWidths[settings.width];
  std::copy_n(kLocalSizes[settings.local_size], 3, options.local_size.begin());
  options.uniform_groups = options.local_size[0] != 0;
  std::string error;
  const TargetHandle target = make_target(options.cpu, options.optimize, error);
  const auto isa = make_instruction_set(*target);
  KernelContext context{globals.value(), options, *target, *isa, record};
  PassInstrumentationCallbacks callbacks;
  PassManagers managers(context.target, &callbacks);
  register_analyses(managers.function);
  StandardInstrumentations instrumentations(module->getContext(), /*DebugLogging=*/false,
                                            /*VerifyEach=*/true);
  instrumentations.registerCallbacks(callbacks, &managers.module);
  PassRun run{context, {}};
  ModulePassManager manager;
  add_passes(manager, run, 0, pass_list().size());
  set_target_attributes(*module, context.target);
  manager.run(*module, managers.module);
}

}  // namespace

extern "C" size_t LLVMFuzzerCustomMutator(uint8_t* data, size_t size, size_t max_size,
                                          unsigned seed) {
  static IRMutator& mutator = *new IRMutator(make_mutator());
  LLVMContext context;
  const auto module = parsed(data, size, context);
  if (!module) return 0;
  std::mt19937 random(seed);
  if (random() % 8 == 0) Settings::change(*module, random());
  for (unsigned count = 1 + random() % kMostMutations; count > 0; --count)
    mutator.mutateModule(*module, static_cast<int>(random()), max_size);
  const size_t written = writeModule(*module, data, max_size);
  return written ? written : size;
}

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  LLVMContext context;
  auto module = parsed(data, size, context);
  if (!module) return -1;
  auto records = kernel_records(*module, /*arg_info=*/false);
  if (!records || records.value().empty()) return -1;
  const Settings settings = Settings::of(*module);
  compile(std::move(module), settings, std::move(records.value().front()));
  return 0;
}
