// All units of a run linked together: which definition a name means in which unit, what function
// pointers may hold, and which variables are shared at all.
#ifndef PLAIT_ANALYZER_SCHEDULE_PROGRAM_H_
#define PLAIT_ANALYZER_SCHEDULE_PROGRAM_H_

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
#include "analyzer/schedule/definition.h"
#include "analyzer/schedule/function_pointers.h"
#include "analyzer/schedule/program_unit.h"
#include "summaries/name.h"

namespace plait {

// Functions that a body mentions, each list with repetitions.
struct MentionedFunctions {
  std::vector<Name> called;    // by name
  std::vector<Name> referred;  // address taken, or a pointer that is loaded or called may be them
};

class Program {
 public:
  // Takes the units over. Their bodies are read when somebody looks at them.
  explicit Program(std::vector<ProgramUnit> units);

  // Without procedures.
  const std::vector<ir::Unit>& units() const { return units_; }
  // In order of their names.
  const std::vector<Definition>& definitions() const { return definitions_; }

  // Definitions a symbol may refer to in a unit: the unit's own, else the only one, else those that
  // stand nearest in the folder tree, without those beside a main of their own; of several builds
  // of one file those whose build is nearest to the unit's. Indices into definitions(); empty for
  // external functions. Of those equally near, what is of the unit's own program (unit_programs.h).
  std::vector<uint32_t> Resolve(uint32_t unit, Name symbol) const;

  // Of the units that have the definition, the first one whose build is nearest to that of the
  // program that starts at `root`.
  uint32_t UnitInBuildOf(uint32_t definition, uint32_t root) const;

  // Without those handed to a function that `only_starts_threads` names.
  MentionedFunctions MentionsOf(
      const Definition& definition,
      const std::function<bool(Name)>& only_starts_threads = nullptr) const;

  // False for code of another program than the one that starts at `root`: what stands in a source
  // file with a main of its own, or cannot be linked with that root, as another definition can.
  bool BelongsTo(uint32_t definition, uint32_t root) const;

  // Whether any unit defines a function of that name.
  bool IsDefined(Name symbol) const { return by_symbol_.contains(symbol); }

  // Index of the definition with that unique name, or -1.
  int FindDefinition(Name name) const;

  // The variable's declaration, the definition if there is one; nullptr if no unit declares it.
  const ir::Global* FindGlobal(Name name) const;
  const std::vector<const ir::Global*>& globals() const { return global_list_; }
  // Whether it is std::cout or the like, whose characters several threads may read or write at
  // once.
  bool IsSynchronisedStream(const ir::Global& global) const;
  // Symbols that Global::values of that global refer to.
  const std::vector<std::string>& SymbolsOf(const ir::Global& global) const;
  const ir::Record* FindRecord(std::string_view name) const;
  // Whether records of that name have different layouts in different units.
  bool HasSeveralRecords(const std::string& name) const { return several_records_.contains(name); }

  const FunctionPointers& function_pointers() const { return *function_pointers_; }

  // True if no procedure but that one, which runs in one thread only (main), writes the variable,
  // and its address is taken nowhere. For other procedures: if nothing writes it at all.
  bool IsWrittenOnlyBy(Name variable, Name procedure) const;

  // Who writes a variable.
  struct Writers {
    std::vector<uint32_t> definitions;  // that store to it by name; in order
    bool has_others = false;            // its address is a value somewhere
  };
  const absl::flat_hash_map<Name, Writers>& writers() const { return writers_; }

  // The number that `width` bytes of a global hold when the program starts, or nothing if they are
  // part of another number, an address, or the variable is not defined here.
  std::optional<int64_t> InitialNumber(Name variable, int64_t offset, uint32_t width) const;

  // The function whose address a pointer in a global is when the program starts, or kNoName, also
  // if units define it in several ways.
  Name InitialFunction(Name variable, int64_t offset) const;

  // Names defined more than once that could not be told apart, each counted once.
  uint32_t ambiguous_names() const { return ambiguous_names_; }

 private:
  // Of units whose facts are in place.
  void MakeProcedures(std::vector<ProgramUnit>* units);
  // Lets each main call what initialises the variables of its program, and changes its digest.
  void SurroundMain(std::vector<ProgramUnit>* units);
  void LinkProcedures(const std::vector<ProgramUnit>& units);
  void SplitDefinitions();
  bool Split(uint32_t definition, const std::vector<Name>& mentions);
  // Puts the definitions in order of their names, whatever their files are called.
  void SortDefinitions();
  uint32_t AddDefinition(Definition definition);
  std::vector<uint32_t> OfNearestBuild(uint32_t unit,
                                       const std::vector<uint32_t>& definitions) const;
  // Whether some unit with the definition can be linked with the main of that file.
  bool CanLink(uint32_t definition, const std::string& main_file) const;
  // How many words two units' builds differ in.
  size_t BuildDistance(uint32_t unit, uint32_t other) const;
  // The least distance to a unit that has the definition.
  size_t DistanceToDefinition(uint32_t unit, uint32_t definition) const;
  void LinkGlobals();
  bool HaveOtherFunctions(const ir::Global& a, const ir::Global& b) const;
  void CollectWriters();
  void CollectWritersIn(uint32_t definition);

  std::vector<ir::Unit> units_;
  std::vector<ir::UnitFacts> facts_;                                       // by unit
  std::vector<std::vector<std::string>> builds_;                           // by unit
  std::vector<std::vector<std::unique_ptr<LinkedProcedure>>> procedures_;  // by unit
  std::vector<std::optional<std::vector<std::string>>> mains_;             // by unit: MainsOfUnits
  std::vector<Definition> definitions_;
  absl::flat_hash_map<Name, std::vector<uint32_t>> by_symbol_;
  absl::flat_hash_map<Name, uint32_t> by_name_;
  absl::flat_hash_set<std::string> main_files_;
  std::vector<absl::flat_hash_map<Name, uint32_t>> by_unit_;
  absl::flat_hash_map<Name, const ir::Global*> globals_;
  std::vector<const ir::Global*> global_list_;
  absl::flat_hash_map<const ir::Global*, uint32_t> unit_of_global_;
  absl::flat_hash_map<std::string, const ir::Record*> records_;
  absl::flat_hash_set<std::string> several_records_;
  absl::flat_hash_set<Name> several_tables_;  // variables that hold other functions in other units
  std::optional<FunctionPointers> function_pointers_;
  absl::flat_hash_map<Name, Writers> writers_;  // by variable
  uint32_t ambiguous_names_ = 0;
  bool synchronises_streams_ = true;
};

}  // namespace plait

#endif  // PLAIT_ANALYZER_SCHEDULE_PROGRAM_H_
