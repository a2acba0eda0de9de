#include "analyzer/schedule/settled.h"

#include <algorithm>
#include <cstdint>
#include <vector>

#include "absl/container/flat_hash_map.h"
#include "summaries/sorted_sets.h"

namespace plait {
namespace {

using ir::Instruction;
using ir::Operand;

// The place. What else an instruction may write is given away.
bool MayWrite(const Instruction& i) {
  return i.opcode != ir::Opcode::kLoad && i.opcode != ir::Opcode::kAddress;
}

class SettledFinder {
 public:
  SettledFinder(const Program& program, const CallGraph& graph,
                absl::FunctionRef<bool(Name)> starts_threads)
      : program_(program), graph_(graph), starts_threads_(starts_threads) {}

  absl::flat_hash_set<Name> Run() {
    const auto& definitions = program_.definitions();
    for (uint32_t d = 0; d < definitions.size(); ++d) {
      if (definitions[d].IsMain()) mains_.push_back(d);
    }
    if (mains_.empty()) return {};
    FindCallers();
    for (uint32_t d : mains_) {
      if (!callers_[d].empty()) return {};
    }
    FindStarters();
    sets_up_.resize(definitions.size());
    for (uint32_t d = 0; d < definitions.size(); ++d) {
      sets_up_[d] = !may_start_[d] && !callers_[d].empty() && !IsMentionedOtherwise(d);
    }
    for (uint32_t d : mains_) VisitMain(d);
    RemoveCalledByOthers();
    return Settled();
  }

 private:
  void FindCallers() {
    callers_.resize(program_.definitions().size());
    is_referred_to_.resize(program_.definitions().size());
    for (uint32_t d = 0; d < graph_.calls.size(); ++d) {
      for (uint32_t callee : graph_.calls[d]) callers_[callee].push_back(d);
      for (uint32_t function : graph_.references[d]) is_referred_to_[function] = true;
    }
  }

  // Whether it is handed on, or called through a pointer.
  bool IsMentionedOtherwise(uint32_t definition) const {
    const Name symbol = program_.definitions()[definition].symbol;
    return is_referred_to_[definition] || program_.function_pointers().MayBeCalledByOthers(symbol);
  }

  void FindStarters() {
    const auto& definitions = program_.definitions();
    may_start_.resize(definitions.size());
    std::vector<std::vector<uint32_t>> mentioned_by(definitions.size());
    std::vector<uint32_t> work;
    for (uint32_t d = 0; d < definitions.size(); ++d) {
      for (const auto& list : {graph_.calls[d], graph_.references[d]}) {
        for (uint32_t mentioned : list) mentioned_by[mentioned].push_back(d);
      }
      const std::vector<Name>& symbols = definitions[d].symbols();
      if (!std::any_of(symbols.begin(), symbols.end(),
                       [&](Name name) { return StartsThreads(name); }))
        continue;
      may_start_[d] = true;
      work.push_back(d);
    }
    while (!work.empty()) {
      const uint32_t d = work.back();
      work.pop_back();
      for (uint32_t by : mentioned_by[d]) {
        if (may_start_[by]) continue;
        may_start_[by] = true;
        work.push_back(by);
      }
    }
  }

  bool StartsThreads(Name name) {
    auto [known, inserted] = starts_.try_emplace(name);
    if (inserted) known->second = starts_threads_(name);
    return known->second;
  }

  bool MayStart(const Definition& main, const Operand& function) {
    const Name name = main.symbols()[function.value];
    const std::vector<uint32_t> targets = program_.Resolve(main.unit, name);
    return StartsThreads(name) ||
           std::any_of(targets.begin(), targets.end(), [&](uint32_t d) { return may_start_[d]; });
  }

  bool MayStart(const Definition& main, const Instruction& i) {
    if (i.opcode != ir::Opcode::kCall) return false;
    if (i.callee.kind != Operand::Kind::kFunction || MayStart(main, i.callee)) return true;
    return std::any_of(i.arguments.begin(), i.arguments.end(), [&](const Operand& argument) {
      return argument.kind == Operand::Kind::kFunction && MayStart(main, argument);
    });
  }

