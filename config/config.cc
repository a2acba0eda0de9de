#include "config/config.h"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <system_error>
#include <utility>

#include "absl/status/status.h"
#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/time/civil_time.h"
#include "config/closest.h"
#include "config/yaml.h"

namespace plait {
namespace {

namespace fs = std::filesystem;

constexpr char kSuppressions[] = "suppressions";
constexpr char kRatchet[] = "ratchet";

const char* KindWord(const YamlNode& node) {
  switch (node.kind) {
    case YamlNode::Kind::kNull:
      return "nothing";
    case YamlNode::Kind::kScalar:
      return "a value";
    case YamlNode::Kind::kList:
      return "a list";
    case YamlNode::Kind::kMap:
      return "a map";
  }
  return "";
}

bool IsDate(const std::string& text) {
  absl::CivilDay day;
  return text.size() == 10 && absl::ascii_isdigit(text[0]) && absl::ParseCivilTime(text, &day);
}

bool IsFingerprint(const std::string& text) {
  return text.size() == 32 && std::all_of(text.begin(), text.end(), [](char c) {
           return absl::ascii_isdigit(c) || (c >= 'a' && c <= 'f');
         });
}

class Reader {
 public:
  Reader(const std::string& file, const std::string& shown_as, const std::vector<ConfigKey>& keys)
      : folder_(fs::path(file).parent_path().string()), shown_as_(shown_as), keys_(keys) {}

  absl::StatusOr<Config> Read(const YamlNode& root) {
    if (root.kind == YamlNode::Kind::kNull) return std::move(config_);
    if (root.kind != YamlNode::Kind::kMap) {
      return Problem(root,
                     absl::StrCat("needs lines of the form `key: value`, not ", KindWord(root)));
    }
    for (const auto& [key, value] : root.entries) {
      if (absl::Status status = ReadEntry(key, value); !status.ok()) return status;
    }
    return std::move(config_);
  }

 private:
  absl::Status Problem(const YamlNode& at, const std::string& what) const {
    return absl::InvalidArgumentError(absl::StrCat(shown_as_, ":", at.line, ": ", what));
  }

  absl::Status UnknownKey(const YamlNode& key, const std::vector<std::string>& known) const {
    const std::string near = Closest(key.text, known);
    return Problem(
        key, absl::StrCat("unknown key ", key.text,
                          near.empty() ? absl::StrCat("; there are ", absl::StrJoin(known, ", "))
                                       : absl::StrCat("; did you mean ", near, "?")));
  }

  absl::Status ReadEntry(const YamlNode& key, const YamlNode& value) {
    if (key.text == kSuppressions) {
      return ReadList(key, value, [this](const YamlNode& item) { return ReadSuppression(item); });
    }
    if (key.text == kRatchet) {
      return ReadList(key, value, [this](const YamlNode& item) { return ReadRatchet(item); });
    }
    for (const ConfigKey& known : keys_) {
      if (known.name == key.text) return ReadValue(known, value);
    }
    std::vector<std::string> names;
    for (const ConfigKey& known : keys_) names.push_back(known.name);
    names.push_back(kRatchet);
    names.push_back(kSuppressions);
    return UnknownKey(key, names);
  }

  absl::Status ReadValue(const ConfigKey& key, const YamlNode& node) {
    ConfigValue value{.key = key.name, .line = node.line};
    if (node.kind != YamlNode::Kind::kScalar) {
      return Problem(node, absl::StrCat(key.name, ": needs one value, not ", KindWord(node)));
    }
    int number = 0;
    switch (key.type) {
      case ConfigKey::Type::kSwitch:
        if (node.is_quoted || (node.text != "true" && node.text != "false")) {
          return Problem(node, absl::StrCat(key.name, ": needs true or false, not ", node.text));
        }
        value.text = node.text;
        break;
      case ConfigKey::Type::kNumber:
        if (node.is_quoted || !absl::SimpleAtoi(node.text, &number)) {
          return Problem(node, absl::StrCat(key.name, ": needs a number, not ", node.text));
        }
        value.text = node.text;
        break;
      case ConfigKey::Type::kText:
        value.text = node.text;
        break;
      case ConfigKey::Type::kPath:
        value.text = ResolvePath(folder_, node.text);
        break;
    }
    config_.values.push_back(std::move(value));
    return absl::OkStatus();
  }

  template <typename ReadItem>
  absl::Status ReadList(const YamlNode& key, const YamlNode& list, const ReadItem& read_item) {
    if (list.kind == YamlNode::Kind::kNull) return absl::OkStatus();
    if (list.kind != YamlNode::Kind::kList) {
      return Problem(list, absl::StrCat(key.text, ": needs a list of entries (`- ...`), not ",
                                        KindWord(list)));
    }
    for (const YamlNode& item : list.items) {
      if (item.kind != YamlNode::Kind::kMap) {
        return Problem(item, absl::StrCat(key.text, ": an entry needs keys, not ", KindWord(item)));
      }
      if (absl::Status status = read_item(item); !status.ok()) return status;
    }
    return absl::OkStatus();
  }

