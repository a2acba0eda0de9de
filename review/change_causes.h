// Which places of a change brought a race.
//
// A race is a pair of accesses that nothing separates, so what brings it is often neither of them:
// a lock that is gone, a thread that is new, a join that moved. The procedures that occur in the
// stories of both accesses, and those they call, are compared step by step with how they were
// (events.h, alignment.h); what differs is judged by what it can have to do with a race.
#ifndef PLAIT_REVIEW_CHANGE_CAUSES_H_
#define PLAIT_REVIEW_CHANGE_CAUSES_H_

#include <functional>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "analyzer/schedule/program.h"
#include "proto/report.pb.h"
#include "review/alignment.h"
#include "review/events.h"

namespace plait {

// The line of source at a place, "" if it cannot be read; of the earlier version with `in_base`.
using ReadLine = std::function<std::string(const proto::SourceLocation& place, bool in_base)>;

// Two versions of one procedure.
struct ProcedureChange {
  const ir::Procedure* base = nullptr;  // null: it is new
  const ir::Procedure* head = nullptr;
  std::vector<Event> base_events;
  std::vector<Event> head_events;
  Alignment alignment;
};

class ChangeCauses {
 public:
  // The programs before and after the change. All arguments must outlive this.
  ChangeCauses(const Program& base, const Program& head, FindModel models, ReadLine read_line);

  // At most five places, the most telling first; none if nothing that has to do with the race was
  // changed. `race` is one of `report`, that of the program after the change.
  std::vector<proto::Cause> CausesOf(const proto::Report& report, const proto::Race& race);

 private:
  // The change of a procedure, compared when it is first asked for.
  const ProcedureChange& ChangeOf(uint32_t head_definition);
  // The procedure as it was, or -1.
  int BaseOf(const Definition& head) const;
  std::vector<uint32_t> CalledBy(uint32_t head_definition) const;

  const Program& base_;
  const Program& head_;
  EventLister base_events_;
  EventLister head_events_;
  const ReadLine read_line_;
  std::multimap<std::string, uint32_t> head_by_display_name_;
  std::multimap<std::string, uint32_t> base_by_display_name_;
  std::map<uint32_t, ProcedureChange> changes_;
};

}  // namespace plait

#endif  // PLAIT_REVIEW_CHANGE_CAUSES_H_
