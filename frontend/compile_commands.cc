#include "frontend/compile_commands.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <string_view>
#include <system_error>
#include <unordered_set>
#include <utility>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "analyzer/ir/digest.h"
#include "frontend/command_line.h"
#include "frontend/shell_words.h"
#include "nlohmann/json.hpp"

namespace plait::frontend {
namespace {

namespace fs = std::filesystem;
using nlohmann::json;

constexpr char kFileName[] = "compile_commands.json";
constexpr char kHowToMake[] =
    "make one with cmake -DCMAKE_EXPORT_COMPILE_COMMANDS=ON, meson, or `bear -- make`; "
    "or give the compiler flags after `--`";

std::string Absolute(const fs::path& path) {
  std::error_code error;
  const fs::path absolute = fs::absolute(path, error);
  return (error ? path : absolute).lexically_normal().string();
}

// A path without the slash that lexically_normal leaves behind folders.
std::string AbsoluteFolder(const fs::path& path) {
  std::string result = Absolute(path);
  while (result.size() > 1 && result.back() == '/') result.pop_back();
  return result;
}

bool IsFile(const fs::path& path) {
  std::error_code error;
  return fs::is_regular_file(path, error);
}

// Replaces `root`/ by nothing wherever a path may begin in `argument`: -I/root/inc, -DX="/root/y".
std::string RelativeTo(std::string_view root, std::string_view argument) {
  std::string result;
  const std::string prefix = std::string(root) + "/";
  size_t position = 0;
  while (true) {
    const size_t found = argument.find(prefix, position);
    if (found == std::string_view::npos) break;
    // -I/usr/root/x is not below /root.
    const size_t start = argument.substr(0, found).find_last_of("=\"':,; ");
    const std::string_view before =
        argument.substr(0, found).substr(start == std::string_view::npos ? 0 : start);
    const bool inside_path = before.find('/') != std::string_view::npos;
    result += argument.substr(position, found - position);
    if (inside_path) result += prefix;
    position = found + prefix.size();
  }
  result += argument.substr(position);
  return result == root ? "." : result;
}

// Whether the argument only decides how code is emitted.
bool IsEmission(std::string_view argument) {
  static constexpr auto kEmission =
      std::to_array<std::string_view>({"-fPIC", "-fpic", "-fPIE", "-fpie", "-fno-PIC", "-fno-pic",
                                       "-fno-PIE", "-fno-pie", "-DPIC"});
  return std::find(kEmission.begin(), kEmission.end(), argument) != kEmission.end();
}

std::string MergeKey(const CompileCommand& command) {
  std::string key = command.directory;
  for (const std::string& argument : command.arguments) {
    if (IsEmission(argument)) continue;
    key += '\0';
    key += argument;
  }
  return key;
}

// One simple command and the folder in which it runs.
struct Invocation {
  std::string directory;
  Words words;
};

// Of `cd sub && cc -c a.c && echo done`, the one that names the file; if none does, the first.
Invocation ChooseInvocation(std::vector<Words> commands, const std::string& directory,
                            const fs::path& file) {
  Invocation chosen;
  fs::path current = directory;
  for (Words& words : commands) {
    if (words.size() == 2 && words[0] == "cd") {
      current /= words[1];
      continue;
    }
    const bool names_file = std::any_of(words.begin() + 1, words.end(), [&](const auto& word) {
      return fs::path(word).filename() == file.filename();
    });
    if (!names_file && !chosen.words.empty()) continue;
    chosen = {AbsoluteFolder(current), std::move(words)};
    if (names_file) break;
  }
  return chosen;
}

std::vector<Words> SplitAtOperators(const Words& words) {
  std::vector<Words> commands(1);
  for (const std::string& word : words) {
    if (word == "&&" || word == "||" || word == ";" || word == "|") {
      commands.emplace_back();
    } else {
      commands.back().push_back(word);
    }
  }
  std::erase_if(commands, [](const Words& command) { return command.empty(); });
  return commands;
}

CompileCommand MakeCommand(const std::string& directory, const std::string& file, Words cleaned,
                           const std::vector<std::string>& extra_arguments) {
  CompileCommand command;
  command.directory = directory;
  command.file = file;
  command.arguments = std::move(cleaned);
  command.arguments.insert(command.arguments.end(), extra_arguments.begin(), extra_arguments.end());
  command.arguments.push_back(file);
  command.digest = CommandDigest(command, directory);
  return command;
}

// Reads one entry after the other into the result.
class Loader {
 public:
  Loader(CompileCommands& result, const std::vector<std::string>& extra_arguments)
      : result_(result), extra_arguments_(extra_arguments) {}

  void Add(const json& entry);

