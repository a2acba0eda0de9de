#include <stdexcept>
#include <thread>
#include <utility>

class Joiner {
 public:
  explicit Joiner(std::thread thread) : thread_(std::move(thread)) {}
  ~Joiner() { thread_.join(); }

 private:
  std::thread thread_;
};

static int found;

static int check(int count) {
  if (count > 3) throw std::runtime_error("too many");
  return count;
}

int main(int argc, char **) {
  try {
    Joiner joiner(std::thread([] { found = 7; }));
    check(argc);
  } catch (const std::exception &) {
    return found;
  }
  return found;
}
