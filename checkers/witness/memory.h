// Memory of one execution: objects of known size at numeric addresses, each byte known or not.
//
// Objects begin 2^32 bytes apart, so that no arithmetic within reason leads from one object into
// another, and addresses are never used twice: what is out of bounds, freed or null is noticed.
// No number that programs work with looks like an address.
#ifndef PLAIT_CHECKERS_WITNESS_MEMORY_H_
#define PLAIT_CHECKERS_WITNESS_MEMORY_H_

#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include "absl/functional/function_ref.h"
#include "checkers/witness/bytes.h"
#include "checkers/witness/shared.h"

namespace plait::witness {

// What a register or some bytes hold. Not known: a floating-point number, what a library wrote,
// memory that was never written. Nothing may be decided by such a value.
struct Value {
  // What explorations may know all the same of a number that is not known.
  enum class Side : uint8_t {
    kAny,
    kNatural,  // 0 or more
    kBelow,    // less than 0
    kAbove,    // more than kMostTold
    kInside,   // somewhere in the object that `bits` is an address in
    kInsideOrNull,
  };
  static constexpr int64_t kMostTold = 16;

  // What in memory it was made from (relevance.h); 0: nothing that is known.
  using Source = uint32_t;

  int64_t bits = 0;  // sign-extended or zero-extended according to the type
  bool known = false;
  Side side = Side::kAny;  // of one that is not known
  // If not 0, one inside of an object points a multiple of this behind `bits`, which is less than
  // that behind its start. Else anywhere.
  uint16_t stride = 0;
  Source source = 0;  // no part of the value

  static Value Of(int64_t bits) { return {bits, true}; }
  static Value Unknown() { return {}; }
  uint64_t address() const { return static_cast<uint64_t>(bits); }
  // Of one that is not known: whether it points into an object that is, if it points anywhere.
  bool PointsInside() const {
    return !known && (side == Side::kInside || side == Side::kInsideOrNull);
  }
  // Of one that is not known: whether it is not 0 all the same.
  bool IsOther() const {
    return !known && (side == Side::kBelow || side == Side::kAbove || side == Side::kInside);
  }
};

// Whether two known values are one in so many bytes.
inline bool HaveSameBits(Value a, Value b, uint32_t width) {
  const uint64_t mask = width >= 8 ? ~uint64_t{0} : (uint64_t{1} << 8 * width) - 1;
  return ((a.address() ^ b.address()) & mask) == 0;
}

enum class ObjectKind : uint8_t {
  kGlobal,
  kThreadLocal,
  kSlot,   // a local variable
  kStack,  // a variable length array, alloca
  kHeap,
  kString,
};

enum class Contents : uint8_t { kZero, kUnknown };

// So many bytes, 0 at first.
class Block {
 public:
  Block() = default;
  explicit Block(uint64_t size);
  Block(const Block& other);
  Block(Block&& other) noexcept;
  Block& operator=(Block other) noexcept;
  ~Block();

  // False if there is no room for them.
  bool has_bytes() const { return size_ <= kFew || many_ != nullptr; }
  uint64_t size() const { return size_; }
  uint8_t* bytes() { return size_ <= kFew ? few_ : many_; }
  const uint8_t* bytes() const { return size_ <= kFew ? few_ : many_; }

  // In all blocks that this thread has made and that are still there.
  static uint64_t BytesInUse() { return in_use_; }

 private:
  static constexpr uint64_t kFew = 32;
  static thread_local uint64_t in_use_;

  uint64_t size_ = 0;
  uint8_t* many_ = nullptr;
  uint8_t few_[kFew] = {};
};

class Memory {
 public:
  static constexpr uint64_t kMaxObjectSize = uint64_t{16} << 20;
  static constexpr uint64_t kMaxBytes = uint64_t{64} << 20;  // of all objects
  static constexpr int kAddressShift = Bytes::kObjectShift;
  static constexpr uint64_t kUnsized = uint64_t{1} << 31;  // no object is as large

  // Where an object comes from.
  struct Origin {
    uint32_t owner =
        0xffffffff;      // a global: its number; else the definition it was made in, if any
    uint32_t index = 0;  // the slot, or the instruction that allocated it

    friend bool operator==(const Origin&, const Origin&) = default;
  };

  // Of an object that stands for two or more elements of a list: offsets of the links in each.
  struct Chain {
    uint32_t next = 0;   // where the pointer to the next one lies
    uint32_t entry = 0;  // what it points to
    bool is_two_way = false;
    uint32_t previous = 0;  // the same of pointers to the one before
    uint32_t exit = 0;
    uint64_t last = 0;  // two-way: address of the pointer to the last element from outside

