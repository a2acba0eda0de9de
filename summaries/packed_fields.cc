#include "summaries/packed_fields.h"

#include "summaries/digest.h"

namespace plait {
namespace {

void AppendNumber(uint64_t number, std::string* bytes) {
  for (; number >= 0x80; number >>= 7) *bytes += static_cast<char>(number | 0x80);
  *bytes += static_cast<char>(number);
}

std::optional<uint64_t> TakeNumber(std::string_view* bytes) {
  uint64_t number = 0;
  for (int shift = 0; shift < 64 && !bytes->empty(); shift += 7) {
    const unsigned char byte = bytes->front();
    bytes->remove_prefix(1);
    number |= static_cast<uint64_t>(byte & 0x7f) << shift;
    if (byte < 0x80) return number;
  }
  return std::nullopt;
}

}  // namespace

PackedFields& PackedFields::Add(uint64_t number) {
  AppendNumber(number, &bytes_);
  return *this;
}

PackedFields& PackedFields::Add(std::string_view text) {
  AppendNumber(text.size(), &bytes_);
  bytes_.append(text);
  return *this;
}

std::string PackedFields::RawDigest() const { return plait::RawDigest(DigestOf(bytes_)); }

int64_t PackedFields::Proof() const {
  uint64_t proof = 0;
  for (const unsigned char byte : RawDigest().substr(0, 8)) proof = proof << 8 | byte;
  return static_cast<int64_t>(proof);
}

std::string PackIds(const std::vector<int64_t>& ids) {
  std::string bytes;
  uint64_t previous = 0;
  for (const int64_t id : ids) {
    // Unsigned arithmetic wraps; zigzag makes small distances of either sign small numbers.
    const auto distance = static_cast<int64_t>(static_cast<uint64_t>(id) - previous);
    AppendNumber(static_cast<uint64_t>(distance) << 1 ^ static_cast<uint64_t>(distance >> 63),
                 &bytes);
    previous = static_cast<uint64_t>(id);
  }
  return bytes;
}

std::optional<std::vector<int64_t>> UnpackIds(std::string_view bytes) {
  std::vector<int64_t> ids;
  uint64_t previous = 0;
  while (!bytes.empty()) {
    const std::optional<uint64_t> zigzag = TakeNumber(&bytes);
    if (!zigzag) return std::nullopt;
    previous += *zigzag >> 1 ^ (~(*zigzag & 1) + 1);
    ids.push_back(static_cast<int64_t>(previous));
  }
  return ids;
}

}  // namespace plait
