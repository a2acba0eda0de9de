#include <mutex>
#include <thread>

static std::mutex guard;
static int score;

static void play() {
  std::unique_lock<std::mutex> hold(guard, std::defer_lock);
  hold.lock();
  score++;
}

int main() {
  std::thread a(play), b(play);
  a.join();
  b.join();
  return 0;
}
