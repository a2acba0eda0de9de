#include "analyzer/transfer/callee_names.h"

#include <utility>

#include "summaries/region.h"

namespace plait {

CalleeNames::CalleeNames(Frame& frame, State before, const Summary& callee,
                         const std::vector<TermId>& arguments)
    : frame(frame),
      before(std::move(before)),
      callee(callee),
      arguments(arguments),
      is_recursive(frame.environment.IsRecursive(callee.procedure)),
      importer_(frame, &this->before, callee, arguments, is_recursive) {}

std::vector<TermId> CalleeNames::MapAll(const std::vector<TermId>& terms) {
  std::vector<TermId> mapped;
  for (TermId term : terms) mapped.push_back(Map(term));
  return mapped;
}

CellEffect CalleeNames::MapCell(const CellEffect& cell) {
  TermTable& terms = frame.terms;
  const Reach reach = MapReach(cell.address, cell.reach);
  CellEffect mapped = {Map(cell.address), cell.width,     Map(cell.value),
                       Map(cell.low),     Map(cell.high), reach};
  // Objects that are numbered there may not be so here.
  if (mapped.low != mapped.high && !terms.MentionsKind(mapped.address, AtomKind::kBound)) {
    mapped.value = AtIndex(terms, mapped.value, terms.Any());
    mapped.low = mapped.high = kZero;
  }
  return mapped;
}

std::vector<ElementPart> CalleeNames::ElementsOf(TermId address, const Reach& reach) {
  const AtomId base = callee.terms.Base(address);
  if (base == kNothing || !reach.is_known()) return {};
  TermTable& terms = frame.terms;
  const TermId behind = terms.Subtract(Map(address), importer_.MapAtom(base));
  const bool is_number = terms.Base(behind) == kNothing && !terms.ConstantValue(behind);
  if (!is_number) return {};
  return {{behind, reach.first, reach.last + 1}};
}

Reach CalleeNames::MapReach(TermId address, const Reach& reach) {
  const AtomId base = callee.terms.Base(address);
  if (base == kNothing) return Reach();
  // So many bytes behind what the callee was passed, as a member is.
  const Term& term = callee.terms.term(address);
  const bool is_member = term.parts.size() == 1 && term.parts[0].coefficient == 1;
  if (!reach.is_known() && !is_member) return Reach();
  return frame.reaches.Behind(importer_.MapAtom(base),
                              reach.is_known() ? reach : Reach{term.constant, term.constant});
}

AtomId CalleeNames::MapToken(AtomId token) {
  Atom atom = frame.terms.atom(MapBase(token));
  atom.argument = kZero;
  return frame.terms.InternAtom(atom);
}

}  // namespace plait
