// Where procedures keep the handles of threads and the conditions that they use, as the code shows.
//
// The analysis loses handles in large procedures and in memory that it cannot follow. What is left
// is the code: a creation and a join that name the same member of the same variable are most likely
// of the same threads.
#ifndef PLAIT_CHECKERS_SYNC_PLACES_H_
#define PLAIT_CHECKERS_SYNC_PLACES_H_

#include <cstdint>
#include <string>
#include <vector>

#include "absl/container/node_hash_map.h"
#include "analyzer/ir/ir.h"
#include "analyzer/schedule/program.h"
#include "checkers/witness/executable.h"
#include "proto/models.pb.h"
#include "summaries/name.h"

namespace plait {

// A place in memory, as the code names it: that of a handle or a condition, or where a pointer to
// it leads.
struct SyncPlace {
  enum class Root : uint8_t { kUnknown, kGlobal, kLocal, kParameter };
  Root root = Root::kUnknown;
  std::string variable;             // kGlobal, kLocal
  uint32_t parameter = 0;           // kParameter: its number
  bool is_value = false;            // kParameter: it is the handle itself
  std::vector<std::string> loaded;  // "tag.member" of each pointer on the way, the first one first
  std::string type;                 // of the object that the last one points to; "" if not known
  int64_t offset = 0;               // in that object

  friend bool operator==(const SyncPlace&, const SyncPlace&) = default;
};

// A creation, a join, a wait, a signal or the taking of a lock, or a call of a procedure that has
// one.
struct SyncUse {
  uint32_t instruction = 0;
  SyncPlace place;
  bool is_semaphore = false;  // of waits and signals
  // Of waits for a condition: who gets there in a new object waits, as far as the code shows.
  bool is_at_first = false;
};

class SyncPlaces {
 public:
  // `models` may be empty: then nothing is known to wait. Both are kept by reference.
  SyncPlaces(const Program& program, const witness::ModelLookup& models)
      : program_(program), models_(models) {}

  // Joins of a definition, also in what it calls by name, or through a variable that holds one
  // function when the program starts, but for those of threads that the callee
  // started itself before.
  const std::vector<SyncUse>& JoinsOf(uint32_t definition) { return UsesOf(definition).joins; }

  // The same of waits for a condition or a semaphore, and of signals.
  const std::vector<SyncUse>& WaitsOf(uint32_t definition) { return UsesOf(definition).waits; }
  const std::vector<SyncUse>& SignalsOf(uint32_t definition) { return UsesOf(definition).signals; }
  // The same of locks that are taken, and waited for if they are not free.
  const std::vector<SyncUse>& TakesOf(uint32_t definition) { return UsesOf(definition).takes; }

  bool IsCreation(uint32_t definition, uint32_t instruction);
  // Of a call by name, or through a variable that holds one function when the program starts; none
  // of another instruction.
  std::vector<uint32_t> CalleesAt(uint32_t definition, uint32_t instruction) const;
  // Calls that end the thread.
  const std::vector<uint32_t>& EndsOf(uint32_t definition) { return UsesOf(definition).ends; }

  // Where the library call puts the handle of the thread that it starts.
  SyncPlace PlaceOfCreation(uint32_t definition, uint32_t instruction);

  // False if they are of different variables or different members.
  bool MayBeOne(const SyncPlace& a, const SyncPlace& b) const;

  // What a place in a callee's terms is to the caller, at that call.
  SyncPlace InCaller(uint32_t definition, uint32_t instruction, const SyncPlace& place);

 private:
  struct Uses {
    std::vector<SyncUse> joins;
    std::vector<SyncUse> creations;
    std::vector<SyncUse> waits;
    std::vector<SyncUse> signals;
    std::vector<SyncUse> takes;
    std::vector<uint32_t> ends;
    std::vector<uint32_t> starts;  // creations of its own
  };

  const Uses& UsesOf(uint32_t definition);
  Uses FindUses(uint32_t definition);
  void AddCall(uint32_t definition, uint32_t block, uint32_t number, const ir::Instruction& call,
               Uses* uses);
  bool IsAtFirst(uint32_t definition, uint32_t block);
  void AddCallees(uint32_t definition, uint32_t number, Name callee, Uses* uses);
  SyncPlace PlaceOfArgument(const ir::Procedure& body, const proto::Value& value,
                            const ir::Instruction& call, bool is_value) const;
  SyncPlace PlaceOfValue(const ir::Procedure& body, const ir::Operand& operand, int steps) const;
  SyncPlace PlaceOfOperand(const ir::Procedure& body, const ir::Operand& operand, int steps) const;
  SyncPlace OriginOf(const ir::Procedure& body, const ir::Operand& operand, int steps) const;
  SyncPlace PlaceOf(const ir::Procedure& body, const ir::Place& place, int steps) const;
  SyncPlace PlaceOfLoaded(const ir::Procedure& body, const ir::Instruction& access,
                          int steps) const;
  std::string TypeOfMember(const std::string& member) const;
  std::string TypeByUse(const ir::Procedure& body, const ir::Operand& pointer) const;
  const ir::Instruction* MakerOf(const ir::Procedure& body, ir::Register made) const;
  SyncPlace WhereMoved(const ir::Procedure& body, const SyncPlace& place) const;
  SyncPlace PlaceOfResult(const ir::Procedure& body, ir::Register result) const;
  std::vector<std::string> MembersOf(const SyncPlace& place) const;
  std::string AppendMembers(const SyncPlace& place, std::vector<std::string>* members) const;
  Name CalleeOf(const ir::Procedure& body, const ir::Instruction& call) const;

  const Program& program_;
  const witness::ModelLookup& models_;
  // By procedure and register: the only instruction that makes it, or nullptr.
  mutable absl::node_hash_map<const ir::Procedure*, std::vector<const ir::Instruction*>> makers_;
  absl::node_hash_map<uint32_t, Uses> uses_;  // by definition; empty while they are looked for
};

}  // namespace plait

#endif  // PLAIT_CHECKERS_SYNC_PLACES_H_
