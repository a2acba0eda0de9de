#include "summaries/store_arguments.h"

#include <string>

#include "absl/strings/str_cat.h"
#include "absl/strings/string_view.h"
#include "summaries/digest.h"

namespace plait {
namespace {

absl::Status CheckBlob(const Blob& blob) {
  if (blob.digest == DigestOf(blob.bytes)) return absl::OkStatus();
  return absl::InvalidArgumentError(
      absl::StrCat("the digest of a blob is not that of its bytes: ", blob.digest));
}

}  // namespace

absl::Status CheckKey(std::string_view what, std::string_view key) {
  if (IsDigest(key)) return absl::OkStatus();
  return absl::InvalidArgumentError(absl::StrCat(absl::string_view(what.data(), what.size()),
                                                 " is not a digest: '",
                                                 absl::string_view(key.data(), key.size()), "'"));
}

absl::Status CheckUnit(const UnitRecord& unit, const std::vector<Blob>& blobs) {
  if (absl::Status s = CheckKey("unit key", unit.key); !s.ok()) return s;
  if (absl::Status s = CheckKey("unit digest", unit.unit_digest); !s.ok()) return s;
  for (const ProcedureRef& procedure : unit.procedures) {
    if (absl::Status s = CheckKey("ir digest", procedure.ir_digest); !s.ok()) return s;
  }
  for (const Blob& blob : blobs) {
    if (absl::Status s = CheckBlob(blob); !s.ok()) return s;
  }
  return absl::OkStatus();
}

absl::Status CheckSummaries(const std::vector<std::pair<std::string, Blob>>& summaries) {
  for (const auto& [key, blob] : summaries) {
    if (absl::Status s = CheckKey("summary key", key); !s.ok()) return s;
    if (blob.kind != BlobKind::kSummary) {
      return absl::InvalidArgumentError(absl::StrCat("not a summary: blob ", blob.digest));
    }
    if (absl::Status s = CheckBlob(blob); !s.ok()) return s;
  }
  return absl::OkStatus();
}

}  // namespace plait
