// What is looked for in a table by its address is not touched, nor is the pointer.
#include <map>
#include <thread>
static int numbers[4];
static std::map<int*, int> known;
static int* first = &numbers[0];
static void look(bool* found) { *found = known.find(first) != known.end(); }
int main() {
  known[first] = 1;
  bool a = false, b = false;
  std::thread one(look, &a), other(look, &b);
  one.join();
  other.join();
  return a && b ? 0 : 1;
}
