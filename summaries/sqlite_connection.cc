#include "summaries/sqlite_connection.h"

#include <cstring>
#include <utility>

#include "absl/strings/str_cat.h"
#include "absl/strings/string_view.h"
#include "summaries/digest.h"

namespace plait {
namespace {

absl::string_view View(std::string_view text) { return {text.data(), text.size()}; }

// SQLite takes "file:..." for a URI and ":memory:" for no file at all.
std::string PlainPath(const std::string& path) { return path[0] == '/' ? path : "./" + path; }

// The file as one that nobody writes (https://www.sqlite.org/uri.html).
std::string StillUri(const std::string& path) {
  std::string uri = "file:";
  for (const char c : PlainPath(path)) {
    if (c == '%' || c == '?' || c == '#') {
      absl::StrAppend(&uri, "%", absl::Hex(static_cast<unsigned char>(c), absl::kZeroPad2));
    } else {
      uri.push_back(c);
    }
  }
  return uri + "?immutable=1";
}

absl::Status MakeError(int code, const std::string& path, const std::string& detail) {
  switch (code & 0xff) {
    case SQLITE_BUSY:
    case SQLITE_LOCKED:
    case SQLITE_PROTOCOL:
      return absl::UnavailableError(
          absl::StrCat(path, ": another process holds this store for long (", detail,
                       "): run again when it is done, or give this run its own --store"));
    case SQLITE_FULL:
      return absl::UnavailableError(absl::StrCat(path, ": no room to write the store (", detail,
                                                 "): free some, or give --store another place"));
    case SQLITE_READONLY:
    case SQLITE_PERM:
    case SQLITE_AUTH:
      return absl::UnavailableError(
          absl::StrCat(path, ": the store cannot be written (", detail,
                       "): make file and folder writable, or give --store another place"));
    case SQLITE_CANTOPEN:
      return absl::UnavailableError(absl::StrCat(
          path, ": the store cannot be opened (", detail,
          "): make file and folder readable and writable, or give --store another place"));
    case SQLITE_IOERR:
      return absl::UnavailableError(absl::StrCat(path,
                                                 ": the disk does not read or write the store (",
                                                 detail, "): give --store another place"));
    case SQLITE_CORRUPT:
    case SQLITE_CONSTRAINT:  // no statement of ours breaks one in an undamaged file
    case SQLITE_MISMATCH:
      return absl::DataLossError(
          absl::StrCat(path, ": the store is damaged (", detail,
                       "): delete it, it will be made again, or give --store another place"));
    case SQLITE_NOTADB:
      return absl::FailedPreconditionError(absl::StrCat(
          path, ": not a store of Plait (", detail, "): delete it, or give --store another place"));
    case SQLITE_NOMEM:
    case SQLITE_TOOBIG:
      return absl::ResourceExhaustedError(absl::StrCat(path, ": ", detail));
    default:
      return absl::InternalError(absl::StrCat(path, ": ", detail, " (SQLite ", code, ")"));
  }
}

// What SQLite says, with the system's word where there is one.
std::string Detail(sqlite3* handle, int code) {
  std::string detail = sqlite3_errstr(code);
  if (handle == nullptr) return detail;
  const char* message = sqlite3_errmsg(handle);
  if (message != nullptr && (sqlite3_errcode(handle) & 0xff) == (code & 0xff)) detail = message;
  const int base = code & 0xff;
  const int error = sqlite3_system_errno(handle);
  if (error != 0 && (base == SQLITE_IOERR || base == SQLITE_CANTOPEN || base == SQLITE_FULL)) {
    absl::StrAppend(&detail, ": ", std::strerror(error));
  }
  return detail;
}

}  // namespace

SqliteStatement::SqliteStatement(SqliteStatement&& other) noexcept
    : connection_(other.connection_),
      statement_(std::exchange(other.statement_, nullptr)),
      parameter_(other.parameter_),
      bind_result_(other.bind_result_) {}

SqliteStatement::~SqliteStatement() {
  if (statement_ == nullptr) return;
  sqlite3_reset(statement_);
  sqlite3_clear_bindings(statement_);
}

SqliteStatement& SqliteStatement::Bind(int64_t value) {
  const int result = sqlite3_bind_int64(statement_, ++parameter_, value);
  if (bind_result_ == SQLITE_OK) bind_result_ = result;
  return *this;
}

SqliteStatement& SqliteStatement::BindText(std::string_view text) {
  // A null pointer would bind NULL.
  const char* data = text.data() == nullptr ? "" : text.data();
  const int result =
      sqlite3_bind_text64(statement_, ++parameter_, data, text.size(), SQLITE_STATIC, SQLITE_UTF8);
  if (bind_result_ == SQLITE_OK) bind_result_ = result;
  return *this;
}

SqliteStatement& SqliteStatement::BindBlob(std::string_view bytes) {
  const char* data = bytes.data() == nullptr ? "" : bytes.data();
  const int result =
      sqlite3_bind_blob64(statement_, ++parameter_, data, bytes.size(), SQLITE_STATIC);
  if (bind_result_ == SQLITE_OK) bind_result_ = result;
  return *this;
}

SqliteStatement& SqliteStatement::BindDigest(std::string_view digest) {
  const std::string raw = RawDigest(digest);
  const int result =
      sqlite3_bind_blob64(statement_, ++parameter_, raw.data(), raw.size(), SQLITE_TRANSIENT);
  if (bind_result_ == SQLITE_OK) bind_result_ = result;
  return *this;
}

absl::StatusOr<bool> SqliteStatement::Step() {
  if (bind_result_ != SQLITE_OK) return connection_->Error(bind_result_);
  const int result = sqlite3_step(statement_);
  if (result == SQLITE_ROW) return true;
  if (result == SQLITE_DONE) return false;
  return connection_->Error(result);
}

absl::Status SqliteStatement::Run() { return Step().status(); }

int64_t SqliteStatement::Int(int column) const { return sqlite3_column_int64(statement_, column); }

std::string_view SqliteStatement::Bytes(int column) const {
  const void* data = sqlite3_column_blob(statement_, column);
  const int size = sqlite3_column_bytes(statement_, column);
  return data == nullptr ? std::string_view()
                         : std::string_view(static_cast<const char*>(data), size);
}

absl::StatusOr<std::unique_ptr<SqliteConnection>> SqliteConnection::Open(const std::string& path,
                                                                         Mode mode) {
  sqlite3* handle = nullptr;
  // NOMUTEX: the store has a mutex of its own.
  int flags = SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_EXRESCODE;
  flags |= mode == Mode::kWrite ? SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE : SQLITE_OPEN_READONLY;
  if (mode == Mode::kReadStill) flags |= SQLITE_OPEN_URI;
  const std::string name = mode == Mode::kReadStill ? StillUri(path) : PlainPath(path);
  const int result = sqlite3_open_v2(name.c_str(), &handle, flags, nullptr);
  auto connection = std::unique_ptr<SqliteConnection>(new SqliteConnection(path, handle));
  if (result != SQLITE_OK) return connection->Error(result);
  if (mode == Mode::kWrite && sqlite3_db_readonly(handle, "main") == 1) {
    return connection->Error(SQLITE_READONLY);
  }
  return connection;
}

SqliteConnection::~SqliteConnection() {
  for (auto& [sql, statement] : statements_) sqlite3_finalize(statement);
  sqlite3_close(handle_);
}

absl::Status SqliteConnection::Execute(const char* sql) {
  const int result = sqlite3_exec(handle_, sql, nullptr, nullptr, nullptr);
  return result == SQLITE_OK ? absl::OkStatus() : Error(result);
}

absl::StatusOr<SqliteStatement> SqliteConnection::Prepare(std::string_view sql) {
  auto found = statements_.find(View(sql));
  if (found != statements_.end()) return SqliteStatement(this, found->second);
  sqlite3_stmt* statement = nullptr;
  const int result = sqlite3_prepare_v3(handle_, sql.data(), static_cast<int>(sql.size()),
                                        SQLITE_PREPARE_PERSISTENT, &statement, nullptr);
  if (result != SQLITE_OK) return Error(result);
  statements_.emplace(sql, statement);
  return SqliteStatement(this, statement);
}

absl::StatusOr<std::string> SqliteConnection::Query(std::string_view sql) {
  absl::StatusOr<SqliteStatement> statement = Prepare(sql);
  if (!statement.ok()) return statement.status();
  absl::StatusOr<bool> row = statement->Step();
  if (!row.ok()) return row.status();
  return *row ? std::string(statement->Bytes(0)) : std::string();
}

absl::Status SqliteConnection::Error(int code) {
  absl::Status status = MakeError(code, path_, Detail(handle_, code));
  if (absl::IsDataLoss(status) && damage_.ok()) damage_ = status;
  return status;
}

absl::Status SqliteConnection::DamagedFile(std::string_view how) const {
  return MakeError(SQLITE_CORRUPT, path_, std::string(how));
}

absl::StatusOr<SqliteTransaction> SqliteTransaction::Begin(SqliteConnection* connection) {
  if (absl::Status s = connection->Execute("BEGIN IMMEDIATE"); !s.ok()) return s;
  return SqliteTransaction(connection);
}

SqliteTransaction::SqliteTransaction(SqliteTransaction&& other) noexcept
    : connection_(std::exchange(other.connection_, nullptr)) {}

SqliteTransaction::~SqliteTransaction() {
  // SQLite rolls back by itself on some errors; nothing can be done if this fails.
  if (connection_ != nullptr && connection_->InTransaction()) {
    connection_->Execute("ROLLBACK").IgnoreError();
  }
}

absl::Status SqliteTransaction::Commit() {
  if (absl::Status s = connection_->Execute("COMMIT"); !s.ok()) return s;
  connection_ = nullptr;
  return absl::OkStatus();
}

}  // namespace plait
