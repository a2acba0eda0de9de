#include "frontend/block_order.h"

#include <gtest/gtest.h>

namespace plait::frontend {
namespace {

using Kind = ir::Terminator::Kind;

ir::Block MakeBlock(int instructions, Kind kind, std::vector<uint32_t> targets) {
  ir::Block block;
  block.instructions.resize(instructions);
  block.terminator.kind = kind;
  block.terminator.targets = std::move(targets);
  return block;
}

TEST(BlockOrderTest, UnreachableBlocksAreDropped) {
  const auto blocks =
      OrderBlocks({MakeBlock(1, Kind::kReturn, {}), MakeBlock(2, Kind::kReturn, {})});
  ASSERT_EQ(blocks.size(), 1);
  EXPECT_EQ(blocks[0].instructions.size(), 1);
}

TEST(BlockOrderTest, StraightLinesBecomeOneBlock) {
  const auto blocks = OrderBlocks({MakeBlock(1, Kind::kGoto, {2}), MakeBlock(4, Kind::kGoto, {2}),
                                   MakeBlock(2, Kind::kReturn, {})});
  ASSERT_EQ(blocks.size(), 1);
  EXPECT_EQ(blocks[0].instructions.size(), 3);
}

TEST(BlockOrderTest, EmptyBlocksAreSkippedOver) {
  const auto blocks =
      OrderBlocks({MakeBlock(1, Kind::kBranch, {1, 2}), MakeBlock(0, Kind::kGoto, {3}),
                   MakeBlock(0, Kind::kGoto, {3}), MakeBlock(1, Kind::kReturn, {})});
  ASSERT_EQ(blocks.size(), 2);
  EXPECT_EQ(blocks[0].terminator.targets, (std::vector<uint32_t>{1, 1}));
}

TEST(BlockOrderTest, PredecessorsComeFirstExceptForLoops) {
  // 0 -> 3 -> {1, 2}, 1 -> 3, 2 returns: a loop whose head has the highest number.
  const auto blocks =
      OrderBlocks({MakeBlock(1, Kind::kGoto, {3}), MakeBlock(2, Kind::kGoto, {3}),
                   MakeBlock(3, Kind::kReturn, {}), MakeBlock(4, Kind::kBranch, {1, 2})});
  ASSERT_EQ(blocks.size(), 4);
  EXPECT_EQ(blocks[1].instructions.size(), 4);
  EXPECT_EQ(blocks[1].terminator.targets, (std::vector<uint32_t>{2, 3}));
  EXPECT_EQ(blocks[2].terminator.targets, (std::vector<uint32_t>{1}));
}

TEST(BlockOrderTest, AnEmptyEndlessLoopStays) {
  const auto blocks = OrderBlocks({MakeBlock(1, Kind::kGoto, {1}), MakeBlock(0, Kind::kGoto, {1})});
  ASSERT_EQ(blocks.size(), 2);
  EXPECT_EQ(blocks[1].terminator.targets, (std::vector<uint32_t>{1}));
}

}  // namespace
}  // namespace plait::frontend
