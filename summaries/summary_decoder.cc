#include <algorithm>
#include <utility>
#include <vector>

#include "absl/status/status.h"
#include "absl/strings/str_cat.h"
#include "summaries/summary_record.h"

namespace plait {
namespace {

using Record = proto::SummaryRecord;
template <typename T>
using Column = google::protobuf::RepeatedField<T>;

// Nesting of terms in atoms of terms: far more than the analysis builds, and safe to recurse over.
constexpr int kMaxNesting = 256;
// Atoms in a term when written out. TermTable's recursions visit shared parts once for each
// mention.
constexpr uint64_t kMaxExpandedSize = uint64_t{1} << 20;

// Reads a record into a summary. The first thing wrong is kept in `error_`, and ends the reading.
class Decoder {
 public:
  explicit Decoder(const Record& record)
      : record_(record), summary_(std::make_unique<Summary>()), terms_(summary_->terms) {}

  absl::StatusOr<std::unique_ptr<Summary>> Run() {
    ReadNames();
    summary_->procedure = NameOf(record_.procedure());
    const bool read = ok() && ReadContexts() && ReadAtomsAndTerms() && ReadChoices() &&
                      ReadPoints() && ReadAccesses() && ReadExits() && ReadSpawns() &&
                      ReadDeferred() && ReadRest();
    if (!read || !ok()) {
      return absl::DataLossError(absl::StrCat("damaged summary: ", error_));
    }
    return std::move(summary_);
  }

 private:
  bool ok() const { return error_.empty(); }

  bool Fail(std::string error) {
    if (error_.empty()) error_ = std::move(error);
    return false;
  }

  // A reference to row `id` of a table of `size` rows. Out of range: an error, and row 0.
  uint32_t Checked(uint32_t id, size_t size, const char* what) {
    if (id < size) return id;
    Fail(absl::StrCat(what, " ", id, " of ", size));
    return 0;
  }

  Name NameOf(uint32_t id) { return names_[Checked(id, names_.size(), "name")]; }
  TermId TermOf(uint32_t id) { return Checked(id, terms_.term_count(), "term"); }
  AtomId AtomOf(uint32_t id) { return Checked(id, terms_.atom_count(), "atom"); }
  PointId PointOf(uint32_t id) { return Checked(id, summary_->points.size(), "point"); }

  // 8-bit and smaller fields, which are wider in the bytes.
  template <typename T>
  T Enumerator(uint32_t number, uint32_t count, const char* what) {
    return static_cast<T>(Checked(number, count, what));
  }

  AtomId TokenOf(uint32_t id) {
    const AtomId atom = AtomOf(id);
    if (ok() && terms_.atom(atom).kind != AtomKind::kThread) {
      Fail(absl::StrCat("atom ", id, " is no thread"));
    }
    return atom;
  }

  template <typename First, typename... Others>
  bool SameSize(const char* what, const First& first, const Others&... others) {
    if (((first.size() == others.size()) && ...)) return true;
    return Fail(absl::StrCat("columns of ", what, " differ in length"));
  }

  void ReadNames() {
    names_.push_back(kNoName);
    for (const std::string& name : record_.names()) names_.push_back(InternName(name));
  }

  bool ReadContexts() {
    const Record::Contexts& rows = record_.contexts();
    if (!SameSize("contexts", rows.procedure(), rows.site(), rows.parent())) return false;
    std::vector<int> lengths = {0};
    for (int i = 0; i < rows.procedure_size() && ok(); ++i) {
      const ContextId parent = Checked(rows.parent(i), terms_.context_count(), "parent context");
      lengths.push_back(lengths[parent] + 1);
      if (lengths.back() > TermTable::kMaxContext) return Fail("call path too long");
      const ContextId id = terms_.InternContext({NameOf(rows.procedure(i)), rows.site(i), parent});
      if (id != static_cast<ContextId>(i) + 1) Fail(absl::StrCat("context ", id, " occurs twice"));
    }
    return ok();
  }

