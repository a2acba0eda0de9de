#include "analyzer/transfer/crowded_creations.h"

#include <string>

#include "gtest/gtest.h"

namespace plait {
namespace {

// A procedure that starts threads at one place, which that many of its calls lead to.
Summary StartsAtOnePlace(int calls) {
  Summary summary;
  summary.procedure = InternName("report");
  for (int i = 0; i < calls; ++i) {
    Atom token;
    token.kind = AtomKind::kThread;
    token.name = InternName("quit");
    token.index = 3;
    token.context = summary.terms.InternContext({summary.procedure, static_cast<uint32_t>(i)});
    Spawn spawn;
    spawn.token = summary.terms.InternAtom(token);
    Atom entry;
    entry.kind = AtomKind::kFunction;
    entry.name = InternName("killer");
    spawn.entry = summary.terms.Of(entry);
    summary.spawns.push_back(spawn);
  }
  return summary;
}

TEST(CreationPathsTest, FewAreToldApart) {
  const Summary callee = StartsAtOnePlace(4);
  CreationPaths paths;
  for (uint32_t call = 0; call < 16; ++call) EXPECT_TRUE(paths.CrowdedAt(call, callee).empty());
}

TEST(CreationPathsTest, AllThatOneCallTooManyLeadsToGoWithoutTheirPaths) {
  const Summary callee = StartsAtOnePlace(4);
  CreationPaths paths;
  for (uint32_t call = 0; call < 16; ++call) paths.CrowdedAt(call, callee);
  const absl::flat_hash_set<ThreadClass>& crowded = paths.CrowdedAt(16, callee);
  EXPECT_EQ(crowded.size(), 4u);
  EXPECT_TRUE(crowded.contains(ClassOf(callee.terms.atom(callee.spawns[0].token))));
}

// The rounds of a loop come to a call again, and the states after it have to agree on the names.
TEST(CreationPathsTest, ACallIsJudgedOnce) {
  const Summary callee = StartsAtOnePlace(40), other = StartsAtOnePlace(40);
  CreationPaths paths;
  EXPECT_TRUE(paths.CrowdedAt(1, callee).empty());
  EXPECT_EQ(paths.CrowdedAt(1, other).size(), 40u);
  EXPECT_EQ(paths.CrowdedAt(2, callee).size(), 40u);
  EXPECT_TRUE(paths.CrowdedAt(1, callee).empty());
  EXPECT_EQ(paths.CrowdedAt(2, callee).size(), 40u);
}

TEST(CreationPathsTest, EachPlaceHasItsOwn) {
  const Summary callee = StartsAtOnePlace(40);
  Summary other = StartsAtOnePlace(40);
  for (Spawn& spawn : other.spawns) {
    Atom token = other.terms.atom(spawn.token);
    token.index = 4;
    spawn.token = other.terms.InternAtom(token);
  }
  CreationPaths paths;
  EXPECT_TRUE(paths.CrowdedAt(1, callee).empty());
  EXPECT_TRUE(paths.CrowdedAt(2, other).empty());
}

}  // namespace
}  // namespace plait
