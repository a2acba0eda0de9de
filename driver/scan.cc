#include "driver/scan.h"

#include <algorithm>
#include <atomic>
#include <map>
#include <memory>
#include <optional>
#include <utility>

#include "absl/container/flat_hash_set.h"
#include "absl/strings/str_cat.h"
#include "absl/time/clock.h"
#include "absl/time/time.h"
#include "analyzer/ir/digest.h"
#include "analyzer/schedule/parallel_for.h"
#include "analyzer/schedule/scheduler.h"
#include "checkers/data_race.h"
#include "driver/build_id.h"
#include "driver/capture_stage.h"
#include "driver/reuse.h"
#include "driver/stored_summaries.h"
#include "report/fingerprint.h"

namespace plait {
namespace {

double SecondsSince(absl::Time start) { return absl::ToDoubleSeconds(absl::Now() - start); }

proto::Report CheckProgram(AnalysedProgram* analysed, const ModelRegistry& models,
                           const ScanOptions& options);

class Run {
 public:
  Run(const std::vector<frontend::CompileCommand>& commands, const ModelRegistry& models,
      Store* store, const ScanOptions& options)
      : commands_(commands), models_(models), store_(store), options_(options) {}

  absl::Status Capture() {
    if (commands_.empty()) {
      return absl::InvalidArgumentError(
          "nothing to scan: name source files, or a build folder with -p");
    }
    units_ = CaptureUnits(
        commands_, store_, options_, [this] { ReadLastRun(/*whole=*/false); }, damaged_,
        &store_problems_);
    stats_.set_parse_seconds(SecondsSince(start_));
    for (const CapturedUnit& unit : units_) {
      if (unit.was_parsed) stats_.set_units_parsed(stats_.units_parsed() + 1);
    }
    if (options_.source_files != nullptr) *options_.source_files = SourceFiles();
    stats_.set_units(units_.size());
    stats_.set_units_reused(stats_.units() - stats_.units_parsed());
    return absl::OkStatus();
  }

  // Digest of all the report is made from.
  std::string ReportKey() {
    FindExcuses();
    std::string key =
        absl::StrCat(build_, "\n", models_.digest(), "\n",
                     options_.find_witnesses ? "witness\n" : "", excuses_->digest, "\n");
    for (const CapturedUnit& unit : units_) {
      absl::StrAppend(&key, unit.key, " ", unit.record.unit_digest, "\n");
      for (const ProcedureRef& p : unit.record.procedures) {
        absl::StrAppend(&key, p.ir_digest, " ", p.first_line, "\n");
      }
    }
    return ir::Digest128(key);
  }

  bool AllReused() const {
    return std::none_of(units_.begin(), units_.end(),
                        [](const CapturedUnit& unit) { return unit.was_parsed; });
  }

  // `whole`: bodies and summaries of earlier runs are read to the end before anything is made from
  // them. If not, has_met_damage() says after the check whether this run came to nothing.
  AnalysedProgram Analyse(bool whole) {
    const absl::Time start = absl::Now();
    if (store_ != nullptr) {
      LoadUnits(commands_, store_, options_, whole, damaged_, &units_, &store_problems_);
    }
    AnalysedProgram result;
    AddFailedUnits(&result.report);
    std::vector<ProgramUnit> units;
    // In order of path and flags, so that the order of the commands makes no difference.
    std::vector<std::vector<std::string>> build_of(units_.size());
    std::vector<size_t> order(units_.size());
    for (size_t i = 0; i < order.size(); ++i) {
      order[i] = i;
      build_of[i] = frontend::BuildOf(commands_[i]);
    }
    std::sort(order.begin(), order.end(), [&](size_t a, size_t b) {
      return std::tie(units_[a].record.file, build_of[a], units_[a].key) <
             std::tie(units_[b].record.file, build_of[b], units_[b].key);
    });
    for (size_t i : order) {
      units.push_back(std::move(units_[i].code));
      units.back().build = std::move(build_of[i]);
    }
    ParallelFor(options_.jobs, 2, [&](size_t i) {
      if (i == 0) {
        result.program = std::make_unique<Program>(std::move(units));
      } else if (store_ != nullptr) {
        StoreUnits(store_, &units_, &store_problems_);
        if (whole || stored_ == nullptr) ReadLastRun(whole);
      }
    });
    ScheduleOptions options;
    options.workers = ThreadsOf(options_.jobs);
    options.environment_digest = absl::StrCat(build_, " ", models_.digest());
    if (options_.progress) {
      options.progress = [this](size_t done, size_t total) {
        options_.progress("analysing", done, total);
      };
    }
    const ModelLookup lookup = [this](std::string_view name, bool has_body) {
      return models_.Find(name, has_body);
    };
    ScheduleResult scheduled;
    ParallelFor(options_.jobs, 2, [&](size_t i) {
      if (i == 0) {
        scheduled = AnalyseProgram(*result.program, lookup, stored_.get(), options);
      } else {
        FindExcuses();
      }
    });
    result.excuses = *excuses_;
    result.summaries = std::move(scheduled.summaries);
    inputs_ = std::move(scheduled.inputs);
    order_ = std::move(order);
    stats_.set_procedures(result.program->definitions().size());
    stats_.set_procedures_analysed(scheduled.analysed);
    stats_.set_summaries_reused(scheduled.reused);
    stats_.set_analyse_seconds(SecondsSince(start));
    return result;
  }

