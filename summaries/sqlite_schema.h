// The file of a store: tells ours from others', makes it, brings it up to date.
//
// A file is ours if its SQLite header carries our application_id; user_version is the version of
// its schema. Both are written by the transaction that makes the first table, so a file that a
// killed process left is empty or whole. The tables are described in docs/store.md.
#ifndef PLAIT_SUMMARIES_SQLITE_SCHEMA_H_
#define PLAIT_SUMMARIES_SQLITE_SCHEMA_H_

#include <memory>
#include <string>

#include "absl/status/statusor.h"
#include "summaries/sqlite_connection.h"

namespace plait {

inline constexpr int kStoreApplicationId = 0x504c4149;  // "PLAI"
inline constexpr int kStoreVersion = 2;

// Opens the store file, creating it and its folders if there is none, and empty files of no bytes
// are taken for none. Never changes a file that is not ours, newer or damaged:
//   FailedPrecondition  another kind of file, another program's database, or a newer version
//   DataLoss            ours, but damaged
//   Unavailable         the disk or another process is in the way
absl::StatusOr<std::unique_ptr<SqliteConnection>> OpenStoreFile(const std::string& path);

// Opens a store file of this version that may not be written, and changes nothing. Errors as above;
// Unavailable also if it would have to be brought up to date.
absl::StatusOr<std::unique_ptr<SqliteConnection>> OpenStoreFileForReading(const std::string& path);

}  // namespace plait

#endif  // PLAIT_SUMMARIES_SQLITE_SCHEMA_H_
