// The map makes the thread, of what it is given for it.
#include <map>
#include <thread>

static int count;

static void work() { count++; }  // RACE! count

int main() {
  std::map<int, std::thread> threads;
  threads.emplace(1, work);
  count++;  // RACE! count
  threads.begin()->second.join();
  return 0;
}
