// The least recently used of a store goes first (store_care.h).
#include <algorithm>
#include <optional>
#include <tuple>
#include <utility>
#include <vector>

#include "absl/container/flat_hash_map.h"
#include "absl/container/flat_hash_set.h"
#include "absl/strings/str_cat.h"
#include "absl/time/clock.h"
#include "absl/time/time.h"
#include "summaries/packed_fields.h"
#include "summaries/sqlite_connection.h"
#include "summaries/sqlite_schema.h"
#include "summaries/store_care.h"
#include "summaries/store_entries.h"

namespace plait {
namespace {

constexpr int64_t kSecondsOfADay = 24 * 60 * 60;
// What a row takes beside its bytes: page headers, indexes.
constexpr uint64_t kRowBytes = 80;
constexpr int64_t kKeptRuns = 1000;
// A file is bigger than what its rows add up to; so often the estimate is corrected.
constexpr int kRounds = 4;

// By how readily they go within a day.
enum class EntryKind { kReport, kSummary, kUnit };

struct Entry {
  EntryKind kind = EntryKind::kUnit;
  int64_t used = 0;                                         // Unix seconds
  int64_t order = 0;                                        // of being written
  std::string key;                                          // raw
  std::vector<int64_t> blobs, procedures, inputs, missing;  // ids
  uint64_t row_bytes = 0;
};

struct Contents {
  std::vector<Entry> entries;  // those used last come first
  absl::flat_hash_map<int64_t, uint64_t> blob_bytes;
};

// What entries refer to. Ids of one kind of row are those of one table.
struct Kept {
  absl::flat_hash_set<int64_t> blobs, procedures, inputs, missing;
  std::vector<const Entry*> evicted;
};

class Reader {
 public:
  explicit Reader(SqliteConnection* connection) : connection_(connection) {}

  absl::StatusOr<Contents> Read() {
    absl::Status s = ReadGenerations();
    if (s.ok()) s = ReadBlobs();
    if (s.ok()) s = ReadUnits();
    if (s.ok()) s = ReadKeys("summary", EntryKind::kSummary);
    if (s.ok()) s = ReadKeys("report", EntryKind::kReport);
    if (!s.ok()) return s;
    std::sort(contents_.entries.begin(), contents_.entries.end(),
              [](const Entry& a, const Entry& b) {
                return std::tie(a.used, a.kind, a.order, a.key) >
                       std::tie(b.used, b.kind, b.order, b.key);
              });
    return std::move(contents_);
  }

 private:
  absl::Status ReadGenerations() {
    return ForEachRow(connection_, "SELECT id, used FROM generations",
                      [&](const SqliteStatement& row) { used_[row.Int(0)] = row.Int(1); });
  }

  absl::Status ReadBlobs() {
    absl::Status s = ForEachRow(connection_, "SELECT id, kind, digest, length(bytes) FROM blobs",
                                [&](const SqliteStatement& row) {
                                  blobs_[{row.Int(1), std::string(row.Bytes(2))}] = row.Int(0);
                                  contents_.blob_bytes[row.Int(0)] =
                                      static_cast<uint64_t>(row.Int(3)) + kRowBytes;
                                });
    if (!s.ok()) return s;
    return ForEachRow(connection_, "SELECT id, ir FROM procedures",
                      [&](const SqliteStatement& row) {
                        if (auto blob = BlobId(BlobKind::kIr, row.Bytes(1))) {
                          bodies_[row.Int(0)] = *blob;
                        }
                      });
  }

