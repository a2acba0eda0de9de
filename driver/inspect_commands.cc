// Commands that look at what the analysis knows, without reporting races.
#include <iostream>
#include <memory>
#include <tuple>
#include <vector>

#include "absl/algorithm/container.h"
#include "absl/container/node_hash_map.h"
#include "absl/flags/flag.h"
#include "absl/strings/str_cat.h"
#include "analyzer/ir/printer.h"
#include "analyzer/ir/sites.h"
#include "config/closest.h"
#include "driver/commands.h"
#include "driver/execute.h"
#include "driver/exit_codes.h"
#include "driver/options.h"
#include "summaries/summary_printer.h"

namespace plait {
namespace {

constexpr char kSummaryHelp[] = R"(plait summary FUNCTION [FILE... | -p BUILD] [-- COMPILER FLAGS]

Prints what the analysis knows of a function: the memory it touches and the locks it holds there, the
locks and threads it leaves behind, the threads it starts, and what could not be followed.

Options: -p, -j, --store, --cache, --cache-mode, --models, --root as for `plait scan`.
)";

constexpr char kIrHelp[] = R"(plait ir FILE... [-p BUILD] [-- COMPILER FLAGS]

Prints the intermediate representation of the files, as the analysis sees them.

Options: -p, -j, --root as for `plait scan`.
)";

constexpr char kExecuteHelp[] = R"(plait execute FILE... [-p BUILD] [-- COMPILER FLAGS]

Executes a program on its intermediate representation under many schedules, and prints the races that
were seen: two threads about to access the same memory, one of them writing. Finding none says
nothing. The last lines tell how the runs ended, and what could not be executed.

Options: -p, -j, --models, --root as for `plait scan`. Exit code 1 if there was a race.
)";

constexpr char kModelsHelp[] = R"(plait models [NAME...]

Lists the libraries whose functions are known, or says whether the named functions are.

Options:
  --models PATH  also read models of your own
)";

// Keeps the program by reference.
SummaryNames NamesOfSites(const Program& program) {
  auto known = std::make_shared<absl::node_hash_map<Name, ir::Sites>>();
  const auto sites_of = [&program, known](Name procedure) -> const ir::Sites* {
    const int d = program.FindDefinition(procedure);
    if (d < 0) return nullptr;
    return &known->try_emplace(procedure, program.definitions()[d].body()).first->second;
  };
  SummaryNames names;
  names.instruction_at = [sites_of](Name procedure, uint32_t site) {
    const ir::Sites* sites = sites_of(procedure);
    return sites == nullptr ? site : sites->InstructionAt(site).value_or(site);
  };
  names.block_at = [sites_of](Name procedure, uint32_t site) {
    const ir::Sites* sites = sites_of(procedure);
    return sites == nullptr ? site : sites->BlockAt(site).value_or(site);
  };
  return names;
}

int RunSummary(const CommandLine& line) {
  if (line.positional.empty()) {
    return Fail(absl::InvalidArgumentError("summary: name a function; see plait summary --help"));
  }
  const std::string& function = line.positional[0];
  absl::StatusOr<Setting> setting =
      Prepare({line.positional.begin() + 1, line.positional.end()}, line);
  if (!setting.ok()) return Fail(setting.status());
  Store* store = setting->remembers ? setting->store.get() : nullptr;
  absl::StatusOr<AnalysedProgram> program =
      Analyse(setting->commands, *setting->models, store, setting->options);
  if (setting->progress != nullptr) setting->progress->Clear();
  if (!program.ok()) return Fail(program.status());
  const SummaryNames sites = NamesOfSites(*program->program);
  int found = 0;
  std::vector<std::string> names;
  for (size_t d = 0; d < program->summaries.size(); ++d) {
    const Definition& definition = program->program->definitions()[d];
    names.push_back(definition.display_name());
    if (definition.display_name() != function && NameText(definition.symbol) != function) continue;
    if (program->summaries[d] == nullptr) continue;
    std::cout << (found++ == 0 ? "" : "\n") << PrintSummary(program->summaries[d]->get(), sites);
  }
  if (found > 0) return kExitClean;
  const std::string near = Closest(function, names);
  return Fail(absl::InvalidArgumentError(
      absl::StrCat("no function ", function, " in the files scanned",
                   near.empty() ? "" : absl::StrCat("; did you mean ", near, "?"))));
}

int RunIr(const CommandLine& line) {
  absl::StatusOr<Setting> setting = Prepare(line.positional, line);
  if (!setting.ok()) return Fail(setting.status());
  absl::StatusOr<AnalysedProgram> program =
      Analyse(setting->commands, *setting->models, nullptr, setting->options);
  if (setting->progress != nullptr) setting->progress->Clear();
  if (!program.ok()) return Fail(program.status());
  std::vector<ir::Unit> units = program->program->units();
  for (const Definition& definition : program->program->definitions()) {
    units[definition.unit].procedures.push_back(definition.body());
  }
  for (ir::Unit& unit : units) {
    absl::c_stable_sort(unit.procedures, [](const ir::Procedure& a, const ir::Procedure& b) {
      return std::tie(a.file, a.first_line) < std::tie(b.file, b.first_line);
    });
    std::cout << ir::PrintUnit(unit);
  }
  return kExitClean;
}

int RunExecute(const CommandLine& line) {
  absl::StatusOr<Setting> setting = Prepare(line.positional, line);
  if (!setting.ok()) return Fail(setting.status());
  absl::StatusOr<AnalysedProgram> program =
      Analyse(setting->commands, *setting->models, nullptr, setting->options);
  if (setting->progress != nullptr) setting->progress->Clear();
  if (!program.ok()) return Fail(program.status());
  absl::StatusOr<Executed> executed = ExecutePrograms(*program->program, *setting->models);
  if (!executed.ok()) return Fail(executed.status());
  std::cout << executed->text;
  return executed->races == 0 ? kExitClean : kExitRaces;
}

int RunModels(const CommandLine& line) {
  absl::StatusOr<const ModelRegistry*> models = Models();
  if (!models.ok()) return Fail(models.status());
  if (line.positional.empty()) {
    for (const ModelRegistry::Source& source : (*models)->sources()) {
      std::cout << source.library->name() << ": " << source.library->description()
                << (source.path.empty() ? "" : absl::StrCat(" (", source.path, ")")) << "\n";
    }
    return kExitClean;
  }
  for (const std::string& name : line.positional) {
    const proto::Function* model = (*models)->Find(name);
    std::cout << name << ": "
              << (model == nullptr ? "no model" : absl::StrCat("\n", model->DebugString())) << "\n";
  }
  return kExitClean;
}

}  // namespace

Command SummaryCommand() {
  return {"summary",
          "print what is known of a function",
          kSummaryHelp,
          {"p", "j", "store", "cache", "cache_mode", "models", "root", "quiet"},
          RunSummary};
}

Command IrCommand() {
  return {"ir",
          "print the intermediate representation",
          kIrHelp,
          {"p", "j", "models", "root", "quiet", "store"},
          RunIr};
}

Command ExecuteCommand() {
  return {"execute",
          "run a program on its intermediate representation",
          kExecuteHelp,
          {"p", "j", "models", "root", "quiet", "store"},
          RunExecute};
}

Command ModelsCommand() {
  return {
      "models", "list the library functions that are known", kModelsHelp, {"models"}, RunModels};
}

}  // namespace plait
