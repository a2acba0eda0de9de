#include "frontend/global_initializer.h"

#include <algorithm>
#include <utility>

#include "clang/AST/APValue.h"
#include "clang/AST/DeclCXX.h"
#include "clang/AST/ExprCXX.h"
#include "clang/AST/RecordLayout.h"
#include "frontend/literal_text.h"
#include "frontend/procedure_builder.h"
#include "llvm/Support/Casting.h"

namespace plait::frontend {
namespace {

using ir::Operand;
using llvm::dyn_cast;
using llvm::isa;

class Flattener {
 public:
  Flattener(UnitLowering& unit, std::vector<std::string>* literals)
      : unit_(unit), context_(unit.context()), types_(unit.types()), literals_(*literals) {}

  std::vector<ir::InitialValue> Take() {
    std::stable_sort(
        values_.begin(), values_.end(),
        [](const ir::InitialValue& a, const ir::InitialValue& b) { return a.offset < b.offset; });
    return std::move(values_);
  }

  void Flatten(const clang::Expr* initializer, clang::QualType type, uint64_t offset,
               const std::string& field) {
    initializer = initializer->IgnoreParens();
    if (const auto* full = dyn_cast<clang::FullExpr>(initializer)) {
      return Flatten(full->getSubExpr(), type, offset, field);
    }
    if (initializer->containsErrors() || initializer->isTypeDependent() ||
        initializer->isValueDependent()) {
      return AddUnknown(type, offset, field);
    }
    if (const auto* atomic = type->getAs<clang::AtomicType>()) type = atomic->getValueType();
    if (isa<clang::ImplicitValueInitExpr>(initializer) || isa<clang::NoInitExpr>(initializer)) {
      return;
    }
    if (isa<clang::StringLiteral>(initializer) && type->isArrayType()) {
      values_.push_back({offset, types_.Width(type), NewString(*initializer), 0, field,
                         /*is_text=*/true});
      return;
    }
    if (!Types::IsAggregate(type)) return AddScalar(*initializer, type, offset, field);
    if (const auto* list = dyn_cast<clang::InitListExpr>(initializer)) {
      if (list->isSyntacticForm() && list->getSemanticForm() != nullptr) {
        list = list->getSemanticForm();
      }
      if (list->isTransparent()) return Flatten(list->getInit(0), type, offset, field);
      return type->isArrayType() ? FlattenArray(*list, type, offset)
                                 : FlattenRecord(*list, type, offset);
    }
    if (const auto* update = dyn_cast<clang::DesignatedInitUpdateExpr>(initializer)) {
      Flatten(update->getBase(), type, offset, field);
      return Flatten(update->getUpdater(), type, offset, field);
    }
    const clang::Expr* bare = initializer->IgnoreParenImpCasts();
    if (const auto* literal = dyn_cast<clang::CompoundLiteralExpr>(bare)) {
      return Flatten(literal->getInitializer(), type, offset, field);
    }
    if (const auto* construction = dyn_cast<clang::CXXConstructExpr>(bare)) {
      // A trivial default constructor leaves the zeros of static storage.
      if (construction->getConstructor()->isTrivial() && construction->getNumArgs() == 0) return;
    }
    clang::Expr::EvalResult result;
    if (initializer->isPRValue() &&
        initializer->EvaluateAsRValue(result, context_, /*InConstantContext=*/true)) {
      return FlattenValue(result.Val, type, offset, field);  // a constexpr constructor, say
    }
    AddUnknown(type, offset, field);
  }

  void FlattenValue(const clang::APValue& value, clang::QualType type, uint64_t offset,
                    const std::string& field) {
    if (value.isArray() && type->isArrayType()) {
      const clang::QualType element = context_.getAsArrayType(type)->getElementType();
      const uint64_t size = types_.Size(element);
      for (unsigned i = 0; i < value.getArraySize(); ++i) {
        const bool given = i < value.getArrayInitializedElts();
        if (!given && !value.hasArrayFiller()) break;
        FlattenValue(given ? value.getArrayInitializedElt(i) : value.getArrayFiller(), element,
                     offset + i * size, "");
      }
    } else if (value.isUnion()) {
      const clang::FieldDecl* member = value.getUnionField();
      if (member != nullptr) FlattenMember(value.getUnionValue(), *member, offset);
    } else if (value.isStruct() && type->isRecordType()) {
      FlattenStruct(value, *type->getAsRecordDecl(), offset);
    } else if (value.isInt() || value.isLValue()) {
      AddValue(value, type, offset, field);
    } else if (!value.isFloat() && !value.isIndeterminate() && value.hasValue()) {
      AddUnknown(type, offset, field);
    }
  }

