#include "summaries/shared/object_codec.h"

#include "absl/container/flat_hash_map.h"
#include "absl/container/flat_hash_set.h"
#include "absl/status/status.h"
#include "absl/strings/escaping.h"
#include "absl/strings/str_cat.h"
#include "summaries/compression.h"
#include "summaries/digest.h"
#include "summaries/packed_fields.h"
#include "summaries/shared/sha256.h"

namespace plait {
namespace {

constexpr std::string_view kMagic("plait\0\0\1", 8);
constexpr size_t kDigestBytes = 32;

std::string SealOf(std::string_view path, std::string_view bytes) {
  return Sha256(PackedFields().Add(path).Add(bytes).bytes());
}

}  // namespace

std::string Seal(std::string_view path, std::string_view bytes) {
  std::string sealed(kMagic);
  sealed += SealOf(path, bytes);
  sealed += bytes;
  return sealed;
}

absl::StatusOr<std::string> Unseal(std::string_view path, std::string_view sealed) {
  if (sealed.size() < kMagic.size() + kDigestBytes || !sealed.starts_with(kMagic)) {
    return absl::DataLossError("not written by Plait");
  }
  const std::string_view bytes = sealed.substr(kMagic.size() + kDigestBytes);
  if (SealOf(path, bytes) != sealed.substr(kMagic.size(), kDigestBytes)) {
    return absl::DataLossError("its digest does not fit");
  }
  return std::string(bytes);
}

PackedObject PackObject(std::string_view bytes) {
  PackedBytes packed = Pack(bytes);
  PackedObject object;
  object.pointer.set_digest(Sha256(packed.bytes));
  object.pointer.set_size(packed.bytes.size());
  object.pointer.set_packed(packed.compressed);
  object.pointer.set_unpacked_size(bytes.size());
  object.path = PathOf(object.pointer);
  object.bytes = std::move(packed.bytes);
  return object;
}

std::string PathOf(const proto::SharedPointer& pointer) {
  return absl::StrCat("cas/", absl::BytesToHexString(pointer.digest()));
}

absl::StatusOr<std::string> UnpackObject(const proto::SharedPointer& pointer,
                                         std::string_view bytes) {
  if (bytes.size() != pointer.size() || Sha256(bytes) != pointer.digest()) {
    return absl::DataLossError("its digest does not fit");
  }
  if (pointer.unpacked_size() > kMaxObjectBytes) return absl::DataLossError("too big");
  return Unpack(bytes, pointer.packed(), pointer.unpacked_size());
}

std::optional<std::string> EncodeSharedUnit(const UnitRecord& unit,
                                            const std::vector<Blob>& blobs) {
  absl::flat_hash_map<std::string, const Blob*> bodies;
  proto::SharedUnit message;
  bool has_unit = false;
  for (const Blob& blob : blobs) {
    if (blob.kind == BlobKind::kIr) bodies.emplace(blob.digest, &blob);
    if (blob.kind != BlobKind::kUnit || blob.digest != unit.unit_digest) continue;
    message.set_unit(blob.bytes);
    has_unit = true;
  }
  if (!has_unit) return std::nullopt;
  absl::flat_hash_map<std::string, uint32_t> numbers;
  for (const ProcedureRef& procedure : unit.procedures) {
    auto body = bodies.find(procedure.ir_digest);
    if (body == bodies.end()) return std::nullopt;
    auto [number, is_new] = numbers.emplace(procedure.ir_digest, numbers.size());
    if (is_new) message.add_bodies(body->second->bytes);
    proto::SharedUnit::Procedure* added = message.add_procedures();
    added->set_name(procedure.name);
    added->set_body(number->second);
    added->set_first_line(procedure.first_line);
  }
  return message.SerializeAsString();
}

absl::Status DecodeSharedUnit(std::string_view bytes, UnitRecord* unit, std::vector<Blob>* blobs) {
  proto::SharedUnit message;
  if (!message.ParseFromArray(bytes.data(), static_cast<int>(bytes.size()))) {
    return absl::DataLossError("no unit");
  }
  unit->unit_digest = DigestOf(message.unit());
  blobs->push_back({BlobKind::kUnit, unit->unit_digest, std::move(*message.mutable_unit())});
  std::vector<std::string> digests;
  for (std::string& body : *message.mutable_bodies()) {
    digests.push_back(DigestOf(body));
    blobs->push_back({BlobKind::kIr, digests.back(), std::move(body)});
  }
  for (proto::SharedUnit::Procedure& procedure : *message.mutable_procedures()) {
    if (procedure.body() >= digests.size()) return absl::DataLossError("a procedure has no body");
    unit->procedures.push_back(
        {std::move(*procedure.mutable_name()), digests[procedure.body()], procedure.first_line()});
  }
  return absl::OkStatus();
}

std::string EncodeSharedSummaries(const SummaryEntries& entries) {
  proto::SharedSummaries message;
  for (const auto& [key, blob] : entries) {
    proto::SharedSummaries::Entry* entry = message.add_entries();
    entry->set_key(RawDigest(key));
    entry->set_summary(blob.bytes);
  }
  return message.SerializeAsString();
}

absl::StatusOr<SummaryEntries> DecodeSharedSummaries(std::string_view bytes) {
  proto::SharedSummaries message;
  if (!message.ParseFromArray(bytes.data(), static_cast<int>(bytes.size()))) {
    return absl::DataLossError("no summaries");
  }
  SummaryEntries entries;
  for (proto::SharedSummaries::Entry& entry : *message.mutable_entries()) {
    const std::string key = DigestFromRaw(entry.key());
    if (!IsDigest(key)) return absl::DataLossError("a summary has no key");
    entries.push_back(
        {key,
         {BlobKind::kSummary, DigestOf(entry.summary()), std::move(*entry.mutable_summary())}});
  }
  return entries;
}

}  // namespace plait
