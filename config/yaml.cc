#include "config/yaml.h"

#include <yaml-cpp/eventhandler.h>
#include <yaml-cpp/exceptions.h>
#include <yaml-cpp/parser.h>

#include <exception>
#include <sstream>
#include <utility>

#include "absl/status/status.h"
#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"

namespace plait {
namespace {

constexpr size_t kLargest = 1 << 20;  // bytes
constexpr size_t kDeepest = 16;       // a valid configuration needs three levels
constexpr size_t kMostNodes = 100000;

// Puts the tree together from the parser's events. Whatever is refused is thrown as the parser's
// own kind of error, which ParseYaml catches: the parser has no other way to be stopped.
class TreeBuilder final : public YAML::EventHandler {
 public:
  YamlNode Take() { return std::move(root_); }

  void OnDocumentStart(const YAML::Mark& mark) override {
    if (++documents_ > 1) Refuse(mark, "a second document; there can be only one");
  }
  void OnDocumentEnd() override {}

  void OnNull(const YAML::Mark& mark, YAML::anchor_t anchor) override {
    Add(Node(YamlNode::Kind::kNull, mark, anchor));
  }

  void OnAlias(const YAML::Mark& mark, YAML::anchor_t) override {
    Refuse(mark, "aliases are not supported; a value that begins with * needs quotes");
  }

  void OnScalar(const YAML::Mark& mark, const std::string& tag, YAML::anchor_t anchor,
                const std::string& value) override {
    YamlNode node = Node(YamlNode::Kind::kScalar, mark, anchor);
    // "?" is a plain scalar, "!" one in quotes.
    if (tag != "?" && tag != "!" && !tag.empty()) RefuseTag(mark);
    node.is_quoted = tag == "!";
    node.text = value;
    if (!node.is_quoted && (value == "~" || value == "null")) node.kind = YamlNode::Kind::kNull;
    Add(std::move(node));
  }

  void OnSequenceStart(const YAML::Mark& mark, const std::string& tag, YAML::anchor_t anchor,
                       YAML::EmitterStyle::value) override {
    Open(YamlNode::Kind::kList, mark, tag, anchor);
  }
  void OnSequenceEnd() override { Close(); }

  void OnMapStart(const YAML::Mark& mark, const std::string& tag, YAML::anchor_t anchor,
                  YAML::EmitterStyle::value) override {
    Open(YamlNode::Kind::kMap, mark, tag, anchor);
  }
  void OnMapEnd() override { Close(); }

 private:
  struct Level {
    YamlNode node;
    YamlNode key;
    bool has_key = false;
  };

  [[noreturn]] static void Refuse(const YAML::Mark& mark, const std::string& why) {
    throw YAML::ParserException(mark, why);
  }
  [[noreturn]] static void RefuseTag(const YAML::Mark& mark) {
    Refuse(mark, "tags are not supported; a value that begins with ! needs quotes");
  }

  YamlNode Node(YamlNode::Kind kind, const YAML::Mark& mark, YAML::anchor_t anchor) {
    if (anchor != YAML::NullAnchor) {
      Refuse(mark, "anchors are not supported; a value that begins with & needs quotes");
    }
    if (++nodes_ > kMostNodes) Refuse(mark, "too many values");
    YamlNode node;
    node.kind = kind;
    node.line = mark.line + 1;
    return node;
  }

  void Open(YamlNode::Kind kind, const YAML::Mark& mark, const std::string& tag,
            YAML::anchor_t anchor) {
    if (tag != "?" && tag != "!" && !tag.empty()) RefuseTag(mark);
    if (open_.size() >= kDeepest) Refuse(mark, "nested too deeply");
    open_.push_back({Node(kind, mark, anchor), {}, false});
  }

  void Close() {
    YamlNode node = std::move(open_.back().node);
    open_.pop_back();
    Add(std::move(node));
  }

  void Add(YamlNode node) {
    if (open_.empty()) {
      root_ = std::move(node);
      return;
    }
    Level& level = open_.back();
    if (level.node.kind == YamlNode::Kind::kList) {
      level.node.items.push_back(std::move(node));
    } else if (!level.has_key) {
      CheckKey(level.node, node);
      level.key = std::move(node);
      level.has_key = true;
    } else {
      if (node.kind == YamlNode::Kind::kNull) node.line = level.key.line;  // not where it is missed
      level.node.entries.push_back({std::move(level.key), std::move(node)});
      level.has_key = false;
    }
  }

  static void CheckKey(const YamlNode& map, const YamlNode& key) {
    YAML::Mark mark;
    mark.line = key.line - 1;
    if (key.kind != YamlNode::Kind::kScalar) Refuse(mark, "a key must be a word");
    for (const auto& [other, value] : map.entries) {
      if (other.text != key.text) continue;
      Refuse(mark, absl::StrCat(key.text, " is given twice, first in line ", other.line));
    }
  }

  YamlNode root_;
  std::vector<Level> open_;
  size_t nodes_ = 0;
  int documents_ = 0;
};

absl::Status Problem(const std::string& file, int line, const std::string& what) {
  return absl::InvalidArgumentError(
      absl::StrCat(file, line > 0 ? absl::StrCat(":", line) : "", ": ", what));
}

}  // namespace

absl::StatusOr<YamlNode> ParseYaml(const std::string& file, const std::string& text) {
  if (text.size() > kLargest) return Problem(file, 0, "too large for a configuration");
  try {
    std::istringstream in(text);
    YAML::Parser parser(in);
    TreeBuilder tree;
    while (parser.HandleNextDocument(tree)) {
    }
    return tree.Take();
  } catch (const YAML::Exception& error) {
    return Problem(file, error.mark.is_null() ? 0 : error.mark.line + 1, error.msg);
  } catch (const std::exception& error) {
    return Problem(file, 0, absl::StrCat("cannot be read as YAML: ", error.what()));
  }
}

std::string QuoteYaml(const std::string& text) {
  bool is_plain = !text.empty() && absl::ascii_isalpha(text[0]);
  for (const char c : text) {
    is_plain = is_plain && (absl::ascii_isalnum(c) || absl::StrContains("_./-", c));
  }
  // What YAML 1.1 or 1.2 take for something other than text.
  for (const char* word : {"null", "true", "false", "yes", "no", "on", "off", "y", "n"}) {
    is_plain = is_plain && !absl::EqualsIgnoreCase(text, word);
  }
  if (is_plain) return text;
  std::string quoted = "\"";
  for (const char c : text) {
    if (c == '"' || c == '\\') {
      absl::StrAppend(&quoted, "\\", std::string(1, c));
    } else if (static_cast<unsigned char>(c) < 0x20 || c == 0x7f) {
      absl::StrAppendFormat(&quoted, "\\x%02x", c);
    } else {
      quoted += c;
    }
  }
  return quoted + "\"";
}

}  // namespace plait
