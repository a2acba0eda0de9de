#include "analyzer/ir/codec.h"

#include <cstddef>
#include <cstdint>
#include <limits>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "analyzer/ir/facts_codec.h"
#include "analyzer/ir/interner.h"
#include "analyzer/ir/ir.h"
#include "analyzer/ir/verifier.h"
#include "google/protobuf/arena.h"
#include "google/protobuf/io/coded_stream.h"
#include "google/protobuf/io/zero_copy_stream_impl_lite.h"
#include "google/protobuf/message_lite.h"
#include "google/protobuf/repeated_field.h"
#include "proto/ir.pb.h"

namespace plait::ir {
namespace {

// Enumerators keep their numbers on the way; the last of each shows that none was left out.
template <typename ProtoEnum, typename Enum>
constexpr bool SameNumber(ProtoEnum proto, Enum value) {
  return static_cast<int>(proto) == static_cast<int>(value);
}
static_assert(SameNumber(proto::IrOperand::UNKNOWN, Operand::Kind::kUnknown));
static_assert(SameNumber(proto::IR_VALUE_KIND_OTHER, ValueKind::kOther));
static_assert(SameNumber(proto::IR_ORDERING_SEQ_CST, Ordering::kSeqCst));
static_assert(SameNumber(proto::IrInstruction::UNKNOWN, Opcode::kUnknown));
static_assert(SameNumber(proto::IrInstruction::CALL, Opcode::kCall));
static_assert(SameNumber(proto::IrInstruction::POINTER_DIFFERENCE, Binary::kPointerDifference));
static_assert(SameNumber(proto::IrInstruction::EXCHANGE, Binary::kExchange));
static_assert(SameNumber(proto::IrTerminator::UNREACHABLE, Terminator::Kind::kUnreachable));

// "" for an index the verifier would refuse.
std::string_view TextAt(const std::vector<std::string>& texts, uint32_t index) {
  return index < texts.size() ? std::string_view(texts[index]) : "";
}

std::string Serialize(const google::protobuf::MessageLite& message) {
  std::string bytes;
  bytes.reserve(message.ByteSizeLong());  // also caches the sizes that serializing relies on
  google::protobuf::io::StringOutputStream stream(&bytes);
  google::protobuf::io::CodedOutputStream output(&stream);
  // There are no maps; fields are written in the order of their numbers.
  output.SetSerializationDeterministic(true);
  message.SerializeWithCachedSizes(&output);
  return bytes;
}

// What of a procedure is written.
enum class Extent { kAll, kCanonical, kCode };

class ProcedureEncoder {
 public:
  ProcedureEncoder(const Procedure& procedure, proto::IrProcedure& out)
      : procedure_(procedure), out_(out) {
    strings_.Intern("");
  }

  void Encode(Extent extent);

 private:
  uint32_t String(StringIndex index) { return strings_.Intern(TextAt(procedure_.strings, index)); }
  uint32_t File(uint32_t index) {
    return index == 0 ? 0 : files_.Intern(TextAt(procedure_.files, index));
  }
  void Encode(const Location& location, proto::IrLocation& out);
  void Encode(const Operand& operand, proto::IrOperand& out);
  void Encode(const Place& place, proto::IrPlace& out);
  void Encode(const Instruction& in, proto::IrInstruction& out);
  void Encode(const Terminator& terminator, proto::IrTerminator& out);

