// Single instructions.
#include <optional>
#include <string>

#include "checkers/witness/arithmetic.h"
#include "checkers/witness/library_call.h"
#include "checkers/witness/machine.h"

namespace plait::witness {
namespace {

using ir::Opcode;
using ir::Operand;

bool IsAtomic(const ir::Instruction& instruction) {
  return instruction.ordering != ir::Ordering::kPlain;
}

// Values of other widths are not represented.
bool HasRegisterWidth(uint32_t width) { return width >= 1 && width <= 8; }

}  // namespace

Value Machine::Evaluate(uint32_t t, const Operand& operand) {
  const Thread& thread = *threads_[t];
  const Frame& frame = thread.frames.back();
  switch (operand.kind) {
    case Operand::Kind::kRegister:
      return thread.registers[frame.registers + operand.value];
    case Operand::Kind::kConstant:
      return Value::Of(operand.value);
    case Operand::Kind::kGlobal: {
      const uint32_t global = frame.code->globals[operand.value];
      if (global == kNone) break;
      const uint64_t address = AddressOfGlobal(t, global);
      if (address == 0) break;
      return Value::Of(static_cast<int64_t>(address));
    }
    case Operand::Kind::kFunction: {
      const uint32_t function = frame.code->functions[operand.value];
      if (function == kNone) break;
      return Value::Of(static_cast<int64_t>(Executable::AddressOfFunction(function)));
    }
    case Operand::Kind::kSlot: {
      const uint64_t address = AddressOfSlot(t, operand.value);
      if (address == 0) break;
      return Value::Of(static_cast<int64_t>(address));
    }
    case Operand::Kind::kString:
      return Value::Of(static_cast<int64_t>(AddressOfString(*frame.code, operand.value)));
    case Operand::Kind::kNone:
    case Operand::Kind::kUnknown:
      break;
  }
  return Value::Unknown();
}

Value Machine::AddressOf(uint32_t t, const ir::Place& place) {
  const Value base = Evaluate(t, place.base);
  bool is_inside = base.side == Value::Side::kInside;
  if (!base.known && !is_inside) return Value::Unknown();
  uint64_t address = base.address() + static_cast<uint64_t>(place.offset);
  for (const ir::IndexTerm& term : place.terms) {
    const Value index = Evaluate(t, term.index);
    if (!index.known && !is_inside && !(limits_.follows_any_element() && memory_.IsAddress(base))) {
      return Value::Unknown();
    }
    is_inside |= !index.known;
    address += static_cast<uint64_t>(index.bits) * static_cast<uint64_t>(term.stride);
  }
  if (!is_inside) {
    // An element that is made there may be handed to a library.
    constexpr uint64_t kUsualElement = 128;
    memory_.Reach(address, kUsualElement);
    return Value::Of(static_cast<int64_t>(address));
  }
  // No arithmetic leads out of an object.
  Value inside = base;
  inside.bits = static_cast<int64_t>(Memory::BaseOf(base.address()));
  inside.known = false;
  inside.side = Value::Side::kInside;
  return inside;
}

uint64_t Machine::Accessible(uint32_t t, const ir::Place& place, uint64_t width) {
  const Value address = AddressOf(t, place);
  if (has_stopped_) return 0;
  if (!address.known) {
    Stop("access through a pointer that is not known");
    return 0;
  }
  if (width == 0) {
    Stop("access of unknown size");
    return 0;
  }
  memory_.Reach(address.address(), width);
  if (memory_.Find(address.address(), width) == nullptr) {
    Stop("access out of bounds, to null or to freed memory");
    return 0;
  }
  return address.address();
}

void Machine::SetRegister(uint32_t t, ir::Register result, Value value) {
  if (result == ir::kNoRegister) return;
  Thread& thread = threads_[t].Own();
  thread.registers[thread.frames.back().registers + result] = value;
}

void Machine::NoteAccess(uint32_t t, const ir::Place& place, const ir::Instruction& instruction,
                         bool is_write) {
  const Value address = AddressOf(t, place);
  if (const Memory::Object* vague = VagueObject(address); vague != nullptr) {
    if (!limits_.is_exploration) return;
    if (vague->is_shared || limits_.is_weak) {
      looked_at_.push_back({Memory::BaseOf(address.address()),
                            vague->is_unsized ? Memory::kUnsized : vague->size, is_write,
                            IsAtomic(instruction)});
    }
    return;
  }
  if (!address.known) return;
  memory_.Reach(address.address(), instruction.width);
  const Memory::Object* object = memory_.Find(address.address(), instruction.width);
  if (object == nullptr || (!object->is_shared && !limits_.is_weak)) return;
  looked_at_.push_back({address.address(), instruction.width, is_write, IsAtomic(instruction)});
}

Visibility Machine::Look(uint32_t t, const ir::Instruction& instruction) {
  switch (instruction.opcode) {
    case Opcode::kLoad:
      NoteAccess(t, instruction.place, instruction, false);
      break;
    case Opcode::kStore:
    case Opcode::kAtomicUpdate:
      NoteAccess(t, instruction.place, instruction, true);
      break;
    case Opcode::kCopy:
      NoteAccess(t, instruction.source, instruction, false);
      NoteAccess(t, instruction.place, instruction, true);
      break;
    case Opcode::kCompareExchange: {
      NoteAccess(t, instruction.place, instruction, true);
      if (instruction.source.base.is_none()) break;
      const size_t atomic = looked_at_.size();
      NoteAccess(t, instruction.source, instruction, !IsExpected(t, instruction));
      // What is expected is read, and on failure written, by itself.
      if (looked_at_.size() > atomic) looked_at_.back().is_atomic = false;
      break;
    }
    case Opcode::kCall: {
      const uint32_t callee = CalleeOf(t, instruction);
      if (callee == kNone) return Visibility::kNone;
      const Function& function = executable_.function(callee);
      if (function.definition == kNone) return LibraryCall(*this, t, callee, instruction).Look();
      // A body with a model is an atomic section, which only one thread can enter.
      return function.model != nullptr ? Visibility::kSync : Visibility::kNone;
    }
    case Opcode::kFence:
      // Explorations only: others notice which one comes first.
      return limits_.is_exploration && limits_.is_weak &&
                     instruction.ordering == ir::Ordering::kSeqCst
                 ? Visibility::kSync
                 : Visibility::kNone;
    case Opcode::kBinary:
      return MostOf(t, instruction).has_value() ? Visibility::kChoice : Visibility::kNone;
    default:
      return Visibility::kNone;
  }
  if (looked_at_.empty()) return Visibility::kNone;
  if (!IsAtomic(instruction)) return Visibility::kAccess;
  if (limits_.is_exploration && !limits_.is_weak && instruction.ordering != ir::Ordering::kSeqCst) {
    Stop(kWeakOrder);
  }
  return Visibility::kSync;
}

std::optional<int64_t> Machine::MostOf(uint32_t t, const ir::Instruction& instruction) {
  constexpr int64_t kMost = 15;
  const bool is_remainder = instruction.binary == ir::Binary::kRem;
  if (!limits_.is_exploration || (!is_remainder && instruction.binary != ir::Binary::kAnd)) {
    return std::nullopt;
  }
  const Value a = Evaluate(t, instruction.a), b = Evaluate(t, instruction.b);
  if (a.known || !b.known) return std::nullopt;
  if (limits_.forgets_small() &&
      threads_[t]->frames.back().code->counters().IsNoIndex(instruction.result)) {
    has_forgotten_small_ = true;
    return std::nullopt;
  }
  const bool may_be_below =
      instruction.is_signed && a.side != Value::Side::kAbove && a.side != Value::Side::kNatural;
  if (is_remainder && may_be_below) return std::nullopt;
  const int64_t most = is_remainder ? b.bits - 1 : b.bits;
  return 0 <= most && most <= kMost ? std::optional(most) : std::nullopt;
}

bool Machine::IsExpected(uint32_t t, const ir::Instruction& instruction) {
  const Value object = AddressOf(t, instruction.place), source = AddressOf(t, instruction.source);
  if (!object.known || memory_.Find(object.address(), instruction.width) == nullptr ||
      !source.known || memory_.Find(source.address(), instruction.width) == nullptr) {
    return true;
  }
  const Value old = LoadFrom(object.address(), instruction);
  const Value expected = LoadFrom(source.address(), instruction);
  return !old.known || !expected.known || old.bits == expected.bits;
}

Value Machine::LoadFrom(uint64_t address, const ir::Instruction& instruction) {
  if (instruction.kind == ir::ValueKind::kOther || !HasRegisterWidth(instruction.width)) {
    return Value::Unknown();
  }
  if (limits_.is_exploration && instruction.width < 8 &&
      memory_.IsPartOfAddress(address, instruction.width)) {
    Stop("part of an address");
  }
  const bool is_signed = instruction.kind == ir::ValueKind::kInteger && instruction.is_signed;
  return memory_.Load(address, instruction.width, is_signed);
}

Value Machine::RawAt(uint64_t address, uint32_t width) const {
  return HasRegisterWidth(width) ? memory_.Load(address, width, false) : Value::Unknown();
}

std::optional<Value> Machine::LoadOlder(uint32_t t, uint64_t address,
                                        const ir::Instruction& instruction, ir::Ordering ordering,
                                        std::optional<Value> but) {
  if (!limits_.finds_older) return std::nullopt;
  const std::vector<Causality::Message> older =
      causality_.Older(t, address, instruction.width, ordering);
  std::vector<uint32_t> found;
  for (uint32_t i = 0; i < older.size(); ++i) {
    const bool is_left_out = but.has_value() && older[i].value.known &&
                             HaveSameBits(older[i].value, *but, instruction.width);
    if (!is_left_out) found.push_back(i);
  }
  if (found.empty()) return std::nullopt;
  const uint32_t taken = Choose(found.size() + 1);
  if (taken == 0) return std::nullopt;
  const uint32_t index = found[taken - 1];
  causality_.LoadOlder(t, address, instruction.width, ordering, index);
  Value value = older[index].value;
  if (!value.known || instruction.kind == ir::ValueKind::kOther) return Value::Unknown();
  const bool is_signed = instruction.kind == ir::ValueKind::kInteger && instruction.is_signed;
  if (instruction.width < 8) {
    value.bits = Wrap(value.bits, instruction.width, is_signed);
  }
  return value;
}

void Machine::StoreTo(uint64_t address, uint32_t width, Value value) {
  if (memory_.Find(address, 1)->kind == ObjectKind::kString)
    return Stop("write to a string literal");
  if (!HasRegisterWidth(width)) return memory_.Fill(address, width, Value::Unknown());
  if (value.known && width == 8) memory_.Share(value.address());
  if (limits_.is_symmetric && width < 8 && IsHandle(value)) return Stop("part of an address");
  if (limits_.is_exploration && memory_.IsAddress(value) && (width != 8 || address % 8 != 0)) {
    return Stop("part of an address");
  }
  memory_.Store(address, width, value);
}

void Machine::CopyRecord(uint32_t t, const ir::Instruction& instruction) {
  const Memory::Object* target = VagueTarget(t, instruction.place, instruction.ordering);
  const Memory::Object* vague_source = VagueTarget(t, instruction.source, instruction.ordering);
  if (has_stopped_) return;
  if (target != nullptr) {
    if (vague_source == nullptr && Accessible(t, instruction.source, instruction.width) == 0)
      return;
    return StoreVaguely(t, instruction.place, *target, Value::Unknown());
  }
  const uint64_t to = Accessible(t, instruction.place, instruction.width);
  if (to == 0) return;
  if (memory_.Find(to, 1)->kind == ObjectKind::kString) return Stop("write to a string literal");
  if (vague_source != nullptr) {
    return memory_.Fill(to, instruction.width, Value::Unknown());
  }
  const Value from = AddressOf(t, instruction.source);
  const Memory::Object* text = from.known ? memory_.Around(from.address()) : nullptr;
  const uint64_t offset = Memory::OffsetOf(from.address());
  if (text != nullptr && text->kind == ObjectKind::kString &&
      instruction.width > text->size - offset) {
    // An array that is longer than the text it is initialised with ends in zeros.
    const bool is_known = text->contents == Contents::kZero;
    memory_.Copy(to, from.address(), text->size - offset);
    return memory_.Fill(to + text->size - offset, instruction.width - (text->size - offset),
                        {0, is_known});
  }
  const uint64_t source = Accessible(t, instruction.source, instruction.width);
  if (source == 0) return;
  if (limits_.is_exploration && (to ^ source) % 8 != 0 &&
      memory_.IsPartOfAddress(source, instruction.width)) {
    return Stop("part of an address");
  }
  memory_.Copy(to, source, instruction.width);
}

void Machine::UpdateAtomically(uint32_t t, const ir::Instruction& instruction) {
  const uint64_t address = Accessible(t, instruction.place, instruction.width);
  if (address == 0) return;
  if (limits_.is_weak) {
    Check(causality_.Update(t, address, instruction.width, instruction.ordering,
                            RawAt(address, instruction.width)));
  }
  const Value old = LoadFrom(address, instruction);
  const Value operand = Evaluate(t, instruction.a);
  Value after = Value::Unknown();
  if (instruction.binary == ir::Binary::kExchange) {
    after = operand.known ? Value::Of(Wrap(operand.bits, instruction.width, instruction.is_signed))
                          : operand;
  } else if (old.known && operand.known && HasRegisterWidth(instruction.width)) {
    if (limits_.is_exploration && DependsOnAddresses(instruction.binary, old, operand)) {
      return Stop("number that depends on an address");
    }
    // Atomic arithmetic wraps for signed types too.
    const bool is_order =
        instruction.binary == ir::Binary::kMin || instruction.binary == ir::Binary::kMax;
    const std::optional<int64_t> result =
        Apply(instruction.binary, old.bits, operand.bits, 8, is_order && instruction.is_signed);
    if (result.has_value()) {
      const int64_t wrapped = Wrap(*result, instruction.width, instruction.is_signed);
      after = memory_.IsAddress(old) ? Value::Of(wrapped) : Kept(wrapped, limits_.most_kept);
    }
  }
  StoreTo(address, instruction.width, after);
  SetRegister(t, instruction.result, instruction.new_value ? after : old);
}

void Machine::CompareExchange(uint32_t t, const ir::Instruction& instruction) {
  const uint64_t address = Accessible(t, instruction.place, instruction.width);
  if (address == 0) return;
  const bool has_source = !instruction.source.base.is_none();
  const uint64_t source =
      has_source ? Accessible(t, instruction.source, instruction.width) : address;
  if (source == 0) return;
  Value old = LoadFrom(address, instruction);
  const Value expected = has_source ? LoadFrom(source, instruction) : Evaluate(t, instruction.b);
  const bool is_any = limits_.is_symmetric && IsHandle(old) && IsHandle(expected);
  if (!old.known || !expected.known || is_any)
    return Stop("comparison of a value that is not known");
  bool is_equal = HaveSameBits(old, expected, instruction.width);
  if (limits_.is_exploration) {
    if (DependsOnAddresses(ir::Binary::kEq, old, expected)) {
      return Stop("number that depends on an address");
    }
    // A weak one may fail without reason.
    const bool may_fail = instruction.is_weak && memory_.IsShared(address);
    if (is_equal && may_fail && Choose(2) == 1) is_equal = false;
  }
  if (limits_.is_weak) {
    // Only if both orders are is the whole. Else the order of one that fails is not known: an
    // exploration takes it for the weakest, a search for the strongest.
    const ir::Ordering failed = instruction.ordering == ir::Ordering::kSeqCst
                                    ? ir::Ordering::kSeqCst
                                : limits_.is_exploration ? ir::Ordering::kRelaxed
                                                         : ir::Ordering::kAcquire;
    const std::optional<Value> older =
        LoadOlder(t, address, instruction, failed,
                  instruction.is_weak ? std::nullopt : std::optional(expected));
    if (older.has_value()) {
      old = *older;
      is_equal = false;
      if (!old.known || DependsOnAddresses(ir::Binary::kEq, old, expected)) {
        return Stop("comparison of a value that is not known");
      }
    } else if (is_equal) {
      Check(causality_.Update(t, address, instruction.width, instruction.ordering,
                              RawAt(address, instruction.width), expected));
    } else {
      Check(causality_.FailsByOlder(t, address, instruction.width, expected) &&
            causality_.Load(t, address, instruction.width, failed));
    }
  }
  if (is_equal) {
    StoreTo(address, instruction.width, Evaluate(t, instruction.a));
  } else if (has_source) {
    StoreTo(source, instruction.width, old);
  }
  SetRegister(t, instruction.result, instruction.result_is_old ? old : Value::Of(is_equal));
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
    case Opcode::kLoad: {
      if (VagueTarget(t, instruction.place, instruction.ordering) != nullptr) {
        SetRegister(t, instruction.result, Value::Unknown());
        break;
      }
      const uint64_t address = Accessible(t, instruction.place, instruction.width);
      if (address == 0) break;
      std::optional<Value> older;
      if (limits_.is_weak && IsAtomic(instruction)) {
        older = LoadOlder(t, address, instruction, instruction.ordering, std::nullopt);
        if (!older.has_value()) {
          Check(causality_.Load(t, address, instruction.width, instruction.ordering));
        }
      }
      const Value value = older.has_value() ? *older : LoadFrom(address, instruction);
      const Code& code = *threads_[t]->frames.back().code;
      const bool is_number = instruction.kind == ir::ValueKind::kInteger;
      SetRegister(t, instruction.result,
                  is_number ? Decisive(code, instruction.result, value) : value);
      break;
    }
    case Opcode::kStore: {
      if (const Memory::Object* vague = VagueTarget(t, instruction.place, instruction.ordering)) {
        StoreVaguely(t, instruction.place, *vague, Evaluate(t, instruction.a));
        break;
      }
      const uint64_t address = Accessible(t, instruction.place, instruction.width);
      if (address == 0) break;
      if (limits_.is_weak && IsAtomic(instruction)) {
        Check(causality_.Store(t, address, instruction.width, instruction.ordering,
                               RawAt(address, instruction.width)));
      }
      StoreTo(address, instruction.width, Stored(address, instruction, Evaluate(t, instruction.a)));
      break;
    }
    case Opcode::kCopy:
      CopyRecord(t, instruction);
      break;
    case Opcode::kAddress:
      SetRegister(t, instruction.result, AddressOf(t, instruction.place));
      break;
    case Opcode::kAssign:
      SetRegister(t, instruction.result, Evaluate(t, instruction.a));
      break;
    case Opcode::kTruncate: {
      Value value = Evaluate(t, instruction.a);
      if (limits_.is_exploration && instruction.width < 8 &&
          (memory_.IsAddress(value) || (limits_.is_symmetric && IsHandle(value)))) {
        return Stop("part of an address");
      }
      value.bits = Wrap(value.bits, instruction.width, instruction.is_signed);
      const bool is_natural = !instruction.is_signed && instruction.width < 8;
      value.side = is_natural ? Value::Side::kNatural : Value::Side::kAny;
      if (instruction.width > 8) value.known = false;
      SetRegister(t, instruction.result, value);
      break;
    }
    case Opcode::kBinary:
      if (const std::optional<int64_t> most = MostOf(t, instruction); most.has_value()) {
        SetRegister(t, instruction.result, Value::Of(Choose(*most + 1)));
        break;
      }
      SetRegister(t, instruction.result,
                  Reckon(t, instruction, Evaluate(t, instruction.a), Evaluate(t, instruction.b)));
      break;
    case Opcode::kNot: {
      const Value value = Evaluate(t, instruction.a);
      SetRegister(t, instruction.result,
                  value.IsOther() ? Value::Of(0) : Value{value.bits == 0, value.known});
      break;
    }
    case Opcode::kNegate:
      SetRegister(t, instruction.result,
                  Compute(instruction, ir::Binary::kSub, Value::Of(0), Evaluate(t, instruction.a)));
      break;
    case Opcode::kComplement: {
      Value value = Evaluate(t, instruction.a);
      if (limits_.is_exploration && (memory_.IsAddress(value) || IsHandle(value))) {
        return Stop("part of an address");
      }
      value.bits = Wrap(~value.bits, instruction.width, instruction.is_signed);
      value.side = Value::Side::kAny;
      if (instruction.width > 8) value.known = false;
      SetRegister(t, instruction.result, value);
      break;
    }
    case Opcode::kAtomicUpdate:
      UpdateAtomically(t, instruction);
      break;
    case Opcode::kCompareExchange:
      CompareExchange(t, instruction);
      break;
    case Opcode::kFence:
      if (limits_.is_weak) causality_.Fence(t, instruction.ordering);
      break;
    case Opcode::kAllocate: {
      const Value size = instruction.a.is_none() ? Value::Unknown() : Evaluate(t, instruction.a);
      const bool is_unsized = !size.known && limits_.forgets();
      if (!is_unsized && (!size.known || size.bits < 0)) {
        return Stop("stack memory of unknown size");
      }
      const uint64_t address =
          is_unsized
              ? memory_.AllocateUnsized(ObjectKind::kStack, OriginHere(t))
              : memory_.Allocate(size.bits, ObjectKind::kStack, Contents::kUnknown, OriginHere(t));
      if (address == 0) return Stop("object too large");
      threads_[t].Own().owned.push_back(address);
      SetRegister(t, instruction.result, Value::Of(static_cast<int64_t>(address)));
      break;
    }
    case Opcode::kEnterScope: {
      Thread& thread = threads_[t].Own();
      uint64_t& slot = thread.slots[thread.frames.back().slots + instruction.a.value];
      if (slot != 0) memory_.Free(slot);
      slot = 0;
      break;
    }
    case Opcode::kUnknown:
      return Stop("code that could not be lowered");
  }
  ++Top(t).index;
}

