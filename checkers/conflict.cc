#include "checkers/conflict.h"

#include <algorithm>
#include <cstdlib>
#include <iterator>
#include <numeric>
#include <utility>
#include <vector>

#include "summaries/region.h"
#include "summaries/sorted_sets.h"

namespace plait {
namespace {

// Counter of the loop that numbers the instances of the node, or kNothing.
AtomId NumberingCounter(ThreadTree& tree, uint32_t node) {
  const Term& instance = tree.terms().term(tree.nodes()[node].instance);
  for (const Part& part : instance.parts) {
    const AtomKind kind = tree.terms().atom(part.atom).kind;
    if (kind == AtomKind::kIteration && std::abs(part.coefficient) == 1) return part.atom;
  }
  return kNothing;
}

int64_t CoefficientOf(const TermTable& terms, TermId term, AtomId atom) {
  for (const Part& part : terms.term(term).parts) {
    if (part.atom == atom) return part.coefficient;
  }
  return 0;
}

// Whether c * k + d can come within the widths for an integer k != 0.
bool MeetsAcross(int64_t c, int64_t d, uint32_t width_a, uint32_t width_b) {
  if (width_a == 0 || width_b == 0 || c == 0) return true;
  const int64_t nearest = -d / c;
  for (int64_t k = nearest - 1; k <= nearest + 1; ++k) {
    if (k == 0) continue;
    const int64_t distance = c * k + d;  // a - b
    if (distance < static_cast<int64_t>(width_b) && distance > -static_cast<int64_t>(width_a)) {
      return true;
    }
  }
  return false;
}

// Values that each thread has for itself: counters of its own loops, its own unknowns.
bool DiffersByThread(ThreadTree& tree, AtomId atom) {
  switch (tree.terms().atom(atom).kind) {
    case AtomKind::kIteration:
    case AtomKind::kPhi:
    case AtomKind::kUnknown:
    case AtomKind::kInitial:
    case AtomKind::kShared:
    case AtomKind::kFormal:
    case AtomKind::kComparison:
    case AtomKind::kQuotient:
    case AtomKind::kRemainder:
      return true;
    default:
      return false;
  }
}

// Byte distance a - b with the unknowns of the two sides renamed apart: constant part and step.
struct Distance {
  int64_t constant = 0;
  int64_t step = 0;  // gcd of all unknown parts; 0: the distance is the constant
};

Distance DistanceOf(ThreadTree& tree, TermId a, TermId b) {
  TermTable& terms = tree.terms();
  Distance distance;
  distance.constant = terms.term(a).constant - terms.term(b).constant;
  for (TermId side : {a, b}) {
    for (const Part& part : terms.term(side).parts) {
      if (!DiffersByThread(tree, part.atom) && terms.atom(part.atom).kind != AtomKind::kAny) {
        continue;
      }
      distance.step = std::gcd(distance.step, std::abs(part.coefficient));
    }
  }
  return distance;
}

bool Overlaps(const Distance& distance, uint32_t width_a, uint32_t width_b) {
  const int64_t wa = width_a, wb = width_b;
  if (distance.step == 0) {
    if (distance.constant >= 0) return wb == 0 || distance.constant < wb;
    return wa == 0 || -distance.constant < wa;
  }
  if (wa == 0 || wb == 0) return true;
  const int64_t rest = ((distance.constant % distance.step) + distance.step) % distance.step;
  return rest < wb || distance.step - rest < wa;
}

// Heap objects and locals of a thread that runs several times exist once per instance.
bool BelongsToInstance(ThreadTree& tree, AtomId object, uint32_t across) {
  const AtomKind kind = tree.terms().atom(object).kind;
  if (kind != AtomKind::kSlot && kind != AtomKind::kHeap) return false;
  const int owner = tree.OwnerOf(object);
  return owner >= 0 && tree.IsAncestor(across, owner);
}

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
      DistanceOf(tree, InFirstTurn(tree, tree.terms().Offset(a.resolved), a.node),
                 InFirstTurn(tree, tree.terms().Offset(b.resolved), b.node));
  return distance.step == 0 && Overlaps(distance, SureWidth(a), SureWidth(b));
}

// Whether the pointer of the access was found by way of one place that all threads know.
bool IsFoundInCommonPlace(ThreadTree& tree, const SharedAccess& access) {
  const TermTable& terms = tree.terms();
  TermId place = access.address;
  AtomId base = terms.Base(place);
  while (base != kNothing && (terms.atom(base).kind == AtomKind::kInitial ||
                              terms.atom(base).kind == AtomKind::kShared)) {
    place = terms.atom(base).argument;
    base = terms.Base(place);
  }
  return base != kNothing && IsObject(terms.atom(base).kind) && tree.IsSingleObject(base) &&
         terms.term(tree.terms().Offset(place)).is_constant();
}

// Of objects that each thread made or was handed: reached by way of the thread's own arguments and
// locals, it is the thread's own. In memory it would have to have found another thread's.
SameMemory OneOfEach(ThreadTree& tree, const SharedAccess& a, const SharedAccess& b) {
  if (!a.via_memory && !b.via_memory) return SameMemory::kNo;
  const bool is_common = (a.via_memory && IsFoundInCommonPlace(tree, a)) ||
                         (b.via_memory && IsFoundInCommonPlace(tree, b));
  return is_common ? SameMemory::kMaybe : SameMemory::kUnlikely;
}

SameMemory SameAcross(ThreadTree& tree, const SharedAccess& a, const SharedAccess& b,
                      uint32_t across) {
  TermTable& terms = tree.terms();
  if (BelongsToInstance(tree, a.object, across) || tree.HasOneEach(across, a.object)) {
    return OneOfEach(tree, a, b);
  }
  const AtomId counter = NumberingCounter(tree, across);
  const Atom& object = terms.atom(a.object);
  if (counter != kNothing && object.kind == AtomKind::kHeap &&
      CoefficientOf(terms, object.argument, counter) != 0) {
    return OneOfEach(tree, a, b);
  }
  const TermId x = terms.Offset(a.resolved), y = terms.Offset(b.resolved);
  if (counter != kNothing) {
    const int64_t c = CoefficientOf(terms, x, counter);
    if (c != 0 && c == CoefficientOf(terms, y, counter)) {
      const TermId numbered = terms.Multiply(terms.Of(counter), c);
      const Distance rest =
          DistanceOf(tree, terms.Subtract(x, numbered), terms.Subtract(y, numbered));
      if (rest.step == 0 && !MeetsAcross(c, rest.constant, a.width, b.width)) {
        return SameMemory::kNo;
      }
      // Whatever the numbers, the distance is a multiple of what all parts have in common.
      const int64_t step = std::gcd(c, rest.step);
      return Overlaps({rest.constant, step}, a.width, b.width) ? SameMemory::kMaybe
                                                               : SameMemory::kNo;
    }
  }
  const Distance distance = DistanceOf(tree, x, y);
  if (!Overlaps(distance, a.width, b.width)) return SameMemory::kNo;
  // What was handed to the first of the threads need not be what the deeper ones are handed.
  const bool is_handed_over = object.kind != AtomKind::kGlobal;
  if (tree.nodes()[across].stands_for_deeper && is_handed_over) return SameMemory::kMaybe;
  return SurelyMeet(tree, a, b) ? SameMemory::kSurely : SameMemory::kMaybe;
}

// `above` is in a loop that numbers the threads `below` belongs to, before its turn's thread
// starts: the threads that run have smaller numbers, and elements by that number, or objects made
// in the turn of that number, are different ones.
bool DiffersByNumber(ThreadTree& tree, const SharedAccess& above, const SharedAccess& below) {
  if (above.node == below.node || !tree.IsAncestor(above.node, below.node)) return false;
  TermTable& terms = tree.terms();
  const uint32_t child = tree.ChildTowards(above.node, below.node);
  const AtomId counter = NumberingCounter(tree, child);
  if (counter == kNothing) return false;
  for (const auto& [node, high] : tree.nodes()[above.node].points[above.point].live_below) {
    if (node == child && high != terms.Of(counter)) return false;
  }
  const TermId made_above = terms.atom(above.object).argument;
  if (terms.atom(above.object).kind == AtomKind::kHeap && above.is_certain && below.is_certain &&
      !above.via_memory && !below.via_memory && CoefficientOf(terms, made_above, counter) == 1 &&
      terms.ConstantDifference(made_above, terms.atom(below.object).argument).value_or(-1) >= 0) {
    return true;
  }
  const TermId x = terms.Offset(above.resolved), y = terms.Offset(below.resolved);
  const int64_t c = CoefficientOf(terms, x, counter);
  if (c == 0 || c != CoefficientOf(terms, y, counter)) return false;
  const TermId numbered = terms.Multiply(terms.Of(counter), c);
  const Distance rest = DistanceOf(tree, terms.Subtract(x, numbered), terms.Subtract(y, numbered));
  return rest.step == 0 && !MeetsAcross(c, rest.constant, above.width, below.width);
}

// `above` is in a loop that waits for the threads of `below` in the order of their numbers: those
// that still run have larger numbers, and elements by that number are different ones.
bool DiffersByEnd(ThreadTree& tree, const SharedAccess& above, const SharedAccess& below) {
  const AtomId counter = NumberingCounter(tree, below.node);
  if (counter == kNothing || tree.nodes()[below.node].parent != static_cast<int>(above.node)) {
    return false;
  }
  TermTable& terms = tree.terms();
  const TermId x = terms.Offset(above.resolved), y = terms.Offset(below.resolved);
  const int64_t c = CoefficientOf(terms, y, counter);
  if (c == 0) return false;
  const TermId without = terms.Subtract(y, terms.Multiply(terms.Of(counter), c));
  const auto& ended = tree.nodes()[above.node].points[above.point].ended_below;
  return std::any_of(ended.begin(), ended.end(), [&](const auto& range) {
    const auto& [child, high] = range;
    const Term& end = terms.term(high);
    if (child != below.node || end.parts.size() != 1 || end.parts[0].coefficient != 1 ||
        end.constant < 1 || CoefficientOf(terms, x, end.parts[0].atom) != c) {
      return false;
    }
    const TermId turn = terms.Multiply(terms.Of(end.parts[0].atom), c);
    const Distance rest = DistanceOf(tree, terms.Subtract(x, turn), without);
    return rest.step == 0 && !MeetsAcross(c, rest.constant, above.width, below.width);
  });
}

SameMemory SameTogether(ThreadTree& tree, const SharedAccess& a, const SharedAccess& b) {
  if (DiffersByNumber(tree, a, b) || DiffersByNumber(tree, b, a)) return SameMemory::kNo;
  if (DiffersByEnd(tree, a, b) || DiffersByEnd(tree, b, a)) return SameMemory::kNo;
  const Distance distance =
      DistanceOf(tree, tree.terms().Offset(a.resolved), tree.terms().Offset(b.resolved));
  if (!Overlaps(distance, a.width, b.width)) return SameMemory::kNo;
  return SurelyMeet(tree, a, b) ? SameMemory::kSurely : SameMemory::kMaybe;
}

// Elements by numbers that both threads took from one counter: these are different ones.
bool DiffersByOwnNumber(ThreadTree& tree, const SharedAccess& a, const SharedAccess& b) {
  if (a.counter == kNothing || a.counter != b.counter) return false;
  TermTable& terms = tree.terms();
  const TermId x = terms.Offset(a.resolved), y = terms.Offset(b.resolved);
  const int64_t c = CoefficientOf(terms, x, a.own_number);
  if (c == 0 || c != CoefficientOf(terms, y, b.own_number)) return false;
  const Distance rest =
      DistanceOf(tree, terms.Subtract(x, terms.Multiply(terms.Of(a.own_number), c)),
                 terms.Subtract(y, terms.Multiply(terms.Of(b.own_number), c)));
  return rest.step == 0 && !MeetsAcross(c, rest.constant, a.width, b.width);
}

SameMemory SameBytes(ThreadTree& tree, const SharedAccess& a, const SharedAccess& b,
                     const Parallelism& parallelism) {
  if (DiffersByOwnNumber(tree, a, b)) return SameMemory::kNo;
  SameMemory best = SameMemory::kNo;
  if (parallelism.together) best = SameTogether(tree, a, b);
  if (best != SameMemory::kSurely && parallelism.across != kNothing) {
    best = std::max(best, SameAcross(tree, a, b, parallelism.across));
  }
  return best;
}

// Whether the number is at least 0, given that the other is more than that: a multiple of it, or
// more.
bool IsMultipleOf(const Term& number, const Term& positive) {
  if (number.parts.empty()) return number.constant >= 0;
  if (positive.parts.size() != number.parts.size()) return false;
  const int64_t d = positive.parts[0].coefficient, n = number.parts[0].coefficient;
  if ((n < 0) != (d < 0)) return false;
  for (size_t i = 0; i < number.parts.size(); ++i) {
    const Part &x = number.parts[i], &y = positive.parts[i];
    if (x.atom != y.atom || x.coefficient * d != y.coefficient * n) return false;
  }
  // number = n/d * (positive - its constant) + its own
  return number.constant * std::abs(d) >= positive.constant * std::abs(n);
}

// Whether all that `a` may touch lies before all that `b` may. Where either is made, what it may
// touch is not empty.
bool IsBefore(ThreadTree& tree, const SharedAccess& a, const SharedAccess& b) {
  TermTable& terms = tree.terms();
  const Term distance = terms.Difference(b.first, a.end);
  constexpr int64_t kLargest = int64_t{1} << 30;
  const auto is_small = [](const Term& term) {
    return std::abs(term.constant) < kLargest &&
           std::all_of(
               term.parts.begin(), term.parts.end(),
               [](const Part& part) { return std::abs(part.coefficient) < kLargest; });
  };
  const Term lengths[] = {terms.Difference(a.end, a.first), terms.Difference(b.end, b.first)};
  return std::any_of(std::begin(lengths), std::end(lengths), [&](const Term& length) {
    return is_small(distance) && is_small(length) && IsMultipleOf(distance, length);
  });
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

// A term that has one value in all threads.
bool IsCommonTerm(ThreadTree& tree, TermId term) {
  for (const Part& part : tree.terms().term(term).parts) {
    const Atom& atom = tree.terms().atom(part.atom);
    if (atom.kind == AtomKind::kAny) return false;
    const bool is_function = atom.kind == AtomKind::kInitial || atom.kind == AtomKind::kShared ||
                             atom.kind == AtomKind::kQuotient || atom.kind == AtomKind::kRemainder;
    if (is_function) {
      if (!IsCommonTerm(tree, atom.argument)) return false;
    } else if (DiffersByThread(tree, part.atom)) {
      return false;
    }
  }
  return true;
}

// The lock as a function of the accessed address: base = address - offset.
TermId RelativeTo(TermTable& terms, TermId lock, TermId address) {
  const AtomId base = terms.Base(address);
  if (base == kNothing || !terms.Mentions(lock, base)) return kNothing;
  const TermId offset = terms.Offset(address);
  const TermId origin = terms.Subtract(BoundIndex(terms), offset);
  return terms.Substitute(lock, [&](AtomId atom) { return atom == base ? origin : kNothing; });
}

// A lock with one element's number, as a function of that number; kNothing if it is none.
TermId ByIndex(TermTable& terms, TermId lock, AtomId number) {
  if (!terms.Mentions(lock, number) || terms.atom(number).kind == AtomKind::kAny) {
    return kNothing;
  }
  return terms.Substitute(
      lock, [&](AtomId atom) { return atom == number ? BoundIndex(terms) : kNothing; });
}

// Element i of one array guarded by lock i of another: the same element means the same lock.
bool SameByIndex(ThreadTree& tree, const SharedAccess& a, TermId x, const SharedAccess& b,
                 TermId y) {
  TermTable& terms = tree.terms();
  const Term p = terms.term(terms.Offset(a.resolved)), q = terms.term(terms.Offset(b.resolved));
  if (p.is_constant() && !q.is_constant()) return SameByIndex(tree, b, y, a, x);
  if (p.parts.size() != 1 || q.parts.size() > 1) return false;
  const int64_t stride = p.parts[0].coefficient;
  if (a.width == 0 || b.width == 0 ||
      std::abs(stride) < static_cast<int64_t>(std::max(a.width, b.width))) {
    return false;
  }
  if (q.is_constant()) {  // the element of a known number
    if ((q.constant - p.constant) % stride != 0 ||
        terms.atom(p.parts[0].atom).kind == AtomKind::kAny)
      return false;
    const TermId number = terms.Constant((q.constant - p.constant) / stride);
    return IsCommonTerm(tree, y) && y == terms.Substitute(x, [&](AtomId atom) {
      return atom == p.parts[0].atom ? number : kNothing;
    });
  }
  if (p.constant != q.constant || stride != q.parts[0].coefficient) return false;
  const TermId u = ByIndex(terms, x, p.parts[0].atom), v = ByIndex(terms, y, q.parts[0].atom);
  return u != kNothing && u == v && IsCommonTerm(tree, u);
}

// Whether the locks are one if the containers are: each the same function of it.
bool SameByContainer(ThreadTree& tree, const Container& a, TermId x, const Container& b, TermId y) {
  TermTable& terms = tree.terms();
  const bool is_inside = terms.Base(x) == a.base;
  if (is_inside != (terms.Base(y) == b.base)) return false;
  const bool is_counted = !terms.term(a.number).is_constant();
  if (!is_counted && !terms.term(b.number).is_constant()) {
    return SameByContainer(tree, b, y, a, x);
  }
  int64_t factor = 0;  // bytes from the lock of one element to that of the next
  if (is_counted) {
    const Part number = terms.term(a.number).parts[0];
    factor = CoefficientOf(terms, x, number.atom) / number.coefficient;
  }
  const auto of_first_element = [&](const Container& container, TermId lock) {
    return terms.Subtract(is_inside ? terms.Offset(lock) : lock,
                          terms.Multiply(container.number, factor));
  };
  const TermId lock = of_first_element(a, x);
  const AtomId base = terms.Base(lock);
  const bool is_one =
      base == kNothing || !IsObject(terms.atom(base).kind) || tree.IsSingleObject(base);
  return is_one && lock == of_first_element(b, y) && IsCommonTerm(tree, lock);
}

// Whether the locks can exclude at all. Semaphores: one that admits several is no lock, but an
// order (WaitOrder).
bool MayExclude(ThreadTree& tree, const HeldLock& x, const HeldLock& y, BuiltLocks& built) {
  if (x.kind != y.kind) return false;
  if (x.kind != LockKind::kSemaphore) return true;
  const std::vector<TermId>& targets = tree.points_to().Resolve(x.lock);
  return targets.size() == 1 && built.Excludes(x.kind, targets[0]) == Exclusion::kSurely;
}

// Given that both are one lock.
CommonLock ExclusionOf(ThreadTree& tree, const HeldLock& x, const HeldLock& y, BuiltLocks& built) {
  if (!x.certain || !y.certain) {
    const bool only_failing = x.certain_unless_failed() && y.certain_unless_failed() &&
                              x.kind == LockKind::kLock &&
                              std::max(x.mode, y.mode) == LockMode::kExclusive;
    return only_failing ? CommonLock::kUnlessFailed : CommonLock::kMaybe;
  }
  if (IsOfWord(x.kind)) {
    const std::vector<TermId>& targets = tree.points_to().Resolve(x.lock);
    const Exclusion exclusion =
        targets.size() == 1 ? built.Excludes(x.kind, targets[0]) : Exclusion::kNo;
    if (exclusion == Exclusion::kNo) return CommonLock::kMaybe;
    if (exclusion == Exclusion::kProbably) return CommonLock::kProbably;
  }
  return x.mode == LockMode::kShared && y.mode == LockMode::kShared ? CommonLock::kShared
                                                                    : CommonLock::kSurely;
}

// Whether the locks lie at one place, other than the beginning, behind two pointers that were
// loaded: most likely they are the same member of a record.
bool AreSameMember(const TermTable& terms, TermId x, TermId y) {
  const auto is_loaded = [&](TermId lock) {
    const AtomId base = terms.Base(lock);
    if (base == kNothing) return false;
    const AtomKind kind = terms.atom(base).kind;
    return kind == AtomKind::kInitial || kind == AtomKind::kShared;
  };
  const Term &p = terms.term(x), &q = terms.term(y);
  return p.constant != 0 && p.constant == q.constant && p.parts.size() == 1 &&
         q.parts.size() == 1 && is_loaded(x) && is_loaded(y);
}

CommonLock CompareNames(ThreadTree& tree, const HeldLock& x, const HeldLock& y,
                        const Parallelism& parallelism, BuiltLocks& built) {
  TermTable& terms = tree.terms();
  if (!MayExclude(tree, x, y, built)) return CommonLock::kNo;
  const AtomId of_x = terms.Base(x.lock), of_y = terms.Base(y.lock);
  if (of_x != kNothing && of_y != kNothing && of_x != of_y &&
      terms.atom(of_x).kind == AtomKind::kGlobal && terms.atom(of_y).kind == AtomKind::kGlobal) {
    return CommonLock::kNo;
  }
  const std::vector<TermId>& p = tree.points_to().Resolve(x.lock);
  const std::vector<TermId>& q = tree.points_to().Resolve(y.lock);
  const bool open = tree.points_to().IsOpen(x.lock) || tree.points_to().IsOpen(y.lock);
  // Both name the same pointer that nobody ever set: whatever it points to, it is one lock.
  if (p.empty() && q.empty() && x.lock == y.lock) return ExclusionOf(tree, x, y, built);
  // Nobody takes a lock where no pointer leads: what was stored there has been dropped.
  if (p.empty() || q.empty()) {
    return x.certain && y.certain && AreSameMember(terms, x.lock, y.lock) ? CommonLock::kProbably
                                                                          : CommonLock::kMaybe;
  }
  if (p.size() == 1 && q.size() == 1 && p[0] == q[0] && !terms.IsAny(p[0])) {
    const AtomId object = terms.Base(p[0]);
    bool one = tree.IsSingleObject(object) && terms.term(terms.Offset(p[0])).is_constant();
    if (one && parallelism.across != kNothing && !parallelism.together) {
      one = !BelongsToInstance(tree, object, parallelism.across);
    }
    if (open && one && x.certain && y.certain) return CommonLock::kProbably;
    return one && !open ? ExclusionOf(tree, x, y, built) : CommonLock::kMaybe;
  }
  for (TermId s : p) {
    for (TermId t : q) {
      if (terms.Base(s) != terms.Base(t)) continue;
      const Distance distance = DistanceOf(tree, terms.Offset(s), terms.Offset(t));
      if (Overlaps(distance, 1, 1)) return CommonLock::kMaybe;
    }
  }
  return CommonLock::kNo;
}

CommonLock CompareLocks(ThreadTree& tree, const HeldLock& x, const HeldLock& y,
                        const Parallelism& parallelism, BuiltLocks& built) {
  const CommonLock common = CompareNames(tree, x, y, parallelism, built);
  if (common != CommonLock::kMaybe || x.kind != LockKind::kFlag || (x.certain && y.certain)) {
    return common;
  }
  // Most words that are set where they were found to be 0 are no locks.
  const std::vector<TermId>& targets = tree.points_to().Resolve(x.lock);
  const bool excludes = targets.size() == 1 && built.Excludes(x.kind, targets[0]) != Exclusion::kNo;
  return excludes ? CommonLock::kMaybe : CommonLock::kHardly;
}

// The best of all pairs of locks held at two points.
template <typename Compare>
CommonLock BestOf(const std::vector<HeldLock>& x, const std::vector<HeldLock>& y, Compare compare) {
  CommonLock best = CommonLock::kNo;
  for (const HeldLock& p : x) {
    for (const HeldLock& q : y) {
      best = std::max(best, compare(p, q));
      if (best == CommonLock::kSurely) return best;
    }
  }
  return best;
}

const std::vector<HeldLock>& HeldAt(const ThreadTree& tree, const SharedAccess& access) {
  return tree.nodes()[access.node].points[access.point].held;
}

// What the comparisons of addresses take from one.
void AddOffsetKey(ThreadTree& tree, const SharedAccess& access, TermId address, bool is_exact,
                  const absl::flat_hash_set<AtomId>& counters, std::vector<int64_t>* key) {
  TermTable& terms = tree.terms();
  const Term offset = terms.term(terms.Offset(address));
  int64_t numbers = 0;
  int64_t step = 0, step_in_first_turn = 0;  // of all that DistanceOf has in common
  for (const Part& part : offset.parts) {
    const AtomKind kind = terms.atom(part.atom).kind;
    if (!DiffersByThread(tree, part.atom) && kind != AtomKind::kAny) continue;
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
  is_exact |= step == 0 || step_in_first_turn == 0;
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
  if (best != SameMemory::kNo && a.is_common && b.is_common && a.object == b.object &&
      (IsBefore(tree, a, b) || IsBefore(tree, b, a))) {
    return SameMemory::kNo;
  }
  if (best == SameMemory::kSurely) {
    // Inside a thread that runs several times, its own objects are single as seen from one
    // instance.
    bool single = tree.IsSingleObject(a.object);
    if (!single && parallelism.together && !tree.IsLocalOfRecursion(a.object)) {
      const Atom& atom = tree.terms().atom(a.object);
      const bool counted =
          atom.kind == AtomKind::kHeap && !tree.terms().term(atom.argument).is_constant();
      single = !counted && !a.via_memory && !b.via_memory;
    }
    if (!single || !a.is_certain || !b.is_certain) best = SameMemory::kMaybe;
  }
  return best;
}

CommonLock HoldCommonLock(ThreadTree& tree, const SharedAccess& a, const SharedAccess& b,
                          const Parallelism& parallelism, BuiltLocks& built) {
  return BestOf(HeldAt(tree, a), HeldAt(tree, b), [&](const HeldLock& x, const HeldLock& y) {
    return CompareLocks(tree, x, y, parallelism, built);
  });
}

CommonLock HoldLockOfElement(ThreadTree& tree, const SharedAccess& a, const SharedAccess& b,
                             BuiltLocks& built) {
  TermTable& terms = tree.terms();
  return BestOf(HeldAt(tree, a), HeldAt(tree, b), [&](const HeldLock& x, const HeldLock& y) {
    if (!MayExclude(tree, x, y, built)) return CommonLock::kNo;
    if (SameByIndex(tree, a, x.lock, b, y.lock)) return ExclusionOf(tree, x, y, built);
    const TermId u = RelativeTo(terms, x.lock, a.address);
    if (u == kNothing || u != RelativeTo(terms, y.lock, b.address) || !IsCommonTerm(tree, u)) {
      return CommonLock::kNo;
    }
    const CommonLock common = ExclusionOf(tree, x, y, built);
    return a.is_renewed || b.is_renewed ? std::min(common, CommonLock::kProbably) : common;
  });
}

CommonLock HoldLockOfContainer(ThreadTree& tree, const SharedAccess& a, const Container& of_a,
                               const SharedAccess& b, const Container& of_b, BuiltLocks& built) {
  return BestOf(HeldAt(tree, a), HeldAt(tree, b), [&](const HeldLock& x, const HeldLock& y) {
    if (!MayExclude(tree, x, y, built) || !SameByContainer(tree, of_a, x.lock, of_b, y.lock)) {
      return CommonLock::kNo;
    }
    const CommonLock common = ExclusionOf(tree, x, y, built);
    const bool may_be_others = (a.is_renewed && !IsObject(tree.terms().atom(of_a.base).kind)) ||
                               (b.is_renewed && !IsObject(tree.terms().atom(of_b.base).kind));
    return may_be_others ? std::min(common, CommonLock::kProbably) : common;
  });
}

bool HasLockOfElement(ThreadTree& tree, const SharedAccess& access) {
  TermTable& terms = tree.terms();
  const Term offset = terms.term(terms.Offset(access.resolved));
  const std::vector<HeldLock>& held = HeldAt(tree, access);
  return std::any_of(held.begin(), held.end(), [&](const HeldLock& lock) {
    return RelativeTo(terms, lock.lock, access.address) != kNothing ||
           (offset.parts.size() == 1 &&
            ByIndex(terms, lock.lock, offset.parts[0].atom) != kNothing);
  });
}

absl::flat_hash_set<AtomId> NumberingCounters(ThreadTree& tree) {
  absl::flat_hash_set<AtomId> counters;
  for (uint32_t n = 0; n < tree.nodes().size(); ++n) {
    const AtomId counter = NumberingCounter(tree, n);
    if (counter != kNothing) counters.insert(counter);
    for (const ThreadPoint& point : tree.nodes()[n].points) {
      for (const auto& [child, high] : point.ended_below) {
        for (const Part& part : tree.terms().term(high).parts) counters.insert(part.atom);
      }
    }
  }
  return counters;
}

std::vector<int64_t> ConflictKey(ThreadTree& tree, const SharedAccess& access,
                                 const absl::flat_hash_set<AtomId>& counters) {
  TermTable& terms = tree.terms();
  const Term offset = terms.term(terms.Offset(access.resolved));
  std::vector<int64_t> key;
  bool has_lock_of_index = false;
  for (const HeldLock& held : HeldAt(tree, access)) {
    const TermId of_address = RelativeTo(terms, held.lock, access.address);
    const TermId of_index = offset.parts.size() == 1
                                ? ByIndex(terms, held.lock, offset.parts[0].atom)
                                : static_cast<TermId>(kNothing);
    has_lock_of_index |= of_index != kNothing;
    key.push_back(of_address);
    key.push_back(of_index);
  }
  AddOffsetKey(tree, access, access.resolved, has_lock_of_index, counters, &key);
  key.push_back(has_lock_of_index ? offset.parts[0].coefficient : 0);
  key.push_back(access.extent);
  if (access.extent != 0) {
    AddOffsetKey(tree, access, access.first, /*is_exact=*/false, counters, &key);
  }
  if (access.counter != kNothing) {
    const int64_t c = CoefficientOf(terms, terms.Offset(access.resolved), access.own_number);
    const TermId numbered = terms.Multiply(terms.Of(access.own_number), c);
    key.insert(key.end(), {access.counter, c, terms.Subtract(access.resolved, numbered)});
  }
  if (access.is_common) key.insert(key.end(), {access.first, access.end});
  key.push_back(access.is_common);
  return key;
}

}  // namespace plait
