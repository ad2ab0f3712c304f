// SPDX-License-Identifier: Apache-2.0
// The transforms from one kernel's IR to its work-group function, in the order of passes.def. Each
// works on a module that holds one kernel, states what it expects and what it leaves, and can be
// run alone by name with heddle-opt.
#pragma once

#include <llvm/IR/Module.h>
#include <llvm/Target/TargetMachine.h>

#include <span>
#include <string>

#include "abi/program_record.h"
#include "compiler/groups/sub_groups.h"
#include "compiler/ir/lanes.h"
#include "compiler/ir/report.h"
#include "compiler/lower/keep_calls.h"
#include "compiler/pipeline/pipeline.h"

namespace heddle::compiler {

/// What the passes know of the kernel that they compile, and what they find out for its record.
struct KernelContext {
  const GlobalsLayout& globals;
  const KernelOptions& options;
  llvm::TargetMachine& target;
  KernelRecord& record;
  Lanes lanes{};  ///< decided by plan_lanes; what the passes behind it work to
  SubGroups sub_groups{};
  Merging merging{};
  LaneReport report{};  ///< of the vectoriser
  /// Of the __local variable that is aligned most, if a worker's memory is aligned less.
  llvm::MaybeAlign local_align{};
  std::string error{};  ///< not empty: the kernel cannot be compiled, and why

