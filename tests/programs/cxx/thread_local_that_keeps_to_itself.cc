// Each thread destroys its own object, which touches nothing else.
#include <thread>
#include <vector>

struct Tally {
  long own = 0;
  ~Tally() { own = -1; }
};

static Tally& tally() {
  thread_local Tally only;
  return only;
}
static thread_local std::vector<int> seen;

static void count() {
  tally().own++;
  seen.push_back(1);
}

int main() {
  std::thread one(count), other(count);
  one.join();
  other.join();
  return 0;
}
