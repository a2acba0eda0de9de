// Loads, stores and copies of places that expressions denote.
#include <utility>

#include "frontend/lower_function.h"
#include "frontend/spelling.h"

namespace plait::frontend {

ir::StringIndex FunctionLowering::TextOf(const Lvalue& lvalue) {
  if (!lvalue.text.empty()) return builder_.Intern(lvalue.text);
  return lvalue.source == nullptr ? 0 : builder_.Intern(SpellExpression(*lvalue.source));
}

ir::Instruction FunctionLowering::Access(ir::Opcode opcode, const Lvalue& lvalue) {
  if (lvalue.source != nullptr) SetLocation(lvalue.source->getBeginLoc());
  ir::Instruction access;
  access.opcode = opcode;
  access.place = lvalue.place;
  access.kind = Types::Kind(lvalue.type);
  access.width = lvalue.bits.bit_width > 0 ? lvalue.bits.width : types_.Width(lvalue.type);
  access.is_volatile = lvalue.type.isVolatileQualified();
  access.is_signed = access.kind != ir::ValueKind::kInteger || Types::IsSigned(lvalue.type);
  if (lvalue.type->isAtomicType()) access.ordering = ir::Ordering::kSeqCst;
  access.text = TextOf(lvalue);
  access.is_intended = lvalue.source != nullptr && unit_.intent().IsMarked(*lvalue.source);
  access.field = lvalue.field;
  return access;
}

ir::Operand FunctionLowering::Load(const Lvalue& lvalue) {
  if (lvalue.variable.has_value()) {
    return Types::Kind(lvalue.type) == ir::ValueKind::kOther ? Operand::Unknown()
                                                             : Operand::Reg(*lvalue.variable);
  }
  if (lvalue.type->isFunctionType()) return AddressOf(lvalue);
  if (lvalue.type->isReferenceType()) {
    Lvalue pointer = lvalue;
    pointer.type = context_.getPointerType(lvalue.type->getPointeeType());
    return Load(pointer);
  }
  ir::Instruction load = Access(ir::Opcode::kLoad, lvalue);
  load.result = builder_.NewRegister();
  const Operand result =
      load.kind == ir::ValueKind::kOther ? Operand::Unknown() : Operand::Reg(load.result);
  builder_.Append(std::move(load));
  return lvalue.bits.bit_width > 0 ? ExtractBits(result, lvalue) : result;
}

ir::Operand FunctionLowering::ExtractBits(const Operand& unit, const Lvalue& lvalue) {
  const StorageUnit& bits = lvalue.bits;
  // Sign extension of a few bits has no instruction; such values are not tracked.
  if (bits.width > 8 || bits.bit_width >= 63 || Types::IsSigned(lvalue.type)) {
    return Operand::Unknown();
  }
  const Operand shifted =
      bits.bit_offset == 0
          ? unit
          : builder_.Binary(ir::Binary::kShr, unit, Operand::Constant(bits.bit_offset), 8, false);
  if (bits.bit_offset + bits.bit_width == 8 * bits.width) return shifted;
  const int64_t mask = (int64_t{1} << bits.bit_width) - 1;
  return builder_.Binary(ir::Binary::kAnd, shifted, Operand::Constant(mask), 8, false);
}

ir::Operand FunctionLowering::CutToBits(const Operand& value, const Lvalue& lvalue) {
  const StorageUnit& bits = lvalue.bits;
  if (bits.bit_width == 0) return value;
  // Not worth an instruction each time: hardly anyone looks at the result.
  if (value.kind != Operand::Kind::kConstant || bits.bit_width >= 63 ||
      Types::IsSigned(lvalue.type)) {
    return Operand::Unknown();
  }
  return Operand::Constant(value.value & ((int64_t{1} << bits.bit_width) - 1));
}

void FunctionLowering::Store(const Lvalue& lvalue, const Operand& value) {
  if (lvalue.variable.has_value()) {
    return builder_.Assign(*lvalue.variable, value, Types::Kind(lvalue.type));
  }
  if (lvalue.type->isReferenceType()) {
    Lvalue pointer = lvalue;
    pointer.type = context_.getPointerType(lvalue.type->getPointeeType());
    return Store(pointer, value);
  }
  ir::Instruction store = Access(ir::Opcode::kStore, lvalue);
  // Assigning one bit-field leaves the unit with a value that is no longer known.
  store.a = lvalue.bits.bit_width > 0 ? Operand::Unknown() : value;
  builder_.Append(std::move(store));
}

void FunctionLowering::Copy(const Lvalue& to, const ir::Place& from, const clang::Expr* source) {
  if (to.variable.has_value()) return;
  // The byte of an empty class holds nothing, and may be another member's if this is a base.
  const clang::CXXRecordDecl* record = to.type->getAsCXXRecordDecl();
  if (record != nullptr && record->hasDefinition() && record->isEmpty()) return;
  const bool reads_atomically = source != nullptr && source->getType()->isAtomicType();
  if (reads_atomically && !to.type->isAtomicType()) {
    // A copy has one ordering for both sides, and the object written may be shared as well.
    Lvalue temporary;
    temporary.place.base = Operand::Slot(NewTemporary(source->getType()));
    temporary.type = source->getType();
    temporary.text = "temporary";
    Copy(temporary, from, source);
    return Copy(to, temporary.place, nullptr);
  }
  ir::Instruction copy = Access(ir::Opcode::kCopy, to);
  copy.source = from;
  if (record != nullptr && record->hasDefinition()) {
    // A derived class may have members of its own in what a base leaves free at its end.
    copy.width =
        static_cast<uint32_t>(context_.getTypeInfoDataSizeInChars(to.type).Width.getQuantity());
  }
  if (source != nullptr) {
    SetLocation(source->getBeginLoc());
    copy.source_text = builder_.Intern(SpellExpression(*source));
    copy.source_is_intended = unit_.intent().IsMarked(*source);
    copy.is_volatile = copy.is_volatile || source->getType().isVolatileQualified();
  }
  builder_.Append(std::move(copy));
}

}  // namespace plait::frontend
