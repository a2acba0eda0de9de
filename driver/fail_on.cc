#include "driver/fail_on.h"

#include <algorithm>
#include <filesystem>
#include <map>
#include <optional>
#include <set>
#include <utility>

#include "absl/status/statusor.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "report/json_reader.h"

namespace plait {
namespace {

namespace fs = std::filesystem;

// The lowest confidence that fails; none of "never".
std::optional<proto::Confidence> Threshold(const std::string& word) {
  if (word == "race") return proto::CONFIDENCE_RACE;
  if (word == "likely") return proto::CONFIDENCE_LIKELY;
  if (word == "possible") return proto::CONFIDENCE_POSSIBLE;
  return std::nullopt;
}

// The fingerprints in a report of --format json.
absl::StatusOr<std::set<std::string>> ReadFingerprints(const std::string& path) {
  absl::StatusOr<proto::Report> report = ReadJsonFile(path);
  if (!report.ok()) {
    return absl::InvalidArgumentError(absl::StrCat("baseline ", report.status().message()));
  }
  std::set<std::string> fingerprints;
  for (const proto::Race& race : report->races()) fingerprints.insert(race.fingerprint());
  return fingerprints;
}

class Judge {
 public:
  explicit Judge(const FailOnOptions& options) : options_(options) {}

  absl::Status ReadBaselines() {
    for (const RatchetRule& rule : options_.ratchet) {
      if (rule.baseline.empty() || baselines_.contains(rule.baseline)) continue;
      absl::StatusOr<std::set<std::string>> known = ReadFingerprints(rule.baseline);
      if (!known.ok()) return known.status();
      baselines_[rule.baseline] = *std::move(known);
    }
    return absl::OkStatus();
  }

  bool Fails(const proto::Race& race, const proto::Report& report) const {
    if (race.has_suppression()) return false;
    if (report.compared() && race.baseline_state() != proto::BASELINE_INTRODUCED) return false;
    return FailsAt(race, race.first()) || FailsAt(race, race.second());
  }

 private:
  const RatchetRule* RuleFor(const std::string& file) const {
    const std::string path = (fs::path(options_.project_root) / file).string();
    const RatchetRule* best = nullptr;
    for (const RatchetRule& rule : options_.ratchet) {
      const bool is_below = path == rule.path || rule.path == "/" ||
                            absl::StartsWith(path, absl::StrCat(rule.path, "/"));
      if (is_below && (best == nullptr || rule.path.size() > best->path.size())) best = &rule;
    }
    return best;
  }

  bool FailsAt(const proto::Race& race, const proto::Access& access) const {
    const RatchetRule* rule = RuleFor(access.location().file());
    const auto threshold = Threshold(rule == nullptr ? options_.fail_on : rule->fail_on);
    if (!threshold.has_value() || race.confidence() < *threshold) return false;
    if (rule == nullptr || rule->baseline.empty()) return true;
    return !baselines_.at(rule->baseline).contains(race.fingerprint());
  }

  const FailOnOptions& options_;
  std::map<std::string, std::set<std::string>> baselines_;  // fingerprints by file
};

}  // namespace

absl::Status CheckFailOn(const FailOnOptions& options) {
  const std::vector<std::string>& words = FailOnWords();
  if (std::find(words.begin(), words.end(), options.fail_on) == words.end()) {
    return absl::InvalidArgumentError(
        absl::StrCat(options.fail_on, ": choose one of ", absl::StrJoin(words, ", ")));
  }
  return Judge(options).ReadBaselines();
}

absl::Status MarkFailures(const FailOnOptions& options, proto::Report* report) {
  if (absl::Status status = CheckFailOn(options); !status.ok()) return status;
  Judge judge(options);
  if (absl::Status status = judge.ReadBaselines(); !status.ok()) return status;
  for (proto::Race& race : *report->mutable_races()) {
    race.set_fails_run(judge.Fails(race, *report));
  }
  return absl::OkStatus();
}

}  // namespace plait
