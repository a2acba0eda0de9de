#include "driver/capture_stage.h"

#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <fstream>
#include <numeric>
#include <optional>
#include <sstream>
#include <utility>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/synchronization/mutex.h"
#include "absl/time/clock.h"
#include "analyzer/ir/analysed_form.h"
#include "analyzer/ir/codec.h"
#include "analyzer/ir/digest.h"
#include "analyzer/schedule/parallel_for.h"
#include "driver/build_id.h"
#include "frontend/capture.h"

namespace plait {
namespace {

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

  bool Exists(const std::string& path) {
    absl::MutexLock lock(&mutex_);
    auto [it, inserted] = existing_.try_emplace(path);
    if (inserted) it->second = access(Absolute(path, root_).c_str(), F_OK) == 0;
    return it->second;
  }

  // Whether the file is as it was; size and time first, the contents if those differ.
  bool IsUnchanged(const FileStamp& then) {
    const Entry* now = Find(then.path);
    if (!now->exists) return false;
    if (now->stamp.size == then.size && now->stamp.mtime_ns == then.mtime_ns) return true;
    return now->stamp.size == then.size && DigestOfFile(then.path) == then.digest;
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
  absl::Mutex mutex_;
  absl::flat_hash_map<std::string, std::unique_ptr<Entry>> entries_ ABSL_GUARDED_BY(mutex_);
  absl::flat_hash_map<std::string, bool> existing_ ABSL_GUARDED_BY(mutex_);
};

struct Stage {
  const std::vector<frontend::CompileCommand>& commands;
  Store* store;
  const ScanOptions& options;
  const DamageFlag& damaged;
  FileTable files;
  std::atomic<int> parsing = 0;     // units at once
  std::atomic<size_t> settled = 0;  // units taken or parsed
  absl::Mutex mutex;
  std::vector<std::string>* store_problems ABSL_GUARDED_BY(mutex);

