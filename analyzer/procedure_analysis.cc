#include "analyzer/procedure_analysis.h"

#include <algorithm>
#include <iterator>
#include <optional>
#include <utility>
#include <vector>

#include "absl/algorithm/container.h"
#include "absl/container/flat_hash_map.h"
#include "absl/container/flat_hash_set.h"
#include "analyzer/failing_blocks.h"
#include "analyzer/fixpoint/split_loops.h"
#include "analyzer/published_pointers.h"
#include "analyzer/return_states.h"
#include "analyzer/transfer/arithmetic.h"
#include "analyzer/transfer/disjuncts.h"
#include "analyzer/transfer/instruction.h"
#include "analyzer/transfer/join.h"
#include "analyzer/transfer/lock_registers.h"
#include "analyzer/transfer/loop.h"
#include "analyzer/transfer/lost_writes.h"
#include "analyzer/transfer/memory.h"
#include "analyzer/transfer/trips.h"
#include "summaries/access_set.h"
#include "summaries/compact.h"
#include "summaries/sorted_sets.h"

namespace plait {
namespace {

using ir::Terminator;

constexpr int kMaxRounds = 12;

// Chaotic iteration over the weak topological order, loops to their own fixpoint first.
class Fixpoint {
 public:
  Fixpoint(const ir::Procedure& procedure, const Environment& environment, bool is_main)
      : frame_(std::make_unique<Frame>(procedure, environment, is_main)),
        exits_(*frame_),
        arriving_(procedure.blocks.size()),
        stable_(procedure.blocks.size()) {}

  std::unique_ptr<Frame> Run() {
    FindFailingBlocks(frame_.get());
    arriving_[0].push_back(EntryState());
    for (const Component& c : frame_->graph.order()) {
      if (c.is_loop) {
        RunOuterLoop(c);
      } else {
        RecordBlock(c.block);
      }
    }
    frame_->recording = true;
    exits_.Write();
    if (HasSideEntries(frame_->graph)) frame_->AddGap(GapKind::kBudget, kSideEntries);
    for (const std::string& gap : budget_gaps_) frame_->AddGap(GapKind::kBudget, gap);
    return std::move(frame_);
  }

 private:
  struct LoopRun {
    Disjuncts backs;
    std::vector<std::pair<uint32_t, State>> leaving;  // to this block
    bool first = true;
    uint32_t entry_epoch = 0;
    std::optional<uint32_t> turn;  // of a loop that is run turn by turn
  };

  const ir::Block& Body(uint32_t block) const { return frame_->procedure.blocks[block]; }

  State EntryState() {
    State state;
    state.registers.assign(frame_->procedure.register_names.size(), kNothing);
    for (uint32_t i = 0; i < frame_->procedure.parameters.size(); ++i) {
      Atom atom;
      atom.kind = AtomKind::kFormal;
      atom.is_pointer = frame_->pointer_registers[i];
      atom.index = i;
      state.registers[i] = frame_->terms.Of(atom);
    }
    return state;
  }

  // What a block outside of all loops does is known the first time it runs.
  void RecordBlock(uint32_t block) {
    Disjuncts states = std::move(arriving_[block]);
    if (states.empty()) return;
    states = Record(block, std::move(states));
    Branch(block, std::move(states));
  }

  // With the states of the last round.
  void RecordLoop(const Component& loop) {
    if (!stable_[loop.block].empty()) Record(loop.block, stable_[loop.block]);
    for (const Component& c : loop.body) RecordLoop(c);
  }

  Disjuncts Record(uint32_t block, Disjuncts states) {
    frame_->recording = true;
    states = TransferBlock(block, std::move(states));
    const Terminator& end = Body(block).terminator;
    if (end.kind == Terminator::Kind::kReturn) {
      for (State& state : states) AddReturn(end, std::move(state));
    }
    frame_->recording = false;
    return states;
  }

  void RunComponents(const std::vector<Component>& components) {
    for (const Component& c : components) {
      if (c.is_loop) {
        RunLoop(c);
      } else {
        RunBlock(c.block);
      }
    }
  }

