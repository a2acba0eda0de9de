#include "report/ignore_comments.h"

#include <string>

#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace plait {
namespace {

using ::testing::IsEmpty;

// "line>code_line variables: reason" of each comment.
std::string Find(const std::string& source) {
  std::string result;
  for (const IgnoreComment& comment : FindIgnoreComments(source)) {
    result += std::to_string(comment.line) + ">" + std::to_string(comment.code_line);
    for (const std::string& variable : comment.variables) result += " " + variable;
    result += ": " + comment.reason + "\n";
  }
  return result;
}

TEST(IgnoreCommentsTest, BesideCodeItIsAboutItsLine) {
  EXPECT_EQ(Find("int x;\nx++;  // plait: ignore[x] on purpose\ny++;\n"), "2>2 x: on purpose\n");
  EXPECT_EQ(Find("x++;  /* plait: ignore[x] on purpose */\n"), "1>1 x: on purpose\n");
  EXPECT_EQ(Find("/* plait: ignore[x] before it */ x++;\n"), "1>1 x: before it\n");
}

TEST(IgnoreCommentsTest, AloneItIsAboutTheNextCode) {
  EXPECT_EQ(Find("// plait: ignore[x] why\n\n  // more words\nx++;\n"), "1>4 x: why\n");
  EXPECT_EQ(Find("/* plait: ignore[x]\n * why it\n * is so\n */\nx++;\n"), "1>5 x: why it is so\n");
  EXPECT_EQ(Find("x++;\n// plait: ignore[x] nothing follows\n"), "2>0 x: nothing follows\n");
  EXPECT_EQ(Find("// plait: ignore[a] one\n// plait: ignore[b] two\nf(a, b);\n"),
            "1>3 a: one\n2>3 b: two\n");
}

TEST(IgnoreCommentsTest, VariablesAndReason) {
  EXPECT_EQ(Find("x; // plait: ignore any of them\n"), "1>1: any of them\n");
  EXPECT_EQ(Find("x; // plait: ignore[a, t[*].n,c->d]: three\n"), "1>1 a t[*].n c->d: three\n");
  EXPECT_EQ(Find("x; // plait: ignore[a] - with a dash\n"), "1>1 a: with a dash\n");
  EXPECT_EQ(Find("x; // plait: ignore[a]\n"), "1>1 a: \n");
  EXPECT_EQ(Find("x; // plait: ignore\n"), "1>1: \n");
  EXPECT_EQ(Find("x; //plait:ignore[a]why\r\n"), "1>1 a: why\n");
  EXPECT_EQ(FindIgnoreComments("x; // plait: ignore[ a,b ] why\n")[0].text, "ignore[ a,b ]");
}

TEST(IgnoreCommentsTest, BehindOtherComments) {
  EXPECT_EQ(Find("x; // NOLINT // plait: ignore[x] why\n"), "1>1 x: why\n");
  EXPECT_EQ(Find("int x; ///< plait: ignore[x] why\n"), "1>1 x: why\n");
  EXPECT_EQ(Find("/** plait: ignore[x] why */ int x;\n"), "1>1 x: why\n");
}

TEST(IgnoreCommentsTest, NotEverythingThatLooksLikeIt) {
  EXPECT_EQ(Find("s = \"// plait: ignore[x] text\";\n"), "");
  EXPECT_EQ(Find("s = R\"x(\n// plait: ignore[x] )\" text)x\"; // plait: ignore[s] real\n"),
            "2>2 s: real\n");
  EXPECT_EQ(Find("// see plait: ignore[x] in the manual\n"), "");
  EXPECT_EQ(Find("// plait: ignored races are bad\n// plait: a detector\n"), "");
  EXPECT_EQ(Find("// plait: ignore[x never closed\n"), "");
}

TEST(IgnoreCommentsTest, LiteralsDoNotHideComments) {
  EXPECT_EQ(Find("c = '\"'; // plait: ignore[c] one\nd = '\\''; // plait: ignore[d] two\n"),
            "1>1 c: one\n2>2 d: two\n");
  EXPECT_EQ(Find("n = 1'000; // plait: ignore[n] sep\n"), "1>1 n: sep\n");
  EXPECT_EQ(Find("#error don't\nx++; // plait: ignore[x] one\n"), "2>2 x: one\n");
  EXPECT_EQ(Find("s = \"\\\"//\"; // plait: ignore[s] one\n"), "1>1 s: one\n");
}

TEST(IgnoreCommentsTest, ABackslashCarriesALineCommentOn) {
  EXPECT_EQ(Find("// plait: ignore[x] a long \\\n reason\nx++;\n"), "1>3 x: a long reason\n");
}

TEST(IgnoreCommentsTest, AnyBytesAreFine) {
  EXPECT_THAT(FindIgnoreComments(""), IsEmpty());
  for (const std::string end : {"'", "\"", "R\"", "R\"(", "/*", "//", "\\", "/* plait: ignore["}) {
    EXPECT_EQ(Find("x; // plait: ignore[x] y\n" + end), "1>1 x: y\n") << end;
  }
  const std::string many(100000, '"');
  EXPECT_EQ(Find("x; // plait: ignore[x] y\n" + many), "1>1 x: y\n");
}

}  // namespace
}  // namespace plait
