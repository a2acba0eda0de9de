#include "summaries/summary_printer.h"

#include <algorithm>
#include <map>
#include <utility>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"

namespace plait {
namespace {

constexpr size_t kShownOptions = 4;

// "a, b, c"; empty strings are left out.
std::string Join(const std::vector<std::string>& texts, const char* separator) {
  std::vector<std::string> shown;
  for (const std::string& text : texts) {
    if (!text.empty()) shown.push_back(text);
  }
  return absl::StrJoin(shown, separator);
}

class TermPrinter {
 public:
  TermPrinter(const TermTable& terms, const SummaryNames& names) : terms_(terms), names_(names) {}

  std::string Place(TermId address) {
    const AtomId base = terms_.Base(address);
    if (base == kNothing) return absl::StrCat("memory at ", Value(address));
    const std::string offset = Sum(terms_.term(address), base, "");
    if (IsObject(terms_.atom(base).kind)) {
      const std::string object = Object(base);
      return offset.empty() ? object : absl::StrCat(object, ".[", offset, "]");
    }
    const std::string pointer = ValueOf(base);
    if (offset.empty()) return absl::StrCat("*", pointer);
    return absl::StrCat(Grouped(pointer), "->[", offset, "]");
  }

  std::string Value(TermId value) {
    const AtomId base = terms_.Base(value);
    const Term& term = terms_.term(value);
    if (base == kNothing) return Sum(term, kNothing, "0");
    const std::string offset = Sum(term, base, "");
    if (IsObject(terms_.atom(base).kind)) {
      return offset.empty() ? ValueOf(base) : absl::StrCat("&", Object(base), ".[", offset, "]");
    }
    if (offset.empty()) return ValueOf(base);
    return absl::StartsWith(offset, "-") ? absl::StrCat(ValueOf(base), " - ", offset.substr(1))
                                         : absl::StrCat(ValueOf(base), " + ", offset);
  }

  std::string Factors(TermId factors) {
    std::string text;
    for (const Part& part : terms_.term(factors).parts) {
      for (int64_t i = 0; i < part.coefficient; ++i) {
        absl::StrAppend(&text, text.empty() ? "" : "*", ValueOf(part.atom));
      }
    }
    return text;
  }

  // What an atom stands for when it is listed by itself: an object, or the memory behind a pointer.
  std::string PlaceOf(AtomId atom) {
    return IsObject(terms_.atom(atom).kind) ? Object(atom) : absl::StrCat("*", ValueOf(atom));
  }

  // Threads of a range; the only one of its creation site needs no number.
  std::string Threads(const ThreadRange& range) {
    const std::string thread = ValueOf(range.token);
    if (terms_.IsAny(range.low) || terms_.IsAny(range.high)) return absl::StrCat(thread, "[?]");
    if (range.low == kZero && terms_.ConstantValue(range.high) == 1) return thread;
    return absl::StrCat(thread, "[", Value(range.low), " .. ", Value(range.high), ")");
  }

  std::string ValueOf(AtomId id) {
    const Atom& atom = terms_.atom(id);
    switch (atom.kind) {
      case AtomKind::kFunction:
        return Object(id);
      case AtomKind::kGlobal:
      case AtomKind::kString:
      case AtomKind::kSlot:
      case AtomKind::kHeap:
        return absl::StrCat("&", Object(id));
      case AtomKind::kThread:
        return absl::StrCat("thread(", Made(atom), ")", Instance(atom));
      case AtomKind::kFormal:
        return Parameter(atom.index);
      case AtomKind::kInitial:
        return Place(atom.argument);
      case AtomKind::kShared:
        return absl::StrCat("shared(", Place(atom.argument), ")");
      case AtomKind::kPhi:
        return Options(id);
      case AtomKind::kIteration:
        return absl::StrCat("i(", Symbol(atom.name), ":",
                            names_.block_at ? names_.block_at(atom.name, atom.index) : atom.index,
                            Path(atom.context), ")");
      case AtomKind::kUnknown:
        return IsTaken(atom)
                   ? absl::StrCat("taken(", Numbered(atom), " from ", Place(atom.argument), ")")
                   : absl::StrCat("unknown(", Numbered(atom), ")");
      case AtomKind::kAny:
        return "?";
      case AtomKind::kBound:
        return "k";
      case AtomKind::kSelf:
        return "self";
      case AtomKind::kComparison:
        return Comparison(atom);
      case AtomKind::kQuotient:
      case AtomKind::kRemainder: {
        const uint32_t number = Divisor::FromIndex(atom.index).number;
        const char* sign = atom.kind == AtomKind::kQuotient ? " / " : " % ";
        if (number != 0) return absl::StrCat("(", Value(atom.argument), sign, number, ")");
        const Operands operands = terms_.OperandsOf(atom);
        return absl::StrCat("(", Sum(operands.first, kNothing, "0"), sign, Value(operands.second),
                            ")");
      }
      case AtomKind::kSelect: {
        const Operands operands = terms_.OperandsOf(atom);
        return absl::StrCat("(", Value(operands.second), " ? ", Sum(operands.first, kNothing, "0"),
                            " : 0)");
      }
      case AtomKind::kOperand:
        return Value(atom.argument);
      case AtomKind::kProduct:
        return Factors(atom.argument);
      case AtomKind::kResult:
        return absl::StrCat("result(", Value(atom.argument), ")");
    }
    return "?";
  }

