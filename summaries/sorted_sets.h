// Small sets as sorted vectors: sets of locks, threads and objects hold a handful of elements, are
// compared and hashed often, and are stored in order.
#ifndef PLAIT_SUMMARIES_SORTED_SETS_H_
#define PLAIT_SUMMARIES_SORTED_SETS_H_

#include <algorithm>
#include <iterator>
#include <vector>

namespace plait {

// Returns whether the element is new.
template <typename T>
bool InsertSorted(std::vector<T>* set, const T& element) {
  auto at = std::lower_bound(set->begin(), set->end(), element);
  if (at != set->end() && *at == element) return false;
  set->insert(at, element);
  return true;
}

template <typename T>
bool ContainsSorted(const std::vector<T>& set, const T& element) {
  return std::binary_search(set.begin(), set.end(), element);
}

template <typename T>
bool IsSubset(const std::vector<T>& part, const std::vector<T>& whole) {
  return std::includes(whole.begin(), whole.end(), part.begin(), part.end());
}

template <typename T>
std::vector<T> UnionOf(const std::vector<T>& a, const std::vector<T>& b) {
  if (a.empty() || a == b) return b;
  if (b.empty()) return a;
  std::vector<T> result;
  std::set_union(a.begin(), a.end(), b.begin(), b.end(), std::back_inserter(result));
  return result;
}

template <typename T>
std::vector<T> IntersectionOf(const std::vector<T>& a, const std::vector<T>& b) {
  if (a == b) return a;
  std::vector<T> result;
  std::set_intersection(a.begin(), a.end(), b.begin(), b.end(), std::back_inserter(result));
  return result;
}

template <typename T>
void SortUnique(std::vector<T>* v) {
  std::sort(v->begin(), v->end());
  v->erase(std::unique(v->begin(), v->end()), v->end());
}

}  // namespace plait

#endif  // PLAIT_SUMMARIES_SORTED_SETS_H_
