// A procedure of a linked program.
#ifndef PLAIT_ANALYZER_SCHEDULE_DEFINITION_H_
#define PLAIT_ANALYZER_SCHEDULE_DEFINITION_H_

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "absl/base/call_once.h"
#include "analyzer/fixpoint/peel_loops.h"
#include "analyzer/ir/facts.h"
#include "analyzer/ir/ir.h"
#include "analyzer/schedule/program_unit.h"
#include "summaries/name.h"

namespace plait {

// What is known of a procedure as soon as its unit is linked, and its body, which is read when
// somebody looks at it.
class LinkedProcedure {
 public:
  // A call that linking adds to the body.
  struct AddedCall {
    uint32_t symbol = 0;
    std::string display_name;
  };

  // `facts` and `texts`, those of the unit, have to outlive this. `symbols`: the body's, as the
  // program names them, and `name` its own.
  LinkedProcedure(const ir::ProcedureFacts& facts, const std::vector<std::string>& texts, Name name,
                  std::vector<Name> symbols, BodyReader body)
      : facts_(facts),
        texts_(texts),
        name_(name),
        symbols_(std::move(symbols)),
        read_(std::move(body)) {}

  Name name() const { return name_; }
  const ir::ProcedureFacts& facts() const { return facts_; }
  const std::string& text(uint32_t index) const { return texts_[index]; }
  const std::string& display_name() const { return texts_[facts_.display_name]; }
  const std::string& file() const { return texts_[facts_.file]; }
  // With those of CallFirst and CallLast at the end.
  const std::vector<Name>& symbols() const { return symbols_; }
  // Those of the facts, and what CallFirst and CallLast added.
  const std::vector<uint32_t>& called() const { return called_; }

  // Lets it call another one before it does anything else. Before anybody has looked at the body.
  void CallFirst(Name function, std::string display_name);
  // Likewise where it ends the program: by exit, and as main by returning.
  void CallLast(Name function, std::string display_name);
  bool CallsExit() const;

  // With the program's names, short loops peeled, and those that swap variables unrolled. Can be
  // called from many threads.
  const ir::Procedure& body() const;

  // Whether loops of the body were peeled or unrolled, and the body with all of them as they were.
  // Its instructions are as many of the first ones of the peeled body, with the same sites.
  bool is_peeled() const {
    body();
    return !ends_.empty();
  }
  ir::Procedure UnpeeledBody() const;

 private:
  AddedCall Added(Name function, std::string display_name);
  ir::Procedure MakeBody() const;

  const ir::ProcedureFacts& facts_;
  const std::vector<std::string>& texts_;
  const Name name_;
  std::vector<Name> symbols_;
  std::vector<uint32_t> called_ = facts_.called;
  std::vector<AddedCall> first_calls_;
  std::vector<AddedCall> last_calls_;
  mutable absl::once_flag once_;
  mutable BodyReader read_;  // until it was called
  mutable ir::Procedure body_;
  mutable UnpeeledEnds ends_;
};

// One procedure body. Bodies that are the same in several units are one definition if the functions
// that they mention are the same too.
struct Definition {
  Name name = kNoName;          // unique: a second, different body of one name is "name#2"
  Name symbol = kNoName;        // as calls name it
  uint32_t unit = 0;            // index into Program::units() of the first unit that has it
  std::vector<uint32_t> units;  // all that have it, sorted
  const LinkedProcedure* procedure = nullptr;
  std::string digest;  // of the body's canonical bytes, with what runs before main and after it

  const ir::Procedure& body() const { return procedure->body(); }
  const std::vector<Name>& symbols() const { return procedure->symbols(); }
  const std::string& display_name() const { return procedure->display_name(); }
  const std::string& file() const { return procedure->file(); }
  bool IsMain() const { return NameText(symbol) == "main"; }
};

}  // namespace plait

#endif  // PLAIT_ANALYZER_SCHEDULE_DEFINITION_H_
