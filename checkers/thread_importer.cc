#include "checkers/thread_importer.h"

#include <algorithm>

#include "summaries/region.h"
#include "summaries/sorted_sets.h"

namespace plait {

void ThreadImporter::AddCreation(std::vector<TermId> arguments, std::vector<CellEffect> cells) {
  Creation creation{std::move(arguments), std::move(cells)};
  if (std::find(creations_.begin(), creations_.end(), creation) == creations_.end()) {
    creations_.push_back(std::move(creation));
  }
}

TermId ThreadImporter::MapFormal(uint32_t index) {
  std::vector<TermId> values;
  for (const Creation& creation : creations_) {
    if (index < creation.arguments.size()) values.push_back(creation.arguments[index]);
  }
  if (values.empty()) {
    Atom atom;
    atom.kind = AtomKind::kUnknown;
    atom.is_pointer = true;
    atom.name = marker_;
    atom.index = index;
    return to_.Of(atom);
  }
  return OneOf(values, index, /*is_pointer=*/true);
}

bool ThreadImporter::FindValues(AtomId input, TermId cell, std::vector<TermId>* values) {
  const uint32_t width = from_.atom(input).index;
  bool is_known = false;
  for (const Creation& creation : creations_) {
    const TermId address = AsPassedBy(creation, cell);
    const std::vector<TermId> known = ValuesIn(creation, address, width);
    is_known |= !known.empty();
    values->insert(values->end(), known.begin(), known.end());
    if (known.empty()) values->push_back(Initial(address, width, from_.atom(input).is_pointer));
  }
  return is_known;
}

TermId ThreadImporter::MapInitial(AtomId input, TermId cell) {
  const uint32_t width = from_.atom(input).index;
  const bool is_pointer = from_.atom(input).is_pointer;
  std::vector<TermId> values;
  if (!FindValues(input, cell, &values)) return Initial(cell, width, is_pointer);
  if (ContainsSorted(summary_.reloaded, from_.atom(input).argument)) {
    reloaded_.emplace_back(cell, width);
    if (!ContainsSorted(*settled_, WideCell(cell, width)))
      values.push_back(MapShared(cell, width, is_pointer));
  }
  auto [it, inserted] = numbers_.try_emplace({cell, width}, kMaxFormals + numbers_.size());
  return OneOf(values, it->second, is_pointer);
}

std::optional<TermId> ThreadImporter::MapDecided(AtomId choice) {
  const Choice& options = from_.ChoiceOf(choice);
  if (from_.atom(choice).is_pointer || options.open || options.options.size() != 2) {
    return std::nullopt;
  }
  AtomId initial = kNothing, shared = kNothing;
  for (TermId option : options.options) {
    const Term& value = from_.term(option);
    if (value.constant != 0 || value.parts.size() != 1 || value.parts[0].coefficient != 1) continue;
    const AtomId atom = value.parts[0].atom;
    (from_.atom(atom).kind == AtomKind::kShared ? shared : initial) = atom;
  }
  if (initial == kNothing || shared == kNothing || from_.atom(initial).kind != AtomKind::kInitial ||
      from_.atom(initial).argument != from_.atom(shared).argument ||
      from_.atom(initial).index != from_.atom(shared).index) {
    return std::nullopt;
  }
  const TermId cell = Map(from_.atom(initial).argument);
  std::vector<TermId> values;
  if (!FindValues(initial, cell, &values)) return std::nullopt;
  reloaded_.emplace_back(cell, from_.atom(initial).index);
  if (!ContainsSorted(*settled_, reloaded_.back())) return std::nullopt;
  return MapAtom(initial);
}

TermId ThreadImporter::OneOf(const std::vector<TermId>& values, uint32_t number, bool is_pointer) {
  const bool same = std::all_of(values.begin(), values.end(),
                                [&](TermId value) { return value == values.front(); });
  if (same) return values.front();
  Atom atom;
  atom.kind = AtomKind::kPhi;
  atom.is_pointer = is_pointer;
  atom.name = marker_;
  atom.index = first_number_ + number;
  const AtomId phi = to_.InternAtom(atom);
  for (TermId value : values) to_.AddOption(phi, value);
  return to_.Of(phi);
}

// Choices of what several creations pass are what this one does.
TermId ThreadImporter::AsPassedBy(const Creation& creation, TermId term) {
  return to_.Substitute(term, [&](AtomId id) -> TermId {
    const Atom& atom = to_.atom(id);
    if (atom.kind != AtomKind::kPhi || atom.name != marker_ || atom.index < first_number_ ||
        atom.index - first_number_ >= creation.arguments.size()) {
      return kNothing;
    }
    return creation.arguments[atom.index - first_number_];
  });
}

std::vector<TermId> ThreadImporter::ValuesIn(const Creation& creation, TermId cell,
                                             uint32_t width) {
  std::vector<TermId> values;
  for (size_t i = creation.cells.size(); i-- > 0;) {
    const CellEffect& known = creation.cells[i];
    if (known.width != width) continue;
    if (known.low == known.high) {
      if (known.address != cell) continue;
      values.push_back(known.value);
      break;
    }
    // Of several regions the newest need not be the one that reaches so far.
    const TermId index = IndexOf(to_, known.address, cell);
    if (index != kNothing) values.push_back(AtIndex(to_, known.value, index));
  }
  SortUnique(&values);
  return values;
}

TermId ThreadImporter::Initial(TermId cell, uint32_t width, bool is_pointer) {
  if (!is_pointer) {
    if (auto value = InitialValue(cell, width)) return *value;
  }
  Atom atom;
  atom.kind = AtomKind::kInitial;
  atom.is_pointer = is_pointer;
  atom.index = width;
  atom.argument = cell;
  return to_.Of(atom);
}

// At the start of the program a global holds its initial value, and always if nobody writes it.
std::optional<TermId> ThreadImporter::InitialValue(TermId cell, uint32_t width) {
  const AtomId base = to_.Base(cell);
  if (base == kNothing || to_.atom(base).kind != AtomKind::kGlobal) return std::nullopt;
  const Name name = to_.atom(base).name;
  if (!is_root_ && !program_.IsWrittenOnlyBy(name, kNoName)) return std::nullopt;
  const auto offset = to_.ConstantValue(to_.Offset(cell));
  if (!offset) return std::nullopt;
  if (auto value = program_.InitialNumber(name, *offset, width)) return to_.Constant(*value);
  return std::nullopt;
}

}  // namespace plait
