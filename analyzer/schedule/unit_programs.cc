#include "analyzer/schedule/unit_programs.h"

#include <cstdint>
#include <utility>

#include "absl/container/flat_hash_map.h"
#include "absl/strings/string_view.h"
#include "summaries/sorted_sets.h"

namespace plait {

std::vector<std::optional<std::vector<std::string>>> MainsOfUnits(
    const std::vector<ProgramUnit>& units) {
  std::vector<std::optional<std::vector<std::string>>> mains(units.size());
  std::vector<std::string> all;
  absl::flat_hash_map<absl::string_view, std::vector<uint32_t>> definers;
  for (uint32_t u = 0; u < units.size(); ++u) {
    const ir::UnitFacts& facts = units[u].facts;
    for (const ir::ProcedureFacts& procedure : facts.procedures) {
      if (facts.symbols[procedure.name] != "main") continue;
      mains[u] = {facts.texts[procedure.file]};
      InsertSorted(&all, facts.texts[procedure.file]);
    }
    for (const ir::Global& global : units[u].unit.globals) {
      if (global.is_definition) definers[global.name].push_back(u);
    }
  }
  if (all.size() < 2) return std::vector<std::optional<std::vector<std::string>>>(units.size());
  const std::vector<std::optional<std::vector<std::string>>> own = mains;
  std::vector<bool> fits_none(units.size(), false);
  // What one needs may be defined by one that needs something itself. Sets only shrink.
  for (bool changed = true; changed;) {
    changed = false;
    for (uint32_t u = 0; u < units.size(); ++u) {
      if (own[u] || fits_none[u]) continue;
      for (const ir::Global& global : units[u].unit.globals) {
        auto found = definers.find(global.name);
        if (global.is_definition || found == definers.end()) continue;
        std::optional<std::vector<std::string>> with = std::vector<std::string>();
        for (uint32_t d : found->second) {
          if (!mains[d]) {
            with.reset();
            break;
          }
          with = UnionOf(*with, *mains[d]);
        }
        if (!with) continue;
        if (mains[u]) with = IntersectionOf(*mains[u], *with);
        if (with == mains[u]) continue;
        changed = true;
        if (with->empty()) {  // not understood; nothing may follow from it
          fits_none[u] = true;
          mains = own;
          break;
        }
        mains[u] = std::move(with);
      }
    }
  }
  return mains;
}

}  // namespace plait
