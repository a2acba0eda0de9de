// Keeping a store file in shape: making room, looking for damage, carrying it elsewhere.
//
// Other processes may use the store meanwhile; they find what was removed gone and make it again.
#ifndef PLAIT_SUMMARIES_STORE_CARE_H_
#define PLAIT_SUMMARIES_STORE_CARE_H_

#include <cstdint>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"

namespace plait {

struct Shrunk {
  uint64_t entries = 0;  // units, summary keys and report keys removed
  uint64_t blobs = 0;
  uint64_t bytes_before = 0;  // of the file and its log
  uint64_t bytes_after = 0;
};

// Removes what nothing refers to; then, until the file has at most `max_bytes`, what was not used
// for longest. Within a day: reports before summaries before units, older ones first. An empty
// store has about 100 KB, whatever `max_bytes` says. Errors are those of opening a store, and
// Unavailable if there is no room for the copy that makes the file smaller.
absl::StatusOr<Shrunk> ShrinkStore(const std::string& path, uint64_t max_bytes);

struct Verified {
  uint64_t units = 0;  // looked at, likewise the others
  uint64_t summaries = 0;
  uint64_t reports = 0;
  uint64_t blobs = 0;
  std::vector<std::string> damaged;  // one line each
  uint64_t removed = 0;              // damaged entries that were removed
  bool file_is_damaged = false;      // beyond single entries: it has to be deleted
};

// Reads everything, and compares it with its digests and references. With `repair`, what is damaged
// is removed; it will be made again. Errors are those of opening a store.
absl::StatusOr<Verified> VerifyStore(const std::string& path, bool repair);

// Writes the whole store into one new file, which is a store itself. InvalidArgument if `to` is
// there already.
absl::Status ExportStore(const std::string& path, const std::string& to);

struct Imported {
  uint64_t units = 0;  // that were not there before, likewise the others
  uint64_t summaries = 0;
  uint64_t reports = 0;
  uint64_t damaged = 0;  // entries that were left out
};

// Adds what the store `from` holds and the store does not; each entry is checked. Times of files
// are those of another machine: files are known by their contents. `from` is not changed, may be of
// an older version and come from anybody.
absl::StatusOr<Imported> ImportStore(const std::string& path, const std::string& from);

}  // namespace plait

#endif  // PLAIT_SUMMARIES_STORE_CARE_H_