  llvm::Function* kernel(llvm::Module& module) const { return module.getFunction(record.name); }
};

/// Functions with more blocks than this are too large for passes whose time grows with the square
/// of the loops.
constexpr size_t kMaxBlocks = 2048;

using KernelPass = void (*)(llvm::Module&, KernelContext&);

struct NamedPass {
  const char* name;
  KernelPass run;
  const char* why;  ///< why it stands at its place in the pipeline
};
/// The whole pipeline, in order (passes.def).
std::span<const NamedPass> pass_list();

// Out: nothing but the kernel and what it calls.
void drop_unused(llvm::Module& module, KernelContext& context);
// Out: no inline assembly, or an error if there is such with text.
void lower_assembly(llvm::Module& module, KernelContext& context);
// In: a linked program. Out: event_t and other opaque types are plain pointers.
void lower_opaque_types(llvm::Module& module, KernelContext& context);
// Out: whether the kernel has sub-groups; if its one sub-group is the work-group, calls of those
// functions.
void find_sub_groups(llvm::Module& module, KernelContext& context);
// Out: built-ins that the program calls, transitively, have bodies; soft versions of what the CPU
// lacks.
void link_builtins(llvm::Module& module, KernelContext& context);
// Out: calls have the types and the calling conventions of what they call.
void match_calls(llvm::Module& module, KernelContext& context);
// Out: comparisons that are the same for all work-items of a group whatever their local id is do
// not mention it.
void compare_groups(llvm::Module& module, KernelContext& context);
void match_dot_products(llvm::Module& module, KernelContext& context);
// Out: no integer division traps.
void lower_division(llvm::Module& module, KernelContext& context);
// Out: if the context asks for it, variables begin as zeros.
void zero_private(llvm::Module& module, KernelContext& context);
// Out: the kernel is the only function with a body; everything it called is inlined. Of kernels
// that would become too large some functions stay, which call no word and know no variable but
// their own and constants.
void inline_all(llvm::Module& module, KernelContext& context);
// Out: no address space but 0; atomic operations on local memory are marked (local_atomics.h); the
// module's triple and data layout are the host's.
void drop_address_spaces(llvm::Module& module, KernelContext& context);
// Out: no __local or program-scope variable is left, only offsets from __hd_local_memory and
// __hd_globals.
void lower_globals(llvm::Module& module, KernelContext& context);
// Out: calls of printf are calls of the launch's service.
void lower_printf(llvm::Module& module, KernelContext& context);
// Out: calls of __hd_service_X are calls of the launch's other services.
void lower_services(llvm::Module& module, KernelContext& context);
// Scalar optimisation of one work-item's code.
void optimize_work_item(llvm::Module& module, KernelContext& context);
// Finds loops in which a sub-group may wait for another (context.sub_groups.restart).
void settle_sub_groups(llvm::Module& module, KernelContext& context);
// Out: where all work-items do the same, sums of products in order are not fused.
void unfuse_sums(llvm::Module& module, KernelContext& context);
// Decides how work-items become lanes (context.lanes), from the kernel's types, strides and control
// flow. Out: short vectors are scalars, switches are branches, loops are simplified, one return.
void plan_lanes(llvm::Module& module, KernelContext& context);
// Out: every branch is uniform for the tile of lanes; blocks that not all lanes run begin with
// __hd_mask.
void linearize(llvm::Module& module, KernelContext& context);
// Out: one call of the kernel does the work of a vector of work-items. __hd_local_id(dimension) and
// __hd_global_id(dimension) are those of lane 0.
void widen(llvm::Module& module, KernelContext& context);
// Where work-items are no lanes. Out: innermost loops are vectors, where they can be.
void vectorize_loops(llvm::Module& module, KernelContext& context);
// Out: atomic updates are marked whose results nobody looks at.
void find_counters(llvm::Module& module, KernelContext& context);
// In: the kernel as one work-item's code, or as that of a vector. Out: the function
// HD_KERNEL_SYMBOL that runs a box of work-groups.
void work_groups(llvm::Module& module, KernelContext& context);
// Out: counters that only add are the box's own until its end.
void count_apart(llvm::Module& module, KernelContext& context);
// Out: atomic operations on local memory are loads and stores. Behind work_groups: work-items meet
// in local memory, so none of these values is the same for all, however uniform the address is.
void lower_local_atomics(llvm::Module& module, KernelContext& context);
// Optimisation of the loops over work-items.
void optimize_group(llvm::Module& module, KernelContext& context);
// Out: whether any or all of a vector's elements are as another's is one comparison.
void vector_tests(llvm::Module& module, KernelContext& context);
// Out: rounds of a search that wait for themselves go side by side.
void interleave_rounds(llvm::Module& module, KernelContext& context);
// Out: if the context may be terminated, every round of a loop looks at hd_launch.stop.
void poll_stop(llvm::Module& module, KernelContext& context);
// Out: if the program asks for it, the kernel runs where subnormal numbers are zeros.
void flush_denormals(llvm::Module& module, KernelContext& context);
// In: blends behind guarded code. Out: they are in that code, where they can be.
void sink_blends(llvm::Module& module, KernelContext& context);
// Out: elements that lanes of neighbouring vectors write beside each other are written together.
void transpose_stores(llvm::Module& module, KernelContext& context);
// Out: vectors read across the border of two that were just written are shuffled of those.
void forward_stores(llvm::Module& module, KernelContext& context);
// Out: rows that loops go down by far are prefetched.
void prefetch_rows(llvm::Module& module, KernelContext& context);
// Out: pointers of lanes that a loop moves by one number are scalars.
void lane_pointers(llvm::Module& module, KernelContext& context);
// Out: addresses of rows that a block goes through are made from one another.
void chain_rows(llvm::Module& module, KernelContext& context);
// Out: loops that write memory which the kernel does not read are there a second time, past the
// caches.
void stream_stores(llvm::Module& module, KernelContext& context);
// Says whether work-groups may run in any order.
void any_order(llvm::Module& module, KernelContext& context);
// Out: counters that loops convert to floats in each round are such as well, where that is exact.
void float_counters(llvm::Module& module, KernelContext& context);
// Out: of three integers that are added or xored, the one that is there last is taken last.
void order_chains(llvm::Module& module, KernelContext& context);
// Out: where the machine has no arithmetic of half, that of float and conversions.
void lower_half(llvm::Module& module, KernelContext& context);
// Out: what built-ins ask for by divisions and llvm.ldexp are the instructions for that, or plain.
void lower_estimates(llvm::Module& module, KernelContext& context);
// In: gathers. Out: those from small constant tables are permutations of registers.
void lower_tables(llvm::Module& module, KernelContext& context);
// Out: numbers of gathers and scatters are signed where they have 32 bits.
void lower_gathers(llvm::Module& module, KernelContext& context);
// Out: no vector of 64-bit integers is divided by a constant, or as a small number by anything.
void lower_long_division(llvm::Module& module, KernelContext& context);
// Out: factors of vectors are extended beside their product.
void lower_products(llvm::Module& module, KernelContext& context);
// Out: bits of vectors are tested in the elements that they stand in.
void lower_flags(llvm::Module& module, KernelContext& context);
// Out: no masked store has a constant mask of one lane; with AVX-512 none is to private memory.
void lower_masked_stores(llvm::Module& module, KernelContext& context);
// Out: where the machine has no mask registers, loops compare unsigned numbers as signed ones, if
// that takes no instruction more.
void lower_comparisons(llvm::Module& module, KernelContext& context);
// Out: where the machine has no mask registers, masks that are kept are vectors of wide numbers.
void lower_masks(llvm::Module& module, KernelContext& context);
// Out: functions of three vectors are one instruction each where the machine has such.
void ternary_logic(llvm::Module& module, KernelContext& context);
// Out: words of which elements are cut are frozen.
void freeze_words(llvm::Module& module, KernelContext& context);
// Out: no instruction is left that code generation would turn into a call of a library.
void lower_libcalls(llvm::Module& module, KernelContext& context);
// Ensures: copies of a block that is hardly ever reached are calls of one function.
void share_unlikely(llvm::Module& module, KernelContext& context);

}  // namespace heddle::compiler
