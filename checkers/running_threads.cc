#include "checkers/running_threads.h"

#include <cstdint>
#include <utility>

#include "absl/algorithm/container.h"
#include "checkers/offset_distance.h"

namespace plait {
namespace {

bool IsLoad(const Atom& atom) {
  return atom.kind == AtomKind::kInitial || atom.kind == AtomKind::kShared;
}

// The cells that a pointer was loaded from, if it is the address of something wherever it is not
// null; none if it may have come another way.
std::vector<TermId> LoadedFrom(const TermTable& terms, TermId pointer) {
  const AtomId base = terms.Base(pointer);
  if (base == kNothing) return {};
  const Atom& atom = terms.atom(base);
  if (IsLoad(atom)) return {atom.argument};
  if (atom.kind != AtomKind::kPhi || terms.ChoiceOf(base).open) return {};
  std::vector<TermId> cells;
  for (TermId option : terms.ChoiceOf(base).options) {
    if (terms.ConstantValue(option) == 0) continue;
    const AtomId loaded = terms.Base(option);
    if (loaded == kNothing || !IsLoad(terms.atom(loaded))) return {};
    cells.push_back(terms.atom(loaded).argument);
  }
  return cells;
}

// The threads that run beside some of their kind that have ended.
class Running {
 public:
  // `above`: waited for some threads of the node.
  Running(ThreadTree& tree, const SharedAccess& above, uint32_t node)
      : tree_(tree),
        terms_(tree.terms()),
        point_(tree.nodes()[above.node].points[above.point]),
        node_(node),
        counter_(tree.nodes()[node].parent == static_cast<int>(above.node)
                     ? tree.NumberingCounter(node)
                     : kNothing) {}

  bool are_numbered() const { return counter_ != kNothing; }

  // Whether bytes at x, in terms of who waits, are none of those at y of a thread that still runs.
  // Both are based on objects; that these may be one is known.
  bool AreElsewhere(TermId x, uint32_t width_x, TermId y, uint32_t width_y) {
    const Atom made = terms_.atom(terms_.Base(x)), other = terms_.atom(terms_.Base(y));
    if (made.kind == AtomKind::kHeap && CoefficientOf(terms_, other.argument, counter_) == 1) {
      const TermId ahead = terms_.Subtract(other.argument, terms_.Of(counter_));
      return IsBehindSomeEdge([&](TermId edge, bool runs_behind) {
        const auto left = terms_.ConstantDifference(terms_.Add(edge, ahead), made.argument);
        return left.has_value() && (runs_behind ? *left > 0 : *left <= 0);
      });
    }
    const TermId offset = terms_.Offset(y);
    const int64_t c = CoefficientOf(terms_, offset, counter_);
    if (c == 0 || width_x == 0 || width_y == 0) return false;
    const TermId without = terms_.Subtract(offset, terms_.Multiply(terms_.Of(counter_), c));
    return IsBehindSomeEdge([&](TermId edge, bool runs_behind) {
      const TermId nearest = runs_behind ? edge : terms_.AddConstant(edge, -1);
      const TermId from = terms_.Subtract(terms_.Offset(x), terms_.Multiply(nearest, c));
      const Distance apart = DistanceOf(terms_, from, without);
      if (apart.step != 0) return false;
      return (c > 0) == runs_behind ? apart.constant <= -static_cast<int64_t>(width_x)
                                    : apart.constant >= static_cast<int64_t>(width_y);
    });
  }

  // Whether no thread that still runs puts pointers to objects of its own there.
  bool PutNothing(TermId cell, AtomId object) {
    const std::vector<TermId> cells = tree_.points_to().Resolve(cell);
    const std::vector<TermId>& places = tree_.points_to().PlacesOf(object);
    if (cells.size() != 1 || tree_.points_to().IsOpen(cell) || places.empty()) return false;
    return absl::c_all_of(places, [&](TermId place) {
      const AtomId x = terms_.Base(cells[0]), y = terms_.Base(place);
      if (x == kNothing || y == kNothing || !IsObject(terms_.atom(x).kind) ||
          !IsObject(terms_.atom(y).kind)) {
        return false;
      }
      return ObjectKey(terms_, x) != ObjectKey(terms_, y) ||
             AreElsewhere(cells[0], kPointerBytes, place, kPointerBytes);
    });
  }

 private:
  static constexpr uint32_t kPointerBytes = 8;

  // `differs` is asked with the first number that still runs if those below have ended, else with
  // the first one of those that have.
  template <typename Differs>
  bool IsBehindSomeEdge(Differs differs) const {
    const auto is_one = [&](const std::pair<uint32_t, TermId>& edge, bool runs_behind) {
      return edge.first == node_ && differs(edge.second, runs_behind);
    };
    return absl::c_any_of(point_.ended_below, [&](const auto& e) { return is_one(e, true); }) ||
           absl::c_any_of(point_.ended_from, [&](const auto& e) { return is_one(e, false); });
  }

  ThreadTree& tree_;
  TermTable& terms_;
  const ThreadPoint& point_;
  const uint32_t node_;
  const AtomId counter_;
};

}  // namespace

bool DiffersByEnd(ThreadTree& tree, const SharedAccess& above, const SharedAccess& below) {
  Running running(tree, above, below.node);
  if (!running.are_numbered()) return false;
  if (running.AreElsewhere(above.resolved, above.width, below.resolved, below.width)) return true;
  const bool makes_own = !below.via_memory && above.object == below.object &&
                         tree.BelongsToInstance(below.object, below.node);
  if (!makes_own) return false;
  const std::vector<TermId> cells = LoadedFrom(tree.terms(), above.address);
  return !cells.empty() &&
         absl::c_all_of(cells, [&](TermId cell) { return running.PutNothing(cell, below.object); });
}

std::vector<TermId> PlacesToTellApart(const ThreadTree& tree, const SharedAccess& access) {
  const ThreadPoint& point = tree.nodes()[access.node].points[access.point];
  if (point.ended_below.empty() && point.ended_from.empty()) return {};
  return LoadedFrom(tree.terms(), access.address);
}

}  // namespace plait
