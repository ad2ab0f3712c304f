// SPDX-License-Identifier: Apache-2.0
#include "compiler/vectorize/access/access_plan.h"

#include <llvm/ADT/PostOrderIterator.h>
#include <llvm/ADT/STLExtras.h>
#include <llvm/ADT/StringExtras.h>
#include <llvm/Analysis/OptimizationRemarkEmitter.h>
#include <llvm/IR/DiagnosticHandler.h>
#include <llvm/IR/DiagnosticInfo.h>
#include <llvm/Support/FormatVariadic.h>
#include <llvm/Support/raw_ostream.h>

#include <numeric>

#include "compiler/vectorize/access/private_updates.h"

namespace heddle::compiler {
using namespace llvm;

namespace {

/// The part of the cycles, and the cycles of an instruction, that code for what hardly ever happens
/// costs by being there.
constexpr double kOfTest = 0.01, kOfRareInstruction = 0.02;

/// Returns the candidate with the plans and the price of its parts.
Candidate made(const AccessStrategy& strategy, const Site& site, const AccessRules& rules) {
  Candidate one{&strategy, site, strategy.price(site, rules.machine), {}};
  if (!strategy.parts) return one;
  std::vector<Site> parts = strategy.parts(site, rules.machine);
  for (auto [number, part] : enumerate(parts)) {
    part.piece_stride = 0;  // only `widen` asks for pieces and partners, and before anything else
    part.may_be_uniform = part.is_exchange = false;
    one.parts.push_back(candidates_for(part, rules)[0]);
    const Price price = one.parts.back().price;
    const bool is_rare = strategy.condition && number + 1 == parts.size();
    one.price.cycles += is_rare ? kOfRareInstruction * price.instructions
                                : price.cycles * (strategy.condition ? 1 + kOfTest : 1);
    one.price.instructions += price.instructions;
  }
  return one;
}

/// Returns "load 4 float".
std::string description(const Site& site) {
  std::string text;
  raw_string_ostream out(text);
  out << site.place->getOpcodeName() << " ";
  if (site.members.size() > 1) out << site.members.size() << " ";
  const Type* type = site.place->getType();
  (type->isVoidTy() ? site.place->getOperand(0)->getType() : type)->print(out);
  return text;
}

/// Returns the form of an access.
std::string form_of(const Candidate& plan) {
  if (plan.strategy == &kIfAllLanes) return form_of(plan.parts[0]);
  if (plan.strategy != &kWholeStructures) return plan.strategy->name;
  const std::string part = form_of(plan.parts[0]);
  const bool is_plain = part == kGather.name || part == kScatter.name;
  return plan.strategy->name + (is_plain ? "" : ", " + part);
}

/// Adds the forms of an access, and of its parts, to `forms`.
void add_forms(const Candidate& plan, std::vector<std::string>& forms) {
  if (plan.strategy != &kPiecewise) {
    std::string form = (plan.site.is_rare ? "else " : "") + form_of(plan);
    if (!is_contained(forms, form)) forms.push_back(std::move(form));
  }
  if (plan.strategy != &kPiecewise && plan.strategy != &kExchange) return;
  for (const Candidate& part : plan.parts) add_forms(part, forms);
}

std::string text_of(const Candidate& plan) {
  std::vector<std::string> forms;
  add_forms(plan, forms);
  const bool is_masked = plan.site.mask == MaskKind::Lanes;
  return description(plan.site) + (is_masked ? " masked: " : ": ") + join(forms, ", ");
}

/// Returns "gather 25.6; lane by lane 32.0", the cheapest candidate of each form.
std::string prices_of(const Site& site, const AccessRules& rules) {
  std::vector<std::string> seen, prices;
  for (const Candidate& each : candidates_for(site, rules)) {
    std::vector<std::string> forms;
    add_forms(each, forms);
    const std::string form = join(forms, ", ");
    if (is_contained(seen, form)) continue;
    seen.push_back(form);
    prices.push_back(formatv("{0} {1:F1}", form, each.price.cycles));
  }
  return join(prices, "; ");
}

/// Puts the cheapest candidate of another form first, if it costs at most `most` times as much.
void put_rival_first(std::vector<Candidate>& found, unsigned most) {
  const auto rival = find_if(found, [&](const Candidate& other) {
    return form_of(other) != form_of(found[0]) &&
           other.price.cycles <= most * found[0].price.cycles;
  });
  if (rival != found.end()) std::rotate(found.begin(), rival, rival + 1);
}

}  // namespace

std::vector<Candidate> candidates_for(const Site& site, const AccessRules& rules) {
  std::vector<Candidate> found;
  for (const AccessStrategy* strategy : access_strategies()) {
    if (strategy->fits(site, rules.machine) &&
        (!strategy->technique || rules.techniques.allow(*strategy->technique)))
      found.push_back(made(*strategy, site, rules));
  }
  stable_sort(found, [](const Candidate& one, const Candidate& other) {
    return one.price.cycles < other.price.cycles;
  });
  if (rules.draws != 0 && found.size() > 1) {
    rules.draws = rules.draws * 6364136223846793005 + 1442695040888963407;  // as Knuth's MMIX
    std::rotate(found.begin(), found.begin() + (rules.draws >> 33) % found.size(), found.end());
  }
  return found;
}

bool lies_apart(const Candidate& plan) {
  const Counted counted = plan.strategy->counted;
  const bool has_parts = !plan.parts.empty() && counted == Counted::Not;
  if (has_parts && plan.strategy != &kTwoRegisterPermute) return lies_apart(plan.parts[0]);
  return counted == Counted::Update || (counted == Counted::Anywhere && plan.strategy != &kTable);
}

AccessPlan::AccessPlan(Function& kernel, const AccessFacts& facts, const AccessRules& rules) {
  SiteFinder finder(facts, rules);
  const bool has_updates = rules.techniques.allow(Technique::PrivateUpdates);
  for (BasicBlock* block : ReversePostOrderTraversal<Function*>(&kernel)) {
    finder.begin(*block);
    if (has_updates) add_private_updates(*block, facts.shapes, facts.groups, updates_);
    for (Instruction& each : *block) {
      std::optional<Site> site = finder.next(each);
      if (!site || (updates_.contains(&each) && !site->is_store)) continue;
      if (updates_.contains(&each)) {
        site->kind = SiteKind::Update;
        site->mask = MaskKind::None;
      }
      by_place_[&each] = accesses_.size();
      std::vector<Candidate> found = candidates_for(*site, rules);
      if (rules.rival != 0) put_rival_first(found, rules.rival);
      Planned& planned = accesses_.emplace_back(std::move(found[0]));
      for (const Candidate& other : ArrayRef(found).drop_front()) {
        if (form_of(other) == form_of(planned.chosen)) continue;
        planned.other = other.strategy;
        planned.other_cycles = other.price.cycles;
        break;
      }
    }
  }
}

const Candidate* AccessPlan::of(const Instruction& access) const {
  const auto found = by_place_.find(&access);
  return found == by_place_.end() ? nullptr : &accesses_[found->second].chosen;
}

double AccessPlan::cycles() const {
  return std::accumulate(
      accesses_.begin(), accesses_.end(), 0.0,
      [](double sum, const Planned& each) { return sum + each.chosen.price.cycles; });
}

std::string AccessPlan::summary() const {
  constexpr size_t kMost = 4;
  std::vector<const Planned*> dear;
  for (const Planned& each : accesses_)
    if (each.other) dear.push_back(&each);
  stable_sort(dear, [](const Planned* one, const Planned* other) {
    return one->chosen.price.cycles > other->chosen.price.cycles;
  });
  std::vector<std::string> texts;
  for (const Planned* each : ArrayRef(dear).take_front(std::min(dear.size(), kMost)))
    texts.push_back(formatv("{0} {1:F1} ({2} {3:F1})", text_of(each->chosen),
                            each->chosen.price.cycles, each->other->name, each->other_cycles));
  return join(texts, "; ");
}

void AccessPlan::emit_remarks(const Function& widened, const AccessRules& rules) const {
  LLVMContext& context = widened.getContext();
  constexpr const char* kPass = "widen";
  const DiagnosticHandler& handler = *context.getDiagHandlerPtr();
  const bool has_prices = handler.isAnalysisRemarkEnabled(kPass);
  if (!handler.isPassedOptRemarkEnabled(kPass) && !has_prices) return;
  if (has_prices && !accesses_.empty()) {
    OptimizationRemarkAnalysis sum(kPass, "Accesses", DebugLoc(), &widened.getEntryBlock());
    const double one = cycles() / accesses_[0].chosen.site.width;
    context.diagnose(sum << "accesses of a work-item: "
                         << ore::NV("Cycles", static_cast<float>(one)) << " cycles");
  }
  for (const auto& [access, other, cycles] : accesses_) {
    const DebugLoc& place = access.site.place->getDebugLoc();
    OptimizationRemark remark(kPass, "Access", place, &widened.getEntryBlock());
    context.diagnose(remark << text_of(access));
    if (!has_prices) continue;
    OptimizationRemarkAnalysis prices(kPass, "Prices", place, &widened.getEntryBlock());
    context.diagnose(prices << "cycles of a vector: " << prices_of(access.site, rules));
  }
}

}  // namespace heddle::compiler
