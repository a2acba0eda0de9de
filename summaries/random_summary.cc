#include "summaries/random_summary.h"

#include <algorithm>
#include <array>
#include <random>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "summaries/sorted_sets.h"

namespace plait {
namespace {

// std::mt19937 gives the same numbers everywhere; the standard distributions do not.
class Dice {
 public:
  explicit Dice(uint32_t seed) : engine_(seed) {}

  uint32_t Below(uint32_t end) { return static_cast<uint32_t>(engine_() % end); }
  bool Flip() { return Below(2) == 1; }

 private:
  std::mt19937 engine_;
};

class Generator {
 public:
  Generator(uint32_t seed, uint32_t scratch) : dice_(seed), scratch_(scratch) {
    has_scratch_ = scratch != 0;
    if (!has_scratch_) return;
    // Known first, so numbered first: some that the summary uses too, in another order.
    for (int i = 0; i < 20; ++i) MakeScratch();
  }

  Summary Run() {
    summary_.procedure = InternName("procedure");
    MakeTerms();
    const uint32_t points = 1 + dice_.Below(4);
    std::vector<Point> made;
    for (uint32_t i = 0; i < points; ++i) made.push_back(MakePoint());
    // Equal points have one number; a scratch run numbers them from the other end.
    if (has_scratch_) std::reverse(made.begin(), made.end());
    reversed_ = has_scratch_;
    summary_.points = std::move(made);
    point_count_ = points;
    if (has_scratch_) AddUnusedPoint();
    Fill();
    summary_.is_failure = dice_.Flip();
    return std::move(summary_);
  }

 private:
  TermTable& terms() { return summary_.terms; }

  // Draws from another sequence of numbers, so that the summary itself stays the same.
  void MakeScratch() {
    std::swap(dice_, scratch_);
    TermId term = terms().Of(MakeAtom(kZero));
    for (int i = 0; i < 3; ++i) {
      Atom atom = MakeAtom(term);
      term = terms().Add(term, terms().Multiply(terms().Of(atom), 1 + dice_.Below(9)));
    }
    std::swap(dice_, scratch_);
  }

  void AddUnusedPoint() {
    std::swap(dice_, scratch_);
    summary_.points.push_back(MakePoint());
    std::swap(dice_, scratch_);
  }

  Name MakeName() { return InternName(absl::StrCat("name", dice_.Below(6))); }

  ContextId MakeContext() {
    ContextId context = kNoContext;
    for (uint32_t depth = dice_.Below(TermTable::kMaxContext + 1); depth > 0; --depth) {
      const Name procedure = MakeName();
      context = terms().InternContext({procedure, dice_.Below(4), context});
    }
    return context;
  }

  // Of two factors: what the term consists of, if that is one atom, and a number.
  TermId MakeFactors(TermId term) {
    Atom number;
    number.kind = AtomKind::kFormal;
    number.index = 3 + dice_.Below(3);
    TermId factors = terms().Of(number);
    const auto& parts = terms().term(term).parts;
    if (parts.size() != 1) return terms().Add(factors, factors);
    const AtomId other = parts[0].atom;
    const AtomKind kind = terms().atom(other).kind;
    const bool is_factor = kind != AtomKind::kProduct && kind != AtomKind::kAny;
    return terms().Add(factors, is_factor ? terms().Of(other) : factors);
  }

  // A number, and the term as what stands beside it.
  TermId MakeOperands(TermId term) {
    Atom number;
    number.kind = AtomKind::kFormal;
    number.index = 3 + dice_.Below(3);
    Atom operand;
    operand.kind = AtomKind::kOperand;
    operand.argument = term;
    return terms().Add(terms().Of(number), terms().Of(operand));
  }

