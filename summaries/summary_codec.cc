#include "summaries/summary_codec.h"

#include <algorithm>
#include <limits>
#include <utility>
#include <vector>

#include "absl/container/flat_hash_map.h"
#include "absl/status/status.h"
#include "absl/strings/str_cat.h"
#include "proto/summary.pb.h"
#include "summaries/digest.h"

namespace plait {
namespace {

using Record = proto::SummaryRecord;
template <typename T>
using Column = google::protobuf::RepeatedField<T>;

// Nesting of terms in atoms of terms: far more than the analysis builds, and safe to recurse over.
constexpr int kMaxNesting = 256;
// The digest of the interface in front of the record.
constexpr size_t kDigestSize = 16;
// Atoms in a term when written out. TermTable's recursions visit shared parts once for each
// mention.
constexpr uint64_t kMaxExpandedSize = uint64_t{1} << 20;

// Enumerations go into the bytes as numbers.
constexpr uint32_t kAtomKinds = static_cast<uint32_t>(AtomKind::kComparison) + 1;
constexpr uint32_t kRelations = static_cast<uint32_t>(Relation::kLessEqual) + 1;
constexpr uint32_t kLockKinds = static_cast<uint32_t>(LockKind::kFlag) + 1;
constexpr uint32_t kAccessKinds = static_cast<uint32_t>(AccessKind::kPost) + 1;
constexpr uint32_t kGapKinds = static_cast<uint32_t>(GapKind::kJoinUnknown) + 1;
static_assert(
    kAtomKinds == 16 && kRelations == 3 && kLockKinds == 5 && kAccessKinds == 4 && kGapKinds == 10,
    "enumerations have changed: raise kSummaryCodecVersion if old numbers mean others now");

class Encoder {
 public:
  // Without places only what callers get to see is written.
  Encoder(const Summary& summary, bool with_places) : summary_(summary), with_places_(with_places) {
    names_[kNoName] = 0;
  }

  std::string Run() {
    record_.set_version(kSummaryCodecVersion);
    record_.set_procedure(NumberOf(summary_.procedure));
    AddTables();
    for (const Point& point : summary_.points) AddPoint(point);
    AddAccesses();
    for (const Exit& exit : summary_.exits) AddExit(exit);
    for (const Spawn& spawn : summary_.spawns) AddSpawn(spawn);
    for (const DeferredCall& call : summary_.deferred) {
      Record::DeferredCall& to = *record_.add_deferred();
      to.set_callee(call.callee);
      Put(call.arguments, to.mutable_arguments());
      to.set_point(call.point);
      Put(call.origin, to.mutable_origin());
    }
    for (const Published& p : summary_.published) {
      record_.mutable_published()->add_first(p.address);
      record_.mutable_published()->add_second(p.value);
    }
    Put(summary_.stable, record_.mutable_stable());
    for (const SyncObject& s : summary_.sync_objects) {
      record_.mutable_sync_objects()->add_first(s.address);
      record_.mutable_sync_objects()->add_second(s.count);
    }
    if (with_places_) AddRemarks();
    return record_.SerializeAsString();
  }

 private:
  // What the checker alone reads.
  void AddRemarks() {
    for (const Gap& gap : summary_.gaps) {
      record_.mutable_gaps()->add_kind(static_cast<uint32_t>(gap.kind));
      record_.mutable_gaps()->add_detail(gap.detail);
      Put(gap.origin, record_.mutable_gaps()->mutable_origin());
    }
    for (Name callee : summary_.callees) record_.add_callees(NumberOf(callee));
    record_.set_dropped_accesses(summary_.dropped_accesses);
  }

  // Numbers names in order of first use: Names are numbered differently in every process.
  uint32_t NumberOf(Name name) {
    auto [it, inserted] = names_.try_emplace(name, static_cast<uint32_t>(names_.size()));
    if (inserted) record_.add_names(NameText(name));
    return it->second;
  }

  static void Put(const std::vector<uint32_t>& from, Column<uint32_t>* to) {
    to->Add(from.begin(), from.end());
  }

