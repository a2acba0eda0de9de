// What callers need to know of a procedure, relative to its inputs: formals and the memory
// reachable from them and from globals. After DarC (section 2: accesses, held locks, running
// threads, aliases) and RELAY (section 4: relative locksets), with what correlated and concurrent
// code needs beside.
//
// Everything is expressed in the summary's own TermTable, so that a summary stands alone: it can be
// stored, shared between processes, and substituted into a caller
// (analyzer/transfer/instantiate.cc).
//
// Sets say which way they err: may sets are supersets, must sets subsets of what happens.
#ifndef PLAIT_SUMMARIES_SUMMARY_H_
#define PLAIT_SUMMARIES_SUMMARY_H_

#include <algorithm>
#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "absl/container/flat_hash_map.h"
#include "summaries/name.h"
#include "summaries/term.h"

namespace plait {

enum class LockMode : uint8_t { kShared, kExclusive };

// Pseudo-locks: ordinary for all but the reports.
enum class LockKind : uint8_t {
  kLock,
  kOnce,    // inside the function of a pthread_once: excludes, and orders after it those who passed
  kAtomic,  // between atomic_begin and atomic_end of a verifier
  kSemaphore,  // waited for and not posted since: excludes if it starts at 1 and only who waited
               // posts
  kFlag,    // a word this thread found 0, or a certain other number, and made another one: excludes
            // if nobody else changes it then
  kTicket,  // a word that was equal to a number this thread took from a counter: excludes if only
            // who found it so moves it
  // A count. Shared: this thread has added 1 to it in a critical section in which it found a word
  // 0. Exclusive: it has claimed that word in one in which it found the count to be 0 at most. If
  // both are one word, in one step: a number above 0 counts, and one below 0 is a claim.
  kCount,
  // Locks of the elements of an array, `number` of them from the first on: each at `lock`, with its
  // number for the bound index. Only held for certain.
  kRow,
};

// Locks that a program builds from a word of memory.
inline bool IsOfWord(LockKind kind) {
  return kind == LockKind::kFlag || kind == LockKind::kTicket || kind == LockKind::kCount;
}

struct HeldLock {
  static constexpr uint8_t kMostDepth = 8;  // that is counted

  TermId lock = kZero;  // address of the lock object
  LockMode mode = LockMode::kExclusive;
  LockKind kind = LockKind::kLock;
  bool certain = true;  // must be held; otherwise it is held on some paths
  uint8_t depth = 1;    // of a recursive lock
  uint32_t acquired =
      0;  // instruction of the summarised procedure that took it (or the call that did)
  // May: something was given back by another name, after it was taken first. A depth of more than 1
  // says how often it was taken since.
  bool is_doubtful = false;
  // May: of a recursive lock, it was taken more often than `depth` says.
  bool may_be_deeper = false;
  bool unless_failed =
      false;  // not certain, but must be held unless a call that waits for it failed

  // kTicket: the number taken, which the word was equal to. kCount: the address of the word. kRow:
  // how many.
  TermId number = kZero;

  bool certain_unless_failed() const { return certain || unless_failed; }
  // It was given back by that other name: what was taken since then is held.
  void GiveUpDoubtful() {
    if (kind == LockKind::kLock && depth > 1) {
      --depth;
      is_doubtful = false;
    } else {
      certain = unless_failed = false;
    }
  }
  friend bool operator==(const HeldLock&, const HeldLock&) = default;
  friend auto operator<=>(const HeldLock&, const HeldLock&) = default;
};

// A word or a semaphore that is claimed on some ways only, most likely a count or a state, and a
// count beside a word: nothing that people would call a lock.
inline bool IsHardlyLock(const HeldLock& lock) {
  return lock.kind == LockKind::kCount ||
         (!lock.certain && (IsOfWord(lock.kind) || lock.kind == LockKind::kSemaphore));
}

// Threads of one creation site: the instances low <= i < high. A creation outside of any loop is
// instance 0; one in a loop is numbered by the loop's counter. `any` bounds: unknown which.
struct ThreadRange {
  AtomId token = 0;  // kThread with argument kZero
  TermId low = kZero;
  TermId high = kZero;
  bool certain = true;           // false: of states that were merged, some had not started it
  bool ended_somewhere = false;  // true: and some had seen its end