  Atom MakeAtom(TermId argument) {
    Atom atom;
    atom.kind = static_cast<AtomKind>(dice_.Below(static_cast<uint32_t>(AtomKind::kSelect) + 1));
    switch (atom.kind) {
      case AtomKind::kGlobal:
      case AtomKind::kFunction:
        atom.name = MakeName();
        atom.is_pointer = true;
        break;
      case AtomKind::kString:
      case AtomKind::kSlot:
      case AtomKind::kIteration:
      case AtomKind::kPhi:
        atom.name = MakeName();
        atom.index = dice_.Below(4);
        atom.context = MakeContext();
        atom.is_pointer = dice_.Flip();
        break;
      case AtomKind::kUnknown:
      case AtomKind::kHeap:
      case AtomKind::kThread:
        atom.name = MakeName();
        atom.index = dice_.Below(4);
        atom.context = MakeContext();
        if (dice_.Flip()) atom.argument = argument;
        break;
      case AtomKind::kFormal:
        atom.index = dice_.Below(3);
        atom.is_pointer = dice_.Flip();
        break;
      case AtomKind::kInitial:
      case AtomKind::kShared:
        atom.index = 1u << dice_.Below(4);
        atom.argument = argument;
        atom.is_pointer = dice_.Flip();
        break;
      case AtomKind::kComparison:
        atom.index = dice_.Below(3);
        atom.argument = argument;
        break;
      case AtomKind::kQuotient:
      case AtomKind::kRemainder:
        atom.index = Divisor{1 + dice_.Below(9), dice_.Flip(), dice_.Flip()}.ToIndex();
        atom.argument = argument;
        break;
      case AtomKind::kProduct:
        atom.argument = MakeFactors(argument);
        break;
      case AtomKind::kOperand:
        atom.argument = argument;
        break;
      case AtomKind::kSelect:
        atom.argument = MakeOperands(argument);
        break;
      case AtomKind::kResult:
        atom.argument = argument;
        atom.is_pointer = true;
        break;
      case AtomKind::kAny:
      case AtomKind::kBound:
      case AtomKind::kSelf:
        break;
    }
    return atom;
  }

  // The pool everything else draws from. Sums are built part by part in both kinds of runs, so that
  // the terms are the same whatever the order of numbers; sums too long for a term, whose base is
  // chosen by number, are not built.
  void MakeTerms() {
    for (int i = 0; i < 24; ++i) {
      if (has_scratch_) MakeScratch();
      const AtomId atom = terms().InternAtom(MakeAtom(PickTerm()));
      const Atom& made = terms().atom(atom);
      if (made.kind == AtomKind::kPhi) phis_.push_back(atom);
      if (made.kind == AtomKind::kThread) threads_.push_back(atom);
      TermId term = terms().Of(atom);
      if (dice_.Flip()) term = terms().Multiply(term, 1 + dice_.Below(64));
      if (dice_.Flip()) {
        const TermId other = PickTerm();
        if (terms().term(term).parts.size() + terms().term(other).parts.size() <=
            TermTable::kMaxParts) {
          term = terms().Add(term, other);
        }
      }
      term = terms().AddConstant(term, static_cast<int64_t>(dice_.Below(64)) - 16);
      pool_.push_back(term);
      atoms_.push_back(atom);
    }
    Atom thread;
    thread.kind = AtomKind::kThread;
    thread.name = InternName("procedure");
    threads_.push_back(terms().InternAtom(thread));
    for (AtomId phi : phis_) {
      for (uint32_t n = dice_.Below(20); n > 0; --n) terms().AddOption(phi, PickTerm());
      if (dice_.Below(8) == 0) terms().OpenChoice(phi);
    }
  }

  TermId PickTerm() {
    if (pool_.empty() || dice_.Below(8) == 0) return terms().Constant(dice_.Below(4));
    return pool_[dice_.Below(pool_.size())];
  }

  std::vector<TermId> PickTerms(bool as_set) {
    std::vector<TermId> picked;
    for (uint32_t n = dice_.Below(4); n > 0; --n) picked.push_back(PickTerm());
    if (as_set) SortUnique(&picked);
    return picked;
  }

  std::vector<ThreadRange> PickThreads() {
    std::vector<ThreadRange> picked;
    for (uint32_t n = dice_.Below(3); n > 0; --n) {
      const AtomId token = threads_[dice_.Below(threads_.size())];
      const TermId low = PickTerm();
      const TermId high = PickTerm();
      picked.push_back({token, low, high, dice_.Flip()});
    }
    SortUnique(&picked);
    return picked;
  }

  Reach PickReach() {
    const int64_t first = static_cast<int64_t>(dice_.Below(100)) - 50;
    return {first, first + dice_.Below(100)};
  }

  std::vector<CellEffect> PickCells() {
    std::vector<CellEffect> cells;
    for (uint32_t n = dice_.Below(4); n > 0; --n) {
      const std::array<TermId, 4> t = {PickTerm(), PickTerm(), PickTerm(), PickTerm()};
      const bool region = dice_.Flip();
      const Reach reach = dice_.Flip() ? PickReach() : Reach();
      cells.push_back(
          {t[0], 1u << dice_.Below(4), t[1], region ? t[2] : kZero, region ? t[3] : kZero, reach});
    }
    return cells;
  }

