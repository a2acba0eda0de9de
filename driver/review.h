// What a change in a git checkout does to the races of a project: what `plait review` does.
//
//   git ─► what changed ─► base: files of the commit, in a temporary folder ─► Scan ─┐
//                      └─► head: the checkout, or another commit ────────────► Scan ─┴─► compare ─►
//                      causes
//
// Both sides use one store, which knows units and procedures by their contents: of the base, only
// what the change touches is analysed, and that once.
#ifndef PLAIT_DRIVER_REVIEW_H_
#define PLAIT_DRIVER_REVIEW_H_

#include <memory>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "analyzer/models/model_registry.h"
#include "driver/scan.h"
#include "frontend/compile_commands.h"
#include "proto/report.pb.h"
#include "report/compare.h"
#include "review/commit_tree.h"
#include "summaries/store.h"

namespace plait {

struct ReviewOptions {
  // Revision to compare with: the commit where the history of the head left it.
  std::string base;
  // Revision to judge; empty for the files as they are in the checkout.
  std::string head;
  // The compile commands of the base, with paths of this checkout; empty: those of the head.
  std::vector<frontend::CompileCommand> base_commands;
  // What lies below it and is not tracked by git was made by the build, it is no change. May be
  // empty.
  std::string build_folder;
  CompareOptions compare;
};

struct Review {
  // Of the head, compared with the base (report/compare.h). Introduced races that are shown have
  // their causes.
  proto::Report report;
  // False if nothing changed that the units are made from. Then nothing was analysed, and the
  // report is empty.
  bool is_relevant = true;
  std::string base_commit;
  // For people: what the review does not cover.
  std::vector<std::string> notes;
  // The folder that the report's relative paths start from. Lives as long as this.
  std::string source_root;
  std::unique_ptr<CommitTree> head_tree;
};

// Reviews the program that `commands` build in the checkout around options.project_root, which they
// come from. Errors: those of review/git.h, of Scan, and InvalidArgument if the project root is not
// in a checkout.
absl::StatusOr<Review> ReviewChange(const std::vector<frontend::CompileCommand>& commands,
                                    const ModelRegistry& models, Store* store,
                                    const ScanOptions& scan, const ReviewOptions& options);

}  // namespace plait

#endif  // PLAIT_DRIVER_REVIEW_H_
