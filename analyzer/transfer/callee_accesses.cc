#include "analyzer/transfer/callee_accesses.h"

#include <algorithm>
#include <optional>

#include "absl/container/flat_hash_map.h"
#include "absl/container/flat_hash_set.h"
#include "analyzer/transfer/access_locks.h"
#include "analyzer/transfer/counter.h"
#include "analyzer/transfer/escape.h"
#include "analyzer/transfer/instruction.h"
#include "analyzer/transfer/memory.h"
#include "analyzer/transfer/span.h"
#include "summaries/access_set.h"
#include "summaries/sorted_sets.h"

namespace plait {
namespace {

class AccessImport {
 public:
  AccessImport(CalleeNames& call, CalleePoints& points)
      : call_(call),
        points_(points),
        frame_(call.frame),
        terms_(call.frame.terms),
        callee_(call.callee) {}

  size_t Run() {
    if (frame_.summary.accesses.size() > 2 * Frame::kMaxAccesses) {
      ReduceAccesses(&frame_.summary, Frame::kMaxAccesses, &frame_.access_bounds);
    }
    const size_t before = frame_.summary.accesses.size();
    const bool is_alone_before = IsAlone(call_.before.point);
    NotePublishedUnordered();
    NoteReturnedRelaxed();
    for (size_t i = 0; i < callee_.accesses.size(); ++i) {
      Access access = callee_.accesses[i];
      const AtomId base = callee_.terms.Base(access.address);
      access.address = call_.Map(access.address);
      const bool is_alone = is_alone_before && IsAlone(callee_.points[access.point]);
      if (Remoteness(terms_, access.address) >= frame_.access_bounds.Of(is_alone, access.kind)) {
        ++frame_.summary.dropped_accesses;
        continue;
      }
      if (!points_.IsReachable(access.point)) continue;
      if (!MayBeShared(access)) continue;
      NoteRelaxedPointer(frame_, terms_.Base(access.address));
      const bool is_unordered = unordered_.contains(terms_.Base(access.address));
      access.is_published |=
          is_unordered || ContainsSorted(call_.before.escaped, terms_.Base(access.address));
      access.is_certain = access.is_certain && !is_unordered && !terms_.IsAny(access.address);
      access.is_picked |= IsPickedByTurn(frame_, access.address);
      access.may_be_kept |= MayBeKept(frame_, call_.before.point, callee_.points[access.point]);
      access.is_guessed |= frame_.guessing;
      access.is_chosen |= frame_.choosing;
      access.is_failing |= frame_.is_failing();
      access.is_unwinding |= frame_.is_unwinding();
      access.is_also_alone &= is_alone_before;
      if (access.value != kNothing) {
        const TermId value = call_.Map(access.value);
        const AtomId base = terms_.Base(value);
        const bool is_handle = base != kNothing && terms_.atom(base).kind == AtomKind::kThread;
        access.value = is_handle || HasTakenNumber(terms_, value) || IsOfRing(i, access)
                           ? value
                           : WrittenNumber(frame_, value);
      }
      if (access.found != kNothing) {
        const bool is_of_holder = points_.IsHeldAndMovedOn(callee_.accesses[i].address);
        access.found = is_of_holder ? static_cast<TermId>(kNothing) : call_.Map(access.found);
      }
      if (access.copied_from != kNothing) access.copied_from = call_.Map(access.copied_from);
      if (access.added != kNothing) MapAdded(&access);
      MapSpan(&access);
      BoundByPassed(base, &access);
      access.point = points_.Map(access.point);
      access.point = WithLocksOf(frame_, call_.before, access);
      access.origin = {frame_.instruction, callee_.procedure, static_cast<uint32_t>(i)};
      frame_.summary.accesses.push_back(access);
    }
    return frame_.summary.accesses.size() - before;
  }

 private:
  // Whether the access, here `mapped`, is to the end of a ring that may be used there.
  bool IsOfRing(size_t access, const Access& mapped) const {
    const Access& inner = callee_.accesses[access];
    const auto is_of = [](const Point& point, TermId cell) {
      return std::any_of(point.ends.begin(), point.ends.end(),
                         [&](const RingEnd& end) { return end.cell == cell; });
    };
    return is_of(callee_.points[inner.point], inner.address) ||
           is_of(call_.before.point, mapped.address);
  }

  // Whether others may reach what is accessed, its address being in the caller's terms. Notes what
  // nothing is known of.
  bool MayBeShared(const Access& access) {
    const AtomId base = terms_.Base(access.address);
    if (base == kNothing) {
      if (!terms_.ConstantValue(access.address)) frame_.AddGap(GapKind::kUnknownAddress, "");
      return false;
    }
    const Atom& atom = terms_.atom(base);
    if (atom.kind == AtomKind::kFunction || atom.kind == AtomKind::kString) return false;
    if (terms_.IsUnfollowed(access.address)) {
      frame_.AddGap(GapKind::kUnknownAddress, "");
      return false;
    }
    if (atom.kind == AtomKind::kGlobal &&
        (frame_.environment.IsThreadLocal(atom.name) || frame_.environment.IsConstant(atom.name))) {
      return false;
    }
    return access.is_published || unordered_.contains(base) || !IsPrivateBefore(base);
  }

