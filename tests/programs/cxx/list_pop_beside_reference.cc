// VERDICT: unknown: which element is meant is not known
// One thread takes an element out of the list that the other one has a reference to.
#include <list>
#include <thread>

int main() {
  std::list<int> numbers{1, 2};
  int &first = numbers.front();
  std::thread taker([&] { numbers.pop_front(); });  // RACE! first
  first++;                                          // RACE! first
  taker.join();
  return 0;
}
