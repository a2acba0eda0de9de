#include "driver/cli.h"

#include <iostream>
#include <set>

#include "absl/flags/flag.h"
#include "absl/strings/str_cat.h"
#include "config/closest.h"
#include "driver/commands.h"
#include "driver/configure.h"
#include "driver/exit_codes.h"
#include "driver/flags.h"
#include "driver/options.h"
#include "driver/version.h"

namespace plait {
namespace {

const std::vector<Command>& Commands() {
  static const std::vector<Command>& commands = *new std::vector<Command>{
      ScanCommand(), ReviewCommand(),  DiffCommand(),  SummaryCommand(),
      IrCommand(),   ExecuteCommand(), CacheCommand(), ModelsCommand(),
  };
  return commands;
}

std::vector<std::string> AllFlags() {
  std::set<std::string> flags;
  for (const Command& command : Commands()) {
    flags.insert(command.flags.begin(), command.flags.end());
  }
  return {flags.begin(), flags.end()};
}

std::string Usage() {
  std::string text =
      "plait finds data races in C and C++ programs without running them.\n\n"
      "usage: plait COMMAND [ARGUMENTS]\n\n";
  for (const Command& command : Commands()) {
    absl::StrAppend(&text, "  ", command.name,
                    std::string(10 - std::string(command.name).size(), ' '), command.summary, "\n");
  }
  absl::StrAppend(&text,
                  "  version   print the version\n\n"
                  "plait COMMAND --help says more. A first try: plait scan FILE.c\n");
  return text;
}

}  // namespace

int RunCommand(const std::vector<std::string>& words) {
  if (words.empty()) {
    std::cerr << Usage();
    return kExitUsage;
  }
  std::string name = words[0];
  std::vector<std::string> rest(words.begin() + 1, words.end());
  if (name == "help" && !rest.empty()) {
    name = rest[0];
    rest = {"--help"};
  }
  if (name == "help" || name == "--help" || name == "-h") {
    std::cout << Usage();
    return kExitClean;
  }
  if (name == "version" || name == "--version") {
    std::cout << "plait " << kVersion << "\n";
    return kExitClean;
  }
  for (const Command& command : Commands()) {
    if (name != command.name) continue;
    std::vector<std::string> flags = command.flags;
    flags.insert(flags.end(), ConfigFlags().begin(), ConfigFlags().end());
    absl::StatusOr<CommandLine> line = ParseWords(rest, flags);
    if (!line.ok()) {
      std::cerr << "plait: error: " << line.status().message() << "; see plait " << name
                << " --help\n";
      return kExitUsage;
    }
    if (line->help) {
      std::cout << command.help;
      return kExitClean;
    }
    if (absl::Status status = Configure(flags, AllFlags(), *line); !status.ok()) {
      return Fail(status);
    }
    if (absl::GetFlag(FLAGS_dump_config)) {
      std::cout << DumpConfig(flags);
      return kExitClean;
    }
    return command.run(*line);
  }
  std::vector<std::string> names;
  for (const Command& command : Commands()) names.push_back(command.name);
  const std::string near = Closest(name, names);
  std::cerr << "plait: error: no command " << name
            << (near.empty() ? "" : absl::StrCat("; did you mean ", near, "?"))
            << "; see plait --help\n";
  return kExitUsage;
}

}  // namespace plait
