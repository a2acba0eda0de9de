// The code that the threads of a program run, and what of it was not understood in full.
#ifndef PLAIT_CHECKERS_REACHED_CODE_H_
#define PLAIT_CHECKERS_REACHED_CODE_H_

#include <cstdint>
#include <vector>

#include "checkers/shared_access.h"
#include "checkers/thread_tree.h"
#include "summaries/summary.h"

namespace plait {

class ReachedCode {
 public:
  explicit ReachedCode(const ThreadTree& tree);  // kept by reference

  // All procedures that some thread runs, in order of their definitions.
  const std::vector<uint32_t>& definitions() const { return definitions_; }
  bool has_nonlocal_jumps() const { return has_nonlocal_jumps_; }
  // Whether something that may be a lock was not understood.
  bool has_unknown_locks() const { return has_unknown_locks_; }

  // Whether a call through a pointer, resolved by its type, led to what the program never calls:
  // into another program, or to a function that nothing mentions. Or it is in what destroys static
  // objects when no other thread is left.
  bool IsNeverReached(const ThreadNode& node, const Access& access) const;
  // Whether a file on the way was not understood in full: calls in it may be missing.
  bool IsInBrokenFile(const SharedAccess& shared) const;

 private:
  bool AreEndsAlone() const;
  bool IsAlone(const ThreadNode& node, const ThreadPoint& point) const;
  bool IsBroken(uint32_t definition) const;
  bool IsOutside(uint32_t definition) const;

  const ThreadTree& tree_;
  std::vector<bool> is_mentioned_;     // MentionedFrom
  bool are_ends_alone_ = false;        // static objects are destroyed when no other thread is left
  std::vector<uint32_t> definitions_;  // and whether among them are:
  bool has_outside_ = false;
  bool has_broken_files_ = false;
  bool has_nonlocal_jumps_ = false;
  bool has_unknown_locks_ = false;
};

}  // namespace plait

#endif  // PLAIT_CHECKERS_REACHED_CODE_H_
