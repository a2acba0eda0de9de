#include "summaries/lazy_summary.h"

#include <algorithm>
#include <utility>

#include "summaries/summary_codec.h"

namespace plait {

SummaryHead HeadOf(const Summary& summary) {
  SummaryHead head;
  head.procedure = summary.procedure;
  head.callees = summary.callees;
  for (AtomId a = 0; a < summary.terms.atom_count(); ++a) {
    const Atom& atom = summary.terms.atom(a);
    if (atom.kind == AtomKind::kGlobal || atom.kind == AtomKind::kFunction) {
      head.mentioned.push_back(atom.name);
    }
  }
  std::sort(head.mentioned.begin(), head.mentioned.end());
  head.mentioned.erase(std::unique(head.mentioned.begin(), head.mentioned.end()),
                       head.mentioned.end());
  std::sort(head.mentioned.begin(), head.mentioned.end(),
            [](Name a, Name b) { return NameText(a) < NameText(b); });
  for (const Gap& gap : summary.gaps) {
    head.gaps.push_back({gap.kind, gap.detail, {gap.origin.instruction, kNoName, 0}});
  }
  for (const Spawn& spawn : summary.spawns) head.spawns.push_back(spawn.origin);
  head.dropped_accesses = summary.dropped_accesses;
  return head;
}

LazySummary::LazySummary(std::shared_ptr<const Summary> summary)
    : head_(HeadOf(*summary)), summary_(std::move(summary)) {}

LazySummary::LazySummary(SummaryHead head, Reader read, std::shared_ptr<std::atomic<bool>> damaged)
    : head_(std::move(head)), damaged_(std::move(damaged)), read_(std::move(read)) {}

absl::StatusOr<std::shared_ptr<const LazySummary>> LazySummary::FromBytes(
    std::string bytes, std::shared_ptr<std::atomic<bool>> damaged) {
  absl::StatusOr<SummaryHead> head = DecodeSummaryHead(bytes);
  if (!head.ok()) return head.status();
  auto read = [bytes = std::move(bytes)]() mutable { return std::move(bytes); };
  return FromReader(*std::move(head), std::move(read), std::move(damaged));
}

std::shared_ptr<const LazySummary> LazySummary::FromReader(
    SummaryHead head, Reader read, std::shared_ptr<std::atomic<bool>> damaged) {
  return std::shared_ptr<const LazySummary>(
      new LazySummary(std::move(head), std::move(read), std::move(damaged)));
}

const Summary& LazySummary::get() const {
  absl::call_once(once_, [this] {
    if (summary_ != nullptr) return;
    const absl::StatusOr<std::string> bytes = read_();
    read_ = nullptr;
    absl::StatusOr<std::unique_ptr<Summary>> summary =
        bytes.ok() ? DecodeSummary(*bytes) : bytes.status();
    if (summary.ok()) {
      summary_ = *std::move(summary);
      return;
    }
    *damaged_ = true;
    auto nothing = std::make_shared<Summary>();
    nothing->procedure = head_.procedure;
    summary_ = std::move(nothing);
  });
  return *summary_;
}

}  // namespace plait
