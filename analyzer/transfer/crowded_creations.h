// Threads that so many calls of a procedure may start that they are not told apart by the call.
//
// A function that ends the program, or that all others report errors to, may start a thread. Each
// call that leads there would be a thread of its own, in each caller once more.
#ifndef PLAIT_ANALYZER_TRANSFER_CROWDED_CREATIONS_H_
#define PLAIT_ANALYZER_TRANSFER_CROWDED_CREATIONS_H_

#include <cstddef>
#include <cstdint>
#include <tuple>

#include "absl/container/flat_hash_map.h"
#include "absl/container/flat_hash_set.h"
#include "absl/container/node_hash_map.h"
#include "summaries/name.h"
#include "summaries/summary.h"
#include "summaries/term.h"

namespace plait {

// Threads of one creation that one path of calls leads to: procedure and place of the creation, and
// the path.
using ThreadClass = std::tuple<Name, uint32_t, ContextId>;
inline ThreadClass ClassOf(const Atom& token) { return {token.name, token.index, token.context}; }

// The paths that lead to creations of threads from one procedure.
class CreationPaths {
 public:
  // The threads of the callee's that go without the path to them, once an instruction of the
  // procedure calls it: more paths than are told apart have led to their creation by then. The
  // same for one instruction and callee ever after.
  const absl::flat_hash_set<ThreadClass>& CrowdedAt(uint32_t instruction, const Summary& callee);

 private:
  // The place of a creation, and the function that the thread runs: kNoName if callers say which.
  using Creation = std::tuple<Name, uint32_t, Name>;
  static Creation CreationOf(const Summary& summary, const Spawn& spawn);

  absl::flat_hash_map<Creation, size_t> told_apart_;
  absl::node_hash_map<std::tuple<uint32_t, const Summary*>, absl::flat_hash_set<ThreadClass>>
      crowded_;
};

}  // namespace plait

#endif  // PLAIT_ANALYZER_TRANSFER_CROWDED_CREATIONS_H_
