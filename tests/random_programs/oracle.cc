#include "tests/random_programs/oracle.h"

#include <algorithm>
#include <map>
#include <optional>
#include <unordered_map>
#include <utility>

#include "absl/strings/str_cat.h"
#include "tests/random_programs/code.h"
#include "tests/random_programs/machine.h"
#include "tests/random_programs/sync.h"

namespace plait::random_programs {
namespace {

bool Conflict(const MemoryAccess& a, const MemoryAccess& b) {
  return a.object >= 0 && a.object == b.object && a.first <= b.last && b.first <= a.last &&
         (a.is_write || b.is_write) && !(a.is_atomic && b.is_atomic);
}

class Search {
 public:
  Search(const Code& code, const AnyValue& any_value, int max_states)
      : code_(code), machine_(code, any_value), max_states_(max_states) {}

  absl::StatusOr<Truth> Run() {
    Add(machine_.Start(), 0, /*parent=*/-1, 0);
    while (status_.ok() && !open_.empty()) {
      const auto [index, state] = std::move(open_.back());
      open_.pop_back();
      Expand(index, state);
    }
    if (!status_.ok()) return status_;
    if (gone_ && races_.empty()) return Undefined("use of memory that is gone");
    Truth truth;
    truth.states = static_cast<int>(origins_.size());
    truth.may_block = !AlwaysEnds();
    for (auto& [name, race] : races_) {
      truth.values[name] = values_[name];
      truth.races.push_back(std::move(race));
    }
    return truth;
  }

 private:
  struct Origin {
    int parent, thread, line;
  };

  // A state after a step of `thread`, which goes on to its next one; so does a thread it created.
  void Add(State state, int thread, int parent, int line) {
    for (int t = 0; t < static_cast<int>(state.threads.size()); ++t) {
      if (absl::Status status = machine_.Settle(&state, t); !status.ok()) return Note(status);
    }
    const int index = static_cast<int>(origins_.size());
    const auto [found, is_new] = seen_.emplace(machine_.Encode(state), index);
    edges_.push_back({parent, found->second});
    if (!is_new) return;
    if (index >= max_states_) return Note(TooLarge("states"));
    if (IsEnd(state)) ends_.push_back(index);
    NoteValues(state);
    origins_.push_back({parent, thread, line});
    open_.emplace_back(index, std::move(state));
  }

  static bool IsEnd(const State& state) {
    return state.ended || std::all_of(state.threads.begin(), state.threads.end(),
                                      [](const ThreadState& thread) { return thread.finished; });
  }

  void NoteValues(const State& state) {
    for (const Object& object : state.objects) {
      const std::vector<std::string>& names = code_.declarations[object.declaration].cells;
      for (size_t i = 0; i < object.cells.size(); ++i) {
        if (object.cells[i] != kUninitialised) values_[names[i]].insert(object.cells[i]);
      }
    }
  }

  // Whether an end can be reached from everywhere.
  bool AlwaysEnds() const {
    std::vector<std::vector<int>> before(origins_.size());
    for (const auto& [from, to] : edges_) {
      if (from >= 0) before[to].push_back(from);
    }
    std::vector<bool> ends(origins_.size(), false);
    std::vector<int> open = ends_;
    size_t count = 0;
    while (!open.empty()) {
      const int at = open.back();
      open.pop_back();
      if (ends[at]) continue;
      ends[at] = true;
      ++count;
      open.insert(open.end(), before[at].begin(), before[at].end());
    }
    return count == origins_.size();
  }

  void Note(const absl::Status& status) {
    if (status.code() == absl::StatusCode::kAborted) {
      gone_ = true;
    } else if (status_.ok()) {
      status_ = status;
    }
  }

