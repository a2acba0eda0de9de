#include "checkers/member_types.h"

#include <algorithm>
#include <string_view>

#include "absl/strings/match.h"
#include "checkers/naming.h"
#include "checkers/origin_walk.h"

namespace plait {
namespace {

bool IsNamed(std::string_view type, std::string_view record) {
  return type.ends_with(record) &&
         (type.size() == record.size() || type[type.size() - record.size() - 1] == ' ');
}

bool Encloses(const Program& program, const ir::Record& outer, const ir::Record& inner) {
  return std::any_of(outer.fields.begin(), outer.fields.end(), [&](const ir::Field& field) {
    const ir::Record* record = program.FindRecord(field.type);
    if (record != nullptr && record->element_size > 0) {
      record = program.FindRecord(record->element_type);
    }
    return record != nullptr && (record == &inner || Encloses(program, *record, inner));
  });
}

// A pointer to one of them may be made a pointer to the other.
bool AreRelated(const Program& program, const std::string& a, const std::string& b) {
  const ir::Record *x = RecordOfMember(program, a), *y = RecordOfMember(program, b);
  return x == nullptr || y == nullptr || x == y || program.HasSeveralRecords(x->name) ||
         program.HasSeveralRecords(y->name) || Encloses(program, *x, *y) ||
         Encloses(program, *y, *x);
}

// A number or a pointer, of which no other object is a part. An array of numbers may be memory for
// anything.
bool IsScalar(std::string_view type) {
  if (type.ends_with('*') || type.starts_with("enum ")) return true;
  const std::string_view last = type.substr(type.rfind(' ') + 1);
  for (const char* number : {"int", "long", "short", "char", "double", "float", "bool", "_Bool"}) {
    if (last == number) return true;
  }
  return false;
}

}  // namespace

const MemberTypes::Member& MemberTypes::MemberOf(const SharedAccess& access) {
  auto [it, inserted] = members_.try_emplace({access.node, access.index});
  if (inserted) it->second = FindMember(access);
  return it->second;
}

MemberTypes::Member MemberTypes::FindMember(const SharedAccess& access) {
  const Program& program = tree_.program();
  const Summary& summary = *tree_.nodes()[access.node].summary;
  OriginWalk walk(tree_, summary, summary.accesses[access.index]);
  while (walk.Next()) {
  }
  const int d = walk.is_lost() ? -1 : program.FindDefinition(walk.summary().procedure);
  if (d < 0) return {};
  const ir::Procedure& body = program.definitions()[d].body();
  const ir::Instruction* made = InstructionAt(body, walk.access().origin.instruction);
  if (made == nullptr || made->opcode == ir::Opcode::kCall) return {};
  // Of a copy, only the destination has a member.
  const bool is_source = made->opcode == ir::Opcode::kCopy && access.kind == AccessKind::kRead;
  if (is_source) return {};
  const std::string& field = body.strings[made->field];
  const size_t dot = field.rfind('.');
  if (dot == std::string::npos) return {};
  return {field.substr(0, dot), field.substr(dot + 1)};
}

std::vector<MemberTypes::Range> MemberTypes::RangesOf(const SharedAccess& access) {
  const Term& offset = tree_.terms().term(tree_.terms().Offset(access.resolved));
  if (!offset.is_constant() || access.width == 0) return {};
  return {{offset.constant, offset.constant + static_cast<int64_t>(access.width)}};
}

bool MemberTypes::HasMember(const std::string& type, const Range* range, const Member& member) {
  const Program& program = tree_.program();
  const ir::Record* record = program.FindRecord(type);
  if (record == nullptr) return !IsScalar(type);
  if (program.HasSeveralRecords(type)) return true;
  if (record->element_size > 0) {
    if (program.FindRecord(record->element_type) == nullptr) return true;
    if (range == nullptr) return HasMember(record->element_type, range, member);
    const auto step = static_cast<int64_t>(record->element_size);
    const int64_t first = range->begin / step * step;
    const Range inside = {range->begin - first, range->end - first};
    return HasMember(record->element_type, &inside, member);
  }
  const bool is_record = IsNamed(type, member.record);
  return std::any_of(record->fields.begin(), record->fields.end(), [&](const ir::Field& field) {
    const auto begin = static_cast<int64_t>(field.offset);
    // An array without a length goes on behind the end.
    if (range != nullptr && field.size > 0 &&
        (range->end <= begin || begin + static_cast<int64_t>(field.size) <= range->begin)) {
      return false;
    }
    if (is_record && field.name == member.name) return true;
    if (range == nullptr) return HasMember(field.type, range, member);
    const Range inside = {range->begin - begin, range->end - begin};
    return HasMember(field.type, &inside, member);
  });
}

bool MemberTypes::MayBeIn(const std::string& type, const std::vector<Range>& ranges,
                          const Member& member) {
  if (member.record.empty()) return true;
  const Program& program = tree_.program();
  const ir::Record* whole = RecordOfMember(program, member.record);
  if (whole != nullptr && program.HasSeveralRecords(whole->name)) return true;
  const ir::Record* record = program.FindRecord(type);
  // A pointer to what an object begins with may be made one to all of it.
  if (whole != nullptr && record != nullptr && Encloses(program, *whole, *record)) return true;
  if (!HasMember(type, nullptr, member)) return false;
  const auto size = static_cast<int64_t>(record == nullptr ? 0 : record->size);
  return std::all_of(ranges.begin(), ranges.end(), [&](const Range& range) {
    return range.begin < 0 || range.end > size || HasMember(type, &range, member);
  });
}

bool MemberTypes::Differ(const SharedAccess& a, const SharedAccess& b) {
  const Program& program = tree_.program();
  const Member &x = MemberOf(a), &y = MemberOf(b);
  const std::string type = TypeOf(tree_, a.object);
  const bool is_heap = tree_.terms().atom(a.object).kind == AtomKind::kHeap;
  if (program.HasSeveralRecords(type)) return false;
  if (program.FindRecord(type) != nullptr || (!is_heap && IsScalar(type))) {
    std::vector<Range> ranges = RangesOf(a);
    const std::vector<Range> others = RangesOf(b);
    ranges.insert(ranges.end(), others.begin(), others.end());
    return !MayBeIn(type, ranges, x) || !MayBeIn(type, ranges, y);
  }
  return is_heap && !x.record.empty() && !y.record.empty() && x.name != y.name &&
         !AreRelated(program, x.record, y.record);
}

}  // namespace plait
