#include <mutex>
#include <thread>

class Job {
 public:
  virtual ~Job() = default;
  virtual void run() = 0;

 protected:
  int count_ = 0;
};

class Count : public Job {
 public:
  void run() override { count_++; }
};

class LockedCount : public Job {
 public:
  void run() override {
    std::lock_guard<std::mutex> hold(guard_);
    count_++;
  }

 private:
  std::mutex guard_;
};

int main() {
  Count own;
  own.run();
  LockedCount count;
  Job* job = &count;
  std::thread a([job] { job->run(); });
  std::thread b([job] { job->run(); });
  a.join();
  b.join();
  return 0;
}
