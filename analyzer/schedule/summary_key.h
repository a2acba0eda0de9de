// What a summary is made from, as a digest: the key under which it is remembered. Everything the
// analysis can ask (analyzer/transfer/frame.h, Environment) is in there, in parts, so that a part
// that changed can be named.
#ifndef PLAIT_ANALYZER_SCHEDULE_SUMMARY_KEY_H_
#define PLAIT_ANALYZER_SCHEDULE_SUMMARY_KEY_H_

#include <string>

#include "analyzer/schedule/program.h"
#include "summaries/lazy_summary.h"

namespace plait {

// Digests of what one procedure brings into the key of its summary.
struct OwnInputs {
  std::string code;     // ir::CodeDigest
  std::string names;    // of the procedure, and of the functions and variables it mentions
  std::string targets;  // what the function pointers that it loads or calls may be
  std::string
      globals;  // which of the variables and functions it mentions are constant, stable, ...
};

// `definition` is an index into program.definitions().
OwnInputs OwnInputsOf(const Program& program, uint32_t definition);

// Digest of what is to be known of the variables and functions that a summary mentions, which
// become those of its callers. The procedures it was made from may be in other files.
std::string GlobalsOf(const Program& program, const SummaryHead& summary);

}  // namespace plait

#endif  // PLAIT_ANALYZER_SCHEDULE_SUMMARY_KEY_H_
