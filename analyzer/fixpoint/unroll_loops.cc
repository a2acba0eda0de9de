#include "analyzer/fixpoint/unroll_loops.h"

#include <algorithm>
#include <cstdint>
#include <iterator>
#include <numeric>
#include <set>
#include <utility>
#include <vector>

#include "analyzer/fixpoint/flow_graph.h"

namespace plait {
namespace {

using ir::Binary;
using ir::Instruction;
using ir::Opcode;
using ir::Operand;
using ir::Terminator;

// What a register holds, by what registers held at the start of the turn.
struct Value {
  enum class Kind : uint8_t {
    kOther,
    kSum,        // factor * source + constant; of no source, the constant
    kFlipped,    // one of two values, of which the source was the other one
    kRemainder,  // source + constant, modulo `modulus`
  };
  Kind kind = Kind::kOther;
  ir::Register source = ir::kNoRegister;
  int factor = 0;
  int64_t constant = 0;
  int64_t modulus = 0;

  bool IsCopy() const { return kind == Kind::kSum && factor == 1 && constant == 0; }
};

Value Number(int64_t constant) { return {Value::Kind::kSum, ir::kNoRegister, 0, constant, 0}; }

// One turn of a loop, by assignments alone: as if each block of it was passed once.
class Turn {
 public:
  Turn(const ir::Procedure& procedure, const LoopNest& graph, uint32_t head,
       const std::vector<uint32_t>& blocks)
      : procedure_(procedure) {
    for (ir::Register r = 0; r < procedure.register_names.size(); ++r) {
      values_.push_back({Value::Kind::kSum, r, 1, 0, 0});
    }
    // A loop inside passes its blocks any number of times.
    for (uint32_t block : blocks) {
      if (graph.LoopOf(block) == head) continue;
      for (const Instruction& i : procedure.blocks[block].instructions) {
        if (i.result != ir::kNoRegister) values_[i.result] = {};
      }
    }
    for (const Component& component : graph.order()) Pass(graph, head, component);
  }

  // After how many turns some variable is what it was before, if not after one; 1 if none is.
  int Period() const {
    int period = 1;
    for (ir::Register r = 0; r < values_.size(); ++r) {
      const int found = PeriodOf(r);
      if (1 < found && found <= kMaxTurnsInRow) period = std::max(period, found);
    }
    return period;
  }

 private:
  void Pass(const LoopNest& graph, uint32_t head, const Component& component) {
    if (component.block == head || (graph.LoopOf(component.block) == head && !component.is_loop)) {
      PassBlock(component.block, /*is_once=*/true);
    } else if (graph.InLoop(component.block, head)) {
      PassBlock(component.block, /*is_once=*/false);
    }
    for (const Component& inner : component.body) Pass(graph, head, inner);
  }

  void PassBlock(uint32_t block, bool is_once) {
    for (const Instruction& i : procedure_.blocks[block].instructions) {
      if (i.opcode != Opcode::kLoad) {
        for (const ir::IndexTerm& term : i.place.terms) Choose(term.index);
      }
      if (i.result == ir::kNoRegister) continue;
      const Value value = Result(i);
      if (is_once || value.kind == Value::Kind::kRemainder) values_[i.result] = value;
    }
    const Terminator& end = procedure_.blocks[block].terminator;
    if (end.kind == Terminator::Kind::kBranch &&
        std::all_of(end.targets.begin(), end.targets.end(),
                    [&](uint32_t target) { return OnlySelects(target); })) {
      Choose(end.condition);
    }
  }

  // Whether the block gives variables values, and does nothing else.
  bool OnlySelects(uint32_t block) const {
    const std::vector<Instruction>& body = procedure_.blocks[block].instructions;
    return !body.empty() && std::all_of(body.begin(), body.end(), [](const Instruction& i) {
      return i.opcode == Opcode::kAssign || i.opcode == Opcode::kAddress ||
             i.opcode == Opcode::kTruncate;
    });
  }

