// Every C program of tests/golden is lowered to the IR that stands beside it: NAME.c, NAME.ir.
//
// After a change of the lowering that is meant, write the files again and read the difference:
//
//   PLAIT_UPDATE_GOLDEN=1 bazel run --config=release //tests:golden_test
//
// That writes into the source tree, for which `bazel run` names its folder.
#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "analyzer/ir/codec.h"
#include "analyzer/ir/ir.h"
#include "analyzer/ir/parser.h"
#include "analyzer/ir/printer.h"
#include "analyzer/ir/verifier.h"
#include "frontend/capture.h"
#include "frontend/compile_commands.h"
#include "gtest/gtest.h"
#include "tests/annotations.h"

namespace plait {
namespace {

namespace fs = std::filesystem;

bool IsUpdate() {
  const char* value = std::getenv("PLAIT_UPDATE_GOLDEN");
  return value != nullptr && std::string(value) == "1";
}

// The real folder, not the links to it that Bazel makes: the IR names files relative to it.
fs::path GoldenFolder() {
  const char* source_tree = std::getenv("BUILD_WORKSPACE_DIRECTORY");
  if (IsUpdate() && source_tree != nullptr) return fs::path(source_tree) / "tests/golden";
  const char* runfiles = std::getenv("TEST_SRCDIR");
  const char* workspace = std::getenv("TEST_WORKSPACE");
  fs::path folder = "tests/golden";
  if (runfiles != nullptr && workspace != nullptr) folder = fs::path(runfiles) / workspace / folder;
  return fs::canonical(folder / "widths.c").parent_path();
}

absl::StatusOr<ir::Unit> CaptureProgram(const AnnotatedProgram& program) {
  const std::string folder = GoldenFolder().string();
  const frontend::CompileCommand command =
      frontend::FixedCommand(folder, program.files.front(), program.flags);
  return frontend::CaptureUnit(command.directory, command.file, command.arguments,
                               {.project_root = folder});
}

std::string ReadText(const fs::path& path) {
  std::ifstream in(path);
  return {std::istreambuf_iterator<char>(in), std::istreambuf_iterator<char>()};
}

class GoldenTest : public testing::TestWithParam<AnnotatedProgram> {};

TEST_P(GoldenTest, IsLoweredAsWritten) {
  const AnnotatedProgram& program = GetParam();
  absl::StatusOr<ir::Unit> unit = CaptureProgram(program);
  ASSERT_TRUE(unit.ok()) << unit.status();
  EXPECT_EQ(unit->error_count, 0u) << unit->errors.front();
  EXPECT_EQ(ir::VerifyUnit(*unit), absl::OkStatus());

  const absl::StatusOr<ir::Unit> again = CaptureProgram(program);
  ASSERT_TRUE(again.ok()) << again.status();
  EXPECT_EQ(ir::EncodeUnit(*again), ir::EncodeUnit(*unit)) << "the second capture differs";

  // Headers have other paths, and lines, on other machines.
  unit->included_files.resize(1);
  unit->included_files[0] = fs::path(unit->included_files[0]).filename().string();
  const std::string text = ir::PrintUnit(*unit);
  const fs::path golden = fs::path(program.files.front()).replace_extension(".ir");
  if (IsUpdate()) std::ofstream(golden) << text;
  EXPECT_EQ(text, ReadText(golden)) << "see the top of this test for how to update " << golden;

  const absl::StatusOr<ir::Unit> parsed = ir::ParseUnit(text);
  ASSERT_TRUE(parsed.ok()) << parsed.status();
  EXPECT_EQ(ir::EncodeUnit(*parsed), ir::EncodeUnit(*unit)) << "the text does not say it all";
}

TEST(GoldenFilesTest, EachHasItsProgram) {
  for (const fs::directory_entry& entry : fs::directory_iterator(GoldenFolder())) {
    if (entry.path().extension() != ".ir") continue;
    EXPECT_TRUE(fs::exists(fs::path(entry.path()).replace_extension(".c")) ||
                fs::exists(fs::path(entry.path()).replace_extension(".cc")))
        << entry.path();
  }
}

INSTANTIATE_TEST_SUITE_P(All, GoldenTest, testing::ValuesIn(FindPrograms(GoldenFolder().string())),
                         [](const testing::TestParamInfo<AnnotatedProgram>& info) {
                           return info.param.name;
                         });

}  // namespace
}  // namespace plait
