#include "report/story.h"

#include <string>
#include <vector>

#include "gmock/gmock.h"
#include "google/protobuf/text_format.h"
#include "gtest/gtest.h"
#include "proto/report.pb.h"

namespace plait {
namespace {

using ::testing::ElementsAre;

std::vector<std::string> Steps(const std::string& access_text) {
  proto::Report report;
  report.add_threads()->set_is_main(true);
  proto::Thread* thread = report.add_threads();
  thread->set_entry("worker");
  thread->set_created_in("start");
  thread->mutable_created()->set_file("a.c");
  thread->mutable_created()->set_line(90);
  proto::Access access;
  EXPECT_TRUE(google::protobuf::TextFormat::ParseFromString(access_text, &access));
  std::vector<std::string> texts;
  for (const StoryStep& step : StoryOf(report, access)) {
    texts.push_back(std::string(step.depth, ' ') + step.text);
  }
  return texts;
}

TEST(StoryTest, ALockStandsBeforeWhatHappensUnderIt) {
  // The callee is above its caller, as in most C files.
  EXPECT_THAT(Steps(R"(
                thread: 1 kind: WRITE text: "x = 1" location { file: "a.c" line: 12 }
                call_chain { caller: "worker" callee: "add" location { file: "a.c" line: 40 } }
                locks { name: "inner" acquired { file: "a.c" line: 11 } }
                locks { name: "outer" mode: "shared" acquired { file: "a.c" line: 38 } })"),
              ElementsAre("thread worker() created here, in start()", "locks 'outer' for reading",
                          "calls add()", " locks 'inner'", " write: x = 1"));
}

TEST(StoryTest, LocksOfOneFunctionKeepTheirOrder) {
  EXPECT_THAT(Steps(R"(
                kind: READ location { file: "a.c" line: 12 }
                locks { name: "a" acquired { file: "a.c" line: 10 } }
                locks { name: "b" acquired { file: "a.c" line: 11 } })"),
              ElementsAre("locks 'a'", "locks 'b'", "read"));
}

TEST(StoryTest, ALockWithoutAPlaceStandsBeforeTheAccess) {
  EXPECT_THAT(Steps(R"(
                kind: FREE location { file: "a.c" line: 12 }
                call_chain { caller: "main" callee: "f" location { file: "a.c" line: 40 } }
                locks { name: "m" }
                possible_locks { name: "n" } possible_locks { name: "n" })"),
              ElementsAre("calls f()", " locks 'm'", " locks 'n', on some paths only", " free"));
}

TEST(StoryTest, StepsOfAnExecutionEndWithoutAComma) {
  proto::WitnessStep step;
  step.set_what("creates thread 1, which runs worker(),");
  EXPECT_EQ(WitnessStepText(step), "creates thread 1, which runs worker()");
  EXPECT_EQ(WitnessThreadName(0), "main thread");
  EXPECT_EQ(WitnessThreadName(2), "thread 2");
}

}  // namespace
}  // namespace plait
