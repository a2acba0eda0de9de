// Numbers that are one or another one, as a condition says (AtomKind::kSelect).
#ifndef PLAIT_ANALYZER_TRANSFER_SELECT_H_
#define PLAIT_ANALYZER_TRANSFER_SELECT_H_

#include <vector>

#include "summaries/term.h"

namespace plait {

// The conditions that decide what the term is, sorted.
std::vector<TermId> SelectConditions(const TermTable& terms, TermId term);

// The term where the condition holds, or does not.
TermId WhereSelected(TermTable& terms, TermId term, TermId condition, bool holds);

// A simpler number that is 0 if and only if the difference is: the lesser and the greater of two
// numbers are equal if these are.
TermId SimplestDifference(TermTable& terms, TermId difference);

}  // namespace plait

#endif  // PLAIT_ANALYZER_TRANSFER_SELECT_H_
