#include "summaries/summary_codec.h"

#include <limits>
#include <optional>
#include <utility>

#include "absl/status/status.h"
#include "absl/strings/str_cat.h"
#include "proto/summary.pb.h"
#include "summaries/digest.h"
#include "summaries/summary_record.h"

namespace plait {
namespace {

// The bytes of a summary: a digest of the interface, the size of the head, head, record.
constexpr size_t kDigestSize = 16;
constexpr size_t kHeadSizeSize = 4;  // little-endian

// Of the bytes of a summary, what follows the digest of the interface.
struct Sections {
  std::string_view head;
  std::string_view record;
};

std::optional<Sections> Split(std::string_view bytes) {
  if (bytes.size() < kDigestSize + kHeadSizeSize) return std::nullopt;
  bytes.remove_prefix(kDigestSize);
  size_t head_size = 0;
  for (size_t i = 0; i < kHeadSizeSize; ++i) {
    head_size |= static_cast<size_t>(static_cast<unsigned char>(bytes[i])) << (8 * i);
  }
  bytes.remove_prefix(kHeadSizeSize);
  if (head_size > bytes.size()) return std::nullopt;
  return Sections{bytes.substr(0, head_size), bytes.substr(head_size)};
}

bool ParseFrom(std::string_view bytes, google::protobuf::MessageLite* message) {
  return bytes.size() <= static_cast<size_t>(std::numeric_limits<int>::max()) &&
         message->ParseFromArray(bytes.data(), static_cast<int>(bytes.size()));
}

absl::Status CheckVersion(uint32_t version) {
  if (version == kSummaryCodecVersion) return absl::OkStatus();
  return absl::FailedPreconditionError(
      absl::StrCat("summary of version ", version, ", not ", kSummaryCodecVersion));
}

std::string EncodeHead(const SummaryHead& head) {
  proto::SummaryHead to;
  to.set_version(kSummaryCodecVersion);
  to.set_procedure(NameText(head.procedure));
  for (Name name : head.callees) to.add_callees(NameText(name));
  for (Name name : head.mentioned) to.add_mentioned(NameText(name));
  for (const Gap& gap : head.gaps) {
    to.add_gap_kind(static_cast<uint32_t>(gap.kind));
    to.add_gap_detail(gap.detail);
    to.add_gap_instruction(gap.origin.instruction);
  }
  for (const Origin& spawn : head.spawns) {
    to.add_spawn_instruction(spawn.instruction);
    to.add_spawn_callee(NameText(spawn.callee));
    to.add_spawn_index(spawn.index);
  }
  to.set_dropped_accesses(head.dropped_accesses);
  return to.SerializeAsString();
}

}  // namespace

std::string EncodeSummary(const Summary& summary) {
  const std::string interface = EncodeRecord(summary, /*with_places=*/false);
  const std::string head = EncodeHead(HeadOf(summary));
  std::string bytes = RawDigest(DigestOf(interface));
  for (size_t i = 0; i < kHeadSizeSize; ++i) {
    bytes.push_back(static_cast<char>(head.size() >> (8 * i) & 0xff));
  }
  bytes += head;
  bytes += EncodeRecord(summary, /*with_places=*/true);
  return bytes;
}

std::string InterfaceDigest(std::string_view bytes) {
  return DigestFromRaw(bytes.substr(0, kDigestSize));
}

absl::StatusOr<SummaryHead> DecodeSummaryHead(std::string_view bytes) {
  proto::SummaryHead from;
  const std::optional<Sections> sections = Split(bytes);
  if (!sections || !ParseFrom(sections->head, &from)) {
    return absl::DataLossError("damaged summary: no head");
  }
  if (absl::Status s = CheckVersion(from.version()); !s.ok()) return s;
  if (from.gap_kind_size() != from.gap_detail_size() ||
      from.gap_kind_size() != from.gap_instruction_size()) {
    return absl::DataLossError("damaged summary: columns of gaps differ in length");
  }
  if (from.spawn_instruction_size() != from.spawn_callee_size() ||
      from.spawn_instruction_size() != from.spawn_index_size()) {
    return absl::DataLossError("damaged summary: columns of spawns differ in length");
  }
  SummaryHead head;
  head.procedure = InternName(from.procedure());
  for (const std::string& name : from.callees()) head.callees.push_back(InternName(name));
  for (const std::string& name : from.mentioned()) head.mentioned.push_back(InternName(name));
  for (int i = 0; i < from.gap_kind_size(); ++i) {
    if (from.gap_kind(i) >= kGapKinds) return absl::DataLossError("damaged summary: kind of gap");
    head.gaps.push_back({static_cast<GapKind>(from.gap_kind(i)),
                         from.gap_detail(i),
                         {from.gap_instruction(i), kNoName, 0}});
  }
  for (int i = 0; i < from.spawn_instruction_size(); ++i) {
    head.spawns.push_back(
        {from.spawn_instruction(i), InternName(from.spawn_callee(i)), from.spawn_index(i)});
  }
  head.dropped_accesses = from.dropped_accesses();
  return head;
}

absl::StatusOr<std::unique_ptr<Summary>> DecodeSummary(std::string_view bytes) {
  proto::SummaryRecord record;
  const std::optional<Sections> sections = Split(bytes);
  if (!sections) return absl::DataLossError("damaged summary: too short");
  if (!ParseFrom(sections->record, &record)) {
    return absl::DataLossError("damaged summary: not a SummaryRecord");
  }
  if (absl::Status s = CheckVersion(record.version()); !s.ok()) return s;
  return DecodeRecord(record);
}

}  // namespace plait
