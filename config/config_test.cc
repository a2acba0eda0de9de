#include "config/config.h"

#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace plait {
namespace {

using ::testing::HasSubstr;

const std::vector<ConfigKey>& Keys() {
  static const std::vector<ConfigKey>& keys =
      *new std::vector<ConfigKey>{{"all", ConfigKey::Type::kSwitch},
                                  {"build", ConfigKey::Type::kPath},
                                  {"format", ConfigKey::Type::kText},
                                  {"jobs", ConfigKey::Type::kNumber},
                                  {"store", ConfigKey::Type::kPath}};
  return keys;
}

absl::StatusOr<Config> Parse(const std::string& text) {
  return ParseConfig("/p/.plait.yaml", ".plait.yaml", text, Keys());
}

std::string ErrorOf(const std::string& text) {
  const absl::StatusOr<Config> config = Parse(text);
  return config.ok() ? "no error" : std::string(config.status().message());
}

TEST(ConfigTest, ReadsValues) {
  const absl::StatusOr<Config> config = Parse(R"(
build: out/debug/
store: ":memory:"
jobs: 4
all: true
format: json
)");
  ASSERT_TRUE(config.ok()) << config.status();
  EXPECT_EQ(config->file, "/p/.plait.yaml");
  ASSERT_EQ(config->values.size(), 5u);
  EXPECT_EQ(config->values[0].key, "build");
  EXPECT_EQ(config->values[0].text, "/p/out/debug");
  EXPECT_EQ(config->values[0].line, 2);
  EXPECT_EQ(config->values[1].text, ":memory:");
  EXPECT_EQ(config->values[2].text, "4");
  EXPECT_EQ(config->values[3].text, "true");
}

TEST(ConfigTest, AnEmptyFileSaysNothing) {
  for (const char* text : {"", "# nothing yet\n", "suppressions:\nratchet:\n"}) {
    const absl::StatusOr<Config> config = Parse(text);
    ASSERT_TRUE(config.ok()) << config.status();
    EXPECT_TRUE(config->values.empty());
    EXPECT_TRUE(config->suppressions.empty());
  }
}

TEST(ConfigTest, ReadsSuppressions) {
  const absl::StatusOr<Config> config = Parse(R"(
suppressions:
  - variable: "stats.*"
    path: src/legacy/**
    reason: |
      counters that may
      be off by one
    expires: 2027-01-31
  - fingerprint: 0123456789abcdef0123456789abcdef
    function: log_*
    reason: known
)");
  ASSERT_TRUE(config.ok()) << config.status();
  ASSERT_EQ(config->suppressions.size(), 2u);
  const SuppressionRule& first = config->suppressions[0];
  EXPECT_EQ(first.variable, "stats.*");
  EXPECT_EQ(first.path, "/p/src/legacy/**");
  EXPECT_EQ(first.reason, "counters that may\nbe off by one");
  EXPECT_EQ(first.expires, "2027-01-31");
  EXPECT_EQ(first.text, "variable: stats.*, path: src/legacy/**");
  EXPECT_EQ(first.line, 3);
  EXPECT_EQ(config->suppressions[1].function, "log_*");
  EXPECT_EQ(config->suppressions[1].path, "");
}

TEST(ConfigTest, ReadsTheRatchet) {
  const absl::StatusOr<Config> config = Parse(R"(
ratchet:
  - path: src/net/
    fail-on: possible
  - path: .
    fail-on: never
    baseline: ci/known.json
)");
  ASSERT_TRUE(config.ok()) << config.status();
  ASSERT_EQ(config->ratchet.size(), 2u);
  EXPECT_EQ(config->ratchet[0].path, "/p/src/net");
  EXPECT_EQ(config->ratchet[0].fail_on, "possible");
  EXPECT_EQ(config->ratchet[0].baseline, "");
  EXPECT_EQ(config->ratchet[1].path, "/p");
  EXPECT_EQ(config->ratchet[1].baseline, "/p/ci/known.json");
}

TEST(ConfigTest, AnUnknownKeyNamesTheNearest) {
  EXPECT_EQ(ErrorOf("jobs: 1\nformt: json\n"),
            ".plait.yaml:2: unknown key formt; did you mean format?");
  EXPECT_EQ(ErrorOf("supressions: []\n"),
            ".plait.yaml:1: unknown key supressions; did you mean suppressions?");
  EXPECT_THAT(
      ErrorOf("xyzzyplugh: 1\n"),
      HasSubstr("unknown key xyzzyplugh; there are all, build, format, jobs, store, ratchet"));
  EXPECT_EQ(ErrorOf("suppressions:\n  - variable: x\n    reson: y\n"),
            ".plait.yaml:3: unknown key reson; did you mean reason?");
  EXPECT_EQ(ErrorOf("ratchet:\n  - path: x\n    fail_on: race\n"),
            ".plait.yaml:3: unknown key fail_on; did you mean fail-on?");
}

TEST(ConfigTest, WrongTypesAreNamed) {
  EXPECT_EQ(ErrorOf("jobs: many\n"), ".plait.yaml:1: jobs: needs a number, not many");
  EXPECT_EQ(ErrorOf("jobs: \"4\"\n"), ".plait.yaml:1: jobs: needs a number, not 4");
  EXPECT_EQ(ErrorOf("all: yes\n"), ".plait.yaml:1: all: needs true or false, not yes");
  EXPECT_EQ(ErrorOf("build: [a, b]\n"), ".plait.yaml:1: build: needs one value, not a list");
  EXPECT_EQ(ErrorOf("build:\n"), ".plait.yaml:1: build: needs one value, not nothing");
  EXPECT_EQ(ErrorOf("- build\n"),
            ".plait.yaml:1: needs lines of the form `key: value`, not a list");
  EXPECT_EQ(ErrorOf("suppressions: all\n"),
            ".plait.yaml:1: suppressions: needs a list of entries (`- ...`), not a value");
  EXPECT_EQ(ErrorOf("suppressions:\n  - counter\n"),
            ".plait.yaml:2: suppressions: an entry needs keys, not a value");
  EXPECT_EQ(ErrorOf("suppressions:\n  - variable: [a]\n    reason: x\n"),
            ".plait.yaml:2: variable: needs one value, not a list");
}

TEST(ConfigTest, SuppressionsSayWhatAndWhy) {
  EXPECT_EQ(ErrorOf("suppressions:\n  - variable: x\n"),
            ".plait.yaml:2: the suppression of variable: x needs a reason");
  EXPECT_EQ(ErrorOf("suppressions:\n  - variable: x\n    reason: \" \"\n"),
            ".plait.yaml:3: reason: is empty");
  EXPECT_THAT(ErrorOf("suppressions:\n  - reason: everything\n"),
              HasSubstr(".plait.yaml:2: a suppression must say which races"));
  for (const char* date :
       {"soon", "2027-13-01", "2027-02-30", "2027-1-31", "2027-1-031", "-999-01-31", "27-01-31"}) {
    EXPECT_EQ(ErrorOf(std::string("suppressions:\n  - variable: x\n    reason: y\n    expires: ") +
                      date + "\n"),
              std::string(".plait.yaml:2: expires: needs a date such as 2027-01-31, not ") + date);
  }
  EXPECT_THAT(ErrorOf("suppressions:\n  - fingerprint: abc\n    reason: y\n"),
              HasSubstr("fingerprint: needs 32 hexadecimal digits, not abc"));
}

TEST(ConfigTest, TheRatchetIsChecked) {
  EXPECT_EQ(ErrorOf("ratchet:\n  - fail-on: race\n"),
            ".plait.yaml:2: an entry of the ratchet needs a path");
  EXPECT_EQ(ErrorOf("ratchet:\n  - path: a\n    fail-on: maybe\n"),
            ".plait.yaml:2: fail-on: needs one of race, likely, possible, never, not maybe");
  EXPECT_EQ(ErrorOf("ratchet:\n  - path: a\n"),
            ".plait.yaml:2: fail-on: needs one of race, likely, possible, never");
  EXPECT_THAT(ErrorOf("ratchet:\n  - path: src/*\n    fail-on: race\n"), HasSubstr("no patterns"));
  EXPECT_EQ(
      ErrorOf("ratchet:\n  - path: a\n    fail-on: race\n  - path: ./a/\n    fail-on: never\n"),
      ".plait.yaml:4: the ratchet has this path twice, first in line 2");
}

TEST(ConfigTest, FilesThatAreNone) {
  const std::string folder = testing::TempDir();
  EXPECT_EQ(ReadConfig(folder + "/nowhere.yaml", "nowhere.yaml", Keys()).status().message(),
            "nowhere.yaml: no such file");
  EXPECT_EQ(ReadConfig(folder, "folder", Keys()).status().message(), "folder: is not a file");
  std::ofstream(folder + "/c.yaml") << "jobs: 3\n";
  const absl::StatusOr<Config> config = ReadConfig(folder + "/c.yaml", "c.yaml", Keys());
  ASSERT_TRUE(config.ok()) << config.status();
  EXPECT_EQ(config->values[0].text, "3");
}

TEST(ConfigTest, PathsStartFromTheFolder) {
  EXPECT_EQ(ResolvePath("/p", "a/../b/"), "/p/b");
  EXPECT_EQ(ResolvePath("/p", "."), "/p");
  EXPECT_EQ(ResolvePath("/p", "/q"), "/q");
  EXPECT_EQ(ResolvePath("/p", "../q"), "/q");
  EXPECT_EQ(ResolvePath("/p", "/"), "/");
  EXPECT_EQ(ResolvePath("/p", ""), "");
  EXPECT_EQ(ResolvePath("/p", ":memory:"), ":memory:");
  EXPECT_EQ(ResolvePath("/p", "http://cache:80/x"), "http://cache:80/x");
}

}  // namespace
}  // namespace plait
