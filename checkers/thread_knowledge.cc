// What threads know of each other: who is created by one, or joins one, has waited for, joined and
// seen all that this one had.
#include <algorithm>
#include <vector>

#include "checkers/thread_tree.h"
#include "summaries/region.h"
#include "summaries/sorted_sets.h"

namespace plait {
namespace {

// What has certainly happened before a point.
struct Known {
  std::vector<TermId> waited;
  std::vector<TermId> joined_handles;
  std::vector<uint32_t> joined_nodes;
  std::vector<Observation> observed;
};

Known KnownAt(const ThreadPoint& point) {
  return {point.waited, point.joined_handles, point.joined_nodes, point.observed};
}

Known InBoth(const Known& a, const Known& b) {
  return {IntersectionOf(a.waited, b.waited), IntersectionOf(a.joined_handles, b.joined_handles),
          IntersectionOf(a.joined_nodes, b.joined_nodes), IntersectionOf(a.observed, b.observed)};
}

Known KnownAtEnd(const ThreadNode& node) {
  if (node.summary->exits.empty()) return {};
  Known known = KnownAt(node.points[node.summary->exits[0].point]);
  for (const Exit& exit : node.summary->exits) {
    known = InBoth(known, KnownAt(node.points[exit.point]));
  }
  return known;
}

// may: a thread of the node has joined some that cannot be told.
bool MayHaveJoinedUnknown(const ThreadNode& node) {
  return std::any_of(node.summary->exits.begin(), node.summary->exits.end(), [&](const Exit& exit) {
    return node.points[exit.point].joined_unknown || node.points[exit.point].joined_on_some;
  });
}

void Add(const Known& known, ThreadPoint* point) {
  point->waited = UnionOf(point->waited, known.waited);
  point->joined_handles = UnionOf(point->joined_handles, known.joined_handles);
  point->joined_nodes = UnionOf(point->joined_nodes, known.joined_nodes);
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
        point.joined_unknown |= MayHaveJoinedUnknown(nodes_[child]);
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
        if (joined < 0) {
          point.joined_unknown = true;  // one of several, perhaps
          continue;
        }
        is_any = true;
        Add(KnownAtEnd(nodes_[joined]), &point);
        point.joined_unknown |= MayHaveJoinedUnknown(nodes_[joined]);
      }
    }
  }
  return is_any;
}

// Threads joined by a loop over an array that came in: those whose handles lay at the elements with
// the numbers of the range. Returns whether they can be told.
bool ThreadTree::JoinElements(uint32_t node, const ThreadRange& range, ThreadPoint* point) {
  constexpr int64_t kMaxSingle = 64;
  Importer& importer = *nodes_[node].importer;
  const Atom& element = nodes_[node].summary->terms.atom(range.token);
  if (element.kind != AtomKind::kInitial) return false;
  const TermId elements = importer.Map(element.argument);
  const TermId low = importer.Map(range.low), high = importer.Map(range.high);
  const int joined = NodeOfElements(node, elements, low, high);
  if (joined >= 0) {
    InsertSorted(&point->joined_nodes, static_cast<uint32_t>(joined));
    return true;
  }
  const TermId first = AtIndex(*terms_, elements, kZero);
  const auto step =
      terms_->ConstantDifference(AtIndex(*terms_, elements, terms_->Constant(1)), first);
  const auto from = terms_->ConstantValue(low), to = terms_->ConstantValue(high);
  if (!step || *step == 0 || !from || !to) return false;
  const int64_t stride = *step == 1 ? element.index : 1;  // its numbers may count bytes
  if (stride == 0 || (*to - *from) / stride > kMaxSingle) return false;
  for (int64_t k = *from; k < *to; k += stride) {
    Atom handle;
    handle.kind = AtomKind::kInitial;
    handle.index = element.index;
    handle.argument = AtIndex(*terms_, elements, terms_->Constant(k));
    InsertSorted(&point->joined_handles, terms_->Of(handle));
  }
  return true;
}

// Whether a creation of the later thread, in the same one, comes when as many of the threads were
// created, and no more come after it.
bool ThreadTree::AreAllBefore(uint32_t threads, TermId count, uint32_t later) const {
  const ThreadNode& parent = nodes_[nodes_[later].parent];
  const auto point_of = [&](uint32_t spawn) -> const ThreadPoint& {
    return parent.points[parent.summary->spawns[spawn].point];
  };
  const std::pair<uint32_t, TermId> all(threads, count);
  const auto& below = point_of(nodes_[later].spawns[0]).live_below;
  return std::find(below.begin(), below.end(), all) != below.end() &&
         std::none_of(
             nodes_[threads].spawns.begin(), nodes_[threads].spawns.end(),
             [&](uint32_t spawn) { return ContainsSorted(point_of(spawn).started, later); });
}

// What the creator of the node puts handles into, in loops.
std::vector<ThreadTree::HandleArray> ThreadTree::HandleArraysFor(uint32_t node) const {
  std::vector<HandleArray> arrays;
  const ThreadNode& parent = nodes_[nodes_[node].parent];
  for (const Published& fact : parent.summary->published) {
    const TermId handle = parent.importer->Map(fact.value);
    const AtomId base = terms_->Base(handle);
    if (base == kNothing || terms_->atom(base).kind != AtomKind::kThread) continue;
    Atom token = terms_->atom(base);
    const Term& number = terms_->term(token.argument);
    if (number.parts.size() != 1 ||
        terms_->atom(number.parts[0].atom).kind != AtomKind::kIteration) {
      continue;
    }
    const AtomId turn = number.parts[0].atom;
    const TermId bound = BoundIndex(*terms_);
    const auto of_turn = [&](AtomId atom) -> TermId { return atom == turn ? bound : kNothing; };
    HandleArray array;
    array.elements = terms_->Substitute(parent.importer->Map(fact.address), of_turn);
    array.instance = terms_->Substitute(token.argument, of_turn);
    token.argument = kZero;
    array.token = terms_->InternAtom(token);
    arrays.push_back(array);
  }
  return arrays;
}

// The siblings of the node, all that are ever created there, whose handles their creator put into
// just these elements before the node; -1 if that is not known.
int ThreadTree::NodeOfElements(uint32_t node, TermId elements, TermId low, TermId high) const {
  const ThreadNode& thread = nodes_[node];
  if (thread.parent < 0 || !nodes_[thread.parent].runs_once || thread.spawns.size() != 1) return -1;
  TermTable& terms = *terms_;
  const auto ends_of = [&](TermId array) {
    return std::minmax(
        {AtIndex(terms, array, low), AtIndex(terms, array, terms.AddConstant(high, -1))});
  };
  for (const HandleArray& array : HandleArraysFor(node)) {
    const bool is_all = low == kZero && array.instance == BoundIndex(terms) &&
                        ends_of(elements) == ends_of(array.elements);
    if (!is_all) continue;
    for (uint32_t child : nodes_[thread.parent].children) {
      if (nodes_[child].token == array.token && AreAllBefore(child, high, node)) {
        return static_cast<int>(child);
      }
    }
  }
  return -1;
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