  // Atoms have terms as arguments and terms consist of atoms, so both are read before either is
  // interned; that the atoms of an argument come before the atom itself rules out cycles.
  bool ReadAtomsAndTerms() {
    std::vector<Atom> atoms;
    std::vector<Term> terms;
    if (!ReadAtomRows(&atoms) || !ReadTermRows(atoms.size(), &terms)) return false;
    if (!CheckNesting(atoms, terms) || !CheckFactors(atoms, terms) || !CheckOperands(atoms, terms))
      return false;
    terms_.Reserve(atoms.size(), terms.size());
    for (size_t i = 0; i < atoms.size(); ++i) {
      if (terms_.InternAtomAsIs(atoms[i]) != i)
        return Fail(absl::StrCat("atom ", i, " occurs twice"));
    }
    for (size_t i = 1; i < terms.size(); ++i) {
      if (terms_.InternTerm(std::move(terms[i])) != i) {
        return Fail(absl::StrCat("term ", i, " occurs twice"));
      }
    }
    terms_.CompleteAtoms();
    return ok();
  }

  bool ReadAtomRows(std::vector<Atom>* atoms) {
    const Record::Atoms& rows = record_.atoms();
    if (!SameSize("atoms", rows.kind(), rows.name(), rows.index(), rows.context(),
                  rows.argument())) {
      return false;
    }
    const size_t term_count = static_cast<size_t>(record_.terms().constant_size()) + 1;
    for (int i = 0; i < rows.kind_size() && ok(); ++i) {
      Atom atom;
      atom.kind = Enumerator<AtomKind>(rows.kind(i) / 2, kAtomKinds, "kind of atom");
      atom.is_pointer = rows.kind(i) % 2 == 1;
      atom.name = NameOf(rows.name(i));
      atom.index = rows.index(i);
      if (atom.kind == AtomKind::kComparison) Checked(atom.index, kRelations, "relation");
      atom.context = Checked(rows.context(i), terms_.context_count(), "context");
      atom.argument = Checked(rows.argument(i), term_count, "argument");
      atoms->push_back(atom);
    }
    return ok();
  }

  bool ReadTermRows(size_t atom_count, std::vector<Term>* terms) {
    const Record::Terms& rows = record_.terms();
    if (!SameSize("terms", rows.constant(), rows.part_count()) ||
        !SameSize("parts", rows.atom(), rows.coefficient())) {
      return false;
    }
    terms->reserve(rows.constant_size() + 1);
    terms->emplace_back();  // kZero
    int next = 0;
    for (int i = 0; i < rows.constant_size() && ok(); ++i) {
      Term term;
      term.constant = rows.constant(i);
      const uint32_t count = rows.part_count(i);
      if (count > TermTable::kMaxParts) return Fail(absl::StrCat("term of ", count, " parts"));
      if (count > static_cast<uint32_t>(rows.atom_size() - next)) return Fail("missing parts");
      for (uint32_t k = 0; k < count; ++k, ++next) {
        const Part part{Checked(rows.atom(next), atom_count, "atom"), rows.coefficient(next)};
        if (part.coefficient == 0) return Fail("part of coefficient 0");
        if (k > 0 && part.atom <= term.parts.back().atom) return Fail("parts out of order");
        term.parts.push_back(part);
      }
      terms->push_back(std::move(term));
    }
    if (next != rows.atom_size()) return Fail("parts of no term");
    return ok();
  }

  // Whether the atom has a second operand.
  static bool IsOfTwo(const Atom& atom) {
    const bool divides = atom.kind == AtomKind::kQuotient || atom.kind == AtomKind::kRemainder;
    return atom.kind == AtomKind::kSelect ||
           (divides && Divisor::FromIndex(atom.index).number == 0);
  }

  bool CheckOperands(const std::vector<Atom>& atoms, const std::vector<Term>& terms) {
    for (const Atom& atom : atoms) {
      const auto& parts = terms[atom.argument].parts;
      const auto operands = std::count_if(parts.begin(), parts.end(), [&](const Part& part) {
        return atoms[part.atom].kind == AtomKind::kOperand && part.coefficient == 1;
      });
      if (IsOfTwo(atom) && operands != 1) return Fail("division or choice without its operand");
    }
    return true;
  }

  bool CheckFactors(const std::vector<Atom>& atoms, const std::vector<Term>& terms) {
    for (const Atom& atom : atoms) {
      if (atom.kind != AtomKind::kProduct) continue;
      const Term& factors = terms[atom.argument];
      int64_t count = 0;
      for (const Part& part : factors.parts) {
        if (part.coefficient < 1 || part.coefficient > TermTable::kMaxFactors) {
          return Fail("product of too many factors");
        }
        count += part.coefficient;
      }
      if (factors.constant != 0 || count < 2 || count > TermTable::kMaxFactors) {
        return Fail("product of no factors or too many");
      }
    }
    return true;
  }

