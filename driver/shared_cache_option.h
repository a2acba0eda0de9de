// --cache and --cache-mode: a place behind the store that many share.
#ifndef PLAIT_DRIVER_SHARED_CACHE_OPTION_H_
#define PLAIT_DRIVER_SHARED_CACHE_OPTION_H_

#include <memory>
#include <string>

#include "absl/flags/declare.h"
#include "absl/status/statusor.h"
#include "summaries/store.h"

ABSL_DECLARE_FLAG(std::string, cache);
ABSL_DECLARE_FLAG(std::string, cache_mode);

namespace plait {

// Whether --cache is given.
bool HasSharedCache();

// The store with what --cache names behind it, or as it is without --cache. Destroying it ends the
// writing to the cache and prints warnings to standard error. A place that cannot be reached is a
// warning; InvalidArgument if the flags make no sense.
absl::StatusOr<std::unique_ptr<Store>> WithSharedCache(std::unique_ptr<Store> local);

}  // namespace plait

#endif  // PLAIT_DRIVER_SHARED_CACHE_OPTION_H_
