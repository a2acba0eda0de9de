// Pointers into arrays that are members: C keeps what is reckoned from the start of such an array
// within it.
#ifndef PLAIT_FRONTEND_INNER_ARRAY_H_
#define PLAIT_FRONTEND_INNER_ARRAY_H_

#include <cstdint>
#include <vector>

#include "clang/AST/ASTContext.h"
#include "clang/AST/Expr.h"

namespace plait::frontend {

// Elements of the member array that the pointer is the start of; 0 if it is none. Those of an array
// without a size, of one element or of bytes at the end of an object that may be allocated go on
// behind its end, as programs let them: more than there can be.
uint64_t ExtentOfInnerArray(const clang::Expr& pointer, const clang::ASTContext& context);

// Elements of the row that the pointer is the start of, in a matrix (m[i] of m[i][j]); 0 if it is
// none, or the first one, for by that programs reach all rows as if they were one.
uint64_t ExtentOfRow(const clang::Expr& pointer, const clang::ASTContext& context);

// A pointer to an element: the start of the array, a member or a plane of one of three dimensions,
// and the numbers that are added to it.
struct InnerElement {
  struct Step {
    const clang::Expr* number = nullptr;
    bool is_subtracted = false;
  };
  const clang::Expr* array = nullptr;
  uint64_t extent = 0;  // 0: the pointer is not reckoned from such an array
  std::vector<Step> steps;
};
InnerElement FindInnerElement(const clang::Expr& pointer, const clang::ASTContext& context);

}  // namespace plait::frontend

#endif  // PLAIT_FRONTEND_INNER_ARRAY_H_