  bool CheckNesting(const std::vector<Atom>& atoms, const std::vector<Term>& terms) {
    std::vector<int> nesting(atoms.size(), 0);
    std::vector<uint64_t> size(atoms.size(), 1);
    for (size_t i = 0; i < atoms.size(); ++i) {
      for (const Part& part : terms[atoms[i].argument].parts) {
        if (part.atom >= i) return Fail(absl::StrCat("atom ", i, " is made from later ones"));
        nesting[i] = std::max(nesting[i], nesting[part.atom] + 1);
        size[i] += size[part.atom];
      }
      if (nesting[i] > kMaxNesting) return Fail("terms nest too deep");
      if (size[i] > kMaxExpandedSize) return Fail("term too large");
    }
    return true;
  }

  bool ReadChoices() {
    const Record::Choices& rows = record_.choices();
    if (!SameSize("choices", rows.phi(), rows.open(), rows.option_count())) return false;
    int next = 0;
    for (int i = 0; i < rows.phi_size() && ok(); ++i) {
      const AtomId phi = AtomOf(rows.phi(i));
      if (!ok()) return false;
      if (terms_.atom(phi).kind != AtomKind::kPhi) return Fail("options of no choice");
      if (i > 0 && rows.phi(i) <= rows.phi(i - 1)) return Fail("choices out of order");
      const uint32_t count = rows.option_count(i);
      if (count > static_cast<uint32_t>(rows.option_size() - next)) return Fail("missing options");
      if (count > TermTable::kMaxOptions) return Fail("too many options");
      for (uint32_t k = 0; k < count; ++k, ++next) {
        if (k > 0 && rows.option(next) <= rows.option(next - 1))
          return Fail("options out of order");
        if (!terms_.AddOption(phi, TermOf(rows.option(next)))) Fail("option that adds nothing");
      }
      if (rows.open(i)) terms_.OpenChoice(phi);
    }
    if (next != rows.option_size()) return Fail("options of no choice");
    return ok();
  }

  void ReadTerms(const Column<uint32_t>& from, std::vector<TermId>* to) {
    to->reserve(from.size());
    for (uint32_t id : from) to->push_back(TermOf(id));
  }

  // Those of an array of handles that came in are named after its elements.
  AtomId JoinedOf(uint32_t id) {
    const AtomId atom = AtomOf(id);
    return ok() && terms_.atom(atom).kind == AtomKind::kInitial ? atom : TokenOf(id);
  }

  void ReadThreads(const Record::Threads& from, bool have_ended, std::vector<ThreadRange>* to) {
    if (!SameSize("threads", from.token(), from.low(), from.high(), from.flags())) return;
    for (int i = 0; i < from.token_size(); ++i) {
      const AtomId token = have_ended ? JoinedOf(from.token(i)) : TokenOf(from.token(i));
      to->push_back({token, TermOf(from.low(i)), TermOf(from.high(i)), (from.flags(i) & 1) != 0,
                     (from.flags(i) & 2) != 0});
    }
  }

  void ReadCells(const Record::Cells& from, std::vector<CellEffect>* to) {
    if (!SameSize("cells", from.address(), from.width(), from.value(), from.low(), from.high())) {
      return;
    }
    for (int i = 0; i < from.address_size(); ++i) {
      to->push_back({TermOf(from.address(i)), from.width(i), TermOf(from.value(i)),
                     TermOf(from.low(i)), TermOf(from.high(i)), Reach()});
    }
    if (!SameSize("reaches of cells", from.reaching(), from.first(), from.last())) return;
    for (int i = 0; i < from.reaching_size(); ++i) {
      const uint32_t cell = from.reaching(i);
      if (cell >= to->size()) {
        Fail("a reach of no cell");
        return;
      }
      (*to)[cell].reach = {from.first(i), from.last(i)};
    }
  }

  void ReadLocks(const Record::Locks& from, std::vector<HeldLock>* to) {
    if (!SameSize("locks", from.lock(), from.flags(), from.depth(), from.number(),
                  from.acquired())) {
      return;
    }
    for (int i = 0; i < from.lock_size(); ++i) {
      HeldLock held;
      held.lock = TermOf(from.lock(i));
      held.mode = static_cast<LockMode>(from.flags(i) & 1);
      held.certain = (from.flags(i) & 2) != 0;
      held.kind = Enumerator<LockKind>(from.flags(i) / 4 % 8, kLockKinds, "kind of lock");
      held.depth = Enumerator<uint8_t>(from.depth(i), 256, "depth of lock");
      held.acquired = from.acquired(i);
      held.number = TermOf(from.number(i));
      held.is_doubtful = (from.flags(i) & 32) != 0;
      held.unless_failed = (from.flags(i) & 64) != 0;
      held.may_be_deeper = (from.flags(i) & 128) != 0;
      to->push_back(held);
    }
  }

