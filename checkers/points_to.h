// What symbolic addresses may be: a small inclusion-based (Andersen-style) solution, sensitive to
// fields, over the pointers that threads publish. Only what summaries could not resolve by
// themselves ends up here: loads from memory other threads write, and choices.
//
// What a loop stores in its turns is one fact that mentions the loop's counter. Who loads it knows
// the turn if the place does: of  a[i] = &b[i]  for each i, a[k] is &b[k], but what  p = &b[i]  has
// left in p is some element.
#ifndef PLAIT_CHECKERS_POINTS_TO_H_
#define PLAIT_CHECKERS_POINTS_TO_H_

#include <cstdint>
#include <deque>
#include <vector>

#include "absl/container/flat_hash_map.h"
#include "absl/container/node_hash_map.h"
#include "summaries/summary.h"
#include "summaries/term.h"

namespace plait {

class PointsTo {
 public:
  static constexpr size_t kMaxTargets = 64;  // of a term; more leave it open

  explicit PointsTo(TermTable& terms) : terms_(terms) {}

  void AddFact(TermId address, TermId value);

  // All that was added.
  std::vector<Published> Facts() const;

  // Solves for all facts so far. Call again after adding more.
  void Solve();

  // Object-based addresses (or thread handles, or functions) a term may be, sorted by id. A term
  // based on an object is itself. Empty if nothing is known of it. Valid until facts are added.
  const std::vector<TermId>& Resolve(TermId term);

  // Addresses at which facts say that a pointer into the object may be stored, each as in its fact.
  // Valid until facts are added.
  const std::vector<TermId>& PlacesOf(AtomId object);

  // True if the set may be incomplete: too many targets, or a value nothing is known of.
  bool IsOpen(TermId term);

 private:
  struct Set {
    std::vector<TermId> targets;
    bool open = false;
  };
  // What is worked out again when something it was worked out from has grown: a variable, or a
  // fact.
  using Reader = uint32_t;
  static constexpr Reader kNoReader = 0xffffffff;
  // An atom that is no target by itself.
  struct Variable {
    AtomId atom = 0;
    Set set;
    std::vector<Reader> readers;  // sorted
    bool queued = false;
  };
  struct Fact {
    Published stored;
    bool queued = false;
  };
  // Memory of an object: what may be stored at each address.
  struct Cell {
    TermId address = kZero;
    Set values;
  };
  struct Object {
    std::vector<Cell> cells;
    std::vector<Reader> readers;  // sorted
  };

  static Reader ReaderOf(uint32_t index, bool is_fact) { return index * 2 + (is_fact ? 1 : 0); }
  uint32_t VariableOf(AtomId atom);
  void Enqueue(Reader reader);
  TermId OfAnyTurn(const Set& set, TermId target);
  bool AddTo(Set* set, TermId target);
  TermId Generalise(const Set& set, TermId address);
  bool AddShifted(Set* set, const std::vector<TermId>& targets, TermId offset);
  Set Compute(TermId term, Reader reader);
  void Update(uint32_t variable);
  void Store(uint32_t fact);
  void CollectFrom(TermId cell, Reader reader, Set* set);
  TermId AsLoaded(TermId stored, TermId loaded, TermId value);
  Cell& CellAt(Object* object, TermId address);

  TermTable& terms_;
  std::vector<Fact> facts_;
  std::vector<Variable> variables_;
  absl::flat_hash_map<AtomId, uint32_t> variable_of_;
  absl::flat_hash_map<AtomId, Object> objects_;
  std::deque<Reader> queue_;
  absl::node_hash_map<TermId, Set> resolved_;                // results for the facts so far
  absl::node_hash_map<AtomId, std::vector<TermId>> places_;  // likewise
  bool has_new_facts_ = false;
};

}  // namespace plait

#endif  // PLAIT_CHECKERS_POINTS_TO_H_
