#include "analyzer/transfer/select.h"

#include "summaries/sorted_sets.h"

namespace plait {

std::vector<TermId> SelectConditions(const TermTable& terms, TermId term) {
  std::vector<TermId> conditions;
  if (!terms.MentionsKind(term, AtomKind::kSelect)) return conditions;
  terms.AnyAtomIn(term, [&](AtomId id) {
    const Atom& atom = terms.atom(id);
    if (atom.kind == AtomKind::kSelect) InsertSorted(&conditions, terms.OperandsOf(atom).second);
    return false;
  });
  return conditions;
}

TermId WhereSelected(TermTable& terms, TermId term, TermId condition, bool holds) {
  return terms.Substitute(term, [&](AtomId id) -> TermId {
    const Atom atom = terms.atom(id);
    if (atom.kind != AtomKind::kSelect) return kNothing;
    const Operands operands = terms.OperandsOf(atom);
    if (operands.second != condition) return kNothing;
    return holds ? terms.InternTerm(operands.first) : kZero;
  });
}

TermId SimplestDifference(TermTable& terms, TermId difference) {
  for (const TermId condition : SelectConditions(terms, difference)) {
    const TermId one = WhereSelected(terms, difference, condition, false);
    const TermId other = WhereSelected(terms, difference, condition, true);
    if (one == other || one == terms.Subtract(kZero, other)) difference = one;
  }
  return difference;
}

}  // namespace plait
