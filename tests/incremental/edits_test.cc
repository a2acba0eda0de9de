// Random edits of C projects: after each one the report with what earlier runs left is that of a
// clean run, byte for byte, and what is analysed again had a changed input. A failure is shrunk to
// the edits it needs.
//
// More than the tests of every day:
//   bazel test //tests/incremental:edits_test --test_env=PLAIT_EDITS=2000 --test_env=PLAIT_SEED=7
// and of a program of others, whose sources and headers are in one folder:
//   bazel test //tests/incremental:edits_test --test_env=PLAIT_EDITS_PROJECT=/src/memcached \
//     --test_env=PLAIT_EDITS_FLAGS="-DHAVE_CONFIG_H -pthread"
#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/strings/str_split.h"
#include "analyzer/ir/analysed_form.h"
#include "analyzer/ir/codec.h"
#include "driver/verify.h"
#include "gtest/gtest.h"
#include "summaries/memory_store.h"
#include "summaries/summary_codec.h"
#include "tests/incremental/editor.h"
#include "tests/incremental/project.h"

namespace plait {
namespace {

namespace fs = std::filesystem;

uint32_t FromEnvironment(const char* name, uint32_t otherwise) {
  const char* text = std::getenv(name);
  uint32_t number = 0;
  return text != nullptr && absl::SimpleAtoi(text, &number) ? number : otherwise;
}

constexpr char kGivenProject[] = "PLAIT_EDITS_PROJECT";

// What a clean run knows of each definition, to judge what an incremental one did.
struct Known {
  std::string code;     // of the body, as the analysis sees it
  std::string summary;  // bytes
  std::vector<std::string> mentioned;
};

std::map<std::string, Known> KnownOf(const AnalysedProgram& analysed) {
  std::map<std::string, Known> known;
  const std::vector<Definition>& definitions = analysed.program->definitions();
  for (size_t d = 0; d < definitions.size(); ++d) {
    Known& entry = known[absl::StrCat(definitions[d].file(), ":", definitions[d].display_name())];
    entry.code += ir::CanonicalBytes(ir::AnalysedForm(definitions[d].body()));
    entry.summary += EncodeSummary(analysed.summaries[d]->get());
    const MentionedFunctions mentions = analysed.program->MentionsOf(definitions[d]);
    for (const std::vector<Name>* names : {&mentions.called, &mentions.referred}) {
      for (Name name : *names) {
        for (uint32_t to : analysed.program->Resolve(definitions[d].unit, name)) {
          entry.mentioned.push_back(
              absl::StrCat(definitions[to].file(), ":", definitions[to].display_name()));
        }
      }
    }
  }
  return known;
}

class History {
 public:
  explicit History(const std::string& base) : project_("edits") {
    std::vector<std::string> headers;
    std::set<std::string> files;
    const char* given = std::getenv(kGivenProject);
    const fs::path folder =
        given != nullptr ? fs::path(given) : fs::path("tests/incremental/projects") / base;
    for (const fs::directory_entry& entry : fs::directory_iterator(folder)) {
      const std::string ending = entry.path().extension().string();
      if (ending == ".h" || ending == ".c" || ending == ".cc" || ending == ".cpp") {
        files.insert(entry.path().filename().string());
      }
    }
    for (const std::string& file : files) {
      std::ostringstream text;
      text << std::ifstream(folder / file).rdbuf();
      project_.Write(file, text.str());
      (file.ends_with(".h") ? headers : project_.sources).push_back(file);
    }
    project_.flags = {"-Ishadow", "-I."};
    const char* flags = std::getenv("PLAIT_EDITS_FLAGS");
    for (absl::string_view flag :
         absl::StrSplit(flags == nullptr ? "" : flags, ' ', absl::SkipEmpty())) {
      project_.flags.emplace_back(flag);
    }
    editor_ = std::make_unique<Editor>(&project_, headers);
    Scan();
  }

  // Returns what was done.
  std::string Edit(uint32_t seed) {
    project_.find_witnesses = seed % 8 == 0;
    return editor_->Edit(seed);
  }

  // Without looking at the result.
  void Scan() {
    if (!project_.Scan(store_.get()).reuse.is_whole) before_ = KnownOf(project_.CleanProgram());
  }

