#include "driver/capture_stage.h"

#include <pthread.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <fstream>
#include <optional>
#include <sstream>
#include <thread>
#include <utility>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/synchronization/mutex.h"
#include "absl/time/clock.h"
#include "absl/time/time.h"
#include "analyzer/ir/codec.h"
#include "analyzer/ir/digest.h"
#include "driver/build_id.h"
#include "frontend/capture.h"

namespace plait {
namespace {

constexpr size_t kStackBytes = size_t{256} << 20;
// Requests to a shared cache that are under way at once: they wait most of the time.
constexpr int kSharedRequests = 16;

std::string Relative(const std::string& path, const std::string& root) {
  const std::string prefix = root + "/";
  return absl::StartsWith(path, prefix) ? path.substr(prefix.size()) : path;
}

std::string Absolute(const std::string& path, const std::string& root) {
  return absl::StartsWith(path, "/") ? path : absl::StrCat(root, "/", path);
}

std::optional<std::string> ReadFile(const std::string& path) {
  std::ifstream in(path, std::ios::binary);
  if (!in) return std::nullopt;
  std::ostringstream contents;
  contents << in.rdbuf();
  return contents.str();
}

bool Stat(const std::string& path, FileStamp* stamp) {
  struct stat info;
  if (stat(path.c_str(), &info) != 0 || !S_ISREG(info.st_mode)) return false;
  stamp->size = static_cast<uint64_t>(info.st_size);
  stamp->mtime_ns = static_cast<int64_t>(info.st_mtim.tv_sec) * 1000000000 + info.st_mtim.tv_nsec;
  return true;
}

// Looks at every file once a run, however many units include it.
class FileTable {
 public:
  explicit FileTable(std::string root) : root_(std::move(root)) {}

  // Whether the file is as it was; size and time first, the contents if those differ.
  bool IsUnchanged(const FileStamp& then) {
    const Entry* now = Find(then.path);
    if (!now->exists) return false;
    if (now->stamp.size == then.size && now->stamp.mtime_ns == then.mtime_ns) return true;
    return now->stamp.size == then.size && DigestOfFile(then.path) == then.digest;
  }

  // Whether the file was changed since the run began: then it is not known which contents were
  // parsed and which had their digest taken.
  bool IsInMotion(const std::string& path) const {
    struct stat info;
    if (stat(Absolute(path, root_).c_str(), &info) != 0) return true;
    const absl::Time changed = absl::TimeFromTimespec(info.st_ctim);
    return changed >= start_ && changed <= absl::Now();
  }

  std::optional<FileStamp> StampOf(const std::string& path) {
    const Entry* entry = Find(path);
    if (!entry->exists) return std::nullopt;
    FileStamp stamp = entry->stamp;
    stamp.path = path;
    stamp.digest = DigestOfFile(path);
    return stamp;
  }

 private:
  struct Entry {
    bool exists = false;
    FileStamp stamp;
    bool has_digest = false;
    std::string digest;
  };

  const Entry* Find(const std::string& path) {
    absl::MutexLock lock(&mutex_);
    auto [it, inserted] = entries_.try_emplace(path);
    if (inserted) {
      it->second = std::make_unique<Entry>();
      it->second->exists = Stat(Absolute(path, root_), &it->second->stamp);
    }
    return it->second.get();
  }

  std::string DigestOfFile(const std::string& path) {
    {
      absl::MutexLock lock(&mutex_);
      if (entries_[path]->has_digest) return entries_[path]->digest;
    }
    const std::optional<std::string> contents = ReadFile(Absolute(path, root_));
    const std::string digest = contents ? ir::Digest128(*contents) : "";
    absl::MutexLock lock(&mutex_);
    entries_[path]->has_digest = true;
    entries_[path]->digest = digest;
    return digest;
  }

  const std::string root_;
  const absl::Time start_ = absl::Now();
  absl::Mutex mutex_;
  absl::flat_hash_map<std::string, std::unique_ptr<Entry>> entries_ ABSL_GUARDED_BY(mutex_);
};

struct Stage {
  const std::vector<frontend::CompileCommand>& commands;
  Store* store;
  const ScanOptions& options;
  FileTable files;
  absl::Mutex mutex;
  std::vector<std::string>* store_problems ABSL_GUARDED_BY(mutex);