  // States that know of other threads go through the loop one by one: what a loop that joins
  // threads ends is only known beside what was started.
  void RunOuterLoop(const Component& loop) {
    const Disjuncts entry = std::move(arriving_[loop.block]);
    const bool apart = !frame_->is_over_budget() &&
                       std::any_of(entry.begin(), entry.end(), [&](const State& state) {
                         return state.point.live != entry.front().point.live;
                       });
    arriving_[loop.block] = apart ? Disjuncts() : entry;
    for (size_t i = 0; i < (apart ? entry.size() : 1); ++i) {
      if (apart) arriving_[loop.block] = {entry[i]};
      RunLoop(loop);
      RecordLoop(loop);
    }
  }

  // Turn by turn, each with the values it really has, while the tests in it say whether there is a
  // next one: a loop that goes through a few threads that it joins tells them apart. False, with
  // nothing done, if it joins none, if there are too many turns or if it depends on more.
  bool RunTurnByTurn(const Component& loop, const Disjuncts& entry, uint32_t entry_epoch) {
    constexpr uint32_t kMaxTurns = 16;
    const uint32_t head = loop.block;
    std::vector<uint32_t> blocks = {head};
    for (const Component& c : loop.body) {
      if (c.is_loop) return false;
      blocks.push_back(c.block);
    }
    absl::flat_hash_map<uint32_t, Disjuncts> seen;
    std::vector<std::pair<uint32_t, State>> leaving;
    Disjuncts states = entry;
    for (uint32_t turn = 0; turn <= kMaxTurns && !frame_->is_over_budget(); ++turn) {
      LoopRun& run = loops_[head];
      run = LoopRun();
      run.first = false;
      run.entry_epoch = entry_epoch;
      run.turn = turn;
      arriving_[head] = std::move(states);
      for (uint32_t block : blocks) {
        RunBlock(block);
        absl::c_copy(stable_[block], std::back_inserter(seen[block]));
      }
      const LoopRun done = std::move(loops_[head]);
      loops_.erase(head);
      absl::c_copy(done.leaving, std::back_inserter(leaving));
      if (done.backs.empty()) {
        const bool joins = absl::c_any_of(leaving, [&](const auto& left) {
          return left.second.point.joined != entry.front().point.joined;
        });
        if (!joins) return false;
        for (uint32_t block : blocks) stable_[block] = std::move(seen[block]);
        DeliverAll(head, std::move(leaving));
        return true;
      }
      if (!done.leaving.empty()) return false;
      states = done.backs;
    }
    return false;
  }

  // What came into the middle of the loop from outside.
  void TakeSideEntries(const std::vector<Component>& body,
                       std::vector<std::pair<uint32_t, Disjuncts>>* entries) {
    for (const Component& c : body) {
      if (!arriving_[c.block].empty()) entries->emplace_back(c.block, arriving_[c.block]);
      TakeSideEntries(c.body, entries);
    }
  }

  // Threads that one loop has started are told apart by their numbers in any turn of another one,
  // and one more need not be.
  bool AreOfOneLoop(const std::vector<ThreadRange>& live) const {
    const size_t single = absl::c_count_if(live, [&](const ThreadRange& range) {
      return frame_->terms.ConstantDifference(range.high, range.low) == 1;
    });
    return live.empty() || (live.size() - single == 1 && single <= 1);
  }

