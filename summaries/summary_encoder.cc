#include <vector>

#include "absl/container/flat_hash_map.h"
#include "summaries/summary_codec.h"
#include "summaries/summary_record.h"

namespace plait {
namespace {

using Record = proto::SummaryRecord;
template <typename T>
using Column = google::protobuf::RepeatedField<T>;

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
      record_.add_published_if(p.condition);
    }
    Put(summary_.stable, record_.mutable_stable());
    Put(summary_.reloaded, record_.mutable_reloaded());
    Put(summary_.renewed, record_.mutable_renewed());
    for (const SyncObject& s : summary_.sync_objects) {
      record_.mutable_sync_objects()->add_first(s.address);
      record_.mutable_sync_objects()->add_second(s.count);
    }
    for (const Exposure& exposure : summary_.exposures) {
      Record::Exposure& to = *record_.add_exposures();
      to.set_object(exposure.object);
      if (!exposure.cells.empty()) Put(exposure.cells, to.mutable_cells());
    }
    record_.set_exposures_are_open(summary_.exposures_are_open);
    record_.set_is_failure(summary_.is_failure);
    for (const ReachOfPointer& pointer : summary_.reaches) {
      record_.mutable_reaches()->add_address(pointer.address);
      record_.mutable_reaches()->add_first(pointer.reach.first);
      record_.mutable_reaches()->add_last(pointer.reach.last);
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
      if (cell.reach.is_known()) {
        to->add_reaching(to->address_size());
        to->add_first(cell.reach.first);
        to->add_last(cell.reach.last);
      }
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
                      4 * static_cast<uint32_t>(held.kind) + (held.is_doubtful ? 32 : 0) +
                      (held.unless_failed ? 64 : 0) + (held.may_be_deeper ? 128 : 0));
      locks.add_depth(held.depth);
      locks.add_number(held.number);
      if (with_places_) locks.add_acquired(held.acquired);
    }
    Put(from.released, to.mutable_released());
    if (!from.live.empty()) Put(from.live, to.mutable_live());
    if (!from.joined.empty()) Put(from.joined, to.mutable_joined());
    Put(from.joined_handles, to.mutable_joined_handles());
    Put(from.waited, to.mutable_waited());
    Put(from.posted, to.mutable_posted());
    Put(from.asked, to.mutable_asked());
    Put(from.met, to.mutable_met());
    Put(from.gates, to.mutable_gates());
    Put(from.changes, to.mutable_changes());
    Put(from.foreign, to.mutable_foreign());
    Put(from.conditions, to.mutable_conditions());
    to.set_joined_unknown(from.joined_unknown);
    to.set_joined_on_some(from.joined_on_some);
    to.set_is_in_child(from.is_in_child);
    for (const Observation& seen : from.observed) {
      Record::Observations& rows = *to.mutable_observed();
      rows.add_cell(seen.cell);
      rows.add_width(seen.width);
      rows.add_nonzero(seen.nonzero);
      rows.add_low(seen.low);
      rows.add_high(seen.high);
      rows.add_other(seen.is_difference() ? seen.other + 1 : 0);
    }
    Put(from.announced, to.mutable_announced());
    to.set_announced_any(from.announced_any);
    Put(from.contended, to.mutable_contended());
    for (const Arrivals& arrivals : from.arrivals) {
      Record::Arrivals& rows = *to.mutable_arrivals();
      rows.add_barrier(arrivals.barrier);
      rows.add_count(arrivals.count);
      rows.add_is_last(arrivals.is_last);
    }
    for (const FoundCount& count : from.counts) {
      Record::FoundCounts& rows = *to.mutable_counts();
      rows.add_cell(count.cell);
      rows.add_width(count.width);
      rows.add_is_most(count.is_most);
      rows.add_bound(count.bound);
    }
    for (const RingEnd& end : from.ends) {
      Record::RingEnds& rows = *to.mutable_ends();
      rows.add_cell(end.cell);
      rows.add_other(end.other);
      rows.add_width(end.width);
      rows.add_number(end.number);
      rows.add_limit(end.limit);
    }
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
                   (access.makes_odd ? 2097152 : 0) + (access.counts_from_none ? 4194304 : 0) +
                   (access.is_intended ? 512 : 0) + (access.is_failing ? 1024 : 0) +
                   (access.step > 0 ? 2048 : 0) + (access.step < 0 ? 4096 : 0) +
                   (access.is_also_alone ? 8192 : 0) + (access.is_update ? 16384 : 0) +
                   (access.is_chosen ? 32768 : 0) + (access.is_picked ? 65536 : 0) +
                   (access.is_unwinding ? 131072 : 0) + (access.may_be_kept ? 262144 : 0) +
                   (access.leads_on ? 524288 : 0) + (access.is_by_owner ? 1048576 : 0));
      to.add_value(access.value == kNothing ? 0 : access.value + 1);
      to.add_found(access.found == kNothing ? 0 : access.found + 1);
      if (access.added != kNothing) {
        to.add_adding(static_cast<uint32_t>(to.address_size() - 1));
        to.add_added(access.added);
      }
      if (access.copied_from != kNothing) {
        to.add_copying(static_cast<uint32_t>(to.address_size() - 1));
        to.add_copied_from(access.copied_from);
      }
      for (const ElementPart& part : access.in_elements) {
        to.add_in_element(static_cast<uint32_t>(to.address_size() - 1));
        to.add_behind(part.behind);
        to.add_first_in_element(part.first);
        to.add_end_in_element(part.end);
      }
      to.add_first(access.first == kNothing ? 0 : access.first + 1);
      to.add_end(access.end == kNothing ? 0 : access.end + 1);
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
    Put(from.limits, to.mutable_limits());
    Put(from.of_turn, to.mutable_of_turn());
    if (!from.settled.empty()) Put(from.settled, to.mutable_settled());
    to.set_own(from.own);
    to.set_flags((from.many ? 1 : 0) + (from.certainly_many ? 2 : 0) + (from.detached ? 4 : 0) +
                 (from.is_guessed ? 8 : 0) + (from.is_chosen ? 16 : 0) +
                 (from.surely_repeats ? 32 : 0) + (from.many_by_turns ? 64 : 0));
    to.set_point(from.point);
    Put(from.origin, to.mutable_origin());
  }

  const Summary& summary_;
  const bool with_places_;
  Record record_;
  absl::flat_hash_map<Name, uint32_t> names_;
};

}  // namespace

std::string EncodeRecord(const Summary& summary, bool with_places) {
  return Encoder(summary, with_places).Run();
}

}  // namespace plait
