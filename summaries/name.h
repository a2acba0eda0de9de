// Interned strings: linkage names of procedures and variables, shared by all tables of a process.
//
// Numbers are given in order of first use and differ between runs: nothing that reaches a file or a
// report may depend on them. Order by NameText where order matters.
#ifndef PLAIT_SUMMARIES_NAME_H_
#define PLAIT_SUMMARIES_NAME_H_

#include <cstdint>
#include <string>
#include <string_view>

namespace plait {

using Name = uint32_t;
inline constexpr Name kNoName = 0;  // the empty string

// Returns the number of `text`. Safe to call from many threads; lives until the process ends.
Name InternName(std::string_view text);

// Returns the string behind a number that InternName gave out. The reference stays valid.
const std::string& NameText(Name name);

}  // namespace plait

#endif  // PLAIT_SUMMARIES_NAME_H_