  absl::Status ReadUnits() {
    return ForEachRow(
        connection_, "SELECT key, id, generation, unit, procedures, inputs, missing FROM units",
        [&](const SqliteStatement& row) {
          Entry entry = MakeEntry(EntryKind::kUnit, row.Bytes(0), row.Int(1), row.Int(2));
          if (auto blob = BlobId(BlobKind::kUnit, row.Bytes(3))) entry.blobs.push_back(*blob);
          entry.procedures = UnpackIds(row.Bytes(4)).value_or(std::vector<int64_t>());
          entry.inputs = UnpackIds(row.Bytes(5)).value_or(std::vector<int64_t>());
          entry.missing = UnpackIds(row.Bytes(6)).value_or(std::vector<int64_t>());
          entry.row_bytes += row.Bytes(4).size() + row.Bytes(5).size() + row.Bytes(6).size();
          for (const int64_t procedure : entry.procedures) {
            auto body = bodies_.find(procedure);
            if (body != bodies_.end()) entry.blobs.push_back(body->second);
          }
          contents_.entries.push_back(std::move(entry));
        });
  }

  absl::Status ReadKeys(std::string_view what, EntryKind kind) {
    const std::string name(what);
    const BlobKind blob_kind = kind == EntryKind::kSummary ? BlobKind::kSummary : BlobKind::kReport;
    return ForEachRow(connection_,
                      absl::StrCat("SELECT key, generation, ", name, " FROM ", name, "_keys"),
                      [&](const SqliteStatement& row) {
                        const std::optional<int64_t> blob = BlobId(blob_kind, row.Bytes(2));
                        Entry entry = MakeEntry(kind, row.Bytes(0), blob.value_or(0), row.Int(1));
                        if (blob) entry.blobs.push_back(*blob);
                        contents_.entries.push_back(std::move(entry));
                      });
  }

  Entry MakeEntry(EntryKind kind, std::string_view key, int64_t order, int64_t generation) {
    Entry entry;
    entry.kind = kind;
    entry.key = std::string(key);
    entry.order = order;
    entry.row_bytes = kRowBytes;
    auto used = used_.find(generation);
    entry.used = std::max(generation * kSecondsOfADay, used == used_.end() ? 0 : used->second);
    return entry;
  }

  std::optional<int64_t> BlobId(BlobKind kind, std::string_view digest) const {
    auto found = blobs_.find({KindNumber(kind), std::string(digest)});
    if (found == blobs_.end()) return std::nullopt;
    return found->second;
  }

