#include "checkers/numbered_span.h"

#include <algorithm>
#include <vector>

#include "checkers/common_numbers.h"
#include "checkers/linear_proof.h"
#include "checkers/turn_facts.h"

namespace plait {
namespace {

// The name that a number has in another thread.
TermId OfOther(TermTable& terms, AtomId number) {
  Atom other;
  const bool counts = terms.atom(number).kind == AtomKind::kIteration;
  other.kind = counts ? AtomKind::kIteration : AtomKind::kUnknown;
  other.index = number;
  return terms.Of(other);
}

// The term as another thread of the node has it.
TermId AsInOther(ThreadTree& tree, TermId term, uint32_t node, const AccessesByObject& accesses) {
  TermTable& terms = tree.terms();
  const AtomId base = terms.Base(term);
  return terms.Substitute(term, [&](AtomId atom) -> TermId {
    const AtomKind kind = terms.atom(atom).kind;
    if (atom == base || IsFunction(kind) || IsObject(kind) ||
        IsCommonToThreads(tree, atom, node, accesses)) {
      return kNothing;
    }
    return OfOther(terms, atom);
  });
}

// Whether the bounds are of a form that no simpler rule is for.
bool HasFunctions(const TermTable& terms, TermId bound) {
  for (AtomKind kind : {AtomKind::kProduct, AtomKind::kQuotient, AtomKind::kRemainder,
                        AtomKind::kSelect, AtomKind::kComparison}) {
    if (terms.MentionsKind(bound, kind)) return true;
  }
  return false;
}

NumberedSpan NumberedSpanOf(ThreadTree& tree, const SharedAccess& access,
                            const AccessesByObject& accesses) {
  TermTable& terms = tree.terms();
  const TermId first = terms.Offset(access.first), end = terms.Offset(access.end);
  if (terms.IsAny(first) || terms.IsAny(end)) return {};
  if (!HasFunctions(terms, first) && !HasFunctions(terms, end)) return {};
  for (int at = static_cast<int>(access.node); at >= 0; at = tree.nodes()[at].parent) {
    const auto node = static_cast<uint32_t>(at);
    const AtomId counter = tree.NumberingCounter(node);
    if (counter == kNothing || !terms.Mentions(first, counter)) continue;
    NumberedSpan span;
    span.node = node;
    span.first = first;
    span.end = end;
    span.other_first = AsInOther(tree, first, node, accesses);
    span.other_end = AsInOther(tree, end, node, accesses);
    for (TermId fact : TurnFacts(tree, access, accesses)) {
      span.facts.push_back(fact);
      span.other_facts.push_back(AsInOther(tree, fact, node, accesses));
    }
    for (TermId limit : tree.nodes()[node].limits) {
      // A root may mean what a variable held before it wrote it itself.
      if (terms.MentionsKind(limit, AtomKind::kInitial)) continue;
      if (AsInOther(tree, limit, node, accesses) == limit) span.limits.push_back(limit);
    }
    return span;
  }
  return {};
}

}  // namespace

void FindNumberedSpans(ThreadTree& tree, AccessesByObject* accesses) {
  for (auto& [object, group] : *accesses) {
    for (SharedAccess& access : group) {
      if (access.width == 0 || access.is_common || access.first == access.end) continue;
      access.numbered = NumberedSpanOf(tree, access, *accesses);
    }
  }
}

bool AreNumberedSpansApart(ThreadTree& tree, const SharedAccess& a, const SharedAccess& b,
                           uint32_t node) {
  if (a.numbered.node != node || b.numbered.node != node || a.object != b.object) return false;
  TermTable& terms = tree.terms();
  const NumberedSpan &x = a.numbered, &y = b.numbered;
  const TermId number = terms.Of(tree.NumberingCounter(node));
  const TermId other = OfOther(terms, tree.NumberingCounter(node));
  const auto less = [&](TermId small, TermId more, int64_t by) {
    Term distance = terms.Difference(more, small);
    distance.constant -= by;
    return distance;
  };
  const Term goals[] = {less(x.end, y.other_first, 0), less(y.other_end, x.first, 0)};
  // What an access is made to is not empty.
  std::vector<Term> facts = {less(x.first, x.end, 1), less(y.other_first, y.other_end, 1)};
  const auto is_mentioned = [&](TermId found) {
    const AtomId atom = terms.term(found).parts[0].atom;
    const auto mentions = [&](TermId term) { return terms.Mentions(term, atom); };
    return mentions(x.first) || mentions(x.end) || mentions(y.other_first) ||
           mentions(y.other_end) || std::any_of(x.facts.begin(), x.facts.end(), mentions) ||
           std::any_of(y.other_facts.begin(), y.other_facts.end(), mentions);
  };
  for (const auto& [known, found] : tree.nodes()[node].settled) {
    if (!is_mentioned(found)) continue;
    facts.push_back(less(known, found, 0));
    facts.push_back(less(found, known, 0));
  }
  for (const std::vector<TermId>* known : {&x.facts, &y.other_facts}) {
    for (TermId fact : *known) facts.push_back(terms.term(fact));
  }
  for (TermId limit : x.limits) {
    facts.push_back(less(number, limit, 1));
    facts.push_back(less(other, limit, 1));
  }
  const auto lie_apart = [&](TermId first, TermId second) {
    facts.push_back(less(first, second, 1));
    const bool holds = OneIsNotNegative(terms, goals, facts);
    facts.pop_back();
    return holds;
  };
  const bool are_alike = x.first == y.first && x.end == y.end;
  return lie_apart(number, other) && (are_alike || lie_apart(other, number));
}

}  // namespace plait
