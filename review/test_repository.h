// A git repository for tests, in a folder of its own.
#ifndef PLAIT_REVIEW_TEST_REPOSITORY_H_
#define PLAIT_REVIEW_TEST_REPOSITORY_H_

#include <string>
#include <vector>

namespace plait {

class TestRepository {
 public:
  // Empty, below the test's temporary folder; `name` tells several apart.
  explicit TestRepository(const std::string& name = "repository");
  ~TestRepository();

  const std::string& path() const { return path_; }

  // Runs git there and returns what it prints. Fails the test if it fails.
  std::string Git(const std::vector<std::string>& words) const;

  void Write(const std::string& file, const std::string& text) const;
  std::string Read(const std::string& file) const;

  // Commits all there is. Returns the commit in hex.
  std::string Commit(const std::string& message = "a change") const;

 private:
  std::string path_;
};

}  // namespace plait

#endif  // PLAIT_REVIEW_TEST_REPOSITORY_H_