  Point MakePoint() {
    Point point;
    for (uint32_t n = dice_.Below(3); n > 0; --n) {
      HeldLock held;
      held.lock = PickTerm();
      held.mode = dice_.Flip() ? LockMode::kShared : LockMode::kExclusive;
      held.kind = static_cast<LockKind>(dice_.Below(6));
      held.certain = dice_.Flip();
      held.depth = 1 + dice_.Below(8);
      held.acquired = dice_.Below(100);
      held.number = PickTerm();
      held.is_doubtful = dice_.Flip();
      held.unless_failed = !held.certain && dice_.Flip();
      held.may_be_deeper = dice_.Flip();
      point.held.push_back(held);
    }
    SortUnique(&point.held);
    point.released = PickTerms(true);
    point.live = PickThreads();
    point.joined = PickThreads();
    point.joined_handles = PickTerms(true);
    point.waited = PickTerms(true);
    point.posted = PickTerms(true);
    point.asked = PickTerms(true);
    point.met = PickTerms(true);
    point.gates = PickTerms(true);
    point.changes = PickTerms(true);
    point.foreign = PickTerms(true);
    point.conditions = PickTerms(true);
    point.joined_unknown = dice_.Flip();
    point.joined_on_some = dice_.Flip();
    point.is_in_child = dice_.Flip();
    if (dice_.Flip()) {
      point.observed.push_back({PickTerm(), 4, dice_.Flip(), -3, 1000});
      if (dice_.Flip()) point.observed.back().other = PickTerm();
    }
    point.announced = PickTerms(true);
    point.announced_any = dice_.Flip();
    point.contended = PickTerms(true);
    if (dice_.Flip()) point.arrivals = {{PickTerm(), PickTerm(), dice_.Flip()}};
    if (dice_.Flip()) point.counts = {{PickTerm(), 4, dice_.Flip(), PickTerm()}};
    if (dice_.Flip()) point.ends = {{PickTerm(), PickTerm(), 4, PickTerm(), PickTerm()}};
    return point;
  }

  PointId PickPoint() {
    const PointId point = dice_.Below(point_count_);
    return reversed_ ? point_count_ - 1 - point : point;
  }

  Origin PickOrigin() {
    Origin origin;
    origin.instruction = dice_.Below(1000);
    if (dice_.Flip()) {
      origin.callee = MakeName();
      origin.index = dice_.Below(10);
    }
    return origin;
  }