  friend bool operator==(const ThreadRange&, const ThreadRange&) = default;
  friend auto operator<=>(const ThreadRange&, const ThreadRange&) = default;
};

// A value this thread has seen in a shared cell: low <= x <= high, and x != 0 if nonzero. Whoever
// put it there did so before. With `other`, it is the difference of the values of two cells that
// was seen, as of the two ends of a ring: who moved one of them away did so before.
struct Observation {
  TermId cell = kZero;
  uint32_t width = 0;  // bytes
  bool nonzero = false;
  int64_t low = INT64_MIN;
  int64_t high = INT64_MAX;
  TermId other = kNothing;

  bool is_difference() const { return other != kNothing; }
  bool Includes(int64_t value) const {
    return low <= value && value <= high && (value != 0 || !nonzero);
  }
  bool Includes(const Observation& other) const {
    return low <= other.low && other.high <= high && (!nonzero || !other.Includes(0));
  }
  friend bool operator==(const Observation&, const Observation&) = default;
  friend auto operator<=>(const Observation&, const Observation&) = default;
};

// How often this thread has come through a barrier since entry, on all ways that lead there.
struct Arrivals {
  TermId barrier = kZero;  // kAny: of others than those kept, it is not known
  TermId count = kZero;    // kAny: not known
  bool is_last = false;    // must: the last time it was the one that was told so
  AtomId told = kNothing;  // in states: the result that tells, by being other than 0

  friend bool operator==(const Arrivals&, const Arrivals&) = default;
  friend auto operator<=>(const Arrivals&, const Arrivals&) = default;
};
inline constexpr size_t kMaxArrivals = 4;  // barriers kept, at a point

// An end of a ring that this thread may go on to use: the number it has found in the cell, where it
// has put nothing since, and which another number than `limit`, a function of it, was found in the
// cell of the other end. So one who fills finds room, and one who empties an item. It says nothing
// if others write the cell, too: both ways to look at a test are kept.
struct RingEnd {
  TermId cell = kZero;
  TermId other = kZero;  // cell of the other end
  uint32_t width = 0;    // bytes, of each
  TermId number = kZero;
  TermId limit = kZero;

  friend bool operator==(const RingEnd&, const RingEnd&) = default;
  friend auto operator<=>(const RingEnd&, const RingEnd&) = default;
};

// What this thread has found in a cell since it last wrote there: a number that is at most `bound`,
// or at least that, as when it waits until others are done that count themselves there.
struct FoundCount {
  TermId cell = kZero;
  uint32_t width = 0;  // bytes
  bool is_most = false;
  TermId bound = kZero;

  friend bool operator==(const FoundCount&, const FoundCount&) = default;
  friend auto operator<=>(const FoundCount&, const FoundCount&) = default;
};

inline constexpr size_t kMaxAsked = 12;  // objects asked, at a point

// The global that stands, among the locks that were not free, for one that is waited for: taking it
// fails only if it is misused.
inline constexpr char kFailedLock[] = "outside failed lock";

// The concurrent situation at a point, relative to the entry of the procedure.
struct Point {
  std::vector<HeldLock> held;          // acquired since entry and held. By lock.
  std::vector<TermId> released;        // may: locks of the caller given back since entry
  std::vector<ThreadRange> live;       // may: threads started since entry and not certainly joined
  std::vector<ThreadRange> joined;     // must: threads started since entry that have ended
  std::vector<TermId> joined_handles;  // must: handles not known here whose threads have ended
  std::vector<TermId> waited;  // must: objects whose wait has returned (semaphore, barrier, once)
  // may: objects posted since entry (semaphore, barrier), kAny for more of them than are kept; and
  // classes of threads (kThread) that were started and have ended, on some ways
  std::vector<TermId> posted;
  std::vector<TermId> asked;  // must: objects of calls that may have waited for other threads, in a
                              // way that is not followed (functions without a model, pipes);
                              // conditions that were waited for or signalled
  std::vector<TermId> met;    // must: of these conditions, those waited for on some way here
  std::vector<TermId>
      gates;  // must: shared cells whose value decides whether this point is reached
  bool joined_unknown = false;  // may: threads that could not be told have been joined
  // may: handles not known here have been joined, but not on all ways
  bool joined_on_some = false;
  bool is_in_child = false;  // must: in a process that fork has made since entry
  // must: terms over the inputs that are not 0 whenever this point is reached
  std::vector<TermId> conditions;
  std::vector<TermId>
      changes;  // must: shared cells another thread has to change for this point to be reached
  // must: cells whose value here is another thread's, as what the procedure put there would not
  // have led here
  std::vector<TermId> foreign;
  std::vector<Observation> observed;  // must: one for a cell
  // may: cells written since entry in a way that others can wait for, atomically or under a lock
  std::vector<TermId> announced;
  bool announced_any = false;      // may: more of them than are kept
  std::vector<TermId> contended;   // must: locks, semaphores and words that were tried and not free
  std::vector<RingEnd> ends;       // must
  std::vector<FoundCount> counts;  // must
  std::vector<Arrivals> arrivals;  // exact: by barrier; of others it has come through none

