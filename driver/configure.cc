#include "driver/configure.h"

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <set>
#include <system_error>
#include <utility>

#include "absl/flags/commandlineflag.h"
#include "absl/flags/flag.h"
#include "absl/flags/reflection.h"
#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_replace.h"
#include "config/yaml.h"
#include "driver/options.h"

ABSL_FLAG(std::string, config, "", "configuration file to use instead of the project's");
ABSL_FLAG(bool, no_config, false, "use no configuration file");
ABSL_FLAG(bool, dump_config, false, "print the configuration in force, and do nothing else");

namespace plait {
namespace {

namespace fs = std::filesystem;

// What is about a single run, not about a project.
constexpr const char* kNotInFile[] = {"config", "no_config", "dump_config", "root", "output"};

// Text that is a path; in a file it is relative to the file.
constexpr const char* kPaths[] = {"p", "store", "models", "cache", "baseline"};

template <typename List>
bool Contains(const List& list, const std::string& item) {
  return std::find(std::begin(list), std::end(list), item) != std::end(list);
}

std::string KeyOf(const std::string& flag) {
  if (flag == "p") return "build";
  if (flag == "j") return "jobs";
  return absl::StrReplaceAll(flag, {{"_", "-"}});
}

std::string VariableOf(const std::string& flag) {
  return absl::StrCat("PLAIT_",
                      absl::AsciiStrToUpper(absl::StrReplaceAll(KeyOf(flag), {{"-", "_"}})));
}

ConfigKey::Type TypeOf(const std::string& flag) {
  const absl::CommandLineFlag* reflection = absl::FindCommandLineFlag(flag);
  if (reflection->IsOfType<bool>()) return ConfigKey::Type::kSwitch;
  if (reflection->IsOfType<int>()) return ConfigKey::Type::kNumber;
  return Contains(kPaths, flag) ? ConfigKey::Type::kPath : ConfigKey::Type::kText;
}

Config& CurrentConfig() {
  static Config& config = *new Config;
  return config;
}

std::set<std::string>& FromConfig() {
  static std::set<std::string>& flags = *new std::set<std::string>;
  return flags;
}

// As people are used to see it: from the current folder, if that is not longer.
std::string ShownAs(const std::string& file) {
  std::error_code error;
  const std::string relative = fs::path(file).lexically_relative(fs::current_path(error)).string();
  return error || relative.empty() || relative.size() > file.size() ? file : relative;
}

// The nearest one from the current folder up to the root: a file outside of the project is not its
// own. Where the current folder lies elsewhere, the one in the root.
std::string FindConfig(const std::string& root) {
  std::error_code error;
  for (fs::path at = fs::current_path(error); !error; at = at.parent_path()) {
    const bool is_inside = at == root || absl::StartsWith(at.string(), absl::StrCat(root, "/"));
    if (!is_inside && root != "/") break;
    if (fs::exists(at / kConfigName, error)) return (at / kConfigName).string();
    if (at == at.parent_path()) break;
  }
  const fs::path in_root = fs::path(root) / kConfigName;
  return fs::exists(in_root, error) ? in_root.string() : "";
}

absl::Status ReadEnvironment(const std::vector<std::string>& flags) {
  for (const std::string& flag : flags) {
    if (flag == "dump_config") continue;  // would silence all commands
    const std::string name = VariableOf(flag);
    const char* value = std::getenv(name.c_str());
    if (value == nullptr || *value == '\0' || !OriginOf(flag).empty()) continue;
    if (absl::Status status = SetFlag(flag, value, name); !status.ok()) return status;
  }
  return absl::OkStatus();
}

absl::StatusOr<std::string> ConfigFile() {
  if (absl::GetFlag(FLAGS_no_config)) return "";
  const std::string given = absl::GetFlag(FLAGS_config);
  if (!given.empty()) {
    // Paths in the file start from where it really is.
    std::error_code error;
    const fs::path file = fs::canonical(given, error);
    if (!error) return file.string();
    return absl::InvalidArgumentError(
        absl::StrCat(OriginOf("config"), " ", given, ": no such file"));
  }
  absl::StatusOr<std::string> root = ProjectRoot();
  if (!root.ok()) return root.status();
  return FindConfig(*root);
}

// "# origin" behind the values lines up.
std::string DumpLine(const std::string& key, const std::string& value, const std::string& origin) {
  std::string text = absl::StrCat(key, ": ", value);
  if (text.size() < 30) text.resize(30, ' ');
  return absl::StrCat(text, "  # ", origin, "\n");
}

// Paths that start from the folder of the dumped file stay short.
std::string PathFrom(const std::string& folder, const std::string& path) {
  if (path.empty() || ResolvePath("/", path) == path) {
    const std::string relative = fs::path(path).lexically_relative(folder).string();
    return relative.empty() || absl::StartsWith(relative, "..") ? path : relative;
  }
  std::error_code error;  // of the command line: from the current folder
  return PathFrom(folder, ResolvePath(fs::current_path(error).string(), path));
}

std::string DumpSuppressions(const Config& config, const std::string& folder) {
  std::string text = config.suppressions.empty() ? "" : "suppressions:\n";
  for (const SuppressionRule& rule : config.suppressions) {
    absl::StrAppend(&text, "  # ", ShownAs(config.file), ":", rule.line, "\n");
    const char* lead = "  - ";
    for (const auto& [key, value] :
         std::vector<std::pair<const char*, std::string>>{{"variable", rule.variable},
                                                          {"function", rule.function},
                                                          {"path", PathFrom(folder, rule.path)},
                                                          {"fingerprint", rule.fingerprint},
                                                          {"reason", rule.reason},
                                                          {"expires", rule.expires}}) {
      if (value.empty()) continue;
      absl::StrAppend(&text, lead, key, ": ", QuoteYaml(value), "\n");
      lead = "    ";
    }
  }
  return text;
}

std::string DumpRatchet(const Config& config, const std::string& folder) {
  std::string text = config.ratchet.empty() ? "" : "ratchet:\n";
  for (const RatchetRule& rule : config.ratchet) {
    absl::StrAppend(&text, "  # ", ShownAs(config.file), ":", rule.line, "\n",
                    "  - path: ", QuoteYaml(PathFrom(folder, rule.path)),
                    "\n    fail-on: ", rule.fail_on, "\n");
    if (rule.baseline.empty()) continue;
    absl::StrAppend(&text, "    baseline: ", QuoteYaml(PathFrom(folder, rule.baseline)), "\n");
  }
  return text;
}

}  // namespace

const std::vector<std::string>& ConfigFlags() {
  static const std::vector<std::string>& flags =
      *new std::vector<std::string>{"config", "no_config", "dump_config"};
  return flags;
}

const Config& ProjectConfig() { return CurrentConfig(); }

bool IsFromConfig(const std::string& flag) { return FromConfig().contains(flag); }

absl::Status Configure(const std::vector<std::string>& command_flags,
                       const std::vector<std::string>& all_flags, const CommandLine& line) {
  // First, because PLAIT_CONFIG and PLAIT_ROOT say which file there is.
  if (absl::Status status = ReadEnvironment(command_flags); !status.ok()) return status;
  absl::StatusOr<std::string> file = ConfigFile();
  if (!file.ok()) return file.status();
  if (file->empty()) return absl::OkStatus();
  std::vector<ConfigKey> keys;
  for (const std::string& flag : all_flags) {
    if (!Contains(kNotInFile, flag)) keys.push_back({KeyOf(flag), TypeOf(flag)});
  }
  std::sort(keys.begin(), keys.end(),
            [](const ConfigKey& a, const ConfigKey& b) { return a.name < b.name; });
  absl::StatusOr<Config> config = ReadConfig(*file, ShownAs(*file), keys);
  if (!config.ok()) return config.status();
  CurrentConfig() = *std::move(config);
  for (const ConfigValue& value : CurrentConfig().values) {
    for (const std::string& flag : command_flags) {
      if (KeyOf(flag) != value.key || !OriginOf(flag).empty()) continue;
      // Files with flags of their own are not the build's.
      if (flag == "p" && line.has_dashes && !line.positional.empty()) continue;
      const std::string origin = absl::StrCat(ShownAs(*file), ":", value.line, ": ", value.key);
      if (absl::Status status = SetFlag(flag, value.text, origin); !status.ok()) return status;
      FromConfig().insert(flag);
    }
  }
  return absl::OkStatus();
}

std::string DumpConfig(const std::vector<std::string>& command_flags) {
  const Config& config = ProjectConfig();
  absl::StatusOr<std::string> root = ProjectRoot();
  const std::string folder =
      config.file.empty() ? root.value_or("/") : fs::path(config.file).parent_path().string();
  std::string text;
  std::vector<std::pair<std::string, std::string>> lines;  // by key
  for (const std::string& flag : command_flags) {
    if (Contains(kNotInFile, flag)) continue;
    const ConfigKey::Type type = TypeOf(flag);
    std::string value = absl::FindCommandLineFlag(flag)->CurrentValue();
    if (type == ConfigKey::Type::kPath) value = PathFrom(folder, value);
    if (type == ConfigKey::Type::kPath || type == ConfigKey::Type::kText) value = QuoteYaml(value);
    const std::string origin = OriginOf(flag);
    const std::string key = KeyOf(flag);
    lines.emplace_back(key, DumpLine(key, value, origin.empty() ? "default" : origin));
  }
  std::sort(lines.begin(), lines.end());
  for (const auto& [key, written] : lines) text += written;
  return text + DumpSuppressions(config, folder) + DumpRatchet(config, folder);
}

}  // namespace plait
