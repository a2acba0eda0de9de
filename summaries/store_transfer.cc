// A store carried to another place (store_care.h).
#include <unistd.h>

#include <filesystem>
#include <limits>
#include <memory>
#include <system_error>
#include <utility>

#include "absl/cleanup/cleanup.h"
#include "absl/strings/str_cat.h"
#include "summaries/sqlite_connection.h"
#include "summaries/sqlite_schema.h"
#include "summaries/sqlite_store.h"
#include "summaries/store_care.h"
#include "summaries/store_entries.h"

namespace plait {
namespace {

namespace fs = std::filesystem;

constexpr size_t kBatch = 500;  // summaries in one transaction
// No file has this time: it is compared by its contents.
constexpr int64_t kNoTime = std::numeric_limits<int64_t>::min();

class Importer {
 public:
  Importer(Store* from, SqliteConnection* listing, Store* to)
      : from_(from), listing_(listing), to_(to) {}

  absl::Status Run() {
    absl::Status s = TakeUnits();
    if (s.ok()) s = TakeSummaries();
    if (s.ok()) s = TakeReports();
    return s;
  }

  const Imported& result() const { return result_; }

 private:
  absl::Status TakeUnits() {
    absl::StatusOr<std::vector<std::string>> keys = KeysOf(listing_, "units");
    if (!keys.ok()) return keys.status();
    for (const std::string& key : *keys) {
      if (to_->FindUnit(key).ok()) continue;
      absl::StatusOr<UnitRecord> unit = from_->FindUnit(key);
      std::vector<Blob> blobs;
      if (!unit.ok() || !ReadBlobs(*unit, &blobs)) {
        ++result_.damaged;
        continue;
      }
      for (FileStamp& input : unit->inputs) input.mtime_ns = kNoTime;
      if (absl::Status s = to_->PutUnit(*unit, blobs); !s.ok()) return s;
      ++result_.units;
    }
    return absl::OkStatus();
  }

  bool ReadBlobs(const UnitRecord& unit, std::vector<Blob>* blobs) {
    if (!ReadBlob(BlobKind::kUnit, unit.unit_digest, blobs)) return false;
    for (const ProcedureRef& procedure : unit.procedures) {
      if (!ReadBlob(BlobKind::kIr, procedure.ir_digest, blobs)) return false;
    }
    return true;
  }

  bool ReadBlob(BlobKind kind, const std::string& digest, std::vector<Blob>* blobs) {
    absl::StatusOr<std::string> bytes = from_->GetBlob(kind, digest);
    if (bytes.ok()) blobs->push_back({kind, digest, *std::move(bytes)});
    return bytes.ok();
  }

  absl::Status TakeSummaries() {
    absl::StatusOr<std::vector<std::string>> keys = KeysOf(listing_, "summary_keys");
    if (!keys.ok()) return keys.status();
    std::vector<std::pair<std::string, Blob>> batch;
    for (const std::string& key : *keys) {
      if (to_->FindSummary(key).ok()) continue;
      absl::StatusOr<std::string> digest = from_->FindSummary(key);
      std::vector<Blob> blob;
      if (!digest.ok() || !ReadBlob(BlobKind::kSummary, *digest, &blob)) {
        ++result_.damaged;
        continue;
      }
      batch.push_back({key, std::move(blob[0])});
      ++result_.summaries;
      if (batch.size() < kBatch) continue;
      if (absl::Status s = to_->PutSummaries(batch); !s.ok()) return s;
      batch.clear();
    }
    return to_->PutSummaries(batch);
  }

  absl::Status TakeReports() {
    absl::StatusOr<std::vector<std::string>> keys = KeysOf(listing_, "report_keys");
    if (!keys.ok()) return keys.status();
    for (const std::string& key : *keys) {
      if (to_->FindReport(key).ok()) continue;
      absl::StatusOr<std::string> bytes = from_->FindReport(key);
      if (!bytes.ok()) {
        ++result_.damaged;
        continue;
      }
      if (absl::Status s = to_->PutReport(key, *bytes); !s.ok()) return s;
      ++result_.reports;
    }
    return absl::OkStatus();
  }

  Store* const from_;
  SqliteConnection* const listing_;
  Store* const to_;
  Imported result_;
};

}  // namespace

absl::Status ExportStore(const std::string& path, const std::string& to) {
  std::error_code error;
  if (fs::exists(to, error)) {
    return absl::InvalidArgumentError(absl::StrCat(to, ": is there already; name a new file"));
  }
  if (!fs::exists(path, error)) {
    return absl::InvalidArgumentError(absl::StrCat(path, ": there is no store"));
  }
  absl::StatusOr<std::unique_ptr<SqliteConnection>> connection = OpenStoreFile(path);
  if (absl::IsUnavailable(connection.status())) connection = OpenStoreFileForReading(path);
  if (!connection.ok()) return connection.status();
  // Under another name until it is whole.
  const std::string part = absl::StrCat(to, ".", getpid(), ".part");
  absl::StatusOr<SqliteStatement> vacuum = (*connection)->Prepare("VACUUM INTO ?");
  if (!vacuum.ok()) return vacuum.status();
  absl::Status s = vacuum->BindText(part).Run();
  if (s.ok()) fs::rename(part, to, error);
  if (s.ok() && error) {
    s = absl::UnavailableError(absl::StrCat(to, ": cannot be written (", error.message(), ")"));
  }
  if (!s.ok()) fs::remove(part, error);
  return s;
}

absl::StatusOr<Imported> ImportStore(const std::string& path, const std::string& from) {
  std::error_code error;
  if (!fs::is_regular_file(from, error)) {
    return absl::InvalidArgumentError(absl::StrCat(from, ": no such file"));
  }
  absl::StatusOr<std::unique_ptr<Store>> to = OpenSqliteStore(path);
  if (!to.ok()) return to.status();
  // A copy may be brought up to date, and needs no right to write the original.
  const std::string copy = absl::StrCat(path, ".import.", getpid());
  const auto remove = absl::MakeCleanup([&] {
    for (const char* suffix : {"", "-wal", "-shm"}) fs::remove(copy + suffix, error);
  });
  if (!fs::copy_file(from, copy, fs::copy_options::overwrite_existing, error)) {
    return absl::UnavailableError(
        absl::StrCat(from, ": cannot be copied to ", copy, " (", error.message(), ")"));
  }
  fs::permissions(copy, fs::perms::owner_read | fs::perms::owner_write, error);
  absl::StatusOr<std::unique_ptr<Store>> source = OpenSqliteStore(copy);
  if (!source.ok()) return source.status();
  absl::StatusOr<std::unique_ptr<SqliteConnection>> listing = OpenStoreFile(copy);
  if (!listing.ok()) return listing.status();
  Importer importer(source->get(), listing->get(), to->get());
  if (absl::Status s = importer.Run(); !s.ok()) return s;
  return importer.result();
}

}  // namespace plait
