// VERDICT: unknown: no execution gets past a number with a fraction
// The loop over a vector ends, also where it is not known how many elements it has.
#include <pthread.h>

#include <vector>

static int count, sum;
static double share = 0.25;

static void add_up(int number) {
  std::vector<int> numbers;
  if (number > 3) numbers.push_back(number);
  for (int n : numbers) sum += n;
}

static void *run(void *arg) {
  ++count; // RACE! count
  return arg;
}

int main(int argc, char **argv) {
  share = argc * 0.5;
  if (share > 100.0) return 1;
  add_up(argc);
  pthread_t t;
  pthread_create(&t, nullptr, run, nullptr);
  ++count; // RACE! count
  pthread_join(t, nullptr);
  return count;
}
