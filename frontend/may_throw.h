// Which calls may end with an exception, as far as one unit tells.
#ifndef PLAIT_FRONTEND_MAY_THROW_H_
#define PLAIT_FRONTEND_MAY_THROW_H_

#include <optional>

#include "clang/AST/ASTContext.h"
#include "clang/AST/Decl.h"
#include "llvm/ADT/DenseMap.h"

namespace plait::frontend {

// Whether the function ends the program instead of letting an exception out. Destructors do that
// unless they say otherwise.
bool LetsNothingOut(const clang::FunctionDecl& function);

struct Thrown {
  bool by_program = false;  // by a throw expression, or by code that is not seen
  bool by_library = false;  // by a function of the standard library that is not entered
};

class MayThrow {
 public:
  explicit MayThrow(clang::ASTContext& context) : context_(context) {}

  // What a call of the function may end with. Destructors that do not say so throw nothing; nor do
  // functions of C without a body.
  Thrown ByCallOf(const clang::FunctionDecl& function);

  // What its body may meet, also if the function itself lets nothing out.
  Thrown InBodyOf(const clang::FunctionDecl& function);

  // What waiting for the result of a task may end with, as far as the unit throws at all.
  Thrown ByTasks();
  // Whether the unit has exceptions that are handed over as std::exception_ptr.
  bool HasExceptionPointers();

 private:
  // What a call is known to end with without a look at a body. nullopt: that depends on the body.
  std::optional<Thrown> WithoutBody(const clang::FunctionDecl& function);
  Thrown FollowCalls(const clang::FunctionDecl& definition);

  struct InUnit {
    bool throws = false;
    bool has_exception_pointers = false;
  };
  const InUnit& LookThrough();

  clang::ASTContext& context_;
  llvm::DenseMap<const clang::FunctionDecl*, Thrown> in_bodies_;  // by definition
  std::optional<InUnit> in_unit_;                                 // once it was asked for
};

}  // namespace plait::frontend

#endif  // PLAIT_FRONTEND_MAY_THROW_H_
