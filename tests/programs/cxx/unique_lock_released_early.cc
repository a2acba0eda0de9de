#include <mutex>
#include <thread>

static std::mutex guard;
static int score;

static void play() {
  std::unique_lock<std::mutex> hold(guard);
  score++;
  hold.unlock();
  score++;  // RACE! score
}

int main() {
  std::thread a(play), b(play);
  a.join();
  b.join();
  return 0;
}
