// A range of bytes that an operation of an execution reads or writes.
#ifndef PLAIT_CHECKERS_WITNESS_BYTES_H_
#define PLAIT_CHECKERS_WITNESS_BYTES_H_

#include <compare>
#include <cstdint>

namespace plait::witness {

struct Bytes {
  uint64_t address = 0;
  uint64_t size = 0;
  bool is_write = false;
  bool is_atomic = false;

  friend auto operator<=>(const Bytes&, const Bytes&) = default;
  bool Overlaps(const Bytes& other) const {
    return address < other.address + other.size && other.address < address + size;
  }
  // Whether the two, of different threads and both about to be made, are a data race.
  bool ConflictsWith(const Bytes& other) const {
    return Overlaps(other) && (is_write || other.is_write) && !(is_atomic && other.is_atomic);
  }
};

}  // namespace plait::witness

#endif  // PLAIT_CHECKERS_WITNESS_BYTES_H_
