// How a std::jthread is asked to stop: a flag on the heap, whose address is the second word of the
// std::jthread and the first one of a std::stop_source or std::stop_token.
#include <algorithm>
#include <string>
#include <utility>

#include "clang/AST/DeclCXX.h"
#include "clang/AST/ExprCXX.h"
#include "clang/AST/Stmt.h"
#include "frontend/library_boundary.h"
#include "frontend/lower_function.h"
#include "llvm/Support/Casting.h"

namespace plait::frontend {

namespace {

// Whether the code does nothing but to wake others, who look for themselves why.
bool OnlyWakes(const clang::Stmt* statement) {
  if (const auto* call = llvm::dyn_cast<clang::CXXMemberCallExpr>(statement)) {
    const clang::CXXMethodDecl* method = call->getMethodDecl();
    return method != nullptr && method->getNameAsString().starts_with("notify_") &&
           llvm::StringRef(StandardClass(method->getParent())).contains("condition_variable");
  }
  const bool is_frame =
      llvm::isa<clang::CompoundStmt, clang::ExprWithCleanups, clang::NullStmt>(statement);
  return is_frame && std::all_of(statement->child_begin(), statement->child_end(), OnlyWakes);
}

}  // namespace

// Its function is run by who asks to stop, or at once, which is not followed.
void FunctionLowering::ConstructStopCallback(llvm::ArrayRef<const clang::Expr*> arguments) {
  for (const clang::Expr* argument : arguments) LowerDiscarded(argument);
  const clang::CXXRecordDecl* callable =
      arguments.size() < 2 ? nullptr : RecordOf(arguments[1]->getType());
  const clang::CXXMethodDecl* called = nullptr;
  if (callable != nullptr) {
    for (const clang::CXXMethodDecl* method : callable->methods()) {
      if (method->getOverloadedOperator() == clang::OO_Call) called = method;
    }
  }
  const bool is_quiet = called != nullptr && called->hasBody() && OnlyWakes(called->getBody());
  if (!is_quiet) NoteUnseen("function that is called by who asks to stop");
}

ir::Operand FunctionLowering::NewStopFlag() {
  const auto size = static_cast<int64_t>(types_.Size(context_.IntTy));
  const Operand flag = EmitLibraryCall("_Znwm", {Operand::Constant(size)}, context_.VoidPtrTy);
  Lvalue value = PointedTo(flag, context_.IntTy);
  value.text = "stop flag";
  Store(value, Operand::Constant(0));
  return flag;
}

Lvalue FunctionLowering::StopFlag(const Operand& holder, int64_t offset) {
  Lvalue flag = PointedTo(Load(WordOf(holder, offset, "stop token")), context_.IntTy);
  flag.text = "stop flag";
  return flag;
}

void FunctionLowering::MoveStopFlag(const Operand& to, const Operand& from) {
  Store(WordOf(to, kPointerSize, "jthread"), Load(WordOf(from, kPointerSize, "jthread")));
}

void FunctionLowering::RequestStop(const Operand& holder, int64_t offset) {
  UpdateAtomically(StopFlag(holder, offset), ir::Binary::kExchange, Operand::Constant(1),
                   ir::Ordering::kAcqRel, /*new_value=*/false);
}

std::optional<ir::Operand> FunctionLowering::LowerStopMethod(const std::string& name,
                                                             const std::string& of,
                                                             const Operand& self,
                                                             clang::QualType result_type) {
  const int64_t offset = of == "jthread" ? kPointerSize : 0;
  if (name == "request_stop") {
    RequestStop(self, offset);
    return Operand::Unknown();
  }
  if (name == "stop_requested") {
    return LoadAtomically(StopFlag(self, offset), ir::Ordering::kAcquire);
  }
  if (name == "get_token" || name == "get_stop_token" || name == "get_stop_source") {
    return NewFuture(Load(WordOf(self, offset, of)), result_type);
  }
  return std::nullopt;
}

// One without a thread has nobody to ask.
void FunctionLowering::DestroyJthread(const Operand& self) {
  const BlockId some = builder_.NewBlock();
  const BlockId none = builder_.NewBlock();
  builder_.Branch(builder_.Binary(ir::Binary::kNe, Load(WordOf(self, 0, "jthread")),
                                  Operand::Constant(0), kPointerSize, /*is_signed=*/false),
                  some, none);
  builder_.StartBlock(some);
  RequestStop(self, kPointerSize);
  builder_.StartBlock(none);
  EmitLibraryCall("std::jthread::~jthread", {self}, context_.VoidTy);
}

}  // namespace plait::frontend
