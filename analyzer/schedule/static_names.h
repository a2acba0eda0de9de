// Names of static functions and variables without the folders that tell nothing apart, so that a
// file that is moved or renamed keeps the names of what is in it, and with them its summaries.
#ifndef PLAIT_ANALYZER_SCHEDULE_STATIC_NAMES_H_
#define PLAIT_ANALYZER_SCHEDULE_STATIC_NAMES_H_

#include <vector>

#include "analyzer/schedule/program_unit.h"

namespace plait {

// The frontend names what is internal to a file "path::name". Renames all of these, everywhere, to
// "::name" if only one file has that name, else keeps of each path the last components, the same
// number for all, that tell the files apart. Different names stay different.
void ShortenStaticNames(std::vector<ProgramUnit>* units);

}  // namespace plait

#endif  // PLAIT_ANALYZER_SCHEDULE_STATIC_NAMES_H_
