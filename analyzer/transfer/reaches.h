// Where the arrays that addresses go through keep them.
#ifndef PLAIT_ANALYZER_TRANSFER_REACHES_H_
#define PLAIT_ANALYZER_TRANSFER_REACHES_H_

#include <vector>

#include "absl/container/flat_hash_map.h"
#include "analyzer/ir/ir.h"
#include "summaries/summary.h"
#include "summaries/term.h"

namespace plait {

// Whether the size of the array that the index goes into is known, and not too large to reckon
// with.
bool IsBounded(const ir::IndexTerm& index);

// Whether the last index is that of an element in a row of a matrix, which another index chooses.
bool IsInRow(const ir::Place& place);

// Whether the last index is one into an array of known size that C keeps pointers in: not that of a
// row in a matrix, which programs also take for the start of all its rows.
bool IsInArray(const ir::Place& place);

class Reaches {
 public:
  explicit Reaches(const TermTable& terms) : terms_(terms) {}

  // The procedure reckons the address at a place where arrays keep it within the reach, if known.
  // What one place does not say of an address is not known of it.
  void Note(TermId address, const Reach& reach);
  Reach Of(TermId address) const;
  // The same of the elements that the address is a part of: `end` is behind the last address.
  void NoteElements(TermId address, std::vector<ElementPart> elements);
  std::vector<ElementPart> ElementsOf(TermId address) const;
  // From now on, the address has the other name.
  void Rename(TermId from, TermId to);
  // That of an address whose base is this pointer now, and which had the other reach before.
  Reach Behind(TermId pointer, const Reach& reach) const;
  // That of an element, so many bytes behind what has the reach: C leaves open what lies outside of
  // the array.
  Reach OfElement(const Reach& reach, const ir::IndexTerm& index, TermId bytes) const;

 private:
  const TermTable& terms_;
  absl::flat_hash_map<TermId, Reach> known_;  // of addresses with numbers in them
  absl::flat_hash_map<TermId, std::vector<ElementPart>> elements_;
};

}  // namespace plait

#endif  // PLAIT_ANALYZER_TRANSFER_REACHES_H_