 private:
  void Problem(const std::string& text);
  // The value of a text member; "" if there is none.
  static std::string Text(const json& entry, const char* member);
  // False, with a problem recorded, if the entry has no usable command.
  bool ReadCommands(const json& entry, std::vector<Words>& commands);

  CompileCommands& result_;
  const std::vector<std::string>& extra_arguments_;
  ArgumentCleaner cleaner_;
  std::unordered_set<std::string> seen_;  // merge keys
  int number_ = 0;                        // of the entry, from 1
  std::string file_;                      // as the entry names it
};

void Loader::Problem(const std::string& text) {
  result_.problems.push_back(result_.path + ": entry " + std::to_string(number_) +
                             (file_.empty() ? "" : " (" + file_ + ")") + ": " + text);
}

std::string Loader::Text(const json& entry, const char* member) {
  const auto found = entry.find(member);
  if (found == entry.end() || !found->is_string()) return "";
  return found->get_ref<const std::string&>();
}

bool Loader::ReadCommands(const json& entry, std::vector<Words>& commands) {
  if (const auto arguments = entry.find("arguments"); arguments != entry.end()) {
    Words words;
    bool all_texts = arguments->is_array();
    for (const json& argument : *arguments) {
      all_texts = all_texts && argument.is_string();
      if (all_texts) words.push_back(argument.get_ref<const std::string&>());
    }
    if (!all_texts) {
      Problem("'arguments' is not a list of texts; the entry is skipped; write the file anew");
      return false;
    }
    commands = SplitAtOperators(words);
  } else {
    absl::StatusOr<std::vector<Words>> split = SplitShellCommands(Text(entry, "command"));
    if (!split.ok()) {
      Problem("'command': " + std::string(split.status().message()) +
              "; the entry is skipped; write the file anew");
      return false;
    }
    commands = *std::move(split);
  }
  if (!commands.empty()) return true;
  Problem("it has neither 'arguments' nor 'command'; the entry is skipped; write the file anew");
  return false;
}

void Loader::Add(const json& entry) {
  ++number_;
  file_.clear();
  if (!entry.is_object()) {
    Problem("it is not an object; it is skipped; write the file anew");
    return;
  }
  file_ = Text(entry, "file");
  if (file_.empty()) {
    Problem("it names no 'file'; it is skipped; write the file anew");
    return;
  }
  const fs::path home = fs::path(result_.path).parent_path();
  // The standard wants an absolute directory; some tools write "." or nothing.
  const std::string directory = AbsoluteFolder(home / Text(entry, "directory"));
  std::vector<Words> commands;
  if (!ReadCommands(entry, commands)) return;

  Invocation invocation = ChooseInvocation(std::move(commands), directory, file_);
  Words words = StripWrappers(std::move(invocation.words));
  // sh -c 'cc -c a.c'
  if (words.size() == 3 && words[1] == "-c" &&
      fs::path(words[0]).filename().string().ends_with("sh")) {
    absl::StatusOr<std::vector<Words>> inner = SplitShellCommands(words[2]);
    if (inner.ok() && !inner->empty()) {
      invocation = ChooseInvocation(*std::move(inner), invocation.directory, file_);
      words = StripWrappers(std::move(invocation.words));
    }
  }
  if (words.empty() || words[0].empty()) {
    Problem("its command names no compiler; the entry is skipped; write the file anew");
    return;
  }
  if (IsMsvcStyle(words[0])) {
    Problem("commands of " + words[0] +
            " are not supported; the entry is skipped; generate the "
            "file with gcc or clang");
    return;
  }
  std::vector<std::string> problems;
  words = ExpandResponseFiles(words, invocation.directory, problems);
  for (const std::string& problem : problems) Problem(problem);
  if (!CompilesCOrCxx(words, file_)) {
    ++result_.skipped_not_c;
    return;
  }
  CompileCommand command = MakeCommand(invocation.directory, Absolute(fs::path(directory) / file_),
                                       cleaner_.Clean(words), extra_arguments_);
  if (!seen_.insert(MergeKey(command)).second) {
    ++result_.merged_duplicates;
    return;
  }
  result_.commands.push_back(std::move(command));
}

// Notes where the text stops being JSON.
class ErrorFinder : public nlohmann::json_sax<json> {
 public:
  size_t position() const { return position_; }

  bool null() override { return true; }
  bool boolean(bool) override { return true; }
  bool number_integer(number_integer_t) override { return true; }
  bool number_unsigned(number_unsigned_t) override { return true; }
  bool number_float(number_float_t, const string_t&) override { return true; }
  bool string(string_t&) override { return true; }
  bool binary(binary_t&) override { return true; }
  bool start_object(size_t) override { return true; }
  bool key(string_t&) override { return true; }
  bool end_object() override { return true; }
  bool start_array(size_t) override { return true; }
  bool end_array() override { return true; }
  bool parse_error(size_t position, const std::string&, const json::exception&) override {
    position_ = position;
    return false;
  }