  SqliteConnection* const connection_;
  Contents contents_;
  absl::flat_hash_map<int64_t, int64_t> used_;                           // by generation
  absl::flat_hash_map<std::pair<int64_t, std::string>, int64_t> blobs_;  // by kind and digest
  absl::flat_hash_map<int64_t, int64_t> bodies_;  // blob of a procedure's row
};

// Keeps the entries used last whose rows and blobs fit.
Kept Choose(const Contents& contents, uint64_t max_bytes) {
  Kept kept;
  uint64_t bytes = 0;
  bool is_full = false;
  for (const Entry& entry : contents.entries) {
    bytes += entry.row_bytes;
    for (const int64_t blob : entry.blobs) {
      if (!kept.blobs.contains(blob)) bytes += contents.blob_bytes.at(blob);
    }
    is_full = is_full || bytes > max_bytes;
    if (is_full) {
      kept.evicted.push_back(&entry);
      continue;
    }
    kept.blobs.insert(entry.blobs.begin(), entry.blobs.end());
    kept.procedures.insert(entry.procedures.begin(), entry.procedures.end());
    kept.inputs.insert(entry.inputs.begin(), entry.inputs.end());
    kept.missing.insert(entry.missing.begin(), entry.missing.end());
  }
  return kept;
}

absl::Status Remove(SqliteConnection* connection, const Entry& entry) {
  const char* sql = "DELETE FROM units WHERE key = ?";
  if (entry.kind == EntryKind::kSummary) sql = "DELETE FROM summary_keys WHERE key = ?";
  if (entry.kind == EntryKind::kReport) sql = "DELETE FROM report_keys WHERE key = ?";
  absl::StatusOr<SqliteStatement> statement = connection->Prepare(sql);
  if (!statement.ok()) return statement.status();
  return statement->BindBlob(entry.key).Run();
}

// Removes the rows of a table that are not kept; but the last one, so that its id is not given to
// another row while somebody knows it. Returns how many went.
absl::StatusOr<uint64_t> RemoveOthers(SqliteConnection* connection, std::string_view table,
                                      const absl::flat_hash_set<int64_t>& kept) {
  const std::string name(table);
  std::vector<int64_t> gone;
  absl::Status s = ForEachRow(
      connection,
      absl::StrCat("SELECT id FROM ", name, " WHERE id < (SELECT max(id) FROM ", name, ")"),
      [&](const SqliteStatement& row) {
        if (!kept.contains(row.Int(0))) gone.push_back(row.Int(0));
      });
  if (!s.ok()) return s;
  for (const int64_t id : gone) {
    absl::StatusOr<SqliteStatement> remove =
        connection->Prepare(absl::StrCat("DELETE FROM ", name, " WHERE id = ?"));
    if (!remove.ok()) return remove.status();
    if (s = remove->Bind(id).Run(); !s.ok()) return s;
  }
  return gone.size();
}

// One round: everything that does not fit goes, in one transaction.
absl::Status RemoveOldest(SqliteConnection* connection, uint64_t max_bytes, Shrunk* result) {
  absl::StatusOr<SqliteTransaction> transaction = SqliteTransaction::Begin(connection);
  if (!transaction.ok()) return transaction.status();
  absl::StatusOr<Contents> contents = Reader(connection).Read();
  if (!contents.ok()) return contents.status();
  const Kept kept = Choose(*contents, max_bytes);
  for (const Entry* entry : kept.evicted) {
    if (absl::Status s = Remove(connection, *entry); !s.ok()) return s;
  }
  const std::pair<const char*, const absl::flat_hash_set<int64_t>*> tables[] = {
      {"blobs", &kept.blobs},
      {"procedures", &kept.procedures},
      {"files", &kept.inputs},
      {"missing", &kept.missing}};
  uint64_t blobs = 0;
  for (const auto& [table, ids] : tables) {
    absl::StatusOr<uint64_t> removed = RemoveOthers(connection, table, *ids);
    if (!removed.ok()) return removed.status();
    if (ids == &kept.blobs) blobs = *removed;
  }
  const std::string rest = absl::StrCat(
      "DELETE FROM runs WHERE id <= (SELECT max(id) FROM runs) - ", kKeptRuns,
      "; INSERT INTO collections(ended) VALUES(", absl::ToUnixSeconds(absl::Now()), ")");
  if (absl::Status s = connection->Execute(rest.c_str()); !s.ok()) return s;
  if (absl::Status s = transaction->Commit(); !s.ok()) return s;
  result->entries += kept.evicted.size();
  result->blobs += blobs;
  return absl::OkStatus();
}

}  // namespace

absl::StatusOr<Shrunk> ShrinkStore(const std::string& path, uint64_t max_bytes) {
  absl::StatusOr<std::unique_ptr<SqliteConnection>> opened = OpenStoreFile(path);
  if (!opened.ok()) return opened.status();
  SqliteConnection* connection = opened->get();
  Shrunk result;
  result.bytes_before = BytesOf(path);
  uint64_t target = max_bytes;
  for (int round = 0; round < kRounds; ++round) {
    if (absl::Status s = RemoveOldest(connection, target, &result); !s.ok()) return s;
    // The log is emptied too: it counts, and holds a copy of the whole file now.
    absl::Status s = connection->Execute("VACUUM; PRAGMA wal_checkpoint(TRUNCATE)");
    if (!s.ok()) return s;
    result.bytes_after = BytesOf(path);
    if (result.bytes_after <= max_bytes || target == 0) break;
    target =
        static_cast<uint64_t>(0.95 * static_cast<double>(target) * static_cast<double>(max_bytes) /
                              static_cast<double>(result.bytes_after));
  }
  return result;
}

}  // namespace plait