  // Row `i` of origins whose columns have at least `count` rows.
  Origin OriginOf(const Record::Origins& from, int i) {
    return {from.instruction(i), NameOf(from.callee(i)), from.index(i)};
  }

  bool HasOrigins(const Record::Origins& from, int count) {
    if (!SameSize("origins", from.instruction(), from.callee(), from.index())) return false;
    return from.instruction_size() == count || Fail("wrong number of origins");
  }

  void ReadObservations(const Record::Observations& from, std::vector<Observation>* to) {
    if (!SameSize("observations", from.cell(), from.width(), from.nonzero(), from.low(),
                  from.high(), from.other())) {
      return;
    }
    for (int i = 0; i < from.cell_size(); ++i) {
      to->push_back({TermOf(from.cell(i)), from.width(i), from.nonzero(i), from.low(i),
                     from.high(i), from.other(i) == 0 ? kNothing : TermOf(from.other(i) - 1)});
    }
  }

  void ReadRingEnds(const Record::RingEnds& from, std::vector<RingEnd>* to) {
    if (!SameSize("ends of rings", from.cell(), from.other(), from.width(), from.number(),
                  from.limit())) {
      return;
    }
    for (int i = 0; i < from.cell_size(); ++i) {
      to->push_back({TermOf(from.cell(i)), TermOf(from.other(i)), from.width(i),
                     TermOf(from.number(i)), TermOf(from.limit(i))});
    }
  }

  void ReadFoundCounts(const Record::FoundCounts& from, std::vector<FoundCount>* to) {
    if (!SameSize("counts", from.cell(), from.width(), from.is_most(), from.bound())) return;
    for (int i = 0; i < from.cell_size(); ++i) {
      to->push_back({TermOf(from.cell(i)), from.width(i), from.is_most(i), TermOf(from.bound(i))});
    }
  }

  void ReadArrivals(const Record::Arrivals& from, std::vector<Arrivals>* to) {
    if (!SameSize("arrivals", from.barrier(), from.count(), from.is_last())) return;
    for (int i = 0; i < from.barrier_size(); ++i) {
      to->push_back({TermOf(from.barrier(i)), TermOf(from.count(i)), from.is_last(i)});
    }
  }

  bool ReadPoints() {
    summary_->points.reserve(record_.points_size());
    for (const Record::Point& from : record_.points()) {
      Point point;
      ReadLocks(from.held(), &point.held);
      ReadTerms(from.released(), &point.released);
      ReadThreads(from.live(), /*have_ended=*/false, &point.live);
      ReadThreads(from.joined(), /*have_ended=*/true, &point.joined);
      ReadTerms(from.joined_handles(), &point.joined_handles);
      ReadTerms(from.waited(), &point.waited);
      ReadTerms(from.posted(), &point.posted);
      ReadTerms(from.asked(), &point.asked);
      ReadTerms(from.met(), &point.met);
      ReadTerms(from.gates(), &point.gates);
      ReadTerms(from.changes(), &point.changes);
      ReadTerms(from.foreign(), &point.foreign);
      ReadTerms(from.conditions(), &point.conditions);
      point.joined_unknown = from.joined_unknown();
      point.joined_on_some = from.joined_on_some();
      point.is_in_child = from.is_in_child();
      ReadObservations(from.observed(), &point.observed);
      ReadTerms(from.announced(), &point.announced);
      point.announced_any = from.announced_any();
      ReadTerms(from.contended(), &point.contended);
      ReadRingEnds(from.ends(), &point.ends);
      ReadArrivals(from.arrivals(), &point.arrivals);
      ReadFoundCounts(from.counts(), &point.counts);
      if (!ok()) return false;
      summary_->points.push_back(std::move(point));
    }
    return ok();
  }