  // Reads the fields of one entry of a list: text that is not empty.
  absl::Status ReadFields(const YamlNode& item,
                          const std::vector<std::pair<std::string, std::string*>>& fields) const {
    std::vector<std::string> names;
    for (const auto& [name, field] : fields) names.push_back(name);
    for (const auto& [key, value] : item.entries) {
      const auto known = std::find(names.begin(), names.end(), key.text);
      if (known == names.end()) return UnknownKey(key, names);
      if (value.kind != YamlNode::Kind::kScalar) {
        return Problem(key, absl::StrCat(key.text, ": needs one value, not ", KindWord(value)));
      }
      const std::string text(absl::StripAsciiWhitespace(value.text));
      if (text.empty()) return Problem(key, absl::StrCat(key.text, ": is empty"));
      *fields[known - names.begin()].second = text;
    }
    return absl::OkStatus();
  }

  absl::Status ReadSuppression(const YamlNode& item) {
    SuppressionRule rule;
    rule.line = item.line;
    absl::Status status = ReadFields(item, {{"variable", &rule.variable},
                                            {"function", &rule.function},
                                            {"path", &rule.path},
                                            {"fingerprint", &rule.fingerprint},
                                            {"reason", &rule.reason},
                                            {"expires", &rule.expires}});
    if (!status.ok()) return status;
    std::vector<std::string> parts;
    for (const auto& [key, value] : item.entries) {
      if (key.text != "reason" && key.text != "expires") {
        parts.push_back(absl::StrCat(key.text, ": ", absl::StripAsciiWhitespace(value.text)));
      }
    }
    if (parts.empty()) {
      return Problem(item,
                     "a suppression must say which races: give it a variable, function, path or "
                     "fingerprint");
    }
    rule.text = absl::StrJoin(parts, ", ");
    if (rule.reason.empty()) {
      return Problem(item, absl::StrCat("the suppression of ", rule.text, " needs a reason"));
    }
    if (!rule.expires.empty() && !IsDate(rule.expires)) {
      return Problem(item,
                     absl::StrCat("expires: needs a date such as 2027-01-31, not ", rule.expires));
    }
    if (!rule.fingerprint.empty() && !IsFingerprint(rule.fingerprint)) {
      return Problem(
          item, absl::StrCat("fingerprint: needs 32 hexadecimal digits, not ", rule.fingerprint));
    }
    rule.path = ResolvePath(folder_, rule.path);
    config_.suppressions.push_back(std::move(rule));
    return absl::OkStatus();
  }

  absl::Status ReadRatchet(const YamlNode& item) {
    RatchetRule rule;
    rule.line = item.line;
    absl::Status status = ReadFields(
        item, {{"path", &rule.path}, {"fail-on", &rule.fail_on}, {"baseline", &rule.baseline}});
    if (!status.ok()) return status;
    if (rule.path.empty()) return Problem(item, "an entry of the ratchet needs a path");
    if (rule.path.find_first_of("*?") != std::string::npos) {
      return Problem(item, absl::StrCat("path: the ratchet takes folders and files, no patterns: ",
                                        rule.path));
    }
    const std::vector<std::string>& words = FailOnWords();
    if (std::find(words.begin(), words.end(), rule.fail_on) == words.end()) {
      return Problem(item, absl::StrCat("fail-on: needs one of ", absl::StrJoin(words, ", "),
                                        rule.fail_on.empty() ? "" : ", not ", rule.fail_on));
    }
    rule.path = ResolvePath(folder_, rule.path);
    rule.baseline = ResolvePath(folder_, rule.baseline);
    for (const RatchetRule& other : config_.ratchet) {
      if (other.path != rule.path) continue;
      return Problem(item,
                     absl::StrCat("the ratchet has this path twice, first in line ", other.line));
    }
    config_.ratchet.push_back(std::move(rule));
    return absl::OkStatus();
  }

  const std::string folder_;
  const std::string& shown_as_;
  const std::vector<ConfigKey>& keys_;
  Config config_;
};

}  // namespace

const std::vector<std::string>& FailOnWords() {
  static const std::vector<std::string>& words =
      *new std::vector<std::string>{"race", "likely", "possible", "never"};
  return words;
}

std::string ResolvePath(const std::string& folder, const std::string& path) {
  if (path.empty() || path[0] == ':' || absl::StrContains(path, "://")) return path;
  std::string result = (fs::path(folder) / path).lexically_normal().string();
  while (result.size() > 1 && result.back() == '/') result.pop_back();
  return result;
}

absl::StatusOr<Config> ParseConfig(const std::string& file, const std::string& shown_as,
                                   const std::string& text, const std::vector<ConfigKey>& keys) {
  absl::StatusOr<YamlNode> root = ParseYaml(shown_as, text);
  if (!root.ok()) return root.status();
  absl::StatusOr<Config> config = Reader(file, shown_as, keys).Read(*root);
  if (config.ok()) config->file = file;
  return config;
}

absl::StatusOr<Config> ReadConfig(const std::string& file, const std::string& shown_as,
                                  const std::vector<ConfigKey>& keys) {
  std::error_code error;
  if (!fs::exists(file, error)) {
    return absl::InvalidArgumentError(absl::StrCat(shown_as, ": no such file"));
  }
  // Opening a pipe or a device could wait for ever.
  if (!fs::is_regular_file(file, error)) {
    return absl::InvalidArgumentError(absl::StrCat(shown_as, ": is not a file"));
  }
  std::ifstream in(file, std::ios::binary);
  if (!in) return absl::InvalidArgumentError(absl::StrCat(shown_as, ": cannot be read"));
  return ParseConfig(file, shown_as, std::string(std::istreambuf_iterator<char>(in), {}), keys);
}

}  // namespace plait
