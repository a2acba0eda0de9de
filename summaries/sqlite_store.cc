#include "summaries/sqlite_store.h"

#include <algorithm>
#include <cstdint>
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
#include "summaries/sqlite_blobs.h"
#include "summaries/sqlite_connection.h"
#include "summaries/sqlite_schema.h"
#include "summaries/sqlite_units.h"
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

int64_t KeyProof(std::string_view raw_key, std::string_view raw_digest) {
  return PackedFields().Add(raw_key).Add(raw_digest).Proof();
}

int64_t RunProof(int64_t ended, std::string_view stats) {
  return PackedFields().Add(static_cast<uint64_t>(ended)).Add(stats).Proof();
}

class SqliteStore final : public Store {
 public:
  SqliteStore(std::unique_ptr<SqliteConnection> connection, bool read_only)
      : read_only_(read_only),
        connection_(std::move(connection)),
        path_(connection_->path()),
        units_(connection_.get()),
        blobs_(connection_.get()) {}

  absl::StatusOr<UnitRecord> FindUnit(std::string_view key) override {
    if (!IsDigest(key)) return NotThere("unit", key);
    absl::MutexLock lock(&mutex_);
    if (!connection_->damage().ok()) return connection_->damage();
    absl::StatusOr<std::optional<StoredUnit>> unit = units_.Read(key);
    if (!unit.ok()) return Explain(unit.status(), "unit", key);
    if (!unit->has_value()) return NotThere("unit", key);
    if ((*unit)->generation != today_) used_units_.insert(RawDigest(key));
    return (*std::move(unit))->record;
  }

  absl::Status PutUnit(const UnitRecord& unit, const std::vector<Blob>& blobs) override {
    if (absl::Status s = CheckUnit(unit, blobs); !s.ok()) return s;
    std::vector<const Blob*> all;
    for (const Blob& blob : blobs) all.push_back(&blob);
    return Write(
        all, [&]() ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_) { return units_.Write(unit, today_); });
  }

  absl::StatusOr<std::string> GetBlob(BlobKind kind, std::string_view digest) override {
    if (!IsDigest(digest)) return NotThere(KindName(kind), digest);
    absl::StatusOr<std::optional<PackedBlob>> read = absl::InternalError("not read");
    {
      absl::MutexLock lock(&mutex_);
      if (!connection_->damage().ok()) return connection_->damage();
      read = blobs_.Read(kind, digest);
    }
    if (!read.ok()) return read.status();
    const std::optional<PackedBlob>& blob = *read;
    if (!blob) return NotThere(KindName(kind), digest);
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
    blobs_.Forget(kind, digest);
    return Damaged(KindName(kind), digest);
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
    return blobs_.Remove(BlobKind::kReport, *old);
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

  // The blobs that are not there yet, packed.
  absl::StatusOr<std::vector<PackedBlob>> PackMissing(const std::vector<const Blob*>& blobs) {
    std::vector<const Blob*> missing;
    {
      absl::MutexLock lock(&mutex_);
      if (!connection_->damage().ok()) return connection_->damage();
      for (const Blob* blob : blobs) {
        absl::StatusOr<bool> there = blobs_.IsThere(*blob);
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
        for (const PackedBlob& blob : *packed) blobs_.NoteThere(blob);
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
      if (absl::Status s = blobs_.Write(blob); !s.ok()) return s;
    }
    if (absl::Status s = write(); !s.ok()) return s;
    return transaction->Commit();
  }

  void ForgetRows() ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_) {
    units_.Forget();
    blobs_.ForgetAll();
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
  SqliteUnits units_ ABSL_GUARDED_BY(mutex_);
  SqliteBlobs blobs_ ABSL_GUARDED_BY(mutex_);
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
