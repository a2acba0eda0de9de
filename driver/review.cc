#include "driver/review.h"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <map>
#include <optional>
#include <set>
#include <utility>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "driver/capture_stage.h"
#include "review/change_causes.h"
#include "review/git.h"

namespace plait {
namespace {

namespace fs = std::filesystem;

// Files by whose name one can tell that no unit reads them. Others are looked for among the files
// that units read.
const std::set<std::string>& EndingsOfOtherFiles() {
  static const std::set<std::string>& endings = *new std::set<std::string>{
      ".1",   ".3",    ".5",     ".7",    ".8",   ".ac",   ".adoc", ".am",   ".bazel",
      ".bzl", ".cfg",  ".cmake", ".conf", ".css", ".db",   ".gif",  ".go",   ".html",
      ".ini", ".java", ".jpeg",  ".jpg",  ".js",  ".json", ".lock", ".m4",   ".md",
      ".mk",  ".pdf",  ".pl",    ".png",  ".po",  ".py",   ".rb",   ".rs",   ".rst",
      ".sh",  ".svg",  ".tcl",   ".toml", ".ts",  ".txt",  ".xml",  ".yaml", ".yml"};
  return endings;
}

bool MayBeCode(const std::string& path) {
  const std::string name = fs::path(path).filename().string();
  if (absl::StartsWith(name, ".")) return false;  // .gitignore
  return !EndingsOfOtherFiles().contains(fs::path(path).extension().string());
}

bool IsMainFile(const std::string& path) {
  static const std::set<std::string>& endings =
      *new std::set<std::string>{".c", ".cc", ".cpp", ".cxx", ".c++", ".C", ".cp"};
  return endings.contains(fs::path(path).extension().string());
}

bool IsBelow(const std::string& path, const std::string& folder) {
  return absl::StartsWith(path, folder + "/");
}

// Lines of the sources of one version.
class Lines {
 public:
  explicit Lines(std::string root) : root_(std::move(root)) {}

  std::string At(const proto::SourceLocation& place) {
    const auto [it, inserted] = files_.try_emplace(place.file());
    if (inserted) {
      std::ifstream in(fs::path(root_) / place.file());
      for (std::string line; std::getline(in, line);) it->second.push_back(std::move(line));
    }
    const size_t line = place.line();
    return line == 0 || line > it->second.size() ? "" : it->second[line - 1];
  }

 private:
  const std::string root_;
  std::map<std::string, std::vector<std::string>> files_;
};

// One version of the project.
struct Side {
  std::string top;
  std::vector<frontend::CompileCommand> commands;
  ScanOptions options;
};

class Reviewer {
 public:
  Reviewer(const std::vector<frontend::CompileCommand>& commands, const ModelRegistry& models,
           Store* store, const ScanOptions& scan, const ReviewOptions& options, Checkout checkout)
      : commands_(commands),
        models_(models),
        store_(store),
        scan_(scan),
        options_(options),
        checkout_(std::move(checkout)) {}

  absl::StatusOr<Review> Run() {
    if (absl::Status status = FindChanges(); !status.ok()) return status;
    review_.report.set_compared(true);
    review_.report.mutable_stats()->set_units(static_cast<uint32_t>(commands_.size()));
    review_.source_root = scan_.project_root;
    const bool have_other_flags = HaveOtherFlags();
    review_.is_relevant =
        have_other_flags ||
        std::any_of(changes_.begin(), changes_.end(), [](const ChangedFile& change) {
          return MayBeCode(change.path) || MayBeCode(change.old_path);
        });
    if (!review_.is_relevant) return std::move(review_);
    if (absl::Status status = PrepareHead(); !status.ok()) return status;
    if (!have_other_flags && !head_.commands.empty() && !IsRead()) {
      review_.is_relevant = false;
      return std::move(review_);
    }
    if (absl::Status status = Compare(); !status.ok()) return status;
    return std::move(review_);
  }

 private:
  absl::Status FindChanges() {
    absl::StatusOr<std::string> base = checkout_.CommitOf(options_.base);
    if (!base.ok()) return base.status();
    absl::StatusOr<std::string> head =
        checkout_.CommitOf(options_.head.empty() ? "HEAD" : options_.head);
    if (!head.ok()) return head.status();
    absl::StatusOr<std::string> fork = checkout_.MergeBase(*base, *head);
    if (!fork.ok() && !absl::IsNotFound(fork.status())) return fork.status();
    if (!fork.ok()) {
      review_.notes.push_back(absl::StrCat("the history here has no commit from which both ",
                                           options_.base, " and the change come: compared with ",
                                           options_.base,
                                           " itself (a shallow clone? git fetch --unshallow)"));
    }
    review_.base_commit = fork.ok() ? *fork : *base;
    if (!options_.head.empty()) head_commit_ = *head;
    auto changes = checkout_.Changes(review_.base_commit, head_commit_);
    if (!changes.ok()) return changes.status();
    changes_ = *std::move(changes);
    std::erase_if(changes_, [&](const ChangedFile& change) {
      const std::string path = absl::StrCat(checkout_.top(), "/", change.path);
      const bool is_built = change.kind == ChangedFile::Kind::kAdded && head_commit_.empty() &&
                            !options_.build_folder.empty() && IsBelow(path, options_.build_folder);
      return is_built || absl::StartsWith(change.path, ".plait/") ||
             absl::StrContains(change.path, "/.plait/");
    });
    NoteWhatHasNoCommand();
    return NoteSubmodules(*head);
  }

