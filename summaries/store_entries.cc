#include "summaries/store_entries.h"

#include <filesystem>
#include <system_error>

#include "absl/strings/str_cat.h"
#include "absl/strings/string_view.h"
#include "summaries/digest.h"

namespace plait {

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

absl::StatusOr<std::vector<std::string>> KeysOf(SqliteConnection* connection,
                                                std::string_view table) {
  std::vector<std::string> keys;
  const std::string sql = absl::StrCat(
      "SELECT key FROM ", absl::string_view(table.data(), table.size()), " ORDER BY key");
  absl::Status s = ForEachRow(connection, sql, [&](const SqliteStatement& row) {
    keys.push_back(DigestFromRaw(row.Bytes(0)));
  });
  if (!s.ok()) return s;
  return keys;
}

absl::StatusOr<std::vector<BlobName>> BlobsOf(SqliteConnection* connection) {
  std::vector<BlobName> blobs;
  absl::Status s = ForEachRow(
      connection, "SELECT kind, digest FROM blobs ORDER BY id", [&](const SqliteStatement& row) {
        for (const BlobKind kind :
             {BlobKind::kIr, BlobKind::kUnit, BlobKind::kSummary, BlobKind::kReport}) {
          if (KindNumber(kind) == row.Int(0)) blobs.push_back({kind, DigestFromRaw(row.Bytes(1))});
        }
      });
  if (!s.ok()) return s;
  return blobs;
}

uint64_t BytesOf(const std::string& path, bool with_log) {
  uint64_t bytes = 0;
  for (const char* suffix : {"", "-wal"}) {
    if (!with_log && *suffix != '\0') continue;
    std::error_code error;
    const uintmax_t size = std::filesystem::file_size(path + suffix, error);
    if (!error) bytes += size;
  }
  return bytes;
}

}  // namespace plait
