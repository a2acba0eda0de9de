#include "report/words.h"

namespace plait {

// Protobuf's enums are open: a report of a newer version may hold a value this one has no word for.
// It gets the most cautious one.

const char* VerdictWord(proto::Verdict verdict) {
  switch (verdict) {
    case proto::VERDICT_RACE:
      return "race";
    case proto::VERDICT_RACE_FREE:
      return "race-free";
    default:
      return "unknown";
  }
}

const char* ConfidenceWord(proto::Confidence confidence) {
  switch (confidence) {
    case proto::CONFIDENCE_RACE:
      return "race";
    case proto::CONFIDENCE_LIKELY:
      return "likely";
    default:
      return "possible";
  }
}

const char* AccessKindWord(proto::Access::Kind kind) {
  switch (kind) {
    case proto::Access::READ:
      return "read";
    case proto::Access::WRITE:
      return "write";
    case proto::Access::FREE:
      return "free";
    default:
      return "read-write";
  }
}

const char* BaselineWord(proto::BaselineState state) {
  switch (state) {
    case proto::BASELINE_UNCHANGED:
      return "unchanged";
    case proto::BASELINE_FIXED:
      return "fixed";
    default:
      return "introduced";
  }
}

const char* SuppressionKindWord(proto::Suppression::Kind kind) {
  return kind == proto::Suppression::IN_SOURCE ? "source" : "config";
}

}  // namespace plait
