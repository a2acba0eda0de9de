#include "frontend/may_throw.h"

#include <optional>
#include <vector>

#include "clang/AST/ASTContext.h"
#include "clang/AST/DeclCXX.h"
#include "clang/AST/ExprCXX.h"
#include "clang/AST/RecursiveASTVisitor.h"
#include "clang/AST/Stmt.h"
#include "clang/Basic/SourceManager.h"
#include "frontend/library_boundary.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/Support/Casting.h"

namespace plait::frontend {
namespace {

using llvm::dyn_cast;
using llvm::isa;

constexpr Thrown kAnything = {true, true};

// Whether entered functions of the library say so that they are used in a wrong way, or that there
// is no memory: not by what they are given.
bool Complains(const clang::FunctionDecl& function) {
  return function.getDeclName().isIdentifier() &&
         llvm::StringSwitch<bool>(function.getName())
             .Cases("__throw_system_error", "__throw_bad_function_call", "__throw_bad_weak_ptr",
                    "__throw_length_error", "__throw_logic_error", "__throw_bad_alloc",
                    "__throw_bad_array_new_length", true)
             .Default(false);
}

// Functions of the library that end with what functions of the program throw elsewhere, or in them.
bool PassesOn(const clang::FunctionDecl& function) {
  return ThrowsWhatTaskThrew(function) ||
         (function.getDeclName().isIdentifier() && function.getName() == "call_once");
}

// Looks for exceptions of the program's own.
class ThrowFinder : public clang::RecursiveASTVisitor<ThrowFinder> {
 public:
  bool throws = false;
  bool has_exception_pointers = false;

  bool VisitCXXThrowExpr(clang::CXXThrowExpr* /*expression*/) {
    throws = true;
    return true;
  }
  bool VisitMemberExpr(clang::MemberExpr* member) {
    const clang::DeclarationName name = member->getMemberDecl()->getDeclName();
    return Look(name);
  }
  bool VisitCXXDependentScopeMemberExpr(clang::CXXDependentScopeMemberExpr* member) {
    return Look(member->getMember());
  }

 private:
  bool Look(clang::DeclarationName name) {
    has_exception_pointers |=
        name.isIdentifier() && name.getAsIdentifierInfo()->getName().starts_with("set_exception");
    return true;
  }
};

// What a body does itself, and whom it calls.
class Walk {
 public:
  Thrown thrown;
  std::vector<const clang::FunctionDecl*> callees;

  void Visit(const clang::Stmt* statement) {
    if (statement == nullptr) return;
    if (isa<clang::CXXThrowExpr>(statement)) thrown.by_program = true;
    if (const auto* lambda = dyn_cast<clang::LambdaExpr>(statement)) {
      for (const clang::Expr* captured : lambda->capture_inits()) Visit(captured);
      return;
    }
    if (const auto* given = dyn_cast<clang::CXXDefaultArgExpr>(statement)) {
      return Visit(given->getExpr());
    }
    if (const auto* given = dyn_cast<clang::CXXDefaultInitExpr>(statement)) {
      return Visit(given->getExpr());
    }
    if (const auto* declared = dyn_cast<clang::DeclStmt>(statement)) {
      for (const clang::Decl* one : declared->decls()) {
        if (const auto* variable = dyn_cast<clang::VarDecl>(one)) Destroy(variable->getType());
      }
    }
    if (const auto* temporary = dyn_cast<clang::CXXBindTemporaryExpr>(statement)) {
      Destroy(temporary->getType());
    }
    if (const auto* deleted = dyn_cast<clang::CXXDeleteExpr>(statement)) {
      if (!deleted->getDestroyedType().isNull()) Destroy(deleted->getDestroyedType());
    }
    if (const auto* call = dyn_cast<clang::CallExpr>(statement)) {
      Call(call->getDirectCallee());
    } else if (const auto* construction = dyn_cast<clang::CXXConstructExpr>(statement)) {
      Call(construction->getConstructor());
    }
    for (const clang::Stmt* child : statement->children()) Visit(child);
  }

  // The end of an object, if that may throw.
  void Destroy(clang::QualType type) {
    const clang::CXXRecordDecl* record = type->getBaseElementTypeUnsafe()->getAsCXXRecordDecl();
    if (record == nullptr || !record->hasDefinition()) return;
    const clang::CXXDestructorDecl* destructor = record->getDestructor();
    if (destructor != nullptr && !LetsNothingOut(*destructor)) callees.push_back(destructor);
  }

