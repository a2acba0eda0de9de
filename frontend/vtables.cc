#include "frontend/vtables.h"

#include <algorithm>

#include "clang/AST/RecordLayout.h"
#include "clang/AST/VTableBuilder.h"
#include "llvm/Support/Casting.h"

namespace plait::frontend {
namespace {

constexpr int64_t kPointerSize = 8;

clang::ItaniumVTableContext& Tables(clang::ASTContext& context) {
  return *llvm::cast<clang::ItaniumVTableContext>(context.getVTableContext());
}

const clang::CXXMethodDecl* FunctionOf(const clang::VTableComponent& component) {
  switch (component.getKind()) {
    case clang::VTableComponent::CK_FunctionPointer:
      return component.getFunctionDecl();
    case clang::VTableComponent::CK_CompleteDtorPointer:
    case clang::VTableComponent::CK_DeletingDtorPointer:
      return component.getDestructorDecl();
    default:
      return nullptr;
  }
}

void CollectPointers(clang::ASTContext& context, const clang::VTableLayout& layout,
                     const clang::CXXRecordDecl& part, clang::CharUnits offset, bool is_primary,
                     std::vector<VtablePointer>* pointers) {
  if (!part.isDynamicClass()) return;
  if (!is_primary) {
    const auto point = layout.getAddressPoint(clang::BaseSubobject(&part, offset));
    const int64_t index = layout.getVTableOffset(point.VTableIndex) + point.AddressPointIndex;
    pointers->push_back({offset.getQuantity(), kPointerSize * index});
  }
  const clang::ASTRecordLayout& own = context.getASTRecordLayout(&part);
  for (const clang::CXXBaseSpecifier& base : part.bases()) {
    const clang::CXXRecordDecl* parent = base.getType()->getAsCXXRecordDecl();
    if (parent == nullptr || base.isVirtual()) continue;
    const bool shares = own.getPrimaryBase() == parent && !own.isPrimaryBaseVirtual();
    CollectPointers(context, layout, *parent, offset + own.getBaseClassOffset(parent), shares,
                    pointers);
  }
}

// Whether one may return the type where the other is expected.
bool IsCovariant(clang::QualType overrider, clang::QualType overridden) {
  if (overrider->getCanonicalTypeUnqualified() == overridden->getCanonicalTypeUnqualified()) {
    return true;
  }
  const bool are_alike = (overrider->isPointerType() && overridden->isPointerType()) ||
                         (overrider->isReferenceType() && overridden->isReferenceType());
  return are_alike && overrider->getPointeeCXXRecordDecl() != nullptr &&
         overridden->getPointeeCXXRecordDecl() != nullptr;
}

bool IsWithoutErrors(const clang::CXXRecordDecl& record) {
  if (!record.hasDefinition()) return false;
  if (record.isInvalidDecl()) return false;
  for (const clang::CXXMethodDecl* method : record.methods()) {
    for (const clang::CXXMethodDecl* other : method->overridden_methods()) {
      if (!IsCovariant(method->getReturnType(), other->getReturnType())) return false;
    }
  }
  return std::all_of(record.bases_begin(), record.bases_end(),
                     [](const clang::CXXBaseSpecifier& base) {
                       const clang::CXXRecordDecl* parent = base.getType()->getAsCXXRecordDecl();
                       return parent == nullptr || IsWithoutErrors(*parent);
                     });
}

}  // namespace

bool HasVtable(const clang::CXXRecordDecl& record) {
  return record.hasDefinition() && record.isDynamicClass() && !record.isDependentContext() &&
         IsWithoutErrors(record);
}

std::vector<VtableSlot> VtableSlots(clang::ASTContext& context,
                                    const clang::CXXRecordDecl& record) {
  const clang::VTableLayout& layout = Tables(context).getVTableLayout(&record);
  std::vector<VtableSlot> slots;
  for (size_t i = 0; i < layout.vtable_components().size(); ++i) {
    const clang::CXXMethodDecl* function = FunctionOf(layout.vtable_components()[i]);
    if (function == nullptr || function->isPureVirtual()) continue;
    VtableSlot slot{i * kPointerSize, function, 0};
    bool is_known = true;
    for (const auto& [index, thunk] : layout.vtable_thunks()) {
      if (index != i) continue;
      slot.adjustment = thunk.This.NonVirtual;
      is_known = thunk.This.Virtual.isEmpty();
    }
    if (is_known) slots.push_back(slot);
  }
  return slots;
}

uint64_t VtableSize(clang::ASTContext& context, const clang::CXXRecordDecl& record) {
  return kPointerSize * Tables(context).getVTableLayout(&record).vtable_components().size();
}

std::vector<VtablePointer> VtablePointers(clang::ASTContext& context,
                                          const clang::CXXRecordDecl& record) {
  std::vector<VtablePointer> pointers;
  CollectPointers(context, Tables(context).getVTableLayout(&record), record,
                  clang::CharUnits::Zero(), /*is_primary=*/false, &pointers);
  return pointers;
}

uint64_t VtableOffset(clang::ASTContext& context, const clang::CXXMethodDecl& method) {
  const auto* destructor = llvm::dyn_cast<clang::CXXDestructorDecl>(&method);
  const clang::GlobalDecl slot = destructor == nullptr
                                     ? clang::GlobalDecl(&method)
                                     : clang::GlobalDecl(destructor, clang::Dtor_Complete);
  return kPointerSize * Tables(context).getMethodVTableIndex(slot);
}

const clang::CXXMethodDecl& IntroducedBy(const clang::CXXMethodDecl& method) {
  const clang::CXXMethodDecl* first = method.getCanonicalDecl();
  while (first->size_overridden_methods() > 0) first = *first->begin_overridden_methods();
  return *first->getCanonicalDecl();
}

}  // namespace plait::frontend
