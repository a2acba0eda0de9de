// Stores of earlier versions are brought up to date, whatever happens meanwhile.
#include <signal.h>
#include <sqlite3.h>
#include <sys/wait.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <iterator>
#include <memory>
#include <random>
#include <string>

#include "absl/status/status.h"
#include "absl/strings/str_cat.h"
#include "gtest/gtest.h"
#include "summaries/digest.h"
#include "summaries/sqlite_schema.h"
#include "summaries/sqlite_store.h"

namespace plait {
namespace {

namespace fs = std::filesystem;

// As version 1 wrote it.
constexpr char kVersion1[] =
    "CREATE TABLE blobs(id INTEGER PRIMARY KEY, kind INTEGER NOT NULL, digest BLOB NOT NULL, "
    "size INTEGER NOT NULL, packed INTEGER NOT NULL, bytes BLOB NOT NULL, proof INTEGER NOT NULL, "
    "UNIQUE(kind, digest));"
    "CREATE TABLE files(id INTEGER PRIMARY KEY, identity BLOB NOT NULL UNIQUE, path TEXT NOT NULL, "
    "size INTEGER NOT NULL, mtime_ns INTEGER NOT NULL, digest TEXT NOT NULL);"
    "CREATE TABLE missing(id INTEGER PRIMARY KEY, identity BLOB NOT NULL UNIQUE, "
    "path TEXT NOT NULL);"
    "CREATE TABLE procedures(id INTEGER PRIMARY KEY, identity BLOB NOT NULL UNIQUE, "
    "name TEXT NOT NULL, ir BLOB NOT NULL, first_line INTEGER NOT NULL);"
    "CREATE TABLE units(id INTEGER PRIMARY KEY, key BLOB NOT NULL UNIQUE, file TEXT NOT NULL, "
    "unit BLOB NOT NULL, procedures BLOB NOT NULL, inputs BLOB NOT NULL, missing BLOB NOT NULL, "
    "error_count INTEGER NOT NULL, identity BLOB NOT NULL);"
    "CREATE TABLE summary_keys(key BLOB PRIMARY KEY, summary BLOB NOT NULL, "
    "proof INTEGER NOT NULL) WITHOUT ROWID;"
    "CREATE TABLE report_keys(key BLOB PRIMARY KEY, report BLOB NOT NULL, "
    "proof INTEGER NOT NULL) WITHOUT ROWID;"
    "CREATE TABLE runs(id INTEGER PRIMARY KEY, ended INTEGER NOT NULL, stats BLOB NOT NULL, "
    "proof INTEGER NOT NULL);"
    "PRAGMA application_id=1347174729; PRAGMA user_version=1;";

const char* const kTables[] = {"blobs", "files",        "missing",     "procedures",
                               "units", "summary_keys", "report_keys", "runs"};

class SqliteMigrationTest : public testing::Test {
 protected:
  void SetUp() override {
    folder_ = absl::StrCat(testing::TempDir(), "/sqlite_migration_test.", getpid());
    fs::remove_all(folder_);
    fs::create_directories(folder_);
    path_ = folder_ + "/plait.db";
    unit_.key = DigestOf("key");
    unit_.file = "a.c";
    unit_.unit_digest = DigestOf("unit");
    unit_.procedures = {{"main", DigestOf("ir"), 3}};
    unit_.inputs = {{"a.c", 10, 20, DigestOf("text")}};
    unit_.missing = {"config.h"};
  }
  void TearDown() override { fs::remove_all(folder_); }

