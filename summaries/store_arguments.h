// What every implementation of Store asks of its callers, checked in one place.
#ifndef PLAIT_SUMMARIES_STORE_ARGUMENTS_H_
#define PLAIT_SUMMARIES_STORE_ARGUMENTS_H_

#include <string_view>
#include <utility>
#include <vector>

#include "absl/status/status.h"
#include "summaries/store.h"

namespace plait {

// Each returns InvalidArgument, naming the offender, unless Store's requirements hold.
absl::Status CheckKey(std::string_view what, std::string_view key);
absl::Status CheckUnit(const UnitRecord& unit, const std::vector<Blob>& blobs);
absl::Status CheckSummaries(const std::vector<std::pair<std::string, Blob>>& summaries);

}  // namespace plait

#endif  // PLAIT_SUMMARIES_STORE_ARGUMENTS_H_
