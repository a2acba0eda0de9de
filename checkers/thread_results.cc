// What threads end with, for who waits for them: facts at their handles.
#include <tuple>
#include <vector>

#include "absl/container/flat_hash_set.h"
#include "checkers/thread_tree.h"
#include "summaries/region.h"

namespace plait {
namespace {

// The pointers in objects that the result of an exit leads to. Those of one site are not told
// apart.
std::vector<CellEffect> CellsBehind(const TermTable& terms, const Exit& exit) {
  const auto site_of = [&](AtomId object) {
    const Atom& atom = terms.atom(object);
    return atom.kind == AtomKind::kHeap ? std::tuple(kNothing, atom.name, atom.index, atom.context)
                                        : std::tuple(object, Name(), 0u, kNoContext);
  };
  absl::flat_hash_set<std::tuple<AtomId, Name, uint32_t, ContextId>> reached;
  const auto reach = [&](TermId pointer) {
    std::vector<AtomId> bases = {terms.Base(pointer)};
    while (!bases.empty()) {
      const AtomId base = bases.back();
      bases.pop_back();
      if (base == kNothing || !reached.insert(site_of(base)).second) continue;
      const std::vector<AtomId>& inner = terms.ChoiceOf(base).bases;
      bases.insert(bases.end(), inner.begin(), inner.end());
    }
  };
  reach(exit.result);
  std::vector<CellEffect> cells;
  std::vector<bool> is_taken(exit.cells.size(), false);
  for (bool grows = true; grows;) {
    grows = false;
    for (size_t i = 0; i < exit.cells.size(); ++i) {
      const CellEffect& cell = exit.cells[i];
      const AtomId object = terms.Base(cell.address);
      if (is_taken[i] || object == kNothing || terms.Base(cell.value) == kNothing ||
          !reached.contains(site_of(object))) {
        continue;
      }
      is_taken[i] = grows = true;
      cells.push_back(cell);
      reach(cell.value);
    }
  }
  return cells;
}

}  // namespace

// The thread of the token ends with one of these pointers. What it leads to may have been its own
// until then.
void ThreadTree::PublishResult(uint32_t node, AtomId token) {
  const Summary& summary = *nodes_[node].summary;
  Importer& importer = *nodes_[node].importer;
  for (const Exit& exit : summary.exits) {
    if (!exit.has_result || summary.terms.Base(exit.result) == kNothing) continue;
    points_to_->AddFact(terms_->Of(token), importer.Map(exit.result));
    for (const CellEffect& cell : CellsBehind(summary.terms, exit)) {
      const TermId address = importer.Map(cell.address), value = importer.Map(cell.value);
      const bool is_region = cell.low != cell.high;
      points_to_->AddFact(is_region ? AtIndex(*terms_, address, terms_->Any()) : address,
                          is_region ? AtIndex(*terms_, value, terms_->Any()) : value);
    }
  }
}

}  // namespace plait
