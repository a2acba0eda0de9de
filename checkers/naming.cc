#include "checkers/naming.h"

#include <algorithm>
#include <optional>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "checkers/origin_walk.h"

namespace plait {
namespace {

constexpr char kUnnamedLock[] = "a lock reached through a pointer";

// Appends ".field", "[]" ... for the bytes at `offset` of a value of type `type`.
void AppendPath(const Program& program, std::string type, std::optional<int64_t> offset,
                std::string* name) {
  for (int depth = 0; depth < 8; ++depth) {
    const ir::Record* record = program.FindRecord(type);
    if (record == nullptr) return;
    if (record->element_size > 0) {
      absl::StrAppend(name, "[]");
      if (offset) *offset %= static_cast<int64_t>(record->element_size);
      type = record->element_type;
      continue;
    }
    if (!offset) return;
    const ir::Field* inside = nullptr;
    for (const ir::Field& field : record->fields) {
      if (static_cast<int64_t>(field.offset) <= *offset &&
          *offset < static_cast<int64_t>(field.offset + std::max<uint64_t>(field.size, 1))) {
        inside = &field;
        break;
      }
    }
    if (inside == nullptr) return;
    if (absl::StartsWith(inside->name, "__")) return;  // the insides of a lock
    if (!inside->name.empty()) absl::StrAppend(name, ".", inside->name);
    offset = *offset - static_cast<int64_t>(inside->offset);
    type = inside->type;
  }
}

// Bytes of the elements of an array, or of the objects that there is memory for.
int64_t UnitOf(ThreadTree& tree, AtomId object) {
  const ir::Record* record = tree.program().FindRecord(TypeOf(tree, object));
  if (record == nullptr) return 0;
  if (record->element_size > 0) return static_cast<int64_t>(record->element_size);
  const bool is_heap = tree.terms().atom(object).kind == AtomKind::kHeap;
  return is_heap ? static_cast<int64_t>(record->size) : 0;
}

// The constant part of an offset; index parts are whole elements. Of some element, the place in it.
std::optional<int64_t> ConstantOffset(ThreadTree& tree, TermId resolved) {
  const TermTable& terms = tree.terms();
  const Term& offset = terms.term(tree.terms().Offset(resolved));
  const AtomId object = terms.Base(resolved);
  const bool is_some = std::any_of(offset.parts.begin(), offset.parts.end(), [&](const Part& part) {
    return terms.atom(part.atom).kind == AtomKind::kAny;
  });
  if (!is_some) {
    return offset.constant < 0 ? std::nullopt : std::optional<int64_t>(offset.constant);
  }
  const int64_t unit = UnitOf(tree, object);
  const bool are_whole =
      unit > 0 && std::all_of(offset.parts.begin(), offset.parts.end(),
                              [&](const Part& part) { return part.coefficient % unit == 0; });
  if (!are_whole) return std::nullopt;
  return ((offset.constant % unit) + unit) % unit;
}

std::string StripTag(const std::string& type) {
  for (const char* tag : {"struct ", "union ", "class "}) {
    if (absl::StartsWith(type, tag)) return type.substr(std::string(tag).size());
  }
  return type;
}

// What is made in a main is named after the symbol, which each program has one of.
int DefinitionOf(const ThreadTree& tree, Name name) {
  const uint32_t root = tree.nodes()[0].definition;
  return tree.program().definitions()[root].symbol == name ? static_cast<int>(root)
                                                           : tree.program().FindDefinition(name);
}

const ir::Procedure* BodyOf(const ThreadTree& tree, Name name) {
  const int d = DefinitionOf(tree, name);
  return d < 0 ? nullptr : &tree.program().definitions()[d].body();
}

VariableName NameOfGlobal(ThreadTree& tree, const Atom& object, TermId resolved) {
  const ir::Global* global = tree.program().FindGlobal(object.name);
  if (global != nullptr) {
    return NameOfGlobal(tree.program(), *global, ConstantOffset(tree, resolved));
  }
  VariableName result;
  result.kind = "library";
  result.name = NameText(object.name);
  return result;
}

VariableName NameOfSlot(ThreadTree& tree, const Atom& object, TermId resolved) {
  const ir::Procedure* body = BodyOf(tree, object.name);
  if (body != nullptr && object.index < body->slots.size()) {
    return NameOfSlot(tree.program(), *body, object.index, ConstantOffset(tree, resolved));
  }
  VariableName result;
  result.kind = "stack";
  return result;
}

// What allocated an object, as a position in the body.
uint32_t AllocationOf(ThreadTree& tree, const ir::Procedure* body, const Atom& object) {
  if (body == nullptr) return 0;
  return tree.SitesOf(*body).InstructionAt(object.index).value_or(UINT32_MAX);
}

VariableName NameOfHeap(ThreadTree& tree, const Atom& object, const SharedAccess& access) {
  const ir::Procedure* body = BodyOf(tree, object.name);
  const ThreadNode& node = tree.nodes()[access.node];
  // The access itself, which spells bytes that have no type.
  OriginWalk walk(tree, *node.summary, node.summary->accesses[access.index]);
  while (walk.Next()) {
  }
  const ir::Procedure* where = BodyOf(tree, walk.summary().procedure);
  const ir::Instruction* i =
      where == nullptr ? nullptr : InstructionAt(*where, walk.access().origin.instruction);
  return NameOfHeap(tree.program(), body, AllocationOf(tree, body, object),
                    ConstantOffset(tree, access.resolved), where, i);
}

}  // namespace

VariableName NameOfGlobal(const Program& program, const ir::Global& global,
                          std::optional<int64_t> offset) {
  VariableName result;
  const bool is_known = program.FindGlobal(InternName(global.name)) != nullptr;
  result.kind = !is_known ? "library" : global.function.empty() ? "global" : "static local";
  result.name = global.display_name;
  result.type = global.type;
  result.declared.set_file(global.file);
  result.declared.set_line(global.line);
  AppendPath(program, global.type, offset, &result.name);
  return result;
}

VariableName NameOfSlot(const Program& program, const ir::Procedure& body, uint32_t slot,
                        std::optional<int64_t> offset) {
  VariableName result;
  result.kind = "stack";
  result.name = body.strings[body.slots[slot].name];
  result.type = body.strings[body.slots[slot].type];
  result.declared = LocationOf(body, body.slots[slot].location);
  AppendPath(program, result.type, offset, &result.name);
  return result;
}

VariableName NameOfHeap(const Program& program, const ir::Procedure* body, uint32_t allocation,
                        std::optional<int64_t> offset, const ir::Procedure* where,
                        const ir::Instruction* access) {
  VariableName result;
  result.kind = "heap";
  const ir::Instruction* made = body == nullptr ? nullptr : InstructionAt(*body, allocation);
  if (made != nullptr) {
    result.declared = LocationOf(*body, made->location);
    result.type = body->strings[made->type];
  }
  if (const ir::Record* record = program.FindRecord(result.type); record != nullptr) {
    // Memory for one such object may be memory for many, unless it has an array without a length.
    const bool is_flexible = !record->fields.empty() && record->fields.back().size == 0;
    if (offset && record->size > 0 && !is_flexible) {
      *offset %= static_cast<int64_t>(record->size);
    }
    result.name = StripTag(result.type);
    AppendPath(program, result.type, offset, &result.name);
  } else if (access != nullptr && access->field != 0) {
    result.name = StripTag(where->strings[access->field]);
  } else if (access != nullptr && access->text != 0 && access->opcode != ir::Opcode::kCall) {
    result.name = where->strings[access->text];
  } else {
    result.name =
        absl::StrCat("memory allocated at ", result.declared.file(), ":", result.declared.line());
  }
  return result;
}

std::optional<uint32_t> BlockOf(const ir::Procedure& body, uint32_t instruction) {
  uint32_t first = 0;
  for (uint32_t b = 0; b < body.blocks.size(); ++b) {
    const auto size = static_cast<uint32_t>(body.blocks[b].instructions.size());
    if (instruction < first + size) return b;
    first += size;
  }
  return std::nullopt;
}

const ir::Instruction* InstructionAt(const ir::Procedure& procedure, uint32_t number) {
  for (const ir::Block& block : procedure.blocks) {
    if (number < block.instructions.size()) return &block.instructions[number];
    number -= block.instructions.size();
  }
  return nullptr;
}

proto::SourceLocation LocationOf(const ir::Procedure& procedure, const ir::Location& location) {
  proto::SourceLocation result;
  const bool own = location.file == 0 || location.file >= procedure.files.size();
  result.set_file(own ? procedure.file : procedure.files[location.file]);
  result.set_line(own ? procedure.first_line + location.line : location.line);
  result.set_column(location.column);
  return result;
}

VariableName NameOf(ThreadTree& tree, const SharedAccess& access) {
  const Atom object = tree.terms().atom(access.object);
  switch (object.kind) {
    case AtomKind::kGlobal:
      return NameOfGlobal(tree, object, access.resolved);
    case AtomKind::kSlot:
      return NameOfSlot(tree, object, access.resolved);
    case AtomKind::kHeap:
      return NameOfHeap(tree, object, access);
    default: {
      VariableName result;
      result.name = NameText(object.name);
      result.kind = "memory";
      return result;
    }
  }
}

std::string NameOfAddress(ThreadTree& tree, TermId address) {
  const std::vector<TermId>& targets = tree.points_to().Resolve(address);
  const TermId shown = targets.size() == 1 ? targets[0] : address;
  const AtomId base = tree.terms().Base(shown);
  if (base == kNothing) return "?";
  const Atom atom = tree.terms().atom(base);
  switch (atom.kind) {
    case AtomKind::kGlobal:
      if (tree.program().FindGlobal(atom.name) == nullptr) return NameText(atom.name);
      return NameOfGlobal(tree, atom, shown).name;
    case AtomKind::kSlot:
      return NameOfSlot(tree, atom, shown).name;
    case AtomKind::kHeap: {
      const ir::Procedure* body = BodyOf(tree, atom.name);
      const ir::Instruction* made =
          body == nullptr ? nullptr : InstructionAt(*body, AllocationOf(tree, body, atom));
      std::string type = made == nullptr ? "" : body->strings[made->type];
      std::string name =
          tree.program().FindRecord(type) == nullptr ? "heap object" : StripTag(type);
      AppendPath(tree.program(), type, ConstantOffset(tree, shown), &name);
      return name;
    }
    case AtomKind::kInitial:
    case AtomKind::kShared: {
      const std::string pointer = NameOfAddress(tree, atom.argument);
      return pointer == kUnnamedLock ? pointer : absl::StrCat("*", pointer);
    }
    default:
      return kUnnamedLock;
  }
}

std::string TypeAt(const Program& program, std::string type, int64_t offset) {
  constexpr int kMaxDepth = 16;  // the insides of a smart pointer are nested deeply
  for (int depth = 0; depth < kMaxDepth; ++depth) {
    const ir::Record* record = program.FindRecord(type);
    if (record == nullptr) return offset == 0 ? type : "";
    if (record->element_size > 0) {
      offset %= static_cast<int64_t>(record->element_size);
      type = record->element_type;
      continue;
    }
    // An empty base class lies where the first member does.
    const ir::Field* inside = nullptr;
    for (const ir::Field& field : record->fields) {
      const int64_t within = offset - static_cast<int64_t>(field.offset);
      if (within < 0 || within >= static_cast<int64_t>(field.size)) continue;
      if (inside == nullptr || field.size > inside->size) inside = &field;
    }
    if (inside == nullptr) return "";
    offset -= static_cast<int64_t>(inside->offset);
    type = inside->type;
  }
  return "";
}

std::string TypeOf(ThreadTree& tree, AtomId object) {
  const Program& program = tree.program();
  const Atom& atom = tree.terms().atom(object);
  if (atom.kind == AtomKind::kGlobal) {
    const ir::Global* global = program.FindGlobal(atom.name);
    return global == nullptr ? "" : global->type;
  }
  const bool is_local = atom.kind == AtomKind::kSlot || atom.kind == AtomKind::kHeap;
  const int d = is_local ? DefinitionOf(tree, atom.name) : -1;
  if (d < 0) return "";
  const ir::Procedure& body = program.definitions()[d].body();
  if (atom.kind == AtomKind::kHeap) {
    const auto number = tree.SitesOf(body).InstructionAt(atom.index);
    const ir::Instruction* made = number ? InstructionAt(body, *number) : nullptr;
    return made == nullptr ? "" : body.strings[made->type];
  }
  return atom.index < body.slots.size() ? body.strings[body.slots[atom.index].type] : "";
}

const ir::Record* RecordOfMember(const Program& program, const std::string& name) {
  for (const char* tag : {"", "struct ", "union ", "class "}) {
    const ir::Record* record = program.FindRecord(absl::StrCat(tag, name));
    if (record != nullptr) return record;
  }
  return nullptr;
}

}  // namespace plait
