#include "analyzer/transfer/repeats.h"

#include <algorithm>
#include <vector>

#include "analyzer/transfer/arithmetic.h"
#include "analyzer/transfer/loop.h"

namespace plait {
namespace {

using ir::Opcode;
using ir::Operand;

class Repeats {
 public:
  Repeats(Frame& frame, const State& state, uint32_t block, uint32_t head)
      : frame_(frame), state_(state), block_(block), head_(head) {}

  bool IsSure() {
    if (block_ == head_) return true;
    const std::vector<bool> leads = LeadingThere();
    for (uint32_t b = 0; b < frame_.procedure.blocks.size(); ++b) {
      if (!leads[b] || b == block_) continue;
      const std::vector<uint32_t>& next = frame_.graph.successors(b);
      const bool decides = std::any_of(next.begin(), next.end(), [&](uint32_t to) {
        return to != block_ && !(leads[to] && to != head_);
      });
      if (!decides) continue;
      const bool leaves = std::any_of(next.begin(), next.end(),
                                      [&](uint32_t to) { return !frame_.graph.InLoop(to, head_); });
      const Operand& condition = frame_.procedure.blocks[b].terminator.condition;
      if (!IsFree(condition) && !(leaves && IsCount(condition))) return false;
    }
    return true;
  }

