// SPDX-License-Identifier: Apache-2.0
// The internal intrinsics (builtins/hd.h): the few functions without a body between built-ins and
// passes. No pass after link_builtins sees a mangled name.
#pragma once

#include <llvm/IR/InstrTypes.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Module.h>

namespace heddle::compiler {

/// The operations of LanesReduce and LanesScan.
enum class LaneOperation { Add, SMin, SMax, UMin, UMax, FAdd, FMin, FMax, Mul, FMul, And, Or, Xor };

enum class Internal {
  None,
  LocalId,
  GroupId,
  LocalSize,
  EnqueuedLocalSize,
  GlobalSize,
  GlobalOffset,
  NumGroups,
  WorkDim,
  Barrier,
  GroupScratch,
  IsLocal,
  IsPrivate,
  NamedBarrier,  // address of a named barrier; place_named_barriers leaves none
  LocalMemory,   // base of the group's local memory, made by lower_globals; before, a place in it
  Globals,       // base of the program's block of variables; made by lower_globals
  Launch,        // the hd_launch; made by lower_printf and lower_services
  Service,       // __hd_service_X: a service of the launch, in its table of services
  ImageField,    // a field of an hd_image; optimize_work_item leaves none
  Texels,        // i64(i64 x): x, the address of an image's elements (analysis/texels.h)
  MixBytes,      // i32: a byte of four words, weighted (hd.h)
  DotBytes,      // i32(i32, i32, i1, i1): the sum of the products of their bytes (hd.h)
  Pick,          // T(T, ..., T, T number): the operand selected by the number's low bits
                 // (dynamic_permute.h)
  IsSame,        // i1(float): the same for all work-items, as far as is known; likewise
  GlobalId,      // as get_global_id: offset + group id * enqueued local size + local id
  VectorIndex,   // counts the vectors of the group, in the order of their work-items
  VectorCount,   // the number of vectors in the group
  VectorLimit,   // the number in a full group
  // Intrinsics of sub-groups, which are the vectors.
  LaneId,         // number of the work-item in its vector
  LaneCount,      // work-items of this vector: the last one may have fewer
  LaneLimit,      // work-items of a full vector
  VectorBarrier,  // as Barrier, for the work-items of a vector
  // T(T): over the work-items of one vector. __hd_lanes_reduce_add_i32 and the like.
  LanesReduce,
  LanesScan,       // inclusive
  LanesShift,      // T(T x, T first): the x of the work-item before, `first` for the first one
  LanesBroadcast,  // T(T x, i32 lane): the x of one work-item, the same for all
  LanesShuffle,    // T(T x, i32 lane): the x of the work-item that each one selects
  LanesFill,       // T(T x, T other): x, and `other` in lanes without a work-item (collectives)
  LanesBallot,     // i64(i1 x): a bit for each work-item whose x is true
  // Intrinsics of the vectoriser. A lane is active if its work-item's code would run at this place.
  LaneMask,  // i1, widened <N x i1> (.vN): this lane has a work-item
  Mask,      // void(i1), first in a block after its phis: the lanes that are active in it
  Any,       // i1(i1), uniform: the value is true for some lane
  All,       // i1(i1), uniform: the value is true for every lane
  // An intrinsic of the loops over work-items, between work_groups and the end of optimize_group.
  Pinned,  // i64(i64 x): x; code that depends on it stays under the conditions of the call's block
};

/// Returns the internal intrinsic that `function` is, by its name.
Internal internal_of(const llvm::Function& function);
/// Tells whether it is a built-in function that stays one: __hd_call_*. Vectors call it once for
/// each active lane.
bool is_kept_builtin(const llvm::Function& function);
/// Returns the intrinsic that `instruction` calls; Internal::None for everything else.
Internal called_internal(const llvm::Instruction& instruction);
bool has_barriers(const llvm::Function& kernel);
/// Tells whether the instruction may be in a kernel twice: work-items that meet must do so at one
/// place.
bool may_be_copied(const llvm::Instruction& instruction);
/// Tells whether it is a Barrier at which a vector waits for nobody: it lets the other vectors of
/// its group run, and continues when each has had its turn. Such barriers are in loops in which
/// sub-groups wait (settle_sub_groups).
bool is_yield(const llvm::Instruction& instruction);
bool has_yields(const llvm::Function& kernel);
void make_yield(llvm::Instruction& before);
/// Returns the operation of a call of LanesReduce or LanesScan.
LaneOperation lane_operation(const llvm::CallBase& call);
/// Returns the literal dimension of a call such as __hd_local_id(0).
unsigned dimension(const llvm::CallBase& call);
/// Declares an intrinsic without arguments that returns a pointer (LocalMemory, Globals, Launch).
llvm::FunctionCallee pointer_internal(llvm::Module& module, Internal intrinsic);
/// Declares GroupId, LocalId, GlobalId or GlobalOffset.
llvm::FunctionCallee id_internal(llvm::Module& module, Internal intrinsic);
/// Declares Pick from `count` numbers of a type.
llvm::FunctionCallee pick_internal(llvm::Module& module, llvm::IntegerType& type, unsigned count);
/// Declares one of the vectoriser's intrinsics, in its scalar form.
llvm::FunctionCallee lane_internal(llvm::Module& module, Internal intrinsic);
/// Declares Pinned.
llvm::FunctionCallee pinned_internal(llvm::Module& module);
/// Declares LaneMask for vectors of `width` lanes.
llvm::FunctionCallee wide_lane_mask(llvm::Module& module, unsigned width);

}  // namespace heddle::compiler
