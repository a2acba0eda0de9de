#include "frontend/command_line.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "absl/status/statusor.h"
#include "clang/Driver/Options.h"
#include "frontend/shell_words.h"
#include "llvm/Option/Arg.h"
#include "llvm/Option/ArgList.h"
#include "llvm/Option/OptTable.h"
#include "llvm/Option/Option.h"

namespace plait::frontend {
namespace {

namespace fs = std::filesystem;
namespace options = clang::driver::options;

// GCC follows 2000; nobody means more than a few.
constexpr int kMaxResponseFileDepth = 10;

template <size_t kSize>
bool IsOneOf(std::string_view word, const std::array<std::string_view, kSize>& words) {
  return std::find(words.begin(), words.end(), word) != words.end();
}

std::string BaseName(std::string_view path) { return fs::path(path).filename().string(); }

// X=1, as in front of a command.
bool IsAssignment(std::string_view word) {
  const size_t equals = word.find('=');
  if (equals == std::string_view::npos || equals == 0) return false;
  return std::all_of(word.begin(), word.begin() + static_cast<std::ptrdiff_t>(equals), [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
  });
}

bool IsOptionOrAssignment(std::string_view word) {
  return word.starts_with("-") || IsAssignment(word);
}

// Number of words in front of the compiler that belong to the wrapper words[0]; 0 if it is none.
size_t WrapperLength(const Words& words) {
  static constexpr auto kLaunchers = std::to_array<std::string_view>(
      {"ccache", "sccache", "distcc", "icecc", "gomacc", "buildcache", "rewrapper", "firebuild",
       "nice", "time", "nohup"});
  const std::string name = BaseName(words[0]);
  size_t length = 1;
  if (name == "env") {
    while (length < words.size() && IsOptionOrAssignment(words[length])) {
      const std::string_view option = words[length];
      length += option == "-u" || option == "-C" ? 2 : 1;
    }
    return length;
  }
  if (IsOneOf(name, kLaunchers)) {
    // Options of the launcher, and ccache's settings.
    while (length < words.size() && IsOptionOrAssignment(words[length])) {
      length += name == "nice" && words[length] == "-n" ? 2 : 1;
    }
    return length;
  }
  const bool is_shell = name == "sh" || name == "bash" || name == "dash";
  if (is_shell && words.size() > 1 && BaseName(words[1]).find("libtool") != std::string::npos) {
    return 1;
  }
  if (name.find("libtool") != std::string::npos) {
    while (length < words.size() && words[length].starts_with("-")) ++length;
    return length;
  }
  return IsAssignment(words[0]) ? 1 : 0;
}

std::string ReadFile(const fs::path& path, bool& ok) {
  std::ifstream stream(path, std::ios::binary);
  ok = stream.is_open() && fs::is_regular_file(path);
  if (!ok) return "";
  return std::string(std::istreambuf_iterator<char>(stream), {});
}

void ExpandInto(const Words& words, const std::string& directory, int depth, Words& result,
                std::vector<std::string>& problems) {
  for (const std::string& word : words) {
    if (word.size() < 2 || word[0] != '@') {
      result.push_back(word);
      continue;
    }
    const fs::path path = fs::path(directory) / word.substr(1);
    if (depth == kMaxResponseFileDepth) {
      problems.push_back("response file " + path.string() + " names itself; it was left out");
      continue;
    }
    bool readable = false;
    const std::string text = ReadFile(path, readable);
    if (!readable) {
      problems.push_back("response file " + path.string() +
                         " cannot be read, so options are missing; build the project with its "
                         "response files kept, then scan again");
      continue;
    }
    const absl::StatusOr<Words> inner = SplitResponseFile(text);
    if (!inner.ok()) {
      problems.push_back("response file " + path.string() + ": " +
                         std::string(inner.status().message()) + "; it was left out");
      continue;
    }
    ExpandInto(*inner, directory, depth + 1, result, problems);
  }
}

// Options with a value of their own that GCC has and Clang does not: to Clang the value would look
// like an input.
Words WithoutGccPairs(const Words& words) {
  static constexpr auto kPairs =
      std::to_array<std::string_view>({"-dumpbase", "-dumpbase-ext", "-auxbase", "-auxbase-strip",
                                       "-aux-info", "-wrapper", "-imultilib", "-imultiarch"});
  Words result;
  for (size_t i = 0; i < words.size(); ++i) {
    if (IsOneOf(words[i], kPairs)) {
      ++i;
    } else {
      result.push_back(words[i]);
    }
  }
  return result;
}

bool HasDroppedPrefix(std::string_view spelling) {
  static constexpr auto kPrefixes = std::to_array<std::string_view>(
      {// outputs
       "-save-temps", "--save-temps", "-ftime-trace", "-ftime-report", "-fproc-stat-report",
       "-fsave-optimization-record", "-foptimization-record", "-fstack-usage", "-index-store-path",
       "-gen-reproducer", "-fcrash-diagnostics", "-frandom-seed=",
       // diagnostics
       "-fdiagnostics-", "-fno-diagnostics-", "-fmessage-length", "-fcolor-diagnostics",
       "-fno-color-diagnostics",
       // code of others
       "-fplugin", "-fpass-plugin", "-specs", "--specs", "-include-pch",
       // instrumentation and link time
       "-fsanitize", "-fno-sanitize", "-fprofile-", "-fcoverage-", "-fauto-profile",
       "-ftest-coverage", "-flto", "-fno-lto", "-fwhole-program", "-fvirtual-function-elimination",
       "-fsplit-lto-unit", "-fdebug-", "-fxray", "-mnop-mcount", "-mrecord-mcount",
       "-gsplit-dwarf"});
  return std::any_of(kPrefixes.begin(), kPrefixes.end(),
                     [&](std::string_view prefix) { return spelling.starts_with(prefix); });
}

bool IsDroppedOption(const llvm::opt::Option& option) {
  for (const unsigned group : {options::OPT_M_Group, options::OPT_g_Group,
                               options::OPT_pedantic_Group, options::OPT_Link_Group}) {
    if (option.matches(group)) return true;
  }
  switch (option.getID()) {
    case options::OPT_INPUT:
    case options::OPT_UNKNOWN:
    case options::OPT__DASH_DASH:
    case options::OPT_c:
    case options::OPT_S:
    case options::OPT_E:
    case options::OPT_o:
    case options::OPT_fsyntax_only:
    case options::OPT_emit_llvm:
    case options::OPT_emit_ast:
    case options::OPT__analyze:
    case options::OPT__serialize_diags:
    case options::OPT__param:
    case options::OPT_dumpdir:
    case options::OPT_mllvm:
    case options::OPT_pipe:
    case options::OPT_pg:
    case options::OPT_mfentry:
    case options::OPT_v:
    case options::OPT__HASH_HASH_HASH:
    case options::OPT_Wa_COMMA:
    case options::OPT_Xassembler:
    case options::OPT_Xanalyzer:
      return true;
    default:  // an open set: everything else is the program's business
      return false;
  }
}

// -Wall, -Werror=x, ... but not -Wno-x, -Wp, or -Wa,.
bool IsDroppedWarning(std::string_view spelling) {
  return spelling.starts_with("-W") && !spelling.starts_with("-Wno-") &&
         !spelling.starts_with("-Wp,");
}

// Decides over one -Xclang value after the other: the values that load plug-ins, use precompiled
// headers or write files go, together with the value that follows them.
class XclangFilter {
 public:
  bool Keep(std::string_view value) {
    static constexpr auto kPairs =
        std::to_array<std::string_view>({"-load", "-plugin", "-add-plugin", "-include-pch", "-o",
                                         "-dependency-file", "-MT", "-main-file-name", "-mllvm"});
    if (drop_next_) {
      drop_next_ = false;
      return false;
    }
    if (IsOneOf(value, kPairs) || value.starts_with("-plugin-arg-")) {
      drop_next_ = true;
      return false;
    }
    return !value.starts_with("-fpass-plugin") && !value.starts_with("-emit-") &&
           !value.starts_with("-W") && value != "-fsyntax-only";
  }

