// What a summary is made from, as a digest: the key under which it is remembered. Everything the
// analysis can ask (analyzer/transfer/frame.h, Environment) is in there, in parts, so that a part
// that changed can be named.
#ifndef PLAIT_ANALYZER_SCHEDULE_SUMMARY_KEY_H_
#define PLAIT_ANALYZER_SCHEDULE_SUMMARY_KEY_H_

#include <string>

#include "absl/container/flat_hash_map.h"
#include "absl/container/flat_hash_set.h"
#include "analyzer/schedule/main_thread.h"
#include "analyzer/schedule/program.h"
#include "summaries/lazy_summary.h"
#include "summaries/name.h"

namespace plait {

// Digests of what one procedure brings into the key of its summary.
struct OwnInputs {
  std::string code;     // ir::CodeDigest
  std::string names;    // of the procedure, and of the functions and variables it mentions
  std::string targets;  // what the function pointers that it loads or calls may be
  std::string
      globals;  // which of the variables and functions it mentions are constant, stable, ...
};

// Makes the parts of keys. Its functions can be called from many threads.
class KeyMaker {
 public:
  // Keeps the program, its settled variables and what is of its main thread. `workers`: threads to
  // use for now.
  KeyMaker(const Program& program, const absl::flat_hash_set<Name>& settled,
           const MainThread& main_thread, int workers);

  // `definition` is an index into program.definitions().
  OwnInputs OwnInputsOf(uint32_t definition) const;

  // Digest of what is to be known of the variables and functions that a summary mentions, which
  // become those of its callers. The procedures it was made from may be in other files.
  std::string GlobalsOf(const SummaryHead& summary) const;

 private:
  // What the analysis may ask of a name: in any procedure, and in main.
  struct Facts {
    std::string anywhere, in_main;
  };
  Facts FactsOf(Name name) const;

  const Program& program_;
  const absl::flat_hash_set<Name>& settled_;
  const MainThread& main_thread_;
  absl::flat_hash_map<Name, Facts> facts_;  // of all names in bodies, where most are many times
};

}  // namespace plait

#endif  // PLAIT_ANALYZER_SCHEDULE_SUMMARY_KEY_H_
