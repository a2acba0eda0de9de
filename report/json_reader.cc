#include "report/json_reader.h"

#include <cstdint>
#include <filesystem>
#include <fstream>
#include <initializer_list>
#include <iterator>
#include <limits>
#include <nlohmann/json.hpp>
#include <utility>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "report/words.h"

namespace plait {
namespace {

using Json = nlohmann::json;

constexpr uintmax_t kMostBytes = uintmax_t{1} << 30;

// Says where and why the parser stopped; the parser's own way to tell is an exception.
class WhereItBreaks final : public nlohmann::json_sax<Json> {
 public:
  bool null() override { return true; }
  bool boolean(bool) override { return true; }
  bool number_integer(number_integer_t) override { return true; }
  bool number_unsigned(number_unsigned_t) override { return true; }
  bool number_float(number_float_t, const string_t&) override { return true; }
  bool string(string_t&) override { return true; }
  bool binary(binary_t&) override { return true; }
  bool start_object(std::size_t) override { return true; }
  bool key(string_t&) override { return true; }
  bool end_object() override { return true; }
  bool start_array(std::size_t) override { return true; }
  bool end_array() override { return true; }
  bool parse_error(std::size_t position, const std::string&,
                   const nlohmann::detail::exception&) override {
    position_ = position;
    return false;
  }
  size_t position() const { return position_; }

 private:
  size_t position_ = 0;
};

absl::Status NotJson(std::string_view text) {
  WhereItBreaks breaks;
  Json::sax_parse(text, &breaks);
  return absl::InvalidArgumentError(
      absl::StrCat("not JSON, or cut off: see byte ", breaks.position()));
}

// One value and the way to it. The first thing that is wrong anywhere is kept in `error`.
class Node {
 public:
  Node(const Json& json, std::string path, absl::Status* error)
      : json_(json), path_(std::move(path)), error_(error) {}

  bool IsNull() const { return json_.is_null(); }

  void Wrong(const std::string& what) const {
    error_->Update(
        absl::InvalidArgumentError(absl::StrCat(path_.empty() ? "the report" : path_, ": ", what)));
  }

  // Calls `read` with the member, if there is one; a `required` one must be there.
  template <typename Read>
  void Member(const char* name, bool required, Read read) const {
    if (!json_.is_object()) return Wrong("should be an object");
    const auto found = json_.find(name);
    const std::string path = path_.empty() ? name : absl::StrCat(path_, ".", name);
    if (found != json_.end()) return read(Node(*found, path, error_));
    if (required) Node(json_, path, error_).Wrong("is missing");
  }

  template <typename Read>
  void Elements(const char* name, bool required, Read read) const {
    Member(name, required, [&](const Node& list) {
      if (!list.json_.is_array()) return list.Wrong("should be a list");
      for (size_t i = 0; i < list.json_.size(); ++i) {
        read(Node(list.json_[i], absl::StrCat(list.path_, "[", i, "]"), list.error_));
      }
    });
  }

  std::string Text() const {
    if (json_.is_string()) return json_.get<std::string>();
    Wrong("should be a text");
    return "";
  }
  std::string Text(const char* name, bool required = false) const {
    std::string result;
    Member(name, required, [&](const Node& text) { result = text.Text(); });
    return result;
  }

  bool Truth(const char* name) const {
    bool result = false;
    Member(name, false, [&](const Node& truth) {
      if (!truth.json_.is_boolean()) return truth.Wrong("should be true or false");
      result = truth.json_.get<bool>();
    });
    return result;
  }

  uint32_t Count(const char* name, bool required = false) const {
    uint32_t result = 0;
    Member(name, required, [&](const Node& count) {
      const bool fits = count.json_.is_number_unsigned() &&
                        count.json_.get<uint64_t>() <= std::numeric_limits<uint32_t>::max();
      if (!fits) return count.Wrong("should be a whole number from 0 to 4294967295");
      result = count.json_.get<uint32_t>();
    });
    return result;
  }

