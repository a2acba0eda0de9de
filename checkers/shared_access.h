// One access of one thread to one object, in the tree's terms.
#ifndef PLAIT_CHECKERS_SHARED_ACCESS_H_
#define PLAIT_CHECKERS_SHARED_ACCESS_H_

#include <cstdint>
#include <map>
#include <utility>
#include <vector>

#include "summaries/summary.h"
#include "summaries/term.h"

namespace plait {

// Where an access lies in all turns of its loops if it is in the part of an object that has a
// number: in the part of number n from `first` + n * `stride` to before `end` + n * `stride`.
// All but the number have the same value whenever a thread looks.
struct Slice {
  AtomId number =
      kNothing;  // of the threads' creation, or SharedAccess::own_number; or there is none
  TermId stride = kZero;
  TermId first = kZero;
  TermId end = kZero;
};

// Where an access lies in all turns of its loops, as a function of the number of its thread: that
// of another thread is the same function of another number, and of what each has of its own.
struct NumberedSpan {
  uint32_t node = kNothing;  // whose NumberingCounter it is; or there is none
  TermId first = kZero;
  TermId end = kZero;
  // The same with names of another thread in place of the number and of all that need not be the
  // same in both.
  TermId other_first = kZero;
  TermId other_end = kZero;
  std::vector<TermId> limits;  // each is more than any thread's number
  // What is not negative where the access is made, and in the other thread.
  std::vector<TermId> facts;
  std::vector<TermId> other_facts;
};

struct SharedAccess {
  uint32_t node = 0;         // index into ThreadTree::nodes()
  uint32_t index = 0;        // into the node's summary's accesses
  AtomId object = kNothing;  // global, slot or heap object
  TermId address = kZero;    // as the thread computes it; its base may be a choice or a load
  TermId resolved = kZero;   // based on `object`
  uint32_t width = 0;        // bytes; 0 = unknown extent
  // Based on `object`: in all turns of its loops the access lies from `first` to before `end`.
  TermId first = kZero;
  TermId end = kZero;   // equal: no more is known than `resolved`
  uint32_t extent = 0;  // bytes between; 0: not a constant
  // Parts of elements that it lies in (Access::in_elements): where each begins, and its bytes.
  std::vector<std::pair<TermId, uint32_t>> parts;
  bool is_common = false;  // `first` and `end` have the same value whenever a thread looks
  // The same apart from counters of the thread's own loops and the numbers of threads that a loop
  // starts, of which `turn` says what is not negative.
  bool is_common_by_number = false;
  TermId common_first = kZero;  // the offsets, with what was handed over by the name it had there
  TermId common_end = kZero;
  std::vector<TermId> turn;
  // In the offset of `resolved`: a number that no other thread took from that counter.
  AtomId own_number = kNothing;
  TermId counter = kNothing;
  int64_t numbers_apart = 0;  // how far from each other those of any two threads are at least
  Slice slice;
  NumberedSpan numbered;
  AccessKind kind = AccessKind::kRead;
  bool is_atomic = false;
  bool is_failing = false;    // on a way that leads to abort or the like
  bool is_unwinding = false;  // in a clean-up function, as a thread is cancelled or ends
  bool is_guessed = false;    // reached through a call that may go elsewhere
  bool is_chosen = false;     // reached through a call of one of few functions
  bool is_certain = false;    // the thread accesses just this object here, not one of several
  bool is_picked = false;     // perhaps not in all turns of the loop that counts its address
  bool may_be_kept = false;   // perhaps not made beside threads of earlier turns
  bool is_open = false;       // the pointer may lead elsewhere, to what is not known
  bool leads_on = false;      // atomic, and what it finds is to come with what was written before
  bool is_intended = false;   // the program says that it may race
  bool is_excused = false;    // its users say so
  bool is_by_owner = false;   // made by way of the container that the memory belongs to
  bool via_memory = false;    // the pointer came out of memory other threads can write
  bool is_renewed = false;  // ... and of one name with one loaded before another thread wrote there
  bool is_of_many =
      false;  // the pointer may lead to any of many objects: too little is known of it
  bool via_own_variable = false;  // ... came out of a thread-local variable that the program sets
  bool via_settled = false;       // ... only if memory that was handed over has most likely changed
  uint32_t point = 0;             // index into ThreadNode::points

  bool is_write() const { return kind != AccessKind::kRead; }
  // Whether its pairs stand for no others on the variable.
  bool is_set_apart() const { return is_intended || is_excused; }
};

// Accesses by the object they touch: ObjectKey.
using AccessesByObject = std::map<AtomId, std::vector<SharedAccess>>;

// The objects of one allocation site have one key.
inline AtomId ObjectKey(TermTable& terms, AtomId object) {
  Atom atom = terms.atom(object);
  if (atom.kind != AtomKind::kHeap) return object;
  atom.argument = kZero;
  return terms.InternAtom(atom);
}

// Whether the access, whichever element it is to, touches none of the bytes at that place of an
// object of its kind (one ObjectKey).
bool LiesApart(TermTable& terms, const SharedAccess& access, TermId cell, int64_t width);

}  // namespace plait

#endif  // PLAIT_CHECKERS_SHARED_ACCESS_H_