 private:
  void FlattenStruct(const clang::APValue& value, const clang::RecordDecl& record,
                     uint64_t offset) {
    if (const auto* derived = dyn_cast<clang::CXXRecordDecl>(&record)) {
      unsigned next = 0;
      for (const clang::CXXBaseSpecifier& base : derived->bases()) {
        const clang::CXXRecordDecl* parent = base.getType()->getAsCXXRecordDecl();
        if (parent == nullptr || next >= value.getStructNumBases()) break;
        const uint64_t start =
            context_.getASTRecordLayout(derived).getBaseClassOffset(parent).getQuantity();
        FlattenValue(value.getStructBase(next++), base.getType(), offset + start, "");
      }
    }
    for (const clang::FieldDecl* member : record.fields()) {
      if (member->isUnnamedBitField()) continue;
      FlattenMember(value.getStructField(member->getFieldIndex()), *member, offset);
    }
  }

  void FlattenMember(const clang::APValue& value, const clang::FieldDecl& member, uint64_t offset) {
    const StorageUnit unit = types_.Storage(member);
    const std::string name = member.getName().empty() ? "" : types_.FieldName(member);
    if (unit.bit_width > 0) {
      return AddBits(value.isInt() ? &value.getInt() : nullptr, unit, offset, name);
    }
    FlattenValue(value, member.getType(), offset + unit.offset, name);
  }

  void FlattenArray(const clang::InitListExpr& list, clang::QualType type, uint64_t offset) {
    const clang::QualType element = context_.getAsArrayType(type)->getElementType();
    const uint64_t size = types_.Size(element);
    for (unsigned i = 0; i < list.getNumInits(); ++i) {
      if (list.getInit(i) != nullptr) Flatten(list.getInit(i), element, offset + i * size, "");
    }
  }

  void FlattenRecord(const clang::InitListExpr& list, clang::QualType type, uint64_t offset) {
    const clang::RecordDecl* record = type->getAsRecordDecl();
    if (record == nullptr || record->isInvalidDecl()) return AddUnknown(type, offset, "");
    if (record->isUnion()) {
      const clang::FieldDecl* member = list.getInitializedFieldInUnion();
      if (member != nullptr && list.getNumInits() > 0)
        FlattenField(list.getInit(0), *member, offset);
      return;
    }
    unsigned next = 0;
    if (const auto* derived = dyn_cast<clang::CXXRecordDecl>(record)) {
      for (const clang::CXXBaseSpecifier& base : derived->bases()) {
        const clang::CXXRecordDecl* parent = base.getType()->getAsCXXRecordDecl();
        if (parent == nullptr || base.isVirtual() || next >= list.getNumInits()) continue;
        const uint64_t start =
            context_.getASTRecordLayout(derived).getBaseClassOffset(parent).getQuantity();
        Flatten(list.getInit(next++), base.getType(), offset + start, "");
      }
    }
    for (const clang::FieldDecl* member : record->fields()) {
      if (member->isUnnamedBitField()) continue;
      if (next >= list.getNumInits()) return;
      const clang::Expr* value = list.getInit(next++);
      if (value != nullptr) FlattenField(value, *member, offset);
    }
  }

  void FlattenField(const clang::Expr* value, const clang::FieldDecl& member, uint64_t offset) {
    const StorageUnit unit = types_.Storage(member);
    const std::string name = member.getName().empty() ? "" : types_.FieldName(member);
    if (unit.bit_width > 0) {
      clang::Expr::EvalResult result;
      const bool known = !value->isValueDependent() && value->EvaluateAsInt(result, context_);
      return AddBits(known ? &result.Val.getInt() : nullptr, unit, offset, name);
    }
    Flatten(value, member.getType(), offset + unit.offset, name);
  }

  // Bit-fields of one run are one value. `value` is null if it is not known.
  void AddBits(const llvm::APSInt* value, const StorageUnit& unit, uint64_t offset,
               const std::string& name) {
    const bool known = value != nullptr && unit.width <= 8 && unit.bit_width < 64;
    ir::InitialValue* run = nullptr;
    if (!values_.empty() && values_.back().offset == offset + unit.offset) run = &values_.back();
    if (run == nullptr) {
      values_.push_back({offset + unit.offset, unit.width, Operand::Constant(0), 0, name});
      run = &values_.back();
    }
    if (!known || run->value.kind != Operand::Kind::kConstant) {
      run->value = Operand::Unknown();
      return;
    }
    const uint64_t mask = (uint64_t{1} << unit.bit_width) - 1;
    const uint64_t bits = value->extOrTrunc(64).getZExtValue() & mask;
    run->value.value |= static_cast<int64_t>(bits << unit.bit_offset);
  }

  Operand NewString(const clang::Expr& literal) {
    literals_.push_back(TextOfLiteral(context_, literal));
    return Operand::String(literals_.size() - 1);
  }

