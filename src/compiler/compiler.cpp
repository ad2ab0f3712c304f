// SPDX-License-Identifier: Apache-2.0
#include "compiler/compiler.h"

#include <llvm/Bitcode/BitcodeReader.h>
#include <llvm/IR/Verifier.h>
#include <llvm/Support/raw_ostream.h>

#include <algorithm>

#include "compiler/check/refuse_unguarded.h"
#include "compiler/frontend/link.h"
#include "compiler/frontend/opencl_c.h"
#include "compiler/ir/checks.h"
#include "compiler/ir/inside_test.h"
#include "compiler/program/bitcode.h"
#include "compiler/program/blocks.h"
#include "compiler/program/build_options.h"
#include "compiler/program/globals.h"
#include "compiler/program/kernel_info.h"
#include "compiler/program/kernels.h"
#include "compiler/spirv/spir.h"
#include "compiler/spirv/spirv.h"
#include "compiler/spirv/validate.h"
#include "support/cancellation.h"

namespace heddle::compiler {
namespace {

/// Notes options that the record must remember beyond the code: those of the program, and those of
/// each kernel as attributes.
void note_options(const CompileOptions& options, llvm::Module& module, ProgramRecord& record) {
  // Non-uniform work-groups came with OpenCL C 2.0.
  record.uniform_groups_only = options.language < 200 || options.uniform_work_group_size;
  mark_kernels(module, options);
  for (auto& function : module) {
    if (options.opt_disable && is_kernel(function)) function.addFnAttr(kOptDisable);
  }
}

struct Compiled {
  std::unique_ptr<llvm::Module> module;
  ProgramRecord record;
  std::string file_uses{};
};

/// Makes the record of a front end's module, without the IR's bytes.
Result<ProgramRecord> object_record(llvm::Module& module, const Target& target,
                                    std::string_view options_text, const CompileOptions& options) {
  ProgramRecord record;
  record.kind = ProgramKind::CompiledObject;
  record.options = options_text;
  note_target(record, target);
  settle_block_kernels(module);
  note_options(options, module, record);
  record.kernels = TRY(kernel_records(module, options.kernel_arg_info));
  return record;
}

/// Refuses programs that call the compiler's own functions, if kernels are guarded.
Status refuse_own_names(const Target& target, const llvm::Module& module) {
  if (!(target.context & kGuardAccesses)) return {};
  const std::string name = own_name_in(module);
  if (name.empty()) return {};
  return Error{HDC_FAILURE, "HEDDLE_BOUNDS allows no program to call '" + name + "'"};
}

/// Compiles a source to a module and its record, without the IR's bytes.
Result<Compiled> compile_source(QuietContext& context, const Target& target,
                                std::string_view source, std::string_view options_text,
                                std::span<const Header> headers, std::string& log) {
  FrontendRequest request{source,     headers,           TRY(parse_compile_options(options_text)),
                          target.cpu, target.extensions, target.opencl_version};
  TRY(suit_program(request.options, false));
  request.options.checks |= target.context & kCheckBits;
  if (!request.options.no_warnings) log += ignored_options(request.options);
  Compiled compiled;
  compiled.module = compile_opencl_c(context.llvm(), request, log, compiled.file_uses);
  if (!compiled.module) return Error{HDC_FAILURE, ""};
  TRY(refuse_own_names(target, *compiled.module));
  compiled.record = TRY(object_record(*compiled.module, target, options_text, request.options));
  compiled.record.from_source = true;
  compiled.record.opencl_version = target.opencl_version;
  return compiled;
}

Result<Compiled> compile_module(QuietContext& context, const Target& target,
                                const IntermediateLanguage& il, std::string_view options_text,
                                std::string& log) {
  auto options = TRY(parse_compile_options(options_text));
  const bool spir = llvm::isBitcode(il.module.data(), il.module.data() + il.module.size());
  TRY(suit_program(options, spir));
  options.checks |= target.context & kCheckBits;
  if (!options.no_warnings) log += ignored_options(options);
  options.language = spir ? 120 : 200;  // whatever -cl-std says (§5.8.6)
  Compiled compiled;
  TRY(require(!spir || !(target.context & kGuardAccesses), HDC_FAILURE,
              "HEDDLE_BOUNDS takes no SPIR: its kernels could call what the compiler calls"));
  if (spir) {
    compiled.module = TRY(spirv::compile_spir(context, il.module, options));
  } else {
    spirv::SpecValues values;
    for (const auto& constant : il.constants) values[constant.id] = constant.value;
    compiled.module =
        TRY(spirv::compile_spirv(context, il.module, values, target.extensions, options, log));
  }
  TRY(refuse_own_names(target, *compiled.module));
  options.kernel_arg_info &= spir;  // SPIR-V has no argument information (§5.9.4)
  compiled.record = TRY(object_record(*compiled.module, target, options_text, options));
  compiled.record.from_source = spir;  // SPIR has all argument information
  return compiled;
}

/// Notes the context's demands on its kernels, whatever their origin.
void note_context(uint32_t wanted, llvm::Module& module, ProgramRecord& record) {
  constexpr std::pair<uint32_t, const char*> kAttributes[] = {{HDC_ZERO_LOCAL, kZeroLocal},
                                                              {HDC_ZERO_PRIVATE, kZeroPrivate},
                                                              {HDC_STOPPABLE, kStoppable},
                                                              {kGuardAccesses, kGuarded},
                                                              {HDC_LIMITED, kLimited}};
  record.context |= wanted;
  for (auto& function : module) {
    if (function.getCallingConv() != llvm::CallingConv::SPIR_KERNEL) continue;
    for (const auto& [bit, attribute] : kAttributes)
      if (wanted & bit) function.addFnAttr(attribute);
    add_checks(function, wanted & kCheckBits);
    record.context |= checks_of(function);
  }
}

/// Turns `record` into an executable, the last step of build and link.
Status make_executable(const Target& target, QuietContext& context,
                       std::unique_ptr<llvm::Module> module, ProgramRecord& record,
                       std::string& log) {
  record.kind = ProgramKind::Executable;
  note_context(target.context, *module, record);
  number_block_kernels(*module);
  TRY(finish_executable(*module));
  record.globals = TRY(layout_globals(*module)).record;
  record.ir = write_bitcode(*module);
  if (record.kernels.size() > HDC_MAX_KERNELS_AHEAD) return {};
  TRY(require(!is_cancelled(target.cancelled), HDC_FAILURE, kCancelled));
  return generate_objects(record, target, Wanted::Ahead, context, std::move(module), log);
}

Outcome finish(const Status& status, const ProgramRecord& record, std::string log) {
  if (status) return {HDC_SUCCESS, std::move(log), serialize(record)};
  const auto error = status.error();
  if (!error.why.empty() && log.find(error.why) == std::string::npos) {
    log += error.why;
    if (!log.ends_with('\n')) log += '\n';
  }
  return {static_cast<hdc_status>(error.code), std::move(log), {}};
}

Outcome fail(const Error& error, std::string log) {
  return finish(Status{error}, {}, std::move(log));
}

Result<std::vector<ProgramRecord>> read_records(
    std::span<const std::span<const unsigned char>> inputs) {
  std::vector<ProgramRecord> records;
  for (const auto& bytes : inputs) {
    auto record = deserialize(bytes);
    if (!record || record->ir.empty())
      return Error{HDC_INVALID_INPUT, "a program to be linked is not valid, or of another version"};
    records.push_back(*std::move(record));
  }
  if (records.empty()) return Error{HDC_INVALID_INPUT, "there is nothing to link"};
  return records;
}

/// Returns the records of linked kernels. Names and kinds come from the linked code; the input of
/// an argument decides whether its name may be told.
Result<std::vector<KernelRecord>> linked_kernels(const llvm::Module& module,
                                                 const std::vector<ProgramRecord>& inputs) {
  auto kernels = TRY(kernel_records(module, true));
  for (auto& kernel : kernels) {
    const auto told = [&](const ProgramRecord& input) {
      return std::ranges::any_of(input.kernels, [&](const KernelRecord& one) {
        return one.name == kernel.name && one.has_arg_info;
      });
    };
    kernel.has_arg_info = std::ranges::any_of(inputs, told);
    if (!kernel.has_arg_info)
      for (auto& arg : kernel.args) arg.name.clear();
  }
  return kernels;
}

Result<Compiled> link_records(QuietContext& context, const std::vector<ProgramRecord>& inputs,
                              const LinkOptions& options) {
  std::vector<LinkInput> modules;
  Compiled linked;
  linked.record.uniform_groups_only = false;
  linked.record.from_source = true;
  for (const auto& input : inputs) {
    if (input.kind != ProgramKind::CompiledObject && input.kind != ProgramKind::Library)
      return Error{HDC_INVALID_INPUT, "only compiled programs and libraries can be linked"};
    modules.push_back(
        {input.ir, input.kind == ProgramKind::CompiledObject || input.enable_link_options});
    linked.record.uniform_groups_only |= input.uniform_groups_only;
    linked.record.from_source &= input.from_source;
    linked.record.opencl_version = std::max(linked.record.opencl_version, input.opencl_version);
  }
  linked.module = TRY(link_modules(context, modules, options));
  linked.record.kernels = TRY(linked_kernels(*linked.module, inputs));
  return linked;
}

Status link_all(const Target& target, const std::vector<ProgramRecord>& inputs,
                std::string_view options_text, ProgramRecord& record, std::string& log) {
  const auto options = TRY(parse_link_options(options_text));
  log += ignored_options(options);
  QuietContext context;
  auto linked = TRY(link_records(context, inputs, options));
  record = std::move(linked.record);
  record.options = options_text;
  note_target(record, target);
  if (!options.create_library)
    return make_executable(target, context, std::move(linked.module), record, log);
  record.kind = ProgramKind::Library;
  record.enable_link_options = options.enable_link_options;
  record.ir = write_bitcode(*linked.module);
  return {};
}

/// Does clBuildProgram for a binary. Its own options stay. It only lacks objects, or they are for
/// another CPU, or its context demanded less of them.
Status rebuild(const Target& target, ProgramRecord& record, std::string& log) {
  QuietContext context;
  if ((record.context & target.context) != target.context) {
    const auto module = TRY(read_bitcode(context, record.ir));
    note_context(target.context, *module, record);
    record.ir = write_bitcode(*module);
    for (auto& kernel : record.kernels) kernel.object.clear();
  }
  if (record.kernels.size() > HDC_MAX_KERNELS_AHEAD) {
    retarget(record, target);
    return {};
  }
  return generate_objects(record, target, Wanted::Ahead, context, nullptr, log);
}

Outcome with_files(Outcome outcome, std::string file_uses) {
  outcome.file_uses = std::move(file_uses);
  return outcome;
}

/// Ends compile and build for any front end.
Outcome compiled_outcome(Result<Compiled> compiled, std::string log) {
  if (!compiled) return fail(compiled.error(), std::move(log));
  auto& [module, record, file_uses] = compiled.value();
  record.ir = write_bitcode(*module);
  return with_files(finish({}, record, std::move(log)), std::move(file_uses));
}

Outcome built_outcome(const Target& target, QuietContext& context, Result<Compiled> compiled,
                      std::string log) {
  if (!compiled) return fail(compiled.error(), std::move(log));
  auto& [module, record, file_uses] = compiled.value();
  const auto status = make_executable(target, context, std::move(module), record, log);
  return with_files(finish(status, record, std::move(log)), std::move(file_uses));
}

}  // namespace

Outcome Compiler::compile(std::string_view source, std::string_view options,
                          std::span<const Header> headers) const {
  std::string log;
  QuietContext context;
  auto compiled = compile_source(context, target, source, options, headers, log);
  return compiled_outcome(std::move(compiled), std::move(log));
}

Outcome Compiler::build(std::string_view source, std::string_view options) const {
  std::string log;
  QuietContext context;
  auto compiled = compile_source(context, target, source, options, {}, log);
  return built_outcome(target, context, std::move(compiled), std::move(log));
}

Outcome Compiler::inspect_il(std::span<const unsigned char> module) const {
  const auto valid = spirv::validated(module, target.extensions);
  if (!valid) return fail(valid.error(), {});
  std::vector<hdc_spec_constant> constants;
  for (const auto& constant : spirv::spec_constants(valid.value().module))
    constants.push_back({constant.id, constant.size, 0});
  const auto* bytes = reinterpret_cast<const unsigned char*>(constants.data());
  return {HDC_SUCCESS, {}, {bytes, bytes + constants.size() * sizeof(constants[0])}};
}

Outcome Compiler::compile_il(const IntermediateLanguage& il, std::string_view options) const {
  std::string log;
  QuietContext context;
  auto compiled = compile_module(context, target, il, options, log);
  return compiled_outcome(std::move(compiled), std::move(log));
}

Outcome Compiler::build_il(const IntermediateLanguage& il, std::string_view options) const {
  std::string log;
  QuietContext context;
  auto compiled = compile_module(context, target, il, options, log);
  return built_outcome(target, context, std::move(compiled), std::move(log));
}

Outcome Compiler::link(std::span<const std::span<const unsigned char>> records,
                       std::string_view options) const {
  std::string log;
  auto inputs = read_records(records);
  if (!inputs) return fail(inputs.error(), std::move(log));
  auto& first = inputs.value().front();
  if (inputs.value().size() == 1 && first.kind == ProgramKind::Executable) {
    const auto status = rebuild(target, first, log);
    return finish(status, first, std::move(log));
  }
  ProgramRecord record;
  const auto status = link_all(target, inputs.value(), options, record, log);
  return finish(status, record, std::move(log));
}

Outcome Compiler::generate(std::span<const unsigned char> bytes, const std::string* kernel,
                           const VariantKey& key) const {
  std::string log;
  auto record = deserialize(bytes);
  if (!record || record->kind != ProgramKind::Executable)
    return fail({HDC_INVALID_INPUT, "the program is no valid executable"}, std::move(log));
  QuietContext context;
  if (!kernel) {
    const auto status = generate_objects(*record, target, Wanted::All, context, nullptr, log);
    return finish(status, *record, std::move(log));
  }
  const auto status = generate_object(*record, target, *kernel, key, context, log);
  return finish(status, *record, std::move(log));
}

}  // namespace heddle::compiler