 private:
  size_t position_ = 0;  // of the byte behind the fault
};

absl::Status JsonError(const std::string& path, const std::string& text) {
  ErrorFinder finder;
  json::sax_parse(text, &finder);
  const auto end = text.begin() + static_cast<std::ptrdiff_t>(std::min(
                                      text.size(), std::max<size_t>(finder.position(), 1) - 1));
  const auto line = 1 + std::count(text.begin(), end, '\n');
  return absl::InvalidArgumentError(path + ":" + std::to_string(line) +
                                    ": this is not JSON; write the file anew");
}

}  // namespace

std::string CommandDigest(const CompileCommand& command, std::string_view root) {
  std::string text = RelativeTo(root, command.directory);
  for (const std::string& argument : command.arguments) {
    text += '\0';
    text += RelativeTo(root, argument);
  }
  return ir::Digest128(text);
}

std::vector<std::string> BuildOf(const CompileCommand& command) {
  std::vector<std::string> words = {command.directory};
  for (const std::string& argument : command.arguments) {
    if (argument != command.file && !IsEmission(argument)) words.push_back(argument);
  }
  std::sort(words.begin(), words.end());
  return words;
}

absl::StatusOr<std::string> FindCompileCommands(const std::string& start_dir) {
  const fs::path start = AbsoluteFolder(start_dir);
  for (fs::path folder = start;; folder = folder.parent_path()) {
    if (IsFile(folder / kFileName)) return (folder / kFileName).string();
    if (folder == folder.parent_path()) break;
  }
  std::string message =
      std::string("no ") + kFileName + " in " + start.string() + " or a folder above it; ";
  if (IsFile(start / "build" / kFileName)) {
    return absl::NotFoundError(message + "there is one in its folder build: add -p " +
                               (start / "build").string());
  }
  return absl::NotFoundError(message + kHowToMake);
}

absl::StatusOr<CompileCommands> LoadCompileCommands(
    const std::string& path_or_dir, const std::vector<std::string>& extra_arguments) {
  std::error_code error;
  fs::path path = AbsoluteFolder(path_or_dir);
  if (fs::is_directory(path, error)) path /= kFileName;
  if (!IsFile(path)) {
    return absl::NotFoundError("there is no file " + path.string() + "; " + kHowToMake);
  }
  std::ifstream stream(path, std::ios::binary);
  if (!stream.is_open()) {
    return absl::PermissionDeniedError(path.string() + " cannot be read; check its permissions");
  }
  const std::string text(std::istreambuf_iterator<char>(stream), {});

  CompileCommands result;
  result.path = path.string();
  Loader loader(result, extra_arguments);
  // Entries are handled and thrown away one by one: a large project's file has hundreds of
  // megabytes, and as many again as a JSON value.
  const auto take_entry = [&loader](int depth, json::parse_event_t event, json& value) {
    const bool is_entry = depth == 1 && (event == json::parse_event_t::object_end ||
                                         event == json::parse_event_t::value ||
                                         event == json::parse_event_t::array_end);
    if (!is_entry) return true;
    loader.Add(value);
    return false;
  };
  const size_t first = text.find_first_not_of(" \t\r\n");
  if (first != std::string::npos && text[first] == '{') {
    return absl::InvalidArgumentError(path.string() +
                                      ": an object, not a list of entries; write the file anew");
  }
  const json parsed = json::parse(text, take_entry, /*allow_exceptions=*/false);
  if (parsed.is_discarded()) return JsonError(path.string(), text);
  if (!parsed.is_array()) {
    return absl::InvalidArgumentError(path.string() +
                                      ": not a list of entries; write the file anew");
  }
  return result;
}

CompileCommand FixedCommand(const std::string& directory, const std::string& file,
                            const std::vector<std::string>& flags) {
  const std::string folder = AbsoluteFolder(directory);
  std::vector<std::string> problems;
  Words words = ExpandResponseFiles(flags, folder, problems);
  words.insert(words.begin(), "cc");
  // Clang will name the response files it cannot read either.
  Words unreadable;
  if (!problems.empty()) {
    std::copy_if(flags.begin(), flags.end(), std::back_inserter(unreadable),
                 [](const std::string& flag) { return flag.starts_with("@"); });
  }
  return MakeCommand(folder, Absolute(fs::path(folder) / file), CleanArguments(words), unreadable);
}

}  // namespace plait::frontend
