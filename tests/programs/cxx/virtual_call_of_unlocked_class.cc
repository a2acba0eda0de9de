#include <thread>

class Job {
 public:
  virtual ~Job() = default;
  virtual void run() = 0;
};

class Count : public Job {
 public:
  void run() override {
    count_++;  // RACE! count_
  }

 private:
  int count_ = 0;
};

int main() {
  Count count;
  Job* job = &count;
  std::thread a([job] { job->run(); });
  std::thread b([job] { job->run(); });
  a.join();
  b.join();
  return 0;
}
