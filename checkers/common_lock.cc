#include "checkers/common_lock.h"

#include <algorithm>
#include <cstdlib>
#include <numeric>
#include <optional>

#include "checkers/offset_distance.h"
#include "checkers/residue_lock.h"
#include "summaries/region.h"

namespace plait {
namespace {

// A term that has one value in all threads.
bool IsCommonTerm(const ThreadTree& tree, TermId term) {
  const TermTable& terms = tree.terms();
  for (const Part& part : terms.term(term).parts) {
    const Atom& atom = terms.atom(part.atom);
    if (atom.kind == AtomKind::kAny) return false;
    const bool is_loaded = atom.kind == AtomKind::kInitial || atom.kind == AtomKind::kShared;
    if (is_loaded || (IsFunction(atom.kind) && atom.kind != AtomKind::kComparison)) {
      if (!IsCommonTerm(tree, atom.argument)) return false;
    } else if (DiffersByThread(terms, part.atom)) {
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

// A lock whose place follows from that of an element: `lock_step` bytes on for each `step` bytes
// that the element lies further on.
struct LockByOffset {
  AtomId base = kNothing;
  int64_t lock_step = 0;
  int64_t step = 0;      // 0: the place of the element is a constant
  int64_t gap = 0;       // between two elements, at least
  int64_t element = 0;   // constant part of the element's offset
  int64_t constant = 0;  // of the lock's
};

std::optional<LockByOffset> FindLockByOffset(ThreadTree& tree, const SharedAccess& access,
                                             TermId lock) {
  constexpr int64_t kMost = int64_t{1} << 24;
  TermTable& terms = tree.terms();
  const Term element = terms.term(terms.Offset(access.resolved));
  const Term offset = terms.term(terms.Offset(lock));
  LockByOffset result;
  result.base = terms.Base(lock);
  result.element = element.constant;
  result.constant = offset.constant;
  if (result.base == kNothing || element.parts.size() != offset.parts.size() ||
      std::abs(element.constant) > kMost || std::abs(offset.constant) > kMost) {
    return std::nullopt;
  }
  for (size_t i = 0; i < element.parts.size(); ++i) {
    const Part &e = element.parts[i], &l = offset.parts[i];
    if (e.atom != l.atom || terms.atom(e.atom).kind == AtomKind::kAny ||
        std::abs(e.coefficient) > kMost || std::abs(l.coefficient) > kMost) {
      return std::nullopt;
    }
    if (i == 0) {
      const int64_t common = std::gcd(e.coefficient, l.coefficient);
      result.step = e.coefficient / common;
      result.lock_step = l.coefficient / common;
    } else if (e.coefficient * result.lock_step != l.coefficient * result.step) {
      return std::nullopt;
    }
    result.gap = std::gcd(result.gap, e.coefficient);
  }
  if (result.step < 0) {
    result.step = -result.step;
    result.lock_step = -result.lock_step;
  }
  return result;
}

// The same for elements at sums of several numbers: where both are one element, the locks are one.
bool SameByOffset(ThreadTree& tree, const SharedAccess& a, TermId x, const SharedAccess& b,
                  TermId y) {
  const auto p = FindLockByOffset(tree, a, x), q = FindLockByOffset(tree, b, y);
  if (!p || !q || p->base != q->base || a.width == 0 || b.width == 0) return false;
  const int64_t gap = std::gcd(p->gap, q->gap);
  const LockByOffset& counted = p->step != 0 ? *p : *q;
  const bool is_one_function =
      (p->step == 0 || q->step == 0) || (p->step == q->step && p->lock_step == q->lock_step);
  if (!is_one_function || gap < static_cast<int64_t>(std::max(a.width, b.width)) ||
      (p->element - q->element) % gap != 0) {
    return false;
  }
  const Atom& base = tree.terms().atom(p->base);
  const bool is_one = IsObject(base.kind) ? tree.IsSingleObject(p->base)
                                          : IsCommonTerm(tree, tree.terms().Of(p->base));
  const auto origin = [&](const LockByOffset& lock) {
    return lock.constant * counted.step - lock.element * counted.lock_step;
  };
  return is_one && origin(*p) == origin(*q);
}

// A lock of which there is one for each so many bytes of an object: that of block m lies
// `lock_step` times m bytes behind `constant`, and the access lies from `low` to before `high`
// behind the start of block m. A step of 0: that of some block, which the access is to.
struct LockOfBlock {
  AtomId base = kNothing;
  int64_t lock_step = 0;
  int64_t constant = 0;
  int64_t block = 0;  // bytes
  int64_t low = 0;
  int64_t high = 0;
};

std::optional<LockOfBlock> FindLockOfBlock(ThreadTree& tree, const SharedAccess& access,
                                           TermId lock) {
  constexpr int64_t kMost = int64_t{1} << 24;
  TermTable& terms = tree.terms();
  const Term offset = terms.term(terms.Offset(lock));
  LockOfBlock result;
  result.base = terms.Base(lock);
  result.constant = offset.constant;
  const bool has_extent = access.width != 0 || !access.parts.empty();
  if (result.base == kNothing || offset.parts.size() > 1 || !has_extent) return std::nullopt;
  if (offset.parts.empty()) {
    if (access.width == 0 && access.extent == 0) return std::nullopt;
    const auto low =
        terms.ConstantValue(terms.Offset(access.extent != 0 ? access.first : access.resolved));
    if (!low) return std::nullopt;
    result.low = *low;
    result.high = *low + (access.extent != 0 ? access.extent : access.width);
    return result;
  }
  const Part number = offset.parts[0];
  const Atom of_number = terms.atom(number.atom);
  result.lock_step = number.coefficient;
  const Term element = terms.term(terms.Offset(access.resolved));
  if (of_number.kind == AtomKind::kQuotient) {
    // The lock of element i is lock i / n, where i is not negative.
    const Divisor by = Divisor::FromIndex(of_number.index);
    const int64_t divisor = by.number;
    if (access.width == 0 || element.parts.size() != 1 || divisor <= 0 || divisor > kMost ||
        of_number.argument != terms.Of(element.parts[0].atom)) {
      return std::nullopt;
    }
    const Atom& divided = terms.atom(element.parts[0].atom);
    const bool is_natural =
        !by.is_signed || divided.kind == AtomKind::kIteration ||
        (divided.kind == AtomKind::kRemainder && !Divisor::FromIndex(divided.index).is_signed);
    if (!is_natural) return std::nullopt;
    const int64_t stride = element.parts[0].coefficient;
    if (stride < static_cast<int64_t>(access.width) || stride > kMost) return std::nullopt;
    result.block = stride * divisor;
    result.low = element.constant;
    result.high = result.low + result.block;
    return result;
  }
  if (of_number.kind == AtomKind::kAny) return std::nullopt;
  std::vector<std::pair<TermId, uint32_t>> parts = access.parts;
  parts.insert(parts.end(), {{access.first, access.extent}, {access.resolved, access.width}});
  for (const auto& [from, bytes] : parts) {
    if (bytes == 0) continue;
    const Term first = terms.term(terms.Offset(from));
    if (first.parts.size() != 1 || first.parts[0].atom != number.atom) continue;
    result.block = first.parts[0].coefficient;
    result.low = first.constant;
    result.high = result.low + bytes;
    if (result.block > 0 && result.block <= kMost) return result;
  }
  return std::nullopt;
}

// Whether the blocks are the same ones: accesses to one element are to one block, and under one
// lock.
bool SameByBlock(ThreadTree& tree, const SharedAccess& a, TermId x, const SharedAccess& b,
                 TermId y) {
  auto p = FindLockOfBlock(tree, a, x), q = FindLockOfBlock(tree, b, y);
  if (!p || !q || p->base != q->base) return false;
  if (p->lock_step == 0) std::swap(p, q);
  if (p->lock_step == 0) return false;
  if (q->lock_step == 0) {
    const int64_t distance = q->constant - p->constant;
    if (distance % p->lock_step != 0) return false;
    const int64_t start = distance / p->lock_step * p->block;
    *q = {p->base, p->lock_step, p->constant, p->block, q->low - start, q->high - start};
  }
  if (p->lock_step != q->lock_step || p->constant != q->constant || p->block != q->block ||
      std::max(p->high, q->high) - std::min(p->low, q->low) > p->block) {
    return false;
  }
  const Atom& base = tree.terms().atom(p->base);
  return IsObject(base.kind) ? tree.IsSingleObject(p->base)
                             : IsCommonTerm(tree, tree.terms().Of(p->base));
}

// Whether the locks are one if the containers are: each the same function of it.
bool SameByContainer(ThreadTree& tree, const Container& a, TermId x, const Container& b, TermId y) {
  TermTable& terms = tree.terms();
  const Term of_a = terms.term(a.number), of_b = terms.term(b.number);
  if (of_a.parts.size() == 1 && of_b.parts.size() == 1 && of_a.constant == of_b.constant &&
      of_a.parts[0].coefficient == of_b.parts[0].coefficient) {
    const TermId u = ByIndex(terms, x, of_a.parts[0].atom);
    const bool is_one_function = u != kNothing && u == ByIndex(terms, y, of_b.parts[0].atom);
    const AtomId base = terms.Base(x);
    if (is_one_function && base != kNothing && IsObject(terms.atom(base).kind) &&
        tree.IsSingleObject(base) && IsCommonTerm(tree, u)) {
      return true;
    }
  }
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
  if (x.kind != y.kind || x.kind == LockKind::kCount) return false;
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

// The variable that a lock was found in, if it was not made there and then because there was none
// yet; kNothing: in none.
TermId VariableOfLock(TermTable& terms, TermId lock) {
  const AtomId base = terms.Base(lock);
  if (base == kNothing) return kNothing;
  const auto variable = [&](AtomId loaded) {
    const Atom atom = terms.atom(loaded);
    const bool is_load = atom.kind == AtomKind::kInitial || atom.kind == AtomKind::kShared;
    if (!is_load || !terms.term(terms.Offset(atom.argument)).is_constant()) {
      return static_cast<TermId>(kNothing);
    }
    const AtomId object = terms.Base(atom.argument);
    const bool is_global = object != kNothing && terms.atom(object).kind == AtomKind::kGlobal;
    return is_global ? atom.argument : static_cast<TermId>(kNothing);
  };
  if (terms.atom(base).kind != AtomKind::kPhi) return variable(base);
  const std::vector<TermId> options = terms.ChoiceOf(base).options;
  for (const TermId option : options) {
    const AtomId of = terms.Base(option);
    if (of == kNothing || terms.Of(of) != option) continue;
    if (const TermId found = variable(of); found != kNothing) return found;
  }
  return kNothing;
}

// Whether both locks were found in one variable: most likely it is made once, by the first to come.
bool AreOfOneVariable(TermTable& terms, const HeldLock& x, const HeldLock& y) {
  const bool exclude = x.certain && y.certain && x.kind == LockKind::kLock &&
                       y.kind == LockKind::kLock &&
                       std::max(x.mode, y.mode) == LockMode::kExclusive;
  if (!exclude || terms.Offset(x.lock) != terms.Offset(y.lock)) return false;
  const TermId variable = VariableOfLock(terms, x.lock);
  return variable != kNothing && variable == VariableOfLock(terms, y.lock);
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
      one = !tree.BelongsToInstance(object, parallelism.across);
    }
    if (open && one && x.certain && y.certain) return CommonLock::kProbably;
    return one && !open ? ExclusionOf(tree, x, y, built) : CommonLock::kMaybe;
  }
  for (TermId s : p) {
    for (TermId t : q) {
      if (terms.Base(s) != terms.Base(t)) continue;
      const Distance distance = DistanceOf(terms, terms.Offset(s), terms.Offset(t));
      if (Overlaps(distance, 1, 1)) return CommonLock::kMaybe;
    }
  }
  return CommonLock::kNo;
}

// The one place that the address is; kNothing if it may be one of several.
TermId PlaceOf(ThreadTree& tree, TermId address) {
  const std::vector<TermId>& places = tree.points_to().Resolve(address);
  if (places.size() != 1 || tree.points_to().IsOpen(address)) return kNothing;
  const TermTable& terms = tree.terms();
  const bool is_one = tree.IsSingleObject(terms.Base(places[0])) &&
                      terms.term(tree.terms().Offset(places[0])).is_constant();
  return is_one ? places[0] : static_cast<TermId>(kNothing);
}

// Who has counted itself where nobody had the word, and who claimed the word where nobody was
// counted.
CommonLock CompareCounts(ThreadTree& tree, const HeldLock& x, const HeldLock& y,
                         const Parallelism& parallelism, BuiltLocks& built) {
  if (x.kind != y.kind || !x.certain || !y.certain || x.mode == y.mode) return CommonLock::kNo;
  HeldLock p = x, q = y;
  p.kind = q.kind = LockKind::kLock;
  const CommonLock of_one = CompareNames(tree, p, q, parallelism, built);
  if (of_one < CommonLock::kProbably) return CommonLock::kNo;
  const TermId count = PlaceOf(tree, x.lock), word = PlaceOf(tree, x.number);
  if (count == kNothing || word == kNothing || word != PlaceOf(tree, y.number)) {
    return CommonLock::kNo;
  }
  switch (built.CountExcludes(count, word)) {
    case Exclusion::kNo:
      return CommonLock::kNo;
    case Exclusion::kProbably:
      return CommonLock::kProbably;
    case Exclusion::kSurely:
      return of_one;
  }
}

CommonLock CompareLocks(ThreadTree& tree, const HeldLock& x, const HeldLock& y,
                        const Parallelism& parallelism, BuiltLocks& built) {
  if (x.kind == LockKind::kCount) return CompareCounts(tree, x, y, parallelism, built);
  const CommonLock common = CompareNames(tree, x, y, parallelism, built);
  if (common == CommonLock::kMaybe && AreOfOneVariable(tree.terms(), x, y)) {
    return CommonLock::kProbably;
  }
  if (common != CommonLock::kMaybe || x.kind != LockKind::kFlag) return common;
  // Most words that are set where they were found to be 0 are no locks, and so are states that are
  // moved on from step to step.
  const std::vector<TermId>& targets = tree.points_to().Resolve(x.lock);
  const bool is_one = targets.size() == 1;
  if (x.certain && y.certain && !(is_one && built.HasSteps(targets[0]))) return common;
  const bool excludes = is_one && built.Excludes(x.kind, targets[0]) != Exclusion::kNo;
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

}  // namespace

CommonLock HoldCommonLock(ThreadTree& tree, const SharedAccess& a, const SharedAccess& b,
                          const Parallelism& parallelism, BuiltLocks& built) {
  return BestOf(HeldAt(tree, a), HeldAt(tree, b), [&](const HeldLock& x, const HeldLock& y) {
    return CompareLocks(tree, x, y, parallelism, built);
  });
}

namespace {

// The lock by where it lies, if it is in one object, whichever pointer leads there.
TermId InOneObject(ThreadTree& tree, TermId lock) {
  const std::vector<TermId>& targets = tree.points_to().Resolve(lock);
  if (targets.size() != 1 || tree.points_to().IsOpen(lock)) return lock;
  const TermId target = targets[0];
  const AtomId base = tree.terms().Base(target);
  return base != kNothing && tree.IsSingleObject(base) ? target : lock;
}

}  // namespace

CommonLock HoldLockOfElement(ThreadTree& tree, const SharedAccess& a, const SharedAccess& b,
                             BuiltLocks& built) {
  TermTable& terms = tree.terms();
  return BestOf(HeldAt(tree, a), HeldAt(tree, b), [&](const HeldLock& x, const HeldLock& y) {
    if (!MayExclude(tree, x, y, built)) return CommonLock::kNo;
    const TermId p = InOneObject(tree, x.lock), q = InOneObject(tree, y.lock);
    if (SameByIndex(tree, a, p, b, q) || SameByOffset(tree, a, p, b, q) ||
        SameByBlock(tree, a, p, b, q) || SameByResidue(tree, a, p, b, q)) {
      return ExclusionOf(tree, x, y, built);
    }
    const TermId u = RelativeTo(terms, x.lock, a.address);
    if (u == kNothing || u != RelativeTo(terms, y.lock, b.address) || !IsCommonTerm(tree, u)) {
      return CommonLock::kNo;
    }
    const CommonLock common = ExclusionOf(tree, x, y, built);
    return a.is_renewed || b.is_renewed ? std::min(common, CommonLock::kProbably) : common;
  });
}

namespace {

// Whether the containers are two elements of one array: what hangs in the one is not in the other.
bool AreApart(const ThreadTree& tree, const Container& a, const Container& b) {
  const TermTable& terms = tree.terms();
  return a.base == b.base && IsObject(terms.atom(a.base).kind) && tree.IsSingleObject(a.base) &&
         terms.term(a.number).is_constant() && terms.term(b.number).is_constant() &&
         a.number != b.number;
}

}  // namespace

CommonLock HoldLockOfContainer(ThreadTree& tree, const SharedAccess& a, const Container& of_a,
                               const SharedAccess& b, const Container& of_b, BuiltLocks& built) {
  if (AreApart(tree, of_a, of_b)) return CommonLock::kSurely;
  return BestOf(HeldAt(tree, a), HeldAt(tree, b), [&](const HeldLock& x, const HeldLock& y) {
    if (!MayExclude(tree, x, y, built) || !(SameByContainer(tree, of_a, x.lock, of_b, y.lock) ||
                                            SameByContainer(tree, of_a, InOneObject(tree, x.lock),
                                                            of_b, InOneObject(tree, y.lock)))) {
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
  return std::any_of(held.begin(), held.end(), [&](const HeldLock& one) {
    const TermId lock = InOneObject(tree, one.lock);
    return RelativeTo(terms, one.lock, access.address) != kNothing ||
           (offset.parts.size() == 1 && ByIndex(terms, lock, offset.parts[0].atom) != kNothing) ||
           (offset.parts.size() > 1 && FindLockByOffset(tree, access, lock).has_value()) ||
           (offset.parts.size() > 0 && FindLockOfBlock(tree, access, lock).has_value());
  });
}

std::vector<int64_t> LockKey(ThreadTree& tree, const SharedAccess& access) {
  TermTable& terms = tree.terms();
  const Term offset = terms.term(terms.Offset(access.resolved));
  std::vector<int64_t> key;
  bool has_lock_of_index = false;
  for (const HeldLock& held : HeldAt(tree, access)) {
    const TermId lock = InOneObject(tree, held.lock);
    const TermId of_address = RelativeTo(terms, held.lock, access.address);
    const TermId of_index = offset.parts.size() == 1 ? ByIndex(terms, lock, offset.parts[0].atom)
                                                     : static_cast<TermId>(kNothing);
    has_lock_of_index |= of_index != kNothing;
    if (offset.parts.size() > 1 && FindLockByOffset(tree, access, lock)) {
      key.insert(key.end(), {lock, terms.Offset(access.resolved)});
    }
    key.insert(key.end(), {of_address, of_index});
    if (const auto of_block = FindLockOfBlock(tree, access, lock);
        of_block && of_block->lock_step != 0) {
      key.insert(key.end(), {lock, of_block->block, of_block->low, of_block->high});
    }
  }
  if (has_lock_of_index) {
    key.insert(key.end(), {offset.parts[0].coefficient, offset.constant});
  }
  return key;
}

}  // namespace plait
