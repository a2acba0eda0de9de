#include "checkers/confirm.h"

#include <algorithm>
#include <set>

#include "checkers/container_accesses.h"
#include "checkers/naming.h"
#include "checkers/origin_walk.h"
#include "checkers/witness/explore.h"
#include "checkers/witness_report.h"

namespace plait {
namespace {

using witness::Site;

// The instruction that makes the access, at the end of the calls that lead there.
Site SiteOf(const ThreadTree& tree, const SharedAccess& shared) {
  const ThreadNode& node = tree.nodes()[shared.node];
  Site site;
  OriginWalk walk(tree, *node.summary, node.summary->accesses[shared.index]);
  while (walk.Next()) {
  }
  if (walk.is_lost()) return {};
  site.definition = tree.program().FindDefinition(walk.summary().procedure);
  site.instruction = walk.access().origin.instruction;
  return site;
}

// Whether executions show such accesses: not all that library functions do to memory.
bool IsVisible(const ThreadTree& tree, const SharedAccess& access, Site site) {
  if (access.kind == AccessKind::kFree || site.definition == witness::kNone) return false;
  const ir::Instruction* instruction =
      InstructionAt(tree.program().definitions()[site.definition].body(), site.instruction);
  return instruction != nullptr && instruction->opcode != ir::Opcode::kCall;
}

bool IsSeen(const std::pair<Site, Site>& pair, const witness::Witness& seen) {
  return pair == std::make_pair(seen.first.site, seen.second.site) ||
         pair == std::make_pair(seen.second.site, seen.first.site);
}

bool IsMadeByContainer(const Program& program, Site site) {
  if (site.definition == witness::kNone) return false;
  const ir::Procedure& body = program.definitions()[site.definition].body();
  const ir::Instruction* instruction = InstructionAt(body, site.instruction);
  return instruction != nullptr && plait::IsMadeByContainer(body, *instruction);
}

// Whether it is of what a container does to its elements, by way of the word that leads there, and
// the same code is seen to race for that word: the pair is told there.
bool IsToldOfContainer(const Program& program, const witness::Witness& seen,
                       const std::vector<witness::Sighting>& sightings) {
  const auto are_by_containers = [&](const witness::Witness& witness) {
    return IsMadeByContainer(program, witness.first.site) &&
           IsMadeByContainer(program, witness.second.site);
  };
  if (!are_by_containers(seen)) return false;
  const auto code_of = [](const witness::Witness& witness) {
    return std::minmax({witness.first.site.definition, witness.second.site.definition});
  };
  return std::any_of(sightings.begin(), sightings.end(), [&](const witness::Sighting& other) {
    return code_of(other.witness) == code_of(seen) && !are_by_containers(other.witness);
  });
}

witness::Target TargetOf(ThreadTree& tree, const std::string& name,
                         const std::vector<Suspect>& suspects) {
  witness::Target target;
  target.name = name;
  for (const Suspect& suspect : suspects) {
    target.pairs.emplace_back(SiteOf(tree, suspect.first), SiteOf(tree, suspect.second));
    target.is_certain |= suspect.is_certain;
  }
  const Atom& object = tree.terms().atom(suspects[0].first.object);
  if (object.kind == AtomKind::kGlobal) target.global = object.name;
  return target;
}

}  // namespace

Confirmations ConfirmByExecution(ThreadTree& tree, const witness::ModelLookup& models,
                                 const std::map<std::string, std::vector<Suspect>>& suspects,
                                 const witness::Options& options, bool may_prove,
                                 const witness::Suspects* suspected) {
  std::vector<witness::Target> targets;
  for (const auto& [name, pairs] : suspects) targets.push_back(TargetOf(tree, name, pairs));
  witness::Executable executable(tree.program(), models, tree.nodes()[0].definition);
  const witness::SearchResult found = witness::FindWitnesses(
      executable, targets, options,
      [&](const witness::Witness& seen) { return NameOfSeen(executable, seen).name; });
  Confirmations result;
  for (const witness::Sighting& sighting : found.sightings) {
    for (uint32_t t : sighting.targets) {
      const std::vector<Suspect>& pairs = suspects.at(targets[t].name);
      for (size_t i = 0; i < pairs.size(); ++i) {
        // Of a race that is certain, only the pairs that are so belong into its report.
        if (pairs[i].is_certain != targets[t].is_certain ||
            !IsSeen(targets[t].pairs[i], sighting.witness)) {
          continue;
        }
        Confirmation& first = result.seen[targets[t].name];
        if (first.race.has_witness()) break;
        first = {i, DescribeRace(executable, sighting.witness)};
        break;
      }
    }
  }
  result.runs = found.runs;
  // A few runs may not get far for reasons of their own, unless they are long.
  constexpr uint32_t kEnoughRuns = 40, kEnoughLongRuns = 10;
  const uint32_t enough = found.steps >= options.steps ? kEnoughLongRuns : kEnoughRuns;
  if (found.exact_runs >= enough && found.exact_runs * 10 >= found.runs * 9) {
    for (const witness::Target& target : targets) {
      const bool is_seen = std::any_of(
          found.sightings.begin(), found.sightings.end(),
          [&](const witness::Sighting& sighting) { return sighting.name == target.name; });
      if (!target.is_certain || is_seen) continue;
      const std::vector<Suspect>& pairs = suspects.at(target.name);
      // Runs that were cut off say nothing about what they did not get to.
      const auto is_told = [&](const SharedAccess& access, Site site) {
        return IsVisible(tree, access, site) &&
               (found.reached.contains(site) || found.cut_runs * 10 <= found.runs);
      };
      bool is_told_of_all = true;
      for (size_t i = 0; i < pairs.size(); ++i) {
        if (!pairs[i].is_certain) continue;
        is_told_of_all &= is_told(pairs[i].first, target.pairs[i].first) &&
                          is_told(pairs[i].second, target.pairs[i].second);
      }
      if (is_told_of_all) result.refuted.insert(target.name);
    }
  }
  std::set<std::string> named;
  for (const witness::Sighting& sighting : found.sightings) {
    const bool is_certain =
        std::any_of(targets.begin(), targets.end(), [&](const witness::Target& target) {
          return target.is_certain && target.name == sighting.name;
        });
    if (!sighting.targets.empty() || is_certain || result.seen.contains(sighting.name) ||
        IsToldOfContainer(tree.program(), sighting.witness, found.sightings) ||
        !named.insert(sighting.name).second) {
      continue;
    }
    result.unsuspected.push_back(DescribeRace(executable, sighting.witness));
  }
  const bool has_certain =
      std::any_of(targets.begin(), targets.end(), [&](const witness::Target& target) {
        return target.is_certain && !result.refuted.contains(target.name);
      });
  if (may_prove && found.sightings.empty() && !has_certain) {
    const witness::Exploration all = witness::Explore(executable, {.suspects = suspected});
    if (all.is_race_free) result.explored_states = all.states;
  }
  return result;
}

}  // namespace plait
