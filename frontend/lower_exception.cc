// Exceptions as values. What a thread throws is in variables of its own: a number for the type,
// those for the bases of the type, and the address of the object. A call that may throw is followed
// by a look at the type; where there is one, control goes through the cleanups of the scopes it
// leaves to the next handler, or out of the function, which leaves the variables as they are.
//
// A function of the library that is not entered may throw, before it does anything, wherever a
// handler of the same function is around it, or around a call that leads to it; what it throws is
// derived from std::exception.
#include <string>
#include <utility>

#include "analyzer/ir/digest.h"
#include "clang/AST/DeclCXX.h"
#include "clang/AST/ExprCXX.h"
#include "frontend/library_boundary.h"
#include "frontend/lower_function.h"
#include "llvm/ADT/STLExtras.h"

namespace plait::frontend {

namespace {

constexpr size_t kMostBases = 3;  // of a type that are told
constexpr char kExceptionType[] = "";
constexpr char kExceptionObject[] = "object";

// Type of what a function of the library throws. No digest of a name is so small.
constexpr int64_t kOfLibrary = 1;
// Of what a std::exception_ptr leads to: any handler may be for it.
constexpr int64_t kOfAnyType = 4;
// Of the first word in the state that a task shares with its future: the type; the object and the
// bases follow.
constexpr int64_t kKeptOffset = 16;

// The same in every unit.
int64_t NumberOfType(Types& types, clang::QualType type) {
  const std::string digest = ir::Digest128(types.Spelling(type));
  return static_cast<int64_t>(std::stoull(digest.substr(0, 15), nullptr, 16) | 2);
}

// All classes that the class is derived from.
void AddBases(const clang::CXXRecordDecl& record, std::vector<const clang::CXXRecordDecl*>* bases) {
  if (!record.hasDefinition()) return;
  for (const clang::CXXBaseSpecifier& base : record.bases()) {
    const clang::CXXRecordDecl* parent = base.getType()->getAsCXXRecordDecl();
    if (parent == nullptr) continue;
    bases->push_back(parent);
    AddBases(*parent, bases);
  }
}

std::string BaseVariable(size_t number) { return "base " + std::to_string(number + 1); }

}  // namespace

Lvalue FunctionLowering::ExceptionVariable(const std::string& what, clang::QualType type) {
  Lvalue variable;
  variable.place.base = Operand::Global(builder_.Symbol(unit_.MentionExceptionVariable(what)));
  variable.type = type;
  variable.text = "exception";
  return variable;
}

void FunctionLowering::BeginExceptions() {
  follows_exceptions_ = context_.getLangOpts().CXXExceptions;
  if (!follows_exceptions_) return;
  // Who calls has none in flight.
  if (unit_.may_throw().InBodyOf(*function_).by_program) {
    Store(ExceptionVariable(kExceptionType, context_.LongTy), Operand::Constant(0));
  }
}

void FunctionLowering::EndExceptions() {
  if (!leaving_) return;
  builder_.StartBlock(*leaving_);
  if (LetsNothingOut(*function_)) return builder_.Unreachable();  // std::terminate
  Store(ExceptionVariable(kExceptionType, context_.LongTy), Operand::Reg(ThrownType()));
  builder_.Return(builder_.procedure().returns_value ? Operand::Constant(0) : Operand::None());
}

ir::Register FunctionLowering::ThrownType() {
  if (!thrown_type_) thrown_type_ = builder_.NewRegister();
  return *thrown_type_;
}

BlockId FunctionLowering::LandingPad(size_t cleanups) {
  if (!tries_.empty() && tries_.back().cleanups == cleanups) {
    tries_.back().is_reached = true;
    return tries_.back().handlers;
  }
  std::optional<BlockId>& pad = cleanups == 0 ? leaving_ : cleanups_[cleanups - 1].landing_pad;
  if (!pad) pad = builder_.NewBlock();
  return *pad;
}

void FunctionLowering::EmitLandingPads(size_t keep) {
  for (size_t i = cleanups_.size(); i > keep; --i) {
    if (!cleanups_[i - 1].landing_pad) continue;
    const BlockId after = builder_.NewBlock();
    builder_.Goto(after);
    builder_.StartBlock(*cleanups_[i - 1].landing_pad);
    // The type in flight is in a register while destructors run, and none of them throws another.
    follows_exceptions_ = false;
    RunCleanup(cleanups_[i - 1]);
    follows_exceptions_ = true;
    builder_.Goto(LandingPad(i - 1));
    builder_.StartBlock(after);
  }
}

void FunctionLowering::LookForException(const clang::FunctionDecl* callee) {
  if (!follows_exceptions_ || !Throws(callee).by_program) return;
  const BlockId next = builder_.NewBlock();
  builder_.Assign(ThrownType(), Load(ExceptionVariable(kExceptionType, context_.LongTy)),
                  ir::ValueKind::kInteger);
  builder_.Branch(Operand::Reg(ThrownType()), LandingPad(ended_to_.value_or(cleanups_.size())),
                  next);
  builder_.StartBlock(next);
}

void FunctionLowering::MayThrowFromLibrary(const clang::FunctionDecl* callee) {
  const bool is_handled =
      llvm::any_of(tries_, [](const TryBlock& block) { return block.has_handlers; });
  if (!follows_exceptions_ || !is_handled || !Throws(callee).by_library) return;
  const BlockId throws = builder_.NewBlock();
  const BlockId next = builder_.NewBlock();
  builder_.Branch(Operand::Unknown(), throws, next);
  builder_.StartBlock(throws);
  ThrowFromLibrary();
  builder_.StartBlock(next);
}

Thrown FunctionLowering::Throws(const clang::FunctionDecl* callee) {
  return callee == nullptr ? Thrown{true, true} : unit_.may_throw().ByCallOf(*callee);
}

void FunctionLowering::ThrowFromLibrary() {
  Store(ExceptionVariable(kExceptionObject, context_.VoidPtrTy),
        EmitLibraryCall("_Znwm", {Operand::Unknown()}, context_.VoidPtrTy));
  for (size_t i = 0; i < kMostBases; ++i) {
    Store(ExceptionVariable(BaseVariable(i), context_.LongTy), Operand::Constant(0));
  }
  builder_.Assign(ThrownType(), Operand::Constant(kOfLibrary), ir::ValueKind::kInteger);
  builder_.Goto(LandingPad(cleanups_.size()));
}

void FunctionLowering::MakeException(const clang::Expr& value) {
  const clang::QualType type = value.getType().getUnqualifiedType();
  NoteThrown(type);
  const Operand size = Operand::Constant(static_cast<int64_t>(types_.Size(type)));
  Lvalue object = PointedTo(EmitLibraryCall("_Znwm", {size}, context_.VoidPtrTy), type);
  object.text = "exception";
  LowerInitializer(object, &value);
  std::vector<const clang::CXXRecordDecl*> bases;
  if (const clang::CXXRecordDecl* record = type->getAsCXXRecordDecl()) AddBases(*record, &bases);
  for (size_t i = 0; i < kMostBases; ++i) {
    const int64_t base =
        i < bases.size() ? NumberOfType(types_, context_.getTypeDeclType(bases[i])) : 0;
    Store(ExceptionVariable(BaseVariable(i), context_.LongTy), Operand::Constant(base));
  }
  Store(ExceptionVariable(kExceptionObject, context_.VoidPtrTy), AddressOf(object));
}

void FunctionLowering::LowerThrow(const clang::CXXThrowExpr& expression) {
  const clang::Expr* value = expression.getSubExpr();
  if (!follows_exceptions_) {
    if (value != nullptr) LowerDiscarded(value);
    LowerUnknown(expression, "throw expression");
    return builder_.Unreachable();
  }
  SetLocation(expression.getBeginLoc());
  if (value == nullptr) return caught_.empty() ? ThrowFromLibrary() : Rethrow();
  const clang::QualType type = value->getType().getUnqualifiedType();
  MakeException(*value);
  builder_.Assign(ThrownType(), Operand::Constant(NumberOfType(types_, type)),
                  ir::ValueKind::kInteger);
  builder_.Goto(LandingPad(cleanups_.size()));
}

Lvalue FunctionLowering::KeptException(const Operand& state, size_t word, clang::QualType type) {
  Lvalue kept = PointedTo(state, type);
  AddOffset(kept.place, kKeptOffset + static_cast<int64_t>(word) * kPointerSize);
  kept.text = "exception of the task";
  return kept;
}

void FunctionLowering::KeepException(const Operand& state, llvm::function_ref<void()> task) {
  const bool may_throw =
      context_.getLangOpts().CXXExceptions && unit_.may_throw().ByTasks().by_program;
  if (!may_throw) return task();
  follows_exceptions_ = true;
  tries_.push_back({builder_.NewBlock(), cleanups_.size()});
  task();
  const TryBlock ended = tries_.back();
  tries_.pop_back();
  if (!ended.is_reached) return;
  const BlockId join = builder_.NewBlock();
  builder_.Goto(join);
  builder_.StartBlock(ended.handlers);
  KeepInFlight(state, Operand::Reg(ThrownType()));
  Store(ExceptionVariable(kExceptionType, context_.LongTy), Operand::Constant(0));
  builder_.StartBlock(join);
}

void FunctionLowering::KeepInFlight(const Operand& state, const Operand& type) {
  Store(KeptException(state, 0, context_.LongTy), type);
  Store(KeptException(state, 1, context_.VoidPtrTy),
        Load(ExceptionVariable(kExceptionObject, context_.VoidPtrTy)));
  for (size_t i = 0; i < kMostBases; ++i) {
    Store(KeptException(state, 2 + i, context_.LongTy),
          Load(ExceptionVariable(BaseVariable(i), context_.LongTy)));
  }
}

void FunctionLowering::KeepGivenException(const Operand& state, const clang::Expr& pointer) {
  const auto* call = llvm::dyn_cast<clang::CallExpr>(pointer.IgnoreImplicit());
  const clang::FunctionDecl* callee = call == nullptr ? nullptr : call->getDirectCallee();
  const std::string name = callee == nullptr ? "" : QualifiedLibraryName(*callee);
  if (name == "std::make_exception_ptr" && call->getNumArgs() == 1) {
    const clang::Expr& value = *call->getArg(0);
    MakeException(value);
    const int64_t type = NumberOfType(types_, value.getType().getUnqualifiedType());
    return KeepInFlight(state, Operand::Constant(type));
  }
  LowerDiscarded(&pointer);
  const Lvalue object = ExceptionVariable(kExceptionObject, context_.VoidPtrTy);
  if (name == "std::current_exception" && !caught_.empty()) {
    Store(object, caught_.back().object);
    return KeepInFlight(state, caught_.back().type);
  }
  Store(object, EmitLibraryCall("_Znwm", {Operand::Unknown()}, context_.VoidPtrTy));
  for (size_t i = 0; i < kMostBases; ++i) {
    Store(ExceptionVariable(BaseVariable(i), context_.LongTy), Operand::Constant(0));
  }
  KeepInFlight(state, Operand::Constant(kOfAnyType));
}

void FunctionLowering::ThrowKept(const Operand& state) {
  if (!follows_exceptions_ || !unit_.may_throw().ByTasks().by_program) return;
  const BlockId throws = builder_.NewBlock();
  const BlockId next = builder_.NewBlock();
  const Operand type = Load(KeptException(state, 0, context_.LongTy));
  builder_.Branch(type, throws, next);
  builder_.StartBlock(throws);
  Store(ExceptionVariable(kExceptionObject, context_.VoidPtrTy),
        Load(KeptException(state, 1, context_.VoidPtrTy)));
  for (size_t i = 0; i < kMostBases; ++i) {
    Store(ExceptionVariable(BaseVariable(i), context_.LongTy),
          Load(KeptException(state, 2 + i, context_.LongTy)));
  }
  builder_.Assign(ThrownType(), type, ir::ValueKind::kInteger);
  builder_.Goto(LandingPad(cleanups_.size()));
  builder_.StartBlock(next);
}

void FunctionLowering::Rethrow() {
  Store(ExceptionVariable(kExceptionObject, context_.VoidPtrTy), caught_.back().object);
  builder_.Assign(ThrownType(), caught_.back().type, ir::ValueKind::kInteger);
  builder_.Goto(LandingPad(cleanups_.size()));
}

// The last handler of an exception destroys it, which need not know its type; and what a base of
// the library declares (what()) may be called by who knows that one only.
void FunctionLowering::NoteThrown(clang::QualType type) {
  if (LeavesObject(type, Implicit::kEnd)) NoteUnseen("destruction of an exception");
  const clang::CXXRecordDecl* record = type->getAsCXXRecordDecl();
  if (record == nullptr || !record->hasDefinition()) return;
  std::vector<const clang::CXXRecordDecl*> classes = {record};
  AddBases(*record, &classes);
  for (const clang::CXXRecordDecl* one : classes) {
    if (!one->hasDefinition() || IsInStandardLibrary(*one)) continue;
    for (const clang::CXXMethodDecl* method : one->methods()) {
      const clang::FunctionDecl* body = nullptr;
      const bool overrides =
          llvm::any_of(method->overridden_methods(),
                       [](const clang::CXXMethodDecl* of) { return IsInStandardLibrary(*of); });
      if (!overrides || llvm::isa<clang::CXXDestructorDecl>(method) || !method->isUserProvided()) {
        continue;
      }
      if (!method->hasBody(body) || ReachesOthers(body->getBody())) {
        return NoteUnseen("function of an exception that the library declares");
      }
    }
  }
}

// Goes to `body` if the handler is for what is in flight, to `next` if not.
void FunctionLowering::ChooseHandler(const clang::CXXCatchStmt& handler, BlockId body,
                                     BlockId next) {
  const clang::QualType caught = handler.getCaughtType();
  if (caught.isNull()) return builder_.Goto(body);  // catch (...)
  const clang::QualType type = caught.getNonReferenceType().getUnqualifiedType();
  const auto go_if_equal = [&](const Operand& thrown, int64_t number, BlockId to) {
    const BlockId other = builder_.NewBlock();
    builder_.Branch(builder_.Binary(ir::Binary::kEq, thrown, Operand::Constant(number), 8,
                                    /*is_signed=*/true),
                    to, other);
    builder_.StartBlock(other);
  };
  const Operand thrown = Operand::Reg(ThrownType());
  if (unit_.may_throw().HasExceptionPointers()) {
    const BlockId maybe = builder_.NewBlock();
    go_if_equal(thrown, kOfAnyType, maybe);
    const BlockId others = builder_.NewBlock();
    builder_.Goto(others);
    builder_.StartBlock(maybe);
    builder_.Branch(Operand::Unknown(), body, next);
    builder_.StartBlock(others);
  }
  go_if_equal(thrown, NumberOfType(types_, type), body);
  const clang::CXXRecordDecl* record = type->getAsCXXRecordDecl();
  if (record == nullptr) return builder_.Goto(next);
  if (IsInStandardLibrary(*record)) {
    const BlockId of_library = builder_.NewBlock();
    go_if_equal(thrown, kOfLibrary, of_library);
    const BlockId others = builder_.NewBlock();
    builder_.Goto(others);
    builder_.StartBlock(of_library);
    if (StandardClass(record) == "exception") {
      builder_.Goto(body);
    } else {
      builder_.Branch(Operand::Unknown(), body, next);
    }
    builder_.StartBlock(others);
  }
  for (size_t i = 0; i < kMostBases; ++i) {
    go_if_equal(Load(ExceptionVariable(BaseVariable(i), context_.LongTy)),
                NumberOfType(types_, type), body);
  }
  builder_.Goto(next);
}

void FunctionLowering::BindException(const clang::VarDecl& variable, const Operand& object) {
  const clang::QualType type = variable.getType();
  Lvalue thrown = PointedTo(object, type.getNonReferenceType().getUnqualifiedType());
  thrown.text = "exception";
  if (!Types::IsAggregate(type)) {
    return DeclareWithValue(variable, type->isReferenceType() ? object : Load(thrown));
  }
  Lvalue copy = DeclareInSlot(variable);
  ConstructFrom(copy, thrown.place, /*moves=*/false);
  AddCleanups(variable, copy.place);
}

void FunctionLowering::LowerTry(const clang::CXXTryStmt& statement,
                                const clang::FunctionDecl* whole) {
  if (!follows_exceptions_) return LowerStatement(statement.getTryBlock());
  const auto* constructor = llvm::dyn_cast_or_null<clang::CXXConstructorDecl>(whole);
  const bool throws_again =
      constructor != nullptr || llvm::isa_and_nonnull<clang::CXXDestructorDecl>(whole);
  const BlockId join = builder_.NewBlock();
  tries_.push_back({builder_.NewBlock(), cleanups_.size(), /*has_handlers=*/true});
  {
    Scope scope(*this, statement.getTryBlock()->getEndLoc());
    if (constructor != nullptr) LowerMemberInitializers(*constructor);
    LowerStatement(statement.getTryBlock());
  }
  const TryBlock ended = tries_.back();
  tries_.pop_back();
  if (ended.is_reached) {
    builder_.Goto(join);
    builder_.StartBlock(ended.handlers);
    for (unsigned i = 0; i < statement.getNumHandlers(); ++i) {
      const clang::CXXCatchStmt& handler = *statement.getHandler(i);
      const BlockId body = builder_.NewBlock();
      const BlockId next = builder_.NewBlock();
      ChooseHandler(handler, body, next);
      builder_.StartBlock(body);
      {
        Scope scope(*this, handler.getEndLoc());
        SetLocation(handler.getBeginLoc());
        Caught caught;
        caught.type = Operand::Reg(builder_.NewRegister());
        builder_.Assign(caught.type.value, Operand::Reg(ThrownType()), ir::ValueKind::kInteger);
        caught.object = Load(ExceptionVariable(kExceptionObject, context_.VoidPtrTy));
        Store(ExceptionVariable(kExceptionType, context_.LongTy), Operand::Constant(0));
        caught_.push_back(caught);
        if (const clang::VarDecl* variable = handler.getExceptionDecl()) {
          BindException(*variable, caught.object);
        }
        LowerStatement(handler.getHandlerBlock());
        if (throws_again) Rethrow();
        caught_.pop_back();
      }
      builder_.Goto(join);
      builder_.StartBlock(next);
    }
    builder_.Goto(LandingPad(cleanups_.size()));
  }
  builder_.StartBlock(join);
}

}  // namespace plait::frontend
