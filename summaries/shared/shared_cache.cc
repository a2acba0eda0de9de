#include "summaries/shared/shared_cache.h"

#include <algorithm>
#include <utility>

#include "absl/strings/str_cat.h"
#include "summaries/packed_fields.h"
#include "summaries/shared/sha256.h"

namespace plait {
namespace {

constexpr int kWriters = 4;
// Summaries kept for a unit, as a multiple of those in use: those of other branches.
constexpr size_t kKeptVersions = 4;

// Keys of all kinds share one folder.
std::string RecordPath(std::string_view kind, std::string_view key) {
  return absl::StrCat("ac/", Sha256Hex(PackedFields().Add("plait").Add(kind).Add(key).bytes()));
}

// Names a unit by its key and the contents of all it was made from.
std::string ContentKey(const UnitRecord& unit) {
  PackedFields fields;
  fields.Add(unit.key).Add(unit.inputs.size());
  for (const FileStamp& input : unit.inputs) fields.Add(input.path).Add(input.digest);
  fields.Add(unit.missing.size());
  for (const std::string& path : unit.missing) fields.Add(path);
  return Sha256Hex(fields.bytes());
}

// Reading these may never end.
bool IsNoSource(std::string_view path) {
  return path.empty() || path.starts_with("/proc/") || path.starts_with("/sys/") ||
         path.starts_with("/dev/");
}

bool IsSound(const proto::SharedManifest& manifest) {
  if (manifest.alternatives_size() > kMaxAlternatives) return false;
  for (const proto::SharedManifest::Files& files : manifest.alternatives()) {
    if (files.inputs_size() == 0 || files.inputs_size() + files.missing_size() > kMaxUnitFiles) {
      return false;
    }
    if (std::any_of(files.inputs().begin(), files.inputs().end(), IsNoSource)) return false;
  }
  return true;
}

bool IsListOf(const proto::SharedManifest::Files& files, const UnitRecord& unit) {
  return std::equal(
             files.inputs().begin(), files.inputs().end(), unit.inputs.begin(), unit.inputs.end(),
             [](const std::string& path, const FileStamp& input) { return path == input.path; }) &&
         std::equal(files.missing().begin(), files.missing().end(), unit.missing.begin(),
                    unit.missing.end());
}

// The unit's files as they are here; nothing if one is not there, or one is that was missing.
std::optional<UnitRecord> RecordHere(std::string_view key,
                                     const proto::SharedManifest::Files& files,
                                     const StampOf& stamp_of) {
  UnitRecord record;
  record.key = std::string(key);
  for (const std::string& path : files.inputs()) {
    std::optional<FileStamp> stamp = stamp_of(path);
    if (!stamp) return std::nullopt;
    record.inputs.push_back(*std::move(stamp));
  }
  for (const std::string& path : files.missing()) {
    if (stamp_of(path)) return std::nullopt;
    record.missing.push_back(path);
  }
  return record;
}

size_t SizeOf(const std::vector<Blob>& blobs) {
  size_t bytes = 0;
  for (const Blob& blob : blobs) bytes += blob.bytes.size();
  return bytes;
}

}  // namespace

SharedCache::SharedCache(std::unique_ptr<ObjectPlace> place, CacheMode mode,
                         SharedCacheLimits limits)
    : place_(std::move(place)), mode_(mode), limits_(limits) {}

SharedCache::~SharedCache() { Finish(); }

std::optional<SharedUnit> SharedCache::FindUnit(std::string_view key, const StampOf& stamp_of) {
  if (!reads() || place_.is_given_up()) return std::nullopt;
  const std::optional<proto::SharedManifest> manifest = GetManifest(key);
  if (!manifest) return std::nullopt;
  {
    absl::MutexLock lock(&mutex_);
    manifests_.insert_or_assign(std::string(key), *manifest);
  }
  for (const proto::SharedManifest::Files& files : manifest->alternatives()) {
    std::optional<UnitRecord> record = RecordHere(key, files, stamp_of);
    if (!record) continue;
    if (auto unit = GetUnit(ContentKey(*record), *std::move(record))) return unit;
  }
  return std::nullopt;
}

std::optional<SharedUnit> SharedCache::GetUnit(std::string_view content_key, UnitRecord record) {
  const std::optional<std::string> bytes = GetObject("unit", content_key);
  if (!bytes) return std::nullopt;
  SharedUnit unit;
  unit.record = std::move(record);
  if (absl::Status s = DecodeSharedUnit(*bytes, &unit.record, &unit.blobs); !s.ok()) {
    place_.NoteDamaged(RecordPath("unit", content_key), s.message());
    return std::nullopt;
  }
  if (std::optional<SummaryEntries> summaries = GetSummaries("summaries", content_key)) {
    unit.summaries = *std::move(summaries);
    absl::MutexLock lock(&mutex_);
    if (writes()) summaries_.insert_or_assign(std::string(content_key), unit.summaries);
  }
  return unit;
}

SummaryEntries SharedCache::FindSummaries(std::string_view key) {
  if (!reads()) return {};
  {
    absl::MutexLock lock(&mutex_);
    if (!manifests_.contains(std::string(key))) return {};  // nobody ever wrote it
  }
  return GetSummaries("last summaries", key).value_or(SummaryEntries());
}

std::optional<SummaryEntries> SharedCache::GetSummaries(std::string_view kind,
                                                        std::string_view key) {
  const std::optional<std::string> bytes = GetObject(kind, key);
  if (!bytes) return std::nullopt;
  absl::StatusOr<SummaryEntries> summaries = DecodeSharedSummaries(*bytes);
  if (summaries.ok()) return *std::move(summaries);
  place_.NoteDamaged(RecordPath(kind, key), summaries.status().message());
  return std::nullopt;
}

std::optional<std::string> SharedCache::FindReport(std::string_view key) {
  if (!reads()) return std::nullopt;
  return GetObject("report", key);
}

void SharedCache::PutUnit(const UnitRecord& unit, const std::vector<Blob>& blobs) {
  if (!writes() || unit.inputs.size() + unit.missing.size() > size_t{kMaxUnitFiles}) return;
  Enqueue(SizeOf(blobs), [this, unit, blobs] {
    const std::optional<std::string> bytes = EncodeSharedUnit(unit, blobs);
    if (bytes && PutObject("unit", ContentKey(unit), *bytes)) AddToManifest(unit);
  });
}

void SharedCache::PutSummaries(const UnitRecord& unit, SummaryEntries entries) {
  if (!writes()) return;
  std::string content_key = ContentKey(unit);
  absl::flat_hash_set<std::string> keys;
  for (const auto& [key, blob] : entries) keys.insert(key);
  {
    absl::MutexLock lock(&mutex_);
    const size_t most = kKeptVersions * entries.size();
    for (const auto& entry : summaries_[content_key]) {
      if (entries.size() < most && keys.insert(entry.first).second) entries.push_back(entry);
    }
  }
  size_t bytes = 0;
  for (const auto& [key, blob] : entries) bytes += blob.bytes.size();
  Enqueue(bytes, [this, key = unit.key, content_key = std::move(content_key),
                  entries = std::move(entries)] {
    const std::string packed = EncodeSharedSummaries(entries);
    if (!PutObject("summaries", content_key, packed)) return;
    PutPointer("last summaries", key, PackObject(packed).pointer);
  });
}

void SharedCache::PutReport(std::string_view key, std::string_view bytes) {
  if (!writes()) return;
  Enqueue(bytes.size(), [this, key = std::string(key), bytes = std::string(bytes)] {
    PutObject("report", key, bytes);
  });
}

// ---- Objects

std::optional<proto::SharedManifest> SharedCache::GetManifest(std::string_view key) {
  const std::string path = RecordPath("files", key);
  const absl::StatusOr<std::string> sealed = place_.GetSmall(path, kMaxRecordBytes);
  if (!sealed.ok()) return std::nullopt;
  const absl::StatusOr<std::string> bytes = Unseal(path, *sealed);
  proto::SharedManifest manifest;
  if (bytes.ok() && manifest.ParseFromString(*bytes) && IsSound(manifest)) return manifest;
  place_.NoteDamaged(path, bytes.ok() ? "no list of files" : bytes.status().message());
  return std::nullopt;
}

std::optional<std::string> SharedCache::GetObject(std::string_view kind, std::string_view key) {
  const std::string path = RecordPath(kind, key);
  const absl::StatusOr<std::string> sealed = place_.GetSmall(path, kMaxRecordBytes);
  if (!sealed.ok()) return std::nullopt;
  const absl::StatusOr<std::string> record = Unseal(path, *sealed);
  proto::SharedPointer pointer;
  if (!record.ok() || !pointer.ParseFromString(*record) || pointer.digest().size() != 32 ||
      pointer.size() > kMaxObjectBytes) {
    place_.NoteDamaged(path, record.ok() ? "leads nowhere" : record.status().message());
    return std::nullopt;
  }
  const std::string object_path = PathOf(pointer);
  const absl::StatusOr<std::string> packed = place_.Get(object_path, pointer.size());
  if (!packed.ok()) return std::nullopt;
  absl::StatusOr<std::string> bytes = UnpackObject(pointer, *packed);
  if (bytes.ok()) return *std::move(bytes);
  place_.NoteDamaged(object_path, bytes.status().message());
  return std::nullopt;
}

// The object first, then what leads to it: no pointer leads to what is not there yet.
bool SharedCache::PutObject(std::string_view kind, std::string_view key, std::string_view bytes) {
  if (bytes.size() > kMaxObjectBytes) {
    place_.NoteUnsent(1);
    return false;
  }
  const PackedObject object = PackObject(bytes);
  return place_.Put(object.path, object.bytes).ok() && PutPointer(kind, key, object.pointer);
}

bool SharedCache::PutPointer(std::string_view kind, std::string_view key,
                             const proto::SharedPointer& pointer) {
  const std::string path = RecordPath(kind, key);
  return place_.Put(path, Seal(path, pointer.SerializeAsString())).ok();
}

// Two writers at once may lose one's list: that unit is then parsed once more, and added again.
void SharedCache::AddToManifest(const UnitRecord& unit) {
  proto::SharedManifest manifest;
  bool is_known = false;
  {
    absl::MutexLock lock(&mutex_);
    auto known = manifests_.find(unit.key);
    is_known = known != manifests_.end();
    if (is_known) manifest = known->second;
  }
  if (!is_known) manifest = GetManifest(unit.key).value_or(proto::SharedManifest());
  proto::SharedManifest added;
  proto::SharedManifest::Files* files = added.add_alternatives();
  for (const FileStamp& input : unit.inputs) files->add_inputs(input.path);
  for (const std::string& path : unit.missing) files->add_missing(path);
  for (const proto::SharedManifest::Files& other : manifest.alternatives()) {
    if (IsListOf(other, unit)) return;
    if (added.alternatives_size() < kMaxAlternatives) *added.add_alternatives() = other;
  }
  const std::string path = RecordPath("files", unit.key);
  place_.Put(path, Seal(path, added.SerializeAsString())).IgnoreError();
}

// ---- Writing in the background

void SharedCache::Enqueue(size_t bytes, std::function<void()> write) {
  absl::MutexLock lock(&mutex_);
  if (finished_ || place_.is_given_up()) return;
  if (queued_bytes_ + bytes > limits_.queued_bytes && !queue_.empty()) {
    place_.NoteUnsent(1);
    return;
  }
  queued_bytes_ += bytes;
  queue_.push_back({bytes, std::move(write)});
  if (writers_.size() < kWriters) writers_.emplace_back([this] { WriteQueue(); });
}

void SharedCache::WriteQueue() {
  auto can_go = [this]()
                    ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_) { return !queue_.empty() || finished_; };
  for (;;) {
    Task task;
    {
      absl::MutexLock lock(&mutex_);
      mutex_.Await(absl::Condition(&can_go));
      if (queue_.empty()) return;
      task = std::move(queue_.front());
      queue_.pop_front();
      ++being_written_;
    }
    task.write();
    absl::MutexLock lock(&mutex_);
    queued_bytes_ -= task.bytes;
    --being_written_;
  }
}

void SharedCache::Finish() {
  std::vector<std::thread> writers;
  {
    absl::MutexLock lock(&mutex_);
    auto is_done = [this]() ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_) {
      return (queue_.empty() && being_written_ == 0) || place_.is_given_up();
    };
    if (!mutex_.AwaitWithTimeout(absl::Condition(&is_done), limits_.finish_time)) place_.GiveUp();
    if (!queue_.empty() || being_written_ > 0) {
      place_.NoteUnsent(queue_.size() + being_written_);
      queue_.clear();
    }
    finished_ = true;
    writers.swap(writers_);
  }
  for (std::thread& writer : writers) writer.join();
}

}  // namespace plait
