// How much a step that was added, removed or moved has to do with a race: the rules behind
// change_causes.h.
#ifndef PLAIT_REVIEW_CAUSE_JUDGE_H_
#define PLAIT_REVIEW_CAUSE_JUDGE_H_

#include <set>
#include <string>
#include <vector>

#include "proto/report.pb.h"
#include "review/change_causes.h"

namespace plait {

// "lock" of "pool->lock" and "pool.lock": how different functions name one member.
std::string LastPart(const std::string& name);

// What of a race its causes are looked for by. Names are those that people write.
struct Story {
  std::set<std::string> functions;  // on the way to the accesses and to their threads' creation
  std::set<std::string> entries;    // that the threads run
  std::set<std::string> locks;      // last parts of the names of those that other accesses hold
  std::vector<proto::SourceLocation> accesses;
};

// The most telling first.
enum class Rank {
  kAccess,           // an access of the race itself is another one than before
  kDeclaration,      // the variable is
  kSynchronisation,  // a lock, a thread or a wait was added or removed
  kMoved,            // or moved to where it separates less
  kOrdering,         // another access is no longer atomic
  kCall,             // a call on the way was added or moved, or the access moved
  kMovedHarmlessly,  // something was added or moved, and should rather help
  kOther,            // any other difference in a function on the way
};

struct CauseCandidate {
  Rank rank = Rank::kOther;
  bool is_about_lock_of_story = false;
  bool in_story = true;  // else in a function that is called from there
  proto::Cause cause;
};

class CauseJudge {
 public:
  // Everything must outlive this.
  CauseJudge(const Story& story, const ReadLine& read_line, std::vector<CauseCandidate>* candidates)
      : story_(story), read_line_(read_line), candidates_(*candidates) {}

  // Adds what differs between the versions of one procedure.
  void Judge(const ProcedureChange& change, bool in_story);

 private:
  void JudgeRemoved(size_t base_event);
  void JudgeAdded(size_t head_event);
  void JudgeMoved(size_t head_event, size_t base_event);
  void JudgeAccess(const Event& event, size_t head_event);
  void JudgeAcquireInPlaceOf(const Event& event, const Event& before);
  void JudgeAnyDifference();

  bool IsAccessOfRace(const Event& event) const;
  bool IsCallOnTheWay(const Event& event) const;
  // Whether the lock that is given back is one that the earlier version did not take.
  bool IsNewlyTaken(const Event& release) const;
  // An event of the earlier version with no counterpart that stands where `head_event` stands now.
  const Event* ReplacedBy(size_t head_event, bool (*fits)(const Event& was, const Event& is)) const;
  // Whether what `head_event` was moved from stood behind what now follows it.
  bool IsEarlier(size_t head_event, size_t base_event) const;

  // The lock, or what is waited for, as written at the place of the event.
  std::string ObjectOf(const Event& event, bool in_base) const;
  std::string CallOf(const Event& event, const char* which_does) const;
  void Add(Rank rank, const Event& event, bool in_base, std::string what);

  const Story& story_;
  const ReadLine& read_line_;
  std::vector<CauseCandidate>& candidates_;
  const ProcedureChange* change_ = nullptr;
  bool in_story_ = true;
};

}  // namespace plait

#endif  // PLAIT_REVIEW_CAUSE_JUDGE_H_
