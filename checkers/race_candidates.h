// What PairSearch keeps while it compares accesses: pairs nothing separates, by the variable that
// they are on.
#ifndef PLAIT_CHECKERS_RACE_CANDIDATES_H_
#define PLAIT_CHECKERS_RACE_CANDIDATES_H_

#include <cstdint>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "checkers/access_classes.h"
#include "checkers/common_lock.h"
#include "checkers/happens_in_parallel.h"
#include "checkers/pair_judge.h"
#include "checkers/same_memory.h"
#include "checkers/shared_access.h"

namespace plait {

// A pair nothing separates.
struct Candidate {
  SharedAccess first;
  SharedAccess second;
  PairFacts facts;
  Judgement judgement;
};

struct Variable {
  std::string name;  // for people
  std::string key;   // its own
};

// What keeps two points of threads apart, whatever is accessed there.
struct PointPair {
  bool is_apart = true;  // not in parallel, in a certain order, or under one lock
  Parallelism parallelism;
  CommonLock lock = CommonLock::kNo;
  SeenDoubts seen;
  bool is_probably_ordered = false;  // but for accesses that were dropped
};

// The pairs found on one variable.
struct Found {
  std::string name;
  Candidate best;     // the first of the best: pairs are compared in a fixed order
  std::string doubt;  // of all of them
  uint64_t pairs = 0;
  std::vector<Candidate> candidates;  // the first of them
  // Accesses of these pairs that are set apart, by node and index.
  std::map<std::pair<uint32_t, uint32_t>, SharedAccess> apart;
};

// Members of a class that are to one variable.
struct Group {
  const Variable* variable;
  std::vector<uint32_t> members;
  Found* found = nullptr;        // of the variable
  Found* apart_found = nullptr;  // the same of pairs that are set apart
};

// The pairs of two classes, or of one with itself, that one group gives their name.
struct PairsOfClasses {
  const AccessClass* first;
  const AccessClass* second;
  const Group* group;  // of one of them
  bool is_of_second;

  // Calls `visit` with each pair, in the order of the accesses, until it returns false.
  template <typename Visit>
  void ForEach(Visit visit) const {
    const AccessClass& other = is_of_second ? *first : *second;
    for (uint32_t i : group->members) {
      for (uint32_t j = first == second ? i : 0; j < other.members.size(); ++j) {
        const bool more = is_of_second ? visit(first->members[j], second->members[i])
                                       : visit(first->members[i], second->members[j]);
        if (!more) return;
      }
    }
  }

  uint64_t count() const {
    const uint64_t others = (is_of_second ? first : second)->members.size();
    uint64_t pairs = 0;
    for (uint32_t i : group->members) pairs += first == second ? others - i : others;
    return pairs;
  }
};

}  // namespace plait

#endif  // PLAIT_CHECKERS_RACE_CANDIDATES_H_
