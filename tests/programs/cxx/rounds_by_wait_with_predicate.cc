// VERDICT: unknown: a function of the library is not known
// Helpers wait until a predicate lets them run; who lets them run waits for all, and only then makes
// the next round ready.
#include <condition_variable>
#include <mutex>
#include <thread>
#include <vector>

extern void read_options(long *count);  // TSAN: silent: the library does not exist

static long limit;

class Helper {
 public:
  void Launch() { thread_ = std::thread(&Helper::Loop, this); }

  void Start() {
    std::lock_guard<std::mutex> lock(mutex_);
    runs_ = true;
    changed_.notify_one();
  }

  void Wait() {
    std::unique_lock<std::mutex> lock(mutex_);
    changed_.wait(lock, [this] { return !searches_ && !runs_; });
  }

  ~Helper() {
    {
      std::lock_guard<std::mutex> lock(mutex_);
      ends_ = true;
    }
    changed_.notify_one();
    thread_.join();
  }

 private:
  void Loop() {
    while (true) {
      std::unique_lock<std::mutex> lock(mutex_);
      changed_.wait(lock, [this] { return runs_ || ends_; });
      if (ends_) return;
      searches_ = true;
      runs_ = false;
      lock.unlock();
      for (long i = 0; i < limit; i++) sum_ += i;
      lock.lock();
      searches_ = false;
      changed_.notify_one();
    }
  }

  std::mutex mutex_;
  std::condition_variable changed_;
  bool runs_ = false, searches_ = false, ends_ = false;
  long sum_ = 0;
  std::thread thread_;
};

static std::vector<Helper *> helpers;

static void Search(long depth) {
  limit = depth;
  for (Helper *helper : helpers) helper->Start();
  for (Helper *helper : helpers) helper->Wait();
}

int main() {
  long count = 1;
  read_options(&count);
  for (long i = 0; i < count; i++) {
    helpers.push_back(new Helper());
    helpers.back()->Launch();
  }
  for (long i = 0; i < count; i++) Search(i);
  for (Helper *helper : helpers) delete helper;
  return 0;
}
