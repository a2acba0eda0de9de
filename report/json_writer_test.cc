#include "report/json_writer.h"

#include <fstream>
#include <iterator>
#include <nlohmann/json.hpp>
#include <set>
#include <string>

#include "gtest/gtest.h"
#include "proto/report.pb.h"

namespace plait {
namespace {

TEST(JsonWriterTest, AnEmptyReportHasEveryPart) {
  const auto json = nlohmann::json::parse(WriteJson({}));
  EXPECT_EQ(json["schema_version"], 1);
  EXPECT_EQ(json["verdict"], "unknown");
  for (const char* list : {"reasons", "races", "threads", "failed_units"}) {
    EXPECT_TRUE(json[list].is_array()) << list;
  }
  EXPECT_EQ(json["stats"]["units"], 0);
}

void CollectKeys(const nlohmann::json& json, std::set<std::string>* keys) {
  if (json.is_object()) {
    for (const auto& [key, value] : json.items()) keys->insert(key);
  }
  for (const auto& value : json) {
    if (value.is_structured()) CollectKeys(value, keys);
  }
}

TEST(JsonWriterTest, EveryFieldIsDocumented) {
  std::ifstream in("docs/cli.md");
  const std::string docs(std::istreambuf_iterator<char>(in), {});
  ASSERT_NE(docs, "");
  proto::Report report;
  proto::Race* race = report.add_races();
  race->mutable_declared()->set_file("a.c");
  race->add_guards();
  race->mutable_first()->add_call_chain();
  race->mutable_first()->add_locks();
  race->mutable_witness()->add_threads();
  race->mutable_witness()->add_steps();
  race->mutable_suppression();
  race->add_causes();
  report.add_idle_suppressions();
  report.add_fixed();
  report.add_reasons();
  report.add_threads();
  report.add_failed_units();
  std::set<std::string> keys;
  CollectKeys(nlohmann::json::parse(WriteJson(report, {.include_times = true})), &keys);
  EXPECT_GT(keys.size(), 60u);
  for (const std::string& key : keys) {
    EXPECT_TRUE(docs.find("`" + key + "`") != std::string::npos ||
                docs.find("`" + key + "[") != std::string::npos)
        << key;
  }
}

TEST(JsonWriterTest, BytesThatAreNoTextDoNotBreakIt) {
  proto::Report report;
  proto::Race* race = report.add_races();
  // Protobuf would refuse to parse this but not to hold it.
  race->set_variable("caf\xe9\x01\"\\");
  race->mutable_first()->mutable_location()->set_file("\xff\xfe.c");
  race->mutable_first()->set_thread(-7);
  race->mutable_second()->set_thread(1000);
  const auto json = nlohmann::json::parse(WriteJson(report));
  EXPECT_EQ(json["races"][0]["variable"], "caf\xef\xbf\xbd\x01\"\\");
  EXPECT_EQ(json["races"][0]["accesses"].size(), 2u);
}

TEST(JsonWriterTest, ThreadsOfFixedRacesAreNotThoseOfThisReport) {
  proto::Report report;
  report.add_threads()->set_entry("worker");
  report.add_fixed()->set_variable("x");
  const auto json = nlohmann::json::parse(WriteJson(report));
  EXPECT_EQ(json["fixed"][0]["variable"], "x");
  EXPECT_EQ(json["fixed"][0]["accesses"][0]["thread"]["index"], -1);
  EXPECT_EQ(json["fixed"][0]["accesses"][0]["thread"]["entry"], "");
}

TEST(JsonWriterTest, TimesOnlyWhenAskedFor) {
  proto::Report report;
  report.mutable_stats()->set_total_seconds(1.5);
  EXPECT_EQ(WriteJson(report).find("seconds"), std::string::npos);
  const auto json = nlohmann::json::parse(WriteJson(report, {.include_times = true}));
  EXPECT_EQ(json["stats"]["total_seconds"], 1.5);
}

}  // namespace
}  // namespace plait
