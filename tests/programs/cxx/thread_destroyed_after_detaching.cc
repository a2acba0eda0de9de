#include <thread>

static int answer;

static void ask() {
  std::thread thread([] {
    answer = 42;  // RACE! answer
  });
  thread.detach();
}

int main() {
  ask();
  return answer;  // RACE! answer
}
