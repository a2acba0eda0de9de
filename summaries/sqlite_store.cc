#include "summaries/sqlite_store.h"

#include <algorithm>
#include <cstdint>
#include <limits>
#include <optional>
#include <string_view>
#include <utility>
#include <vector>

#include "absl/base/thread_annotations.h"
#include "absl/container/flat_hash_set.h"
#include "absl/status/status.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/string_view.h"
#include "absl/synchronization/mutex.h"
#include "absl/time/clock.h"
#include "absl/time/time.h"
#include "summaries/compression.h"
#include "summaries/digest.h"
#include "summaries/packed_fields.h"
#include "summaries/sqlite_connection.h"
#include "summaries/sqlite_schema.h"
#include "summaries/sqlite_shared_rows.h"
#include "summaries/store_arguments.h"
#include "summaries/store_entries.h"

namespace plait {
namespace {

constexpr int64_t kSecondsOfADay = 24 * 60 * 60;

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
  SqliteStore(std::unique_ptr<SqliteConnection> connection, bool read_only)
      : read_only_(read_only),
        connection_(std::move(connection)),
        path_(connection_->path()),
        files_(connection_.get(), kFileRows),
        procedures_(connection_.get(), kProcedureRows),
        missing_(connection_.get(), kMissingRows) {}

  absl::StatusOr<UnitRecord> FindUnit(std::string_view key) override {
    if (!IsDigest(key)) return NotThere("unit", key);
    absl::MutexLock lock(&mutex_);
    if (!connection_->damage().ok()) return connection_->damage();
    absl::StatusOr<UnitRecord> unit = ReadUnit(key);
    if (!unit.ok()) return Explain(unit.status(), "unit", key);
    return unit;
  }

  absl::Status PutUnit(const UnitRecord& unit, const std::vector<Blob>& blobs) override {
    if (absl::Status s = CheckUnit(unit, blobs); !s.ok()) return s;
    std::vector<const Blob*> all;
    for (const Blob& blob : blobs) all.push_back(&blob);
    return Write(all, [&]() ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_) { return WriteUnit(unit); });
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
    absl::MutexLock lock(&mutex_);
    int64_t generation = today_;
    absl::StatusOr<std::string> digest =
        FindKey("SELECT summary, proof, generation FROM summary_keys WHERE key = ?",
                "summary under", summary_key, &generation);
    if (digest.ok() && generation != today_) used_summaries_.insert(RawDigest(summary_key));
    return digest;
  }

