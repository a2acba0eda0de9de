// What threads know of each other: who is created by one, or joins one, has waited for, joined and
// seen all that this one had.
#include <algorithm>
#include <vector>

#include "checkers/thread_tree.h"
#include "summaries/sorted_sets.h"

namespace plait {
namespace {

// What has certainly happened before a point.
struct Known {
  std::vector<TermId> waited;
  std::vector<TermId> joined_handles;
  std::vector<Observation> observed;
};

Known KnownAt(const ThreadPoint& point) {
  return {point.waited, point.joined_handles, point.observed};
}

Known InBoth(const Known& a, const Known& b) {
  return {IntersectionOf(a.waited, b.waited), IntersectionOf(a.joined_handles, b.joined_handles),
          IntersectionOf(a.observed, b.observed)};
}

Known KnownAtEnd(const ThreadNode& node) {
  if (node.summary->exits.empty()) return {};
  Known known = KnownAt(node.points[node.summary->exits[0].point]);
  for (const Exit& exit : node.summary->exits) {
    known = InBoth(known, KnownAt(node.points[exit.point]));
  }
  return known;
}

void Add(const Known& known, ThreadPoint* point) {
  point->waited = UnionOf(point->waited, known.waited);
  point->joined_handles = UnionOf(point->joined_handles, known.joined_handles);
  point->observed = UnionOf(point->observed, known.observed);
}

}  // namespace

// What its creator had waited for, joined and seen holds for a thread too; what a thread had when
// it ended, for who joined it.
void ThreadTree::InheritWhatIsKnown() {
  // Children come after their parents.
  for (size_t i = nodes_.size(); i-- > 0;) {
    for (ThreadPoint& point : nodes_[i].points) {
      for (uint32_t child : point.ended) {
        Add(KnownAtEnd(nodes_[child]), &point);
      }
    }
  }
  for (ThreadNode& node : nodes_) {
    if (node.parent < 0) continue;
    const ThreadNode& parent = nodes_[node.parent];
    Known known;
    for (size_t s = 0; s < node.spawns.size(); ++s) {
      const Known here = KnownAt(parent.points[parent.summary->spawns[node.spawns[s]].point]);
      known = s == 0 ? here : InBoth(known, here);
    }
    for (ThreadPoint& point : node.points) Add(known, &point);
  }
}

// The same of threads joined by others than who started them. Returns whether there are any.
bool ThreadTree::InheritByHandles() {
  bool is_any = false;
  for (ThreadNode& node : nodes_) {
    for (ThreadPoint& point : node.points) {
      const std::vector<TermId> handles = point.joined_handles;
      for (TermId handle : handles) {
        const int joined = ThreadOfHandle(handle);
        if (joined < 0) continue;
        is_any = true;
        Add(KnownAtEnd(nodes_[joined]), &point);
      }
    }
  }
  return is_any;
}

int ThreadTree::ThreadOfHandle(TermId handle) {
  const std::vector<TermId>& targets = points_to_->Resolve(handle);
  if (targets.size() != 1 || points_to_->IsOpen(handle)) return -1;
  Atom atom = terms_->atom(terms_->Base(targets[0]));
  if (atom.kind != AtomKind::kThread) return -1;
  atom.argument = kZero;
  const AtomId token = terms_->InternAtom(atom);
  const auto is_it = [&](const ThreadNode& node) { return node.token == token; };
  const auto found = std::find_if(nodes_.begin(), nodes_.end(), is_it);
  if (found == nodes_.end() || !found->runs_once) return -1;
  if (std::any_of(found + 1, nodes_.end(), is_it)) return -1;
  return static_cast<int>(found - nodes_.begin());
}

}  // namespace plait
