// Which functions pointers of a linked program may be: by what is stored where, in the manner of a
// field-based points-to analysis of functions alone (Heintze and Tardieu, PLDI 2001).
#ifndef PLAIT_ANALYZER_SCHEDULE_FUNCTION_POINTERS_H_
#define PLAIT_ANALYZER_SCHEDULE_FUNCTION_POINTERS_H_

#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "absl/container/flat_hash_map.h"
#include "absl/container/flat_hash_set.h"
#include "analyzer/ir/ir.h"
#include "analyzer/schedule/definition.h"
#include "summaries/name.h"

namespace plait {

// Where a table of virtual functions holds which function.
struct TableEntry {
  Name table = kNoName;
  int64_t offset = 0;
  Name function = kNoName;
};

class FunctionPointers {
 public:
  // Of units and the definitions in them. `mains`: how many files have a main.
  FunctionPointers(const std::vector<ir::Unit>& units, const std::vector<Definition>& definitions,
                   size_t mains);

  // Functions that may be called through a pointer from that field, variable, or of that type. Sets
  // `by_type` if for some of them only the type speaks, or they may be of another program. If the
  // type is given, and some of those that were stored take as many arguments, the others are left
  // out: a field may hold callbacks of many types, and whoever calls one knows which. Of a field
  // that nothing is stored into by name, functions that are never stored anywhere are left out,
  // such as those that are only handed to what starts threads.
  std::vector<Name> IndirectTargets(const std::string& field, Name variable,
                                    const std::string& signature, bool* by_type) const;

  // Whether anything at all is stored into that field; if not, IndirectTargets goes by the
  // variable.
  bool HasTargets(const std::string& field) const { return by_field_.contains(field); }

  // Whether records that have the field are tables of functions: at least 3 fields hold some.
  // Objects of one class share a table; a callback is mostly alone in its record.
  bool IsInTable(const std::string& field) const;

  // How many arguments a function takes whose address is taken; -1: any number, or it is not said.
  int ArityOf(Name function) const;

  // Whether the function is passed to procedures at most, and these store it nowhere.
  bool IsPassedOnly(Name function) const { return passed_only_.contains(function); }

  // Functions stored by name into that field or variable anywhere.
  std::vector<Name> PointerTargets(const std::string& field, Name variable) const;

  // Entries of tables of virtual functions in a slot, in order of the tables' names.
  std::vector<TableEntry> TableEntries(const std::string& slot) const;

  // Whether others than direct calls may call it: its address is taken, or there is no main.
  bool MayBeCalledByOthers(Name function) const { return called_by_others_.contains(function); }

 private:
  struct Parameter {
    Name procedure = kNoName;
    uint32_t index = 0;

    friend bool operator==(const Parameter&, const Parameter&) = default;
    template <typename H>
    friend H AbslHashValue(H h, const Parameter& p) {
      return H::combine(std::move(h), p.procedure, p.index);
    }
  };
  struct Targets {
    std::vector<Name> functions;
    std::vector<Parameter> parameters;  // whatever is passed there
    bool open = false;                  // something else was stored too
    bool is_mixed = false;  // some are perhaps passed in other programs only, which share the code
  };

  void CollectInitialValues(const ir::Unit& unit);
  void CollectFunctions(const ir::Unit& unit);
  void CollectTables(const std::vector<ir::Unit>& units);
  void CollectStores(const Definition& definition);
  // Leaves those that take as many arguments, if there are any.
  void LeaveFitting(const std::string& signature, std::vector<Name>* targets) const;
  void FindPassedOnly(const std::vector<Definition>& definitions);
  // Replaces the parameters by the functions that are passed there.
  void ResolveParameters(Targets* targets) const;

  const size_t mains_;
  absl::flat_hash_set<Name> passed_only_;
  absl::flat_hash_set<Name> called_by_others_;  // not by direct calls alone
  absl::flat_hash_map<std::string, Targets> by_field_;
  absl::flat_hash_map<Name, Targets> by_variable_;
  absl::flat_hash_map<Parameter, Targets> by_parameter_;  // what direct calls pass
  absl::flat_hash_map<std::string, std::vector<TableEntry>> by_slot_;
  absl::flat_hash_map<std::string, std::vector<Name>> by_signature_;
  absl::flat_hash_map<std::string, int> fields_of_;  // that hold functions, by the record's name
  absl::flat_hash_map<Name, int> arities_;           // of functions whose address is taken
};

}  // namespace plait

#endif  // PLAIT_ANALYZER_SCHEDULE_FUNCTION_POINTERS_H_
