#include "frontend/lower_function.h"

#include <utility>

#include "clang/AST/Attr.h"
#include "clang/AST/DeclCXX.h"
#include "frontend/library_boundary.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Casting.h"

namespace plait::frontend {

using llvm::dyn_cast;
using llvm::isa;

FunctionLowering::Scope::Scope(FunctionLowering& lowering, clang::SourceLocation end)
    : lowering_(lowering),
      cleanups_(lowering.cleanups_.size()),
      previous_end_(lowering.scope_end_) {
  lowering.scope_end_ = end;
}

FunctionLowering::Scope::~Scope() {
  if (lowering_.cleanups_.size() > cleanups_) {
    lowering_.SetLocation(lowering_.scope_end_);
    lowering_.RunCleanups(cleanups_);
    lowering_.EmitLandingPads(cleanups_);
    lowering_.cleanups_.resize(cleanups_);
  }
  lowering_.scope_end_ = previous_end_;
}

FunctionLowering::FunctionLowering(UnitLowering& unit, const clang::FunctionDecl& function)
    : unit_(unit), context_(unit.context()), types_(unit.types()), function_(&function) {}

FunctionLowering::FunctionLowering(UnitLowering& unit)
    : unit_(unit), context_(unit.context()), types_(unit.types()) {}

void FunctionLowering::SetLocation(clang::SourceLocation location) {
  if (location.isInvalid() || location == last_location_) return;
  last_location_ = location;
  const Locations::Position position = unit_.locations().Expand(location);
  if (position.line == 0) return;
  ir::Location lowered;
  lowered.line = static_cast<int32_t>(position.line);
  lowered.column = position.column;
  if (position.file == own_file_) {
    lowered.line -= static_cast<int32_t>(first_line_);
  } else {
    lowered.file = builder_.File(unit_.locations().Path(position.file));
    // Two FileIDs of one path: the file is included more than once.
    if (lowered.file == 0) lowered.line -= static_cast<int32_t>(first_line_);
  }
  builder_.SetLocation(lowered);
  builder_.MarkCalls(unit_.intent().IsInMarkingMacro(location));
}

void FunctionLowering::BeginProcedure() {
  ir::Procedure& procedure = builder_.procedure();
  procedure.name = unit_.MentionFunction(*function_, /*address_taken=*/false);
  procedure.display_name = Identity::DisplayName(*function_);
  const Locations::Position begin = unit_.locations().Expand(function_->getBeginLoc());
  own_file_ = begin.file;
  first_line_ = begin.line;
  procedure.file = unit_.locations().Path(begin.file);
  procedure.first_line = begin.line;
  builder_.File(procedure.file);
  procedure.is_variadic = function_->isVariadic();
  const clang::QualType result = function_->getReturnType();
  procedure.returns_value = !result->isVoidType();
  procedure.return_kind =
      Types::IsAggregate(result) ? ir::ValueKind::kPointer : Types::Kind(result);
}

ir::Procedure FunctionLowering::Lower() {
  BeginProcedure();
  const clang::Stmt* body = function_->getBody();
  SetLocation(function_->getLocation());
  if (const auto* alias = function_->getAttr<clang::AliasAttr>()) {
    LowerAlias(*alias);
  } else if (body != nullptr) {
    facts_ = FindBodyFacts(*function_);
    LowerBody(*body);
  }
  return builder_.Finish();
}

void FunctionLowering::BeginStaticProcedure(const std::string& name,
                                            const std::string& display_name,
                                            const std::string& file) {
  ir::Procedure& procedure = builder_.procedure();
  procedure.name = name;
  procedure.display_name = display_name;
  procedure.file = file;
  procedure.first_line = 1;
  first_line_ = 1;
  builder_.File(file);
  own_file_ = context_.getSourceManager().getMainFileID();
}

void FunctionLowering::CallEach(const std::vector<const clang::FunctionDecl*>& functions) {
  for (const clang::FunctionDecl* function : functions) {
    SetLocation(function->getLocation());
    ir::Instruction call;
    call.opcode = ir::Opcode::kCall;
    call.callee = CalleeOperand(*function);
    call.text = builder_.Intern(Identity::DisplayName(*function));
    EmitCall(std::move(call), context_.VoidTy);
  }
}

ir::Procedure FunctionLowering::LowerStaticInitialization(
    const std::string& file, const std::vector<const clang::VarDecl*>& variables,
    const std::vector<const clang::FunctionDecl*>& constructors) {
  BeginStaticProcedure(StaticInitializationName(file), "static initialisation of " + file, file);
  for (const clang::VarDecl* variable : variables) {
    SetLocation(variable->getLocation());
    LowerStaticInitializer(*variable);
  }
  CallEach(constructors);
  builder_.Return(Operand::None());
  return builder_.Finish();
}

ir::Procedure FunctionLowering::LowerStaticDestruction(
    const std::string& file, const std::vector<const clang::VarDecl*>& variables,
    const std::vector<const clang::FunctionDecl*>& destructors) {
  BeginStaticProcedure(StaticDestructionName(file), "static destruction of " + file, file);
  Lvalue begun = PointedTo(Operand::Global(builder_.Symbol(unit_.MentionDestructionVariable())),
                           context_.LongTy);
  begun.text = "destruction";
  Store(begun, Operand::Constant(1));
  for (const clang::VarDecl* variable : variables) {
    SetLocation(variable->getLocation());
    DestroyStatic(*variable);
  }
  CallEach(destructors);
  builder_.Return(Operand::None());
  return builder_.Finish();
}

// One of a function was initialised only if control has come there.
void FunctionLowering::DestroyStatic(const clang::VarDecl& variable) {
  const ir::Place place = VariableLvalue(variable).place;
  const std::string* guard = variable.isStaticLocal() ? unit_.GuardOf(variable) : nullptr;
  if (guard == nullptr || !context_.getLangOpts().ThreadsafeStatics) {
    return Destroy(variable.getType(), place);
  }
  const Operand flag = Operand::Global(builder_.Symbol(*guard));
  const BlockId none = builder_.NewBlock();
  const BlockId some = builder_.NewBlock();
  const BlockId join = builder_.NewBlock();
  builder_.Branch(EmitLibraryCall("__cxa_guard_acquire", {flag}, context_.IntTy), none, some);
  builder_.StartBlock(none);
  EmitLibraryCall("__cxa_guard_release", {flag}, context_.VoidTy);
  builder_.Goto(join);
  builder_.StartBlock(some);
  Destroy(variable.getType(), place);
  builder_.StartBlock(join);
}

void FunctionLowering::LowerStaticInitializer(const clang::VarDecl& variable) {
  Lvalue object = VariableLvalue(variable);
  object.text = variable.getName().str();
  facts_ = FindBodyFacts(*variable.getInit());
  LowerInitializer(object, variable.getInit());
}

// The first thread to come here initialises the variable, others wait for it: the calls are those
// of the Itanium C++ ABI, section 3.3.3. Without safe initialisation, and for variables that each
// thread has for itself, the guard is a plain variable.
void FunctionLowering::LowerGuardedInitializer(const clang::VarDecl& variable) {
  const std::string& guard_name = unit_.MentionGuard(variable);
  const Operand guard = Operand::Global(builder_.Symbol(guard_name));
  const auto initialize = [&] {
    Lvalue object = VariableLvalue(variable);
    object.text = variable.getName().str();
    LowerInitializer(object, variable.getInit());
    NoteEndWithThread(variable);
  };
  const bool is_safe =
      context_.getLangOpts().ThreadsafeStatics && variable.getTLSKind() == clang::VarDecl::TLS_None;
  if (is_safe) return RunOnce(guard, initialize);
  const BlockId run = builder_.NewBlock();
  const BlockId join = builder_.NewBlock();
  Lvalue flag = PointedTo(guard, context_.CharTy);
  flag.text = "guard";
  builder_.Branch(Load(flag), join, run);
  builder_.StartBlock(run);
  initialize();
  Store(flag, Operand::Constant(1));
  builder_.StartBlock(join);
}

// Who has used a thread-local object destroys it as its thread ends, wherever that is.
void FunctionLowering::NoteEndWithThread(const clang::VarDecl& variable) {
  if (variable.getTLSKind() == clang::VarDecl::TLS_None ||
      !LeavesObject(variable.getType(), Implicit::kEnd)) {
    return;
  }
  NoteUnseen("destruction of a thread-local object at the end of its thread");
}

// Whoever is the first of its thread to name the variable initialises it.
void FunctionLowering::InitializeForThread(const clang::VarDecl& variable) {
  const clang::VarDecl* with_initializer = nullptr;
  if (variable.getTLSKind() == clang::VarDecl::TLS_None || variable.isStaticLocal()) return;
  if (variable.getAnyInitializer(with_initializer) == nullptr) return NoteEndWithThread(variable);
  if (!initialized_now_.insert(with_initializer).second) {
    return;
  }
  if (!UnitLowering::IsInitializedAtRunTime(*with_initializer)) {
    NoteEndWithThread(*with_initializer);
    initialized_now_.erase(with_initializer);
    return;
  }
  LowerGuardedInitializer(*with_initializer);
  initialized_now_.erase(with_initializer);
}

void FunctionLowering::LowerBody(const clang::Stmt& body) {
  DeclareParameters();
  BeginExceptions();
  {
    Scope scope(*this, body.getEndLoc());
    for (const clang::ParmVarDecl* parameter : function_->parameters()) {
      EvaluateVariableSizes(parameter->getOriginalType());
    }
    const auto* whole = dyn_cast<clang::CXXTryStmt>(&body);
    const auto* constructor = dyn_cast<clang::CXXConstructorDecl>(function_);
    if (constructor != nullptr && (whole == nullptr || !follows_exceptions_)) {
      LowerMemberInitializers(*constructor);
    }
    const auto* destructor = dyn_cast<clang::CXXDestructorDecl>(function_);
    if (destructor != nullptr && !destructor->isDefaulted() &&
        unit_.HasDerivedClass(*destructor->getParent())) {
      StoreVtablePointers(*destructor->getParent());
    }
    if (whole != nullptr) {
      LowerTry(*whole, function_);
    } else {
      LowerStatement(&body);
    }
  }
  SetLocation(body.getEndLoc());
  if (const auto* destructor = llvm::dyn_cast_or_null<clang::CXXDestructorDecl>(function_)) {
    LowerMemberDestruction(*destructor);
  }
  // Falling off the end of main returns 0; of another function with a result, anything.
  const Operand end = function_->isMain() ? Operand::Constant(0) : Operand::Unknown();
  builder_.Return(builder_.procedure().returns_value ? end : Operand::None());
  EndExceptions();
}

ir::Operand FunctionLowering::ForwardedParameter(ir::Register arrives_in,
                                                 const clang::ParmVarDecl& parameter) {
  const clang::QualType type = parameter.getType();
  const bool is_tracked = Types::IsAggregate(type) || Types::Kind(type) != ir::ValueKind::kOther;
  return is_tracked ? Operand::Reg(arrives_in) : Operand::Unknown();
}

// Another name of a function: one that calls it with what it is given.
void FunctionLowering::LowerAlias(const clang::AliasAttr& alias) {
  DeclareParameters();
  const clang::FunctionDecl* target = nullptr;
  for (const clang::NamedDecl* named :
       context_.getTranslationUnitDecl()->lookup(&context_.Idents.get(alias.getAliasee()))) {
    if (target == nullptr) target = dyn_cast<clang::FunctionDecl>(named);
  }
  if (target == nullptr) {
    ir::Instruction unknown;
    unknown.opcode = ir::Opcode::kUnknown;
    unknown.text = builder_.Intern("alias of " + alias.getAliasee().str());
    builder_.Append(std::move(unknown));
    return builder_.Return(function_->getReturnType()->isVoidType() ? Operand::None()
                                                                    : Operand::Unknown());
  }
  ir::Instruction call;
  call.opcode = ir::Opcode::kCall;
  call.callee = CalleeOperand(*target);
  call.text = builder_.Intern(Identity::DisplayName(*target));
  for (unsigned i = 0; i < function_->getNumParams(); ++i) {
    call.arguments.push_back(ForwardedParameter(i, *function_->getParamDecl(i)));
  }
  builder_.Return(EmitCall(std::move(call), function_->getReturnType()));
}

void FunctionLowering::DeclareParameters() {
  const auto* method = dyn_cast<clang::CXXMethodDecl>(function_);
  ir::Procedure& procedure = builder_.procedure();
  if (method != nullptr && method->isInstance()) {
    const ir::StringIndex name = builder_.Intern("this");
    const clang::QualType record = context_.getTypeDeclType(method->getParent());
    procedure.parameters.push_back(
        {name, ir::ValueKind::kPointer, builder_.Intern(types_.Spelling(record)), 0});
    this_register_ = builder_.NewRegister(name);
    if (method->getParent()->isLambda()) {
      method->getParent()->getCaptureFields(captures_, captured_this_);
    }
  }
  // All registers first: parameter i must arrive in register i.
  std::vector<ir::Register> registers;
  for (const clang::ParmVarDecl* parameter : function_->parameters()) {
    registers.push_back(builder_.NewRegister(builder_.Intern(parameter->getName())));
  }
  for (unsigned i = 0; i < function_->getNumParams(); ++i) {
    DeclareParameter(*function_->getParamDecl(i), registers[i]);
  }
}

void FunctionLowering::DeclareParameter(const clang::ParmVarDecl& parameter,
                                        ir::Register arrives_in) {
  const clang::QualType type = parameter.getType();
  ir::Parameter description;
  description.name = builder_.Intern(parameter.getName());
  const bool is_used_as_pointer = types_.Width(type) == kPointerSize &&
                                  facts_.used_as_pointers.contains(parameter.getCanonicalDecl());
  description.kind = is_used_as_pointer ? ir::ValueKind::kPointer : Types::Kind(type);
  description.type = builder_.Intern(types_.PointeeRecord(type));
  if (Types::IsAggregate(type)) {
    description.kind = ir::ValueKind::kOther;
    description.type = builder_.Intern(types_.Spelling(type));
    description.record_size = types_.Width(type);
    builder_.procedure().parameters.push_back(description);
    homes_[&parameter] = {Home::Kind::kAddress, arrives_in};
    return;
  }
  builder_.procedure().parameters.push_back(description);
  const bool in_register =
      FitsRegister(parameter) && !facts_.address_taken.contains(parameter.getCanonicalDecl());
  if (in_register) {
    homes_[&parameter] = {Home::Kind::kRegister, arrives_in};
    return;
  }
  SetLocation(parameter.getLocation());
  const uint32_t slot = builder_.NewSlot({description.name, builder_.Intern(types_.Spelling(type)),
                                          types_.Size(type), builder_.location()});
  homes_[&parameter] = {Home::Kind::kSlot, slot};
  Lvalue object;
  object.place.base = Operand::Slot(slot);
  object.type = type;
  object.text = parameter.getName().str();
  Store(object, Operand::Reg(arrives_in));
}

uint32_t FunctionLowering::NewTemporary(clang::QualType type) {
  return builder_.NewSlot(
      {0, builder_.Intern(types_.Spelling(type)), types_.Size(type), builder_.location()});
}

void FunctionLowering::LowerDeclaration(const clang::Decl& declaration) {
  if (const auto* variable = dyn_cast<clang::VarDecl>(&declaration)) {
    SetLocation(variable->getLocation());
    if (const auto* decomposition = dyn_cast<clang::DecompositionDecl>(variable)) {
      LowerLocal(*decomposition);
      for (const clang::BindingDecl* binding : decomposition->bindings()) {
        if (const clang::VarDecl* holder = binding->getHoldingVar()) LowerLocal(*holder);
      }
      return;
    }
    return LowerLocal(*variable);
  }
  if (const auto* alias = dyn_cast<clang::TypedefNameDecl>(&declaration)) {
    EvaluateVariableSizes(alias->getUnderlyingType());
  }
  // Types, prototypes, using declarations and labels have no effect at run time.
}

void FunctionLowering::LowerLocal(const clang::VarDecl& variable) {
  const clang::QualType type = variable.getType();
  if (variable.hasGlobalStorage()) {
    unit_.MentionVariable(variable);
    // One that is only declared here is initialised where it is defined.
    if (variable.isStaticLocal() && UnitLowering::IsInitializedAtRunTime(variable)) {
      LowerGuardedInitializer(variable);
    } else if (variable.isStaticLocal()) {
      NoteEndWithThread(variable);
    }
    return;
  }
  EvaluateVariableSizes(type);
  const ir::StringIndex name = builder_.Intern(variable.getName());
  if (type->isVariableArrayType()) return LowerVariableLengthArray(variable);
  if (FitsRegister(variable) && !facts_.address_taken.contains(variable.getCanonicalDecl())) {
    // A variable declared in a loop body is one register for all iterations.
    const ir::Register home = builder_.NewRegister(name);
    homes_[&variable] = {Home::Kind::kRegister, home};
    if (!variable.hasInit()) return;
    {
      Scope scope(*this, variable.getEndLoc());
      const Operand value = type->isReferenceType() ? LowerReferenceBinding(variable.getInit())
                                                    : LowerValue(variable.getInit());
      builder_.Assign(home, value, Types::Kind(type));
    }
    return KeepExtended();
  }
  const Lvalue object = DeclareInSlot(variable);
  if (variable.hasInit()) {
    Scope scope(*this, variable.getEndLoc());
    if (type->isReferenceType()) {
      Store(object, LowerReferenceBinding(variable.getInit()));
    } else {
      LowerInitializer(object, variable.getInit());
    }
  }
  KeepExtended();
  AddCleanups(variable, object.place);
}

void FunctionLowering::DeclareWithValue(const clang::VarDecl& variable, const Operand& value) {
  if (!FitsRegister(variable) || facts_.address_taken.contains(variable.getCanonicalDecl())) {
    return Store(DeclareInSlot(variable), value);
  }
  const ir::Register home = builder_.NewRegister(builder_.Intern(variable.getName()));
  homes_[&variable] = {Home::Kind::kRegister, home};
  builder_.Assign(home, value, Types::Kind(variable.getType()));
}

Lvalue FunctionLowering::DeclareInSlot(const clang::VarDecl& variable) {
  const clang::QualType type = variable.getType();
  const uint32_t slot =
      builder_.NewSlot({builder_.Intern(variable.getName()), builder_.Intern(types_.Spelling(type)),
                        types_.Size(type), builder_.location()});
  homes_[&variable] = {Home::Kind::kSlot, slot};
  ir::Instruction enter;
  enter.opcode = ir::Opcode::kEnterScope;
  enter.a = Operand::Slot(slot);
  builder_.Append(std::move(enter));
  Lvalue object;
  object.place.base = Operand::Slot(slot);
  object.type = type;
  object.text = variable.getName().str();
  return object;
}

void FunctionLowering::LowerVariableLengthArray(const clang::VarDecl& variable) {
  // The variable is the address of the array, which never changes.
  const ir::StringIndex name = builder_.Intern(variable.getName());
  ir::Instruction allocate;
  allocate.opcode = ir::Opcode::kAllocate;
  allocate.kind = ir::ValueKind::kPointer;
  allocate.width = 8;
  allocate.a = DynamicSize(variable.getType());
  allocate.result = builder_.NewRegister(name);
  homes_[&variable] = {Home::Kind::kAddress, allocate.result};
  ir::Place place;
  place.base = Operand::Reg(allocate.result);
  builder_.Append(std::move(allocate));
  if (variable.hasInit()) {
    Lvalue object;
    object.place = place;
    object.type = variable.getType();
    object.text = variable.getName().str();
    LowerInitializer(object, variable.getInit());
  }
  AddCleanups(variable, place);
}

void FunctionLowering::AddCleanups(const clang::VarDecl& variable, const ir::Place& place) {
  Cleanup cleanup;
  cleanup.type = variable.getType();
  cleanup.place = place;
  cleanup.begin = variable.getLocation();
  cleanup.end = scope_end_;
  if (const auto* attribute = variable.getAttr<clang::CleanupAttr>()) {
    cleanup.function = attribute->getFunctionDecl();
    cleanups_.push_back(cleanup);
  }
  if (variable.needsDestruction(context_) == clang::QualType::DK_cxx_destructor) {
    cleanup.function = nullptr;
    cleanups_.push_back(cleanup);
  }
}

// Of the library's classes, those that hold locks; what becomes of others is not followed so far.
void FunctionLowering::AddTemporary(clang::QualType type, const ir::Place& place,
                                    clang::SourceLocation begin) {
  const clang::CXXRecordDecl* record = type->getAsCXXRecordDecl();
  if (record == nullptr || !record->hasDefinition() || record->hasTrivialDestructor()) return;
  if (IsInStandardLibrary(*record)) {
    const std::string name = StandardClass(record);
    constexpr llvm::StringLiteral kGuards[] = {"lock_guard", "unique_lock", "scoped_lock",
                                               "shared_lock"};
    if (!llvm::is_contained(kGuards, name)) return;
  }
  Cleanup cleanup;
  cleanup.type = type;
  cleanup.place = place;
  cleanup.begin = begin;
  cleanup.end = scope_end_;
  cleanups_.push_back(cleanup);
}

void FunctionLowering::KeepExtended() {
  for (Cleanup& cleanup : extended_) {
    cleanup.end = scope_end_;
    cleanups_.push_back(cleanup);
  }
  extended_.clear();
}

void FunctionLowering::RunCleanups(size_t keep) {
  const std::optional<size_t> outer = ended_to_;
  for (size_t i = cleanups_.size(); i > keep; --i) {
    ended_to_ = i - 1;
    if (!cleanups_[i - 1].is_for_exceptions) RunCleanup(cleanups_[i - 1]);
  }
  ended_to_ = outer;
}

void FunctionLowering::AddPart(clang::QualType type, const ir::Place& place,
                               clang::SourceLocation begin) {
  if (!follows_exceptions_ || type.isDestructedType() != clang::QualType::DK_cxx_destructor) return;
  Cleanup part;
  part.type = type;
  part.place = place;
  part.begin = begin;
  part.end = scope_end_;
  part.is_for_exceptions = true;
  cleanups_.push_back(part);
}

void FunctionLowering::RunCleanup(const Cleanup& cleanup) {
  if (cleanup.function == nullptr) return Destroy(cleanup.type, cleanup.place);
  ir::Instruction call;
  call.opcode = ir::Opcode::kCall;
  call.callee = CalleeOperand(*cleanup.function);
  call.text = builder_.Intern(Identity::DisplayName(*cleanup.function));
  call.arguments = {builder_.Address(cleanup.place)};
  EmitCall(std::move(call), cleanup.function->getReturnType());
}

}  // namespace plait::frontend