  void NoteWhatHasNoCommand() {
    std::set<std::string> known;
    for (const auto* commands : {&commands_, &BaseCommands()}) {
      for (const frontend::CompileCommand& command : *commands) known.insert(command.file);
    }
    for (const ChangedFile& change : changes_) {
      if (known.contains(absl::StrCat(checkout_.top(), "/", change.path))) continue;
      if (change.kind == ChangedFile::Kind::kAdded && IsMainFile(change.path)) {
        review_.notes.push_back(
            absl::StrCat(change.path, " is new and has no compile command: it is not analysed"));
      }
      if (change.kind == ChangedFile::Kind::kRemoved && IsMainFile(change.path)) {
        review_.notes.push_back(
            absl::StrCat(change.path,
                         " was removed and has no compile command any more: it is not "
                         "analysed as it was"));
      }
    }
  }

  absl::Status NoteSubmodules(const std::string& head) {
    std::set<std::string> submodules;
    for (const std::string& commit : {review_.base_commit, head}) {
      auto found = checkout_.Submodules(commit);
      if (!found.ok()) return found.status();
      submodules.insert(found->begin(), found->end());
    }
    for (const std::string& folder : submodules) {
      const bool is_changed =
          std::any_of(changes_.begin(), changes_.end(),
                      [&](const ChangedFile& change) { return change.path == folder; });
      const bool is_used = std::any_of(
          commands_.begin(), commands_.end(), [&](const frontend::CompileCommand& command) {
            return IsBelow(command.file, absl::StrCat(checkout_.top(), "/", folder));
          });
      if (!is_changed && !is_used) continue;
      review_.notes.push_back(
          absl::StrCat(folder, " is a submodule", is_changed ? " and was changed" : "",
                       ": its files count as they are in the checkout, before and after"));
    }
    return absl::OkStatus();
  }

  const std::vector<frontend::CompileCommand>& BaseCommands() const {
    return options_.base_commands.empty() ? commands_ : options_.base_commands;
  }

  bool HaveOtherFlags() const {
    auto digests = [](const std::vector<frontend::CompileCommand>& commands) {
      std::set<std::string> result;
      for (const frontend::CompileCommand& command : commands) result.insert(command.digest);
      return result;
    };
    return digests(commands_) != digests(BaseCommands());
  }

  // The side whose files are those below `top`; `is_base` says whether before the change.
  Side MakeSide(const std::string& top, bool is_base) const {
    Side side;
    side.top = top;
    side.options = scan_;
    side.options.project_root = MovePath(scan_.project_root, checkout_.top(), top);
    side.options.is_other_version = top != checkout_.top();
    if (is_base) side.options.source_files = nullptr;
    std::map<std::string, std::string> old_paths;
    std::set<std::string> absent;
    for (const ChangedFile& change : changes_) {
      if (change.kind == ChangedFile::Kind::kRenamed) old_paths[change.path] = change.old_path;
      if (change.kind == (is_base ? ChangedFile::Kind::kAdded : ChangedFile::Kind::kRemoved)) {
        absent.insert(change.path);
      }
    }
    for (const frontend::CompileCommand& command : is_base ? BaseCommands() : commands_) {
      std::string file = command.file;
      if (IsBelow(file, checkout_.top())) {
        const std::string path = file.substr(checkout_.top().size() + 1);
        if (absent.contains(path)) continue;
        const auto old_path = old_paths.find(path);
        file = absl::StrCat(top, "/",
                            is_base && old_path != old_paths.end() ? old_path->second : path);
      }
      side.commands.push_back(side.options.is_other_version
                                  ? MoveCommand(command, checkout_.top(), top, file)
                                  : command);
    }
    return side;
  }

  absl::Status PrepareHead() {
    std::string top = checkout_.top();
    if (!head_commit_.empty()) {
      absl::StatusOr<CommitTree> tree = CommitTree::Create(checkout_, head_commit_);
      if (!tree.ok()) return tree.status();
      review_.head_tree = std::make_unique<CommitTree>(*std::move(tree));
      top = review_.head_tree->top();
    }
    head_ = MakeSide(top, /*is_base=*/false);
    review_.source_root = head_.options.project_root;
    return absl::OkStatus();
  }

