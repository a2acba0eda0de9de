#include "driver/scan.h"

#include <algorithm>
#include <atomic>
#include <map>
#include <memory>
#include <thread>
#include <utility>

#include "absl/container/flat_hash_map.h"
#include "absl/container/flat_hash_set.h"
#include "absl/strings/str_cat.h"
#include "absl/time/clock.h"
#include "absl/time/time.h"
#include "analyzer/ir/digest.h"
#include "analyzer/schedule/scheduler.h"
#include "checkers/data_race.h"
#include "driver/build_id.h"
#include "driver/capture_stage.h"
#include "driver/reuse.h"
#include "report/fingerprint.h"
#include "summaries/summary_codec.h"

namespace plait {
namespace {

double SecondsSince(absl::Time start) { return absl::ToDoubleSeconds(absl::Now() - start); }

// Summaries of earlier runs, by key.
class StoredSummaries final : public SummaryCache {
 public:
  // `whole`: summaries are read to the end at once, and those that are damaged not found.
  StoredSummaries(Store* store, bool whole) : store_(store), whole_(whole) {}

  std::shared_ptr<const LazySummary> Find(const std::string& key, std::string* interface) override {
    absl::StatusOr<std::string> found = store_->FindSummary(key);
    if (!found.ok()) return nullptr;
    absl::StatusOr<std::string> bytes = store_->GetBlob(BlobKind::kSummary, *found);
    if (!bytes.ok()) return nullptr;
    *interface = InterfaceDigest(*bytes);
    const auto damaged = whole_ ? std::make_shared<std::atomic<bool>>(false) : damaged_;
    absl::StatusOr<std::shared_ptr<const LazySummary>> summary =
        LazySummary::FromBytes(*std::move(bytes), damaged);
    if (!summary.ok()) return nullptr;
    if (whole_) (*summary)->get();
    if (whole_ && *damaged) return nullptr;
    Note((*summary)->head().procedure, key, *found, /*is_new=*/false);
    return *std::move(summary);
  }

  std::string Put(const std::string& key, const Summary& summary) override {
    std::string bytes = EncodeSummary(summary);
    std::string digest = ir::Digest128(bytes);
    std::string interface = InterfaceDigest(bytes);
    // Perhaps made from a summary that could not be read.
    if (*damaged_) return interface;
    Note(summary.procedure, key, digest, /*is_new=*/true);
    absl::MutexLock lock(&mutex_);
    pending_.push_back({key, {BlobKind::kSummary, digest, std::move(bytes)}});
    if (pending_.size() >= kBatch) Flush();
    return interface;
  }

  absl::Status Finish() {
    absl::MutexLock lock(&mutex_);
    Flush();
    return status_;
  }

  // Whether a summary that was given out turned out to be damaged.
  const std::shared_ptr<std::atomic<bool>>& damaged() const { return damaged_; }

  // Where the summary of a definition is.
  struct Place {
    SummaryRef summary;
    bool is_new = false;  // made in this run
  };
  // By name of the definition. Not while others find and put.
  const absl::flat_hash_map<Name, Place>& places() const ABSL_NO_THREAD_SAFETY_ANALYSIS {
    return places_;
  }

 private:
  static constexpr size_t kBatch = 500;  // one transaction each: a killed run loses little

  void Note(Name definition, const std::string& key, const std::string& digest, bool is_new) {
    if (store_->shared() == nullptr) return;
    absl::MutexLock lock(&mutex_);
    places_[definition] = {{key, digest}, is_new};
  }

  void Flush() ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_) {
    if (pending_.empty()) return;
    status_.Update(store_->PutSummaries(pending_));
    pending_.clear();
  }

