#include "checkers/turn_facts.h"

#include <algorithm>
#include <optional>

#include "checkers/common_numbers.h"

namespace plait {
namespace {

constexpr size_t kMostFacts = 4;

std::optional<Atom> ComparisonOf(const TermTable& terms, TermId id) {
  const Term& term = terms.term(id);
  if (term.constant != 0 || term.parts.size() != 1 || term.parts[0].coefficient != 1) {
    return std::nullopt;
  }
  const Atom& atom = terms.atom(term.parts[0].atom);
  return atom.kind == AtomKind::kComparison ? std::optional(atom) : std::nullopt;
}

// What is not negative if the condition, a comparison or 1 less one, is not 0.
std::vector<TermId> FactsOf(TermTable& terms, TermId condition) {
  const std::optional<Atom> stated = ComparisonOf(terms, condition);
  const std::optional<Atom> denied =
      ComparisonOf(terms, terms.Subtract(terms.Constant(1), condition));
  if (!stated && !denied) return {};
  const Atom& atom = stated ? *stated : *denied;
  const TermId compared = atom.argument, opposite = terms.Multiply(compared, -1);
  switch (static_cast<Relation>(atom.index)) {
    case Relation::kEqual:
      return stated ? std::vector<TermId>{compared, opposite} : std::vector<TermId>{};
    case Relation::kLess:
      return {stated ? terms.AddConstant(opposite, -1) : compared};
    case Relation::kLessEqual:
      return {stated ? opposite : terms.AddConstant(compared, -1)};
  }
  return {};
}

// Whether the sum counts turns of a loop of the node's own on which the span depends.
bool SharesCounter(const ThreadTree& tree, TermId sum, const SharedAccess& access) {
  const TermTable& terms = tree.terms();
  const auto& parts = terms.term(sum).parts;
  return std::any_of(parts.begin(), parts.end(), [&](const Part& part) {
    return IsOwnCounter(tree, part.atom, access.node) &&
           (terms.Mentions(access.first, part.atom) || terms.Mentions(access.end, part.atom));
  });
}

}  // namespace

std::vector<TermId> TurnFacts(ThreadTree& tree, const SharedAccess& access,
                              const AccessesByObject& accesses) {
  TermTable& terms = tree.terms();
  const ThreadNode& node = tree.nodes()[access.node];
  std::vector<TermId> facts;
  for (TermId inner : node.summary->points[access.point].conditions) {
    const TermId condition = AsSettled(tree, node.importer->Map(inner), access.node, accesses);
    if (condition == kNothing) continue;
    for (TermId fact : FactsOf(terms, condition)) {
      if (facts.size() < kMostFacts && SharesCounter(tree, fact, access)) facts.push_back(fact);
    }
  }
  return facts;
}

}  // namespace plait