  std::string Symbol(Name name) const {
    return names_.symbol ? names_.symbol(name) : NameText(name);
  }

  std::string Location(Name procedure, uint32_t instruction) const {
    if (names_.location) return names_.location(procedure, instruction);
    return absl::StrCat(Symbol(procedure), ":", instruction);
  }

 private:
  // So that an operator applies to the whole of it.
  static std::string Grouped(std::string text) {
    return absl::StartsWith(text, "*") || absl::StartsWith(text, "&") ? absl::StrCat("(", text, ")")
                                                                      : text;
  }

  std::string Parameter(uint32_t index) const {
    const bool named = index < names_.parameters.size() && !names_.parameters[index].empty();
    return named ? names_.parameters[index] : absl::StrCat("arg", index);
  }

  std::string Object(AtomId id) {
    const Atom& atom = terms_.atom(id);
    if (atom.kind == AtomKind::kString) return absl::StrCat("string(", Numbered(atom), ")");
    if (atom.kind == AtomKind::kHeap) {
      return absl::StrCat("heap(", Made(atom), ")", Instance(atom));
    }
    if (atom.kind != AtomKind::kSlot) return Symbol(atom.name);
    const std::string local = names_.local ? names_.local(atom.name, atom.index) : "";
    if (local.empty()) return absl::StrCat("local(", Numbered(atom), ")");
    if (atom.context == kNoContext) return local;
    return absl::StrCat(local, "(", Symbol(atom.name), Path(atom.context), ")");
  }

  std::string LocationOfSite(Name procedure, uint32_t site) const {
    return Location(procedure,
                    names_.instruction_at ? names_.instruction_at(procedure, site) : site);
  }

  std::string Made(const Atom& atom) const {
    return absl::StrCat(LocationOfSite(atom.name, atom.index), Path(atom.context));
  }

  std::string Numbered(const Atom& atom) const {
    return absl::StrCat(Symbol(atom.name), ":", atom.index, Path(atom.context));
  }

  // " via main:3 > run:12"
  std::string Path(ContextId context) const {
    std::vector<std::string> steps;
    for (; context != kNoContext; context = terms_.context(context).parent) {
      const CallSite& site = terms_.context(context);
      steps.push_back(LocationOfSite(site.procedure, site.site));
    }
    if (steps.empty()) return "";
    std::reverse(steps.begin(), steps.end());
    return absl::StrCat(" via ", absl::StrJoin(steps, " > "));
  }

  std::string Instance(const Atom& atom) {
    return atom.argument == kZero ? "" : absl::StrCat("[", Value(atom.argument), "]");
  }

  // A choice inside of a choice is not spelled out: it may well be the same again.
  std::string Options(AtomId phi) {
    if (in_choice_) return "...";
    in_choice_ = true;
    const Choice& choice = terms_.ChoiceOf(phi);
    std::vector<std::string> options;
    for (TermId option : choice.options) {
      std::string text = options.size() < kShownOptions ? Value(option) : "...";
      if (std::find(options.begin(), options.end(), text) == options.end()) {
        options.push_back(std::move(text));
      }
    }
    if (choice.open || options.empty()) options.push_back("anything");
    in_choice_ = false;
    return absl::StrCat("{", absl::StrJoin(options, " | "), "}");
  }

