// Names the state of a machine, so that a search through executions knows where it has been.
#ifndef PLAIT_CHECKERS_WITNESS_STATE_H_
#define PLAIT_CHECKERS_WITNESS_STATE_H_

#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include "absl/container/inlined_vector.h"
#include "absl/types/span.h"
#include "checkers/witness/machine.h"
#include "checkers/witness/shared.h"

namespace plait::witness {

// Of an exploration's machine: everything that its further steps depend on, nothing else. Objects
// are numbered in the order in which they are reached, so two states that differ in where objects
// lie only, or in what cannot be reached any more, are one. No step can tell them apart, as the
// machine stops at what depends on addresses.
//
// What a thread or an object holds is read once for all machines that share it; of its outline
// only what is mentioned there gets a number in each.
class StateWriter {
 public:
  explicit StateWriter(const Machine& machine) : machine_(machine) {}

  // `has_facts`: with what threads know of each other, if that is followed.
  Digest Write(bool has_facts);
  // The state without the threads that stand for any number of them, which go into `many`, sorted.
  // Nothing if two of these have anything for themselves together. Weak orders are not followed.
  std::optional<Digest> WriteApart(std::vector<Digest>* many);
  // Once the state is written.
  Causality::Facts FindFacts() const;
  void SetFacts(Causality::Facts facts, Machine* machine) const;
  // What tells the thread from others of the same machine: its own state.
  const Outline& OutlineOf(uint32_t thread) const;
  // What an object holds, by its number in memory.
  const Outline& OutlineOfObject(uint32_t number) const;

 private:
  const Outline& OutlineOfGlobals() const;
  // In symmetric explorations threads that are not told apart have no order.
  void OrderThreads();
  Digest OriginsOf(uint32_t thread) const;
  uint32_t RankOf(uint32_t thread) const {
    return thread < ranks_.size() ? ranks_[thread] : thread;
  }
  void WriteThreads(absl::Span<const uint32_t> threads);
  // What is reached, from that one on.
  void WriteObjects(size_t first);
  void WriteRest();
  void WriteOutline(const Outline& outline);
  void WriteLifetimes();
  void WriteLocks();
  void WriteOlder(uint64_t number);
  void WriteWords();
  Causality::Scope FindScope() const;
  void WriteFacts(const Causality::Facts& facts);
  void WriteNumber(uint64_t number) { numbers_.push_back(number); }
  // The new number of an object.
  uint32_t Reach(uint32_t object);
  // Where the address lies among those of the state: number of the object, 0 if it was not reached,
  // and offset.
  std::pair<uint64_t, uint64_t> PlaceOf(uint64_t address) const;
  // Nothing for what is in an object that was not reached.
  bool WriteIfReached(uint64_t address);

  const Machine& machine_;
  absl::InlinedVector<uint64_t, 256> numbers_;       // that make the digest
  absl::InlinedVector<uint32_t, 64> names_;          // by object's number in memory; 0: not reached
  absl::InlinedVector<uint32_t, 32> reached_ = {0};  // by new number
  absl::InlinedVector<uint32_t, 8> order_;  // threads, in the order in which they are written
  absl::InlinedVector<uint32_t, 8> ranks_;  // of threads in it
  Causality::Scope scope_;
};

// Another state's by accident only.
Digest StateDigest(const Machine& machine);

}  // namespace plait::witness

#endif  // PLAIT_CHECKERS_WITNESS_STATE_H_
