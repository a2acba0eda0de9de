// A callee's summary in the names of its caller: accesses, threads and effects (RELAY, section 4.3
// and figure 3).
#include <algorithm>
#include <optional>
#include <utility>
#include <vector>

#include "absl/algorithm/container.h"
#include "absl/container/flat_hash_map.h"
#include "analyzer/transfer/call.h"
#include "analyzer/transfer/callback.h"
#include "analyzer/transfer/callee_accesses.h"
#include "analyzer/transfer/callee_exits.h"
#include "analyzer/transfer/callee_names.h"
#include "analyzer/transfer/callee_points.h"
#include "analyzer/transfer/callee_spawns.h"
#include "analyzer/transfer/escape.h"
#include "analyzer/transfer/instruction.h"
#include "analyzer/transfer/memory.h"
#include "summaries/sorted_sets.h"

namespace plait {
namespace {

class Instantiation {
 public:
  Instantiation(Frame& frame, State state, const Summary& callee,
                const std::vector<TermId>& arguments)
      : frame_(frame),
        terms_(frame.terms),
        callee_(callee),
        call_(frame, std::move(state), callee, arguments),
        points_(call_) {}

  std::vector<Outcome> Run() {
    frame_.NoteCallee(callee_);
    frame_.work += callee_.accesses.size() + callee_.terms.term_count();
    size_t accesses = 0, accesses_end = 0;
    if (frame_.recording) {
      accesses = ImportAccesses(call_, points_);
      accesses_end = frame_.summary.accesses.size();
      ImportSpawns(call_, points_);
      for (const Published& p : callee_.published) ImportPublished(p);
      for (TermId cell : callee_.stable) InsertSorted(&frame_.summary.stable, call_.Map(cell));
      for (TermId cell : callee_.renewed) {
        InsertSorted(&frame_.summary.renewed, call_.Map(cell));
      }
      for (const SyncObject& s : callee_.sync_objects) {
        InsertSorted(&frame_.summary.sync_objects,
                     SyncObject{call_.Map(s.address), call_.Map(s.count)});
      }
    }
    for (const ReachOfPointer& pointer : callee_.reaches) {
      frame_.reaches.Note(call_.Map(pointer.address),
                          call_.MapReach(pointer.address, pointer.reach));
      frame_.reaches.NoteElements(call_.Map(pointer.address),
                                  call_.ElementsOf(pointer.address, pointer.reach));
    }
    const std::vector<CallbackEffects> callbacks = CallDeferred();
    std::vector<Outcome> outcomes = LeaveCallee(call_, points_);
    for (Outcome& outcome : outcomes) {
      for (const CallbackEffects& effects : callbacks) MayHave(frame_, effects, &outcome.state);
    }
    if (frame_.recording) {
      DropAccessesToOwn(outcomes, accesses_end - accesses, accesses_end);
      ImportExposures(outcomes);
    }
    return outcomes;
  }

 private:
  // Functions that the callee was passed and calls. What they do to memory, locks and threads, what
  // comes after the call in the callee was not known to do.
  std::vector<CallbackEffects> CallDeferred() {
    // Each of many guessed functions may pass on what may again be any of them.
    constexpr int kMaxDepth = 8, kMaxDepthOverBudget = 1;
    std::vector<CallbackEffects> effects;
    for (const DeferredCall& call : callee_.deferred) {
      if (!points_.IsReachable(call.point)) continue;
      if (frame_.callback_depth >= (frame_.is_over_budget() ? kMaxDepthOverBudget : kMaxDepth)) {
        frame_.AddGap(GapKind::kBudget, "functions that pass functions on");
        break;
      }
      State state = call_.before;
      points_.Compose(callee_.points[call.point], &state);
      ++frame_.callback_depth;
      const std::vector<Outcome> outcomes =
          CallValue(frame_, state, call_.Map(call.callee), call_.MapAll(call.arguments));
      --frame_.callback_depth;
      effects.push_back(EffectsOf(state, outcomes));
      if (effects.back().changes_threads()) frame_.AddGap(GapKind::kCallback, "the threads");
      if (effects.back().changes_locks()) frame_.AddGap(GapKind::kCallback, "the locks");
      if (!effects.back().posted.empty())
        frame_.AddGap(GapKind::kCallback, "the semaphores and barriers");
      if (TouchesAny(effects.back().written)) frame_.AddGap(GapKind::kCallback, "the variables");
    }
    return effects;
  }

  // Whether the callee accesses one of the cells itself.
  bool TouchesAny(const std::vector<Cell>& cells) {
    if (!frame_.recording) return false;
    return absl::c_any_of(cells, [&](const Cell& cell) {
      return absl::c_any_of(callee_.accesses, [&](const Access& access) {
        const TermId address = call_.Map(access.address);
        return terms_.Base(address) == terms_.Base(cell.address) &&
               OverlapOf(frame_, call_.before, address, access.width, cell.address, cell.width) !=
                   Overlap::kNever;
      });
    });
  }

