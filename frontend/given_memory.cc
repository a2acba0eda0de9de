// What containers and functions of the C++ library do with memory of the program that they are
// given by pointers and iterators, and with functions that they call.
#include <algorithm>
#include <string>
#include <vector>

#include "clang/AST/ASTContext.h"
#include "clang/AST/DeclCXX.h"
#include "clang/AST/Expr.h"
#include "clang/Basic/SourceManager.h"
#include "frontend/library_boundary.h"
#include "frontend/lower_function.h"
#include "llvm/ADT/StringRef.h"

namespace plait::frontend {
namespace {

// Whether it points to elements: a pointer, or a class of the library that holds one.
bool IsIterator(clang::QualType type) {
  if (type->isPointerType()) return !type->isFunctionPointerType() && !type->isVoidPointerType();
  const clang::CXXRecordDecl* record = type->getAsCXXRecordDecl();
  if (record == nullptr || record->getIdentifier() == nullptr ||
      !record->getASTContext().getSourceManager().isInSystemHeader(record->getLocation())) {
    return false;
  }
  const llvm::StringRef name = record->getName();
  return name.ends_with("iterator") && !name.contains("stream") && !name.contains("insert");
}

bool IsLiteral(const clang::Expr* argument) {
  return llvm::isa<clang::StringLiteral, clang::CXXNullPtrLiteralExpr>(
      argument->IgnoreParenImpCasts());
}

}  // namespace

void FunctionLowering::UseGiven(const Operand& block, clang::QualType element,
                                llvm::ArrayRef<const clang::Expr*> arguments,
                                const std::vector<Operand>& given) {
  const size_t count = arguments.size();
  const auto type_of = [&](size_t i) {
    return arguments[i]->getType().getNonReferenceType().getUnqualifiedType();
  };
  for (size_t i = 0; i < count; ++i) NoteCallable(type_of(i));
  // The last two are the ends of a range.
  if (count >= 2 && IsIterator(type_of(count - 1)) &&
      context_.hasSameType(type_of(count - 2), type_of(count - 1))) {
    if (!element.isNull()) CopyRange(block, element, type_of(count - 2), given[count - 2]);
    return;
  }
  for (size_t i = 0; i < count; ++i) {
    const bool is_counted = i + 1 < count && type_of(i + 1)->isIntegerType();
    // A pointer that is looked at by reference, as a key, is not followed.
    const bool is_followed = type_of(i)->isPointerType() && !arguments[i]->isGLValue();
    if (!is_followed || IsLiteral(arguments[i])) continue;
    // A pointer that is an element is kept, and not followed.
    if (!element.isNull() && element->isPointerType()) continue;
    UsePointer(type_of(i), given[i],
               is_counted ? CountOf(arguments[i + 1], given[i + 1]) : Operand::None());
  }
}

void FunctionLowering::CopyRange(const Operand& block, clang::QualType element,
                                 clang::QualType iterator, const Operand& given) {
  const clang::CXXRecordDecl* record = iterator->getAsCXXRecordDecl();
  const clang::QualType source =
      record == nullptr ? iterator->getPointeeType() : ElementType(*record);
  if (record != nullptr && types_.Size(iterator) < kPointerSize) return;
  ir::Place from;
  from.base = record == nullptr ? given : Load(WordOf(given, 0, "iterator"));
  const clang::QualType read = source.isNull() ? element : source;
  from.base = SomeElement(from.base, read);
  if (!context_.hasSameUnqualifiedType(read, element)) {
    Lvalue one = PointedTo(from.base, read);
    one.text = "element";
    if (!Types::IsAggregate(read)) Load(one);
    return;
  }
  Lvalue to = PointedTo(SomeElement(block, element), element);
  to.text = "element";
  if (IsString(StandardClass(element->getAsCXXRecordDecl()))) {
    return ConstructFrom(to, from, /*moves=*/false);
  }
  if (Types::IsAggregate(element)) return Copy(to, from, nullptr);
  Lvalue one = to;
  one.place = from;
  Store(to, Load(one));
}

// `count`: of elements; none: a text up to its end, or one element that is written.
void FunctionLowering::UsePointer(clang::QualType pointer, const Operand& given,
                                  const Operand& count) {
  const clang::QualType element = pointer->getPointeeType();
  if (!element->isScalarType() || types_.Size(element) == 0) return;
  const bool is_text = element->isAnyCharacterType();
  if (element.isConstQualified()) {
    if (!is_text) return;
    const bool is_counted = !(count == Operand::None());
    EmitLibraryCall(is_counted ? "memchr" : "strlen",
                    is_counted ? std::vector<Operand>{given, Operand::Unknown(), count}
                               : std::vector<Operand>{given},
                    context_.LongTy);
    return;
  }
  if (is_text && !(count == Operand::None())) {
    EmitLibraryCall("memset", {given, Operand::Unknown(), count}, context_.VoidPtrTy);
    return;
  }
  Lvalue one = PointedTo(given, element);
  one.text = "what is returned";
  Store(one, Operand::Unknown());
}

// Code of the program that is called by what is not entered.
void FunctionLowering::NoteCallable(clang::QualType type) {
  if (type->isFunctionPointerType()) return NoteUnseen("function that the library calls");
  const clang::CXXRecordDecl* record = type->getAsCXXRecordDecl();
  if (record == nullptr || !record->hasDefinition() || IsInStandardLibrary(*record)) return;
  const clang::CXXMethodDecl* called = nullptr;
  for (const clang::CXXMethodDecl* method : record->methods()) {
    if (method->getOverloadedOperator() == clang::OO_Call) called = method;
  }
  if (called == nullptr) return;
  const bool looks_only = called->hasBody() && !ReachesOthers(called->getBody()) &&
                          (!record->isLambda() || record->capture_size() == 0);
  if (!looks_only) NoteUnseen("function that the library calls");
}

}  // namespace plait::frontend