  void AddUnknown(clang::QualType type, uint64_t offset, const std::string& field) {
    values_.push_back({offset, types_.Width(type), Operand::Unknown(), 0, field});
  }

  void AddScalar(const clang::Expr& initializer, clang::QualType type, uint64_t offset,
                 const std::string& field) {
    if (type->isReferenceType()) return AddReference(initializer, type, offset, field);
    if (Types::Kind(type) == ir::ValueKind::kOther) return;
    if (const auto* list = dyn_cast<clang::InitListExpr>(&initializer)) {
      if (list->getNumInits() == 1) return Flatten(list->getInit(0), type, offset, field);
      return;
    }
    clang::Expr::EvalResult result;
    if (!initializer.EvaluateAsRValue(result, context_, /*InConstantContext=*/true)) {
      return AddUnknown(type, offset, field);
    }
    AddValue(result.Val, type, offset, field);
  }

  void AddReference(const clang::Expr& initializer, clang::QualType type, uint64_t offset,
                    const std::string& field) {
    clang::Expr::EvalResult result;
    if (!initializer.isGLValue() || !initializer.EvaluateAsLValue(result, context_)) {
      return AddUnknown(type, offset, field);
    }
    AddValue(result.Val, context_.getPointerType(type->getPointeeType()), offset, field);
  }

  void AddValue(const clang::APValue& value, clang::QualType type, uint64_t offset,
                const std::string& field) {
    ir::InitialValue initial;
    initial.offset = offset;
    initial.width = types_.Width(type);
    initial.field = field;
    if (value.isInt()) {
      const llvm::APSInt& number = value.getInt();
      if (number == 0) return;
      initial.value = Operand::Constant(number.extOrTrunc(64).getSExtValue());
    } else if (value.isLValue()) {
      if (value.isNullPointer()) return;
      initial.value = AddressOf(value.getLValueBase());
      initial.addend = value.getLValueOffset().getQuantity();
      if (value.getLValueBase().isNull()) {
        initial.value = Operand::Constant(initial.addend);
        initial.addend = 0;
        if (initial.value.value == 0) return;
      }
    } else {
      initial.value = Operand::Unknown();
    }
    values_.push_back(std::move(initial));
  }

  Operand AddressOf(const clang::APValue::LValueBase& base) {
    if (const auto* declaration = base.dyn_cast<const clang::ValueDecl*>()) {
      if (const auto* function = dyn_cast<clang::FunctionDecl>(declaration)) {
        return Operand::Function(
            unit_.Symbol(unit_.MentionFunction(*function, /*address_taken=*/true)));
      }
      const auto* variable = dyn_cast<clang::VarDecl>(declaration);
      if (variable != nullptr && variable->hasGlobalStorage()) {
        return Operand::Global(unit_.Symbol(unit_.MentionVariable(*variable)));
      }
      return Operand::Unknown();
    }
    const auto* expression = base.dyn_cast<const clang::Expr*>();
    if (expression == nullptr) return Operand::Unknown();
    if (isa<clang::StringLiteral>(expression) || isa<clang::PredefinedExpr>(expression)) {
      return NewString(*expression);
    }
    if (const auto* literal = dyn_cast<clang::CompoundLiteralExpr>(expression)) {
      return Operand::Global(unit_.Symbol(unit_.MentionLiteral(*literal)));
    }
    return Operand::Unknown();  // a label, a type
  }

  UnitLowering& unit_;
  clang::ASTContext& context_;
  Types& types_;
  std::vector<ir::InitialValue> values_;
  std::vector<std::string>& literals_;
};

}  // namespace

std::vector<ir::InitialValue> FlattenInitializer(UnitLowering& unit, const clang::VarDecl& variable,
                                                 std::vector<std::string>* literals) {
  const clang::Expr& initializer = *variable.getInit();
  const bool is_evaluated = variable.getType()->isRecordType() &&
                            isa<clang::CXXConstructExpr>(initializer.IgnoreImplicit()) &&
                            !initializer.isValueDependent() && !initializer.containsErrors() &&
                            variable.hasConstantInitialization();
  const clang::APValue* value = is_evaluated ? variable.evaluateValue() : nullptr;
  if (value == nullptr) return FlattenInitializer(unit, variable.getType(), initializer, literals);
  Flattener flattener(unit, literals);
  flattener.FlattenValue(*value, variable.getType(), 0, "");
  return flattener.Take();
}

std::vector<ir::InitialValue> FlattenInitializer(UnitLowering& unit, clang::QualType type,
                                                 const clang::Expr& initializer,
                                                 std::vector<std::string>* literals) {
  Flattener flattener(unit, literals);
  flattener.Flatten(&initializer, type, 0, "");
  return flattener.Take();
}

}  // namespace plait::frontend