  // That the operand picks an element or a value.
  void Choose(const Operand& operand) {
    const Value value = Of(operand);
    if (value.kind == Value::Kind::kRemainder) chosen_.push_back(value);
  }

  Value Of(const Operand& operand) const {
    if (operand.kind == Operand::Kind::kConstant) return Number(operand.value);
    if (operand.kind == Operand::Kind::kRegister) return values_[operand.value];
    return {};
  }

  Value Result(const Instruction& i) const {
    const Value a = Of(i.a);
    switch (i.opcode) {
      case Opcode::kAssign:
      case Opcode::kTruncate:
        return a;
      case Opcode::kNegate:
        return Sum(Number(0), a, -1);
      case Opcode::kNot:
        return Flip(a);
      case Opcode::kBinary:
        return Result(i.binary, a, Of(i.b));
      default:
        return {};
    }
  }

  static Value Result(Binary binary, const Value& a, const Value& b) {
    const bool by_constant = b.kind == Value::Kind::kSum && b.factor == 0;
    switch (binary) {
      case Binary::kAdd:
        return Sum(a, b, 1);
      case Binary::kSub:
        return Sum(a, b, -1);
      case Binary::kXor:
        return by_constant && b.constant != 0 ? Flip(a) : Value{};
      case Binary::kEq:
      case Binary::kNe:
        if (a.kind == Value::Kind::kRemainder) return a;
        return by_constant && (binary == Binary::kEq) == (b.constant == 0) ? Flip(a) : Value{};
      case Binary::kRem:
        return by_constant ? Remainder(a, b.constant) : Value{};
      case Binary::kAnd:
        return by_constant && b.constant == 1 ? Remainder(a, 2) : Value{};
      default:
        return {};
    }
  }

  // a + sign * b. A remainder stays one.
  static Value Sum(const Value& a, const Value& b, int sign) {
    if (a.kind == Value::Kind::kRemainder) return a;
    if (b.kind == Value::Kind::kRemainder) return b;
    if (a.kind != Value::Kind::kSum || b.kind != Value::Kind::kSum) return {};
    if (a.factor != 0 && b.factor != 0) return {};
    Value sum = a.factor != 0 ? a : b;
    if (a.factor == 0) sum.factor = sign * b.factor;
    if (__builtin_mul_overflow(b.constant, int64_t{sign}, &sum.constant) ||
        __builtin_add_overflow(sum.constant, a.constant, &sum.constant)) {
      return {};
    }
    return sum;
  }

  static Value Flip(Value value) {
    if (value.kind != Value::Kind::kSum || value.factor == 0) return {};
    value.kind = Value::Kind::kFlipped;
    return value;
  }

  static Value Remainder(Value value, int64_t modulus) {
    if (value.kind != Value::Kind::kSum || value.factor == 0) return {};
    value.kind = Value::Kind::kRemainder;
    value.modulus = modulus;
    return value;
  }

  int PeriodOf(ir::Register r) const {
    const Value& value = values_[r];
    if (value.source != r) return value.IsCopy() ? CycleOf(r) : 1;
    switch (value.kind) {
      case Value::Kind::kFlipped:
        return 2;
      case Value::Kind::kRemainder:  // x = (x + 1) % n
        return Rounds(value.constant, value.modulus);
      case Value::Kind::kSum:
        return value.factor == -1 ? 2 : PeriodOfChoice(r, value);
      case Value::Kind::kOther:
        return 1;
    }
    return 1;
  }

  // Turns until the register has gone once around among those that are exchanged.
  int CycleOf(ir::Register r) const {
    ir::Register at = r;
    for (int turns = 1; turns <= kMaxTurnsInRow; ++turns) {
      if (at == ir::kNoRegister || !values_[at].IsCopy()) return 1;
      at = values_[at].source;
      if (at == r) return turns;
    }
    return 1;
  }

