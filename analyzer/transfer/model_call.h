// One call of a library function that has a model, and what values the model speaks of.
#ifndef PLAIT_ANALYZER_TRANSFER_MODEL_CALL_H_
#define PLAIT_ANALYZER_TRANSFER_MODEL_CALL_H_

#include <cstdint>
#include <vector>

#include "analyzer/domain/state.h"
#include "analyzer/transfer/frame.h"
#include "proto/models.pb.h"

namespace plait {

inline constexpr uint32_t kPointerSize = 8;

// One way through the effects of a model.
struct ModelPath {
  State state;
  TermId result = kNothing;  // not decided yet
  bool succeeded = true;     // conditional effects take place
};

class ModelCall {
 public:
  // All are kept by reference.
  ModelCall(Frame& frame, const proto::Function& model, const std::vector<TermId>& arguments)
      : frame(frame), terms(frame.terms), model(model), arguments(arguments) {}

  Frame& frame;
  TermTable& terms;
  const proto::Function& model;
  const std::vector<TermId>& arguments;

  bool ReturnsPointer() const { return frame.current->kind == ir::ValueKind::kPointer; }
  TermId Argument(uint32_t i);
  // What the value is on that path.
  TermId Get(const proto::Value& value, ModelPath* path);
  // Whether it is a number, as a null pointer is.
  bool IsNothing(TermId address) const { return terms.ConstantValue(address).has_value(); }

  bool TakesPlace(proto::Condition condition, const ModelPath& path) const {
    return condition == proto::ALWAYS || path.succeeded;
  }
  // Conditional, and nobody looks whether it happened.
  bool IsUnchecked(proto::Condition condition) const;
};

}  // namespace plait

#endif  // PLAIT_ANALYZER_TRANSFER_MODEL_CALL_H_
