// Initialisers of objects in memory: one store per scalar that the source gives a value, and zeros
// for the rest, as C demands.
#include <algorithm>
#include <string>

#include "clang/AST/DeclCXX.h"
#include "clang/AST/ExprCXX.h"
#include "clang/AST/RecordLayout.h"
#include "frontend/lower_function.h"
#include "llvm/Support/Casting.h"

namespace plait::frontend {

using llvm::cast;
using llvm::dyn_cast;
using llvm::isa;

namespace {

// Objects with more scalars are zeroed by one memset before the given values are stored.
constexpr uint64_t kMostSingleZeros = 16;

const clang::Expr* Bare(const clang::Expr* initializer) {
  while (true) {
    initializer = initializer->IgnoreParens();
    if (const auto* full = dyn_cast<clang::FullExpr>(initializer)) {
      initializer = full->getSubExpr();
    } else if (const auto* bound = dyn_cast<clang::CXXBindTemporaryExpr>(initializer)) {
      initializer = bound->getSubExpr();
    } else if (const auto* by_default = dyn_cast<clang::CXXDefaultInitExpr>(initializer)) {
      initializer = by_default->getExpr();
    } else if (const auto* by_default = dyn_cast<clang::CXXDefaultArgExpr>(initializer)) {
      initializer = by_default->getExpr();
    } else if (const auto* choose = dyn_cast<clang::ChooseExpr>(initializer)) {
      initializer = choose->getChosenSubExpr();
    } else if (const auto* generic = dyn_cast<clang::GenericSelectionExpr>(initializer)) {
      initializer = generic->getResultExpr();
    } else if (const auto* conversion = dyn_cast<clang::CastExpr>(initializer);
               conversion != nullptr &&
               (conversion->getCastKind() == clang::CK_NonAtomicToAtomic ||
                conversion->getCastKind() == clang::CK_AtomicToNonAtomic ||
                conversion->getCastKind() == clang::CK_ConstructorConversion)) {
      initializer = conversion->getSubExpr();
    } else {
      return initializer;
    }
  }
}

}  // namespace

Lvalue FunctionLowering::FieldOf(const Lvalue& record, const clang::FieldDecl& field) {
  Lvalue lvalue;
  lvalue.place = record.place;
  lvalue.bits = types_.Storage(field);
  AddOffset(lvalue.place, static_cast<int64_t>(lvalue.bits.offset));
  lvalue.type = field.getType();
  lvalue.text = record.text;
  lvalue.field = record.field;
  if (!field.getName().empty()) {
    lvalue.text += "." + field.getName().str();
    lvalue.field = builder_.Intern(types_.FieldName(field));
  }
  return lvalue;
}

Lvalue FunctionLowering::ElementOf(const Lvalue& array, clang::QualType element, uint64_t index) {
  Lvalue lvalue;
  lvalue.place = array.place;
  AddOffset(lvalue.place, static_cast<int64_t>(index * types_.Size(element)));
  lvalue.type = element;
  lvalue.text = array.text + "[" + std::to_string(index) + "]";
  return lvalue;
}

uint64_t FunctionLowering::CountScalars(clang::QualType type, uint64_t limit) {
  if (const auto* array = context_.getAsConstantArrayType(type)) {
    const uint64_t inside = CountScalars(array->getElementType(), limit);
    const uint64_t elements = array->getSize().getLimitedValue(limit);
    return std::min(limit, inside * elements);
  }
  const clang::RecordDecl* record = type->getAsRecordDecl();
  if (record == nullptr) return 1;
  uint64_t count = 0;
  for (const clang::FieldDecl* field : record->fields()) {
    const uint64_t inside = CountScalars(field->getType(), limit);
    count = record->isUnion() ? std::max(count, inside) : count + inside;
    if (count >= limit) return limit;
  }
  return count;
}

void FunctionLowering::LowerInitializer(const Lvalue& object, const clang::Expr* initializer,
                                        bool zeroed) {
  initializer = Bare(initializer);
  Lvalue target = object;
  if (const auto* atomic = object.type->getAs<clang::AtomicType>()) {
    target.type = atomic->getValueType();  // initialisation is not an atomic operation
  }
  if (initializer->isTypeDependent()) {
    LowerUnknown(*initializer, "expression with errors", {AddressOf(target)});
    return;
  }
  if (isa<clang::NoInitExpr>(initializer)) return;
  if (!Types::IsAggregate(target.type)) {
    if (target.type->isReferenceType()) return Store(target, LowerReferenceBinding(initializer));
    const Operand value = LowerValue(initializer);
    const bool is_zero = value.kind == Operand::Kind::kConstant && value.value == 0;
    if (!is_zero || !zeroed) Store(target, value);
    return;
  }
  if (const auto* list = dyn_cast<clang::InitListExpr>(initializer)) {
    if (list->isSyntacticForm() && list->getSemanticForm() != nullptr) {
      list = list->getSemanticForm();
    }
    if (list->isTransparent()) return LowerInitializer(target, list->getInit(0), zeroed);
    return InitializeAggregate(target, *list, zeroed);
  }
  if (isa<clang::ImplicitValueInitExpr>(initializer) ||
      isa<clang::CXXScalarValueInitExpr>(initializer)) {
    if (!zeroed) StoreZero(target);
    return;
  }
  if (const auto* update = dyn_cast<clang::DesignatedInitUpdateExpr>(initializer)) {
    LowerInitializer(target, update->getBase(), zeroed);
    return LowerInitializer(target, update->getUpdater(), /*zeroed=*/true);
  }
  if (const auto* construction = dyn_cast<clang::CXXConstructExpr>(initializer)) {
    return LowerConstruction(target, *construction);
  }
  if (const auto* inherited = dyn_cast<clang::CXXInheritedCtorInitExpr>(initializer)) {
    return LowerInheritedConstruction(target, *inherited);
  }
  if (const auto* braces = dyn_cast<clang::CXXStdInitializerListExpr>(initializer)) {
    return InitializeList(target, *braces);
  }
  if (target.type->isArrayType()) return InitializeText(target, *initializer);
  if (const auto* conversion = dyn_cast<clang::CastExpr>(initializer);
      conversion != nullptr && conversion->getCastKind() == clang::CK_ToUnion) {
    Lvalue member = target;
    member.type = conversion->getSubExpr()->getType();
    return LowerInitializer(member, conversion->getSubExpr(), zeroed);
  }
  if (const auto* lambda = dyn_cast<clang::LambdaExpr>(initializer)) {
    return LowerLambda(target, *lambda);
  }
  Copy(target, LowerRecord(initializer), RecordSource(*initializer));
}

void FunctionLowering::InitializeText(const Lvalue& object, const clang::Expr& literal) {
  const clang::Expr* bare = literal.IgnoreParens();
  if (const auto* loop = dyn_cast<clang::ArrayInitLoopExpr>(bare)) {
    const clang::Expr* source = loop->getCommonExpr()->getSourceExpr();
    if (source != nullptr && source->isGLValue()) {
      return Copy(object, LowerLvalue(source).place, source);
    }
  }
  if (bare->isGLValue() || isa<clang::StringLiteral>(bare)) {
    return Copy(object, LowerLvalue(bare).place, isa<clang::StringLiteral>(bare) ? nullptr : bare);
  }
  if (bare->getType()->isArrayType()) {
    // An array out of a compound literal or a record returned by value.
    return Copy(object, LowerRecord(bare), nullptr);
  }
  LowerUnknown(literal, "initialiser of an array", {AddressOf(object)});
}

void FunctionLowering::InitializeList(const Lvalue& object,
                                      const clang::CXXStdInitializerListExpr& list) {
  const Lvalue elements = LowerLvalue(list.getSubExpr());
  const auto* array = context_.getAsConstantArrayType(elements.type);
  if (array == nullptr) {
    LowerUnknown(list, "initialiser of a list", {AddressOf(object)});
    return;
  }
  Lvalue word = object;
  word.type = context_.VoidPtrTy;
  Store(word, AddressOf(elements));
  word.type = context_.getSizeType();
  AddOffset(word.place, static_cast<int64_t>(types_.Size(context_.VoidPtrTy)));
  Store(word, Operand::Constant(static_cast<int64_t>(array->getSize().getZExtValue())));
}

void FunctionLowering::ZeroBytes(const Lvalue& object) {
  const uint64_t size = types_.Size(object.type);
  const Operand bytes = object.type->isVariableArrayType()
                            ? DynamicSize(object.type)
                            : Operand::Constant(static_cast<int64_t>(size));
  EmitLibraryCall("memset", {AddressOf(object), Operand::Constant(0), bytes}, context_.VoidPtrTy);
}

void FunctionLowering::StoreZero(const Lvalue& object) {
  if (!Types::IsAggregate(object.type)) {
    const bool tracked = Types::Kind(object.type) != ir::ValueKind::kOther;
    return Store(object, tracked ? Operand::Constant(0) : Operand::Unknown());
  }
  const clang::RecordDecl* record = object.type->getAsRecordDecl();
  const auto* of_class = dyn_cast_if_present<clang::CXXRecordDecl>(record);
  // As in Copy(); of a class that is not there nothing is known.
  if (of_class != nullptr && (!of_class->hasDefinition() || of_class->isEmpty())) return;
  if (CountScalars(object.type, kMostSingleZeros + 1) > kMostSingleZeros ||
      object.type->isVariableArrayType() || (record != nullptr && record->isUnion()) ||
      of_class != nullptr) {
    return ZeroBytes(object);
  }
  if (const auto* array = context_.getAsConstantArrayType(object.type)) {
    for (uint64_t i = 0; i < array->getSize().getZExtValue(); ++i) {
      StoreZero(ElementOf(object, array->getElementType(), i));
    }
    return;
  }
  if (record == nullptr) return;
  uint64_t last_unit = UINT64_MAX;
  for (const clang::FieldDecl* field : record->fields()) {
    if (field->isUnnamedBitField()) continue;
    Lvalue member = FieldOf(object, *field);
    if (member.bits.bit_width > 0) {
      if (member.bits.offset == last_unit) continue;  // one store zeroes the whole run
      last_unit = member.bits.offset;
      ir::Instruction store = Access(ir::Opcode::kStore, member);
      store.a = Operand::Constant(0);
      builder_.Append(std::move(store));
      continue;
    }
    StoreZero(member);
  }
}

void FunctionLowering::InitializeAggregate(const Lvalue& object, const clang::InitListExpr& list,
                                           bool zeroed) {
  if (!zeroed && (object.type->isVariableArrayType() ||
                  CountScalars(object.type, kMostSingleZeros + 1) > kMostSingleZeros)) {
    ZeroBytes(object);
    zeroed = true;
  }
  if (object.type->isArrayType()) return InitializeArray(object, list, zeroed);
  InitializeRecord(object, list, zeroed);
}

void FunctionLowering::InitializeArray(const Lvalue& object, const clang::InitListExpr& list,
                                       bool zeroed) {
  const clang::QualType element = context_.getAsArrayType(object.type)->getElementType();
  for (unsigned i = 0; i < list.getNumInits(); ++i) {
    if (list.getInit(i) == nullptr) continue;
    LowerInitializer(ElementOf(object, element, i), list.getInit(i), zeroed);
  }
  const clang::Expr* filler = list.getArrayFiller();
  const auto* array = context_.getAsConstantArrayType(object.type);
  if (filler == nullptr || array == nullptr) return;
  if (zeroed && isa<clang::ImplicitValueInitExpr>(filler)) return;
  const uint64_t size = array->getSize().getZExtValue();
  if (size > kMostSingleZeros && list.getNumInits() < size) {
    // All the remaining elements alike: one of them stands for all.
    Lvalue any = ElementOf(object, element, 0);
    AddIndex(any.place, Operand::Unknown(), static_cast<int64_t>(types_.Size(element)));
    any.text = object.text + "[...]";
    return LowerInitializer(any, filler, zeroed);
  }
  for (uint64_t i = list.getNumInits(); i < size; ++i) {
    LowerInitializer(ElementOf(object, element, i), filler, zeroed);
  }
}

void FunctionLowering::InitializeRecord(const Lvalue& object, const clang::InitListExpr& list,
                                        bool zeroed) {
  const clang::RecordDecl* record = object.type->getAsRecordDecl();
  if (record == nullptr || record->isInvalidDecl()) {
    LowerUnknown(list, "initialiser of an unusual type", {AddressOf(object)});
    return;
  }
  if (record->isUnion()) {
    const clang::FieldDecl* field = list.getInitializedFieldInUnion();
    if (field == nullptr || list.getNumInits() == 0) {
      if (!zeroed) StoreZero(object);
      return;
    }
    return LowerInitializer(FieldOf(object, *field), list.getInit(0), zeroed);
  }
  unsigned next = 0;
  if (const auto* derived = dyn_cast<clang::CXXRecordDecl>(record)) {
    for (const clang::CXXBaseSpecifier& base : derived->bases()) {
      const clang::CXXRecordDecl* parent = base.getType()->getAsCXXRecordDecl();
      if (parent == nullptr || next >= list.getNumInits()) continue;
      Lvalue part = object;
      part.type = base.getType();
      if (!base.isVirtual()) {
        AddOffset(part.place,
                  context_.getASTRecordLayout(derived).getBaseClassOffset(parent).getQuantity());
      }
      LowerInitializer(part, list.getInit(next++), zeroed);
    }
  }
  // Bit-fields of one run share a storage unit, which is stored once with all their values.
  struct Unit {
    Lvalue first;
    Operand value = Operand::Constant(0);
    uint64_t last_offset = UINT64_MAX;
  } unit;
  const auto store_unit = [&] {
    if (unit.last_offset == UINT64_MAX) return;
    if (zeroed && unit.value.kind == Operand::Kind::kConstant && unit.value.value == 0) {
      unit = Unit();
      return;
    }
    ir::Instruction store = Access(ir::Opcode::kStore, unit.first);
    store.a = unit.value;
    builder_.Append(std::move(store));
    unit = Unit();
  };
  for (const clang::FieldDecl* field : record->fields()) {
    if (field->isUnnamedBitField()) continue;
    const clang::Expr* value = next < list.getNumInits() ? list.getInit(next) : nullptr;
    ++next;
    const Lvalue member = FieldOf(object, *field);
    if (member.bits.bit_width == 0) {
      store_unit();
      if (value != nullptr) {
        LowerInitializer(member, value, zeroed);
      } else if (!zeroed && !field->getType()->isIncompleteArrayType()) {
        StoreZero(member);
      }
      continue;
    }
    if (member.bits.offset != unit.last_offset) {
      store_unit();
      unit.first = member;
      unit.last_offset = member.bits.offset;
    }
    const Operand bits = value == nullptr ? Operand::Constant(0) : LowerValue(value);
    const bool known = bits.kind == Operand::Kind::kConstant &&
                       unit.value.kind == Operand::Kind::kConstant && member.bits.width <= 8 &&
                       member.bits.bit_width < 64;
    if (!known) {
      unit.value = Operand::Unknown();
      continue;
    }
    const uint64_t mask = (uint64_t{1} << member.bits.bit_width) - 1;
    const uint64_t placed = (static_cast<uint64_t>(bits.value) & mask) << member.bits.bit_offset;
    unit.value =
        Operand::Constant(static_cast<int64_t>(static_cast<uint64_t>(unit.value.value) | placed));
  }
  store_unit();
}

}  // namespace plait::frontend
