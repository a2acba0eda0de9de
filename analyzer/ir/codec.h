// Procedures and units as bytes (proto/ir.proto), for the store and for other processes.
//
// The bytes are canonical: two procedures that print the same have the same bytes, whatever order
// their tables of strings, symbols and files were filled in, for these are written in order of
// first use and what nothing uses is left out. Decoding gives the tables in that order.
//
//   capture: Digest128(CanonicalBytes(p)) --> known? else store CanonicalBytes(p) under it
//   later:   DecodeProcedure(blob), then set first_line, which the unit's record keeps
#ifndef PLAIT_ANALYZER_IR_CODEC_H_
#define PLAIT_ANALYZER_IR_CODEC_H_

#include <cstdint>
#include <string>
#include <string_view>

#include "absl/status/statusor.h"
#include "analyzer/ir/facts.h"
#include "analyzer/ir/ir.h"

namespace plait::ir {

// Changes whenever bytes written before would be read differently. Part of the bytes.
inline constexpr uint32_t kCodecVersion = 4;

// Requires a procedure that VerifyProcedure accepts. first_line is included.
std::string EncodeProcedure(const Procedure& procedure);

// The same without first_line, so that a procedure that only moved in its file keeps its bytes.
std::string CanonicalBytes(const Procedure& procedure);

// The canonical bytes without the names of the symbols, which count by the order of their first
// use.
std::string CodeBytes(const Procedure& procedure);

// Requires a unit that VerifyUnit accepts. Includes the procedures it has; the store keeps those
// apart and encodes units without.
// `facts`: of the procedures, for whoever has them apart.
std::string EncodeUnit(const Unit& unit, const UnitFacts& facts = {});

// DataLoss if the bytes are no encoding of this version or the result does not pass the verifier;
// the caller should capture the unit again. Bytes from anywhere are safe to give.
absl::StatusOr<Procedure> DecodeProcedure(std::string_view bytes);
// `facts`, if not null, gets those that the unit was encoded with.
absl::StatusOr<Unit> DecodeUnit(std::string_view bytes, UnitFacts* facts = nullptr);

}  // namespace plait::ir

#endif  // PLAIT_ANALYZER_IR_CODEC_H_
