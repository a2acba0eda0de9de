#include "analyzer/transfer/repeats.h"

#include <algorithm>
#include <utility>

#include "analyzer/transfer/arithmetic.h"
#include "analyzer/transfer/frame.h"

namespace plait {

using ir::Opcode;
using ir::Operand;

LoopTurns::LoopTurns(const Frame& frame, uint32_t head) : frame_(frame), head_(head) {
  for (uint32_t b = 0; b < frame.procedure.blocks.size(); ++b) {
    if (!frame.graph.InLoop(b, head)) continue;
    for (const ir::Instruction& i : frame.procedure.blocks[b].instructions) {
      if (i.result != ir::kNoRegister) makers_[i.result].push_back(&i);
      const bool writes = i.opcode == Opcode::kStore || i.opcode == Opcode::kCopy ||
                          i.opcode == Opcode::kAtomicUpdate || i.opcode == Opcode::kCompareExchange;
      if (writes) written_.insert({i.place.base.kind, i.place.base.value});
      writes_unknown_ |= (writes && i.place.base.kind == Operand::Kind::kRegister) ||
                         (i.opcode == Opcode::kCall && !IsExternal(i));
    }
  }
}

bool LoopTurns::ComesEveryTurn(uint32_t block) {
  auto [it, inserted] = every_turn_.try_emplace(block, true);
  if (!inserted || block == head_) return it->second;
  const std::vector<bool> leads = LeadingTo(block);
  for (uint32_t b = 0; b < leads.size(); ++b) {
    if (!leads[b] || b == block) continue;
    const std::vector<uint32_t>& next = frame_.graph.successors(b);
    const bool decides = std::any_of(next.begin(), next.end(),
                                     [&](uint32_t to) { return to == head_ || !leads[to]; });
    const Operand& condition = frame_.procedure.blocks[b].terminator.condition;
    if (decides && !IsFree(condition) && !(Leaves(b) && TestOfCount(condition) != nullptr)) {
      return it->second = false;
    }
  }
  return true;
}

// Blocks of the loop from which a turn may come to the block.
std::vector<bool> LoopTurns::LeadingTo(uint32_t block) const {
  std::vector<bool> leads(frame_.procedure.blocks.size(), false);
  std::vector<uint32_t> work = {block};
  leads[block] = true;
  while (!work.empty()) {
    const uint32_t b = work.back();
    work.pop_back();
    if (b == head_) continue;
    for (uint32_t from : frame_.graph.predecessors(b)) {
      if (leads[from] || !frame_.graph.InLoop(from, head_)) continue;
      leads[from] = true;
      work.push_back(from);
    }
  }
  return leads;
}

bool LoopTurns::Leaves(uint32_t block) const {
  const std::vector<uint32_t>& next = frame_.graph.successors(block);
  return std::any_of(next.begin(), next.end(),
                     [&](uint32_t to) { return !frame_.graph.InLoop(to, head_); });
}

bool LoopTurns::IsExternal(const ir::Instruction& call) const {
  return call.callee.kind == Operand::Kind::kFunction &&
         !frame_.environment.IsDefined(frame_.SymbolName(call.callee));
}

// Whether nothing that the loop does decides on the value.
bool LoopTurns::IsFree(const Operand& value) const {
  if (value.kind != Operand::Kind::kRegister) return true;
  const auto makers = makers_.find(static_cast<ir::Register>(value.value));
  if (makers == makers_.end()) return true;
  if (makers->second.size() > 1) return false;  // which one, something else decides
  const ir::Instruction& made = *makers->second[0];
  if (made.opcode == Opcode::kCall) return IsExternal(made);
  // What it was in an earlier turn decides on it.
  if (frame_.graph.IsLiveIn(head_, static_cast<ir::Register>(value.value))) return false;
  switch (made.opcode) {
    case Opcode::kLoad:
      return !IsWritten(made.place);
    case Opcode::kAssign:
    case Opcode::kTruncate:
    case Opcode::kNot:
    case Opcode::kNegate:
    case Opcode::kComplement:
      return IsFree(made.a);
    case Opcode::kBinary:
      return IsFree(made.a) && IsFree(made.b);
    case Opcode::kUnknown:
      return true;
    default:
      return false;
  }
}

// Whether the program itself may write there in a turn, so that the next one finds it changed, or
// each turn looks somewhere else.
bool LoopTurns::IsWritten(const ir::Place& place) const {
  const bool is_variable =
      place.base.kind == Operand::Kind::kGlobal || place.base.kind == Operand::Kind::kSlot;
  return !is_variable || writes_unknown_ ||
         written_.contains({place.base.kind, place.base.value}) ||
         !std::all_of(place.terms.begin(), place.terms.end(),
                      [&](const ir::IndexTerm& term) { return IsFree(term.index); });
}

const ir::Instruction* LoopTurns::TestOfCount(const Operand& condition) const {
  Operand tested = condition;
  constexpr int kMaxSteps = 4;
  for (int steps = 0; steps < kMaxSteps; ++steps) {
    const ir::Instruction* made = OnlyMaker(tested);
    if (made == nullptr) return nullptr;
    if (made->opcode == Opcode::kBinary) {
      const bool first = StepOf(made->a) != 0, second = StepOf(made->b) != 0;
      return first != second && IsFree(first ? made->b : made->a) ? made : nullptr;
    }
    if (made->opcode != Opcode::kNot && made->opcode != Opcode::kAssign) return nullptr;
    tested = made->a;
  }
  return nullptr;
}

const ir::Instruction* LoopTurns::OnlyMaker(const Operand& value) const {
  if (value.kind != Operand::Kind::kRegister) return nullptr;
  const auto makers = makers_.find(static_cast<ir::Register>(value.value));
  return makers != makers_.end() && makers->second.size() == 1 ? makers->second[0] : nullptr;
}

const ir::Instruction* LoopTurns::MakerPastCopies(const Operand& value) const {
  constexpr int kMaxCopies = 4;
  const ir::Instruction* made = OnlyMaker(value);
  for (int copies = 0; made != nullptr && copies < kMaxCopies; ++copies) {
    if (made->opcode != Opcode::kAssign && made->opcode != Opcode::kTruncate) return made;
    made = OnlyMaker(made->a);
  }
  return nullptr;
}

// What a turn adds to the value; 0 if that is no constant.
int64_t LoopTurns::StepOf(const Operand& value) const {
  const ir::Instruction* made = MakerPastCopies(value);
  const bool adds = made != nullptr && made->opcode == Opcode::kBinary &&
                    made->b.kind == Operand::Kind::kConstant &&
                    (made->binary == ir::Binary::kAdd || made->binary == ir::Binary::kSub);
  if (!adds || MakerPastCopies(made->a) != made) return 0;
  return made->binary == ir::Binary::kAdd ? made->b.value : -made->b.value;
}

// In this turn; of a copy that is not used any more, that of what it is a copy of.
TermId LoopTurns::ValueOf(const Frame& frame, const State& state, const Operand& operand) const {
  if (operand.kind == Operand::Kind::kConstant) return frame.terms.Constant(operand.value);
  if (operand.kind != Operand::Kind::kRegister) return kNothing;
  const TermId value = state.registers[static_cast<size_t>(operand.value)];
  if (value != kNothing) return value;
  const ir::Instruction* made = OnlyMaker(operand);
  const bool is_copy = made != nullptr && made->opcode == Opcode::kAssign &&
                       made->a.kind == Operand::Kind::kRegister;
  return is_copy ? state.registers[static_cast<size_t>(made->a.value)] : kNothing;
}

bool LoopTurns::MayGoOn(Frame& frame, const State& state) const {
  for (uint32_t b = 0; b < frame.procedure.blocks.size(); ++b) {
    if (!frame.graph.InLoop(b, head_) || !Leaves(b)) continue;
    const ir::Instruction* test = TestOfCount(frame.procedure.blocks[b].terminator.condition);
    if (test == nullptr) continue;
    const bool is_first = StepOf(test->a) != 0;
    const Operand &counter = is_first ? test->a : test->b, &bound = is_first ? test->b : test->a;
    const TermId count = ValueOf(frame, state, counter), end = ValueOf(frame, state, bound);
    if (count == kNothing || end == kNothing) return false;
    TermTable& terms = frame.terms;
    const TermId left =
        StepOf(counter) > 0 ? terms.Subtract(end, count) : terms.Subtract(count, end);
    const TermId turns = terms.Of(frame.IterationOf(head_));
    if (RangeOf(frame, state, terms.Add(left, turns)).high < 2) return false;
  }
  return true;
}

bool SurelyRepeats(Frame& frame, const State& state, uint32_t block) {
  for (uint32_t head = frame.graph.LoopOf(block); head != FlowGraph::kNone;
       head = frame.graph.OuterLoop(head)) {
    LoopTurns& turns = frame.TurnsOf(head);
    if (turns.ComesEveryTurn(block) && turns.MayGoOn(frame, state)) return true;
  }
  return false;
}

bool MayBeKept(Frame& frame, const Point& point) { return MayBeKept(frame, point, Point()); }

bool MayBeKept(Frame& frame, const Point& point, const Point& inside) {
  const bool is_decided_inside = !inside.gates.empty() || !inside.conditions.empty();
  for (uint32_t head = frame.graph.LoopOf(frame.block); head != FlowGraph::kNone;
       head = frame.graph.OuterLoop(head)) {
    const bool of_earlier_turns =
        std::any_of(point.live.begin(), point.live.end(), [&](const ThreadRange& live) {
          return frame.terms.Mentions(live.high, frame.IterationOf(head));
        });
    if (!of_earlier_turns) continue;
    if (is_decided_inside || !frame.TurnsOf(head).ComesEveryTurn(frame.block)) return true;
  }
  return false;
}

bool IsPickedByTurn(Frame& frame, TermId address) {
  for (uint32_t head = frame.graph.LoopOf(frame.block); head != FlowGraph::kNone;
       head = frame.graph.OuterLoop(head)) {
    const bool counts = frame.terms.Mentions(address, frame.IterationOf(head));
    if (counts && !frame.TurnsOf(head).ComesEveryTurn(frame.block)) return true;
  }
  return false;
}

}  // namespace plait
