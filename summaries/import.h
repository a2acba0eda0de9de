// Substitution of one summary's terms into another table: the core of instantiating a callee in its
// caller, and a thread's entry at its creation (docs/analysis.md, "Instantiation").
//
// Inputs are replaced jointly: a formal becomes one term, everywhere, so that a location and the
// lock that guards it keep their common base.
#ifndef PLAIT_SUMMARIES_IMPORT_H_
#define PLAIT_SUMMARIES_IMPORT_H_

#include <optional>
#include <tuple>
#include <vector>

#include "absl/container/flat_hash_map.h"
#include "summaries/summary.h"
#include "summaries/term.h"

namespace plait {

// Derive to say what the inputs of the summary are where it is used. Not safe for concurrent use.
class Importer {
 public:
  // Objects, threads and choices of `from` are named after the call site (procedure, instruction)
  // that leads there, so that two calls do not share them; `keep_context` leaves the names as they
  // are.
  Importer(const TermTable& from, TermTable& to, Name procedure, uint32_t instruction,
           bool keep_context);
  virtual ~Importer() = default;

  TermId Map(TermId term);
  TermId MapAtom(AtomId atom);
  // The class of a thread token, or an object, in the other table. The term of an input may map to
  // an address inside an object: the result is its base, kNothing if it has none.
  AtomId MapBase(AtomId atom);

 protected:
  virtual TermId MapFormal(uint32_t index) = 0;
  // Value of the mapped cell at entry; `input` is the atom of `from_` that stands for it.
  virtual TermId MapInitial(AtomId input, TermId cell) = 0;
  virtual TermId MapShared(TermId cell, uint32_t width, bool is_pointer);
  // What a choice stands for, if it is just one of its options where the summary is used.
  virtual std::optional<TermId> MapDecided(AtomId /*choice*/) { return std::nullopt; }
  // Number of an object or thread, given the mapped number in the callee.
  virtual TermId MapInstance(TermId instance) { return instance; }
  // Whether the thread, an atom of `from_`, goes without the calls that lead to it, and its number.
  virtual bool ForgetsPathTo(AtomId) const { return false; }
  // Whether this call takes the place of the calls that lead from it to the thread's creation.
  virtual bool StandsForPathTo(AtomId) const { return false; }

  const TermTable& from_;
  TermTable& to_;

 private:
  // Of what is made somewhere: where, its number, and the innermost call on the way there.
  using ShortName = std::tuple<AtomKind, Name, uint32_t, TermId, Name, uint32_t>;

  ContextId MapContext(ContextId context);
  ContextId CopyContext(ContextId context);
  TermId MapPhi(AtomId id);
  bool SharesItsName(AtomId made);
  bool IsOfFunctions(AtomId choice) const;
  bool IsNeverZero(TermId term) const;

  const Name procedure_;
  const uint32_t instruction_;
  const bool keep_context_;
  std::vector<TermId> terms_;  // kNothing: not yet
  std::vector<TermId> atoms_;
  // What of `from_` has the name; kNothing: several have.
  std::optional<absl::flat_hash_map<ShortName, AtomId>> by_short_name_;
};

}  // namespace plait

#endif  // PLAIT_SUMMARIES_IMPORT_H_
