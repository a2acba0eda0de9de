// Each thread takes the next number when it first uses the variable.
#include <thread>

static int next;

static int take() {
  return ++next;  // RACE! next
}

static thread_local int own = take();

int main() {
  const auto work = [] { return own; };
  std::thread a(work), b(work);
  a.join();
  b.join();
  return 0;
}
