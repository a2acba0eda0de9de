// What linking, and the keys of summaries, need to know of procedures without their instructions.
// Stored with the unit, so that the bodies of what did not change need not be read.
#ifndef PLAIT_ANALYZER_IR_FACTS_H_
#define PLAIT_ANALYZER_IR_FACTS_H_

#include <compare>
#include <cstdint>
#include <string>
#include <vector>

#include "analyzer/ir/interner.h"
#include "analyzer/ir/ir.h"

namespace plait::ir {

// What goes where a function pointer may be looked for.
struct PassedValue {
  enum class Kind : uint8_t {
    kFunction,   // the function symbols[index]
    kParameter,  // what the procedure was given as parameter `index`
    kConstant,   // no function
    kOpen,       // anything
  };
  Kind kind = Kind::kOpen;
  uint32_t index = 0;

  friend auto operator<=>(const PassedValue& a, const PassedValue& b) = default;
};

// "Symbol" is an index into `symbols`, as operands of the body have it, "text" one into
// UnitFacts::texts. All lists are without repetitions.
struct ProcedureFacts {
  // An argument of a direct call that is not a constant.
  struct Argument {
    uint32_t callee = 0;  // symbol
    uint32_t position = 0;
    PassedValue value;

    friend auto operator<=>(const Argument& a, const Argument& b) = default;
  };

  static constexpr uint32_t kNone = UINT32_MAX;

  // The place of a pointer that is loaded or stored: a member, a variable, or both.
  struct PointerPlace {
    uint32_t field = 0;         // text, "" for none
    uint32_t variable = kNone;  // symbol

    friend auto operator<=>(const PointerPlace& a, const PointerPlace& b) = default;
  };
  struct PointerStore {
    PointerPlace place;
    PassedValue value;

    friend auto operator<=>(const PointerStore& a, const PointerStore& b) = default;
  };

  uint32_t name = 0;              // index into UnitFacts::symbols
  uint32_t display_name = 0;      // text
  uint32_t file = 0;              // text
  std::string code_digest;        // as in Procedure
  std::vector<uint32_t> symbols;  // of the body, as indices into UnitFacts::symbols

  std::vector<uint32_t> called;    // symbols of direct calls
  std::vector<uint32_t> referred;  // functions mentioned otherwise, but for those in `arguments`
  std::vector<Argument> arguments;
  std::vector<PointerStore> pointer_stores;
  std::vector<PointerPlace> pointer_loads;
  std::vector<uint32_t> loaded_fields;  // texts, in order of first use
  std::vector<uint32_t> call_types;     // texts: Instruction::type of indirect calls, likewise
  // Digest of which instructions load which of loaded_fields and call by which of call_types.
  std::string uses;
  std::vector<uint32_t> stored;      // variables that are the place of a plain store
  std::vector<uint32_t> given_away;  // variables whose writes `stored` does not tell
  // Whether an access is atomic and orders less than sequentially consistent ones do.
  bool has_weak_orders = false;
  std::vector<uint32_t> addressed;  // variables whose address is a value, not only a place accessed

  friend bool operator==(const ProcedureFacts& a, const ProcedureFacts& b) = default;
};

struct UnitFacts {
  std::vector<std::string> symbols;  // linkage names
  std::vector<std::string> texts;    // [0] == ""
  std::vector<ProcedureFacts> procedures;

  friend bool operator==(const UnitFacts& a, const UnitFacts& b) = default;
};

// Gathers the facts of one unit.
class FactsBuilder {
 public:
  FactsBuilder() { texts_.Intern(""); }

  // Requires a procedure that VerifyProcedure accepts.
  void Add(const Procedure& procedure);

  // Of what was added, in that order. Ends the use of the builder.
  UnitFacts Finish();

 private:
  Interner symbols_;
  Interner texts_;
  std::vector<ProcedureFacts> procedures_;
};

// Whether all indices are within their tables.
bool AreInRange(const UnitFacts& facts);

}  // namespace plait::ir

#endif  // PLAIT_ANALYZER_IR_FACTS_H_