  void RunLoop(const Component& loop) {
    const uint32_t head = loop.block;
    std::vector<std::pair<uint32_t, Disjuncts>> side_entries;
    TakeSideEntries(loop.body, &side_entries);
    if (arriving_[head].empty() && !side_entries.empty()) {
      loops_[head] = LoopRun();
      RunComponents(loop.body);
      LoopRun run = std::move(loops_[head]);
      loops_.erase(head);
      if (run.backs.empty()) return DeliverAll(head, std::move(run.leaving));
      arriving_[head] = std::move(run.backs);
      for (const auto& [block, arrived] : side_entries) arriving_[block] = arrived;
    }
    Disjuncts states = std::move(arriving_[head]);
    arriving_[head].clear();
    if (states.empty()) return;
    Disjuncts entry = states;
    uint32_t entry_epoch = 0;
    for (const State& state : entry) entry_epoch = std::max(entry_epoch, state.epoch);
    const bool may_join =
        loops_.empty() && side_entries.empty() &&
        absl::c_any_of(entry, [&](const State& state) { return !AreOfOneLoop(state.point.live); });
    if (may_join && RunTurnByTurn(loop, entry, entry_epoch)) return;
    const bool first_of_outer = loops_.empty() || frame_->in_first_turn;
    std::vector<uint32_t> ways = NumberWays(&states);
    const size_t published = frame_->summary.published.size();
    for (int round = 0;; ++round) {
      frame_->in_first_turn = first_of_outer && round == 0;
      LoopRun& run = loops_[head];
      run = LoopRun();
      run.first = round <= 1;
      run.entry_epoch = entry_epoch;
      const uint64_t version = frame_->terms.choice_version();
      const AtomId first_new = frame_->terms.atom_count();
      arriving_[head] = states;
      for (const auto& [block, arrived] : side_entries) arriving_[block] = arrived;
      RunBlock(head);
      RunComponents(loop.body);
      if (round == 0 && MergeLostState(head, &entry, &ways)) {
        states = entry;
        NumberWays(&states);
        ForgetExplored(head, first_new, published);
        --round;
        continue;
      }
      Disjuncts next = AfterTurn(head, states);
      NumberWays(&next);
      const bool same = next == states && frame_->terms.choice_version() == version;
      if (same) break;
      // What runs beside the threads of earlier turns is first known in the third round.
      const bool starts_threads =
          round == 1 &&
          !std::equal(next.begin(), next.end(), states.begin(), states.end(),
                      [](const State& a, const State& b) { return a.point.live == b.point.live; });
      const bool is_cut = frame_->is_over_budget() && !starts_threads &&
                          (round > 0 || IsOneRoundEnough(loops_[head]));
      if (round == kMaxRounds || is_cut) {
        budget_gaps_.push_back(kUnstableLoop);
        break;
      }
      states = round == 0 ? StartStates(entry, next) : std::move(next);
      NumberWays(&states);
      if (round == 0) ForgetExplored(head, first_new, published);
    }
    std::vector<std::pair<uint32_t, State>> leaving = std::move(loops_[head].leaving);
    loops_.erase(head);
    frame_->in_first_turn = first_of_outer && !loops_.empty();
    for (auto& [to, state] : leaving) {
      uint32_t outer = 0;
      for (size_t i = 0; i < ways.size(); ++i) outer |= (state.ways >> i & 1) * ways[i];
      state.ways = outer;
    }
    DeliverAll(head, std::move(leaving));
  }

  // By which states the loop is entered. Returns by which of those of the outer loop that was.
  static std::vector<uint32_t> NumberWays(Disjuncts* states) {
    std::vector<uint32_t> outer;
    for (size_t i = 0; i < states->size(); ++i) {
      outer.push_back((*states)[i].ways);
      (*states)[i].ways = 1U << i;
    }
    return outer;
  }

  // A state that the body merges with another one comes around as that: its own would stay in the
  // first turn, and what comes out of that is no turn of the other. So the two enter as one, unless
  // they differ in more than values. Whether there is such a state.
  bool MergeLostState(uint32_t head, Disjuncts* entry, std::vector<uint32_t>* ways) {
    const Disjuncts& backs = loops_[head].backs;
    std::vector<size_t> likes;
    for (const State& back : backs) likes.push_back(FindClosest(*frame_, *entry, back));
    for (size_t i = 0; i < entry->size(); ++i) {
      if (absl::c_linear_search(likes, i)) continue;
      for (size_t b = 0; b < backs.size(); ++b) {
        const uint32_t both = 1U << i | 1U << likes[b];
        const bool is_lost =
            (backs[b].ways & both) == both && SameSituation((*entry)[i], (*entry)[likes[b]]);
        if (!is_lost) continue;
        Join(*frame_, head, /*back_edge=*/false, &(*entry)[likes[b]], (*entry)[i]);
        (*ways)[likes[b]] |= (*ways)[i];
        entry->erase(entry->begin() + static_cast<ptrdiff_t>(i));
        ways->erase(ways->begin() + static_cast<ptrdiff_t>(i));
        return true;
      }
    }
    return false;
  }

