// What comes after a walk over a list, from its end to its beginning, is reached.
#include <pthread.h>

#include <deque>
#include <list>

static int shared, sum;

static void *work(void *arg) {
  shared++; // RACE! shared
  return arg;
}

int main() {
  std::list<int> list = {1, 2};
  std::deque<int> deque = {3};
  for (std::list<int>::reverse_iterator i = list.rbegin(); i != list.rend(); i++) sum += *i;
  for (auto i = deque.crbegin(); i != deque.crend(); ++i) sum += *i;
  pthread_t t;
  pthread_create(&t, nullptr, work, nullptr);
  shared++; // RACE! shared
  pthread_join(t, nullptr);
  return sum;
}
