// A call of one of the functions by which the frontend tells executions what an operation on a
// container of the C++ library does.
#ifndef PLAIT_CHECKERS_WITNESS_CONTAINER_CALL_H_
#define PLAIT_CHECKERS_WITNESS_CONTAINER_CALL_H_

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "checkers/witness/library_call.h"
#include "checkers/witness/machine.h"

namespace plait::witness {

class ContainerCall {
 public:
  static constexpr char kPrefix[] = "plait::container::";

  explicit ContainerCall(LibraryCall& call) : call_(call), machine_(call.machine_) {}

  // Searches only.
  void Run();

 private:
  // These numbers are the frontend's (known_elements.cc, known_texts.cc).
  // A piece of a text, or a key, is three arguments: its kind, and
  enum class PieceKind : uint8_t {
    kString,    // the address of a std::string
    kText,      // the address of a text that ends in a nul
    kCounted,   // an address and how many characters there are
    kRepeated,  // how often, and a character
    kView,      // the address of a std::string_view
    kNumberAt,  // the address of a number, and its width, negative if it is signed
    kNumber,    // a number
  };
  enum class Search : uint8_t {
    kFirst,
    kLast,
    kFirstOf,
    kFirstNotOf,
    kLastOf,
    kLastNotOf,
    kStart,
    kEnd,
    kAnywhere,
  };
  // Of a keyed container, and what is looked for in it.
  enum Flags : uint8_t {
    kMany = 1,       // elements with equal keys
    kUnordered = 2,  // not in the order of the keys
    kGreater = 4,    // the largest key first
    kUpper = 8,      // the first one behind those with the key
    kLower = 16,     // the first one that does not come before the key
  };
  // Places in a text whatever its size: behind the last character, and that one.
  static constexpr int64_t kBehind = INT64_MIN, kLast = INT64_MIN + 1;
  static constexpr int16_t kUnknownCharacter = -1;
  static constexpr uint64_t kNewBlock = 256;
  using Characters = std::vector<int16_t>;

  // A key: a number, or a text.
  struct Key {
    bool is_text = false;
    bool is_signed = false;
    int64_t number = 0;
    std::string text;
  };

  Value Argument(int i) const { return call_.Argument(i); }
  Memory& memory() const { return machine_.memory_; }
  Containers& containers() { return machine_.containers_; }
  Value WordAt(Value address) const;
  void SetWord(Value address, uint64_t word);
  // Of a block nothing is known any more.
  void Forget(uint64_t block);

  Value Nowhere();
  Value Nothing();
  Value Same();
  Value IsNull();
  Value Within();
  // What comes then is not followed.
  Value Throw();
  Value Index();
  Value Compared();
  Value Lose();

  // Numbers
  Value NumberBetween(int64_t low, int64_t high);
  Value Draw();
  Value KeepBounds();
  Value DrawBetween();
  Value Hash();

  Value NewSequence();

  // Vectors
  Value Place();
  Value Shift();

  std::optional<uint64_t> SizeOfText(Value string) const;
  std::optional<Characters> CharactersAt(Value address, uint64_t size) const;
  std::optional<Characters> Piece(int first) const;
  // If all of it is known.
  std::optional<std::string> KnownPiece(int first) const;
  bool Splice(Value string, uint64_t begin, uint64_t count, const Characters& piece);
  Value NewText();
  Value Replace();
  Value Resize();
  Value Part();
  Value Number();
  Value Size();
  Value Last();
  Value Compare();
  Value FindText();

  // keyed_containers.cc
  bool IsReturned(uint64_t address) const;
  // What is known of the container at that address; nullptr if anything is not.
  Containers::Keyed* KeyedAt(Value container);
  std::optional<Key> KeyOf(int first) const;
  // Of an element that is there.
  std::optional<Key> KeyInside(uint64_t address, const Key& like, Value width) const;
  // Where in the order the key belongs: the first place with it, or behind those with it.
  struct Found {
    size_t place = 0;
    bool is_there = false;
  };
  std::optional<Found> Look(const Containers::Keyed& keyed, Value container, Value flags);
  Value NewKeyed();
  Value Find();
  Value At();
  Value Put();
  Value WhereNew();
  Value HasMade();
  Value MustBeNew();
  Value Count();
  Value First();
  struct Element {
    uint64_t block = 0;
    const Containers::Keyed* of = nullptr;
    int64_t number = 0;
  };
  std::optional<Element> ElementAt(Value address, Value stride);
  Value Advance();
  Value NumberAt();
  Value Take();
  Value Clear();
  Value Move();
  Value CopyNext();
  Value HasMore();

  LibraryCall& call_;
  Machine& machine_;
};

}  // namespace plait::witness

#endif  // PLAIT_CHECKERS_WITNESS_CONTAINER_CALL_H_