  friend bool operator==(const Point&, const Point&) = default;
  friend auto operator<=>(const Point&, const Point&) = default;
};
using PointId = uint32_t;

// kPost is no access, but a post of the semaphore, or the arrival at the barrier, at the address.
enum class AccessKind : uint8_t { kRead, kWrite, kFree, kPost };

// Where something in a summary comes from: an instruction of the procedure itself, or item `index`
// of the same list in the summary of `callee`, called there.
struct Origin {
  uint32_t instruction = 0;
  Name callee = kNoName;
  uint32_t index = 0;

  friend bool operator==(const Origin&, const Origin&) = default;
};

// Where C keeps what is accessed in an element of an array, as in a record with an array of its own
// of which an index chooses an element: from `first` to before `end` bytes behind the start of that
// element, whatever the index is.
struct ElementPart {
  TermId behind = kZero;  // the address less where the element starts
  int64_t first = 0;
  int64_t end = 0;

  friend bool operator==(const ElementPart&, const ElementPart&) = default;
};

struct Access {
  TermId address = kZero;
  uint32_t width = 0;  // bytes; 0 = unknown extent from the address on
  AccessKind kind = AccessKind::kRead;
  bool is_atomic = false;
  bool is_published =
      false;               // the base was visible to other threads before, even if private at entry
  bool is_certain = true;  // the address is definite, not a guess (weak update, widened pointer)
  bool is_picked = false;  // may: not all turns of the loop that counts its address make it
  // may: of threads beside it, those that earlier turns of a loop started run only then, and such a
  // turn may keep a later one from making it
  bool may_be_kept = false;
  bool is_guessed = false;    // on the way is a call through a pointer that may go elsewhere
  bool is_chosen = false;     // on the way is a call of one of few functions, as data chooses
  bool is_failing = false;    // on a way that leads to abort or the like, whatever happens
  bool is_unwinding = false;  // in a clean-up function, as a thread is cancelled or ends
  bool is_relaxed = false;    // atomic, but orders nothing
  bool is_announced = false;  // a write that `announced` of the points after it knows of
  bool claims =
      false;  // a write that makes a word another number only if it is 0 (LockKind::kFlag)
  bool makes_odd = false;  // must: a write that makes a word odd, and only if it is even
  // must: a write that adds 1, in one step, and only if the number it finds is not below 0
  bool counts_from_none = false;
  // may: a relaxed read of a pointer that is followed: what it leads to is there by then only if
  // something else orders the read after the write that it finds. A relaxed store of a pointer to
  // what others may know already: the same of all reads. A plain write: it was made before a
  // relaxed store, in the cell `copied_from`, let others find where.
  bool leads_on = false;
  bool is_intended = false;  // the program says that it may race (ir::Instruction)
  // must: made by the library to the characters or elements of a container beside an access to the
  // word of the container that leads there: a write, if this is one
  bool is_by_owner = false;
  bool is_also_alone = false;  // may: it stands for one made before this procedure, which has
                               // started threads by then, had started any
  bool is_update = false;      // must: with the number it finds the cell holds until then, or it
                               // writes that number again (step 0)
  int8_t step = 0;             // 1, -1: the number written is that much more than one held before
  TermId value = kNothing;     // a number written, if it is a constant, one the caller passed, one
                               // beside a number that was taken from a counter, the next one of an
                               // end of a ring, or the handle of the thread or of one it started
  // must: of a write that makes a word another number only if it is a certain one, other than 0:
  // that one (LockKind::kFlag)
  TermId found = kNothing;
  // must: of a write that adds to the number it finds, which the cell holds until then, what only
  // the caller knows, or a constant above 1: that. Where it is known to be 1, -1 or 0, `step` and
  // `is_update` say so.
  TermId added = kNothing;
  // must: of a write of the last number that was found in another cell: that cell
  TermId copied_from = kNothing;
  // must: whichever turn of its loops it is made in, its bytes lie from `first` to before `end`.
  // kNothing if no more is known than the address.
  TermId first = kNothing;
  TermId end = kNothing;
  std::vector<ElementPart> in_elements;  // must; of nested arrays, the innermost element first
  PointId point = 0;
  Origin origin;

