#include <mutex>
#include <thread>

struct Account {
  std::mutex guard;
  int money = 0;
};

static Account here, there;

static void give() {
  std::scoped_lock hold(here.guard, there.guard);
  here.money--;
  there.money++;
}

static void look() {
  std::scoped_lock hold(there.guard);
  there.money++;
}

int main() {
  std::thread a(give), b(look);
  a.join();
  b.join();
  return 0;
}