  // Choices that the exploring round made are of its values, and so are pointers that it published:
  // at the place of the first turn, with the name of any turn. The next one, which begins with what
  // changes in each turn, makes them again.
  void ForgetExplored(uint32_t head, AtomId first_new, size_t published) {
    frame_->ForgetPublished(published);
    TermTable& terms = frame_->terms;
    const AtomId end = terms.atom_count();
    const auto is_of_head = [&](AtomId phi) {
      const auto block = frame_->phi_blocks.find(phi);
      return block != frame_->phi_blocks.end() && block->second == head &&
             frame_->merged.contains(phi);
    };
    const auto is_forgotten = [&](AtomId atom) {
      return atom >= first_new && terms.atom(atom).kind == AtomKind::kPhi && !is_of_head(atom);
    };
    bool has_forgotten = false;
    for (AtomId atom = first_new; atom < end; ++atom) {
      if (terms.atom(atom).kind != AtomKind::kPhi) continue;
      terms.RetainOptions(atom, [&](TermId option) {
        return is_of_head(atom) && !terms.AnyAtomIn(option, is_forgotten);
      });
      has_forgotten = true;
    }
    if (has_forgotten) frame_->targets.Forget();
  }

  void DeliverAll(uint32_t head, std::vector<std::pair<uint32_t, State>> leaving) {
    for (auto& [to, state] : leaving) {
      Deliver(frame_->graph.OuterLoop(head), to, std::move(state));
    }
  }

  // Many loops were gone through, and what comes after this one is reached; in the end that cannot
  // be waited for.
  bool IsOneRoundEnough(const LoopRun& run) {
    const uint32_t loops = ++loops_over_budget_;
    return loops > kMaxLoopsToLeave || (loops > kMaxLoopsOverBudget && !run.leaving.empty());
  }

  // The states that the last round began with, joined with those that come around from there. Each
  // of these goes on as the state it is most like, and those of one state are one first: what must
  // hold has to hold on each way.
  Disjuncts AfterTurn(uint32_t head, const Disjuncts& states) {
    std::vector<std::optional<State>> around(states.size());
    for (State& back : loops_[head].backs) {
      std::optional<State>& like = around[FindClosest(*frame_, states, back)];
      if (!like) {
        like = std::move(back);
      } else {
        Join(*frame_, head, /*back_edge=*/false, &*like, back);
      }
    }
    Disjuncts next = states;
    for (size_t i = 0; i < next.size(); ++i) {
      if (around[i]) Join(*frame_, head, /*back_edge=*/true, &next[i], *around[i]);
    }
    return next;
  }

  void RunBlock(uint32_t block) {
    Disjuncts states = std::move(arriving_[block]);
    arriving_[block].clear();
    stable_[block] = states;
    if (states.empty()) return;
    Branch(block, TransferBlock(block, std::move(states)));
  }

  Disjuncts TransferBlock(uint32_t block, Disjuncts states) {
    frame_->block = block;
    if (frame_->is_unwinding()) {
      for (State& state : states) GoOnAnyTime(*frame_, &state);
    }
    uint32_t number = frame_->graph.FirstInstruction(block);
    for (const ir::Instruction& instruction : Body(block).instructions) {
      frame_->instruction = number++;
      frame_->current = &instruction;
      for (const State& state : states) frame_->work += 1 + state.cells.size();
      TransferInstruction(*frame_, &states);
      if (states.empty()) break;
    }
    return states;
  }

