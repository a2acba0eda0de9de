// Whether everything in a store is what its digest says (store_care.h).
#include <memory>
#include <utility>

#include "absl/container/flat_hash_set.h"
#include "absl/strings/str_cat.h"
#include "summaries/digest.h"
#include "summaries/sqlite_connection.h"
#include "summaries/sqlite_schema.h"
#include "summaries/sqlite_store.h"
#include "summaries/store_care.h"
#include "summaries/store_entries.h"

namespace plait {
namespace {

class Verifier {
 public:
  Verifier(SqliteConnection* connection, Store* store, bool repair)
      : connection_(connection), store_(store), repair_(repair) {}

  absl::Status Run() {
    if (absl::Status s = CheckFile(); !s.ok() || result_.file_is_damaged) return s;
    absl::Status s = CheckBlobs();
    if (s.ok()) s = CheckUnits();
    if (s.ok()) s = CheckSummaries();
    if (s.ok()) s = CheckReports();
    if (s.ok()) s = CheckRuns();
    return s;
  }

  Verified TakeResult() { return std::move(result_); }

 private:
  // SQLite's own structure.
  absl::Status CheckFile() {
    return ForEachRow(connection_, "PRAGMA integrity_check(10)", [&](const SqliteStatement& row) {
      if (row.Bytes(0) == "ok") return;
      result_.file_is_damaged = true;
      result_.damaged.push_back(absl::StrCat("the file: ", std::string(row.Bytes(0))));
    });
  }

  absl::Status CheckBlobs() {
    absl::StatusOr<std::vector<BlobName>> blobs = BlobsOf(connection_);
    if (!blobs.ok()) return blobs.status();
    for (const BlobName& blob : *blobs) {
      ++result_.blobs;
      const absl::Status read = store_->GetBlob(blob.kind, blob.digest).status();
      if (read.ok()) {
        whole_.insert({blob.kind, blob.digest});
        continue;
      }
      if (!absl::IsDataLoss(read)) return read;
      absl::Status s = Damaged(read.message(), "DELETE FROM blobs WHERE digest = ? AND kind = ?",
                               blob.digest, KindNumber(blob.kind));
      if (!s.ok()) return s;
    }
    return absl::OkStatus();
  }

  absl::Status CheckUnits() {
    absl::StatusOr<std::vector<std::string>> keys = KeysOf(connection_, "units");
    if (!keys.ok()) return keys.status();
    for (const std::string& key : *keys) {
      ++result_.units;
      absl::Status read = CheckUnit(key);
      if (read.ok()) continue;
      if (!absl::IsDataLoss(read)) return read;
      read = Damaged(read.message(), "DELETE FROM units WHERE key = ?", key);
      if (!read.ok()) return read;
    }
    return absl::OkStatus();
  }

  absl::Status CheckUnit(const std::string& key) {
    absl::StatusOr<UnitRecord> unit = store_->FindUnit(key);
    if (!unit.ok()) return unit.status();
    bool is_whole = whole_.contains({BlobKind::kUnit, unit->unit_digest});
    for (const ProcedureRef& procedure : unit->procedures) {
      is_whole = is_whole && whole_.contains({BlobKind::kIr, procedure.ir_digest});
    }
    if (is_whole) return absl::OkStatus();
    return absl::DataLossError(absl::StrCat("unit ", unit->file, ": a part of it is gone"));
  }

  absl::Status CheckSummaries() {
    return CheckKeys(
        "summary_keys", "DELETE FROM summary_keys WHERE key = ?", &result_.summaries,
        [&](const std::string& key) -> absl::Status {
          absl::StatusOr<std::string> digest = store_->FindSummary(key);
          if (!digest.ok()) return digest.status();
          if (whole_.contains({BlobKind::kSummary, *digest})) return absl::OkStatus();
          return absl::DataLossError(absl::StrCat("summary under ", key, ": it is gone"));
        });
  }

  absl::Status CheckReports() {
    return CheckKeys("report_keys", "DELETE FROM report_keys WHERE key = ?", &result_.reports,
                     [&](const std::string& key) { return store_->FindReport(key).status(); });
  }

  template <typename F>
  absl::Status CheckKeys(const char* table, const char* remove, uint64_t* count, const F& check) {
    absl::StatusOr<std::vector<std::string>> keys = KeysOf(connection_, table);
    if (!keys.ok()) return keys.status();
    for (const std::string& key : *keys) {
      ++*count;
      absl::Status read = check(key);
      if (read.ok()) continue;
      if (!absl::IsDataLoss(read)) return read;
      if (read = Damaged(read.message(), remove, key); !read.ok()) return read;
    }
    return absl::OkStatus();
  }

  absl::Status CheckRuns() {
    const absl::Status read = store_->Runs(1 << 30).status();
    if (read.ok()) return read;
    if (!absl::IsDataLoss(read)) return read;
    result_.damaged.push_back("the list of runs");
    if (!repair_) return absl::OkStatus();
    ++result_.removed;
    return connection_->Execute("DELETE FROM runs");
  }

  absl::Status Damaged(absl::string_view how, const char* remove, const std::string& digest,
                       int64_t kind = 0) {
    result_.damaged.push_back(std::string(how));
    // A key that is no digest cannot be named in a statement, nor ever be found.
    if (!repair_ || !IsDigest(digest)) return absl::OkStatus();
    absl::StatusOr<SqliteStatement> statement = connection_->Prepare(remove);
    if (!statement.ok()) return statement.status();
    statement->BindDigest(digest);
    if (kind != 0) statement->Bind(kind);
    ++result_.removed;
    return statement->Run();
  }

  SqliteConnection* const connection_;
  Store* const store_;
  const bool repair_;
  Verified result_;
  absl::flat_hash_set<std::pair<BlobKind, std::string>> whole_;
};

}  // namespace

absl::StatusOr<Verified> VerifyStore(const std::string& path, bool repair) {
  absl::StatusOr<std::unique_ptr<Store>> store = OpenSqliteStore(path);
  bool can_write = store.ok();
  if (absl::IsUnavailable(store.status()) && !repair) store = OpenSqliteStoreForReading(path);
  if (!store.ok()) return store.status();
  absl::StatusOr<std::unique_ptr<SqliteConnection>> connection =
      can_write ? OpenStoreFile(path) : OpenStoreFileForReading(path);
  if (!connection.ok()) return connection.status();
  Verifier verifier(connection->get(), store->get(), repair);
  absl::Status s = verifier.Run();
  Verified result = verifier.TakeResult();
  if (absl::IsDataLoss(s)) {
    result.file_is_damaged = true;
    result.damaged.push_back(std::string(s.message()));
    s = absl::OkStatus();
  }
  if (!s.ok()) return s;
  return result;
}

}  // namespace plait
