#include "analyzer/transfer/reaches.h"

#include <algorithm>

namespace plait {

bool IsBounded(const ir::IndexTerm& index) {
  constexpr int64_t kMost = int64_t{1} << 30;
  return index.extent != 0 && index.extent < uint64_t{kMost} && index.stride > 0 &&
         index.stride < kMost;
}

bool IsInRow(const ir::Place& place) {
  if (place.terms.size() < 2 || !IsBounded(place.terms.back())) return false;
  const int64_t row = place.terms.back().stride * static_cast<int64_t>(place.terms.back().extent);
  return std::any_of(place.terms.begin(), place.terms.end() - 1,
                     [&](const ir::IndexTerm& other) { return other.stride == row; });
}

bool IsInArray(const ir::Place& place) {
  if (place.terms.empty() || !IsBounded(place.terms.back())) return false;
  // The start of a row is kept as that only if it is a plane.
  return !IsInRow(place) || place.terms.back().index == ir::Operand::Constant(0);
}

void Reaches::Note(TermId address, const Reach& reach) {
  if (terms_.term(address).parts.size() < 2) return;
  const auto [known, inserted] = known_.try_emplace(address, reach);
  if (!inserted) known->second = known->second.Including(reach);
}

void Reaches::NoteElements(TermId address, std::vector<ElementPart> elements) {
  if (terms_.term(address).parts.size() < 2) return;
  const auto [known, inserted] = elements_.try_emplace(address, elements);
  if (inserted) return;
  std::erase_if(known->second, [&](const ElementPart& part) {
    return std::find(elements.begin(), elements.end(), part) == elements.end();
  });
}

std::vector<ElementPart> Reaches::ElementsOf(TermId address) const {
  const auto known = elements_.find(address);
  return known == elements_.end() ? std::vector<ElementPart>() : known->second;
}

void Reaches::Rename(TermId from, TermId to) {
  const auto known = known_.find(from);
  if (from == to || known == known_.end()) return;
  const Reach reach = known->second;
  Note(to, reach);
}

Reach Reaches::Of(TermId address) const {
  const Term& term = terms_.term(address);
  if (term.parts.size() == 1 && terms_.Base(address) != kNothing) {
    return {term.constant, term.constant};
  }
  const auto known = known_.find(address);
  return known == known_.end() ? Reach() : known->second;
}

Reach Reaches::Behind(TermId pointer, const Reach& reach) const {
  const Reach from = Of(pointer);
  if (!from.is_known() || !reach.is_known()) return {};
  // A pointer may be to the end of the array, and only what lies in front of that is accessed.
  if (from.first != from.last && reach.first < 0) return {};
  return {from.first + reach.first, from.last + reach.last};
}

Reach Reaches::OfElement(const Reach& reach, const ir::IndexTerm& index, TermId bytes) const {
  if (const auto distance = terms_.ConstantValue(bytes)) return reach.MovedBy(*distance);
  if (!IsBounded(index) || !reach.is_known()) return {};
  return {reach.first, reach.last + static_cast<int64_t>(index.extent - 1) * index.stride};
}

}  // namespace plait
