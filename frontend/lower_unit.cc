#include "frontend/lower_unit.h"

#include <algorithm>
#include <memory>
#include <utility>

#include "analyzer/ir/digest.h"
#include "clang/AST/Attr.h"
#include "clang/AST/DeclCXX.h"
#include "clang/AST/DeclTemplate.h"
#include "clang/AST/ExprCXX.h"
#include "clang/Basic/SourceManager.h"
#include "frontend/global_initializer.h"
#include "frontend/library_boundary.h"
#include "frontend/lower_function.h"
#include "frontend/vtables.h"
#include "llvm/Support/Casting.h"

namespace plait::frontend {

using llvm::dyn_cast;
using llvm::isa;

UnitLowering::UnitLowering(clang::ASTContext& context, Locations& locations)
    : context_(context),
      locations_(locations),
      identity_(context, locations),
      types_(context, locations),
      intent_(context),
      may_throw_(context) {}

std::string StaticInitializationName(const std::string& file) {
  return std::string(ir::kStaticInitializationPrefix) + file;
}

std::string StaticDestructionName(const std::string& file) {
  return std::string(ir::kStaticDestructionPrefix) + file;
}

bool UnitLowering::IsInitializedAtRunTime(const clang::VarDecl& variable) {
  const clang::VarDecl* with_initializer = nullptr;
  if (!variable.getASTContext().getLangOpts().CPlusPlus ||
      variable.getAnyInitializer(with_initializer) == nullptr) {
    return false;
  }
  if (with_initializer->isInvalidDecl() || with_initializer->getInit()->isValueDependent() ||
      with_initializer->getType()->isDependentType()) {
    return false;
  }
  // Containers have blocks from the beginning here, also those that are constants when they are
  // empty.
  if (with_initializer->hasConstantInitialization() && !HasContainer(with_initializer->getType())) {
    return false;
  }
  // A default constructor that does nothing is no initialisation.
  const auto* construction =
      dyn_cast<clang::CXXConstructExpr>(with_initializer->getInit()->IgnoreImplicit());
  return construction == nullptr || !construction->getConstructor()->isTrivial();
}

const std::string& UnitLowering::MentionGuard(const clang::VarDecl& variable) {
  const std::string& name = identity_.SymbolName(variable);
  const auto [position, inserted] = guard_names_.try_emplace(name, name + "::guard");
  if (inserted) {
    ir::Global guard;
    guard.name = position->second;
    guard.display_name = "guard of " + Identity::DisplayName(variable);
    guard.type = types_.Spelling(context_.LongTy);
    const Locations::Position place = locations_.Expand(variable.getLocation());
    guard.file = locations_.Path(place.file);
    guard.line = place.line;
    guard.size = 8;
    guard.is_definition = true;
    guard.is_thread_local = variable.getTLSKind() != clang::VarDecl::TLS_None;
    made_globals_.push_back(std::move(guard));
  }
  return position->second;
}

const std::string* UnitLowering::GuardOf(const clang::VarDecl& variable) {
  const auto known = guard_names_.find(identity_.SymbolName(variable));
  return known == guard_names_.end() ? nullptr : &known->second;
}

const std::string& UnitLowering::MentionDestructionVariable() {
  if (destruction_variable_.empty()) {
    destruction_variable_ = ir::kStaticDestructionVariable;
    ir::Global variable;
    variable.name = destruction_variable_;
    variable.display_name = variable.name;
    variable.type = types_.Spelling(context_.LongTy);
    variable.size = 8;
    variable.is_definition = true;
    made_globals_.push_back(std::move(variable));
  }
  return destruction_variable_;
}

const std::string& UnitLowering::MentionExceptionVariable(const std::string& what) {
  const auto [position, inserted] = exception_variables_.try_emplace(
      what, what.empty() ? std::string(ir::kExceptionVariable)
                         : std::string(ir::kExceptionVariable) + " " + what);
  if (inserted) {
    ir::Global variable;
    variable.name = position->second;
    variable.display_name = variable.name;
    variable.type = types_.Spelling(context_.LongTy);
    variable.size = 8;
    variable.is_definition = true;
    variable.is_thread_local = true;
    made_globals_.push_back(std::move(variable));
  }
  return position->second;
}

std::string UnitLowering::VirtualSlotName(const clang::CXXMethodDecl& method) {
  return "virtual " + identity_.SymbolName(IntroducedBy(method));
}

const std::string& UnitLowering::MentionStub(const clang::CXXMethodDecl& method, std::string name,
                                             int64_t adjustment, bool is_virtual) {
  std::unique_ptr<MethodStub>& stub = stubs_[name];
  if (stub == nullptr) {
    stub =
        std::make_unique<MethodStub>(MethodStub{&method, std::move(name), adjustment, is_virtual});
    queued_stubs_.push_back(stub.get());
    ir::FunctionInfo info = DescribeFunction(method);
    info.name = stub->name;
    info.is_defined = true;
    info.address_taken = true;
    functions_.push_back(std::move(info));
  }
  return stub->name;
}

const std::string& UnitLowering::MentionVirtualStub(const clang::CXXMethodDecl& method) {
  return MentionStub(method, VirtualSlotName(method), 0, /*is_virtual=*/true);
}

const std::string& UnitLowering::MentionInvoker(const clang::CXXRecordDecl& lambda) {
  const clang::CXXMethodDecl& call = *lambda.getLambdaCallOperator();
  const clang::CXXMethodDecl* invoker = lambda.getLambdaStaticInvoker();
  return MentionStub(invoker == nullptr ? call : *invoker, identity_.SymbolName(call) + " invoked",
                     0, /*is_virtual=*/false);
}

// The name says what is in the table, since what is made from it says no more than the name.
const std::string& UnitLowering::MentionVtable(const clang::CXXRecordDecl& record) {
  const auto known = vtable_names_.find(record.getCanonicalDecl());
  if (known != vtable_names_.end()) return *known->second;
  ir::Global table;
  table.display_name = "virtual functions of " + Identity::DisplayName(record);
  table.type = types_.Spelling(context_.VoidPtrTy);
  const Locations::Position place = locations_.Expand(record.getLocation());
  table.file = locations_.Path(place.file);
  table.line = place.line;
  table.size = VtableSize(context_, record);
  table.is_definition = true;
  table.is_const = true;
  std::string contents;
  for (const VtableSlot& slot : VtableSlots(context_, record)) {
    std::string function = MentionFunction(*slot.function, /*address_taken=*/false);
    if (slot.adjustment != 0) {
      function = MentionStub(*slot.function, function + " at " + std::to_string(slot.adjustment),
                             slot.adjustment, /*is_virtual=*/false);
    }
    contents += std::to_string(slot.offset) + " " + function + "\n";
    table.values.push_back({slot.offset, 8, ir::Operand::Function(Symbol(function)), 0,
                            VirtualSlotName(*slot.function)});
  }
  table.name = std::string(ir::kVtablePrefix) + types_.Spelling(context_.getTypeDeclType(&record)) +
               " " + ir::Digest128(contents).substr(0, 8);
  made_globals_.push_back(table);
  auto name = std::make_unique<std::string>(std::move(table.name));
  return *vtable_names_.try_emplace(record.getCanonicalDecl(), std::move(name)).first->second;
}

uint32_t UnitLowering::Symbol(const std::string& name) {
  const auto [position, inserted] = symbol_indices_.try_emplace(name, symbols_.size());
  if (inserted) symbols_.push_back(name);
  return position->second;
}

// Most bodies of the C++ standard library are not entered: calls into it are for models.
bool UnitLowering::IsForeign(const clang::Decl& declaration) const {
  return context_.getLangOpts().CPlusPlus &&
         context_.getSourceManager().isInSystemHeader(declaration.getLocation());
}

bool UnitLowering::IsForeign(const clang::FunctionDecl& function) const {
  return IsCopyOfLibraryFunction(function) ||
         (IsForeign(static_cast<const clang::Decl&>(function)) && !IsEntered(function));
}

void UnitLowering::AddMadeProcedure(ir::Procedure procedure) {
  ir::FunctionInfo info;
  info.name = procedure.name;
  info.display_name = procedure.display_name;
  info.file = procedure.file;
  info.line = procedure.first_line;
  info.is_defined = true;
  info.address_taken = true;
  functions_.push_back(std::move(info));
  made_procedures_.push_back(std::move(procedure));
}

void UnitLowering::QueueBody(const clang::FunctionDecl& function) {
  if (!function.doesThisDeclarationHaveABody() || function.isDependentContext() ||
      function.isInvalidDecl() || function.isDeleted() || IsForeign(function)) {
    return;
  }
  if (queued_.insert(function.getCanonicalDecl()).second) bodies_.push_back(&function);
}

ir::FunctionInfo UnitLowering::DescribeFunction(const clang::FunctionDecl& function) {
  const clang::FunctionDecl* definition = function.getDefinition();
  const clang::FunctionDecl& shown = definition == nullptr ? function : *definition;
  ir::FunctionInfo info;
  info.name = identity_.SymbolName(function);
  info.display_name = Identity::DisplayName(function);
  const Locations::Position position = locations_.Expand(shown.getLocation());
  info.file = locations_.Path(position.file);
  info.line = position.line;
  info.is_defined = definition != nullptr && !IsForeign(*definition);
  info.is_static = !function.isExternallyVisible();
  info.is_hidden = function.isExternallyVisible() &&
                   function.getVisibility() == clang::Visibility::HiddenVisibility;
  info.is_weak = function.hasAttr<clang::WeakAttr>();
  info.signature = types_.Signature(function.getType());
  return info;
}

const std::string& UnitLowering::MentionFunction(const clang::FunctionDecl& function,
                                                 bool address_taken) {
  const clang::FunctionDecl* canonical = function.getCanonicalDecl();
  const auto [position, inserted] = function_indices_.try_emplace(canonical, functions_.size());
  if (inserted) {
    functions_.push_back(DescribeFunction(function));
    if (const clang::FunctionDecl* definition = function.getDefinition()) QueueBody(*definition);
  }
  functions_[function_indices_[canonical]].address_taken |= address_taken;
  return identity_.SymbolName(function);
}

const std::string& UnitLowering::MentionVariable(const clang::VarDecl& variable) {
  if (variables_seen_.insert(variable.getCanonicalDecl()).second) {
    variables_.push_back(variable.getCanonicalDecl());
  }
  return identity_.SymbolName(variable);
}

const std::string& UnitLowering::MentionLiteral(const clang::CompoundLiteralExpr& literal) {
  std::string*& name = literal_names_[&literal];
  if (name == nullptr) {
    const Locations::Position position = locations_.Expand(literal.getBeginLoc());
    literal_name_storage_.push_back(std::make_unique<std::string>(
        locations_.Path(position.file) + "::literal#" + std::to_string(literals_.size() + 1)));
    name = literal_name_storage_.back().get();
    literals_.push_back(&literal);
  }
  return *name;
}

void UnitLowering::MentionLibraryFunction(const std::string& name) {
  for (const ir::FunctionInfo& function : functions_) {
    if (function.name == name) return;
  }
  ir::FunctionInfo info;
  info.name = name;
  info.display_name = name;
  functions_.push_back(std::move(info));
}

void UnitLowering::VisitFunction(const clang::FunctionDecl& function) {
  if (function.hasAttr<clang::AliasAttr>()) {
    MentionFunction(function, /*address_taken=*/false);
    if (queued_.insert(function.getCanonicalDecl()).second) bodies_.push_back(&function);
    return;
  }
  if (!function.doesThisDeclarationHaveABody() || function.isDependentContext() ||
      IsForeign(static_cast<const clang::Decl&>(function))) {
    return;
  }
  // An inline function matters where it is called, except the one that in C is there for all units.
  const bool is_for_all_units = !context_.getLangOpts().CPlusPlus &&
                                function.isExternallyVisible() && function.isInlined() &&
                                function.isInlineDefinitionExternallyVisible();
  if (function.isInlined() && !is_for_all_units) return;
  MentionFunction(function, /*address_taken=*/false);
  QueueBody(function);
  if (function.hasAttr<clang::ConstructorAttr>()) constructors_.push_back(&function);
  if (function.hasAttr<clang::DestructorAttr>()) destructors_.push_back(&function);
}

void UnitLowering::VisitVariable(const clang::VarDecl& variable) {
  if (variable.isThisDeclarationADefinition() == clang::VarDecl::DeclarationOnly ||
      variable.getType()->isDependentType() || variable.getDeclContext()->isDependentContext() ||
      isa<clang::VarTemplatePartialSpecializationDecl>(variable) || IsForeign(variable)) {
    return;
  }
  // An internal variable that nothing uses (a table in a header) is of no interest.
  const bool runs_code = IsInitializedAtRunTime(variable);
  if (!variable.isExternallyVisible() && !variable.isReferenced() && !variable.isUsed() &&
      !runs_code) {
    return;
  }
  MentionVariable(variable);
  if (runs_code) {
    const clang::VarDecl* with_initializer = nullptr;
    variable.getAnyInitializer(with_initializer);
    // Each thread initialises those of its own.
    if (with_initializer == &variable && variable.getTLSKind() == clang::VarDecl::TLS_None) {
      run_time_initialized_.push_back(&variable);
    }
  }
}

void UnitLowering::VisitDeclaration(const clang::Decl& declaration) {
  if (const auto* function = dyn_cast<clang::FunctionDecl>(&declaration)) {
    VisitFunction(*function);
  } else if (const auto* variable = dyn_cast<clang::VarDecl>(&declaration)) {
    VisitVariable(*variable);
  } else if (isa<clang::NamespaceDecl, clang::LinkageSpecDecl, clang::ExportDecl>(declaration)) {
    VisitDeclarations(*llvm::cast<clang::DeclContext>(&declaration));
  } else if (const auto* record = dyn_cast<clang::CXXRecordDecl>(&declaration)) {
    // For the bodies of friends and nested classes that are not inline there is nothing to find;
    // static data members defined inside are.
    if (record->isThisDeclarationADefinition()) {
      for (const clang::CXXBaseSpecifier& base : record->bases()) {
        const clang::CXXRecordDecl* parent = base.getType()->getAsCXXRecordDecl();
        if (parent != nullptr) base_classes_.insert(parent->getCanonicalDecl());
      }
    }
    if (!record->isDependentContext() && record->isThisDeclarationADefinition()) {
      VisitDeclarations(*record);
    }
  }
}

void UnitLowering::VisitDeclarations(const clang::DeclContext& declarations) {
  for (const clang::Decl* declaration : declarations.decls()) VisitDeclaration(*declaration);
}

ir::Global UnitLowering::DescribeGlobal(const clang::VarDecl& canonical) {
  // The declaration with the initialiser, else a definition, else the last one: an array may get
  // its size only there.
  const clang::VarDecl* variable = canonical.getMostRecentDecl();
  const clang::VarDecl* with_initializer = nullptr;
  if (canonical.getAnyInitializer(with_initializer) != nullptr) {
    variable = with_initializer;
  } else if (const clang::VarDecl* definition = canonical.getDefinition()) {
    variable = definition;
  } else if (const clang::VarDecl* tentative = canonical.getActingDefinition()) {
    variable = tentative;
  }
  const clang::QualType type = variable->getType();
  ir::Global global;
  global.name = identity_.SymbolName(canonical);
  global.display_name = Identity::DisplayName(canonical);
  if (const auto* function =
          dyn_cast_or_null<clang::FunctionDecl>(canonical.getParentFunctionOrMethod());
      function != nullptr && canonical.isStaticLocal()) {
    global.function = Identity::DisplayName(*function);
  }
  global.type = types_.Spelling(type);
  const Locations::Position position = locations_.Expand(variable->getLocation());
  global.file = locations_.Path(position.file);
  global.line = position.line;
  global.size = types_.Size(type);
  // What a variable of the library holds is not looked at, so it must not pass for zero.
  global.is_definition =
      variable->hasDefinition() != clang::VarDecl::DeclarationOnly && !IsForeign(*variable);
  const clang::QualType element = context_.getBaseElementType(type);
  global.is_const = element.isConstQualified() && !type->isReferenceType();
  if (const clang::CXXRecordDecl* record = element->getAsCXXRecordDecl()) {
    global.is_const = global.is_const && record->hasDefinition() && !record->hasMutableFields();
  }
  global.is_thread_local = variable->getTLSKind() != clang::VarDecl::TLS_None;
  global.is_atomic = element->isAtomicType();
  global.is_volatile = element.isVolatileQualified();
  if (with_initializer != nullptr && !type->isDependentType() && !IsForeign(*variable) &&
      !IsInitializedAtRunTime(*with_initializer)) {
    global.values = FlattenInitializer(*this, *with_initializer, &global.literals);
  }
  return global;
}

ir::Global UnitLowering::DescribeLiteral(const clang::CompoundLiteralExpr& literal) {
  ir::Global global;
  global.name = MentionLiteral(literal);
  global.display_name = "compound literal";
  global.type = types_.Spelling(literal.getType());
  const Locations::Position position = locations_.Expand(literal.getBeginLoc());
  global.file = locations_.Path(position.file);
  global.line = position.line;
  global.size = types_.Size(literal.getType());
  global.is_definition = true;
  global.is_const = context_.getBaseElementType(literal.getType()).isConstQualified();
  global.values =
      FlattenInitializer(*this, literal.getType(), *literal.getInitializer(), &global.literals);
  return global;
}

void UnitLowering::LowerQueued(ir::Unit& unit) {
  // Bodies and initialisers mention further functions, variables and literals.
  while (next_body_ < bodies_.size() || next_variable_ < variables_.size() ||
         next_literal_ < literals_.size() || next_stub_ < queued_stubs_.size()) {
    if (next_stub_ < queued_stubs_.size()) {
      const MethodStub& stub = *queued_stubs_[next_stub_++];
      unit.procedures.push_back(FunctionLowering(*this, *stub.method).LowerStub(stub));
    } else if (next_body_ < bodies_.size()) {
      FunctionLowering lowering(*this, *bodies_[next_body_++]);
      unit.procedures.push_back(lowering.Lower());
    } else if (next_variable_ < variables_.size()) {
      unit.globals.push_back(DescribeGlobal(*variables_[next_variable_++]));
    } else {
      unit.globals.push_back(DescribeLiteral(*literals_[next_literal_++]));
    }
  }
}

void UnitLowering::AddStaticProcedure(ir::Procedure procedure, ir::Unit& unit) {
  ir::FunctionInfo info;
  info.name = procedure.name;
  info.display_name = procedure.display_name;
  info.file = procedure.file;
  info.line = 1;
  info.is_defined = true;
  info.is_static = true;
  info.signature = "void()";
  functions_.push_back(std::move(info));
  unit.procedures.push_back(std::move(procedure));
}

void UnitLowering::LowerStaticInitialization(ir::Unit& unit) {
  if (run_time_initialized_.empty() && constructors_.empty()) return;
  const std::string& file = locations_.Path(context_.getSourceManager().getMainFileID());
  FunctionLowering lowering(*this);
  AddStaticProcedure(lowering.LowerStaticInitialization(file, run_time_initialized_, constructors_),
                     unit);
}

void UnitLowering::LowerStaticDestruction(ir::Unit& unit) {
  // Those of functions are found as these are lowered, and mostly initialised after the others.
  std::vector<const clang::VarDecl*> destroyed;
  for (const clang::VarDecl* canonical : variables_) {
    const clang::VarDecl* variable = canonical->getDefinition();
    if (variable != nullptr && !IsForeign(*variable) && !variable->isInvalidDecl() &&
        !variable->getType()->isDependentType() &&
        variable->getTLSKind() == clang::VarDecl::TLS_None &&
        variable->needsDestruction(context_) == clang::QualType::DK_cxx_destructor) {
      destroyed.push_back(variable);
    }
  }
  if (destroyed.empty() && destructors_.empty()) return;
  std::reverse(destroyed.begin(), destroyed.end());
  const std::string& file = locations_.Path(context_.getSourceManager().getMainFileID());
  FunctionLowering lowering(*this);
  AddStaticProcedure(lowering.LowerStaticDestruction(file, destroyed, destructors_), unit);
}

void UnitLowering::Lower(ir::Unit& unit) {
  VisitDeclarations(*context_.getTranslationUnitDecl());
  LowerStaticInitialization(unit);
  LowerQueued(unit);
  LowerStaticDestruction(unit);
  LowerQueued(unit);
  for (ir::Procedure& made : made_procedures_) unit.procedures.push_back(std::move(made));
  for (ir::Global& global : made_globals_) unit.globals.push_back(std::move(global));
  unit.symbols = std::move(symbols_);
  unit.functions = std::move(functions_);
  unit.records = types_.TakeRecords();
  const auto by_name = [](const auto& a, const auto& b) { return a.name < b.name; };
  std::stable_sort(unit.functions.begin(), unit.functions.end(), by_name);
  std::stable_sort(unit.globals.begin(), unit.globals.end(), by_name);
}

}  // namespace plait::frontend