    bool IsLink(uint64_t offset) const {
      return offset == next || (is_two_way && offset == previous);
    }
    bool HasLinksOf(const Chain& other) const {
      return next == other.next && entry == other.entry && is_two_way == other.is_two_way &&
             previous == other.previous && exit == other.exit;
    }
  };

  struct Object {
    Block block;  // the bytes; then one for each: 1 if it is not as at first (known or unknown)
    uint64_t size = 0;
    ObjectKind kind = ObjectKind::kGlobal;
    Contents contents = Contents::kZero;  // at first
    bool is_alive = true;
    bool is_unsized = false;  // as large as it needs to be: nothing is known of what it holds
    uint64_t end = 0;         // if it is dead: number of the first object that was made later
    bool grows = false;       // where it is accessed beyond its end
    uint32_t element = 0;     // of one that grows: bytes by which an index went on in it last
    bool is_shared = false;   // its address is known outside of the registers of one thread
    Origin origin;
    std::optional<Chain> chain;
    bool is_of_each = false;  // stands for one that each element of a chain has for itself
    uint64_t part_of = 0;     // number of the chain, or of what is of each, that it was taken from

    const uint8_t* bytes() const { return block.bytes(); }
    const uint8_t* changed() const { return block.bytes() + size; }
    uint8_t* bytes() { return block.bytes(); }
    uint8_t* changed() { return block.bytes() + size; }
  };

  Memory();

  // Returns the address of a fresh object, or 0 if it or all of them would be too large.
  uint64_t Allocate(uint64_t size, ObjectKind kind, Contents contents, Origin origin);
  // Of one whose size is not known. It has no bytes of its own.
  uint64_t AllocateUnsized(ObjectKind kind, Origin origin);
  // One that grows, of so many bytes at first: a block of a container.
  uint64_t AllocateGrowing(uint64_t size, Origin origin);
  // Of a block that grows: forgets so many bytes at its front, and moves the others there.
  void MoveToFront(uint64_t number, uint64_t count);
  void NoteElement(uint64_t number, uint32_t size);
  // Makes a new object of one on the heap, which ends, with all that is in it. Returns its address.
  uint64_t Renew(uint64_t address);
  // Makes room for so many bytes at the address, if they belong to an object that grows.
  void Reach(uint64_t address, uint64_t width);
  void Free(uint64_t address);

  // The live object that has all of these bytes, or nullptr.
  const Object* Find(uint64_t address, uint64_t width) const;
  // The live object around an address, which may be one past its end; or nullptr.
  const Object* Around(uint64_t address) const;
  // Whether one object may lie where the other one did. Variables that live as long as the program
  // lie where nothing else ever does.
  bool MayShareAddress(uint64_t number, uint64_t other) const;
  // Marks what the address points into, if anything, as shared.
  void Share(uint64_t address);
  bool IsShared(uint64_t address) const {
    const uint64_t number = NumberOf(address);
    return number < objects_.size() && objects_[number]->is_shared;
  }

  // Objects by number, from 1, in the order they were made; the last one's number is size() - 1.
  static uint64_t AddressOf(uint64_t number) { return (kFirst + number) << kAddressShift; }
  static uint64_t NumberOf(uint64_t address) { return (address >> kAddressShift) - kFirst; }
  const std::vector<Shared<Object>>& objects() const { return objects_; }
  // Whether the value points to an object, which may be dead.
  bool IsAddress(Value value) const {
    const uint64_t number = NumberOf(value.address());
    return value.known && number > 0 && number < objects_.size();
  }
  // The 8 bytes at an offset, and which are known, as a mask. The others say what is known of
  // sides.
  static uint64_t WordAt(const Object& object, uint64_t offset, uint32_t* known);
  // Whether one of the bytes belongs to an address that is stored there.
  bool IsPartOfAddress(uint64_t address, uint32_t width) const;
  // Of live objects.
  uint64_t bytes() const { return live_; }
  // Of objects that were made, or taken from those that share them, since this was last reset.
  uint64_t copied() const { return copied_; }
  void ResetCopied() { copied_ = 0; }