  // Fills a store of today and moves its rows, whose columns of then have not changed, into a file
  // of version 1.
  void MakeVersion1() {
    const std::string today = folder_ + "/today.db";
    {
      auto store = *OpenSqliteStore(today);
      ASSERT_TRUE(store
                      ->PutUnit(unit_, {{BlobKind::kUnit, DigestOf("unit"), "unit"},
                                        {BlobKind::kIr, DigestOf("ir"), "ir"}})
                      .ok());
      ASSERT_TRUE(store
                      ->PutSummaries({{DigestOf("summary key"),
                                       {BlobKind::kSummary, DigestOf("summary"), "summary"}}})
                      .ok());
      ASSERT_TRUE(store->PutReport(DigestOf("report key"), "report").ok());
      ASSERT_TRUE(store->PutRun(7, "run").ok());
    }
    sqlite3* handle = nullptr;
    ASSERT_EQ(sqlite3_open(path_.c_str(), &handle), SQLITE_OK);
    std::string sql = absl::StrCat(kVersion1, "ATTACH '", today, "' AS today;");
    for (const char* table : kTables) {
      std::string columns;
      sqlite3_exec(handle, kVersion1, nullptr, nullptr, nullptr);
      sqlite3_exec(
          handle, absl::StrCat("SELECT name FROM pragma_table_info('", table, "')").c_str(),
          [](void* names, int, char** values, char**) {
            absl::StrAppend(static_cast<std::string*>(names), ", ", values[0]);
            return 0;
          },
          &columns, nullptr);
      columns.erase(0, 2);
      absl::StrAppend(&sql, "INSERT INTO main.", table, "(", columns, ") SELECT ", columns,
                      " FROM today.", table, ";");
    }
    sql.erase(0, std::string(kVersion1).size());  // made already
    EXPECT_EQ(sqlite3_exec(handle, sql.c_str(), nullptr, nullptr, nullptr), SQLITE_OK)
        << sqlite3_errmsg(handle);
    sqlite3_close(handle);
  }

  void ExpectEverything() {
    auto store = OpenSqliteStore(path_);
    ASSERT_TRUE(store.ok()) << store.status();
    EXPECT_EQ(*(*store)->FindUnit(unit_.key), unit_);
    EXPECT_EQ(*(*store)->GetBlob(BlobKind::kIr, DigestOf("ir")), "ir");
    EXPECT_EQ(*(*store)->FindSummary(DigestOf("summary key")), DigestOf("summary"));
    EXPECT_EQ(*(*store)->FindReport(DigestOf("report key")), "report");
    EXPECT_EQ((*store)->Runs(10)->size(), 1u);
  }

  std::string Schema() {
    auto connection = *OpenStoreFile(path_);
    return *connection->Query("SELECT group_concat(sql, ';') FROM sqlite_schema");
  }

  std::string Contents() {
    std::ifstream in(path_, std::ios::binary);
    return std::string(std::istreambuf_iterator<char>(in), {});
  }

  std::string folder_;
  std::string path_;
  UnitRecord unit_;
};

TEST_F(SqliteMigrationTest, NothingOfVersion1IsLost) {
  MakeVersion1();
  ExpectEverything();
  ExpectEverything();
  const std::string migrated = Schema();
  path_ = folder_ + "/new.db";
  EXPECT_EQ(migrated, Schema());
}

TEST_F(SqliteMigrationTest, OneThatIsKilledIsDoneByTheNext) {
  MakeVersion1();
  const std::string before = Contents();
  std::mt19937 random(5);
  for (int round = 0; round < 30; ++round) {
    for (const char* suffix : {"", "-wal", "-shm", "-journal"}) fs::remove(path_ + suffix);
    std::ofstream(path_, std::ios::binary) << before;
    const pid_t pid = fork();
    if (pid == 0) _exit(OpenSqliteStore(path_).ok() ? 0 : 1);
    usleep(random() % 3000);
    kill(pid, SIGKILL);
    waitpid(pid, nullptr, 0);
    ExpectEverything();
  }
}

TEST_F(SqliteMigrationTest, OneThatCannotBeWrittenIsLeftAlone) {
  MakeVersion1();
  const std::string before = Contents();
  EXPECT_TRUE(absl::IsUnavailable(OpenSqliteStoreForReading(path_).status()));
  EXPECT_EQ(Contents(), before);
}

}  // namespace
}  // namespace plait
