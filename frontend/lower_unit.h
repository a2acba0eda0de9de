// Lowers one parsed translation unit: decides which functions, variables and types of it matter,
// and has each lowered once.
//
// A function with external linkage, or a static one that is not inline, is lowered where it is
// defined. An inline function is lowered only if something lowered mentions it: a unit that
// includes a hundred headers should not pay for their unused helpers.
#ifndef PLAIT_FRONTEND_LOWER_UNIT_H_
#define PLAIT_FRONTEND_LOWER_UNIT_H_

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "analyzer/ir/ir.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/Decl.h"
#include "clang/AST/Expr.h"
#include "frontend/identity.h"
#include "frontend/intent.h"
#include "frontend/locations.h"
#include "frontend/may_throw.h"
#include "frontend/types.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/DenseSet.h"

namespace plait::frontend {

// Linkage name of the procedure that runs before main on behalf of a unit. Checkers find it by its
// prefix, which is what compilers call it.
std::string StaticInitializationName(const std::string& file);
// Likewise of the one that destroys what the unit has of static storage.
std::string StaticDestructionName(const std::string& file);

// A procedure that calls a method in another way than directly.
struct MethodStub {
  const clang::CXXMethodDecl* method = nullptr;
  std::string name;
  int64_t adjustment = 0;   // added to `this`
  bool is_virtual = false;  // calls the overrider of the object it gets
};

class UnitLowering {
 public:
  // Both must outlive this.
  UnitLowering(clang::ASTContext& context, Locations& locations);

  // Fills in procedures, globals, functions, records and symbols of the unit.
  void Lower(ir::Unit& unit);

  // What follows is for the lowering of bodies and initialisers, which report here whatever they
  // refer to. The strings returned are linkage names; they stay valid as long as this object.

  const std::string& MentionFunction(const clang::FunctionDecl& function, bool address_taken);
  const std::string& MentionVariable(const clang::VarDecl& variable);
  // The guard of a function-static variable that is initialised when control first reaches it.
  const std::string& MentionGuard(const clang::VarDecl& variable);
  // Written before anything of static storage is destroyed.
  const std::string& MentionDestructionVariable();
  // The guard if the variable is initialised when control first reaches it, else null.
  const std::string* GuardOf(const clang::VarDecl& variable);
  // A variable that each thread has of what it throws: see lower_exception.cc.
  const std::string& MentionExceptionVariable(const std::string& what);
  // The table of virtual functions of a class, and the name of one slot for fields of calls.
  const std::string& MentionVtable(const clang::CXXRecordDecl& record);
  std::string VirtualSlotName(const clang::CXXMethodDecl& method);
  // A procedure that makes a virtual call of the method.
  const std::string& MentionVirtualStub(const clang::CXXMethodDecl& method);
  // The function that a lambda without captures converts to.
  const std::string& MentionInvoker(const clang::CXXRecordDecl& lambda);
  // Whether a class of the unit derives from it: then its destructor changes the class of an
  // object.
  bool HasDerivedClass(const clang::CXXRecordDecl& record) const {
    return base_classes_.contains(record.getCanonicalDecl());
  }
  // A procedure that is made for another one, which refers to it by its name.
  void AddMadeProcedure(ir::Procedure procedure);
  // A compound literal with static storage, which is a variable without a name.
  const std::string& MentionLiteral(const clang::CompoundLiteralExpr& literal);
  // A function of the C library that the lowering itself calls ("memset").
  void MentionLibraryFunction(const std::string& name);
  // Whether code has to run to initialise the variable (C++ only).
  static bool IsInitializedAtRunTime(const clang::VarDecl& variable);
  // Index into Unit::symbols.
  uint32_t Symbol(const std::string& name);

  clang::ASTContext& context() { return context_; }
  Locations& locations() { return locations_; }
  Identity& identity() { return identity_; }
  Types& types() { return types_; }
  Intent& intent() { return intent_; }
  MayThrow& may_throw() { return may_throw_; }

 private:
  void VisitDeclarations(const clang::DeclContext& declarations);
  void VisitDeclaration(const clang::Decl& declaration);
  void VisitFunction(const clang::FunctionDecl& function);
  void VisitVariable(const clang::VarDecl& variable);
  void QueueBody(const clang::FunctionDecl& function);
  bool IsForeign(const clang::Decl& declaration) const;
  bool IsForeign(const clang::FunctionDecl& function) const;
  const std::string& MentionStub(const clang::CXXMethodDecl& method, std::string name,
                                 int64_t adjustment, bool is_virtual);
  void LowerQueued(ir::Unit& unit);
  void LowerStaticInitialization(ir::Unit& unit);
  void LowerStaticDestruction(ir::Unit& unit);
  void AddStaticProcedure(ir::Procedure procedure, ir::Unit& unit);
  ir::FunctionInfo DescribeFunction(const clang::FunctionDecl& function);
  ir::Global DescribeGlobal(const clang::VarDecl& variable);
  ir::Global DescribeLiteral(const clang::CompoundLiteralExpr& literal);

  clang::ASTContext& context_;
  Locations& locations_;
  Identity identity_;
  Types types_;
  Intent intent_;
  MayThrow may_throw_;
  // Index into functions_ by canonical declaration.
  llvm::DenseMap<const clang::FunctionDecl*, size_t> function_indices_;
  std::vector<ir::FunctionInfo> functions_;
  llvm::DenseSet<const clang::FunctionDecl*> queued_;
  std::vector<const clang::FunctionDecl*> bodies_;  // definitions, in the order found
  llvm::DenseSet<const clang::VarDecl*> variables_seen_;
  std::vector<const clang::VarDecl*> variables_;  // canonical declarations, in the order found
  llvm::DenseMap<const clang::CompoundLiteralExpr*, std::string*> literal_names_;
  std::vector<std::unique_ptr<std::string>> literal_name_storage_;
  std::vector<const clang::CompoundLiteralExpr*> literals_;
  std::vector<ir::Global> made_globals_;  // guards and tables of virtual functions
  llvm::DenseMap<const clang::CXXRecordDecl*, std::unique_ptr<std::string>> vtable_names_;
  std::unordered_map<std::string, std::unique_ptr<MethodStub>> stubs_;  // by name
  std::vector<const MethodStub*> queued_stubs_;
  std::vector<ir::Procedure> made_procedures_;
  llvm::DenseSet<const clang::CXXRecordDecl*> base_classes_;
  std::unordered_map<std::string, std::string> exception_variables_;  // names
  std::unordered_map<std::string, std::string> guard_names_;          // by the name of the variable
  std::vector<const clang::VarDecl*> run_time_initialized_;
  std::vector<const clang::FunctionDecl*> constructors_;
  std::vector<const clang::FunctionDecl*> destructors_;
  std::string destruction_variable_;
  // What LowerQueued comes to next, in each of its lists.
  size_t next_body_ = 0;
  size_t next_variable_ = 0;
  size_t next_literal_ = 0;
  size_t next_stub_ = 0;
  std::vector<std::string> symbols_;
  std::unordered_map<std::string, uint32_t> symbol_indices_;
};

}  // namespace plait::frontend

#endif  // PLAIT_FRONTEND_LOWER_UNIT_H_
