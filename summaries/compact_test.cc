#include "summaries/compact.h"

#include <algorithm>
#include <string>
#include <vector>

#include "gtest/gtest.h"
#include "summaries/random_summary.h"
#include "summaries/summary_codec.h"

namespace plait {
namespace {

TEST(CompactTest, IsIdempotent) {
  for (uint32_t seed = 0; seed < 300; ++seed) {
    const Summary once = Compact(RandomSummary(seed));
    ASSERT_EQ(EncodeSummary(Compact(once)), EncodeSummary(once)) << seed;
  }
}

TEST(CompactTest, ForgetsHowTheResultWasFound) {
  int differed = 0;
  for (uint32_t seed = 0; seed < 300; ++seed) {
    const Summary plain = RandomSummary(seed);
    for (uint32_t scratch = 1; scratch < 4; ++scratch) {
      const Summary other = RandomSummary(seed, scratch);
      differed += EncodeSummary(plain) != EncodeSummary(other) ? 1 : 0;
      ASSERT_EQ(EncodeSummary(Compact(plain)), EncodeSummary(Compact(other)))
          << seed << " with scratch " << scratch;
    }
  }
  EXPECT_EQ(differed, 900);  // otherwise the test shows nothing
}

TEST(CompactTest, KeepsResultsApartThatDiffer) {
  std::vector<std::string> seen;
  for (uint32_t seed = 0; seed < 300; ++seed) {
    seen.push_back(EncodeSummary(Compact(RandomSummary(seed))));
  }
  std::sort(seen.begin(), seen.end());
  EXPECT_EQ(std::adjacent_find(seen.begin(), seen.end()), seen.end());
}

TEST(CompactTest, FarChoicesAreLeftOpen) {
  // A chain of choices, each an option of the one before; the first is what the summary mentions.
  constexpr uint32_t kLength = 160;
  Summary summary;
  TermTable& terms = summary.terms;
  std::vector<AtomId> chain;
  for (uint32_t i = 0; i < kLength; ++i) {
    Atom atom;
    atom.kind = AtomKind::kPhi;
    atom.name = InternName("f");
    atom.index = i;
    chain.push_back(terms.InternAtom(atom));
  }
  for (uint32_t i = 0; i + 1 < kLength; ++i) {
    terms.AddOption(chain[i], terms.AddConstant(terms.Of(chain[i + 1]), 1));
    terms.AddOption(chain[i], kZero);
  }
  summary.stable.push_back(terms.Of(chain[0]));
  const Summary compact = Compact(summary);
  size_t open = 0, whole = 0;
  for (AtomId atom = 0; atom < compact.terms.atom_count(); ++atom) {
    if (compact.terms.atom(atom).kind != AtomKind::kPhi) continue;
    const Choice& choice = compact.terms.ChoiceOf(atom);
    open += choice.open && choice.options.empty() ? 1 : 0;
    whole += !choice.open && choice.options.size() == 2 ? 1 : 0;
  }
  EXPECT_EQ(open, 1u);
  EXPECT_GT(whole, 0u);
  EXPECT_LT(compact.terms.atom_count(), kLength);
}

TEST(CompactTest, SetsAreSorted) {
  for (uint32_t seed = 0; seed < 300; ++seed) {
    const Summary summary = Compact(RandomSummary(seed, 1));
    auto is_set = [](const auto& v) {
      return std::is_sorted(v.begin(), v.end()) &&
             std::adjacent_find(v.begin(), v.end()) == v.end();
    };
    for (const Point& p : summary.points) {
      EXPECT_TRUE(is_set(p.held) && is_set(p.released) && is_set(p.live) && is_set(p.joined) &&
                  is_set(p.joined_handles) && is_set(p.waited) && is_set(p.posted) &&
                  is_set(p.gates) && is_set(p.changes));
    }
    for (const Exit& exit : summary.exits) EXPECT_TRUE(is_set(exit.escaped));
    EXPECT_TRUE(is_set(summary.published) && is_set(summary.stable) && is_set(summary.reloaded) &&
                is_set(summary.renewed) && is_set(summary.sync_objects));
  }
}

TEST(CompactTest, DropsWhatNothingLeadsTo) {
  Summary summary;
  TermTable& terms = summary.terms;
  Atom unused;
  unused.kind = AtomKind::kUnknown;
  unused.context = terms.InternContext({InternName("unused"), 1, kNoContext});
  terms.Of(unused);
  Atom global;
  global.kind = AtomKind::kGlobal;
  global.name = InternName("g");
  const TermId g = terms.Of(global);
  Atom choice;
  choice.kind = AtomKind::kPhi;
  const AtomId phi = terms.InternAtom(choice);
  terms.AddOption(phi, terms.AddConstant(g, 8));
  terms.AddOption(phi, terms.AddConstant(terms.Of(phi), 8));  // leads back
  summary.points.resize(3);
  summary.points[1].waited = {g};
  summary.exits.resize(2);
  summary.exits[0].point = 2;
  summary.exits[0].has_result = true;
  summary.exits[0].result = terms.Of(phi);

  const Summary compact = Compact(summary);
  EXPECT_EQ(compact.points.size(), 1u);  // points 0 and 2 say the same
  EXPECT_EQ(compact.exits[1].point, compact.exits[0].point);
  EXPECT_EQ(compact.terms.atom_count(), 2u);
  EXPECT_EQ(compact.terms.term_count(), 4u);  // 0, phi, g + 8, phi + 8
  EXPECT_EQ(compact.terms.context_count(), 1u);
  EXPECT_EQ(compact.terms.ChoiceOf(0).options.size(), 2u);
}

TEST(CompactTest, CellsWhosePointersAreMentionedStayReloaded) {
  Summary summary;
  TermTable& terms = summary.terms;
  Atom global, loaded;
  global.kind = AtomKind::kGlobal;
  global.is_pointer = loaded.is_pointer = true;
  global.name = InternName("g");
  const TermId g = terms.Of(global);
  const TermId next = terms.AddConstant(g, 8);
  loaded.kind = AtomKind::kInitial;
  loaded.argument = g;
  summary.points.resize(1);
  summary.accesses.resize(1);
  summary.accesses[0].address = terms.AddConstant(terms.Of(loaded), 16);
  summary.reloaded = {g, next};
  summary.renewed = {g, next};

  const Summary compact = Compact(summary);
  ASSERT_EQ(compact.reloaded.size(), 1u);
  EXPECT_EQ(compact.terms.ToString(compact.reloaded[0]), terms.ToString(g));
  EXPECT_EQ(compact.renewed, compact.reloaded);
}

TEST(CompactTest, KeepsTheOrderOfListsThatHaveOne) {
  Summary summary;
  TermTable& terms = summary.terms;
  const TermId five = terms.Constant(5), four = terms.Constant(4);
  summary.points.resize(1);
  summary.exits.resize(1);
  // The newer cell comes last, whatever its number.
  summary.exits[0].cells = {{five, 4, four, kZero, kZero, Reach()},
                            {four, 4, five, kZero, kZero, Reach()}};
  const Summary compact = Compact(summary);
  const std::vector<CellEffect>& cells = compact.exits[0].cells;
  EXPECT_EQ(compact.terms.ConstantValue(cells[0].address), 5);
  EXPECT_EQ(compact.terms.ConstantValue(cells[1].address), 4);
}

}  // namespace
}  // namespace plait
