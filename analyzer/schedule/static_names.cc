#include "analyzer/schedule/static_names.h"

#include <algorithm>
#include <cstddef>
#include <set>
#include <string>
#include <string_view>

#include "absl/container/flat_hash_map.h"
#include "absl/strings/str_cat.h"

namespace plait {
namespace {

constexpr std::string_view kSeparator = "::";

// Length of the path before the separator; 0 if the name has none. Qualified names of C++ have no
// dot and no slash in their first component.
size_t PathLength(std::string_view name) {
  const size_t end = name.find(kSeparator);
  if (end == std::string_view::npos) return 0;
  return name.substr(0, end).find_first_of("./") == std::string_view::npos ? 0 : end;
}

// The last `count` components; the whole path if it has no more.
std::string_view LastComponents(std::string_view path, size_t count) {
  if (count == 0) return {};
  size_t slash = path.size();
  for (; count > 0; --count) {
    slash = slash == 0 ? std::string_view::npos : path.rfind('/', slash - 1);
    if (slash == std::string_view::npos) return path;
  }
  return path.substr(slash + 1);
}

// Calls `visit` with every linkage name in the units.
template <typename Visitor>
void VisitNames(std::vector<ProgramUnit>* units, const Visitor& visit) {
  for (ProgramUnit& unit : *units) {
    for (std::string& symbol : unit.unit.symbols) visit(&symbol);
    for (ir::Global& global : unit.unit.globals) visit(&global.name);
    for (ir::FunctionInfo& function : unit.unit.functions) visit(&function.name);
    for (std::string& symbol : unit.facts.symbols) visit(&symbol);
  }
}

// How many components tell the paths apart.
size_t ComponentsNeeded(const std::set<std::string>& paths) {
  if (paths.size() == 1) return 0;
  for (size_t count = 1;; ++count) {
    std::set<std::string_view> shortened;
    size_t longest = 0;
    for (const std::string& path : paths) {
      const std::string_view kept = LastComponents(path, count);
      shortened.insert(kept);
      longest = std::max(longest, path.size() - kept.size());
    }
    if (shortened.size() == paths.size() || longest == 0) return count;
  }
}

}  // namespace

void ShortenStaticNames(std::vector<ProgramUnit>* units) {
  absl::flat_hash_map<std::string, std::set<std::string>> paths_of;  // by name without the path
  VisitNames(units, [&](const std::string* name) {
    const size_t path = PathLength(*name);
    if (path > 0) paths_of[name->substr(path + kSeparator.size())].insert(name->substr(0, path));
  });
  absl::flat_hash_map<std::string, size_t> needed;
  for (const auto& [name, paths] : paths_of) needed[name] = ComponentsNeeded(paths);
  VisitNames(units, [&](std::string* name) {
    const size_t path = PathLength(*name);
    if (path == 0) return;
    const std::string rest = name->substr(path + kSeparator.size());
    const std::string_view kept =
        LastComponents(std::string_view(*name).substr(0, path), needed.at(rest));
    *name = absl::StrCat(std::string(kept), "::", rest);
  });
}

}  // namespace plait
