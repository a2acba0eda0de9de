// Conditions that the tree decides: what only main does, and functions in globals nobody writes.
#include <algorithm>
#include <cstdlib>

#include "absl/strings/match.h"
#include "checkers/linear_proof.h"
#include "checkers/thread_importer.h"
#include "checkers/thread_tree.h"

namespace plait {
namespace {

bool IsHandle(const TermTable& terms, TermId value, AtomKind kind) {
  const Term& term = terms.term(value);
  return term.constant == 0 && term.parts.size() == 1 && term.parts[0].coefficient == 1 &&
         terms.atom(term.parts[0].atom).kind == kind;
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
  for (uint32_t n = 0; n < nodes_.size(); ++n) {
    const ThreadNode& node = nodes_[n];
    const bool is_main = n == 0 && node.parent < 0;
    for (const Access& access : node.summary->accesses) {
      if (access.kind != AccessKind::kWrite) continue;
      const auto writes_handle = [&](AtomKind kind) {
        return access.value != kNothing && IsHandle(node.summary->terms, access.value, kind);
      };
      const bool is_handle = is_main && writes_handle(AtomKind::kSelf);
      const bool is_of_child = writes_handle(AtomKind::kThread);
      for (TermId target : points_to_->Resolve(node.importer->Map(access.address))) {
        const AtomId base = terms_->Base(target);
        if (terms_->atom(base).kind != AtomKind::kGlobal) continue;
        writes_[base].push_back({n, terms_->Offset(target), access.width, is_handle, is_of_child});
      }
    }
  }
}

// Whether it compares the thread's own handle with a global that is only ever set to main's, by
// another one: the main thread ends last, so no other thread gets its handle. Or with one that only
// the thread itself sets, to handles of those that it starts: none gets its own while it runs.
bool ThreadTree::AsksForOther(TermId condition, uint32_t node) {
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
    const bool is_of_other =
        (write.is_handle_of_main && nodes_[node].parent >= 0) ||
        (write.is_handle_of_child && write.node == node && nodes_[node].runs_once);
    if (!is_of_other || distance != 0) return false;
    is_set = true;
  }
  return is_set;
}

// Whether no thread other than that of the node, if there is just one, writes so many bytes of a
// variable, as far as the threads known so far show.
bool ThreadTree::IsNeverWritten(AtomId variable, int64_t offset, uint32_t width, uint32_t by) {
  if (!has_writes_) CollectWrites();
  const auto writes = writes_.find(variable);
  if (writes == writes_.end()) return true;
  return std::all_of(writes->second.begin(), writes->second.end(), [&](const Write& write) {
    if (write.node == by && nodes_[by].runs_once) return true;
    const auto distance =
        terms_->ConstantValue(terms_->Subtract(write.offset, terms_->Constant(offset)));
    return distance && write.width != 0 &&
           (*distance >= width || *distance <= -static_cast<int64_t>(write.width));
  });
}

// What a thread of the node found in a variable as it started, if it is a function or a number that
// is there from the start and that nobody writes before; kNothing of others. Someone outside may
// set a number of its own that all of a file can name, as a switch for a debugger.
TermId ThreadTree::FromTheStart(AtomId id, uint32_t node) {
  const Atom loaded = terms_->atom(id);
  if (loaded.kind != AtomKind::kInitial) return kNothing;
  const AtomId object = terms_->Base(loaded.argument);
  if (object == kNothing || terms_->atom(object).kind != AtomKind::kGlobal) return kNothing;
  const Name variable = terms_->atom(object).name;
  const auto offset = terms_->ConstantValue(terms_->Offset(loaded.argument));
  const ir::Global* global = program_.FindGlobal(variable);
  if (!offset || (global != nullptr && global->is_thread_local)) return kNothing;
  if (loaded.is_pointer) {
    Atom function;
    function.kind = AtomKind::kFunction;
    function.is_pointer = true;
    function.name = program_.InitialFunction(variable, *offset);
    const bool is_known =
        function.name != kNoName && IsNeverWritten(object, *offset, loaded.index, node);
    return is_known ? terms_->Of(function) : kNothing;
  }
  const bool may_be_switch =
      global == nullptr || global->is_volatile ||
      (!global->is_const && global->function.empty() && !absl::StrContains(global->type, '['));
  if (may_be_switch) return kNothing;
  const auto number = program_.InitialNumber(variable, *offset, loaded.index);
  const bool is_known = number && IsNeverWritten(object, *offset, loaded.index, node);
  return is_known ? terms_->Constant(*number) : kNothing;
}

TermId ThreadTree::Decide(TermId condition, uint32_t node) {
  if (AsksForOther(condition, node)) return kZero;
  const TermId known =
      terms_->Substitute(condition, [&](AtomId loaded) { return FromTheStart(loaded, node); });
  if (known == kZero || IsNeverMet(*terms_, known)) return kZero;
  if (!MentionsFunction(*terms_, known)) return known;
  const AtomId compared = terms_->EqualityOf(known);
  if (compared == kNothing) return known;
  const TermId difference = terms_->atom(compared).argument;
  const auto& parts = terms_->term(difference).parts;
  const bool names_two = std::all_of(parts.begin(), parts.end(), [&](const Part& part) {
    return terms_->atom(part.atom).kind == AtomKind::kFunction;
  });
  return names_two ? kZero : known;
}

}  // namespace plait
