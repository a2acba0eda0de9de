// A frame on a procedure given as IR text, for tests of the transfer functions.
#ifndef PLAIT_ANALYZER_TRANSFER_TEST_FRAME_H_
#define PLAIT_ANALYZER_TRANSFER_TEST_FRAME_H_

#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "analyzer/ir/parser.h"
#include "analyzer/transfer/frame.h"
#include "gtest/gtest.h"

namespace plait {

// A program that has no other procedure.
class EmptyEnvironment : public Environment {
 public:
  const proto::Function* FindModel(std::string_view) const override { return nullptr; }
  std::vector<const Summary*> FindSummaries(Name) const override { return {}; }
  bool IsDefined(Name) const override { return false; }
  bool IsRecursive(Name) const override { return false; }
  std::vector<VirtualFunction> VirtualFunctions(const std::string&) const override { return {}; }
  Name FunctionIn(Name, int64_t) const override { return kNoName; }
  std::vector<Name> IndirectTargets(const std::string&, Name, const std::string&,
                                    bool* by_type) const override {
    *by_type = true;
    return {};
  }
  bool IsInTable(const std::string&) const override { return false; }
  bool IsThreadLocal(Name) const override { return false; }
  bool IsStable(Name, Name) const override { return false; }
  bool IsOfMainThread(Name, Name) const override { return false; }
  std::optional<int64_t> NumberAtStart(Name, int64_t, uint32_t) const override {
    return std::nullopt;
  }
  bool IsSettled(Name) const override { return false; }
  bool IsConstant(Name) const override { return false; }
  std::optional<int64_t> ConstantNumber(Name, uint32_t) const override { return std::nullopt; }
};

struct TestFrame {
  // b0 -> b1 (a loop head) -> b1 | b2
  static constexpr char kLoop[] = R"ir(proc f(p:ptr, n:int) -> int {
  slot s0 x "int" size 4
  slot s1 a "int[8]" size 32
 b0:
  goto b1
 b1:
  r2 = lt.i4 r1, 5
  br r2, b1, b2
 b2:
  ret r2
}
)ir";

  explicit TestFrame(std::string_view text = kLoop) {
    absl::StatusOr<ir::Procedure> parsed = ir::ParseProcedure(text);
    EXPECT_TRUE(parsed.ok()) << parsed.status();
    procedure = *std::move(parsed);
    frame = std::make_unique<Frame>(procedure, environment, /*is_main=*/false);
    frame->current = &call;
    state.registers.assign(procedure.register_names.size(), kNothing);
  }

  TermId Object(AtomKind kind, uint32_t index, std::string_view name = "f") {
    Atom atom;
    atom.kind = kind;
    atom.is_pointer = true;
    atom.name = InternName(name);
    atom.index = index;
    return frame->terms.Of(atom);
  }
  TermId Number(uint32_t index) {
    Atom atom;
    atom.kind = AtomKind::kUnknown;
    atom.name = InternName("elsewhere");
    atom.index = index;
    return frame->terms.Of(atom);
  }

  ir::Procedure procedure;
  EmptyEnvironment environment;
  ir::Instruction call;
  std::unique_ptr<Frame> frame;
  State state;
};

}  // namespace plait

#endif  // PLAIT_ANALYZER_TRANSFER_TEST_FRAME_H_
