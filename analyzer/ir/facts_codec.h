// Facts as part of an encoded unit (proto/ir.proto).
#ifndef PLAIT_ANALYZER_IR_FACTS_CODEC_H_
#define PLAIT_ANALYZER_IR_FACTS_CODEC_H_

#include "analyzer/ir/facts.h"
#include "proto/ir.pb.h"

namespace plait::ir {

void EncodeFacts(const UnitFacts& facts, proto::IrFacts* out);

// False if the message is no encoding of facts whose indices are in range.
bool DecodeFacts(const proto::IrFacts& in, UnitFacts* facts);

}  // namespace plait::ir

#endif  // PLAIT_ANALYZER_IR_FACTS_CODEC_H_
