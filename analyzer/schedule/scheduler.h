// Bottom-up analysis of a whole program: callees before callers, strongly connected components of
// the call graph to a fixpoint, independent components on several workers. The result does not
// depend on the number of workers.
#ifndef PLAIT_ANALYZER_SCHEDULE_SCHEDULER_H_
#define PLAIT_ANALYZER_SCHEDULE_SCHEDULER_H_

#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "analyzer/schedule/program.h"
#include "analyzer/schedule/summary_key.h"
#include "proto/models.pb.h"
#include "summaries/lazy_summary.h"
#include "summaries/summary.h"

namespace plait {

// The model to use for a call of a name, or nullptr; ModelRegistry::Find.
using ModelLookup = std::function<const proto::Function*(std::string_view name, bool has_body)>;

// Remembers summaries between runs. Called from several threads.
class SummaryCache {
 public:
  virtual ~SummaryCache() = default;
  // Returns the summary stored under the key, with the digest of what callers see of it
  // (InterfaceDigest), or nullptr.
  virtual std::shared_ptr<const LazySummary> Find(const std::string& key,
                                                  std::string* interface) = 0;
  // Stores a summary and returns that digest.
  virtual std::string Put(const std::string& key, const Summary& summary) = 0;
};

struct ScheduleOptions {
  int workers = 1;
  // Digest of models and analysis version, part of every summary key.
  std::string environment_digest;
  // Called after each procedure with (done, total); may be null. From several threads, one at a
  // time.
  std::function<void(size_t, size_t)> progress;
};

// What the summary of a definition was made from. The strings are digests.
struct SummaryInputs {
  OwnInputs own;
  std::vector<uint32_t> partners;  // other definitions it is recursive with
  std::vector<uint32_t> callees;   // definitions whose summaries it was made from
  std::string summary;             // what callers see of it
  std::string globals;             // KeyMaker::GlobalsOf
  bool analysed = false;           // in this run
};

struct ScheduleResult {
  // By definition index.
  std::vector<std::shared_ptr<const LazySummary>> summaries;
  std::vector<SummaryInputs> inputs;  // by definition index; empty without a cache
  uint32_t analysed = 0;
  uint32_t reused = 0;
};

// Analyses all definitions of the program. `cache` may be null.
ScheduleResult AnalyseProgram(const Program& program, const ModelLookup& models,
                              SummaryCache* cache, const ScheduleOptions& options);

}  // namespace plait

#endif  // PLAIT_ANALYZER_SCHEDULE_SCHEDULER_H_
