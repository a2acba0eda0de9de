#include "checkers/common_numbers.h"

#include <algorithm>
#include <optional>
#include <vector>

#include "absl/functional/function_ref.h"
#include "checkers/built_locks.h"
#include "summaries/sorted_sets.h"

namespace plait {
namespace {

// The one cell at the address if what lies there has one value for all threads: none writes it once
// there are several. Else kNothing.
TermId SettledCell(ThreadTree& tree, TermId address, uint32_t width,
                   const AccessesByObject& accesses) {
  TermTable& terms = tree.terms();
  const std::vector<TermId> cells = tree.points_to().Resolve(address);
  if (cells.size() != 1 || tree.points_to().IsOpen(address)) return kNothing;
  const TermId cell = cells[0];
  const AtomId object = terms.Base(cell);
  if (!terms.term(terms.Offset(cell)).is_constant() || !tree.IsSingleObject(object))
    return kNothing;
  if (terms.atom(object).kind == AtomKind::kGlobal) {
    const ir::Global* global = tree.program().FindGlobal(terms.atom(object).name);
    if (global == nullptr || global->is_thread_local || global->is_volatile) return kNothing;
  }
  auto found = accesses.find(ObjectKey(terms, object));
  const bool is_written =
      found != accesses.end() &&
      std::any_of(found->second.begin(), found->second.end(), [&](const SharedAccess& access) {
        // What is freed is not read any more.
        return access.kind == AccessKind::kWrite && !LiesApart(terms, access, cell, width);
      });
  return is_written ? static_cast<TermId>(kNothing) : cell;
}

// Whether it is the value of such memory.
bool IsSettledNumber(ThreadTree& tree, AtomId number, const AccessesByObject& accesses) {
  const Atom atom = tree.terms().atom(number);
  return atom.kind == AtomKind::kInitial && !atom.is_pointer &&
         SettledCell(tree, atom.argument, atom.index, accesses) != kNothing;
}

bool IsMade(const Atom& atom) {
  return !atom.is_pointer && (atom.kind == AtomKind::kUnknown || atom.kind == AtomKind::kPhi);
}

// Whether it is a number of a thread above, which the thread, the only one of its kind, was handed:
// one that others were handed by that name is the same.
bool IsHandedOver(const ThreadTree& tree, AtomId number, uint32_t node) {
  const int owner = tree.OwnerOf(number);
  return IsMade(tree.terms().atom(number)) && owner >= 0 && owner != static_cast<int>(node) &&
         tree.nodes()[node].runs_once && tree.IsAncestor(owner, node);
}

// Whether it is a number that the root made itself. One that a thread that runs once was handed is
// the same by that name: it was made before, and is not made again.
bool IsOwnNumber(const ThreadTree& tree, AtomId number, uint32_t node) {
  return IsMade(tree.terms().atom(number)) && tree.OwnerOf(number) == static_cast<int>(node);
}

// Whether that is so of all that the number is reckoned from.
bool HoldsOfAll(const TermTable& terms, TermId number, absl::FunctionRef<bool(AtomId)> holds) {
  const Term term = terms.term(number);
  return std::all_of(term.parts.begin(), term.parts.end(), [&](const Part& part) {
    const Atom& atom = terms.atom(part.atom);
    return IsFunction(atom.kind) ? HoldsOfAll(terms, atom.argument, holds) : holds(part.atom);
  });
}

bool IsCommonAtom(ThreadTree& tree, AtomId atom, uint32_t node, const AccessesByObject& accesses) {
  if (tree.nodes()[node].parent < 0 && IsOwnNumber(tree, atom, node)) return true;
  return IsSettledNumber(tree, atom, accesses) || IsHandedOver(tree, atom, node);
}

// The number, if it was found, while there were several threads, in memory that nobody writes then.
// What a global holds is known to who wrote it before.
std::optional<int64_t> SettledNumber(ThreadTree& tree, const Atom& atom,
                                     const AccessesByObject& accesses) {
  TermTable& terms = tree.terms();
  if (atom.is_pointer) return std::nullopt;
  if (atom.kind == AtomKind::kInitial) {
    const AtomId pointer = terms.Base(atom.argument);
    if (pointer == kNothing || terms.atom(pointer).kind != AtomKind::kShared) return std::nullopt;
  } else if (atom.kind != AtomKind::kShared) {
    return std::nullopt;
  }
  const TermId cell = SettledCell(tree, atom.argument, atom.index, accesses);
  if (cell == kNothing || terms.atom(terms.Base(cell)).kind == AtomKind::kGlobal) {
    return std::nullopt;
  }
  return ValueAtStart(tree, accesses, cell, atom.index);
}

// The one constant that all options of the choice are, as they are of what the thread knows of a
// cell and of what it finds there. kNothing if they are not, or the choice is too deep.
TermId KnownOption(ThreadTree& tree, AtomId choice, const AccessesByObject& accesses, int depth) {
  TermTable& terms = tree.terms();
  if (depth == 0 || terms.ChoiceOf(choice).open) return kNothing;
  const std::vector<TermId> options = terms.ChoiceOf(choice).options;
  TermId known = kNothing;
  for (TermId option : options) {
    const Term term = terms.term(option);
    TermId here = option;
    if (term.constant == 0 && term.parts.size() == 1 && term.parts[0].coefficient == 1) {
      const Atom atom = terms.atom(term.parts[0].atom);
      if (const auto number = SettledNumber(tree, atom, accesses)) {
        here = terms.Constant(*number);
      } else if (atom.kind == AtomKind::kPhi) {
        here = KnownOption(tree, term.parts[0].atom, accesses, depth - 1);
      }
    }
    if (here == kNothing || !terms.ConstantValue(here)) return kNothing;
    if (known != kNothing && known != here) return kNothing;
    known = here;
  }
  return known;
}

}  // namespace

TermId AsSettled(ThreadTree& tree, TermId number, uint32_t node, const AccessesByObject& accesses) {
  TermTable& terms = tree.terms();
  constexpr uint32_t kLoaded = TermTable::KindBit(AtomKind::kPhi) |
                               TermTable::KindBit(AtomKind::kShared) |
                               TermTable::KindBit(AtomKind::kInitial);
  if (tree.nodes()[node].parent < 0) {
    // A root may mean what the variable held before it wrote it itself.
    const bool is_settled = HoldsOfAll(terms, number, [&](AtomId atom) {
      return terms.atom(atom).kind != AtomKind::kInitial || terms.atom(atom).is_pointer;
    });
    if (!is_settled) return kNothing;
  }
  if ((terms.KindsIn(number) & kLoaded) == 0) return number;
  return terms.Substitute(number, [&](AtomId id) -> TermId {
    const Atom atom = terms.atom(id);
    if (atom.is_pointer) return kNothing;
    if (atom.kind == AtomKind::kPhi) {
      constexpr int kMostDeep = 4;
      const TermId known = KnownOption(tree, id, accesses, kMostDeep);
      if (known != kNothing) return known;
    }
    Atom loaded;
    loaded.kind = AtomKind::kInitial;
    if (atom.kind == AtomKind::kShared || atom.kind == AtomKind::kInitial) {
      loaded.argument = atom.argument;
      loaded.index = atom.index;
    } else if (atom.kind == AtomKind::kPhi && terms.LoadedFrom(id) != kNothing) {
      const TermId option = terms.ChoiceOf(id).options[0];
      loaded.argument = terms.LoadedFrom(id);
      loaded.index = terms.atom(terms.term(option).parts[0].atom).index;
    } else {
      return kNothing;
    }
    loaded.argument = SettledCell(tree, loaded.argument, loaded.index, accesses);
    return loaded.argument == kNothing ? static_cast<TermId>(kNothing) : terms.Of(loaded);
  });
}

bool IsOwnCounter(const ThreadTree& tree, AtomId number, uint32_t node) {
  return tree.terms().atom(number).kind == AtomKind::kIteration &&
         tree.OwnerOf(number) == static_cast<int>(node);
}

bool IsCommon(ThreadTree& tree, TermId number, uint32_t node, const AccessesByObject& accesses) {
  return HoldsOfAll(tree.terms(), number,
                    [&](AtomId atom) { return IsCommonAtom(tree, atom, node, accesses); });
}

bool IsCommonByNumber(ThreadTree& tree, TermId number, uint32_t node,
                      const AccessesByObject& accesses) {
  const auto is_thread_number = [&](AtomId atom) {
    for (int at = static_cast<int>(node); at >= 0; at = tree.nodes()[at].parent) {
      if (tree.NumberingCounter(at) == atom) return true;
    }
    return false;
  };
  return HoldsOfAll(tree.terms(), number, [&](AtomId atom) {
    return IsOwnCounter(tree, atom, node) || is_thread_number(atom) ||
           IsCommonAtom(tree, atom, node, accesses) ||
           (tree.nodes()[node].parent >= 0 && IsCommonToThreads(tree, atom, node, accesses));
  });
}

bool IsCommonToThreads(ThreadTree& tree, AtomId number, uint32_t node,
                       const AccessesByObject& accesses) {
  if (IsSettledNumber(tree, number, accesses)) return true;
  const int owner = tree.OwnerOf(number);
  if (!IsMade(tree.terms().atom(number)) || owner < 0 || owner == static_cast<int>(node) ||
      !tree.IsAncestor(owner, node)) {
    return false;
  }
  for (int at = tree.nodes()[node].parent; at >= owner; at = tree.nodes()[at].parent) {
    if (!tree.nodes()[at].runs_once) return false;
  }
  return !ContainsSorted(tree.nodes()[node].of_turn, tree.terms().Of(number));
}

}  // namespace plait