  void Branch(uint32_t block, Disjuncts states) {
    const Terminator& end = Body(block).terminator;
    for (State& state : states) {
      switch (end.kind) {
        case Terminator::Kind::kGoto:
        case Terminator::Kind::kIndirect:
          for (uint32_t to : end.targets) Leave(block, to, LoopEnd(), state);
          break;
        case Terminator::Kind::kBranch:
          BranchOn(block, end, state);
          break;
        case Terminator::Kind::kSwitch:
          SwitchOn(block, end, state);
          break;
        case Terminator::Kind::kReturn:
        case Terminator::Kind::kUnreachable:
          break;
      }
    }
  }

  void BranchOn(uint32_t block, const Terminator& end, const State& state) {
    const TermId condition = ValueOf(*frame_, state, end.condition);
    std::vector<TermId> cells;
    CollectSharedCells(*frame_, state, condition, &cells);
    for (int side = 0; side < 2; ++side) {
      const bool truth = side == 0;
      const uint32_t to = end.targets[side];
      State next = state;
      if (!Assume(*frame_, &next, condition, truth)) continue;
      UseOneName(*frame_, &next, condition, truth);
      const bool leaves_loop = frame_->graph.LoopOf(block) != FlowGraph::kNone &&
                               !frame_->graph.InLoop(to, frame_->graph.LoopOf(block));
      AddGates(block, to, cells, &next);
      if (!leaves_loop) AssumeBelowBound(*frame_, block, condition, truth, &next);
      Leave(block, to, leaves_loop ? EndOf(*frame_, block, condition, truth) : LoopEnd(), next);
    }
  }

  // Around a loop both outcomes may come to what lies behind it, but not in the same turn.
  void AddGates(uint32_t block, uint32_t to, const std::vector<TermId>& cells, State* state) {
    const uint32_t loop = frame_->graph.LoopOf(block);
    const uint32_t meet = frame_->graph.ImmediatePostDominator(block);
    const bool may_leave =
        loop != FlowGraph::kNone && (meet == FlowGraph::kNone || !frame_->graph.InLoop(meet, loop));
    for (TermId cell : cells) {
      InsertSorted(&state->gates, may_leave ? Gate{cell, FlowGraph::kNone} : Gate{cell, meet, to});
    }
  }

  void SwitchOn(uint32_t block, const Terminator& end, const State& state) {
    const TermId value = ValueOf(*frame_, state, end.condition);
    std::vector<TermId> cells;
    CollectSharedCells(*frame_, state, value, &cells);
    State rest = state;
    bool others = true;
    auto leave = [&](uint32_t to, State next) {
      AddGates(block, to, cells, &next);
      Leave(block, to, LoopEnd(), next);
    };
    for (const ir::SwitchCase& c : end.cases) {
      State next = rest;
      const TermId low = frame_->terms.Constant(c.low), high = frame_->terms.Constant(c.high);
      bool possible;
      if (c.low == c.high) {
        const TermId equal = Compare(*frame_, next, Relation::kEqual, value, low);
        possible = Assume(*frame_, &next, equal, true);
        others = others && Assume(*frame_, &rest, equal, false);
      } else {
        possible =
            Assume(*frame_, &next, Compare(*frame_, next, Relation::kLessEqual, low, value),
                   true) &&
            Assume(*frame_, &next, Compare(*frame_, next, Relation::kLessEqual, value, high), true);
      }
      if (possible) leave(c.target, std::move(next));
    }
    if (others) leave(end.targets[0], std::move(rest));
  }

  LoopEnd EndAt(uint32_t loop, const LoopEnd& tested) {
    const std::optional<uint32_t> turn = loops_[loop].turn;
    return turn ? LoopEnd{frame_->terms.Constant(*turn)} : tested;
  }

