#include "tests/incremental/project.h"

#include <filesystem>
#include <fstream>
#include <sstream>
#include <utility>

#include "absl/strings/str_replace.h"
#include "gtest/gtest.h"

namespace plait {

namespace fs = std::filesystem;

Project::Project(const std::string& name)
    : root_((fs::canonical(testing::TempDir()) / name).string()) {
  fs::remove_all(root_);
  fs::create_directories(root_);
}

void Project::Write(const std::string& path, const std::string& text) const {
  const fs::path file = fs::path(root_) / path;
  fs::create_directories(file.parent_path());
  std::ofstream(file, std::ios::binary) << text;
}

std::string Project::Read(const std::string& path) const {
  std::ostringstream text;
  text << std::ifstream(fs::path(root_) / path, std::ios::binary).rdbuf();
  return text.str();
}

void Project::Remove(const std::string& path) const { fs::remove_all(fs::path(root_) / path); }

void Project::Rename(const std::string& from, const std::string& to) const {
  const fs::path target = fs::path(root_) / to;
  fs::create_directories(target.parent_path());
  fs::rename(fs::path(root_) / from, target);
}

void Project::Replace(const std::string& path, const std::string& from,
                      const std::string& to) const {
  const std::string text = Read(path);
  EXPECT_NE(text.find(from), std::string::npos) << path << " has no " << from;
  Write(path, absl::StrReplaceAll(text, {{from, to}}));
}

Project::Result Project::Scan(Store* store) const {
  Result result;
  ScanOptions options = Options();
  options.reuse = &result.reuse;
  absl::StatusOr<proto::Report> report = plait::Scan(Commands(), Models(), store, options);
  EXPECT_TRUE(report.ok()) << report.status();
  if (report.ok()) result.report = *std::move(report);
  return result;
}

absl::StatusOr<Verification> Project::Verify(Store* store, const proto::Report& report) const {
  return VerifyAgainstClean(Commands(), Models(), store, Options(), report);
}

proto::Report Project::CleanReport() const {
  absl::StatusOr<proto::Report> report = plait::Scan(Commands(), Models(), nullptr, Options());
  EXPECT_TRUE(report.ok()) << report.status();
  return report.ok() ? *std::move(report) : proto::Report();
}

AnalysedProgram Project::CleanProgram() const {
  absl::StatusOr<AnalysedProgram> analysed = Analyse(Commands(), Models(), nullptr, Options());
  EXPECT_TRUE(analysed.ok()) << analysed.status();
  return analysed.ok() ? *std::move(analysed) : AnalysedProgram();
}

proto::Report Project::ReportOf(AnalysedProgram clean) const {
  proto::Report report = Check(std::move(clean), Models(), Options());
  report.mutable_stats()->set_units(static_cast<uint32_t>(sources.size()));
  return report;
}

std::vector<frontend::CompileCommand> Project::Commands() const {
  std::vector<frontend::CompileCommand> commands;
  for (const std::string& source : sources) {
    std::vector<std::string> words = flags;
    if (const auto own = own_flags.find(source); own != own_flags.end()) {
      words.insert(words.end(), own->second.begin(), own->second.end());
    }
    commands.push_back(frontend::FixedCommand(root_, source, words));
  }
  return commands;
}

ModelRegistry Project::Models() const {
  std::vector<std::string> files;
  if (!user_models.empty()) files.push_back(root_ + "/" + user_models);
  absl::StatusOr<ModelRegistry> models = ModelRegistry::WithUserFiles(files);
  EXPECT_TRUE(models.ok()) << models.status();
  return *std::move(models);
}

ScanOptions Project::Options() const {
  ScanOptions options;
  options.project_root = root_;
  options.jobs = 1;
  options.find_witnesses = find_witnesses;
  options.build_id = build_id;
  return options;
}

}  // namespace plait
