#include "summaries/sqlite_store.h"

#include <algorithm>
#include <cstdint>
#include <filesystem>
#include <limits>
#include <optional>
#include <string_view>
#include <system_error>
#include <utility>
#include <vector>

#include "absl/base/thread_annotations.h"
#include "absl/container/flat_hash_set.h"
#include "absl/status/status.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/string_view.h"
#include "absl/synchronization/mutex.h"
#include "summaries/compression.h"
#include "summaries/digest.h"
#include "summaries/packed_fields.h"
#include "summaries/sqlite_connection.h"
#include "summaries/sqlite_schema.h"
#include "summaries/sqlite_shared_rows.h"
#include "summaries/store_arguments.h"

namespace plait {
namespace {

// In the file: never renumber.
int KindNumber(BlobKind kind) {
  switch (kind) {
    case BlobKind::kIr:
      return 1;
    case BlobKind::kUnit:
      return 2;
    case BlobKind::kSummary:
      return 3;
    case BlobKind::kReport:
      return 4;
  }
  return 0;
}

const char* KindName(BlobKind kind) {
  switch (kind) {
    case BlobKind::kIr:
      return "IR";
    case BlobKind::kUnit:
      return "unit";
    case BlobKind::kSummary:
      return "summary";
    case BlobKind::kReport:
      return "report";
  }
  return "";
}

// A blob as its row has it.
struct PackedBlob {
  BlobKind kind = BlobKind::kIr;
  std::string digest;  // raw
  uint64_t size = 0;   // unpacked
  PackedBytes packed;
  int64_t proof = 0;  // as stored

  // Over everything that Unpack relies on.
  int64_t Proof() const {
    return PackedFields()
        .Add(KindNumber(kind))
        .Add(digest)
        .Add(size)
        .Add(packed.compressed)
        .Add(RawDigest(DigestOf(packed.bytes)))
        .Proof();
  }
};

int64_t KeyProof(std::string_view raw_key, std::string_view raw_digest) {
  return PackedFields().Add(raw_key).Add(raw_digest).Proof();
}

int64_t RunProof(int64_t ended, std::string_view stats) {
  return PackedFields().Add(static_cast<uint64_t>(ended)).Add(stats).Proof();
}

// What a unit's row must be the row of: its own columns and the identities of the rows it refers
// to.
class UnitIdentity {
 public:
  explicit UnitIdentity(const UnitRecord& unit) {
    fields_.Add(unit.key).Add(unit.file).Add(unit.unit_digest).Add(unit.error_count);
  }
  void AddList(const std::vector<std::string>& identities) {
    fields_.Add(identities.size());
    for (const std::string& identity : identities) fields_.Add(identity);
  }
  std::string RawDigest() const { return fields_.RawDigest(); }

 private:
  PackedFields fields_;
};

// One of a unit's lists, as ids and identities.
struct RowList {
  std::vector<int64_t> ids;
  std::vector<std::string> identities;
};

class SqliteStore final : public Store {
 public:
  explicit SqliteStore(std::unique_ptr<SqliteConnection> connection)
      : connection_(std::move(connection)),
        path_(connection_->path()),
        files_(connection_.get(), kFileRows),
        procedures_(connection_.get(), kProcedureRows),
        missing_(connection_.get(), kMissingRows) {}

  absl::StatusOr<UnitRecord> FindUnit(std::string_view key) override {
    if (!IsDigest(key)) return NotThere("unit", key);
    absl::MutexLock lock(&mutex_);
    if (!connection_->damage().ok()) return connection_->damage();
    absl::StatusOr<UnitRecord> unit = ReadUnit(key);
    return unit.ok() ? unit : Explain(unit.status(), "unit", key);
  }

  absl::Status PutUnit(const UnitRecord& unit, const std::vector<Blob>& blobs) override {
    if (absl::Status s = CheckUnit(unit, blobs); !s.ok()) return s;
    std::vector<const Blob*> all;
    for (const Blob& blob : blobs) all.push_back(&blob);
    absl::StatusOr<std::vector<PackedBlob>> packed = PackMissing(all);
    if (!packed.ok()) return packed.status();
    absl::MutexLock lock(&mutex_);
    return Write(*packed, [&]() ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_) { return WriteUnit(unit); });
  }