  int32_t Index(const char* name) const {
    int32_t result = -1;
    Member(name, false, [&](const Node& index) {
      const bool fits = index.json_.is_number_integer() &&
                        (!index.json_.is_number_unsigned() ||
                         index.json_.get<uint64_t>() <= std::numeric_limits<int32_t>::max()) &&
                        index.json_.get<int64_t>() >= std::numeric_limits<int32_t>::min();
      if (!fits) return index.Wrong("should be a whole number");
      result = index.json_.get<int32_t>();
    });
    return result;
  }

  double Seconds(const char* name) const {
    double result = 0;
    Member(name, false, [&](const Node& seconds) {
      if (!seconds.json_.is_number()) return seconds.Wrong("should be a number");
      result = seconds.json_.get<double>();
    });
    return result;
  }

  // The one of `values` whose word it is.
  template <typename Value>
  Value OneOf(const char* name, std::initializer_list<Value> values,
              const char* (*word)(Value)) const {
    Value result = *values.begin();
    Member(name, true, [&](const Node& text) {
      const std::string given = text.Text();
      std::vector<std::string> words;
      for (const Value value : values) {
        words.push_back(word(value));
        if (given != words.back()) continue;
        result = value;
        return;
      }
      text.Wrong(absl::StrCat("should be one of ", absl::StrJoin(words, ", ")));
    });
    return result;
  }

