// Values that copies share until one of them changes.
#ifndef PLAIT_CHECKERS_WITNESS_SHARED_H_
#define PLAIT_CHECKERS_WITNESS_SHARED_H_

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

namespace plait::witness {

// 128 bits that are another's by accident only.
using Digest = std::pair<uint64_t, uint64_t>;

// What a digest of a state takes from one of its parts: all but what the objects are called that it
// mentions.
struct Outline {
  Digest digest;
  std::vector<uint32_t> mentioned;  // objects by number, in the order of the part

  friend bool operator==(const Outline&, const Outline&) = default;
};

// Copying one is cheap, whatever its value. Not safe to use from several threads.
template <typename T>
class Shared {
 public:
  Shared() : Shared(T()) {}
  explicit Shared(T value) : held_(new Held{1, false, {}, std::move(value)}) {}
  Shared(const Shared& other) : held_(other.held_) { ++held_->owners; }
  Shared(Shared&& other) noexcept : held_(std::exchange(other.held_, nullptr)) {}
  Shared& operator=(Shared other) noexcept {
    std::swap(held_, other.held_);
    return *this;
  }
  ~Shared() {
    if (held_ != nullptr && --held_->owners == 0) delete held_;
  }

  const T& operator*() const { return held_->value; }
  const T* operator->() const { return &held_->value; }

  bool is_shared() const { return held_->owners > 1; }
  // Whether they share one value.
  bool IsSame(const Shared& other) const { return held_ == other.held_; }

  // To be changed. References from before may be to what the others go on sharing; this one stays
  // good until this is copied.
  T& Own() {
    if (held_->owners > 1) {
      auto* const copy = new Held{1, false, {}, held_->value};
      --held_->owners;
      held_ = copy;
    }
    held_->has_outline = false;
    return held_->value;
  }

  // Found once for all who share the value: `find` is called with it, and with where it goes.
  template <typename Find>
  const Outline& OutlineBy(Find find) const {
    if (!held_->has_outline) {
      held_->outline.mentioned.clear();
      find(held_->value, &held_->outline);
      held_->has_outline = true;
    }
    return held_->outline;
  }

 private:
  struct Held {
    uint32_t owners = 1;
    bool has_outline = false;
    Outline outline;
    T value;
  };

  Held* held_;
};

// By address, sorted.
template <typename T>
class SharedMap {
 public:
  using Entry = std::pair<uint64_t, Shared<T>>;

  auto begin() const { return entries_.begin(); }
  auto end() const { return entries_.end(); }
  size_t size() const { return entries_.size(); }
  // The first one that is not before the address.
  auto LowerBound(uint64_t address) const {
    return std::lower_bound(begin(), end(), address, IsBefore);
  }
  // nullptr if it is not there.
  const T* Find(uint64_t address) const {
    const auto entry = LowerBound(address);
    return entry != end() && entry->first == address ? &*entry->second : nullptr;
  }
  // Must be there.
  const T& At(uint64_t address) const { return *LowerBound(address)->second; }
  // To be changed; made if it is not there.
  T& Own(uint64_t address) {
    auto entry = std::lower_bound(entries_.begin(), entries_.end(), address, IsBefore);
    if (entry == entries_.end() || entry->first != address) {
      entry = entries_.emplace(entry, address, Shared<T>());
    }
    return entry->second.Own();
  }
  // `visit` takes a Shared<T>&.
  template <typename Visit>
  void ForEach(Visit visit) {
    for (Entry& entry : entries_) visit(entry.second);
  }
  template <typename IsErased>
  void EraseIf(IsErased is_erased) {
    std::erase_if(entries_, [&](const Entry& entry) { return is_erased(entry.first); });
  }

 private:
  static bool IsBefore(const Entry& entry, uint64_t address) { return entry.first < address; }

  std::vector<Entry> entries_;
};

}  // namespace plait::witness

#endif  // PLAIT_CHECKERS_WITNESS_SHARED_H_