  absl::StatusOr<std::string> GetBlob(BlobKind kind, std::string_view digest) override {
    if (!IsDigest(digest)) return NotThere(KindName(kind), digest);
    absl::StatusOr<PackedBlob> blob = absl::InternalError("not read");
    {
      absl::MutexLock lock(&mutex_);
      if (!connection_->damage().ok()) return connection_->damage();
      blob = ReadBlob(kind, digest);
    }
    if (!blob.ok()) return blob.status();
    if (blob->Proof() != blob->proof) return NoteDamage(kind, digest);
    absl::StatusOr<std::string> bytes =
        Unpack(blob->packed.bytes, blob->packed.compressed, blob->size);
    if (!bytes.ok() || DigestOf(*bytes) != digest) return NoteDamage(kind, digest);
    return bytes;
  }

  absl::StatusOr<std::string> FindSummary(std::string_view summary_key) override {
    return FindKey("SELECT summary, proof FROM summary_keys WHERE key = ?", "summary under",
                   summary_key);
  }

  absl::Status PutSummaries(const std::vector<std::pair<std::string, Blob>>& summaries) override {
    if (absl::Status s = CheckSummaries(summaries); !s.ok()) return s;
    std::vector<const Blob*> blobs;
    for (const auto& [key, blob] : summaries) blobs.push_back(&blob);
    absl::StatusOr<std::vector<PackedBlob>> packed = PackMissing(blobs);
    if (!packed.ok()) return packed.status();
    absl::MutexLock lock(&mutex_);
    return Write(*packed, [&]() ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_) -> absl::Status {
      for (const auto& [key, blob] : summaries) {
        absl::Status s = WriteKey("REPLACE INTO summary_keys(key, summary, proof) VALUES(?, ?, ?)",
                                  key, blob.digest);
        if (!s.ok()) return s;
      }
      return absl::OkStatus();
    });
  }

  absl::StatusOr<std::string> FindReport(std::string_view report_key) override {
    absl::StatusOr<std::string> digest =
        FindKey("SELECT report, proof FROM report_keys WHERE key = ?", "report under", report_key);
    if (!digest.ok()) return digest.status();
    absl::StatusOr<std::string> bytes = GetBlob(BlobKind::kReport, *digest);
    if (absl::IsNotFound(bytes.status())) return Damaged("report under", report_key);
    return bytes;
  }

