// Brings every unit's IR up to date: parses what changed, takes the rest from the store.
#ifndef PLAIT_DRIVER_CAPTURE_STAGE_H_
#define PLAIT_DRIVER_CAPTURE_STAGE_H_

#include <functional>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "analyzer/schedule/program_unit.h"
#include "driver/scan.h"
#include "frontend/compile_commands.h"
#include "proto/report.pb.h"
#include "summaries/store.h"

namespace plait {

// Why a unit is parsed.
struct Reparse {
  enum class Kind {
    kUnknown,   // the store has nothing under its key: it is new, its command or Plait changed
    kFile,      // its main file changed
    kHeader,    // a file that it includes changed or is gone
    kAppeared,  // a file is there that was looked for in vain
    kStore,     // what the store has is damaged
  };
  Kind kind = Kind::kUnknown;
  std::string path;  // of the file, if it is not the unit's own
};

// One unit of a run. `code` is filled in only once it is needed (LoadUnits) or was just parsed or
// fetched.
struct CapturedUnit {
  std::string key;
  UnitRecord record;  // what the store has, or would have, of it
  ProgramUnit code;
  bool is_loaded = false;      // code.unit and what goes with it
  bool is_at_hand = false;     // its bodies need not be read from the store
  bool was_parsed = false;     // in this run
  bool was_shared = false;     // came from a shared cache in this run
  Reparse why;                 // if it was parsed
  bool failed = false;         // nothing could be parsed
  std::vector<Blob> unstored;  // of the record, if the store does not have it yet
  std::vector<std::string> errors;
};

// Set when something that is read from the store late turns out to be damaged or gone. What was
// made of it is worth nothing then.
using DamageFlag = std::shared_ptr<std::atomic<bool>>;

// Finds out for each command whether its unit is still valid, and parses those that are not. The
// result is in the order of the commands. With `meanwhile`: if some have to be parsed, it is most
// likely called while the last ones are, and the others are decoded then, but for the bodies of
// procedures, which are read when somebody looks at them, and then set `damaged` if they cannot be.
// The unit parsed last is left to StoreUnits. `store_problems` gets one line for each thing the
// store could not do.
std::vector<CapturedUnit> CaptureUnits(const std::vector<frontend::CompileCommand>& commands,
                                       Store* store, const ScanOptions& options,
                                       const std::function<void()>& meanwhile,
                                       const DamageFlag& damaged,
                                       std::vector<std::string>* store_problems);

// Writes what CaptureUnits has left to be written.
void StoreUnits(Store* store, std::vector<CapturedUnit>* units,
                std::vector<std::string>* store_problems);

// Decodes the units that were neither parsed nor decoded in this run, with `whole` also all bodies.
// One that is damaged in the store is parsed again.
void LoadUnits(const std::vector<frontend::CompileCommand>& commands, Store* store,
               const ScanOptions& options, bool whole, const DamageFlag& damaged,
               std::vector<CapturedUnit>* units, std::vector<std::string>* store_problems);

}  // namespace plait

#endif  // PLAIT_DRIVER_CAPTURE_STAGE_H_
