#include "frontend/capture_testing.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>

#include "absl/status/statusor.h"
#include "analyzer/ir/printer.h"
#include "analyzer/ir/verifier.h"
#include "frontend/capture.h"

namespace plait::frontend {
namespace {

std::string MakeFolder() {
  std::string pattern = ::testing::TempDir() + "/capture_XXXXXX";
  const char* made = mkdtemp(pattern.data());
  EXPECT_NE(made, nullptr) << pattern;
  return std::filesystem::canonical(pattern).string();
}

template <typename T>
const T& FindByName(const std::vector<T>& all, const std::string& name) {
  static const T* const none = new T;
  for (const T& one : all) {
    if (one.name == name) return one;
  }
  ADD_FAILURE() << "nothing named " << name;
  return *none;
}

bool StartsWith(const std::string& text, const std::string& prefix) {
  return text.compare(0, prefix.size(), prefix) == 0;
}

std::string WithoutLocation(const std::string& line) {
  const size_t at = line.rfind(" at ");
  const bool is_location = at != std::string::npos &&
                           line.find_first_not_of("-0123456789:", at + 4) == std::string::npos;
  return is_location ? line.substr(0, at) : line;
}

}  // namespace

ir::Unit Capture(const std::string& source, const std::string& file,
                 const std::vector<std::string>& flags) {
  const std::string folder = MakeFolder();
  std::ofstream(folder + "/" + file) << source;
  std::vector<std::string> command = {"clang"};
  command.insert(command.end(), flags.begin(), flags.end());
  command.push_back(file);
  absl::StatusOr<ir::Unit> unit = CaptureUnit(folder, file, command, {.project_root = folder});
  std::filesystem::remove_all(folder);
  if (!unit.ok()) {
    ADD_FAILURE() << unit.status();
    return {};
  }
  EXPECT_EQ(ir::VerifyUnit(*unit), absl::OkStatus());
  return *std::move(unit);
}

const ir::Procedure& FindProcedure(const ir::Unit& unit, const std::string& name) {
  return FindByName(unit.procedures, name);
}
const ir::Global& FindGlobal(const ir::Unit& unit, const std::string& name) {
  return FindByName(unit.globals, name);
}
const ir::FunctionInfo& FindFunction(const ir::Unit& unit, const std::string& name) {
  return FindByName(unit.functions, name);
}
const ir::Record& FindRecord(const ir::Unit& unit, const std::string& name) {
  return FindByName(unit.records, name);
}

std::string BodyText(const ir::Procedure& procedure) {
  std::istringstream lines(ir::PrintProcedure(procedure));
  std::string text = "\n";
  for (std::string line; std::getline(lines, line);) {
    if (StartsWith(line, "proc ") || line == "}" || StartsWith(line, "  registers ")) continue;
    text += WithoutLocation(line) + "\n";
  }
  return text;
}

std::string Body(const std::string& source, const std::string& name) {
  const ir::Unit unit = Capture(source);
  EXPECT_EQ(unit.error_count, 0) << unit.errors.front();
  return BodyText(FindProcedure(unit, name));
}

std::string CxxBody(const std::string& source, const std::string& name) {
  const ir::Unit unit = Capture(source, "a.cc");
  EXPECT_EQ(unit.error_count, 0) << unit.errors.front();
  return BodyText(FindProcedure(unit, name));
}

}  // namespace plait::frontend
