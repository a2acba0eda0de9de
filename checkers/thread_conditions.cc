// Conditions that the tree decides: what only main does, and functions in globals nobody writes.
#include <algorithm>
#include <cstdlib>

#include "checkers/linear_proof.h"
#include "checkers/thread_importer.h"
#include "checkers/thread_tree.h"

namespace plait {
namespace {

bool IsSelf(const TermTable& terms, TermId value) {
  const Term& term = terms.term(value);
  return term.constant == 0 && term.parts.size() == 1 && term.parts[0].coefficient == 1 &&
         terms.atom(term.parts[0].atom).kind == AtomKind::kSelf;
}

// Whether the comparison surely comes out so, whatever counters of loops and the like are.
bool IsSurely(TermTable& terms, const Atom& comparison, bool outcome) {
  const TermId difference = comparison.argument, opposite = terms.Multiply(difference, -1);
  const auto is_at_least = [&](TermId number, int64_t least) {
    return IsNotNegative(terms, terms.term(terms.AddConstant(number, -least)), {});
  };
  switch (static_cast<Relation>(comparison.index)) {
    case Relation::kEqual:
      return !outcome && (is_at_least(difference, 1) || is_at_least(opposite, 1));
    case Relation::kLess:
      return outcome ? is_at_least(opposite, 1) : is_at_least(difference, 0);
    case Relation::kLessEqual:
      return outcome ? is_at_least(opposite, 0) : is_at_least(difference, 1);
  }
  return false;
}

// Whether the condition, that a comparison holds or that it does not, is never met.
bool IsNeverMet(TermTable& terms, TermId condition) {
  const Term term = terms.term(condition);
  if (term.parts.size() != 1 || terms.IsAny(condition)) return false;
  const Atom comparison = terms.atom(term.parts[0].atom);
  if (comparison.kind != AtomKind::kComparison) return false;
  if (term.constant == 0 && term.parts[0].coefficient == 1) {
    return IsSurely(terms, comparison, false);
  }
  return term.constant == 1 && term.parts[0].coefficient == -1 && IsSurely(terms, comparison, true);
}

}  // namespace

bool ThreadTree::MentionsFunction(const TermTable& terms, TermId condition) {
  for (const Part& part : terms.term(condition).parts) {
    const Atom& atom = terms.atom(part.atom);
    if (atom.kind == AtomKind::kFunction) return true;
    if (atom.kind == AtomKind::kComparison && MentionsFunction(terms, atom.argument)) return true;
    if (atom.kind == AtomKind::kGlobal && NameText(atom.name).starts_with(ir::kVtablePrefix)) {
      return true;
    }
  }
  return false;
}

void ThreadTree::CollectWrites() {
  has_writes_ = true;
  for (const ThreadNode& node : nodes_) {
    const bool is_main = &node == &nodes_[0] && node.parent < 0;
    for (const Access& access : node.summary->accesses) {
      if (access.kind != AccessKind::kWrite) continue;
      const bool is_handle =
          is_main && access.value != kNothing && IsSelf(node.summary->terms, access.value);
      for (TermId target : points_to_->Resolve(node.importer->Map(access.address))) {
        const AtomId base = terms_->Base(target);
        if (terms_->atom(base).kind != AtomKind::kGlobal) continue;
        writes_[base].push_back({terms_->Offset(target), access.width, is_handle});
      }
    }
  }
}

// Whether it compares the thread's own handle with a global that is only ever set to main's: the
// main thread ends last, so no other thread gets its handle.
bool ThreadTree::AsksForMain(TermId condition) {
  const AtomId comparison = terms_->EqualityOf(condition);
  if (comparison == kNothing) return false;
  const Term difference = terms_->term(terms_->atom(comparison).argument);
  if (difference.constant != 0 || difference.parts.size() != 2) return false;
  const bool first = terms_->atom(difference.parts[0].atom).kind == AtomKind::kSelf;
  const Part &self = difference.parts[first ? 0 : 1], &other = difference.parts[first ? 1 : 0];
  const Atom loaded = terms_->atom(other.atom);
  if (terms_->atom(self.atom).kind != AtomKind::kSelf || self.coefficient != -other.coefficient ||
      std::abs(self.coefficient) != 1 ||
      (loaded.kind != AtomKind::kInitial && loaded.kind != AtomKind::kShared)) {
    return false;
  }
  const AtomId object = terms_->Base(loaded.argument);
  if (object == kNothing || terms_->atom(object).kind != AtomKind::kGlobal) return false;
  if (!has_writes_) CollectWrites();
  bool is_set = false;
  for (const Write& write : writes_[object]) {
    const auto distance = terms_->ConstantDifference(write.offset, terms_->Offset(loaded.argument));
    if (distance && write.width != 0 &&
        (*distance >= loaded.index || *distance <= -static_cast<int64_t>(write.width))) {
      continue;
    }
    if (!write.is_handle_of_main || distance != 0) return false;
    is_set = true;
  }
  return is_set;
}

TermId ThreadTree::Decide(TermId condition, uint32_t node) {
  if (nodes_[node].parent >= 0 && AsksForMain(condition)) return kZero;
  if (IsNeverMet(*terms_, condition)) return kZero;
  if (!MentionsFunction(*terms_, condition)) return condition;
  const AtomId compared = terms_->EqualityOf(condition);
  if (compared == kNothing) return condition;
  const Atom comparison = terms_->atom(compared);
  if (!has_writes_) CollectWrites();
  const TermId difference = terms_->Substitute(comparison.argument, [&](AtomId id) {
    const Atom loaded = terms_->atom(id);
    if (loaded.kind != AtomKind::kInitial) return kNothing;
    const AtomId object = terms_->Base(loaded.argument);
    if (object == kNothing || terms_->atom(object).kind != AtomKind::kGlobal) return kNothing;
    const auto offset = terms_->ConstantValue(terms_->Offset(loaded.argument));
    if (!offset) return kNothing;
    Atom function;
    function.kind = AtomKind::kFunction;
    function.is_pointer = true;
    function.name = program_.InitialFunction(terms_->atom(object).name, *offset);
    if (function.name == kNoName) return kNothing;
    for (const Write& write : writes_[object]) {
      const auto distance =
          terms_->ConstantValue(terms_->Subtract(write.offset, terms_->Constant(*offset)));
      const bool is_apart = distance && write.width != 0 &&
                            (*distance >= 8 || *distance <= -static_cast<int64_t>(write.width));
      if (!is_apart) return kNothing;
    }
    return terms_->Of(function);
  });
  if (const auto value = terms_->ConstantValue(difference)) {
    return terms_->Constant(*value == 0 ? 1 : 0);
  }
  const auto& parts = terms_->term(difference).parts;
  const bool names_two = std::all_of(parts.begin(), parts.end(), [&](const Part& part) {
    return terms_->atom(part.atom).kind == AtomKind::kFunction;
  });
  return names_two ? kZero : condition;
}

}  // namespace plait
