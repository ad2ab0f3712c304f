// SPDX-License-Identifier: Apache-2.0
// The list of all strategies, and those that `widen` emits itself.
#include "compiler/vectorize/access/strategy.h"

namespace heddle::compiler {
using namespace llvm;

namespace {

constexpr double kScalarLoad = 0.5, kScalarStore = 1;
/// A loop over the lanes, which goes through memory.
constexpr double kLaneOfLoop = 8;

template <SiteKind kind>
bool is_of(const Site& site, const InstructionSet&) {
  return site.kind == kind;
}

Price scalar_price(const Site& site, const InstructionSet&) {
  return {site.is_store ? kScalarStore : kScalarLoad, 1};
}

Price lanes_price(const Site& site, const InstructionSet&) {
  return {kLaneOfLoop * site.width, 12};
}

/// Returns the accesses of lanes on one piece, and that of lanes anywhere.
std::vector<Site> pieces_of(const Site& site, const InstructionSet&) {
  std::vector<Site> parts;
  Site piece = site;
  piece.mask = MaskKind::None;
  piece.stride = site.piece_stride;
  piece.index = std::nullopt;
  piece.expects_neighbours = piece.may_be_uniform = false;
  const SiteKind one = site.may_be_uniform ? SiteKind::Uniform : SiteKind::Element;
  if (site.is_element()) piece.kind = one;
  // Loads of members that lie within one stride are done together.
  ArrayRef<uint64_t> rest = site.offsets;
  while (site.kind == SiteKind::Members && !rest.empty()) {
    const uint64_t start = rest[0];
    const ArrayRef<uint64_t> members = rest.take_while([&](uint64_t offset) {
      return offset == start ||
             (offset - start + site.size <= static_cast<uint64_t>(piece.stride) &&
              (offset - start) % site.size == 0);
    });
    piece.kind = members.size() == 1 ? one : SiteKind::Members;
    piece.is_within_stride = members.size() > 1;
    piece.align = commonAlignment(site.align, start);
    piece.offsets.clear();
    for (uint64_t offset : members) piece.offsets.push_back(offset - start);
    parts.push_back(piece);
    rest = rest.drop_front(members.size());
  }
  if (parts.empty()) parts.push_back(piece);
  parts.push_back(site);
  parts.back().is_rare = true;
  parts.back().is_plain_index &= site.is_element();
  return parts;
}

/// Returns the accesses of one or two partners, each for itself.
std::vector<Site> partners_of(const Site& site, const InstructionSet&) {
  Site one = site;
  one.kind = SiteKind::Element;
  one.first = nullptr;
  one.is_rare = true;
  if (!site.first) return {one};
  Site first = one;
  first.place = site.first;
  return {first, one};
}

}  // namespace

// `widen` emits it where all vectors are so; here it is a load by one of them.
const AccessStrategy kUniform = {
    .name = "uniform",
    .counted = Counted::Uniform,
    .fits = is_of<SiteKind::Uniform>,
    .price = scalar_price,
    .emit = [](AccessEmitter& emit, IRBuilder<>& at, const Candidate& plan,
               const LaneOperands& operands) -> LaneValues {
      Value* element = emit.with_scopes(
          at.CreateAlignedLoad(plan.site.element, operands.address.base, plan.site.align));
      return {at.CreateVectorSplat(emit.width, element)};
    }};

const AccessStrategy kUpdate = {
    .name = "lane by lane",
    .counted = Counted::Update,
    .fits = is_of<SiteKind::Update>,
    .price = [](const Site& site, const InstructionSet& machine) -> Price {
      return {machine.costs().scattered_lane * site.width, 3.0 * site.width};
    }};

const AccessStrategy kCombined = {.name = "combined",
                                  .technique = Technique::CombinedAtomics,
                                  .fits = is_of<SiteKind::Atomic>,
                                  .price = [](const Site&, const InstructionSet&) -> Price {
                                    return {kLaneOfLoop, 8};
                                  }};

const AccessStrategy kLaneLoop = {.name = "lane by lane",
                                  .fits =
                                      [](const Site& site, const InstructionSet&) {
                                        return site.kind == SiteKind::LaneLoop ||
                                               site.kind == SiteKind::Atomic;
                                      },
                                  .price = lanes_price};

const AccessStrategy kVolatile = {
    .name = "contiguous",
    .condition = "no lane is left out",
    .counted = Counted::Contiguous,
    .fits = is_of<SiteKind::Volatile>,
    .price = [](const Site& site, const InstructionSet& machine) -> Price {
      return {site.registers(machine) * (site.is_store ? 2 : 1), 13};
    }};

const AccessStrategy kFirstOfExchange = {
    .name = "with its partner",
    .fits = is_of<SiteKind::FirstOfPair>,
    .price = [](const Site&, const InstructionSet&) -> Price { return {}; }};

const AccessStrategy kExchange = {
    .name = "exchange",
    .condition = "partners fill registers",
    .counted = Counted::Strided,
    .fits = [](const Site& site,
               const InstructionSet&) { return site.kind == SiteKind::Pair || site.is_exchange; },
    .parts = partners_of,
    .price = [](const Site& site, const InstructionSet& machine) -> Price {
      return {site.registers(machine) * (site.first ? 3 : 1), 20};
    }};

const AccessStrategy kPiecewise = {.name = "piecewise",
                                   .condition = "all lanes are on one piece",
                                   .technique = Technique::PiecewiseAccesses,
                                   .fits =
                                       [](const Site& site, const InstructionSet&) {
                                         return (site.piece_stride != 0 || site.may_be_uniform) &&
                                                (site.is_element() || site.is_group());
                                       },
                                   .parts = pieces_of,
                                   .price = [](const Site&, const InstructionSet&) -> Price {
                                     return {0.5, 6};
                                   }};

ArrayRef<const AccessStrategy*> access_strategies() {
  static constexpr const AccessStrategy* kAll[] = {
      &kUniform,         &kCombined,           &kUpdate,    &kLaneLoop,        &kVolatile,
      &kFirstOfExchange, &kExchange,           &kPiecewise, &kInOrder,         &kContiguous,
      &kReversed,        &kInterleaved,        &kTable,     &kWholeStructures, &kStructures,
      &kNarrowGather,    &kTwoRegisterPermute, &kCompress,  &kGather,          &kScatter,
      &kLaneByLane,      &kIfAllLanes};
  return kAll;
}

}  // namespace heddle::compiler
