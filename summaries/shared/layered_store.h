// A store of this machine with a shared cache behind it.
#ifndef PLAIT_SUMMARIES_SHARED_LAYERED_STORE_H_
#define PLAIT_SUMMARIES_SHARED_LAYERED_STORE_H_

#include <functional>
#include <memory>
#include <string>

#include "summaries/shared/shared_cache.h"
#include "summaries/store.h"

namespace plait {

// Everything is looked for in `local` first. Reports that are not there are looked for in `cache`,
// units when asked for by shared(); what is found is put into `local`, too. What is put goes to
// both. When destroyed, finishes writing and calls `warn` for each thing a person should know of
// the cache.
std::unique_ptr<Store> NewLayeredStore(std::unique_ptr<Store> local,
                                       std::unique_ptr<SharedCache> cache,
                                       std::function<void(const std::string&)> warn);

}  // namespace plait

#endif  // PLAIT_SUMMARIES_SHARED_LAYERED_STORE_H_
