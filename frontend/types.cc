#include "frontend/types.h"

#include <algorithm>
#include <unordered_set>
#include <utility>

#include "clang/AST/DeclCXX.h"
#include "clang/AST/PrettyPrinter.h"
#include "clang/AST/RecordLayout.h"
#include "llvm/Support/Casting.h"

namespace plait::frontend {
namespace {

// The record that has a name for people: anonymous members are looked through.
const clang::RecordDecl& NamedParent(const clang::RecordDecl& record) {
  const clang::RecordDecl* named = &record;
  while (named->isAnonymousStructOrUnion()) {
    const auto* parent = llvm::dyn_cast<clang::RecordDecl>(named->getLexicalDeclContext());
    if (parent == nullptr) break;
    named = parent;
  }
  return *named;
}

// Whether two members are in one run of bit-fields.
bool ContinuesRun(const clang::FieldDecl& field, const clang::ASTContext& context) {
  return field.isBitField() && !field.isZeroLengthBitField(context);
}

}  // namespace

Types::Types(clang::ASTContext& context, Locations& locations)
    : context_(context), locations_(locations) {}

uint64_t Types::Size(clang::QualType type) const {
  if (type.isNull()) return 0;
  type = type.getCanonicalType();
  if (type->isVoidType() || type->isFunctionType() || type->isIncompleteType() ||
      type->isDependentType() || type->isPlaceholderType() || type->isVariableArrayType() ||
      type->isSizelessType() || type->isUndeducedType()) {
    return 0;
  }
  if (const auto* record = type->getAsRecordDecl()) {
    if (record->isInvalidDecl()) return 0;
  }
  // A pointer to a member function is kept as the function alone.
  if (type->isMemberFunctionPointerType()) return 8;
  if (!type->isConstantSizeType()) return 0;
  return context_.getTypeSizeInChars(type).getQuantity();
}

uint32_t Types::Width(clang::QualType type) const { return static_cast<uint32_t>(Size(type)); }

ir::ValueKind Types::Kind(clang::QualType type) {
  type = type.getCanonicalType();
  if (const auto* atomic = type->getAs<clang::AtomicType>()) {
    type = atomic->getValueType().getCanonicalType();
  }
  if (type->isAnyPointerType() || type->isReferenceType() || type->isBlockPointerType() ||
      type->isNullPtrType()) {
    return ir::ValueKind::kPointer;
  }
  if (type->isMemberFunctionPointerType()) return ir::ValueKind::kPointer;
  if (type->isIntegralOrEnumerationType() || type->isMemberDataPointerType()) {
    return ir::ValueKind::kInteger;
  }
  return ir::ValueKind::kOther;
}

bool Types::IsSigned(clang::QualType type) {
  if (const auto* atomic = type->getAs<clang::AtomicType>()) type = atomic->getValueType();
  return type->isSignedIntegerOrEnumerationType();
}

bool Types::IsScalar(clang::QualType type) {
  type = type.getCanonicalType();
  return Kind(type) != ir::ValueKind::kOther || type->isRealFloatingType();
}

bool Types::IsAggregate(clang::QualType type) {
  if (const auto* atomic = type->getAs<clang::AtomicType>()) type = atomic->getValueType();
  return type->isRecordType() || type->isArrayType();
}

std::string Types::Tag(const clang::RecordDecl& record) {
  const clang::RecordDecl& named = NamedParent(record);
  if (named.getIdentifier() != nullptr) {
    if (named.getDeclContext()->isTranslationUnit() || !context_.getLangOpts().CPlusPlus) {
      return named.getName().str();
    }
    clang::PrintingPolicy policy = context_.getPrintingPolicy();
    policy.SuppressTagKeyword = true;
    return context_.getTypeDeclType(&named).getCanonicalType().getAsString(policy);
  }
  if (const clang::TypedefNameDecl* name = named.getTypedefNameForAnonDecl()) {
    return name->getName().str();
  }
  // struct outer { struct { int x; } inner; }: "outer.inner".
  if (const auto* parent = llvm::dyn_cast<clang::RecordDecl>(named.getLexicalDeclContext())) {
    for (const clang::FieldDecl* field : parent->fields()) {
      const clang::Type* type = field->getType()->getPointeeOrArrayElementType();
      if (type->getAsRecordDecl() != nullptr &&
          type->getAsRecordDecl()->getCanonicalDecl() == named.getCanonicalDecl()) {
        return Tag(*parent) + "." + field->getName().str();
      }
    }
  }
  return locations_.FileAndLine(named.getLocation());
}

std::string Types::FieldName(const clang::FieldDecl& field) {
  const clang::RecordDecl& record = *field.getParent();
  Spelling(context_.getTypeDeclType(&NamedParent(record)));
  return Tag(record) + "." + field.getName().str();
}

std::string Types::Signature(clang::QualType function_type) {
  const auto* function = function_type.getCanonicalType()->getAs<clang::FunctionType>();
  if (function == nullptr) return "";
  std::string signature = SpellingOnly(function->getReturnType()) + "(";
  if (const auto* prototype = llvm::dyn_cast<clang::FunctionProtoType>(function)) {
    bool first = true;
    for (const clang::QualType parameter : prototype->param_types()) {
      if (!first) signature += ',';
      first = false;
      signature += SpellingOnly(parameter);
    }
    if (prototype->isVariadic()) signature += first ? "..." : ",...";
  }
  return signature + ")";
}

const std::string& Types::Spelling(clang::QualType type) {
  const clang::Type* canonical = type.getCanonicalType().getTypePtr();
  const bool has_layout =
      llvm::isa<clang::RecordType>(canonical) || llvm::isa<clang::ConstantArrayType>(canonical);
  if (has_layout && is_described_.insert(canonical).second) described_.push_back(canonical);
  return SpellingOnly(type);
}

const std::string& Types::SpellingOnly(clang::QualType type) {
  const clang::Type* canonical = type.getCanonicalType().getTypePtr();
  const auto found = spellings_.find(canonical);
  if (found != spellings_.end()) return *found->second;
  std::string spelled = Spell(clang::QualType(canonical, 0));
  spelling_storage_.push_back(std::make_unique<std::string>(std::move(spelled)));
  spellings_[canonical] = spelling_storage_.back().get();
  return *spelling_storage_.back();
}

std::string Types::Spell(clang::QualType canonical) {
  if (canonical->isDependentType()) return canonical.getAsString();
  if (const auto* record = canonical->getAs<clang::RecordType>()) {
    const clang::RecordDecl& declaration = *record->getDecl();
    // An anonymous member has a layout of its own, so it needs a key of its own too.
    const std::string tag = declaration.isAnonymousStructOrUnion()
                                ? locations_.FileLineColumn(declaration.getLocation())
                                : Tag(declaration);
    const bool has_tag = declaration.getIdentifier() != nullptr;
    if (context_.getLangOpts().CPlusPlus || (!has_tag && declaration.getTypedefNameForAnonDecl())) {
      return tag;
    }
    return declaration.getKindName().str() + " " + tag;
  }
  if (const auto* enumeration = canonical->getAs<clang::EnumType>()) {
    const clang::EnumDecl& declaration = *enumeration->getDecl();
    if (declaration.getIdentifier() != nullptr) return "enum " + declaration.getName().str();
    return SpellingOnly(declaration.getIntegerType().isNull() ? context_.IntTy
                                                              : declaration.getIntegerType());
  }
  if (const auto* pointer = canonical->getAs<clang::PointerType>()) {
    return SpellingOnly(pointer->getPointeeType()) + "*";
  }
  if (const auto* reference = canonical->getAs<clang::ReferenceType>()) {
    return SpellingOnly(reference->getPointeeType()) + "&";
  }
  if (const auto* array = context_.getAsArrayType(canonical)) {
    // int[3][4] is an array of 3 int[4]: the outer dimension comes first.
    const auto* constant = llvm::dyn_cast<clang::ConstantArrayType>(array);
    const std::string dimension =
        constant == nullptr ? "[]" : "[" + std::to_string(constant->getSize().getZExtValue()) + "]";
    std::string element = SpellingOnly(array->getElementType());
    const size_t inner =
        array->getElementType()->isArrayType() ? element.find('[') : element.size();
    return element.insert(std::min(inner, element.size()), dimension);
  }
  if (const auto* atomic = canonical->getAs<clang::AtomicType>()) {
    return "_Atomic(" + SpellingOnly(atomic->getValueType()) + ")";
  }
  if (canonical->isFunctionType()) return Signature(canonical);
  return canonical.getUnqualifiedType().getAsString(context_.getPrintingPolicy());
}

std::string Types::PointeeRecord(clang::QualType type) {
  const clang::QualType pointee = type->getPointeeType();
  if (pointee.isNull() || !pointee->isRecordType()) return "";
  return Spelling(pointee);
}

StorageUnit Types::Storage(const clang::FieldDecl& field) {
  const clang::RecordDecl& record = *field.getParent();
  if (record.isInvalidDecl() || !record.isCompleteDefinition() || record.isDependentContext()) {
    return {};
  }
  const clang::ASTRecordLayout& layout = context_.getASTRecordLayout(&record);
  const uint64_t bit = layout.getFieldOffset(field.getFieldIndex());
  if (!field.isBitField()) return {bit / 8, Width(field.getType()), 0, 0};

  uint64_t first_bit = bit;
  uint64_t end_bit = bit;
  bool in_run = false;
  bool found = false;
  for (const clang::FieldDecl* other : record.fields()) {
    if (!ContinuesRun(*other, context_)) {
      if (found) break;
      in_run = false;
      continue;
    }
    const uint64_t other_bit = layout.getFieldOffset(other->getFieldIndex());
    if (!in_run || record.isUnion()) first_bit = other_bit;
    in_run = true;
    found = found || other == &field;
    end_bit = other_bit + other->getBitWidthValue(context_);
    if (found && record.isUnion()) break;
  }
  StorageUnit unit;
  unit.offset = first_bit / 8;
  unit.width = static_cast<uint32_t>((end_bit + 7) / 8 - unit.offset);
  unit.bit_offset = static_cast<uint32_t>(bit - 8 * unit.offset);
  unit.bit_width = field.getBitWidthValue(context_);
  return unit;
}

ir::Record Types::DescribeRecord(const clang::RecordType& type) {
  ir::Record description;
  description.name = Spelling(clang::QualType(&type, 0));
  description.size = Size(clang::QualType(&type, 0));
  const clang::RecordDecl* record = type.getDecl()->getDefinition();
  if (record == nullptr || record->isInvalidDecl()) return description;
  if (const auto* derived = llvm::dyn_cast<clang::CXXRecordDecl>(record)) {
    const clang::ASTRecordLayout& layout = context_.getASTRecordLayout(record);
    for (const clang::CXXBaseSpecifier& base : derived->bases()) {
      const clang::CXXRecordDecl* base_record = base.getType()->getAsCXXRecordDecl();
      if (base_record == nullptr || base.isVirtual()) continue;
      description.fields.push_back(
          {"", Spelling(base.getType()),
           static_cast<uint64_t>(layout.getBaseClassOffset(base_record).getQuantity()),
           Size(base.getType())});
    }
  }
  for (const clang::FieldDecl* field : record->fields()) {
    if (field->isUnnamedBitField()) continue;
    const StorageUnit unit = Storage(*field);
    description.fields.push_back(
        {field->getName().str(), Spelling(field->getType()), unit.offset, unit.width});
  }
  std::stable_sort(description.fields.begin(), description.fields.end(),
                   [](const ir::Field& a, const ir::Field& b) { return a.offset < b.offset; });
  return description;
}

ir::Record Types::DescribeArray(const clang::ConstantArrayType& type) {
  ir::Record description;
  description.name = Spelling(clang::QualType(&type, 0));
  description.size = Size(clang::QualType(&type, 0));
  description.element_size = Size(type.getElementType());
  description.element_type = Spelling(type.getElementType());
  return description;
}

std::vector<ir::Record> Types::TakeRecords() {
  std::vector<ir::Record> records;
  std::unordered_set<std::string> names;
  // Describing a type may spell, and so add, further ones.
  for (size_t i = 0; i < described_.size(); ++i) {
    const clang::Type* type = described_[i];
    if (type->isDependentType()) continue;
    ir::Record record;
    if (const auto* array = llvm::dyn_cast<clang::ConstantArrayType>(type)) {
      record = DescribeArray(*array);
    } else if (!type->isIncompleteType()) {
      record = DescribeRecord(*llvm::cast<clang::RecordType>(type));
    } else {
      continue;
    }
    if (names.insert(record.name).second) records.push_back(std::move(record));
  }
  described_.clear();
  std::sort(records.begin(), records.end(),
            [](const ir::Record& a, const ir::Record& b) { return a.name < b.name; });
  return records;
}

}  // namespace plait::frontend
