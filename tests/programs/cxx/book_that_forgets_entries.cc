// FLAGS: -std=gnu++20
// Entries of a table by name are added, found and taken out under its lock. Taking one out leaves
// the others where they are.
#include <atomic>
#include <map>
#include <mutex>
#include <shared_mutex>
#include <string>
#include <thread>

class Book {
 public:
  int Find(const std::string &name) {
    std::shared_lock lock(mutex_);
    auto entry = entries_.find(name);
    if (entry == entries_.end()) return 0;
    entry->second.is_used = true;
    return entry->second.number;
  }

  void Set(const std::string &name, int number) {
    std::unique_lock lock(mutex_);
    entries_[name].number = number;
    ++changes_;
  }

  int Forget() {
    std::unique_lock lock(mutex_);
    int gone = 0;
    for (auto entry = entries_.begin(); entry != entries_.end();) {
      if (entry->second.is_used.exchange(false)) {
        ++entry;
      } else {
        entry = entries_.erase(entry);
        ++gone;
      }
    }
    changes_ += gone;
    return gone;
  }

  int changes() {
    std::shared_lock lock(mutex_);
    return changes_;
  }

 private:
  struct Entry {
    int number = 0;
    std::atomic<bool> is_used{true};
  };
  std::shared_mutex mutex_;
  std::map<std::string, Entry> entries_;
  int changes_ = 0;
};

int main() {
  Book book;
  auto work = [&book](int first) {
    for (int i = 0; i < 40; ++i) {
      book.Set("name " + std::to_string((first + i) % 9), i);
      book.Find("name " + std::to_string(i % 7));
      if (i % 25 == 24) book.Forget();
    }
  };
  std::thread a(work, 1), b(work, 4);
  const int seen = book.changes();
  a.join();
  b.join();
  return seen > book.changes();
}
