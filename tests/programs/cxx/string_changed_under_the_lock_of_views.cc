// FLAGS: -std=gnu++17
// Views and pointers are used and forgotten under the lock of the string.
#include <mutex>
#include <string>
#include <string_view>
#include <thread>

static std::mutex lock;
static std::string name = "first";
static int sum;

static void set(const char *to) {
  const std::lock_guard<std::mutex> guard(lock);
  name = to;
  name += '!';
}

static void look() {
  const std::lock_guard<std::mutex> guard(lock);
  const std::string_view view = name;
  const char *text = name.c_str();
  sum += view[0] + text[0];
}

int main() {
  std::thread one(set, "second"), two(look), three(look);
  one.join();
  two.join();
  three.join();
  return sum == 0;
}
