// Casts of scalar values.
#include <string>

#include "frontend/lower_function.h"
#include "llvm/Support/Casting.h"

namespace plait::frontend {

using llvm::dyn_cast;

ir::Operand FunctionLowering::ConvertInteger(const Operand& value, clang::QualType from,
                                             clang::QualType to) {
  if (to->isBooleanType()) {
    if (from->isBooleanType()) return value;
    return builder_.Binary(ir::Binary::kNe, value, Operand::Constant(0), 4, /*is_signed=*/false);
  }
  const uint32_t width = types_.Width(to);
  const uint32_t width_before = types_.Width(from);
  const bool is_signed = Types::IsSigned(to);
  const bool was_signed = Types::IsSigned(from);
  const bool narrows = width != 0 && width < width_before;
  // -1 becomes 4294967295, and back. Of 8 bytes both are the same bits of a register.
  const bool changes_sign = width < 8 && width >= width_before && was_signed != is_signed &&
                            (was_signed || width == width_before);
  const bool is_constant = value.kind == Operand::Kind::kConstant;
  return narrows || changes_sign || is_constant ? builder_.Truncate(value, width, is_signed)
                                                : value;
}

ir::Operand FunctionLowering::LowerCast(const clang::CastExpr& cast) {
  const clang::Expr* operand = cast.getSubExpr();
  switch (cast.getCastKind()) {
    case clang::CK_LValueToRValue: {
      if (operand->isPRValue()) return LowerValue(operand);
      // In C++ an assignment is an lvalue; what it assigned need not be read back.
      const clang::Expr* bare = operand->IgnoreParens();
      if (const auto* reference = dyn_cast<clang::DeclRefExpr>(bare)) {
        const auto* variable = dyn_cast<clang::VarDecl>(reference->getDecl());
        // A lambda need not capture what it uses as a constant only.
        const bool is_constant =
            variable != nullptr &&
            (variable->isConstexpr() || reference->isNonOdrUse() == clang::NOUR_Constant);
        if (is_constant && Types::Kind(variable->getType()) == ir::ValueKind::kInteger) {
          if (const auto constant = ConstantValue(cast)) return *constant;
        }
      }
      if (const auto* binary = dyn_cast<clang::BinaryOperator>(bare)) {
        if (binary->isAssignmentOp() && !Types::IsAggregate(binary->getType())) {
          return LowerBinary(*binary);
        }
      }
      if (const auto* unary = dyn_cast<clang::UnaryOperator>(bare)) {
        if (unary->isIncrementDecrementOp()) return LowerIncrement(*unary).value;
      }
      if (const auto* conditional = dyn_cast<clang::ConditionalOperator>(bare)) {
        if (!Types::IsAggregate(bare->getType())) return LowerConditional(*conditional);
      }
      return Load(LowerLvalue(operand));
    }
    case clang::CK_NoOp:
    case clang::CK_AtomicToNonAtomic:
    case clang::CK_NonAtomicToAtomic:
    case clang::CK_UserDefinedConversion:
    case clang::CK_ConstructorConversion:
      return LowerValue(operand);
    case clang::CK_IntegralCast:
      return ConvertInteger(LowerValue(operand), operand->getType(), cast.getType());
    case clang::CK_BooleanToSignedIntegral:
      return builder_.Negate(LowerValue(operand), types_.Width(cast.getType()), true);
    case clang::CK_IntegralToBoolean:
      return ConvertInteger(LowerValue(operand), operand->getType(), cast.getType());
    case clang::CK_PointerToBoolean: {
      const Operand value = LowerValue(operand);
      switch (value.kind) {
        case Operand::Kind::kGlobal:
        case Operand::Kind::kFunction:
        case Operand::Kind::kSlot:
        case Operand::Kind::kString:
          return Operand::Constant(1);
        default:
          return builder_.Binary(ir::Binary::kNe, value, Operand::Constant(0), 4, false);
      }
    }
    case clang::CK_NullToPointer:
      if (!operand->isPRValue() || operand->HasSideEffects(context_)) LowerDiscarded(operand);
      return Operand::Constant(0);
    case clang::CK_PointerToIntegral:
      return ConvertInteger(LowerValue(operand), operand->getType(), cast.getType());
    case clang::CK_IntegralToPointer:
      return cast.getType()->isVoidPointerType() ? LowerValue(operand) : LowerKeptPointer(*operand);
    case clang::CK_BitCast:
    case clang::CK_CPointerToObjCPointerCast:
    case clang::CK_AnyPointerToBlockPointerCast:
    case clang::CK_AddressSpaceConversion:
    case clang::CK_ArrayToPointerDecay:
    case clang::CK_FunctionToPointerDecay:
    case clang::CK_DerivedToBase:
    case clang::CK_UncheckedDerivedToBase:
    case clang::CK_BaseToDerived:
      if (!cast.getType()->isPointerType() && !cast.getType()->isBlockPointerType()) {
        LowerDiscarded(operand);  // vectors, and pointers to members
        return Operand::Unknown();
      }
      return LowerPointerValue(cast);
    case clang::CK_BaseToDerivedMemberPointer:
    case clang::CK_DerivedToBaseMemberPointer:
    case clang::CK_ReinterpretMemberPointer:
      return LowerValue(operand);
    case clang::CK_NullToMemberPointer:
      return Operand::Constant(cast.getType()->isMemberDataPointerType() ? -1 : 0);
    case clang::CK_MemberPointerToBoolean: {
      const bool is_data = operand->getType()->isMemberDataPointerType();
      return builder_.Binary(ir::Binary::kNe, LowerValue(operand),
                             Operand::Constant(is_data ? -1 : 0), 4, false);
    }
    case clang::CK_ToVoid:
      LowerDiscarded(&cast);
      return Operand::None();
    case clang::CK_BuiltinFnToFnPtr:
      if (const auto* reference = dyn_cast<clang::DeclRefExpr>(operand->IgnoreParens())) {
        if (const auto* function = dyn_cast<clang::FunctionDecl>(reference->getDecl())) {
          return AddressOfFunction(*function);
        }
      }
      return Operand::Unknown();
    case clang::CK_FloatingToBoolean:
    case clang::CK_FloatingCast:
    case clang::CK_FloatingToIntegral:
    case clang::CK_IntegralToFloating:
    case clang::CK_FloatingRealToComplex:
    case clang::CK_FloatingComplexToReal:
    case clang::CK_FloatingComplexToBoolean:
    case clang::CK_FloatingComplexCast:
    case clang::CK_FloatingComplexToIntegralComplex:
    case clang::CK_IntegralRealToComplex:
    case clang::CK_IntegralComplexToReal:
    case clang::CK_IntegralComplexToBoolean:
    case clang::CK_IntegralComplexCast:
    case clang::CK_IntegralComplexToFloatingComplex:
    case clang::CK_VectorSplat:
    case clang::CK_MatrixCast:
    case clang::CK_HLSLVectorTruncation:
    case clang::CK_FloatingToFixedPoint:
    case clang::CK_FixedPointToFloating:
    case clang::CK_FixedPointCast:
    case clang::CK_FixedPointToIntegral:
    case clang::CK_IntegralToFixedPoint:
    case clang::CK_FixedPointToBoolean:
      LowerValue(operand);
      return Operand::Unknown();
    case clang::CK_LValueBitCast:
    case clang::CK_LValueToRValueBitCast:
      if (operand->isGLValue()) {
        Lvalue object = LowerLvalue(operand);
        object.type = cast.getType();
        if (!object.variable.has_value()) return Load(object);
      } else {
        LowerValue(operand);
      }
      return Operand::Unknown();
    case clang::CK_Dependent:
      return LowerErroneous(cast);
    default:
      LowerDiscarded(operand);
      return LowerUnknown(cast, std::string("cast ") + cast.getCastKindName());
  }
}

}  // namespace plait::frontend
