#include "review/test_repository.h"

#include <filesystem>
#include <fstream>
#include <iterator>

#include "gtest/gtest.h"
#include "review/process.h"

namespace plait {

namespace fs = std::filesystem;

TestRepository::TestRepository(const std::string& name) {
  path_ = (fs::canonical(testing::TempDir()) /
           testing::UnitTest::GetInstance()->current_test_info()->name() / name)
              .string();
  fs::remove_all(path_);
  fs::create_directories(path_);
  Git({"init", "-q", "-b", "main"});
}

TestRepository::~TestRepository() {
  std::error_code ignored;
  fs::remove_all(path_, ignored);
}

std::string TestRepository::Git(const std::vector<std::string>& words) const {
  // Whatever this machine's configuration says.
  std::vector<std::string> all = {"git",
                                  "-C",
                                  path_,
                                  "-c",
                                  "user.name=Test",
                                  "-c",
                                  "user.email=test@example.com",
                                  "-c",
                                  "protocol.file.allow=always"};
  all.insert(all.end(), words.begin(), words.end());
  const absl::StatusOr<ProcessOutput> output =
      RunProcess(all, {{"GIT_CONFIG_GLOBAL", "/dev/null"}, {"GIT_CONFIG_NOSYSTEM", "1"}});
  EXPECT_TRUE(output.ok()) << output.status();
  if (!output.ok()) return "";
  EXPECT_EQ(output->exit_code, 0) << words[0] << ": " << output->error;
  return output->out.substr(0, output->out.find_last_not_of('\n') + 1);
}

void TestRepository::Write(const std::string& file, const std::string& text) const {
  const fs::path path = fs::path(path_) / file;
  fs::create_directories(path.parent_path());
  std::ofstream(path, std::ios::binary) << text;
}

std::string TestRepository::Read(const std::string& file) const {
  std::ifstream in(fs::path(path_) / file, std::ios::binary);
  return std::string(std::istreambuf_iterator<char>(in), {});
}

std::string TestRepository::Commit(const std::string& message) const {
  Git({"add", "--all"});
  Git({"commit", "-q", "--allow-empty", "-m", message});
  return Git({"rev-parse", "HEAD"});
}

}  // namespace plait
