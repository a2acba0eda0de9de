// What c_str() leads to is changed by way of the string, and given back.
#include <atomic>
#include <string>
#include <thread>

static std::atomic<int> sum;

int main() {
  std::string text(50, 'x');
  const char *first = text.c_str();
  std::thread reader([first] { sum += first[0]; });  // RACE! first[0]
  std::thread writer([&text] {
    text.clear();  // RACE! first[0]
    text.shrink_to_fit();
  });
  reader.join();
  writer.join();
  return 0;
}
