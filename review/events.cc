#include "review/events.h"

#include <algorithm>
#include <set>
#include <utility>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "summaries/name.h"

namespace plait {
namespace {

// How deep wrappers of wrappers are looked into, and expressions are spelled.
constexpr int kMaxDepth = 4;

// Spells operands by the names of variables and what temporaries were made of.
class Spelling {
 public:
  explicit Spelling(const ir::Procedure& procedure) : procedure_(procedure) {
    for (const ir::Block& block : procedure.blocks) {
      for (const ir::Instruction& i : block.instructions) {
        if (i.result != ir::kNoRegister) made_by_[i.result] = &i;
        for (const ir::Operand* operand : {&i.a, &i.b, &i.place.base, &i.source.base, &i.callee}) {
          Use(*operand);
        }
        for (const ir::Operand& operand : i.arguments) Use(operand);
        for (const ir::IndexTerm& term : i.place.terms) Use(term.index);
      }
      Use(block.terminator.condition);
    }
  }

  bool IsUsed(ir::Register result) const { return used_.contains(result); }

  std::string Of(const ir::Operand& operand, int depth = 0) const {
    switch (operand.kind) {
      case ir::Operand::Kind::kNone:
        return "";
      case ir::Operand::Kind::kConstant:
        return absl::StrCat(operand.value);
      case ir::Operand::Kind::kGlobal:
      case ir::Operand::Kind::kFunction:
        return "&" + Symbol(operand);
      case ir::Operand::Kind::kSlot:
        return absl::StrCat("&", String(procedure_.slots[operand.value].name));
      case ir::Operand::Kind::kString:
        return "\"\"";
      case ir::Operand::Kind::kUnknown:
        return "?";
      case ir::Operand::Kind::kRegister:
        return OfRegister(static_cast<ir::Register>(operand.value), depth);
    }
    return "";
  }

  std::string Of(const ir::Place& place, int depth = 0) const {
    std::string text = Of(place.base, depth + 1);
    if (place.offset != 0) absl::StrAppend(&text, "+", place.offset);
    for (const ir::IndexTerm& term : place.terms) {
      absl::StrAppend(&text, "+", term.stride, "*", Of(term.index, depth + 1));
    }
    return text;
  }

  std::string Symbol(const ir::Operand& operand) const {
    return procedure_.symbols[operand.value].name;
  }
  const std::string& String(ir::StringIndex index) const { return procedure_.strings[index]; }

 private:
  void Use(const ir::Operand& operand) {
    if (operand.kind == ir::Operand::Kind::kRegister) {
      used_.insert(static_cast<ir::Register>(operand.value));
    }
  }

  std::string OfRegister(ir::Register r, int depth) const {
    if (r < procedure_.register_names.size() && procedure_.register_names[r] != 0) {
      return String(procedure_.register_names[r]);
    }
    if (r < procedure_.parameters.size()) return String(procedure_.parameters[r].name);
    const auto found = made_by_.find(r);
    if (found == made_by_.end() || depth > kMaxDepth) return "_";
    const ir::Instruction& i = *found->second;
    switch (i.opcode) {
      case ir::Opcode::kLoad:
        return absl::StrCat("*(", Of(i.place, depth + 1), ")");
      case ir::Opcode::kAddress:
        return Of(i.place, depth + 1);
      case ir::Opcode::kAssign:
      case ir::Opcode::kTruncate:
        return Of(i.a, depth + 1);
      case ir::Opcode::kCall:
        return absl::StrCat(String(i.text), "()");
      default:
        return absl::StrCat(static_cast<int>(i.opcode), ".", static_cast<int>(i.binary), "(",
                            Of(i.a, depth + 1), ",", Of(i.b, depth + 1), ")");
    }
  }

