#include "analyzer/schedule/definition.h"

#include "analyzer/fixpoint/rotate_loops.h"
#include "analyzer/fixpoint/split_loops.h"
#include "analyzer/fixpoint/unroll_loops.h"

namespace plait {

void LinkedProcedure::CallFirst(Name function, std::string display_name) {
  const auto symbol = static_cast<uint32_t>(symbols_.size());
  symbols_.push_back(function);
  called_.push_back(symbol);
  first_calls_.push_back({symbol, std::move(display_name)});
}

const ir::Procedure& LinkedProcedure::body() const {
  absl::call_once(once_, [this] {
    body_ = MakeBody();
    read_ = nullptr;
  });
  return body_;
}

ir::Procedure LinkedProcedure::UnpeeledBody() const {
  ir::Procedure unpeeled = body();
  if (!ends_.empty()) Unpeel(ends_, &unpeeled);
  return unpeeled;
}

ir::Procedure LinkedProcedure::MakeBody() const {
  ir::Procedure body = read_();
  SplitLoops(&body);
  RotateLoops(&body);
  PeelLoops(&body, &ends_);
  UnrollLoops(&body, &ends_);
  body.name = NameText(name_);
  body.symbols.clear();
  for (Name symbol : symbols_) body.symbols.push_back({NameText(symbol)});
  std::vector<ir::Instruction> calls;
  for (const FirstCall& first : first_calls_) {
    ir::Instruction call;
    call.opcode = ir::Opcode::kCall;
    call.callee = ir::Operand::Function(first.symbol);
    call.text = static_cast<ir::StringIndex>(body.strings.size());
    body.strings.push_back(first.display_name);
    calls.push_back(std::move(call));
  }
  std::vector<ir::Instruction>& entry = body.blocks[0].instructions;
  entry.insert(entry.begin(), calls.begin(), calls.end());
  return body;
}

}  // namespace plait