 private:
  void Call(const clang::FunctionDecl* callee) {
    if (callee != nullptr) {
      callees.push_back(callee);
    } else {
      thrown = kAnything;
    }
  }
};

void Add(const Thrown& more, Thrown* thrown) {
  thrown->by_program |= more.by_program;
  thrown->by_library |= more.by_library;
}

}  // namespace

bool LetsNothingOut(const clang::FunctionDecl& function) {
  const auto* prototype = function.getType()->getAs<clang::FunctionProtoType>();
  if (prototype == nullptr) return true;
  const clang::ExceptionSpecificationType kind = prototype->getExceptionSpecType();
  if (isa<clang::CXXDestructorDecl>(function)) return kind != clang::EST_NoexceptFalse;
  return !clang::isUnresolvedExceptionSpec(kind) && kind != clang::EST_DependentNoexcept &&
         prototype->isNothrow();
}

const MayThrow::InUnit& MayThrow::LookThrough() {
  if (in_unit_.has_value()) return *in_unit_;
  ThrowFinder finder;
  const clang::SourceManager& sources = context_.getSourceManager();
  for (clang::Decl* declaration : context_.getTranslationUnitDecl()->decls()) {
    if (!sources.isInSystemHeader(declaration->getLocation())) finder.TraverseDecl(declaration);
  }
  return in_unit_.emplace(InUnit{finder.throws, finder.has_exception_pointers});
}

Thrown MayThrow::ByTasks() {
  const InUnit& unit = LookThrough();
  return {unit.throws || unit.has_exception_pointers, true};
}

bool MayThrow::HasExceptionPointers() { return LookThrough().has_exception_pointers; }

std::optional<Thrown> MayThrow::WithoutBody(const clang::FunctionDecl& function) {
  if (function.getBuiltinID() != 0 || LetsNothingOut(function)) return Thrown();
  if (IsInStandardLibrary(function) && !IsEntered(function)) {
    return Thrown{PassesOn(function) && ByTasks().by_program, !Complains(function)};
  }
  const auto* method = dyn_cast<clang::CXXMethodDecl>(&function);
  if (method != nullptr && method->isVirtual()) return kAnything;
  if (function.hasBody()) return std::nullopt;
  const bool is_library =
      function.getASTContext().getSourceManager().isInSystemHeader(function.getLocation());
  if (is_library || function.isExternC() || function.isTrivial()) return Thrown();
  return function.isDefaulted() ? Thrown{false, true} : kAnything;
}

Thrown MayThrow::ByCallOf(const clang::FunctionDecl& function) {
  if (const auto known = WithoutBody(function)) return *known;
  return InBodyOf(function);
}

Thrown MayThrow::InBodyOf(const clang::FunctionDecl& function) {
  const clang::FunctionDecl* definition = nullptr;
  if (!function.hasBody(definition)) return Thrown();
  const auto known = in_bodies_.find(definition);
  return known != in_bodies_.end() ? known->second : FollowCalls(*definition);
}

Thrown MayThrow::FollowCalls(const clang::FunctionDecl& definition) {
  Thrown thrown;
  llvm::DenseSet<const clang::FunctionDecl*> seen = {&definition};
  std::vector<const clang::FunctionDecl*> open = {&definition};
  while (!open.empty() && !(thrown.by_program && thrown.by_library)) {
    const clang::FunctionDecl* next = open.back();
    open.pop_back();
    const auto known = in_bodies_.find(next);
    if (known != in_bodies_.end()) {
      Add(known->second, &thrown);
      continue;
    }
    Walk walk;
    walk.Visit(next->getBody());
    if (const auto* constructor = dyn_cast<clang::CXXConstructorDecl>(next)) {
      for (const clang::CXXCtorInitializer* initializer : constructor->inits()) {
        walk.Visit(initializer->getInit());
      }
    }
    if (const auto* destructor = dyn_cast<clang::CXXDestructorDecl>(next)) {
      const clang::CXXRecordDecl& record = *destructor->getParent();
      for (const clang::FieldDecl* field : record.fields()) walk.Destroy(field->getType());
      for (const clang::CXXBaseSpecifier& base : record.bases()) walk.Destroy(base.getType());
    }
    Add(walk.thrown, &thrown);
    for (const clang::FunctionDecl* callee : walk.callees) {
      const clang::FunctionDecl* body = nullptr;
      if (const auto without = WithoutBody(*callee)) {
        Add(*without, &thrown);
      } else if (callee->hasBody(body) && seen.insert(body).second) {
        open.push_back(body);
      }
    }
  }
  in_bodies_[&definition] = thrown;
  // What nothing comes out of calls nobody that throws.
  if (!thrown.by_program && !thrown.by_library) {
    for (const clang::FunctionDecl* none : seen) in_bodies_[none] = thrown;
  }
  return thrown;
}

}  // namespace plait::frontend
