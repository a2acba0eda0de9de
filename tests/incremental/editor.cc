#include "tests/incremental/editor.h"

#include <algorithm>
#include <cctype>
#include <set>
#include <utility>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/strings/str_split.h"
#include "absl/strings/strip.h"

namespace plait {
namespace {

constexpr char kShadowFolder[] = "shadow";
constexpr char kModels[] = "own.textproto";

bool IsWordCharacter(char c) { return std::isalnum(static_cast<unsigned char>(c)) || c == '_'; }

// The words of a line and where they begin.
std::vector<std::pair<size_t, std::string>> WordsOf(const std::string& line) {
  std::vector<std::pair<size_t, std::string>> words;
  for (size_t i = 0; i < line.size();) {
    if (!IsWordCharacter(line[i])) {
      ++i;
      continue;
    }
    size_t end = i;
    while (end < line.size() && IsWordCharacter(line[end])) ++end;
    words.emplace_back(i, line.substr(i, end - i));
    i = end;
  }
  return words;
}

std::string ReplaceWord(std::string line, const std::string& from, const std::string& to) {
  const std::vector<std::pair<size_t, std::string>> words = WordsOf(line);
  for (size_t i = words.size(); i > 0; --i) {
    if (words[i - 1].second == from) line.replace(words[i - 1].first, from.size(), to);
  }
  return line;
}

int DepthChange(const std::string& line) {
  return static_cast<int>(std::count(line.begin(), line.end(), '{')) -
         static_cast<int>(std::count(line.begin(), line.end(), '}'));
}

std::string Indentation(const std::string& line) {
  return line.substr(0, line.size() - absl::StripLeadingAsciiWhitespace(line).size());
}

std::string BaseName(const std::string& path) {
  const size_t slash = path.rfind('/');
  return slash == std::string::npos ? path : path.substr(slash + 1);
}

}  // namespace

Editor::Editor(Project* project, std::vector<std::string> headers)
    : project_(project), headers_(std::move(headers)) {}

const std::vector<Editor::Kind>& Editor::Kinds() {
  static const std::vector<Kind>& kinds = *new std::vector<Kind>{
      {4, &Editor::InsertComment},   {3, &Editor::InsertBlankLine},    {4, &Editor::Reformat},
      {6, &Editor::DeleteStatement}, {4, &Editor::DuplicateStatement}, {4, &Editor::MoveStatement},
      {5, &Editor::DropLock},        {5, &Editor::TakeLock},           {3, &Editor::SwapFunctions},
      {2, &Editor::MoveFunction},    {1, &Editor::DeleteFunction},     {4, &Editor::AddFunction},
      {4, &Editor::ChangeNumber},    {4, &Editor::RenameName},         {3, &Editor::RenameFile},
      {3, &Editor::ChangeFlags},     {4, &Editor::ToggleQualifier},    {2, &Editor::AddInclude},
      {2, &Editor::ShadowHeader},    {2, &Editor::DropSource},         {1, &Editor::ChangeModels},
      {1, &Editor::ChangePlait},     {1, &Editor::ChangeNothing},
  };
  return kinds;
}

std::string Editor::Edit(uint32_t seed) {
  random_.seed(seed);
  int total = 0;
  for (const Kind& kind : Kinds()) total += kind.weight;
  for (int tries = 0; tries < 20; ++tries) {
    int at = static_cast<int>(Below(total));
    for (const Kind& kind : Kinds()) {
      at -= kind.weight;
      if (at >= 0) continue;
      std::string done = (this->*kind.make)();
      if (!done.empty()) return done;
      break;
    }
  }
  return "nothing";
}

uint32_t Editor::Below(size_t count) { return random_() % static_cast<uint32_t>(count); }

std::string Editor::AnyFile() {
  const size_t count = project_->sources.size() + headers_.size();
  if (count == 0) return "";
  const size_t at = Below(count);
  return at < headers_.size() ? headers_[at] : project_->sources[at - headers_.size()];
}

std::string Editor::AnySource() {
  return project_->sources.empty() ? "" : project_->sources[Below(project_->sources.size())];
}

Editor::Lines Editor::Read(const std::string& file) const {
  return absl::StrSplit(project_->Read(file), '\n');
}

void Editor::Write(const std::string& file, const Lines& lines) {
  project_->Write(file, absl::StrJoin(lines, "\n"));
}

int Editor::AnyStatement(const Lines& lines) {
  std::vector<int> statements;
  int depth = 0;
  for (size_t i = 0; i < lines.size(); ++i) {
    const std::string line(absl::StripAsciiWhitespace(lines[i]));
    if (depth > 0 && DepthChange(line) == 0 && absl::EndsWith(line, ";")) {
      statements.push_back(static_cast<int>(i));
    }
    depth += DepthChange(line);
  }
  return statements.empty() ? -1 : statements[Below(statements.size())];
}

std::vector<std::pair<int, int>> Editor::Functions(const Lines& lines) {
  std::vector<std::pair<int, int>> functions;
  int depth = 0, begin = -1;
  for (size_t i = 0; i < lines.size(); ++i) {
    if (depth == 0 && absl::EndsWith(lines[i], ") {")) begin = static_cast<int>(i);
    depth += DepthChange(lines[i]);
    if (depth == 0 && begin >= 0) {
      functions.emplace_back(begin, static_cast<int>(i));
      begin = -1;
    }
  }
  return functions;
}

std::string Editor::AnyName(const Lines& lines) {
  static const std::set<std::string>& keywords = *new std::set<std::string>{
      "int",    "void",    "static",  "const", "struct", "return",   "if",
      "else",   "while",   "for",     "char",  "long",   "inline",   "extern",
      "define", "include", "ifndef",  "endif", "sizeof", "unsigned", "main",
      "do",     "enum",    "typedef", "h",     "break",  "continue"};
  std::vector<std::string> names;
  for (const std::string& line : lines) {
    if (absl::StrContains(line, "#include")) continue;
    for (auto& [at, word] : WordsOf(line)) {
      const bool is_name = !std::isdigit(static_cast<unsigned char>(word[0])) &&
                           !absl::StartsWith(word, "pthread") &&
                           !absl::StartsWith(word, "PTHREAD") && !keywords.contains(word);
      if (is_name) names.push_back(std::move(word));
    }
  }
  return names.empty() ? "" : names[Below(names.size())];
}

std::string Editor::InsertComment() {
  const std::string file = AnyFile();
  Lines lines = Read(file);
  const size_t at = Below(lines.size());
  if (at > 0 && absl::EndsWith(lines[at - 1], "\\")) return "";
  lines.insert(lines.begin() + at, OneIn(2) ? "// Note this." : "/* Note\n   this. */");
  Write(file, lines);
  return absl::StrCat("comment in ", file, " at ", at + 1);
}

std::string Editor::InsertBlankLine() {
  const std::string file = AnyFile();
  Lines lines = Read(file);
  const size_t at = Below(lines.size());
  if (at > 0 && absl::EndsWith(lines[at - 1], "\\")) return "";
  lines.insert(lines.begin() + at, "");
  Write(file, lines);
  return absl::StrCat("blank line in ", file, " at ", at + 1);
}

std::string Editor::Reformat() {
  const std::string file = AnyFile();
  Lines lines = Read(file);
  const size_t at = Below(lines.size());
  std::string& line = lines[at];
  if (line.empty() || absl::StrContains(line, "#") || absl::StrContains(line, "\"") ||
      absl::StrContains(line, "//") || absl::EndsWith(line, "\\")) {
    return "";
  }
  const std::vector<std::pair<size_t, std::string>> words = WordsOf(line);
  if (words.empty()) return "";
  line.insert(words[Below(words.size())].first, OneIn(2) ? "\n" : "   ");
  Write(file, lines);
  return absl::StrCat("formatting of ", file, " at ", at + 1);
}

std::string Editor::DeleteStatement() {
  const std::string file = AnyFile();
  Lines lines = Read(file);
  const int at = AnyStatement(lines);
  if (at < 0) return "";
  std::string done = absl::StrCat("delete in ", file, " at ", at + 1, ": ", lines[at]);
  lines.erase(lines.begin() + at);
  Write(file, lines);
  return done;
}

std::string Editor::DuplicateStatement() {
  const std::string file = AnyFile();
  Lines lines = Read(file);
  const int at = AnyStatement(lines);
  if (at < 0) return "";
  lines.insert(lines.begin() + at, lines[at]);
  Write(file, lines);
  return absl::StrCat("duplicate in ", file, " at ", at + 1, ": ", lines[at]);
}

std::string Editor::MoveStatement() {
  const std::string file = AnySource();
  if (file.empty()) return "";
  Lines lines = Read(file);
  const int from = AnyStatement(lines), to = AnyStatement(lines);
  if (from < 0 || from == to) return "";
  const std::string line = lines[from];
  lines.erase(lines.begin() + from);
  lines.insert(lines.begin() + std::min<int>(to, static_cast<int>(lines.size())), line);
  Write(file, lines);
  return absl::StrCat("move in ", file, " from ", from + 1, " to ", to + 1, ": ", line);
}

std::string Editor::DropLock() {
  const std::string file = AnySource();
  if (file.empty()) return "";
  Lines lines = Read(file);
  std::vector<size_t> locks;
  for (size_t i = 0; i < lines.size(); ++i) {
    if (absl::StrContains(lines[i], "lock(&")) locks.push_back(i);
  }
  if (locks.empty()) return "";
  const size_t at = locks[Below(locks.size())];
  std::string done = absl::StrCat("drop in ", file, " at ", at + 1, ": ", lines[at]);
  lines.erase(lines.begin() + static_cast<std::ptrdiff_t>(at));
  Write(file, lines);
  return done;
}

std::string Editor::TakeLock() {
  const std::string file = AnySource();
  if (file.empty()) return "";
  Lines lines = Read(file);
  const int at = AnyStatement(lines);
  if (at < 0) return "";
  const std::string lock = OneIn(2) ? "own_lock" : "other_lock";
  const std::string space = Indentation(lines[at]);
  lines.insert(lines.begin() + at + 1, absl::StrCat(space, "pthread_mutex_unlock(&", lock, ");"));
  lines.insert(lines.begin() + at, absl::StrCat(space, "pthread_mutex_lock(&", lock, ");"));
  lines.insert(lines.begin(),
               {"#include <pthread.h>", absl::StrCat("pthread_mutex_t ", lock, ";")});
  Write(file, lines);
  return absl::StrCat("take ", lock, " in ", file, " at ", at + 1);
}

std::string Editor::SwapFunctions() {
  const std::string file = AnySource();
  if (file.empty()) return "";
  Lines lines = Read(file);
  const std::vector<std::pair<int, int>> functions = Functions(lines);
  if (functions.size() < 2) return "";
  const size_t at = Below(functions.size() - 1);
  const auto [begin, end] = functions[at];
  const auto [next_begin, next_end] = functions[at + 1];
  Lines result(lines.begin(), lines.begin() + begin);
  result.insert(result.end(), lines.begin() + next_begin, lines.begin() + next_end + 1);
  result.insert(result.end(), lines.begin() + end + 1, lines.begin() + next_begin);
  result.insert(result.end(), lines.begin() + begin, lines.begin() + end + 1);
  result.insert(result.end(), lines.begin() + next_end + 1, lines.end());
  Write(file, result);
  return absl::StrCat("swap in ", file, ": ", lines[begin], " and ", lines[next_begin]);
}

std::string Editor::MoveFunction() {
  const std::string from = AnySource(), to = AnySource();
  if (from.empty() || from == to) return "";
  Lines lines = Read(from), others = Read(to);
  const std::vector<std::pair<int, int>> functions = Functions(lines);
  if (functions.empty()) return "";
  const auto [begin, end] = functions[Below(functions.size())];
  std::string done = absl::StrCat("move from ", from, " to ", to, ": ", lines[begin]);
  others.insert(others.end(), lines.begin() + begin, lines.begin() + end + 1);
  lines.erase(lines.begin() + begin, lines.begin() + end + 1);
  Write(from, lines);
  Write(to, others);
  return done;
}

std::string Editor::DeleteFunction() {
  const std::string file = AnyFile();
  Lines lines = Read(file);
  const std::vector<std::pair<int, int>> functions = Functions(lines);
  if (functions.empty()) return "";
  const auto [begin, end] = functions[Below(functions.size())];
  std::string done = absl::StrCat("delete from ", file, ": ", lines[begin]);
  lines.erase(lines.begin() + begin, lines.begin() + end + 1);
  Write(file, lines);
  return done;
}

std::string Editor::AddFunction() {
  const std::string file = AnyFile();
  Lines lines = Read(file);
  const std::string name = absl::StrCat("added_", made_++);
  const std::string type = OneIn(2) ? "static int " : "int ";
  lines.push_back(absl::StrCat("static int ", name, "_calls;"));
  lines.push_back(absl::StrCat(type, name, "(int x) {"));
  lines.push_back(absl::StrCat("  ", name, "_calls += x;"));
  const std::string other = AnyName(lines);
  lines.push_back(OneIn(2) ? absl::StrCat("  ", other, "(x);") : "  x++;");
  lines.push_back("  return x;");
  lines.push_back("}");
  Write(file, lines);
  return absl::StrCat("add to ", file, ": ", name, " with ", other);
}

std::string Editor::ChangeNumber() {
  const std::string file = AnyFile();
  Lines lines = Read(file);
  std::vector<std::pair<size_t, size_t>> numbers;
  for (size_t i = 0; i < lines.size(); ++i) {
    for (const auto& [at, word] : WordsOf(lines[i])) {
      if (word.size() == 1 && std::isdigit(static_cast<unsigned char>(word[0]))) {
        numbers.emplace_back(i, at);
      }
    }
  }
  if (numbers.empty()) return "";
  const auto [line, at] = numbers[Below(numbers.size())];
  lines[line][at] = static_cast<char>('0' + Below(10));
  Write(file, lines);
  return absl::StrCat("number in ", file, " at ", line + 1, ": ", lines[line]);
}

std::string Editor::RenameName() {
  const std::string file = AnySource();
  if (file.empty()) return "";
  const std::string from = AnyName(Read(file));
  if (from.empty()) return "";
  const std::string to = absl::StrCat("renamed_", made_++);
  std::vector<std::string> files = headers_;
  files.insert(files.end(), project_->sources.begin(), project_->sources.end());
  const bool in_one = OneIn(3);  // then it often breaks the program
  for (const std::string& other : files) {
    if (in_one && other != file) continue;
    Lines lines = Read(other);
    for (std::string& line : lines) {
      if (!absl::StrContains(line, "#include")) line = ReplaceWord(line, from, to);
    }
    Write(other, lines);
  }
  return absl::StrCat("rename ", from, " to ", to, in_one ? " in " + file : "");
}

std::string Editor::RenameFile() {
  const bool is_header = !headers_.empty() && OneIn(3);
  std::vector<std::string>& files = is_header ? headers_ : project_->sources;
  if (files.empty()) return "";
  std::string& file = files[Below(files.size())];
  const std::string from = file;
  const std::string folder = is_header ? "" : OneIn(2) ? "src/" : "";
  const std::string to = absl::StrCat(folder, "file_", made_++, is_header ? ".h" : ".c");
  project_->Rename(from, to);
  file = to;
  const bool in_includes = is_header && !OneIn(4);
  for (const std::string& source : in_includes ? project_->sources : Lines()) {
    project_->Write(source, absl::StrJoin(absl::StrSplit(project_->Read(source), BaseName(from)),
                                          BaseName(to)));
  }
  for (const std::string& header : in_includes ? headers_ : Lines()) {
    project_->Write(header, absl::StrJoin(absl::StrSplit(project_->Read(header), BaseName(from)),
                                          BaseName(to)));
  }
  return absl::StrCat("rename ", from, " to ", to);
}

std::string Editor::ChangeFlags() {
  static constexpr const char* kFlags[] = {"-DNDEBUG", "-DCLIENTS=3", "-DTASKS=4",  "-DUNUSED",
                                           "-O2",      "-std=gnu11",  "-DBUCKETS=4"};
  const std::string file = AnySource();
  if (file.empty()) return "";
  const std::string flag = kFlags[Below(std::size(kFlags))];
  std::vector<std::string>& flags = OneIn(4) ? project_->flags : project_->own_flags[file];
  const auto known = std::find(flags.begin(), flags.end(), flag);
  if (known == flags.end()) {
    flags.push_back(flag);
  } else {
    flags.erase(known);
  }
  return absl::StrCat("toggle ", flag, " for ", &flags == &project_->flags ? "all" : file);
}

std::string Editor::ToggleQualifier() {
  static constexpr const char* kQualifiers[] = {"static ", "const ", "_Thread_local ", "volatile "};
  const std::string file = AnyFile();
  Lines lines = Read(file);
  std::vector<size_t> declarations;
  int depth = 0;
  for (size_t i = 0; i < lines.size(); ++i) {
    if (depth == 0 && !lines[i].empty() && IsWordCharacter(lines[i][0])) declarations.push_back(i);
    depth += DepthChange(lines[i]);
  }
  if (declarations.empty()) return "";
  std::string& line = lines[declarations[Below(declarations.size())]];
  const std::string qualifier = kQualifiers[Below(std::size(kQualifiers))];
  if (const size_t at = line.find(qualifier); at != std::string::npos) {
    line.erase(at, qualifier.size());
  } else {
    line.insert(0, qualifier);
  }
  std::string done = absl::StrCat("toggle ", qualifier, "in ", file, ": ", line);
  Write(file, lines);
  return done;
}

std::string Editor::AddInclude() {
  const std::string file = AnyFile();
  if (headers_.empty() || file.empty()) return "";
  const std::string header = OneIn(5) ? "not_there.h" : BaseName(headers_[Below(headers_.size())]);
  Lines lines = Read(file);
  lines.insert(lines.begin(), absl::StrCat("#include \"", header, "\""));
  Write(file, lines);
  return absl::StrCat("include ", header, " in ", file);
}

std::string Editor::ShadowHeader() {
  if (!shadows_.empty() && OneIn(2)) {
    const std::string shadow = shadows_.back();
    shadows_.pop_back();
    project_->Remove(shadow);
    return absl::StrCat("remove ", shadow);
  }
  if (headers_.empty()) return "";
  const std::string header = headers_[Below(headers_.size())];
  const std::string shadow = absl::StrCat(kShadowFolder, "/", BaseName(header));
  if (std::find(shadows_.begin(), shadows_.end(), shadow) != shadows_.end()) return "";
  project_->Write(shadow, absl::StrCat("// In front.\n", project_->Read(header),
                                       "\nstatic int shadow_of_it(void) { return 1; }\n"));
  shadows_.push_back(shadow);
  return absl::StrCat("shadow ", header);
}

std::string Editor::DropSource() {
  if (!dropped_.empty() && OneIn(2)) {
    project_->sources.push_back(dropped_.back());
    dropped_.pop_back();
    return absl::StrCat("take back ", project_->sources.back());
  }
  if (project_->sources.size() < 3) return "";
  const size_t at = Below(project_->sources.size());
  dropped_.push_back(project_->sources[at]);
  project_->sources.erase(project_->sources.begin() + static_cast<std::ptrdiff_t>(at));
  return absl::StrCat("drop ", dropped_.back());
}

std::string Editor::ChangeModels() {
  project_->user_models = project_->user_models.empty() ? kModels : "";
  project_->Write(
      kModels,
      "name: \"own\"\ndescription: \"Ours.\"\nfunction { name: \"stats_add\" pure: true }\n");
  return absl::StrCat("models: ", project_->user_models);
}

std::string Editor::ChangePlait() {
  project_->build_id = absl::StrCat("build ", Below(3));
  return absl::StrCat("Plait is ", project_->build_id);
}

std::string Editor::ChangeNothing() {
  const std::string file = AnyFile();
  if (file.empty()) return "";
  project_->Write(file, project_->Read(file));
  return absl::StrCat("touch ", file);
}

}  // namespace plait
