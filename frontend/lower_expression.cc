// Values: literals, casts, operators and assignments.
#include <string>

#include "clang/AST/ExprCXX.h"
#include "clang/Basic/Stack.h"
#include "frontend/lower_function.h"
#include "llvm/Support/Casting.h"

namespace plait::frontend {

using llvm::cast;
using llvm::dyn_cast;
using llvm::isa;

namespace {

bool IsConstant(const ir::Operand& operand) { return operand.kind == ir::Operand::Kind::kConstant; }

ir::Operand ConstantOf(const llvm::APInt& value, bool is_signed) {
  const llvm::APInt low = is_signed ? value.sextOrTrunc(64) : value.zextOrTrunc(64);
  return ir::Operand::Constant(low.getSExtValue());
}

ir::Binary BinaryOf(clang::BinaryOperatorKind opcode) {
  switch (opcode) {
    case clang::BO_Sub:
    case clang::BO_SubAssign:
      return ir::Binary::kSub;
    case clang::BO_Mul:
    case clang::BO_MulAssign:
      return ir::Binary::kMul;
    case clang::BO_Div:
    case clang::BO_DivAssign:
      return ir::Binary::kDiv;
    case clang::BO_Rem:
    case clang::BO_RemAssign:
      return ir::Binary::kRem;
    case clang::BO_Shl:
    case clang::BO_ShlAssign:
      return ir::Binary::kShl;
    case clang::BO_Shr:
    case clang::BO_ShrAssign:
      return ir::Binary::kShr;
    case clang::BO_And:
    case clang::BO_AndAssign:
      return ir::Binary::kAnd;
    case clang::BO_Or:
    case clang::BO_OrAssign:
      return ir::Binary::kOr;
    case clang::BO_Xor:
    case clang::BO_XorAssign:
      return ir::Binary::kXor;
    case clang::BO_EQ:
      return ir::Binary::kEq;
    case clang::BO_NE:
      return ir::Binary::kNe;
    case clang::BO_LT:
      return ir::Binary::kLt;
    case clang::BO_LE:
      return ir::Binary::kLe;
    case clang::BO_GT:
      return ir::Binary::kGt;
    case clang::BO_GE:
      return ir::Binary::kGe;
    default:
      return ir::Binary::kAdd;  // BO_Add and BO_AddAssign; the callers hand in arithmetic only
  }
}

clang::QualType WithoutAtomic(clang::QualType type) {
  if (const auto* atomic = type->getAs<clang::AtomicType>()) return atomic->getValueType();
  return type;
}

}  // namespace

std::optional<ir::Operand> FunctionLowering::ConstantValue(const clang::Expr& expression) {
  if (expression.isValueDependent() || expression.containsErrors()) return std::nullopt;
  clang::Expr::EvalResult result;
  if (!expression.EvaluateAsInt(result, context_)) return std::nullopt;
  const llvm::APSInt value = result.Val.getInt();
  return ConstantOf(value, value.isSigned());
}

ir::Operand FunctionLowering::LowerUnknown(const clang::Stmt& statement, std::string_view reason,
                                           std::vector<Operand> arguments) {
  SetLocation(statement.getBeginLoc());
  ir::Instruction unknown;
  unknown.opcode = ir::Opcode::kUnknown;
  unknown.kind = ir::ValueKind::kOther;
  unknown.text = builder_.Intern(reason);
  unknown.arguments = std::move(arguments);
  unknown.result = builder_.NewRegister();
  const Operand result = Operand::Reg(unknown.result);
  builder_.Append(std::move(unknown));
  return result;
}

ir::Operand FunctionLowering::LowerErroneous(const clang::Expr& expression) {
  // What is right inside of it still happens: operands are read, and an object is assigned to.
  const auto* assignment = dyn_cast<clang::BinaryOperator>(&expression);
  if (assignment != nullptr && assignment->isAssignmentOp() &&
      !assignment->getLHS()->isTypeDependent()) {
    LowerDiscarded(assignment->getRHS());
    const Lvalue object = LowerLvalue(assignment->getLHS());
    if (!Types::IsAggregate(object.type)) {
      if (assignment->isCompoundAssignmentOp()) Load(object);
      Store(object, Operand::Unknown());
      return Operand::Unknown();
    }
    return LowerUnknown(expression, "expression with errors", {AddressOf(object)});
  }
  for (const clang::Stmt* child : expression.children()) {
    const auto* operand = llvm::dyn_cast_or_null<clang::Expr>(child);
    if (operand != nullptr && operand->isGLValue() && !operand->isTypeDependent()) {
      LowerValue(operand);
    } else {
      LowerStatement(child);
    }
  }
  return LowerUnknown(expression, "expression with errors");
}

void FunctionLowering::LowerChildren(const clang::Stmt& statement) {
  for (const clang::Stmt* child : statement.children()) LowerStatement(child);
}

ir::Operand FunctionLowering::LowerValue(const clang::Expr* expression) {
  if (clang::isStackNearlyExhausted()) {
    return LowerUnknown(*expression, "code nested too deeply");
  }
  expression = expression->IgnoreParens();
  if (expression->getType().isNull() || expression->isTypeDependent()) {
    return LowerErroneous(*expression);
  }
  // The value of a record is its address; see lower_function.h.
  if (Types::IsAggregate(expression->getType())) {
    if (expression->isGLValue()) return AddressOf(LowerLvalue(expression));
    return builder_.Address(LowerRecord(expression));
  }
  if (expression->getType()->isFunctionType()) return AddressOf(LowerLvalue(expression));
  if (const auto* conditional = dyn_cast<clang::ConditionalOperator>(expression)) {
    return LowerConditional(*conditional);
  }
  if (expression->isGLValue()) return Load(LowerLvalue(expression));
  return LowerValueOfClass(*expression);
}

ir::Operand FunctionLowering::LowerValueOfClass(const clang::Expr& expression) {
  switch (expression.getStmtClass()) {
    case clang::Stmt::IntegerLiteralClass:
      // The number of a line says where the code is, not what it does: with it in the IR, every
      // assertion below an edit would have changed.
      if (unit_.locations().IsLineMacro(expression.getExprLoc())) return Operand::Unknown();
      return ConstantOf(cast<clang::IntegerLiteral>(expression).getValue(),
                        expression.getType()->isSignedIntegerType());
    case clang::Stmt::CharacterLiteralClass: {
      const auto& character = cast<clang::CharacterLiteral>(expression);
      return Operand::Constant(WrapInteger(character.getValue(), types_.Width(character.getType()),
                                           Types::IsSigned(character.getType())));
    }
    case clang::Stmt::FloatingLiteralClass:
    case clang::Stmt::ImaginaryLiteralClass:
    case clang::Stmt::FixedPointLiteralClass:
      return Operand::Unknown();
    case clang::Stmt::ImplicitValueInitExprClass:
    case clang::Stmt::CXXScalarValueInitExprClass:
    case clang::Stmt::GNUNullExprClass:
    case clang::Stmt::CXXNullPtrLiteralExprClass:
      return Types::Kind(expression.getType()) == ir::ValueKind::kOther ? Operand::Unknown()
                                                                        : Operand::Constant(0);
    case clang::Stmt::DeclRefExprClass: {
      // Only enumerators are values; everything else is an lvalue.
      const auto& reference = cast<clang::DeclRefExpr>(expression);
      if (const auto* enumerator = dyn_cast<clang::EnumConstantDecl>(reference.getDecl())) {
        return ConstantOf(enumerator->getInitVal(), enumerator->getInitVal().isSigned());
      }
      return LowerCxx(expression);
    }
    case clang::Stmt::ImplicitCastExprClass:
    case clang::Stmt::CStyleCastExprClass:
    case clang::Stmt::CXXStaticCastExprClass:
    case clang::Stmt::CXXReinterpretCastExprClass:
    case clang::Stmt::CXXConstCastExprClass:
    case clang::Stmt::CXXFunctionalCastExprClass:
    case clang::Stmt::CXXDynamicCastExprClass:
    case clang::Stmt::CXXAddrspaceCastExprClass:
    case clang::Stmt::BuiltinBitCastExprClass:
      return LowerCast(cast<clang::CastExpr>(expression));
    case clang::Stmt::UnaryOperatorClass:
      return LowerUnary(cast<clang::UnaryOperator>(expression));
    case clang::Stmt::BinaryOperatorClass:
    case clang::Stmt::CompoundAssignOperatorClass:
      return LowerBinary(cast<clang::BinaryOperator>(expression));
    case clang::Stmt::ConditionalOperatorClass:
    case clang::Stmt::BinaryConditionalOperatorClass:
      return LowerConditional(cast<clang::AbstractConditionalOperator>(expression));
    case clang::Stmt::CallExprClass:
      return LowerCall(cast<clang::CallExpr>(expression));
    case clang::Stmt::AtomicExprClass:
      return LowerAtomic(cast<clang::AtomicExpr>(expression));
    case clang::Stmt::UnaryExprOrTypeTraitExprClass:
      return LowerSizeOf(cast<clang::UnaryExprOrTypeTraitExpr>(expression));
    case clang::Stmt::StmtExprClass:
      return LowerStatementExpression(cast<clang::StmtExpr>(expression));
    default:
      return LowerOther(expression);
  }
}

ir::Operand FunctionLowering::LowerOther(const clang::Expr& expression) {
  switch (expression.getStmtClass()) {
    case clang::Stmt::ConstantExprClass:
    case clang::Stmt::ExprWithCleanupsClass:
      return LowerValue(cast<clang::FullExpr>(expression).getSubExpr());
    case clang::Stmt::ChooseExprClass:
      return LowerValue(cast<clang::ChooseExpr>(expression).getChosenSubExpr());
    case clang::Stmt::GenericSelectionExprClass:
      return LowerValue(cast<clang::GenericSelectionExpr>(expression).getResultExpr());
    case clang::Stmt::OpaqueValueExprClass: {
      const auto& opaque = cast<clang::OpaqueValueExpr>(expression);
      const auto known = opaque_values_.find(&opaque);
      if (known != opaque_values_.end()) return known->second;
      if (opaque.getSourceExpr() != nullptr) return LowerValue(opaque.getSourceExpr());
      return Operand::Unknown();
    }
    case clang::Stmt::InitListExprClass: {
      // A scalar in braces, or a vector.
      const auto& list = cast<clang::InitListExpr>(expression);
      if (list.getNumInits() == 1) return LowerValue(list.getInit(0));
      LowerChildren(expression);
      return list.getNumInits() == 0 && Types::Kind(list.getType()) != ir::ValueKind::kOther
                 ? Operand::Constant(0)
                 : Operand::Unknown();
    }
    case clang::Stmt::VAArgExprClass: {
      const auto& argument = cast<clang::VAArgExpr>(expression);
      return EmitLibraryCall("__builtin_va_arg", {LowerValue(argument.getSubExpr())},
                             argument.getType());
    }
    case clang::Stmt::OffsetOfExprClass:
    case clang::Stmt::TypeTraitExprClass:
    case clang::Stmt::ArrayTypeTraitExprClass:
    case clang::Stmt::ExpressionTraitExprClass:
    case clang::Stmt::SizeOfPackExprClass:
    case clang::Stmt::CXXNoexceptExprClass:
    case clang::Stmt::RequiresExprClass:
    case clang::Stmt::ConceptSpecializationExprClass: {
      if (const auto constant = ConstantValue(expression)) return *constant;
      LowerChildren(expression);
      return Operand::Unknown();
    }
    case clang::Stmt::SourceLocExprClass:
    case clang::Stmt::AddrLabelExprClass:
      return Operand::Unknown();
    case clang::Stmt::ShuffleVectorExprClass:
    case clang::Stmt::ConvertVectorExprClass:
    case clang::Stmt::ExtVectorElementExprClass:
    case clang::Stmt::AsTypeExprClass:
      LowerChildren(
          expression);  // vectors are not tracked, their operands are accesses all the same
      return Operand::Unknown();
    case clang::Stmt::RecoveryExprClass:
      return LowerErroneous(expression);
    default:
      return LowerCxx(expression);
  }
}

void FunctionLowering::LowerDiscarded(const clang::Expr* expression) {
  expression = expression->IgnoreParens();
  SetLocation(expression->getBeginLoc());
  if (clang::isStackNearlyExhausted()) {
    LowerUnknown(*expression, "code nested too deeply");
    return;
  }
  // Of an initialiser of what is not declared nothing is known.
  if (expression->getType().isNull()) return LowerChildren(*expression);
  if (expression->isTypeDependent()) {
    LowerValue(expression);
    return;
  }
  if (const auto* full = dyn_cast<clang::FullExpr>(expression)) {
    return LowerDiscarded(full->getSubExpr());
  }
  if (const auto* cast = dyn_cast<clang::CastExpr>(expression)) {
    if (cast->getCastKind() == clang::CK_ToVoid) {
      // `(void)x` names x without reading it, unless x is volatile.
      const clang::Expr* operand = cast->getSubExpr()->IgnoreParens();
      const auto* load = dyn_cast<clang::ImplicitCastExpr>(operand);
      if (load != nullptr && load->getCastKind() == clang::CK_LValueToRValue &&
          !load->getSubExpr()->getType().isVolatileQualified() &&
          isa<clang::DeclRefExpr, clang::MemberExpr, clang::ArraySubscriptExpr,
              clang::UnaryOperator>(load->getSubExpr()->IgnoreParens())) {
        operand = load->getSubExpr();
      }
      return LowerDiscarded(operand);
    }
  }
  if (const auto* unary = dyn_cast<clang::UnaryOperator>(expression)) {
    if (unary->isIncrementDecrementOp() && unary->isPRValue()) {
      LowerIncrement(*unary, /*result_used=*/false);
      return;
    }
  }
  if (expression->isGLValue()) {
    const Lvalue lvalue = LowerLvalue(expression);
    const bool reads = lvalue.type.isVolatileQualified() && !lvalue.variable.has_value() &&
                       !Types::IsAggregate(lvalue.type) && !context_.getLangOpts().CPlusPlus;
    if (reads) Load(lvalue);
    return;
  }
  if (Types::IsAggregate(expression->getType())) {
    const ir::Place record = LowerRecord(expression);
    const clang::CXXRecordDecl* type = expression->getType()->getAsCXXRecordDecl();
    if (type == nullptr || !type->hasDefinition() || type->hasTrivialDestructor()) return;
    const size_t before = cleanups_.size();
    AddTemporary(expression->getType(), record, expression->getBeginLoc());
    if (cleanups_.size() == before) Destroy(expression->getType(), record);
    return;
  }
  LowerValue(expression);
}

ir::Operand FunctionLowering::LowerUnary(const clang::UnaryOperator& unary) {
  const clang::QualType type = unary.getType();
  switch (unary.getOpcode()) {
    case clang::UO_PostInc:
    case clang::UO_PostDec:
    case clang::UO_PreInc:
    case clang::UO_PreDec:
      return LowerIncrement(unary).value;
    case clang::UO_AddrOf: {
      if (type->isMemberPointerType()) return LowerMemberPointer(unary);
      return LowerPointerValue(unary);
    }
    case clang::UO_Plus:
    case clang::UO_Extension:
      return LowerValue(unary.getSubExpr());
    case clang::UO_Minus:
      return builder_.Negate(LowerValue(unary.getSubExpr()), types_.Width(type),
                             Types::IsSigned(type));
    case clang::UO_Not:
      return builder_.Complement(LowerValue(unary.getSubExpr()), types_.Width(type),
                                 Types::IsSigned(type));
    case clang::UO_LNot:
      // `!!(a && b)` and the like go by branches; a plain operand by one instruction.
      if (const auto* binary =
              dyn_cast<clang::BinaryOperator>(unary.getSubExpr()->IgnoreParenImpCasts())) {
        if (binary->isLogicalOp()) return LowerLogical(unary);
      }
      return builder_.Not(LowerValue(unary.getSubExpr()));
    case clang::UO_Real:
    case clang::UO_Imag:
      LowerDiscarded(unary.getSubExpr());
      return Operand::Unknown();
    case clang::UO_Deref:
    case clang::UO_Coawait:
      break;
  }
  return LowerUnknown(unary, std::string("operator ") +
                                 clang::UnaryOperator::getOpcodeStr(unary.getOpcode()).str());
}

ir::Operand FunctionLowering::LowerBinary(const clang::BinaryOperator& binary) {
  switch (binary.getOpcode()) {
    case clang::BO_LAnd:
    case clang::BO_LOr:
      return LowerLogical(binary);
    case clang::BO_Comma:
      LowerDiscarded(binary.getLHS());
      return LowerValue(binary.getRHS());
    case clang::BO_PtrMemD:
    case clang::BO_PtrMemI:
      return Load(LowerMemberPointerAccess(binary));
    case clang::BO_Cmp:
      LowerChildren(binary);
      return LowerUnknown(binary, "operator " + binary.getOpcodeStr().str());
    default:
      break;
  }
  return binary.isAssignmentOp() ? LowerAssignment(binary).value : LowerArithmetic(binary);
}

ir::Operand FunctionLowering::LowerArithmetic(const clang::BinaryOperator& binary) {
  const clang::QualType left_type = binary.getLHS()->getType();
  if (binary.getType()->isPointerType()) return LowerPointerValue(binary);
  if (binary.getOpcode() == clang::BO_Sub && left_type->isPointerType()) {
    return LowerPointerDifference(binary);
  }
  if (const auto character = LowerCharacterClass(binary)) return *character;
  const Operand left = LowerValue(binary.getLHS());
  const Operand right = LowerValue(binary.getRHS());
  if (Types::Kind(left_type) == ir::ValueKind::kOther ||
      Types::Kind(binary.getRHS()->getType()) == ir::ValueKind::kOther) {
    return Operand::Unknown();
  }
  SetLocation(binary.getOperatorLoc());
  // Comparisons go by the type of the operands, pointers as unsigned numbers.
  const bool is_signed = Types::IsSigned(left_type);
  return Compute(BinaryOf(binary.getOpcode()), left, right, binary.getType(), is_signed);
}

ir::Operand FunctionLowering::Compute(ir::Binary operation, const Operand& left,
                                      const Operand& right, clang::QualType type, bool is_signed) {
  const uint32_t width = types_.Width(type);
  const bool may_overflow = operation == ir::Binary::kAdd || operation == ir::Binary::kSub ||
                            operation == ir::Binary::kMul;
  // With -fwrapv, signed numbers wrap as unsigned ones do.
  if (is_signed && may_overflow && width < 8 && context_.getLangOpts().isSignedOverflowDefined()) {
    return builder_.Truncate(builder_.Binary(operation, left, right, width, /*is_signed=*/false),
                             width, /*is_signed=*/true);
  }
  return builder_.Binary(operation, left, right, width, is_signed);
}

ir::Operand FunctionLowering::LowerPointerDifference(const clang::BinaryOperator& binary) {
  const Operand left = LowerValue(binary.getLHS());
  const Operand right = LowerValue(binary.getRHS());
  const uint32_t width = types_.Width(binary.getType());
  const Operand bytes =
      builder_.Binary(ir::Binary::kPointerDifference, left, right, width, /*is_signed=*/true);
  const clang::QualType element = binary.getLHS()->getType()->getPointeeType();
  const Operand size = DynamicSize(element);
  if (IsConstant(size) && size.value <= 1) return bytes;
  return builder_.Binary(ir::Binary::kDiv, bytes, size, width, /*is_signed=*/true);
}

ir::Operand FunctionLowering::OffsetPointer(const Operand& pointer, const Operand& count,
                                            clang::QualType pointer_type, bool subtract) {
  ir::Place place;
  place.base = pointer;
  AddScaledIndex(place, count, pointer_type->getPointeeType(), subtract);
  return builder_.Address(place);
}

FunctionLowering::Assigned FunctionLowering::LowerAssignment(
    const clang::BinaryOperator& assignment) {
  if (const auto* compound = dyn_cast<clang::CompoundAssignOperator>(&assignment)) {
    return LowerCompoundAssignment(*compound);
  }
  Assigned result;
  if (Types::IsAggregate(assignment.getLHS()->getType())) {
    const ir::Place from = LowerRecord(assignment.getRHS());
    result.object = LowerLvalue(assignment.getLHS());
    Copy(result.object, from, RecordSource(*assignment.getRHS()));
    result.value = AddressOf(result.object);
    return result;
  }
  // The right side first, as clang's code generator does; C leaves the order open.
  result.value = LowerValue(assignment.getRHS());
  result.object = LowerLvalue(assignment.getLHS());
  Store(result.object, result.value);
  result.value = CutToBits(result.value, result.object);
  return result;
}

FunctionLowering::Assigned FunctionLowering::LowerCompoundAssignment(
    const clang::CompoundAssignOperator& assignment) {
  const Operand right = LowerValue(assignment.getRHS());
  Assigned result;
  result.object = LowerLvalue(assignment.getLHS());
  const Lvalue& object = result.object;
  const clang::QualType type = WithoutAtomic(object.type);
  const ir::Binary operation = BinaryOf(assignment.getOpcode());
  const bool on_pointer = type->isPointerType();
  const bool subtract = assignment.getOpcode() == clang::BO_SubAssign;
  if (object.type->isAtomicType()) {
    Operand amount = right;
    if (on_pointer) {
      amount = builder_.Binary(ir::Binary::kMul, right, DynamicSize(type->getPointeeType()), 8,
                               /*is_signed=*/true);
    }
    if (Types::Kind(type) == ir::ValueKind::kOther) amount = Operand::Unknown();
    result.value =
        UpdateAtomically(object, operation, amount, ir::Ordering::kSeqCst, /*new_value=*/true);
    return result;
  }
  const Operand old = Load(object);
  if (on_pointer) {
    result.value = OffsetPointer(old, right, type, subtract);
  } else if (Types::Kind(type) == ir::ValueKind::kOther ||
             Types::Kind(assignment.getRHS()->getType()) == ir::ValueKind::kOther) {
    result.value = Operand::Unknown();
  } else {
    const clang::QualType computed = assignment.getComputationResultType();
    const clang::QualType left_type = assignment.getComputationLHSType();
    const Operand left = ConvertInteger(old, type, left_type);
    const Operand wide = Compute(operation, left, right, computed, Types::IsSigned(left_type));
    result.value = ConvertInteger(wide, computed, type);
  }
  Store(object, result.value);
  result.value = CutToBits(result.value, object);
  return result;
}

FunctionLowering::Assigned FunctionLowering::LowerIncrement(const clang::UnaryOperator& unary,
                                                            bool result_used) {
  Assigned result;
  result.object = LowerLvalue(unary.getSubExpr());
  const Lvalue& object = result.object;
  const clang::QualType type = WithoutAtomic(object.type);
  const bool subtract = unary.isDecrementOp();
  if (object.type->isAtomicType()) {
    const int64_t step =
        type->isPointerType() ? std::max<int64_t>(1, types_.Width(type->getPointeeType())) : 1;
    result.value = UpdateAtomically(object, subtract ? ir::Binary::kSub : ir::Binary::kAdd,
                                    Operand::Constant(step), ir::Ordering::kSeqCst,
                                    /*new_value=*/unary.isPrefix());
    return result;
  }
  Operand old = Load(object);
  if (result_used && unary.isPostfix() && object.variable.has_value()) {
    // The register is about to change; the result is what it held before.
    const ir::Register copy = builder_.NewRegister();
    builder_.Assign(copy, old, Types::Kind(type));
    old = Operand::Reg(copy);
  }
  Operand value = Operand::Unknown();
  if (type->isPointerType()) {
    value = OffsetPointer(old, Operand::Constant(1), type, subtract);
  } else if (type->isBooleanType()) {
    value = subtract ? builder_.Not(old) : Operand::Constant(1);
  } else if (Types::Kind(type) == ir::ValueKind::kInteger) {
    // What is smaller than an int is added as one, and cut.
    constexpr uint32_t kWidthOfInt = 4;
    const uint32_t width = types_.Width(type);
    const bool is_promoted = width != 0 && width < kWidthOfInt;
    value =
        builder_.Binary(subtract ? ir::Binary::kSub : ir::Binary::kAdd, old, Operand::Constant(1),
                        is_promoted ? kWidthOfInt : width, is_promoted || Types::IsSigned(type));
    if (is_promoted) value = builder_.Truncate(value, width, Types::IsSigned(type));
  }
  Store(object, value);
  result.value = unary.isPrefix() ? CutToBits(value, object) : old;
  return result;
}

ir::Operand FunctionLowering::LowerSizeOf(const clang::UnaryExprOrTypeTraitExpr& expression) {
  const clang::QualType type = expression.getTypeOfArgument();
  if (expression.getKind() == clang::UETT_SizeOf && type->isVariableArrayType()) {
    if (!expression.isArgumentType()) LowerDiscarded(expression.getArgumentExpr());
    return DynamicSize(type);
  }
  return ConstantValue(expression).value_or(Operand::Unknown());
}

ir::Operand FunctionLowering::LowerStatementExpression(const clang::StmtExpr& expression) {
  const clang::CompoundStmt& body = *expression.getSubStmt();
  Operand result = Operand::None();
  Scope scope(*this, body.getEndLoc());
  const clang::Stmt* last = body.body_empty() ? nullptr : body.getStmtExprResult();
  for (const clang::Stmt* statement : body.body()) {
    const auto* value = statement == last ? dyn_cast<clang::ValueStmt>(statement) : nullptr;
    if (value == nullptr || expression.getType()->isVoidType()) {
      LowerStatement(statement);
      continue;
    }
    // Labels before the value still have to start their blocks.
    const clang::Stmt* inner = statement;
    while (true) {
      if (const auto* label = dyn_cast<clang::LabelStmt>(inner)) {
        builder_.StartBlock(LabelBlock(*label->getDecl()));
        inner = label->getSubStmt();
      } else if (const auto* attributed = dyn_cast<clang::AttributedStmt>(inner)) {
        inner = attributed->getSubStmt();
      } else {
        break;
      }
    }
    if (const auto* expression_value = dyn_cast<clang::Expr>(inner)) {
      result = LowerValue(expression_value);
    } else {
      LowerStatement(inner);
      result = Operand::Unknown();
    }
  }
  return result.is_none() && !expression.getType()->isVoidType() ? Operand::Unknown() : result;
}

}  // namespace plait::frontend