  // Objects that the callee has made and stored into memory that came in are still out of the reach
  // of others if that is, and so are those that an object's construction makes. `first` to `end`:
  // the callee's accesses in the summary, when they were put there; if it was reduced since then,
  // what is there now came with them or after them.
  void DropAccessesToOwn(const std::vector<Outcome>& outcomes, size_t first, size_t end) {
    if (outcomes.empty() || call_.is_recursive) return;
    absl::flat_hash_map<AtomId, bool> known;
    const auto is_own = [&](const Access& access) {
      if (access.origin.instruction != frame_.instruction ||
          access.origin.callee != callee_.procedure) {
        return false;
      }
      const AtomId object = terms_.Base(access.address);
      if (object == kNothing || terms_.atom(object).kind != AtomKind::kHeap) return false;
      const auto [found, is_new] = known.try_emplace(object, false);
      if (!is_new) return found->second;
      const TermId inner = callee_.accesses[access.origin.index].address;
      const AtomId made = callee_.terms.Base(inner);
      const bool is_made_there =
          made != kNothing && callee_.terms.atom(made).kind == AtomKind::kHeap;
      return known[object] = is_made_there && !IsShown(inner) && IsPrivateAfter(outcomes, object);
    };
    std::vector<Access>& accesses = frame_.summary.accesses;
    end = std::min(end, accesses.size());
    first = std::min(first, end);
    accesses.erase(std::remove_if(accesses.begin() + first, accesses.begin() + end, is_own),
                   accesses.begin() + end);
  }

  bool IsPrivateAfter(const std::vector<Outcome>& outcomes, AtomId object) const {
    return std::all_of(outcomes.begin(), outcomes.end(),
                       [&](const Outcome& o) { return IsPrivate(frame_, o.state, object); });
  }

  // What others can reach at none of the ways out is still the caller's own.
  void ImportExposures(const std::vector<Outcome>& outcomes) {
    // Around a recursion one name stands for the objects of several calls.
    frame_.summary.exposures_are_open |=
        callee_.exposures_are_open || (call_.is_recursive && !callee_.exposures.empty());
    for (Exposure exposure : callee_.exposures) {
      exposure.object = call_.Map(exposure.object);
      const AtomId object = terms_.Base(exposure.object);
      if (object == kNothing || !terms_.term(terms_.atom(object).argument).is_constant()) continue;
      if (!outcomes.empty() && IsPrivateAfter(outcomes, object)) continue;
      const bool has_zeros = std::any_of(exposure.cells.begin(), exposure.cells.end(),
                                         [](const CellEffect& cell) { return IsZeros(cell); });
      for (CellEffect& cell : exposure.cells) {
        cell = call_.MapCell(cell);
        if (!IsCertain(frame_, cell.value)) cell.value = terms_.Any();
      }
      if (!has_zeros) {
        std::erase_if(exposure.cells,
                      [&](const CellEffect& cell) { return terms_.IsAny(cell.value); });
      }
      frame_.AddExposure(std::move(exposure));
    }
  }

  void ImportPublished(const Published& published) {
    const TermId address = call_.Map(published.address);
    const TermId value = call_.Map(published.value);
    const AtomId base = terms_.Base(address);
    if (base == kNothing) return;
    if (terms_.Base(value) == kNothing && NumberPassed(terms_, value) == kNothing) return;
    // It comes with the object, if the callee returns and that is published.
    if (IsPrivate(frame_, call_.before, base) && !IsShown(published.address)) return;
    const TermId condition = call_.Map(published.condition);
    const bool is_known = terms_.ConstantValue(condition).has_value();
    if (published.condition != kZero && condition == kZero) return;
    const bool is_of_caller = !is_known && terms_.MentionsKind(condition, AtomKind::kFormal);
    frame_.AddPublished(address, value, is_of_caller ? condition : TermId{kZero});
  }

  // Whether the callee hands the object to a thread, or stores it where all can reach it: others
  // run beside it, also where it does not return.
  bool IsShown(TermId address) {
    if (!shown_) {
      shown_.emplace();
      const auto show = [&](TermId pointer) {
        const AtomId base = callee_.terms.Base(pointer);
        return base != kNothing && InsertSorted(&*shown_, base);
      };
      for (const Spawn& spawn : callee_.spawns) {
        for (TermId argument : spawn.arguments) show(argument);
      }
      for (bool grows = true; grows;) {
        grows = false;
        for (const Published& p : callee_.published) {
          const AtomId base = callee_.terms.Base(p.address);
          if (base == kNothing) continue;
          const bool is_seen =
              callee_.terms.atom(base).kind == AtomKind::kGlobal || ContainsSorted(*shown_, base);
          grows |= is_seen && show(p.value);
        }
      }
    }
    const AtomId base = callee_.terms.Base(address);
    return base != kNothing && ContainsSorted(*shown_, base);
  }

  Frame& frame_;
  TermTable& terms_;
  const Summary& callee_;
  CalleeNames call_;
  CalleePoints points_;
  std::optional<std::vector<AtomId>> shown_;  // of the callee: what others can reach, sorted
};

}  // namespace

std::vector<Outcome> Instantiate(Frame& frame, State state, const Summary& callee,
                                 const std::vector<TermId>& arguments) {
  return Instantiation(frame, std::move(state), callee, arguments).Run();
}

}  // namespace plait
