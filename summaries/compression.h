// Blobs as they lie on disk: zstd, or as they are where that would not make them smaller.
#ifndef PLAIT_SUMMARIES_COMPRESSION_H_
#define PLAIT_SUMMARIES_COMPRESSION_H_

#include <cstddef>
#include <string>
#include <string_view>

#include "absl/status/statusor.h"

namespace plait {

struct PackedBytes {
  bool compressed = false;
  std::string bytes;
};

// Safe to call from many threads. Not the same bytes in every release of zstd: nothing may be keyed
// by the packed form.
PackedBytes Pack(std::string_view bytes);

// Undoes Pack; `size` is the original number of bytes. DataLoss if that does not come out.
// Allocates `size` bytes first: check where it comes from.
absl::StatusOr<std::string> Unpack(std::string_view packed, bool compressed, size_t size);

}  // namespace plait

#endif  // PLAIT_SUMMARIES_COMPRESSION_H_