  std::string Product(uint64_t factor, AtomId atom) {
    const std::string value = ValueOf(atom);
    return factor == 1 ? value : absl::StrCat(factor, "*", Grouped(value));
  }

  static uint64_t Magnitude(int64_t x) {
    return x < 0 ? uint64_t{0} - static_cast<uint64_t>(x) : static_cast<uint64_t>(x);
  }

  static void Append(const std::string& summand, bool negative, std::string* sum) {
    if (sum->empty()) {
      absl::StrAppend(sum, negative ? "-" : "", summand);
    } else {
      absl::StrAppend(sum, negative ? " - " : " + ", summand);
    }
  }

  // The parts of a term, without that of `except` (its coefficient is 1). `if_zero`: if nothing is
  // left.
  std::string Sum(const Term& term, AtomId except, const char* if_zero) {
    std::string sum;
    for (int sign : {1, -1}) {  // positive ones first: "n - i" reads better than "-i + n"
      for (const Part& part : term.parts) {
        if (part.atom == except || (part.coefficient < 0) != (sign < 0)) continue;
        Append(Product(Magnitude(part.coefficient), part.atom), sign < 0, &sum);
      }
    }
    if (term.constant != 0) {
      Append(absl::StrCat(Magnitude(term.constant)), term.constant < 0, &sum);
    }
    return sum.empty() ? if_zero : sum;
  }

  // "a - b - 1 <= 0" as "a <= b + 1".
  std::string Comparison(const Atom& atom) {
    static constexpr const char* kOperators[] = {" == ", " < ", " <= "};
    std::string left, right;
    const Term& term = terms_.term(atom.argument);
    for (const Part& part : term.parts) {
      const bool negative = part.coefficient < 0;
      Append(Product(Magnitude(part.coefficient), part.atom), false, negative ? &right : &left);
    }
    if (term.constant != 0) {
      const bool to_left = left.empty();
      Append(absl::StrCat(Magnitude(term.constant)), (term.constant < 0) == to_left,
             to_left ? &left : &right);
    }
    return absl::StrCat("(", left.empty() ? "0" : left, kOperators[atom.index],
                        right.empty() ? "0" : right, ")");
  }

  const TermTable& terms_;
  const SummaryNames& names_;
  bool in_choice_ = false;
};

const char* KindText(AccessKind kind) {
  switch (kind) {
    case AccessKind::kRead:
      return "read";
    case AccessKind::kWrite:
      return "write";
    case AccessKind::kFree:
      return "free";
    case AccessKind::kPost:
      return "post";
  }
  return "access";
}

const char* GapText(GapKind kind) {
  switch (kind) {
    case GapKind::kUnlowered:
      return "not expressed in the IR";
    case GapKind::kUnmodelledCall:
      return "call of a function without a model";
    case GapKind::kUnresolvedCall:
      return "call through an unknown pointer";
    case GapKind::kUnknownAddress:
      return "access through an unknown pointer";
    case GapKind::kBudget:
      return "bound reached";
    case GapKind::kFork:
      return "fork";
    case GapKind::kNonlocalJump:
      return "nonlocal jump";
    case GapKind::kSignalHandler:
      return "signal handler";
    case GapKind::kLockUnknown:
      return "unknown lock";
    case GapKind::kJoinUnknown:
      return "join of an unknown thread";
    case GapKind::kEndlessRecursion:
      return "recursion without an end";
    case GapKind::kCallback:
      return "effects of a function that is passed on";
  }
  return "gap";
}

class SummaryPrinter {
 public:
  SummaryPrinter(const Summary& summary, const SummaryNames& names)
      : summary_(summary), terms_(summary.terms, names) {}

  std::string Run() {
    Line(0, terms_.Symbol(summary_.procedure));
    PrintAccesses();
    PrintExits();
    PrintSpawns();
    PrintDeferred();
    PrintRest();
    PrintExposures();
    PrintReaches();
    PrintGaps();
    return std::move(text_);
  }

 private:
  void Line(int depth, const std::string& text) {
    absl::StrAppend(&text_, std::string(2 * depth, ' '), text, "\n");
  }

  std::string OriginText(const Origin& origin) {
    const std::string at =
        absl::StrCat("at ", terms_.Location(summary_.procedure, origin.instruction));
    if (origin.callee == kNoName) return at;
    return absl::StrCat(at, " in ", terms_.Symbol(origin.callee));
  }