  const Procedure& procedure_;
  proto::IrProcedure& out_;
  Interner strings_;
  Interner symbols_;
  Interner files_{""};
};

void ProcedureEncoder::Encode(const Location& location, proto::IrLocation& out) {
  out.set_file(File(location.file));
  out.set_line(location.line);
  out.set_column(location.column);
}

void ProcedureEncoder::Encode(const Operand& operand, proto::IrOperand& out) {
  out.set_kind(static_cast<proto::IrOperand::Kind>(operand.kind));
  int64_t value = operand.value;
  if (operand.kind == Operand::Kind::kGlobal || operand.kind == Operand::Kind::kFunction) {
    const auto index = static_cast<uint64_t>(operand.value);
    const bool known = index < procedure_.symbols.size();
    value = symbols_.Intern(known ? std::string_view(procedure_.symbols[index].name) : "");
  }
  out.set_value(value);
}

void ProcedureEncoder::Encode(const Place& place, proto::IrPlace& out) {
  if (!place.base.is_none()) Encode(place.base, *out.mutable_base());
  out.set_offset(place.offset);
  for (const IndexTerm& term : place.terms) {
    proto::IrPlace::Term& out_term = *out.add_terms();
    Encode(term.index, *out_term.mutable_index());
    out_term.set_stride(term.stride);
    out_term.set_extent(term.extent);
  }
}

void ProcedureEncoder::Encode(const Instruction& in, proto::IrInstruction& out) {
  out.set_opcode(static_cast<proto::IrInstruction::Opcode>(in.opcode));
  out.set_binary(static_cast<proto::IrInstruction::Binary>(in.binary));
  out.set_ordering(static_cast<proto::IrOrdering>(in.ordering));
  out.set_kind(static_cast<proto::IrValueKind>(in.kind));
  out.set_is_volatile(in.is_volatile);
  out.set_is_intended(in.is_intended);
  out.set_source_is_intended(in.source_is_intended);
  out.set_is_unsigned(!in.is_signed);
  out.set_result_is_old(in.result_is_old);
  out.set_is_weak(in.is_weak);
  out.set_fails_unordered(in.fails_unordered);
  out.set_new_value(in.new_value);
  out.set_width(in.width);
  // kNoRegister is the largest number, which wraps to 0.
  static_assert(kNoRegister == std::numeric_limits<uint32_t>::max());
  out.set_result_plus_one(in.result + 1);
  if (!(in.place == Place{})) Encode(in.place, *out.mutable_place());
  if (!(in.source == Place{})) Encode(in.source, *out.mutable_source());
  if (!in.a.is_none()) Encode(in.a, *out.mutable_a());
  if (!in.b.is_none()) Encode(in.b, *out.mutable_b());
  if (!in.callee.is_none()) Encode(in.callee, *out.mutable_callee());
  for (const Operand& operand : in.arguments) Encode(operand, *out.add_arguments());
  out.set_text(String(in.text));
  out.set_source_text(String(in.source_text));
  out.set_field(String(in.field));
  out.set_type(String(in.type));
  if (!(in.location == Location{})) Encode(in.location, *out.mutable_location());
}

void ProcedureEncoder::Encode(const Terminator& terminator, proto::IrTerminator& out) {
  out.set_kind(static_cast<proto::IrTerminator::Kind>(terminator.kind));
  if (!terminator.condition.is_none()) Encode(terminator.condition, *out.mutable_condition());
  for (const uint32_t target : terminator.targets) out.add_targets(target);
  for (const SwitchCase& one : terminator.cases) {
    proto::IrTerminator::Case& out_case = *out.add_cases();
    out_case.set_low(one.low);
    out_case.set_high(one.high);
    out_case.set_target(one.target);
  }
  if (!(terminator.location == Location{})) Encode(terminator.location, *out.mutable_location());
}

void ProcedureEncoder::Encode(Extent extent) {
  out_.set_version(kCodecVersion);
  out_.set_name(procedure_.name);
  out_.set_display_name(procedure_.display_name);
  out_.set_file(procedure_.file);
  if (extent == Extent::kAll) out_.set_first_line(procedure_.first_line);
  out_.set_is_variadic(procedure_.is_variadic);
  out_.set_returns_value(procedure_.returns_value);
  out_.set_return_kind(static_cast<proto::IrValueKind>(procedure_.return_kind));
  for (const Parameter& parameter : procedure_.parameters) {
    proto::IrParameter& out = *out_.add_parameters();
    out.set_name(String(parameter.name));
    out.set_kind(static_cast<proto::IrValueKind>(parameter.kind));
    out.set_type(String(parameter.type));
    out.set_record_size(parameter.record_size);
  }
  for (const Slot& slot : procedure_.slots) {
    proto::IrSlot& out = *out_.add_slots();
    out.set_name(String(slot.name));
    out.set_type(String(slot.type));
    out.set_size(slot.size);
    if (!(slot.location == Location{})) Encode(slot.location, *out.mutable_location());
  }
  for (const StringIndex name : procedure_.register_names) {
    out_.add_register_names(String(name));
  }
  for (const Block& block : procedure_.blocks) {
    proto::IrBlock& out = *out_.add_blocks();
    for (const Instruction& in : block.instructions) Encode(in, *out.add_instructions());
    Encode(block.terminator, *out.mutable_terminator());
  }
  if (extent != Extent::kCode) {
    for (const std::string& name : symbols_.texts()) out_.add_symbols(name);
  }
  for (size_t i = 1; i < strings_.texts().size(); ++i) out_.add_strings(strings_.texts()[i]);
  for (size_t i = 1; i < files_.texts().size(); ++i) out_.add_files(files_.texts()[i]);
  for (const std::string& literal : procedure_.literals) out_.add_literals(literal);
  out_.set_code_digest(procedure_.code_digest);
}

std::string Encode(const Procedure& procedure, Extent extent) {
  google::protobuf::Arena arena;
  auto* out = google::protobuf::Arena::CreateMessage<proto::IrProcedure>(&arena);
  ProcedureEncoder(procedure, *out).Encode(extent);
  return Serialize(*out);
}

// Reads the parts of a procedure; remembers whether an enumerator was out of range. Indices are
// left to the verifier.
class Decoder {
 public:
  bool ok() const { return ok_; }

