#include "analyzer/schedule/main_thread.h"

#include <algorithm>
#include <cstdint>
#include <vector>

namespace plait {
namespace {

// By definition, whether only the main thread runs it.
std::vector<bool> FindProcedures(const Program& program, const CallGraph& graph) {
  const auto& definitions = program.definitions();
  std::vector<bool> is_called(definitions.size(), false), is_run(definitions.size(), true);
  for (uint32_t d = 0; d < definitions.size(); ++d) {
    for (uint32_t callee : graph.calls[d]) is_called[callee] = true;
    for (uint32_t function : graph.references[d]) is_run[function] = false;
  }
  bool has_main = false;
  for (uint32_t d = 0; d < definitions.size(); ++d) {
    const bool is_main = definitions[d].IsMain();
    if (is_main && is_called[d]) return {};
    has_main |= is_main;
    if (program.function_pointers().MayBeCalledByOthers(definitions[d].symbol) ||
        (!is_main && !is_called[d])) {
      is_run[d] = false;
    }
  }
  if (!has_main) return {};
  std::vector<uint32_t> work;
  for (uint32_t d = 0; d < definitions.size(); ++d) {
    if (!is_run[d]) work.push_back(d);
  }
  while (!work.empty()) {
    const uint32_t d = work.back();
    work.pop_back();
    for (uint32_t callee : graph.calls[d]) {
      if (is_run[callee]) work.push_back(callee);
      is_run[callee] = false;
    }
  }
  return is_run;
}

}  // namespace

MainThread FindMainThread(const Program& program, const CallGraph& graph) {
  MainThread thread;
  const std::vector<bool> is_run = FindProcedures(program, graph);
  if (is_run.empty()) return thread;
  const auto& definitions = program.definitions();
  for (uint32_t d = 0; d < is_run.size(); ++d) {
    if (is_run[d]) thread.procedures.insert(definitions[d].name);
  }
  for (const auto& [variable, writers] : program.writers()) {
    if (writers.has_others || writers.definitions.empty()) continue;
    const ir::Global* global = program.FindGlobal(variable);
    if (global == nullptr || global->is_thread_local || global->is_volatile) continue;
    const bool is_own = std::all_of(writers.definitions.begin(), writers.definitions.end(),
                                    [&](uint32_t d) { return is_run[d]; });
    if (is_own) thread.variables.insert(variable);
  }
  return thread;
}

}  // namespace plait
