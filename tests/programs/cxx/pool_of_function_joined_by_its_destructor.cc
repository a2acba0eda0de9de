// The pool lives in a function. Its destructor, which runs behind main, asks its thread to end
// under the lock, and waits for it.
#include <condition_variable>
#include <mutex>
#include <thread>

class Pool {
 public:
  Pool() : worker_([this] { run(); }) {}
  ~Pool() {
    {
      std::lock_guard<std::mutex> guard(mutex_);
      is_ending_ = true;
    }
    changed_.notify_one();
    worker_.join();
    done_ = 0;
  }
  void add(int work) {
    std::lock_guard<std::mutex> guard(mutex_);
    waiting_ += work;
    changed_.notify_one();
  }

 private:
  void run() {
    std::unique_lock<std::mutex> guard(mutex_);
    while (!is_ending_) {
      changed_.wait(guard, [this] { return is_ending_ || waiting_ > 0; });
      done_ += waiting_;
      waiting_ = 0;
    }
  }

  std::mutex mutex_;
  std::condition_variable changed_;
  bool is_ending_ = false;
  int waiting_ = 0;
  long done_ = 0;
  std::thread worker_;
};

static Pool& pool() {
  static Pool only;
  return only;
}

int main() {
  pool().add(2);
  pool().add(3);
  return 0;
}
