#include "analyzer/transfer/crowded_creations.h"

namespace plait {
namespace {

constexpr size_t kMaxPaths = 64;  // to one creation

}  // namespace

CreationPaths::Creation CreationPaths::CreationOf(const Summary& summary, const Spawn& spawn) {
  const Atom& token = summary.terms.atom(spawn.token);
  const AtomId entry = summary.terms.Base(spawn.entry);
  const bool is_known = entry != kNothing && summary.terms.atom(entry).kind == AtomKind::kFunction;
  return {token.name, token.index, is_known ? summary.terms.atom(entry).name : kNoName};
}

const absl::flat_hash_set<ThreadClass>& CreationPaths::CrowdedAt(uint32_t instruction,
                                                                 const Summary& callee) {
  const auto [known, is_new] = crowded_.try_emplace({instruction, &callee});
  absl::flat_hash_set<ThreadClass>& crowded = known->second;
  if (!is_new) return crowded;
  absl::flat_hash_map<Creation, absl::flat_hash_set<ThreadClass>> threads;
  for (const Spawn& spawn : callee.spawns) {
    threads[CreationOf(callee, spawn)].insert(ClassOf(callee.terms.atom(spawn.token)));
  }
  for (const auto& [creation, classes] : threads) {
    size_t& told_apart = told_apart_[creation];
    if (told_apart + classes.size() <= kMaxPaths) {
      told_apart += classes.size();
    } else {
      crowded.insert(classes.begin(), classes.end());
    }
  }
  return crowded;
}

}  // namespace plait
