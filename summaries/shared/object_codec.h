// Units, summaries and pointers as the bytes of a shared cache. Decoding takes bytes from anybody:
// sizes are bounded, digests are computed from what came, never believed.
//
//   ac/<name of a key>   sealed: "plait\0\0\1", SHA-256 of the path and of what follows, a message
//                        of proto/shared_cache.proto
//   cas/<SHA-256>        a zstd frame, or plain bytes where that would not be smaller
#ifndef PLAIT_SUMMARIES_SHARED_OBJECT_CODEC_H_
#define PLAIT_SUMMARIES_SHARED_OBJECT_CODEC_H_

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "absl/status/statusor.h"
#include "proto/shared_cache.pb.h"
#include "summaries/store.h"

namespace plait {

// Of one object, packed and unpacked.
inline constexpr size_t kMaxRecordBytes = size_t{4} << 20;
inline constexpr size_t kMaxObjectBytes = size_t{128} << 20;
// A unit names no more files than this, and a key's units no more lists of files.
inline constexpr int kMaxUnitFiles = 20000;
inline constexpr int kMaxAlternatives = 8;

// Of a record that lies under that path and no other.
std::string Seal(std::string_view path, std::string_view bytes);
// What was sealed. DataLoss if that is not so; the message says how.
absl::StatusOr<std::string> Unseal(std::string_view path, std::string_view sealed);

// An object to be stored under its digest, and what leads there.
struct PackedObject {
  proto::SharedPointer pointer;
  std::string path;  // "cas/..."
  std::string bytes;
};
PackedObject PackObject(std::string_view bytes);
// Where a pointer leads; nothing good if its digest is none.
std::string PathOf(const proto::SharedPointer& pointer);
// DataLoss unless the bytes are those the pointer was made for.
absl::StatusOr<std::string> UnpackObject(const proto::SharedPointer& pointer,
                                         std::string_view bytes);

// All of the unit but its key, the name of its main file and what it was made from. Nothing if a
// blob is missing that it refers to.
std::optional<std::string> EncodeSharedUnit(const UnitRecord& unit, const std::vector<Blob>& blobs);
// Fills in what EncodeSharedUnit kept.
absl::Status DecodeSharedUnit(std::string_view bytes, UnitRecord* unit, std::vector<Blob>* blobs);

// Keys and summaries.
using SummaryEntries = std::vector<std::pair<std::string, Blob>>;
std::string EncodeSharedSummaries(const SummaryEntries& entries);
absl::StatusOr<SummaryEntries> DecodeSharedSummaries(std::string_view bytes);

}  // namespace plait

#endif  // PLAIT_SUMMARIES_SHARED_OBJECT_CODEC_H_
