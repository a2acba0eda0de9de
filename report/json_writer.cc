#include "report/json_writer.h"

#include <nlohmann/json.hpp>

#include "report/words.h"

namespace plait {
namespace {

using Json = nlohmann::ordered_json;

// Null for a place that is not known.
Json LocationJson(const proto::SourceLocation& location) {
  if (location.file().empty()) return nullptr;
  return {{"file", location.file()}, {"line", location.line()}, {"column", location.column()}};
}

Json ChainJson(const google::protobuf::RepeatedPtrField<proto::CallStep>& chain) {
  Json result = Json::array();
  for (const proto::CallStep& step : chain) {
    result.push_back({{"caller", step.caller()},
                      {"callee", step.callee()},
                      {"file", step.location().file()},
                      {"line", step.location().line()},
                      {"column", step.location().column()}});
  }
  return result;
}

Json LocksJson(const google::protobuf::RepeatedPtrField<proto::HeldLock>& locks) {
  Json result = Json::array();
  for (const proto::HeldLock& lock : locks) {
    result.push_back({{"name", lock.name()},
                      {"mode", lock.mode()},
                      {"acquired", LocationJson(lock.acquired())}});
  }
  return result;
}

Json ThreadJson(const proto::Thread& thread) {
  return {{"entry", thread.entry()},
          {"main", thread.is_main()},
          {"many", thread.many()},
          {"created", LocationJson(thread.created())},
          {"created_in", thread.created_in()}};
}

Json AccessJson(const proto::Report& report, const proto::Access& access) {
  const bool known = access.thread() >= 0 && access.thread() < report.threads_size();
  Json thread = ThreadJson(known ? report.threads(access.thread()) : proto::Thread());
  thread["index"] = access.thread();
  return {{"file", access.location().file()},
          {"line", access.location().line()},
          {"column", access.location().column()},
          {"kind", AccessKindWord(access.kind())},
          {"atomic", access.atomic()},
          {"function", access.function()},
          {"text", access.text()},
          {"thread", std::move(thread)},
          {"call_chain", ChainJson(access.call_chain())},
          {"locks", LocksJson(access.locks())},
          {"possible_locks", LocksJson(access.possible_locks())}};
}

Json PlacesJson(const google::protobuf::RepeatedPtrField<proto::AccessPlace>& places) {
  Json result = Json::array();
  for (const proto::AccessPlace& place : places) {
    result.push_back({{"function", place.function()},
                      {"file", place.location().file()},
                      {"line", place.location().line()},
                      {"column", place.location().column()}});
  }
  return result;
}

Json WitnessJson(const proto::Witness& witness) {
  Json threads = Json::array(), steps = Json::array();
  for (const proto::Witness::Thread& thread : witness.threads()) {
    threads.push_back({{"entry", thread.entry()}, {"created", LocationJson(thread.created())}});
  }
  for (const proto::WitnessStep& step : witness.steps()) {
    steps.push_back({{"thread", step.thread()},
                     {"what", step.what()},
                     {"file", step.location().file()},
                     {"line", step.location().line()},
                     {"column", step.location().column()}});
  }
  return {{"threads", std::move(threads)},
          {"steps", std::move(steps)},
          {"steps_left_out", witness.steps_left_out()}};
}

Json SuppressionJson(const proto::Suppression& suppression) {
  return {{"kind", SuppressionKindWord(suppression.kind())},
          {"rule", suppression.rule()},
          {"justification", suppression.justification()},
          {"location", LocationJson(suppression.location())},
          {"expires", suppression.expires()}};
}

// Null if there was nothing to compare with.
Json BaselineJson(proto::BaselineState state) {
  return state == proto::BASELINE_NONE ? Json() : Json(BaselineWord(state));
}

Json CausesJson(const proto::Race& race) {
  Json result = Json::array();
  for (const proto::Cause& cause : race.causes()) {
    result.push_back({{"what", cause.what()},
                      {"location", LocationJson(cause.location())},
                      {"in_base", cause.in_base()},
                      {"text", cause.text()}});
  }
  return result;
}

Json RaceJson(const proto::Report& report, const proto::Race& race) {
  Json guards = Json::array();
  for (const proto::GuardEvidence& guard : race.guards()) {
    guards.push_back({{"lock", guard.lock()},
                      {"held", guard.held()},
                      {"total", guard.total()},
                      {"example", LocationJson(guard.example())}});
  }
  Json reasons = Json::array();
  for (const std::string& reason : race.reasons()) reasons.push_back(reason);
  return {{"variable", race.variable()},
          {"variable_kind", race.variable_kind()},
          {"type", race.type()},
          {"declared", LocationJson(race.declared())},
          {"confidence", ConfidenceWord(race.confidence())},
          {"reasons", std::move(reasons)},
          {"fingerprint", race.fingerprint()},
          {"accesses",
           Json::array({AccessJson(report, race.first()), AccessJson(report, race.second())})},
          {"overlap", race.overlap()},
          {"guards", std::move(guards)},
          {"other_pairs", race.other_pairs()},
          {"set_apart", PlacesJson(race.set_apart())},
          {"witness", race.has_witness() ? WitnessJson(race.witness()) : Json()},
          {"baseline_state", BaselineJson(race.baseline_state())},
          {"suppression", race.has_suppression() ? SuppressionJson(race.suppression()) : Json()},
          {"causes", CausesJson(race)}};
}

// Its threads are those of the earlier report, not of this one.
Json FixedJson(proto::Race race) {
  race.mutable_first()->set_thread(-1);
  race.mutable_second()->set_thread(-1);
  return RaceJson(proto::Report(), race);
}

Json StatsJson(const proto::RunStats& stats, const JsonOptions& options) {
  Json result = {{"units", stats.units()},
                 {"units_parsed", stats.units_parsed()},
                 {"units_reused", stats.units_reused()},
                 {"units_with_errors", stats.units_with_errors()},
                 {"units_failed", stats.units_failed()},
                 {"procedures", stats.procedures()},
                 {"procedures_analysed", stats.procedures_analysed()},
                 {"summaries_reused", stats.summaries_reused()},
                 {"roots", stats.roots()},
                 {"threads", stats.threads()},
                 {"accesses", stats.accesses()},
                 {"shared_locations", stats.shared_locations()},
                 {"pairs_checked", stats.pairs_checked()}};
  if (stats.explored_states() > 0) result["explored_states"] = stats.explored_states();
  if (options.include_times) {
    result["parse_seconds"] = stats.parse_seconds();
    result["analyse_seconds"] = stats.analyse_seconds();
    result["check_seconds"] = stats.check_seconds();
    result["total_seconds"] = stats.total_seconds();
  }
  return result;
}

}  // namespace

std::string WriteJson(const proto::Report& report, const JsonOptions& options) {
  Json reasons = Json::array(), races = Json::array(), threads = Json::array(),
       failed = Json::array();
  for (const proto::Reason& reason : report.reasons()) {
    reasons.push_back({{"kind", reason.kind()},
                       {"text", reason.text()},
                       {"count", reason.count()},
                       {"example", LocationJson(reason.example())}});
  }
  for (const proto::Race& race : report.races()) races.push_back(RaceJson(report, race));
  for (const proto::Thread& thread : report.threads()) {
    threads.push_back(ThreadJson(thread));
    threads.back()["parent"] = thread.parent();
    threads.back()["creation_chain"] = ChainJson(thread.creation_chain());
  }
  for (const proto::FailedUnit& unit : report.failed_units()) {
    Json errors = Json::array();
    for (const std::string& error : unit.errors()) errors.push_back(error);
    failed.push_back({{"file", unit.file()},
                      {"error_count", unit.error_count()},
                      {"nothing_parsed", unit.nothing_parsed()},
                      {"errors", std::move(errors)}});
  }
  Json fixed = Json::array(), idle = Json::array();
  for (const proto::Race& race : report.fixed()) fixed.push_back(FixedJson(race));
  for (const proto::Suppression& suppression : report.idle_suppressions()) {
    idle.push_back(SuppressionJson(suppression));
    idle.back()["problem"] = suppression.problem();
  }
  const Json all = {{"schema_version", kJsonSchemaVersion},
                    {"verdict", VerdictWord(report.verdict())},
                    {"reasons", std::move(reasons)},
                    {"compared", report.compared()},
                    {"races", std::move(races)},
                    {"fixed", std::move(fixed)},
                    {"idle_suppressions", std::move(idle)},
                    {"threads", std::move(threads)},
                    {"failed_units", std::move(failed)},
                    {"stats", StatsJson(report.stats(), options)}};
  // Names and paths are bytes of somebody's files; the library would throw for what is no UTF-8.
  return all.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

}  // namespace plait
