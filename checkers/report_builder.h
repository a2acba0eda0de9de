// Puts what a checker found into a Report: both threads' stories, names and places.
#ifndef PLAIT_CHECKERS_REPORT_BUILDER_H_
#define PLAIT_CHECKERS_REPORT_BUILDER_H_

#include <map>
#include <string>
#include <vector>

#include "checkers/happens_in_parallel.h"
#include "checkers/naming.h"
#include "checkers/shared_access.h"
#include "checkers/thread_tree.h"
#include "proto/report.pb.h"

namespace plait {

class ReportBuilder {
 public:
  explicit ReportBuilder(const Program& program) : program_(program) {}

  // Begins another program.
  void Begin() { earlier_reasons_ = reasons_; }

  // Adds the threads of a program. Accesses added afterwards refer to these.
  void AddThreads(ThreadTree& tree);

  // `all`: every access to the variable, as evidence of what guards it elsewhere.
  // Returns what it added; valid until the next one.
  proto::Race* AddRace(ThreadTree& tree, const std::string& variable, const SharedAccess& first,
                       const SharedAccess& second, const Parallelism& parallelism,
                       proto::Confidence confidence, const std::vector<std::string>& reasons,
                       uint64_t other_pairs, const std::vector<SharedAccess>& all);

  // A race seen in an execution; its accesses' threads are indices into its witness's.
  void AddSeenRace(const proto::Race& race);

  // What kept the summaries of these definitions from being exact. Reads bodies on so many threads.
  void AddGaps(const std::vector<uint32_t>& definitions, const ThreadTree& tree, int jobs);
  // For a program without threads: only gaps that may hide a thread.
  void AddCallGapsOnly(uint32_t definition, const ThreadTree& tree, int jobs);
  void AddReason(const std::string& kind, const std::string& text,
                 const proto::SourceLocation& example, uint32_t count = 1);
  bool has_reasons() const { return !reasons_.empty(); }
  // Whether an execution meets, or is stopped by, all that was not understood so far.
  bool AreReasonsExecutable() const;
  // All executions of the program were gone through: what the analysis did not understand of it
  // does not matter.
  void AddExplored(uint64_t states);
  void AddCounts(uint64_t accesses, uint64_t locations, uint64_t pairs);

  proto::SourceLocation LocationOfAccess(ThreadTree& tree, uint32_t node, const Access& access);
  proto::AccessPlace PlaceOfAccess(const ThreadTree& tree, const SharedAccess& access) const;

  // Adds to a race where an access of its is that is set apart.
  static void AddSetApart(const proto::AccessPlace& place, proto::Race* race);

  // Orders the races, joins those of several programs on one variable, and sets the verdict.
  proto::Report Finish(size_t roots);

 private:
  struct Place {
    const ir::Procedure* procedure = nullptr;
    const ir::Instruction* instruction = nullptr;
  };

  // All gaps that give one reason.
  struct SameGaps {
    const Gap* gap = nullptr;
    std::vector<std::pair<uint32_t, uint32_t>> places;  // definition and instruction of each
    proto::SourceLocation example;
  };
  class GapsByReason;

  void AddGaps(GapsByReason gaps, int jobs);
  proto::Access DescribeAccess(ThreadTree& tree, const SharedAccess& access);
  Place PlaceOf(Name procedure, uint32_t instruction) const;
  // `origin` names a callee of the caller, and is in `caller`.
  void AddCall(Name caller, const Origin& origin,
               google::protobuf::RepeatedPtrField<proto::CallStep>* chain) const;
  // Follow an access or a creation down to its instruction, and add the calls on the way. `chain`
  // of an access may be null.
  Place PlaceOfAccess(const ThreadTree& tree, const Summary& start, const Access& access,
                      google::protobuf::RepeatedPtrField<proto::CallStep>* chain) const;
  Place PlaceOfSpawn(const ThreadTree& tree, Name start, const Spawn& spawn,
                     google::protobuf::RepeatedPtrField<proto::CallStep>* chain) const;
  // Where lock `index` of the access's point was taken, as far inside as can be told.
  Place PlaceOfLock(const ThreadTree& tree, const Summary& start, const Access& from,
                    size_t index) const;
  void AddGuards(ThreadTree& tree, const SharedAccess& first, const SharedAccess& second,
                 const std::vector<SharedAccess>& all, proto::Race* race);

  const Program& program_;
  proto::Report report_;
  int first_thread_ = 0;  // of the tree added last
  using Reasons = std::map<std::pair<std::string, std::string>, proto::Reason>;
  Reasons reasons_;
  Reasons earlier_reasons_;  // of other programs
};

// Adds to a race, for the pair of accesses it shows, what was seen of them in an execution.
void ShowAsSeen(const proto::Race& seen, proto::Race* race);

}  // namespace plait

#endif  // PLAIT_CHECKERS_REPORT_BUILDER_H_