  void Fill() {
    for (uint32_t n = dice_.Below(12); n > 0; --n) {
      Access access;
      access.address = PickTerm();
      access.width = dice_.Below(3) * 4;
      access.kind = static_cast<AccessKind>(dice_.Below(4));
      access.is_atomic = dice_.Flip();
      access.is_published = dice_.Flip();
      access.is_certain = dice_.Flip();
      access.is_picked = dice_.Flip();
      access.may_be_kept = dice_.Flip();
      access.is_by_owner = dice_.Flip();
      access.is_guessed = dice_.Flip();
      access.is_chosen = dice_.Flip();
      access.is_failing = dice_.Flip();
      access.is_unwinding = dice_.Flip();
      access.is_relaxed = dice_.Flip();
      access.is_announced = dice_.Flip();
      access.claims = dice_.Flip();
      access.makes_odd = dice_.Flip();
      access.counts_from_none = dice_.Flip();
      if (dice_.Below(4) == 0) access.found = PickTerm();
      if (dice_.Below(4) == 0) access.added = PickTerm();
      if (dice_.Below(4) == 0) access.copied_from = PickTerm();
      access.is_intended = dice_.Flip();
      access.leads_on = dice_.Flip();
      access.is_also_alone = dice_.Flip();
      access.is_update = dice_.Flip();
      access.step = static_cast<int8_t>(dice_.Below(3)) - 1;
      if (dice_.Flip()) access.value = PickTerm();
      if (dice_.Flip()) {
        access.first = PickTerm();
        access.end = PickTerm();
      }
      while (dice_.Below(4) == 0) {
        access.in_elements.push_back(
            {PickTerm(), int64_t{dice_.Below(8)} - 4, int64_t{dice_.Below(8)}});
      }
      access.point = PickPoint();
      access.origin = PickOrigin();
      summary_.accesses.push_back(access);
    }
    for (uint32_t n = dice_.Below(4); n > 0; --n) summary_.exits.push_back(MakeExit());
    for (uint32_t n = dice_.Below(3); n > 0; --n) summary_.spawns.push_back(MakeSpawn());
    for (uint32_t n = dice_.Below(3); n > 0; --n) {
      DeferredCall call;
      call.callee = PickTerm();
      call.arguments = PickTerms(false);
      call.point = PickPoint();
      call.origin = PickOrigin();
      summary_.deferred.push_back(std::move(call));
    }
    for (uint32_t n = dice_.Below(4); n > 0; --n) {
      const TermId address = PickTerm();
      const TermId value = PickTerm();
      InsertSorted(&summary_.published, Published{address, value, PickTerm()});
    }
    summary_.stable = PickTerms(true);
    summary_.reloaded = PickTerms(true);
    summary_.renewed = PickTerms(true);
    for (uint32_t n = dice_.Below(3); n > 0; --n) {
      const TermId address = PickTerm();
      InsertSorted(&summary_.sync_objects, SyncObject{address, PickTerm()});
    }
    for (uint32_t n = dice_.Below(3); n > 0; --n) {
      Exposure exposure;
      exposure.object = PickTerm();
      exposure.cells = PickCells();
      const auto at =
          std::find_if(summary_.exposures.begin(), summary_.exposures.end(),
                       [&](const Exposure& known) { return known.object == exposure.object; });
      if (at == summary_.exposures.end()) summary_.exposures.push_back(std::move(exposure));
    }
    summary_.exposures_are_open = dice_.Flip();
    // Not by the order of the set, which goes by the numbers of terms.
    for (uint32_t n = dice_.Below(4); n > 0; --n) {
      const ReachOfPointer of = {PickTerm(), PickReach()};
      const auto at = std::find_if(summary_.reaches.begin(), summary_.reaches.end(),
                                   [&](const auto& known) { return known.address == of.address; });
      if (at == summary_.reaches.end()) InsertSorted(&summary_.reaches, of);
    }
    for (uint32_t n = dice_.Below(3); n > 0; --n) {
      Gap gap;
      gap.kind = static_cast<GapKind>(dice_.Below(10));
      gap.detail = dice_.Flip() ? absl::StrCat("detail ", dice_.Below(9)) : "\xff\x80 not UTF-8";
      gap.origin = PickOrigin();
      summary_.gaps.push_back(std::move(gap));
    }
    for (uint32_t n = dice_.Below(4); n > 0; --n) summary_.callees.push_back(MakeName());
    SortUnique(&summary_.callees);
    std::sort(summary_.callees.begin(), summary_.callees.end(),
              [](Name a, Name b) { return NameText(a) < NameText(b); });
    summary_.dropped_accesses = dice_.Below(3);
  }

  Exit MakeExit() {
    Exit exit;
    exit.has_result = dice_.Flip();
    if (exit.has_result) exit.result = PickTerm();
    if (dice_.Flip()) exit.low = static_cast<int64_t>(dice_.Below(100)) - 50;
    if (dice_.Flip()) exit.high = dice_.Below(100);
    exit.nonzero = dice_.Flip();
    exit.point = PickPoint();
    exit.cells = PickCells();
    for (uint32_t n = dice_.Below(3); n > 0; --n) {
      InsertSorted(&exit.escaped, atoms_[dice_.Below(atoms_.size())]);
    }
    exit.synchronised = dice_.Flip();
    exit.ends_thread = dice_.Flip();
    return exit;
  }

  Spawn MakeSpawn() {
    Spawn spawn;
    spawn.token = threads_[dice_.Below(threads_.size())];
    spawn.entry = PickTerm();
    spawn.arguments = PickTerms(false);
    spawn.cells = PickCells();
    spawn.limits = PickTerms(true);
    spawn.of_turn = PickTerms(true);
    spawn.settled = PickCells();
    spawn.many = dice_.Flip();
    spawn.certainly_many = dice_.Flip();
    spawn.surely_repeats = dice_.Flip();
    spawn.many_by_turns = dice_.Flip();
    spawn.own = dice_.Below(4);
    spawn.is_guessed = dice_.Flip();
    spawn.is_chosen = dice_.Flip();
    spawn.detached = dice_.Flip();
    spawn.point = PickPoint();
    spawn.origin = PickOrigin();
    return spawn;
  }

  Summary summary_;
  Dice dice_;
  Dice scratch_;
  bool has_scratch_ = false;
  bool reversed_ = false;
  uint32_t point_count_ = 1;
  std::vector<TermId> pool_;
  std::vector<AtomId> atoms_;
  std::vector<AtomId> phis_;
  std::vector<AtomId> threads_;
};

}  // namespace

Summary RandomSummary(uint32_t seed, uint32_t scratch) { return Generator(seed, scratch).Run(); }

}  // namespace plait