  void AddProblem(const absl::Status& status) {
    absl::MutexLock lock(&mutex);
    store_problems->push_back(std::string(status.message()));
  }
};

std::string KeyOf(const frontend::CompileCommand& command, const std::string& root) {
  return ir::Digest128(absl::StrCat(BuildId(), "\n", Relative(command.file, root), "\n",
                                    frontend::CommandDigest(command, root)));
}

// The key under which a unit of another version of the project is remembered.
std::string OtherVersionKey(const std::string& key) {
  return ir::Digest128(absl::StrCat(key, "\nanother version"));
}

// Splits a unit into what the store keeps: one blob for each procedure, one for the rest.
std::vector<Blob> MakeBlobs(CapturedUnit* captured) {
  std::vector<Blob> blobs;
  std::vector<ir::Procedure> procedures = std::move(captured->unit.procedures);
  captured->unit.procedures.clear();
  const std::string unit_bytes = ir::EncodeUnit(captured->unit);
  captured->record.unit_digest = ir::Digest128(unit_bytes);
  blobs.push_back({BlobKind::kUnit, captured->record.unit_digest, unit_bytes});
  for (const ir::Procedure& procedure : procedures) {
    std::string bytes = ir::CanonicalBytes(procedure);
    std::string digest = ir::Digest128(bytes);
    captured->record.procedures.push_back({procedure.name, digest, procedure.first_line});
    captured->procedure_digests.push_back(digest);
    blobs.push_back({BlobKind::kIr, std::move(digest), std::move(bytes)});
  }
  captured->unit.procedures = std::move(procedures);
  return blobs;
}

// Always done, if only in part.
bool Parse(Stage* stage, size_t i, CapturedUnit* captured) {
  const frontend::CompileCommand& command = stage->commands[i];
  const std::string& root = stage->options.project_root;
  captured->was_parsed = true;
  frontend::CaptureOptions options;
  options.project_root = root;
  absl::StatusOr<ir::Unit> unit =
      frontend::CaptureUnit(command.directory, command.file, command.arguments, options);
  captured->record = UnitRecord();
  captured->record.key =
      stage->options.is_other_version ? OtherVersionKey(captured->key) : captured->key;
  captured->record.file = Relative(command.file, root);
  captured->procedure_digests.clear();
  captured->is_loaded = true;
  if (!unit.ok()) {
    captured->failed = true;
    captured->unit.file = captured->record.file;
    captured->errors = {std::string(unit.status().message())};
    return true;
  }
  captured->unit = *std::move(unit);
  captured->errors = captured->unit.errors;
  captured->record.error_count = captured->unit.error_count;
  if (stage->store == nullptr) {
    for (const ir::Procedure& procedure : captured->unit.procedures) {
      captured->procedure_digests.push_back(ir::Digest128(ir::CanonicalBytes(procedure)));
    }
    return true;
  }
  bool complete = true;
  for (const std::string& file : captured->unit.included_files) {
    std::optional<FileStamp> stamp = stage->files.StampOf(Relative(file, root));
    complete = complete && stamp.has_value() && !stage->files.IsInMotion(stamp->path);
    if (stamp) captured->record.inputs.push_back(*std::move(stamp));
  }
  const std::vector<Blob> blobs = MakeBlobs(captured);
  // A file that changed or vanished while it was read, or a header that was not found: parse again
  // next time.
  if (!complete) return true;
  const absl::Status stored = stage->store->PutUnit(captured->record, blobs);
  if (!stored.ok()) stage->AddProblem(stored);
  return true;
}

bool IsValid(Stage* stage, const UnitRecord& record) {
  return !record.inputs.empty() &&
         std::all_of(record.inputs.begin(), record.inputs.end(),
                     [&](const FileStamp& stamp) { return stage->files.IsUnchanged(stamp); });
}

void UseRecord(UnitRecord record, CapturedUnit* captured) {
  captured->record = std::move(record);
  for (const ProcedureRef& p : captured->record.procedures) {
    captured->procedure_digests.push_back(p.ir_digest);
  }
}

// Whether this machine's store has it under that key, still good.
bool TakeStoredAs(Stage* stage, const std::string& key, CapturedUnit* captured) {
  absl::StatusOr<UnitRecord> record = stage->store->FindUnit(key);
  if (!record.ok() && !absl::IsNotFound(record.status())) stage->AddProblem(record.status());
  if (!record.ok() || record->error_count > 0 || !IsValid(stage, *record)) return false;
  UseRecord(*std::move(record), captured);
  return true;
}

bool TakeStored(Stage* stage, size_t i, CapturedUnit* captured) {
  captured->key = KeyOf(stage->commands[i], stage->options.project_root);
  if (stage->store == nullptr) return false;
  if (TakeStoredAs(stage, captured->key, captured)) return true;
  return stage->options.is_other_version &&
         TakeStoredAs(stage, OtherVersionKey(captured->key), captured);
}

absl::Status Load(Store* store, CapturedUnit* captured) {
  absl::StatusOr<std::string> bytes = store->GetBlob(BlobKind::kUnit, captured->record.unit_digest);
  if (!bytes.ok()) return bytes.status();
  absl::StatusOr<ir::Unit> unit = ir::DecodeUnit(*bytes);
  if (!unit.ok()) return unit.status();
  for (const ProcedureRef& reference : captured->record.procedures) {
    absl::StatusOr<std::string> body = store->GetBlob(BlobKind::kIr, reference.ir_digest);
    if (!body.ok()) return body.status();
    absl::StatusOr<ir::Procedure> procedure = ir::DecodeProcedure(*body);
    if (!procedure.ok()) return procedure.status();
    procedure->first_line = reference.first_line;
    unit->procedures.push_back(*std::move(procedure));
  }
  captured->unit = *std::move(unit);
  captured->errors = captured->unit.errors;
  captured->is_loaded = true;
  return absl::OkStatus();
}

// The unit of a record and its blobs.
absl::StatusOr<ir::Unit> DecodeShared(const SharedUnit& shared) {
  absl::flat_hash_map<std::string, const std::string*> bytes;
  for (const Blob& blob : shared.blobs) bytes.emplace(blob.digest, &blob.bytes);
  absl::StatusOr<ir::Unit> unit = ir::DecodeUnit(*bytes[shared.record.unit_digest]);
  if (!unit.ok()) return unit.status();
  if (!unit->procedures.empty()) return absl::DataLossError("procedures of its own");
  for (const ProcedureRef& reference : shared.record.procedures) {
    absl::StatusOr<ir::Procedure> procedure = ir::DecodeProcedure(*bytes[reference.ir_digest]);
    if (!procedure.ok()) return procedure.status();
    if (procedure->name != reference.name) return absl::DataLossError("a procedure's name");
    procedure->first_line = reference.first_line;
    unit->procedures.push_back(*std::move(procedure));
  }
  return unit;
}

// Whether somebody else captured it from the same contents. What others wrote is decoded, which
// checks it, before it is taken.
bool TakeShared(Stage* stage, size_t i, CapturedUnit* captured) {
  SharedTier* tier = stage->store->shared();
  std::optional<SharedUnit> shared = tier->FindSharedUnit(
      captured->key, [&](const std::string& path) { return stage->files.StampOf(path); });
  if (!shared) {
    const absl::Status taken = tier->TakeSharedSummaries(captured->key);
    if (!taken.ok()) stage->AddProblem(taken);
    return false;
  }
  shared->record.file = Relative(stage->commands[i].file, stage->options.project_root);
  absl::StatusOr<ir::Unit> unit = DecodeShared(*shared);
  if (!unit.ok() || unit->file != shared->record.file || unit->error_count != 0) return false;
  if (stage->options.is_other_version) shared->record.key = OtherVersionKey(captured->key);
  const absl::Status taken = tier->TakeSharedUnit(*shared);
  if (!taken.ok()) stage->AddProblem(taken);
  captured->unit = *std::move(unit);
  captured->is_loaded = true;
  captured->was_shared = true;
  UseRecord(std::move(shared->record), captured);
  return true;
}

}  // namespace

void ParallelFor(int threads, size_t count, const std::function<void(size_t)>& work) {
  if (threads <= 0) threads = std::max(1u, std::thread::hardware_concurrency());
  const size_t workers = std::min(static_cast<size_t>(threads), count);
  struct Shared {
    std::atomic<size_t> next{0};
    size_t count;
    const std::function<void(size_t)>* work;
  } shared;
  shared.count = count;
  shared.work = &work;
  auto run = [](void* argument) -> void* {
    Shared* s = static_cast<Shared*>(argument);
    for (size_t i = s->next++; i < s->count; i = s->next++) (*s->work)(i);
    return nullptr;
  };
  pthread_attr_t attributes;
  pthread_attr_init(&attributes);
  pthread_attr_setstacksize(&attributes, kStackBytes);
  std::vector<pthread_t> started;
  for (size_t i = 0; i < workers; ++i) {
    pthread_t thread;
    if (pthread_create(&thread, &attributes, run, &shared) == 0) started.push_back(thread);
  }
  pthread_attr_destroy(&attributes);
  if (started.empty()) run(&shared);
  for (pthread_t thread : started) pthread_join(thread, nullptr);
}

std::vector<CapturedUnit> CaptureUnits(const std::vector<frontend::CompileCommand>& commands,
                                       Store* store, const ScanOptions& options,
                                       std::vector<std::string>* store_problems) {
  Stage stage{commands, store, options, FileTable(options.project_root), {}, store_problems};
  std::vector<CapturedUnit> units(commands.size());
  std::vector<char> is_done(commands.size());  // not bool: each is written by another thread
  size_t done = 0;
  auto pass = [&](int threads, bool (*take)(Stage*, size_t, CapturedUnit*)) {
    ParallelFor(threads, commands.size(), [&](size_t i) {
      if (is_done[i]) return;
      is_done[i] = take(&stage, i, &units[i]);
      if (!is_done[i] || !options.progress) return;
      absl::MutexLock lock(&stage.mutex);
      options.progress("parsing", ++done, commands.size());
    });
  };
  pass(options.jobs, TakeStored);
  if (store != nullptr && store->shared() != nullptr) pass(kSharedRequests, TakeShared);
  pass(options.jobs, Parse);
  return units;
}

void LoadUnits(const std::vector<frontend::CompileCommand>& commands, Store* store,
               const ScanOptions& options, std::vector<CapturedUnit>* units,
               std::vector<std::string>* store_problems) {
  Stage stage{commands, store, options, FileTable(options.project_root), {}, store_problems};
  ParallelFor(options.jobs, units->size(), [&](size_t i) {
    CapturedUnit& captured = (*units)[i];
    if (captured.is_loaded) return;
    const absl::Status loaded = Load(store, &captured);
    if (loaded.ok()) return;
    // What is gone was removed by another process, to make room.
    if (!absl::IsNotFound(loaded)) stage.AddProblem(loaded);
    Parse(&stage, i, &captured);
  });
}

}  // namespace plait
