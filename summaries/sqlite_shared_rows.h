// Rows that many units share, each stored once and never changed: files, procedures, missing files.
//
// A row's identity is the digest of all its columns; its id is what units refer to. Rows are
// checked against their identity when read, and remembered, so that the thousandth unit that
// includes a header costs a table look-up in memory.
#ifndef PLAIT_SUMMARIES_SQLITE_SHARED_ROWS_H_
#define PLAIT_SUMMARIES_SQLITE_SHARED_ROWS_H_

#include <cstdint>
#include <string>
#include <utility>

#include "absl/container/flat_hash_map.h"
#include "absl/container/node_hash_map.h"
#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/str_cat.h"
#include "summaries/sqlite_connection.h"
#include "summaries/store.h"

namespace plait {

// How one type of row lies in its table. The statements take the id first where they take one.
template <typename Row>
struct RowFormat {
  const char* find;                         // identity -> id
  const char* read;                         // id -> identity, columns
  const char* insert;                       // identity, columns
  const char* replace;                      // id, identity, columns
  std::string (*identity)(const Row& row);  // 16 raw bytes
  void (*bind)(const Row& row, SqliteStatement* statement);
  Row (*columns)(const SqliteStatement& statement);
};

struct MissingFile {
  std::string path;
};

extern const RowFormat<FileStamp> kFileRows;
extern const RowFormat<ProcedureRef> kProcedureRows;
extern const RowFormat<MissingFile> kMissingRows;

// Not safe to call from several threads at once.
template <typename Row>
class SharedRows {
 public:
  struct Entry {
    std::string identity;
    Row row;
  };

  SharedRows(SqliteConnection* connection, const RowFormat<Row>& format)
      : connection_(connection), format_(format) {}

  // The row of that id; valid until Forget. DataLoss if it is gone or not what its identity says.
  absl::StatusOr<const Entry*> Find(int64_t id) {
    auto known = rows_.find(id);
    if (known != rows_.end()) return &known->second;
    absl::StatusOr<SqliteStatement> read = connection_->Prepare(format_.read);
    if (!read.ok()) return read.status();
    absl::StatusOr<bool> found = read->Bind(id).Step();
    if (!found.ok()) return found.status();
    if (!*found) return absl::DataLossError(absl::StrCat("row ", id, " is gone"));
    Entry entry{std::string(read->Bytes(0)), format_.columns(*read)};
    if (format_.identity(entry.row) != entry.identity) {
      return absl::DataLossError(absl::StrCat("row ", id, " is damaged"));
    }
    return &rows_.emplace(id, std::move(entry)).first->second;
  }

  // The id of that row, which is inserted if it is not there and repaired if it is damaged. Call it
  // within a transaction, and Forget when that is rolled back. Sets `identity`.
  absl::StatusOr<int64_t> IdOf(const Row& row, std::string* identity) {
    *identity = format_.identity(row);
    auto known = ids_.find(*identity);
    if (known != ids_.end()) return known->second;
    absl::StatusOr<int64_t> id = IdOnDisk(row, *identity);
    if (id.ok()) ids_.emplace(*identity, *id);
    return id;
  }

  void Forget() {
    rows_.clear();
    ids_.clear();
  }

 private:
  absl::StatusOr<int64_t> IdOnDisk(const Row& row, const std::string& identity) {
    int64_t id = 0;
    {
      absl::StatusOr<SqliteStatement> find = connection_->Prepare(format_.find);
      if (!find.ok()) return find.status();
      absl::StatusOr<bool> found = find->BindBlob(identity).Step();
      if (!found.ok()) return found.status();
      if (!*found) return Insert(row, identity);
      id = find->Int(0);
    }
    absl::StatusOr<const Entry*> stored = Find(id);
    if (stored.ok() && (*stored)->identity == identity) return id;
    if (stored.ok()) return connection_->DamagedFile("an index leads to another row");
    if (!absl::IsDataLoss(stored.status()) || !connection_->damage().ok()) return stored.status();
    return Replace(id, row, identity);
  }

  absl::StatusOr<int64_t> Insert(const Row& row, const std::string& identity) {
    absl::StatusOr<SqliteStatement> insert = connection_->Prepare(format_.insert);
    if (!insert.ok()) return insert.status();
    insert->BindBlob(identity);
    format_.bind(row, &*insert);
    if (absl::Status s = insert->Run(); !s.ok()) return s;
    return connection_->LastInsertedId();
  }

  absl::StatusOr<int64_t> Replace(int64_t id, const Row& row, const std::string& identity) {
    absl::StatusOr<SqliteStatement> replace = connection_->Prepare(format_.replace);
    if (!replace.ok()) return replace.status();
    replace->Bind(id).BindBlob(identity);
    format_.bind(row, &*replace);
    if (absl::Status s = replace->Run(); !s.ok()) return s;
    return id;
  }

  SqliteConnection* connection_;
  const RowFormat<Row>& format_;
  absl::node_hash_map<int64_t, Entry> rows_;
  absl::flat_hash_map<std::string, int64_t> ids_;  // by identity
};

}  // namespace plait

#endif  // PLAIT_SUMMARIES_SQLITE_SHARED_ROWS_H_
