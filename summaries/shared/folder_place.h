// Objects as files of a folder, which may lie on a network file system.
#ifndef PLAIT_SUMMARIES_SHARED_FOLDER_PLACE_H_
#define PLAIT_SUMMARIES_SHARED_FOLDER_PLACE_H_

#include <memory>
#include <string>

#include "absl/status/statusor.h"
#include "summaries/shared/object_place.h"

namespace plait {

// With `create`, makes the folder if there is none. Files appear under their names by renaming, so
// any number of processes and machines may write. They get the permissions that the umask leaves.
absl::StatusOr<std::unique_ptr<ObjectPlace>> OpenFolderPlace(const std::string& folder,
                                                             bool create);

}  // namespace plait

#endif  // PLAIT_SUMMARIES_SHARED_FOLDER_PLACE_H_
