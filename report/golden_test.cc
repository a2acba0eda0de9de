// The formats as users see them: testdata/X.textproto is a report, X.FORMAT what comes out.
//
// After a change that is meant, and a look at what it does: bazel run //report:golden_test --
// --update
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>

#include "absl/strings/str_replace.h"
#include "google/protobuf/text_format.h"
#include "gtest/gtest.h"
#include "proto/report.pb.h"
#include "report/formats.h"
#include "report/html/embedded_page.h"
#include "report/json_writer.h"
#include "report/text_writer.h"
#include "report/uri.h"

namespace plait {
namespace {

bool update = false;

std::string Folder() {
  const char* workspace = std::getenv("BUILD_WORKSPACE_DIRECTORY");
  return update && workspace != nullptr ? std::string(workspace) + "/report/testdata/"
                                        : "report/testdata/";
}

std::string Contents(const std::string& path) {
  std::ifstream in(path, std::ios::binary);
  EXPECT_TRUE(in.good()) << path;
  return std::string(std::istreambuf_iterator<char>(in), {});
}

proto::Report Load(const std::string& name) {
  proto::Report report;
  EXPECT_TRUE(google::protobuf::TextFormat::ParseFromString(
      Contents(Folder() + name + ".textproto"), &report));
  return report;
}

void ExpectGolden(const std::string& name, const std::string& actual) {
  if (update) {
    std::ofstream(Folder() + name, std::ios::binary) << actual;
    return;
  }
  EXPECT_EQ(actual, Contents(Folder() + name))
      << "to accept: bazel run //report:golden_test -- --update";
}

class GoldenTest : public testing::TestWithParam<const char*> {};

TEST_P(GoldenTest, TextAndJson) {
  const std::string name = GetParam();
  const proto::Report report = Load(name);
  TextOptions options;
  options.source_root = Folder() + "src";
  ExpectGolden(name + ".txt", WriteText(report, options));
  ExpectGolden(name + ".json", WriteJson(report));
}

// The folder of the sources is another in every checkout.
std::string WithoutRoot(const std::string& text, const std::string& root) {
  return absl::StrReplaceAll(text, {{FileUri(root), "file:///ROOT"}});
}

// Its style sheet and script are files of their own.
std::string WithoutStyle(const std::string& text) {
  return absl::StrReplaceAll(text, {{kPageStyle, "page.css"},
                                    {kPageScript, "page.js"},
                                    {kPageStyleDigest, "DIGEST"},
                                    {kPageScriptDigest, "DIGEST"}});
}

TEST_P(GoldenTest, OtherFormats) {
  const std::string name = GetParam();
  const proto::Report report = Load(name);
  FormatOptions options;
  options.source_root = Folder() + "src";
  options.tool_version = "1.2.3";
  for (const char* format : {"sarif", "html", "rdjson", "gitlab", "junit"}) {
    const std::string text = FindFormat(format)->write(report, options);
    ExpectGolden(name + "." + format, WithoutStyle(WithoutRoot(text, options.source_root)));
  }
}

INSTANTIATE_TEST_SUITE_P(Reports, GoldenTest,
                         testing::Values("one_race", "many_stories", "compared", "race_free",
                                         "unknown"),
                         [](const auto& info) { return std::string(info.param); });

TEST(GoldenOptionsTest, All) {
  TextOptions options;
  options.show_all = true;
  options.include_times = true;
  ExpectGolden("many_stories_all.txt", WriteText(Load("many_stories"), options));
}

TEST(GoldenOptionsTest, SuppressedAndUnchanged) {
  TextOptions options;
  options.show_all = options.show_suppressed = options.show_unchanged = true;
  options.source_root = Folder() + "src";
  ExpectGolden("compared_all.txt", WriteText(Load("compared"), options));
}

TEST(GoldenOptionsTest, Color) {
  TextOptions options;
  options.color = true;
  options.source_root = Folder() + "src";
  ExpectGolden("one_race_color.txt", WriteText(Load("one_race"), options));
}

}  // namespace
}  // namespace plait

int main(int argc, char** argv) {
  testing::InitGoogleTest(&argc, argv);
  plait::update = argc > 1 && std::string(argv[1]) == "--update";
  return RUN_ALL_TESTS();
}
