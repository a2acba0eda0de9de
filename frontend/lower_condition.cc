// Conditions: `&&`, `||` and `!` become branches, so that each operand's accesses happen only where
// they do in the source.
#include "clang/Basic/Builtins.h"
#include "frontend/lower_function.h"
#include "llvm/Support/Casting.h"

namespace plait::frontend {

using llvm::dyn_cast;

namespace {

// Strips conversions that do not change whether a value is zero.
const clang::Expr* WithoutTestConversions(const clang::Expr* condition,
                                          const clang::ASTContext& context) {
  while (true) {
    condition = condition->IgnoreParens();
    if (const auto* full = dyn_cast<clang::FullExpr>(condition)) {
      condition = full->getSubExpr();
      continue;
    }
    const auto* cast = dyn_cast<clang::CastExpr>(condition);
    if (cast == nullptr) return condition;
    const clang::Expr* operand = cast->getSubExpr();
    switch (cast->getCastKind()) {
      case clang::CK_IntegralToBoolean:
      case clang::CK_PointerToBoolean:
        break;
      case clang::CK_IntegralCast:
        if (!cast->getType()->isBooleanType() &&
            context.getTypeSize(cast->getType()) < context.getTypeSize(operand->getType())) {
          return condition;
        }
        break;
      default:
        return condition;
    }
    condition = operand;
  }
}

}  // namespace

void FunctionLowering::LowerCondition(const clang::Expr& condition, BlockId if_true,
                                      BlockId if_false) {
  const clang::Expr* test = WithoutTestConversions(&condition, context_);
  if (const auto* unary = dyn_cast<clang::UnaryOperator>(test)) {
    if (unary->getOpcode() == clang::UO_LNot) {
      return LowerCondition(*unary->getSubExpr(), if_false, if_true);
    }
    if (unary->getOpcode() == clang::UO_Extension) {
      return LowerCondition(*unary->getSubExpr(), if_true, if_false);
    }
  }
  if (const auto* binary = dyn_cast<clang::BinaryOperator>(test)) {
    if (binary->isLogicalOp()) {
      const BlockId right = builder_.NewBlock();
      if (binary->getOpcode() == clang::BO_LAnd) {
        LowerCondition(*binary->getLHS(), right, if_false);
      } else {
        LowerCondition(*binary->getLHS(), if_true, right);
      }
      builder_.StartBlock(right);
      return LowerCondition(*binary->getRHS(), if_true, if_false);
    }
    if (binary->getOpcode() == clang::BO_Comma) {
      LowerDiscarded(binary->getLHS());
      return LowerCondition(*binary->getRHS(), if_true, if_false);
    }
  }
  if (const auto* call = dyn_cast<clang::CallExpr>(test)) {
    const unsigned builtin = call->getBuiltinCallee();
    if (builtin == clang::Builtin::BI__builtin_expect ||
        builtin == clang::Builtin::BI__builtin_expect_with_probability) {
      for (unsigned i = 1; i < call->getNumArgs(); ++i) LowerDiscarded(call->getArg(i));
      return LowerCondition(*call->getArg(0), if_true, if_false);
    }
  }
  Operand value;
  {
    Scope scope(*this, test->getEndLoc());
    value = LowerValue(test);
  }
  SetLocation(test->getExprLoc());
  builder_.Branch(value, if_true, if_false);
}

ir::Operand FunctionLowering::LowerLogical(const clang::Expr& expression) {
  const BlockId if_true = builder_.NewBlock();
  const BlockId if_false = builder_.NewBlock();
  const BlockId join = builder_.NewBlock();
  const ir::Register result = builder_.NewRegister();
  LowerCondition(expression, if_true, if_false);
  builder_.StartBlock(if_true);
  builder_.Assign(result, Operand::Constant(1), ir::ValueKind::kInteger);
  builder_.Goto(join);
  builder_.StartBlock(if_false);
  builder_.Assign(result, Operand::Constant(0), ir::ValueKind::kInteger);
  builder_.StartBlock(join);
  return Operand::Reg(result);
}

ir::Operand FunctionLowering::LowerConditional(
    const clang::AbstractConditionalOperator& conditional) {
  const bool has_value = !conditional.getType()->isVoidType();
  const ir::ValueKind kind = Types::Kind(conditional.getType());
  const BlockId if_true = builder_.NewBlock();
  const BlockId if_false = builder_.NewBlock();
  const BlockId join = builder_.NewBlock();
  const ir::Register result = has_value ? builder_.NewRegister() : ir::kNoRegister;
  if (const auto* binary = dyn_cast<clang::BinaryConditionalOperator>(&conditional)) {
    // `a ?: b`: a is evaluated once, and is the condition as well as the result.
    opaque_values_[binary->getOpaqueValue()] = LowerValue(binary->getCommon());
  }
  LowerCondition(*conditional.getCond(), if_true, if_false);
  const auto arm = [&](BlockId block, const clang::Expr* value) {
    builder_.StartBlock(block);
    {
      Scope scope(*this, value->getEndLoc());
      if (has_value) {
        builder_.Assign(result, LowerValue(value), kind);
      } else {
        LowerDiscarded(value);
      }
    }
    builder_.Goto(join);
  };
  arm(if_true, conditional.getTrueExpr());
  arm(if_false, conditional.getFalseExpr());
  builder_.StartBlock(join);
  return has_value ? Operand::Reg(result) : Operand::None();
}

}  // namespace plait::frontend
