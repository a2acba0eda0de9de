// A range of bytes that an operation of an execution reads or writes.
#ifndef PLAIT_CHECKERS_WITNESS_BYTES_H_
#define PLAIT_CHECKERS_WITNESS_BYTES_H_

#include <algorithm>
#include <compare>
#include <cstdint>
#include <numeric>
#include <vector>

namespace plait::witness {

struct Bytes {
  static constexpr int kObjectShift = 32;  // of Memory's addresses: objects are apart

  uint64_t address = 0;
  uint64_t size = 0;
  bool is_write = false;
  bool is_atomic = false;
  // If not 0, it is not known which element of an object they are in: they lie a multiple of this
  // behind the address, which is in the first one.
  uint32_t stride = 0;

  friend auto operator<=>(const Bytes&, const Bytes&) = default;
  bool Overlaps(const Bytes& other) const {
    if (stride == 0 && other.stride == 0) {
      return address < other.address + other.size && other.address < address + size;
    }
    if (address >> kObjectShift != other.address >> kObjectShift) return false;
    const uint64_t period = std::gcd(stride, other.stride);
    const uint64_t behind = (other.address % period + period - address % period) % period;
    return behind < size || behind + other.size > period;
  }
  // Includes those of the other access, if that makes one range of the same kind.
  bool Extend(const Bytes& other) {
    const bool is_one = stride == 0 && other.stride == 0 && is_write == other.is_write &&
                        is_atomic == other.is_atomic && address <= other.address + other.size &&
                        other.address <= address + size;
    if (!is_one) return false;
    const uint64_t end = std::max(address + size, other.address + other.size);
    address = std::min(address, other.address);
    size = end - address;
    return true;
  }
  // Whether the two, of different threads and both about to be made, are a data race.
  bool ConflictsWith(const Bytes& other) const {
    return Overlaps(other) && (is_write || other.is_write) && !(is_atomic && other.is_atomic);
  }
};

// Adds plain accesses of one thread between two operations that order threads: those next to each
// other are one. Looks at the last ones only.
inline void AddToRecent(const Bytes& bytes, std::vector<Bytes>* all) {
  constexpr size_t kRecent = 16;
  const size_t first = all->size() - std::min(all->size(), kRecent);
  for (size_t i = all->size(); i-- > first;) {
    if ((*all)[i].Extend(bytes)) return;
  }
  all->push_back(bytes);
}

}  // namespace plait::witness

#endif  // PLAIT_CHECKERS_WITNESS_BYTES_H_
