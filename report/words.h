// The words that formats share for what a report holds. Part of the JSON format: stable.
#ifndef PLAIT_REPORT_WORDS_H_
#define PLAIT_REPORT_WORDS_H_

#include <cstdint>

#include "proto/report.pb.h"

namespace plait {

inline constexpr uint32_t kJsonSchemaVersion = 1;

const char* VerdictWord(proto::Verdict verdict);           // "race", "race-free", "unknown"
const char* ConfidenceWord(proto::Confidence confidence);  // "race", "likely", "possible"
const char* AccessKindWord(proto::Access::Kind kind);      // "read", "write", "read-write", "free"
const char* BaselineWord(proto::BaselineState state);      // "introduced", "unchanged", "fixed"
const char* SuppressionKindWord(proto::Suppression::Kind kind);  // "source", "config"

}  // namespace plait

#endif  // PLAIT_REPORT_WORDS_H_
