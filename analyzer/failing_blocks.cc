#include "analyzer/failing_blocks.h"

#include <algorithm>
#include <cstdint>
#include <utility>
#include <vector>

#include "summaries/sorted_sets.h"

namespace plait {
namespace {

using ir::Terminator;

enum class LastStep { kOther, kExit, kFailure, kAbort };

// Whether the block calls what ends the program so itself.
bool CallsFailure(Frame* frame, const ir::Block& block) {
  return std::any_of(
      block.instructions.begin(), block.instructions.end(), [&](const ir::Instruction& i) {
        if (i.opcode != ir::Opcode::kCall || i.callee.kind != ir::Operand::Kind::kFunction) {
          return false;
        }
        const Name callee = frame->SymbolName(i.callee);
        const std::vector<const Summary*> summaries = frame->environment.FindSummaries(callee);
        if (summaries.empty() || frame->environment.FindModel(NameText(callee)) != nullptr) {
          return false;
        }
        InsertSorted(&frame->summary.callees, callee);
        return std::all_of(summaries.begin(), summaries.end(),
                           [](const Summary* summary) { return summary->is_failure; });
      });
}

// A pointer to what never returns leads to what the program does last, when it says why.
LastStep LastStepOf(const Frame& frame, const ir::Block& block) {
  if (block.terminator.kind != Terminator::Kind::kUnreachable || block.instructions.empty()) {
    return LastStep::kOther;
  }
  const ir::Instruction& last = block.instructions.back();
  if (last.opcode != ir::Opcode::kCall) return LastStep::kOther;
  if (last.callee.kind != ir::Operand::Kind::kFunction) return LastStep::kFailure;
  const proto::Function* model =
      frame.environment.FindModel(NameText(frame.SymbolName(last.callee)));
  if (model == nullptr) return LastStep::kOther;
  for (const proto::Effect& effect : model->effect()) {
    if (effect.abort_process()) return LastStep::kAbort;
    if (!effect.exit_process() || last.arguments.empty()) continue;
    const ir::Operand& status = last.arguments[0];
    if (status.kind == ir::Operand::Kind::kConstant) {
      return status.value != 0 ? LastStep::kFailure : LastStep::kOther;
    }
    const bool is_passed_on =
        status.kind == ir::Operand::Kind::kRegister &&
        status.value < static_cast<int64_t>(frame.procedure.parameters.size());
    return is_passed_on ? LastStep::kOther : LastStep::kExit;
  }
  return LastStep::kOther;
}

// By block: whether it ends in a call by which a program that found a fault ends. A status that
// is not known is one of a fault as well where all other ends are.
std::vector<bool> FailingEnds(Frame* frame, bool* aborts) {
  const auto& blocks = frame->procedure.blocks;
  std::vector<LastStep> ends;
  bool all = true, any = false;
  for (uint32_t b = 0; b < blocks.size(); ++b) {
    const bool fails = CallsFailure(frame, blocks[b]);
    const bool is_end = fails || frame->graph.successors(b).empty();
    ends.push_back(fails    ? LastStep::kAbort
                   : is_end ? LastStepOf(*frame, blocks[b])
                            : LastStep::kOther);
    all &= !is_end || ends.back() != LastStep::kOther;
    any |= ends.back() == LastStep::kFailure || ends.back() == LastStep::kAbort;
    *aborts |= ends.back() == LastStep::kAbort;
  }
  std::vector<bool> failing;
  for (LastStep end : ends) {
    failing.push_back(end == LastStep::kFailure || end == LastStep::kAbort ||
                      (end == LastStep::kExit && all && any));
  }
  return failing;
}

// Adds the blocks from which every way leads to one of them.
void AddWaysThere(const Frame& frame, std::vector<bool>* blocks) {
  for (bool changed = true; changed;) {
    changed = false;
    for (uint32_t b = blocks->size(); b-- > 0;) {
      const std::vector<uint32_t>& next = frame.graph.successors(b);
      if ((*blocks)[b] || next.empty()) continue;
      (*blocks)[b] =
          std::all_of(next.begin(), next.end(), [&](uint32_t to) { return (*blocks)[to]; });
      changed |= (*blocks)[b];
    }
  }
}

// What pthread_cleanup_push, a macro, does last on the way of a thread that is cancelled or ends.
bool EndsUnwinding(const Frame& frame, const ir::Block& block) {
  if (block.instructions.empty()) return false;
  const ir::Instruction& last = block.instructions.back();
  return last.opcode == ir::Opcode::kCall && last.callee.kind == ir::Operand::Kind::kFunction &&
         NameText(frame.SymbolName(last.callee)) == "__pthread_unwind_next";
}

}  // namespace

void FindFailingBlocks(Frame* frame) {
  bool aborts = false;
  std::vector<bool> failing = FailingEnds(frame, &aborts);
  AddWaysThere(*frame, &failing);
  std::vector<bool> unwinding;
  for (const ir::Block& block : frame->procedure.blocks) {
    unwinding.push_back(EndsUnwinding(*frame, block));
  }
  AddWaysThere(*frame, &unwinding);
  frame->unwinding_blocks = std::move(unwinding);
  // Who ends with a status may have cleaned up for that before.
  frame->summary.is_failure = failing[0] && aborts;
  frame->failing_blocks = std::move(failing);
}

}  // namespace plait