  // Lists: chains.h. Makes a chain of `a` and the element or chain `b` that follows it.
  void Join(uint64_t a, uint64_t b, const Chain& links);
  // Of two objects that two elements have for themselves, the first one stays, for each.
  void JoinOwn(uint64_t a, uint64_t b);
  // The first of these bytes that is a pointer to a chain.
  std::optional<uint64_t> FindChain(uint64_t address, uint64_t width) const;
  // The chain that the pointer there points to.
  uint64_t ChainAt(uint64_t word) const;
  // Makes the element that the pointer there points to an object of its own. `is_longer`: there
  // were more than two elements. Returns the numbers of the chain, of what is of each of its
  // elements, and of the new objects; none if all objects would be too large.
  std::vector<std::pair<uint64_t, uint64_t>> Split(uint64_t word, bool is_longer);
  // Objects get new numbers, in the same order; 0: it goes. `renamed`: the new address for an old
  // one.
  void Rename(const std::vector<uint32_t>& numbers, absl::FunctionRef<uint64_t(uint64_t)> renamed);
  bool has_chains() const { return chains_ > 0; }
  // A copy of an object, by its number; 0 if all of them would be too large.
  uint64_t Clone(uint64_t number);
  // Whether a pointer to a chain was read, so that it is more than a link, since this was asked.
  bool HasReadChain() { return std::exchange(has_read_chain_, false); }

  static uint64_t BaseOf(uint64_t address) { return address >> kAddressShift << kAddressShift; }
  static uint64_t OffsetOf(uint64_t address) { return address & 0xffffffff; }

  // All bytes must be in one live object. Widths are 1 to 8. Of a value that is not known nothing
  // is kept, but where it points inside of an object and has 8 bytes at a multiple of that, and of
  // a number on which side it is, for who loads it as it was stored.
  Value Load(uint64_t address, uint32_t width, bool is_signed) const;
  void Store(uint64_t address, uint32_t width, Value value, bool is_signed = false);
  // The ranges may overlap.
  void Copy(uint64_t to, uint64_t from, uint64_t size);
  void Fill(uint64_t address, uint64_t size, Value byte);

 private:
  static constexpr uint64_t kFirst = 0x2b5d0000;
  // A pointer of which it is not known where it points in an object, as bytes that are known: an
  // offset that no object has, and no pointer a little before the start of one. Below that, whether
  // it may be null, the stride, and what it points behind a multiple of that.
  static constexpr uint64_t kVague = uint64_t{2} << 30, kVagueMask = uint64_t{3} << 30;
  static constexpr uint64_t kVagueOrNull = uint64_t{1} << 29;
  static constexpr int kStrideShift = 14;

  // Bytes that are not known are 0, or say on which side the number is that they hold: the first
  // one, and that the others go on with it.
  static constexpr uint8_t kSided = 0x80, kSidedOn = 0x40;
  static constexpr int kWidthShift = 3, kSignShift = 2;

  static uint64_t Encode(Value vague);
  static Value Decode(uint64_t word);
  static uint8_t SideByte(Value::Side side, uint32_t width, bool is_signed);
  // Of bytes that are not known.
  static Value LoadSide(const Object& object, uint64_t offset, uint32_t width, bool is_signed);
  bool IsVague(uint64_t word) const {
    const uint64_t number = NumberOf(word);
    return number > 0 && number < objects_.size() && (word & kVagueMask) == kVague;
  }

  const Object& At(uint64_t address) const { return *objects_[NumberOf(address)]; }
  Object& OwnAt(uint64_t address);
  void SetAddress(uint64_t word, uint64_t address);
  // Numbers and texts in which the second one differs are not known any more.
  void ForgetDifferences(Object* first, const Object& second, const Chain& links);
  bool SplitOwn(uint64_t old, uint64_t made, std::vector<std::pair<uint64_t, uint64_t>>* copies);
  bool IsChain(uint64_t number) const {
    return number < objects_.size() && objects_[number]->is_alive &&
           objects_[number]->chain.has_value();
  }
  static bool IsKnown(const Object& object, uint64_t offset) {
    return (object.changed()[offset] != 0) == (object.contents == Contents::kUnknown);
  }
  static void SetKnown(Object* object, uint64_t offset, uint64_t size, bool known);

  std::vector<Shared<Object>> objects_;  // [0] is no object
  uint64_t total_ = 0;
  uint64_t live_ = 0;
  uint64_t copied_ = 0;
  uint32_t chains_ = 0;
  mutable bool has_read_chain_ = false;
};

}  // namespace plait::witness

#endif  // PLAIT_CHECKERS_WITNESS_MEMORY_H_
