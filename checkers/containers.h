// Heap objects that each hang in one container, an object or an element of an array, and are found
// from nowhere else: nodes of lists, of which there are many heads. Two threads that find one such
// object have come through one container, so a lock that is a function of the container guards it
// (regions: Seidl and Vojdani, Region Analysis for Race Detection, SAS 2009, section 4).
#ifndef PLAIT_CHECKERS_CONTAINERS_H_
#define PLAIT_CHECKERS_CONTAINERS_H_

#include <cstdint>
#include <optional>
#include <vector>

#include "absl/container/flat_hash_map.h"
#include "absl/container/flat_hash_set.h"
#include "checkers/shared_access.h"
#include "checkers/thread_tree.h"
#include "summaries/term.h"

namespace plait {

// One container as a thread computes it: of one object, elements of one size are told apart.
struct Container {
  AtomId base = kNothing;  // the object, or a pointer to its beginning
  TermId number = kZero;   // of the element, counted from that beginning

  friend bool operator==(const Container&, const Container&) = default;
};

class Containers {
 public:
  // `accesses`: all that threads make while others may run, by object. Both are kept by reference.
  Containers(ThreadTree& tree, const AccessesByObject& accesses)
      : tree_(tree), accesses_(accesses) {}

  // That in which the accessed object hangs, or that the accessed bytes are part of. Nothing if the
  // object is neither, or not known to hang in one only.
  std::optional<Container> Of(const SharedAccess& access);

 private:
  // Objects of one or more allocation sites that hang in containers together.
  struct Family {
    std::vector<AtomId> members;  // ObjectKeys, sorted
    std::vector<AtomId> owners;   // ObjectKeys of the containers, sorted; none: not yet known
    int64_t stride = 0;           // bytes of an element; 0: none are told apart
    absl::flat_hash_map<AtomId, TermId> placed;  // by heap object: an address in its container
  };
  // Addresses in the containers by way of which something is found.
  struct Roots {
    std::vector<TermId> addresses;
    bool are_all = true;
  };
  // Where the objects are that an address may be in.
  struct Reach {
    bool has_member = false;
    bool has_owner = false;
    bool has_other = false;
  };

  const Family* FamilyOf(AtomId key);
  const Family* FamilyIn(AtomId owner);
  std::optional<Container> PartOf(const Family& family, const SharedAccess& access);
  std::vector<AtomId> LinkedWith(AtomId key, bool with_holders);
  std::vector<AtomId> BesideIn(AtomId key);
  bool FindOwners(Family* family);
  bool PlaceObjects(Family* family);
  bool IsEachInOne(const Family& family);
  Reach ReachOf(const Family& family, TermId address);
  void Walk(const Family& family, TermId value, absl::flat_hash_set<AtomId>* seen, Roots* roots);
  // An address in the container where the member hangs; kNothing if that is not known.
  TermId PlaceOf(const Family& family, AtomId member);
  Roots RootsOf(const Family& family, TermId value);
  std::optional<Container> ContainerAt(const Family& family, TermId address);
  std::optional<Container> ContainerOf(const Family& family, TermId value);

  ThreadTree& tree_;
  const AccessesByObject& accesses_;
  absl::flat_hash_map<AtomId, std::optional<Family>> families_;
  absl::flat_hash_map<AtomId, AtomId> member_of_;  // by container: some member, or kNothing
};

}  // namespace plait

#endif  // PLAIT_CHECKERS_CONTAINERS_H_