 private:
  const Json& json_;
  std::string path_;
  absl::Status* error_;
};

void ReadPlace(const Node& node, proto::SourceLocation* place) {
  place->set_file(node.Text("file", true));
  place->set_line(node.Count("line"));
  place->set_column(node.Count("column"));
}

// Null stands for a place that is not known.
template <typename Message>
void ReadPlaceIn(const Node& node, const char* name, Message* message,
                 proto::SourceLocation* (Message::*mutable_place)()) {
  node.Member(name, false, [&](const Node& place) {
    if (!place.IsNull()) ReadPlace(place, (message->*mutable_place)());
  });
}

void ReadChain(const Node& node, const char* name,
               google::protobuf::RepeatedPtrField<proto::CallStep>* chain) {
  node.Elements(name, false, [&](const Node& step) {
    proto::CallStep* call = chain->Add();
    call->set_caller(step.Text("caller"));
    call->set_callee(step.Text("callee"));
    ReadPlace(step, call->mutable_location());
  });
}

void ReadLocks(const Node& node, const char* name,
               google::protobuf::RepeatedPtrField<proto::HeldLock>* locks) {
  node.Elements(name, false, [&](const Node& element) {
    proto::HeldLock* lock = locks->Add();
    lock->set_name(element.Text("name"));
    lock->set_mode(element.Text("mode"));
    ReadPlaceIn(element, "acquired", lock, &proto::HeldLock::mutable_acquired);
  });
}

void ReadAccess(const Node& node, proto::Access* access) {
  ReadPlace(node, access->mutable_location());
  access->set_kind(node.OneOf(
      "kind",
      {proto::Access::READ, proto::Access::WRITE, proto::Access::READ_WRITE, proto::Access::FREE},
      AccessKindWord));
  access->set_atomic(node.Truth("atomic"));
  access->set_function(node.Text("function"));
  access->set_text(node.Text("text"));
  access->set_thread(-1);
  node.Member("thread", false,
              [&](const Node& thread) { access->set_thread(thread.Index("index")); });
  ReadChain(node, "call_chain", access->mutable_call_chain());
  ReadLocks(node, "locks", access->mutable_locks());
  ReadLocks(node, "possible_locks", access->mutable_possible_locks());
}

void ReadWitness(const Node& node, proto::Witness* witness) {
  node.Elements("threads", true, [&](const Node& element) {
    proto::Witness::Thread* thread = witness->add_threads();
    thread->set_entry(element.Text("entry"));
    ReadPlaceIn(element, "created", thread, &proto::Witness::Thread::mutable_created);
  });
  node.Elements("steps", true, [&](const Node& element) {
    proto::WitnessStep* step = witness->add_steps();
    step->set_thread(element.Count("thread"));
    step->set_what(element.Text("what"));
    ReadPlace(element, step->mutable_location());
  });
  witness->set_steps_left_out(node.Count("steps_left_out"));
}

void ReadSuppression(const Node& node, proto::Suppression* suppression) {
  suppression->set_kind(node.OneOf(
      "kind", {proto::Suppression::IN_SOURCE, proto::Suppression::IN_CONFIG}, SuppressionKindWord));
  suppression->set_rule(node.Text("rule"));
  suppression->set_justification(node.Text("justification"));
  ReadPlaceIn(node, "location", suppression, &proto::Suppression::mutable_location);
  suppression->set_expires(node.Text("expires"));
  suppression->set_problem(node.Text("problem"));
}

// What an earlier comparison and suppressions made of a race.
void ReadJudgement(const Node& node, proto::Race* race) {
  node.Member("baseline_state", false, [&](const Node& state) {
    if (state.IsNull()) return;
    race->set_baseline_state(
        node.OneOf("baseline_state",
                   {proto::BASELINE_INTRODUCED, proto::BASELINE_UNCHANGED, proto::BASELINE_FIXED},
                   BaselineWord));
  });
  node.Member("suppression", false, [&](const Node& suppression) {
    if (!suppression.IsNull()) ReadSuppression(suppression, race->mutable_suppression());
  });
  node.Elements("causes", false, [&](const Node& element) {
    proto::Cause* cause = race->add_causes();
    cause->set_what(element.Text("what"));
    ReadPlaceIn(element, "location", cause, &proto::Cause::mutable_location);
    cause->set_in_base(element.Truth("in_base"));
    cause->set_text(element.Text("text"));
  });
}

void ReadRace(const Node& node, proto::Race* race) {
  race->set_variable(node.Text("variable", true));
  race->set_variable_kind(node.Text("variable_kind", true));
  race->set_type(node.Text("type"));
  ReadPlaceIn(node, "declared", race, &proto::Race::mutable_declared);
  race->set_confidence(node.OneOf(
      "confidence", {proto::CONFIDENCE_POSSIBLE, proto::CONFIDENCE_LIKELY, proto::CONFIDENCE_RACE},
      ConfidenceWord));
  node.Elements("reasons", false, [&](const Node& text) { race->add_reasons(text.Text()); });
  race->set_fingerprint(node.Text("fingerprint"));
  int accesses = 0;
  node.Elements("accesses", true, [&](const Node& access) {
    if (++accesses <= 2) {
      ReadAccess(access, accesses == 1 ? race->mutable_first() : race->mutable_second());
    }
  });
  if (accesses != 2) node.Wrong("should have two accesses");
  race->set_overlap(node.Text("overlap"));
  node.Elements("guards", false, [&](const Node& element) {
    proto::GuardEvidence* guard = race->add_guards();
    guard->set_lock(element.Text("lock"));
    guard->set_held(element.Count("held"));
    guard->set_total(element.Count("total"));
    ReadPlaceIn(element, "example", guard, &proto::GuardEvidence::mutable_example);
  });
  race->set_other_pairs(node.Count("other_pairs"));
  node.Elements("set_apart", false, [&](const Node& element) {
    proto::AccessPlace* place = race->add_set_apart();
    place->set_function(element.Text("function"));
    ReadPlace(element, place->mutable_location());
  });
  node.Member("witness", false, [&](const Node& witness) {
    if (!witness.IsNull()) ReadWitness(witness, race->mutable_witness());
  });
  ReadJudgement(node, race);
}

void ReadThread(const Node& node, proto::Thread* thread) {
  thread->set_entry(node.Text("entry"));
  thread->set_is_main(node.Truth("main"));
  thread->set_many(node.Truth("many"));
  ReadPlaceIn(node, "created", thread, &proto::Thread::mutable_created);
  thread->set_created_in(node.Text("created_in"));
  thread->set_parent(node.Index("parent"));
  ReadChain(node, "creation_chain", thread->mutable_creation_chain());
}

void ReadStats(const Node& node, proto::RunStats* stats) {
  stats->set_units(node.Count("units"));
  stats->set_units_parsed(node.Count("units_parsed"));
  stats->set_units_reused(node.Count("units_reused"));
  stats->set_units_with_errors(node.Count("units_with_errors"));
  stats->set_units_failed(node.Count("units_failed"));
  stats->set_procedures(node.Count("procedures"));
  stats->set_procedures_analysed(node.Count("procedures_analysed"));
  stats->set_summaries_reused(node.Count("summaries_reused"));
  stats->set_roots(node.Count("roots"));
  stats->set_threads(node.Count("threads"));
  stats->set_accesses(node.Count("accesses"));
  stats->set_shared_locations(node.Count("shared_locations"));
  stats->set_pairs_checked(node.Count("pairs_checked"));
  stats->set_explored_states(node.Count("explored_states"));
  stats->set_parse_seconds(node.Seconds("parse_seconds"));
  stats->set_analyse_seconds(node.Seconds("analyse_seconds"));
  stats->set_check_seconds(node.Seconds("check_seconds"));
  stats->set_total_seconds(node.Seconds("total_seconds"));
}

void ReadReport(const Node& node, proto::Report* report) {
  report->set_verdict(
      node.OneOf("verdict", {proto::VERDICT_UNKNOWN, proto::VERDICT_RACE, proto::VERDICT_RACE_FREE},
                 VerdictWord));
  node.Elements("reasons", false, [&](const Node& element) {
    proto::Reason* reason = report->add_reasons();
    reason->set_kind(element.Text("kind"));
    reason->set_text(element.Text("text"));
    reason->set_count(element.Count("count"));
    ReadPlaceIn(element, "example", reason, &proto::Reason::mutable_example);
  });
  node.Elements("races", true, [&](const Node& race) { ReadRace(race, report->add_races()); });
  report->set_compared(node.Truth("compared"));
  node.Elements("fixed", false, [&](const Node& race) { ReadRace(race, report->add_fixed()); });
  node.Elements("idle_suppressions", false, [&](const Node& suppression) {
    ReadSuppression(suppression, report->add_idle_suppressions());
  });
  node.Elements("threads", false,
                [&](const Node& thread) { ReadThread(thread, report->add_threads()); });
  node.Elements("failed_units", false, [&](const Node& element) {
    proto::FailedUnit* unit = report->add_failed_units();
    unit->set_file(element.Text("file"));
    unit->set_error_count(element.Count("error_count"));
    unit->set_nothing_parsed(element.Truth("nothing_parsed"));
    element.Elements("errors", false, [&](const Node& text) { unit->add_errors(text.Text()); });
  });
  node.Member("stats", false,
              [&](const Node& stats) { ReadStats(stats, report->mutable_stats()); });
}

}  // namespace

absl::StatusOr<proto::Report> ReadJson(std::string_view text) {
  const Json json = Json::parse(text, nullptr, /*allow_exceptions=*/false);
  if (json.is_discarded()) return NotJson(text);
  absl::Status error;
  const Node root(json, "", &error);
  const uint32_t version = root.Count("schema_version", true);
  if (!error.ok()) {
    return absl::InvalidArgumentError(
        absl::StrCat("no report of plait (made with --format json): ", error.message()));
  }
  if (version > kJsonSchemaVersion) {
    return absl::FailedPreconditionError(
        absl::StrCat("made by a newer plait (schema_version ", version, ", this one knows ",
                     kJsonSchemaVersion, "); use that version, or make the report again"));
  }
  proto::Report report;
  ReadReport(root, &report);
  if (!error.ok()) return error;
  return report;
}

absl::StatusOr<proto::Report> ReadJsonFile(const std::string& path) {
  std::error_code error;
  if (!std::filesystem::is_regular_file(path, error)) {
    return absl::NotFoundError(absl::StrCat(path,
                                            ": no such file; make it with plait scan "
                                            "--format json --output ",
                                            path));
  }
  if (std::filesystem::file_size(path, error) > kMostBytes) {
    return absl::InvalidArgumentError(absl::StrCat(path, ": too large to be a report"));
  }
  std::ifstream in(path, std::ios::binary);
  const std::string text(std::istreambuf_iterator<char>(in), {});
  if (!in && !in.eof()) return absl::NotFoundError(absl::StrCat(path, ": cannot be read"));
  absl::StatusOr<proto::Report> report = ReadJson(text);
  if (report.ok()) return report;
  return absl::Status(report.status().code(), absl::StrCat(path, ": ", report.status().message()));
}

}  // namespace plait
