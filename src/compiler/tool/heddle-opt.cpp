// SPDX-License-Identifier: Apache-2.0
// heddle-opt: runs named passes of the pipeline on one kernel's IR, for tests and for looking at
// what a pass does.
//   heddle-opt --kernel NAME [--passes a,b,...] [--emit ll|asm|obj] [--features +avx2,...]
//   [--local-size X,Y,Z] [--uniform-groups] [--width LANES]
//   [--lanes WIDTH[,DIMENSION[,ROWS]]] FILE.ll|FILE.bc
// FILE is LLVM IR; passes default to all. Prints to stdout.
#include <llvm/IR/LLVMContext.h>
#include <llvm/IR/Verifier.h>
#include <llvm/IRReader/IRReader.h>
#include <llvm/Support/CommandLine.h>
#include <llvm/Support/SourceMgr.h>
#include <llvm/Support/raw_ostream.h>

#include "compiler/codegen/emit.h"
#include "compiler/codegen/target.h"
#include "compiler/globals.h"
#include "compiler/kernel_info.h"
#include "compiler/passes/passes.h"

using namespace llvm;
using namespace heddle;
using namespace heddle::compiler;

namespace {

cl::opt<std::string> input(cl::Positional, cl::Required, cl::desc("IR file"));
cl::opt<std::string> kernel_name("kernel", cl::Required, cl::desc("The kernel to work on"));
cl::list<std::string> passes("passes", cl::CommaSeparated,
                             cl::desc("Passes to run, in order (default: all)"));
cl::opt<std::string> until("until", cl::desc("Stop after this pass of the whole pipeline"));
cl::opt<std::string> emit("emit", cl::init("ll"), cl::desc("ll, asm or obj"));
cl::opt<std::string> features("features", cl::init("+sse4.2,+avx2,+fma,+f16c"),
                              cl::desc("CPU features"));

cl::list<uint64_t> local_size("local-size", cl::CommaSeparated,
                              cl::desc("The only local size, three numbers (default: any)"));
cl::opt<bool> uniform_groups("uniform-groups", cl::desc("All groups have the same size"));
cl::opt<unsigned> width("width", cl::desc("Lanes that plan-lanes chooses; 0: by cost (default)"));
cl::list<unsigned> lanes("lanes", cl::CommaSeparated,
                         cl::desc("The kernel is widened already: lanes, dimension, rows"));

int fail(const Twine& why) {
  errs() << "heddle-opt: " << why << "\n";
  return 1;
}

std::vector<NamedPass> chosen() {
  std::vector<NamedPass> result;
  if (passes.empty()) {
    for (const NamedPass& pass : pass_list()) {
      result.push_back(pass);
      if (pass.name == until) break;
    }
    return result;
  }
  for (const std::string& name : passes) {
    for (const NamedPass& pass : pass_list()) {
      if (pass.name == name) result.push_back(pass);
    }
  }
  return result;
}

void force_lanes(Lanes& result) {
  if (!lanes.empty()) result.width = lanes[0];
  if (lanes.size() > 1) result.dimension = lanes[1];
  if (lanes.size() > 2) result.rows = lanes[2];
  result.row_dimension = result.dimension == 0 ? 1 : 0;
}

int run(Module& module) {
  std::string error;
  auto target = make_target(features, /*optimize=*/true, error);
  if (!target) return fail(error);
  auto records = kernel_records(module, /*arg_info=*/false);
  if (!records) return fail(records.error().why);
  KernelRecord record;
  for (KernelRecord& known : records.value()) {
    if (known.name == kernel_name) record = std::move(known);
  }
  if (record.name.empty()) return fail("no kernel '" + kernel_name + "'");
  auto layout = layout_globals(module);
  if (!layout) return fail(layout.error().why);
  const GlobalsLayout& globals = layout.value();
  KernelOptions options;
  options.cpu = features;
  options.width = width;
  KernelContext context{globals, options, *target, record};
  options.uniform_groups = uniform_groups;
  for (size_t d = 0; d < local_size.size() && d < 3; ++d) options.local_size[d] = local_size[d];
  force_lanes(context.lanes);
  set_target_attributes(module, *target);
  for (const NamedPass& pass : chosen()) {
    pass.run(module, context);
    if (!context.error.empty()) return fail(context.error);
    if (verifyModule(module, &errs())) return fail(Twine("invalid IR after ") + pass.name);
  }
  if (emit == "ll") module.print(outs(), nullptr);
  if (emit == "asm") outs() << emit_assembly(module, *target);
  if (emit == "obj") {
    auto object = emit_object(module, *target);
    outs().write(reinterpret_cast<const char*>(object.data()), object.size());
  }
  return 0;
}

}  // namespace

int main(int argc, char** argv) {
  cl::ParseCommandLineOptions(argc, argv, "Runs passes of Heddle's kernel compiler\n");
  LLVMContext context;
  SMDiagnostic diagnostic;
  std::unique_ptr<Module> module = parseIRFile(input, diagnostic, context);
  if (!module) {
    diagnostic.print("heddle-opt", errs());
    return 1;
  }
  return run(*module);
}
