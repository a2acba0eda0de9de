// Summaries as bytes (proto/summary.proto), for the store and for other processes.
//
// Encoding says what is in the summary, as it is: Compact (summaries/compact.h) comes before, where
// equal results have to give equal bytes.
#ifndef PLAIT_SUMMARIES_SUMMARY_CODEC_H_
#define PLAIT_SUMMARIES_SUMMARY_CODEC_H_

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

#include "absl/status/statusor.h"
#include "summaries/lazy_summary.h"
#include "summaries/summary.h"

namespace plait {

// Changes whenever bytes written before would be read differently. Part of the bytes.
inline constexpr uint32_t kSummaryCodecVersion = 7;

// Equal summaries (same numbers of terms, atoms, contexts and points) give equal bytes, in any
// process: names are written as text.
std::string EncodeSummary(const Summary& summary);

// Of an encoded summary: a digest of what callers get to see of it. Not part of that is where in
// the procedure something happens, and what only the checker reads. 32 hex digits for any bytes
// that were encoded.
std::string InterfaceDigest(std::string_view bytes);

// The head of an encoded summary; errors as of DecodeSummary. Cheap: the summary itself is not
// looked at.
absl::StatusOr<SummaryHead> DecodeSummaryHead(std::string_view bytes);

// The summary that was encoded, with the same numbers of terms, atoms, contexts and points; only
// Names may have other numbers in this process. FailedPrecondition if the bytes are of another
// version, DataLoss if they are damaged, with what is wrong in the message; in both cases the
// caller should analyse the procedure again. Bytes from anywhere are safe to give: every number is
// checked, terms nest in no cycle and to a bounded depth and size. That sets are sorted is not
// checked.
absl::StatusOr<std::unique_ptr<Summary>> DecodeSummary(std::string_view bytes);

}  // namespace plait

#endif  // PLAIT_SUMMARIES_SUMMARY_CODEC_H_
