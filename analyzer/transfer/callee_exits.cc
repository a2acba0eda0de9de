#include "analyzer/transfer/callee_exits.h"

#include <algorithm>
#include <optional>
#include <utility>

#include "analyzer/transfer/arithmetic.h"
#include "analyzer/transfer/escape.h"
#include "analyzer/transfer/join_point.h"
#include "analyzer/transfer/joined_elements.h"
#include "analyzer/transfer/lock_registers.h"
#include "analyzer/transfer/lost_writes.h"
#include "analyzer/transfer/memory.h"
#include "summaries/sorted_sets.h"

namespace plait {
namespace {

class ExitImport {
 public:
  ExitImport(CalleeNames& call, CalleePoints& points)
      : call_(call),
        points_(points),
        frame_(call.frame),
        terms_(call.frame.terms),
        callee_(call.callee) {}

  std::vector<Outcome> Run() {
    std::vector<Outcome> outcomes;
    const Ended ended = EndedAtSome();
    for (const Exit& exit : callee_.exits) {
      if (!points_.IsReachable(exit.point)) continue;
      if (exit.ends_thread) {
        EndThread(exit);
      } else if (auto outcome = Leave(exit)) {
        NoteOtherExits(ended, exit, &outcome->state.point);
        outcomes.push_back(*std::move(outcome));
      }
    }
    return outcomes;
  }

 private:
  void EndThread(const Exit& exit) {
    if (!frame_.recording) return;
    AddThreadEnd(frame_, points_.Map(exit.point),
                 exit.has_result ? call_.Map(exit.result) : static_cast<TermId>(kNothing));
  }

  // Whether it is the arguments alone that a condition compares, and what memory held at the call,
  // with each other or with where a variable lies. Around a recursion they stand for several.
  bool IsOfEntry(TermId condition) const {
    const Term& truth = callee_.terms.term(condition);
    if (call_.is_recursive || truth.parts.size() != 1) return false;
    const Atom& comparison = callee_.terms.atom(truth.parts[0].atom);
    if (comparison.kind != AtomKind::kComparison) return false;
    const Term& compared = callee_.terms.term(comparison.argument);
    return std::all_of(compared.parts.begin(), compared.parts.end(), [&](const Part& part) {
      const AtomKind kind = callee_.terms.atom(part.atom).kind;
      return kind == AtomKind::kFormal || kind == AtomKind::kGlobal || kind == AtomKind::kInitial;
    });
  }

  std::optional<Outcome> Leave(const Exit& exit) {
    Outcome outcome;
    outcome.result = exit.has_result ? call_.Map(exit.result) : kZero;
    const std::vector<CellEffect> cells = CellsOf(exit);
    std::vector<AtomId> escaped;
    for (AtomId atom : exit.escaped) escaped.push_back(call_.MapBase(atom));
    outcome.state = call_.before;
    State* state = &outcome.state;
    const size_t gates = state->gates.size();
    for (TermId condition : callee_.points[exit.point].conditions) {
      if (!IsOfEntry(condition)) continue;
      if (!Assume(frame_, state, call_.Map(condition), true)) return std::nullopt;
    }
    points_.Compose(callee_.points[exit.point], state);
    for (TermId condition : callee_.points[exit.point].conditions) {
      if (IsOfEntry(condition)) UseOneName(frame_, state, call_.Map(condition), true);
    }
    if (state->gates.size() == gates) state->gates = call_.before.gates;
    for (const CellEffect& cell : cells) Write(cell, state);
    const LeftByCallee left = LeftWith(cells);
    for (AtomId atom : escaped) {
      if (atom != kNothing) Escape(frame_, state, terms_.Of(atom), /*is_shared=*/true, &left);
    }
    EscapeWhereStored(exit, left, state);
    const bool is_left_out = frame_.is_over_budget() && !exit.cells.empty();
    if (loses_writes_ || is_left_out) DoubtOwnVariables(left, state);
    if (exit.synchronised) Acquire(frame_, state);
    // What threads wrote that the callee started and saw the end of.
    if (exit.synchronised && !callee_.spawns.empty() && !frame_.MayBeConcurrent(*state)) {
      ++state->epoch;
    }
    KeepRange(exit, &outcome);
    return outcome;
  }