  // Objects that the callee lets others reach, though what is written there, by the callee too,
  // does not come before what they do with it.
  void NotePublishedUnordered() {
    for (const Access& access : callee_.accesses) {
      const bool is_unordered = access.kind == AccessKind::kWrite && access.is_atomic &&
                                access.is_relaxed && !access.is_announced;
      if (!is_unordered || access.value == kNothing || !points_.IsReachable(access.point)) continue;
      for (AtomId base : RecordUnordered(frame_, call_.before, call_.Map(access.value),
                                         call_.Map(access.address))) {
        unordered_.insert(base);
      }
    }
  }

  // Cells of which the callee hands on what it found there by a relaxed load.
  void NoteReturnedRelaxed() {
    const TermTable& terms = callee_.terms;
    absl::flat_hash_set<TermId> returned;
    const auto add_one = [&](TermId value) {
      const AtomId base = terms.Base(value);
      if (base == kNothing) return;
      const Atom& atom = terms.atom(base);
      if (atom.kind == AtomKind::kInitial || atom.kind == AtomKind::kShared) {
        returned.insert(atom.argument);
      }
    };
    const auto add = [&](TermId value) {
      add_one(value);
      const AtomId base = terms.Base(value);
      if (base == kNothing || terms.atom(base).kind != AtomKind::kPhi) return;
      for (TermId option : terms.ChoiceOf(base).options) add_one(option);
    };
    for (const Exit& exit : callee_.exits) {
      if (exit.has_result) add(exit.result);
      for (const CellEffect& cell : exit.cells) add(cell.value);
    }
    if (returned.empty()) return;
    for (const Access& access : callee_.accesses) {
      const bool is_relaxed = access.is_relaxed && access.kind == AccessKind::kRead;
      if (is_relaxed && returned.contains(access.address)) {
        frame_.read_relaxed.insert(call_.Map(access.address));
      }
    }
  }

  // What the caller added may be known here.
  void MapAdded(Access* access) {
    access->added = call_.Map(access->added);
    if (IsOfInputs(terms_, access->added)) return;
    const std::optional<int64_t> step = terms_.ConstantValue(access->added);
    if (MovesCounter(step) && *step > 1) return;
    access->added = kNothing;
    if (!step || *step < -1 || *step > 1) return;
    access->step = static_cast<int8_t>(*step);
    access->is_update = true;
  }

  void MapSpan(Access* access) {
    for (ElementPart& part : access->in_elements) part.behind = call_.Map(part.behind);
    std::erase_if(access->in_elements, [&](const ElementPart& part) {
      return terms_.ConstantValue(part.behind) || terms_.Base(part.behind) != kNothing;
    });
    if (access->first != kNothing) {
      access->first = call_.Map(access->first);
      access->end = call_.Map(access->end);
      if (terms_.Base(access->first) != terms_.Base(access->address) ||
          terms_.Base(access->end) != terms_.Base(access->address)) {
        access->first = access->end = kNothing;
      }
    }
    // Around a recursion one counter stands for the loops of several calls.
    if (!call_.is_recursive) BoundAccess(frame_, call_.before, access);
  }

  // What begins at an argument, `base` being its name in the callee, is in the array it is passed.
  void BoundByPassed(AtomId base, Access* access) {
    if (base == kNothing || call_.is_recursive) return;
    const Atom& atom = callee_.terms.atom(base);
    const ir::Instruction& i = *frame_.current;
    if (atom.kind != AtomKind::kFormal || i.opcode != ir::Opcode::kCall ||
        atom.index >= i.arguments.size() || atom.index >= call_.arguments.size()) {
      return;
    }
    const ir::Operand& passed = i.arguments[atom.index];
    const bool is_passed = ValueOf(frame_, call_.before, passed) == call_.arguments[atom.index];
    if (!is_passed) return;
    BoundByArray(frame_, passed, access);
    // Of a pointer that a helper returned, its summary says which array keeps it.
    const TermId pointer = call_.arguments[atom.index];
    const auto behind = terms_.ConstantDifference(access->address, pointer);
    if (!behind || access->first != kNothing || access->width == 0) return;
    const Reach reach = frame_.reaches.Behind(pointer, {*behind, *behind});
    if (!reach.is_known()) return;
    frame_.reaches.Note(access->address, reach);
    BoundByReach(frame_, access);
  }

  // Most accesses are to few objects.
  bool IsPrivateBefore(AtomId base) {
    auto [it, inserted] = private_before_.try_emplace(base);
    if (inserted) it->second = IsPrivate(frame_, call_.before, base);
    return it->second;
  }

  CalleeNames& call_;
  CalleePoints& points_;
  Frame& frame_;
  TermTable& terms_;
  const Summary& callee_;
  absl::flat_hash_map<AtomId, bool> private_before_;
  absl::flat_hash_set<AtomId> unordered_;
};

}  // namespace

size_t ImportAccesses(CalleeNames& call, CalleePoints& points) {
  return AccessImport(call, points).Run();
}

}  // namespace plait
