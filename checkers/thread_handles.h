// Where procedures keep the handles of threads that they start and wait for, as their code shows.
//
// The analysis loses handles in large procedures and in memory that it cannot follow. What is left
// is the code: a creation and a join that name the same member of the same variable are most likely
// of the same threads.
#ifndef PLAIT_CHECKERS_THREAD_HANDLES_H_
#define PLAIT_CHECKERS_THREAD_HANDLES_H_

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

// A place in memory, as the code names it: that of a handle, or where a pointer to it leads.
struct HandlePlace {
  enum class Root : uint8_t { kUnknown, kGlobal, kLocal, kParameter };
  Root root = Root::kUnknown;
  std::string variable;             // kGlobal, kLocal
  uint32_t parameter = 0;           // kParameter: its number
  bool is_value = false;            // kParameter: it is the handle itself
  std::vector<std::string> loaded;  // "tag.member" of each pointer on the way, the first one first
  std::string type;                 // of the object that the last one points to; "" if not known
  int64_t offset = 0;               // in that object

  friend bool operator==(const HandlePlace&, const HandlePlace&) = default;
};

// A creation or a join, or a call of a procedure that has one.
struct HandleUse {
  uint32_t instruction = 0;
  HandlePlace place;
};

class ThreadHandles {
 public:
  // `models` may be empty: then nothing is known to wait. Both are kept by reference.
  ThreadHandles(const Program& program, const witness::ModelLookup& models)
      : program_(program), models_(models) {}

  // Joins of a definition, also in what it calls by name, or through a variable that holds one
  // function when the program starts, but for those of threads that the callee
  // started itself before.
  const std::vector<HandleUse>& JoinsOf(uint32_t definition) { return UsesOf(definition).joins; }

  // Where the library call puts the handle of the thread that it starts.
  HandlePlace PlaceOfCreation(uint32_t definition, uint32_t instruction);

  // False if they are of different variables or different members.
  bool MayBeOne(const HandlePlace& a, const HandlePlace& b) const;

  // What a place in a callee's terms is to the caller, at that call.
  HandlePlace InCaller(uint32_t definition, uint32_t instruction, const HandlePlace& place);

 private:
  struct Uses {
    std::vector<HandleUse> joins;
    std::vector<HandleUse> creations;
  };

  const Uses& UsesOf(uint32_t definition);
  Uses FindUses(uint32_t definition);
  void AddCall(uint32_t definition, uint32_t number, const ir::Instruction& call, Uses* uses);
  void AddCallees(uint32_t definition, uint32_t number, Name callee, Uses* uses);
  HandlePlace PlaceOfArgument(const ir::Procedure& body, const proto::Value& value,
                              const ir::Instruction& call, bool is_value) const;
  HandlePlace PlaceOfValue(const ir::Procedure& body, const ir::Operand& operand, int steps) const;
  HandlePlace PlaceOfOperand(const ir::Procedure& body, const ir::Operand& operand,
                             int steps) const;
  HandlePlace PlaceOf(const ir::Procedure& body, const ir::Place& place, int steps) const;
  HandlePlace PlaceOfLoaded(const ir::Procedure& body, const ir::Place& pointer, int steps) const;
  HandlePlace PlaceOfResult(const ir::Procedure& body, ir::Register result) const;
  std::vector<std::string> MembersOf(const HandlePlace& place) const;
  std::string AppendMembers(const HandlePlace& place, std::vector<std::string>* members) const;
  Name CalleeOf(const ir::Procedure& body, const ir::Instruction& call) const;

  const Program& program_;
  const witness::ModelLookup& models_;
  absl::node_hash_map<uint32_t, Uses> uses_;  // by definition; empty while they are looked for
};

}  // namespace plait

#endif  // PLAIT_CHECKERS_THREAD_HANDLES_H_
