// The way from an access of a thread's summary down to the instruction that makes it.
#ifndef PLAIT_CHECKERS_ORIGIN_WALK_H_
#define PLAIT_CHECKERS_ORIGIN_WALK_H_

#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include "checkers/shared_access.h"
#include "checkers/thread_tree.h"
#include "summaries/summary.h"

namespace plait {

// The variable and the offset in it, of an address that means the same in all procedures.
std::optional<std::pair<Name, int64_t>> PlaceInGlobal(const TermTable& terms, TermId address);

// Where an access of a summary came from: level by level through the callees' summaries.
class OriginWalk {
 public:
  // Starts at `access`, an element of `summary.accesses`. All are kept by reference.
  OriginWalk(const ThreadTree& tree, const Summary& summary, const Access& access)
      : tree_(tree), here_{&summary, access} {}

  const Summary& summary() const { return *here_.summary; }
  // As the summary has it, but for its origin, which is what Next() goes by.
  const Access& access() const { return here_.access; }

  // Goes on to the callee that the access was taken from. False at the end: if the procedure makes
  // the access itself, or if the callee's access is not to be found (`is_lost`). In a recursion
  // summaries name each other's accesses in circles, or as they were before they came to a
  // fixpoint. Then this goes a shortest way by calls to a procedure that accesses the same variable
  // itself.
  bool Next();
  bool is_lost() const { return is_lost_; }

 private:
  struct Step {
    const Summary* summary;
    Access access;
  };

  // The rest of the way, last step first, and whether it ends at the instruction.
  void FindWay();
  const Summary* SummaryOf(Name procedure) const;
  // The access that `from` was taken from, if what is there now may be it, or nullptr.
  const Access* AccessBelow(const Step& from, const Summary& callee) const;
  std::vector<Step> ShortestWay() const;

  const ThreadTree& tree_;
  Step here_;
  std::vector<Step> way_;
  bool has_way_ = false;
  bool way_is_lost_ = false;
  bool is_lost_ = false;
};

// Calls `visit` with each definition on the way from a thread's entry down to the access (an
// element of `summary.accesses`), and the access as it is there, until it returns true; returns
// whether it did. Definitions are indices into Program::definitions().
template <typename Visit>
bool AnyOnTheWay(const ThreadTree& tree, const Summary& summary, const Access& access,
                 Visit visit) {
  OriginWalk walk(tree, summary, access);
  do {
    const int definition = tree.program().FindDefinition(walk.summary().procedure);
    if (definition < 0) return false;
    if (visit(static_cast<uint32_t>(definition), walk.access())) return true;
  } while (walk.Next());
  return false;
}

// A procedure, and the number of an instruction there.
struct Step {
  uint32_t definition = 0;
  uint32_t instruction = 0;

  friend bool operator==(const Step&, const Step&) = default;
};
using Way = std::vector<Step>;

// From the procedure of the node down to the one that makes a creation of its summary. If that is
// not found, the way as far as it is known, and `is_lost` is set, if given.
Way WayToCreation(const ThreadTree& tree, uint32_t node, uint32_t spawn, bool* is_lost = nullptr);

// The same down to the one that makes an access of its summary.
Way WayToAccess(const ThreadTree& tree, uint32_t node, uint32_t access, bool* is_lost = nullptr);

// The procedure that makes the access itself, and the number of the instruction there.
std::pair<uint32_t, uint32_t> PlaceOfAccess(const ThreadTree& tree, const SharedAccess& shared);

}  // namespace plait

#endif  // PLAIT_CHECKERS_ORIGIN_WALK_H_
