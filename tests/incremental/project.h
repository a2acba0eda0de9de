// A small C project in a folder of its own, for tests that edit it between runs.
#ifndef PLAIT_TESTS_INCREMENTAL_PROJECT_H_
#define PLAIT_TESTS_INCREMENTAL_PROJECT_H_

#include <map>
#include <string>
#include <vector>

#include "analyzer/models/model_registry.h"
#include "driver/reuse.h"
#include "driver/scan.h"
#include "driver/verify.h"
#include "frontend/compile_commands.h"
#include "proto/report.pb.h"
#include "summaries/store.h"

namespace plait {

class Project {
 public:
  // In a new, empty folder below that of the test's temporary files.
  explicit Project(const std::string& name);

  const std::string& root() const { return root_; }

  // Files by path below the root. Write makes folders as needed.
  void Write(const std::string& path, const std::string& text) const;
  std::string Read(const std::string& path) const;
  void Remove(const std::string& path) const;
  void Rename(const std::string& from, const std::string& to) const;
  void Replace(const std::string& path, const std::string& from, const std::string& to) const;

  struct Result {
    proto::Report report;
    ReuseReport reuse;
  };
  // A run over `sources`, all with `flags`.
  Result Scan(Store* store) const;
  absl::StatusOr<Verification> Verify(Store* store, const proto::Report& report) const;
  // A run that knows of nothing before it.
  proto::Report CleanReport() const;
  AnalysedProgram CleanProgram() const;
  proto::Report ReportOf(AnalysedProgram clean) const;

  std::vector<std::string> sources;
  std::vector<std::string> flags;
  std::map<std::string, std::vector<std::string>> own_flags;  // by source, besides `flags`
  std::string build_id = "a build";
  std::string user_models;  // path of a file of models below the root, if there is one
  bool find_witnesses = false;

 private:
  std::vector<frontend::CompileCommand> Commands() const;
  ModelRegistry Models() const;
  ScanOptions Options() const;

  std::string root_;
};

}  // namespace plait

#endif  // PLAIT_TESTS_INCREMENTAL_PROJECT_H_
