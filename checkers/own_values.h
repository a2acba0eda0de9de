// Whether a thread looks for a value of its own in a variable before it accesses it: a handle, what
// it stored under a key, an object that it made, its number. Nobody else puts that there.
#ifndef PLAIT_CHECKERS_OWN_VALUES_H_
#define PLAIT_CHECKERS_OWN_VALUES_H_

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "absl/container/flat_hash_map.h"
#include "analyzer/ir/ir.h"
#include "checkers/shared_access.h"
#include "checkers/thread_tree.h"
#include "checkers/witness/executable.h"
#include "proto/models.pb.h"

namespace plait {

class OwnValues {
 public:
  // `models` may be empty. Both are kept by reference.
  OwnValues(const ThreadTree& tree, const witness::ModelLookup& models)
      : tree_(tree), models_(models) {}

  // Whether the access is reached only by who has found a value there that looks like its own, or
  // by who was handed a certain number. This goes by the code, and is no proof.
  bool IsReachedByOwner(const SharedAccess& access);
  // Whether each of the two is reached, or the thread that makes it started, only by who was handed
  // a certain number, or a record with that number, and these two threads were handed different
  // ones. The number asked for may change meanwhile: this is no proof either.
  bool AreReachedByNumbers(const SharedAccess& a, const SharedAccess& b);
  // Whether an index on the way to the place that is accessed is the thread's own value: it counts
  // in elements of its own.
  bool IsIndexedByOwner(const SharedAccess& access);

 private:
  // A procedure on the way from a thread's entry, and the instruction there that leads further.
  struct Step {
    uint32_t definition = 0;
    uint32_t instruction = 0;
  };
  using Way = std::vector<Step>;

  Way WayTo(const SharedAccess& access) const;
  bool FindReachedByOwner(const SharedAccess& access);
  bool IsReachedByNumber(const SharedAccess& access);
  // Whether the condition is that of the threads that were each handed a record one has a certain
  // number in it, which the code puts there: what is known of the records does not say so.
  bool IsOfNumberedRecord(const SharedAccess& access);
  // The member that a procedure on the way loads from so many bytes behind the start of a record.
  std::string MemberLoaded(const Way& way, int64_t offset) const;
  // Whether numbers are put into the member, and never a constant.
  bool IsNumbered(const std::string& member);
  // Whether a condition of the node's procedure is so for one thread of the node at most.
  // `may_be_unknown`: also if it is not known what numbers the records hold, but that they are not
  // one constant.
  bool IsOfOneNumber(uint32_t node, const Point& point, bool may_be_unknown) const;
  bool IsOwnNumber(uint32_t node, const Atom& number, bool may_be_unknown) const;
  bool IsStartedByNumber(uint32_t node) const;
  bool AreHandedNumbers(uint32_t a, uint32_t b) const;
  bool FindIndexedByOwner(const SharedAccess& access) const;
  bool HasOwnIndex(const Way& way, const ir::Place& place, int steps) const;
  bool IsDecided(const Way& way, const ir::Operand& condition, const ir::Place& place, bool holds,
                 int steps) const;
  // Whether an operand of the last procedure on the way is the thread's own value.
  bool IsOwn(const Way& way, size_t level, const ir::Operand& operand, int steps) const;
  bool IsOwnResult(const ir::Procedure& body, const ir::Instruction& call) const;
  const ir::Procedure& BodyOf(const Step& step) const {
    return tree_.program().definitions()[step.definition].body();
  }

  const ThreadTree& tree_;
  const witness::ModelLookup& models_;
  // By node and access.
  absl::flat_hash_map<std::pair<uint32_t, uint32_t>, bool> reached_, indexed_;
  absl::flat_hash_map<std::string, bool> numbered_;  // by member
};

}  // namespace plait

#endif  // PLAIT_CHECKERS_OWN_VALUES_H_