  bool ReadAccesses() {
    const Record::Accesses& rows = record_.accesses();
    if (!SameSize("accesses", rows.address(), rows.width(), rows.flags(), rows.point(),
                  rows.value(), rows.found(), rows.first(), rows.end()) ||
        !HasOrigins(rows.origin(), rows.address_size())) {
      return false;
    }
    summary_->accesses.reserve(rows.address_size());
    for (int i = 0; i < rows.address_size() && ok(); ++i) {
      Access access;
      access.address = TermOf(rows.address(i));
      access.width = rows.width(i);
      access.is_atomic = (rows.flags(i) & 1) != 0;
      access.is_published = (rows.flags(i) & 2) != 0;
      access.is_certain = (rows.flags(i) & 4) != 0;
      access.is_guessed = (rows.flags(i) & 32) != 0;
      access.is_relaxed = (rows.flags(i) & 64) != 0;
      access.is_announced = (rows.flags(i) & 128) != 0;
      access.claims = (rows.flags(i) & 256) != 0;
      access.makes_odd = (rows.flags(i) & 2097152) != 0;
      access.counts_from_none = (rows.flags(i) & 4194304) != 0;
      access.is_intended = (rows.flags(i) & 512) != 0;
      access.is_failing = (rows.flags(i) & 1024) != 0;
      access.is_unwinding = (rows.flags(i) & 131072) != 0;
      access.step = (rows.flags(i) & 2048) != 0 ? 1 : (rows.flags(i) & 4096) != 0 ? -1 : 0;
      access.is_also_alone = (rows.flags(i) & 8192) != 0;
      access.is_update = (rows.flags(i) & 16384) != 0;
      access.is_chosen = (rows.flags(i) & 32768) != 0;
      access.is_picked = (rows.flags(i) & 65536) != 0;
      access.may_be_kept = (rows.flags(i) & 262144) != 0;
      access.leads_on = (rows.flags(i) & 524288) != 0;
      access.is_by_owner = (rows.flags(i) & 1048576) != 0;
      if (rows.value(i) != 0) access.value = TermOf(rows.value(i) - 1);
      if (rows.found(i) != 0) access.found = TermOf(rows.found(i) - 1);
      if ((rows.first(i) == 0) != (rows.end(i) == 0)) return Fail("span with one end");
      if (rows.first(i) != 0) {
        access.first = TermOf(rows.first(i) - 1);
        access.end = TermOf(rows.end(i) - 1);
      }
      access.kind = Enumerator<AccessKind>(rows.flags(i) / 8 % 4, kAccessKinds, "kind of access");
      access.point = PointOf(rows.point(i));
      access.origin = OriginOf(rows.origin(), i);
      summary_->accesses.push_back(access);
    }
    if (!SameSize("additions", rows.adding(), rows.added())) return false;
    for (int i = 0; i < rows.adding_size() && ok(); ++i) {
      if (rows.adding(i) >= summary_->accesses.size()) return Fail("addition of no access");
      summary_->accesses[rows.adding(i)].added = TermOf(rows.added(i));
    }
    if (!SameSize("copies", rows.copying(), rows.copied_from())) return false;
    for (int i = 0; i < rows.copying_size() && ok(); ++i) {
      if (rows.copying(i) >= summary_->accesses.size()) return Fail("copy of no access");
      summary_->accesses[rows.copying(i)].copied_from = TermOf(rows.copied_from(i));
    }
    if (!SameSize("parts of elements", rows.in_element(), rows.behind()) ||
        !SameSize("starts in elements", rows.in_element(), rows.first_in_element()) ||
        !SameSize("ends in elements", rows.in_element(), rows.end_in_element())) {
      return false;
    }
    for (int i = 0; i < rows.in_element_size() && ok(); ++i) {
      if (rows.in_element(i) >= summary_->accesses.size()) return Fail("part accessed by nothing");
      summary_->accesses[rows.in_element(i)].in_elements.push_back(
          {TermOf(rows.behind(i)), rows.first_in_element(i), rows.end_in_element(i)});
    }
    return ok();
  }

  bool ReadExits() {
    for (const Record::Exit& from : record_.exits()) {
      Exit exit;
      exit.has_result = from.has_result();
      exit.result = TermOf(from.result());
      if (from.has_low()) exit.low = from.low();
      if (from.has_high()) exit.high = from.high();
      exit.nonzero = from.nonzero();
      exit.point = PointOf(from.point());
      ReadCells(from.cells(), &exit.cells);
      for (uint32_t id : from.escaped()) exit.escaped.push_back(AtomOf(id));
      exit.synchronised = from.synchronised();
      exit.ends_thread = from.ends_thread();
      if (!ok()) return false;
      summary_->exits.push_back(std::move(exit));
    }
    return ok();
  }

