#include "checkers/same_memory.h"

#include <algorithm>
#include <cstdlib>
#include <iterator>
#include <numeric>
#include <utility>

#include "checkers/common_span.h"
#include "checkers/linear_proof.h"
#include "checkers/numbered_span.h"
#include "checkers/offset_distance.h"
#include "checkers/running_threads.h"

namespace plait {
namespace {

constexpr int kMaxSteps = 4;  // loads, from a pointer back to where it was found
constexpr int kMaxChoices = 4;

// Counters of a thread's own loops are 0 in the first turn, which every run that gets there makes.
TermId InFirstTurn(ThreadTree& tree, TermId offset, uint32_t node) {
  TermTable& terms = tree.terms();
  Term first;
  first.constant = terms.term(offset).constant;
  for (const Part& part : terms.term(offset).parts) {
    const bool own_counter = terms.atom(part.atom).kind == AtomKind::kIteration &&
                             tree.OwnerOf(part.atom) == static_cast<int>(node);
    if (!own_counter) first.parts.push_back(part);
  }
  return terms.InternTerm(std::move(first));
}

// Bytes that the access touches whatever its extent: all of an object that is freed, of a text or a
// block of unknown length just where it begins.
uint32_t SureWidth(const SharedAccess& access) {
  return access.width == 0 && access.kind != AccessKind::kFree ? 1 : access.width;
}

bool SurelyMeet(ThreadTree& tree, const SharedAccess& a, const SharedAccess& b) {
  const Distance distance =
      DistanceOf(tree.terms(), InFirstTurn(tree, tree.terms().Offset(a.resolved), a.node),
                 InFirstTurn(tree, tree.terms().Offset(b.resolved), b.node));
  return distance.step == 0 && Overlaps(distance, SureWidth(a), SureWidth(b));
}

bool IsLoad(const Atom& atom) {
  return atom.kind == AtomKind::kInitial || atom.kind == AtomKind::kShared;
}

// Whether the pointer was found by way of one place that all threads know, or may have been: by one
// option of so many choices on the way.
bool IsFoundInCommonPlace(ThreadTree& tree, TermId pointer, int choices) {
  const TermTable& terms = tree.terms();
  const AtomId base = terms.Base(pointer);
  if (base == kNothing) return false;
  const Atom atom = terms.atom(base);
  if (atom.kind == AtomKind::kPhi) {
    const std::vector<TermId> options = terms.ChoiceOf(base).options;
    return choices > 0 && std::any_of(options.begin(), options.end(), [&](TermId option) {
             return IsFoundInCommonPlace(tree, option, choices - 1);
           });
  }
  if (!IsLoad(atom)) return false;
  const AtomId object = terms.Base(atom.argument);
  if (object != kNothing && IsObject(terms.atom(object).kind)) {
    return tree.IsSingleObject(object) &&
           terms.term(tree.terms().Offset(atom.argument)).is_constant();
  }
  return IsFoundInCommonPlace(tree, atom.argument, choices);
}

// How far apart the places are, in bytes, in which threads with neighbouring numbers found the
// pointer, or all options of it that were found in memory: 0 if it was not found by number.
int64_t StepOfPlaces(const TermTable& terms, TermId pointer, AtomId counter, int steps) {
  const AtomId base = terms.Base(pointer);
  if (base == kNothing || steps == 0) return 0;
  const Atom& atom = terms.atom(base);
  if (IsLoad(atom)) {
    const int64_t step = CoefficientOf(terms, atom.argument, counter);
    return step != 0 ? step : StepOfPlaces(terms, atom.argument, counter, steps - 1);
  }
  if (atom.kind != AtomKind::kPhi) return 0;
  int64_t common = 0;
  for (TermId option : terms.ChoiceOf(base).options) {
    const int64_t step = StepOfPlaces(terms, option, counter, steps - 1);
    if (step == 0) continue;
    if (common != 0 && step != common) return 0;
    common = step;
  }
  return common;
}

// Of a pointer that the thread was handed, and by way of which the access is made.
int64_t StepOfPlaces(const ThreadTree& tree, const SharedAccess& access) {
  const ThreadNode& node = tree.nodes()[access.node];
  const AtomId counter = tree.NumberingCounter(access.node);
  if (counter == kNothing || node.parent < 0) return 0;
  const TermTable& terms = tree.terms();
  const auto is_on_the_way = [&](AtomId pointer) {
    AtomId base = terms.Base(access.address);
    while (base != kNothing && base != pointer && IsLoad(terms.atom(base))) {
      base = terms.Base(terms.atom(base).argument);
    }
    return base == pointer;
  };
  const ThreadNode& creator = tree.nodes()[node.parent];
  for (uint32_t spawn : node.spawns) {
    for (TermId argument : creator.summary->spawns[spawn].arguments) {
      const TermId handed = creator.importer->Map(argument);
      const AtomId base = terms.Base(handed);
      if (base == kNothing || IsObject(terms.atom(base).kind) || !is_on_the_way(base)) continue;
      if (const int64_t step = StepOfPlaces(terms, handed, counter, kMaxSteps)) return step;
    }
  }
  return 0;
}

// Where a pointer was found by a number that was drawn from a counter: at which instruction, and
// how far apart the places for neighbouring numbers are.
struct DrawnPlace {
  Name name = kNoName;
  uint32_t instruction = 0;
  int64_t step = 0;  // 0: it was not found so
  friend bool operator==(const DrawnPlace&, const DrawnPlace&) = default;
};

DrawnPlace DrawnPlaceOf(const TermTable& terms, TermId address, int steps) {
  for (const Part& part : terms.term(address).parts) {
    const Atom& atom = terms.atom(part.atom);
    if (IsTaken(atom)) return {atom.name, atom.index, part.coefficient};
  }
  const AtomId base = terms.Base(address);
  if (base == kNothing || steps == 0 || !IsLoad(terms.atom(base))) return {};
  return DrawnPlaceOf(terms, terms.atom(base).argument, steps - 1);
}

// Whether both are of threads that run the same, each for another element of an array of pointers.
// If one is started again for an element, the one before has most likely ended.
bool AreFoundByNumber(const ThreadTree& tree, const SharedAccess& a, const SharedAccess& b) {
  const DrawnPlace drawn = DrawnPlaceOf(tree.terms(), a.address, kMaxSteps);
  if (drawn.step != 0 && drawn == DrawnPlaceOf(tree.terms(), b.address, kMaxSteps)) return true;
  const int64_t step = StepOfPlaces(tree, a);
  return step != 0 && step == StepOfPlaces(tree, b) &&
         tree.nodes()[a.node].definition == tree.nodes()[b.node].definition;
}

// Of objects that each thread made or was handed: reached by way of the thread's own arguments and
// locals, it is the thread's own, if it is known which of those that it was handed. In memory it
// would have to have found another thread's.
SameMemory OneOfEach(ThreadTree& tree, const SharedAccess& a, const SharedAccess& b,
                     uint32_t across) {
  const auto is_some = [&](const SharedAccess& access) {
    const TermTable& terms = tree.terms();
    const Atom& object = terms.atom(access.object);
    const bool is_of_another =
        terms.IsAny(object.argument) ||
        (tree.NumberingCounter(across) != kNothing && terms.term(object.argument).is_constant());
    return object.kind == AtomKind::kHeap && is_of_another &&
           !tree.BelongsToInstance(access.object, across);
  };
  const bool are_of_own_turns =
      tree.BelongsToInstance(a.object, across) ||
      tree.terms().ConstantDifference(tree.terms().atom(a.object).argument,
                                      tree.terms().atom(b.object).argument) == 0;
  if (!a.via_memory && !b.via_memory && !is_some(a) && !is_some(b) && are_of_own_turns) {
    return SameMemory::kNo;
  }
  if (AreFoundByNumber(tree, a, b)) return SameMemory::kUnlikely;
  const bool is_common = (a.via_memory && IsFoundInCommonPlace(tree, a.address, kMaxChoices)) ||
                         (b.via_memory && IsFoundInCommonPlace(tree, b.address, kMaxChoices));
  return is_common ? SameMemory::kMaybe : SameMemory::kUnlikely;
}

// Whether parts of an object with different numbers lie apart: none is longer than the stride, or
// that many strides of which the numbers are apart.
bool AreSlicesApart(TermTable& terms, const Slice& a, const Slice& b, int64_t apart = 1) {
  if (a.stride != b.stride) return false;
  const TermId distance = terms.Multiply(a.stride, apart);
  const Term lengths[] = {terms.Difference(a.end, a.first), terms.Difference(b.end, b.first)};
  const auto is_positive = [&](TermId distance) {
    return IsNotNegative(terms, terms.term(distance), lengths);
  };
  return is_positive(a.stride) &&
         is_positive(terms.Subtract(terms.Add(b.first, distance), a.end)) &&
         is_positive(terms.Subtract(terms.Add(a.first, distance), b.end));
}

// Whether it is to an object that was made in a turn of the loop, or in some turn of some loop.
bool IsOfTurn(const TermTable& terms, const SharedAccess& access, AtomId counter) {
  const Atom& object = terms.atom(access.object);
  return object.kind == AtomKind::kHeap && (CoefficientOf(terms, object.argument, counter) != 0 ||
                                            (access.via_memory && terms.IsAny(object.argument)));
}

// Whether two accesses can meet that are `rest` apart, and c bytes more for each number between
// those of their threads: not if there are so few threads that none goes through what another one
// does, as when each takes every eighth element.
bool MeetsByNumbers(const ThreadTree& tree, uint32_t node, int64_t c, const Distance& rest,
                    uint32_t width_a, uint32_t width_b) {
  constexpr int64_t kMost = 1024;
  int64_t limit = kMost + 1;
  for (TermId bound : tree.nodes()[node].limits) {
    limit = std::min(limit, tree.terms().ConstantValue(bound).value_or(limit));
  }
  if (limit > kMost || std::abs(c) >= std::abs(rest.step)) return true;
  for (int64_t k = 1; k < limit; ++k) {
    for (int64_t apart : {c * k, -c * k}) {
      if (Overlaps({rest.constant + apart, rest.step}, width_a, width_b)) return true;
    }
  }
  return false;
}

SameMemory SameAcross(ThreadTree& tree, const SharedAccess& a, const SharedAccess& b,
                      uint32_t across) {
  TermTable& terms = tree.terms();
  if (tree.BelongsToInstance(a.object, across) || tree.HasOneEach(across, a.object)) {
    return OneOfEach(tree, a, b, across);
  }
  const AtomId counter = tree.NumberingCounter(across);
  const Atom& object = terms.atom(a.object);
  if (counter != kNothing && (IsOfTurn(terms, a, counter) || IsOfTurn(terms, b, counter))) {
    return OneOfEach(tree, a, b, across);
  }
  if (counter != kNothing && a.slice.number == counter && b.slice.number == counter &&
      a.object == b.object && AreSlicesApart(terms, a.slice, b.slice)) {
    return SameMemory::kNo;
  }
  if (counter != kNothing && AreNumberedSpansApart(tree, a, b, across)) return SameMemory::kNo;
  const TermId x = terms.Offset(a.resolved), y = terms.Offset(b.resolved);
  if (counter != kNothing) {
    const int64_t c = CoefficientOf(terms, x, counter);
    if (c != 0 && c == CoefficientOf(terms, y, counter)) {
      const TermId numbered = terms.Multiply(terms.Of(counter), c);
      const Distance rest =
          DistanceOf(terms, terms.Subtract(x, numbered), terms.Subtract(y, numbered));
      if (rest.step == 0 && !MeetsAcross(c, rest.constant, a.width, b.width)) {
        return SameMemory::kNo;
      }
      if (rest.step != 0 && !MeetsByNumbers(tree, across, c, rest, a.width, b.width)) {
        return SameMemory::kNo;
      }
      // Whatever the numbers, the distance is a multiple of what all parts have in common.
      const int64_t step = std::gcd(c, rest.step);
      return Overlaps({rest.constant, step}, a.width, b.width) ? SameMemory::kMaybe
                                                               : SameMemory::kNo;
    }
  }
  const Distance distance = DistanceOf(terms, x, y);
  if (!Overlaps(distance, a.width, b.width)) return SameMemory::kNo;
  if (AreFoundByNumber(tree, a, b)) return SameMemory::kUnlikely;
  // What was handed to the first of the threads need not be what the deeper ones are handed.
  const bool is_handed_over = object.kind != AtomKind::kGlobal;
  if (tree.nodes()[across].stands_for_deeper && is_handed_over) return SameMemory::kMaybe;
  return SurelyMeet(tree, a, b) ? SameMemory::kSurely : SameMemory::kMaybe;
}

// `above` is where the threads `below` belongs to have smaller numbers than some number, as in the
// loop that starts them, before its turn's thread starts, or behind it: elements by that number, or
// objects made in the turn of that number, are different ones.
bool DiffersByNumber(ThreadTree& tree, const SharedAccess& above, const SharedAccess& below) {
  if (above.node == below.node || !tree.IsAncestor(above.node, below.node)) return false;
  TermTable& terms = tree.terms();
  const uint32_t child = tree.ChildTowards(above.node, below.node);
  const AtomId counter = tree.NumberingCounter(child);
  if (counter == kNothing) return false;
  TermId limit = terms.Of(counter);
  bool is_first = true;
  for (const auto& [node, high] : tree.nodes()[above.node].points[above.point].live_below) {
    if (node != child) continue;
    if (!is_first && high != limit) return false;
    limit = high;
    is_first = false;
  }
  const TermId made_above = terms.atom(above.object).argument;
  const TermId made_below = terms.atom(below.object).argument;
  if (terms.atom(above.object).kind == AtomKind::kHeap && above.is_certain && below.is_certain &&
      !above.via_memory && !below.via_memory) {
    const auto behind = terms.ConstantDifference(made_above, limit);
    const auto ahead = terms.ConstantDifference(made_below, terms.Of(counter));
    if (behind && ahead && *behind >= *ahead) return true;
  }
  const TermId x = terms.Offset(above.resolved), y = terms.Offset(below.resolved);
  const int64_t c = CoefficientOf(terms, y, counter);
  if (c == 0) return false;
  const Distance rest = DistanceOf(terms, terms.Subtract(x, terms.Multiply(limit, c)),
                                   terms.Subtract(y, terms.Multiply(terms.Of(counter), c)));
  return rest.step == 0 && !MeetsAcross(c, rest.constant, above.width, below.width);
}

SameMemory SameTogether(ThreadTree& tree, const SharedAccess& a, const SharedAccess& b) {
  if (DiffersByNumber(tree, a, b) || DiffersByNumber(tree, b, a)) return SameMemory::kNo;
  if (DiffersByEnd(tree, a, b) || DiffersByEnd(tree, b, a)) return SameMemory::kNo;
  const Distance distance =
      DistanceOf(tree.terms(), tree.terms().Offset(a.resolved), tree.terms().Offset(b.resolved));
  if (!Overlaps(distance, a.width, b.width)) return SameMemory::kNo;
  if (a.node != b.node && AreFoundByNumber(tree, a, b)) return SameMemory::kUnlikely;
  return SurelyMeet(tree, a, b) ? SameMemory::kSurely : SameMemory::kMaybe;
}

// Elements by numbers that both threads took from one counter: these are different ones.
bool DiffersByOwnNumber(ThreadTree& tree, const SharedAccess& a, const SharedAccess& b) {
  if (a.counter == kNothing || a.counter != b.counter) return false;
  TermTable& terms = tree.terms();
  const int64_t apart = std::min(a.numbers_apart, b.numbers_apart);
  if (a.slice.number == a.own_number && b.slice.number == b.own_number && a.object == b.object &&
      AreSlicesApart(terms, a.slice, b.slice, apart)) {
    return true;
  }
  const TermId x = terms.Offset(a.resolved), y = terms.Offset(b.resolved);
  const int64_t c = CoefficientOf(terms, x, a.own_number);
  if (c == 0 || c != CoefficientOf(terms, y, b.own_number)) return false;
  const Distance rest =
      DistanceOf(terms, terms.Subtract(x, terms.Multiply(terms.Of(a.own_number), c)),
                 terms.Subtract(y, terms.Multiply(terms.Of(b.own_number), c)));
  return rest.step == 0 && !MeetsAcross(c, rest.constant, a.width, b.width, apart);
}

// Where one creation starts threads that run one function or another one, as its turn says: the
// child of the common creator that the first access is made by or below, if the other one is made
// by or below another child. kNothing if they are not of one creation. A turn starts one thread:
// these have different numbers, like two that run the same.
uint32_t ChildOfOneCreation(const ThreadTree& tree, const SharedAccess& a, const SharedAccess& b) {
  const auto& nodes = tree.nodes();
  for (int at = nodes[a.node].parent; at >= 0; at = nodes[at].parent) {
    const auto ancestor = static_cast<uint32_t>(at);
    if (!tree.IsAncestor(ancestor, b.node)) continue;
    if (ancestor == b.node) return kNothing;
    const uint32_t x = tree.ChildTowards(ancestor, a.node);
    const uint32_t y = tree.ChildTowards(ancestor, b.node);
    const bool are_of_one =
        x != y && nodes[x].spawns.size() == 1 && nodes[x].spawns == nodes[y].spawns &&
        nodes[x].instance == nodes[y].instance && tree.NumberingCounter(x) != kNothing;
    return are_of_one ? x : static_cast<uint32_t>(kNothing);
  }
  return kNothing;
}

SameMemory SameBytes(ThreadTree& tree, const SharedAccess& a, const SharedAccess& b,
                     const Parallelism& parallelism) {
  if (DiffersByOwnNumber(tree, a, b)) return SameMemory::kNo;
  SameMemory best = SameMemory::kNo;
  if (parallelism.together) {
    const uint32_t child = ChildOfOneCreation(tree, a, b);
    best = child == kNothing ? SameTogether(tree, a, b) : SameAcross(tree, a, b, child);
  }
  if (best != SameMemory::kSurely && parallelism.across != kNothing) {
    best = std::max(best, SameAcross(tree, a, b, parallelism.across));
  }
  return best;
}

// All that the access may touch in any turn of its loops, as one access.
SharedAccess InAllTurns(const SharedAccess& access) {
  SharedAccess whole = access;
  if (access.extent != 0) {
    whole.resolved = access.first;
    whole.width = access.extent;
  }
  return whole;
}

// The access, and all that it may be by any index in the elements that it is a part of.
std::vector<SharedAccess> ByAnyIndex(const SharedAccess& access) {
  std::vector<SharedAccess> result = {access};
  for (const auto& [start, bytes] : access.parts) {
    result.push_back(access);
    result.back().resolved = start;
    result.back().width = bytes;
  }
  return result;
}

// Whether the one is a part of an element that the other one lies apart from in all elements.
bool ArePartsApart(ThreadTree& tree, const SharedAccess& a, const SharedAccess& b,
                   const Parallelism& parallelism) {
  if (a.parts.empty() && b.parts.empty()) return false;
  const std::vector<SharedAccess> of_b = ByAnyIndex(b);
  for (const SharedAccess& x : ByAnyIndex(a)) {
    for (const SharedAccess& y : of_b) {
      if (SameBytes(tree, x, y, parallelism) == SameMemory::kNo) return true;
    }
  }
  return false;
}

// What the comparisons of addresses take from one.
void AddOffsetKey(ThreadTree& tree, const SharedAccess& access, TermId address,
                  const absl::flat_hash_set<AtomId>& counters, std::vector<int64_t>* key) {
  TermTable& terms = tree.terms();
  const Term offset = terms.term(terms.Offset(address));
  int64_t numbers = 0;
  int64_t step = 0, step_in_first_turn = 0;  // of all that DistanceOf has in common
  for (const Part& part : offset.parts) {
    const AtomKind kind = terms.atom(part.atom).kind;
    if (!DiffersByThread(terms, part.atom) && kind != AtomKind::kAny) continue;
    const int64_t coefficient = std::abs(part.coefficient);
    if (counters.contains(part.atom)) {
      key->push_back(part.atom);
      key->push_back(part.coefficient);
      ++numbers;
    } else {
      step = std::gcd(step, coefficient);
    }
    const bool own_counter =
        kind == AtomKind::kIteration && tree.OwnerOf(part.atom) == static_cast<int>(access.node);
    if (!own_counter) step_in_first_turn = std::gcd(step_in_first_turn, coefficient);
  }
  // Which element it is does not matter where no two of them are told apart.
  const bool is_exact = step == 0 || step_in_first_turn == 0;
  key->push_back(is_exact ? offset.constant : ((offset.constant % step) + step) % step);
  key->push_back(step);
  key->push_back(step_in_first_turn);
  key->push_back(numbers);
}

}  // namespace

SameMemory AccessSameMemory(ThreadTree& tree, const SharedAccess& a, const SharedAccess& b,
                            const Parallelism& parallelism) {
  SameMemory best = SameBytes(tree, a, b, parallelism);
  // The exact address of one, which shares unknowns with the bounds of the other, may say more than
  // bounds of its own.
  if (best != SameMemory::kNo && (a.extent != 0 || b.extent != 0)) {
    const SharedAccess all_a = InAllTurns(a), all_b = InAllTurns(b);
    for (const auto& [x, y] : {std::pair(&all_a, &all_b), {&all_a, &b}, {&a, &all_b}}) {
      if (SameBytes(tree, *x, *y, parallelism) == SameMemory::kNo) return SameMemory::kNo;
    }
  }
  if (best != SameMemory::kNo && ArePartsApart(tree, a, b, parallelism)) return SameMemory::kNo;
  if (best != SameMemory::kNo && AreCommonSpansApart(tree, a, b)) return SameMemory::kNo;
  if (best == SameMemory::kSurely) {
    // Inside a thread that runs several times, its own objects are single as seen from one
    // instance.
    bool single = a.object == b.object && tree.IsSingleObject(a.object);
    if (!single && parallelism.together && !tree.IsLocalOfRecursion(a.object)) {
      const Atom& atom = tree.terms().atom(a.object);
      const bool counted =
          atom.kind == AtomKind::kHeap && !tree.terms().term(atom.argument).is_constant();
      single = !counted && !a.via_memory && !b.via_memory;
    }
    if (!single || !a.is_certain || !b.is_certain || a.is_picked || b.is_picked) {
      best = SameMemory::kMaybe;
    }
  }
  return best;
}

absl::flat_hash_set<AtomId> NumberingCounters(const ThreadTree& tree) {
  absl::flat_hash_set<AtomId> counters;
  for (uint32_t n = 0; n < tree.nodes().size(); ++n) {
    const AtomId counter = tree.NumberingCounter(n);
    if (counter != kNothing) counters.insert(counter);
    for (const ThreadPoint& point : tree.nodes()[n].points) {
      for (const auto* ended : {&point.ended_below, &point.ended_from}) {
        for (const auto& [child, edge] : *ended) {
          for (const Part& part : tree.terms().term(edge).parts) counters.insert(part.atom);
        }
      }
    }
  }
  return counters;
}

std::vector<int64_t> MemoryKey(ThreadTree& tree, const SharedAccess& access,
                               const absl::flat_hash_set<AtomId>& counters) {
  TermTable& terms = tree.terms();
  std::vector<int64_t> key;
  AddOffsetKey(tree, access, access.resolved, counters, &key);
  key.push_back(access.extent);
  if (access.extent != 0) AddOffsetKey(tree, access, access.first, counters, &key);
  key.push_back(static_cast<int64_t>(access.parts.size()));
  for (const auto& [start, bytes] : access.parts) {
    AddOffsetKey(tree, access, start, counters, &key);
    key.push_back(bytes);
  }
  if (access.counter != kNothing) {
    const int64_t c = CoefficientOf(terms, terms.Offset(access.resolved), access.own_number);
    const TermId numbered = terms.Multiply(terms.Of(access.own_number), c);
    key.insert(key.end(), {access.counter, c, terms.Subtract(access.resolved, numbered)});
  }
  if (access.is_common_by_number) key.insert(key.end(), {access.common_first, access.common_end});
  key.push_back(static_cast<int64_t>(access.turn.size()));
  key.insert(key.end(), access.turn.begin(), access.turn.end());
  const std::vector<TermId> places = PlacesToTellApart(tree, access);
  key.push_back(static_cast<int64_t>(places.size()));
  key.insert(key.end(), places.begin(), places.end());
  const DrawnPlace drawn = DrawnPlaceOf(terms, access.address, kMaxSteps);
  key.insert(key.end(), {access.is_common, access.is_common_by_number, StepOfPlaces(tree, access),
                         drawn.name, drawn.instruction, drawn.step});
  if (access.numbered.node != kNothing) {
    const NumberedSpan& span = access.numbered;
    key.insert(key.end(), {span.node, span.first, span.end, span.other_first, span.other_end});
    key.insert(key.end(), span.facts.begin(), span.facts.end());
  }
  if (access.slice.number != kNothing) {
    key.insert(key.end(),
               {access.slice.number, access.slice.stride, access.slice.first, access.slice.end});
  }
  return key;
}

}  // namespace plait