  Store* const store_;
  const bool whole_;
  const std::shared_ptr<std::atomic<bool>> damaged_ = std::make_shared<std::atomic<bool>>(false);
  absl::Mutex mutex_;
  std::vector<std::pair<std::string, Blob>> pending_ ABSL_GUARDED_BY(mutex_);
  absl::Status status_ ABSL_GUARDED_BY(mutex_);
  absl::flat_hash_map<Name, Place> places_ ABSL_GUARDED_BY(mutex_);
};

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
    units_ = CaptureUnits(commands_, store_, options_, /*load=*/true, &store_problems_);
    stats_.set_parse_seconds(SecondsSince(start_));
    for (const CapturedUnit& unit : units_) {
      if (unit.was_parsed) stats_.set_units_parsed(stats_.units_parsed() + 1);
    }
    if (options_.source_files != nullptr || options_.excuses) {
      const std::vector<std::string> files = SourceFiles();
      if (options_.excuses) excuses_ = options_.excuses(files, options_.project_root);
      if (options_.source_files != nullptr) *options_.source_files = files;
    }
    stats_.set_units(units_.size());
    stats_.set_units_reused(stats_.units() - stats_.units_parsed());
    return absl::OkStatus();
  }

  // Digest of all the report is made from.
  std::string ReportKey() const {
    std::string key =
        absl::StrCat(build_, "\n", models_.digest(), "\n",
                     options_.find_witnesses ? "witness\n" : "", excuses_.digest, "\n");
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

  // `whole`: summaries of earlier runs are read to the end before anything is made from them. If
  // not, has_met_damage() says after the check whether this run came to nothing.
  AnalysedProgram Analyse(bool whole) {
    const absl::Time start = absl::Now();
    if (store_ != nullptr) LoadUnits(commands_, store_, options_, &units_, &store_problems_);
    AnalysedProgram result;
    result.excuses = excuses_;
    AddFailedUnits(&result.report);
    std::vector<ir::Unit> units;
    std::vector<std::vector<std::string>> digests, builds;
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
      units.push_back(std::move(units_[i].unit));
      digests.push_back(std::move(units_[i].procedure_digests));
      builds.push_back(std::move(build_of[i]));
    }
    result.program = std::make_unique<Program>(std::move(units), digests, builds);
    ScheduleOptions options;
    options.workers = options_.jobs > 0 ? options_.jobs : DefaultJobs();
    options.environment_digest = absl::StrCat(build_, " ", models_.digest());
    if (options_.progress) {
      options.progress = [this](size_t done, size_t total) {
        options_.progress("analysing", done, total);
      };
    }
    const ModelLookup lookup = [this](std::string_view name, bool has_body) {
      return models_.Find(name, has_body);
    };
    std::unique_ptr<StoredSummaries> cache;
    if (store_ != nullptr) cache = std::make_unique<StoredSummaries>(store_, whole);
    ScheduleResult scheduled = AnalyseProgram(*result.program, lookup, cache.get(), options);
    if (cache != nullptr) {
      damaged_ = cache->damaged();
      NoteStore(cache->Finish());
      if (!has_met_damage()) {
        CompareWithLastRun(*result.program, scheduled.inputs);
        ShareSummaries(*result.program, order, *cache);
      }
    }
    result.summaries = std::move(scheduled.summaries);
    stats_.set_procedures(result.program->definitions().size());
    stats_.set_procedures_analysed(scheduled.analysed);
    stats_.set_summaries_reused(scheduled.reused);
    stats_.set_analyse_seconds(SecondsSince(start));
    return result;
  }

  proto::Report AnalyseAndCheck(bool whole) {
    AnalysedProgram analysed = Analyse(whole);
    const absl::Time start = absl::Now();
    proto::Report report = Check(std::move(analysed), models_, options_);
    stats_.set_check_seconds(SecondsSince(start));
    return report;
  }

  // Gives others the summaries of units that are new, or have a procedure with a new summary.
  // `order` says which unit of the run a unit of the program is.
  void ShareSummaries(const Program& program, const std::vector<size_t>& order,
                      const StoredSummaries& cache) {
    if (store_->shared() == nullptr) return;
    std::vector<std::vector<SummaryRef>> summaries(units_.size());
    std::vector<bool> is_new(units_.size());
    for (const Definition& definition : program.definitions()) {
      auto place = cache.places().find(definition.name);
      if (place == cache.places().end()) continue;
      const size_t unit = order[definition.unit];
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

  bool has_met_damage() const { return damaged_ != nullptr && *damaged_; }

  static int DefaultJobs();

  proto::RunStats stats_;
  Excuses excuses_;

 private:
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

  void CompareWithLastRun(const Program& program, const std::vector<SummaryInputs>& summaries) {
    RunInputs inputs;
    inputs.build = build_;
    inputs.models = models_.digest();
    inputs.root = options_.project_root;
    inputs.commands = &commands_;
    inputs.units = &units_;
    inputs.program = &program;
    inputs.summaries = &summaries;
    if (options_.reuse != nullptr) *options_.reuse = ExplainReuse(inputs, FindLastRun(store_));
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
  std::vector<std::string> store_problems_;
  std::shared_ptr<std::atomic<bool>> damaged_;
};

int Run::DefaultJobs() { return std::max(1u, std::thread::hardware_concurrency()); }

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

}  // namespace

absl::StatusOr<AnalysedProgram> Analyse(const std::vector<frontend::CompileCommand>& commands,
                                        const ModelRegistry& models, Store* store,
                                        const ScanOptions& options) {
  Run run(commands, models, store, options);
  if (absl::Status status = run.Capture(); !status.ok()) return status;
  AnalysedProgram result = run.Analyse(/*whole=*/true);
  run.AddStats(&result.report);
  return result;
}

proto::Report Check(AnalysedProgram analysed, const ModelRegistry& models,
                    const ScanOptions& options) {
  CheckOptions check;
  check.is_excused = analysed.excuses.contain;
  if (options.find_witnesses) {
    check.models = [&](std::string_view name, bool has_body) {
      return models.Find(name, has_body);
    };
  }
  proto::Report report = CheckDataRaces(*analysed.program, analysed.summaries, check);
  report.mutable_failed_units()->Swap(analysed.report.mutable_failed_units());
  CountFailedUnits(&report);
  AssignFingerprints(&report);
  report.mutable_stats()->set_procedures(analysed.program->definitions().size());
  if (options.remains != nullptr) {
    options.remains->push_back(std::make_shared<const AnalysedProgram>(std::move(analysed)));
  }
  return report;
}

absl::StatusOr<proto::Report> Scan(const std::vector<frontend::CompileCommand>& commands,
                                   const ModelRegistry& models, Store* store,
                                   const ScanOptions& options) {
  auto run = std::make_unique<Run>(commands, models, store, options);
  if (absl::Status status = run->Capture(); !status.ok()) return status;
  const std::string key = store == nullptr ? "" : run->ReportKey();
  if (store != nullptr && run->AllReused()) {
    absl::StatusOr<std::string> bytes = store->FindReport(key);
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
    run->NoteStore(store->PutReport(key, bytes));
  }
  run->AddStats(&report);
  run->AddStoreProblems(&report);
  return report;
}

}  // namespace plait
