// Lists of any length, for explorations that forget: elements in a row that nobody tells apart
// become one object, a chain, that stands for two or more of them (list segments; Manevich et al.,
// VMCAI 2005, Distefano et al., TACAS 2006).
#ifndef PLAIT_CHECKERS_WITNESS_CHAINS_H_
#define PLAIT_CHECKERS_WITNESS_CHAINS_H_

#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include "checkers/witness/machine.h"

namespace plait::witness {

// Folds two elements into one as long as there are any that
//   - lie on the heap, and came from one place in the program,
//   - are pointed to by their neighbours in the list and by nothing else that can still be reached,
//   - hold the same locks, in the same state, which nobody has,
//   - hold the same pointers beside those to the neighbours, or each one to an object on the heap
//     that nothing else leads to, which are alike as well. Numbers in which they differ are
//     forgotten.
// What a thread did to one of them since its last operation that orders threads, it did to all.
class ChainFolder {
 public:
  // Kept by reference.
  explicit ChainFolder(Machine& machine) : machine_(machine) {}

  void Fold();

 private:
  // A pointer in memory.
  struct Reference {
    uint64_t word = 0;   // where it lies
    uint64_t value = 0;  // where it points to

    uint64_t holder() const { return Memory::NumberOf(word); }
    uint64_t target() const { return Memory::NumberOf(value); }
  };
  struct Known {
    bool is_reached = false;
    bool is_pinned = false;  // by what is not memory
    uint32_t count = 0;      // of references
    Reference references[2];
  };

  // Two objects, each of which another element has for itself.
  using Own = std::pair<uint64_t, uint64_t>;

  bool MayFold() const;
  void FindReferences();
  void ReachRoots();
  void Pin(Value value);
  void Reach(uint64_t number);
  void Scan(uint64_t number);
  bool IsElement(uint64_t number, uint32_t references) const;
  std::optional<Memory::Chain> LinksBetween(const Reference& link) const;
  bool FitsChain(uint64_t number, const Memory::Chain& links) const;
  bool AreAlike(uint64_t a, uint64_t b, const Memory::Chain& links, std::vector<Own>* own) const;
  bool HoldTheSame(const Own& both, const Memory::Chain* links, std::vector<Own>* own) const;
  bool AreOwn(const Own& both, const Own& holders, std::vector<Own>* own) const;
  bool HaveSameLocks(uint64_t a, uint64_t b) const;
  void Merge(uint64_t a, uint64_t b, const Memory::Chain& links, const std::vector<Own>& own);
  bool HasLocks(uint64_t number) const;
  bool FoldOne();

  Machine& machine_;
  std::vector<Known> known_;       // by object
  std::vector<uint64_t> reached_;  // objects, to be scanned
};

}  // namespace plait::witness

#endif  // PLAIT_CHECKERS_WITNESS_CHAINS_H_
