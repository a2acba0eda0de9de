#include "report/glob.h"

#include <cstddef>
#include <vector>

namespace plait {

bool MatchesGlob(std::string_view pattern, std::string_view text) {
  // reached[i]: the pattern so far matches the first i characters.
  std::vector<char> reached(text.size() + 1, 0);
  reached[0] = 1;
  for (size_t p = 0; p < pattern.size(); ++p) {
    std::vector<char> next(text.size() + 1, 0);
    if (pattern[p] == '*') {
      const bool any = pattern.substr(p, 2) == "**";
      const bool may_be_none = any && pattern.substr(p, 3) == "**/";
      for (size_t i = 0; i <= text.size(); ++i) {
        const bool goes_on = i > 0 && next[i - 1] && (any || text[i - 1] != '/');
        next[i] = reached[i] || goes_on;
      }
      if (may_be_none) {
        // Behind "**/" the text stands at the start of a path component.
        for (size_t i = 0; i <= text.size(); ++i) {
          next[i] = reached[i] || (i > 0 && next[i] && text[i - 1] == '/');
        }
      }
      p += may_be_none ? 2 : any ? 1 : 0;
    } else {
      for (size_t i = 0; i < text.size(); ++i) {
        const bool same = pattern[p] == text[i] || (pattern[p] == '?' && text[i] != '/');
        next[i + 1] = reached[i] && same;
      }
    }
    reached = std::move(next);
  }
  return reached[text.size()];
}

bool MatchesPath(std::string_view pattern, std::string_view path) {
  while (!path.empty()) {
    if (MatchesGlob(pattern, path)) return true;
    const size_t slash = path.rfind('/');
    path = path.substr(0, slash == std::string_view::npos ? 0 : slash);
  }
  return false;
}

bool MatchesVariable(std::string_view pattern, std::string_view variable) {
  if (MatchesGlob(pattern, variable)) return true;
  for (size_t i = 1; i < variable.size(); ++i) {
    const bool ends = variable[i] == '.' || variable[i] == '[' || variable.substr(i, 2) == "->";
    if (ends && MatchesGlob(pattern, variable.substr(0, i))) return true;
  }
  return false;
}

bool MatchesFunction(std::string_view pattern, std::string_view function) {
  if (MatchesGlob(pattern, function)) return true;
  // Not the parentheses of operator().
  const size_t parameters = function.rfind('(');
  return parameters != std::string_view::npos && parameters > 0 &&
         MatchesGlob(pattern, function.substr(0, parameters));
}

}  // namespace plait
