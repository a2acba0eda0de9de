// Where a place lies, and what it is a part of.
#include <algorithm>
#include <cstdint>
#include <vector>

#include "analyzer/transfer/arithmetic.h"
#include "analyzer/transfer/instruction.h"

namespace plait {

namespace {

// The parts of elements that a place is, by its indices from the last one on and by the pointer
// that it begins with.
std::vector<ElementPart> ElementsOf(Frame& frame, const State& state, const ir::Place& place,
                                    TermId base) {
  constexpr size_t kMost = 3;
  TermTable& terms = frame.terms;
  const AtomId object = terms.Base(base);
  if (object == kNothing) return {};
  std::vector<TermId> bytes;  // by index
  size_t first_number = place.terms.size();
  for (const ir::IndexTerm& term : place.terms) {
    bytes.push_back(terms.Multiply(ValueOf(frame, state, term.index), term.stride));
    if (!terms.ConstantValue(bytes.back())) first_number = std::min(first_number, bytes.size() - 1);
  }
  // An object that is no element of anything.
  const bool is_whole = IsObject(terms.atom(object).kind) && terms.term(base).parts.size() == 1;
  std::vector<ElementPart> elements;
  ElementPart part = {terms.Constant(place.offset), place.offset, place.offset + 1};
  for (size_t i = place.terms.size(); i-- > 0;) {
    if (const auto constant = terms.ConstantValue(bytes[i])) {
      part = {terms.AddConstant(part.behind, *constant), part.first + *constant,
              part.end + *constant};
      continue;
    }
    const ir::IndexTerm& index = place.terms[i];
    const bool is_last = i + 1 == place.terms.size();
    if (!IsBounded(index) || terms.Base(bytes[i]) != kNothing) return elements;
    if (is_last && !IsInArray(place)) {
      const Range range = RangeOf(frame, state, ValueOf(frame, state, index.index));
      if (range.low < 0 || range.high >= static_cast<int64_t>(index.extent)) return elements;
    }
    part.behind = terms.Add(part.behind, bytes[i]);
    part.end += static_cast<int64_t>(index.extent - 1) * index.stride;
    if (i > first_number || !is_whole) elements.push_back(part);
    if (elements.size() == kMost) return elements;
  }
  // A pointer may be to the end of the array, and only what lies in front of that is accessed.
  if (part.first < 0) return elements;
  for (const ElementPart& from : frame.reaches.ElementsOf(base)) {
    if (elements.size() == kMost) break;
    elements.push_back(
        {terms.Add(from.behind, part.behind), from.first + part.first, from.end + part.end - 1});
  }
  return elements;
}

}  // namespace

TermId AddressOf(Frame& frame, const State& state, const ir::Place& place) {
  TermTable& terms = frame.terms;
  const TermId base = ValueOf(frame, state, place.base);
  TermId address = terms.AddConstant(base, place.offset);
  Reach reach = frame.reaches.Behind(base, {place.offset, place.offset});
  for (const ir::IndexTerm& term : place.terms) {
    const TermId bytes = terms.Multiply(ValueOf(frame, state, term.index), term.stride);
    address = terms.Add(address, bytes);
    reach = frame.reaches.OfElement(reach, term, bytes);
  }
  frame.reaches.Note(address, reach);
  frame.reaches.NoteElements(address, ElementsOf(frame, state, place, base));
  return address;
}

}  // namespace plait
