// FLAGS: -std=gnu++17
// A view keeps no copy of the characters that the string gives up.
#include <atomic>
#include <string>
#include <string_view>
#include <thread>

static std::atomic<int> sum;

int main() {
  std::string text = "a text that is long enough to lie on the heap";
  const std::string_view view = text;
  std::thread reader([view] { sum += view[0]; });                // RACE! view[0]
  std::thread writer([&text] { text = std::string(100, 'x'); });  // RACE! view[0]
  reader.join();
  writer.join();
  return 0;
}
