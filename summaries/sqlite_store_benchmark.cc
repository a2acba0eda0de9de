// What the store costs a run: a cold one writes every unit and summary, a warm one reads them.
#include <benchmark/benchmark.h>
#include <unistd.h>

#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "summaries/digest.h"
#include "summaries/sqlite_store.h"

namespace plait {
namespace {

constexpr int kHeaders = 100;
constexpr int kProcedures = 50;

std::string Path() {
  return (std::filesystem::temp_directory_path() / absl::StrCat("plait_benchmark.", getpid()))
      .string();
}

// A unit that shares its headers and half of its procedures with the others.
UnitRecord MakeUnit(int n, std::vector<Blob>* blobs) {
  UnitRecord unit;
  unit.key = DigestOf(absl::StrCat("unit ", n));
  unit.file = absl::StrCat("src/", n, ".c");
  unit.unit_digest = DigestOf(unit.file);
  for (int h = 0; h < kHeaders; ++h) {
    unit.inputs.push_back({absl::StrCat("/usr/include/", h, ".h"), 1000, h, DigestOf("")});
  }
  for (int p = 0; p < kProcedures; ++p) {
    const int owner = p % 2 == 0 ? 0 : n;
    std::string ir;
    for (int i = 0; i < 40; ++i) absl::StrAppend(&ir, "load ", owner * 1000 + p * i, ";");
    blobs->push_back({BlobKind::kIr, DigestOf(ir), ir});
    unit.procedures.push_back({absl::StrCat("f", owner, "_", p), blobs->back().digest, 1});
  }
  return unit;
}

void Open(benchmark::State& state) {
  OpenSqliteStore(Path()).status().IgnoreError();
  for (auto _ : state) benchmark::DoNotOptimize(OpenSqliteStore(Path()));
  std::filesystem::remove(Path());
}
BENCHMARK(Open)->Unit(benchmark::kMicrosecond);

void PutUnit(benchmark::State& state) {
  {
    auto store = *OpenSqliteStore(Path());
    int n = 0;
    for (auto _ : state) {
      state.PauseTiming();
      std::vector<Blob> blobs;
      const UnitRecord unit = MakeUnit(++n, &blobs);
      state.ResumeTiming();
      if (!store->PutUnit(unit, blobs).ok()) state.SkipWithError("PutUnit");
    }
  }
  std::filesystem::remove(Path());
}
BENCHMARK(PutUnit)->Unit(benchmark::kMicrosecond);

void FindUnit(benchmark::State& state) {
  constexpr int kUnits = 500;
  {
    auto store = *OpenSqliteStore(Path());
    for (int n = 0; n < kUnits; ++n) {
      std::vector<Blob> blobs;
      const UnitRecord unit = MakeUnit(n, &blobs);
      store->PutUnit(unit, blobs).IgnoreError();
    }
  }
  {
    auto store = *OpenSqliteStore(Path());
    int n = 0;
    for (auto _ : state) {
      const std::string key = DigestOf(absl::StrCat("unit ", n++ % kUnits));
      if (!store->FindUnit(key).ok()) state.SkipWithError("FindUnit");
    }
  }
  std::filesystem::remove(Path());
}
BENCHMARK(FindUnit)->Unit(benchmark::kMicrosecond);

void PutSummaries(benchmark::State& state) {
  const int batch = static_cast<int>(state.range(0));
  {
    auto store = *OpenSqliteStore(Path());
    int n = 0;
    for (auto _ : state) {
      std::vector<std::pair<std::string, Blob>> summaries;
      for (int i = 0; i < batch; ++i, ++n) {
        std::string bytes = absl::StrCat("summary ", n, std::string(300, 's'));
        std::string digest = DigestOf(bytes);
        summaries.push_back({digest, {BlobKind::kSummary, digest, std::move(bytes)}});
      }
      if (!store->PutSummaries(summaries).ok()) state.SkipWithError("PutSummaries");
    }
    state.SetItemsProcessed(state.iterations() * batch);
  }
  std::filesystem::remove(Path());
}
BENCHMARK(PutSummaries)->Arg(1)->Arg(100)->Unit(benchmark::kMicrosecond);

}  // namespace
}  // namespace plait
