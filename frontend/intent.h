// Where the program itself says that an access may race: inside PLAIT_DATA_RACE(...), or to
// something declared PLAIT_RACY_BY_DESIGN (include/plait/plait.h). The kernel's and others'
// data_race(...) means the same.
#ifndef PLAIT_FRONTEND_INTENT_H_
#define PLAIT_FRONTEND_INTENT_H_

#include "clang/AST/ASTContext.h"
#include "clang/AST/Expr.h"
#include "clang/Basic/SourceLocation.h"
#include "llvm/ADT/DenseMap.h"

namespace plait::frontend {

class Intent {
 public:
  // `context` must outlive this.
  explicit Intent(const clang::ASTContext& context) : context_(context) {}

  // Whether an access to what the expression denotes is marked.
  bool IsMarked(const clang::Expr& lvalue);

  // Whether the place is inside of a marking macro, also by way of other macros. Costs nothing
  // outside of macros, and little more within: each expansion is looked at once.
  bool IsInMarkingMacro(clang::SourceLocation location);

 private:
  bool IsMarkingExpansion(clang::FileID expansion);

  const clang::ASTContext& context_;
  llvm::DenseMap<clang::FileID, bool> expansions_;
};

}  // namespace plait::frontend

#endif  // PLAIT_FRONTEND_INTENT_H_
