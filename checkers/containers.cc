#include "checkers/containers.h"

#include <algorithm>
#include <cstdlib>
#include <numeric>
#include <utility>

#include "summaries/sorted_sets.h"

namespace plait {
namespace {

constexpr size_t kMaxFacts = 2000;  // in a program with more nothing is looked for
constexpr int kMaxRounds = 4;       // of objects that are placed by way of others

// Numbers that may have several values at once.
bool IsNoNumber(const TermTable& terms, TermId term) {
  return terms.MentionsKind(term, AtomKind::kAny) || terms.MentionsKind(term, AtomKind::kShared);
}

int64_t FloorOf(int64_t number, int64_t divisor) {
  return number / divisor - (number % divisor < 0 ? 1 : 0);
}

}  // namespace

std::optional<Container> Containers::Of(const SharedAccess& access) {
  const AtomId key = ObjectKey(tree_.terms(), access.object);
  if (tree_.terms().atom(access.object).kind == AtomKind::kHeap) {
    if (const Family* family = FamilyOf(key)) return ContainerOf(*family, access.address);
  }
  const Family* family = FamilyIn(key);
  return family == nullptr ? std::nullopt : PartOf(*family, access);
}

// Of an access to a container: which one it is, if the pointer came out of its own members, as one
// to the head of a list does.
std::optional<Container> Containers::PartOf(const Family& family, const SharedAccess& access) {
  TermTable& terms = tree_.terms();
  if (family.stride == 0) return std::nullopt;
  // Bytes that the pointer itself does not lie beside may be of another element.
  const Term offset = terms.term(terms.Offset(access.resolved));
  const auto is_apart = [&](const Part& part) { return part.coefficient % family.stride != 0; };
  if (access.width == 0 || std::any_of(offset.parts.begin(), offset.parts.end(), is_apart)) {
    return std::nullopt;
  }
  const int64_t number = FloorOf(offset.constant, family.stride);
  if (FloorOf(offset.constant + access.width - 1, family.stride) != number) return std::nullopt;
  if (terms.Base(access.address) != access.object) {
    const auto behind = terms.ConstantValue(terms.Offset(access.address));
    if (!behind || FloorOf(offset.constant - *behind, family.stride) != number) return std::nullopt;
  }
  return ContainerOf(family, access.address);
}

// The objects that hang in elements of this one, if these are of one family.
const Containers::Family* Containers::FamilyIn(AtomId owner) {
  TermTable& terms = tree_.terms();
  const auto [known, is_new] = member_of_.try_emplace(owner, kNothing);
  if (is_new) {
    const std::vector<Published> facts = tree_.points_to().Facts();
    if (facts.size() > kMaxFacts) return nullptr;
    std::vector<AtomId> members;
    for (const Published& fact : facts) {
      const std::vector<TermId> places = tree_.points_to().Resolve(fact.address);
      const bool is_there = std::any_of(places.begin(), places.end(), [&](TermId place) {
        return ObjectKey(terms, terms.Base(place)) == owner;
      });
      if (!is_there) continue;
      for (TermId value : tree_.points_to().Resolve(fact.value)) {
        const AtomId object = terms.Base(value);
        if (terms.atom(object).kind == AtomKind::kHeap)
          InsertSorted(&members, ObjectKey(terms, object));
      }
    }
    AtomId one = kNothing;
    std::vector<AtomId> all;
    for (AtomId member : members) {
      const Family* family = FamilyOf(member);
      if (family == nullptr || !ContainsSorted(family->owners, owner)) return nullptr;
      if (one != kNothing && family->members != all) return nullptr;
      one = member;
      all = family->members;
    }
    member_of_[owner] = one;
  }
  const AtomId member = member_of_[owner];
  return member == kNothing ? nullptr : FamilyOf(member);
}

const Containers::Family* Containers::FamilyOf(AtomId key) {
  auto known = families_.find(key);
  if (known == families_.end()) {
    std::optional<Family> found;
    for (int attempt = 0; attempt < 3 && !found; ++attempt) {
      Family family;
      family.members =
          attempt == 0 ? BesideIn(key) : LinkedWith(key, /*with_holders=*/attempt == 2);
      if (!family.members.empty() && FindOwners(&family) && PlaceObjects(&family) &&
          IsEachInOne(family)) {
        found = std::move(family);
      }
    }
    known = families_.emplace(key, std::move(found)).first;
  }
  return known->second ? &*known->second : nullptr;
}

// The heap objects in which pointers to one of that kind lie, and to which one of that kind leads;
// `with_holders`: whether it leads there or not.
std::vector<AtomId> Containers::LinkedWith(AtomId key, bool with_holders) {
  TermTable& terms = tree_.terms();
  const std::vector<Published> facts = tree_.points_to().Facts();
  if (facts.size() > kMaxFacts) return {};
  // From what lies somewhere to where it lies, or the other way.
  const auto close = [&](bool upwards) {
    std::vector<AtomId> reached = {key};
    for (bool grows = true; grows;) {
      grows = false;
      for (const Published& fact : facts) {
        const std::vector<TermId> froms =
            tree_.points_to().Resolve(upwards ? fact.value : fact.address);
        const bool is_reached = std::any_of(froms.begin(), froms.end(), [&](TermId from) {
          return ContainsSorted(reached, ObjectKey(terms, terms.Base(from)));
        });
        if (!is_reached) continue;
        for (TermId to : tree_.points_to().Resolve(upwards ? fact.address : fact.value)) {
          const AtomId object = terms.Base(to);
          if (terms.atom(object).kind != AtomKind::kHeap) continue;
          grows |= InsertSorted(&reached, ObjectKey(terms, object));
        }
      }
    }
    return reached;
  };
  std::vector<AtomId> holders = close(/*upwards=*/true);
  const std::vector<AtomId> linked = IntersectionOf(holders, close(/*upwards=*/false));
  if (!with_holders) return linked;
  // A single object that holds them is a container itself.
  std::erase_if(holders, [&](AtomId object) {
    return tree_.IsSingleObject(object) && !ContainsSorted(linked, object);
  });
  return holders == linked ? std::vector<AtomId>() : holders;
}

// The heap objects that pointers lead to in what also holds pointers to one of that kind: a table
// may have been filled at several places.
std::vector<AtomId> Containers::BesideIn(AtomId key) {
  TermTable& terms = tree_.terms();
  const std::vector<Published> facts = tree_.points_to().Facts();
  if (facts.size() > kMaxFacts) return {};
  const auto keys_of = [&](TermId address) {
    std::vector<AtomId> keys;
    for (TermId target : tree_.points_to().Resolve(address)) {
      InsertSorted(&keys, ObjectKey(terms, terms.Base(target)));
    }
    return keys;
  };
  std::vector<AtomId> holders, members;
  for (const Published& fact : facts) {
    if (ContainsSorted(keys_of(fact.value), key)) {
      holders = UnionOf(holders, keys_of(fact.address));
    }
  }
  for (const Published& fact : facts) {
    if (IntersectionOf(keys_of(fact.address), holders).empty()) continue;
    for (AtomId object : keys_of(fact.value)) {
      if (terms.atom(object).kind == AtomKind::kHeap) InsertSorted(&members, object);
    }
  }
  return members.size() > 1 ? members : std::vector<AtomId>();
}

Containers::Reach Containers::ReachOf(const Family& family, TermId address) {
  Reach reach;
  reach.has_other = tree_.points_to().IsOpen(address);
  for (TermId target : tree_.points_to().Resolve(address)) {
    const AtomId key = ObjectKey(tree_.terms(), tree_.terms().Base(target));
    if (ContainsSorted(family.members, key)) {
      reach.has_member = true;
    } else if (ContainsSorted(family.owners, key)) {
      reach.has_owner = true;
    } else {
      reach.has_other = true;
    }
  }
  return reach;
}

// One that goes by another number than those that were put there hangs where its number says.
TermId Containers::PlaceOf(const Family& family, AtomId member) {
  if (const auto placed = family.placed.find(member); placed != family.placed.end()) {
    return placed->second;
  }
  TermTable& terms = tree_.terms();
  const AtomId key = ObjectKey(terms, member);
  const TermId number = terms.atom(member).argument;
  if (IsNoNumber(terms, number)) return kNothing;
  TermId place = kNothing;
  for (const auto& [object, address] : family.placed) {
    if (ObjectKey(terms, object) != key) continue;
    const Term turn = terms.term(terms.atom(object).argument);
    const bool is_counted = turn.parts.size() == 1 && turn.parts[0].coefficient == 1 &&
                            terms.atom(turn.parts[0].atom).kind == AtomKind::kIteration;
    if (place != kNothing || !is_counted) return kNothing;
    const AtomId counter = turn.parts[0].atom;
    const TermId of_counter = terms.AddConstant(number, -turn.constant);
    place = terms.Substitute(address,
                             [&](AtomId atom) { return atom == counter ? of_counter : kNothing; });
  }
  return place;
}

// Adds the roots by way of which `value`, a pointer into a member or a container, is found.
void Containers::Walk(const Family& family, TermId value, absl::flat_hash_set<AtomId>* seen,
                      Roots* roots) {
  TermTable& terms = tree_.terms();
  const AtomId base = terms.Base(value);
  if (base == kNothing) {
    roots->are_all &= terms.ConstantValue(value).has_value();  // null
    return;
  }
  const Atom atom = terms.atom(base);
  switch (atom.kind) {
    case AtomKind::kHeap:
      if (ContainsSorted(family.members, ObjectKey(terms, base))) {
        const TermId place = PlaceOf(family, base);
        if (place == kNothing) {
          roots->are_all = false;
        } else {
          roots->addresses.push_back(place);
        }
        return;
      }
      roots->addresses.push_back(value);
      return;
    case AtomKind::kGlobal:
    case AtomKind::kSlot:
      roots->addresses.push_back(value);
      return;
    case AtomKind::kPhi: {
      if (!seen->insert(base).second) return;
      const Choice choice = terms.ChoiceOf(base);
      roots->are_all &= !choice.open;
      const TermId offset = terms.Offset(value);
      for (TermId option : choice.options) {
        const bool is_null = terms.Base(option) == kNothing;
        Walk(family, is_null ? option : terms.Add(option, offset), seen, roots);
      }
      return;
    }
    case AtomKind::kInitial:
    case AtomKind::kShared: {
      const Reach to = ReachOf(family, terms.Of(base));
      const Reach from = ReachOf(family, atom.argument);
      if (!to.has_member && !from.has_member) {
        roots->addresses.push_back(value);
        return;
      }
      // What hangs somewhere else as well may lead to members of any container.
      if (!family.owners.empty() && (to.has_other || from.has_other)) roots->are_all = false;
      if (seen->insert(base).second) Walk(family, atom.argument, seen, roots);
      return;
    }
    default:
      roots->are_all = false;
      return;
  }
}

Containers::Roots Containers::RootsOf(const Family& family, TermId value) {
  Roots roots;
  absl::flat_hash_set<AtomId> seen;
  Walk(family, value, &seen, &roots);
  return roots;
}

// Where members are found from, and how large the elements are that this tells apart.
bool Containers::FindOwners(Family* family) {
  TermTable& terms = tree_.terms();
  std::vector<TermId> roots;
  for (AtomId member : family->members) {
    auto accesses = accesses_.find(member);
    if (accesses == accesses_.end()) continue;
    for (const SharedAccess& access : accesses->second) {
      for (TermId root : RootsOf(*family, access.address).addresses) InsertSorted(&roots, root);
    }
  }
  for (const Published& fact : tree_.points_to().Facts()) {
    if (!ReachOf(*family, fact.value).has_member) continue;
    for (TermId root : RootsOf(*family, fact.address).addresses) InsertSorted(&roots, root);
  }
  std::vector<AtomId> owners;
  for (TermId root : roots) {
    if (tree_.points_to().IsOpen(root)) return false;
    for (TermId target : tree_.points_to().Resolve(root)) {
      InsertSorted(&owners, ObjectKey(terms, terms.Base(target)));
    }
    for (const Part& part : terms.term(terms.Offset(root)).parts) {
      family->stride = std::gcd(family->stride, std::abs(part.coefficient));
    }
  }
  family->owners = std::move(owners);
  return !family->owners.empty() && IntersectionOf(family->owners, family->members).empty();
}

std::optional<Container> Containers::ContainerAt(const Family& family, TermId address) {
  TermTable& terms = tree_.terms();
  Container container{terms.Base(address), kZero};
  if (!IsObject(terms.atom(container.base).kind)) {
    const TermId pointer = terms.Of(container.base);
    const std::vector<TermId> targets = tree_.points_to().Resolve(pointer);
    const bool are_beginnings = std::all_of(targets.begin(), targets.end(), [&](TermId target) {
      return target == terms.Of(terms.Base(target));
    });
    if (targets.empty() || !are_beginnings || tree_.points_to().IsOpen(pointer)) {
      return std::nullopt;
    }
    const AtomId object = terms.Base(targets[0]);
    if (targets.size() == 1 && tree_.IsSingleObject(object)) container.base = object;
  }
  Term number = terms.term(terms.Offset(address));
  if (IsNoNumber(terms, terms.Offset(address))) return std::nullopt;
  if (family.stride == 0) {
    if (!number.is_constant()) return std::nullopt;
    return container;
  }
  for (Part& part : number.parts) {
    if (part.coefficient % family.stride != 0) return std::nullopt;
    part.coefficient /= family.stride;
  }
  number.constant = FloorOf(number.constant, family.stride);
  container.number = terms.InternTerm(std::move(number));
  return container;
}

std::optional<Container> Containers::ContainerOf(const Family& family, TermId value) {
  const Roots roots = RootsOf(family, value);
  if (!roots.are_all || roots.addresses.empty()) return std::nullopt;
  const std::optional<Container> container = ContainerAt(family, roots.addresses[0]);
  for (TermId root : roots.addresses) {
    if (ContainerAt(family, root) != container) return std::nullopt;
  }
  return container;
}

// What a thread makes hangs where it puts it first.
bool Containers::PlaceObjects(Family* family) {
  TermTable& terms = tree_.terms();
  bool changes = true;
  for (int round = 0; round < kMaxRounds && changes; ++round) {
    changes = false;
    for (const Published& fact : tree_.points_to().Facts()) {
      const AtomId object = terms.Base(fact.value);
      if (object == kNothing || terms.atom(object).kind != AtomKind::kHeap) continue;
      if (!ContainsSorted(family->members, ObjectKey(terms, object))) continue;
      // Of some object nobody knows which one it is.
      if (IsNoNumber(terms, terms.atom(object).argument)) return false;
      const Roots roots = RootsOf(*family, fact.address);
      if (!roots.are_all || roots.addresses.empty()) continue;
      changes |= family->placed.try_emplace(object, roots.addresses[0]).second;
    }
  }
  return true;
}

// Whether each pointer to a member lies in the container of that member, or in another member
// there, and each pointer to a container in its own members.
bool Containers::IsEachInOne(const Family& family) {
  for (const Published& fact : tree_.points_to().Facts()) {
    const Reach what = ReachOf(family, fact.value), where = ReachOf(family, fact.address);
    const bool is_inside = where.has_member || where.has_owner;
    const bool is_of_family = what.has_member || (is_inside && what.has_owner);
    if (is_inside && tree_.points_to().IsOpen(fact.value)) return false;
    if (!is_of_family) continue;
    const std::optional<Container> at = ContainerOf(family, fact.address);
    if (!at || where.has_other || ContainerOf(family, fact.value) != at) return false;
  }
  return true;
}

}  // namespace plait
