// The destructor of an entry deletes what it leads to, which is mostly nothing.
#include <thread>

struct Entry {
  Entry* below = nullptr;
  ~Entry() { delete below; }
};

static int count;

int main() {
  {
    Entry entry;
    entry.below = new Entry;
  }
  std::thread thread([] { count++; });
  count++;  // RACE! count
  thread.join();
  return count;
}
