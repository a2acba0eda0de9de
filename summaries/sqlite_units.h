// The units of a store in SQLite: each a row that refers to rows which many units share.
#ifndef PLAIT_SUMMARIES_SQLITE_UNITS_H_
#define PLAIT_SUMMARIES_SQLITE_UNITS_H_

#include <cstdint>
#include <optional>
#include <string_view>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "summaries/sqlite_connection.h"
#include "summaries/sqlite_shared_rows.h"
#include "summaries/store.h"

namespace plait {

struct StoredUnit {
  UnitRecord record;
  int64_t generation = 0;  // the day on which it was last used
};

// Not safe to call from several threads at once.
class SqliteUnits {
 public:
  explicit SqliteUnits(SqliteConnection* connection)
      : connection_(connection),
        files_(connection, kFileRows),
        procedures_(connection, kProcedureRows),
        missing_(connection, kMissingRows) {}

  // nullopt if it is not there; DataLoss if it is damaged.
  absl::StatusOr<std::optional<StoredUnit>> Read(std::string_view key);
  // Call it within a transaction, and Forget when that is rolled back.
  absl::Status Write(const UnitRecord& unit, int64_t generation);
  // What is remembered of the shared rows.
  void Forget();

 private:
  SqliteConnection* connection_;
  SharedRows<FileStamp> files_;
  SharedRows<ProcedureRef> procedures_;
  SharedRows<MissingFile> missing_;
};

}  // namespace plait

#endif  // PLAIT_SUMMARIES_SQLITE_UNITS_H_
