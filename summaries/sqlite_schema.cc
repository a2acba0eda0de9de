#include "summaries/sqlite_schema.h"

#include <sqlite3.h>

#include <cstdint>
#include <filesystem>
#include <system_error>
#include <vector>

#include "absl/status/status.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/string_view.h"
#include "absl/time/clock.h"
#include "absl/time/time.h"
#include "absl/types/span.h"

namespace plait {
namespace {

// How long to wait for another process. Our own transactions take milliseconds.
constexpr int kBusyMilliseconds = 20000;

// Blobs keep a rowid: they are too big for the inner pages of a WITHOUT ROWID table, and appending
// them leaves only their 20-byte index entries to be written in random order.
//
// SQLite keeps these texts in the file; CheckSchema compares them, so they must not change in
// wording. Columns that came later stand as ALTER TABLE leaves them.
constexpr const char* kTables[] = {
    "CREATE TABLE blobs(id INTEGER PRIMARY KEY, kind INTEGER NOT NULL, digest BLOB NOT NULL, "
    "size INTEGER NOT NULL, packed INTEGER NOT NULL, bytes BLOB NOT NULL, proof INTEGER NOT NULL, "
    "UNIQUE(kind, digest))",
    "CREATE TABLE files(id INTEGER PRIMARY KEY, identity BLOB NOT NULL UNIQUE, path TEXT NOT NULL, "
    "size INTEGER NOT NULL, mtime_ns INTEGER NOT NULL, digest TEXT NOT NULL)",
    "CREATE TABLE missing(id INTEGER PRIMARY KEY, identity BLOB NOT NULL UNIQUE, "
    "path TEXT NOT NULL)",
    "CREATE TABLE procedures(id INTEGER PRIMARY KEY, identity BLOB NOT NULL UNIQUE, "
    "name TEXT NOT NULL, ir BLOB NOT NULL, first_line INTEGER NOT NULL)",
    "CREATE TABLE units(id INTEGER PRIMARY KEY, key BLOB NOT NULL UNIQUE, file TEXT NOT NULL, "
    "unit BLOB NOT NULL, procedures BLOB NOT NULL, inputs BLOB NOT NULL, missing BLOB NOT NULL, "
    "error_count INTEGER NOT NULL, identity BLOB NOT NULL, "
    "generation INTEGER NOT NULL DEFAULT 0)",
    "CREATE TABLE summary_keys(key BLOB PRIMARY KEY, summary BLOB NOT NULL, "
    "proof INTEGER NOT NULL, generation INTEGER NOT NULL DEFAULT 0) WITHOUT ROWID",
    "CREATE TABLE report_keys(key BLOB PRIMARY KEY, report BLOB NOT NULL, "
    "proof INTEGER NOT NULL, generation INTEGER NOT NULL DEFAULT 0) WITHOUT ROWID",
    "CREATE TABLE runs(id INTEGER PRIMARY KEY, ended INTEGER NOT NULL, stats BLOB NOT NULL, "
    "proof INTEGER NOT NULL)",
    "CREATE TABLE generations(id INTEGER PRIMARY KEY, used INTEGER NOT NULL)",
    "CREATE TABLE collections(id INTEGER PRIMARY KEY, ended INTEGER NOT NULL)",
};

constexpr const char* kFromVersion1[] = {
    "ALTER TABLE units ADD COLUMN generation INTEGER NOT NULL DEFAULT 0",
    "ALTER TABLE summary_keys ADD COLUMN generation INTEGER NOT NULL DEFAULT 0",
    "ALTER TABLE report_keys ADD COLUMN generation INTEGER NOT NULL DEFAULT 0",
    "CREATE TABLE generations(id INTEGER PRIMARY KEY, used INTEGER NOT NULL)",
    "CREATE TABLE collections(id INTEGER PRIMARY KEY, ended INTEGER NOT NULL)",
};

// What brings a file of that version to the next one; a file of version 0 has no tables and gets
// those of today.
absl::Span<const char* const> StepFrom(int version) {
  return version == 0 ? absl::Span<const char* const>(kTables)
                      : absl::Span<const char* const>(kFromVersion1);
}

constexpr char kAllTables[] =
    "SELECT group_concat(sql, ';') FROM (SELECT sql FROM sqlite_schema WHERE sql IS NOT NULL "
    "AND substr(name, 1, 7) <> 'sqlite_' ORDER BY rowid)";

std::string ExpectedTables() {
  std::string all;
  for (const char* table : kTables) absl::StrAppend(&all, all.empty() ? "" : ";", table);
  return all;
}

absl::Status NotOurs(const std::string& path, absl::string_view what) {
  return absl::FailedPreconditionError(absl::StrCat(path, ": not a store of Plait: ", what,
                                                    "; delete it, or give --store another place"));
}

absl::Status Newer(const std::string& path, int64_t version) {
  return absl::FailedPreconditionError(absl::StrCat(
      path, ": made by a newer Plait (version ", version, " of the store, this one knows ",
      kStoreVersion, "): use that Plait, or give --store another place"));
}

// ---- Before SQLite opens it: opening alone may already change a file (its log is copied in).

struct Header {
  int64_t size = 0;   // of the file
  std::string bytes;  // its first 100, or fewer
};

// Through SQLite's own file layer: a plain open and close would drop the locks that another
// connection of this process has on the file (POSIX).
absl::StatusOr<Header> ReadHeader(const std::string& path) {
  sqlite3_vfs* vfs = sqlite3_vfs_find(nullptr);
  const std::string full = std::filesystem::absolute(path).string();
  sqlite3_filename name = sqlite3_create_filename(full.c_str(), "", "", 0, nullptr);
  std::vector<std::max_align_t> memory(vfs->szOsFile / sizeof(std::max_align_t) + 1);
  auto* file = reinterpret_cast<sqlite3_file*>(memory.data());
  int flags = 0;
  int result = vfs->xOpen(vfs, name, file, SQLITE_OPEN_READONLY | SQLITE_OPEN_MAIN_DB, &flags);
  Header header;
  if (result == SQLITE_OK) {
    sqlite3_int64 size = 0;
    result = file->pMethods->xFileSize(file, &size);
    header.size = size;
    header.bytes.resize(size < 100 ? size : 100);
    if (result == SQLITE_OK && !header.bytes.empty()) {
      result = file->pMethods->xRead(file, header.bytes.data(), header.bytes.size(), 0);
    }
  }
  if (file->pMethods != nullptr) file->pMethods->xClose(file);
  sqlite3_free_filename(name);
  if (result == SQLITE_OK) return header;
  return absl::UnavailableError(absl::StrCat(path, ": the store cannot be read (",
                                             sqlite3_errstr(result),
                                             "): make it readable, or give --store another place"));
}

uint32_t BigEndian(const std::string& bytes, size_t at) {
  uint32_t value = 0;
  for (size_t i = at; i < at + 4; ++i) value = value << 8 | static_cast<unsigned char>(bytes[i]);
  return value;
}

// OK for our files and for empty ones.
absl::Status CheckHeader(const std::string& path) {
  absl::StatusOr<Header> header = ReadHeader(path);
  if (!header.ok()) return header.status();
  if (header->size == 0) return absl::OkStatus();
  constexpr absl::string_view kMagic("SQLite format 3\0", 16);
  const std::string& bytes = header->bytes;
  if (bytes.size() < 100 || absl::string_view(bytes).substr(0, 16) != kMagic) {
    return NotOurs(path, "it is no database");
  }
  if (BigEndian(bytes, 68) != kStoreApplicationId) {
    return NotOurs(path, "it is a database of another program");
  }
  const uint32_t version = BigEndian(bytes, 60);
  return version > kStoreVersion ? Newer(path, version) : absl::OkStatus();
}

absl::Status CheckOrMakePlace(const std::string& path) {
  if (path.empty()) return absl::FailedPreconditionError("--store needs the name of a file");
  namespace fs = std::filesystem;
  std::error_code error;
  const fs::file_status there = fs::status(path, error);
  if (fs::is_directory(there)) return NotOurs(path, "it is a folder");
  if (fs::is_regular_file(there)) return CheckHeader(path);
  if (fs::exists(there)) return NotOurs(path, "it is no regular file");
  const fs::path folder = fs::path(path).parent_path();
  if (!folder.empty()) fs::create_directories(folder, error);
  if (folder.empty() || fs::is_directory(folder)) return absl::OkStatus();
  return absl::UnavailableError(absl::StrCat(folder.string(), ": cannot be created (",
                                             error.message(), "): give --store another place"));
}

// ---- After.

absl::StatusOr<int> Version(SqliteConnection* connection) {
  absl::StatusOr<std::string> text = connection->Query("PRAGMA user_version");
  if (!text.ok()) return text.status();
  int version = 0;
  if (!absl::SimpleAtoi(*text, &version)) return connection->DamagedFile("no version in it");
  return version;
}

absl::Status CheckSchema(SqliteConnection* connection) {
  static const std::string& expected = *new std::string(ExpectedTables());
  absl::StatusOr<std::string> tables = connection->Query(kAllTables);
  if (!tables.ok()) return tables.status();
  return *tables == expected ? absl::OkStatus()
                             : connection->DamagedFile("its tables are not those of a store");
}

// Brings the schema up to date. Several processes may be at it: the first one wins.
absl::Status Migrate(SqliteConnection* connection) {
  absl::StatusOr<SqliteTransaction> transaction = SqliteTransaction::Begin(connection);
  if (!transaction.ok()) return transaction.status();
  absl::StatusOr<int> version = Version(connection);
  if (!version.ok()) return version.status();
  if (*version > kStoreVersion) return Newer(connection->path(), *version);
  if (*version == 0) {
    absl::StatusOr<std::string> tables = connection->Query(kAllTables);
    if (!tables.ok()) return tables.status();
    if (!tables->empty()) return connection->DamagedFile("tables, but no version");
  }
  for (int v = *version; v < kStoreVersion; v = v == 0 ? kStoreVersion : v + 1) {
    for (const char* sql : StepFrom(v)) {
      if (absl::Status s = connection->Execute(sql); !s.ok()) return s;
    }
  }
  const std::string mark = absl::StrCat("PRAGMA application_id=", kStoreApplicationId,
                                        "; PRAGMA user_version=", kStoreVersion);
  if (absl::Status s = connection->Execute(mark.c_str()); !s.ok()) return s;
  return transaction->Commit();
}

// SQLite does not wait for others in every case when it changes the mode.
absl::Status UseLog(SqliteConnection* connection) {
  const absl::Time deadline = absl::Now() + absl::Milliseconds(kBusyMilliseconds);
  for (;;) {
    absl::StatusOr<std::string> mode = connection->Query("PRAGMA journal_mode=WAL");
    // Another mode than "wal" comes back where the file system cannot do it: slower, but as safe.
    if (mode.ok()) return absl::OkStatus();
    if (!absl::IsUnavailable(mode.status()) || absl::Now() > deadline) return mode.status();
    absl::SleepFor(absl::Milliseconds(5));
  }
}

absl::Status Prepare(SqliteConnection* connection) {
  // No mmap: a file cut short by somebody else would kill us with SIGBUS.
  const std::string settings = absl::StrCat(
      "PRAGMA busy_timeout=", kBusyMilliseconds,
      "; PRAGMA trusted_schema=OFF; PRAGMA cell_size_check=ON; PRAGMA synchronous=NORMAL; "
      "PRAGMA cache_size=-16384; PRAGMA wal_autocheckpoint=4000; "
      "PRAGMA journal_size_limit=67108864; PRAGMA temp_store=MEMORY");
  if (absl::Status s = connection->Execute(settings.c_str()); !s.ok()) return s;
  absl::StatusOr<int> version = Version(connection);
  if (!version.ok()) return version.status();
  if (*version > kStoreVersion) return Newer(connection->path(), *version);
  if (*version < kStoreVersion) {
    if (absl::Status s = Migrate(connection); !s.ok()) return s;
  }
  if (absl::Status s = CheckSchema(connection); !s.ok()) return s;
  absl::StatusOr<std::string> mode = connection->Query("PRAGMA journal_mode");
  if (!mode.ok()) return mode.status();
  return *mode == "wal" ? absl::OkStatus() : UseLog(connection);
}

// A log that holds something must be read, for which SQLite needs a file beside the store.
bool HasLog(const std::string& path) {
  std::error_code error;
  const uintmax_t size = std::filesystem::file_size(path + "-wal", error);
  return !error && size > 0;
}

absl::Status PrepareForReading(SqliteConnection* connection) {
  absl::Status s = connection->Execute("PRAGMA trusted_schema=OFF; PRAGMA cell_size_check=ON");
  if (!s.ok()) return s;
  absl::StatusOr<int> version = Version(connection);
  if (!version.ok()) return version.status();
  if (*version < kStoreVersion) {
    return absl::UnavailableError(
        absl::StrCat(connection->path(),
                     ": made by an older Plait, and cannot be written: make it writable, or ",
                     "give --store another place"));
  }
  return CheckSchema(connection);
}

}  // namespace

absl::StatusOr<std::unique_ptr<SqliteConnection>> OpenStoreFileForReading(const std::string& path) {
  std::error_code error;
  if (!std::filesystem::is_regular_file(path, error)) {
    return absl::UnavailableError(absl::StrCat(path, ": no such store"));
  }
  if (absl::Status s = CheckHeader(path); !s.ok()) return s;
  const auto mode =
      HasLog(path) ? SqliteConnection::Mode::kRead : SqliteConnection::Mode::kReadStill;
  absl::StatusOr<std::unique_ptr<SqliteConnection>> opened = SqliteConnection::Open(path, mode);
  if (!opened.ok()) return opened.status();
  if (absl::Status s = PrepareForReading(opened->get()); !s.ok()) return s;
  return opened;
}

absl::StatusOr<std::unique_ptr<SqliteConnection>> OpenStoreFile(const std::string& path) {
  if (absl::Status s = CheckOrMakePlace(path); !s.ok()) return s;
  absl::StatusOr<std::unique_ptr<SqliteConnection>> opened = SqliteConnection::Open(path);
  if (!opened.ok()) return opened.status();
  SqliteConnection* connection = opened->get();
  if (absl::Status s = Prepare(connection); !s.ok()) {
    // Statements that are right in every store fail: a header or schema that SQLite cannot make
    // sense of.
    return absl::IsInternal(s) ? connection->DamagedFile(std::string(s.message())) : s;
  }
  return opened;
}

}  // namespace plait
