#include "config/closest.h"

#include <algorithm>

namespace plait {
namespace {

// Levenshtein distance.
size_t Distance(const std::string& a, const std::string& b) {
  std::vector<size_t> row(b.size() + 1);
  for (size_t j = 0; j <= b.size(); ++j) row[j] = j;
  for (size_t i = 1; i <= a.size(); ++i) {
    size_t diagonal = row[0];
    row[0] = i;
    for (size_t j = 1; j <= b.size(); ++j) {
      const size_t above = row[j];
      row[j] = std::min({above + 1, row[j - 1] + 1, diagonal + (a[i - 1] == b[j - 1] ? 0 : 1)});
      diagonal = above;
    }
  }
  return row[b.size()];
}

}  // namespace

std::string Closest(const std::string& word, const std::vector<std::string>& choices) {
  std::string best;
  size_t distance = 1 + std::max<size_t>(1, word.size() / 3);
  for (const std::string& choice : choices) {
    const size_t d = Distance(word, choice);
    if (d < distance) {
      distance = d;
      best = choice;
    }
  }
  return best;
}

}  // namespace plait