  const ir::Procedure& procedure_;
  std::map<ir::Register, const ir::Instruction*> made_by_;
  std::set<ir::Register> used_;
};

bool IsOfProject(const ir::Procedure& procedure) { return !absl::StartsWith(procedure.file, "/"); }

std::optional<Event::Kind> KindOf(const proto::Effect& effect, bool* is_shared) {
  switch (effect.kind_case()) {
    case proto::Effect::kAcquire:
      *is_shared = effect.acquire().mode() == proto::SHARED;
      return Event::Kind::kAcquire;
    case proto::Effect::kAtomicBegin:
      return Event::Kind::kAcquire;
    case proto::Effect::kRelease:
    case proto::Effect::kAtomicEnd:
      return Event::Kind::kRelease;
    case proto::Effect::kSpawn:
      return Event::Kind::kSpawn;
    case proto::Effect::kJoin:
      return Event::Kind::kJoin;
    case proto::Effect::kConditionWait:
    case proto::Effect::kWait:
    case proto::Effect::kBarrier:
      return Event::Kind::kWait;
    default:
      return std::nullopt;
  }
}

Event AccessEvent(const ir::Instruction& i, const std::string& text, bool is_write) {
  Event event;
  event.kind = Event::Kind::kAccess;
  event.subject = text;
  event.is_write = is_write;
  event.is_local = i.place.base.kind == ir::Operand::Kind::kSlot;
  event.ordering = i.ordering;
  event.location = i.location;
  event.key = absl::StrCat(is_write ? "write " : "read ", text, " ", static_cast<int>(i.ordering));
  return event;
}

// Loads, stores and the like; false for instructions that touch no memory.
bool AddAccesses(const ir::Instruction& i, const Spelling& spelling, std::vector<Event>* events) {
  const std::string& text = spelling.String(i.text);
  switch (i.opcode) {
    case ir::Opcode::kLoad:
      events->push_back(AccessEvent(i, text, false));
      return true;
    case ir::Opcode::kStore:
    case ir::Opcode::kAtomicUpdate:
    case ir::Opcode::kCompareExchange:
      events->push_back(AccessEvent(i, text, true));
      events->back().key += spelling.Of(i.a);
      return true;
    case ir::Opcode::kCopy:
      events->push_back(AccessEvent(i, spelling.String(i.source_text), false));
      events->push_back(AccessEvent(i, text, true));
      return true;
    default:
      return false;
  }
}

}  // namespace

EventLister::Nature EventLister::NatureOfCall(uint32_t unit, const std::string& callee, int depth,
                                              bool* is_own) {
  const std::vector<uint32_t> bodies = program_.Resolve(unit, InternName(callee));
  if (const proto::Function* model = models_(callee, !bodies.empty())) {
    for (const proto::Effect& effect : model->effect()) {
      Nature nature;
      const std::optional<Event::Kind> kind = KindOf(effect, &nature.is_shared);
      if (!kind) continue;
      nature.kind = *kind;
      return nature;
    }
    return {};
  }
  if (bodies.size() != 1) return {};
  *is_own = IsOfProject(program_.definitions()[bodies[0]].body());
  return NatureOf(bodies[0], depth);
}

EventLister::Nature EventLister::NatureOf(uint32_t definition, int depth) {
  if (depth > kMaxDepth) return {};
  // What a recursive function does is what it does besides calling itself.
  const auto [known, inserted] = natures_.try_emplace(definition);
  if (!inserted) return known->second;
  const Definition& d = program_.definitions()[definition];
  int locks = 0;
  Nature acquire, other;
  for (const ir::Block& block : d.body().blocks) {
    for (const ir::Instruction& i : block.instructions) {
      if (i.opcode != ir::Opcode::kCall || i.callee.kind != ir::Operand::Kind::kFunction) continue;
      bool is_own = false;
      const Nature inner =
          NatureOfCall(d.unit, d.body().symbols[i.callee.value].name, depth + 1, &is_own);
      if (inner.kind == Event::Kind::kAcquire) {
        ++locks;
        acquire = inner;
      } else if (inner.kind == Event::Kind::kRelease) {
        --locks;
      } else if (inner.kind != Event::Kind::kCall) {
        other = inner;
      }
    }
  }
  Nature nature = other;
  if (locks > 0) nature = acquire;
  if (locks < 0) nature.kind = Event::Kind::kRelease;
  return natures_[definition] = nature;
}

std::vector<Event> EventLister::EventsOf(uint32_t definition) {
  const Definition& d = program_.definitions()[definition];
  const Spelling spelling(d.body());
  std::vector<Event> events;
  auto add_call = [&](const ir::Instruction& i) {
    Event event;
    event.kind = Event::Kind::kCall;
    event.subject = spelling.String(i.text);
    event.location = i.location;
    event.is_checked = i.result != ir::kNoRegister && spelling.IsUsed(i.result);
    if (i.callee.kind == ir::Operand::Kind::kFunction) {
      event.callee = spelling.Symbol(i.callee);
      const Nature nature = NatureOfCall(d.unit, event.callee, 0, &event.is_own);
      event.kind = nature.kind;
      event.is_shared = nature.is_shared;
    }
    if (!i.arguments.empty()) event.object = spelling.Of(i.arguments[0]);
    event.key = absl::StrCat("call ", event.callee.empty() ? event.subject : event.callee,
                             event.is_checked ? " checked" : "");
    for (const ir::Operand& argument : i.arguments) {
      absl::StrAppend(&event.key, ",", spelling.Of(argument));
      if (argument.kind == ir::Operand::Kind::kFunction) {
        event.functions.push_back(spelling.Symbol(argument));
      }
    }
    events.push_back(std::move(event));
  };
  auto add_other = [&](std::string key, const ir::Location& location) {
    Event event;
    event.key = std::move(key);
    event.location = location;
    events.push_back(std::move(event));
  };
  for (const ir::Block& block : d.body().blocks) {
    for (const ir::Instruction& i : block.instructions) {
      if (i.opcode == ir::Opcode::kCall) {
        add_call(i);
      } else if (i.opcode == ir::Opcode::kFence) {
        add_other(absl::StrCat("fence ", static_cast<int>(i.ordering)), i.location);
      } else if (i.opcode == ir::Opcode::kAssign && i.result < d.body().register_names.size() &&
                 d.body().register_names[i.result] != 0) {
        add_other(
            absl::StrCat(spelling.String(d.body().register_names[i.result]), "=", spelling.Of(i.a)),
            i.location);
      } else {
        AddAccesses(i, spelling, &events);
      }
    }
    const ir::Terminator& end = block.terminator;
    if (end.kind == ir::Terminator::Kind::kBranch || end.kind == ir::Terminator::Kind::kSwitch ||
        end.kind == ir::Terminator::Kind::kReturn) {
      // Which way it goes if the condition holds shows in the order of the targets.
      const bool is_first = end.targets.size() > 1 && end.targets[0] < end.targets[1];
      add_other(absl::StrCat("end ", static_cast<int>(end.kind), is_first ? " " : " not ",
                             spelling.Of(end.condition)),
                end.location);
    }
  }
  return events;
}

}  // namespace plait
