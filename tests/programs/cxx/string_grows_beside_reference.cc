// A character that is added may move all the others.
#include <atomic>
#include <string>
#include <thread>

static std::atomic<int> sum;

int main() {
  std::string text = "a text that is long enough to lie on the heap";
  const char &first = text.front();
  std::thread reader([&first] { sum += first; });                            // RACE! first
  std::thread writer([&text] { text += " and will have to be moved away"; });  // RACE! first
  reader.join();
  writer.join();
  return 0;
}