  absl::Status PutSummaries(const std::vector<std::pair<std::string, Blob>>& summaries) override {
    if (absl::Status s = CheckSummaries(summaries); !s.ok()) return s;
    std::vector<const Blob*> blobs;
    for (const auto& [key, blob] : summaries) blobs.push_back(&blob);
    return Write(blobs, [&]() ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_) -> absl::Status {
      for (const auto& [key, blob] : summaries) {
        absl::Status s = WriteKey(
            "REPLACE INTO summary_keys(key, summary, proof, generation) VALUES(?, ?, ?, ?)", key,
            blob.digest);
        if (!s.ok()) return s;
      }
      return absl::OkStatus();
    });
  }

  absl::StatusOr<std::string> FindReport(std::string_view report_key) override {
    int64_t generation = today_;
    absl::StatusOr<std::string> bytes = ReadReport(report_key, &generation);
    if (bytes.ok()) {
      absl::MutexLock lock(&mutex_);
      report_generation_ = generation;
    }
    return bytes;
  }

  absl::Status PutReport(std::string_view report_key, std::string_view bytes) override {
    if (absl::Status s = CheckKey("report key", report_key); !s.ok()) return s;
    const Blob blob = {BlobKind::kReport, DigestOf(bytes), std::string(bytes)};
    return Write({&blob}, [&]() ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_) {
      return WriteReportKey(report_key, blob.digest);
    });
  }

  absl::StatusOr<Note> FindNote(std::string_view key) override {
    int64_t generation = today_;
    absl::StatusOr<std::string> bytes = ReadReport(key, &generation);
    if (!bytes.ok()) return bytes.status();
    return Note{*std::move(bytes), generation == today_};
  }

  absl::Status PutNote(std::string_view key, std::string_view bytes) override {
    if (absl::Status s = CheckKey("note key", key); !s.ok()) return s;
    const Blob blob = {BlobKind::kReport, DigestOf(bytes), std::string(bytes)};
    return Write({&blob}, [&]() ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_) {
      absl::Status s = RemoveNote(key, blob.digest);
      return s.ok() ? WriteReportKey(key, blob.digest) : s;
    });
  }

  absl::Status PutRun(int64_t ended_unix_seconds, std::string_view run_stats) override {
    return Write({}, [&]() ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_) -> absl::Status {
      if (absl::Status s = WriteUse(ended_unix_seconds); !s.ok()) return s;
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
    stats.bytes = BytesOf(path_);
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
        "SELECT file, unit, procedures, inputs, missing, error_count, identity, generation "
        "FROM units WHERE key = ?");
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
    if (select->Int(7) != today_) used_units_.insert(RawDigest(key));
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
        "INSERT INTO units(key, file, unit, procedures, inputs, missing, error_count, identity, "
        "generation) VALUES(?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT(key) DO UPDATE SET file = "
        "excluded.file, "
        "unit = excluded.unit, procedures = excluded.procedures, inputs = excluded.inputs, "
        "missing = excluded.missing, error_count = excluded.error_count, "
        "identity = excluded.identity, generation = excluded.generation");
    if (!upsert.ok()) return upsert.status();
    return upsert->BindDigest(unit.key)
        .BindText(unit.file)
        .BindDigest(unit.unit_digest)
        .BindBlob(procedure_ids)
        .BindBlob(input_ids)
        .BindBlob(missing_ids)
        .Bind(unit.error_count)
        .BindBlob(identity_bytes)
        .Bind(today_)
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

  absl::StatusOr<std::string> FindKey(const char* sql, absl::string_view what, std::string_view key,
                                      int64_t* generation) ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_) {
    if (!IsDigest(key)) return NotThere(what, key);
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
    *generation = select->Int(2);
    return DigestFromRaw(raw);
  }

  absl::Status WriteReportKey(std::string_view key, std::string_view digest)
      ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_) {
    return WriteKey("REPLACE INTO report_keys(key, report, proof, generation) VALUES(?, ?, ?, ?)",
                    key, digest);
  }

  // Removes what the key leads to, unless that is `kept`: each run has another note.
  absl::Status RemoveNote(std::string_view key, std::string_view kept)
      ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_) {
    int64_t generation = 0;
    const absl::StatusOr<std::string> old =
        FindKey("SELECT report, proof, generation FROM report_keys WHERE key = ?", "report under",
                key, &generation);
    if (!old.ok() || *old == kept) return absl::OkStatus();
    known_blobs_.erase({BlobKind::kReport, RawDigest(*old)});
    absl::StatusOr<SqliteStatement> remove =
        connection_->Prepare("DELETE FROM blobs WHERE kind = ? AND digest = ?");
    if (!remove.ok()) return remove.status();
    return remove->Bind(KindNumber(BlobKind::kReport)).BindDigest(*old).Run();
  }

  absl::StatusOr<std::string> ReadReport(std::string_view key, int64_t* generation) {
    absl::StatusOr<std::string> digest = absl::InternalError("not read");
    {
      absl::MutexLock lock(&mutex_);
      digest = FindKey("SELECT report, proof, generation FROM report_keys WHERE key = ?",
                       "report under", key, generation);
    }
    if (!digest.ok()) return digest.status();
    absl::StatusOr<std::string> bytes = GetBlob(BlobKind::kReport, *digest);
    if (absl::IsNotFound(bytes.status())) return Damaged("report under", key);
    return bytes;
  }

  absl::Status WriteKey(const char* sql, std::string_view key, std::string_view digest)
      ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_) {
    absl::StatusOr<SqliteStatement> replace = connection_->Prepare(sql);
    if (!replace.ok()) return replace.status();
    return replace->BindDigest(key)
        .BindDigest(digest)
        .Bind(KeyProof(RawDigest(key), RawDigest(digest)))
        .Bind(today_)
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

  // ---- Writing

  // The blobs and whatever `write` does, in one transaction.
  template <typename F>
  absl::Status Write(const std::vector<const Blob*>& blobs, const F& write) {
    if (read_only_) return absl::OkStatus();
    for (;;) {
      absl::StatusOr<std::vector<PackedBlob>> packed = PackMissing(blobs);
      if (!packed.ok()) return packed.status();
      absl::MutexLock lock(&mutex_);
      absl::Status status = WriteInTransaction(*packed, write);
      if (status.ok()) {
        for (const PackedBlob& blob : *packed) known_blobs_.insert({blob.kind, blob.digest});
        return status;
      }
      // What was learnt within the transaction did not come to be.
      ForgetRows();
      if (!absl::IsAborted(status)) return status;
    }
  }

  // Aborted if blobs that were thought to be there may be gone.
  template <typename F>
  absl::Status WriteInTransaction(const std::vector<PackedBlob>& blobs, const F& write)
      ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_) {
    if (!connection_->damage().ok()) return connection_->damage();
    absl::StatusOr<SqliteTransaction> transaction = SqliteTransaction::Begin(connection_.get());
    if (!transaction.ok()) return transaction.status();
    absl::StatusOr<std::string> collections = connection_->Query("SELECT max(id) FROM collections");
    if (!collections.ok()) return collections.status();
    if (*collections != collections_) {
      collections_ = *std::move(collections);
      return absl::AbortedError("another process made room");
    }
    for (const PackedBlob& blob : blobs) {
      if (absl::Status s = WriteBlob(blob); !s.ok()) return s;
    }
    if (absl::Status s = write(); !s.ok()) return s;
    return transaction->Commit();
  }

  void ForgetRows() ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_) {
    files_.Forget();
    procedures_.Forget();
    missing_.Forget();
    known_blobs_.clear();
  }

  // When entries were last used.
  absl::Status WriteUse(int64_t now) ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_) {
    if (!report_generation_) {
      absl::Status s = WriteUses("UPDATE units SET generation = ? WHERE key = ?", used_units_);
      s.Update(WriteUses("UPDATE summary_keys SET generation = ? WHERE key = ?", used_summaries_));
      if (!s.ok()) return s;
    }
    absl::StatusOr<SqliteStatement> upsert = connection_->Prepare(
        "INSERT INTO generations(id, used) VALUES(?, ?) "
        "ON CONFLICT(id) DO UPDATE SET used = max(used, excluded.used)");
    if (!upsert.ok()) return upsert.status();
    return upsert->Bind(report_generation_.value_or(today_)).Bind(now).Run();
  }

  absl::Status WriteUses(const char* sql, const absl::flat_hash_set<std::string>& keys)
      ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_) {
    for (const std::string& key : keys) {
      absl::StatusOr<SqliteStatement> update = connection_->Prepare(sql);
      if (!update.ok()) return update.status();
      if (absl::Status s = update->Bind(today_).BindBlob(key).Run(); !s.ok()) return s;
    }
    return absl::OkStatus();
  }

  const bool read_only_;
  const int64_t today_ = absl::ToUnixSeconds(absl::Now()) / kSecondsOfADay;
  absl::Mutex mutex_;
  const std::unique_ptr<SqliteConnection> connection_ ABSL_PT_GUARDED_BY(mutex_);
  const std::string path_;
  SharedRows<FileStamp> files_ ABSL_GUARDED_BY(mutex_);
  SharedRows<ProcedureRef> procedures_ ABSL_GUARDED_BY(mutex_);
  SharedRows<MissingFile> missing_ ABSL_GUARDED_BY(mutex_);
  // Those certainly there and whole, by kind and raw digest.
  absl::flat_hash_set<std::pair<BlobKind, std::string>> known_blobs_ ABSL_GUARDED_BY(mutex_);
  // Raw keys of what was found, unless it is marked as used today.
  absl::flat_hash_set<std::string> used_units_ ABSL_GUARDED_BY(mutex_);
  absl::flat_hash_set<std::string> used_summaries_ ABSL_GUARDED_BY(mutex_);
  std::optional<int64_t> report_generation_ ABSL_GUARDED_BY(mutex_);  // of the one that was found
  // The last time that somebody made room, as of what was learnt of rows and blobs.
  std::string collections_ ABSL_GUARDED_BY(mutex_);
};

}  // namespace

absl::StatusOr<std::unique_ptr<Store>> OpenSqliteStore(const std::string& path) {
  absl::StatusOr<std::unique_ptr<SqliteConnection>> connection = OpenStoreFile(path);
  if (!connection.ok()) return connection.status();
  return std::make_unique<SqliteStore>(*std::move(connection), /*read_only=*/false);
}

absl::StatusOr<std::unique_ptr<Store>> OpenSqliteStoreForReading(const std::string& path) {
  absl::StatusOr<std::unique_ptr<SqliteConnection>> connection = OpenStoreFileForReading(path);
  if (!connection.ok()) return connection.status();
  return std::make_unique<SqliteStore>(*std::move(connection), /*read_only=*/true);
}

}  // namespace plait
