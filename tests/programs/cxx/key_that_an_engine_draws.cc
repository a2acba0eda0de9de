// Which entry is looked up is drawn from an engine. What is counted beside the lock is a race.
#include <list>
#include <memory>
#include <mutex>
#include <random>
#include <string>
#include <thread>
#include <unordered_map>
#include <vector>

struct Picture {
  std::string name;
  std::vector<unsigned char> pixels;
};

class Cache {
 public:
  std::shared_ptr<const Picture> Get(const std::string& name) {
    std::lock_guard<std::mutex> lock(mutex_);
    const auto found = index_.find(name);
    return found == index_.end() ? nullptr : *found->second;
  }

  void Put(std::shared_ptr<const Picture> picture) {
    std::lock_guard<std::mutex> lock(mutex_);
    if (index_.count(picture->name) != 0) return;
    bytes_ += picture->pixels.size();  // RACE! cache.bytes_
    pictures_.push_front(picture);
    index_[picture->name] = pictures_.begin();
  }

  bool IsFull() const { return bytes_ > 100; }

 private:
  using List = std::list<std::shared_ptr<const Picture>>;
  std::mutex mutex_;
  List pictures_;
  std::unordered_map<std::string, List::iterator> index_;
  std::size_t bytes_ = 0;
};

int main() {
  Cache cache;
  int full[2] = {0, 0};
  std::vector<std::thread> threads;
  for (int i = 0; i < 2; ++i) {
    threads.emplace_back([&cache, &full, i] {
      std::minstd_rand engine(static_cast<unsigned>(i) + 5);
      std::uniform_int_distribution<int> sizes(5, 9);
      for (int k = 0; k < 20; ++k) {
        const std::string name = "picture" + std::to_string(engine() % 10);
        if (!cache.Get(name)) {
          auto made = std::make_shared<Picture>();
          made->name = name;
          made->pixels.resize(static_cast<std::size_t>(sizes(engine)));
          cache.Put(made);
        }
        if (cache.IsFull()) ++full[i];
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
  return full[0] + full[1] < 0;
}
