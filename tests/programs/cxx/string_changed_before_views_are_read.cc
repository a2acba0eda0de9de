// FLAGS: -std=gnu++17
// The string is changed before there are threads, which only look at it, and when they have ended.
#include <atomic>
#include <string>
#include <string_view>
#include <thread>

static std::atomic<int> sum;

int main() {
  std::string text = "hello";
  text += " world";
  text.reserve(100);
  const std::string_view view = text;
  const char *second = text.c_str() + 1;
  std::thread one([view] { sum += view[0]; });
  std::thread two([second] { sum += *second; });
  std::thread three([&text] { sum += text[2]; });
  one.join();
  two.join();
  three.join();
  text.clear();
  return 0;
}
