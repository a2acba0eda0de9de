#include "analyzer/transfer/model_call.h"

#include "analyzer/transfer/call.h"
#include "analyzer/transfer/memory.h"

namespace plait {

TermId ModelCall::Argument(uint32_t i) {
  return i < arguments.size() ? arguments[i] : frame.Unknown(true, 6);
}

TermId ModelCall::Get(const proto::Value& value, ModelPath* path) {
  if (value.unknown()) return frame.Unknown(true, 6);
  if (!value.global().empty()) {
    return terms.AddConstant(ObjectNamed(frame, value.global()), value.offset());
  }
  TermId term = value.argument() < 0
                    ? (path->result == kNothing ? frame.Unknown(ReturnsPointer()) : path->result)
                    : Argument(value.argument());
  term = terms.AddConstant(term, value.offset());
  for (uint32_t i = 0; i < value.dereferences(); ++i) {
    term = LoadCell(frame, path->state, term, kPointerSize, true);
  }
  if (value.any_element() && !IsNothing(term)) term = terms.Add(term, terms.Any());
  return term;
}

bool ModelCall::IsUnchecked(proto::Condition condition) const {
  return condition != proto::ALWAYS && !ResultMatters(frame);
}

}  // namespace plait
