#include "driver/stored_summaries.h"

#include <cstdint>

#include "summaries/digest.h"
#include "summaries/summary_codec.h"

namespace plait {

StoredSummaries::StoredSummaries(Store* store, bool whole, const proto::LastRun* last,
                                 std::shared_ptr<std::atomic<bool>> damaged)
    : store_(store), whole_(whole), damaged_(std::move(damaged)) {
  if (whole || last == nullptr) return;
  texts_.reserve(last->texts_size());
  for (const std::string& text : last->texts()) texts_.push_back(InternName(text));
  last_.reserve(last->procedures_size());
  for (const proto::LastRun::Procedure& procedure : last->procedures()) {
    last_.emplace(procedure.head().key(), &procedure);
  }
}

std::shared_ptr<const LazySummary> StoredSummaries::Find(const std::string& key,
                                                         std::string* interface) {
  if (auto summary = FindLast(key, interface)) return summary;
  absl::StatusOr<std::string> found = store_->FindSummary(key);
  if (!found.ok()) return nullptr;
  absl::StatusOr<std::string> bytes = store_->GetBlob(BlobKind::kSummary, *found);
  if (!bytes.ok()) return nullptr;
  *interface = InterfaceDigest(*bytes);
  const auto damaged = whole_ ? std::make_shared<std::atomic<bool>>(false) : damaged_;
  absl::StatusOr<std::shared_ptr<const LazySummary>> summary =
      LazySummary::FromBytes(*std::move(bytes), damaged);
  if (!summary.ok()) return nullptr;
  if (whole_) (*summary)->get();
  if (whole_ && *damaged) return nullptr;
  Note((*summary)->head().procedure, key, *found, /*is_new=*/false);
  return *std::move(summary);
}

std::shared_ptr<const LazySummary> StoredSummaries::FindLast(const std::string& key,
                                                             std::string* interface) {
  const auto known = last_.find(RawDigest(key));
  if (known == last_.end()) return nullptr;
  std::optional<SummaryHead> head = DecodeHead(*known->second, texts_);
  if (!head) return nullptr;
  *interface = DigestFromRaw(known->second->head().interface());
  const std::string digest = DigestFromRaw(known->second->head().summary());
  Note(head->procedure, key, digest, /*is_new=*/false);
  auto read = [store = store_, digest] { return store->GetBlob(BlobKind::kSummary, digest); };
  return LazySummary::FromReader(*std::move(head), std::move(read), damaged_);
}

std::string StoredSummaries::Put(const std::string& key, const Summary& summary) {
  std::string bytes = EncodeSummary(summary);
  std::string digest = DigestOf(bytes);
  std::string interface = InterfaceDigest(bytes);
  // Perhaps made from a summary that could not be read.
  if (*damaged_) return interface;
  Note(summary.procedure, key, digest, /*is_new=*/true);
  absl::MutexLock lock(&mutex_);
  pending_.push_back({key, {BlobKind::kSummary, digest, std::move(bytes)}});
  if (pending_.size() >= kBatch) Flush();
  return interface;
}

absl::Status StoredSummaries::Finish() {
  absl::MutexLock lock(&mutex_);
  Flush();
  return status_;
}

void StoredSummaries::Note(Name definition, const std::string& key, const std::string& digest,
                           bool is_new) {
  absl::MutexLock lock(&mutex_);
  places_[definition] = {{key, digest}, is_new};
}

void StoredSummaries::Flush() {
  if (pending_.empty()) return;
  status_.Update(store_->PutSummaries(pending_));
  pending_.clear();
}

std::optional<SummaryHead> DecodeHead(const proto::LastRun::Procedure& procedure,
                                      const std::vector<Name>& texts) {
  const proto::LastRun::Head& from = procedure.head();
  if (from.gap_kind_size() != from.gap_detail_size() ||
      from.gap_kind_size() != from.gap_instruction_size() ||
      from.spawn_instruction_size() != from.spawn_callee_size() ||
      from.spawn_instruction_size() != from.spawn_index_size()) {
    return std::nullopt;
  }
  SummaryHead head;
  head.procedure = InternName(procedure.name());
  for (auto [numbers, names] :
       {std::pair(&from.callees(), &head.callees), std::pair(&from.mentioned(), &head.mentioned)}) {
    names->reserve(numbers->size());
    for (uint32_t number : *numbers) {
      if (number >= texts.size()) return std::nullopt;
      names->push_back(texts[number]);
    }
  }
  for (int i = 0; i < from.gap_kind_size(); ++i) {
    if (from.gap_detail(i) >= texts.size()) return std::nullopt;
    head.gaps.push_back({static_cast<GapKind>(from.gap_kind(i)),
                         NameText(texts[from.gap_detail(i)]),
                         {from.gap_instruction(i), kNoName, 0}});
  }
  for (int i = 0; i < from.spawn_instruction_size(); ++i) {
    if (from.spawn_callee(i) >= texts.size()) return std::nullopt;
    head.spawns.push_back(
        {from.spawn_instruction(i), texts[from.spawn_callee(i)], from.spawn_index(i)});
  }
  head.dropped_accesses = from.dropped_accesses();
  return head;
}

void HeadEncoder::Encode(const SummaryHead& head, proto::LastRun::Head* to) {
  for (Name name : head.callees) to->add_callees(Number(NameText(name)));
  for (Name name : head.mentioned) to->add_mentioned(Number(NameText(name)));
  for (const Gap& gap : head.gaps) {
    to->add_gap_kind(static_cast<uint32_t>(gap.kind));
    to->add_gap_detail(Number(gap.detail));
    to->add_gap_instruction(gap.origin.instruction);
  }
  for (const Origin& spawn : head.spawns) {
    to->add_spawn_instruction(spawn.instruction);
    to->add_spawn_callee(Number(NameText(spawn.callee)));
    to->add_spawn_index(spawn.index);
  }
  to->set_dropped_accesses(head.dropped_accesses);
}

uint32_t HeadEncoder::Number(const std::string& text) {
  const auto [it, inserted] = numbers_.try_emplace(text, record_.texts_size());
  if (inserted) record_.add_texts(text);
  return it->second;
}

}  // namespace plait
