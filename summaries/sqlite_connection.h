// A thin owner of an SQLite connection and its prepared statements; knows no schema.
//
// Turns SQLite's result codes into absl::Status whose message names the file and the remedy:
//   Unavailable         busy, full, read-only, not to be opened, failing disk
//   DataLoss            the file is damaged; remembered, see damage()
//   FailedPrecondition  not an SQLite file
//   ResourceExhausted   no memory, or a value too big
//   Internal            anything else: our mistake
#ifndef PLAIT_SUMMARIES_SQLITE_CONNECTION_H_
#define PLAIT_SUMMARIES_SQLITE_CONNECTION_H_

#include <sqlite3.h>

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

#include "absl/container/flat_hash_map.h"
#include "absl/status/status.h"
#include "absl/status/statusor.h"

namespace plait {

class SqliteConnection;

// One use of a prepared statement: bind in order, step, read columns (0-based). Its destructor
// makes the statement ready for the next use. A failed bind is reported by the next Step.
class SqliteStatement {
 public:
  SqliteStatement(SqliteConnection* connection, sqlite3_stmt* statement)
      : connection_(connection), statement_(statement) {}
  SqliteStatement(SqliteStatement&& other) noexcept;
  SqliteStatement& operator=(SqliteStatement&&) = delete;
  ~SqliteStatement();

  // The bytes of texts and blobs must stay unchanged while this lives: they are not copied.
  SqliteStatement& Bind(int64_t value);
  SqliteStatement& BindText(std::string_view text);
  SqliteStatement& BindBlob(std::string_view bytes);
  // The 16 raw bytes of a digest, which are copied.
  SqliteStatement& BindDigest(std::string_view digest);

  // True if there is a row, false at the end.
  absl::StatusOr<bool> Step();
  // For statements without rows.
  absl::Status Run();

  int64_t Int(int column) const;
  // Valid until the next Step.
  std::string_view Bytes(int column) const;

 private:
  SqliteConnection* connection_;
  sqlite3_stmt* statement_;
  int parameter_ = 0;
  int bind_result_ = SQLITE_OK;
};

// Not safe to call from several threads at once.
class SqliteConnection {
 public:
  enum class Mode {
    kWrite,      // reads and writes; creates the file
    kRead,       // others may write meanwhile
    kReadStill,  // nobody may: no lock is taken, no file beside it needed
  };
  static absl::StatusOr<std::unique_ptr<SqliteConnection>> Open(const std::string& path,
                                                                Mode mode = Mode::kWrite);
  ~SqliteConnection();
  SqliteConnection(const SqliteConnection&) = delete;
  SqliteConnection& operator=(const SqliteConnection&) = delete;

  const std::string& path() const { return path_; }

  // Statements without parameters, separated by semicolons; rows are dropped.
  absl::Status Execute(const char* sql);
  // Compiles at the first use of that text. Of one text only one statement may be in use at a time.
  absl::StatusOr<SqliteStatement> Prepare(std::string_view sql);
  // The first column of the first row of the answer, as text; empty if there is none.
  absl::StatusOr<std::string> Query(std::string_view sql);

  int64_t LastInsertedId() const { return sqlite3_last_insert_rowid(handle_); }
  bool InTransaction() const { return sqlite3_get_autocommit(handle_) == 0; }

  // The status for a result code other than SQLITE_OK, ROW and DONE.
  absl::Status Error(int code);
  // DataLoss saying that this file is damaged and what to do.
  absl::Status DamagedFile(std::string_view how) const;
  // DataLoss from the first moment that SQLite found the file damaged; nothing read or written
  // later can be trusted.
  const absl::Status& damage() const { return damage_; }

 private:
  SqliteConnection(std::string path, sqlite3* handle) : path_(std::move(path)), handle_(handle) {}

  std::string path_;
  sqlite3* handle_;
  absl::flat_hash_map<std::string, sqlite3_stmt*> statements_;
  absl::Status damage_;
};

// Rolls back unless committed. Takes the write lock at once, so that it cannot fail for another
// process's sake half way.
class SqliteTransaction {
 public:
  static absl::StatusOr<SqliteTransaction> Begin(SqliteConnection* connection);
  SqliteTransaction(SqliteTransaction&& other) noexcept;
  SqliteTransaction& operator=(SqliteTransaction&&) = delete;
  ~SqliteTransaction();

  absl::Status Commit();

 private:
  explicit SqliteTransaction(SqliteConnection* connection) : connection_(connection) {}

  SqliteConnection* connection_;
};

}  // namespace plait

#endif  // PLAIT_SUMMARIES_SQLITE_CONNECTION_H_
