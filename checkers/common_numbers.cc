#include "checkers/common_numbers.h"

#include <algorithm>

#include "summaries/sorted_sets.h"

namespace plait {
namespace {

// Whether the variable has one value for all threads: none writes it once there are several.
bool IsSettled(const ThreadTree& tree, AtomId variable, const AccessesByObject& accesses,
               const TermTable& terms) {
  if (variable == kNothing || terms.atom(variable).kind != AtomKind::kGlobal) return false;
  const ir::Global* global = tree.program().FindGlobal(terms.atom(variable).name);
  if (global == nullptr || global->is_thread_local || global->is_volatile) return false;
  auto found = accesses.find(variable);
  return found == accesses.end() ||
         std::none_of(found->second.begin(), found->second.end(),
                      [](const SharedAccess& access) { return access.is_write(); });
}

// Whether it is the value of such a variable, or was divided out of one.
bool IsSettledNumber(ThreadTree& tree, AtomId number, const AccessesByObject& accesses) {
  const TermTable& terms = tree.terms();
  const Atom& atom = terms.atom(number);
  const auto& parts = terms.term(atom.argument).parts;
  if (IsFunction(atom.kind)) {
    return std::all_of(parts.begin(), parts.end(), [&](const Part& part) {
      return IsSettledNumber(tree, part.atom, accesses);
    });
  }
  return atom.kind == AtomKind::kInitial && parts.size() == 1 &&
         IsSettled(tree, terms.Base(atom.argument), accesses, terms);
}

// Whether it is a number of a thread above, which the thread, the only one of its kind, was handed:
// one that others were handed by that name is the same.
bool IsHandedOver(ThreadTree& tree, AtomId number, uint32_t node) {
  const TermTable& terms = tree.terms();
  const Atom& atom = terms.atom(number);
  const auto& parts = terms.term(atom.argument).parts;
  if (IsFunction(atom.kind)) {
    return std::all_of(parts.begin(), parts.end(),
                       [&](const Part& part) { return IsHandedOver(tree, part.atom, node); });
  }
  const int owner = tree.OwnerOf(number);
  const bool is_made = atom.kind == AtomKind::kUnknown || atom.kind == AtomKind::kPhi;
  return is_made && !atom.is_pointer && owner >= 0 && owner != static_cast<int>(node) &&
         tree.nodes()[node].runs_once && tree.IsAncestor(owner, node);
}

// Whether it is a number that the root made itself. One that a thread that runs once was handed is
// the same by that name: it was made before, and is not made again.
bool IsOwnNumber(ThreadTree& tree, AtomId number, uint32_t node) {
  const TermTable& terms = tree.terms();
  const Atom& atom = terms.atom(number);
  const auto& parts = terms.term(atom.argument).parts;
  if (IsFunction(atom.kind)) {
    return std::all_of(parts.begin(), parts.end(),
                       [&](const Part& part) { return IsOwnNumber(tree, part.atom, node); });
  }
  const bool is_made = atom.kind == AtomKind::kUnknown || atom.kind == AtomKind::kPhi;
  return is_made && !atom.is_pointer && tree.OwnerOf(number) == static_cast<int>(node);
}

}  // namespace

bool IsCommon(ThreadTree& tree, TermId number, uint32_t node, const AccessesByObject& accesses) {
  const Term term = tree.terms().term(number);
  // A root may mean what the variable held before it wrote it itself.
  const bool is_root = tree.nodes()[node].parent < 0;
  return std::all_of(term.parts.begin(), term.parts.end(), [&](const Part& part) {
    return is_root
               ? IsOwnNumber(tree, part.atom, node)
               : IsSettledNumber(tree, part.atom, accesses) || IsHandedOver(tree, part.atom, node);
  });
}

bool IsCommonToThreads(ThreadTree& tree, AtomId number, uint32_t node,
                       const AccessesByObject& accesses) {
  if (IsSettledNumber(tree, number, accesses)) return true;
  const Atom& atom = tree.terms().atom(number);
  const bool is_made = atom.kind == AtomKind::kUnknown || atom.kind == AtomKind::kPhi;
  const int owner = tree.OwnerOf(number);
  if (!is_made || atom.is_pointer || owner < 0 || owner == static_cast<int>(node) ||
      !tree.IsAncestor(owner, node)) {
    return false;
  }
  for (int at = tree.nodes()[node].parent; at >= owner; at = tree.nodes()[at].parent) {
    if (!tree.nodes()[at].runs_once) return false;
  }
  return !ContainsSorted(tree.nodes()[node].of_turn, tree.terms().Of(number));
}

}  // namespace plait
