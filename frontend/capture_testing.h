// For tests: source text in, IR or its text out.
#ifndef PLAIT_FRONTEND_CAPTURE_TESTING_H_
#define PLAIT_FRONTEND_CAPTURE_TESTING_H_

#include <string>
#include <vector>

#include "analyzer/ir/ir.h"

namespace plait::frontend {

// Captures `source`, saved as `file` in a fresh project folder, with `flags` added to the
// compiler's command. Fails the test if that cannot be done, or if the result is not valid IR.
ir::Unit Capture(const std::string& source, const std::string& file = "a.c",
                 const std::vector<std::string>& flags = {});

// The parts of a unit with these names; a test failure and an empty one if there is none.
const ir::Procedure& FindProcedure(const ir::Unit& unit, const std::string& name);
const ir::Global& FindGlobal(const ir::Unit& unit, const std::string& name);
const ir::FunctionInfo& FindFunction(const ir::Unit& unit, const std::string& name);
const ir::Record& FindRecord(const ir::Unit& unit, const std::string& name);

// The slots, named registers and blocks of a procedure as text, one per line, without locations.
// `name` is the linkage name.
std::string BodyText(const ir::Procedure& procedure);
std::string Body(const std::string& source, const std::string& name = "f");
std::string CxxBody(const std::string& source, const std::string& name);

}  // namespace plait::frontend

#endif  // PLAIT_FRONTEND_CAPTURE_TESTING_H_
