// Elements that containers make by themselves, from nothing: what a map has not found, and those of
// a list of so many.
#include <algorithm>

#include "clang/AST/ASTContext.h"
#include "clang/AST/DeclCXX.h"
#include "frontend/library_boundary.h"
#include "frontend/lower_function.h"

namespace plait::frontend {
namespace {

bool IsPointer(clang::QualType type) {
  const std::string of = StandardClass(type->getAsCXXRecordDecl());
  return type->isPointerType() || of == "unique_ptr" || of == "shared_ptr";
}

// Whether an object that is made from nothing leads to memory of its own. Of what does not, nothing
// has to be said: each thread has it for itself until it finds something there.
bool MakesMemory(clang::QualType type) {
  if (const auto* array = llvm::dyn_cast<clang::ArrayType>(type.getTypePtr())) {
    return MakesMemory(array->getElementType());
  }
  const clang::CXXRecordDecl* record = type->getAsCXXRecordDecl();
  if (record == nullptr || !record->hasDefinition()) return false;
  const std::string of = StandardClass(record);
  if (!of.empty() && of != "pair") return IsContainer(of) || of == "promise";
  for (const clang::CXXBaseSpecifier& base : record->getDefinition()->bases()) {
    if (MakesMemory(base.getType())) return true;
  }
  return std::any_of(record->field_begin(), record->field_end(), [&](const clang::FieldDecl* f) {
    const bool may_be_set =
        f->hasInClassInitializer() || record->hasUserProvidedDefaultConstructor();
    return MakesMemory(f->getType()) || (may_be_set && IsPointer(f->getType()));
  });
}

}  // namespace

void FunctionLowering::MakeElement(const ir::Operand& block, const Lvalue& element) {
  if (!MakesMemory(element.type)) return;
  const BlockId made = builder_.NewBlock();
  const BlockId join = builder_.NewBlock();
  builder_.Branch(builder_.UnknownFrom(block), made, join);
  builder_.StartBlock(made);
  EmplaceElement(element, {});
  builder_.StartBlock(join);
}

void FunctionLowering::MakePair(const ir::Operand& block, const Lvalue& pair,
                                const clang::Expr* key, const ir::Operand& given) {
  const Lvalue first = MemberOfPair(pair, 0);
  const bool is_kept =
      MakesMemory(first.type) && context_.hasSameUnqualifiedType(first.type, key->getType());
  if (is_kept) {
    const BlockId made = builder_.NewBlock();
    const BlockId join = builder_.NewBlock();
    builder_.Branch(builder_.UnknownFrom(block), made, join);
    builder_.StartBlock(made);
    ir::Place from;
    from.base = given;
    ConstructFrom(first, from, key->isXValue());
    builder_.StartBlock(join);
  }
  MakeElement(block, MemberOfPair(pair, 1));
}

}  // namespace plait::frontend