  // Writes what Analyse has found.
  void Remember(const AnalysedProgram& analysed) {
    if (stored_ == nullptr) return;
    const absl::Status stored = stored_->Finish();
    NoteStore(stored);
    if (has_met_damage()) return;
    CompareWithLastRun(analysed, stored.ok());
    ShareSummaries(*analysed.program);
  }

  proto::Report AnalyseAndCheck(bool whole) {
    AnalysedProgram analysed = Analyse(whole);
    const absl::Time start = absl::Now();
    proto::Report report;
    ParallelFor(options_.jobs, 2, [&](size_t i) {
      if (i == 0) return Remember(analysed);
      report = CheckProgram(&analysed, models_, options_);
      stats_.set_check_seconds(SecondsSince(start));
    });
    if (options_.remains != nullptr) {
      options_.remains->push_back(std::make_shared<const AnalysedProgram>(std::move(analysed)));
    }
    return report;
  }

  // Gives others the summaries of units that are new, or have a procedure with a new summary.
  void ShareSummaries(const Program& program) {
    if (store_->shared() == nullptr) return;
    std::vector<std::vector<SummaryRef>> summaries(units_.size());
    std::vector<bool> is_new(units_.size());
    for (const Definition& definition : program.definitions()) {
      auto place = stored_->places().find(definition.name);
      if (place == stored_->places().end()) continue;
      const size_t unit = order_[definition.unit];
      summaries[unit].push_back(place->second.summary);
      if (place->second.is_new || units_[unit].was_parsed) is_new[unit] = true;
    }
    for (size_t i = 0; i < units_.size(); ++i) {
      if (is_new[i] && !units_[i].record.inputs.empty()) {
        store_->shared()->ShareSummaries(units_[i].record, summaries[i]);
      }
    }
  }

  void NoteStore(const absl::Status& status) {
    if (!status.ok()) store_problems_.push_back(std::string(status.message()));
  }

  // Counts and times of this run, into a report that may come from an earlier one.
  void AddStats(proto::Report* report) {
    proto::RunStats* stats = report->mutable_stats();
    stats->set_units(stats_.units());
    stats->set_units_parsed(stats_.units_parsed());
    stats->set_units_reused(stats_.units_reused());
    stats->set_procedures_analysed(stats_.procedures_analysed());
    stats->set_summaries_reused(stats_.summaries_reused());
    if (stats_.procedures() > 0) stats->set_procedures(stats_.procedures());
    stats->set_parse_seconds(stats_.parse_seconds());
    stats->set_analyse_seconds(stats_.analyse_seconds());
    stats->set_check_seconds(stats_.check_seconds());
    stats->set_total_seconds(SecondsSince(start_));
  }

  void AddStoreProblems(proto::Report* report) {
    std::map<std::string, uint32_t> counts;  // a damaged store fails at each look
    for (const std::string& problem : store_problems_) ++counts[problem];
    for (const auto& [problem, count] : counts) {
      proto::Reason* reason = report->add_reasons();
      reason->set_kind("store");
      reason->set_text(problem);
      reason->set_count(count);
    }
  }

  bool has_met_damage() const { return *damaged_; }

  proto::RunStats stats_;

 private:
  // After Capture.
  void FindExcuses() {
    if (excuses_) return;
    excuses_ =
        options_.excuses ? options_.excuses(SourceFiles(), options_.project_root) : Excuses();
  }

  void ReadLastRun(bool whole) {
    if (store_ == nullptr) return;
    last_ = FindLastRun(store_);
    stored_ = std::make_unique<StoredSummaries>(
        store_, whole, last_.is_of_today ? &last_.record : nullptr, damaged_);
  }

  // Absolute names are those outside of the project.
  std::vector<std::string> SourceFiles() const {
    absl::flat_hash_set<std::string> files;
    for (const CapturedUnit& unit : units_) {
      for (const FileStamp& input : unit.record.inputs) {
        if (!input.path.empty() && input.path[0] != '/') files.insert(input.path);
      }
    }
    std::vector<std::string> sorted(files.begin(), files.end());
    std::sort(sorted.begin(), sorted.end());
    return sorted;
  }

  void CompareWithLastRun(const AnalysedProgram& analysed, bool are_stored) {
    RunInputs inputs;
    inputs.build = build_;
    inputs.models = models_.digest();
    inputs.root = options_.project_root;
    inputs.commands = &commands_;
    inputs.units = &units_;
    inputs.program = analysed.program.get();
    inputs.summaries = &inputs_;
    inputs.heads = &analysed.summaries;
    if (are_stored) inputs.stored = stored_.get();
    if (options_.reuse != nullptr) *options_.reuse = ExplainReuse(inputs, last_.record);
    NoteStore(PutLastRun(inputs, store_));
  }

