#include "summaries/shared/object_place.h"

#include "absl/strings/match.h"
#include "summaries/shared/folder_place.h"
#include "summaries/shared/http_place.h"

namespace plait {

absl::StatusOr<std::unique_ptr<ObjectPlace>> OpenObjectPlace(const std::string& where,
                                                             bool create) {
  return absl::StrContains(where, "://") ? OpenHttpPlace(where) : OpenFolderPlace(where, create);
}

}  // namespace plait
