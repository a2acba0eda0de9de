// The store in one SQLite file. Tables, keys and guarantees: docs/store.md.
#ifndef PLAIT_SUMMARIES_SQLITE_STORE_H_
#define PLAIT_SUMMARIES_SQLITE_STORE_H_

#include <memory>
#include <string>

#include "absl/status/statusor.h"
#include "summaries/store.h"

namespace plait {

// Opens or creates the file (WAL) and its missing parent folders; a millisecond if it is there.
// Several processes may have it open. A file that is not ours, newer or damaged is left as it is:
// FailedPrecondition, DataLoss; Unavailable if it cannot be opened for writing.
//
// One connection behind one mutex: packing, unpacking and checking blobs happen outside of it.
//
// Each entry carries the day on which it was last used. PutRun writes these days: of everything
// found in the run, or, if a report was found, of what was last used when the report was made.
absl::StatusOr<std::unique_ptr<Store>> OpenSqliteStore(const std::string& path);

// Opens a store that cannot be written: what is put is taken and forgotten. Unavailable if there is
// none, or it cannot be read.
absl::StatusOr<std::unique_ptr<Store>> OpenSqliteStoreForReading(const std::string& path);

}  // namespace plait

#endif  // PLAIT_SUMMARIES_SQLITE_STORE_H_