  void Put(const Origin& from, Record::Origins* to) {
    if (!with_places_) return;
    to->add_instruction(from.instruction);
    to->add_callee(NumberOf(from.callee));
    to->add_index(from.index);
  }

  static void Put(const std::vector<ThreadRange>& from, Record::Threads* to) {
    for (const ThreadRange& range : from) {
      to->add_token(range.token);
      to->add_low(range.low);
      to->add_high(range.high);
      to->add_flags((range.certain ? 1 : 0) + (range.ended_somewhere ? 2 : 0));
    }
  }

  static void Put(const std::vector<CellEffect>& from, Record::Cells* to) {
    for (const CellEffect& cell : from) {
      to->add_address(cell.address);
      to->add_width(cell.width);
      to->add_value(cell.value);
      to->add_low(cell.low);
      to->add_high(cell.high);
    }
  }

  void AddTables() {
    const TermTable& terms = summary_.terms;
    Record::Contexts& contexts = *record_.mutable_contexts();
    for (ContextId i = 1; i < terms.context_count(); ++i) {
      contexts.add_procedure(NumberOf(terms.context(i).procedure));
      contexts.add_site(terms.context(i).site);
      contexts.add_parent(terms.context(i).parent);
    }
    Record::Atoms& atoms = *record_.mutable_atoms();
    Record::Choices& choices = *record_.mutable_choices();
    for (AtomId i = 0; i < terms.atom_count(); ++i) {
      const Atom& atom = terms.atom(i);
      atoms.add_kind(2 * static_cast<uint32_t>(atom.kind) + (atom.is_pointer ? 1 : 0));
      atoms.add_name(NumberOf(atom.name));
      atoms.add_index(atom.index);
      atoms.add_context(atom.context);
      atoms.add_argument(atom.argument);
      const Choice& choice = terms.ChoiceOf(i);
      if (choice.options.empty() && !choice.open) continue;
      choices.add_phi(i);
      choices.add_open(choice.open);
      choices.add_option_count(choice.options.size());
      Put(choice.options, choices.mutable_option());
    }
    Record::Terms& rows = *record_.mutable_terms();
    for (TermId i = 1; i < terms.term_count(); ++i) {
      const Term& term = terms.term(i);
      rows.add_constant(term.constant);
      rows.add_part_count(term.parts.size());
      for (const Part& part : term.parts) {
        rows.add_atom(part.atom);
        rows.add_coefficient(part.coefficient);
      }
    }
  }

  void AddPoint(const Point& from) {
    Record::Point& to = *record_.add_points();
    for (const HeldLock& held : from.held) {
      Record::Locks& locks = *to.mutable_held();
      locks.add_lock(held.lock);
      locks.add_flags(static_cast<uint32_t>(held.mode) + (held.certain ? 2 : 0) +
                      4 * static_cast<uint32_t>(held.kind));
      locks.add_depth(held.depth);
      if (with_places_) locks.add_acquired(held.acquired);
    }
    Put(from.released, to.mutable_released());
    if (!from.live.empty()) Put(from.live, to.mutable_live());
    if (!from.joined.empty()) Put(from.joined, to.mutable_joined());
    Put(from.joined_handles, to.mutable_joined_handles());
    Put(from.waited, to.mutable_waited());
    Put(from.posted, to.mutable_posted());
    Put(from.asked, to.mutable_asked());
    Put(from.gates, to.mutable_gates());
    Put(from.changes, to.mutable_changes());
    Put(from.conditions, to.mutable_conditions());
    to.set_joined_unknown(from.joined_unknown);
    for (const Observation& seen : from.observed) {
      Record::Observations& rows = *to.mutable_observed();
      rows.add_cell(seen.cell);
      rows.add_width(seen.width);
      rows.add_nonzero(seen.nonzero);
      rows.add_low(seen.low);
      rows.add_high(seen.high);
    }
    Put(from.announced, to.mutable_announced());
    to.set_announced_any(from.announced_any);
    Put(from.contended, to.mutable_contended());
  }