  std::string LockText(const HeldLock& held) {
    return absl::StrCat(
        held.certain         ? ""
        : held.unless_failed ? "unless that failed "
                             : "maybe ",
        terms_.Place(held.lock), held.mode == LockMode::kShared ? " (shared)" : "",
        held.kind == LockKind::kOnce        ? " (once)"
        : held.kind == LockKind::kAtomic    ? " (atomic section)"
        : held.kind == LockKind::kSemaphore ? " (semaphore)"
        : held.kind == LockKind::kFlag      ? " (flag)"
        : held.kind == LockKind::kTicket    ? " (ticket)"
        : held.kind == LockKind::kCount     ? " (count)"
        : held.kind == LockKind::kRow       ? " (of each element)"
                                            : "",
        held.is_doubtful ? " (others given back since)" : "",
        held.depth > 1 ? absl::StrCat(" ", static_cast<int>(held.depth), " times") : "",
        held.may_be_deeper ? " or more often" : "");
  }

  // "label a, b", or nothing for an empty list.
  template <typename T, typename ToText>
  static std::string List(const char* label, const std::vector<T>& elements, ToText to_text) {
    if (elements.empty()) return "";
    std::vector<std::string> texts;
    for (const T& element : elements) texts.push_back(to_text(element));
    return absl::StrCat(label, " ", absl::StrJoin(texts, ", "));
  }

  std::string PointText(PointId id) {
    const Point& point = summary_.points[id];
    auto place = [&](TermId address) { return terms_.Place(address); };
    auto value = [&](TermId term) { return terms_.Value(term); };
    auto threads = [&](const ThreadRange& range) {
      return absl::StrCat(range.certain ? "" : "maybe ", terms_.Threads(range),
                          range.ended_somewhere ? " if not joined" : "");
    };
    auto lock = [&](const HeldLock& held) { return LockText(held); };
    auto seen = [&](const Observation& o) {
      const std::string other = o.is_difference() ? absl::StrCat(" - ", terms_.Place(o.other)) : "";
      return absl::StrCat(terms_.Place(o.cell), other, o.nonzero ? " != 0" : "",
                          o.low == INT64_MIN ? "" : absl::StrCat(" >= ", o.low),
                          o.high == INT64_MAX ? "" : absl::StrCat(" <= ", o.high));
    };
    auto arrivals = [&](const Arrivals& known) {
      return absl::StrCat(terms_.Value(known.count), " times through ", terms_.Place(known.barrier),
                          known.is_last ? " (told so last)" : "");
    };
    auto count = [&](const FoundCount& found) {
      return absl::StrCat(terms_.Place(found.cell),
                          found.is_most ? " <= " : " >= ", terms_.Value(found.bound));
    };
    auto end = [&](const RingEnd& ring) {
      return absl::StrCat(terms_.Place(ring.cell), " as ", terms_.Value(ring.number), ", as ",
                          terms_.Place(ring.other), " was not ", terms_.Value(ring.limit));
    };
    return Join({List("holding", point.held, lock),
                 List("may have released", point.released, place),
                 List("beside", point.live, threads),
                 List("after the end of", point.joined, threads),
                 List("after joining", point.joined_handles, value),
                 List("has waited for", point.waited, place),
                 List("may have posted", point.posted, place),
                 List("after calls with", point.asked, place),
                 List("after meeting at", point.met, place),
                 List("depends on", point.gates, place),
                 List("only after a change of", point.changes, place),
                 List("by another thread's value of", point.foreign, place),
                 List("only if", point.conditions, value),
                 List("has seen", point.observed, seen),
                 List("may have announced", point.announced, place),
                 point.announced_any ? "may have announced anything" : "",
                 List("found taken", point.contended, place),
                 List("may use", point.ends, end),
                 List("has come", point.arrivals, arrivals),
                 List("has found", point.counts, count)},
                "; ");
  }

