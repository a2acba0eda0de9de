#include "checkers/creations.h"

#include <algorithm>
#include <vector>

#include "checkers/origin_walk.h"
#include "summaries/sorted_sets.h"

namespace plait {

bool Creations::IsOfSeveralCreations(uint32_t node) const {
  if (node == kNothing || tree_.nodes()[node].parent < 0) return false;
  const ThreadNode& n = tree_.nodes()[node];
  const std::vector<Spawn>& spawns = tree_.nodes()[n.parent].summary->spawns;
  return n.spawns.size() > 1 &&
         std::any_of(n.spawns.begin(), n.spawns.end(), [&](uint32_t s) { return !spawns[s].many; });
}

// How many calls the ways to the access and to the creation of another thread have in common, if
// the access comes first where they part; else -1.
int Creations::StepsBefore(const SharedAccess& access, uint32_t spawn) const {
  auto [known, inserted] = steps_before_.try_emplace({access.node, access.index, spawn});
  if (inserted) known->second = CountStepsBefore(access, spawn);
  return known->second;
}

int Creations::CountStepsBefore(const SharedAccess& access, uint32_t spawn) const {
  const Summary& summary = *tree_.nodes()[access.node].summary;
  OriginWalk walk(tree_, summary, summary.accesses[access.index]);
  Origin creation = summary.spawns[spawn].origin;
  for (int steps = 0;; ++steps) {
    const Origin origin = walk.access().origin;
    if (origin.instruction < creation.instruction) return steps;
    if (origin.instruction != creation.instruction || origin.callee != creation.callee) return -1;
    if (!walk.Next() || creation.index >= walk.summary().spawns.size()) return -1;
    creation = walk.summary().spawns[creation.index].origin;
  }
}

bool Creations::IsStartedFurtherOn(const SharedAccess& access, uint32_t node) const {
  if (access.node == node || !tree_.IsAncestor(access.node, node)) return false;
  const std::vector<uint32_t>& spawns = tree_.nodes()[tree_.ChildTowards(access.node, node)].spawns;
  return std::all_of(spawns.begin(), spawns.end(),
                     [&](uint32_t spawn) { return StepsBefore(access, spawn) >= 0; });
}

bool Creations::IsMadeReadyForNext(const SharedAccess& access, uint32_t node) const {
  if (!access.is_write() || !tree_.nodes()[node].many || access.node == node ||
      tree_.terms().atom(access.object).kind != AtomKind::kHeap ||
      !tree_.IsAncestor(access.node, node)) {
    return false;
  }
  const std::vector<uint32_t>& spawns = tree_.nodes()[tree_.ChildTowards(access.node, node)].spawns;
  return std::any_of(spawns.begin(), spawns.end(),
                     [&](uint32_t spawn) { return StepsBefore(access, spawn) >= 0; });
}

bool Creations::IsSetUpForThread(const SharedAccess& access, uint32_t node) const {
  if (access.node == node || !tree_.IsAncestor(access.node, node)) return false;
  const ThreadNode& creator = tree_.nodes()[access.node];
  const uint32_t entry = tree_.nodes()[tree_.ChildTowards(access.node, node)].definition;
  const auto is_handed = [&](uint32_t spawn) {
    const std::vector<TermId>& arguments = creator.summary->spawns[spawn].arguments;
    return std::any_of(arguments.begin(), arguments.end(), [&](TermId argument) {
      return tree_.terms().Base(creator.importer->Map(argument)) == access.object;
    });
  };
  return std::any_of(creator.children.begin(), creator.children.end(), [&](uint32_t child) {
    const ThreadNode& started = tree_.nodes()[child];
    return started.definition == entry &&
           std::any_of(started.spawns.begin(), started.spawns.end(), [&](uint32_t spawn) {
             return is_handed(spawn) && StepsBefore(access, spawn) > 0;
           });
  });
}

bool Creations::IsForLaterThreads(const SharedAccess& access, const SharedAccess& partner) const {
  const bool is_guess =
      partner.is_guessed || partner.is_chosen || PointOf(partner).depends_on_target;
  if (!is_guess || access.node == partner.node || !tree_.IsAncestor(access.node, partner.node)) {
    return false;
  }
  const ThreadNode& creator = tree_.nodes()[access.node];
  const uint32_t started = tree_.ChildTowards(access.node, partner.node);
  return std::any_of(creator.children.begin(), creator.children.end(), [&](uint32_t child) {
    const ThreadNode& other = tree_.nodes()[child];
    return child != started && other.definition == tree_.nodes()[started].definition &&
           !ContainsSorted(PointOf(access).live, child) &&
           std::any_of(other.spawns.begin(), other.spawns.end(),
                       [&](uint32_t spawn) { return StepsBefore(access, spawn) >= 0; });
  });
}

bool Creations::DividesItsWork(uint32_t node) const {
  const std::vector<ThreadNode>& nodes = tree_.nodes();
  const auto runs_the_same = [&](uint32_t child) {
    return nodes[child].definition == nodes[node].definition;
  };
  return nodes[node].parent >= 0 &&
         (nodes[node].stands_for_deeper ||
          std::any_of(nodes[node].children.begin(), nodes[node].children.end(), runs_the_same) ||
          runs_the_same(static_cast<uint32_t>(nodes[node].parent)));
}

}  // namespace plait
