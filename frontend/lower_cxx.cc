// What only C++ has. Simple classes, references, new and delete are lowered; what is not becomes a
// kUnknown that says so.
#include <string>
#include <utility>

#include "clang/AST/DeclCXX.h"
#include "clang/AST/ExprCXX.h"
#include "clang/AST/RecordLayout.h"
#include "frontend/library_boundary.h"
#include "frontend/lower_function.h"
#include "frontend/spelling.h"
#include "llvm/Support/Casting.h"

namespace plait::frontend {

using llvm::cast;
using llvm::dyn_cast;
using llvm::isa;

ir::Operand FunctionLowering::ThisPointer() {
  if (initialized_object_.has_value()) return *initialized_object_;
  if (!this_register_.has_value()) return Operand::Unknown();
  if (captured_this_ == nullptr) return Operand::Reg(*this_register_);
  Lvalue closure = PointedTo(Operand::Reg(*this_register_),
                             context_.getTypeDeclType(captured_this_->getParent()));
  closure.text = "closure";
  const Lvalue captured = FieldOf(closure, *captured_this_);
  // [*this] captures the object itself.
  return captured.type->isPointerType() ? Load(captured) : AddressOf(captured);
}

ir::Operand FunctionLowering::LowerReferenceBinding(const clang::Expr* initializer) {
  if (initializer->isTypeDependent()) return LowerValue(initializer);
  if (initializer->isGLValue()) return AddressOf(LowerLvalue(initializer));
  if (Types::IsAggregate(initializer->getType())) {
    return builder_.Address(LowerRecord(initializer));
  }
  if (const auto* list = dyn_cast<clang::InitListExpr>(initializer->IgnoreParens())) {
    if (list->getNumInits() == 1) return LowerReferenceBinding(list->getInit(0));
  }
  return LowerValue(initializer);
}

void FunctionLowering::LowerLambda(const Lvalue& object, const clang::LambdaExpr& lambda) {
  const clang::CXXRecordDecl* closure = lambda.getLambdaClass();
  auto field = closure->field_begin();
  for (const clang::Expr* captured : lambda.capture_inits()) {
    if (field == closure->field_end()) break;
    if (captured != nullptr && !field->hasCapturedVLAType()) {
      LowerInitializer(FieldOf(object, **field), captured);
    }
    ++field;
  }
}

Lvalue FunctionLowering::LowerCaptured(const clang::DeclRefExpr& reference,
                                       const clang::VarDecl& variable) {
  const auto capture = captures_.find(&variable);
  if (capture == captures_.end() || !this_register_.has_value()) {
    return PointedTo(LowerUnknown(reference, "captured variable"), reference.getType());
  }
  const clang::FieldDecl& field = *capture->second;
  Lvalue member = FieldOf(
      PointedTo(Operand::Reg(*this_register_), context_.getTypeDeclType(field.getParent())), field);
  member.source = &reference;
  member.text = variable.getName().str();
  if (!field.getType()->isReferenceType()) {
    member.type = reference.getType();
    return member;
  }
  Lvalue object = PointedTo(Load(member), reference.getType());
  object.source = &reference;
  return object;
}

Lvalue FunctionLowering::LowerTemporary(const clang::MaterializeTemporaryExpr& temporary) {
  const clang::Expr* value = temporary.getSubExpr();
  Lvalue object;
  object.type = value->getType().getUnqualifiedType();
  object.text = "temporary";
  if (value->isGLValue()) return LowerLvalue(value);
  SetLocation(temporary.getBeginLoc());
  object.place.base = Operand::Slot(NewTemporary(object.type));
  LowerInitializer(object, value);
  const size_t before = cleanups_.size();
  const bool is_extended = temporary.getExtendingDecl() != nullptr;
  if (!is_extended || temporary.getStorageDuration() == clang::SD_Automatic) {
    AddTemporary(object.type, object.place, temporary.getBeginLoc());
    if (is_extended && cleanups_.size() > before) {
      extended_.push_back(cleanups_.back());
      cleanups_.pop_back();
    }
  }
  object.type = temporary.getType();
  return object;
}

ir::Operand FunctionLowering::LowerCxx(const clang::Expr& expression) {
  switch (expression.getStmtClass()) {
    case clang::Stmt::CXXBoolLiteralExprClass:
      return Operand::Constant(cast<clang::CXXBoolLiteralExpr>(expression).getValue());
    case clang::Stmt::CXXThisExprClass:
      return ThisPointer();
    case clang::Stmt::CXXMemberCallExprClass:
    case clang::Stmt::CXXOperatorCallExprClass:
    case clang::Stmt::UserDefinedLiteralClass:
      return LowerCall(cast<clang::CallExpr>(expression));
    case clang::Stmt::CXXNewExprClass:
      return LowerNew(cast<clang::CXXNewExpr>(expression));
    case clang::Stmt::CXXDeleteExprClass:
      return LowerDelete(cast<clang::CXXDeleteExpr>(expression));
    case clang::Stmt::CXXDefaultArgExprClass:
      return LowerValue(cast<clang::CXXDefaultArgExpr>(expression).getExpr());
    case clang::Stmt::CXXDefaultInitExprClass:
      return LowerValue(cast<clang::CXXDefaultInitExpr>(expression).getExpr());
    case clang::Stmt::SubstNonTypeTemplateParmExprClass:
      return LowerValue(cast<clang::SubstNonTypeTemplateParmExpr>(expression).getReplacement());
    case clang::Stmt::CXXBindTemporaryExprClass:
      return LowerValue(cast<clang::CXXBindTemporaryExpr>(expression).getSubExpr());
    case clang::Stmt::CXXRewrittenBinaryOperatorClass:
      return LowerValue(cast<clang::CXXRewrittenBinaryOperator>(expression).getSemanticForm());
    case clang::Stmt::MemberExprClass:
      // A member of a record that is no lvalue, as in f().x.
      if (isa<clang::FieldDecl>(cast<clang::MemberExpr>(expression).getMemberDecl())) {
        return Load(LowerMember(cast<clang::MemberExpr>(expression)));
      }
      if (const auto constant = ConstantValue(expression)) return *constant;  // an enumerator
      return LowerUnknown(expression, "member that is not data");
    case clang::Stmt::CXXThrowExprClass:
      LowerThrow(cast<clang::CXXThrowExpr>(expression));
      return Operand::Unknown();
    case clang::Stmt::CXXPseudoDestructorExprClass:
    case clang::Stmt::CXXUuidofExprClass:
      return Operand::Unknown();
    case clang::Stmt::CXXTypeidExprClass:
      return Operand::Unknown();
    default:
      break;
  }
  if (const auto constant =
          expression.isPRValue() && Types::Kind(expression.getType()) == ir::ValueKind::kInteger
              ? ConstantValue(expression)
              : std::nullopt) {
    return *constant;
  }
  return LowerUnknown(expression, std::string("expression ") + expression.getStmtClassName());
}

ir::Operand FunctionLowering::LowerMethodCall(const clang::CXXMemberCallExpr& call) {
  const clang::CXXMethodDecl* method = call.getMethodDecl();
  const clang::Expr* object = call.getImplicitObjectArgument();
  if (method == nullptr || object == nullptr) {
    if (isa<clang::CXXPseudoDestructorExpr>(call.getCallee()->IgnoreParens())) {
      return Operand::None();
    }
    return LowerMemberPointerCall(call);
  }
  ir::Instruction instruction;
  instruction.opcode = ir::Opcode::kCall;
  const Operand self =
      object->getType()->isPointerType() ? LowerValue(object) : LowerReferenceBinding(object);
  if (const auto* conversion = dyn_cast<clang::CXXConversionDecl>(method)) {
    // A lambda without captures, as a pointer to a function.
    if (conversion->getParent()->isLambda()) {
      return Operand::Function(builder_.Symbol(unit_.MentionInvoker(*conversion->getParent())));
    }
  }
  if (isa<clang::CXXDestructorDecl>(method) && method->getParent()->hasTrivialDestructor()) {
    return Operand::None();
  }
  const llvm::ArrayRef<const clang::Expr*> given(call.getArgs(), call.getNumArgs());
  const bool has_room = std::exchange(has_room_, IsRoomMade(*method, *object, given));
  const auto lowered = LowerLibraryMethod(*method, self, given, call.getCallReturnType(context_));
  has_room_ = has_room;
  if (lowered.has_value()) {
    EndExchanged(*method, *object, self);
    return *lowered;
  }
  if (method->isInstance()) instruction.arguments.push_back(self);
  LowerArguments(call, method->getType()->getAs<clang::FunctionProtoType>(), instruction.arguments);
  SetLocation(call.getBeginLoc());
  const auto* member = dyn_cast<clang::MemberExpr>(call.getCallee()->IgnoreParens());
  const bool is_virtual = method->isVirtual() && member != nullptr && !member->hasQualifier() &&
                          method->getDevirtualizedMethod(object, false) == nullptr;
  const clang::QualType result_type = call.getCallReturnType(context_);
  if (is_virtual) {
    const Operand result = EmitVirtualCall(*method, std::move(instruction.arguments), result_type);
    LookForException(method);
    return result;
  }
  instruction.callee = CalleeOperand(*method);
  instruction.text = builder_.Intern(Identity::DisplayName(*method));
  const Operand result = EmitCall(std::move(instruction), result_type);
  EndIfNoReturn(call, method);
  LookForException(method);
  const bool is_left_out = IsInStandardLibrary(*method) && !IsEntered(*method);
  return is_left_out && Types::IsAggregate(result_type) ? ResultOfLibrary(result_type) : result;
}

ir::Operand FunctionLowering::LowerOperatorCall(const clang::CXXOperatorCallExpr& call) {
  const clang::FunctionDecl* function = call.getDirectCallee();
  if (function == nullptr) return LowerPointerCall(call);
  const auto* method = dyn_cast<clang::CXXMethodDecl>(function);
  if (method != nullptr && method->isTrivial() && call.isAssignmentOp() && call.getNumArgs() == 2) {
    // The assignment operator of a plain record.
    const clang::Expr* source = call.getArg(1);
    const ir::Place from = source->isGLValue() ? LowerLvalue(source).place : LowerRecord(source);
    const Lvalue to = LowerLvalue(call.getArg(0));
    Copy(to, from, source);
    return AddressOf(to);
  }
  if (method != nullptr && method->isStatic()) {
    LowerChildren(call);
    return LowerUnknown(call, "static call operator");
  }
  const std::string of = method == nullptr ? "" : StandardClass(method->getParent());
  if (method != nullptr && LooksBeforePut(call, of)) {
    evaluated_[call.getArg(1)] = LowerArgument(call.getArg(1));
  }
  if (!of.empty()) {
    const Operand self = LowerReferenceBinding(call.getArg(0));
    const llvm::ArrayRef<const clang::Expr*> given(call.getArgs() + 1, call.getNumArgs() - 1);
    if (const auto lowered =
            LowerLibraryMethod(*method, self, given, call.getCallReturnType(context_))) {
      return *lowered;
    }
  } else if (const auto lowered = LowerLibraryFunction(call, *function)) {
    return *lowered;
  }
  // A method takes its object by address, which is the first argument here.
  return LowerFunctionCall(call, *function, clang::QualType());
}

void FunctionLowering::LowerConstruction(const Lvalue& object,
                                         const clang::CXXConstructExpr& construction) {
  const clang::CXXConstructorDecl* constructor = construction.getConstructor();
  if (object.type->isArrayType()) {
    if (construction.requiresZeroInitialization()) ZeroBytes(object);
    if (constructor->isTrivial()) return;
    Lvalue element = object;
    element.type = context_.getBaseElementType(object.type);
    element.text += "[...]";
    return ForEachElement(object.place, CountOfElements(object.type),
                          static_cast<int64_t>(types_.Size(element.type)),
                          [&](const ir::Place& place) {
                            element.place = place;
                            LowerConstruction(element, construction);
                          });
  }
  MayThrowFromLibrary(constructor);
  if (LowerLibraryConstruction(object, construction)) return;
  if (construction.requiresZeroInitialization()) ZeroBytes(object);
  if (constructor->isTrivial()) {
    const bool copies = constructor->isCopyOrMoveConstructor() && construction.getNumArgs() == 1;
    if (!copies) return;
    const clang::Expr* source = construction.getArg(0);
    const ir::Place from = source->isGLValue() ? LowerLvalue(source).place : LowerRecord(source);
    return Copy(object, from, RecordSource(*source));
  }
  ir::Instruction call;
  call.opcode = ir::Opcode::kCall;
  call.arguments.push_back(AddressOf(object));
  for (const clang::Expr* argument : construction.arguments()) {
    call.arguments.push_back(LowerArgument(argument));
  }
  call.callee = CalleeOperand(*constructor);
  call.text = builder_.Intern(Identity::DisplayName(*constructor));
  SetLocation(construction.getBeginLoc());
  EmitCall(std::move(call), context_.VoidTy);
  LookForException(constructor);
}

// A constructor taken over from a base hands its parameters on.
void FunctionLowering::LowerInheritedConstruction(
    const Lvalue& object, const clang::CXXInheritedCtorInitExpr& inherited) {
  ir::Instruction call;
  call.opcode = ir::Opcode::kCall;
  call.arguments.push_back(AddressOf(object));
  for (unsigned i = 0; i < function_->getNumParams(); ++i) {
    call.arguments.push_back(ForwardedParameter(i + 1, *function_->getParamDecl(i)));
  }
  call.callee = CalleeOperand(*inherited.getConstructor());
  call.text = builder_.Intern(Identity::DisplayName(*inherited.getConstructor()));
  EmitCall(std::move(call), context_.VoidTy);
  LookForException(inherited.getConstructor());
}

void FunctionLowering::LowerMemberInitializers(const clang::CXXConstructorDecl& constructor) {
  const clang::CXXRecordDecl& record = *constructor.getParent();
  if (record.isInvalidDecl() || record.isDependentContext()) return;
  // After the bases, before the members.
  bool has_vtable_pointers = constructor.isDelegatingConstructor();
  for (const clang::CXXCtorInitializer* initializer : constructor.inits()) {
    const clang::Expr* value = initializer->getInit();
    if (value == nullptr) continue;
    if (!has_vtable_pointers && initializer->isAnyMemberInitializer()) {
      StoreVtablePointers(record);
      has_vtable_pointers = true;
    }
    SetLocation(initializer->getSourceLocation());
    Lvalue object = PointedTo(ThisPointer(), context_.getTypeDeclType(&record));
    object.text = "this";
    if (initializer->isDelegatingInitializer()) {
      LowerInitializer(object, value);
      AddPart(object.type, object.place, initializer->getSourceLocation());
    } else if (initializer->isBaseInitializer()) {
      const clang::QualType base(initializer->getBaseClass(), 0);
      const clang::CXXRecordDecl* parent = base->getAsCXXRecordDecl();
      if (parent == nullptr || initializer->isBaseVirtual()) {
        LowerUnknown(*value, "construction of a virtual base", {ThisPointer()});
        continue;
      }
      AddOffset(object.place,
                context_.getASTRecordLayout(&record).getBaseClassOffset(parent).getQuantity());
      object.type = base;
      LowerInitializer(object, value);
      AddPart(object.type, object.place, initializer->getSourceLocation());
    } else if (const clang::FieldDecl* field = initializer->getAnyMember()) {
      if (const clang::IndirectFieldDecl* indirect = initializer->getIndirectMember()) {
        for (const clang::NamedDecl* step : indirect->chain()) {
          if (const auto* part = dyn_cast<clang::FieldDecl>(step)) object = FieldOf(object, *part);
        }
      } else {
        object = FieldOf(object, *field);
      }
      object.text = field->getName().str();
      LowerInitializer(object, value);
      AddPart(object.type, object.place, initializer->getSourceLocation());
    }
  }
  if (!has_vtable_pointers) StoreVtablePointers(record);
}

void FunctionLowering::LowerMemberDestruction(const clang::CXXDestructorDecl& destructor) {
  const clang::CXXRecordDecl& record = *destructor.getParent();
  if (record.isInvalidDecl() || record.isDependentContext() || record.isUnion()) return;
  const Lvalue self = PointedTo(ThisPointer(), context_.getTypeDeclType(&record));
  llvm::SmallVector<const clang::FieldDecl*, 16> fields(record.field_begin(), record.field_end());
  for (const clang::FieldDecl* field : llvm::reverse(fields)) {
    if (!context_.getBaseElementType(field->getType())->isRecordType()) continue;
    Destroy(field->getType(), FieldOf(self, *field).place);
  }
  for (const clang::CXXBaseSpecifier& base : llvm::reverse(record.bases())) {
    const clang::CXXRecordDecl* parent = base.getType()->getAsCXXRecordDecl();
    if (parent == nullptr || base.isVirtual()) continue;
    ir::Place place = self.place;
    AddOffset(place, context_.getASTRecordLayout(&record).getBaseClassOffset(parent).getQuantity());
    Destroy(base.getType(), place);
  }
}

void FunctionLowering::CallDestructor(const clang::CXXDestructorDecl& destructor,
                                      const ir::Place& object) {
  if (LowerLibraryDestruction(destructor, object)) return;
  ir::Instruction call;
  call.opcode = ir::Opcode::kCall;
  call.callee = CalleeOperand(destructor);
  call.text = builder_.Intern(Identity::DisplayName(destructor));
  call.arguments = {builder_.Address(object)};
  EmitCall(std::move(call), context_.VoidTy);
  LookForException(&destructor);
}

void FunctionLowering::ForEachElement(const ir::Place& first, const Operand& count, int64_t stride,
                                      llvm::function_ref<void(const ir::Place&)> work) {
  const ir::Register index = builder_.NewRegister();
  const BlockId head = builder_.NewBlock();
  const BlockId body = builder_.NewBlock();
  const BlockId exit = builder_.NewBlock();
  const Operand at = Operand::Reg(index);
  builder_.Assign(index, Operand::Constant(0), ir::ValueKind::kInteger);
  builder_.StartBlock(head);
  builder_.Branch(builder_.Binary(ir::Binary::kLt, at, count, 8, /*is_signed=*/true), body, exit);
  builder_.StartBlock(body);
  ir::Place element = first;
  AddIndex(element, at, stride);
  work(element);
  const Operand next =
      builder_.Binary(ir::Binary::kAdd, at, Operand::Constant(1), 8, /*is_signed=*/true);
  builder_.Assign(index, next, ir::ValueKind::kInteger);
  builder_.Goto(head);
  builder_.StartBlock(exit);
}

ir::Operand FunctionLowering::CountOfElements(clang::QualType array) {
  const auto size =
      std::max<int64_t>(1, static_cast<int64_t>(types_.Size(context_.getBaseElementType(array))));
  return builder_.Binary(ir::Binary::kDiv, DynamicSize(array), Operand::Constant(size), 8,
                         /*is_signed=*/true);
}

void FunctionLowering::Destroy(clang::QualType type, const ir::Place& object) {
  const clang::QualType element = context_.getBaseElementType(type);
  const clang::CXXRecordDecl* record = element->getAsCXXRecordDecl();
  if (record == nullptr || !record->hasDefinition() || record->hasTrivialDestructor()) return;
  const clang::CXXDestructorDecl* destructor = record->getDestructor();
  if (destructor == nullptr) return;
  if (!type->isArrayType()) return CallDestructor(*destructor, object);
  ForEachElement(object, CountOfElements(type), static_cast<int64_t>(types_.Size(element)),
                 [&](const ir::Place& place) { CallDestructor(*destructor, place); });
}

// Before the elements of a new array that are to be destroyed stands how many they are.
Lvalue FunctionLowering::CountOfNewArray(const Operand& array) {
  Lvalue count = PointedTo(array, context_.getSizeType());
  AddOffset(count.place, -static_cast<int64_t>(types_.Size(count.type)));
  count.text = "new[]";
  return count;
}

void FunctionLowering::DestroyNewArray(const clang::CXXDestructorDecl& destructor,
                                       const ir::Place& first) {
  const BlockId some = builder_.NewBlock();
  const BlockId none = builder_.NewBlock();
  builder_.Branch(builder_.Binary(ir::Binary::kNe, first.base, Operand::Constant(0), 8,
                                  /*is_signed=*/false),
                  some, none);
  builder_.StartBlock(some);
  const clang::QualType element = context_.getTypeDeclType(destructor.getParent());
  ForEachElement(first, Load(CountOfNewArray(first.base)),
                 static_cast<int64_t>(types_.Size(element)),
                 [&](const ir::Place& place) { CallDestructor(destructor, place); });
  builder_.StartBlock(none);
}

ir::Operand FunctionLowering::LowerNew(const clang::CXXNewExpr& expression) {
  const clang::FunctionDecl* allocator = expression.getOperatorNew();
  const clang::QualType type = expression.getAllocatedType();
  if (allocator == nullptr || type->isDependentType()) {
    return LowerUnknown(expression, "expression with errors");
  }
  Operand size = DynamicSize(type);
  Operand count = Operand::Unknown();
  if (expression.isArray()) {
    const auto given = expression.getArraySize();
    if (given.has_value() && *given != nullptr) count = LowerValue(*given);
    size = builder_.Binary(ir::Binary::kMul, count, size, 8, false);
  }
  SetLocation(expression.getBeginLoc());
  ir::Instruction call;
  call.opcode = ir::Opcode::kCall;
  call.arguments.push_back(size);
  for (unsigned i = 0; i < expression.getNumPlacementArgs(); ++i) {
    call.arguments.push_back(LowerArgument(expression.getPlacementArg(i)));
  }
  Operand result;
  if (allocator->isReservedGlobalPlacementOperator() && call.arguments.size() == 2) {
    result = call.arguments[1];  // placement new: the object is built where it is told
  } else {
    call.callee = CalleeOperand(*allocator);
    call.text = builder_.Intern(Identity::DisplayName(*allocator));
    call.type = builder_.Intern(types_.Spelling(type));
    // Whoever is ready for that may ask for more than there is.
    if (expression.isArray() && count.kind != Operand::Kind::kConstant) {
      if (!LetsNothingOut(*allocator)) MayThrowFromLibrary(nullptr);
    }
    result = EmitCall(std::move(call), expression.getType());
  }
  if (expression.isArray() && type.isDestructedType()) Store(CountOfNewArray(result), count);
  if (const clang::Expr* initializer = expression.getInitializer()) {
    Lvalue object = PointedTo(result, type);
    object.text = "*new";
    const auto* construction = dyn_cast<clang::CXXConstructExpr>(initializer);
    if (expression.isArray() && construction != nullptr && !type->isArrayType()) {
      if (construction->getConstructor()->isTrivial()) return result;
      ForEachElement(object.place, count, static_cast<int64_t>(types_.Size(type)),
                     [&](const ir::Place& place) {
                       Lvalue element = object;
                       element.place = place;
                       LowerConstruction(element, *construction);
                     });
      return result;
    }
    if (expression.isArray()) {
      AddIndex(object.place, Operand::Unknown(), static_cast<int64_t>(types_.Size(type)));
      if (!isa<clang::CXXConstructExpr>(initializer)) {
        if (!isa<clang::ImplicitValueInitExpr>(initializer)) {
          LowerUnknown(*initializer, "initialiser of a new array", {result});
        }
        return result;
      }
    }
    LowerInitializer(object, initializer);
  }
  return result;
}

ir::Operand FunctionLowering::LowerDelete(const clang::CXXDeleteExpr& expression) {
  const Operand pointer = LowerValue(expression.getArgument());
  const clang::QualType type = expression.getDestroyedType();
  SetLocation(expression.getBeginLoc());
  const clang::CXXRecordDecl* record =
      type.isNull() ? nullptr : context_.getBaseElementType(type)->getAsCXXRecordDecl();
  const clang::CXXDestructorDecl* destructor =
      record != nullptr && record->hasDefinition() && !record->hasTrivialDestructor()
          ? record->getDestructor()
          : nullptr;
  ir::Place place;
  place.base = pointer;
  if (destructor != nullptr && !destructor->isVirtual() && expression.isArrayForm()) {
    DestroyNewArray(*destructor, place);
  } else if (destructor != nullptr) {
    const BlockId some = builder_.NewBlock();
    const BlockId none = builder_.NewBlock();
    builder_.Branch(builder_.Binary(ir::Binary::kNe, pointer, Operand::Constant(0), kPointerSize,
                                    /*is_signed=*/false),
                    some, none);
    builder_.StartBlock(some);
    if (destructor->isVirtual()) {
      EmitVirtualCall(*destructor, {pointer}, context_.VoidTy);
    } else {
      CallDestructor(*destructor, place);
    }
    builder_.StartBlock(none);
  }
  const clang::FunctionDecl* deallocator = expression.getOperatorDelete();
  if (deallocator == nullptr) return Operand::None();
  ir::Instruction call;
  call.opcode = ir::Opcode::kCall;
  call.callee = CalleeOperand(*deallocator);
  call.text = builder_.Intern(Identity::DisplayName(*deallocator));
  call.arguments = {pointer};
  return EmitCall(std::move(call), context_.VoidTy);
}

}  // namespace plait::frontend
