// FLAGS: -std=gnu++17
// The string in the optional ends, and its characters with it.
#include <atomic>
#include <optional>
#include <string>
#include <string_view>
#include <thread>

static std::atomic<int> sum;

int main() {
  std::optional<std::string> text("a text that is long enough to lie on the heap");
  const std::string_view view = *text;
  std::thread reader([view] { sum += view[0]; });  // RACE! view[0]
  std::thread writer([&text] { text.reset(); });
  reader.join();
  writer.join();
  return 0;
}
