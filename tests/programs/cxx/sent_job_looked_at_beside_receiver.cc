// The sender still looks at a job that it has sent.
#include <condition_variable>
#include <deque>
#include <memory>
#include <mutex>
#include <thread>
struct Job {
  int in = 0;
  int out = 0;
};
class Channel {
 public:
  void Send(std::unique_ptr<Job> job) {
    std::unique_lock<std::mutex> lock(m_);
    room_.wait(lock, [this] { return jobs_.size() < 2; });
    jobs_.push_back(std::move(job));
    some_.notify_one();
  }
  std::unique_ptr<Job> Receive() {
    std::unique_lock<std::mutex> lock(m_);
    some_.wait(lock, [this] { return closed_ || !jobs_.empty(); });
    if (jobs_.empty()) return nullptr;
    std::unique_ptr<Job> job = std::move(jobs_.front());
    jobs_.pop_front();
    room_.notify_one();
    return job;
  }
  void Close() {
    std::lock_guard<std::mutex> lock(m_);
    closed_ = true;
    some_.notify_all();
  }

 private:
  std::mutex m_;
  std::condition_variable some_, room_;
  std::deque<std::unique_ptr<Job>> jobs_;
  bool closed_ = false;
};
int main() {
  Channel channel;
  std::thread worker([&] {
    while (std::unique_ptr<Job> job = channel.Receive()) job->in = job->in * 2;  // RACE! Job.in
  });
  for (int i = 0; i < 100; i++) {
    auto job = std::make_unique<Job>();
    job->in = i;
    Job* sent = job.get();
    channel.Send(std::move(job));
    if (sent->in < 0) return 1;  // RACE! Job.in
  }
  channel.Close();
  worker.join();
}
