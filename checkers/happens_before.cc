#include "checkers/happens_before.h"

#include <algorithm>

#include "summaries/sorted_sets.h"

namespace plait {

bool HappensBefore::Order(const SharedAccess& a, const SharedAccess& b, bool uses_values) {
  if (waits_.Orders(a, b) || (uses_values && observed_.Exclude(a, b))) return true;
  for (const auto& [first, second] : {std::pair(&a, &b), std::pair(&b, &a)}) {
    Query query{*first, /*is_certain=*/true, uses_values};
    PlaceSet& denied = DeniedOf(*first, uses_values);
    const size_t before = denied.size();
    query.denied.swap(denied);
    const bool precedes = PrecedesByChain(query, *second);
    // What was given up for want of budget is not denied.
    if (query.budget >= 0) denied.swap(query.denied);
    denied_places_ += denied.size();
    denied_places_ -= before;
    if (precedes) return true;
  }
  return false;
}

HappensBefore::PlaceSet& HappensBefore::DeniedOf(const SharedAccess& first, bool uses_values) {
  constexpr size_t kMostPlaces = 4000000;
  if (denied_places_ > kMostPlaces) {
    denied_.clear();
    denied_places_ = 0;
  }
  return denied_[{{first.node, first.point}, uses_values}];
}

bool HappensBefore::MayOrder(const SharedAccess& a, const SharedAccess& b) {
  for (const auto& [first, second] : {std::pair(&a, &b), std::pair(&b, &a)}) {
    Query query{*first, /*is_certain=*/false, /*uses_values=*/true};
    if (PrecedesByChain(query, *second)) return true;
  }
  return false;
}

bool HappensBefore::Precedes(Query& query, const SharedAccess& event) {
  if (PrecedesByTree(query, event)) return true;
  const std::pair<uint32_t, uint32_t> key = {event.node, event.point};
  if (query.denied.contains(key)) return false;
  if (--query.budget < 0) return !query.is_certain;
  if (!query.asked.insert(key).second) return true;
  const bool precedes = PrecedesByChain(query, event);
  query.asked.erase(key);
  if (!precedes) query.denied.insert(key);
  return precedes;
}

// What the event's thread has waited for, or seen, that others gave it.
bool HappensBefore::PrecedesByChain(Query& query, const SharedAccess& event) {
  const ThreadPoint& point = PointOf(event);
  if (query.is_certain && waits_.Before(query.first, event)) return true;
  for (TermId waited : point.waited) {
    const TermId object = waits_.ObjectOf(waited);
    if (tree_.terms().IsAny(object)) continue;
    if (waits_.IsBarrier(object) ? PrecedesArrivals(query, event, object)
                                 : PrecedesPosts(query, object)) {
      return true;
    }
  }
  if (query.uses_values && query.is_certain) {
    if (finished_.Before(query.first, event)) return true;
    return observed_.Before(query.first, event,
                            [&](const SharedAccess& write) { return Precedes(query, write); });
  }
  if (query.is_certain) return false;
  for (TermId asked : point.asked) {
    const TermId object = waits_.ObjectOf(asked);
    // What is posted as well is no condition, but what calls out of the program share.
    if (!waits_.IsPosted(object) && MayPrecedeSignals(query, event, object)) return true;
  }
  const auto may_follow = [&](const SharedAccess& write) {
    return write.node != query.first.node && Precedes(query, write);
  };
  return observed_.MayFollow(event, may_follow) ||
         std::any_of(point.gates.begin(), point.gates.end(),
                     [&](TermId cell) { return MayPrecedeChange(query, event, cell); });
}

// Whether some thread may change the cell only after the first access.
bool HappensBefore::MayPrecedeChange(Query& query, const SharedAccess& event, TermId cell) {
  const std::vector<TermId>& places = tree_.points_to().Resolve(cell);
  return std::any_of(places.begin(), places.end(), [&](TermId place) {
    auto found = shared_.find(ObjectKey(tree_.terms(), tree_.terms().Base(place)));
    if (found == shared_.end()) return false;
    return std::any_of(found->second.begin(), found->second.end(), [&](const SharedAccess& write) {
      if (!write.is_write() || write.node == event.node) return false;
      const auto distance = tree_.terms().ConstantDifference(write.resolved, place);
      if (distance && *distance != 0) return false;
      // What the first access's own thread decides for the event itself is asked elsewhere.
      const bool is_link = !query.asked.empty();
      return write.node == query.first.node ? is_link : Precedes(query, write);
    });
  });
}

// By creation and join, in different threads.
bool HappensBefore::PrecedesByTree(const Query& query, const SharedAccess& event) {
  const SharedAccess& first = query.first;
  if (first.node == event.node) return false;
  if (tree_.IsAncestor(first.node, event.node)) {
    return tree_.IsStartedAfter(first.node, first.point, event.node) &&
           (!query.is_certain || tree_.nodes()[first.node].runs_once);
  }
  if (HasJoinedByHandle(tree_, PointOf(event), first.node)) return true;
  const auto has_ended_at = [&](uint32_t node, uint32_t point) {
    const uint32_t child = tree_.ChildTowards(node, first.node);
    return ContainsSorted(tree_.nodes()[node].points[point].ended, child) &&
           !tree_.OutlivesEnded(child, first.node) &&
           (!query.is_certain || tree_.nodes()[child].runs_once);
  };
  if (tree_.IsAncestor(event.node, first.node)) return has_ended_at(event.node, event.point);
  const uint32_t ancestor = tree_.CommonAncestor(first.node, event.node);
  if (!tree_.IsAncestor(ancestor, first.node) || !tree_.IsAncestor(ancestor, event.node)) {
    return false;  // of two roots
  }
  const std::vector<uint32_t>& spawns =
      tree_.nodes()[tree_.ChildTowards(ancestor, event.node)].spawns;
  return std::all_of(spawns.begin(), spawns.end(), [&](uint32_t spawn) {
    return has_ended_at(ancestor, tree_.nodes()[ancestor].summary->spawns[spawn].point);
  });
}

const std::vector<const SharedAccess*>& HappensBefore::PostsOf(TermId object) {
  const auto [known, inserted] = posts_of_.try_emplace(object);
  std::vector<const SharedAccess*>& posts = known->second;
  auto found = posts_.find(ObjectKey(tree_.terms(), tree_.terms().Base(object)));
  if (!inserted || found == posts_.end()) return posts;
  for (const SharedAccess& post : found->second) {
    const auto distance = tree_.terms().ConstantDifference(post.resolved, object);
    if (!distance || *distance == 0) posts.push_back(&post);
  }
  return posts;
}

// A semaphore that starts at 0: the wait is let through by a post, so it is enough that all of them
// come after.
bool HappensBefore::PrecedesPosts(Query& query, TermId semaphore) {
  const auto at_first = waits_.CountAtFirst(semaphore);
  if (at_first ? *at_first != 0 : query.is_certain) return false;
  const bool was_posted = waits_.MayPost(PointOf(query.first), semaphore);
  const std::vector<const SharedAccess*>& posts = PostsOf(semaphore);
  return !posts.empty() && std::all_of(posts.begin(), posts.end(), [&](const SharedAccess* post) {
    if (post->node == query.first.node && tree_.nodes()[post->node].runs_once) {
      // A post that comes only once may be the one before.
      const bool is_again = waits_.MayPost(PointOf(*post), semaphore);
      if (!was_posted || (is_again && !query.is_certain)) return true;
    } else if (post->node == query.first.node && !query.is_certain) {
      return true;
    }
    return Precedes(query, *post);
  });
}

// A barrier that all threads come to which it waits for: it is enough that one of them arrives
// after.
bool HappensBefore::PrecedesArrivals(Query& query, const SharedAccess& event, TermId barrier) {
  if (query.is_certain && !waits_.WaitsForAll(barrier)) return false;
  const std::vector<const SharedAccess*>& posts = PostsOf(barrier);
  return std::any_of(posts.begin(), posts.end(), [&](const SharedAccess* post) {
    if (post->node == event.node || post->node == query.first.node) return false;
    return std::all_of(posts.begin(), posts.end(), [&](const SharedAccess* other) {
      return other->node != post->node || Precedes(query, *other);
    });
  });
}

// Whether some thread that waits for the condition as well, or signals it, may be somewhere after
// the first access.
bool HappensBefore::MayPrecedeSignals(Query& query, const SharedAccess& event, TermId condition) {
  for (uint32_t n = 0; n < tree_.nodes().size(); ++n) {
    if (n == event.node || n == query.first.node) continue;
    const std::vector<ThreadPoint>& points = tree_.nodes()[n].points;
    if (std::none_of(points.begin(), points.end(),
                     [&](const ThreadPoint& p) { return waits_.MayInclude(p.asked, condition); })) {
      continue;
    }
    for (uint32_t p = 0; p < points.size(); ++p) {
      SharedAccess there;
      there.node = n;
      there.point = p;
      if (Precedes(query, there)) return true;
    }
  }
  return false;
}

}  // namespace plait
