#include "checkers/origin_walk.h"

#include <algorithm>

namespace plait {

std::optional<std::pair<Name, int64_t>> PlaceInGlobal(const TermTable& terms, TermId address) {
  const Term& term = terms.term(address);
  if (term.parts.size() != 1 || term.parts[0].coefficient != 1) return std::nullopt;
  const Atom& atom = terms.atom(term.parts[0].atom);
  if (atom.kind != AtomKind::kGlobal) return std::nullopt;
  return std::pair(atom.name, term.constant);
}

bool OriginWalk::MayBeSame(const Summary& callee, const Access& inner) const {
  if (inner.kind != access_->kind || inner.width != access_->width ||
      inner.is_atomic != access_->is_atomic) {
    return false;
  }
  const auto place = PlaceInGlobal(callee.terms, inner.address);
  return !place || place == PlaceInGlobal(summary_->terms, access_->address);
}

const Access* OriginWalk::AccessIn(const Summary& callee) const {
  const uint32_t index = access_->origin.index;
  if (index < callee.accesses.size()) {
    const Access* inner = &callee.accesses[index];
    if (MayBeSame(callee, *inner) && std::find(seen_.begin(), seen_.end(), inner) == seen_.end()) {
      return inner;
    }
  }
  // One of the callee's own to the same variable is what a reader would look for.
  const auto place = PlaceInGlobal(summary_->terms, access_->address);
  if (!place) return nullptr;
  for (const Access& inner : callee.accesses) {
    if (inner.origin.callee == kNoName && MayBeSame(callee, inner) &&
        PlaceInGlobal(callee.terms, inner.address) == place) {
      return &inner;
    }
  }
  return nullptr;
}

bool OriginWalk::Next() {
  if (is_lost_ || access_->origin.callee == kNoName) return false;
  seen_.push_back(access_);
  const int definition = tree_.program().FindDefinition(access_->origin.callee);
  const Summary* callee = definition < 0 ? nullptr : tree_.SummaryOf(definition);
  const Access* inner = callee == nullptr ? nullptr : AccessIn(*callee);
  if (inner == nullptr) {
    is_lost_ = true;
    return false;
  }
  summary_ = callee;
  access_ = inner;
  return true;
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