  // An atomic step by 0.
  bool LeavesNumber() const { return is_update && step == 0; }
};

// Where the arrays that an address goes through keep it, whatever the numbers in it are: from
// `first` to `last` bytes behind its base.
struct Reach {
  int64_t first = 0;
  int64_t last = -1;

  static constexpr int64_t kMost = int64_t{1} << 40;  // farther away, nothing is known

  bool is_known() const { return first <= last && -kMost <= first && last <= kMost; }
  Reach MovedBy(int64_t distance) const {
    const bool is_far = distance < -kMost || distance > kMost;
    return is_known() && !is_far ? Reach{first + distance, last + distance} : Reach();
  }
  // The least that includes both; not known if one of them is not.
  Reach Including(const Reach& other) const {
    if (!is_known() || !other.is_known()) return {};
    return {std::min(first, other.first), std::max(last, other.last)};
  }

  friend bool operator==(const Reach&, const Reach&) = default;
  friend auto operator<=>(const Reach&, const Reach&) = default;
};

// Where arrays keep a pointer that an exit hands on.
struct ReachOfPointer {
  TermId address = kZero;
  Reach reach;

  friend bool operator==(const ReachOfPointer&, const ReachOfPointer&) = default;
  friend auto operator<=>(const ReachOfPointer&, const ReachOfPointer&) = default;
};

// Contents of a cell. With low != high the address and value mention kBound: an array region that
// holds value(k) at address(k) for low <= k < high.
struct CellEffect {
  TermId address = kZero;
  uint32_t width = 0;
  TermId value = kZero;
  TermId low = kZero;
  TermId high = kZero;
  Reach reach;  // of what exits leave: what is handed over is not asked for it

  friend bool operator==(const CellEffect&, const CellEffect&) = default;
  friend auto operator<=>(const CellEffect&, const CellEffect&) = default;
};

// Whether it is a block of zeros, some of which cells beside it may have replaced.
inline bool IsZeros(const CellEffect& cell) {
  return cell.low == cell.high && cell.value == kZero &&
         (cell.width == 0 || cell.width > sizeof(uint64_t));
}

// A thread started.
struct Spawn {
  AtomId token = 0;               // kThread, with instance
  TermId entry = kZero;           // function called
  std::vector<TermId> arguments;  // of the entry
  uint32_t own = 0;  // must: bit i: argument i is an object made for this one thread of the token
  std::vector<CellEffect> cells;  // what the memory the arguments point to holds at the start
  // must: the counter of the loop that numbers the threads is less than each of these.
  std::vector<TermId> limits;
  // must: of the threads of a loop: some of the variables that nobody writes once there are
  // threads, with the numbers in them, no constants: threads know it as what is there.
  std::vector<CellEffect> settled;
  // may: numbers that it is handed and that the turn that starts it made; others of this procedure
  // are the same for the threads of all turns.
  std::vector<TermId> of_turn;
  bool many = false;            // another one of the same token may run at once
  bool certainly_many = false;  // ... and does on some run (a loop of two or more turns), if no
                                // earlier turn keeps a later one from it
  bool surely_repeats = false;  // must: ... and none does
  bool many_by_turns = false;   // `many` only by turns of the loop whose counter `limits` bound
  bool detached = false;
  bool is_guessed = false;  // on the way is a call through a pointer that may go elsewhere
  bool is_chosen = false;   // on the way is a call of one of few functions, as data chooses
  PointId point = 0;
  Origin origin;
};

// A call whose target is not known inside the procedure.
struct DeferredCall {
  TermId callee = kZero;
  std::vector<TermId> arguments;
  PointId point = 0;
  Origin origin;
};

// A pointer stored where another thread can see it.
struct Published {
  TermId address = kZero;
  TermId value = kZero;
  TermId condition = kZero;  // must: over the inputs, and not 0 if it is stored; kZero: none known

