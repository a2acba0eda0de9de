// The command that looks after the store.
#include <cmath>
#include <iostream>
#include <optional>
#include <string_view>

#include "absl/flags/flag.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/time/time.h"
#include "config/closest.h"
#include "driver/commands.h"
#include "driver/exit_codes.h"
#include "driver/options.h"
#include "proto/report.pb.h"
#include "summaries/store_care.h"

ABSL_FLAG(std::string, max_size, "", "how big the store may be, such as 500M or 2G");
ABSL_FLAG(bool, repair, false, "remove what is damaged");

namespace plait {
namespace {

constexpr char kCacheHelp[] = R"(plait cache stats
plait cache gc --max-size SIZE
plait cache verify [--repair]
plait cache export FILE
plait cache import FILE

Looks after the store, in which units, summaries and reports are remembered between runs.

  stats   shows what the store holds, and the last runs
  gc      removes what was not used for longest, until the store is not bigger than SIZE
  verify  reads everything and compares it with its digests; --repair removes what is damaged
  export  writes the store into one new file, to be carried elsewhere
  import  adds what such a file holds

Options:
  --store FILE     the store (default: .plait/plait.db in the project root)
  --root DIR       project root
  --max-size SIZE  bytes, or with K, M, G or T: 500M, 1.5G
  --repair         remove what is damaged; it is made again when it is needed

Exit codes: 0 done   1 verify found damage   2 usage error, or the store cannot be used
)";

constexpr int kExitDamaged = 1;
constexpr int kShownRuns = 10;
constexpr size_t kShownDamage = 20;

// Nothing if the text is no size.
std::optional<uint64_t> ParseSize(std::string_view text) {
  constexpr std::string_view kUnits = "KMGT";
  double factor = 1;
  if (!text.empty() && kUnits.find(text.back()) != std::string_view::npos) {
    factor = std::pow(1024.0, 1.0 + static_cast<double>(kUnits.find(text.back())));
    text.remove_suffix(1);
  }
  double number = 0;
  if (!absl::SimpleAtod(absl::string_view(text.data(), text.size()), &number)) return std::nullopt;
  const double bytes = number * factor;
  if (!(bytes >= 0 && bytes < 1e18)) return std::nullopt;  // not a number, neither
  return static_cast<uint64_t>(bytes);
}

std::string SizeText(uint64_t bytes) {
  return bytes < uint64_t{10} << 20 ? absl::StrCat(bytes >> 10, " KiB")
                                    : absl::StrCat(bytes >> 20, " MiB");
}

int RunStats(const std::string& root) {
  bool remembers = true;
  absl::StatusOr<std::unique_ptr<Store>> store = OpenStore(root, &remembers);
  if (!store.ok()) return Fail(store.status());
  absl::StatusOr<StoreStats> stats = (*store)->Stats();
  if (!stats.ok()) return Fail(stats.status());
  std::cout << stats->units << " units, " << stats->procedures << " procedures, "
            << stats->summaries << " summaries, " << stats->reports << " reports, "
            << SizeText(stats->bytes) << "\n";
  absl::StatusOr<std::vector<std::pair<int64_t, std::string>>> runs = (*store)->Runs(kShownRuns);
  if (!runs.ok()) return Fail(runs.status());
  for (const auto& [ended, bytes] : *runs) {
    proto::RunStats run;
    if (!run.ParseFromString(bytes)) continue;
    std::cout << absl::FormatTime("%Y-%m-%d %H:%M:%S", absl::FromUnixSeconds(ended),
                                  absl::LocalTimeZone())
              << "  " << run.units() << " units (" << run.units_parsed() << " parsed), "
              << run.procedures() << " procedures (" << run.procedures_analysed() << " analysed), "
              << run.threads() << " threads, "
              << absl::FormatDuration(
                     absl::Trunc(absl::Seconds(run.total_seconds()), absl::Milliseconds(1)))
              << "\n";
  }
  return kExitClean;
}

int RunGc(const std::string& store) {
  const std::string given = absl::GetFlag(FLAGS_max_size);
  const std::optional<uint64_t> size = ParseSize(given);
  if (!size) {
    return Fail(absl::InvalidArgumentError(
        absl::StrCat("cache gc: --max-size ", given, ": needs a size such as 500M or 2G")));
  }
  absl::StatusOr<Shrunk> shrunk = ShrinkStore(store, *size);
  if (!shrunk.ok()) return Fail(shrunk.status());
  std::cout << "removed " << shrunk->entries << " entries and " << shrunk->blobs
            << " blobs; the store had " << SizeText(shrunk->bytes_before) << " and has "
            << SizeText(shrunk->bytes_after) << "\n";
  return kExitClean;
}

int RunVerify(const std::string& store) {
  const bool repair = absl::GetFlag(FLAGS_repair);
  absl::StatusOr<Verified> verified = VerifyStore(store, repair);
  if (!verified.ok()) return Fail(verified.status());
  std::cout << "looked at " << verified->units << " units, " << verified->summaries
            << " summaries, " << verified->reports << " reports, " << verified->blobs << " blobs\n";
  for (size_t i = 0; i < verified->damaged.size() && i < kShownDamage; ++i) {
    std::cout << verified->damaged[i] << "\n";
  }
  if (verified->damaged.empty()) return kExitClean;
  std::cout << verified->damaged.size() << " damaged";
  if (verified->file_is_damaged) {
    std::cout << ": delete " << store << ", it will be made again\n";
    return kExitDamaged;
  }
  std::cout << (repair ? absl::StrCat(", ", verified->removed, " removed\n")
                       : std::string("; --repair removes them\n"));
  return repair ? kExitClean : kExitDamaged;
}

int RunExport(const std::string& store, const std::string& file) {
  const absl::Status status = ExportStore(store, file);
  return status.ok() ? kExitClean : Fail(status);
}

int RunImport(const std::string& store, const std::string& file) {
  absl::StatusOr<Imported> imported = ImportStore(store, file);
  if (!imported.ok()) return Fail(imported.status());
  std::cout << "added " << imported->units << " units, " << imported->summaries << " summaries, "
            << imported->reports << " reports";
  if (imported->damaged > 0) std::cout << "; " << imported->damaged << " entries are damaged";
  std::cout << "\n";
  return kExitClean;
}

int RunCache(const CommandLine& line) {
  const std::string what = line.positional.empty() ? "" : line.positional[0];
  const bool takes_file = what == "export" || what == "import";
  if (what != "stats" && what != "gc" && what != "verify" && !takes_file) {
    const std::string near = Closest(what, {"stats", "gc", "verify", "export", "import"});
    return Fail(absl::InvalidArgumentError(
        absl::StrCat("cache ", what, near.empty() ? "" : absl::StrCat(": did you mean ", near, "?"),
                     ": say stats, gc, verify, export or import; see plait cache --help")));
  }
  if (line.positional.size() != (takes_file ? 2 : 1)) {
    return Fail(absl::InvalidArgumentError(
        absl::StrCat("cache ", what, takes_file ? ": name a file" : " takes no files",
                     "; see plait cache --help")));
  }
  absl::StatusOr<std::string> root = ProjectRoot();
  if (!root.ok()) return Fail(root.status());
  if (what == "stats") return RunStats(*root);
  const std::string store = StorePath(*root);
  if (store == ":memory:") {
    return Fail(
        absl::InvalidArgumentError(absl::StrCat("cache ", what, ": --store must name a file")));
  }
  if (what == "gc") return RunGc(store);
  if (what == "verify") return RunVerify(store);
  return what == "export" ? RunExport(store, line.positional[1])
                          : RunImport(store, line.positional[1]);
}

}  // namespace

Command CacheCommand() {
  return {"cache",
          "look after the store of results",
          kCacheHelp,
          {"store", "root", "max_size", "repair"},
          RunCache};
}

}  // namespace plait
