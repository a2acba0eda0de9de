// A program prepared for execution: which variable, body or library function each operand means.
#ifndef PLAIT_CHECKERS_WITNESS_EXECUTABLE_H_
#define PLAIT_CHECKERS_WITNESS_EXECUTABLE_H_

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "absl/container/flat_hash_map.h"
#include "absl/container/flat_hash_set.h"
#include "analyzer/ir/ir.h"
#include "analyzer/schedule/program.h"
#include "checkers/witness/counters.h"
#include "checkers/witness/liveness.h"
#include "checkers/witness/same_blocks.h"
#include "proto/models.pb.h"
#include "summaries/name.h"

namespace plait::witness {

inline constexpr uint32_t kNone = 0xffffffff;

// The model of a library function, as ModelRegistry::Find gives it.
using ModelLookup = std::function<const proto::Function*(std::string_view name, bool has_body)>;

struct Function {
  Name name = kNoName;
  uint32_t definition = kNone;  // of the body; kNone if there is none, or several
  bool is_ambiguous = false;
  const proto::Function* model = nullptr;  // goes before the body
  std::string library_name;                // of a function with a model: without prefixes
  // Once it was looked for: which code of its own executes a library function (library_call.h).
  mutable std::optional<size_t> handler;
};

// A body, and what its symbols mean.
struct Code {
  uint32_t definition = 0;
  const ir::Procedure* body = nullptr;
  std::vector<uint32_t> first_instruction;  // by block: number of its first one in the procedure
  std::vector<uint32_t> globals;            // by symbol: index into globals(), or kNone
  std::vector<uint32_t> functions;          // by symbol: index into functions(), or kNone

  const Liveness& live() const {
    if (live_ == nullptr) live_ = std::make_unique<Liveness>(*body);
    return *live_;
  }
  const Counters& counters() const {
    if (counters_ == nullptr) counters_ = std::make_unique<Counters>(*body);
    return *counters_;
  }
  // Whether something looks at the register.
  bool IsRead(ir::Register r) const {
    if (read_.empty()) read_ = FindRead();
    return read_[r];
  }
  // Whether there may be several of that local variable in a call, one after the other.
  bool IsRenewed(uint32_t slot) const {
    if (is_renewed_.empty()) is_renewed_ = FindRenewed();
    return is_renewed_[slot];
  }
  // A block that does the same.
  uint32_t SameAs(uint32_t block) const {
    if (same_blocks_.empty()) same_blocks_ = FindSameBlocks(*body);
    return same_blocks_[block];
  }

 private:
  std::vector<bool> FindRead() const;
  std::vector<bool> FindRenewed() const;

  mutable std::unique_ptr<Liveness> live_;  // once it was asked for
  mutable std::unique_ptr<Counters> counters_;
  mutable std::vector<bool> is_renewed_;
  mutable std::vector<uint32_t> same_blocks_;
  mutable std::vector<bool> read_;  // by register
};

class CallsAhead;

enum class Ahead : uint8_t { kCreation, kBarrier };

// Bodies are looked at when they are first needed. Not safe to use from several threads.
class Executable {
 public:
  // `root`: index of the definition that starts the program. All must outlive this.
  Executable(const Program& program, ModelLookup models, uint32_t root);
  ~Executable();

  const Program& program() const { return program_; }
  uint32_t root() const { return root_; }

  const Code& CodeOf(uint32_t definition);
  const Function& function(uint32_t index) const { return *functions_[index]; }
  // nullptr for a variable that no unit declares, or that several programs have.
  const ir::Global* global(uint32_t index) const { return globals_[index].declaration; }
  Name global_name(uint32_t index) const { return globals_[index].name; }
  bool IsSynchronisedStream(uint32_t global) const { return globals_[global].is_stream; }
  size_t global_count() const { return globals_.size(); }

  // Constants that bodies which were looked at compare numbers with, sorted; the first ones of
  // many.
  const std::vector<int64_t>& compared() const { return compared_; }

  // Whether some body has a fence that acquires. Looks at all.
  bool HasAcquireFence() const;
  // Whether such a call may come from that instruction on, up to the end of the procedure.
  bool MayCome(Ahead what, const Code& code, uint32_t block, uint32_t index);

  // As a symbol of `unit`; kNone if `symbol` is not among the global's.
  uint32_t GlobalOf(const std::string& symbol);
  // As a model names it, for memory of the library that no unit declares, too.
  uint32_t GlobalOfModel(const std::string& name);
  uint32_t FunctionOf(uint32_t unit, const std::string& symbol);

  // Functions have addresses of their own, outside of all memory.
  static uint64_t AddressOfFunction(uint32_t index) { return kFunctions + (uint64_t{index} << 4); }
  // Index of the function at an address, or kNone.
  uint32_t FunctionAt(uint64_t address) const;

 private:
  static constexpr uint64_t kFunctions = uint64_t{0x7fff} << 48;

  void FindAmbiguousGlobals();
  void NoteCompared(const ir::Procedure& body);
  uint32_t Intern(absl::flat_hash_map<Name, uint32_t>* table, Function function);

  struct GlobalEntry {
    Name name = kNoName;
    const ir::Global* declaration = nullptr;
    bool is_stream = false;  // Program::IsSynchronisedStream
  };

  const Program& program_;
  const ModelLookup models_;
  const uint32_t root_;
  std::vector<std::unique_ptr<Code>> code_;  // by definition
  std::vector<int64_t> compared_;
  std::vector<GlobalEntry> globals_;
  absl::flat_hash_map<Name, uint32_t> global_index_;
  absl::flat_hash_set<std::string> ambiguous_globals_;
  std::vector<std::unique_ptr<ir::Global>> library_globals_;
  std::vector<std::unique_ptr<Function>> functions_;
  absl::flat_hash_map<uint32_t, uint32_t> by_definition_;
  absl::flat_hash_map<Name, uint32_t> external_;
  absl::flat_hash_map<Name, uint32_t> ambiguous_;
  std::unique_ptr<CallsAhead> calls_ahead_;
};

}  // namespace plait::witness

#endif  // PLAIT_CHECKERS_WITNESS_EXECUTABLE_H_