  // Sends a state along the edge from `block`. `end`: of the innermost loop, if the edge leaves
  // it.
  void Leave(uint32_t block, uint32_t to, const LoopEnd& end, State state) {
    const uint32_t loop = frame_->graph.LoopOf(block);
    if (loop != FlowGraph::kNone && !frame_->graph.InLoop(to, loop)) {
      LeaveLoop(*frame_, loop, EndAt(loop, end), &state);
      loops_[loop].leaving.push_back({to, std::move(state)});
      return;
    }
    Deliver(loop, to, std::move(state));
  }

  // `loop`: innermost loop the state is in before it enters `to`.
  void Deliver(uint32_t loop, uint32_t to, State state) {
    if (loop != FlowGraph::kNone && !frame_->graph.InLoop(to, loop)) {
      LeaveLoop(*frame_, loop, EndAt(loop, LoopEnd()), &state);
      loops_[loop].leaving.push_back({to, std::move(state)});
      return;
    }
    if (to == loop) {
      LoopRun& run = loops_[loop];
      CompleteIteration(*frame_, loop, run.first, run.entry_epoch, &state);
      AddDisjunct(*frame_, loop, false, &run.backs, std::move(state));
      return;
    }
    AddDisjunct(*frame_, to, false, &arriving_[to], std::move(state));
  }

  void AddReturn(const Terminator& end, State state) {
    const bool has_result = !end.condition.is_none();
    const TermId result = has_result ? ValueOf(*frame_, state, end.condition) : kNothing;
    frame_->instruction =
        frame_->graph.FirstInstruction(frame_->block) + Body(frame_->block).instructions.size();
    exits_.Add(std::move(state), result);
  }

  std::unique_ptr<Frame> frame_;
  ReturnStates exits_;
  std::vector<Disjuncts> arriving_;  // at each block, from outside its loop's back edges
  std::vector<Disjuncts> stable_;    // at each block, in the last round
  absl::flat_hash_map<uint32_t, LoopRun> loops_;
  std::vector<std::string> budget_gaps_;
  // With two rounds to a loop, loops in loops take as many as 2 to the power of their depth.
  static constexpr uint32_t kMaxLoopsOverBudget = 200;
  static constexpr uint32_t kMaxLoopsToLeave = 1000;
  uint32_t loops_over_budget_ = 0;
};

// Whether the address depends on a choice or an unknown beside its base.
bool IsIndefinite(const TermTable& terms, TermId address) {
  const AtomId base = terms.Base(address);
  const Term& term = terms.term(address);
  return std::any_of(term.parts.begin(), term.parts.end(), [&](const Part& part) {
    const AtomKind kind = terms.atom(part.atom).kind;
    return kind == AtomKind::kAny || kind == AtomKind::kPhi ||
           (part.atom != base && kind == AtomKind::kUnknown);
  });
}

// What a loop does in its first turn is definite where later turns leave only a choice: every run
// that gets into the loop does it, so it can witness a race.
void AddFirstTurns(Frame* frame) {
  absl::flat_hash_set<uint32_t> indefinite;
  for (const Access& access : frame->summary.accesses) {
    if (access.origin.callee == kNoName && IsIndefinite(frame->terms, access.address)) {
      indefinite.insert(access.origin.instruction);
    }
  }
  for (const Access& access : frame->first_turn) {
    if (indefinite.contains(access.origin.instruction) && access.is_certain &&
        !IsIndefinite(frame->terms, access.address)) {
      frame->summary.accesses.push_back(access);
    }
  }
}

}  // namespace

std::unique_ptr<Summary> AnalyseProcedure(const ir::Procedure& procedure,
                                          const Environment& environment, bool is_main) {
  std::unique_ptr<Frame> frame = Fixpoint(procedure, environment, is_main).Run();
  AddFirstTurns(frame.get());
  MarkFollowed(*frame);
  ReduceAccesses(&frame->summary, Frame::kMaxAccesses, &frame->access_bounds);
  TidyPublished(frame.get());
  // Callers get the canonical form, as they would from a store: what they see must not depend on
  // it.
  return std::make_unique<Summary>(Compact(frame->summary));
}

}  // namespace plait