  Operand Decode(const proto::IrOperand& in) {
    return {Enum<Operand::Kind>(in.kind(), Operand::Kind::kUnknown), in.value()};
  }
  void Decode(const proto::IrProcedure& in, Procedure& out);

 private:
  template <typename Value, typename ProtoEnum>
  Value Enum(ProtoEnum value, Value last) {
    const int number = static_cast<int>(value);
    if (number >= 0 && number <= static_cast<int>(last)) return static_cast<Value>(number);
    ok_ = false;
    return last;
  }
  Location Decode(const proto::IrLocation& in) const { return {in.file(), in.line(), in.column()}; }
  Place Decode(const proto::IrPlace& in);
  Instruction Decode(const proto::IrInstruction& in);
  Terminator Decode(const proto::IrTerminator& in);
  void DecodeTables(const proto::IrProcedure& in, Procedure& out);

  bool ok_ = true;
};

Place Decoder::Decode(const proto::IrPlace& in) {
  Place place;
  place.base = Decode(in.base());
  place.offset = in.offset();
  place.terms.reserve(in.terms_size());
  for (const proto::IrPlace::Term& term : in.terms()) {
    place.terms.push_back({Decode(term.index()), term.stride(), term.extent()});
  }
  return place;
}

Instruction Decoder::Decode(const proto::IrInstruction& in) {
  Instruction out;
  out.opcode = Enum(in.opcode(), Opcode::kUnknown);
  out.binary = Enum(in.binary(), Binary::kPointerDifference);
  out.ordering = Enum(in.ordering(), Ordering::kSeqCst);
  out.kind = Enum(in.kind(), ValueKind::kOther);
  out.is_volatile = in.is_volatile();
  out.is_intended = in.is_intended();
  out.source_is_intended = in.source_is_intended();
  out.is_signed = !in.is_unsigned();
  out.result_is_old = in.result_is_old();
  out.is_weak = in.is_weak();
  out.fails_unordered = in.fails_unordered();
  out.new_value = in.new_value();
  out.width = in.width();
  out.result = in.result_plus_one() - 1;
  if (in.has_place()) out.place = Decode(in.place());
  if (in.has_source()) out.source = Decode(in.source());
  if (in.has_a()) out.a = Decode(in.a());
  if (in.has_b()) out.b = Decode(in.b());
  if (in.has_callee()) out.callee = Decode(in.callee());
  out.arguments.reserve(in.arguments_size());
  for (const proto::IrOperand& operand : in.arguments()) {
    out.arguments.push_back(Decode(operand));
  }
  out.text = in.text();
  out.source_text = in.source_text();
  out.field = in.field();
  out.type = in.type();
  out.location = Decode(in.location());
  return out;
}

Terminator Decoder::Decode(const proto::IrTerminator& in) {
  Terminator out;
  out.kind = Enum(in.kind(), Terminator::Kind::kUnreachable);
  out.condition = Decode(in.condition());
  out.targets.assign(in.targets().begin(), in.targets().end());
  out.cases.reserve(in.cases_size());
  for (const proto::IrTerminator::Case& one : in.cases()) {
    out.cases.push_back({one.low(), one.high(), one.target()});
  }
  out.location = Decode(in.location());
  return out;
}

void Decoder::DecodeTables(const proto::IrProcedure& in, Procedure& out) {
  for (const proto::IrParameter& parameter : in.parameters()) {
    out.parameters.push_back({parameter.name(), Enum(parameter.kind(), ValueKind::kOther),
                              parameter.type(), parameter.record_size()});
  }
  for (const proto::IrSlot& slot : in.slots()) {
    out.slots.push_back({slot.name(), slot.type(), slot.size(), Decode(slot.location())});
  }
  for (const std::string& name : in.symbols()) out.symbols.push_back({name});
  out.strings.reserve(in.strings_size() + 1);
  out.strings.emplace_back();
  for (const std::string& text : in.strings()) out.strings.push_back(text);
  out.files.push_back(in.file());
  for (const std::string& file : in.files()) out.files.push_back(file);
  for (const std::string& literal : in.literals()) out.literals.push_back(literal);
  out.register_names.assign(in.register_names().begin(), in.register_names().end());
}

void Decoder::Decode(const proto::IrProcedure& in, Procedure& out) {
  out.name = in.name();
  out.display_name = in.display_name();
  out.file = in.file();
  out.first_line = in.first_line();
  out.code_digest = in.code_digest();
  out.is_variadic = in.is_variadic();
  out.returns_value = in.returns_value();
  out.return_kind = Enum(in.return_kind(), ValueKind::kOther);
  DecodeTables(in, out);
  out.blocks.reserve(in.blocks_size());
  for (const proto::IrBlock& block : in.blocks()) {
    Block& out_block = out.blocks.emplace_back();
    out_block.instructions.reserve(block.instructions_size());
    for (const proto::IrInstruction& instruction : block.instructions()) {
      out_block.instructions.push_back(Decode(instruction));
    }
    out_block.terminator = Decode(block.terminator());
  }
}

void EncodeGlobal(const Unit& unit, const Global& global, Interner& symbols, proto::IrGlobal& out) {
  out.set_name(global.name);
  out.set_display_name(global.display_name);
  out.set_function(global.function);
  out.set_type(global.type);
  out.set_file(global.file);
  out.set_line(global.line);
  out.set_size(global.size);
  out.set_is_definition(global.is_definition);
  out.set_is_const(global.is_const);
  out.set_is_thread_local(global.is_thread_local);
  out.set_is_atomic(global.is_atomic);
  out.set_is_volatile(global.is_volatile);
  for (const std::string& literal : global.literals) out.add_literals(literal);
  for (const InitialValue& value : global.values) {
    proto::IrInitialValue& out_value = *out.add_values();
    out_value.set_offset(value.offset);
    out_value.set_width(value.width);
    out_value.set_addend(value.addend);
    out_value.set_field(value.field);
    out_value.set_is_text(value.is_text);
    proto::IrOperand& operand = *out_value.mutable_value();
    operand.set_kind(static_cast<proto::IrOperand::Kind>(value.value.kind));
    const bool is_symbol =
        value.value.kind == Operand::Kind::kGlobal || value.value.kind == Operand::Kind::kFunction;
    operand.set_value(
        is_symbol ? symbols.Intern(TextAt(unit.symbols, static_cast<uint32_t>(value.value.value)))
                  : value.value.value);
  }
}

void EncodeFunction(const FunctionInfo& function, proto::IrFunctionInfo& out) {
  out.set_name(function.name);
  out.set_display_name(function.display_name);
  out.set_file(function.file);
  out.set_line(function.line);
  out.set_is_defined(function.is_defined);
  out.set_is_static(function.is_static);
  out.set_is_hidden(function.is_hidden);
  out.set_is_weak(function.is_weak);
  out.set_address_taken(function.address_taken);
  out.set_signature(function.signature);
}

void EncodeRecord(const Record& record, proto::IrRecord& out) {
  out.set_name(record.name);
  out.set_size(record.size);
  out.set_element_size(record.element_size);
  out.set_element_type(record.element_type);
  for (const Field& field : record.fields) {
    proto::IrRecord::Field& out_field = *out.add_fields();
    out_field.set_name(field.name);
    out_field.set_type(field.type);
    out_field.set_offset(field.offset);
    out_field.set_size(field.size);
  }
}

Global DecodeGlobal(const proto::IrGlobal& in, Decoder& decoder) {
  Global out;
  out.name = in.name();
  out.display_name = in.display_name();
  out.function = in.function();
  out.type = in.type();
  out.file = in.file();
  out.line = in.line();
  out.size = in.size();
  out.is_definition = in.is_definition();
  out.is_const = in.is_const();
  out.is_thread_local = in.is_thread_local();
  out.is_atomic = in.is_atomic();
  out.is_volatile = in.is_volatile();
  for (const std::string& literal : in.literals()) out.literals.push_back(literal);
  for (const proto::IrInitialValue& value : in.values()) {
    out.values.push_back({value.offset(), value.width(), decoder.Decode(value.value()),
                          value.addend(), value.field(), value.is_text()});
  }
  return out;
}

FunctionInfo DecodeFunction(const proto::IrFunctionInfo& in) {
  FunctionInfo out;
  out.name = in.name();
  out.display_name = in.display_name();
  out.file = in.file();
  out.line = in.line();
  out.is_defined = in.is_defined();
  out.is_static = in.is_static();
  out.is_hidden = in.is_hidden();
  out.is_weak = in.is_weak();
  out.address_taken = in.address_taken();
  out.signature = in.signature();
  return out;
}

Record DecodeRecord(const proto::IrRecord& in) {
  Record out;
  out.name = in.name();
  out.size = in.size();
  out.element_size = in.element_size();
  out.element_type = in.element_type();
  for (const proto::IrRecord::Field& field : in.fields()) {
    out.fields.push_back({field.name(), field.type(), field.offset(), field.size()});
  }
  return out;
}

std::vector<std::string> Texts(const google::protobuf::RepeatedPtrField<std::string>& in) {
  return {in.begin(), in.end()};
}

absl::Status Damaged(const std::string& what, const std::string& why) {
  return absl::DataLossError("the stored " + what + " cannot be used: " + why +
                             "; capture its unit again");
}

absl::Status CheckVersion(const std::string& what, uint32_t version) {
  if (version == kCodecVersion) return absl::OkStatus();
  return Damaged(what, "its encoding has version " + std::to_string(version) + ", not " +
                           std::to_string(kCodecVersion));
}

bool Parse(std::string_view bytes, google::protobuf::MessageLite& message) {
  if (bytes.size() > static_cast<size_t>(std::numeric_limits<int>::max())) return false;
  return message.ParseFromArray(bytes.data(), static_cast<int>(bytes.size()));
}

}  // namespace

std::string EncodeProcedure(const Procedure& procedure) { return Encode(procedure, Extent::kAll); }

std::string CanonicalBytes(const Procedure& procedure) {
  return Encode(procedure, Extent::kCanonical);
}

std::string CodeBytes(const Procedure& procedure) { return Encode(procedure, Extent::kCode); }

std::string EncodeUnit(const Unit& unit, const UnitFacts& facts) {
  google::protobuf::Arena arena;
  auto& out = *google::protobuf::Arena::CreateMessage<proto::IrUnit>(&arena);
  out.set_version(kCodecVersion);
  out.set_file(unit.file);
  Interner symbols;
  for (const Global& global : unit.globals) {
    EncodeGlobal(unit, global, symbols, *out.add_globals());
  }
  for (const std::string& name : symbols.texts()) out.add_symbols(name);
  for (const Procedure& procedure : unit.procedures) {
    ProcedureEncoder(procedure, *out.add_procedures()).Encode(Extent::kAll);
  }
  for (const FunctionInfo& function : unit.functions) {
    EncodeFunction(function, *out.add_functions());
  }
  for (const Record& record : unit.records) EncodeRecord(record, *out.add_records());
  for (const std::string& file : unit.included_files) out.add_included_files(file);
  for (const std::string& error : unit.errors) out.add_errors(error);
  out.set_error_count(unit.error_count);
  if (!facts.procedures.empty()) EncodeFacts(facts, out.mutable_facts());
  return Serialize(out);
}

absl::StatusOr<Procedure> DecodeProcedure(std::string_view bytes) {
  google::protobuf::Arena arena;
  auto& in = *google::protobuf::Arena::CreateMessage<proto::IrProcedure>(&arena);
  if (!Parse(bytes, in)) return Damaged("procedure", "its bytes are damaged");
  if (absl::Status status = CheckVersion("procedure", in.version()); !status.ok()) return status;
  Procedure procedure;
  Decoder decoder;
  decoder.Decode(in, procedure);
  if (!decoder.ok()) return Damaged("procedure", "an enumerator is out of range");
  if (absl::Status status = VerifyProcedure(procedure); !status.ok()) {
    return Damaged("procedure", std::string(status.message()));
  }
  return procedure;
}

absl::StatusOr<Unit> DecodeUnit(std::string_view bytes, UnitFacts* facts) {
  google::protobuf::Arena arena;
  auto& in = *google::protobuf::Arena::CreateMessage<proto::IrUnit>(&arena);
  if (!Parse(bytes, in)) return Damaged("unit", "its bytes are damaged");
  if (absl::Status status = CheckVersion("unit", in.version()); !status.ok()) return status;
  Unit unit;
  Decoder decoder;
  unit.file = in.file();
  unit.symbols = Texts(in.symbols());
  for (const proto::IrProcedure& procedure : in.procedures()) {
    decoder.Decode(procedure, unit.procedures.emplace_back());
  }
  for (const proto::IrGlobal& global : in.globals()) {
    unit.globals.push_back(DecodeGlobal(global, decoder));
  }
  for (const proto::IrFunctionInfo& function : in.functions()) {
    unit.functions.push_back(DecodeFunction(function));
  }
  for (const proto::IrRecord& record : in.records()) unit.records.push_back(DecodeRecord(record));
  unit.included_files = Texts(in.included_files());
  unit.errors = Texts(in.errors());
  unit.error_count = in.error_count();
  if (!decoder.ok()) return Damaged("unit", "an enumerator is out of range");
  if (facts != nullptr && !DecodeFacts(in.facts(), facts)) {
    return Damaged("unit", "an index of what is to be known of its procedures is out of range");
  }
  if (absl::Status status = VerifyUnit(unit); !status.ok()) {
    return Damaged("unit", std::string(status.message()));
  }
  return unit;
}

}  // namespace plait::ir
