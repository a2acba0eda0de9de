#include "summaries/sqlite_blobs.h"

#include "summaries/digest.h"
#include "summaries/packed_fields.h"
#include "summaries/store_entries.h"

namespace plait {

int64_t PackedBlob::Proof() const {
  return PackedFields()
      .Add(KindNumber(kind))
      .Add(digest)
      .Add(size)
      .Add(packed.compressed)
      .Add(RawDigest(DigestOf(packed.bytes)))
      .Proof();
}

absl::StatusOr<std::optional<PackedBlob>> SqliteBlobs::Read(BlobKind kind,
                                                            std::string_view digest) {
  absl::StatusOr<SqliteStatement> select = connection_->Prepare(
      "SELECT size, packed, bytes, proof FROM blobs WHERE kind = ? AND digest = ?");
  if (!select.ok()) return select.status();
  absl::StatusOr<bool> row = select->Bind(KindNumber(kind)).BindDigest(digest).Step();
  if (!row.ok()) return row.status();
  if (!*row) return std::nullopt;
  PackedBlob blob;
  blob.kind = kind;
  blob.digest = RawDigest(digest);
  blob.size = static_cast<uint64_t>(select->Int(0));
  blob.packed.compressed = select->Int(1) != 0;
  blob.packed.bytes = select->Bytes(2);
  blob.proof = select->Int(3);
  return blob;
}

absl::StatusOr<bool> SqliteBlobs::IsThere(const Blob& blob) {
  auto key = std::make_pair(blob.kind, RawDigest(blob.digest));
  if (known_.contains(key)) return true;
  absl::StatusOr<std::optional<PackedBlob>> stored = Read(blob.kind, blob.digest);
  if (!stored.ok()) return stored.status();
  if (!stored->has_value() || (*stored)->Proof() != (*stored)->proof) return false;
  known_.insert(std::move(key));
  return true;
}

absl::Status SqliteBlobs::Write(const PackedBlob& blob) {
  // Another process may have written it since it was looked for, or it is there and damaged.
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

absl::Status SqliteBlobs::Remove(BlobKind kind, std::string_view digest) {
  Forget(kind, digest);
  absl::StatusOr<SqliteStatement> remove =
      connection_->Prepare("DELETE FROM blobs WHERE kind = ? AND digest = ?");
  if (!remove.ok()) return remove.status();
  return remove->Bind(KindNumber(kind)).BindDigest(digest).Run();
}

void SqliteBlobs::Forget(BlobKind kind, std::string_view digest) {
  known_.erase({kind, RawDigest(digest)});
}

}  // namespace plait
