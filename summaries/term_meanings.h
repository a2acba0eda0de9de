#ifndef PLAIT_SUMMARIES_TERM_MEANINGS_H_
#define PLAIT_SUMMARIES_TERM_MEANINGS_H_

#include <cstdint>
#include <vector>

#include "summaries/term.h"

namespace plait {

// Hashes of what terms and atoms of a table say: the same in every table, whatever numbers they
// have there. The options of a choice do not count, as its name stands for them. Each is reckoned
// once; the table may grow meanwhile.
class TermMeanings {
 public:
  explicit TermMeanings(const TermTable& terms) : terms_(terms) {}

  uint64_t OfTerm(TermId term);
  uint64_t OfAtom(AtomId atom);

 private:
  uint64_t OfContext(ContextId context);

  const TermTable& terms_;
  // 0: not reckoned yet.
  std::vector<uint64_t> of_terms_, of_atoms_, of_contexts_;
};

}  // namespace plait

#endif  // PLAIT_SUMMARIES_TERM_MEANINGS_H_