  // Grouped by place; places in order of their text, accesses in order of the program.
  void PrintAccesses() {
    if (summary_.accesses.empty() && summary_.dropped_accesses == 0) return;
    Line(1, "accesses");
    std::map<std::string, std::vector<std::string>> by_place;
    for (const Access& access : summary_.accesses) {
      const std::string place = absl::StrCat(
          terms_.Place(access.address), ", ",
          access.width == 0 ? std::string("unknown size") : absl::StrCat(access.width, " bytes"));
      std::string what = absl::StrCat(
          access.is_atomic ? "atomic " : "", KindText(access.kind), " ", OriginText(access.origin),
          access.is_certain ? "" : ", place is a guess", access.is_picked ? ", in some turns" : "",
          access.may_be_kept ? ", if no earlier turn keeps a later one from it" : "",
          access.is_by_owner ? ", by its container" : "",
          access.is_guessed ? ", call is a guess" : "",
          access.is_chosen ? ", call is one of several" : "", access.is_relaxed ? ", relaxed" : "",
          access.value == kNothing ? "" : absl::StrCat(", value ", terms_.Value(access.value)),
          access.first == kNothing ? ""
                                   : absl::StrCat(", from ", terms_.Place(access.first),
                                                  " to before ", terms_.Place(access.end)),
          absl::StrJoin(access.in_elements, "",
                        [&](std::string* out, const ElementPart& part) {
                          absl::StrAppend(out, ", ", terms_.Value(part.behind),
                                          " bytes in an element, from ", part.first, " to before ",
                                          part.end);
                        }),
          access.is_announced ? ", announced" : "", access.claims ? ", claims" : "",
          access.makes_odd ? ", makes an even number odd" : "",
          access.counts_from_none ? ", counts from 0" : "",
          access.found == kNothing ? ""
                                   : absl::StrCat(", claims from ", terms_.Value(access.found)),
          access.added == kNothing ? "" : absl::StrCat(", adds ", terms_.Value(access.added)),
          access.copied_from == kNothing
              ? ""
              : absl::StrCat(", copies ", terms_.Place(access.copied_from)),
          access.is_update ? ", update" : "",
          access.step == 0  ? ""
          : access.step > 0 ? ", counts up"
                            : ", counts down",
          access.leads_on ? ", leads on" : "", access.is_intended ? ", may race" : "",
          access.is_published ? ", visible to other threads" : "",
          access.is_failing ? ", as the program aborts" : "",
          access.is_unwinding ? ", as a thread is cancelled or ends" : "",
          access.is_also_alone ? ", also before there were threads" : "");
      by_place[place].push_back(Join({std::move(what), PointText(access.point)}, "; "));
    }
    for (const auto& [place, accesses] : by_place) {
      Line(2, place);
      for (const std::string& access : accesses) Line(3, access);
    }
    if (summary_.dropped_accesses > 0) {
      Line(2, absl::StrCat(summary_.dropped_accesses, " more dropped"));
    }
  }

  std::string RangeText(const Exit& exit) {
    std::string range;
    if (exit.low != INT64_MIN && exit.low == exit.high) return "";
    if (exit.low != INT64_MIN && exit.high != INT64_MAX) {
      range = absl::StrCat("from ", exit.low, " to ", exit.high);
    } else if (exit.low != INT64_MIN) {
      range = absl::StrCat("at least ", exit.low);
    } else if (exit.high != INT64_MAX) {
      range = absl::StrCat("at most ", exit.high);
    }
    const bool says_nonzero = exit.low > 0 || exit.high < 0;
    return Join({range, exit.nonzero && !says_nonzero ? "not 0" : ""}, ", ");
  }

  void PrintExits() {
    if (summary_.exits.empty()) {
      Line(1, "never returns");
      return;
    }
    Line(1, "exits");
    for (const Exit& exit : summary_.exits) {
      const bool ends_with_result = exit.ends_thread && exit.has_result;
      std::string how = ends_with_result
                            ? absl::StrCat("ends the thread with ", terms_.Value(exit.result))
                        : exit.ends_thread ? "ends the thread"
                        : exit.has_result  ? absl::StrCat("returns ", terms_.Value(exit.result))
                                           : "returns";
      if (exit.has_result) how = Join({how, RangeText(exit)}, ", ");
      Line(2, Join({how, PointText(exit.point),
                    exit.synchronised ? "may have seen writes of other threads" : "",
                    List("other threads can reach", exit.escaped,
                         [&](AtomId atom) { return terms_.PlaceOf(atom); })},
                   "; "));
      PrintCells(exit.cells);
    }
  }

