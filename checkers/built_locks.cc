#include "checkers/built_locks.h"

#include <algorithm>
#include <limits>
#include <numeric>
#include <optional>
#include <set>
#include <utility>

#include "checkers/own_numbers.h"
#include "summaries/sorted_sets.h"

namespace plait {

namespace {

// Whether the thread, or one above it, got the object when it was created.
bool IsHandedOver(ThreadTree& tree, uint32_t thread, AtomId object) {
  for (int at = static_cast<int>(thread); at >= 0; at = tree.nodes()[at].parent) {
    for (const CellEffect& cell : tree.nodes()[at].cells) {
      if (tree.terms().Base(cell.address) == object) return true;
    }
  }
  return false;
}

// One number, or the address of one object; else nothing.
TermId CertainValue(const TermTable& terms, TermId value) {
  const AtomId base = terms.Base(value);
  const bool is_address = base != kNothing && IsObject(terms.atom(base).kind);
  return is_address || terms.ConstantValue(value).has_value() ? value : kNothing;
}

// What the word held when others could first reach it, by what is known of its object then;
// kNothing if that is not known.
TermId ValueAt(ThreadTree& tree, const ThreadNode& node, const Exposure& exposure, TermId cell,
               uint32_t width) {
  TermTable& terms = tree.terms();
  bool is_zero = false, is_changed = false;
  for (const CellEffect& known : exposure.cells) {
    const TermId address = node.importer->Map(known.address);
    if (address == cell && known.width == width) {
      return CertainValue(terms, node.importer->Map(known.value));
    }
    const auto distance = terms.ConstantDifference(cell, address);
    const int64_t end = known.width == 0 ? std::numeric_limits<int64_t>::max() : known.width;
    if (IsZeros(known)) {
      is_zero |= distance && *distance >= 0 && *distance + width <= end;
    } else {
      is_changed |= !distance || (*distance < end && -*distance < static_cast<int64_t>(width));
    }
  }
  return is_zero && !is_changed ? kZero : static_cast<TermId>(kNothing);
}

// What the cell of a local or heap object held when others could first reach it.
TermId ValueAtExposure(ThreadTree& tree, TermId cell, uint32_t width) {
  TermTable& terms = tree.terms();
  const AtomId object = terms.Base(cell);
  const int owner = tree.OwnerOf(object);
  if (owner < 0 || !tree.IsSingleObject(object)) return kNothing;
  const ThreadNode& node = tree.nodes()[owner];
  if (node.summary->exposures_are_open) return kNothing;
  TermId value = kNothing;
  for (const Exposure& exposure : node.summary->exposures) {
    if (terms.Base(node.importer->Map(exposure.object)) != object) continue;
    const TermId here = ValueAt(tree, node, exposure, cell, width);
    if (here == kNothing || (value != kNothing && value != here)) return kNothing;
    value = here;
  }
  return value;
}

// The same of what it holds when the first thread that can see it starts.
TermId CertainAtStart(ThreadTree& tree, const AccessesByObject& shared, TermId cell,
                      uint32_t width) {
  TermTable& terms = tree.terms();
  // Who comes to it by another way may have seen what it held before.
  const AtomId base = terms.Base(cell);
  auto accesses = shared.find(ObjectKey(terms, base));
  if (accesses != shared.end()) {
    for (const SharedAccess& access : accesses->second) {
      const bool owns = static_cast<int>(access.node) == tree.OwnerOf(base);
      if (!owns && !IsHandedOver(tree, access.node, base)) {
        return ValueAtExposure(tree, cell, width);
      }
    }
  }
  TermId value = kNothing;
  for (const ThreadNode& node : tree.nodes()) {
    for (const CellEffect& known : node.cells) {
      if (known.low != known.high || terms.Base(known.address) != terms.Base(cell)) continue;
      const auto distance = terms.ConstantDifference(known.address, cell);
      if (distance && (*distance >= static_cast<int64_t>(width) ||
                       -*distance >= static_cast<int64_t>(known.width))) {
        continue;
      }
      const TermId here = CertainValue(terms, known.value);
      if (known.address != cell || known.width != width || here == kNothing ||
          (value != kNothing && value != here)) {
        return kNothing;
      }
      value = here;
    }
  }
  return value != kNothing ? value : ValueAtExposure(tree, cell, width);
}

}  // namespace

std::optional<int64_t> ValueAtStart(ThreadTree& tree, const AccessesByObject& shared, TermId cell,
                                    uint32_t width) {
  TermTable& terms = tree.terms();
  const Atom& object = terms.atom(terms.Base(cell));
  if (object.kind == AtomKind::kGlobal) {
    return tree.program().InitialNumber(object.name, *terms.ConstantValue(terms.Offset(cell)),
                                        width);
  }
  const TermId value = CertainAtStart(tree, shared, cell, width);
  return value == kNothing ? std::nullopt : terms.ConstantValue(value);
}

bool IsAddressAtStart(ThreadTree& tree, const AccessesByObject& shared, TermId cell,
                      uint32_t width) {
  const TermTable& terms = tree.terms();
  if (terms.atom(terms.Base(cell)).kind == AtomKind::kGlobal) return false;
  const TermId value = CertainAtStart(tree, shared, cell, width);
  return value != kNothing && terms.Base(value) != kNothing;
}

bool IsSetAlone(ThreadTree& tree, const AccessesByObject& before, TermId cell, uint32_t width,
                int64_t number) {
  TermTable& terms = tree.terms();
  const auto found = before.find(ObjectKey(terms, terms.Base(cell)));
  if (found == before.end()) return true;
  return std::all_of(found->second.begin(), found->second.end(), [&](const SharedAccess& access) {
    if (!access.is_write() || LiesApart(terms, access, cell, width)) return true;
    const ThreadNode& node = tree.nodes()[access.node];
    const TermId value = node.summary->accesses[access.index].value;
    return value != kNothing && terms.ConstantValue(node.importer->Map(value)) == number;
  });
}

Exclusion BuiltLocks::Excludes(LockKind kind, TermId lock) {
  auto [it, inserted] = known_.try_emplace({kind, lock}, Exclusion::kNo);
  if (inserted) {
    if (kind == LockKind::kTicket) {
      it->second = TicketExcludes(lock) ? Exclusion::kSurely : Exclusion::kNo;
    } else if (kind != LockKind::kSemaphore) {
      it->second = WordExcludes(lock);
    } else if (SemaphoreExcludes(lock)) {
      it->second = Exclusion::kSurely;
    }
    if (!tree_.HasAllAccesses()) it->second = std::min(it->second, Exclusion::kProbably);
  }
  return it->second;
}

bool BuiltLocks::IsSame(TermId lock, TermId target) {
  const std::vector<TermId>& targets = tree_.points_to().Resolve(lock);
  return targets.size() == 1 && targets[0] == target && !tree_.points_to().IsOpen(lock);
}

bool BuiltLocks::Holds(const SharedAccess& access, LockKind kind, TermId lock) {
  const std::vector<HeldLock>& held = tree_.nodes()[access.node].points[access.point].held;
  return std::any_of(held.begin(), held.end(), [&](const HeldLock& h) {
    return h.kind == kind && h.certain && IsSame(h.lock, lock);
  });
}

bool BuiltLocks::SemaphoreExcludes(TermId semaphore) {
  bool starts_at_one = false;
  for (const ThreadNode& node : tree_.nodes()) {
    for (const SyncObject& object : node.summary->sync_objects) {
      if (!IsSame(node.importer->Map(object.address), semaphore)) continue;
      if (tree_.terms().ConstantValue(node.importer->Map(object.count)) != 1) return false;
      starts_at_one = true;
    }
  }
  if (!starts_at_one) return false;
  auto found = posts_.find(ObjectKey(tree_.terms(), tree_.terms().Base(semaphore)));
  if (found == posts_.end()) return true;
  return std::all_of(found->second.begin(), found->second.end(), [&](const SharedAccess& post) {
    const auto distance = tree_.terms().ConstantDifference(post.resolved, semaphore);
    return (distance && *distance != 0) || Holds(post, LockKind::kSemaphore, semaphore);
  });
}

// The counter that all who found the word equal to a number of theirs took it from, if nobody else
// has such a number; kNothing if it is not so.
TermId BuiltLocks::CounterOfTickets(TermId word) {
  TermId counter = kNothing;
  for (uint32_t n = 0; n < tree_.nodes().size(); ++n) {
    for (const ThreadPoint& point : tree_.nodes()[n].points) {
      for (const HeldLock& held : point.held) {
        if (held.kind != LockKind::kTicket || !held.certain || !IsSame(held.lock, word)) continue;
        const Term number = tree_.terms().term(held.number);
        if (number.constant != 0 || number.parts.size() != 1) return kNothing;
        const TermId from =
            CounterOfOwnNumber(tree_, shared_, before_, number.parts[0].atom, n).cell;
        if (from == kNothing || (counter != kNothing && from != counter)) return kNothing;
        counter = from;
      }
    }
  }
  return counter;
}

// Whether what is written to the word is the number after the one whose turn it is.
bool BuiltLocks::WritesNextTicket(const SharedAccess& write, TermId word) {
  const ThreadNode& node = tree_.nodes()[write.node];
  const TermId value = node.summary->accesses[write.index].value;
  if (value == kNothing) return false;
  const std::vector<HeldLock>& held = node.points[write.point].held;
  return std::any_of(held.begin(), held.end(), [&](const HeldLock& h) {
    return h.kind == LockKind::kTicket && h.certain && IsSame(h.lock, word) &&
           tree_.terms().ConstantDifference(node.importer->Map(value), h.number) == 1;
  });
}

// Tickets are numbers that follow each other, from the number on that the word starts at. Only who
// has found its ticket to be not more than the word, and has not moved the word since, moves it, by
// 1, once for each ticket. So the word is at the least of the tickets that had no turn yet, and it
// is the turn of one.
bool BuiltLocks::TicketExcludes(TermId word) {
  TermTable& terms = tree_.terms();
  const TermId counter = CounterOfTickets(word);
  if (counter == kNothing) return false;
  const auto found = shared_.find(ObjectKey(terms, terms.Base(word)));
  if (found == shared_.end()) return false;
  const auto width = std::find_if(found->second.begin(), found->second.end(),
                                  [&](const SharedAccess& a) { return a.resolved == word; });
  if (width == found->second.end()) return false;
  const auto start = ValueAtStart(tree_, shared_, word, width->width);
  if (!start || ValueAtStart(tree_, shared_, counter, width->width) != start ||
      !IsSetAlone(tree_, before_, word, width->width, *start) ||
      !IsSetAlone(tree_, before_, counter, width->width, *start)) {
    return false;
  }
  return std::all_of(found->second.begin(), found->second.end(), [&](const SharedAccess& access) {
    if (access.kind == AccessKind::kFree) return true;  // and not used any more
    if (LiesApart(terms, access, word, width->width)) return true;
    const Access& made = AccessOf(access);
    if (access.is_set_apart()) return false;
    // Who holds it has seen all that came before.
    if (!access.is_write()) return !made.is_relaxed || Holds(access, LockKind::kTicket, word);
    const auto distance = terms.ConstantDifference(access.resolved, word);
    if (made.is_relaxed || distance != 0 || access.width != width->width) return false;
    return made.LeavesNumber() || ((made.step == 1 || WritesNextTicket(access, word)) &&
                                   made.is_announced && Holds(access, LockKind::kTicket, word));
  });
}

// Locks that certainly exclude others there.
std::vector<TermId> BuiltLocks::ExclusiveLocks(const SharedAccess& access) {
  std::vector<TermId> locks;
  for (const HeldLock& held : tree_.nodes()[access.node].points[access.point].held) {
    const bool excludes = held.certain && held.mode == LockMode::kExclusive &&
                          (held.kind == LockKind::kLock || held.kind == LockKind::kAtomic);
    const std::vector<TermId>& targets = tree_.points_to().Resolve(held.lock);
    if (excludes && held.kind == LockKind::kAtomic) {
      InsertSorted(&locks, held.lock);
    } else if (excludes && targets.size() == 1 && !tree_.points_to().IsOpen(held.lock) &&
               tree_.IsSingleObject(tree_.terms().Base(targets[0])) &&
               tree_.terms().term(tree_.terms().Offset(targets[0])).is_constant()) {
      InsertSorted(&locks, targets[0]);
    }
  }
  return locks;
}

bool BuiltLocks::HasClaim(TermId word, bool (*is_one)(const Access&)) {
  auto found = shared_.find(ObjectKey(tree_.terms(), tree_.terms().Base(word)));
  if (found == shared_.end()) return false;
  return std::any_of(found->second.begin(), found->second.end(), [&](const SharedAccess& access) {
    return is_one(AccessOf(access)) && tree_.terms().ConstantDifference(access.resolved, word) == 0;
  });
}

// Whether some thread takes 1 from the word to hold it, so that it is 1 while it is free.
bool BuiltLocks::IsCounted(TermId word) {
  return HasClaim(word, [](const Access& write) { return write.claims && write.step == -1; });
}

bool BuiltLocks::HasSteps(TermId word) {
  return HasClaim(word, [](const Access& write) { return write.found != kNothing; });
}

namespace {

// Where in the elements of an array something lies, if they are so many bytes apart.
struct InElement {
  int64_t stride = 0;  // 0: always in the same one
  int64_t offset = 0;
};

std::optional<InElement> PlaceInElement(TermTable& terms, TermId address) {
  const Term offset = terms.term(terms.Offset(address));
  InElement place;
  for (const Part& part : offset.parts) {
    if (terms.atom(part.atom).kind == AtomKind::kAny) return std::nullopt;
    place.stride = std::gcd(place.stride, part.coefficient);
  }
  place.offset = offset.constant;
  return place;
}

}  // namespace

const Access& BuiltLocks::AccessOf(const SharedAccess& access) {
  return tree_.nodes()[access.node].summary->accesses[access.index];
}

// What they hold at first makes no difference: where that is none of the numbers that are claimed,
// nobody has it, and nobody makes it another one either.
Exclusion BuiltLocks::WordOfElementExcludes(TermId word) {
  TermTable& terms = tree_.terms();
  const std::optional<InElement> place = PlaceInElement(terms, word);
  const AtomId object = terms.Base(word);
  if (!place || place->stride == 0 || object == kNothing || !tree_.IsSingleObject(object)) {
    return Exclusion::kNo;
  }
  const int64_t stride = place->stride;
  const int64_t first = ((place->offset % stride) + stride) % stride;
  // What is written where in the element, behind the word.
  const auto behind_by = [&](TermId address, int64_t bytes) -> std::optional<int64_t> {
    const std::optional<InElement> written = PlaceInElement(terms, address);
    if (!written || written->stride % stride != 0 || bytes == 0) return std::nullopt;
    const int64_t at = (((written->offset - first) % stride) + stride) % stride;
    return at + bytes <= stride ? std::optional(at) : std::nullopt;
  };
  const auto behind = [&](const SharedAccess& access) {
    const auto at = behind_by(access.resolved, access.width);
    if (at) return at;
    for (const auto& [start, bytes] : access.parts) {
      const auto part = behind_by(start, bytes);
      if (part && *part > 0) return part;
    }
    return at;
  };
  const auto holds_its_own = [&](const SharedAccess& access) {
    const std::vector<HeldLock>& held = tree_.nodes()[access.node].points[access.point].held;
    return std::any_of(held.begin(), held.end(), [&](const HeldLock& h) {
      return h.kind == LockKind::kFlag && h.certain && IsSame(h.lock, access.resolved);
    });
  };
  const auto found = shared_.find(ObjectKey(terms, object));
  if (found == shared_.end()) return Exclusion::kNo;
  const auto is_claim = [&](const Access& write) {
    return write.claims || write.found != kNothing;
  };
  uint32_t width = 0;  // of the claims
  for (const SharedAccess& access : found->second) {
    if (!access.is_write() || !is_claim(AccessOf(access)) || behind(access) != 0) continue;
    if (width != 0 && width != access.width) return Exclusion::kNo;
    width = access.width;
  }
  std::set<int64_t> free;  // what a word is while nobody has it
  std::set<std::optional<int64_t>> claimed;
  Exclusion best = width == 0 ? Exclusion::kNo : Exclusion::kSurely;
  for (const SharedAccess& access : found->second) {
    if (!access.is_write()) continue;
    const std::optional<int64_t> at = behind(access);
    if (!at) return Exclusion::kNo;
    if (*at >= width) continue;
    if (*at != 0 || access.width != width) return Exclusion::kNo;
    const Access& write = AccessOf(access);
    if (is_claim(write)) {
      const auto number_of = [&](TermId number) {
        return number == kNothing
                   ? std::nullopt
                   : terms.ConstantValue(tree_.nodes()[access.node].importer->Map(number));
      };
      const std::optional<int64_t> replaced = write.claims ? 0 : number_of(write.found);
      if (write.step == -1 || !write.is_atomic || write.is_relaxed || !replaced) {
        return Exclusion::kNo;
      }
      free.insert(*replaced);
      claimed.insert(number_of(write.value));
    } else if (write.is_relaxed || !holds_its_own(access)) {
      return Exclusion::kNo;
    } else if (!write.is_announced) {
      best = std::min(best, Exclusion::kProbably);
    }
  }
  const bool is_told_apart =
      std::all_of(claimed.begin(), claimed.end(), [&](std::optional<int64_t> number) {
        // Of numbers that are not known it is known that they are not 0.
        return number ? !free.contains(*number) : free == std::set<int64_t>{0};
      });
  return is_told_apart ? best : Exclusion::kNo;
}

// Whatever number it is at first: while it is odd, only who made it so writes there.
std::optional<Exclusion> BuiltLocks::OddWordExcludes(TermId word) {
  TermTable& terms = tree_.terms();
  const auto found = shared_.find(ObjectKey(terms, terms.Base(word)));
  if (found == shared_.end()) return std::nullopt;
  bool is_claimed = false, is_elsewhere = false, is_in_order = true;
  Exclusion best = Exclusion::kSurely;
  for (const SharedAccess& access : found->second) {
    const auto distance = terms.ConstantDifference(access.resolved, word);
    constexpr int64_t kWord = 8;
    if (!access.is_write() || LiesApart(terms, access, word, kWord)) continue;
    if (distance && *distance >= 4) continue;  // the word's neighbours
    const Access& write = AccessOf(access);
    is_elsewhere |= !distance || *distance != 0;
    if (write.makes_odd) {
      is_claimed = true;
      is_in_order &= write.is_atomic && !write.is_relaxed;
    } else if (write.claims || write.found != kNothing) {
      return std::nullopt;
    } else {
      is_in_order &= !write.is_relaxed && Holds(access, LockKind::kFlag, word);
      if (!write.is_announced) best = Exclusion::kProbably;
    }
  }
  if (!is_claimed || is_elsewhere || !is_in_order) return std::nullopt;
  return best;
}

Exclusion BuiltLocks::WordExcludes(TermId word) {
  TermTable& terms = tree_.terms();
  if (!terms.term(terms.Offset(word)).is_constant()) return WordOfElementExcludes(word);
  if (const auto excludes = OddWordExcludes(word)) return *excludes;
  if (const auto excludes = CountingWordExcludes(word)) return *excludes;
  const bool is_counted = IsCounted(word);
  std::set<int64_t> free = {is_counted ? 1 : 0};  // what the word is while nobody has it
  std::set<int64_t> claimed;                      // and while one thread has it
  std::set<int64_t> set_before;
  bool has_unknown_claim = false;
  std::optional<std::vector<TermId>> common;  // locks of all claims by plain stores
  bool has_atomic_claims = false;
  std::set<std::optional<int64_t>> at_start;  // as far as claims of each width can tell
  Exclusion best = Exclusion::kSurely;
  for (const AccessesByObject* accesses : {&shared_, &before_}) {
    auto found = accesses->find(ObjectKey(terms, terms.Base(word)));
    if (found == accesses->end()) continue;
    for (const SharedAccess& access : found->second) {
      const auto distance = terms.ConstantDifference(access.resolved, word);
      constexpr int64_t kWord = 8;
      if (!access.is_write() || LiesApart(terms, access, word, kWord)) continue;
      const ThreadNode& node = tree_.nodes()[access.node];
      const Access& write = node.summary->accesses[access.index];
      const auto number_of = [&](TermId number) {
        return number == kNothing ? std::nullopt : terms.ConstantValue(node.importer->Map(number));
      };
      const auto value = number_of(write.value);
      if (!distance || *distance != 0) {
        if (accesses == &before_ || (distance && *distance >= 4))
          continue;  // the word's neighbours
        return Exclusion::kNo;
      }
      if (write.claims || write.found != kNothing) {
        if (is_counted != (write.step == -1)) return Exclusion::kNo;
        if (!write.claims) {
          const auto replaced = number_of(write.found);
          if (!replaced || is_counted) return Exclusion::kNo;
          free.insert(*replaced);
        }
        if (value) claimed.insert(*value);
        has_unknown_claim |= !value;
        at_start.insert(ValueAtStart(tree_, shared_, word, access.width));
        if (write.is_relaxed) return Exclusion::kNo;
        if (write.is_atomic) {
          has_atomic_claims = true;
          continue;
        }
        const std::vector<TermId> locks = ExclusiveLocks(access);
        common = common ? IntersectionOf(*common, locks) : locks;
      } else if (accesses == &before_) {
        if (!value) return Exclusion::kNo;
        set_before.insert(*value);
      } else if (write.is_relaxed || !Holds(access, LockKind::kFlag, word) ||
                 (is_counted && write.step != 1)) {
        return Exclusion::kNo;
      } else if (!write.is_announced) {
        best = Exclusion::kProbably;
      }
    }
  }
  const auto is_free = [&](std::optional<int64_t> number) {
    return number && free.contains(*number);
  };
  // Of numbers that are not known it is known that they are not 0.
  const bool are_others = (free.size() == 1 || !has_unknown_claim) &&
                          std::none_of(claimed.begin(), claimed.end(), is_free);
  const bool is_told_apart = is_counted || are_others;
  if (!is_told_apart || std::none_of(at_start.begin(), at_start.end(), is_free) ||
      !std::all_of(set_before.begin(), set_before.end(), is_free) ||
      (common && (has_atomic_claims || common->empty()))) {
    return Exclusion::kNo;
  }
  return common || has_atomic_claims ? best : Exclusion::kNo;
}

Exclusion BuiltLocks::CountExcludes(TermId count, TermId word) {
  auto [it, inserted] = known_counts_.try_emplace({count, word}, Exclusion::kNo);
  if (inserted) {
    it->second = Excludes(LockKind::kFlag, word);
    if (count != word) it->second = std::min(it->second, FindCountExcludes(count, word));
  }
  return it->second;
}

bool BuiltLocks::IsCountedAt(const SharedAccess& access, TermId count) {
  const std::vector<HeldLock>& held = tree_.nodes()[access.node].points[access.point].held;
  return std::any_of(held.begin(), held.end(), [&](const HeldLock& h) {
    return h.kind == LockKind::kCount && h.mode == LockMode::kShared && h.certain &&
           IsSame(h.lock, count);
  });
}

bool BuiltLocks::AreWrites(const AccessesByObject& accesses, TermId cell,
                           absl::FunctionRef<bool(const SharedAccess&)> is_right) {
  TermTable& terms = tree_.terms();
  constexpr int64_t kWord = 8, kLeastWord = 4;
  const auto found = accesses.find(ObjectKey(terms, terms.Base(cell)));
  return found == accesses.end() ||
         std::all_of(found->second.begin(), found->second.end(), [&](const SharedAccess& access) {
           if (!access.is_write() || LiesApart(terms, access, cell, kWord)) return true;
           const auto distance = terms.ConstantDifference(access.resolved, cell);
           if (distance && *distance >= kLeastWord) return true;  // its neighbours
           return distance == 0 && is_right(access);
         });
}

bool BuiltLocks::StartsAtLeastAtNone(TermId count, uint32_t width) {
  const auto is_at_least_none = [&](const SharedAccess& access) {
    const ThreadNode& node = tree_.nodes()[access.node];
    const TermId value = AccessOf(access).value;
    return value != kNothing &&
           tree_.terms().ConstantValue(node.importer->Map(value)).value_or(-1) >= 0;
  };
  return width != 0 && ValueAtStart(tree_, shared_, count, width).value_or(-1) >= 0 &&
         AreWrites(before_, count, is_at_least_none);
}

std::optional<Exclusion> BuiltLocks::CountingWordExcludes(TermId word) {
  const auto counts = [](const Access& made) { return made.counts_from_none; };
  if (!HasClaim(word, counts)) return std::nullopt;
  Exclusion best = Exclusion::kSurely;
  uint32_t width = 0;
  bool is_claimed = false;
  const auto is_right = [&](const SharedAccess& access) {
    const Access& made = AccessOf(access);
    if (made.LeavesNumber()) return true;
    if (made.is_relaxed) return false;
    width = access.width;
    if (made.counts_from_none) return made.is_atomic;
    if (made.claims) {
      if (!made.is_atomic || made.value == kNothing) return false;
      const auto number =
          tree_.terms().ConstantValue(tree_.nodes()[access.node].importer->Map(made.value));
      is_claimed = number && *number < 0;
      return is_claimed;
    }
    if (!made.is_announced) best = Exclusion::kProbably;
    return Holds(access, LockKind::kFlag, word) ||
           (made.step == -1 && made.is_update && made.is_atomic && IsCountedAt(access, word));
  };
  if (!IsOfOneWidth(word) || !AreWrites(shared_, word, is_right) || !is_claimed) {
    return std::nullopt;
  }
  return StartsAtLeastAtNone(word, width) ? best : Exclusion::kNo;
}

bool BuiltLocks::IsOfOneWidth(TermId cell) {
  TermTable& terms = tree_.terms();
  const auto found = shared_.find(ObjectKey(terms, terms.Base(cell)));
  if (found == shared_.end()) return false;
  uint32_t width = 0;
  return std::all_of(found->second.begin(), found->second.end(), [&](const SharedAccess& access) {
    if (access.resolved != cell || access.kind == AccessKind::kFree) return true;
    if (width == 0) width = access.width;
    return width != 0 && access.width == width;
  });
}

Exclusion BuiltLocks::FindCountExcludes(TermId count, TermId word) {
  std::optional<std::vector<TermId>> common;  // locks of all that is written
  const auto note_locks = [&](const SharedAccess& access) {
    const std::vector<TermId> locks = ExclusiveLocks(access);
    common = common ? IntersectionOf(*common, locks) : locks;
  };
  Exclusion best = Exclusion::kSurely;
  uint32_t width = 0;
  const auto is_step = [&](const SharedAccess& access) {
    const Access& made = AccessOf(access);
    if (made.LeavesNumber()) return true;
    if (made.is_relaxed || !made.is_update || (made.step != 1 && made.step != -1)) return false;
    if (made.step == -1 && !IsCountedAt(access, count)) return false;
    if (!made.is_announced) best = Exclusion::kProbably;
    width = access.width;
    note_locks(access);
    return true;
  };
  const auto is_claim_in_section = [&](const SharedAccess& access) {
    if (AccessOf(access).claims) note_locks(access);
    return true;
  };
  const bool excludes = IsOfOneWidth(count) && IsOfOneWidth(word) &&
                        AreWrites(shared_, count, is_step) &&
                        AreWrites(shared_, word, is_claim_in_section) &&
                        StartsAtLeastAtNone(count, width) && common && !common->empty();
  return excludes ? best : Exclusion::kNo;
}

}  // namespace plait
