#include "analyzer/transfer/callee_names.h"

#include <utility>

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
  const Reach reach = MapReach(cell.address, cell.reach);
  return {Map(cell.address), cell.width, Map(cell.value), Map(cell.low), Map(cell.high), reach};
}

Reach CalleeNames::MapReach(TermId address, const Reach& reach) {
  const AtomId base = callee.terms.Base(address);
  if (base == kNothing || !reach.is_known()) return Reach();
  return frame.reaches.Behind(importer_.MapAtom(base), reach);
}

AtomId CalleeNames::MapToken(AtomId token) {
  Atom atom = frame.terms.atom(MapBase(token));
  atom.argument = kZero;
  return frame.terms.InternAtom(atom);
}

}  // namespace plait
