#include "checkers/access_classes.h"

#include <tuple>

#include "absl/container/flat_hash_map.h"
#include "checkers/common_lock.h"
#include "checkers/same_memory.h"

namespace plait {

AccessClasses::AccessClasses(ThreadTree& tree, PairJudge& judge, Containers& containers, bool apart)
    : tree_(tree),
      judge_(judge),
      containers_(containers),
      apart_(apart),
      counters_(NumberingCounters(tree)) {}

std::vector<AccessClass> AccessClasses::ClassesOf(
    const std::vector<SharedAccess>& accesses,
    const std::function<bool(const SharedAccess&)>& is_in_broken_file) {
  std::vector<AccessClass> classes;
  const auto container_of = [&](const SharedAccess& a) -> std::optional<Container> {
    if (tree_.nodes()[a.node].points[a.point].held.empty()) return std::nullopt;
    return containers_.Of(a);
  };
  const auto key_of = [&](const SharedAccess& a, bool is_broken,
                          const std::optional<Container>& container) {
    const Container of = container.value_or(Container());
    return std::make_tuple(of.base, of.number, a.node, a.point, a.object, a.width, a.kind,
                           a.is_atomic, a.is_failing, a.is_unwinding, a.is_guessed, a.is_chosen,
                           a.is_certain, a.is_picked, a.may_be_kept, a.is_open, a.leads_on,
                           a.is_intended, a.is_excused, a.is_by_owner, a.via_memory, a.is_renewed,
                           a.is_of_many, a.via_own_variable, a.via_settled, is_broken,
                           LockKey(tree_, a), MemoryKey(tree_, a, counters_), judge_.JudgeKey(a));
  };
  using Key = decltype(key_of(accesses[0], false, {}));
  absl::flat_hash_map<Key, size_t> known;
  for (const SharedAccess& access : accesses) {
    const bool is_broken = is_in_broken_file(access);
    const std::optional<Container> container = container_of(access);
    auto [it, inserted] = known.try_emplace(key_of(access, is_broken, container), classes.size());
    if (apart_) it->second = classes.size();
    if (inserted || apart_) {
      classes.emplace_back();
      classes.back().in_broken_file = is_broken;
      classes.back().sets_up = judge_.SetsUp(access);
      classes.back().has_lock_of_element = HasLockOfElement(tree_, access);
      classes.back().container = container;
    }
    classes[it->second].members.push_back(access);
  }
  return classes;
}

}  // namespace plait
