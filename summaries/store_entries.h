// What a store file lists, read apart from what the entries say.
#ifndef PLAIT_SUMMARIES_STORE_ENTRIES_H_
#define PLAIT_SUMMARIES_STORE_ENTRIES_H_

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "summaries/sqlite_connection.h"
#include "summaries/store.h"

namespace plait {

// In the file: never renumber.
int KindNumber(BlobKind kind);

// The keys of a table that has a column `key`, as digests, in order.
absl::StatusOr<std::vector<std::string>> KeysOf(SqliteConnection* connection,
                                                std::string_view table);

struct BlobName {
  BlobKind kind = BlobKind::kIr;
  std::string digest;
};
// In the order they were written. Kinds that are none are left out.
absl::StatusOr<std::vector<BlobName>> BlobsOf(SqliteConnection* connection);

// Runs a statement without parameters and hands each row to `take`.
template <typename F>
absl::Status ForEachRow(SqliteConnection* connection, std::string_view sql, const F& take) {
  absl::StatusOr<SqliteStatement> select = connection->Prepare(sql);
  if (!select.ok()) return select.status();
  for (;;) {
    absl::StatusOr<bool> row = select->Step();
    if (!row.ok()) return row.status();
    if (!*row) return absl::OkStatus();
    take(*select);
  }
}

// Bytes of the file, and of its log.
uint64_t BytesOf(const std::string& path, bool with_log = true);

}  // namespace plait

#endif  // PLAIT_SUMMARIES_STORE_ENTRIES_H_
