// Patterns for names and paths, as in .gitignore and shells.
#ifndef PLAIT_REPORT_GLOB_H_
#define PLAIT_REPORT_GLOB_H_

#include <string_view>

namespace plait {

// Whether all of `text` matches: `?` is one character, `*` any number of them, both without "/";
// `**` is any number of any characters, and "**/" also none. Takes time in proportion to the
// product of the lengths.
bool MatchesGlob(std::string_view pattern, std::string_view text);

// Whether the path or a folder above it matches.
bool MatchesPath(std::string_view pattern, std::string_view path);

// Whether a variable as reports name it, "stats.hits", or an object that it is part of, "stats",
// matches.
bool MatchesVariable(std::string_view pattern, std::string_view variable);

// Whether a function as reports name it, "Pool::run(int)", matches, with or without its parameters.
bool MatchesFunction(std::string_view pattern, std::string_view function);

}  // namespace plait

#endif  // PLAIT_REPORT_GLOB_H_
