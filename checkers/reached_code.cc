#include "checkers/reached_code.h"

#include <algorithm>
#include <string_view>

#include "absl/container/flat_hash_set.h"
#include "checkers/mentioned_code.h"
#include "checkers/origin_walk.h"

namespace plait {

namespace {

constexpr std::string_view kAssembly = "inline assembly";  // as the frontend calls it

}  // namespace

ReachedCode::ReachedCode(const ThreadTree& tree)
    : tree_(tree),
      is_mentioned_(MentionedFrom(tree.program(), tree.nodes()[0].definition)),
      are_ends_alone_(AreEndsAlone()) {
  const Program& program = tree.program();
  absl::flat_hash_set<uint32_t> seen;
  std::vector<uint32_t> work;
  for (const ThreadNode& node : tree.nodes()) work.push_back(node.definition);
  while (!work.empty()) {
    const uint32_t d = work.back();
    work.pop_back();
    if (!seen.insert(d).second || tree.HeadOf(d) == nullptr) continue;
    if (IsOutside(d)) {
      has_outside_ = true;
      seen.erase(d);
      continue;
    }
    for (Name callee : tree.HeadOf(d)->callees) {
      for (uint32_t c : program.Resolve(program.definitions()[d].unit, callee)) {
        work.push_back(c);
      }
    }
  }
  definitions_.assign(seen.begin(), seen.end());
  std::sort(definitions_.begin(), definitions_.end());
  for (uint32_t d : definitions_) {
    has_broken_files_ |= IsBroken(d);
    if (tree.HeadOf(d) == nullptr) continue;
    for (const Gap& gap : tree.HeadOf(d)->gaps) {
      has_nonlocal_jumps_ |= gap.kind == GapKind::kNonlocalJump;
      has_unknown_locks_ |= gap.kind == GapKind::kLockUnknown ||
                            (gap.kind == GapKind::kUnlowered && gap.detail == kAssembly);
    }
  }
}

bool ReachedCode::AreEndsAlone() const {
  for (const ThreadNode& node : tree_.nodes()) {
    for (const Access& access : node.summary->accesses) {
      const auto place = PlaceInGlobal(node.summary->terms, access.address);
      if (!place.has_value() || NameText(place->first) != ir::kStaticDestructionVariable) continue;
      if (!IsAlone(node, node.points[access.point])) return false;
    }
  }
  return true;
}

bool ReachedCode::IsAlone(const ThreadNode& node, const ThreadPoint& point) const {
  if (!point.reachable) return true;
  if (node.parent >= 0 || !point.live.empty()) return false;
  for (uint32_t child : point.ended) {
    for (uint32_t n = 0; n < tree_.nodes().size(); ++n) {
      if (tree_.IsAncestor(child, n) && tree_.OutlivesEnded(child, n)) return false;
    }
  }
  return true;
}

bool ReachedCode::IsOutside(uint32_t definition) const {
  if (are_ends_alone_ && NameText(tree_.program().definitions()[definition].symbol)
                             .starts_with(ir::kStaticDestructionPrefix)) {
    return true;
  }
  return !tree_.program().BelongsTo(definition, tree_.nodes()[0].definition) ||
         (!is_mentioned_.empty() && !is_mentioned_[definition]);
}

bool ReachedCode::IsNeverReached(const ThreadNode& node, const Access& access) const {
  return has_outside_ && AnyOnTheWay(tree_, *node.summary, access,
                                     [&](uint32_t d, const Access&) { return IsOutside(d); });
}

bool ReachedCode::IsInBrokenFile(const SharedAccess& shared) const {
  if (!has_broken_files_) return false;
  const ThreadNode& node = tree_.nodes()[shared.node];
  return AnyOnTheWay(tree_, *node.summary, node.summary->accesses[shared.index],
                     [&](uint32_t d, const Access&) { return IsBroken(d); });
}

bool ReachedCode::IsBroken(uint32_t definition) const {
  return tree_.program().units()[tree_.program().definitions()[definition].unit].error_count > 0;
}

}  // namespace plait
