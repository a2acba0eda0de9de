#include "tests/annotations.h"

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "absl/strings/strip.h"

namespace plait {
namespace {

namespace fs = std::filesystem;

void AddAnnotation(Annotation::Kind kind, const std::string& file, int line, absl::string_view text,
                   AnnotatedProgram* program) {
  text = absl::StripAsciiWhitespace(text);
  // Names may have colons in them.
  text = text.substr(0, text.find(' '));
  absl::ConsumeSuffix(&text, ":");
  program->annotations.push_back({kind, file, line, std::string(text)});
}

void ReadFile(const fs::path& path, const fs::path& folder, AnnotatedProgram* program) {
  const std::string relative = path.lexically_relative(folder).string();
  std::ifstream in(path);
  std::string line;
  for (int number = 1; std::getline(in, line); ++number) {
    const size_t comment = line.find("//");
    if (comment == std::string::npos) continue;
    // Several annotations may stand on one line, each with its own "//".
    for (absl::string_view part : absl::StrSplit(line.substr(comment + 2), "//")) {
      part = absl::StripAsciiWhitespace(part);
      if (absl::ConsumePrefix(&part, "RACE! ")) {
        AddAnnotation(Annotation::Kind::kRace, relative, number, part, program);
      } else if (absl::ConsumePrefix(&part, "FALSE-ALARM ")) {
        AddAnnotation(Annotation::Kind::kFalseAlarm, relative, number, part, program);
      } else if (absl::ConsumePrefix(&part, "MISSED ")) {
        AddAnnotation(Annotation::Kind::kMissed, relative, number, part, program);
      } else if (absl::StartsWith(part, "VERDICT: unknown")) {
        program->may_be_unknown = true;
      } else if (absl::StartsWith(part, "TODAY: unknown")) {
        program->is_unknown_today = true;
      } else if (absl::StartsWith(part, "TSAN: silent")) {
        program->tsan_silent = true;
      } else if (absl::ConsumePrefix(&part, "FLAGS: ")) {
        for (absl::string_view flag : absl::StrSplit(part, ' ', absl::SkipEmpty())) {
          program->flags.emplace_back(flag);
        }
      }
    }
  }
}

}  // namespace

bool AnnotatedProgram::is_racy() const {
  return std::any_of(annotations.begin(), annotations.end(),
                     [](const Annotation& a) { return a.kind != Annotation::Kind::kFalseAlarm; });
}

std::ostream& operator<<(std::ostream& out, const AnnotatedProgram& program) {
  return out << program.name;
}

std::vector<AnnotatedProgram> FindPrograms(const std::string& folder) {
  std::vector<AnnotatedProgram> programs;
  std::vector<fs::path> files;
  for (const fs::directory_entry& entry : fs::recursive_directory_iterator(folder)) {
    const auto extension = entry.path().extension();
    if (extension == ".c" || extension == ".cc" || extension == ".h") files.push_back(entry.path());
  }
  std::sort(files.begin(), files.end());
  for (const fs::path& file : files) {
    const fs::path relative = file.lexically_relative(folder);
    const bool several = *relative.begin() == "multi";
    const std::string name = several ? relative.parent_path().string()
                                     : (relative.parent_path() / relative.stem()).string();
    if (programs.empty() || programs.back().name != name) {
      programs.emplace_back();
      programs.back().name = name;
    }
    if (file.extension() != ".h") programs.back().files.push_back(file.string());
    ReadFile(file, folder, &programs.back());
  }
  return programs;
}

std::string ProgramsFolder() {
  const char* sources = std::getenv("TEST_SRCDIR");
  const char* workspace = std::getenv("TEST_WORKSPACE");
  if (sources == nullptr || workspace == nullptr) return fs::absolute("tests/programs").string();
  // The runfiles are links to the sources: reports name the files by where they really are.
  const fs::path link = absl::StrCat(sources, "/", workspace, "/tests/programs");
  const fs::path one = "locks/same_mutex_excludes.c";
  return fs::canonical(link / one).parent_path().parent_path().string();
}

}  // namespace plait