 private:
  // Blocks of the loop from which a turn may come to the block.
  std::vector<bool> LeadingThere() const {
    std::vector<bool> leads(frame_.procedure.blocks.size(), false);
    std::vector<uint32_t> work = {block_};
    leads[block_] = true;
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

  template <typename Visitor>
  void ForEachInLoop(const Visitor& visit) const {
    for (uint32_t b = 0; b < frame_.procedure.blocks.size(); ++b) {
      if (!frame_.graph.InLoop(b, head_)) continue;
      for (const ir::Instruction& i : frame_.procedure.blocks[b].instructions) visit(i);
    }
  }

  std::vector<const ir::Instruction*> MakersInLoop(const Operand& value) const {
    std::vector<const ir::Instruction*> makers;
    ForEachInLoop([&](const ir::Instruction& i) {
      if (i.result != ir::kNoRegister && i.result == static_cast<ir::Register>(value.value)) {
        makers.push_back(&i);
      }
    });
    return makers;
  }

  bool IsExternal(const ir::Instruction& call) const {
    return call.callee.kind == Operand::Kind::kFunction &&
           !frame_.environment.IsDefined(frame_.SymbolName(call.callee));
  }

  // Whether nothing that the loop does decides on the value.
  bool IsFree(const Operand& value) {
    if (value.kind != Operand::Kind::kRegister) return true;
    const std::vector<const ir::Instruction*> makers = MakersInLoop(value);
    if (makers.empty()) return true;
    const ir::Instruction& made = *makers[0];
    if (makers.size() > 1) return false;  // which one, something else decides
    if (made.opcode == Opcode::kCall) return IsExternal(made);
    // What it was in an earlier turn decides on it.
    if (frame_.graph.IsLiveIn(head_, static_cast<ir::Register>(value.value))) return false;
    switch (made.opcode) {
      case Opcode::kLoad:
        return !IsWrittenInLoop(made.place);
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

  // Whether the program itself may write there in a turn, so that the next one finds it changed.
  bool IsWrittenInLoop(const ir::Place& place) const {
    const bool is_variable =
        place.base.kind == Operand::Kind::kGlobal || place.base.kind == Operand::Kind::kSlot;
    if (!is_variable) return true;
    bool is_written = false;
    ForEachInLoop([&](const ir::Instruction& i) {
      const bool writes = i.opcode == Opcode::kStore || i.opcode == Opcode::kCopy ||
                          i.opcode == Opcode::kAtomicUpdate || i.opcode == Opcode::kCompareExchange;
      // Through a pointer it is written if its address is known, which calls may know as well.
      is_written |= (writes && (i.place.base == place.base ||
                                i.place.base.kind == Operand::Kind::kRegister)) ||
                    (i.opcode == Opcode::kCall && !IsExternal(i));
    });
    return is_written;
  }

  // Whether the loop goes on by a counter, and may do so for two turns.
  bool IsCount(const Operand& condition) const {
    if (condition.kind != Operand::Kind::kRegister) return false;
    const std::vector<const ir::Instruction*> makers = MakersInLoop(condition);
    if (makers.size() != 1) return false;
    const ir::Instruction& test = *makers[0];
    if (test.opcode == Opcode::kNot || test.opcode == Opcode::kAssign) return IsCount(test.a);
    if (test.opcode != Opcode::kBinary) return IsCounter(condition);
    return IsCounter(test.a) != IsCounter(test.b) &&
           MayGoOn(IsCounter(test.a) ? test.a : test.b, IsCounter(test.a) ? test.b : test.a);
  }

  // What makes the value in a turn, past copies; nullptr if that is not one instruction.
  const ir::Instruction* MakerOf(const Operand& value) const {
    constexpr int kMaxCopies = 4;
    Operand made = value;
    for (int copies = 0; copies < kMaxCopies; ++copies) {
      if (made.kind != Operand::Kind::kRegister) return nullptr;
      const std::vector<const ir::Instruction*> makers = MakersInLoop(made);
      if (makers.size() != 1) return nullptr;
      const bool is_copy =
          makers[0]->opcode == Opcode::kAssign || makers[0]->opcode == Opcode::kTruncate;
      if (!is_copy) return makers[0];
      made = makers[0]->a;
    }
    return nullptr;
  }

  bool IsCounter(const Operand& value) const { return StepOf(value) != 0; }

  // What a turn adds to the value; 0 if that is no constant.
  int64_t StepOf(const Operand& value) const {
    const ir::Instruction* made = MakerOf(value);
    const bool adds = made != nullptr && made->opcode == Opcode::kBinary &&
                      made->b.kind == Operand::Kind::kConstant &&
                      (made->binary == ir::Binary::kAdd || made->binary == ir::Binary::kSub);
    if (!adds || MakerOf(made->a) != made) return 0;
    return made->binary == ir::Binary::kAdd ? made->b.value : -made->b.value;
  }

  bool MayGoOn(const Operand& counter, const Operand& bound) const {
    const TermId count = ValueOf(counter), end = ValueOf(bound);
    if (count == kNothing || end == kNothing) return false;
    TermTable& terms = frame_.terms;
    const TermId turns = terms.Of(frame_.IterationOf(head_));
    const TermId left =
        StepOf(counter) > 0 ? terms.Subtract(end, count) : terms.Subtract(count, end);
    return RangeOf(frame_, state_, terms.Add(left, turns)).high >= 2;
  }

  // In this turn; of a copy that is not used any more, that of what it is a copy of.
  TermId ValueOf(const Operand& operand) const {
    if (operand.kind == Operand::Kind::kConstant) return frame_.terms.Constant(operand.value);
    if (operand.kind != Operand::Kind::kRegister) return kNothing;
    const TermId value = state_.registers[static_cast<size_t>(operand.value)];
    if (value != kNothing) return value;
    const std::vector<const ir::Instruction*> makers = MakersInLoop(operand);
    const bool is_copy = makers.size() == 1 && makers[0]->opcode == Opcode::kAssign &&
                         makers[0]->a.kind == Operand::Kind::kRegister;
    return is_copy ? state_.registers[static_cast<size_t>(makers[0]->a.value)] : kNothing;
  }

  Frame& frame_;
  const State& state_;
  const uint32_t block_;
  const uint32_t head_;
};

}  // namespace

bool SurelyRepeats(Frame& frame, const State& state, uint32_t block) {
  for (uint32_t head = frame.graph.LoopOf(block); head != FlowGraph::kNone;
       head = frame.graph.OuterLoop(head)) {
    if (Repeats(frame, state, block, head).IsSure()) return true;
  }
  return false;
}

}  // namespace plait
