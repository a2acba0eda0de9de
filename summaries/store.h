// Where captured units and summaries live between runs: content-addressed blobs and small indexes.
//
//   unit key     = digest of (main file, cleaned command)        -> UnitRecord
//   ir digest    = digest of one procedure's canonical bytes     -> blob kIr
//   unit digest  = digest of a unit's encoded bytes              -> blob kUnit
//   summary key  = digest of everything a summary depends on     -> summary digest -> blob kSummary
//   report key   = digest of everything a report depends on      -> blob kReport
//
// The store knows nothing of what the bytes mean. Keys and digests are those of summaries/digest.h;
// the digest of a blob is DigestOf its bytes. Implementations: memory_store.h, sqlite_store.h;
// shared/layered_store.h puts a shared cache behind one.
#ifndef PLAIT_SUMMARIES_STORE_H_
#define PLAIT_SUMMARIES_STORE_H_

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"

namespace plait {

enum class BlobKind { kIr, kUnit, kSummary, kReport };

// A file a unit was made from, as it was then.
struct FileStamp {
  std::string path;   // relative to the project root, absolute outside of it
  uint64_t size = 0;  // bytes
  int64_t mtime_ns = 0;
  std::string digest;  // of the contents

  friend bool operator==(const FileStamp&, const FileStamp&) = default;
};

struct ProcedureRef {
  std::string name;  // linkage name
  std::string ir_digest;
  uint32_t first_line = 0;

  friend bool operator==(const ProcedureRef&, const ProcedureRef&) = default;
};

struct UnitRecord {
  std::string key;
  std::string file;         // main file
  std::string unit_digest;  // blob kUnit: everything but the procedures
  std::vector<ProcedureRef> procedures;
  std::vector<FileStamp> inputs;  // main file first, then all files it included
  std::vector<std::string>
      missing;  // files looked for and not found, whose appearance changes the unit
  uint32_t error_count = 0;

  friend bool operator==(const UnitRecord&, const UnitRecord&) = default;
};

struct Blob {
  BlobKind kind = BlobKind::kIr;
  std::string digest;
  std::string bytes;
};

struct StoreStats {
  uint64_t units = 0;
  uint64_t procedures = 0;  // distinct IR blobs
  uint64_t summaries = 0;
  uint64_t reports = 0;
  uint64_t bytes = 0;  // of the file and its log; of the blobs for an in-memory store

  friend bool operator==(const StoreStats&, const StoreStats&) = default;
};

struct SummaryRef {
  std::string key;
  std::string digest;
};

// A unit that was captured elsewhere, from files with the contents they have here.
struct SharedUnit {
  UnitRecord record;  // without the name of the main file
  std::vector<Blob> blobs;
  std::vector<std::pair<std::string, Blob>> summaries;  // key, kSummary
};

// The file of that path as it is here; nothing if there is none.
using StampOf = std::function<std::optional<FileStamp>(const std::string& path)>;

// What a store can do that has a shared cache behind it. Safe to call from many threads.
class SharedTier {
 public:
  virtual ~SharedTier() = default;

  // Looks for the unit of that key where others left it; takes a request to a server or two. The
  // bytes are somebody else's: check that they mean something before they are taken.
  virtual std::optional<SharedUnit> FindSharedUnit(std::string_view key,
                                                   const StampOf& stamp_of) = 0;
  // Puts it into this machine's own store.
  virtual absl::Status TakeSharedUnit(const SharedUnit& unit) = 0;
  // Puts summaries of earlier contents of that unit into this machine's own store.
  virtual absl::Status TakeSharedSummaries(std::string_view key) = 0;
  // Gives others the summaries of a unit's procedures, which are in the store.
  virtual void ShareSummaries(const UnitRecord& unit, const std::vector<SummaryRef>& summaries) = 0;
};

// Safe to call from many threads. Every Put is atomic: after a crash it is there whole or not at
// all.
//
// Errors, always naming the store and what to do:
//   NotFound            there is no such entry
//   DataLoss            the stored bytes are damaged. From a Find or Get the caller computes the
//   entry
//                       again and puts it, which replaces the damaged one; from a Put the file
//                       itself is broken, and every later call says so too
//   Unavailable         the disk or another process is in the way
//   FailedPrecondition  the file is no store of ours, or of a newer version (when opening)
//   InvalidArgument     a key is no digest, or a blob's digest is not that of its bytes
class Store {
 public:
  virtual ~Store() = default;

  virtual absl::StatusOr<UnitRecord> FindUnit(std::string_view key) = 0;
  // Stores the unit and the blobs it refers to in one transaction, in place of any unit of that
  // key. Blobs already there are kept, so those known to be there need not be passed.
  virtual absl::Status PutUnit(const UnitRecord& unit, const std::vector<Blob>& blobs) = 0;

  virtual absl::StatusOr<std::string> GetBlob(BlobKind kind, std::string_view digest) = 0;

  // Digest of the summary stored under that key.
  virtual absl::StatusOr<std::string> FindSummary(std::string_view summary_key) = 0;
  // Stores a batch of summaries (key, blob of kind kSummary) in one transaction. A few hundred at a
  // time cost little more than one.
  virtual absl::Status PutSummaries(const std::vector<std::pair<std::string, Blob>>& summaries) = 0;

  virtual absl::StatusOr<std::string> FindReport(std::string_view report_key) = 0;
  virtual absl::Status PutReport(std::string_view report_key, std::string_view bytes) = 0;

  // What a run leaves for the next one on this machine: under a key like a report, but in place of
  // the one before, never given to others, and keeping nothing else alive.
  struct Note {
    std::string bytes;
    bool is_of_today = false;  // then the summaries that its run used are marked as used today
  };
  virtual absl::StatusOr<Note> FindNote(std::string_view key) = 0;
  virtual absl::Status PutNote(std::string_view key, std::string_view bytes) = 0;

  // One line per run for `plait cache stats`: serialized RunStats with the time it ended (Unix
  // seconds).
  virtual absl::Status PutRun(int64_t ended_unix_seconds, std::string_view run_stats) = 0;
  // The last `limit` runs put, newest first.
  virtual absl::StatusOr<std::vector<std::pair<int64_t, std::string>>> Runs(int limit) = 0;

  // Counts everything: reads the indexes, not the blobs.
  virtual absl::StatusOr<StoreStats> Stats() = 0;

  // What lies behind this store; nullptr if there is nothing.
  virtual SharedTier* shared() { return nullptr; }
};

}  // namespace plait

#endif  // PLAIT_SUMMARIES_STORE_H_