  // Whether a pointer was put back where it had been found: by a name that is one of several here,
  // it would be taken for what all of these hold.
  bool IsAsItCame(const CellEffect& cell) const {
    const AtomId base = callee_.terms.Base(cell.value);
    if (base == kNothing || cell.low != cell.high) return false;
    const Atom& atom = callee_.terms.atom(base);
    const Term& value = callee_.terms.term(cell.value);
    return atom.kind == AtomKind::kInitial && atom.argument == cell.address &&
           value.parts.size() == 1 && value.constant == 0;
  }

  // What the callee wrote on that way out.
  std::vector<CellEffect> CellsOf(const Exit& exit) {
    std::vector<CellEffect> cells;
    if (!frame_.is_over_budget()) {
      for (const CellEffect& cell : exit.cells) {
        if (!IsAsItCame(cell)) cells.push_back(call_.MapCell(cell));
      }
    } else if (!exit.cells.empty()) {
      frame_.AddGap(GapKind::kBudget, kProcedureTooLarge);
    }
    return cells;
  }

  // One cell, or a region of them.
  void Write(const CellEffect& cell, State* state) {
    if (cell.low != cell.high) {
      Cell region;
      region.address = cell.address;
      region.width = cell.width;
      region.value = cell.value;
      region.low = cell.low;
      region.high = cell.high;
      region.epoch = state->epoch;
      region.is_pointer = terms_.Base(cell.value) != kNothing;
      region.reach = cell.reach;
      state->cells.push_back(region);
    } else if (terms_.Base(cell.address) != kNothing) {
      frame_.reaches.Note(cell.address, cell.reach);
      WriteCell(frame_, state, cell.address, cell.width, cell.value,
                terms_.Base(cell.value) != kNothing);
    }
  }

  LeftByCallee LeftWith(const std::vector<CellEffect>& cells) {
    LeftByCallee left;
    for (const CellEffect& cell : cells) left.changed.push_back(cell.address);
    for (const Exposure& exposure : callee_.exposures) {
      InsertSorted(&left.exposed, terms_.Base(call_.Map(exposure.object)));
    }
    return left;
  }

  // Threads that the callee has waited for where it returns.
  struct Ended {
    std::vector<AtomId> tokens;
    size_t handles = 0;  // most that are not known in the callee
  };

  Ended EndedAtSome() {
    Ended ended;
    const Exit* first = nullptr;
    bool differ = false;
    for (const Exit& exit : callee_.exits) {
      if (exit.ends_thread || !points_.IsReachable(exit.point)) continue;
      const Point& point = callee_.points[exit.point];
      if (first == nullptr) first = &exit;
      const Point& other = callee_.points[first->point];
      differ |= point.joined != other.joined || point.joined_handles != other.joined_handles;
      for (const ThreadRange& range : point.joined) {
        if (!AreElements(callee_.terms, range))
          InsertSorted(&ended.tokens, call_.MapToken(range.token));
      }
      for (TermId handle : point.joined_handles) {
        const AtomId base = terms_.Base(call_.Map(handle));
        if (base == kNothing || terms_.atom(base).kind != AtomKind::kThread) continue;
        Atom token = terms_.atom(base);
        token.argument = kZero;
        InsertSorted(&ended.tokens, terms_.InternAtom(token));
      }
      ended.handles = std::max(ended.handles, point.joined_handles.size());
    }
    return differ ? ended : Ended();
  }

  // The caller goes on in one state for each way out. What decides between them may not be known as
  // well here, so a thread that runs on one of them may have been waited for on that way, too.
  void NoteOtherExits(const Ended& ended, const Exit& exit, Point* point) {
    point->joined_on_some |= callee_.points[exit.point].joined_handles.size() < ended.handles;
    for (ThreadRange& range : point->live) {
      range.ended_somewhere |= ContainsSorted(ended.tokens, range.token);
    }
    std::sort(point->live.begin(), point->live.end());
  }

  struct Stored {
    AtomId atom;   // of the callee: the base of the pointer
    AtomId to;     // base of where it was stored
    TermId value;  // the pointer
  };

