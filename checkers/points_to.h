// What symbolic addresses may be: a small inclusion-based (Andersen-style) solution, sensitive to
// fields, over the pointers that threads publish. Only what summaries could not resolve by
// themselves ends up here: loads from memory other threads write, and choices.
#ifndef PLAIT_CHECKERS_POINTS_TO_H_
#define PLAIT_CHECKERS_POINTS_TO_H_

#include <cstdint>
#include <vector>

#include "absl/container/flat_hash_map.h"
#include "summaries/summary.h"
#include "summaries/term.h"

namespace plait {

class PointsTo {
 public:
  static constexpr size_t kMaxTargets = 64;

  explicit PointsTo(TermTable& terms) : terms_(terms) {}

  void AddFact(TermId address, TermId value) { facts_.push_back({address, value}); }

  // Solves for all facts so far. Call again after adding more.
  void Solve();

  // Object-based addresses (or thread handles, or functions) a term may be, sorted by id. A term
  // based on an object is itself. Empty if nothing is known of it.
  const std::vector<TermId>& Resolve(TermId term);

  // True if the set may be incomplete: too many targets, or a value nothing is known of.
  bool IsOpen(TermId term);

 private:
  struct Set {
    std::vector<TermId> targets;
    bool open = false;
    bool computed = false;
  };

  bool AddTo(Set* set, TermId target);
  bool AddShifted(Set* set, const std::vector<TermId>& targets, TermId offset);
  bool Update(AtomId atom);
  Set Compute(TermId term);
  bool StoreFacts();
  void CollectFrom(TermId cell, Set* set);

  struct Stored {
    TermId address = kZero;  // object-based
    TermId value = kZero;
    friend bool operator==(const Stored&, const Stored&) = default;
    friend auto operator<=>(const Stored&, const Stored&) = default;
  };

  TermTable& terms_;
  std::vector<Published> facts_;
  absl::flat_hash_map<AtomId, Set> sets_;                    // of unresolved atoms
  absl::flat_hash_map<AtomId, std::vector<Stored>> stored_;  // by object
  absl::flat_hash_map<TermId, Set> resolved_;                // results, valid since the last Solve
};

}  // namespace plait

#endif  // PLAIT_CHECKERS_POINTS_TO_H_
