// From the body of one procedure and its callees' summaries to its summary. The body is analysed
// once, without its callers.
#ifndef PLAIT_ANALYZER_PROCEDURE_ANALYSIS_H_
#define PLAIT_ANALYZER_PROCEDURE_ANALYSIS_H_

#include <memory>

#include "analyzer/ir/ir.h"
#include "analyzer/transfer/frame.h"
#include "summaries/summary.h"

namespace plait {

// `is_main`: the procedure starts the program, so that no other thread runs at its entry.
// The result depends on nothing but the arguments. Needs stack in proportion to the number of
// blocks.
std::unique_ptr<Summary> AnalyseProcedure(const ir::Procedure& procedure,
                                          const Environment& environment, bool is_main);

}  // namespace plait

#endif  // PLAIT_ANALYZER_PROCEDURE_ANALYSIS_H_
