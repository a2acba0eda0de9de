// YAML text as a tree that remembers lines. Only what a configuration needs: one document of
// scalars, lists and maps.
//
// The text is nobody's to trust. Anchors and aliases, with which a few lines can stand for billions
// of nodes, tags, deep nesting and huge files are refused.
#ifndef PLAIT_CONFIG_YAML_H_
#define PLAIT_CONFIG_YAML_H_

#include <string>
#include <vector>

#include "absl/status/statusor.h"

namespace plait {

struct YamlEntry;

struct YamlNode {
  enum class Kind { kNull, kScalar, kList, kMap };
  Kind kind = Kind::kNull;
  int line = 0;                    // 1-based
  std::string text;                // of a scalar
  bool is_quoted = false;          // a scalar in quotes: text whatever it looks like
  std::vector<YamlNode> items;     // of a list
  std::vector<YamlEntry> entries;  // of a map
};

// The key is a scalar, and no other of its map is equal.
struct YamlEntry {
  YamlNode key;
  YamlNode value;
};

// The document in `text`; kNull if there is none. InvalidArgument begins with "`file`:line: ".
absl::StatusOr<YamlNode> ParseYaml(const std::string& file, const std::string& text);

// `text` so that YAML reads it back as this very text, in quotes only if it has to be.
std::string QuoteYaml(const std::string& text);

}  // namespace plait

#endif  // PLAIT_CONFIG_YAML_H_
