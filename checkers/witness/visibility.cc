// What an instruction is about to do that other threads may notice.
#include <optional>

#include "analyzer/ir/standard_streams.h"
#include "checkers/witness/library_call.h"
#include "checkers/witness/machine.h"

namespace plait::witness {
namespace {

using ir::Opcode;

}  // namespace

// Plain accesses to what no two threads can race for are nothing to anybody.
void Machine::LookAt(const Bytes& bytes) {
  const Memory::Object& object = *memory_.objects()[Memory::NumberOf(bytes.address)];
  const bool is_global = object.kind == ObjectKind::kGlobal && object.origin.owner != kNone;
  const ir::Global* const global = is_global ? executable_.global(object.origin.owner) : nullptr;
  if (global != nullptr && global->is_const && !bytes.is_write) return;
  if (is_global && executable_.IsSynchronisedStream(object.origin.owner) &&
      Memory::OffsetOf(bytes.address) == ir::kStreamCharacters) {
    return;
  }
  if (bytes.is_atomic || !IsSettled(object)) looked_at_.push_back(bytes);
}

bool Machine::IsSettled(const Memory::Object& object) const {
  if (limits_.suspects == nullptr || object.origin.owner == kNone) return false;
  if (object.kind == ObjectKind::kGlobal) {
    return !limits_.suspects->globals.contains(executable_.global_name(object.origin.owner));
  }
  return IsOfMain(object) && !limits_.suspects->slots.contains(object.origin.index);
}

// A variable of main that there is as long as main runs.
bool Machine::IsOfMain(const Memory::Object& object) const {
  if (object.kind != ObjectKind::kSlot || object.origin.owner != executable_.root()) return false;
  const Code& main = executable_.CodeOf(executable_.root());
  return !main.IsRenewed(object.origin.index);
}

void Machine::NoteAccess(uint32_t t, const ir::Place& place, const ir::Instruction& instruction,
                         bool is_write) {
  const Value address = AddressOf(t, place);
  if (const auto vague = SpreadOf(t, place, instruction.width)) {
    if (!limits_.is_exploration) return;
    if (vague->object->is_shared || limits_.is_weak) {
      Bytes bytes = vague->bytes;
      bytes.is_write = is_write;
      bytes.is_atomic = IsAtomic(instruction);
      LookAt(bytes);
    }
    return;
  }
  if (!address.known) return;
  memory_.Reach(address.address(), instruction.width);
  const Memory::Object* object = memory_.Find(address.address(), instruction.width);
  if (object == nullptr || (!object->is_shared && !limits_.is_weak)) return;
  LookAt({address.address(), instruction.width, is_write, IsAtomic(instruction)});
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
  if (!IsAtomic(instruction) || IsUnheeded(t, instruction)) return Visibility::kAccess;
  if (limits_.is_exploration && !limits_.is_weak && !limits_.is_walk &&
      instruction.ordering != ir::Ordering::kSeqCst) {
    Stop(kWeakOrder);
  }
  return Visibility::kSync;
}

// An atomic number that decides nothing is any number to who reads it, and keeps nobody from what
// others do meanwhile, whatever its order. (What it orders is not looked at: more can happen so.)
bool Machine::IsUnheeded(uint32_t t, const ir::Instruction& instruction) {
  if (!IsAtomic(instruction) || limits_.relevance == nullptr || limits_.is_walk ||
      instruction.opcode == Opcode::kCompareExchange ||
      instruction.kind != ir::ValueKind::kInteger || !HasRegisterWidth(instruction.width)) {
    return false;
  }
  const Value address = AddressOf(t, instruction.place);
  const Memory::Object* object = VagueObject(address);
  if (object == nullptr && address.known) {
    object = memory_.Find(address.address(), instruction.width);
  }
  return object != nullptr && limits_.relevance->IsUnheeded(PlaceOf(t, *object, instruction));
}

std::optional<int64_t> Machine::MostOf(uint32_t t, const ir::Instruction& instruction) {
  constexpr int64_t kMost = 15;
  const bool is_remainder = instruction.binary == ir::Binary::kRem;
  if (!limits_.is_exploration || (!is_remainder && instruction.binary != ir::Binary::kAnd)) {
    return std::nullopt;
  }
  const Value a = Evaluate(t, instruction.a), b = Evaluate(t, instruction.b);
  if (a.known || !b.known) return std::nullopt;
  if (limits_.forgets_unneeded &&
      !TellsInput(*threads_[t]->frames.back().code, instruction.result)) {
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

}  // namespace plait::witness
