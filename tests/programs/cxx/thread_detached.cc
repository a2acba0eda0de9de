#include <thread>

static int answer;

int main() {
  std::thread([] {
    answer = 42;  // RACE! answer
  }).detach();
  return answer;  // RACE! answer
}
