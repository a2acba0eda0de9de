#include "analyzer/ir/facts_codec.h"

#include <cstdint>
#include <vector>

#include "google/protobuf/repeated_field.h"

namespace plait::ir {
namespace {

using Numbers = google::protobuf::RepeatedField<uint32_t>;
using Place = ProcedureFacts::PointerPlace;

constexpr uint32_t kKinds = static_cast<uint32_t>(PassedValue::Kind::kOpen) + 1;

// kNone is the largest number, which wraps to 0.
static_assert(ProcedureFacts::kNone == UINT32_MAX);

uint32_t NumberOf(const PassedValue& value) {
  return value.index * kKinds + static_cast<uint32_t>(value.kind);
}

PassedValue ValueOf(uint32_t number) {
  return {static_cast<PassedValue::Kind>(number % kKinds), number / kKinds};
}

void Add(const std::vector<uint32_t>& numbers, Numbers* out) {
  out->Add(numbers.begin(), numbers.end());
}

void Add(const Place& place, Numbers* out) {
  out->Add(place.field);
  out->Add(place.variable + 1);
}

Place PlaceAt(const Numbers& in, int i) { return {in.Get(i), in.Get(i + 1) - 1}; }

std::vector<uint32_t> List(const Numbers& in) { return {in.begin(), in.end()}; }

void Encode(const ProcedureFacts& facts, proto::IrFacts::Procedure* out) {
  out->set_name(facts.name);
  out->set_display_name(facts.display_name);
  out->set_file(facts.file);
  out->set_code_digest(facts.code_digest);
  out->set_uses(facts.uses);
  out->set_has_weak_orders(facts.has_weak_orders);
  Add(facts.symbols, out->mutable_symbols());
  Add(facts.called, out->mutable_called());
  Add(facts.referred, out->mutable_referred());
  Add(facts.loaded_fields, out->mutable_loaded_fields());
  Add(facts.call_types, out->mutable_call_types());
  Add(facts.stored, out->mutable_stored());
  Add(facts.given_away, out->mutable_given_away());
  Add(facts.addressed, out->mutable_addressed());
  for (const ProcedureFacts::Argument& argument : facts.arguments) {
    for (uint32_t number : {argument.callee, argument.position, NumberOf(argument.value)}) {
      out->add_arguments(number);
    }
  }
  for (const ProcedureFacts::PointerStore& store : facts.pointer_stores) {
    Add(store.place, out->mutable_pointer_stores());
    out->add_pointer_stores(NumberOf(store.value));
  }
  for (const Place& place : facts.pointer_loads) Add(place, out->mutable_pointer_loads());
}

bool Decode(const proto::IrFacts::Procedure& in, ProcedureFacts* facts) {
  if (in.arguments_size() % 3 != 0 || in.pointer_stores_size() % 3 != 0 ||
      in.pointer_loads_size() % 2 != 0) {
    return false;
  }
  facts->name = in.name();
  facts->display_name = in.display_name();
  facts->file = in.file();
  facts->code_digest = in.code_digest();
  facts->uses = in.uses();
  facts->has_weak_orders = in.has_weak_orders();
  facts->symbols = List(in.symbols());
  facts->called = List(in.called());
  facts->referred = List(in.referred());
  facts->loaded_fields = List(in.loaded_fields());
  facts->call_types = List(in.call_types());
  facts->stored = List(in.stored());
  facts->given_away = List(in.given_away());
  facts->addressed = List(in.addressed());
  facts->arguments.reserve(in.arguments_size() / 3);
  for (int i = 0; i < in.arguments_size(); i += 3) {
    facts->arguments.push_back(
        {in.arguments(i), in.arguments(i + 1), ValueOf(in.arguments(i + 2))});
  }
  facts->pointer_stores.reserve(in.pointer_stores_size() / 3);
  for (int i = 0; i < in.pointer_stores_size(); i += 3) {
    facts->pointer_stores.push_back(
        {PlaceAt(in.pointer_stores(), i), ValueOf(in.pointer_stores(i + 2))});
  }
  facts->pointer_loads.reserve(in.pointer_loads_size() / 2);
  for (int i = 0; i < in.pointer_loads_size(); i += 2) {
    facts->pointer_loads.push_back(PlaceAt(in.pointer_loads(), i));
  }
  return true;
}

}  // namespace

void EncodeFacts(const UnitFacts& facts, proto::IrFacts* out) {
  for (const ProcedureFacts& procedure : facts.procedures) {
    Encode(procedure, out->add_procedures());
  }
  for (const std::string& name : facts.symbols) out->add_symbols(name);
  for (const std::string& text : facts.texts) out->add_texts(text);
}

bool DecodeFacts(const proto::IrFacts& in, UnitFacts* facts) {
  facts->symbols = {in.symbols().begin(), in.symbols().end()};
  facts->texts = {in.texts().begin(), in.texts().end()};
  facts->procedures.resize(in.procedures_size());
  for (int i = 0; i < in.procedures_size(); ++i) {
    if (!Decode(in.procedures(i), &facts->procedures[i])) return false;
  }
  return facts->procedures.empty() || AreInRange(*facts);
}

}  // namespace plait::ir
