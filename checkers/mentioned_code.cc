#include "checkers/mentioned_code.h"

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

  std::vector<bool> From(uint32_t root) {
    Add(root);
    while (!work_.empty()) {
      const uint32_t d = work_.back();
      work_.pop_back();
      for (Name symbol : program_.definitions()[d].procedure->symbols()) {
        if (FindsByName(symbol)) return {};
        AddSymbol(program_.definitions()[d].unit, symbol);
      }
    }
    return std::move(is_mentioned_);
  }

 private:
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