  // By block, the first instruction that may come after a call that starts threads.
  std::vector<size_t> FindLate(const Definition& main) {
    const ir::Procedure& body = main.body();
    std::vector<size_t> late(body.blocks.size(), SIZE_MAX);
    std::vector<uint32_t> work;
    const auto leave = [&](const ir::Block& block) {
      for (uint32_t target : block.terminator.targets) work.push_back(target);
      for (const ir::SwitchCase& c : block.terminator.cases) work.push_back(c.target);
    };
    for (size_t b = 0; b < body.blocks.size(); ++b) {
      const auto& instructions = body.blocks[b].instructions;
      const auto start = std::find_if(instructions.begin(), instructions.end(),
                                      [&](const Instruction& i) { return MayStart(main, i); });
      if (start == instructions.end()) continue;
      late[b] = start - instructions.begin();
      leave(body.blocks[b]);
    }
    while (!work.empty()) {
      const uint32_t b = work.back();
      work.pop_back();
      if (late[b] == 0) continue;
      late[b] = 0;
      leave(body.blocks[b]);
    }
    return late;
  }

  // Notes what is written, and which procedures are called, when there may be threads.
  void VisitMain(uint32_t d) {
    const Definition& main = program_.definitions()[d];
    const std::vector<size_t> late = FindLate(main);
    for (size_t b = 0; b < late.size(); ++b) {
      const auto& instructions = main.body().blocks[b].instructions;
      for (size_t i = late[b]; i < instructions.size(); ++i) {
        const Instruction& instruction = instructions[i];
        if (MayWrite(instruction) && instruction.place.base.kind == Operand::Kind::kGlobal) {
          late_.insert(main.symbols()[instruction.place.base.value]);
        }
        if (instruction.callee.kind != Operand::Kind::kFunction) continue;
        const Name callee = main.symbols()[instruction.callee.value];
        for (uint32_t target : program_.Resolve(main.unit, callee)) sets_up_[target] = false;
      }
    }
  }

  void RemoveCalledByOthers() {
    bool changed = true;
    while (changed) {
      changed = false;
      for (uint32_t d = 0; d < sets_up_.size(); ++d) {
        if (!sets_up_[d]) continue;
        sets_up_[d] = std::all_of(callers_[d].begin(), callers_[d].end(), [&](uint32_t caller) {
          return sets_up_[caller] || ContainsSorted(mains_, caller);
        });
        changed |= !sets_up_[d];
      }
    }
  }

  absl::flat_hash_set<Name> Settled() const {
    absl::flat_hash_set<Name> settled;
    for (const auto& [variable, writers] : program_.writers()) {
      if (writers.has_others) continue;
      const ir::Global* global = program_.FindGlobal(variable);
      if (global == nullptr || global->is_thread_local || global->is_volatile) continue;
      const bool is_settled =
          std::all_of(writers.definitions.begin(), writers.definitions.end(), [&](uint32_t d) {
            return sets_up_[d] || (ContainsSorted(mains_, d) && !late_.contains(variable));
          });
      if (is_settled) settled.insert(variable);
    }
    return settled;
  }

  const Program& program_;
  const CallGraph& graph_;
  const absl::FunctionRef<bool(Name)> starts_threads_;
  absl::flat_hash_map<Name, bool> starts_;  // what starts_threads_ said
  std::vector<uint32_t> mains_;
  std::vector<std::vector<uint32_t>> callers_;              // by definition
  std::vector<bool> is_referred_to_, may_start_, sets_up_;  // by definition
  absl::flat_hash_set<Name> late_;  // variables that main writes when there may be threads
};

}  // namespace

absl::flat_hash_set<Name> FindSettledVariables(const Program& program, const CallGraph& graph,
                                               absl::FunctionRef<bool(Name)> starts_threads) {
  return SettledFinder(program, graph, starts_threads).Run();
}

}  // namespace plait