  void AddAccesses() {
    for (const Access& access : summary_.accesses) {
      Record::Accesses& to = *record_.mutable_accesses();
      to.add_address(access.address);
      to.add_width(access.width);
      to.add_flags((access.is_atomic ? 1 : 0) + (access.is_published ? 2 : 0) +
                   (access.is_certain ? 4 : 0) + 8 * static_cast<uint32_t>(access.kind) +
                   (access.is_guessed ? 32 : 0) + (access.is_relaxed ? 64 : 0) +
                   (access.is_announced ? 128 : 0) + (access.claims ? 256 : 0) +
                   (access.is_intended ? 512 : 0) + (access.is_failing ? 1024 : 0));
      to.add_value(access.value == kNothing ? 0 : access.value + 1);
      to.add_point(access.point);
      Put(access.origin, to.mutable_origin());
    }
  }

  void AddExit(const Exit& from) {
    Record::Exit& to = *record_.add_exits();
    if (from.has_result) to.set_result(from.result);
    if (from.low != INT64_MIN) to.set_low(from.low);
    if (from.high != INT64_MAX) to.set_high(from.high);
    to.set_nonzero(from.nonzero);
    to.set_point(from.point);
    if (!from.cells.empty()) Put(from.cells, to.mutable_cells());
    Put(from.escaped, to.mutable_escaped());
    to.set_synchronised(from.synchronised);
    to.set_ends_thread(from.ends_thread);
  }

  void AddSpawn(const Spawn& from) {
    Record::Spawn& to = *record_.add_spawns();
    to.set_token(from.token);
    to.set_entry(from.entry);
    Put(from.arguments, to.mutable_arguments());
    if (!from.cells.empty()) Put(from.cells, to.mutable_cells());
    to.set_flags((from.many ? 1 : 0) + (from.certainly_many ? 2 : 0) + (from.detached ? 4 : 0) +
                 (from.is_guessed ? 8 : 0));
    to.set_point(from.point);
    Put(from.origin, to.mutable_origin());
  }

  const Summary& summary_;
  const bool with_places_;
  Record record_;
  absl::flat_hash_map<Name, uint32_t> names_;
};

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
    if (!CheckNesting(atoms, terms)) return false;
    terms_.Reserve(atoms.size(), terms.size());
    for (size_t i = 0; i < atoms.size(); ++i) {
      if (terms_.InternAtom(atoms[i]) != i) return Fail(absl::StrCat("atom ", i, " occurs twice"));
    }
    for (size_t i = 1; i < terms.size(); ++i) {
      if (terms_.InternTerm(std::move(terms[i])) != i) {
        return Fail(absl::StrCat("term ", i, " occurs twice"));
      }
    }
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

  void ReadThreads(const Record::Threads& from, std::vector<ThreadRange>* to) {
    if (!SameSize("threads", from.token(), from.low(), from.high(), from.flags())) return;
    for (int i = 0; i < from.token_size(); ++i) {
      to->push_back({TokenOf(from.token(i)), TermOf(from.low(i)), TermOf(from.high(i)),
                     (from.flags(i) & 1) != 0, (from.flags(i) & 2) != 0});
    }
  }

  void ReadCells(const Record::Cells& from, std::vector<CellEffect>* to) {
    if (!SameSize("cells", from.address(), from.width(), from.value(), from.low(), from.high())) {
      return;
    }
    for (int i = 0; i < from.address_size(); ++i) {
      to->push_back({TermOf(from.address(i)), from.width(i), TermOf(from.value(i)),
                     TermOf(from.low(i)), TermOf(from.high(i))});
    }
  }

  void ReadLocks(const Record::Locks& from, std::vector<HeldLock>* to) {
    if (!SameSize("locks", from.lock(), from.flags(), from.depth(), from.acquired())) return;
    for (int i = 0; i < from.lock_size(); ++i) {
      HeldLock held;
      held.lock = TermOf(from.lock(i));
      held.mode = static_cast<LockMode>(from.flags(i) & 1);
      held.certain = (from.flags(i) & 2) != 0;
      held.kind = Enumerator<LockKind>(from.flags(i) / 4, kLockKinds, "kind of lock");
      held.depth = Enumerator<uint8_t>(from.depth(i), 256, "depth of lock");
      held.acquired = from.acquired(i);
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
                  from.high())) {
      return;
    }
    for (int i = 0; i < from.cell_size(); ++i) {
      to->push_back(
          {TermOf(from.cell(i)), from.width(i), from.nonzero(i), from.low(i), from.high(i)});
    }
  }

