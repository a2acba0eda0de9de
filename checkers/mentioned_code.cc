#include "checkers/mentioned_code.h"

#include <algorithm>
#include <string>
#include <string_view>
#include <utility>

#include "absl/container/flat_hash_set.h"
#include "summaries/name.h"

namespace plait {
namespace {

// dlsym, dlvsym, lt_dlsym, g_module_symbol, SDL_LoadFunction, ...
bool FindsByName(Name function) {
  const std::string_view name = NameText(function);
  return name.find("dlsym") != name.npos || name.find("dlvsym") != name.npos ||
         name == "g_module_symbol" || name == "SDL_LoadFunction";
}

class Mentions {
 public:
  explicit Mentions(const Program& program)
      : program_(program), is_mentioned_(program.definitions().size(), false) {}

  // Empty if not all that is mentioned is known.
  std::vector<bool> From(uint32_t root) {
    Add(root);
    if (!Follow()) return {};
    for (Name table : TablesThatNobodyNames()) AddSymbol(program_.definitions()[root].unit, table);
    if (!Follow()) return {};
    return std::move(is_mentioned_);
  }

 private:
  bool Follow() {
    while (!work_.empty()) {
      const Definition& definition = program_.definitions()[work_.back()];
      work_.pop_back();
      // What could not be parsed may mention anything.
      if (program_.units()[definition.unit].error_count > 0) return false;
      for (Name symbol : definition.symbols()) {
        if (FindsByName(symbol)) return false;
        AddSymbol(definition.unit, symbol);
      }
    }
    return true;
  }

  // Variables with pointers to functions that no code and no other variable names: those of a
  // section are found by where it begins and ends.
  std::vector<Name> TablesThatNobodyNames() const {
    absl::flat_hash_set<Name> tables;
    for (const ir::Global* global : program_.globals()) {
      const Name name = InternName(global->name);
      const bool has_pointers =
          !global->name.starts_with(ir::kVtablePrefix) && !globals_.contains(name) &&
          std::any_of(global->values.begin(), global->values.end(), [](const ir::InitialValue& v) {
            return v.value.kind == ir::Operand::Kind::kFunction ||
                   v.value.kind == ir::Operand::Kind::kGlobal;
          });
      if (has_pointers) tables.insert(name);
    }
    if (tables.empty()) return {};
    for (const Definition& definition : program_.definitions()) {
      for (Name symbol : definition.symbols()) tables.erase(symbol);
    }
    for (const ir::Global* global : program_.globals()) {
      for (const ir::InitialValue& value : global->values) {
        if (value.value.kind != ir::Operand::Kind::kGlobal) continue;
        tables.erase(InternName(program_.SymbolsOf(*global)[value.value.value]));
      }
    }
    return {tables.begin(), tables.end()};
  }

  void Add(uint32_t definition) {
    if (is_mentioned_[definition]) return;
    is_mentioned_[definition] = true;
    work_.push_back(definition);
  }

  void AddSymbol(uint32_t unit, Name symbol) {
    for (uint32_t d : program_.Resolve(unit, symbol)) Add(d);
    if (!globals_.insert(symbol).second) return;
    const ir::Global* global = program_.FindGlobal(symbol);
    if (global == nullptr) return;
    const std::vector<std::string>& symbols = program_.SymbolsOf(*global);
    for (const ir::InitialValue& value : global->values) {
      if (value.value.kind == ir::Operand::Kind::kFunction ||
          value.value.kind == ir::Operand::Kind::kGlobal) {
        AddSymbol(unit, InternName(symbols[value.value.value]));
      }
    }
  }

  const Program& program_;
  std::vector<bool> is_mentioned_;
  std::vector<uint32_t> work_;
  absl::flat_hash_set<Name> globals_;  // names seen that may be variables
};

}  // namespace

std::vector<bool> MentionedFrom(const Program& program, uint32_t root) {
  if (!program.definitions()[root].IsMain()) return {};
  return Mentions(program).From(root);
}

}  // namespace plait