  // What the callee stored into memory that came in: others reach it if they reach that.
  void EscapeWhereStored(const Exit& exit, const LeftByCallee& left, State* state) {
    if (!stored_) {
      stored_.emplace();
      for (const Published& published : callee_.published) {
        AtomId base = callee_.terms.Base(published.value);
        if (base == kNothing) base = NumberPassed(callee_.terms, published.value);
        if (base == kNothing || !MayBePrivate(callee_.terms.atom(base).kind)) continue;
        stored_->push_back(
            {base, terms_.Base(call_.Map(published.address)), call_.Map(published.value)});
      }
    }
    bool grows = true;
    while (grows) {
      const size_t before = state->escaped.size() + state->shared.size();
      for (const Stored& stored : *stored_) {
        if (ContainsSorted(exit.escaped, stored.atom) || stored.to == kNothing ||
            IsOfThread(frame_, stored.to) || IsPrivate(frame_, *state, stored.to)) {
          continue;
        }
        Escape(frame_, state, stored.value, IsShared(frame_, *state, stored.to), &left);
      }
      grows = state->escaped.size() + state->shared.size() > before;
    }
  }

  // The caller's variables that the callee reaches may hold other numbers now, or point somewhere
  // else, though it is not known that it wrote them: what is set before a call and looked at behind
  // it is there for the callee to change. Pointers are followed to where they pointed.
  void DoubtOwnVariables(const LeftByCallee& left, State* state) {
    std::vector<AtomId> reached = state->escaped;
    for (TermId argument : call_.arguments) InsertSorted(&reached, terms_.Base(argument));
    for (bool grows = true; grows;) {
      grows = false;
      for (const Cell& cell : state->cells) {
        if (!cell.is_pointer || !ContainsSorted(reached, terms_.Base(cell.address))) continue;
        grows |= InsertSorted(&reached, terms_.Base(cell.value));
      }
    }
    for (Cell& cell : state->cells) {
      const AtomId base = terms_.Base(cell.address);
      if (base == kNothing || terms_.atom(base).kind != AtomKind::kSlot) continue;
      if (cell.is_region() || !ContainsSorted(reached, base)) continue;
      if (std::find(left.changed.begin(), left.changed.end(), cell.address) != left.changed.end()) {
        continue;
      }
      if (terms_.Base(cell.value) != kNothing) {
        frame_.doubted.insert(cell.value);
        continue;
      }
      const TermId unknown = frame_.UnknownIn(cell.address, cell.is_pointer);
      cell.value = cell.is_pointer
                       ? frame_.Choose(Frame::PhiTag::kStore, frame_.instruction,
                                       {.term = cell.address}, cell.value, unknown, true)
                       : unknown;
    }
  }

  static bool MayBePrivate(AtomKind kind) {
    return kind == AtomKind::kSlot || kind == AtomKind::kHeap || kind == AtomKind::kFormal ||
           kind == AtomKind::kInitial || kind == AtomKind::kPhi;
  }

  void KeepRange(const Exit& exit, Outcome* outcome) {
    if (!exit.has_result || terms_.ConstantValue(outcome->result)) return;
    State* state = &outcome->state;
    auto assume = [&](Relation relation, TermId a, TermId b, bool truth) {
      Assume(frame_, state, Compare(frame_, *state, relation, a, b), truth);
    };
    if (exit.low != INT64_MIN) {
      assume(Relation::kLessEqual, terms_.Constant(exit.low), outcome->result, true);
    }
    if (exit.high != INT64_MAX) {
      assume(Relation::kLessEqual, outcome->result, terms_.Constant(exit.high), true);
    }
    if (exit.nonzero) assume(Relation::kEqual, outcome->result, kZero, false);
  }

  CalleeNames& call_;
  CalleePoints& points_;
  Frame& frame_;
  TermTable& terms_;
  const Summary& callee_;
  const bool loses_writes_ = LosesWrites(callee_);
  std::optional<std::vector<Stored>> stored_;  // pointers by the callee
};

}  // namespace

std::vector<Outcome> LeaveCallee(CalleeNames& call, CalleePoints& points) {
  return ExitImport(call, points).Run();
}

}  // namespace plait