  // Of a counter by whose remainder something is chosen.
  int PeriodOfChoice(ir::Register counter, const Value& step) const {
    int period = 1;
    for (const Value& choice : chosen_) {
      if (choice.source == counter && step.factor == 1) {
        period = std::max(period, Rounds(step.constant, choice.modulus));
      }
    }
    return period;
  }

  static int Rounds(int64_t step, int64_t modulus) {
    if (modulus <= 0 || modulus > kMaxTurnsInRow) return 1;
    return static_cast<int>(modulus / std::gcd(step, modulus));
  }

  const ir::Procedure& procedure_;
  std::vector<Value> values_;  // by register
  std::vector<Value> chosen_;  // remainders that pick an element or a value
};

class Unroller {
 public:
  explicit Unroller(ir::Procedure* procedure) : procedure_(*procedure) {}

  int Run() {
    int unrolled = 0;
    while (UnrollOne()) ++unrolled;
    return unrolled;
  }

 private:
  bool UnrollOne() {
    const LoopNest graph(procedure_);
    for (uint32_t head = 0; head < procedure_.blocks.size(); ++head) {
      if (!graph.IsLoopHead(head) || !done_.insert(head).second) continue;
      std::vector<uint32_t> blocks;
      size_t instructions = 0;
      for (uint32_t b = 0; b < procedure_.blocks.size(); ++b) {
        if (!graph.InLoop(b, head)) continue;
        blocks.push_back(b);
        instructions += procedure_.blocks[b].instructions.size() + 1;
      }
      if (instructions > kMaxUnrolledInstructions || !MayWait(graph, head, blocks)) continue;
      const int period = Turn(procedure_, graph, head, blocks).Period();
      const size_t added = instructions * (period - 1);
      if (period == 1 || added > kMaxUnrolledInstructions ||
          added_ + added > kMaxUnrolledInProcedure) {
        continue;
      }
      added_ += added;
      Unroll(graph, head, blocks, period);
      return true;
    }
    return false;
  }

  bool MayWait(const LoopNest& graph, uint32_t head, const std::vector<uint32_t>& blocks) const {
    bool may_wait = false;
    for (uint32_t block : blocks) {
      for (const Instruction& i : procedure_.blocks[block].instructions) {
        const auto is_function = [](const Operand& operand) {
          return operand.kind == Operand::Kind::kFunction;
        };
        if (is_function(i.a) || is_function(i.b) ||
            std::any_of(i.arguments.begin(), i.arguments.end(), is_function)) {
          return false;
        }
        may_wait |= graph.LoopOf(block) == head &&
                    (i.opcode == Opcode::kCall || i.opcode == Opcode::kAtomicUpdate);
      }
      if (procedure_.blocks[block].terminator.kind == Terminator::Kind::kIndirect) return false;
    }
    return may_wait;
  }

  // Those that no turn finds as another one left them, and nobody behind the loop. Each copy gets
  // its own: what is known of a register is known wherever it is used.
  std::vector<ir::Register> RegistersOfTurn(uint32_t head,
                                            const std::vector<uint32_t>& blocks) const {
    const FlowGraph flow(procedure_);
    std::set<ir::Register> set;
    for (uint32_t block : blocks) {
      for (const Instruction& i : procedure_.blocks[block].instructions) {
        if (i.result != ir::kNoRegister) set.insert(i.result);
      }
    }
    const auto is_left = [&](ir::Register r) {
      return flow.IsLiveIn(head, r) || std::any_of(blocks.begin(), blocks.end(), [&](uint32_t b) {
               return std::any_of(flow.successors(b).begin(), flow.successors(b).end(),
                                  [&](uint32_t next) {
                                    return !flow.InLoop(next, head) && flow.IsLiveIn(next, r);
                                  });
             });
    };
    std::vector<ir::Register> own;
    std::copy_if(set.begin(), set.end(), std::back_inserter(own),
                 [&](ir::Register r) { return !is_left(r); });
    return own;
  }