  bool ReadPoints() {
    summary_->points.reserve(record_.points_size());
    for (const Record::Point& from : record_.points()) {
      Point point;
      ReadLocks(from.held(), &point.held);
      ReadTerms(from.released(), &point.released);
      ReadThreads(from.live(), &point.live);
      ReadThreads(from.joined(), &point.joined);
      ReadTerms(from.joined_handles(), &point.joined_handles);
      ReadTerms(from.waited(), &point.waited);
      ReadTerms(from.posted(), &point.posted);
      ReadTerms(from.asked(), &point.asked);
      ReadTerms(from.gates(), &point.gates);
      ReadTerms(from.changes(), &point.changes);
      ReadTerms(from.conditions(), &point.conditions);
      point.joined_unknown = from.joined_unknown();
      ReadObservations(from.observed(), &point.observed);
      ReadTerms(from.announced(), &point.announced);
      point.announced_any = from.announced_any();
      ReadTerms(from.contended(), &point.contended);
      if (!ok()) return false;
      summary_->points.push_back(std::move(point));
    }
    return ok();
  }

  bool ReadAccesses() {
    const Record::Accesses& rows = record_.accesses();
    if (!SameSize("accesses", rows.address(), rows.width(), rows.flags(), rows.point(),
                  rows.value()) ||
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
      access.is_intended = (rows.flags(i) & 512) != 0;
      access.is_failing = (rows.flags(i) & 1024) != 0;
      if (rows.value(i) != 0) access.value = TermOf(rows.value(i) - 1);
      access.kind = Enumerator<AccessKind>(rows.flags(i) / 8 % 4, kAccessKinds, "kind of access");
      access.point = PointOf(rows.point(i));
      access.origin = OriginOf(rows.origin(), i);
      summary_->accesses.push_back(access);
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
      spawn.many = (from.flags() & 1) != 0;
      spawn.certainly_many = (from.flags() & 2) != 0;
      spawn.is_guessed = (from.flags() & 8) != 0;
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
        !SameSize("sync objects", objects.first(), objects.second()) ||
        !SameSize("gaps", gaps.kind(), gaps.detail()) ||
        !HasOrigins(gaps.origin(), gaps.kind_size())) {
      return false;
    }
    for (int i = 0; i < published.first_size(); ++i) {
      summary_->published.push_back({TermOf(published.first(i)), TermOf(published.second(i))});
    }
    ReadTerms(record_.stable(), &summary_->stable);
    for (int i = 0; i < objects.first_size(); ++i) {
      summary_->sync_objects.push_back({TermOf(objects.first(i)), TermOf(objects.second(i))});
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

std::string EncodeSummary(const Summary& summary) {
  const std::string interface = Encoder(summary, /*with_places=*/false).Run();
  return RawDigest(DigestOf(interface)) + Encoder(summary, /*with_places=*/true).Run();
}

std::string InterfaceDigest(std::string_view bytes) {
  return DigestFromRaw(bytes.substr(0, kDigestSize));
}

absl::StatusOr<std::unique_ptr<Summary>> DecodeSummary(std::string_view bytes) {
  Record record;
  if (bytes.size() < kDigestSize) return absl::DataLossError("damaged summary: too short");
  bytes.remove_prefix(kDigestSize);
  if (bytes.size() > static_cast<size_t>(std::numeric_limits<int>::max()) ||
      !record.ParseFromArray(bytes.data(), static_cast<int>(bytes.size()))) {
    return absl::DataLossError("damaged summary: not a SummaryRecord");
  }
  if (record.version() != kSummaryCodecVersion) {
    return absl::FailedPreconditionError(
        absl::StrCat("summary of version ", record.version(), ", not ", kSummaryCodecVersion));
  }
  return Decoder(record).Run();
}

}  // namespace plait
