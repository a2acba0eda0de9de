// FLAGS: -std=gnu++17
// Each thread changes copies and parts of a text that all have, and reads its own by pointers.
#include <atomic>
#include <string>
#include <string_view>
#include <thread>

static const std::string text = "one two three";
static std::atomic<int> sum;

static void work(std::string given) {
  std::string own = text + given;
  const std::string_view view = own;
  sum += view[0];
  own = "x";
  own.append(text);
  given.clear();
  const char *last = own.c_str();
  sum += last[0];
}

int main() {
  std::string name = "name";
  std::thread one(work, name), two(work, name);
  name = "another one";
  one.join();
  two.join();
  return 0;
}
