// The word that somebody probably meant.
#ifndef PLAIT_CONFIG_CLOSEST_H_
#define PLAIT_CONFIG_CLOSEST_H_

#include <string>
#include <vector>

namespace plait {

// The entry of `choices` that is nearest to `word`, or "" if none is near.
std::string Closest(const std::string& word, const std::vector<std::string>& choices);

}  // namespace plait

#endif  // PLAIT_CONFIG_CLOSEST_H_
