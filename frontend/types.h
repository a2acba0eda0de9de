// What the IR needs to know of types: widths, kinds, spellings used as keys, and the layout of
// every record and array whose bytes may have to be named.
#ifndef PLAIT_FRONTEND_TYPES_H_
#define PLAIT_FRONTEND_TYPES_H_

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "analyzer/ir/ir.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/Decl.h"
#include "clang/AST/Type.h"
#include "frontend/locations.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/DenseSet.h"

namespace plait::frontend {

// Bits of storage in a record, in bytes from its start.
struct StorageUnit {
  uint64_t offset = 0;
  uint32_t width = 0;
  // Of a bit-field within the unit; bit_width 0 means that the member is the whole unit.
  uint32_t bit_offset = 0;
  uint32_t bit_width = 0;
};

class Types {
 public:
  // Both must outlive this.
  Types(clang::ASTContext& context, Locations& locations);

  // Size in bytes; 0 if it is not a constant known here (incomplete, variable length, function).
  uint64_t Size(clang::QualType type) const;
  uint32_t Width(clang::QualType type) const;
  static ir::ValueKind Kind(clang::QualType type);
  static bool IsSigned(clang::QualType type);
  // Whether one register can hold a value of the type.
  static bool IsScalar(clang::QualType type);
  // Structures, unions, classes and complex numbers: values that are handled by their address.
  static bool IsAggregate(clang::QualType type);

  // Spelling of the canonical unqualified type, the same in every unit: "struct node", "int*",
  // "struct node[8]". Anonymous records are named after their typedef or "file:line".
  // If the type is itself a record or an array, TakeRecords() will describe it.
  const std::string& Spelling(clang::QualType type);
  // Of the pointee, if `type` is a pointer to a record; "" otherwise.
  std::string PointeeRecord(clang::QualType type);
  // "int(void*,int)" of a function type.
  std::string Signature(clang::QualType function_type);

  // "tag.field". Members of anonymous members belong to the record around them.
  std::string FieldName(const clang::FieldDecl& field);
  // Where a member lies. For a bit-field that is the whole run of adjacent bit-fields, which C11
  // (3.14) makes one memory location.
  StorageUnit Storage(const clang::FieldDecl& field);

  // Layouts of all types spelled so far and of the records and arrays inside them, in order of
  // name.
  std::vector<ir::Record> TakeRecords();

 private:
  const std::string& SpellingOnly(clang::QualType type);
  std::string Spell(clang::QualType canonical);
  std::string Tag(const clang::RecordDecl& record);
  ir::Record DescribeRecord(const clang::RecordType& type);
  ir::Record DescribeArray(const clang::ConstantArrayType& type);

  clang::ASTContext& context_;
  Locations& locations_;
  llvm::DenseMap<const clang::Type*, std::string*> spellings_;
  std::vector<std::unique_ptr<std::string>> spelling_storage_;
  std::vector<const clang::Type*> described_;  // canonical; records and constant arrays to describe
  llvm::DenseSet<const clang::Type*> is_described_;
};

}  // namespace plait::frontend

#endif  // PLAIT_FRONTEND_TYPES_H_