  bool ReadSpawns() {
    for (const Record::Spawn& from : record_.spawns()) {
      if (!HasOrigins(from.origin(), 1)) return false;
      Spawn spawn;
      spawn.token = TokenOf(from.token());
      spawn.entry = TermOf(from.entry());
      ReadTerms(from.arguments(), &spawn.arguments);
      ReadCells(from.cells(), &spawn.cells);
      ReadTerms(from.limits(), &spawn.limits);
      ReadTerms(from.of_turn(), &spawn.of_turn);
      ReadCells(from.settled(), &spawn.settled);
      spawn.many = (from.flags() & 1) != 0;
      spawn.own = from.own();
      spawn.certainly_many = (from.flags() & 2) != 0;
      spawn.surely_repeats = (from.flags() & 32) != 0;
      spawn.many_by_turns = (from.flags() & 64) != 0;
      spawn.is_guessed = (from.flags() & 8) != 0;
      spawn.is_chosen = (from.flags() & 16) != 0;
      spawn.detached = (from.flags() & 4) != 0;
      spawn.point = PointOf(from.point());
      spawn.origin = OriginOf(from.origin(), 0);
      if (!ok()) return false;
      summary_->spawns.push_back(std::move(spawn));
    }
    return ok();
  }

  bool ReadDeferred() {
    for (const Record::DeferredCall& from : record_.deferred()) {
      if (!HasOrigins(from.origin(), 1)) return false;
      DeferredCall call;
      call.callee = TermOf(from.callee());
      ReadTerms(from.arguments(), &call.arguments);
      call.point = PointOf(from.point());
      call.origin = OriginOf(from.origin(), 0);
      if (!ok()) return false;
      summary_->deferred.push_back(std::move(call));
    }
    return ok();
  }

  bool ReadRest() {
    const Record::Pairs& published = record_.published();
    const Record::Pairs& objects = record_.sync_objects();
    const Record::Gaps& gaps = record_.gaps();
    if (!SameSize("published pointers", published.first(), published.second()) ||
        !SameSize("published pointers", published.first(), record_.published_if()) ||
        !SameSize("sync objects", objects.first(), objects.second()) ||
        !SameSize("gaps", gaps.kind(), gaps.detail()) ||
        !HasOrigins(gaps.origin(), gaps.kind_size())) {
      return false;
    }
    for (int i = 0; i < published.first_size(); ++i) {
      summary_->published.push_back({TermOf(published.first(i)), TermOf(published.second(i)),
                                     TermOf(record_.published_if(i))});
    }
    ReadTerms(record_.stable(), &summary_->stable);
    ReadTerms(record_.reloaded(), &summary_->reloaded);
    ReadTerms(record_.renewed(), &summary_->renewed);
    for (int i = 0; i < objects.first_size(); ++i) {
      summary_->sync_objects.push_back({TermOf(objects.first(i)), TermOf(objects.second(i))});
    }
    for (const Record::Exposure& from : record_.exposures()) {
      Exposure exposure;
      exposure.object = TermOf(from.object());
      ReadCells(from.cells(), &exposure.cells);
      summary_->exposures.push_back(std::move(exposure));
    }
    summary_->exposures_are_open = record_.exposures_are_open();
    summary_->is_failure = record_.is_failure();
    const Record::Reaches& reaches = record_.reaches();
    if (!SameSize("reaches of pointers", reaches.address(), reaches.first(), reaches.last())) {
      return false;
    }
    for (int i = 0; i < reaches.address_size(); ++i) {
      summary_->reaches.push_back(
          {TermOf(reaches.address(i)), {reaches.first(i), reaches.last(i)}});
    }
    for (int i = 0; i < gaps.kind_size(); ++i) {
      summary_->gaps.push_back({Enumerator<GapKind>(gaps.kind(i), kGapKinds, "kind of gap"),
                                gaps.detail(i), OriginOf(gaps.origin(), i)});
    }
    for (uint32_t name : record_.callees()) summary_->callees.push_back(NameOf(name));
    summary_->dropped_accesses = record_.dropped_accesses();
    return ok();
  }

  const Record& record_;
  std::unique_ptr<Summary> summary_;
  TermTable& terms_;
  std::vector<Name> names_;
  std::string error_;
};

}  // namespace

absl::StatusOr<std::unique_ptr<Summary>> DecodeRecord(const proto::SummaryRecord& record) {
  return Decoder(record).Run();
}

}  // namespace plait