  void AddProblem(const absl::Status& status) {
    absl::MutexLock lock(&mutex);
    store_problems->push_back(std::string(status.message()));
  }
};

std::string KeyOf(const frontend::CompileCommand& command, const ScanOptions& options) {
  return ir::Digest128(absl::StrCat(options.build_id.empty() ? BuildId() : options.build_id, "\n",
                                    Relative(command.file, options.project_root), "\n",
                                    frontend::CommandDigest(command, options.project_root)));
}

// As it would come out of the store, so that what is made from it is the same, too.
void BringIntoStoredForm(ir::Procedure* procedure, std::string* bytes, std::string* digest) {
  procedure->code_digest = ir::CodeDigest(*procedure);
  *bytes = ir::CanonicalBytes(*procedure);
  *digest = ir::Digest128(*bytes);
  absl::StatusOr<ir::Procedure> stored = ir::DecodeProcedure(*bytes);
  if (!stored.ok()) return;
  stored->first_line = procedure->first_line;
  *procedure = *std::move(stored);
}

// The key under which a unit of another version of the project is remembered.
std::string OtherVersionKey(const std::string& key) {
  return ir::Digest128(absl::StrCat(key, "\nanother version"));
}

// Splits a unit into what the store keeps: one blob for each procedure, one for the rest. On so
// many threads.
std::vector<Blob> MakeBlobs(ir::Unit unit, int threads, CapturedUnit* captured) {
  std::vector<Blob> blobs(unit.procedures.size());
  auto make = [&](size_t i) {
    blobs[i].kind = BlobKind::kIr;
    BringIntoStoredForm(&unit.procedures[i], &blobs[i].bytes, &blobs[i].digest);
  };
  if (threads > 1) {
    ParallelFor(threads, blobs.size(), make);
  } else {
    for (size_t i = 0; i < blobs.size(); ++i) make(i);
  }
  std::vector<std::string> digests;
  for (size_t i = 0; i < blobs.size(); ++i) {
    const ir::Procedure& procedure = unit.procedures[i];
    captured->record.procedures.push_back({procedure.name, blobs[i].digest, procedure.first_line});
    digests.push_back(blobs[i].digest);
  }
  captured->code = UnitAtHand(std::move(unit), std::move(digests));
  captured->is_loaded = captured->is_at_hand = true;
  const std::string unit_bytes = ir::EncodeUnit(captured->code.unit, captured->code.facts);
  captured->record.unit_digest = ir::Digest128(unit_bytes);
  blobs.push_back({BlobKind::kUnit, captured->record.unit_digest, unit_bytes});
  return blobs;
}

// A file can change once more without its time changing if both changes fall into one tick of the
// clock of the file system. What is that young is compared by its contents next time.
constexpr int64_t kYoungNanoseconds = 20'000'000;

// False if one of the files was not read in full: parse again next time.
bool AddInputs(const frontend::FilesSeen& files, const std::string& root, int64_t began_ns,
               UnitRecord* record) {
  bool complete = true;
  for (const frontend::FileRead& file : files.read) {
    complete = complete && !file.digest.empty();
    const bool is_young = file.mtime_ns > began_ns - kYoungNanoseconds;
    record->inputs.push_back(
        {Relative(file.path, root), file.size, is_young ? 0 : file.mtime_ns, file.digest});
  }
  for (const std::string& path : files.missing) record->missing.push_back(Relative(path, root));
  return complete;
}

void Parse(Stage* stage, size_t i, CapturedUnit* captured) {
  const frontend::CompileCommand& command = stage->commands[i];
  const std::string& root = stage->options.project_root;
  captured->was_parsed = true;
  frontend::CaptureOptions options;
  options.project_root = root;
  frontend::FilesSeen files;
  const int64_t began_ns = absl::GetCurrentTimeNanos();
  absl::StatusOr<ir::Unit> unit =
      frontend::CaptureUnit(command.directory, command.file, command.arguments, options, &files);
  captured->record = UnitRecord();
  captured->record.key =
      stage->options.is_other_version ? OtherVersionKey(captured->key) : captured->key;
  captured->record.file = Relative(command.file, root);
  captured->code = ProgramUnit();
  captured->is_loaded = captured->is_at_hand = true;
  if (!unit.ok()) {
    captured->failed = true;
    captured->code.unit.file = captured->record.file;
    captured->errors = {std::string(unit.status().message())};
    return;
  }
  captured->errors = unit->errors;
  captured->record.error_count = unit->error_count;
  const bool complete = AddInputs(files, root, began_ns, &captured->record);
  // The cores that no other unit needs.
  const int threads = ThreadsOf(stage->options.jobs) / std::max(1, stage->parsing.load());
  captured->unstored = MakeBlobs(*std::move(unit), threads, captured);
  if (!complete || stage->store == nullptr) captured->unstored.clear();
}

absl::Status PutUnit(Store* store, CapturedUnit* captured) {
  if (captured->unstored.empty()) return absl::OkStatus();
  const absl::Status stored = store->PutUnit(captured->record, captured->unstored);
  captured->unstored.clear();
  return stored;
}

// Why a unit of the store cannot be used; nothing if it can.
std::optional<Reparse> Outdated(Stage* stage, const UnitRecord& record) {
  for (const FileStamp& stamp : record.inputs) {
    if (stage->files.IsUnchanged(stamp)) continue;
    const bool is_main = &stamp == &record.inputs.front();
    return Reparse{is_main ? Reparse::Kind::kFile : Reparse::Kind::kHeader, stamp.path};
  }
  for (const std::string& path : record.missing) {
    if (stage->files.Exists(path)) return Reparse{Reparse::Kind::kAppeared, path};
  }
  if (record.inputs.empty()) return Reparse{Reparse::Kind::kStore, ""};
  return std::nullopt;
}

void UseRecord(UnitRecord record, CapturedUnit* captured) {
  captured->record = std::move(record);
  captured->code.digests.clear();
  for (const ProcedureRef& p : captured->record.procedures) {
    captured->code.digests.push_back(p.ir_digest);
  }
}

// Whether this machine's store has it under that key, still good. If it has one that is not, says
// why not.
bool TakeStoredAs(Stage* stage, const std::string& key, CapturedUnit* captured) {
  absl::StatusOr<UnitRecord> record = stage->store->FindUnit(key);
  if (!record.ok()) {
    if (absl::IsNotFound(record.status())) return false;
    captured->why = {Reparse::Kind::kStore, ""};
    stage->AddProblem(record.status());
    return false;
  }
  if (const std::optional<Reparse> outdated = Outdated(stage, *record)) {
    captured->why = *outdated;
    return false;
  }
  UseRecord(*std::move(record), captured);
  return true;
}

bool TakeStored(Stage* stage, size_t i, CapturedUnit* captured) {
  captured->key = KeyOf(stage->commands[i], stage->options);
  if (stage->store == nullptr) return false;
  if (TakeStoredAs(stage, captured->key, captured)) return true;
  return stage->options.is_other_version &&
         TakeStoredAs(stage, OtherVersionKey(captured->key), captured);
}

absl::StatusOr<ir::Procedure> ReadBody(Store* store, const ProcedureRef& reference) {
  absl::StatusOr<std::string> bytes = store->GetBlob(BlobKind::kIr, reference.ir_digest);
  if (!bytes.ok()) return bytes.status();
  absl::StatusOr<ir::Procedure> procedure = ir::DecodeProcedure(*bytes);
  if (procedure.ok()) procedure->first_line = reference.first_line;
  return procedure;
}

// A procedure that does nothing.
ir::Procedure Nothing() {
  ir::Procedure procedure;
  procedure.strings = {""};
  procedure.files = {""};
  procedure.blocks.resize(1);
  return procedure;
}

bool AreFactsOf(const UnitRecord& record, const ir::UnitFacts& facts) {
  return std::equal(record.procedures.begin(), record.procedures.end(), facts.procedures.begin(),
                    facts.procedures.end(),
                    [&](const ProcedureRef& reference, const ir::ProcedureFacts& procedure) {
                      return reference.name == facts.symbols[procedure.name];
                    });
}

// All but the bodies.
absl::Status Load(Store* store, const DamageFlag& damaged, CapturedUnit* captured) {
  absl::StatusOr<std::string> bytes = store->GetBlob(BlobKind::kUnit, captured->record.unit_digest);
  if (!bytes.ok()) return bytes.status();
  ir::UnitFacts facts;
  absl::StatusOr<ir::Unit> unit = ir::DecodeUnit(*bytes, &facts);
  if (!unit.ok()) return unit.status();
  if (!AreFactsOf(captured->record, facts)) {
    return absl::DataLossError(absl::StrCat("the stored unit of ", captured->record.file,
                                            " cannot be used: it is of other procedures"));
  }
  captured->errors = unit->errors;
  captured->code.unit = *std::move(unit);
  captured->code.facts = std::move(facts);
  captured->code.bodies.clear();
  for (const ProcedureRef& reference : captured->record.procedures) {
    captured->code.bodies.push_back([store, damaged, reference] {
      absl::StatusOr<ir::Procedure> body = ReadBody(store, reference);
      if (body.ok()) return *std::move(body);
      *damaged = true;
      return Nothing();
    });
  }
  captured->is_loaded = true;
  return absl::OkStatus();
}

absl::Status LoadBodies(Store* store, CapturedUnit* captured) {
  for (size_t p = 0; p < captured->record.procedures.size(); ++p) {
    absl::StatusOr<ir::Procedure> body = ReadBody(store, captured->record.procedures[p]);
    if (!body.ok()) return body.status();
    captured->code.bodies[p] = BodyAtHand(*std::move(body));
  }
  captured->is_at_hand = true;
  return absl::OkStatus();
}

// The unit of a record and its blobs.
absl::StatusOr<ProgramUnit> DecodeShared(const SharedUnit& shared) {
  absl::flat_hash_map<std::string, const std::string*> bytes;
  for (const Blob& blob : shared.blobs) bytes.emplace(blob.digest, &blob.bytes);
  ir::UnitFacts facts;
  absl::StatusOr<ir::Unit> unit = ir::DecodeUnit(*bytes[shared.record.unit_digest], &facts);
  if (!unit.ok()) return unit.status();
  if (!unit->procedures.empty()) return absl::DataLossError("procedures of its own");
  std::vector<std::string> digests;
  for (const ProcedureRef& reference : shared.record.procedures) {
    absl::StatusOr<ir::Procedure> procedure = ir::DecodeProcedure(*bytes[reference.ir_digest]);
    if (!procedure.ok()) return procedure.status();
    if (procedure->name != reference.name) return absl::DataLossError("a procedure's name");
    procedure->first_line = reference.first_line;
    unit->procedures.push_back(*std::move(procedure));
    digests.push_back(reference.ir_digest);
  }
  ProgramUnit result = UnitAtHand(*std::move(unit), std::move(digests));
  if (!(result.facts == facts)) return absl::DataLossError("facts of other procedures");
  return result;
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
  absl::StatusOr<ProgramUnit> code = DecodeShared(*shared);
  if (!code.ok() || code->unit.file != shared->record.file || code->unit.error_count != 0) {
    return false;
  }
  if (stage->options.is_other_version) shared->record.key = OtherVersionKey(captured->key);
  const absl::Status taken = tier->TakeSharedUnit(*shared);
  if (!taken.ok()) stage->AddProblem(taken);
  captured->code = *std::move(code);
  captured->is_loaded = captured->is_at_hand = true;
  captured->was_shared = true;
  UseRecord(std::move(shared->record), captured);
  return true;
}

// What is changed is most likely in a unit whose main file was written last, and to parse takes
// longest, so that comes first.
std::vector<size_t> LastChangedFirst(const std::vector<frontend::CompileCommand>& commands) {
  std::vector<FileStamp> stamps(commands.size());
  for (size_t i = 0; i < commands.size(); ++i) Stat(commands[i].file, &stamps[i]);
  std::vector<size_t> order(commands.size());
  std::iota(order.begin(), order.end(), 0);
  std::stable_sort(order.begin(), order.end(),
                   [&](size_t a, size_t b) { return stamps[a].mtime_ns > stamps[b].mtime_ns; });
  return order;
}

void NoteParsed(Stage* stage, size_t* done) {
  if (!stage->options.progress) return;
  absl::MutexLock lock(&stage->mutex);
  stage->options.progress("parsing", ++*done, stage->commands.size());
}

}  // namespace

std::vector<CapturedUnit> CaptureUnits(const std::vector<frontend::CompileCommand>& commands,
                                       Store* store, const ScanOptions& options,
                                       const std::function<void()>& meanwhile,
                                       const DamageFlag& damaged,
                                       std::vector<std::string>* store_problems) {
  Stage stage{.commands = commands,
              .store = store,
              .options = options,
              .damaged = damaged,
              .files = FileTable(options.project_root),
              .store_problems = store_problems};
  std::vector<CapturedUnit> units(commands.size());
  enum State : int { kUnknown, kTaken, kParsed };
  std::vector<std::atomic<int>> states(commands.size());
  std::atomic<bool> is_changed = false;  // some unit has to be parsed
  size_t done = 0;
  auto take = [&](size_t i, bool (*from)(Stage*, size_t, CapturedUnit*)) {
    if (states[i] != kUnknown || !from(&stage, i, &units[i])) return;
    states[i] = kTaken;
    ++stage.settled;
    NoteParsed(&stage, &done);
  };
  auto put = [&](size_t i) {
    if (absl::Status put = PutUnit(store, &units[i]); !put.ok()) stage.AddProblem(put);
  };
  auto parse = [&](size_t i) {
    is_changed = true;
    ++stage.parsing;
    Parse(&stage, i, &units[i]);
    --stage.parsing;
    states[i] = kParsed;
    // Of the last one StoreUnits takes care, while others use what it has brought.
    if (++stage.settled < commands.size() || !meanwhile) put(i);
    NoteParsed(&stage, &done);
  };
  auto load_taken = [&](size_t i) {
    // LoadUnits tries again, and says what is wrong.
    if (states[i] == kTaken && !units[i].is_loaded) Load(store, damaged, &units[i]).IgnoreError();
  };
  const std::vector<size_t> order = LastChangedFirst(commands);
  const size_t count = order.size();
  const bool is_shared = store != nullptr && store->shared() != nullptr;
  if (is_shared) {
    ParallelFor(options.jobs, count, [&](size_t k) { take(order[k], TakeStored); });
    ParallelFor(kSharedRequests, count, [&](size_t k) { take(order[k], TakeShared); });
  }
  // While the last few are parsed the other cores read what will be needed beside them.
  ParallelFor(options.jobs, 2 * count + 1, [&](size_t k) {
    if (k < count) {
      if (!is_shared) take(order[k], TakeStored);
      if (states[order[k]] == kUnknown) parse(order[k]);
    } else if (meanwhile && is_changed) {
      k == count ? meanwhile() : load_taken(order[k - count - 1]);
    }
  });
  return units;
}

void StoreUnits(Store* store, std::vector<CapturedUnit>* units,
                std::vector<std::string>* store_problems) {
  for (CapturedUnit& unit : *units) {
    const absl::Status stored = PutUnit(store, &unit);
    if (!stored.ok()) store_problems->push_back(std::string(stored.message()));
  }
}

void LoadUnits(const std::vector<frontend::CompileCommand>& commands, Store* store,
               const ScanOptions& options, bool whole, const DamageFlag& damaged,
               std::vector<CapturedUnit>* units, std::vector<std::string>* store_problems) {
  Stage stage{.commands = commands,
              .store = store,
              .options = options,
              .damaged = damaged,
              .files = FileTable(options.project_root),
              .store_problems = store_problems};
  ParallelFor(options.jobs, units->size(), [&](size_t i) {
    CapturedUnit& captured = (*units)[i];
    absl::Status loaded = captured.is_loaded ? absl::OkStatus() : Load(store, damaged, &captured);
    if (loaded.ok() && whole && !captured.is_at_hand) loaded = LoadBodies(store, &captured);
    if (loaded.ok()) return;
    // What is gone was removed by another process, to make room.
    if (!absl::IsNotFound(loaded)) stage.AddProblem(loaded);
    captured.why = {Reparse::Kind::kStore, ""};
    ++stage.parsing;
    Parse(&stage, i, &captured);
    --stage.parsing;
    if (absl::Status put = PutUnit(store, &captured); !put.ok()) stage.AddProblem(put);
  });
}

}  // namespace plait
