#include "analyzer/schedule/definition.h"

#include <algorithm>
#include <string_view>

#include "analyzer/fixpoint/rotate_loops.h"
#include "analyzer/fixpoint/split_loops.h"
#include "analyzer/fixpoint/unroll_loops.h"

namespace plait {

namespace {

std::vector<ir::Instruction> MakeCalls(const std::vector<LinkedProcedure::AddedCall>& added,
                                       ir::Procedure* body) {
  std::vector<ir::Instruction> calls;
  for (const LinkedProcedure::AddedCall& one : added) {
    ir::Instruction call;
    call.opcode = ir::Opcode::kCall;
    call.callee = ir::Operand::Function(one.symbol);
    call.text = static_cast<ir::StringIndex>(body->strings.size());
    body->strings.push_back(one.display_name);
    calls.push_back(std::move(call));
  }
  return calls;
}

constexpr std::string_view kExit = "exit";

// Who gives up, as most do whose threads cannot be started, is not blamed for those that run; nor
// is who is told what to end with.
bool IsExit(const ir::Procedure& body, const ir::Instruction& i) {
  if (i.opcode != ir::Opcode::kCall || i.callee.kind != ir::Operand::Kind::kFunction ||
      body.symbols[i.callee.value].name != kExit) {
    return false;
  }
  if (i.arguments.empty()) return true;
  const ir::Operand& status = i.arguments[0];
  if (status.kind == ir::Operand::Kind::kConstant) return status.value == 0;
  return status.kind != ir::Operand::Kind::kRegister ||
         status.value >= static_cast<int64_t>(body.parameters.size());
}

void AddLast(const std::vector<ir::Instruction>& calls, ir::Procedure* body) {
  if (calls.empty()) return;
  const bool is_main = body->name == "main";
  for (ir::Block& block : body->blocks) {
    const auto add_at = [&](size_t position, const ir::Location& location) {
      const auto added = block.instructions.insert(block.instructions.begin() + position,
                                                   calls.begin(), calls.end());
      for (size_t k = 0; k < calls.size(); ++k) added[k].location = location;
    };
    if (is_main && block.terminator.kind == ir::Terminator::Kind::kReturn) {
      add_at(block.instructions.size(), block.terminator.location);
    }
    for (size_t k = block.instructions.size(); k > 0; --k) {
      if (!IsExit(*body, block.instructions[k - 1])) continue;
      add_at(k - 1, block.instructions[k - 1].location);
    }
  }
}

}  // namespace

LinkedProcedure::AddedCall LinkedProcedure::Added(Name function, std::string display_name) {
  const auto symbol = static_cast<uint32_t>(symbols_.size());
  symbols_.push_back(function);
  called_.push_back(symbol);
  return {symbol, std::move(display_name)};
}

void LinkedProcedure::CallFirst(Name function, std::string display_name) {
  first_calls_.push_back(Added(function, std::move(display_name)));
}

bool LinkedProcedure::CallsExit() const {
  return std::any_of(called_.begin(), called_.end(),
                     [this](uint32_t symbol) { return NameText(symbols_[symbol]) == kExit; });
}

void LinkedProcedure::CallLast(Name function, std::string display_name) {
  last_calls_.push_back(Added(function, std::move(display_name)));
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
  AddLast(MakeCalls(last_calls_, &body), &body);
  const std::vector<ir::Instruction> calls = MakeCalls(first_calls_, &body);
  std::vector<ir::Instruction>& entry = body.blocks[0].instructions;
  entry.insert(entry.begin(), calls.begin(), calls.end());
  return body;
}

}  // namespace plait
