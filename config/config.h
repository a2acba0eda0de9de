// A project's configuration file, `.plait.yaml`, as plain data. docs/config.md says the same for
// people.
#ifndef PLAIT_CONFIG_CONFIG_H_
#define PLAIT_CONFIG_CONFIG_H_

#include <string>
#include <vector>

#include "absl/status/statusor.h"

namespace plait {

inline constexpr char kConfigName[] = ".plait.yaml";

// A key at the top of the file that stands for an option of the command.
struct ConfigKey {
  enum class Type { kSwitch, kNumber, kText, kPath };
  std::string name;
  Type type = Type::kText;
};

struct ConfigValue {
  std::string key;
  std::string text;  // "true" or "false" of a switch; paths are absolute
  int line = 0;
};

// Races to leave alone: those that match all of the fields that are not empty, of which there is at
// least one.
struct SuppressionRule {
  std::string variable;     // glob
  std::string function;     // glob; of either access
  std::string path;         // glob, absolute; of either access
  std::string fingerprint;  // 32 hexadecimal digits
  std::string reason;       // never empty
  std::string expires;      // "2027-01-31", the last day it holds; empty: for ever
  std::string text;         // the fields as written
  int line = 0;
};

// From which confidence on races with an access below a folder make a run fail.
struct RatchetRule {
  std::string path;      // absolute, no "/" at the end
  std::string fail_on;   // one of FailOnWords()
  std::string baseline;  // JSON report whose races are forgiven, absolute; empty if there is none
  int line = 0;
};

struct Config {
  std::string file;  // absolute; empty if there is no configuration file
  std::vector<ConfigValue> values;
  std::vector<SuppressionRule> suppressions;
  std::vector<RatchetRule> ratchet;
};

// What `fail-on` can be: "race", "likely", "possible", "never".
const std::vector<std::string>& FailOnWords();

// What the text of `file` says; `keys` are the options that a file can set. Relative paths start
// from the folder of `file`, which must be absolute. InvalidArgument begins with "`shown_as`:line:
// ".
absl::StatusOr<Config> ParseConfig(const std::string& file, const std::string& shown_as,
                                   const std::string& text, const std::vector<ConfigKey>& keys);

// As above, for the file's contents. InvalidArgument also if it cannot be read or is no file.
absl::StatusOr<Config> ReadConfig(const std::string& file, const std::string& shown_as,
                                  const std::vector<ConfigKey>& keys);

// `path` seen from `folder`, both absolute: normalised, without "/" at the end. Values that name no
// file (":memory:", "http://...") stay as they are, and so does an empty one.
std::string ResolvePath(const std::string& folder, const std::string& path);

}  // namespace plait

#endif  // PLAIT_CONFIG_CONFIG_H_