  void Expand(int index, const State& state) {
    std::vector<Step> steps;
    for (int t = 0; t < static_cast<int>(state.threads.size()); ++t) {
      steps.push_back(machine_.Peek(state, t));
    }
    // A choice touches nothing that others see: to make it first loses no state that matters.
    for (size_t t = 0; t < steps.size(); ++t) {
      const bool is_quiet = steps[t].access.object < 0;
      if (steps[t].choices > 1 && is_quiet)
        return Take(index, state, static_cast<int>(t), steps[t]);
    }
    for (size_t a = 0; a < steps.size(); ++a) {
      for (size_t b = a + 1; b < steps.size(); ++b) {
        if (Conflict(steps[a].access, steps[b].access)) {
          NoteRace(index, state, steps[a], steps[b]);
        }
      }
    }
    for (size_t t = 0; t < steps.size(); ++t) {
      if (steps[t].enabled) Take(index, state, static_cast<int>(t), steps[t]);
    }
  }

  void Take(int index, const State& state, int thread, const Step& step) {
    for (int choice = 0; choice < step.choices; ++choice) {
      State next = state;
      if (absl::Status status = machine_.Take(&next, thread, choice); !status.ok()) {
        Note(status);
        continue;
      }
      Add(std::move(next), thread, index, step.line);
    }
  }

  void NoteRace(int index, const State& state, const Step& a, const Step& b) {
    const Declaration& declaration = code_.declarations[state.objects[a.access.object].declaration];
    if (declaration.is_handle) return Note(Undefined("race on a handle"));
    // A free of all meets the other access where that is.
    const MemoryAccess& narrow =
        a.access.last - a.access.first < b.access.last - b.access.first ? a.access : b.access;
    const std::string& name = declaration.cells[narrow.first];
    RacyVariable& race = races_[name];
    race.lines.insert(std::minmax(a.line, b.line));
    if (!race.name.empty()) return;
    race.name = name;
    race.first_line = a.line;
    race.second_line = b.line;
    race.first_writes = a.access.is_write;
    race.second_writes = b.access.is_write;
    race.schedule = ScheduleTo(index);
  }

  std::vector<std::string> ScheduleTo(int index) const {
    std::vector<std::pair<int, std::vector<int>>> runs;
    for (int at = index; at >= 0 && origins_[at].parent >= 0; at = origins_[at].parent) {
      const Origin& origin = origins_[at];
      if (runs.empty() || runs.back().first != origin.thread) runs.push_back({origin.thread, {}});
      std::vector<int>& lines = runs.back().second;
      if (lines.empty() || lines.back() != origin.line) lines.push_back(origin.line);
    }
    std::vector<std::string> schedule;
    for (auto run = runs.rbegin(); run != runs.rend(); ++run) {
      std::string text = absl::StrCat("thread ", run->first, ":");
      for (auto line = run->second.rbegin(); line != run->second.rend(); ++line) {
        absl::StrAppend(&text, " ", *line);
      }
      schedule.push_back(std::move(text));
    }
    return schedule;
  }

  const Code& code_;
  const Machine machine_;
  const int max_states_;
  absl::Status status_;
  bool gone_ = false;
  std::unordered_map<std::string, int> seen_;
  std::vector<Origin> origins_;
  std::vector<std::pair<int, int>> edges_;
  std::vector<int> ends_;
  std::vector<std::pair<int, State>> open_;
  std::map<std::string, RacyVariable> races_;
  std::map<std::string, std::set<int64_t>> values_;
};

absl::StatusOr<Truth> RunSearch(const Program& program, const AnyValue& any_value, int max_states) {
  absl::StatusOr<Code> code = Lower(program);
  if (!code.ok()) return code.status();
  return Search(*code, any_value, max_states).Run();
}

}  // namespace

const RacyVariable* Truth::Find(const std::string& name) const {
  for (const RacyVariable& race : races) {
    if (race.name == name) return &race;
  }
  return nullptr;
}

absl::StatusOr<Truth> Explore(const Program& program, int max_states) {
  return RunSearch(program, {}, max_states);
}

absl::StatusOr<Truth> ExploreUnordered(const Program& program, const Truth& truth, int max_states) {
  AnyValue any_value;
  for (const auto& [name, values] : truth.values) {
    any_value[name].assign(values.begin(), values.end());
  }
  return RunSearch(program, any_value, max_states);
}

}  // namespace plait::random_programs
