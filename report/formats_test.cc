#include "report/formats.h"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <string>

#include "gmock/gmock.h"
#include "google/protobuf/descriptor.h"
#include "google/protobuf/message.h"
#include "gtest/gtest.h"
#include "proto/report.pb.h"

namespace plait {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

TEST(FormatsTest, TheNameOfTheFileChooses) {
  EXPECT_STREQ(FormatForFile("out/plait.sarif").name, "sarif");
  EXPECT_STREQ(FormatForFile("races.html").name, "html");
  EXPECT_STREQ(FormatForFile("races.json").name, "json");
  EXPECT_STREQ(FormatForFile("races.txt").name, "text");
  EXPECT_STREQ(FormatForFile("").name, "text");
}

TEST(FormatsTest, HelpNamesEveryFormat) {
  for (const Format& format : Formats()) {
    EXPECT_EQ(FindFormat(format.name), &format);
    EXPECT_THAT(FormatNames(), HasSubstr(format.name));
    EXPECT_THAT(FormatsHelp(), HasSubstr(format.summary));
  }
  EXPECT_EQ(FindFormat("yaml"), nullptr);
}

// Every string of the message, two of every list.
void FillStrings(google::protobuf::Message* message, const std::string& value) {
  const google::protobuf::Reflection* reflection = message->GetReflection();
  for (int i = 0; i < message->GetDescriptor()->field_count(); ++i) {
    const google::protobuf::FieldDescriptor* field = message->GetDescriptor()->field(i);
    const bool text = field->cpp_type() == google::protobuf::FieldDescriptor::CPPTYPE_STRING;
    if (field->cpp_type() == google::protobuf::FieldDescriptor::CPPTYPE_MESSAGE) {
      if (!field->is_repeated()) {
        FillStrings(reflection->MutableMessage(message, field), value);
        continue;
      }
      for (int n = 0; n < 2; ++n) FillStrings(reflection->AddMessage(message, field), value);
    } else if (text && field->is_repeated()) {
      reflection->AddString(message, field, value);
    } else if (text) {
      reflection->SetString(message, field, value);
    } else if (field->name() == "line" || field->name() == "held") {
      reflection->SetUInt32(message, field, 1);
    }
  }
}

// Names of variables, functions and files are anybody's.
TEST(FormatsTest, NoFormatLetsNamesOut) {
  proto::Report report;
  FillStrings(&report, "\"'><script>evil()</script>&\x01\x1b[2J\n\r\xff\xed\xa0\x80\xef\xbf\xbf");
  report.set_compared(true);
  FormatOptions options;
  options.selection = {.possible = true, .suppressed = true, .unchanged = true};
  options.tool_version = "<script>evil()";
  for (const Format& format : Formats()) {
    SCOPED_TRACE(format.name);
    const std::string text = format.write(report, options);
    ASSERT_FALSE(text.empty());
    EXPECT_EQ(text.back(), '\n');
    for (const unsigned char c : text) ASSERT_TRUE(c == '\n' || c >= 0x20) << int{c};
    // The library takes nothing but UTF-8, and no file of ours has what XML forbids.
    EXPECT_NO_THROW(nlohmann::json(text).dump());
    const bool is_markup = text.front() == '<';
    if (is_markup) {
      EXPECT_THAT(text, Not(HasSubstr("<script>evil")));
      EXPECT_THAT(text, HasSubstr("&lt;script&gt;evil"));
      EXPECT_THAT(text, Not(HasSubstr("\xef\xbf\xbf")));
      // A quote would end an attribute.
      EXPECT_THAT(text, Not(HasSubstr("'&gt;")));
      EXPECT_THAT(text, Not(HasSubstr("\"&#39;")));
    }
    if (text.front() == '{' || text.front() == '[') {
      EXPECT_TRUE(nlohmann::json::accept(text));
    }
  }
}

TEST(FormatsTest, IndicesOutOfRangeAreSurvived) {
  proto::Report report;
  proto::Race* race = report.add_races();
  race->set_confidence(proto::CONFIDENCE_RACE);
  race->mutable_first()->set_thread(-7);
  race->mutable_second()->set_thread(1000);
  race->mutable_witness()->add_steps()->set_thread(4000000000u);
  race->mutable_witness()->add_threads();
  for (int i = 0; i < 3; ++i) {
    report.add_threads()->set_parent(i == 0 ? 1 : 0);  // 0 and 1 create each other
  }
  race->mutable_declared()->set_file("a.c");
  race->mutable_declared()->set_line(4000000000u);
  for (const Format& format : Formats()) EXPECT_FALSE(format.write(report, {}).empty());
}

TEST(FormatsTest, OnlyShownRacesGoToReviewTools) {
  proto::Report report;
  report.set_compared(true);
  for (const char* name : {"new", "old", "known", "maybe"}) {
    proto::Race* race = report.add_races();
    race->set_variable(name);
    race->set_confidence(proto::CONFIDENCE_RACE);
    race->set_baseline_state(proto::BASELINE_INTRODUCED);
  }
  report.mutable_races(1)->set_baseline_state(proto::BASELINE_UNCHANGED);
  report.mutable_races(2)->mutable_suppression()->set_rule("ignore");
  report.mutable_races(3)->set_confidence(proto::CONFIDENCE_POSSIBLE);
  for (const char* name : {"rdjson", "gitlab", "junit"}) {
    const std::string text = FindFormat(name)->write(report, {});
    EXPECT_THAT(text, HasSubstr("data race on "));
    for (const char* hidden : {"old", "known", "maybe"}) {
      EXPECT_THAT(text, Not(HasSubstr(hidden))) << name;
    }
  }
}

// Deep trees neither overflow the stack nor what browsers nest.
TEST(FormatsTest, ALongChainOfThreads) {
  proto::Report report;
  for (int i = 0; i < 100000; ++i) report.add_threads()->set_parent(i - 1);
  const std::string html = FindFormat("html")->write(report, {});
  const auto count = [&](const std::string& part) {
    size_t found = 0;
    for (size_t at = html.find(part); at != std::string::npos; at = html.find(part, at + 1)) {
      ++found;
    }
    return found;
  };
  EXPECT_EQ(count("<ul"), count("</ul>"));
  EXPECT_EQ(count("<li"), count("</li>"));
  EXPECT_LT(count("<ul"), 50u);
}

}  // namespace
}  // namespace plait
