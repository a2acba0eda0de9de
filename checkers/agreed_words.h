// Words by which two threads may have agreed who goes on: each has written some of them before its
// access, and reads atomically what the other one has written. Where that is a protocol of the
// program's own, such as Lamport's bakery, that nothing is known to order the accesses does not
// mean that nothing does.
#ifndef PLAIT_CHECKERS_AGREED_WORDS_H_
#define PLAIT_CHECKERS_AGREED_WORDS_H_

#include "checkers/shared_access.h"
#include "checkers/thread_tree.h"

namespace plait {

class AgreedWords {
 public:
  // `accesses`: all that threads make while others may run, by object. Both are kept by reference.
  AgreedWords(ThreadTree& tree, const AccessesByObject& accesses)
      : tree_(tree), accesses_(accesses) {}

  bool MayAgree(const SharedAccess& a, const SharedAccess& b);

 private:
  bool IsReadBy(uint32_t node, const SharedAccess& teller);

  ThreadTree& tree_;
  const AccessesByObject& accesses_;
};

}  // namespace plait

#endif  // PLAIT_CHECKERS_AGREED_WORDS_H_
