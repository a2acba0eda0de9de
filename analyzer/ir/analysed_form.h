// What of a procedure the analysis sees, and a digest of just that: an edit that leaves it alone
// (comments, blank lines, formatting, another file name, another local name) needs no analysis.
#ifndef PLAIT_ANALYZER_IR_ANALYSED_FORM_H_
#define PLAIT_ANALYZER_IR_ANALYSED_FORM_H_

#include <string>

#include "analyzer/ir/ir.h"

namespace plait::ir {

// The procedure without what only reports need: places, file, and the names of variables, types and
// accesses. Instructions, registers and slots keep their numbers, so summaries refer to places by
// the number of the instruction. The text of calls and of what could not be lowered stays, because
// summaries quote it, and so do fields and types of calls, which function pointers are looked up
// by.
Procedure AnalysedForm(const Procedure& procedure);

// Digest of the analysed form, but for the names it looks something up by: symbols count by the
// order of their first use, fields and types of calls not at all. Who uses the digest as a key has
// to add the names of the symbols and what the look-ups give.
std::string CodeDigest(const Procedure& procedure);

}  // namespace plait::ir

#endif  // PLAIT_ANALYZER_IR_ANALYSED_FORM_H_
