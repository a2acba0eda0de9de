#include "driver/project_rules.h"

#include <utility>

#include "absl/flags/flag.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/time/clock.h"
#include "absl/time/time.h"
#include "driver/configure.h"
#include "driver/fail_on.h"
#include "report/source_excerpt.h"
#include "report/suppress.h"

ABSL_FLAG(std::string, fail_on, "", "race, likely, possible or never; likely, with --all possible");

namespace plait {
namespace {

FailOnOptions FailOn(const std::string& root) {
  FailOnOptions options;
  options.project_root = root;
  options.fail_on = absl::GetFlag(FLAGS_fail_on);
  if (options.fail_on.empty()) options.fail_on = absl::GetFlag(FLAGS_all) ? "possible" : "likely";
  // Said on the command line or in the environment it goes before all that the file says.
  if (OriginOf("fail_on").empty() || IsFromConfig("fail_on")) {
    options.ratchet = ProjectConfig().ratchet;
  }
  return options;
}

SuppressionInput InputFor(Setting* setting, const std::string& source_root) {
  SuppressionInput input;
  input.config = &ProjectConfig();
  input.project_root = setting->root;
  input.today = absl::FormatTime("%Y-%m-%d", absl::Now(), absl::LocalTimeZone());
  auto read = [source_root](const std::string& file) { return ReadSource(source_root, file); };
  input.comments = &setting->comments.try_emplace(source_root, std::move(read)).first->second;
  return input;
}

}  // namespace

void SetExcuses(Setting* setting) {
  setting->options.excuses = [setting](const std::vector<std::string>& files,
                                       const std::string& source_root) {
    SuppressionInput input = InputFor(setting, source_root);
    input.sources = files;
    auto excused = std::make_shared<const ExcusedAccesses>(input);
    Excuses result;
    result.digest = excused->digest();
    if (result.digest.empty()) return result;
    result.contain = [excused](const proto::AccessPlace& access, const std::string& variable) {
      return excused->Contains(access, variable);
    };
    return result;
  };
}

absl::Status CheckProjectRules(const Setting& setting) {
  const absl::Status status = CheckFailOn(FailOn(setting.root));
  const std::string word = absl::GetFlag(FLAGS_fail_on);
  // A baseline is named by its file.
  if (status.ok() || !absl::StartsWith(status.message(), absl::StrCat(word, ": choose"))) {
    return status;
  }
  return absl::InvalidArgumentError(absl::StrCat(OriginOf("fail_on"), " ", status.message()));
}

absl::Status ApplyProjectRules(Setting* setting, const std::vector<std::string>& sources,
                               const std::string& source_root, proto::Report* report) {
  SuppressionInput input = InputFor(setting, source_root);
  input.sources = sources;
  input.is_whole_project = setting->is_whole_project;
  ApplySuppressions(input, report);
  return MarkFailures(FailOn(setting->root), report);
}

}  // namespace plait
