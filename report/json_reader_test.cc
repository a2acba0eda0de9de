#include "report/json_reader.h"

#include <filesystem>
#include <fstream>
#include <iterator>
#include <nlohmann/json.hpp>
#include <random>
#include <string>

#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "report/json_writer.h"

namespace plait {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;

std::string Contents(const std::string& path) {
  std::ifstream in(path, std::ios::binary);
  EXPECT_TRUE(in.good()) << path;
  return std::string(std::istreambuf_iterator<char>(in), {});
}

std::string MessageFor(const std::string& text) {
  const absl::StatusOr<proto::Report> report = ReadJson(text);
  return report.ok() ? "" : std::string(report.status().message());
}

TEST(JsonReaderTest, WhatIsWrittenIsReadBack) {
  for (const char* name : {"one_race", "many_stories", "race_free", "unknown"}) {
    const std::string text = Contents(std::string("report/testdata/") + name + ".json");
    const absl::StatusOr<proto::Report> report = ReadJson(text);
    ASSERT_TRUE(report.ok()) << name << ": " << report.status();
    EXPECT_EQ(WriteJson(*report), text) << name;
  }
}

TEST(JsonReaderTest, WhatWasComparedAndSuppressedIsReadBack) {
  proto::Report report;
  report.set_compared(true);
  proto::Race* race = report.add_races();
  race->set_baseline_state(proto::BASELINE_INTRODUCED);
  proto::Cause* cause = race->add_causes();
  cause->set_what("the lock on m was removed");
  cause->set_in_base(true);
  cause->mutable_location()->set_file("a.c");
  race->mutable_suppression()->set_kind(proto::Suppression::IN_CONFIG);
  race->mutable_suppression()->set_justification("known");
  proto::AccessPlace* place = race->add_set_apart();
  place->set_function("peek");
  place->mutable_location()->set_file("b.c");
  place->mutable_location()->set_line(7);
  report.add_fixed()->set_baseline_state(proto::BASELINE_FIXED);
  report.add_idle_suppressions()->set_problem("expired");
  const absl::StatusOr<proto::Report> again = ReadJson(WriteJson(report));
  ASSERT_TRUE(again.ok()) << again.status();
  EXPECT_EQ(WriteJson(*again), WriteJson(report));
  EXPECT_EQ(again->races(0).causes(0).what(), "the lock on m was removed");
  EXPECT_EQ(again->races(0).set_apart(0).location().line(), 7u);
  EXPECT_EQ(again->fixed_size(), 1);
}

TEST(JsonReaderTest, TimesAreReadBack) {
  proto::Report report;
  report.mutable_stats()->set_total_seconds(1.25);
  EXPECT_EQ(ReadJson(WriteJson(report, {.include_times = true}))->stats().total_seconds(), 1.25);
}

TEST(JsonReaderTest, FieldsOfLaterVersionsAreLeftOut) {
  nlohmann::json json = nlohmann::json::parse(Contents("report/testdata/one_race.json"));
  const std::string before = WriteJson(*ReadJson(json.dump()));
  json["mood"] = "good";
  json["races"][0]["accesses"][0]["colour"] = {1, 2, 3};
  EXPECT_EQ(WriteJson(*ReadJson(json.dump())), before);
}

TEST(JsonReaderTest, AReportOfANewerVersionIsRefused) {
  nlohmann::json json = nlohmann::json::parse(Contents("report/testdata/one_race.json"));
  json["schema_version"] = 2;
  const absl::StatusOr<proto::Report> report = ReadJson(json.dump());
  EXPECT_EQ(report.status().code(), absl::StatusCode::kFailedPrecondition);
  EXPECT_THAT(std::string(report.status().message()), HasSubstr("newer plait (schema_version 2"));
}

TEST(JsonReaderTest, ErrorsSayWhereAndWhat) {
  EXPECT_THAT(MessageFor(""), HasSubstr("not JSON"));
  EXPECT_THAT(MessageFor("{\"races\": [1, 2"), HasSubstr("byte 16"));
  EXPECT_THAT(MessageFor("[]"), AllOf(HasSubstr("no report of plait"), HasSubstr("object")));
  EXPECT_THAT(MessageFor("{}"), HasSubstr("schema_version: is missing"));
  EXPECT_THAT(MessageFor(R"({"version": "2.1.0", "runs": []})"), HasSubstr("no report of plait"));
  EXPECT_THAT(MessageFor(R"({"schema_version": 1, "verdict": "race"})"),
              HasSubstr("races: is missing"));

  const nlohmann::json good = nlohmann::json::parse(Contents("report/testdata/one_race.json"));
  nlohmann::json json = good;
  json["verdict"] = "guilty";
  EXPECT_EQ(MessageFor(json.dump()), "verdict: should be one of unknown, race, race-free");
  json = good;
  json["races"][0]["accesses"].erase(1);
  EXPECT_EQ(MessageFor(json.dump()), "races[0]: should have two accesses");
  json = good;
  json["races"][0]["accesses"][1]["line"] = -1;
  EXPECT_THAT(MessageFor(json.dump()), HasSubstr("races[0].accesses[1].line: should be a whole"));
  json = good;
  json["races"][0]["accesses"][0]["thread"]["index"] = 5000000000;
  EXPECT_THAT(MessageFor(json.dump()), HasSubstr("races[0].accesses[0].thread.index: should be"));
  json = good;
  json["races"][0]["declared"] = "here";
  EXPECT_THAT(MessageFor(json.dump()), HasSubstr("races[0].declared: should be an object"));
  json = good;
  json["races"][0]["confidence"] = 1;
  EXPECT_THAT(MessageFor(json.dump()), HasSubstr("races[0].confidence: should be a text"));
}

TEST(JsonReaderTest, AnyBytesEndInAReportOrAnError) {
  const std::string good = Contents("report/testdata/many_stories.json");
  for (size_t size = 0; size + 2 < good.size(); size += 7) {
    EXPECT_FALSE(ReadJson(good.substr(0, size)).ok()) << size;
  }
  std::mt19937 random(11);
  for (int i = 0; i < 2000; ++i) {
    std::string bytes = good;
    for (int change = 0; change < 3; ++change) {
      bytes[random() % bytes.size()] =
          static_cast<char>(random() % 4 == 0 ? random() : "\"{}[],:0"[random() % 8]);
    }
    ReadJson(bytes).IgnoreError();
  }
  EXPECT_FALSE(ReadJson(std::string(5000000, '[')).ok());
}

TEST(JsonReaderTest, FilesAreNamed) {
  const std::string folder = testing::TempDir();
  EXPECT_THAT(std::string(ReadJsonFile(folder + "/none.json").status().message()),
              HasSubstr("none.json: no such file"));
  EXPECT_THAT(std::string(ReadJsonFile(folder).status().message()), HasSubstr(folder));
  std::ofstream(folder + "/broken.json") << "{";
  EXPECT_THAT(std::string(ReadJsonFile(folder + "/broken.json").status().message()),
              HasSubstr("broken.json: not JSON"));
  EXPECT_TRUE(ReadJsonFile("report/testdata/one_race.json").ok());
}

}  // namespace
}  // namespace plait
