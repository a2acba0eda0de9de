// What a thread's entry gets as its inputs: what the creation passed, and what memory held then.
#ifndef PLAIT_CHECKERS_THREAD_IMPORTER_H_
#define PLAIT_CHECKERS_THREAD_IMPORTER_H_

#include <cstdint>
#include <map>
#include <optional>
#include <utility>
#include <vector>

#include "analyzer/schedule/program.h"
#include "summaries/import.h"
#include "summaries/summary.h"

namespace plait {

// So many bytes at an address.
using WideCell = std::pair<TermId, uint32_t>;

// Maps the summary of an entry into the tree's terms. Everything is kept by reference.
class ThreadImporter final : public Importer {
 public:
  // `marker`: the name of the thread, which its own atoms get at the outer end of their paths.
  // `is_root`: whether the program starts there. `build`: a number of its own for each tree made in
  // one table, whose choices are others. `settled`: cells that nobody writes once the thread runs,
  // sorted.
  ThreadImporter(const Summary& summary, TermTable& terms, Name marker, const Program& program,
                 bool is_root, uint32_t build, const std::vector<WideCell>* settled)
      : Importer(summary.terms, terms, marker, kNothing, /*keep_context=*/false),
        summary_(summary),
        program_(program),
        is_root_(is_root),
        marker_(marker),
        first_number_(build * kNumbersOfABuild),
        settled_(settled) {}

  // What one creation passes, and what memory holds then, the newest cell last. All creations that
  // the thread may be of come before anything is mapped.
  void AddCreation(std::vector<TermId> arguments, std::vector<CellEffect> cells);

  // Cells mapped so far whose value was handed over, and which the thread looks at again once
  // others may have written them.
  const std::vector<WideCell>& reloaded() const { return reloaded_; }

 protected:
  TermId MapFormal(uint32_t index) override;
  TermId MapInitial(AtomId input, TermId cell) override;
  // A number that was handed over and that nobody writes since is the same however late it is read.
  std::optional<TermId> MapDecided(AtomId choice) override;

 private:
  static constexpr uint32_t kMaxFormals = 1000;  // numbers of choices below are those of formals
  static constexpr uint32_t kNumbersOfABuild = 1u << 20;

  struct Creation {
    std::vector<TermId> arguments;
    std::vector<CellEffect> cells;

    friend bool operator==(const Creation&, const Creation&) = default;
  };

  TermId OneOf(const std::vector<TermId>& values, uint32_t number, bool is_pointer);
  TermId AsPassedBy(const Creation& creation, TermId term);
  // Whether a creation knows what is in the cell, and what is there for each of them.
  bool FindValues(AtomId input, TermId cell, std::vector<TermId>* values);
  std::vector<TermId> ValuesIn(const Creation& creation, TermId cell, uint32_t width);
  TermId Initial(TermId cell, uint32_t width, bool is_pointer);
  std::optional<TermId> InitialValue(TermId cell, uint32_t width);

  const Summary& summary_;
  const Program& program_;
  const bool is_root_;
  const Name marker_;
  const uint32_t first_number_;
  const std::vector<WideCell>* settled_;
  std::vector<WideCell> reloaded_;
  std::vector<Creation> creations_;
  std::map<std::pair<TermId, uint32_t>, uint32_t> numbers_;  // of choices, by cell and width
};

}  // namespace plait

#endif  // PLAIT_CHECKERS_THREAD_IMPORTER_H_
