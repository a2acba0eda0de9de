// Locks that programs build from semaphores and from words of memory: whether they exclude.
#ifndef PLAIT_CHECKERS_BUILT_LOCKS_H_
#define PLAIT_CHECKERS_BUILT_LOCKS_H_

#include <map>
#include <optional>
#include <utility>
#include <vector>

#include "absl/functional/function_ref.h"
#include "checkers/shared_access.h"
#include "checkers/thread_tree.h"
#include "summaries/summary.h"
#include "summaries/term.h"

namespace plait {

// What a cell of a single object holds when the first thread that can see it starts, if that is
// known: for a local or heap object, when other threads could first reach it, or if all threads in
// `shared` that access it were handed it when they, or a thread above them, were created.
std::optional<int64_t> ValueAtStart(ThreadTree& tree, const AccessesByObject& shared, TermId cell,
                                    uint32_t width);

// Whether the cell of a local or heap object holds the address of one object then.
bool IsAddressAtStart(ThreadTree& tree, const AccessesByObject& shared, TermId cell,
                      uint32_t width);

// Whether nobody puts another number there than that while there is just one thread. `before`: all
// accesses made then.
bool IsSetAlone(ThreadTree& tree, const AccessesByObject& before, TermId cell, uint32_t width,
                int64_t number);

enum class Exclusion {
  kNo,
  kProbably,  // but for accesses that were dropped, or for a word given back by a plain store,
              // which orders nothing by the language and does on most machines
  kSurely,
};

class BuiltLocks {
 public:
  // `shared` and `before`: all accesses of all threads, those made while nothing else ran apart;
  // `posts`: of semaphores. All by object, and kept by reference.
  BuiltLocks(ThreadTree& tree, const AccessesByObject& shared, const AccessesByObject& before,
             const AccessesByObject& posts)
      : tree_(tree), shared_(shared), before_(before), posts_(posts) {}

  // Whether no two threads hold the lock at once. A semaphore: it starts at 1, and only who holds
  // it posts. A word: it starts at 0, is made another number only where it is found to be 0, in one
  // step or under one lock, and only who holds it makes it 0 again. Instead of 0 there may be
  // several numbers that it is while nobody holds it, none of which it is made to hold it. Of the
  // words of an array's elements, where it is not known which one `lock` is, that holds for each.
  // A word that tickets wait for: only who found it equal to a number of its own moves it on.
  Exclusion Excludes(LockKind kind, TermId lock);

  // Whether nobody who has claimed the word, having found the count to be 0, is there beside one
  // who has added 1 to the count, having found the word to be 0 (LockKind::kCount). Both do so
  // under one lock, the word excludes, and the count is changed by 1 alone: up, or down by who has
  // added 1 before. So it is no less than the number of those who have added 1 and not yet taken it
  // back. Both may be one word: it is 0 where it is claimed, and negative as long as it is, and 1
  // is added only where it is not.
  Exclusion CountExcludes(TermId count, TermId word);

  // Whether some thread claims the word where it is another number than 0.
  bool HasSteps(TermId word);

 private:
  bool SemaphoreExcludes(TermId semaphore);
  TermId CounterOfTickets(TermId word);
  bool WritesNextTicket(const SharedAccess& write, TermId word);
  bool TicketExcludes(TermId word);
  bool HasClaim(TermId word, bool (*is_one)(const Access&));
  bool IsCounted(TermId word);
  Exclusion WordExcludes(TermId word);
  // Of words whose lowest bit alone says whether some thread has them; nothing if it is not so.
  std::optional<Exclusion> OddWordExcludes(TermId word);
  // Of words that are negative while some thread has claimed them, and else count; nothing if it is
  // not so.
  std::optional<Exclusion> CountingWordExcludes(TermId word);
  Exclusion WordOfElementExcludes(TermId word);
  Exclusion FindCountExcludes(TermId count, TermId word);
  // Whether the thread has added 1 to the count and not taken it back.
  bool IsCountedAt(const SharedAccess& access, TermId count);
  // Whether nobody looks at a part of the cell alone.
  bool IsOfOneWidth(TermId cell);
  bool StartsAtLeastAtNone(TermId count, uint32_t width);
  // Whether all writes that may be to the cell are to it and right.
  bool AreWrites(const AccessesByObject& accesses, TermId cell,
                 absl::FunctionRef<bool(const SharedAccess&)> is_right);
  const Access& AccessOf(const SharedAccess& access);
  bool Holds(const SharedAccess& access, LockKind kind, TermId lock);
  std::vector<TermId> ExclusiveLocks(const SharedAccess& access);
  bool IsSame(TermId lock, TermId target);

  ThreadTree& tree_;
  const AccessesByObject& shared_;
  const AccessesByObject& before_;
  const AccessesByObject& posts_;
  std::map<std::pair<LockKind, TermId>, Exclusion> known_;
  std::map<std::pair<TermId, TermId>, Exclusion> known_counts_;
};

}  // namespace plait

#endif  // PLAIT_CHECKERS_BUILT_LOCKS_H_
