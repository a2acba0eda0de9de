// The store without a disk: `--store :memory:`, tests, programs that use the library once.
#ifndef PLAIT_SUMMARIES_MEMORY_STORE_H_
#define PLAIT_SUMMARIES_MEMORY_STORE_H_

#include <memory>

#include "summaries/store.h"

namespace plait {

// Keeps everything uncompressed until it is destroyed.
std::unique_ptr<Store> NewMemoryStore();

}  // namespace plait

#endif  // PLAIT_SUMMARIES_MEMORY_STORE_H_