  friend bool operator==(const Published&, const Published&) = default;
  friend auto operator<=>(const Published&, const Published&) = default;
};

// One way to leave the procedure; those that callers can tell apart are kept apart.
struct Exit {
  TermId result = kZero;
  bool has_result = false;
  int64_t low = INT64_MIN;  // range of the result, if it is a number
  int64_t high = INT64_MAX;
  bool nonzero = false;  // the result is certainly not 0
  PointId point = 0;
  std::vector<CellEffect> cells;  // of memory visible to the caller or reachable from the result
  std::vector<AtomId> escaped;    // fresh objects, locals and inputs other threads can reach now
  bool synchronised = false;      // an acquire operation took place: other threads' writes may show
  bool ends_thread = false;       // pthread_exit: the caller does not go on
};

// The numbers that an object of this procedure held when other threads could first reach it. Where
// a block is of zeros, all that may have been replaced in it is named; kAny: by what is not known.
struct Exposure {
  TermId object = kZero;  // its address
  std::vector<CellEffect> cells;

  friend bool operator==(const Exposure&, const Exposure&) = default;
  friend auto operator<=>(const Exposure&, const Exposure&) = default;
};

// A semaphore or barrier given its count. A barrier that is waited at has an entry with count
// kBound.
struct SyncObject {
  TermId address = kZero;
  TermId count = kZero;

  friend bool operator==(const SyncObject&, const SyncObject&) = default;
  friend auto operator<=>(const SyncObject&, const SyncObject&) = default;
};

// What kept the analysis from being exact; each blocks the verdict "race-free".
enum class GapKind : uint8_t {
  kUnlowered,       // the frontend could not express something
  kUnmodelledCall,  // external function without a model
  kUnresolvedCall,  // call through a value nothing is known of
  kUnknownAddress,  // access through a pointer nothing is known of
  kBudget,          // a bound on iterations, disjuncts or sizes was reached
  kFork,
  kNonlocalJump,
  kSignalHandler,
  kLockUnknown,  // operation on a lock that could not be told from others
  kJoinUnknown,
  kEndlessRecursion,  // a call that leads back here, and of which no way to return was found
  kCallback,  // a function that is passed on changes what the one that calls it knows nothing of
};

inline constexpr char kRelaxedPointer[] = "access through a pointer that a relaxed load gave";
inline constexpr char kRelaxedStore[] = "access through a pointer that a relaxed store gave";

struct Gap {
  GapKind kind = GapKind::kUnlowered;
  std::string detail;  // "popen", "inline assembly"
  Origin origin;

  friend bool operator==(const Gap& a, const Gap& b) {
    return a.kind == b.kind && a.detail == b.detail;
  }
};

struct Summary {
  Name procedure = kNoName;
  TermTable terms;
  std::vector<Point> points;
  std::vector<Access> accesses;  // `accesses` of DarC
  std::vector<Exit> exits;       // `held locks`, `running threads` and `aliases` at each exit
  std::vector<Spawn> spawns;
  std::vector<DeferredCall> deferred;
  std::vector<Published> published;
  std::vector<TermId>
      stable;  // must not change meanwhile: cells read as if other threads never wrote them
  // may: cells of which a pointer was loaded once another thread may have changed them. It is named
  // after what the cell held at entry all the same, so that it is one with that loaded before.
  std::vector<TermId> reloaded;
  // may: cells of which pointers were loaded at two places, and another thread may have changed
  // them between. What is reached through the two has one name, and need not be one.
  std::vector<TermId> renewed;
  std::vector<SyncObject> sync_objects;
  std::vector<Exposure> exposures;      // one for an object
  bool exposures_are_open = false;      // there are more, perhaps of objects of the same names
  std::vector<ReachOfPointer> reaches;  // must: one for an address
  bool is_failure = false;              // must: who calls it aborts, as one that found a fault does
  std::vector<Gap> gaps;
  std::vector<Name> callees;      // whose summaries this one was made from; sorted by text
  uint32_t dropped_accesses = 0;  // by the cap on accesses
};

}  // namespace plait

#endif  // PLAIT_SUMMARIES_SUMMARY_H_
