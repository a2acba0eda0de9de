// Virtual functions, by tables as compilers make them (vtables.h), and pointers to members.
//
// A pointer to a member function is the function itself; to a virtual one, a procedure that makes
// the virtual call. A pointer to a data member is its offset.
#include <string>
#include <utility>

#include "clang/AST/DeclCXX.h"
#include "clang/AST/ExprCXX.h"
#include "frontend/lower_function.h"
#include "frontend/spelling.h"
#include "frontend/vtables.h"
#include "llvm/Support/Casting.h"

namespace plait::frontend {

using llvm::cast;
using llvm::dyn_cast;

void FunctionLowering::StoreVtablePointers(const clang::CXXRecordDecl& record) {
  if (!HasVtable(record)) return;
  const std::string& table = unit_.MentionVtable(record);
  for (const VtablePointer& pointer : VtablePointers(context_, record)) {
    Lvalue object = PointedTo(ThisPointer(), context_.VoidPtrTy);
    AddOffset(object.place, pointer.offset);
    object.text = "virtual functions of " + Identity::DisplayName(record);
    ir::Place value;
    value.base = Operand::Global(builder_.Symbol(table));
    value.offset = pointer.address_point;
    Store(object, builder_.Address(value));
  }
}

ir::Operand FunctionLowering::VirtualFunction(const clang::CXXMethodDecl& method,
                                              const Operand& self) {
  if (!HasVtable(*method.getParent())) return Operand::Unknown();
  Lvalue pointer = PointedTo(self, context_.VoidPtrTy);
  pointer.text = "virtual functions of " + Identity::DisplayName(*method.getParent());
  Lvalue slot = PointedTo(Load(pointer), context_.VoidPtrTy);
  AddOffset(slot.place, static_cast<int64_t>(VtableOffset(context_, method)));
  slot.field = builder_.Intern(unit_.VirtualSlotName(method));
  slot.text = Identity::DisplayName(method);
  return Load(slot);
}

ir::Operand FunctionLowering::EmitVirtualCall(const clang::CXXMethodDecl& method,
                                              std::vector<Operand> arguments,
                                              clang::QualType result_type) {
  ir::Instruction call;
  call.opcode = ir::Opcode::kCall;
  call.callee = VirtualFunction(method, arguments[0]);
  call.text = builder_.Intern(Identity::DisplayName(method));
  call.arguments = std::move(arguments);
  return EmitCall(std::move(call), result_type);
}

ir::Operand FunctionLowering::LowerMemberPointer(const clang::UnaryOperator& address) {
  const auto* reference = dyn_cast<clang::DeclRefExpr>(address.getSubExpr()->IgnoreParens());
  if (reference == nullptr) return Operand::Unknown();
  if (const auto* method = dyn_cast<clang::CXXMethodDecl>(reference->getDecl())) {
    if (!method->isVirtual()) return AddressOfFunction(*method);
    return Operand::Function(builder_.Symbol(unit_.MentionVirtualStub(*method)));
  }
  if (const auto* field = dyn_cast<clang::FieldDecl>(reference->getDecl())) {
    return Operand::Constant(static_cast<int64_t>(types_.Storage(*field).offset));
  }
  return Operand::Unknown();
}

Lvalue FunctionLowering::LowerMemberPointerAccess(const clang::BinaryOperator& access) {
  const clang::Expr* object = access.getLHS();
  Lvalue lvalue;
  if (access.getOpcode() == clang::BO_PtrMemI) {
    lvalue.place = LowerPointer(object);
  } else {
    lvalue.place = object->isGLValue() ? LowerLvalue(object).place : LowerRecord(object);
  }
  AddIndex(lvalue.place, LowerValue(access.getRHS()), 1);
  lvalue.type = access.getType();
  lvalue.source = &access;
  return lvalue;
}

ir::Operand FunctionLowering::LowerMemberPointerCall(const clang::CXXMemberCallExpr& call) {
  const auto* access = dyn_cast<clang::BinaryOperator>(call.getCallee()->IgnoreParens());
  if (access == nullptr || !access->isPtrMemOp()) {
    LowerChildren(call);
    return LowerUnknown(call, "call through a pointer to a member");
  }
  const clang::Expr* object = access->getLHS();
  ir::Instruction instruction;
  instruction.opcode = ir::Opcode::kCall;
  instruction.arguments.push_back(access->getOpcode() == clang::BO_PtrMemI
                                      ? LowerValue(object)
                                      : LowerReferenceBinding(object));
  instruction.callee = LowerValue(access->getRHS());
  const clang::QualType function =
      access->getRHS()->getType()->castAs<clang::MemberPointerType>()->getPointeeType();
  LowerArguments(call, function->getAs<clang::FunctionProtoType>(), instruction.arguments);
  instruction.text = builder_.Intern(SpellExpression(*access->getRHS()));
  instruction.type = builder_.Intern(types_.Signature(function));
  SetLocation(call.getBeginLoc());
  const Operand result = EmitCall(std::move(instruction), call.getCallReturnType(context_));
  LookForException(nullptr);
  return result;
}

ir::Procedure FunctionLowering::LowerStub(const MethodStub& stub) {
  BeginProcedure();
  ir::Procedure& procedure = builder_.procedure();
  procedure.name = stub.name;
  DeclareParameters();
  SetLocation(function_->getLocation());
  std::vector<Operand> arguments;
  const auto& given = *cast<clang::CXXMethodDecl>(function_);
  // The static function of a lambda stands for its call operator, which looks at no object.
  const bool is_invoker = given.isStatic() && given.getParent()->isLambda();
  const clang::CXXMethodDecl& method =
      is_invoker ? *given.getParent()->getLambdaCallOperator() : given;
  ir::Place self;
  self.base = is_invoker ? Operand::Constant(0) : Operand::Reg(0);
  self.offset = stub.adjustment;
  arguments.push_back(builder_.Address(self));
  for (unsigned i = 0; i < function_->getNumParams(); ++i) {
    arguments.push_back(ForwardedParameter(is_invoker ? i : i + 1, *function_->getParamDecl(i)));
  }
  const clang::QualType result_type = function_->getReturnType();
  Operand result;
  if (stub.is_virtual) {
    result = EmitVirtualCall(method, std::move(arguments), result_type);
  } else {
    ir::Instruction call;
    call.opcode = ir::Opcode::kCall;
    call.callee = CalleeOperand(method);
    call.text = builder_.Intern(Identity::DisplayName(method));
    call.arguments = std::move(arguments);
    result = EmitCall(std::move(call), result_type);
  }
  builder_.Return(procedure.returns_value ? result : Operand::None());
  return builder_.Finish();
}

}  // namespace plait::frontend
