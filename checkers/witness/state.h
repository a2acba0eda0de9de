// Names the state of a machine, so that a search through executions knows where it has been.
#ifndef PLAIT_CHECKERS_WITNESS_STATE_H_
#define PLAIT_CHECKERS_WITNESS_STATE_H_

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "absl/container/flat_hash_map.h"
#include "checkers/witness/machine.h"

namespace plait::witness {

// Of an exploration's machine: everything that its further steps depend on, nothing else. Objects
// are numbered in the order in which they are reached, so two states that differ in where objects
// lie only, or in what cannot be reached any more, are one. No step can tell them apart, as the
// machine stops at what depends on addresses.
class StateWriter {
 public:
  explicit StateWriter(const Machine& machine) : machine_(machine) {}

  // `has_facts`: with what threads know of each other, if that is followed.
  std::string Write(bool has_facts);
  // Once the state is written.
  Causality::Facts FindFacts() const;
  void SetFacts(Causality::Facts facts, Machine* machine) const;
  // Of one thread, with objects by where they come from, or by number.
  std::string WriteAlone(const Thread& thread, bool by_number);

 private:
  // In symmetric explorations threads that are not told apart have no order.
  void OrderThreads();
  uint32_t RankOf(uint32_t thread) const {
    return thread < ranks_.size() ? ranks_[thread] : thread;
  }
  void WriteThread(const Thread& thread);
  void WriteRegisters(const Thread& thread);
  void WriteObject(const Memory::Object& object);
  void WriteLifetimes();
  void WriteLocks();
  void WriteOlder(uint64_t number);
  void WriteWords();
  Causality::Scope FindScope() const;
  void WriteFacts(const Causality::Facts& facts);
  void WriteNumber(uint64_t number);
  void WriteValue(Value value);
  void WriteAddress(uint64_t address) { WriteValue(Value::Of(static_cast<int64_t>(address))); }
  // The new number of the object there.
  uint32_t Reach(uint64_t address);
  // Where the address lies among those of the state: number of the object, 0 if it was not reached,
  // and offset.
  std::pair<uint64_t, uint64_t> PlaceOf(uint64_t address) const;
  // Nothing for what is in an object that was not reached.
  bool WriteIfReached(uint64_t address);

  const Machine& machine_;
  std::string bytes_;
  std::vector<uint32_t> numbers_;        // by object's number in memory; 0: not reached
  std::vector<uint64_t> reached_ = {0};  // by new number
  std::vector<uint32_t> order_;          // threads, in the order in which they are written
  std::vector<uint32_t> ranks_;          // of threads in it
  Causality::Scope scope_;
  enum class Naming : uint8_t { kReached, kOrigin, kNumber };
  Naming naming_ = Naming::kReached;
};

// What tells the thread from others of the same machine: its own state, with objects by number.
std::string ThreadState(const Machine& machine, uint32_t thread);

// 128 bits that are another state's by accident only.
std::pair<uint64_t, uint64_t> StateDigest(const Machine& machine);

// The same without what threads know of each other, which is in `facts`, in a form that fits each
// machine with this digest.
std::pair<uint64_t, uint64_t> StateDigest(const Machine& machine, Causality::Facts* facts);
void SetFacts(Causality::Facts facts, Machine* machine);

}  // namespace plait::witness

#endif  // PLAIT_CHECKERS_WITNESS_STATE_H_
