// The blobs of a store in SQLite: bytes by their kind and digest, packed.
#ifndef PLAIT_SUMMARIES_SQLITE_BLOBS_H_
#define PLAIT_SUMMARIES_SQLITE_BLOBS_H_

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "absl/container/flat_hash_set.h"
#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "summaries/compression.h"
#include "summaries/sqlite_connection.h"
#include "summaries/store.h"

namespace plait {

// A blob as its row has it.
struct PackedBlob {
  BlobKind kind = BlobKind::kIr;
  std::string digest;  // raw
  uint64_t size = 0;   // unpacked
  PackedBytes packed;
  int64_t proof = 0;  // as stored

  // Over everything that Unpack relies on.
  int64_t Proof() const;
};

// Not safe to call from several threads at once.
class SqliteBlobs {
 public:
  explicit SqliteBlobs(SqliteConnection* connection) : connection_(connection) {}

  // As it is stored, damaged or not; nullopt if it is not there.
  absl::StatusOr<std::optional<PackedBlob>> Read(BlobKind kind, std::string_view digest);
  // A damaged one is not there: it will be replaced.
  absl::StatusOr<bool> IsThere(const Blob& blob);
  // Inserts it, or replaces a damaged one.
  absl::Status Write(const PackedBlob& blob);
  absl::Status Remove(BlobKind kind, std::string_view digest);

  // What is remembered of blobs that are there, so that they are looked for once.
  void NoteThere(const PackedBlob& blob) { known_.insert({blob.kind, blob.digest}); }
  void Forget(BlobKind kind, std::string_view digest);
  void ForgetAll() { known_.clear(); }

 private:
  SqliteConnection* connection_;
  // Those certainly there and whole, by kind and raw digest.
  absl::flat_hash_set<std::pair<BlobKind, std::string>> known_;
};

}  // namespace plait

#endif  // PLAIT_SUMMARIES_SQLITE_BLOBS_H_
