// Lvalues and pointers: which bytes an expression names. Casts, members, subscripts and pointer
// arithmetic all become byte offsets and scaled indices of one place, so that container_of and the
// like need no rule of their own.
#include <string>

#include "clang/AST/DeclCXX.h"
#include "clang/AST/ExprCXX.h"
#include "clang/AST/RecordLayout.h"
#include "frontend/inner_array.h"
#include "frontend/library_boundary.h"
#include "frontend/literal_text.h"
#include "frontend/lower_function.h"
#include "llvm/Support/Casting.h"

namespace plait::frontend {

using llvm::cast;
using llvm::dyn_cast;
using llvm::isa;

namespace {}  // namespace

Lvalue FunctionLowering::PointedTo(const Operand& pointer, clang::QualType type) {
  Lvalue lvalue;
  lvalue.place.base = pointer;
  lvalue.type = type;
  return lvalue;
}

ir::Operand FunctionLowering::AddressOf(const Lvalue& lvalue) {
  if (lvalue.variable.has_value()) {
    ir::Instruction unknown;
    unknown.opcode = ir::Opcode::kUnknown;
    unknown.text = builder_.Intern("address of a variable in a register");
    unknown.result = builder_.NewRegister();
    const Operand result = Operand::Reg(unknown.result);
    builder_.Append(std::move(unknown));
    return result;
  }
  return builder_.Address(lvalue.place);
}

ir::Operand FunctionLowering::AddressOfFunction(const clang::FunctionDecl& function) {
  return Operand::Function(
      builder_.Symbol(unit_.MentionFunction(function, /*address_taken=*/true)));
}

Lvalue FunctionLowering::LowerLvalue(const clang::Expr* expression) {
  expression = expression->IgnoreParens();
  if (expression->isTypeDependent()) {
    return PointedTo(LowerErroneous(*expression), expression->getType());
  }
  switch (expression->getStmtClass()) {
    case clang::Stmt::DeclRefExprClass:
      return LowerReference(*cast<clang::DeclRefExpr>(expression));
    case clang::Stmt::MemberExprClass:
      return LowerMember(*cast<clang::MemberExpr>(expression));
    case clang::Stmt::ArraySubscriptExprClass:
      return LowerSubscript(*cast<clang::ArraySubscriptExpr>(expression));
    case clang::Stmt::CompoundLiteralExprClass:
      return LowerLiteral(*cast<clang::CompoundLiteralExpr>(expression));
    case clang::Stmt::ConditionalOperatorClass:
    case clang::Stmt::BinaryConditionalOperatorClass:
      return LowerConditionalLvalue(*cast<clang::AbstractConditionalOperator>(expression));
    case clang::Stmt::UnaryOperatorClass: {
      const auto& unary = *cast<clang::UnaryOperator>(expression);
      if (unary.getOpcode() == clang::UO_Deref) {
        Lvalue lvalue;
        lvalue.place = LowerPointer(unary.getSubExpr());
        lvalue.type = unary.getType();
        lvalue.source = expression;
        return lvalue;
      }
      if (unary.getOpcode() == clang::UO_Extension) return LowerLvalue(unary.getSubExpr());
      // An lvalue in C++.
      if (unary.isIncrementDecrementOp()) {
        return LowerIncrement(unary, /*result_used=*/false).object;
      }
      if (unary.getOpcode() == clang::UO_Real || unary.getOpcode() == clang::UO_Imag) {
        Lvalue lvalue = LowerLvalue(unary.getSubExpr());
        lvalue.type = unary.getType();
        if (unary.getOpcode() == clang::UO_Imag) {
          AddOffset(lvalue.place, types_.Width(unary.getType()));
        }
        return lvalue;
      }
      return LowerOtherLvalue(*expression);
    }
    case clang::Stmt::BinaryOperatorClass:
    case clang::Stmt::CompoundAssignOperatorClass: {
      const auto& binary = *cast<clang::BinaryOperator>(expression);
      if (binary.getOpcode() == clang::BO_Comma) {
        LowerDiscarded(binary.getLHS());
        return LowerLvalue(binary.getRHS());
      }
      if (binary.isAssignmentOp()) return LowerAssignment(binary).object;
      if (binary.isPtrMemOp()) return LowerMemberPointerAccess(binary);
      return LowerOtherLvalue(*expression);
    }
    default:
      if (const auto* conversion = dyn_cast<clang::CastExpr>(expression)) {
        return LowerLvalueCast(*conversion);
      }
      return LowerOtherLvalue(*expression);
  }
}

Lvalue FunctionLowering::LowerOtherLvalue(const clang::Expr& expression) {
  const clang::QualType type = expression.getType();
  switch (expression.getStmtClass()) {
    case clang::Stmt::StringLiteralClass:
    case clang::Stmt::PredefinedExprClass:
    case clang::Stmt::ObjCEncodeExprClass: {
      Lvalue lvalue = PointedTo(builder_.NewString(TextOfLiteral(context_, expression)), type);
      lvalue.text = "string literal";
      return lvalue;
    }
    case clang::Stmt::GenericSelectionExprClass:
      return LowerLvalue(cast<clang::GenericSelectionExpr>(expression).getResultExpr());
    case clang::Stmt::ChooseExprClass:
      return LowerLvalue(cast<clang::ChooseExpr>(expression).getChosenSubExpr());
    case clang::Stmt::ConstantExprClass:
    case clang::Stmt::ExprWithCleanupsClass:
      return LowerLvalue(cast<clang::FullExpr>(expression).getSubExpr());
    case clang::Stmt::SubstNonTypeTemplateParmExprClass:
      return LowerLvalue(cast<clang::SubstNonTypeTemplateParmExpr>(expression).getReplacement());
    case clang::Stmt::CXXDefaultArgExprClass:
      return LowerLvalue(cast<clang::CXXDefaultArgExpr>(expression).getExpr());
    case clang::Stmt::CXXDefaultInitExprClass:
      return LowerLvalue(cast<clang::CXXDefaultInitExpr>(expression).getExpr());
    case clang::Stmt::MaterializeTemporaryExprClass:
      return LowerTemporary(cast<clang::MaterializeTemporaryExpr>(expression));
    case clang::Stmt::OpaqueValueExprClass: {
      const auto& opaque = cast<clang::OpaqueValueExpr>(expression);
      const auto known = opaque_values_.find(&opaque);
      if (known != opaque_values_.end()) return PointedTo(known->second, type);
      if (opaque.getSourceExpr() != nullptr) return LowerLvalue(opaque.getSourceExpr());
      break;
    }
    case clang::Stmt::StmtExprClass:
      return PointedTo(LowerStatementExpression(cast<clang::StmtExpr>(expression)), type);
    case clang::Stmt::CallExprClass:
    case clang::Stmt::CXXMemberCallExprClass:
    case clang::Stmt::CXXOperatorCallExprClass:
    case clang::Stmt::UserDefinedLiteralClass: {
      // A call that returns a reference. (A record returned by value is handled as a record.)
      Lvalue lvalue = PointedTo(LowerCall(cast<clang::CallExpr>(expression)), type);
      lvalue.source = &expression;
      return lvalue;
    }
    case clang::Stmt::CXXTypeidExprClass: {
      Lvalue lvalue = PointedTo(builder_.NewString(""), type);
      lvalue.text = "typeid";
      return lvalue;
    }
    case clang::Stmt::UnresolvedLookupExprClass:
    case clang::Stmt::UnresolvedMemberExprClass:
    case clang::Stmt::RecoveryExprClass:
      return PointedTo(LowerErroneous(expression), type);
    case clang::Stmt::ExtVectorElementExprClass:
    case clang::Stmt::MatrixSubscriptExprClass:
      LowerChildren(expression);
      return PointedTo(LowerUnknown(expression, "element of a vector"), type);
    default:
      break;
  }
  if (expression.isPRValue() && Types::IsAggregate(type)) {
    Lvalue lvalue;
    lvalue.place = LowerRecord(&expression);
    lvalue.type = type;
    lvalue.source = &expression;
    return lvalue;
  }
  return PointedTo(LowerUnknown(expression, std::string("lvalue ") + expression.getStmtClassName()),
                   type);
}

Lvalue FunctionLowering::VariableLvalue(const clang::VarDecl& variable) {
  Lvalue lvalue;
  lvalue.type = variable.getType();
  if (variable.hasGlobalStorage()) {
    lvalue.place.base = Operand::Global(builder_.Symbol(unit_.MentionVariable(variable)));
    return lvalue;
  }
  auto home = homes_.find(&variable);
  if (home == homes_.end()) {
    // Declared by a statement that could not be lowered.
    const uint32_t slot = builder_.NewSlot({builder_.Intern(variable.getName()),
                                            builder_.Intern(types_.Spelling(variable.getType())),
                                            types_.Size(variable.getType()), builder_.location()});
    home = homes_.try_emplace(&variable, Home{Home::Kind::kSlot, slot}).first;
  }
  switch (home->second.kind) {
    case Home::Kind::kRegister:
      lvalue.variable = home->second.number;
      break;
    case Home::Kind::kSlot:
      lvalue.place.base = Operand::Slot(home->second.number);
      break;
    case Home::Kind::kAddress:
      lvalue.place.base = Operand::Reg(home->second.number);
      break;
  }
  return lvalue;
}

// The variable that a reference with static storage is bound to for ever, if that is a whole one.
static const clang::VarDecl* ReferredVariable(const clang::VarDecl& reference) {
  const clang::VarDecl* with_initializer = nullptr;
  if (!reference.hasGlobalStorage() || reference.getAnyInitializer(with_initializer) == nullptr) {
    return nullptr;
  }
  const auto* name = dyn_cast<clang::DeclRefExpr>(with_initializer->getInit()->IgnoreParens());
  const auto* variable = name == nullptr ? nullptr : dyn_cast<clang::VarDecl>(name->getDecl());
  return variable != nullptr && variable->hasGlobalStorage() &&
                 !variable->getType()->isReferenceType()
             ? variable
             : nullptr;
}

Lvalue FunctionLowering::LowerReference(const clang::DeclRefExpr& reference) {
  const clang::ValueDecl& declaration = *reference.getDecl();
  if (const auto* function = dyn_cast<clang::FunctionDecl>(&declaration)) {
    Lvalue lvalue = PointedTo(AddressOfFunction(*function), reference.getType());
    lvalue.source = &reference;
    return lvalue;
  }
  if (const auto* binding = dyn_cast<clang::BindingDecl>(&declaration)) {
    if (binding->getBinding() != nullptr) return LowerLvalue(binding->getBinding());
  }
  const auto* variable = dyn_cast<clang::VarDecl>(&declaration);
  if (variable == nullptr) {
    return PointedTo(LowerUnknown(reference, "reference to an unusual declaration"),
                     reference.getType());
  }
  if (reference.refersToEnclosingVariableOrCapture() && !variable->hasGlobalStorage()) {
    return LowerCaptured(reference, *variable);
  }
  InitializeForThread(*variable);
  Lvalue lvalue = VariableLvalue(*variable);
  lvalue.source = &reference;
  if (variable->getType()->isReferenceType()) {
    if (const clang::VarDecl* object = ReferredVariable(*variable)) {
      lvalue = VariableLvalue(*object);
      lvalue.source = &reference;
      return lvalue;
    }
    const Operand pointer = Load(lvalue);
    Lvalue object = PointedTo(pointer, reference.getType());
    object.source = &reference;
    return object;
  }
  lvalue.type = reference.getType();
  return lvalue;
}

Lvalue FunctionLowering::LowerMember(const clang::MemberExpr& member) {
  const clang::Expr* base = member.getBase();
  const auto* field = dyn_cast<clang::FieldDecl>(member.getMemberDecl());
  if (field == nullptr) {
    LowerDiscarded(base);
    if (const auto* variable = dyn_cast<clang::VarDecl>(member.getMemberDecl())) {
      Lvalue lvalue = VariableLvalue(*variable);
      lvalue.source = &member;
      if (!variable->getType()->isReferenceType()) return lvalue;
      return PointedTo(Load(lvalue), member.getType());
    }
    if (const auto* function = dyn_cast<clang::FunctionDecl>(member.getMemberDecl())) {
      Lvalue lvalue = PointedTo(AddressOfFunction(*function), member.getType());
      lvalue.source = &member;
      return lvalue;
    }
    return PointedTo(LowerUnknown(member, "member that is not data"), member.getType());
  }
  Lvalue lvalue;
  if (member.isArrow()) {
    lvalue.place = LowerPointer(base);
  } else if (base->isGLValue()) {
    const Lvalue record = LowerLvalue(base);
    lvalue.place = record.place;
    lvalue.field = record.field;
  } else {
    lvalue.place = LowerRecord(base);
  }
  lvalue.bits = types_.Storage(*field);
  AddOffset(lvalue.place, static_cast<int64_t>(lvalue.bits.offset));
  lvalue.type = member.getType();
  lvalue.source = &member;
  // An anonymous member is not what the place is called after; the next member is.
  if (!field->getName().empty()) lvalue.field = builder_.Intern(types_.FieldName(*field));
  if (field->getType()->isReferenceType()) {
    lvalue.type = field->getType();
    Lvalue object = PointedTo(Load(lvalue), member.getType());
    object.source = &member;
    return object;
  }
  return lvalue;
}

Lvalue FunctionLowering::LowerSubscript(const clang::ArraySubscriptExpr& subscript) {
  Lvalue lvalue;
  lvalue.type = subscript.getType();
  lvalue.source = &subscript;
  const clang::Expr* base = subscript.getBase();
  if (base->getType()->isPointerType()) {
    lvalue.place = LowerPointer(base);
  } else if (base->isGLValue()) {
    lvalue.place = LowerLvalue(base).place;  // a vector
  } else {
    return PointedTo(LowerUnknown(subscript, "element of a vector"), subscript.getType());
  }
  const Operand index = LowerValue(subscript.getIdx());
  const size_t known = lvalue.place.terms.size();
  AddScaledIndex(lvalue.place, index, subscript.getType(), /*subtract=*/false);
  if (lvalue.place.terms.size() > known) {
    const uint64_t extent = ExtentOfInnerArray(*base, context_);
    lvalue.place.terms.back().extent = extent != 0 ? extent : ExtentOfRow(*base, context_);
  }
  return lvalue;
}

Lvalue FunctionLowering::LowerLvalueCast(const clang::CastExpr& conversion) {
  const clang::Expr* operand = conversion.getSubExpr();
  switch (conversion.getCastKind()) {
    case clang::CK_NoOp:
    case clang::CK_LValueBitCast:
    case clang::CK_AddressSpaceConversion:
    case clang::CK_UserDefinedConversion:
    case clang::CK_ConstructorConversion: {
      if (operand->isPRValue() && !Types::IsAggregate(operand->getType())) break;
      Lvalue lvalue = LowerLvalue(operand);
      lvalue.type = conversion.getType();
      return lvalue;
    }
    case clang::CK_DerivedToBase:
    case clang::CK_UncheckedDerivedToBase:
    case clang::CK_BaseToDerived: {
      Lvalue lvalue = LowerLvalue(operand);
      const auto offset = BaseOffset(conversion);
      if (!offset.has_value()) break;
      AddOffset(lvalue.place, *offset);
      lvalue.type = conversion.getType();
      lvalue.field = 0;
      return lvalue;
    }
    default:
      break;
  }
  return LowerOtherLvalue(conversion);
}

std::optional<int64_t> FunctionLowering::BaseOffset(const clang::CastExpr& conversion) {
  const bool down = conversion.getCastKind() == clang::CK_BaseToDerived;
  clang::QualType type = down ? conversion.getType() : conversion.getSubExpr()->getType();
  if (type->isPointerType()) type = type->getPointeeType();
  const clang::CXXRecordDecl* derived = type->getAsCXXRecordDecl();
  int64_t offset = 0;
  for (const clang::CXXBaseSpecifier* base : conversion.path()) {
    const clang::CXXRecordDecl* parent = base->getType()->getAsCXXRecordDecl();
    if (derived == nullptr || parent == nullptr) return std::nullopt;
    // Of an object that only the library looks into, as a stream, all parts are one.
    if (base->isVirtual() && IsInStandardLibrary(*derived)) {
      derived = parent;
      continue;
    }
    if (base->isVirtual() || !derived->isCompleteDefinition() || derived->isInvalidDecl()) {
      return std::nullopt;
    }
    offset += context_.getASTRecordLayout(derived).getBaseClassOffset(parent).getQuantity();
    derived = parent;
  }
  return down ? -offset : offset;
}

Lvalue FunctionLowering::LowerConditionalLvalue(
    const clang::AbstractConditionalOperator& conditional) {
  const BlockId if_true = builder_.NewBlock();
  const BlockId if_false = builder_.NewBlock();
  const BlockId join = builder_.NewBlock();
  const ir::Register address = builder_.NewRegister();
  if (const auto* binary = dyn_cast<clang::BinaryConditionalOperator>(&conditional)) {
    opaque_values_[binary->getOpaqueValue()] = AddressOf(LowerLvalue(binary->getCommon()));
  }
  LowerCondition(*conditional.getCond(), if_true, if_false);
  const auto arm = [&](BlockId block, const clang::Expr* value) {
    builder_.StartBlock(block);
    {
      Scope scope(*this, value->getEndLoc());
      if (value->isGLValue()) {
        builder_.Assign(address, AddressOf(LowerLvalue(value)), ir::ValueKind::kPointer);
      } else {
        LowerDiscarded(value);  // a throw expression
      }
    }
    builder_.Goto(join);
  };
  arm(if_true, conditional.getTrueExpr());
  arm(if_false, conditional.getFalseExpr());
  builder_.StartBlock(join);
  Lvalue lvalue = PointedTo(Operand::Reg(address), conditional.getType());
  lvalue.source = &conditional;
  return lvalue;
}

Lvalue FunctionLowering::LowerLiteral(const clang::CompoundLiteralExpr& literal) {
  Lvalue lvalue;
  lvalue.type = literal.getType();
  lvalue.text = "compound literal";
  if (literal.isFileScope()) {
    lvalue.place.base = Operand::Global(builder_.Symbol(unit_.MentionLiteral(literal)));
    return lvalue;
  }
  SetLocation(literal.getBeginLoc());
  EvaluateVariableSizes(literal.getType());
  lvalue.place.base = Operand::Slot(NewTemporary(literal.getType()));
  LowerInitializer(lvalue, literal.getInitializer());
  return lvalue;
}

}  // namespace plait::frontend
