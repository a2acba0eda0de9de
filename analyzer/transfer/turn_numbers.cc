#include "analyzer/transfer/turn_numbers.h"

#include <algorithm>

#include "analyzer/transfer/arithmetic.h"
#include "analyzer/transfer/loop.h"
#include "analyzer/transfer/memory.h"
#include "analyzer/transfer/span.h"
#include "summaries/sorted_sets.h"

namespace plait {
namespace {

constexpr size_t kMostSettled = 16;
constexpr int64_t kMostThreads = 1 << 20;  // of larger numbers nothing follows

uint32_t OutermostLoop(const Frame& frame) {
  uint32_t loop = frame.graph.LoopOf(frame.block);
  while (loop != FlowGraph::kNone && frame.graph.OuterLoop(loop) != FlowGraph::kNone) {
    loop = frame.graph.OuterLoop(loop);
  }
  return loop;
}

// A choice that stands for one of an earlier turn has no place of its own.
bool IsOfTurn(const Frame& frame, uint32_t loop, AtomId number) {
  const Atom& atom = frame.terms.atom(number);
  const bool is_placed = atom.kind != AtomKind::kPhi || atom.name != frame.name ||
                         atom.context != kNoContext || frame.phi_blocks.contains(number);
  return !is_placed || IsMadeInLoop(frame, loop, number);
}

bool HasOneTurn(const TermTable& terms, const std::vector<TermId>& limits) {
  return std::any_of(limits.begin(), limits.end(), [&](TermId limit) {
    const auto number = terms.ConstantValue(limit);
    return number.has_value() && *number <= 1;
  });
}

}  // namespace

void DescribeTurn(Frame& frame, const State& state, Spawn* spawn) {
  const uint32_t loop = OutermostLoop(frame);
  if (loop == FlowGraph::kNone) return;
  TermTable& terms = frame.terms;
  const AtomId turn = frame.CurrentIteration();
  if (terms.atom(spawn->token).argument == terms.Of(turn)) {
    for (TermId bound : UpperBounds(frame, state, turn)) {
      InsertSorted(&spawn->limits, bound);
      const int64_t most = RangeOf(frame, state, bound).high;
      if (most < kMostThreads) InsertSorted(&spawn->limits, terms.Constant(most));
    }
    for (const Cell& cell : state.cells) {
      if (spawn->settled.size() >= kMostSettled) break;
      if (terms.ConstantValue(cell.value) || !IsSettledNumber(frame, cell)) continue;
      spawn->settled.push_back({cell.address, cell.width, cell.value, kZero, kZero, Reach()});
    }
  }
  std::vector<AtomId> made;
  const auto note = [&](TermId value) {
    terms.AnyAtomIn(value, [&](AtomId atom) {
      if (IsOfTurn(frame, loop, atom)) InsertSorted(&made, atom);
      return false;
    });
  };
  for (TermId argument : spawn->arguments) note(argument);
  for (TermId limit : spawn->limits) note(limit);
  for (const CellEffect& cell : spawn->cells) {
    note(cell.address);
    note(cell.value);
  }
  for (AtomId atom : made) InsertSorted(&spawn->of_turn, terms.Of(atom));
}

bool IsOncePerTurn(const Frame& frame, const Spawn& spawn) {
  const uint32_t loop = frame.graph.LoopOf(frame.block);
  return !spawn.limits.empty() && loop != FlowGraph::kNone && loop == OutermostLoop(frame);
}

void CountTurns(const TermTable& terms, Spawn* spawn) {
  if (!spawn->many_by_turns || !HasOneTurn(terms, spawn->limits)) return;
  spawn->many = spawn->certainly_many = spawn->surely_repeats = spawn->many_by_turns = false;
}

}  // namespace plait
