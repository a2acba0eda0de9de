#include "checkers/common_span.h"

#include <algorithm>
#include <optional>
#include <vector>

#include "checkers/common_numbers.h"
#include "checkers/linear_proof.h"
#include "checkers/turn_facts.h"

namespace plait {
namespace {

std::optional<Slice> SliceBy(ThreadTree& tree, const SharedAccess& access, AtomId number,
                             const AccessesByObject& accesses) {
  TermTable& terms = tree.terms();
  const TermId first = terms.Offset(access.first), end = terms.Offset(access.end);
  Slice slice;
  slice.number = number;
  slice.stride = terms.FactorOf(first, number);
  if (slice.stride == kNothing || slice.stride == kZero ||
      slice.stride != terms.FactorOf(end, number)) {
    return std::nullopt;
  }
  const TermId before = terms.Product(slice.stride, terms.Of(number));
  slice.first = terms.Subtract(first, before);
  slice.end = terms.Subtract(end, before);
  for (TermId part : {slice.stride, slice.first, slice.end}) {
    if (!IsCommon(tree, part, access.node, accesses)) return std::nullopt;
  }
  return slice;
}

Slice SliceOf(ThreadTree& tree, const SharedAccess& access, const AccessesByObject& accesses) {
  if (access.own_number != kNothing) {
    if (const auto slice = SliceBy(tree, access, access.own_number, accesses)) return *slice;
  }
  for (int node = static_cast<int>(access.node); node >= 0; node = tree.nodes()[node].parent) {
    const AtomId counter = tree.NumberingCounter(node);
    if (counter == kNothing) continue;
    if (const auto slice = SliceBy(tree, access, counter, accesses)) return *slice;
  }
  return {};
}

// Adds that the numbers of threads which the span depends on are below what limits them.
void AddLimits(ThreadTree& tree, SharedAccess* access) {
  TermTable& terms = tree.terms();
  for (int node = static_cast<int>(access->node); node >= 0; node = tree.nodes()[node].parent) {
    const AtomId number = tree.NumberingCounter(node);
    if (number == kNothing ||
        (!terms.Mentions(access->first, number) && !terms.Mentions(access->end, number))) {
      continue;
    }
    for (TermId limit : tree.nodes()[node].limits) {
      access->turn.push_back(terms.AddConstant(terms.Subtract(limit, terms.Of(number)), -1));
    }
  }
}

// What the thread finds in memory that nobody writes once there are several, as who started it, or
// one above, knows it.
TermId AsHandedOver(ThreadTree& tree, TermId number, uint32_t node,
                    const AccessesByObject& accesses) {
  TermTable& terms = tree.terms();
  return terms.Substitute(number, [&](AtomId atom) -> TermId {
    if (terms.atom(atom).kind != AtomKind::kInitial) return kNothing;
    const TermId found = terms.Of(atom);
    for (int at = static_cast<int>(node); at >= 0; at = tree.nodes()[at].parent) {
      for (const auto& [known, settled] : tree.nodes()[at].settled) {
        if (settled == found && IsCommonByNumber(tree, known, node, accesses)) return known;
      }
    }
    return kNothing;
  });
}

}  // namespace

void FindCommonSpans(ThreadTree& tree, AccessesByObject* accesses) {
  TermTable& terms = tree.terms();
  for (auto& [object, group] : *accesses) {
    for (SharedAccess& access : group) {
      if (access.width == 0) continue;
      if (access.first == access.end) {
        access.first = access.resolved;
        access.end = terms.AddConstant(access.resolved, access.width);
      }
      const TermId settled_first = AsSettled(tree, access.first, access.node, *accesses);
      const TermId settled_end = AsSettled(tree, access.end, access.node, *accesses);
      if (settled_first == kNothing || settled_end == kNothing) continue;
      access.first = settled_first;
      access.end = settled_end;
      const TermId first = terms.Offset(access.first), end = terms.Offset(access.end);
      access.is_common = IsCommon(tree, first, access.node, *accesses) &&
                         IsCommon(tree, end, access.node, *accesses);
      if (!access.is_common || access.own_number != kNothing) {
        access.slice = SliceOf(tree, access, *accesses);
      }
      access.is_common_by_number = IsCommonByNumber(tree, first, access.node, *accesses) &&
                                   IsCommonByNumber(tree, end, access.node, *accesses);
      if (!access.is_common_by_number) continue;
      access.common_first = AsHandedOver(tree, first, access.node, *accesses);
      access.common_end = AsHandedOver(tree, end, access.node, *accesses);
      if (access.is_common) continue;
      access.turn = TurnFacts(tree, access, *accesses);
      AddLimits(tree, &access);
      std::erase_if(access.turn, [&](TermId fact) {
        return !IsCommonByNumber(tree, fact, access.node, *accesses);
      });
      for (TermId& fact : access.turn) fact = AsHandedOver(tree, fact, access.node, *accesses);
    }
  }
}

namespace {

// What a thread knows of its access, as sums: the span, and what is not negative.
struct Known {
  TermId first = kZero;
  TermId end = kZero;
  std::vector<TermId> facts;
};

// With other names for all counters: those of another thread have values of their own.
Known WithOwnCounters(TermTable& terms, Known known) {
  const auto rename = [&](TermId term) {
    return terms.Substitute(term, [&](AtomId atom) -> TermId {
      if (terms.atom(atom).kind != AtomKind::kIteration) return kNothing;
      Atom other;
      other.kind = AtomKind::kIteration;
      other.index = atom;
      return terms.Of(other);
    });
  };
  known.first = rename(known.first);
  known.end = rename(known.end);
  for (TermId& fact : known.facts) fact = rename(fact);
  return known;
}

}  // namespace

bool AreCommonSpansApart(ThreadTree& tree, const SharedAccess& a, const SharedAccess& b) {
  if (!a.is_common_by_number || !b.is_common_by_number || a.object != b.object) return false;
  TermTable& terms = tree.terms();
  const Known x = {a.common_first, a.common_end, a.turn};
  const Known y = WithOwnCounters(terms, {b.common_first, b.common_end, b.turn});
  // Where either access is made, what it may touch is not empty.
  std::vector<Term> positive = {terms.Difference(x.end, x.first), terms.Difference(y.end, y.first)};
  for (const Known* known : {&x, &y}) {
    for (TermId fact : known->facts) positive.push_back(terms.term(terms.AddConstant(fact, 1)));
  }
  return IsNotNegative(terms, terms.Difference(y.first, x.end), positive) ||
         IsNotNegative(terms, terms.Difference(x.first, y.end), positive);
}

}  // namespace plait
