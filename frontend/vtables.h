// Tables of virtual functions, as variables of the unit: an object holds the address of the part of
// its class's table that fits, a virtual call loads the function from there. The layout is that of
// the Itanium C++ ABI, section 2.5.
#ifndef PLAIT_FRONTEND_VTABLES_H_
#define PLAIT_FRONTEND_VTABLES_H_

#include <cstdint>
#include <string>
#include <vector>

#include "clang/AST/ASTContext.h"
#include "clang/AST/DeclCXX.h"

namespace plait::frontend {

// One function in a table.
struct VtableSlot {
  uint64_t offset = 0;                             // bytes from the start of the table
  const clang::CXXMethodDecl* function = nullptr;  // the final overrider
  int64_t adjustment = 0;                          // added to `this` on the way
};

// Where in an object of the class the address of which part of the table stands.
struct VtablePointer {
  int64_t offset = 0;         // bytes from the start of the object
  int64_t address_point = 0;  // bytes from the start of the table
};

// Whether Clang can lay the table out: not of a class without virtual functions, of a template, or
// of one with an error in it or in a class above it, as an overrider that returns something else.
bool HasVtable(const clang::CXXRecordDecl& record);

// Of a class that has one. Parts of virtual bases are left out.
std::vector<VtableSlot> VtableSlots(clang::ASTContext& context, const clang::CXXRecordDecl& record);
uint64_t VtableSize(clang::ASTContext& context, const clang::CXXRecordDecl& record);
std::vector<VtablePointer> VtablePointers(clang::ASTContext& context,
                                          const clang::CXXRecordDecl& record);

// Where a virtual function stands in the table of its own class, from the address point on.
uint64_t VtableOffset(clang::ASTContext& context, const clang::CXXMethodDecl& method);

// The function that introduced the slot: the same for all overriders of one.
const clang::CXXMethodDecl& IntroducedBy(const clang::CXXMethodDecl& method);

}  // namespace plait::frontend

#endif  // PLAIT_FRONTEND_VTABLES_H_
