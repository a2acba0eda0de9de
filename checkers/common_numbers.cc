#include "checkers/common_numbers.h"

#include <algorithm>

#include "summaries/sorted_sets.h"

namespace plait {
namespace {

// Whether what lies there has one value for all threads: none writes it once there are several.
bool IsSettled(ThreadTree& tree, TermId address, uint32_t width, const AccessesByObject& accesses) {
  TermTable& terms = tree.terms();
  const std::vector<TermId> cells = tree.points_to().Resolve(address);
  if (cells.size() != 1 || tree.points_to().IsOpen(address)) return false;
  const TermId cell = cells[0];
  const AtomId object = terms.Base(cell);
  if (!terms.term(terms.Offset(cell)).is_constant() || !tree.IsSingleObject(object)) return false;
  if (terms.atom(object).kind == AtomKind::kGlobal) {
    const ir::Global* global = tree.program().FindGlobal(terms.atom(object).name);
    if (global == nullptr || global->is_thread_local || global->is_volatile) return false;
  }
  auto found = accesses.find(ObjectKey(terms, object));
  return found == accesses.end() ||
         std::none_of(found->second.begin(), found->second.end(), [&](const SharedAccess& access) {
           return access.is_write() && !LiesApart(terms, access, cell, width);
         });
}

// Whether it is the value of such memory, or was divided out of one.
bool IsSettledNumber(ThreadTree& tree, AtomId number, const AccessesByObject& accesses) {
  const Atom atom = tree.terms().atom(number);
  if (IsFunction(atom.kind)) {
    const auto parts = tree.terms().term(atom.argument).parts;
    return std::all_of(parts.begin(), parts.end(), [&](const Part& part) {
      return IsSettledNumber(tree, part.atom, accesses);
    });
  }
  return atom.kind == AtomKind::kInitial && !atom.is_pointer &&
         IsSettled(tree, atom.argument, atom.index, accesses);
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

TermId AsSettled(ThreadTree& tree, TermId number, uint32_t node, const AccessesByObject& accesses) {
  TermTable& terms = tree.terms();
  constexpr uint32_t kLoadedAgain =
      TermTable::KindBit(AtomKind::kPhi) | TermTable::KindBit(AtomKind::kShared);
  if (tree.nodes()[node].parent < 0 || (terms.KindsIn(number) & kLoadedAgain) == 0) return number;
  return terms.Substitute(number, [&](AtomId id) -> TermId {
    const Atom atom = terms.atom(id);
    if (atom.is_pointer) return kNothing;
    Atom loaded;
    loaded.kind = AtomKind::kInitial;
    if (atom.kind == AtomKind::kShared) {
      loaded.argument = atom.argument;
      loaded.index = atom.index;
    } else if (atom.kind == AtomKind::kPhi && terms.LoadedFrom(id) != kNothing) {
      const TermId option = terms.ChoiceOf(id).options[0];
      loaded.argument = terms.LoadedFrom(id);
      loaded.index = terms.atom(terms.term(option).parts[0].atom).index;
    } else {
      return kNothing;
    }
    return IsSettled(tree, loaded.argument, loaded.index, accesses) ? terms.Of(loaded)
                                                                    : static_cast<TermId>(kNothing);
  });
}

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
