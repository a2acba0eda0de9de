// The code that a program mentions, from its start on. A function that nothing mentions, nor any
// table of virtual functions that is put into an object, is never called, though a call that was
// resolved by a type or a member's name may seem to lead there (rapid type analysis; Bacon and
// Sweeney, OOPSLA 1996).
#ifndef PLAIT_CHECKERS_MENTIONED_CODE_H_
#define PLAIT_CHECKERS_MENTIONED_CODE_H_

#include <cstdint>
#include <vector>

#include "analyzer/schedule/program.h"

namespace plait {

// By definition: whether it is mentioned by `root`, by what that mentions, and so on. Empty if the
// program may find functions otherwise: by their names as it runs, in code that could not be
// parsed, or as `root` is not main.
std::vector<bool> MentionedFrom(const Program& program, uint32_t root);

}  // namespace plait

#endif  // PLAIT_CHECKERS_MENTIONED_CODE_H_
