// Values of record type, which are handled by their address.
#include <string>

#include "clang/AST/ExprCXX.h"
#include "frontend/lower_function.h"
#include "llvm/Support/Casting.h"

namespace plait::frontend {

using llvm::cast;
using llvm::dyn_cast;

const clang::Expr* FunctionLowering::RecordSource(const clang::Expr& expression) {
  const clang::Expr* bare = expression.IgnoreParenImpCasts();
  return bare->isGLValue() ? bare : nullptr;
}

// One member of the result tells: -1 for less, 0 for equal, 1 for greater.
ir::Place FunctionLowering::LowerThreeWayComparison(const clang::BinaryOperator& comparison) {
  const clang::QualType type = comparison.getLHS()->getType();
  const Operand left = LowerValue(comparison.getLHS());
  const Operand right = LowerValue(comparison.getRHS());
  Lvalue result;
  result.place.base = Operand::Slot(NewTemporary(comparison.getType()));
  result.type = context_.SignedCharTy;
  result.text = "comparison";
  if (type->isFloatingType() || !type->isScalarType()) {
    Store(result, Operand::Unknown());
    return result.place;
  }
  const auto width = static_cast<uint32_t>(types_.Size(type));
  const bool is_signed = type->isSignedIntegerOrEnumerationType();
  const Operand more = builder_.Binary(ir::Binary::kGt, left, right, width, is_signed);
  const Operand less = builder_.Binary(ir::Binary::kLt, left, right, width, is_signed);
  Store(result, builder_.Binary(ir::Binary::kSub, more, less, 1, /*is_signed=*/true));
  return result.place;
}

ir::Place FunctionLowering::LowerRecord(const clang::Expr* expression) {
  expression = expression->IgnoreParens();
  if (expression->isTypeDependent()) {
    ir::Place place;
    place.base = LowerErroneous(*expression);
    return place;
  }
  if (expression->isGLValue()) return LowerLvalue(expression).place;
  switch (expression->getStmtClass()) {
    case clang::Stmt::ImplicitCastExprClass:
    case clang::Stmt::CStyleCastExprClass:
    case clang::Stmt::CXXStaticCastExprClass:
    case clang::Stmt::CXXFunctionalCastExprClass: {
      const auto& conversion = *cast<clang::CastExpr>(expression);
      if (conversion.getCastKind() == clang::CK_Dependent ||
          conversion.getSubExpr()->isTypeDependent()) {
        ir::Place place;
        place.base = LowerErroneous(conversion);
        return place;
      }
      if (conversion.getCastKind() == clang::CK_ToUnion ||
          !Types::IsAggregate(conversion.getSubExpr()->getType())) {
        return MaterializeRecord(*expression);
      }
      return LowerRecord(conversion.getSubExpr());
    }
    case clang::Stmt::CallExprClass: {
      ir::Place place;
      place.base = LowerCall(*cast<clang::CallExpr>(expression));
      return place;
    }
    case clang::Stmt::BinaryOperatorClass: {
      const auto& binary = *cast<clang::BinaryOperator>(expression);
      if (binary.getOpcode() == clang::BO_Comma) {
        LowerDiscarded(binary.getLHS());
        return LowerRecord(binary.getRHS());
      }
      if (binary.getOpcode() == clang::BO_Assign) {
        return LowerAssignment(binary).object.place;
      }
      if (binary.getOpcode() == clang::BO_Cmp) return LowerThreeWayComparison(binary);
      break;
    }
    case clang::Stmt::MemberExprClass:
      if (llvm::isa<clang::FieldDecl>(cast<clang::MemberExpr>(expression)->getMemberDecl())) {
        return LowerMember(*cast<clang::MemberExpr>(expression)).place;
      }
      break;
    case clang::Stmt::ConditionalOperatorClass:
    case clang::Stmt::BinaryConditionalOperatorClass:
      return LowerRecordConditional(*cast<clang::AbstractConditionalOperator>(expression));
    case clang::Stmt::StmtExprClass: {
      ir::Place place;
      place.base = LowerStatementExpression(*cast<clang::StmtExpr>(expression));
      return place;
    }
    case clang::Stmt::VAArgExprClass: {
      const auto& argument = *cast<clang::VAArgExpr>(expression);
      ir::Place place;
      place.base = EmitLibraryCall("__builtin_va_arg", {LowerValue(argument.getSubExpr())},
                                   argument.getType());
      return place;
    }
    case clang::Stmt::ChooseExprClass:
      return LowerRecord(cast<clang::ChooseExpr>(expression)->getChosenSubExpr());
    case clang::Stmt::GenericSelectionExprClass:
      return LowerRecord(cast<clang::GenericSelectionExpr>(expression)->getResultExpr());
    case clang::Stmt::ConstantExprClass:
    case clang::Stmt::ExprWithCleanupsClass:
      return LowerRecord(cast<clang::FullExpr>(expression)->getSubExpr());
    case clang::Stmt::CXXBindTemporaryExprClass:
      return LowerRecord(cast<clang::CXXBindTemporaryExpr>(expression)->getSubExpr());
    case clang::Stmt::CXXDefaultArgExprClass:
      return LowerRecord(cast<clang::CXXDefaultArgExpr>(expression)->getExpr());
    case clang::Stmt::CXXDefaultInitExprClass:
      return LowerRecord(cast<clang::CXXDefaultInitExpr>(expression)->getExpr());
    case clang::Stmt::CXXMemberCallExprClass:
    case clang::Stmt::CXXOperatorCallExprClass:
    case clang::Stmt::UserDefinedLiteralClass: {
      ir::Place place;
      place.base = LowerCall(*cast<clang::CallExpr>(expression));
      return place;
    }
    case clang::Stmt::OpaqueValueExprClass: {
      const auto& opaque = *cast<clang::OpaqueValueExpr>(expression);
      const auto known = opaque_values_.find(&opaque);
      ir::Place place;
      if (known != opaque_values_.end()) {
        place.base = known->second;
        return place;
      }
      if (opaque.getSourceExpr() != nullptr) return LowerRecord(opaque.getSourceExpr());
      break;
    }
    case clang::Stmt::InitListExprClass:
    case clang::Stmt::ImplicitValueInitExprClass:
    case clang::Stmt::CXXScalarValueInitExprClass:
    case clang::Stmt::DesignatedInitUpdateExprClass:
    case clang::Stmt::CXXConstructExprClass:
    case clang::Stmt::CXXTemporaryObjectExprClass:
    case clang::Stmt::LambdaExprClass:
    case clang::Stmt::CXXStdInitializerListExprClass:
      return MaterializeRecord(*expression);
    default:
      break;
  }
  LowerChildren(*expression);
  ir::Place place;
  place.base =
      LowerUnknown(*expression, std::string("record value ") + expression->getStmtClassName());
  return place;
}

ir::Place FunctionLowering::LowerRecordConditional(
    const clang::AbstractConditionalOperator& conditional) {
  const BlockId if_true = builder_.NewBlock();
  const BlockId if_false = builder_.NewBlock();
  const BlockId join = builder_.NewBlock();
  const ir::Register address = builder_.NewRegister();
  LowerCondition(*conditional.getCond(), if_true, if_false);
  const auto arm = [&](BlockId block, const clang::Expr* value) {
    builder_.StartBlock(block);
    {
      Scope scope(*this, value->getEndLoc());
      if (Types::IsAggregate(value->getType())) {
        builder_.Assign(address, builder_.Address(LowerRecord(value)), ir::ValueKind::kPointer);
      } else {
        LowerDiscarded(value);
      }
    }
    builder_.Goto(join);
  };
  arm(if_true, conditional.getTrueExpr());
  arm(if_false, conditional.getFalseExpr());
  builder_.StartBlock(join);
  ir::Place place;
  place.base = Operand::Reg(address);
  return place;
}

ir::Place FunctionLowering::MaterializeRecord(const clang::Expr& expression) {
  SetLocation(expression.getBeginLoc());
  Lvalue temporary;
  temporary.place.base = Operand::Slot(NewTemporary(expression.getType()));
  temporary.type = expression.getType().getUnqualifiedType();
  temporary.text = "temporary";
  LowerInitializer(temporary, &expression);
  return temporary.place;
}

ir::Place FunctionLowering::LowerReturnedRecord(const clang::Expr& expression) {
  const clang::Expr* bare = expression.IgnoreParenImpCasts();
  if (const auto* reference = dyn_cast<clang::DeclRefExpr>(bare)) {
    const auto* variable = dyn_cast<clang::VarDecl>(reference->getDecl());
    if (variable != nullptr && variable->hasLocalStorage() &&
        !variable->getType()->isReferenceType()) {
      return LowerLvalue(bare).place;
    }
  }
  if (llvm::isa<clang::CallExpr>(bare) && bare->isPRValue()) return LowerRecord(bare);
  return MaterializeRecord(expression);
}

}  // namespace plait::frontend
