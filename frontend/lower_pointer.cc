// Pointer values as places: a pointer expression keeps its base, offset and indices apart for as
// long as possible, so that `p[i].x` and `((char*)p + 8)` stay one address computation.
#include "clang/AST/ExprCXX.h"
#include "frontend/lower_function.h"
#include "llvm/Support/Casting.h"

namespace plait::frontend {

using llvm::dyn_cast;
using llvm::isa;

ir::Place FunctionLowering::LowerPointer(const clang::Expr* pointer) {
  pointer = pointer->IgnoreParens();
  ir::Place place;
  if (pointer->isTypeDependent()) {
    place.base = LowerValue(pointer);
    return place;
  }
  if (const auto* conversion = dyn_cast<clang::CastExpr>(pointer)) {
    return LowerPointerCast(*conversion);
  }
  if (const auto* full = dyn_cast<clang::FullExpr>(pointer))
    return LowerPointer(full->getSubExpr());
  if (const auto* unary = dyn_cast<clang::UnaryOperator>(pointer)) {
    if (unary->getOpcode() == clang::UO_Extension) return LowerPointer(unary->getSubExpr());
    if (unary->getOpcode() == clang::UO_AddrOf) {
      const Lvalue object = LowerLvalue(unary->getSubExpr());
      if (!object.variable.has_value()) return object.place;
      place.base = AddressOf(object);
      return place;
    }
  }
  if (const auto* binary = dyn_cast<clang::BinaryOperator>(pointer)) {
    if (binary->isAdditiveOp()) return LowerPointerSum(*binary);
  }
  place.base = LowerValue(pointer);
  return place;
}

ir::Place FunctionLowering::LowerPointerCast(const clang::CastExpr& conversion) {
  const clang::Expr* operand = conversion.getSubExpr();
  ir::Place place;
  switch (conversion.getCastKind()) {
    case clang::CK_ArrayToPointerDecay:
    case clang::CK_FunctionToPointerDecay:
      // A function designator is not an lvalue in C.
      if (operand->isGLValue() || operand->getType()->isFunctionType()) {
        const Lvalue object = LowerLvalue(operand);
        if (!object.variable.has_value()) return object.place;
        place.base = AddressOf(object);
        return place;
      }
      return LowerRecord(operand);  // an array inside a record returned by value
    case clang::CK_BitCast:
    case clang::CK_NoOp:
    case clang::CK_AddressSpaceConversion:
    case clang::CK_CPointerToObjCPointerCast:
    case clang::CK_AnyPointerToBlockPointerCast: {
      const clang::Expr* bare = operand->IgnoreParens();
      if (const auto* call = dyn_cast<clang::CallExpr>(bare);
          call != nullptr && call->isPRValue()) {
        place.base = LowerCall(*call, conversion.getType());
        return place;
      }
      if (operand->getType()->isPointerType() && operand->isPRValue()) return LowerPointer(operand);
      place.base = LowerValue(operand);
      return place;
    }
    case clang::CK_DerivedToBase:
    case clang::CK_UncheckedDerivedToBase:
    case clang::CK_BaseToDerived: {
      place = LowerPointer(operand);
      const auto offset = BaseOffset(conversion);
      if (offset.has_value()) {
        AddOffset(place, *offset);
      } else {
        place.base =
            LowerUnknown(conversion, "conversion to a virtual base", {builder_.Address(place)});
        place.offset = 0;
        place.terms.clear();
      }
      return place;
    }
    case clang::CK_IntegralToPointer:
      return LowerIntegerAddress(*operand);
    default:
      place.base = LowerCast(conversion);
      return place;
  }
}

// `(T*)((uintptr_t)p + offset)`, as alignment and tagging code writes it.
ir::Place FunctionLowering::LowerIntegerAddress(const clang::Expr& integer) {
  const auto* sum = dyn_cast<clang::BinaryOperator>(integer.IgnoreParens());
  if (sum != nullptr && sum->isAdditiveOp()) {
    const clang::Expr* left = sum->getLHS()->IgnoreParens();
    while (const auto* widening = dyn_cast<clang::CastExpr>(left)) {
      if (widening->getCastKind() != clang::CK_IntegralCast &&
          widening->getCastKind() != clang::CK_NoOp) {
        break;
      }
      if (types_.Width(widening->getType()) != types_.Width(widening->getSubExpr()->getType())) {
        break;
      }
      left = widening->getSubExpr()->IgnoreParens();
    }
    const auto* number = dyn_cast<clang::CastExpr>(left);
    if (number != nullptr && number->getCastKind() == clang::CK_PointerToIntegral &&
        types_.Width(number->getType()) == types_.Width(number->getSubExpr()->getType())) {
      ir::Place place = LowerPointer(number->getSubExpr());
      const bool subtract = sum->getOpcode() == clang::BO_Sub;
      AddIndex(place, LowerValue(sum->getRHS()), subtract ? -1 : 1);
      return place;
    }
  }
  ir::Place place;
  place.base = LowerKeptPointer(integer);
  return place;
}

// A pointer that the program keeps as a number.
ir::Operand FunctionLowering::LowerKeptPointer(const clang::Expr& integer) {
  const auto* load = dyn_cast<clang::CastExpr>(integer.IgnoreParens());
  if (load == nullptr || load->getCastKind() != clang::CK_LValueToRValue ||
      types_.Width(load->getType()) != kPointerSize || !load->getType()->isIntegerType()) {
    return LowerValue(&integer);
  }
  Lvalue place = LowerLvalue(load->getSubExpr());
  if (!place.variable.has_value() && place.bits.bit_width == 0) place.type = context_.VoidPtrTy;
  return Load(place);
}

ir::Operand FunctionLowering::LowerPointerValue(const clang::Expr& pointer) {
  const clang::Expr* bare = pointer.IgnoreParens();
  for (const auto* cast = dyn_cast<clang::CastExpr>(bare);
       cast != nullptr && cast->getCastKind() == clang::CK_BitCast &&
       cast->getSubExpr()->getType()->isPointerType();
       cast = dyn_cast<clang::CastExpr>(bare)) {
    bare = cast->getSubExpr()->IgnoreParens();
  }
  if (!bare->isTypeDependent()) {
    const InnerElement element = FindInnerElement(*bare, context_);
    if (element.extent > 0) {
      return builder_.Address(LowerInnerElement(element, /*keeps_constants=*/true));
    }
  }
  return builder_.Address(LowerPointer(&pointer));
}

ir::Place FunctionLowering::LowerInnerElement(const InnerElement& element, bool keeps_constants) {
  ir::Place place = LowerPointer(element.array);
  Operand number = Operand::Constant(0);
  for (const InnerElement::Step& step : element.steps) {
    const Operand added = LowerValue(step.number);
    const bool is_first = number == Operand::Constant(0) && !step.is_subtracted;
    number = is_first ? added
                      : builder_.Binary(step.is_subtracted ? ir::Binary::kSub : ir::Binary::kAdd,
                                        number, added, 8, /*is_signed=*/true);
  }
  if (number.kind == Operand::Kind::kConstant && !keeps_constants) {
    AddScaledIndex(place, number, element.array->getType()->getPointeeType(), /*subtract=*/false);
    return place;
  }
  const auto stride = static_cast<int64_t>(types_.Size(element.array->getType()->getPointeeType()));
  place.terms.push_back({number, stride, element.extent});
  return place;
}

ir::Place FunctionLowering::LowerPointerSum(const clang::BinaryOperator& sum) {
  const InnerElement element = FindInnerElement(sum, context_);
  if (element.extent > 0) return LowerInnerElement(element, /*keeps_constants=*/false);
  const bool pointer_first = sum.getLHS()->getType()->isPointerType();
  const clang::Expr* pointer = pointer_first ? sum.getLHS() : sum.getRHS();
  const clang::Expr* index = pointer_first ? sum.getRHS() : sum.getLHS();
  ir::Place place = LowerPointer(pointer);
  const Operand count = LowerValue(index);
  AddScaledIndex(place, count, pointer->getType()->getPointeeType(),
                 sum.getOpcode() == clang::BO_Sub);
  return place;
}

void FunctionLowering::AddScaledIndex(ir::Place& place, const Operand& index,
                                      clang::QualType element, bool subtract) {
  const Operand size = DynamicSize(element);
  if (size.kind == Operand::Kind::kConstant) {
    return AddIndex(place, index, subtract ? -size.value : size.value);
  }
  const Operand bytes = builder_.Binary(ir::Binary::kMul, index, size, 8, /*is_signed=*/true);
  AddIndex(place, bytes, subtract ? -1 : 1);
}

ir::Operand FunctionLowering::DynamicSize(clang::QualType type) {
  if (type.isNull() || type->isVoidType() || type->isFunctionType()) return Operand::Constant(1);
  const auto* array = context_.getAsVariableArrayType(type);
  if (array == nullptr) return Operand::Constant(static_cast<int64_t>(types_.Size(type)));
  const clang::Expr* dimension = array->getSizeExpr();
  if (dimension == nullptr) return Operand::Unknown();
  const auto evaluated = variable_sizes_.find(dimension);
  const Operand count =
      evaluated != variable_sizes_.end() ? evaluated->second : LowerValue(dimension);
  return builder_.Binary(ir::Binary::kMul, count, DynamicSize(array->getElementType()), 8,
                         /*is_signed=*/false);
}

void FunctionLowering::EvaluateVariableSizes(clang::QualType type) {
  while (!type.isNull() && type->isVariablyModifiedType()) {
    if (const auto* array = context_.getAsArrayType(type)) {
      const auto* variable = dyn_cast<clang::VariableArrayType>(array);
      const clang::Expr* dimension = variable == nullptr ? nullptr : variable->getSizeExpr();
      if (dimension != nullptr && !variable_sizes_.contains(dimension)) {
        Operand size = LowerValue(dimension);
        if (size.kind == Operand::Kind::kRegister) {
          // A copy: the variable that names the size may change later.
          const ir::Register copy = builder_.NewRegister();
          builder_.Assign(copy, size, ir::ValueKind::kInteger);
          size = Operand::Reg(copy);
        }
        variable_sizes_[dimension] = size;
      }
      type = array->getElementType();
    } else {
      const clang::QualType pointee = type->getPointeeType();
      if (pointee.isNull()) return;
      type = pointee;
    }
  }
}

}  // namespace plait::frontend
