// VERDICT: unknown: elements that go from one list to another are not followed
#include <list>
#include <thread>

int main() {
  std::list<int> one{1}, other;
  int &first = one.front();
  other.splice(other.end(), one);
  std::thread counter([&] { other.front()++; });
  first++;  // MISSED first: it is in the other list now
  counter.join();
  return 0;
}
