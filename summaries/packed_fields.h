// Byte strings that stand for several values: what identities and proofs are digests of, and lists
// of row ids. Numbers are LEB128; texts carry their length, so no two lists of values share their
// bytes.
#ifndef PLAIT_SUMMARIES_PACKED_FIELDS_H_
#define PLAIT_SUMMARIES_PACKED_FIELDS_H_

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace plait {

class PackedFields {
 public:
  PackedFields& Add(uint64_t number);
  PackedFields& Add(std::string_view text);

  const std::string& bytes() const { return bytes_; }
  std::string RawDigest() const;  // 16 bytes
  int64_t Proof() const;          // 8 bytes of it

 private:
  std::string bytes_;
};

// Lists of ids, each as its distance from the one before: neighbours take a byte.
std::string PackIds(const std::vector<int64_t>& ids);
// Nothing if the bytes are no such list.
std::optional<std::vector<int64_t>> UnpackIds(std::string_view bytes);

}  // namespace plait

#endif  // PLAIT_SUMMARIES_PACKED_FIELDS_H_
