// SPDX-License-Identifier: Apache-2.0
// What the analyses claim of values holds for the values that work-items compute. A kernel goes
// through the pipeline up to the analysis. Then it is made to write the values to a trace, and runs
// one work-item at a time, with nothing optimised in between. The values of the work-items that
// would be the lanes of a vector are compared where they are in the same iterations.
#include <gtest/gtest.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/Support/raw_ostream.h>

#include "claims_kernels.h"
#include "claims_subject.h"
#include "claims_trace.h"
#include "compiler/analysis/shape.h"
#include "compiler/analysis/uniformity.h"

namespace heddle::compiler {
namespace {

using namespace llvm;

enum class Kind {
  Uniform,         ///< in a tile of vectors
  UniformInGroup,  ///< in a work-group
  Affine,          ///< in a vector, modulo the type's range
  Modular,         ///< in a vector, modulo 2^32
  Piecewise,       ///< affine in a whole vector in which all breakpoints are
  Exchange,        ///< x ^ d, of lane l that of lane 0 ^ l where lane 0's x is aligned
};

struct Claim {
  unsigned number;  ///< of the traced value
  Kind kind;
  unsigned bits;               ///< of the value
  int64_t stride = 0;          ///< from lane to lane
  bool in_tile = false;        ///< Uniform: the rows of a tile have the same, too
  std::string text;            ///< of the value
  std::vector<Claim> parts{};  ///< affine where the claim holds: breakpoints; an exchange's x
};

uint64_t cut(uint64_t value, unsigned bits) {
  return bits >= 64 ? value : value & ((uint64_t{1} << bits) - 1);
}

unsigned width_of(const Instruction& value) {
  return value.getType()->isPointerTy() ? 64 : value.getType()->getPrimitiveSizeInBits();
}

std::string text_of(const Instruction& value) {
  std::string text;
  raw_string_ostream(text) << value;
  return text;
}

/// Adds the claims of lane shapes, which hold for linearised kernels.
void claim_shapes(Subject& subject, Tracer& tracer, ArrayRef<Instruction*> values,
                  std::vector<Claim>& claims) {
  const Shapes& shapes =
      subject.analyses().getResult<LaneShapesAnalysis>(subject.kernel()).at(subject.lanes);
  for (Instruction* value : values) {
    const Shape shape = shapes.of(value);
    Claim claim{0, Kind::Uniform, width_of(*value), shape.stride, !shape.rows, text_of(*value)};
    if (shape.is_modular) {
      claim.kind = Kind::Modular;
    } else if (shape.is_affine()) {
      claim.kind = Kind::Affine;
    } else if (shape.kind == Shape::Kind::Exchange && shape.exchange->distance) {
      value = cast<Instruction>(shape.exchange->core);
      auto& x = cast<Instruction>(*shape.exchange->lanes);
      claim = {0, Kind::Exchange, width_of(*value), 1, false, text_of(*value)};
      const int64_t stride = shapes.of(&x).stride;
      claim.parts.push_back({tracer.add(x), Kind::Affine, width_of(x), stride, false, text_of(x)});
    } else if (shape.breakpoints) {
      claim.kind = Kind::Piecewise;
      // Where a number of 32 bits wraps before it is extended, the high bits go on elsewhere.
      if (!shape.is_signed && !shape.is_unsigned) claim.bits = std::min(claim.bits, 32U);
      for (const Breakpoint& each : *shape.breakpoints) {
        claim.parts.push_back({tracer.add(*each.value), Kind::Affine, width_of(*each.value),
                               shapes.of(each.value).stride, false, text_of(*each.value)});
      }
    } else if (!shape.is_uniform()) {
      continue;
    }
    claim.number = tracer.add(*value);
    claims.push_back(claim);
  }
}

/// Adds the claims of `uniformity`: of values where they are computed, and of those where they are
/// used after a loop.
void claim_uniformity(const Uniformity& uniformity, Kind kind, const LoopInfo& loops,
                      Tracer& tracer, ArrayRef<Instruction*> values, std::vector<Claim>& claims) {
  for (Instruction* value : values) {
    if (!uniformity.is_uniform(*value)) continue;
    Claim claim{0, kind, width_of(*value), 0, /*in_tile=*/true, text_of(*value)};
    claim.number = tracer.add(*value);
    claims.push_back(claim);
    if (!uniformity.is_one_value(*value)) continue;
    SmallSetVector<BasicBlock*, 4> users;
    const Loop* loop = loops.getLoopFor(value->getParent());
    for (const User* user : value->users()) {
      auto* use = const_cast<Instruction*>(cast<Instruction>(user));
      if (loop && !loop->contains(use) && !isa<PHINode>(use)) users.insert(use->getParent());
    }
    for (BasicBlock* user : users) {
      claim.number = tracer.add(*value, user);
      claims.push_back(claim);
    }
  }
}

/// The work-items that are compared, and the number of a lane among them.
using Vector = std::map<uint64_t, std::vector<const TracedValue*>>;

/// Which vector a work-item is in, and which of its lanes it is.
std::pair<std::vector<uint64_t>, uint64_t> place_of(const TracedValue& item, const Claim& claim,
                                                    const Lanes& lanes) {
  std::vector<uint64_t> vector(item.group.begin(), item.group.end());
  if (claim.kind == Kind::UniformInGroup) return {vector, 0};
  for (unsigned d = 0; d < 3; ++d) {
    const bool is_of_tile = claim.kind == Kind::Uniform && claim.in_tile && lanes.rows > 1;
    const uint64_t id = item.local[d];
    vector.push_back(d == lanes.dimension                     ? id / lanes.width
                     : is_of_tile && d == lanes.row_dimension ? id / lanes.rows
                                                              : id);
  }
  return {vector, item.local[lanes.dimension] % lanes.width};
}

/// Returns what of a claim does not hold for a vector, or nothing.
std::string broken(const Claim& claim, const Vector& vector) {
  const uint64_t first_lane = vector.begin()->first;
  const uint64_t first = vector.begin()->second.front()->bits;
  const unsigned bits = claim.kind == Kind::Modular ? std::min(claim.bits, 32U) : claim.bits;
  const auto expected = [&](uint64_t lane) {
    return claim.kind == Kind::Exchange ? first ^ lane : first + claim.stride * (lane - first_lane);
  };
  const bool is_uniform = claim.kind == Kind::Uniform || claim.kind == Kind::UniformInGroup;
  for (const auto& [lane, items] : vector) {
    for (const TracedValue* item : items) {
      const uint64_t wanted = is_uniform ? first : expected(lane);
      if (cut(item->bits - wanted, bits) == 0) continue;
      return "work-item " + std::to_string(item->global[0]) + ", " +
             std::to_string(item->global[1]) + " has " + std::to_string(item->bits) +
             " instead of " + std::to_string(cut(wanted, bits));
    }
  }
  return "";
}

/// The vectors of a claim by their places.
using Vectors = std::map<std::vector<uint64_t>, Vector>;

Vectors vectors_of(const Claim& claim, const std::vector<TracedValue>& items, const Lanes& lanes) {
  Vectors vectors;
  for (const TracedValue& item : items) {
    const auto [place, lane] = place_of(item, claim, lanes);
    vectors[place][lane].push_back(&item);
  }
  return vectors;
}

/// Tells whether what a claim asks of whole vectors is so: all lanes are active, they lie on one
/// piece of each breakpoint, an exchange is aligned.
bool is_asked(const Claim& claim, const std::vector<uint64_t>& place, const Iterations& when,
              const Trace& trace, const Lanes& lanes) {
  return std::ranges::all_of(claim.parts, [&](const Claim& each) {
    const auto found = trace[each.number].find(when);
    if (found == trace[each.number].end()) return false;
    const Vector vector = vectors_of(each, found->second, lanes)[place];
    const bool is_exchange = claim.kind == Kind::Exchange;
    return vector.size() == lanes.width && broken(each, vector).empty() &&
           (!is_exchange || vector.begin()->second.front()->bits % lanes.width == 0);
  });
}

/// Checks the claims, and counts what was compared in `compared`.
void check(const std::vector<Claim>& claims, const Trace& trace, const Lanes& lanes,
           std::map<Kind, size_t>& compared) {
  for (const Claim& claim : claims) {
    for (const auto& [when, items] : trace[claim.number]) {
      for (const auto& [place, vector] : vectors_of(claim, items, lanes)) {
        const bool asks = claim.kind == Kind::Piecewise || claim.kind == Kind::Exchange;
        const bool is_whole = vector.size() == lanes.width;
        if (asks && !(is_whole && is_asked(claim, place, when, trace, lanes))) continue;
        ++compared[claim.kind];
        const std::string why = broken(claim, vector);
        if (why.empty()) continue;
        ADD_FAILURE() << claim.text << "\n  kind " << static_cast<int>(claim.kind) << ", stride "
                      << claim.stride << ", iterations " << when[0] << ", " << when[1] << ": "
                      << why;
        return;
      }
    }
  }
}

/// Whether the analyses are asked of a linearised kernel, and for which tiles.
struct Case {
  KernelOfClaims kernel;
  bool is_linear;
  unsigned width, rows;
};

/// Prints a case where a test fails.
void PrintTo(const Case& param, std::ostream* out) {
  *out << param.kernel.name << (param.is_linear ? ", linearised" : ", as planned") << ", "
       << param.width << " lanes, " << param.rows << " rows";
}

class Claims : public testing::TestWithParam<Case> {};

TEST_P(Claims, HoldForWhatWorkItemsCompute) {
  const Case& param = GetParam();
  Subject subject;
  ASSERT_NO_FATAL_FAILURE(subject.build(param.kernel.source, param.width));
  subject.run(param.is_linear, param.rows);
  ASSERT_TRUE(subject.lanes.are_used());
  const bool is_linear = param.is_linear;
  Function& kernel = subject.kernel();
  auto& loops = subject.analyses().getResult<LoopAnalysis>(kernel);
  auto& uniformity = subject.analyses().getResult<KernelUniformityAnalysis>(kernel);
  const Uniformity& of_tile = uniformity.of_tile(subject.lanes);
  SmallVector<Instruction*> values;
  for (Instruction& each : instructions(kernel))
    if (Tracer::can_trace(each)) values.push_back(&each);
  if (is_linear) subject.analyses().getResult<LaneShapesAnalysis>(kernel).at(subject.lanes);
  if (!is_linear) uniformity.of_group();
  Trace trace;
  std::vector<Claim> claims;
  Tracer tracer(kernel, loops, trace);
  claim_uniformity(of_tile, Kind::Uniform, loops, tracer, values, claims);
  if (is_linear)
    claim_shapes(subject, tracer, values, claims);
  else
    claim_uniformity(uniformity.of_group(), Kind::UniformInGroup, loops, tracer, values, claims);
  EXPECT_FALSE(claims.empty());
  subject.finish();
  if (HasFatalFailure()) return;
  const uint32_t numbers[][4] = {{37, 5, 16, 3}, {1, 0, 7, 64}, {0xfffffff0U, 33, 2, 9}};
  std::map<Kind, size_t> compared;
  for (const auto& set : numbers) {
    for (const size_t offset : {0, 5}) {
      for (TraceOfValue& each : trace) each.clear();
      subject.launch(param.kernel.local, {2, 2, 1}, offset, set);
      check(claims, trace, subject.lanes, compared);
      if (HasFailure()) return;
    }
  }
  EXPECT_FALSE(compared.empty());
  for (const Claim& claim : claims) {
    const bool has_whole_vectors = param.kernel.local[subject.lanes.dimension] >= param.width;
    if (has_whole_vectors) EXPECT_GT(compared[claim.kind], 0U) << static_cast<int>(claim.kind);
  }
}

std::vector<Case> cases() {
  std::vector<Case> result;
  for (const KernelOfClaims& kernel : kKernelsOfClaims) {
    for (const bool is_linear : {false, true}) {
      result.push_back({kernel, is_linear, 4, 2});
      result.push_back({kernel, is_linear, 16, 1});
    }
  }
  return result;
}

std::string name(const testing::TestParamInfo<Case>& info) {
  return std::string(info.param.kernel.name) + (info.param.is_linear ? "Linear" : "Planned") +
         std::to_string(info.param.width);
}

INSTANTIATE_TEST_SUITE_P(All, Claims, testing::ValuesIn(cases()), name);

}  // namespace
}  // namespace heddle::compiler