  absl::Status PutReport(std::string_view report_key, std::string_view bytes) override {
    if (absl::Status s = CheckKey("report key", report_key); !s.ok()) return s;
    const Blob blob = {BlobKind::kReport, DigestOf(bytes), std::string(bytes)};
    absl::StatusOr<std::vector<PackedBlob>> packed = PackMissing({&blob});
    if (!packed.ok()) return packed.status();
    absl::MutexLock lock(&mutex_);
    return Write(*packed, [&]() ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_) {
      return WriteKey("REPLACE INTO report_keys(key, report, proof) VALUES(?, ?, ?)", report_key,
                      blob.digest);
    });
  }

  absl::Status PutRun(int64_t ended_unix_seconds, std::string_view run_stats) override {
    absl::MutexLock lock(&mutex_);
    return Write({}, [&]() ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_) -> absl::Status {
      absl::StatusOr<SqliteStatement> insert =
          connection_->Prepare("INSERT INTO runs(ended, stats, proof) VALUES(?, ?, ?)");
      if (!insert.ok()) return insert.status();
      return insert->Bind(ended_unix_seconds)
          .BindBlob(run_stats)
          .Bind(RunProof(ended_unix_seconds, run_stats))
          .Run();
    });
  }

  absl::StatusOr<std::vector<std::pair<int64_t, std::string>>> Runs(int limit) override {
    absl::MutexLock lock(&mutex_);
    if (!connection_->damage().ok()) return connection_->damage();
    absl::StatusOr<SqliteStatement> select =
        connection_->Prepare("SELECT ended, stats, proof FROM runs ORDER BY id DESC LIMIT ?");
    if (!select.ok()) return select.status();
    select->Bind(std::max(limit, 0));
    std::vector<std::pair<int64_t, std::string>> runs;
    for (;;) {
      absl::StatusOr<bool> row = select->Step();
      if (!row.ok()) return row.status();
      if (!*row) return runs;
      runs.emplace_back(select->Int(0), select->Bytes(1));
      if (RunProof(runs.back().first, runs.back().second) != select->Int(2)) {
        return connection_->DamagedFile("in the table of runs");
      }
    }
  }

  absl::StatusOr<StoreStats> Stats() override {
    absl::MutexLock lock(&mutex_);
    if (!connection_->damage().ok()) return connection_->damage();
    absl::StatusOr<SqliteStatement> count = connection_->Prepare(
        "SELECT (SELECT count(*) FROM units), (SELECT count(*) FROM blobs WHERE kind = 1), "
        "(SELECT count(*) FROM blobs WHERE kind = 3), (SELECT count(*) FROM report_keys)");
    if (!count.ok()) return count.status();
    absl::StatusOr<bool> row = count->Step();
    if (!row.ok()) return row.status();
    StoreStats stats;
    stats.units = count->Int(0);
    stats.procedures = count->Int(1);
    stats.summaries = count->Int(2);
    stats.reports = count->Int(3);
    for (const char* suffix : {"", "-wal"}) {
      std::error_code error;
      const uintmax_t size = std::filesystem::file_size(path_ + suffix, error);
      if (!error) stats.bytes += size;
    }
    return stats;
  }

 private:
  // ---- Errors

  absl::Status NotThere(absl::string_view what, std::string_view key) const {
    return absl::NotFoundError(
        absl::StrCat(path_, ": no ", what, " ", absl::string_view(key.data(), key.size())));
  }

  absl::Status Damaged(absl::string_view what, std::string_view key) const {
    return absl::DataLossError(absl::StrCat(path_, ": damaged: ", what, " ",
                                            absl::string_view(key.data(), key.size()),
                                            "; it has to be made again"));
  }

  // Names the entry, unless the file as a whole is damaged, which says more.
  absl::Status Explain(const absl::Status& status, absl::string_view what,
                       std::string_view key) const ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_) {
    if (!absl::IsDataLoss(status) || !connection_->damage().ok()) return status;
    return Damaged(what, key);
  }

  // Also lets the next Put of this blob replace the row.
  absl::Status NoteDamage(BlobKind kind, std::string_view digest) {
    absl::MutexLock lock(&mutex_);
    known_blobs_.erase({kind, RawDigest(digest)});
    return Damaged(KindName(kind), digest);
  }

  // ---- Units

  absl::StatusOr<UnitRecord> ReadUnit(std::string_view key) ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_) {
    absl::StatusOr<SqliteStatement> select = connection_->Prepare(
        "SELECT file, unit, procedures, inputs, missing, error_count, identity FROM units "
        "WHERE key = ?");
    if (!select.ok()) return select.status();
    absl::StatusOr<bool> row = select->BindDigest(key).Step();
    if (!row.ok()) return row.status();
    if (!*row) return NotThere("unit", key);
    UnitRecord unit;
    unit.key = std::string(key);
    unit.file = select->Bytes(0);
    unit.unit_digest = DigestFromRaw(select->Bytes(1));
    unit.error_count = static_cast<uint32_t>(select->Int(5));
    UnitIdentity identity(unit);
    std::vector<MissingFile> missing;
    absl::Status s = ReadList(&procedures_, select->Bytes(2), &unit.procedures, &identity);
    if (s.ok()) s = ReadList(&files_, select->Bytes(3), &unit.inputs, &identity);
    if (s.ok()) s = ReadList(&missing_, select->Bytes(4), &missing, &identity);
    if (!s.ok()) return s;
    for (MissingFile& file : missing) unit.missing.push_back(std::move(file.path));
    if (identity.RawDigest() != select->Bytes(6)) return absl::DataLossError("identity");
    return unit;
  }

  template <typename Row>
  absl::Status ReadList(SharedRows<Row>* rows, std::string_view packed, std::vector<Row>* list,
                        UnitIdentity* identity) {
    const std::optional<std::vector<int64_t>> ids = UnpackIds(packed);
    if (!ids) return absl::DataLossError("ids");
    std::vector<std::string> identities;
    identities.reserve(ids->size());
    list->reserve(ids->size());
    for (const int64_t id : *ids) {
      absl::StatusOr<const typename SharedRows<Row>::Entry*> entry = rows->Find(id);
      if (!entry.ok()) return entry.status();
      identities.push_back((*entry)->identity);
      list->push_back((*entry)->row);
    }
    identity->AddList(identities);
    return absl::OkStatus();
  }

  absl::Status WriteUnit(const UnitRecord& unit) ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_) {
    RowList procedures, inputs, missing;
    absl::Status s = AddRows(&procedures_, unit.procedures, &procedures);
    if (s.ok()) s = AddRows(&files_, unit.inputs, &inputs);
    std::vector<MissingFile> missing_files;
    for (const std::string& path : unit.missing) missing_files.push_back({path});
    if (s.ok()) s = AddRows(&missing_, missing_files, &missing);
    if (!s.ok()) return s;
    UnitIdentity identity(unit);
    for (const RowList* list : {&procedures, &inputs, &missing}) identity.AddList(list->identities);
    const std::string identity_bytes = identity.RawDigest();
    const std::string procedure_ids = PackIds(procedures.ids), input_ids = PackIds(inputs.ids),
                      missing_ids = PackIds(missing.ids);
    absl::StatusOr<SqliteStatement> upsert = connection_->Prepare(
        "INSERT INTO units(key, file, unit, procedures, inputs, missing, error_count, identity) "
        "VALUES(?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT(key) DO UPDATE SET file = excluded.file, "
        "unit = excluded.unit, procedures = excluded.procedures, inputs = excluded.inputs, "
        "missing = excluded.missing, error_count = excluded.error_count, "
        "identity = excluded.identity");
    if (!upsert.ok()) return upsert.status();
    return upsert->BindDigest(unit.key)
        .BindText(unit.file)
        .BindDigest(unit.unit_digest)
        .BindBlob(procedure_ids)
        .BindBlob(input_ids)
        .BindBlob(missing_ids)
        .Bind(unit.error_count)
        .BindBlob(identity_bytes)
        .Run();
  }

  template <typename Row>
  absl::Status AddRows(SharedRows<Row>* rows, const std::vector<Row>& list, RowList* result) {
    for (const Row& row : list) {
      absl::StatusOr<int64_t> id = rows->IdOf(row, &result->identities.emplace_back());
      if (!id.ok()) return id.status();
      result->ids.push_back(*id);
    }
    return absl::OkStatus();
  }

  // ---- Keys of summaries and reports

  absl::StatusOr<std::string> FindKey(const char* sql, absl::string_view what,
                                      std::string_view key) {
    if (!IsDigest(key)) return NotThere(what, key);
    absl::MutexLock lock(&mutex_);
    if (!connection_->damage().ok()) return connection_->damage();
    absl::StatusOr<SqliteStatement> select = connection_->Prepare(sql);
    if (!select.ok()) return select.status();
    absl::StatusOr<bool> row = select->BindDigest(key).Step();
    if (!row.ok()) return row.status();
    if (!*row) return NotThere(what, key);
    const std::string_view raw = select->Bytes(0);
    if (raw.size() != 16 || KeyProof(RawDigest(key), raw) != select->Int(1)) {
      return Damaged(what, key);
    }
    return DigestFromRaw(raw);
  }

  absl::Status WriteKey(const char* sql, std::string_view key, std::string_view digest)
      ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_) {
    absl::StatusOr<SqliteStatement> replace = connection_->Prepare(sql);
    if (!replace.ok()) return replace.status();
    return replace->BindDigest(key)
        .BindDigest(digest)
        .Bind(KeyProof(RawDigest(key), RawDigest(digest)))
        .Run();
  }

  // ---- Blobs

  absl::StatusOr<PackedBlob> ReadBlob(BlobKind kind, std::string_view digest)
      ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_) {
    absl::StatusOr<SqliteStatement> select = connection_->Prepare(
        "SELECT size, packed, bytes, proof FROM blobs WHERE kind = ? AND digest = ?");
    if (!select.ok()) return select.status();
    absl::StatusOr<bool> row = select->Bind(KindNumber(kind)).BindDigest(digest).Step();
    if (!row.ok()) return row.status();
    if (!*row) return NotThere(KindName(kind), digest);
    PackedBlob blob;
    blob.kind = kind;
    blob.digest = RawDigest(digest);
    blob.size = static_cast<uint64_t>(select->Int(0));
    blob.packed.compressed = select->Int(1) != 0;
    blob.packed.bytes = select->Bytes(2);
    blob.proof = select->Int(3);
    return blob;
  }

  // The blobs that are not there yet, packed.
  absl::StatusOr<std::vector<PackedBlob>> PackMissing(const std::vector<const Blob*>& blobs) {
    std::vector<const Blob*> missing;
    {
      absl::MutexLock lock(&mutex_);
      if (!connection_->damage().ok()) return connection_->damage();
      for (const Blob* blob : blobs) {
        absl::StatusOr<bool> there = IsThere(*blob);
        if (!there.ok()) return there.status();
        if (!*there) missing.push_back(blob);
      }
    }
    std::vector<PackedBlob> packed;
    packed.reserve(missing.size());
    for (const Blob* blob : missing) {
      packed.push_back(
          {blob->kind, RawDigest(blob->digest), blob->bytes.size(), Pack(blob->bytes)});
    }
    return packed;
  }

  // A damaged one is not there: it will be replaced.
  absl::StatusOr<bool> IsThere(const Blob& blob) ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_) {
    auto key = std::make_pair(blob.kind, RawDigest(blob.digest));
    if (known_blobs_.contains(key)) return true;
    absl::StatusOr<PackedBlob> stored = ReadBlob(blob.kind, blob.digest);
    if (absl::IsNotFound(stored.status())) return false;
    if (!stored.ok()) return stored.status();
    if (stored->Proof() != stored->proof) return false;
    known_blobs_.insert(std::move(key));
    return true;
  }

  absl::Status WriteBlob(const PackedBlob& blob) ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_) {
    // Another process may have written it since PackMissing looked, or it is there and damaged.
    absl::StatusOr<SqliteStatement> upsert = connection_->Prepare(
        "INSERT INTO blobs(kind, digest, size, packed, bytes, proof) VALUES(?, ?, ?, ?, ?, ?) "
        "ON CONFLICT(kind, digest) DO UPDATE SET size = excluded.size, packed = excluded.packed, "
        "bytes = excluded.bytes, proof = excluded.proof");
    if (!upsert.ok()) return upsert.status();
    return upsert->Bind(KindNumber(blob.kind))
        .BindBlob(blob.digest)
        .Bind(static_cast<int64_t>(blob.size))
        .Bind(blob.packed.compressed)
        .BindBlob(blob.packed.bytes)
        .Bind(blob.Proof())
        .Run();
  }

  // Blobs and whatever `write` does, in one transaction.
  template <typename F>
  absl::Status Write(const std::vector<PackedBlob>& blobs, const F& write)
      ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_) {
    if (!connection_->damage().ok()) return connection_->damage();
    absl::Status status = WriteInTransaction(blobs, write);
    if (!status.ok()) {
      // What was learnt within the transaction did not come to be.
      files_.Forget();
      procedures_.Forget();
      missing_.Forget();
      known_blobs_.clear();
      return status;
    }
    for (const PackedBlob& blob : blobs) known_blobs_.insert({blob.kind, blob.digest});
    return status;
  }

  template <typename F>
  absl::Status WriteInTransaction(const std::vector<PackedBlob>& blobs, const F& write)
      ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_) {
    absl::StatusOr<SqliteTransaction> transaction = SqliteTransaction::Begin(connection_.get());
    if (!transaction.ok()) return transaction.status();
    for (const PackedBlob& blob : blobs) {
      if (absl::Status s = WriteBlob(blob); !s.ok()) return s;
    }
    if (absl::Status s = write(); !s.ok()) return s;
    return transaction->Commit();
  }

  absl::Mutex mutex_;
  const std::unique_ptr<SqliteConnection> connection_ ABSL_PT_GUARDED_BY(mutex_);
  const std::string path_;
  SharedRows<FileStamp> files_ ABSL_GUARDED_BY(mutex_);
  SharedRows<ProcedureRef> procedures_ ABSL_GUARDED_BY(mutex_);
  SharedRows<MissingFile> missing_ ABSL_GUARDED_BY(mutex_);
  // Those certainly there and whole, by kind and raw digest.
  absl::flat_hash_set<std::pair<BlobKind, std::string>> known_blobs_ ABSL_GUARDED_BY(mutex_);
};

}  // namespace

absl::StatusOr<std::unique_ptr<Store>> OpenSqliteStore(const std::string& path) {
  absl::StatusOr<std::unique_ptr<SqliteConnection>> connection = OpenStoreFile(path);
  if (!connection.ok()) return connection.status();
  return std::make_unique<SqliteStore>(*std::move(connection));
}

}  // namespace plait
