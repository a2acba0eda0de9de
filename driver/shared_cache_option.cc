#include "driver/shared_cache_option.h"

#include <iostream>
#include <string_view>
#include <utility>

#include "absl/flags/flag.h"
#include "absl/status/status.h"
#include "absl/strings/str_cat.h"
#include "summaries/shared/layered_store.h"
#include "summaries/shared/object_place.h"
#include "summaries/shared/shared_cache.h"

ABSL_FLAG(std::string, cache, "", "folder or URL of results that many share");
ABSL_FLAG(std::string, cache_mode, "read-write", "read, write or read-write");

namespace plait {
namespace {

absl::StatusOr<CacheMode> Mode() {
  const std::string mode = absl::GetFlag(FLAGS_cache_mode);
  if (mode == "read") return CacheMode::kRead;
  if (mode == "write") return CacheMode::kWrite;
  if (mode == "read-write") return CacheMode::kReadWrite;
  return absl::InvalidArgumentError(
      absl::StrCat("--cache-mode ", mode, ": choose read, write or read-write"));
}

void Warn(std::string_view text) { std::cerr << "plait: warning: " << text << "\n"; }

}  // namespace

bool HasSharedCache() { return !absl::GetFlag(FLAGS_cache).empty(); }

absl::StatusOr<std::unique_ptr<Store>> WithSharedCache(std::unique_ptr<Store> local) {
  if (!HasSharedCache()) return local;
  const absl::StatusOr<CacheMode> mode = Mode();
  if (!mode.ok()) return mode.status();
  absl::StatusOr<std::unique_ptr<ObjectPlace>> place =
      OpenObjectPlace(absl::GetFlag(FLAGS_cache), /*create=*/*mode != CacheMode::kRead);
  if (absl::IsUnavailable(place.status())) {
    Warn(std::string(place.status().message()));
    return local;
  }
  if (!place.ok()) return place.status();
  return NewLayeredStore(std::move(local), std::make_unique<SharedCache>(*std::move(place), *mode),
                         Warn);
}

}  // namespace plait
