// Summaries as SummaryRecords (proto/summary.proto); summary_codec.h is for everybody else.
#ifndef PLAIT_SUMMARIES_SUMMARY_RECORD_H_
#define PLAIT_SUMMARIES_SUMMARY_RECORD_H_

#include <cstdint>
#include <memory>
#include <string>

#include "absl/status/statusor.h"
#include "proto/summary.pb.h"
#include "summaries/summary.h"

namespace plait {

// Enumerations go into the bytes as numbers.
inline constexpr uint32_t kAtomKinds = static_cast<uint32_t>(AtomKind::kSelect) + 1;
inline constexpr uint32_t kRelations = static_cast<uint32_t>(Relation::kLessEqual) + 1;
inline constexpr uint32_t kLockKinds = static_cast<uint32_t>(LockKind::kRow) + 1;
inline constexpr uint32_t kAccessKinds = static_cast<uint32_t>(AccessKind::kPost) + 1;
inline constexpr uint32_t kGapKinds = static_cast<uint32_t>(GapKind::kCallback) + 1;
static_assert(
    kAtomKinds == 22 && kRelations == 3 && kLockKinds == 8 && kAccessKinds == 4 && kGapKinds == 12,
    "enumerations have changed: raise kSummaryCodecVersion if old numbers mean others now");

// The bytes of a summary's record. Without places only what callers get to see is written.
std::string EncodeRecord(const Summary& summary, bool with_places);

// DataLoss, with what is wrong, if the record is no summary's. Safe for records from anywhere.
absl::StatusOr<std::unique_ptr<Summary>> DecodeRecord(const proto::SummaryRecord& record);

}  // namespace plait

#endif  // PLAIT_SUMMARIES_SUMMARY_RECORD_H_
