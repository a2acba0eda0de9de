#include "checkers/ring_ends.h"

#include <algorithm>
#include <limits>

#include "absl/algorithm/container.h"
#include "checkers/built_locks.h"
#include "checkers/own_numbers.h"

namespace plait {
namespace {

constexpr int64_t kAny = -1;  // a step from one constant to another may be either

// The number by which `term` is what is left of a number that is `more` than the other one; nullopt
// if it is not such a number.
std::optional<int64_t> DivisorOf(const TermTable& terms, TermId term, TermId number,
                                 std::optional<int64_t>* more) {
  const Term& rest = terms.term(term);
  if (rest.constant != 0 || rest.parts.size() != 1 || rest.parts[0].coefficient != 1) {
    return std::nullopt;
  }
  const Atom& atom = terms.atom(rest.parts[0].atom);
  if (atom.kind != AtomKind::kRemainder) return std::nullopt;
  const int64_t divisor = Divisor::FromIndex(atom.index).number;
  *more = terms.ConstantDifference(atom.argument, number);
  return *more && divisor > 0 ? std::optional(divisor) : std::nullopt;
}

int64_t Modulo(int64_t number, int64_t divisor) {
  const int64_t rest = number % divisor;
  return rest < 0 ? rest + divisor : rest;
}

}  // namespace

// After how many numbers a step of the end to that value begins anew; 0: never.
std::optional<int64_t> RingEnds::StepsAround(const RingEnd& end, TermId value) {
  const TermTable& terms = tree_.terms();
  const auto number = terms.ConstantValue(end.number), next = terms.ConstantValue(value);
  if (number && next) {
    if (*next == *number + 1) return kAny;
    return *next == 0 ? std::optional(*number + 1) : std::nullopt;
  }
  if (terms.ConstantDifference(value, end.number) == 1) return 0;
  std::optional<int64_t> more;
  const auto divisor = DivisorOf(terms, value, end.number, &more);
  return divisor && more == 1 ? divisor : std::nullopt;
}

// How far ahead of the other end it is not.
std::optional<int64_t> RingEnds::RoomOf(const RingEnd& end, int64_t around) {
  const TermTable& terms = tree_.terms();
  std::optional<int64_t> more = terms.ConstantDifference(end.limit, end.number);
  if (!more && DivisorOf(terms, end.limit, end.number, &more) != around) return std::nullopt;
  if (!more) return std::nullopt;
  return around > 0 ? Modulo(-*more, around) : -*more;
}

bool RingEnds::IsCopy(TermId copy, TermId cell, uint32_t width, uint32_t node) {
  auto [known, inserted] = copies_.try_emplace({copy, cell, node}, false);
  if (!inserted) return known->second;
  TermTable& terms = tree_.terms();
  const auto start = ValueAtStart(tree_, shared_, copy, width);
  const auto found = shared_.find(ObjectKey(terms, terms.Base(copy)));
  if (!start || found == shared_.end() || start != ValueAtStart(tree_, shared_, cell, width) ||
      !IsSetAlone(tree_, before_, copy, width, *start)) {
    return false;
  }
  const bool is_copy = absl::c_all_of(found->second, [&](const SharedAccess& access) {
    if (!access.is_write() || access.kind == AccessKind::kFree ||
        LiesApart(terms, access, copy, width)) {
      return true;
    }
    const ThreadNode& by = tree_.nodes()[access.node];
    const TermId from = by.summary->accesses[access.index].copied_from;
    return access.node == node && access.width == width &&
           terms.ConstantDifference(access.resolved, copy) == 0 && from != kNothing &&
           OneCell(tree_, by.importer->Map(from)) == cell;
  });
  return copies_[{copy, cell, node}] = is_copy;
}

bool RingEnds::IsOther(const RingEnd& end, TermId other, uint32_t node) {
  const TermId cell = OneCell(tree_, end.other);
  return cell == other || (cell != kNothing && IsCopy(cell, other, end.width, node));
}

const std::optional<RingEnds::Moves>& RingEnds::MovesOf(TermId cell, TermId other, uint32_t width) {
  auto [it, inserted] = moves_.try_emplace({cell, other});
  if (inserted) it->second = FindMoves(cell, other, width);
  return it->second;
}

std::optional<RingEnds::Moves> RingEnds::FindMoves(TermId cell, TermId other, uint32_t width) {
  TermTable& terms = tree_.terms();
  const auto start = ValueAtStart(tree_, shared_, cell, width);
  const auto found = shared_.find(ObjectKey(terms, terms.Base(cell)));
  if (!start || found == shared_.end() || !IsSetAlone(tree_, before_, cell, width, *start)) {
    return std::nullopt;
  }
  std::optional<Moves> moves;
  std::vector<const SharedAccess*> writes, reads;
  for (const SharedAccess& access : found->second) {
    if (access.kind == AccessKind::kFree || LiesApart(terms, access, cell, width)) continue;
    (access.is_write() ? writes : reads).push_back(&access);
  }
  // Steps between constants, as in the first turns of loops, go by what the others say.
  std::optional<int64_t> around;
  const auto steps_of = [&](const SharedAccess& write) {
    const ThreadNode& node = tree_.nodes()[write.node];
    const TermId value = node.importer->Map(node.summary->accesses[write.index].value);
    std::vector<std::pair<int64_t, RingEnd>> steps;
    for (const RingEnd& end : node.points[write.point].ends) {
      if (end.width != width || OneCell(tree_, end.cell) != cell ||
          !IsOther(end, other, write.node)) {
        continue;
      }
      if (const auto step = StepsAround(end, value)) steps.push_back({*step, end});
    }
    return steps;
  };
  for (const SharedAccess* write : writes) {
    const Access& made = tree_.nodes()[write->node].summary->accesses[write->index];
    if (write->is_set_apart() || made.is_relaxed || !made.is_announced || write->width != width ||
        terms.ConstantDifference(write->resolved, cell) != 0 || made.value == kNothing) {
      return std::nullopt;
    }
    const auto steps = steps_of(*write);
    if (steps.empty()) return std::nullopt;
    for (const auto& [step, end] : steps) {
      if (step != kAny) around = around.value_or(step) == step ? step : kAny;
    }
    if (!moves) moves = Moves{write->node, 0, 0, *start};
    if (write->node != moves->node) return std::nullopt;
  }
  if (!moves || around == kAny || !tree_.nodes()[moves->node].runs_once) return std::nullopt;
  moves->around = around.value_or(0);
  std::optional<int64_t> room;
  for (const SharedAccess* write : writes) {
    std::optional<int64_t> here;
    for (const auto& [step, end] : steps_of(*write)) here = RoomOf(end, moves->around);
    if (!here || room.value_or(*here) != *here) return std::nullopt;
    room = here;
  }
  moves->room = *room;
  const bool orders = absl::c_all_of(reads, [&](const SharedAccess* read) {
    const Access& made = tree_.nodes()[read->node].summary->accesses[read->index];
    return read->node == moves->node || (!made.is_relaxed && !read->is_set_apart());
  });
  return orders ? moves : std::nullopt;
}

std::optional<RingEnds::Indexing> RingEnds::IndexingOf(const SharedAccess& access, TermId number) {
  TermTable& terms = tree_.terms();
  const TermId offset = terms.Offset(access.resolved);
  const Term& term = terms.term(offset);
  if (term.parts.size() != 1 || term.parts[0].coefficient <= 0) return std::nullopt;
  Indexing indexing{0, term.parts[0].coefficient, term.constant};
  std::optional<int64_t> more;
  if (const auto count = DivisorOf(terms, terms.Of(term.parts[0].atom), number, &more)) {
    indexing.count = *count;
    return more == 0 ? std::optional(indexing) : std::nullopt;
  }
  const auto rest = terms.ConstantDifference(offset, terms.Multiply(number, indexing.stride));
  if (!rest) return std::nullopt;
  indexing.rest = *rest;
  return indexing;
}

bool RingEnds::AreApart(const SharedAccess& a, const RingEnd& of_a, const SharedAccess& b,
                        const RingEnd& of_b) {
  const TermId cell = OneCell(tree_, of_a.cell), other = OneCell(tree_, of_b.cell);
  if (cell == kNothing || other == kNothing || of_a.width != of_b.width ||
      !IsOther(of_a, other, a.node) || !IsOther(of_b, cell, b.node)) {
    return false;
  }
  const std::optional<Moves>& x = MovesOf(cell, other, of_a.width);
  const std::optional<Moves>& y = MovesOf(other, cell, of_a.width);
  if (!x || !y || x->node != a.node || y->node != b.node || x->around != y->around ||
      x->start != y->start || RoomOf(of_a, x->around) != x->room ||
      RoomOf(of_b, x->around) != y->room) {
    return false;
  }
  const int64_t room = std::max(x->room, y->room), around = x->around;
  if (std::min(x->room, y->room) != 0 || room == 0) return false;
  if (around > 0 && (x->start < 0 || x->start >= around)) return false;
  // Numbers of fewer bytes soon begin anew, and are compared as wider ones.
  constexpr uint32_t kLeastWidth = 4;
  if (around == 0 && of_a.width < kLeastWidth) return false;
  const TermTable& terms = tree_.terms();
  std::optional<Indexing> p = IndexingOf(a, of_a.number), q = IndexingOf(b, of_b.number);
  // An element of a known number follows the other one's rule.
  const auto by_rule = [&](const SharedAccess& access, TermId number, const Indexing& rule) {
    const auto known = terms.ConstantValue(number);
    const auto at = terms.ConstantValue(tree_.terms().Offset(access.resolved));
    if (!known || !at) return std::optional<Indexing>();
    const int64_t index = rule.count > 0 ? Modulo(*known, rule.count) : *known;
    return std::optional(Indexing{rule.count, rule.stride, *at - rule.stride * index});
  };
  if (!p && q) p = by_rule(a, of_a.number, *q);
  if (p && !q) q = by_rule(b, of_b.number, *p);
  if (!p || !q || p->count != q->count || p->stride != q->stride) return false;
  int64_t elements = std::numeric_limits<int64_t>::max();
  if (p->count > 0) {
    elements = p->count;
    constexpr uint32_t kNeverBeginsAnew = 8;
    const bool goes_on = around > 0
                             ? around % elements == 0
                             : of_a.width == kNeverBeginsAnew || (elements & (elements - 1)) == 0;
    if (!goes_on) return false;
  } else if (around > 0) {
    elements = around;
  }
  const int64_t end = std::max(p->rest + a.width, q->rest + b.width);
  return room <= elements && end - std::min(p->rest, q->rest) <= p->stride;
}

bool RingEnds::KeepApart(const SharedAccess& a, const SharedAccess& b) {
  if (a.node == b.node || a.object != b.object || a.width == 0 || b.width == 0 ||
      a.kind == AccessKind::kFree || b.kind == AccessKind::kFree) {
    return false;
  }
  const std::vector<RingEnd>& of_a = tree_.nodes()[a.node].points[a.point].ends;
  const std::vector<RingEnd>& of_b = tree_.nodes()[b.node].points[b.point].ends;
  if (of_a.empty() || of_b.empty() || !tree_.HasAllAccesses() || !tree_.IsSingleObject(a.object)) {
    return false;
  }
  return absl::c_any_of(of_a, [&](const RingEnd& x) {
    return absl::c_any_of(of_b, [&](const RingEnd& y) { return AreApart(a, x, b, y); });
  });
}

}  // namespace plait
