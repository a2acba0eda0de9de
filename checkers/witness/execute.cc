// Single instructions.
#include <optional>
#include <vector>

#include "checkers/witness/arithmetic.h"
#include "checkers/witness/library_call.h"
#include "checkers/witness/machine.h"

namespace plait::witness {
namespace {

using ir::Opcode;
using ir::Operand;

}  // namespace

void Machine::LoadValue(uint32_t t, const ir::Instruction& instruction) {
  if (const auto vague = VagueTarget(t, instruction.place, instruction)) {
    Value value = IsAtomic(instruction) ? Value::Unknown() : LoadVaguely(*vague, instruction);
    value.source = PlaceOf(t, *vague->object, instruction);
    return SetRegister(t, instruction.result, value);
  }
  if (!IsAtomic(instruction) && GoesNowhere(t, instruction.place)) {
    const bool is_nothing = AddressOf(t, instruction.place).address() >= kNothing;
    return SetRegister(t, instruction.result, {0, is_nothing});
  }
  const uint64_t address = Accessible(t, instruction.place, instruction.width);
  if (address == 0) return;
  // What depends on the value is ordered, and nothing else: that is not followed.
  if (instruction.ordering == ir::Ordering::kConsume && limits_.is_exploration) {
    return Stop("memory_order_consume");
  }
  if (IsUnheeded(t, instruction)) {
    return SetRegister(t, instruction.result, {.source = PlaceOf(t, address, instruction)});
  }
  std::optional<Value> older;
  if (limits_.is_weak && IsAtomic(instruction)) {
    older = LoadOlder(t, address, instruction, instruction.ordering, std::nullopt);
    if (!older.has_value()) {
      Check(causality_.Load(t, address, instruction.width, instruction.ordering));
    }
  }
  Value value = older.has_value() ? *older : LoadFrom(address, instruction);
  value.source = PlaceOf(t, address, instruction);
  SetRegister(t, instruction.result, value);
}

void Machine::StoreValue(uint32_t t, const ir::Instruction& instruction) {
  const Value stored = Evaluate(t, instruction.a);
  if (const auto vague = VagueTarget(t, instruction.place, instruction)) {
    NoteFlow(stored, PlaceOf(t, *vague->object, instruction));
    return StoreVaguely(*vague, IsAtomic(instruction) ? Value::Unknown() : stored);
  }
  if (!IsAtomic(instruction) && GoesNowhere(t, instruction.place)) return;
  const uint64_t address = Accessible(t, instruction.place, instruction.width);
  if (address == 0) return;
  if (IsUnheeded(t, instruction)) {
    NoteFlow(stored, PlaceOf(t, address, instruction));
    return StoreTo(address, instruction.width, Value::Unknown());
  }
  if (limits_.is_weak && IsAtomic(instruction)) {
    Check(causality_.Store(t, address, instruction.width, instruction.ordering,
                           RawAt(address, instruction.width)));
  }
  NoteFlow(stored, PlaceOf(t, address, instruction));
  StoreTo(address, instruction.width, stored, instruction.is_signed);
  if (limits_.is_exploration && !limits_.is_weak && stored.known && stored.bits > 0 &&
      threads_[t]->frames.back().code->body->strings[instruction.text] == ir::kFrontOfSequence) {
    MoveToFront(address);
  }
}

void Machine::CopyRecord(uint32_t t, const ir::Instruction& instruction) {
  const auto target = VagueTarget(t, instruction.place, instruction);
  const auto vague_source = VagueTarget(t, instruction.source, instruction);
  if (has_stopped_) return;
  if (target.has_value()) {
    if (!vague_source.has_value() && Accessible(t, instruction.source, instruction.width) == 0)
      return;
    return StoreVaguely(*target, Value::Unknown());
  }
  if (GoesNowhere(t, instruction.place)) return;
  const uint64_t to = Accessible(t, instruction.place, instruction.width);
  if (to == 0) return;
  if (memory_.Find(to, 1)->kind == ObjectKind::kString) return Stop("write to a string literal");
  if (vague_source.has_value() || GoesNowhere(t, instruction.source)) {
    return memory_.Fill(to, instruction.width, Value::Unknown());
  }
  const Value from = AddressOf(t, instruction.source);
  const Memory::Object* text = from.known ? memory_.Around(from.address()) : nullptr;
  const uint64_t offset = Memory::OffsetOf(from.address());
  if (text != nullptr && text->kind == ObjectKind::kString &&
      instruction.width > text->size - offset) {
    // An array that is longer than the text it is initialised with ends in zeros.
    const bool is_known = text->contents == Contents::kZero;
    NoteCopy(to, from.address(), text->size - offset);
    memory_.Copy(to, from.address(), text->size - offset);
    return memory_.Fill(to + text->size - offset, instruction.width - (text->size - offset),
                        {0, is_known});
  }
  const uint64_t source = Accessible(t, instruction.source, instruction.width);
  if (source == 0) return;
  if (limits_.is_exploration && (to ^ source) % 8 != 0 &&
      memory_.IsPartOfAddress(source, instruction.width)) {
    return memory_.Fill(to, instruction.width, Value::Unknown());
  }
  NoteCopy(to, source, instruction.width);
  memory_.Copy(to, source, instruction.width);
}

bool Machine::AllocateOnStack(uint32_t t, const ir::Instruction& instruction) {
  const Value size = instruction.a.is_none() ? Value::Unknown() : Evaluate(t, instruction.a);
  const bool is_unsized = !size.known && limits_.forgets_unneeded;
  if (!is_unsized && (!size.known || size.bits < 0)) {
    Stop("stack memory of unknown size");
    return false;
  }
  const uint64_t address = is_unsized ? memory_.AllocateUnsized(ObjectKind::kStack, OriginHere(t))
                                      : memory_.Allocate(size.bits, ObjectKind::kStack,
                                                         Contents::kUnknown, OriginHere(t));
  if (address == 0) {
    Stop("object too large");
    return false;
  }
  threads_[t].Own().owned.push_back(address);
  SetRegister(t, instruction.result, Value::Of(static_cast<int64_t>(address)));
  return true;
}

void Machine::EnterScope(uint32_t t, uint32_t number) {
  Thread& thread = threads_[t].Own();
  uint64_t& slot = thread.slots[thread.frames.back().slots + number];
  if (slot != 0) EndLocal(t, slot);
  slot = 0;
}

uint32_t Machine::CalleeOf(uint32_t t, const ir::Instruction& instruction) {
  const Frame& frame = threads_[t]->frames.back();
  if (instruction.callee.kind == Operand::Kind::kFunction) {
    return frame.code->functions[instruction.callee.value];
  }
  const Value address = Evaluate(t, instruction.callee);
  return address.known ? executable_.FunctionAt(address.address()) : kNone;
}

void Machine::Call(uint32_t t, const ir::Instruction& instruction) {
  const uint32_t callee = CalleeOf(t, instruction);
  if (callee == kNone) return Stop("call through a pointer that is not known");
  const Function& function = executable_.function(callee);
  if (function.is_ambiguous) return Stop("call of a function defined more than once");
  if (function.definition == kNone) return LibraryCall(*this, t, callee, instruction).Run();
  std::vector<Value> arguments;
  for (const Operand& argument : instruction.arguments) {
    arguments.push_back(Evaluate(t, argument));
  }
  ++Top(t).index;
  const bool is_atomic = function.model != nullptr;
  if (!Enter(t, function.definition, arguments, instruction.result,
             is_atomic ? Frame::Then::kEndAtomic : Frame::Then::kNothing)) {
    return;
  }
  if (is_atomic) {
    if (limits_.is_weak) return Stop(kUnfollowed);
    atomic_owner_ = t;
    ++atomic_depth_;
  }
}

void Machine::Execute(uint32_t t, const ir::Instruction& instruction) {
  switch (instruction.opcode) {
    case Opcode::kCall:
      return Call(t, instruction);  // goes on by itself
    case Opcode::kLoad:
      LoadValue(t, instruction);
      break;
    case Opcode::kStore:
      StoreValue(t, instruction);
      break;
    case Opcode::kCopy:
      CopyRecord(t, instruction);
      break;
    case Opcode::kAddress:
      SetRegister(t, instruction.result, GoneOn(t, instruction, AddressOf(t, instruction.place)));
      break;
    case Opcode::kAssign:
      SetRegister(t, instruction.result, Assigned(t, instruction));
      break;
    case Opcode::kTruncate:
      Truncate(t, instruction);
      break;
    case Opcode::kBinary: {
      if (const std::optional<int64_t> most = MostOf(t, instruction); most.has_value()) {
        SetRegister(t, instruction.result, Value::Of(Choose(*most + 1)));
        break;
      }
      const Value a = Evaluate(t, instruction.a), b = Evaluate(t, instruction.b);
      if (instruction.binary == ir::Binary::kXor && instruction.b.kind == Operand::Kind::kUnknown &&
          b.known) {
        // ProcedureBuilder::UnknownFrom
        SetRegister(t, instruction.result, b);
        break;
      }
      SetRegister(t, instruction.result, Reckon(t, instruction, a, b));
      break;
    }
    case Opcode::kNot: {
      const Value value = Evaluate(t, instruction.a);
      Value opposite = value.IsOther() ? Value::Of(0) : Value{value.bits == 0, value.known};
      opposite.source = value.source;
      SetRegister(t, instruction.result, opposite);
      break;
    }
    case Opcode::kNegate: {
      const Value value = Evaluate(t, instruction.a);
      Value negative = Compute(instruction, ir::Binary::kSub, Value::Of(0), value);
      negative.source = value.source;
      SetRegister(t, instruction.result, negative);
      break;
    }
    case Opcode::kComplement:
      Complement(t, instruction);
      break;
    case Opcode::kAtomicUpdate:
      UpdateAtomically(t, instruction);
      break;
    case Opcode::kCompareExchange:
      CompareExchange(t, instruction);
      break;
    case Opcode::kFence:
      if (limits_.is_weak) causality_.Fence(t, instruction.ordering);
      break;
    case Opcode::kAllocate:
      if (!AllocateOnStack(t, instruction)) return;
      break;
    case Opcode::kEnterScope:
      EnterScope(t, instruction.a.value);
      break;
    case Opcode::kUnknown:
      return Stop("code that could not be lowered");
  }
  ++Top(t).index;
}

void Machine::Terminate(uint32_t t, const ir::Terminator& terminator) {
  Frame& frame = Top(t);
  const auto go_to = [&](uint32_t block) {
    frame.block = limits_.forgets_unneeded ? frame.code->SameAs(block) : block;
    frame.index = 0;
  };
  switch (terminator.kind) {
    case ir::Terminator::Kind::kGoto:
      return go_to(terminator.targets[0]);
    case ir::Terminator::Kind::kReturn:
      return Leave(t, Evaluate(t, terminator.condition));
    case ir::Terminator::Kind::kUnreachable:
      return Stop("end of a path that should not be reached");
    case ir::Terminator::Kind::kIndirect:
      return Stop("computed goto");
    case ir::Terminator::Kind::kBranch:
    case ir::Terminator::Kind::kSwitch:
      break;
  }
  const Value condition = Evaluate(t, terminator.condition);
  NoteDecision(condition);
  if (condition.IsOther() && terminator.kind == ir::Terminator::Kind::kBranch) {
    return go_to(terminator.targets[0]);
  }
  if (!condition.known && limits_.is_exploration) {
    const uint32_t way = Choose(terminator.targets.size() + terminator.cases.size());
    return go_to(way < terminator.targets.size()
                     ? terminator.targets[way]
                     : terminator.cases[way - terminator.targets.size()].target);
  }
  if (!condition.known) {
    const auto join = terminator.kind == ir::Terminator::Kind::kBranch ? PassOver(t, terminator)
                                                                       : std::optional<uint32_t>();
    return join.has_value() ? go_to(*join) : Stop("branch on a value that is not known");
  }
  if (terminator.kind == ir::Terminator::Kind::kBranch) {
    return go_to(terminator.targets[condition.bits != 0 ? 0 : 1]);
  }
  if (limits_.is_exploration && memory_.IsAddress(condition)) {
    return Stop("number that depends on an address");
  }
  for (const ir::SwitchCase& one : terminator.cases) {
    if (one.low <= condition.bits && condition.bits <= one.high) return go_to(one.target);
  }
  go_to(terminator.targets[0]);
}

}  // namespace plait::witness