  void PrintCells(const std::vector<CellEffect>& cells) {
    for (const CellEffect& cell : cells) {
      const std::string region = cell.low == cell.high
                                     ? ""
                                     : absl::StrCat(" for k from ", terms_.Value(cell.low),
                                                    " to below ", terms_.Value(cell.high));
      const std::string reach = cell.reach.is_known()
                                    ? absl::StrCat(", ", cell.reach.first, " to ", cell.reach.last,
                                                   " bytes behind its base")
                                    : "";
      Line(3, absl::StrCat(terms_.Place(cell.address), " = ", terms_.Value(cell.value), region,
                           reach));
    }
  }

  std::string CallText(TermId callee, const std::vector<TermId>& arguments) {
    std::vector<std::string> texts;
    for (TermId argument : arguments) texts.push_back(terms_.Value(argument));
    return absl::StrCat(terms_.Value(callee), "(", absl::StrJoin(texts, ", "), ")");
  }

  void PrintSpawns() {
    if (summary_.spawns.empty()) return;
    Line(1, "starts threads");
    for (const Spawn& spawn : summary_.spawns) {
      Line(2, Join({absl::StrCat(terms_.ValueOf(spawn.token), " runs ",
                                 CallText(spawn.entry, spawn.arguments), " ",
                                 OriginText(spawn.origin)),
                    spawn.surely_repeats   ? "several at once"
                    : spawn.certainly_many ? "several at once, if no turn keeps another from it"
                    : spawn.many           ? "maybe several at once"
                                           : "",
                    spawn.detached ? "detached" : "", PointText(spawn.point)},
                   "; "));
      PrintCells(spawn.cells);
    }
  }

  void PrintDeferred() {
    if (summary_.deferred.empty()) return;
    Line(1, "calls left to callers");
    for (const DeferredCall& call : summary_.deferred) {
      Line(2,
           Join({absl::StrCat(CallText(call.callee, call.arguments), " ", OriginText(call.origin)),
                 PointText(call.point)},
                "; "));
    }
  }

  void PrintRest() {
    if (!summary_.published.empty()) Line(1, "pointers other threads can see");
    for (const Published& p : summary_.published) {
      Line(2,
           absl::StrCat(
               terms_.Place(p.address), " = ", terms_.Value(p.value),
               p.condition == kZero ? "" : absl::StrCat("; only if ", terms_.Value(p.condition))));
    }
    if (!summary_.stable.empty()) Line(1, "taken to be unchanged by other threads");
    for (TermId cell : summary_.stable) Line(2, terms_.Place(cell));
    if (!summary_.reloaded.empty()) Line(1, "pointers loaded when other threads may have set them");
    for (TermId cell : summary_.reloaded) Line(2, terms_.Place(cell));
    if (!summary_.renewed.empty()) Line(1, "pointers that may have changed between two loads");
    for (TermId cell : summary_.renewed) Line(2, terms_.Place(cell));
    if (!summary_.sync_objects.empty()) Line(1, "semaphores and barriers");
    for (const SyncObject& object : summary_.sync_objects) {
      Line(2, absl::StrCat(terms_.Place(object.address), " of ", terms_.Value(object.count)));
    }
  }

  // Of objects nothing is known of nothing is said.
  void PrintExposures() {
    for (const Exposure& exposure : summary_.exposures) {
      if (exposure.cells.empty()) continue;
      Line(1, absl::StrCat("other threads first see ", terms_.Value(exposure.object), " with"));
      PrintCells(exposure.cells);
    }
  }

  void PrintReaches() {
    for (const ReachOfPointer& pointer : summary_.reaches) {
      Line(1, absl::StrCat("array keeps ", terms_.Value(pointer.address), " from ",
                           pointer.reach.first, " to ", pointer.reach.last, " bytes"));
    }
  }

  void PrintGaps() {
    if (summary_.gaps.empty()) return;
    Line(1, "gaps");
    for (const Gap& gap : summary_.gaps) {
      Line(2, absl::StrCat(GapText(gap.kind), gap.detail.empty() ? "" : ": ", gap.detail, " ",
                           OriginText(gap.origin)));
    }
  }

  const Summary& summary_;
  TermPrinter terms_;
  std::string text_;
};

}  // namespace

std::string PrintSummary(const Summary& summary, const SummaryNames& names) {
  return SummaryPrinter(summary, names).Run();
}

std::string PrintPlace(const TermTable& terms, TermId address, const SummaryNames& names) {
  return TermPrinter(terms, names).Place(address);
}

std::string PrintValue(const TermTable& terms, TermId value, const SummaryNames& names) {
  return TermPrinter(terms, names).Value(value);
}

}  // namespace plait
