// What a procedure does, step by step, in a form that two versions of it can be compared by: no
// lines, no numbers of registers or blocks.
#ifndef PLAIT_REVIEW_EVENTS_H_
#define PLAIT_REVIEW_EVENTS_H_

#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "analyzer/ir/ir.h"
#include "analyzer/schedule/program.h"
#include "proto/models.pb.h"

namespace plait {

struct Event {
  enum class Kind {
    kAcquire,  // takes a lock
    kRelease,
    kSpawn,  // starts a thread
    kJoin,   // waits for the end of one
    kWait,   // waits for a condition, a semaphore, a barrier
    kCall,   // any other call
    kAccess,
    kOther,  // computes or decides something
  };
  Kind kind = Kind::kOther;
  std::string key;      // equal if it is the same step in another version
  std::string subject;  // the function called as people write it; the memory accessed, as written
  std::string callee;   // linkage name; empty for a call through a pointer
  std::string object;   // the lock, or what is waited for, in terms of the IR
  std::vector<std::string> functions;  // linkage names of those handed over: what a thread runs
  bool is_own = false;                 // calls a function of the project that does so inside
  bool is_shared = false;              // a lock taken for reading
  bool is_checked = false;             // somebody looks at the result of the call
  bool is_write = false;
  bool is_local = false;  // an access to a local variable of the procedure itself
  ir::Ordering ordering = ir::Ordering::kPlain;
  ir::Location location;

  bool is_atomic() const { return ordering != ir::Ordering::kPlain; }
};

// What a call of that name does, or nullptr (analyzer/models/model_registry.h).
using FindModel = std::function<const proto::Function*(std::string_view name, bool has_body)>;

// Lists procedures of one program. Remembers what functions do inside.
class EventLister {
 public:
  EventLister(const Program& program, FindModel models)
      : program_(program), models_(std::move(models)) {}

  // In the order of the blocks. Steps that say nothing by themselves are left out.
  std::vector<Event> EventsOf(uint32_t definition);

 private:
  // The kind and mode of what a function does, if that is one thing: a wrapper of a lock.
  struct Nature {
    Event::Kind kind = Event::Kind::kCall;
    bool is_shared = false;
  };

  Nature NatureOfCall(uint32_t unit, const std::string& callee, int depth, bool* is_own);
  Nature NatureOf(uint32_t definition, int depth);

  const Program& program_;
  const FindModel models_;
  std::map<uint32_t, Nature> natures_;
};

}  // namespace plait

#endif  // PLAIT_REVIEW_EVENTS_H_
