// What in memory decides how a program goes on, as executions show it: dynamic slicing (Agrawal and
// Horgan, PLDI 1990) of places rather than of instructions.
//
// A value remembers which places it was made from. Where a branch, an address or a library function
// depends on it, they decide, and with them all that was stored there before. What is left is data:
// an exploration need not know it. That it is data is a guess from the executions that were seen;
// an exploration that forgets it takes it for any number, so it is right all the same.
#ifndef PLAIT_CHECKERS_WITNESS_RELEVANCE_H_
#define PLAIT_CHECKERS_WITNESS_RELEVANCE_H_

#include <cstdint>
#include <tuple>
#include <utility>
#include <vector>

#include "absl/container/flat_hash_map.h"
#include "absl/container/flat_hash_set.h"
#include "absl/container/inlined_vector.h"
#include "analyzer/ir/ir.h"
#include "checkers/witness/memory.h"

namespace plait::witness {

class Relevance {
 public:
  // A set of places: what a value was made from.
  using Source = Value::Source;
  static constexpr Source kNowhere = 0;
  // Stands for which of the threads of one creation it is that is waited for.
  static constexpr Source kWhichThread = 1;

  Relevance() { NewPlace(); }

  // What an access is to: the member of a record, whatever object that is in, or else the object,
  // whichever it is that comes from there.
  Source PlaceOf(const ir::Procedure& body, const ir::Instruction& access,
                 const Memory::Object& object);
  Source PlaceOf(const Memory::Object& object);
  // A register of a procedure, as a place.
  Source PlaceOf(uint32_t definition, ir::Register r);

  enum class Kind : uint8_t { kNumber, kAtomicNumber, kPointer };
  // These bytes are at that place.
  void NoteAccess(const Memory::Object& object, uint64_t offset, uint64_t width, Source place,
                  Kind kind);
  // What is at the one place is at the other one from now on.
  void NoteCopy(const Memory::Object& to, uint64_t to_offset, const Memory::Object& from,
                uint64_t from_offset, uint64_t size);

  Source Union(Source a, Source b);
  // What was made from there is stored at the place.
  void NoteFlow(Source from, Source place);
  void NoteDecision(Source source);

  // How many places are known to decide.
  uint64_t decisions() const { return decisions_; }

  // What decides nothing by now is unheeded, until this is called again. Atomic numbers that lie
  // in one place with others that are heeded are so, too.
  void Settle();
  // Whether the same bytes were accessed atomically both as unheeded and as heeded since then.
  bool has_mixed() const { return has_mixed_; }
  void NoteHeeded(Source place) { has_mixed_ |= IsUnheeded(place); }
  bool IsUnheeded(Source place) const { return place < is_unheeded_.size() && is_unheeded_[place]; }

  // What must be known of numbers at a place to prove something.
  enum class Need : uint8_t { kNone, kSmall, kAll };
  Need NeedOf(Source source) const;  // the least of its places
  void NoteNeed(Source source, Need need);
  // Of what decided there, the places that are needed less than that: those of the source, or what
  // was stored there.
  std::vector<Source> FindLessNeeded(Source source, Need need) const;
  bool IsNeededAt(const Memory::Object& object, uint64_t offset) const;
  // Whether a pointer that is not needed lies there.
  bool IsUnneededPointerAt(const Memory::Object& object, uint64_t offset) const;

  struct Range {
    uint64_t offset = 0;
    uint64_t size = 0;
  };
  struct What {
    bool keeps_needed = false;  // only, rather than all that decides
    bool keeps_atomics = false;
  };
  // Whether nothing but pointers lies there, of which some are forgotten that are not needed.
  bool IsOfPointers(Source place) const;
  bool IsRegister(Source place) const;
  // What is needed, to go back to.
  const std::vector<Need>& needs() const { return needs_; }
  void SetNeeds(const std::vector<Need>& needs);

  // The bytes of the object that hold such numbers only, as far as they were accessed. Good until
  // the next change.
  const std::vector<Range>& NumbersIn(const Memory::Object& object, What what);

 private:
  using OriginKey = std::tuple<ObjectKind, uint32_t, uint32_t>;

  struct Entry {
    uint64_t offset = 0;
    uint64_t width = 0;
    Source place = kNowhere;
    Kind kind = Kind::kNumber;
  };
  struct Layout {
    Source whole = kNowhere;
    std::vector<Entry> entries;
    absl::flat_hash_set<std::tuple<uint64_t, uint64_t, Source>> known;
    uint64_t end = 0;
    // What was found last: data, and all numbers.
    struct Found {
      std::vector<Range> numbers;
      size_t entries = 0;
      uint64_t changes = 0;
      bool keeps_atomics = false;
    };
    Found found[2];
  };
  struct Node {
    bool decides = false;
    std::vector<Source> from;
  };

  static OriginKey KeyOf(const Memory::Object& object) {
    return {object.kind, object.origin.owner, object.origin.index};
  }
  Source NewPlace();
  void Add(Layout* layout, const Entry& entry);
  bool IsUnheeded(const Entry& entry) const {
    return entry.kind == Kind::kAtomicNumber && IsUnheeded(entry.place);
  }
  bool IsHeeded(const Entry& entry) const {
    return entry.kind != Kind::kNumber && !IsUnheeded(entry);
  }
  // What is unheeded in the layout and overlaps what is not.
  std::vector<Source> FindMixed(const Layout& layout) const;

  std::vector<Node> nodes_ = {{}};          // by source
  std::vector<Need> needs_ = {Need::kAll};  // by source; of those that are a place
  // By source: its places, sorted.
  std::vector<absl::InlinedVector<Source, 2>> places_ = {{}};
  absl::flat_hash_map<std::vector<Source>, Source> sets_;
  absl::flat_hash_map<std::pair<Source, Source>, Source> unions_;
  absl::flat_hash_set<std::pair<Source, Source>> flows_;
  absl::flat_hash_map<std::string, Source> members_;
  absl::flat_hash_map<const ir::Instruction*, Source> of_instructions_;
  absl::flat_hash_map<OriginKey, Layout> layouts_;
  absl::flat_hash_map<std::pair<uint32_t, ir::Register>, Source> registers_;
  std::vector<bool> is_unheeded_;
  bool has_mixed_ = false;
  uint64_t decisions_ = 0;  // places that decide
  uint64_t changes_ = 0;    // of what decides or is needed
};

}  // namespace plait::witness

#endif  // PLAIT_CHECKERS_WITNESS_RELEVANCE_H_