bool Machine::EndsProgram(uint32_t t, const ir::Terminator& terminator) const {
  return t == 0 && threads_[t]->frames.size() == 1 &&
         terminator.kind == ir::Terminator::Kind::kReturn;
}

// Explorations also stop where an atomic or once-function or a thread ends, and where it is not
// known which way is taken.
Visibility Machine::LookAtEnd(uint32_t t, const ir::Terminator& terminator) {
  Thread& thread = threads_[t].Own();
  thread.ends_program = EndsProgram(t, terminator);
  if (thread.ends_program) return Visibility::kSync;
  if (!limits_.is_exploration) return Visibility::kNone;
  switch (terminator.kind) {
    case ir::Terminator::Kind::kReturn:
      return thread.frames.size() == 1 || thread.frames.back().then != Frame::Then::kNothing
                 ? Visibility::kSync
                 : Visibility::kNone;
    case ir::Terminator::Kind::kBranch:
    case ir::Terminator::Kind::kSwitch:
      return Evaluate(t, terminator.condition).known ? Visibility::kNone : Visibility::kChoice;
    default:
      return Visibility::kNone;
  }
}

void Machine::Terminate(uint32_t t, const ir::Terminator& terminator) {
  Frame& frame = Top(t);
  const auto go_to = [&](uint32_t block) {
    frame.block = limits_.forgets() ? frame.code->SameAs(block) : block;
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
  if (condition.IsOther() && terminator.kind == ir::Terminator::Kind::kBranch) {
    return go_to(terminator.targets[0]);
  }
  if (!condition.known && limits_.is_exploration) {
    const uint32_t way = Choose(terminator.targets.size() + terminator.cases.size());
    return go_to(way < terminator.targets.size()
                     ? terminator.targets[way]
                     : terminator.cases[way - terminator.targets.size()].target);
  }
  if (!condition.known) return Stop("branch on a value that is not known");
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
