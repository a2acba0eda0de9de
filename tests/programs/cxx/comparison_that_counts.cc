// TODAY: unknown: what a container calls is not followed
// The comparison that a map makes counts how often it is asked.
#include <map>
#include <thread>

static int asked;

struct Key {
  int number;
  bool operator<(const Key& other) const {
    asked++;
    return number < other.number;
  }
};

int main() {
  std::thread thread([] {
    std::map<Key, int> numbers;
    numbers[Key{1}] = 1;
    numbers[Key{2}] = 2;
  });
  asked = 5;  // MISSED asked: what a container calls is not followed
  thread.join();
  return 0;
}
