// What only a file can suffer: damage, other programs, other processes, full disks, sudden death.
#include "summaries/sqlite_store.h"

#include <linux/capability.h>
#include <signal.h>
#include <sqlite3.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <filesystem>
#include <fstream>
#include <functional>
#include <iterator>
#include <memory>
#include <random>
#include <string>
#include <utility>
#include <vector>

#include "absl/status/status.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "gtest/gtest.h"
#include "summaries/digest.h"
#include "summaries/sqlite_schema.h"

namespace plait {
namespace {

namespace fs = std::filesystem;

Blob MakeBlob(BlobKind kind, const std::string& bytes) { return {kind, DigestOf(bytes), bytes}; }

// Everything about item `i`, computable again to compare with what comes back.
struct Item {
  explicit Item(int i) {
    const std::string text = absl::StrCat("item ", i, " ", std::string(50 + i % 700, 'a' + i % 26));
    unit.key = DigestOf("key " + text);
    unit.file = absl::StrCat("src/", i, ".c");
    unit.unit_digest = DigestOf(text);
    unit.procedures = {{absl::StrCat("f", i), DigestOf("ir " + text), static_cast<uint32_t>(i)},
                       {"shared", DigestOf("shared"), 1}};
    unit.inputs = {{unit.file, 10, i, DigestOf(text)}, {"shared.h", 5, 5, DigestOf("h")}};
    unit.missing = {absl::StrCat("config", i % 7, ".h")};
    blobs = {MakeBlob(BlobKind::kUnit, text), MakeBlob(BlobKind::kIr, "ir " + text),
             MakeBlob(BlobKind::kIr, "shared")};
    summary = MakeBlob(BlobKind::kSummary, "summary " + text);
    report = "report " + text;
  }
  UnitRecord unit;
  std::vector<Blob> blobs;
  Blob summary;
  std::string report;
};

absl::Status PutAll(Store* store, int i) {
  const Item item(i);
  if (absl::Status s = store->PutUnit(item.unit, item.blobs); !s.ok()) return s;
  if (absl::Status s = store->PutSummaries({{item.unit.key, item.summary}}); !s.ok()) return s;
  if (absl::Status s = store->PutReport(item.unit.key, item.report); !s.ok()) return s;
  return store->PutRun(i, item.report);
}

// Fails the test if the store gives out anything that was not put.
// Returns how many entries came back whole.
int ExpectTruthOrError(Store* store, int items) {
  int whole = 0;
  auto check = [&](const absl::Status& status, bool equal) {
    if (status.ok()) {
      EXPECT_TRUE(equal);
      ++whole;
    } else {
      EXPECT_TRUE(absl::IsNotFound(status) || absl::IsDataLoss(status) ||
                  absl::IsUnavailable(status) || absl::IsFailedPrecondition(status))
          << status;
    }
  };
  for (int i = 0; i < items; ++i) {
    const Item item(i);
    auto unit = store->FindUnit(item.unit.key);
    check(unit.status(), unit.ok() && *unit == item.unit);
    for (const Blob& blob : item.blobs) {
      auto bytes = store->GetBlob(blob.kind, blob.digest);
      check(bytes.status(), bytes.ok() && *bytes == blob.bytes);
    }
    auto summary = store->FindSummary(item.unit.key);
    check(summary.status(), summary.ok() && *summary == item.summary.digest);
    auto report = store->FindReport(item.unit.key);
    check(report.status(), report.ok() && *report == item.report);
  }
  auto runs = store->Runs(1000);
  check(runs.status(), runs.ok());
  if (runs.ok()) {
    for (const auto& [ended, stats] : *runs) EXPECT_EQ(stats, Item(ended).report);
  }
  return whole;
}

std::string Contents(const std::string& path) {
  std::ifstream in(path, std::ios::binary);
  return std::string(std::istreambuf_iterator<char>(in), {});
}

void SetContents(const std::string& path, const std::string& bytes) {
  std::ofstream(path, std::ios::binary | std::ios::trunc) << bytes;
}

// Runs `body` in a process of its own; returns its pid.
pid_t InChild(const std::function<int()>& body) {
  const pid_t pid = fork();
  if (pid == 0) _exit(body());
  return pid;
}

int Wait(pid_t pid) {
  int status = 0;
  waitpid(pid, &status, 0);
  return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

// Root may write anywhere, unless it gives that up.
bool GiveUpCapabilities() {
  __user_cap_header_struct header = {_LINUX_CAPABILITY_VERSION_3, 0};
  __user_cap_data_struct none[2] = {};
  return syscall(SYS_capset, &header, none) == 0;
}

class SqliteStoreTest : public testing::Test {
 protected:
  void SetUp() override {
    folder_ = absl::StrCat(testing::TempDir(), "/sqlite_store_test.", getpid());
    fs::remove_all(folder_);
    fs::create_directories(folder_);
    path_ = folder_ + "/plait.db";
  }
  void TearDown() override { fs::remove_all(folder_); }

  std::unique_ptr<Store> Open() {
    auto store = OpenSqliteStore(path_);
    EXPECT_TRUE(store.ok()) << store.status();
    return store.ok() ? *std::move(store) : nullptr;
  }

  void Fill(int items) {
    auto store = Open();
    for (int i = 0; i < items; ++i) ASSERT_TRUE(PutAll(store.get(), i).ok());
  }

  // Opening must fail with that code, name the file and say what to do, and leave the file as it
  // is.
  void ExpectRefused(absl::StatusCode code) {
    const std::string before = fs::is_regular_file(path_) ? Contents(path_) : "";
    const absl::Status status = OpenSqliteStore(path_).status();
    EXPECT_EQ(status.code(), code) << status;
    EXPECT_TRUE(absl::StrContains(status.message(), path_)) << status;
    EXPECT_TRUE(absl::StrContains(status.message(), "--store")) << status;
    if (fs::is_regular_file(path_)) EXPECT_EQ(Contents(path_), before);
    for (const char* suffix : {"-wal", "-shm", "-journal"}) {
      EXPECT_FALSE(fs::exists(path_ + suffix)) << suffix;
    }
  }

  void Sql(const std::string& sql) {
    sqlite3* handle = nullptr;
    ASSERT_EQ(sqlite3_open(path_.c_str(), &handle), SQLITE_OK);
    EXPECT_EQ(sqlite3_exec(handle, sql.c_str(), nullptr, nullptr, nullptr), SQLITE_OK)
        << sqlite3_errmsg(handle);
    sqlite3_close(handle);
  }

  std::string folder_;
  std::string path_;
};

TEST_F(SqliteStoreTest, EverythingIsThereAgainAfterOpening) {
  Fill(30);
  auto store = Open();
  EXPECT_EQ(ExpectTruthOrError(store.get(), 30), 30 * 6 + 1);
  EXPECT_EQ(store->Runs(100)->size(), 30u);
  EXPECT_EQ(store->Stats()->procedures, 31u);
}

TEST_F(SqliteStoreTest, OpensQuickly) {
  Fill(30);
  auto best = std::chrono::nanoseconds::max();
  for (int i = 0; i < 20; ++i) {
    const auto start = std::chrono::steady_clock::now();
    auto store = Open();
    const bool found = store->FindUnit(Item(7).unit.key).ok();
    best = std::min<std::chrono::nanoseconds>(best, std::chrono::steady_clock::now() - start);
    EXPECT_TRUE(found);
  }
  RecordProperty("microseconds", std::to_string(best.count() / 1000));
  // Two milliseconds is the aim; sanitizers and loaded machines need room.
  EXPECT_LT(best, std::chrono::milliseconds(20));
}

TEST_F(SqliteStoreTest, AnEmptyFileBecomesAStore) {
  SetContents(path_, "");
  Fill(1);
  EXPECT_EQ(ExpectTruthOrError(Open().get(), 1), 7);
}

TEST_F(SqliteStoreTest, PathsAreTakenAsTheyAre) {
  // SQLite itself would take these for URIs or for memory.
  fs::current_path(folder_);
  for (const char* name : {":memory:", "file:x.db?mode=memory", "a b#c%20.db"}) {
    {
      ASSERT_TRUE(OpenSqliteStore(name).ok());
    }
    EXPECT_TRUE(fs::exists(fs::path(folder_) / name)) << name;
  }
  fs::current_path("/");
}

TEST_F(SqliteStoreTest, RefusesATextFile) {
  SetContents(path_, "int main(void) { return 0; }\n");
  ExpectRefused(absl::StatusCode::kFailedPrecondition);
  SetContents(path_, std::string(100000, 'x'));
  ExpectRefused(absl::StatusCode::kFailedPrecondition);
}

TEST_F(SqliteStoreTest, RefusesAnotherProgramsDatabase) {
  Sql("CREATE TABLE units(id); INSERT INTO units VALUES(1)");
  ExpectRefused(absl::StatusCode::kFailedPrecondition);
  Sql("PRAGMA journal_mode=WAL; PRAGMA application_id=7");
  ExpectRefused(absl::StatusCode::kFailedPrecondition);
}

TEST_F(SqliteStoreTest, RefusesAFolderAndADevice) {
  fs::create_directories(path_);
  ExpectRefused(absl::StatusCode::kFailedPrecondition);
  path_ = "/dev/null";
  ExpectRefused(absl::StatusCode::kFailedPrecondition);
  EXPECT_EQ(OpenSqliteStore("").status().code(), absl::StatusCode::kFailedPrecondition);
}

TEST_F(SqliteStoreTest, RefusesANewerVersion) {
  Fill(3);
  Sql(absl::StrCat("PRAGMA user_version=", kStoreVersion + 1));
  ExpectRefused(absl::StatusCode::kFailedPrecondition);
  EXPECT_TRUE(absl::StrContains(OpenSqliteStore(path_).status().message(), "newer"));
}

TEST_F(SqliteStoreTest, RefusesTablesThatAreNotOurs) {
  Fill(3);
  Sql("DROP TABLE runs; CREATE TABLE runs(x)");
  ExpectRefused(absl::StatusCode::kDataLoss);
}

TEST_F(SqliteStoreTest, AFileThatIsCutShortIsRecognised) {
  Fill(30);
  const std::string whole = Contents(path_);
  std::mt19937 random(1);
  for (int round = 0; round < 60; ++round) {
    SetContents(path_, whole.substr(0, 1 + random() % (whole.size() - 1)));
    auto store = OpenSqliteStore(path_);
    if (store.ok()) {
      ExpectTruthOrError(store->get(), 30);
    } else {
      EXPECT_TRUE(absl::IsDataLoss(store.status()) || absl::IsFailedPrecondition(store.status()))
          << store.status();
    }
  }
}

TEST_F(SqliteStoreTest, OverwrittenBytesNeverGiveWrongData) {
  Fill(30);
  const std::string whole = Contents(path_);
  std::mt19937 random(2);
  int lost = 0;
  for (int round = 0; round < 300; ++round) {
    std::string damaged = whole;
    const int changes = 1 + random() % 40;
    // Whole runs as a bad block has them, and single bytes.
    const size_t length = round % 3 == 0 ? 1 + random() % 5000 : 1;
    for (int c = 0; c < changes; ++c) {
      const size_t at = random() % damaged.size();
      for (size_t i = at; i < std::min(at + length, damaged.size()); ++i) {
        damaged[i] = static_cast<char>(random());
      }
    }
    SetContents(path_, damaged);
    for (const char* suffix : {"-wal", "-shm"}) fs::remove(path_ + suffix);
    auto store = OpenSqliteStore(path_);
    if (!store.ok()) {
      EXPECT_TRUE(absl::IsDataLoss(store.status()) || absl::IsFailedPrecondition(store.status()) ||
                  absl::IsUnavailable(store.status()))
          << store.status();
      ++lost;
      continue;
    }
    lost += ExpectTruthOrError(store->get(), 30) < 30 * 6 + 1;
    // Writing into it must not turn damage into wrong data either.
    for (int i = 28; i < 33; ++i) PutAll(store->get(), i).IgnoreError();
    ExpectTruthOrError(store->get(), 33);
  }
  EXPECT_GT(lost, 100);  // or the damage is none
}

TEST_F(SqliteStoreTest, DamagedEntriesArePutAnew) {
  Fill(10);
  // Behind the back of the checks, as a bad disk would.
  Sql("UPDATE blobs SET bytes = x'00'; UPDATE summary_keys SET summary = key;"
      "UPDATE report_keys SET report = key; UPDATE files SET size = size + 1;"
      "UPDATE procedures SET name = 'x'; UPDATE missing SET path = 'y'");
  {
    auto store = Open();
    EXPECT_EQ(ExpectTruthOrError(store.get(), 10), 1);  // the runs
    EXPECT_EQ(store->FindUnit(Item(3).unit.key).status().code(), absl::StatusCode::kDataLoss);
    for (int i = 0; i < 10; ++i) ASSERT_TRUE(PutAll(store.get(), i).ok());
  }
  EXPECT_EQ(ExpectTruthOrError(Open().get(), 10), 10 * 6 + 1);
}

TEST_F(SqliteStoreTest, AProcessKilledWhileWritingLeavesWholeUnits) {
  std::mt19937 random(3);
  int next = 0;
  for (int round = 0; round < 25; ++round) {
    int progress[2];
    ASSERT_EQ(pipe(progress), 0);
    const pid_t pid = InChild([&] {
      auto store = OpenSqliteStore(path_);
      if (!store.ok()) return 1;
      for (int i = next;; ++i) {
        const Item item(i);
        if (!(*store)->PutUnit(item.unit, item.blobs).ok()) return 1;
        if (write(progress[1], &i, sizeof i) != sizeof i) return 1;
      }
    });
    close(progress[1]);
    int last = next - 1;
    // Every other time not before it has written something, however slow the machine is.
    if (round % 2 == 1) ASSERT_EQ(read(progress[0], &last, sizeof last), sizeof last);
    usleep(500 + random() % 20000);
    kill(pid, SIGKILL);
    EXPECT_EQ(Wait(pid), 128 + SIGKILL);
    for (int i; read(progress[0], &i, sizeof i) == sizeof i;) last = i;
    close(progress[0]);

    auto store = Open();
    ASSERT_NE(store, nullptr);
    // What was committed is there, with its blobs; of the next one all or nothing.
    for (int i = next; i <= last + 1; ++i) {
      const Item item(i);
      auto unit = store->FindUnit(item.unit.key);
      EXPECT_TRUE(unit.ok() || i == last + 1) << unit.status();
      if (!unit.ok()) {
        EXPECT_TRUE(absl::IsNotFound(unit.status())) << unit.status();
        continue;
      }
      EXPECT_EQ(*unit, item.unit);
      for (const Blob& blob : item.blobs) {
        EXPECT_EQ(*store->GetBlob(blob.kind, blob.digest), blob.bytes);
      }
    }
    next = last + 1;
  }
  EXPECT_GT(next, 0);
}

TEST_F(SqliteStoreTest, AProcessKilledWhileCreatingLeavesNothingInTheWay) {
  std::mt19937 random(4);
  for (int round = 0; round < 40; ++round) {
    fs::remove_all(folder_);
    fs::create_directories(folder_);
    const pid_t pid = InChild([&] { return OpenSqliteStore(path_).ok() ? 0 : 1; });
    usleep(random() % 4000);
    kill(pid, SIGKILL);
    Wait(pid);
    Fill(1);
    EXPECT_EQ(ExpectTruthOrError(Open().get(), 1), 7);
  }
}

TEST_F(SqliteStoreTest, ProcessesMayCreateAndWriteAtOnce) {
  constexpr int kProcesses = 3, kItems = 60;
  std::vector<pid_t> children;
  for (int p = 0; p < kProcesses; ++p) {
    children.push_back(InChild([&, p] {
      auto store = OpenSqliteStore(path_);
      if (!store.ok()) return 1;
      // Half of the items are written by two of the processes.
      for (int i = p * kItems / 2; i < p * kItems / 2 + kItems; ++i) {
        if (!PutAll(store->get(), i).ok()) return 2;
        const Item item(i);
        auto unit = (*store)->FindUnit(item.unit.key);
        if (!unit.ok() || *unit != item.unit) return 3;
      }
      return 0;
    }));
  }
  for (pid_t child : children) EXPECT_EQ(Wait(child), 0);
  constexpr int kAll = (kProcesses + 1) * kItems / 2;
  auto store = Open();
  EXPECT_EQ(ExpectTruthOrError(store.get(), kAll), kAll * 6 + 1);
  EXPECT_EQ(store->Runs(1000)->size(), size_t{kProcesses * kItems});
  EXPECT_EQ(store->Stats()->units, uint64_t{kAll});
}

TEST_F(SqliteStoreTest, TwoStoresOfOneProcessMayShareAFile) {
  auto a = Open();
  ASSERT_TRUE(PutAll(a.get(), 0).ok());
  auto b = Open();
  ASSERT_TRUE(PutAll(b.get(), 1).ok());
  // Opening and refusing must not drop the locks the other store holds.
  b.reset();
  ASSERT_TRUE(PutAll(a.get(), 2).ok());
  EXPECT_EQ(ExpectTruthOrError(a.get(), 3), 3 * 6 + 1);
}

TEST_F(SqliteStoreTest, AFullDiskIsSaidAndLosesNothing) {
  Fill(5);
  EXPECT_EQ(Wait(InChild([&] {
              signal(SIGXFSZ, SIG_IGN);
              auto store = OpenSqliteStore(path_);
              if (!store.ok()) return 1;
              const rlimit limit = {400000, 400000};
              if (setrlimit(RLIMIT_FSIZE, &limit) != 0) return 2;
              absl::Status status;
              for (int i = 5; i < 2000 && status.ok(); ++i) status = PutAll(store->get(), i);
              if (!absl::IsUnavailable(status)) return 3;
              if (!absl::StrContains(status.message(), path_)) return 4;
              return ExpectTruthOrError(store->get(), 5) == 5 * 6 + 1 ? 0 : 5;
            })),
            0);
  EXPECT_EQ(ExpectTruthOrError(Open().get(), 5), 5 * 6 + 1);
}

TEST_F(SqliteStoreTest, ReadOnlyPlacesAreSaid) {
  Fill(1);
  const std::string sealed = folder_ + "/sealed";
  fs::create_directories(sealed);
  fs::permissions(sealed, fs::perms::owner_read | fs::perms::owner_exec | fs::perms::others_read |
                              fs::perms::others_exec);
  fs::permissions(path_, fs::perms::owner_read | fs::perms::others_read);
  EXPECT_EQ(Wait(InChild([&] {
              if (!GiveUpCapabilities()) return 1;
              const auto file = OpenSqliteStore(path_).status();
              if (!absl::IsUnavailable(file) || !absl::StrContains(file.message(), path_)) return 2;
              const auto in_sealed = OpenSqliteStore(sealed + "/x.db").status();
              if (!absl::IsUnavailable(in_sealed)) return 3;
              if (!absl::StrContains(in_sealed.message(), sealed)) return 4;
              const auto below = OpenSqliteStore(sealed + "/a/b/x.db").status();
              return absl::IsUnavailable(below) ? 0 : 5;
            })),
            0);
}

TEST_F(SqliteStoreTest, AFileInPlaceOfAFolderIsSaid) {
  SetContents(folder_ + "/file", "x");
  const absl::Status status = OpenSqliteStore(folder_ + "/file/plait.db").status();
  EXPECT_TRUE(absl::IsUnavailable(status)) << status;
}

}  // namespace
}  // namespace plait
