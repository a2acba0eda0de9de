// The states in which a procedure returns, and the ways out that its callers see.
#ifndef PLAIT_ANALYZER_RETURN_STATES_H_
#define PLAIT_ANALYZER_RETURN_STATES_H_

#include <utility>
#include <vector>

#include "absl/container/flat_hash_map.h"
#include "analyzer/domain/state.h"
#include "analyzer/transfer/frame.h"
#include "summaries/term.h"

namespace plait {

class ReturnStates {
 public:
  explicit ReturnStates(Frame& frame) : frame_(frame) {}  // kept by reference

  // The procedure returns `result` in the state; kNothing if it has none. States that callers need
  // not tell apart become one.
  void Add(State state, TermId result);
  // Writes an exit for each to the summary.
  void Write();

 private:
  std::vector<Observation> ObservedBy(const State& state) const;
  bool IsConstant(TermId term) const;
  TermId JoinResults(State& known, TermId a, const State& state, TermId b);
  bool MayBe(AtomId returned, AtomId object) const;
  // Where arrays keep the pointer, or those that it may be.
  void NoteReach(TermId pointer);
  void WriteExit(const State& state, TermId result);

  Frame& frame_;
  std::vector<std::pair<State, TermId>> returns_;
  absl::flat_hash_map<TermId, Range> ranges_;  // of results that were joined
};

}  // namespace plait

#endif  // PLAIT_ANALYZER_RETURN_STATES_H_
