#include <cstdlib>
#include <thread>

static int answer;

static void ask(bool wait) {
  std::thread thread([] { answer = 42; });
  if (wait) thread.join();
}

int main(int argc, char**) {
  ask(argc > 0);
  return answer == 42 ? 0 : 1;
}