  template <typename Renaming>
  static void Rename(const Renaming& rename, ir::Block* block) {
    const auto apply = [&](Operand& operand) {
      if (operand.kind == Operand::Kind::kRegister) {
        operand.value = rename(static_cast<ir::Register>(operand.value));
      } else if (operand.kind == Operand::Kind::kUnknown && operand.value != 0) {
        operand = Operand::UnknownIn(rename(static_cast<ir::Register>(operand.value - 1)));
      }
    };
    for (Instruction& i : block->instructions) {
      if (i.result != ir::kNoRegister) i.result = rename(i.result);
      for (Operand* operand : {&i.a, &i.b, &i.callee, &i.place.base, &i.source.base}) {
        apply(*operand);
      }
      for (ir::Place* place : {&i.place, &i.source}) {
        for (ir::IndexTerm& term : place->terms) apply(term.index);
      }
      std::for_each(i.arguments.begin(), i.arguments.end(), apply);
    }
    apply(block->terminator.condition);
  }

  void Unroll(const LoopNest& graph, uint32_t head, const std::vector<uint32_t>& blocks,
              int turns) {
    const auto old_count = static_cast<uint32_t>(procedure_.blocks.size());
    const auto block_of = [&](uint32_t block, int turn) {
      if (turn == 0) return block;
      const size_t place = std::lower_bound(blocks.begin(), blocks.end(), block) - blocks.begin();
      return static_cast<uint32_t>(old_count + (turn - 1) * blocks.size() + place);
    };
    const std::vector<ir::Register> own = RegistersOfTurn(head, blocks);
    for (int turn = 1; turn < turns; ++turn) {
      const auto first_own = static_cast<ir::Register>(procedure_.register_names.size());
      for (ir::Register r : own) {
        procedure_.register_names.push_back(procedure_.register_names[r]);
      }
      const auto rename = [&](ir::Register r) {
        const auto at = std::lower_bound(own.begin(), own.end(), r);
        return at == own.end() || *at != r
                   ? r
                   : first_own + static_cast<ir::Register>(at - own.begin());
      };
      for (uint32_t block : blocks) {
        ir::Block copy = procedure_.blocks[block];
        Rename(rename, &copy);
        procedure_.blocks.push_back(std::move(copy));
        if (graph.IsLoopHead(block)) done_.insert(block_of(block, turn));
      }
    }
    for (int turn = 0; turn < turns; ++turn) {
      const auto redirect = [&](uint32_t& target) {
        if (!graph.InLoop(target, head)) return;
        target = block_of(target, target == head ? (turn + 1) % turns : turn);
      };
      for (uint32_t block : blocks) {
        Terminator& end = procedure_.blocks[block_of(block, turn)].terminator;
        std::for_each(end.targets.begin(), end.targets.end(), redirect);
        for (ir::SwitchCase& c : end.cases) redirect(c.target);
      }
    }
  }

  ir::Procedure& procedure_;
  std::set<uint32_t> done_;  // heads looked at, and their copies
  size_t added_ = 0;
};

}  // namespace

int UnrollLoops(ir::Procedure* procedure, UnpeeledEnds* ends) {
  // Every way around a loop leads back to an earlier block somewhere.
  bool has_loop = false;
  UnpeeledEnds before;
  for (uint32_t block = 0; block < procedure->blocks.size() && !has_loop; ++block) {
    for (uint32_t target : procedure->blocks[block].terminator.targets) has_loop |= target <= block;
  }
  if (!has_loop) return 0;
  if (ends != nullptr && ends->empty()) {
    for (const ir::Block& block : procedure->blocks) before.push_back(block.terminator);
  }
  const int unrolled = Unroller(procedure).Run();
  if (!before.empty() && unrolled > 0) *ends = std::move(before);
  return unrolled;
}

}  // namespace plait
