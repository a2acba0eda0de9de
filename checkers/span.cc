#include "checkers/span.h"

#include <algorithm>
#include <string>
#include <vector>

#include "checkers/naming.h"

namespace plait {
namespace {

struct Extent {
  uint64_t first = 0;
  uint64_t end = 0;  // 0: nothing is known to end it
};

// The array, or the whole record, that lies at the offset and that another member follows.
Extent MemberAt(const Program& program, std::string type, uint64_t offset) {
  constexpr int kMaxDepth = 8;
  uint64_t start = 0;
  for (int depth = 0; depth < kMaxDepth; ++depth) {
    const ir::Record* record = program.FindRecord(type);
    if (record == nullptr || record->element_size > 0) return {};
    const ir::Field* inside = nullptr;
    for (const ir::Field& field : record->fields) {
      const bool marks = field.size == 0 && field.offset == offset;
      if (!marks && (offset < field.offset || offset >= field.offset + field.size)) continue;
      if (marks || inside != nullptr) return {};  // where several members begin, or of a union
      inside = &field;
    }
    if (inside == nullptr || inside == &record->fields.back()) return {};
    offset -= inside->offset;
    start += inside->offset;
    const ir::Record* member = program.FindRecord(inside->type);
    if (member == nullptr) return {};
    if (offset == 0 || member->element_size > 0) return {start, start + inside->size};
    type = inside->type;
  }
  return {};
}

}  // namespace

void BoundByMember(ThreadTree& tree, SharedAccess* shared) {
  if (shared->width != 0 || shared->kind == AccessKind::kFree) return;
  TermTable& terms = tree.terms();
  const TermId offset = terms.Offset(shared->resolved);
  const int64_t begin = terms.term(offset).constant;
  if (begin <= 0) return;
  const Extent member = MemberAt(tree.program(), TypeOf(tree, shared->object), begin);
  if (member.end == 0) return;
  if (shared->first != shared->end) return;
  if (terms.ConstantValue(offset)) {
    shared->first = shared->resolved;
  } else if (terms.atom(shared->object).kind != AtomKind::kHeap) {
    shared->first = terms.AddConstant(terms.Subtract(shared->resolved, offset),
                                      static_cast<int64_t>(member.first));
  } else {
    return;  // of memory for several records, it is not known which one it is
  }
  shared->end =
      terms.AddConstant(terms.Subtract(shared->resolved, offset), static_cast<int64_t>(member.end));
  shared->extent = static_cast<uint32_t>(*terms.ConstantDifference(shared->end, shared->first));
}

void SetSpan(ThreadTree& tree, const Access& access, SharedAccess* shared) {
  constexpr int64_t kMaxExtent = int64_t{1} << 30;
  TermTable& terms = tree.terms();
  Importer& importer = *tree.nodes()[shared->node].importer;
  for (const ElementPart& part : access.in_elements) {
    const int64_t bytes = part.end - part.first;
    const TermId behind = importer.Map(part.behind);
    if (bytes <= 0 || bytes > kMaxExtent || terms.ConstantValue(behind) ||
        terms.Base(behind) != kNothing) {
      continue;
    }
    const TermId element = terms.Subtract(shared->resolved, behind);
    shared->parts.emplace_back(terms.AddConstant(element, part.first),
                               static_cast<uint32_t>(bytes));
  }
  if (access.first == kNothing) return;
  const TermId first = importer.Map(access.first), end = importer.Map(access.end);
  shared->first = terms.Add(shared->resolved, terms.Subtract(first, shared->address));
  shared->end = terms.Add(shared->resolved, terms.Subtract(end, shared->address));
  const auto extent = terms.ConstantDifference(shared->end, shared->first);
  if (!extent || *extent <= 0 || *extent > kMaxExtent) return;
  shared->extent = static_cast<uint32_t>(*extent);
}

}  // namespace plait