  // Whether any unit reads, or looked for, a file that changed. Brings the units up to date.
  bool IsRead() {
    std::set<std::string> changed;
    for (const ChangedFile& change : changes_) {
      // What is gone may have been read before.
      const bool is_gone =
          change.kind == ChangedFile::Kind::kRemoved || change.kind == ChangedFile::Kind::kRenamed;
      if (is_gone && MayBeCode(change.old_path)) return true;
      const std::string path = absl::StrCat(head_.top, "/", change.path);
      const std::string root = head_.options.project_root + "/";
      changed.insert(absl::StartsWith(path, root) ? path.substr(root.size()) : path);
    }
    std::vector<std::string> problems;  // told again when the head is scanned
    bool is_read = false;
    for (const CapturedUnit& unit :
         CaptureUnits(head_.commands, store_, head_.options, nullptr, nullptr, &problems)) {
      parsed_ += unit.was_parsed ? 1 : 0;
      is_read = is_read || unit.failed || unit.record.error_count > 0;
      for (const FileStamp& input : unit.record.inputs) {
        is_read = is_read || changed.contains(input.path);
      }
      for (const std::string& missing : unit.record.missing) {
        is_read = is_read || changed.contains(missing);
      }
    }
    return is_read;
  }

  absl::Status Compare() {
    absl::StatusOr<CommitTree> tree = CommitTree::Create(checkout_, review_.base_commit);
    if (!tree.ok()) return tree.status();
    base_ = MakeSide(tree->top(), /*is_base=*/true);
    proto::Report before;
    if (!base_.commands.empty()) {
      absl::StatusOr<proto::Report> scanned = Scan(base_.commands, models_, store_, base_.options);
      if (!scanned.ok()) return scanned.status();
      before = *std::move(scanned);
    }
    if (!head_.commands.empty()) {
      absl::StatusOr<proto::Report> scanned = Scan(head_.commands, models_, store_, head_.options);
      if (!scanned.ok()) return scanned.status();
      review_.report = *std::move(scanned);
    }
    proto::RunStats* stats = review_.report.mutable_stats();
    stats->set_units_parsed(stats->units_parsed() + parsed_);
    stats->set_units_reused(stats->units() - stats->units_parsed());
    NoteUnreadable(before);
    CompareReports(before, &review_.report, options_.compare);
    return AddCauses();
  }

  void NoteUnreadable(const proto::Report& before) {
    std::set<std::string> now;
    for (const proto::FailedUnit& unit : review_.report.failed_units()) now.insert(unit.file());
    for (const proto::FailedUnit& unit : before.failed_units()) {
      if (now.contains(unit.file())) continue;
      review_.notes.push_back(
          absl::StrCat(unit.file(), " could not be parsed in full as it was before the change",
                       unit.errors().empty() ? "" : absl::StrCat(" (", unit.errors(0), ")"),
                       ": races there may show as introduced"));
    }
  }

  absl::Status AddCauses() {
    auto needs_causes = [&](const proto::Race& race) {
      return race.baseline_state() == proto::BASELINE_INTRODUCED &&
             race.confidence() >= options_.compare.shown_from;
    };
    const bool any =
        std::any_of(review_.report.races().begin(), review_.report.races().end(), needs_causes);
    if (!any || base_.commands.empty()) return absl::OkStatus();
    absl::StatusOr<AnalysedProgram> base = Analyse(base_.commands, models_, store_, base_.options);
    if (!base.ok()) return base.status();
    absl::StatusOr<AnalysedProgram> head = Analyse(head_.commands, models_, store_, head_.options);
    if (!head.ok()) return head.status();
    Lines base_lines(base_.options.project_root), head_lines(head_.options.project_root);
    ChangeCauses causes(
        *base->program, *head->program,
        [&](std::string_view name, bool has_body) { return models_.Find(name, has_body); },
        [&](const proto::SourceLocation& place, bool in_base) {
          return (in_base ? base_lines : head_lines).At(place);
        });
    for (proto::Race& race : *review_.report.mutable_races()) {
      if (!needs_causes(race)) continue;
      for (proto::Cause& cause : causes.CausesOf(review_.report, race)) {
        *race.add_causes() = std::move(cause);
      }
    }
    return absl::OkStatus();
  }

  const std::vector<frontend::CompileCommand>& commands_;
  const ModelRegistry& models_;
  Store* const store_;
  const ScanOptions& scan_;
  const ReviewOptions& options_;
  const Checkout checkout_;
  std::string head_commit_;  // empty: the files in the checkout
  std::vector<ChangedFile> changes_;
  Side head_;
  Side base_;
  uint32_t parsed_ = 0;  // units of the head, before it was scanned
  Review review_;
};

}  // namespace

absl::StatusOr<Review> ReviewChange(const std::vector<frontend::CompileCommand>& commands,
                                    const ModelRegistry& models, Store* store,
                                    const ScanOptions& scan, const ReviewOptions& options) {
  absl::StatusOr<Checkout> checkout = Checkout::Find(scan.project_root);
  if (!checkout.ok()) return checkout.status();
  const std::string& top = checkout->top();
  if (scan.project_root != top && !IsBelow(scan.project_root, top)) {
    return absl::InvalidArgumentError(
        absl::StrCat(scan.project_root, ": the project root is outside of the checkout at ", top));
  }
  return Reviewer(commands, models, store, scan, options, *std::move(checkout)).Run();
}

}  // namespace plait