  void AddFailedUnits(proto::Report* report) {
    for (const CapturedUnit& unit : units_) {
      if (!unit.failed && unit.record.error_count == 0) continue;
      proto::FailedUnit* failed = report->add_failed_units();
      failed->set_file(unit.record.file);
      failed->set_error_count(std::max<uint32_t>(1, unit.record.error_count));
      failed->set_nothing_parsed(unit.failed);
      for (const std::string& error : unit.errors) failed->add_errors(error);
    }
    std::sort(
        report->mutable_failed_units()->begin(), report->mutable_failed_units()->end(),
        [](const proto::FailedUnit& a, const proto::FailedUnit& b) { return a.file() < b.file(); });
  }

  const std::vector<frontend::CompileCommand>& commands_;
  const ModelRegistry& models_;
  Store* const store_;
  const ScanOptions& options_;
  const std::string build_ = options_.build_id.empty() ? BuildId() : options_.build_id;
  const absl::Time start_ = absl::Now();
  std::vector<CapturedUnit> units_;
  std::optional<Excuses> excuses_;
  std::vector<std::string> store_problems_;
  const DamageFlag damaged_ = std::make_shared<std::atomic<bool>>(false);
  // Of Analyse, for Remember.
  LastRun last_;
  std::unique_ptr<StoredSummaries> stored_;
  std::vector<SummaryInputs> inputs_;
  std::vector<size_t> order_;  // which unit of the run each unit of the program is
};

// Units that failed or were parsed only in part leave the verdict open.
void CountFailedUnits(proto::Report* report) {
  uint32_t with_errors = 0, failed = 0;
  for (const proto::FailedUnit& unit : report->failed_units()) {
    ++(unit.nothing_parsed() ? failed : with_errors);
  }
  report->mutable_stats()->set_units_with_errors(with_errors);
  report->mutable_stats()->set_units_failed(failed);
  if (with_errors + failed == 0) return;
  proto::Reason* reason = report->add_reasons();
  reason->set_kind("unit-errors");
  reason->set_text("source files that could not be parsed in full");
  reason->set_count(with_errors + failed);
  if (report->verdict() == proto::VERDICT_RACE_FREE) report->set_verdict(proto::VERDICT_UNKNOWN);
}

// Takes the failed units over.
proto::Report CheckProgram(AnalysedProgram* analysed, const ModelRegistry& models,
                           const ScanOptions& options) {
  CheckOptions check;
  check.jobs = options.jobs;
  check.is_excused = analysed->excuses.contain;
  check.looks_for_executions = options.find_witnesses;
  check.models = [&](std::string_view name, bool has_body) { return models.Find(name, has_body); };
  proto::Report report = CheckDataRaces(*analysed->program, analysed->summaries, check);
  report.mutable_failed_units()->Swap(analysed->report.mutable_failed_units());
  CountFailedUnits(&report);
  AssignFingerprints(&report);
  report.mutable_stats()->set_procedures(analysed->program->definitions().size());
  return report;
}

}  // namespace

absl::StatusOr<AnalysedProgram> Analyse(const std::vector<frontend::CompileCommand>& commands,
                                        const ModelRegistry& models, Store* store,
                                        const ScanOptions& options) {
  Run run(commands, models, store, options);
  if (absl::Status status = run.Capture(); !status.ok()) return status;
  AnalysedProgram result = run.Analyse(/*whole=*/true);
  run.Remember(result);
  run.AddStats(&result.report);
  return result;
}

proto::Report Check(AnalysedProgram analysed, const ModelRegistry& models,
                    const ScanOptions& options) {
  return CheckProgram(&analysed, models, options);
}

absl::StatusOr<proto::Report> Scan(const std::vector<frontend::CompileCommand>& commands,
                                   const ModelRegistry& models, Store* store,
                                   const ScanOptions& options) {
  auto run = std::make_unique<Run>(commands, models, store, options);
  if (absl::Status status = run->Capture(); !status.ok()) return status;
  if (store != nullptr && run->AllReused()) {
    absl::StatusOr<std::string> bytes = store->FindReport(run->ReportKey());
    proto::Report known;
    if (bytes.ok() && known.ParseFromString(*bytes)) {
      run->stats_.set_summaries_reused(known.stats().procedures());
      run->AddStats(&known);
      if (options.reuse != nullptr) {
        *options.reuse = ReuseReport();
        options.reuse->is_whole = true;
        options.reuse->units = run->stats_.units();
        options.reuse->procedures = known.stats().procedures();
      }
      return known;
    }
  }
  proto::Report report = run->AnalyseAndCheck(/*whole=*/false);
  if (run->has_met_damage()) {
    run = std::make_unique<Run>(commands, models, store, options);
    if (absl::Status status = run->Capture(); !status.ok()) return status;
    report = run->AnalyseAndCheck(/*whole=*/true);
  }
  if (store != nullptr) {
    std::string bytes;
    // Times and counts of this run are not part of what is remembered.
    report.SerializeToString(&bytes);
    run->NoteStore(store->PutReport(run->ReportKey(), bytes));
  }
  run->AddStats(&report);
  run->AddStoreProblems(&report);
  if (options.remains != nullptr) options.remains->push_back(std::move(run));
  return report;
}

}  // namespace plait
