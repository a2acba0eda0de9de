// Each key belongs to a shard by its hash. Who moves a value on has the lock of the first one only.
#include <array>
#include <functional>
#include <map>
#include <mutex>
#include <string>
#include <thread>

class Store {
 public:
  void Set(const std::string& key, int value) {
    Shard& shard = ShardOf(key);
    std::lock_guard<std::mutex> lock(shard.mutex);
    shard.values[key] = value;  // RACE! store.shards_._M_elems[].values._M_t._M_impl
  }

  void Rename(const std::string& from, const std::string& to) {
    Shard& shard = ShardOf(from);
    std::lock_guard<std::mutex> lock(shard.mutex);
    const auto found = shard.values.find(from);
    if (found == shard.values.end()) return;
    ShardOf(to).values[to] = found->second;  // RACE! ShardOf(to).values[to]
  }

 private:
  struct Shard {
    std::mutex mutex;
    std::map<std::string, int> values;
  };
  Shard& ShardOf(const std::string& key) {
    return shards_[std::hash<std::string>{}(key) % shards_.size()];
  }
  std::array<Shard, 4> shards_;
};

int main() {
  Store store;
  store.Set("a", 1);
  std::thread setter([&store] {
    for (int i = 0; i < 20; ++i) store.Set("k" + std::to_string(i % 5), i);
  });
  for (int i = 0; i < 20; ++i) store.Rename("a", "k" + std::to_string(i % 5));
  setter.join();
  return 0;
}