 private:
  bool drop_next_ = false;
};

// -Wp,-MMD,a.d,-DX=1 becomes -Wp,-DX=1; "" if nothing is left.
std::string CleanPreprocessorValues(std::string_view word) {
  std::string result;
  bool drop_next = false;
  size_t position = word.find(',');
  while (position != std::string_view::npos) {
    const size_t end = word.find(',', position + 1);
    const std::string_view value = word.substr(position + 1, end - position - 1);
    position = end;
    if (std::exchange(drop_next, false)) continue;
    if (value.starts_with("-M")) {
      static constexpr auto kWithFile =
          std::to_array<std::string_view>({"-MD", "-MMD", "-MF", "-MT", "-MQ"});
      drop_next = IsOneOf(value, kWithFile);
      continue;
    }
    result += result.empty() ? "-Wp," : ",";
    result += value;
  }
  return result;
}

}  // namespace

Words StripWrappers(Words words) {
  while (!words.empty()) {
    const size_t length = WrapperLength(words);
    if (length == 0) break;
    words.erase(words.begin(),
                words.begin() + static_cast<std::ptrdiff_t>(std::min(length, words.size())));
  }
  return words;
}

Words ExpandResponseFiles(const Words& words, const std::string& directory,
                          std::vector<std::string>& problems) {
  Words result;
  ExpandInto(words, directory, 0, result, problems);
  return result;
}

bool IsMsvcStyle(std::string_view compiler) {
  std::string name = BaseName(compiler);
  if (name.ends_with(".exe")) name.resize(name.size() - 4);
  return name == "cl" || name == "clang-cl";
}

bool CompilesCOrCxx(const Words& words, std::string_view file) {
  static constexpr auto kLanguages =
      std::to_array<std::string_view>({"c", "c++", "cpp-output", "c++-cpp-output"});
  static constexpr auto kExtensions = std::to_array<std::string_view>(
      {".c", ".i", ".cc", ".cp", ".cxx", ".cpp", ".CPP", ".c++", ".C", ".CC", ".ii"});
  std::string language;
  for (size_t i = 1; i < words.size(); ++i) {
    if (words[i] == "-x" && i + 1 < words.size()) {
      language = words[i + 1];
    } else if (words[i].starts_with("-x") && words[i].size() > 2) {
      language = words[i].substr(2);
    } else if (words[i] == file) {
      break;
    }
  }
  if (!language.empty() && language != "none") return IsOneOf(language, kLanguages);
  return IsOneOf(fs::path(file).extension().string(), kExtensions);
}

// An option is read alone, followed by words that are no options, to see how many it takes.
ArgumentCleaner::Decision ArgumentCleaner::Decide(const std::string& word) {
  const std::array<const char*, 3> words = {word.c_str(), "value", "value"};
  unsigned missing_index = 0;
  unsigned missing_count = 0;
  const llvm::opt::InputArgList arguments = clang::driver::getDriverOptTable().ParseArgs(
      words, missing_index, missing_count, llvm::opt::Visibility(options::ClangOption));
  Decision decision;
  if (arguments.begin() == arguments.end()) return decision;
  const auto second = std::next(arguments.begin());
  decision.words = second == arguments.end() ? words.size() : (*second)->getIndex();
  const llvm::opt::Option& option = (*arguments.begin())->getOption();
  if (option.matches(options::OPT_Wp_COMMA)) {
    decision.action = Action::kCleanPreprocessor;
  } else if (option.matches(options::OPT_Xclang)) {
    decision.action = Action::kFilterXclang;
  } else if (!IsDroppedOption(option) && !IsDroppedWarning(word) && !HasDroppedPrefix(word)) {
    decision.action = Action::kKeep;
  }
  return decision;
}

ArgumentCleaner::Decision ArgumentCleaner::DecisionFor(const std::string& word) {
  if (!word.starts_with("-")) return {};  // an input
  // Often different for each file, so not worth remembering. Longer than the option itself: the
  // value is in the same word.
  if (word.size() > 2 && word.starts_with("-D")) return {Action::kKeep, 1};
  const auto [found, added] = decisions_.try_emplace(word);
  if (added) found->second = Decide(word);
  return found->second;
}

Words ArgumentCleaner::Clean(const Words& all_words) {
  const Words words = WithoutGccPairs(all_words);
  Words result = {words[0]};
  XclangFilter xclang;
  Decision decision;
  for (size_t i = 1; i < words.size(); i += decision.words) {
    const std::string& word = words[i];
    if (word == "--") break;  // only inputs follow
    decision = DecisionFor(word);
    if (decision.words > words.size() - i) break;  // its value is missing
    bool keep = false;
    switch (decision.action) {
      case Action::kDrop:
        break;
      case Action::kKeep:
        keep = !(word == "-x" && words[i + 1] == "none");
        break;
      case Action::kFilterXclang:
        // -Xclang VALUE or -Xclang=VALUE
        keep = xclang.Keep(decision.words == 2 ? std::string_view(words[i + 1])
                                               : std::string_view(word).substr(word.find('=') + 1));
        break;
      case Action::kCleanPreprocessor:
        if (std::string kept = CleanPreprocessorValues(word); !kept.empty()) {
          result.push_back(std::move(kept));
        }
        break;
    }
    if (!keep) continue;
    for (size_t k = 0; k < decision.words; ++k) result.push_back(words[i + k]);
  }
  return result;
}

Words CleanArguments(const Words& words) { return ArgumentCleaner().Clean(words); }

}  // namespace plait::frontend
