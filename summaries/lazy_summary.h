// A summary that stays bytes until someone looks into it: of most procedures of a large program,
// only the head is needed to see that nothing has to be analysed again.
#ifndef PLAIT_SUMMARIES_LAZY_SUMMARY_H_
#define PLAIT_SUMMARIES_LAZY_SUMMARY_H_

#include <atomic>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "absl/base/call_once.h"
#include "absl/status/statusor.h"
#include "summaries/summary.h"

namespace plait {

// What is asked of every summary of a program.
struct SummaryHead {
  Name procedure = kNoName;
  std::vector<Name> callees;
  std::vector<Name> mentioned;  // variables and functions; sorted by text
  std::vector<Gap> gaps;        // of their origins, the instruction
  std::vector<Origin> spawns;   // where threads are started
  uint32_t dropped_accesses = 0;

  friend bool operator==(const SummaryHead&, const SummaryHead&) = default;
};

SummaryHead HeadOf(const Summary& summary);

// Safe to use from many threads.
class LazySummary {
 public:
  explicit LazySummary(std::shared_ptr<const Summary> summary);

  // `bytes`: EncodeSummary. DataLoss or FailedPrecondition if they have no head that can be read
  // (DecodeSummaryHead). If the rest turns out to be damaged, `*damaged` is set and get() gives a
  // summary without anything: what was worked out from it is worthless.
  static absl::StatusOr<std::shared_ptr<const LazySummary>> FromBytes(
      std::string bytes, std::shared_ptr<std::atomic<bool>> damaged);

  // `read` gets the bytes when they are needed. If it cannot, that is damage as well.
  using Reader = std::function<absl::StatusOr<std::string>()>;
  static std::shared_ptr<const LazySummary> FromReader(SummaryHead head, Reader read,
                                                       std::shared_ptr<std::atomic<bool>> damaged);

  const SummaryHead& head() const { return head_; }
  const Summary& get() const;

 private:
  LazySummary(SummaryHead head, Reader read, std::shared_ptr<std::atomic<bool>> damaged);

  const SummaryHead head_;
  const std::shared_ptr<std::atomic<bool>> damaged_;
  mutable absl::once_flag once_;
  mutable Reader read_;  // empty once decoded
  mutable std::shared_ptr<const Summary> summary_;
};

}  // namespace plait

#endif  // PLAIT_SUMMARIES_LAZY_SUMMARY_H_
