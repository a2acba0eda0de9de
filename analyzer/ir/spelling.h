// The words of the IR's text form, shared by the printer, the parser and the verifier's messages.
#ifndef PLAIT_ANALYZER_IR_SPELLING_H_
#define PLAIT_ANALYZER_IR_SPELLING_H_

#include <optional>
#include <string_view>

#include "analyzer/ir/ir.h"

namespace plait::ir {

// "load", "update", ... kBinary has the name "binary" here; in text its mnemonic is the operation.
std::string_view Spelling(Opcode opcode);
// "add", "shl", "ptrdiff", ...
std::string_view Spelling(Binary binary);
// "plain", "relaxed", ..., "seq_cst".
std::string_view Spelling(Ordering ordering);
// "int", "ptr", "other".
std::string_view Spelling(ValueKind kind);
// "goto", "br", "switch", "ret", "indirect", "unreachable".
std::string_view Spelling(Terminator::Kind kind);

// The reverse; nullopt for any other word.
std::optional<Opcode> OpcodeFromSpelling(std::string_view word);
std::optional<Binary> BinaryFromSpelling(std::string_view word);
std::optional<Ordering> OrderingFromSpelling(std::string_view word);
std::optional<ValueKind> ValueKindFromSpelling(std::string_view word);
std::optional<Terminator::Kind> TerminatorFromSpelling(std::string_view word);

// Whether `name` may stand in the text form without quotes: a C identifier, dots and '$' allowed
// after the first character.
bool IsBareName(std::string_view name);

}  // namespace plait::ir

#endif  // PLAIT_ANALYZER_IR_SPELLING_H_
