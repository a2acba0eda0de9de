#include "driver/flags.h"

#include <algorithm>
#include <map>

#include "absl/flags/commandlineflag.h"
#include "absl/flags/reflection.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_replace.h"
#include "config/closest.h"

namespace plait {
namespace {

// By flag. Global as the flags themselves are.
std::map<std::string, std::string>& Origins() {
  static std::map<std::string, std::string>& origins = *new std::map<std::string, std::string>;
  return origins;
}

absl::Status Unknown(const std::string& word, const std::vector<std::string>& allowed) {
  const std::string name = word.substr(std::min(word.find_first_not_of('-'), word.size()));
  const std::string near = Closest(name.substr(0, name.find('=')), allowed);
  return absl::InvalidArgumentError(absl::StrCat(
      "unknown option ", word,
      near.empty() ? ""
                   : absl::StrCat("; did you mean ", near.size() == 1 ? "-" : "--", near, "?")));
}

bool IsBool(const absl::CommandLineFlag& flag) { return flag.IsOfType<bool>(); }

}  // namespace

absl::Status SetFlag(const std::string& name, const std::string& value, const std::string& origin) {
  std::string error = "there is no such option";
  absl::CommandLineFlag* flag = absl::FindCommandLineFlag(name);
  if (flag != nullptr && flag->ParseFrom(value, &error)) {
    Origins()[name] = origin;
    return absl::OkStatus();
  }
  return absl::InvalidArgumentError(absl::StrCat(origin, ": cannot use '", value, "'",
                                                 error.empty() ? "" : absl::StrCat(": ", error)));
}

std::string OriginOf(const std::string& name) {
  const auto found = Origins().find(name);
  return found == Origins().end() ? "" : found->second;
}

absl::StatusOr<CommandLine> ParseWords(const std::vector<std::string>& words,
                                       const std::vector<std::string>& allowed) {
  CommandLine line;
  auto is_allowed = [&](const std::string& name) {
    return std::find(allowed.begin(), allowed.end(), name) != allowed.end();
  };
  for (size_t i = 0; i < words.size(); ++i) {
    const std::string& word = words[i];
    if (word == "--") {
      line.has_dashes = true;
      line.after_dashes.assign(words.begin() + i + 1, words.end());
      break;
    }
    if (word.size() < 2 || word[0] != '-') {
      line.positional.push_back(word);
      continue;
    }
    if (word == "--help" || word == "-h" || word == "-help") {
      line.help = true;
      continue;
    }
    std::string name = word.substr(absl::StartsWith(word, "--") ? 2 : 1);
    std::string value;
    bool has_value = false;
    if (const size_t equals = name.find('='); equals != std::string::npos) {
      value = name.substr(equals + 1);
      name.resize(equals);
      has_value = true;
    } else if (word[1] != '-' && !is_allowed(name) && is_allowed(name.substr(0, 1))) {
      value = name.substr(1);  // -j8
      name.resize(1);
      has_value = true;
    }
    std::replace(name.begin(), name.end(), '-', '_');
    bool negated = false;
    for (const char* no : {"no_", "no"}) {
      if (is_allowed(name) || !absl::StartsWith(name, no)) continue;
      const std::string positive = name.substr(std::string(no).size());
      const absl::CommandLineFlag* flag = absl::FindCommandLineFlag(positive);
      if (!is_allowed(positive) || flag == nullptr || !IsBool(*flag)) continue;
      name = positive;
      negated = true;
    }
    if (!is_allowed(name)) return Unknown(word, allowed);
    absl::CommandLineFlag* flag = absl::FindCommandLineFlag(name);
    if (flag == nullptr) return Unknown(word, allowed);
    if (IsBool(*flag)) {
      if (!has_value) value = negated ? "false" : "true";
    } else if (!has_value) {
      if (i + 1 >= words.size()) {
        return absl::InvalidArgumentError(absl::StrCat("option ", word, " needs a value"));
      }
      value = words[++i];
    }
    const std::string origin = absl::StrCat(name.size() == 1 ? "-" : "--", name);
    if (absl::Status status = SetFlag(name, value, absl::StrReplaceAll(origin, {{"_", "-"}}));
        !status.ok()) {
      return absl::InvalidArgumentError(absl::StrCat("option ", status.message()));
    }
  }
  return line;
}

}  // namespace plait
