// FLAGS: -std=gnu++20
// Counts by name in shards, each a map with a lock. How many calls there were is asked without one.
#include <array>
#include <mutex>
#include <string>
#include <thread>
#include <unordered_map>
#include <vector>

class Counts {
 public:
  void Add(const std::string& name, int n) {
    Shard& shard = ShardOf(name);
    std::lock_guard<std::mutex> lock(shard.mutex);
    shard.counts[name] += n;
    ++shard.calls;
  }

  int Of(const std::string& name) {
    Shard& shard = ShardOf(name);
    std::lock_guard<std::mutex> lock(shard.mutex);
    const auto found = shard.counts.find(name);
    return found == shard.counts.end() ? 0 : found->second;
  }

  long Calls() {
    long sum = 0;
    for (Shard& shard : shards_) {
      sum += shard.calls;  // RACE! counts.shards_._M_elems[].calls
    }
    return sum;
  }

 private:
  struct Shard {
    std::mutex mutex;
    std::unordered_map<std::string, int> counts;
    long calls = 0;
  };

  Shard& ShardOf(const std::string& name) {
    return shards_[std::hash<std::string>()(name) % shards_.size()];
  }

  std::array<Shard, 16> shards_;
};

int main(int argc, char**) {
  Counts counts;
  std::vector<std::thread> threads;
  for (int i = 0; i < 4; ++i) {
    threads.emplace_back([&counts, i, argc] {
      for (int k = 0; k < 1000; ++k) {
        counts.Add("name" + std::to_string(k % (10 + argc)), i);
        if (counts.Of("name1") < 0 || counts.Calls() < 0) return;
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
  return counts.Calls() == 0;
}
