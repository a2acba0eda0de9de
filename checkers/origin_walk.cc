#include "checkers/origin_walk.h"

#include <algorithm>
#include <cstddef>

#include "absl/container/flat_hash_set.h"

namespace plait {

std::optional<std::pair<Name, int64_t>> PlaceInGlobal(const TermTable& terms, TermId address) {
  const Term& term = terms.term(address);
  if (term.parts.size() != 1 || term.parts[0].coefficient != 1) return std::nullopt;
  const Atom& atom = terms.atom(term.parts[0].atom);
  if (atom.kind != AtomKind::kGlobal) return std::nullopt;
  return std::pair(atom.name, term.constant);
}

namespace {

using Place = std::optional<std::pair<Name, int64_t>>;

bool AreAlike(const Access& a, const Access& b) {
  return a.kind == b.kind && a.width == b.width && a.is_atomic == b.is_atomic;
}

// Whether it is so far behind an argument, which may be the address of a variable.
bool IsBehindArgument(const TermTable& terms, TermId address, int64_t offset) {
  const Term& term = terms.term(address);
  return term.constant == offset && term.parts.size() == 1 && term.parts[0].coefficient == 1 &&
         terms.atom(term.parts[0].atom).kind == AtomKind::kFormal;
}

// Of a summary's accesses those that are alike and to the same place in a variable, and then those
// in what an argument points to.
std::vector<const Access*> AccessesTo(const Summary& summary, const Place& place,
                                      const Access& like) {
  std::vector<const Access*> named, behind_arguments;
  for (const Access& access : summary.accesses) {
    if (!AreAlike(access, like)) continue;
    if (PlaceInGlobal(summary.terms, access.address) == place) {
      named.push_back(&access);
    } else if (IsBehindArgument(summary.terms, access.address, place->second)) {
      behind_arguments.push_back(&access);
    }
  }
  named.insert(named.end(), behind_arguments.begin(), behind_arguments.end());
  return named;
}

// The first call by name of each function; the index is none.
std::vector<Origin> CallsByName(const Program& program, Name procedure) {
  const int definition = program.FindDefinition(procedure);
  if (definition < 0) return {};
  const Definition& caller = program.definitions()[definition];
  const ir::Procedure& body = caller.body();
  std::vector<Origin> calls;
  absl::flat_hash_set<uint32_t> seen;
  uint32_t number = 0;
  for (const ir::Block& block : body.blocks) {
    for (const ir::Instruction& i : block.instructions) {
      const uint32_t here = number++;
      if (i.opcode != ir::Opcode::kCall || i.callee.kind != ir::Operand::Kind::kFunction) continue;
      const Name callee = InternName(body.symbols[i.callee.value].name);
      for (uint32_t to : program.Resolve(caller.unit, callee)) {
        if (seen.insert(to).second) calls.push_back({here, program.definitions()[to].name, 0});
      }
    }
  }
  return calls;
}

}  // namespace

const Summary* OriginWalk::SummaryOf(Name procedure) const {
  const int definition = tree_.program().FindDefinition(procedure);
  return definition < 0 ? nullptr : tree_.SummaryOf(definition);
}

const Access* OriginWalk::AccessBelow(const Step& from, const Summary& callee) const {
  const uint32_t index = from.access.origin.index;
  if (index >= callee.accesses.size()) return nullptr;
  const Access* inner = &callee.accesses[index];
  if (!AreAlike(*inner, from.access)) return nullptr;
  const Place place = PlaceInGlobal(callee.terms, inner->address);
  const bool may_be_same =
      !place || place == PlaceInGlobal(from.summary->terms, from.access.address);
  return may_be_same ? inner : nullptr;
}

std::vector<OriginWalk::Step> OriginWalk::ShortestWay() const {
  const Place place = PlaceInGlobal(here_.summary->terms, here_.access.address);
  if (!place) return {};
  constexpr size_t kNone = SIZE_MAX;
  struct Reached {
    const Summary* summary;
    std::vector<const Access*> accesses;  // to the place
    size_t from;
    Origin origin;  // the call there
  };
  std::vector<Reached> reached;
  absl::flat_hash_set<const Summary*> entered;
  const auto enter = [&](size_t from, const Origin& origin) {
    const Summary* callee = SummaryOf(origin.callee);
    if (callee == nullptr || !entered.insert(callee).second) return;
    std::vector<const Access*> inside = AccessesTo(*callee, place, here_.access);
    if (!inside.empty()) reached.push_back({callee, std::move(inside), from, origin});
  };
  enter(kNone, here_.access.origin);
  for (size_t i = 0; i < reached.size(); ++i) {
    const std::vector<const Access*> inside = reached[i].accesses;
    for (const Access* access : inside) {
      if (access->origin.callee != kNoName) continue;
      std::vector<Step> way = {{reached[i].summary, *access}};
      for (size_t at = i; reached[at].from != kNone; at = reached[at].from) {
        const Reached& caller = reached[reached[at].from];
        way.push_back({caller.summary, *caller.accesses[0]});
        way.back().access.origin = reached[at].origin;
      }
      return way;
    }
    for (const Access* access : inside) enter(i, access->origin);
    const Name procedure = reached[i].summary->procedure;
    for (const Origin& call : CallsByName(tree_.program(), procedure)) enter(i, call);
  }
  return {};
}

void OriginWalk::FindWay() {
  absl::flat_hash_set<const Access*> seen;
  Step at = here_;
  while (at.access.origin.callee != kNoName) {
    const Summary* callee = SummaryOf(at.access.origin.callee);
    const Access* inner = callee == nullptr ? nullptr : AccessBelow(at, *callee);
    if (inner == nullptr || !seen.insert(inner).second) {
      way_is_lost_ = true;
      break;
    }
    at = {callee, *inner};
    way_.push_back(at);
  }
  std::reverse(way_.begin(), way_.end());
  if (!way_is_lost_) return;
  std::vector<Step> other = ShortestWay();
  if (other.empty()) return;
  way_ = std::move(other);
  way_is_lost_ = false;
}

bool OriginWalk::Next() {
  if (!has_way_) FindWay();
  has_way_ = true;
  if (way_.empty()) {
    is_lost_ = way_is_lost_;
    return false;
  }
  here_ = way_.back();
  way_.pop_back();
  return true;
}

Way WayToCreation(const ThreadTree& tree, uint32_t node, uint32_t spawn, bool* is_lost) {
  constexpr size_t kMaxSteps = 64;  // recursion
  const ThreadNode& n = tree.nodes()[node];
  Origin origin = n.summary->spawns[spawn].origin;
  Way way = {{n.definition, origin.instruction}};
  while (origin.callee != kNoName && way.size() < kMaxSteps) {
    const int d = tree.program().FindDefinition(origin.callee);
    const Summary* callee = d < 0 ? nullptr : tree.SummaryOf(d);
    if (callee == nullptr || origin.index >= callee->spawns.size()) break;
    origin = callee->spawns[origin.index].origin;
    way.push_back({static_cast<uint32_t>(d), origin.instruction});
  }
  if (is_lost != nullptr) *is_lost = origin.callee != kNoName;
  return way;
}

Way WayToAccess(const ThreadTree& tree, uint32_t node, uint32_t access, bool* is_lost) {
  const Summary& summary = *tree.nodes()[node].summary;
  OriginWalk walk(tree, summary, summary.accesses[access]);
  Way way;
  bool is_known = true;
  do {
    const int definition = tree.program().FindDefinition(walk.summary().procedure);
    is_known = definition >= 0;
    if (!is_known) break;
    way.push_back({static_cast<uint32_t>(definition), walk.access().origin.instruction});
  } while (walk.Next());
  if (is_lost != nullptr) *is_lost = !is_known || walk.is_lost();
  return way;
}

std::pair<uint32_t, uint32_t> PlaceOfAccess(const ThreadTree& tree, const SharedAccess& shared) {
  const ThreadNode& node = tree.nodes()[shared.node];
  const Access& made = node.summary->accesses[shared.index];
  std::pair<uint32_t, uint32_t> place = {node.definition, made.origin.instruction};
  AnyOnTheWay(tree, *node.summary, made, [&](uint32_t d, const Access& access) {
    place = {d, access.origin.instruction};
    return false;
  });
  return place;
}

}  // namespace plait
