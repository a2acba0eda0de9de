#include "analyzer/fixpoint/flow_graph.h"

#include "analyzer/ir/parser.h"
#include "gtest/gtest.h"

namespace plait {
namespace {

ir::Procedure Parse(std::string_view text) {
  absl::StatusOr<ir::Procedure> procedure = ir::ParseProcedure(text);
  EXPECT_TRUE(procedure.ok()) << procedure.status();
  return *std::move(procedure);
}

// Two nested loops: b1 (b2 b3), left at b1.
constexpr char kNested[] = R"ir(proc f(n:int) {
 b0:
  goto b1
 b1:
  br r0, b2, b5
 b2:
  r1 = add.i4 r0, 1
  br r1, b3, b4
 b3:
  goto b2
 b4:
  goto b1
 b5:
  ret
}
)ir";

TEST(FlowGraphTest, NestedLoopsHaveTheirHeads) {
  const ir::Procedure procedure = Parse(kNested);
  const FlowGraph graph(procedure);
  EXPECT_TRUE(graph.IsLoopHead(1));
  EXPECT_TRUE(graph.IsLoopHead(2));
  EXPECT_EQ(graph.LoopOf(3), 2u);
  EXPECT_EQ(graph.OuterLoop(2), 1u);
  EXPECT_EQ(graph.LoopOf(4), 1u);
  EXPECT_EQ(graph.LoopOf(5), FlowGraph::kNone);
  EXPECT_TRUE(graph.InLoop(3, 1));
  EXPECT_FALSE(graph.InLoop(4, 2));
}

TEST(FlowGraphTest, OrderPutsComponentsAfterWhatLeadsToThem) {
  const ir::Procedure procedure = Parse(kNested);
  const FlowGraph graph(procedure);
  ASSERT_EQ(graph.order().size(), 3u);
  EXPECT_EQ(graph.order()[0].block, 0u);
  EXPECT_EQ(graph.order()[1].block, 1u);
  EXPECT_TRUE(graph.order()[1].is_loop);
  EXPECT_EQ(graph.order()[2].block, 5u);
}

TEST(FlowGraphTest, PostDominators) {
  const ir::Procedure procedure = Parse(R"ir(proc f(n:int) {
 b0:
  br r0, b1, b2
 b1:
  goto b3
 b2:
  goto b3
 b3:
  ret
}
)ir");
  const FlowGraph graph(procedure);
  EXPECT_EQ(graph.ImmediatePostDominator(0), 3u);
  EXPECT_EQ(graph.ImmediatePostDominator(1), 3u);
  EXPECT_EQ(graph.ImmediatePostDominator(3), FlowGraph::kNone);
}

TEST(FlowGraphTest, RegistersLiveAtABlock) {
  const ir::Procedure procedure = Parse(kNested);
  const FlowGraph graph(procedure);
  EXPECT_TRUE(graph.IsLiveIn(1, 0));
  EXPECT_FALSE(graph.IsLiveIn(3, 1)) << "assigned anew in b2";
  EXPECT_FALSE(graph.IsLiveIn(5, 0));
}

}  // namespace
}  // namespace plait
