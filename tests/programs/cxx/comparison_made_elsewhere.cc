// VERDICT: unknown: what the comparison does is not there to be seen
// A set is ordered by a comparison that another file has.
#include <set>
#include <thread>

struct Key {
  int number;
  bool operator<(const Key& other) const;  // TSAN: silent: the other file is not there
};

struct ByNumber {
  bool operator()(const Key& a, const Key& b) const;
};

static int count;

int main() {
  std::thread thread([] {
    std::set<Key, ByNumber> keys;
    keys.insert(Key{1});
  });
  thread.join();
  count++;
  return count;
}
