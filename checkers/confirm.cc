#include "checkers/confirm.h"

#include <algorithm>

#include "checkers/witness_report.h"

namespace plait {
namespace {

using witness::Site;

// The instruction that makes the access, at the end of the calls that lead there.
Site SiteOf(const ThreadTree& tree, const SharedAccess& shared) {
  const ThreadNode& node = tree.nodes()[shared.node];
  Site site;
  site.definition = node.definition;
  const Access* at = &node.summary->accesses[shared.index];
  constexpr int kMaxSteps = 64;  // origins in a recursion may lead around
  for (int step = 0; step < kMaxSteps && at->origin.callee != kNoName; ++step) {
    const int callee = tree.program().FindDefinition(at->origin.callee);
    const Summary* summary = callee < 0 ? nullptr : tree.SummaryOf(callee);
    if (summary == nullptr || at->origin.index >= summary->accesses.size()) return {};
    site.definition = callee;
    at = &summary->accesses[at->origin.index];
  }
  if (at->origin.callee != kNoName) return {};
  site.instruction = at->origin.instruction;
  return site;
}

bool Matches(const std::pair<Site, Site>& pair, const witness::Witness& found) {
  return pair == std::make_pair(found.first.site, found.second.site) ||
         pair == std::make_pair(found.second.site, found.first.site);
}

}  // namespace

std::vector<std::optional<Confirmation>> ConfirmByExecution(ThreadTree& tree,
                                                            const witness::ModelLookup& models,
                                                            const std::vector<Suspects>& suspects,
                                                            const witness::Options& options) {
  std::vector<std::optional<Confirmation>> result(suspects.size());
  if (suspects.empty()) return result;
  std::vector<witness::Target> targets(suspects.size());
  for (size_t i = 0; i < suspects.size(); ++i) {
    for (const auto& [a, b] : suspects[i]) {
      targets[i].pairs.emplace_back(SiteOf(tree, a), SiteOf(tree, b));
    }
    const Atom& object = tree.terms().atom(suspects[i][0].first.object);
    if (object.kind == AtomKind::kGlobal) targets[i].global = object.name;
  }
  witness::Executable executable(tree.program(), models, tree.nodes()[0].definition);
  witness::SearchResult found = witness::FindWitnesses(executable, targets, options);
  for (size_t i = 0; i < suspects.size(); ++i) {
    if (!found.witnesses[i].has_value()) continue;
    const auto pair =
        std::find_if(targets[i].pairs.begin(), targets[i].pairs.end(),
                     [&](const auto& sites) { return Matches(sites, *found.witnesses[i]); });
    result[i] = {static_cast<size_t>(pair - targets[i].pairs.begin()),
                 DescribeWitness(executable, *found.witnesses[i])};
  }
  return result;
}

}  // namespace plait