  // A run and what is wrong with it; "" if nothing is.
  std::string ScanAndCheck() {
    const Project::Result result = project_.Scan(store_.get());
    AnalysedProgram analysed = project_.CleanProgram();
    std::map<std::string, Known> now = KnownOf(analysed);
    const proto::Report clean = project_.ReportOf(std::move(analysed));
    analysed_ += result.reuse.analysed.size();
    procedures_ += result.reuse.procedures;
    if (WithoutWork(result.report).SerializeAsString() != WithoutWork(clean).SerializeAsString()) {
      return absl::StrCat("incremental:\n", WithoutWork(result.report).DebugString(), "\nclean:\n",
                          WithoutWork(clean).DebugString());
    }
    std::vector<std::string> wrong;
    for (const NotReused& entry : result.reuse.analysed) {
      if (!IsJustified(entry, now)) {
        wrong.push_back(absl::StrCat(entry.name, " (", entry.file, "): ", entry.why));
      }
    }
    if (!result.reuse.is_whole) before_ = std::move(now);
    return absl::StrJoin(wrong, "\n");
  }

  size_t analysed() const { return analysed_; }
  size_t procedures() const { return procedures_; }

 private:
  // Whether two clean runs say the same as the reason that was given.
  bool IsJustified(const NotReused& entry, const std::map<std::string, Known>& now) const {
    if (entry.kind == "not in the store") return false;
    const std::string key = absl::StrCat(entry.file, ":", entry.name);
    const auto is = now.find(key);
    if (is == now.end()) return false;
    const auto was = before_.find(key);
    if (entry.kind == "code changed" || entry.kind == "names changed") {
      return was == before_.end() || was->second.code != is->second.code;
    }
    if (entry.kind == "summary changed") {
      return std::any_of(
          is->second.mentioned.begin(), is->second.mentioned.end(), [&](const std::string& callee) {
            const auto other = before_.find(callee);
            return other == before_.end() || other->second.summary != now.at(callee).summary;
          });
    }
    return true;
  }

  Project project_;
  std::unique_ptr<Editor> editor_;
  const std::unique_ptr<Store> store_ = NewMemoryStore();
  std::map<std::string, Known> before_;  // in the last run that looked into anything
  size_t analysed_ = 0, procedures_ = 0;
};

// What is wrong after the last of the edits.
std::string Replay(const std::string& base, const std::vector<uint32_t>& seeds,
                   std::string* description) {
  History run(base);
  description->clear();
  for (size_t i = 0; i < seeds.size(); ++i) {
    absl::StrAppend(description, "  ", run.Edit(seeds[i]), "\n");
    if (i + 1 < seeds.size()) run.Scan();
  }
  return run.ScanAndCheck();
}

// Leaves out edits as long as something stays wrong.
std::string Shrink(const std::string& base, std::vector<uint32_t> seeds) {
  std::string description;
  for (size_t chunk = std::max<size_t>(1, seeds.size() / 2); chunk > 0; chunk /= 2) {
    for (size_t at = 0; at + 1 < seeds.size();) {
      std::vector<uint32_t> fewer = seeds;
      const size_t end = std::min(at + chunk, seeds.size() - 1);
      fewer.erase(fewer.begin() + static_cast<std::ptrdiff_t>(at),
                  fewer.begin() + static_cast<std::ptrdiff_t>(end));
      if (Replay(base, fewer, &description).empty()) {
        at += chunk;
      } else {
        seeds = std::move(fewer);
      }
    }
  }
  const std::string problem = Replay(base, seeds, &description);
  return absl::StrCat("after these edits of ", base, ":\n", description, problem);
}

class EditsTest : public testing::TestWithParam<const char*> {};

TEST_P(EditsTest, TheReportIsThatOfACleanRun) {
  const uint32_t count = FromEnvironment("PLAIT_EDITS", 120);
  std::mt19937 random(FromEnvironment("PLAIT_SEED", 1));
  History run(GetParam());
  std::vector<uint32_t> seeds;
  for (uint32_t i = 0; i < count; ++i) {
    seeds.push_back(static_cast<uint32_t>(random()));
    const std::string done = run.Edit(seeds.back());
    const std::string problem = run.ScanAndCheck();
    if (problem.empty()) continue;
    FAIL() << "edit " << i << ", " << done << ":\n"
           << problem << "\n\n"
           << Shrink(GetParam(), seeds);
  }
  RecordProperty("analysed", static_cast<int>(run.analysed()));
  EXPECT_LT(run.analysed(), run.procedures()) << "nothing was ever reused";
}

std::vector<const char*> Projects() {
  if (std::getenv(kGivenProject) != nullptr) return {"given"};
  return {"pool", "cache", "jobs"};
}

INSTANTIATE_TEST_SUITE_P(Projects, EditsTest, testing::ValuesIn(Projects()),
                         [](const auto& info) { return std::string(info.param); });

}  // namespace
}  // namespace plait
