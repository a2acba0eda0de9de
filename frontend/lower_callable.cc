// Callables of the C++ standard library and what starts threads with them: std::thread, std::async,
// std::call_once and the rest. What std::invoke would do is spelled out here, since the bodies in
// headers hide it behind many layers.
//
// A thread runs a procedure made for its creation, which gets the address of a closure: a record on
// the heap with copies of the callable and of its arguments.
#include <algorithm>
#include <string>
#include <utility>

#include "clang/AST/DeclCXX.h"
#include "clang/AST/DeclTemplate.h"
#include "clang/AST/ExprCXX.h"
#include "frontend/library_boundary.h"
#include "frontend/lower_function.h"
#include "llvm/Support/Casting.h"

namespace plait::frontend {

using llvm::cast;
using llvm::dyn_cast;

namespace {

const clang::Expr* WithoutTemporary(const clang::Expr* expression) {
  if (const auto* temporary =
          dyn_cast<clang::MaterializeTemporaryExpr>(expression->IgnoreParens())) {
    return temporary->getSubExpr();
  }
  return expression;
}

// std::decay.
clang::QualType Decayed(const clang::Expr& expression, clang::ASTContext& context) {
  const clang::QualType type = expression.getType().getNonReferenceType();
  return type->isArrayType() || type->isFunctionType() ? context.getDecayedType(type)
                                                       : type.getUnqualifiedType();
}

// The function that a callable is, if it is named right here.
const clang::FunctionDecl* KnownFunction(const clang::Expr& callable) {
  const clang::Expr* bare = WithoutTemporary(&callable)->IgnoreParenImpCasts();
  if (const auto* address = dyn_cast<clang::UnaryOperator>(bare)) {
    if (address->getOpcode() != clang::UO_AddrOf) return nullptr;
    bare = address->getSubExpr()->IgnoreParens();
  }
  if (const auto* member = dyn_cast<clang::MemberExpr>(bare)) {
    return dyn_cast<clang::FunctionDecl>(member->getMemberDecl());
  }
  const auto* name = dyn_cast<clang::DeclRefExpr>(bare);
  return name == nullptr ? nullptr : dyn_cast<clang::FunctionDecl>(name->getDecl());
}

bool Accepts(const clang::FunctionDecl& function, const std::vector<Lvalue>& arguments,
             clang::ASTContext& context) {
  if (function.getNumParams() != arguments.size()) return false;
  for (unsigned i = 0; i < arguments.size(); ++i) {
    const clang::QualType parameter = function.getParamDecl(i)->getType().getNonReferenceType();
    if (!context.hasSameUnqualifiedType(parameter, arguments[i].type)) return false;
  }
  return true;
}

// What a std::jthread passes first to a callable that takes one argument more than it was given.
clang::QualType StopToken(clang::QualType callable, size_t given, clang::ASTContext& context) {
  const clang::FunctionProtoType* function = nullptr;
  if (const clang::CXXRecordDecl* record = callable->getAsCXXRecordDecl()) {
    const auto found = record->lookup(context.DeclarationNames.getCXXOperatorName(clang::OO_Call));
    const auto* only =
        found.isSingleResult() ? dyn_cast<clang::CXXMethodDecl>(found.front()) : nullptr;
    if (only != nullptr) function = only->getType()->getAs<clang::FunctionProtoType>();
  } else if (callable->isPointerType()) {
    function = callable->getPointeeType()->getAs<clang::FunctionProtoType>();
  }
  if (function == nullptr || function->getNumParams() != given + 1) return {};
  const clang::QualType type = function->getParamType(0).getNonReferenceType();
  return StandardClass(type->getAsCXXRecordDecl()) == "stop_token" ? type.getUnqualifiedType()
                                                                   : clang::QualType();
}

// Of what a barrier runs at the end of each phase. Null if that is nothing.
clang::QualType CompletionType(const clang::CXXRecordDecl& barrier) {
  const clang::QualType type = FirstTypeArgument(barrier);
  const bool is_empty =
      type.isNull() || StandardClass(type->getAsCXXRecordDecl()) == "__empty_completion";
  return is_empty ? clang::QualType() : type;
}

// The call operator for these arguments; of a generic lambda, the instance made for them.
const clang::CXXMethodDecl* CallOperator(const clang::CXXRecordDecl& record,
                                         const std::vector<Lvalue>& arguments,
                                         clang::ASTContext& context) {
  const clang::DeclarationName name = context.DeclarationNames.getCXXOperatorName(clang::OO_Call);
  const clang::CXXMethodDecl* only = nullptr;
  int found = 0;
  const auto consider = [&](const clang::CXXMethodDecl* method) {
    if (method == nullptr || method->isDependentContext()) return false;
    if (Accepts(*method, arguments, context)) {
      only = method;
      found = 1;
      return true;
    }
    if (method->getNumParams() == arguments.size()) {
      only = method;
      ++found;
    }
    return false;
  };
  for (const clang::NamedDecl* declaration : record.lookup(name)) {
    if (const auto* pattern = dyn_cast<clang::FunctionTemplateDecl>(declaration)) {
      for (const clang::FunctionDecl* instance : pattern->specializations()) {
        if (consider(dyn_cast<clang::CXXMethodDecl>(instance))) return only;
      }
    } else if (consider(dyn_cast<clang::CXXMethodDecl>(declaration))) {
      return only;
    }
  }
  return found == 1 ? only : nullptr;
}

}  // namespace

ir::Operand FunctionLowering::CallCallable(const Lvalue& given, const clang::FunctionDecl* known,
                                           std::vector<Lvalue> arguments, bool moves,
                                           clang::QualType* result_type) {
  const Lvalue callable = Unwrapped(given);
  const clang::QualType type = callable.type.getCanonicalType();
  ir::Instruction call;
  call.opcode = ir::Opcode::kCall;
  const clang::FunctionProtoType* prototype = nullptr;
  size_t first = 0;
  const clang::FunctionDecl* target = nullptr;
  if (type->isMemberFunctionPointerType() && !arguments.empty()) {
    // The object comes first: by pointer, by reference, or a copy of its own.
    const Lvalue object = Unwrapped(arguments[0]);
    call.arguments.push_back(object.type->isPointerType() ? Load(object) : AddressOf(object));
    first = 1;
    target = known;
    const auto* pointer = type->castAs<clang::MemberPointerType>();
    prototype = pointer->getPointeeType()->getAs<clang::FunctionProtoType>();
    const bool by_smart_pointer =
        object.type->isRecordType() && IsInStandardLibrary(*object.type->getAsCXXRecordDecl());
    if (by_smart_pointer) {
      Lvalue pointer_inside = object;
      pointer_inside.type = context_.VoidPtrTy;
      call.arguments.back() = Load(pointer_inside);
    }
    const clang::CXXRecordDecl* record =
        by_smart_pointer ? RecordOf(FirstTypeArgument(*object.type->getAsCXXRecordDecl()))
                         : RecordOf(object.type);
    call.arguments.back() =
        AsBase(call.arguments.back(), record,
               RecordOf(context_.getTypeDeclType(pointer->getMostRecentCXXRecordDecl())));
    if (target == nullptr) call.callee = Load(callable);
  } else if (StandardClass(type->getAsCXXRecordDecl()) == "packaged_task") {
    const auto* signature =
        FirstTypeArgument(*type->getAsCXXRecordDecl())->castAs<clang::FunctionProtoType>();
    std::vector<Operand> given;
    for (size_t i = 0; i < arguments.size() && i < signature->getNumParams(); ++i) {
      given.push_back(PassArgument(arguments[i], signature->getParamType(i), moves));
    }
    RunTask(AddressOf(callable), *signature, given);
    *result_type = context_.VoidTy;
    return Operand::None();
  } else if (const clang::CXXRecordDecl* record = type->getAsCXXRecordDecl()) {
    target = CallOperator(*record, arguments, context_);
    if (target != nullptr) {
      call.arguments.push_back(AddressOf(callable));
      prototype = target->getType()->getAs<clang::FunctionProtoType>();
    }
  } else if (type->isPointerType() && type->getPointeeType()->isFunctionType()) {
    prototype = type->getPointeeType()->getAs<clang::FunctionProtoType>();
    target = known;
    if (target == nullptr) call.callee = Load(callable);
    call.type = builder_.Intern(types_.Signature(type->getPointeeType()));
  }
  if (prototype == nullptr) {
    ir::Instruction unknown;
    unknown.opcode = ir::Opcode::kUnknown;
    unknown.text = builder_.Intern("call of a value of type " + types_.Spelling(type));
    unknown.result = builder_.NewRegister();
    builder_.Append(std::move(unknown));
    *result_type = context_.VoidTy;
    return Operand::None();
  }
  for (size_t i = first; i < arguments.size() && i - first < prototype->getNumParams(); ++i) {
    call.arguments.push_back(PassArgument(arguments[i], prototype->getParamType(i - first), moves));
  }
  *result_type = prototype->getReturnType();
  const auto* method = llvm::dyn_cast_or_null<clang::CXXMethodDecl>(target);
  if (method != nullptr && method->isVirtual()) {
    const Operand result = EmitVirtualCall(*method, std::move(call.arguments), *result_type);
    LookForException(method);
    return result;
  }
  if (target != nullptr) {
    call.callee = CalleeOperand(*target);
    call.text = builder_.Intern(Identity::DisplayName(*target));
  } else {
    call.text = builder_.Intern(callable.text);
  }
  const Operand result = EmitCall(std::move(call), *result_type);
  LookForException(target);
  return result;
}

void FunctionLowering::DecayCopy(const Lvalue& to, const clang::Expr* from) {
  const clang::Expr* value = WithoutTemporary(from);
  if (value->getType()->isArrayType() || value->getType()->isFunctionType()) {
    return Store(to, AddressOf(LowerLvalue(value)));
  }
  if (value->isPRValue() || !Types::IsAggregate(value->getType())) {
    return LowerInitializer(to, value);
  }
  if (to.type->isRecordType()) {
    return ConstructFrom(to, LowerLvalue(value).place, value->isXValue());
  }
  Copy(to, LowerLvalue(value).place, value);
}

Closure FunctionLowering::MakeClosure(llvm::ArrayRef<const clang::Expr*> values, bool has_state) {
  Closure closure;
  closure.has_state = has_state;
  uint64_t size = has_state ? kPointerSize : 0;
  for (const clang::Expr* value : values) {
    const clang::QualType kept = Decayed(*value, context_);
    constexpr uint64_t kAlignment = 16;
    size = (size + kAlignment - 1) / kAlignment * kAlignment;
    closure.parts.push_back({kept, static_cast<int64_t>(size)});
    size += std::max<uint64_t>(types_.Size(kept), 1);
  }
  closure.known = values.empty() ? nullptr : KnownFunction(*values[0]);
  closure.display_name = closure.known == nullptr
                             ? "callable in " + builder_.procedure().display_name
                             : Identity::DisplayName(*closure.known);
  closure.address =
      EmitLibraryCall("_Znwm", {Operand::Constant(static_cast<int64_t>(size))}, context_.VoidPtrTy);
  // Nobody looks at a function that is named: it is called directly.
  for (size_t i = closure.known != nullptr ? 1 : 0; i < values.size(); ++i) {
    Lvalue part = PointedTo(closure.address, closure.parts[i].type);
    AddOffset(part.place, closure.parts[i].offset);
    part.text = "argument of the thread";
    KeepInClosure(part, values[i]);
  }
  return closure;
}

// Elsewhere it makes no difference that what is made on the way is made in its place at once.
void FunctionLowering::KeepInClosure(const Lvalue& part, const clang::Expr* value) {
  const bool is_made_before = llvm::isa<clang::MaterializeTemporaryExpr>(value->IgnoreParens()) &&
                              part.type->isRecordType() && !EndsQuietly(part.type);
  if (!is_made_before) return DecayCopy(part, value);
  ConstructFrom(part, LowerLvalue(value).place, /*moves=*/true);
}

void FunctionLowering::EndClosure(const Operand& address, const Closure& closure) {
  for (size_t i = closure.known != nullptr ? 1 : 0; i < closure.parts.size(); ++i) {
    ir::Place place;
    place.base = address;
    AddOffset(place, closure.parts[i].offset);
    Destroy(closure.parts[i].type, place);
  }
}

// That ends with the last future, or with the task: which one that is cannot be told.
void FunctionLowering::NoteEndOfKept(const Closure& closure) {
  const bool is_quiet =
      std::all_of(closure.parts.begin() + (closure.known != nullptr ? 1 : 0), closure.parts.end(),
                  [](const Closure::Part& part) { return EndsQuietly(part.type); });
  if (!is_quiet) NoteUnseen("end of what a task was made with");
}

ir::Operand FunctionLowering::ThreadProcedure(const Closure& closure) {
  const std::string name =
      builder_.procedure().name + "::thread#" + std::to_string(++thread_procedures_);
  FunctionLowering lowering(unit_);
  ir::Procedure& procedure = lowering.builder_.procedure();
  procedure.name = name;
  procedure.display_name = closure.display_name;
  procedure.file = builder_.procedure().file;
  procedure.first_line = builder_.procedure().first_line;
  lowering.first_line_ = first_line_;
  lowering.own_file_ = own_file_;
  lowering.builder_.File(procedure.file);
  lowering.SetLocation(last_location_);
  lowering.LowerThreadBody(closure);
  unit_.AddMadeProcedure(lowering.builder_.Finish());
  return Operand::Function(builder_.Symbol(name));
}

void FunctionLowering::LowerThreadBody(const Closure& closure) {
  const ir::StringIndex name = builder_.Intern("closure");
  builder_.procedure().parameters.push_back({name, ir::ValueKind::kPointer, 0, 0});
  const Operand address = Operand::Reg(builder_.NewRegister(name));
  std::vector<Lvalue> parts;
  for (const Closure::Part& kept : closure.parts) {
    Lvalue part = PointedTo(address, kept.type);
    AddOffset(part.place, kept.offset);
    part.text = "argument of the thread";
    parts.push_back(std::move(part));
  }
  if (!closure.stop_token.isNull()) {
    Lvalue stop = PointedTo(address, closure.stop_token);
    stop.text = "stop token";
    parts.insert(parts.begin() + 1, stop);
  }
  for (const clang::QualType type : closure.parameters) {
    const ir::StringIndex argument = builder_.Intern("argument of the task");
    builder_.procedure().parameters.push_back({argument, ir::ValueKind::kPointer, 0, 0});
    parts.push_back(
        PointedTo(Operand::Reg(builder_.NewRegister(argument)), type.getNonReferenceType()));
    parts.back().text = "argument of the task";
  }
  const Lvalue callable = parts[0];
  parts.erase(parts.begin());
  const auto call = [&](const Operand* state) {
    Scope scope(*this, clang::SourceLocation());
    clang::QualType type;
    const Operand result =
        CallCallable(callable, closure.known, std::move(parts), /*moves=*/true, &type);
    if (state != nullptr) StoreResult(*state, result, type);
  };
  if (closure.has_state) {
    Lvalue kept = PointedTo(address, context_.VoidPtrTy);
    kept.text = "shared state";
    const Operand state = Load(kept);
    KeepException(state, [&] { call(&state); });
  } else {
    call(nullptr);
  }
  if (closure.ends_with_thread) EndClosure(address, closure);
  builder_.Return(Operand::None());
}

void FunctionLowering::StartThread(const Lvalue& object, const std::string& name,
                                   llvm::ArrayRef<const clang::Expr*> values) {
  const bool can_be_stopped = StandardClass(object.type->getAsCXXRecordDecl()) == "jthread";
  Closure closure = MakeClosure(values, /*has_state=*/can_be_stopped);
  closure.has_state = false;
  closure.ends_with_thread = true;
  if (can_be_stopped) {
    const Operand flag = NewStopFlag();
    Store(WordOf(AddressOf(object), kPointerSize, "jthread"), flag);
    Store(WordOf(closure.address, 0, "stop token"), flag);
    closure.stop_token = StopToken(closure.parts[0].type, values.size() - 1, context_);
  }
  const Operand entry = ThreadProcedure(closure);
  EmitLibraryCall(name, {AddressOf(object), entry, closure.address}, context_.VoidTy);
}

void FunctionLowering::LowerCallOnce(const clang::CallExpr& call) {
  RunOnce(LowerArgument(call.getArg(0)),
          [&] { CallWithExpressions(llvm::ArrayRef(call.getArgs() + 1, call.getNumArgs() - 1)); });
}

void FunctionLowering::RunOnce(const Operand& flag, llvm::function_ref<void()> work) {
  const BlockId run = builder_.NewBlock();
  const BlockId join = builder_.NewBlock();
  builder_.Branch(EmitLibraryCall("__cxa_guard_acquire", {flag}, context_.IntTy), run, join);
  builder_.StartBlock(run);
  if (follows_exceptions_) tries_.push_back({builder_.NewBlock(), cleanups_.size()});
  {
    Scope scope(*this, scope_end_);
    work();
  }
  EmitLibraryCall("__cxa_guard_release", {flag}, context_.VoidTy);
  if (follows_exceptions_) {
    const TryBlock ended = tries_.back();
    tries_.pop_back();
    if (ended.is_reached) {
      builder_.Goto(join);
      builder_.StartBlock(ended.handlers);
      EmitLibraryCall("__cxa_guard_abort", {flag}, context_.VoidTy);
      builder_.Goto(LandingPad(cleanups_.size()));
    }
  }
  builder_.StartBlock(join);
}

ir::Operand FunctionLowering::CallWithExpressions(llvm::ArrayRef<const clang::Expr*> values) {
  std::vector<Lvalue> parts;
  for (const clang::Expr* value : values) {
    Lvalue part;
    if (value->isGLValue() && !value->getType()->isFunctionType() &&
        !value->getType()->isArrayType()) {
      part = LowerLvalue(value);
    } else {
      part.type = Decayed(*value, context_);
      part.place.base = Operand::Slot(NewTemporary(part.type));
      part.text = "temporary";
      DecayCopy(part, value);
    }
    part.type = part.type.getNonReferenceType().getUnqualifiedType();
    parts.push_back(std::move(part));
  }
  const Lvalue callable = parts[0];
  parts.erase(parts.begin());
  clang::QualType type;
  return CallCallable(callable, KnownFunction(*values[0]), std::move(parts), /*moves=*/false,
                      &type);
}

ir::Operand FunctionLowering::LowerConditionWait(const std::string& name, const Operand& self,
                                                 llvm::ArrayRef<const clang::Expr*> arguments) {
  const Operand lock = LowerArgument(arguments[0]);
  for (const clang::Expr* other : arguments.drop_front().drop_back()) LowerDiscarded(other);
  // while (!predicate()) wait(lock); a limit on the time ends it too.
  const BlockId head = builder_.NewBlock();
  const BlockId wait = builder_.NewBlock();
  const BlockId exit = builder_.NewBlock();
  builder_.StartBlock(head);
  const Operand holds = CallWithExpressions(arguments.take_back(1));
  builder_.Branch(holds, exit, wait);
  builder_.StartBlock(wait);
  EmitLibraryCall(name, {self, lock}, context_.VoidTy);
  if (arguments.size() > 2) {
    const BlockId late = builder_.NewBlock();
    builder_.Branch(Operand::Unknown(), head, late);
    builder_.StartBlock(late);
    CallWithExpressions(arguments.take_back(1));
    builder_.Goto(exit);
  } else {
    builder_.Goto(head);
  }
  builder_.StartBlock(exit);
  return Operand::Unknown();
}

// Where a barrier keeps the address of what runs at the end of each phase.
Lvalue FunctionLowering::CompletionOf(const Operand& barrier) {
  return WordOf(barrier, kPointerSize, "barrier");
}

bool FunctionLowering::ConstructBarrier(const Lvalue& object,
                                        llvm::ArrayRef<const clang::Expr*> arguments) {
  const clang::QualType completion = CompletionType(*object.type->getAsCXXRecordDecl());
  if (completion.isNull() || arguments.empty()) return false;
  const Operand self = AddressOf(object);
  const Operand count =
      arguments[0]->isGLValue() ? Load(LowerLvalue(arguments[0])) : LowerValue(arguments[0]);
  EmitLibraryCall("std::barrier::barrier", {self, count}, context_.VoidTy);
  const auto size = static_cast<int64_t>(types_.Size(completion));
  Lvalue callable = PointedTo(
      EmitLibraryCall("_Znwm", {Operand::Constant(size)}, context_.VoidPtrTy), completion);
  callable.text = "completion of the barrier";
  if (arguments.size() > 1) DecayCopy(callable, arguments[1]);
  Store(CompletionOf(self), AddressOf(callable));
  return true;
}

// The last one to come runs what the barrier has for that, while the others wait for him.
bool FunctionLowering::ArriveAndComplete(const clang::CXXRecordDecl& barrier, const Operand& self) {
  const clang::QualType completion = CompletionType(barrier);
  if (completion.isNull()) return false;
  const std::string name = "std::barrier::arrive_and_wait";
  const BlockId run = builder_.NewBlock();
  const BlockId join = builder_.NewBlock();
  builder_.Branch(EmitLibraryCall(name, {self}, context_.IntTy), run, join);
  builder_.StartBlock(run);
  Lvalue callable = PointedTo(Load(CompletionOf(self)), completion);
  callable.text = "completion of the barrier";
  clang::QualType type;
  CallCallable(callable, nullptr, {}, /*moves=*/false, &type);
  builder_.StartBlock(join);
  EmitLibraryCall(name, {self}, context_.VoidTy);
  return true;
}

std::optional<ir::Operand> FunctionLowering::LowerSynchronisationMethod(
    const clang::CXXMethodDecl& method, const std::string& of, const Operand& self,
    llvm::ArrayRef<const clang::Expr*> arguments, clang::QualType result_type) {
  const std::string name = method.getNameAsString();
  const bool holds_pointer = of == "thread" || of == "jthread" || of == "future" ||
                             of == "shared_future" || of == "promise";
  ReadTimes(arguments);
  if (holds_pointer && name == "operator=" && arguments.size() == 1) {
    const Operand source = MovePointer(WordOf(self, 0, of), arguments[0], [&] {
      if (of == "future") EmitLibraryCall("std::future::operator=", {self}, context_.VoidTy);
    });
    if (of == "jthread") MoveStopFlag(self, source);
    return self;
  }
  if (name == "joinable" && holds_pointer) {
    const Operand joinable =
        builder_.Binary(ir::Binary::kNe, Load(WordOf(self, 0, of)), Operand::Constant(0),
                        kPointerSize, /*is_signed=*/false);
    // Where there is no thread, there is none to wait for: as if that had been done.
    const BlockId none = builder_.NewBlock();
    const BlockId after = builder_.NewBlock();
    builder_.Branch(joinable, after, none);
    builder_.StartBlock(none);
    EmitLibraryCall("std::thread::joinable", {self}, context_.VoidTy);
    builder_.StartBlock(after);
    return joinable;
  }
  if (name == "detach") {
    EmitLibraryCall(QualifiedLibraryName(method), {self}, context_.VoidTy);
    Store(WordOf(self, 0, of), Operand::Constant(0));
    return Operand::None();
  }
  if (of.ends_with("condition_variable") || of.ends_with("condition_variable_any")) {
    const size_t with_predicate = name == "wait" ? 2 : 3;
    if (name.starts_with("wait") && arguments.size() == with_predicate) {
      return LowerConditionWait(QualifiedLibraryName(method), self, arguments);
    }
  }
  if (of == "barrier" && name == "arrive_and_wait" &&
      ArriveAndComplete(*method.getParent(), self)) {
    return Operand::None();
  }
  if (of == "jthread" || of == "stop_token" || of == "stop_source") {
    const auto lowered = LowerStopMethod(name, of, self, result_type);
    if (lowered.has_value()) return *lowered;
  }
  if (of == "counting_semaphore" && name == "release" && !arguments.empty()) {
    ReleaseSeveral(method, self, *arguments[0]);
    return Operand::None();
  }
  if (of == "latch") return LowerLatchMethod(method, self, arguments);
  if (of == "packaged_task") return LowerTaskMethod(method, self, arguments, result_type);
  if (of == "future" || of == "shared_future" || of == "promise" || of == "__basic_future") {
    return LowerFutureMethod(method, of, self, arguments, result_type);
  }
  return std::nullopt;
}

void FunctionLowering::ReleaseSeveral(const clang::CXXMethodDecl& release, const Operand& self,
                                      const clang::Expr& count) {
  const auto constant = ConstantValue(count);
  constexpr int64_t kMost = 16;
  const int64_t times = constant ? std::clamp<int64_t>(constant->value, 0, kMost) : 1;
  if (!constant || times != constant->value) {
    LowerDiscarded(&count);
    NoteUnseen("how often a semaphore is released");
  }
  for (int64_t i = 0; i < times; ++i) {
    EmitLibraryCall(QualifiedLibraryName(release), {self}, context_.VoidTy);
  }
}

bool FunctionLowering::LowerSynchronisationConstruction(
    const clang::CXXRecordDecl& record, const Lvalue& object,
    llvm::ArrayRef<const clang::Expr*> arguments, bool copies) {
  const std::string of = StandardClass(&record);
  if (of == "packaged_task" && arguments.size() == 1) {
    if (!copies) return MakeTask(object, arguments[0]);
    MoveTask(AddressOf(object), arguments[0]);
    return true;
  }
  if (of == "once_flag") {
    StoreZero(object);
    return true;
  }
  if (of == "barrier") return ConstructBarrier(object, arguments);
  if (of == "latch") {
    const Operand count =
        arguments[0]->isGLValue() ? Load(LowerLvalue(arguments[0])) : LowerValue(arguments[0]);
    Store(LatchCount(AddressOf(object), object.type), count);
    return true;
  }
  if (copies && (of == "stop_source" || of == "stop_token")) {
    const Operand source = LowerReferenceBinding(arguments[0]);
    Store(WordOf(AddressOf(object), 0, of), Load(WordOf(source, 0, of)));
    return true;
  }
  if (of == "stop_source" && arguments.empty()) {
    Store(WordOf(AddressOf(object), 0, of), NewStopFlag());
    return true;
  }
  const bool is_thread = of == "thread" || of == "jthread";
  const bool holds_pointer =
      is_thread || of == "future" || of == "shared_future" || of == "promise";
  if (!holds_pointer) return false;
  Lvalue pointer = object;
  pointer.type = context_.VoidPtrTy;
  if (copies) {
    const Operand source = MovePointer(pointer, arguments[0]);
    if (of == "jthread") MoveStopFlag(AddressOf(object), source);
  } else if (is_thread && !arguments.empty()) {
    StartThread(object, "std::thread::thread", arguments);
  } else if (of == "promise") {
    Store(pointer, NewPromisedState(FirstTypeArgument(record)));
  } else if (of == "shared_future" && arguments.size() == 1) {
    MovePointer(pointer, arguments[0]);
  } else {
    Store(pointer, Operand::Constant(0));
  }
  return true;
}

ir::Operand FunctionLowering::MovePointer(const Lvalue& to, const clang::Expr* from,
                                          llvm::function_ref<void()> end_last) {
  Lvalue source;
  source.place = from->isGLValue() ? LowerLvalue(from).place : LowerRecord(from);
  source.type = context_.VoidPtrTy;
  source.source = from;
  end_last();
  Store(to, Load(source));
  if (!from->getType().isConstQualified()) Store(source, Operand::Constant(0));
  return AddressOf(source);
}

}  // namespace plait::frontend
