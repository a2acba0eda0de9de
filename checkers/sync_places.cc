#include "checkers/sync_places.h"

#include <algorithm>
#include <string_view>
#include <utility>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "checkers/first_wait.h"
#include "checkers/naming.h"
#include "summaries/sorted_sets.h"

namespace plait {
namespace {

using Root = SyncPlace::Root;

constexpr int kMaxSteps = 6;     // from an operand back to what it was made from
constexpr size_t kMaxUses = 32;  // of one procedure

std::string WithoutTag(const std::string& type) {
  for (const char* tag : {"struct ", "union ", "class "}) {
    if (absl::StartsWith(type, tag)) return type.substr(std::string_view(tag).size());
  }
  return type;
}

// "struct node" of "struct node*" and "struct node*[8]".
std::string PointeeOf(std::string type) {
  if (absl::EndsWith(type, "]")) type.resize(type.find('['));
  if (!absl::EndsWith(type, "*")) return "";
  type.pop_back();
  return type;
}

}  // namespace

const ir::Instruction* SyncPlaces::MakerOf(const ir::Procedure& body, ir::Register made) const {
  auto [it, inserted] = makers_.try_emplace(&body);
  std::vector<const ir::Instruction*>& makers = it->second;
  if (inserted) {
    makers.resize(body.register_names.size(), nullptr);
    std::vector<bool> is_made(makers.size(), false);
    for (const ir::Block& block : body.blocks) {
      for (const ir::Instruction& i : block.instructions) {
        if (i.result == ir::kNoRegister || i.result >= makers.size()) continue;
        makers[i.result] = is_made[i.result] ? nullptr : &i;
        is_made[i.result] = true;
      }
    }
  }
  return made < makers.size() ? makers[made] : nullptr;
}

// Returns the type of what lies there.
std::string SyncPlaces::AppendMembers(const SyncPlace& place,
                                      std::vector<std::string>* members) const {
  std::string type = place.type;
  int64_t offset = place.offset;
  while (const ir::Record* record = program_.FindRecord(type)) {
    if (record->element_size > 0) {
      offset %= static_cast<int64_t>(record->element_size);
      type = record->element_type;
      continue;
    }
    const auto field =
        std::find_if(record->fields.begin(), record->fields.end(), [&](const ir::Field& f) {
          const auto begin = static_cast<int64_t>(f.offset);
          return begin <= offset && offset < begin + static_cast<int64_t>(f.size);
        });
    if (field == record->fields.end()) return "";
    if (!field->name.empty()) members->push_back(absl::StrCat(WithoutTag(type), ".", field->name));
    offset -= static_cast<int64_t>(field->offset);
    type = field->type;
  }
  return type;
}

std::vector<std::string> SyncPlaces::MembersOf(const SyncPlace& place) const {
  std::vector<std::string> members = place.loaded;
  AppendMembers(place, &members);
  return members;
}

bool SyncPlaces::MayBeOne(const SyncPlace& a, const SyncPlace& b) const {
  const std::vector<std::string> p = MembersOf(a), q = MembersOf(b);
  for (size_t i = 1; i <= std::min(p.size(), q.size()); ++i) {
    if (p[p.size() - i] != q[q.size() - i]) return false;
  }
  const bool is_known = (a.root == Root::kGlobal || a.root == Root::kLocal) && a.root == b.root;
  return !is_known || a.variable == b.variable;
}

SyncPlace SyncPlaces::PlaceOf(const ir::Procedure& body, const ir::Place& place, int steps) const {
  SyncPlace result = PlaceOfOperand(body, place.base, steps);
  result.offset += place.offset;
  return result;
}

// What the pointer points to that an instruction loads, or stores.
SyncPlace SyncPlaces::PlaceOfLoaded(const ir::Procedure& body, const ir::Instruction& access,
                                    int steps) const {
  SyncPlace place = PlaceOf(body, access.place, steps);
  const size_t known = place.loaded.size();
  std::string type = AppendMembers(place, &place.loaded);
  if (place.loaded.size() == known && access.field != 0) {
    place.loaded.push_back(body.strings[access.field]);
    type = TypeOfMember(place.loaded.back());
  }
  place.type = PointeeOf(std::move(type));
  place.offset = 0;
  return place;
}

std::string SyncPlaces::TypeOfMember(const std::string& member) const {
  const size_t dot = member.rfind('.');
  if (dot == std::string::npos) return "";
  const ir::Record* record = RecordOfMember(program_, member.substr(0, dot));
  if (record == nullptr) return "";
  for (const ir::Field& field : record->fields) {
    if (field.name == std::string_view(member).substr(dot + 1)) return field.type;
  }
  return "";
}

// Where the program keeps a handle that it has at hand.
SyncPlace SyncPlaces::PlaceOfValue(const ir::Procedure& body, const ir::Operand& operand,
                                   int steps) const {
  if (operand.kind != ir::Operand::Kind::kRegister || steps == 0) return {};
  const auto made = static_cast<ir::Register>(operand.value);
  const ir::Instruction* maker = MakerOf(body, made);
  SyncPlace place;
  if (maker == nullptr && made < body.parameters.size()) {
    place.root = Root::kParameter;
    place.parameter = made;
    place.is_value = true;
  } else if (maker != nullptr && maker->opcode == ir::Opcode::kAssign) {
    return PlaceOfValue(body, maker->a, steps - 1);
  } else if (maker != nullptr && maker->opcode == ir::Opcode::kLoad) {
    return PlaceOf(body, maker->place, steps - 1);
  }
  return place;
}

// The record of which members are accessed through the pointer: parameters of threads say less.
std::string SyncPlaces::TypeByUse(const ir::Procedure& body, const ir::Operand& pointer) const {
  for (const ir::Block& block : body.blocks) {
    for (const ir::Instruction& i : block.instructions) {
      if (i.field == 0 || i.place.base != pointer || i.opcode == ir::Opcode::kCall) continue;
      const std::string& member = body.strings[i.field];
      const ir::Record* record = RecordOfMember(program_, member.substr(0, member.rfind('.')));
      if (record == nullptr) continue;
      for (const ir::Field& field : record->fields) {
        if (static_cast<int64_t>(field.offset) == i.place.offset &&
            member.ends_with("." + field.name)) {
          return record->name;
        }
      }
    }
  }
  return "";
}

SyncPlace SyncPlaces::PlaceOfOperand(const ir::Procedure& body, const ir::Operand& operand,
                                     int steps) const {
  SyncPlace place = OriginOf(body, operand, steps);
  if (place.type.empty() && place.offset == 0 && operand.kind == ir::Operand::Kind::kRegister) {
    place.type = TypeByUse(body, operand);
  }
  return place;
}

SyncPlace SyncPlaces::OriginOf(const ir::Procedure& body, const ir::Operand& operand,
                               int steps) const {
  SyncPlace place;
  if (operand.kind == ir::Operand::Kind::kGlobal) {
    place.root = Root::kGlobal;
    place.variable = body.symbols[operand.value].name;
    const ir::Global* global = program_.FindGlobal(InternName(place.variable));
    if (global != nullptr) place.type = global->type;
  } else if (operand.kind == ir::Operand::Kind::kSlot) {
    place.root = Root::kLocal;
    place.variable = absl::StrCat(body.name, "#", operand.value);
    place.type = body.strings[body.slots[operand.value].type];
  } else if (operand.kind == ir::Operand::Kind::kRegister && steps > 0) {
    const auto made = static_cast<ir::Register>(operand.value);
    const ir::Instruction* maker = MakerOf(body, made);
    if (made < body.parameters.size()) {
      if (maker != nullptr) return place;
      place.root = Root::kParameter;
      place.parameter = made;
      place.type = body.strings[body.parameters[made].type];
    } else if (maker == nullptr) {
      return place;
    } else if (maker->opcode == ir::Opcode::kAssign) {
      return PlaceOfOperand(body, maker->a, steps - 1);
    } else if (maker->opcode == ir::Opcode::kAddress) {
      return PlaceOf(body, maker->place, steps - 1);
    } else if (maker->opcode == ir::Opcode::kLoad) {
      return PlaceOfLoaded(body, *maker, steps - 1);
    } else if (maker->opcode == ir::Opcode::kCall) {
      place.type = body.strings[maker->type];
    }
  }
  return place;
}

// Where the program keeps what a call returned.
SyncPlace SyncPlaces::PlaceOfResult(const ir::Procedure& body, ir::Register result) const {
  if (result == ir::kNoRegister) return {};
  for (const ir::Block& block : body.blocks) {
    for (const ir::Instruction& instruction : block.instructions) {
      if (instruction.opcode == ir::Opcode::kStore && instruction.a == ir::Operand::Reg(result)) {
        return PlaceOfLoaded(body, instruction, kMaxSteps);
      }
    }
  }
  return {};
}

// Where what a call leaves in a local, as that of an expression, is put once it is loaded from
// there.
SyncPlace SyncPlaces::WhereMoved(const ir::Procedure& body, const SyncPlace& place) const {
  if (place.root != Root::kLocal || !place.loaded.empty()) return place;
  for (const ir::Block& block : body.blocks) {
    for (const ir::Instruction& i : block.instructions) {
      if (i.opcode != ir::Opcode::kStore || i.a.kind != ir::Operand::Kind::kRegister) continue;
      const ir::Instruction* maker = MakerOf(body, static_cast<ir::Register>(i.a.value));
      const bool is_loaded = maker != nullptr && maker->opcode == ir::Opcode::kLoad &&
                             maker->place.base.kind == ir::Operand::Kind::kSlot &&
                             PlaceOf(body, maker->place, kMaxSteps) == place;
      if (is_loaded && i.place != maker->place) return PlaceOf(body, i.place, kMaxSteps);
    }
  }
  return place;
}

Name SyncPlaces::CalleeOf(const ir::Procedure& body, const ir::Instruction& call) const {
  if (call.callee.kind == ir::Operand::Kind::kFunction) {
    return InternName(body.symbols[call.callee.value].name);
  }
  if (call.callee.kind != ir::Operand::Kind::kRegister) return kNoName;
  const ir::Instruction* maker = MakerOf(body, static_cast<ir::Register>(call.callee.value));
  if (maker == nullptr || maker->opcode != ir::Opcode::kLoad || !maker->place.terms.empty() ||
      maker->place.base.kind != ir::Operand::Kind::kGlobal) {
    return kNoName;
  }
  const Name variable = InternName(body.symbols[maker->place.base.value].name);
  return program_.InitialFunction(variable, maker->place.offset);
}

SyncPlace SyncPlaces::PlaceOfArgument(const ir::Procedure& body, const proto::Value& value,
                                      const ir::Instruction& call, bool is_value) const {
  if (value.argument() < 0) return PlaceOfResult(body, call.result);
  const auto argument = static_cast<size_t>(value.argument());
  if (value.unknown() || argument >= call.arguments.size()) return {};
  return is_value ? PlaceOfValue(body, call.arguments[argument], kMaxSteps)
                  : PlaceOfOperand(body, call.arguments[argument], kMaxSteps);
}

SyncPlace SyncPlaces::PlaceOfCreation(uint32_t definition, uint32_t instruction) {
  for (const SyncUse& use : UsesOf(definition).creations) {
    if (use.instruction == instruction) return use.place;
  }
  return {};
}

bool SyncPlaces::IsCreation(uint32_t definition, uint32_t instruction) {
  return ContainsSorted(UsesOf(definition).starts, instruction);
}

std::vector<uint32_t> SyncPlaces::CalleesAt(uint32_t definition, uint32_t instruction) const {
  const Definition& d = program_.definitions()[definition];
  const ir::Instruction* call = InstructionAt(d.body(), instruction);
  if (call == nullptr || call->opcode != ir::Opcode::kCall) return {};
  const Name callee = CalleeOf(d.body(), *call);
  return callee == kNoName ? std::vector<uint32_t>() : program_.Resolve(d.unit, callee);
}

SyncPlace SyncPlaces::InCaller(uint32_t definition, uint32_t instruction, const SyncPlace& place) {
  if (place.root == Root::kGlobal || place.root == Root::kLocal) return place;
  const ir::Procedure& body = program_.definitions()[definition].body();
  const ir::Instruction* call = InstructionAt(body, instruction);
  if (call == nullptr || call->opcode != ir::Opcode::kCall) return place;
  SyncPlace result;
  if (place.root == Root::kUnknown) {
    result = PlaceOfResult(body, call->result);
  } else if (place.parameter < call->arguments.size()) {
    const ir::Operand& argument = call->arguments[place.parameter];
    if (place.is_value) return PlaceOfValue(body, argument, kMaxSteps);
    result = PlaceOfOperand(body, argument, kMaxSteps);
  }
  // What the caller knows of the object may be a record around the one that the callee knows.
  if (place.loaded.empty() && !result.type.empty()) {
    result.offset += place.offset;
    return result;
  }
  result.loaded.insert(result.loaded.end(), place.loaded.begin(), place.loaded.end());
  result.type = place.type;
  result.offset = place.offset;
  return result;
}

const SyncPlaces::Uses& SyncPlaces::UsesOf(uint32_t definition) {
  auto [it, inserted] = uses_.try_emplace(definition);
  if (inserted) {
    Uses uses = FindUses(definition);
    uses_[definition] = std::move(uses);
  }
  return uses_[definition];
}

SyncPlaces::Uses SyncPlaces::FindUses(uint32_t definition) {
  Uses uses;
  const ir::Procedure& body = program_.definitions()[definition].body();
  uint32_t number = 0;
  for (uint32_t b = 0; b < body.blocks.size(); ++b) {
    for (const ir::Instruction& instruction : body.blocks[b].instructions) {
      if (instruction.opcode == ir::Opcode::kCall) {
        AddCall(definition, b, number, instruction, &uses);
      }
      ++number;
    }
  }
  return uses;
}

void SyncPlaces::AddCall(uint32_t definition, uint32_t block, uint32_t number,
                         const ir::Instruction& call, Uses* uses) {
  const ir::Procedure& body = program_.definitions()[definition].body();
  const Name callee = CalleeOf(body, call);
  if (callee == kNoName) return;
  const proto::Function* model =
      models_ == nullptr ? nullptr : models_(NameText(callee), program_.IsDefined(callee));
  if (model == nullptr) return AddCallees(definition, number, callee, uses);
  for (const proto::Effect& effect : model->effect()) {
    if (effect.has_join() && !effect.join().is_no_sign()) {
      uses->joins.push_back({number, PlaceOfArgument(body, effect.join().handle(), call,
                                                     effect.join().handle().dereferences() == 0)});
    }
    const auto place = [&](const proto::Value& object) {
      return PlaceOfArgument(body, object, call, /*is_value=*/false);
    };
    if (effect.has_condition_wait()) {
      uses->waits.push_back({number, place(effect.condition_wait().condition()), false,
                             IsAtFirst(definition, block)});
    }
    if (effect.has_condition_signal()) {
      uses->signals.push_back({number, place(effect.condition_signal().condition()), false});
    }
    if (effect.has_wait()) {
      uses->waits.push_back(
          {number, place(effect.wait().object()), true, effect.wait().empty_at_first()});
    }
    if (effect.has_post()) uses->signals.push_back({number, place(effect.post().object()), true});
    if (effect.acquire().blocks()) {
      uses->takes.push_back({number, place(effect.acquire().lock()), false});
    }
    if (effect.has_exit_thread()) uses->ends.push_back(number);
    if (effect.has_spawn()) uses->starts.push_back(number);
    if (effect.has_spawn()) {
      uses->creations.push_back({number, WhereMoved(body, place(effect.spawn().handle()))});
    }
  }
}

// Whether who comes to the wait in a new object waits, and no procedure of the unit makes such
// objects with something in them.
bool SyncPlaces::IsAtFirst(uint32_t definition, uint32_t block) {
  std::vector<std::string> compared;
  const Definition& waiting = program_.definitions()[definition];
  const auto callee_of = [&](const ir::Procedure& body,
                             const ir::Instruction& call) -> const ir::Procedure* {
    const Name callee = CalleeOf(body, call);
    if (callee == kNoName) return nullptr;
    const std::vector<uint32_t> callees = program_.Resolve(waiting.unit, callee);
    return callees.size() == 1 ? &program_.definitions()[callees[0]].body() : nullptr;
  };
  if (!WaitsAtFirst(waiting.body(), block, callee_of, &compared)) return false;
  if (compared.empty()) return true;
  const auto fills = [&](const ir::Procedure& body, const ir::Instruction& store) {
    return store.opcode == ir::Opcode::kStore && store.a.kind == ir::Operand::Kind::kConstant &&
           store.a.value != 0 &&
           std::find(compared.begin(), compared.end(), body.strings[store.field]) != compared.end();
  };
  return std::none_of(
      program_.definitions().begin(), program_.definitions().end(), [&](const Definition& d) {
        if (!ContainsSorted(d.units, waiting.unit)) return false;
        const ir::Procedure& body = d.body();
        return std::any_of(body.blocks.begin(), body.blocks.end(), [&](const ir::Block& b) {
          return std::any_of(b.instructions.begin(), b.instructions.end(),
                             [&](const ir::Instruction& i) { return fills(body, i); });
        });
      });
}

void SyncPlaces::AddCallees(uint32_t definition, uint32_t number, Name callee, Uses* uses) {
  const uint32_t unit = program_.definitions()[definition].unit;
  for (uint32_t d : program_.Resolve(unit, callee)) {
    const Uses& inner = UsesOf(d);
    const auto add = [&](const std::vector<SyncUse>& from, std::vector<SyncUse>* to,
                         auto is_left_out) {
      for (const SyncUse& use : from) {
        if (to->size() >= kMaxUses || is_left_out(use)) continue;
        SyncUse outer{number, InCaller(definition, number, use.place), use.is_semaphore,
                      use.is_at_first};
        const bool is_known = std::any_of(to->begin(), to->end(), [&](const SyncUse& known) {
          return known.instruction == number && known.place == outer.place;
        });
        if (!is_known) to->push_back(std::move(outer));
      }
    };
    add(inner.joins, &uses->joins, [&](const SyncUse& join) {
      return std::any_of(
          inner.creations.begin(), inner.creations.end(), [&](const SyncUse& creation) {
            return creation.instruction < join.instruction && MayBeOne(creation.place, join.place);
          });
    });
    const auto none = [](const SyncUse&) { return false; };
    add(inner.creations, &uses->creations, none);
    add(inner.waits, &uses->waits, none);
    add(inner.signals, &uses->signals, none);
    add(inner.takes, &uses->takes, none);
  }
}

}  // namespace plait
