#ifndef PLAIT_ANALYZER_TRANSFER_CHOICE_TARGETS_H_
#define PLAIT_ANALYZER_TRANSFER_CHOICE_TARGETS_H_

#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include "absl/container/flat_hash_map.h"
#include "summaries/term.h"

namespace plait {

// An address that a choice leads to: `shift` bytes behind `pointer`. Not one term: most are only
// looked at, and none of them is needed again.
struct Target {
  TermId pointer = kNothing;
  int64_t shift = 0;
  bool operator==(const Target&) const = default;
};

// What the choices of pointers of one procedure lead to, directly and by other choices. Answers are
// kept until a choice of the table gets an option: most of them are asked for again and again while
// one store is compared with all cells.
class ChoiceTargets {
 public:
  // `terms` must outlive this.
  explicit ChoiceTargets(TermTable& terms) : terms_(terms) {}
  ChoiceTargets(const ChoiceTargets&) = delete;
  ChoiceTargets& operator=(const ChoiceTargets&) = delete;

  // To be called where options were taken away.
  void Forget() { reaches_.clear(); }

  // Whether the choice may yield an address based on `base`. Also if it leads to more choices than
  // are followed. Never for an atom that is no choice.
  bool MayYield(AtomId choice, AtomId base);

  // Whether MayYield knows all that the choice may yield: no choice on the way is of any value.
  bool IsFollowed(AtomId choice);

  // What all pointers that the choice may yield are based on; kNothing if they are not all known,
  // or of several objects.
  AtomId OnlyBase(AtomId choice);

  // Where the choice and those that it leads to lead, it itself among it. Null if there are too
  // many, as of one that moves on in each turn. Valid until a choice gets an option.
  const std::vector<Target>* Of(AtomId choice);

 private:
  static constexpr uint64_t kNever = ~uint64_t{0};
  struct Reach {
    uint64_t version = kNever;  // of the table's choices, when bases were gathered
    std::vector<AtomId> bases;  // sorted, unique
    bool has_too_many = false;  // choices: stays so, for options are never taken away
    bool is_open = false;       // one of the choices is
    uint64_t targets_version = kNever;
    std::vector<Target> targets;
    bool has_too_many_targets = false;
  };

  Reach& EntryOf(AtomId choice);
  const Reach& ReachOf(AtomId choice);
  // Whether all targets were gathered.
  bool GatherTargets(AtomId choice, std::vector<Target>* targets);

  TermTable& terms_;
  absl::flat_hash_map<AtomId, std::unique_ptr<Reach>> reaches_;
};

}  // namespace plait

#endif  // PLAIT_ANALYZER_TRANSFER_CHOICE_TARGETS_H_
