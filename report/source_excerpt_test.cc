#include "report/source_excerpt.h"

#include <filesystem>
#include <fstream>
#include <string>

#include "gtest/gtest.h"
#include "proto/report.pb.h"

namespace plait {
namespace {

class SourceExcerptTest : public testing::Test {
 protected:
  bool Read(const std::string& bytes, uint32_t line, uint32_t column,
            const std::string& text = "") {
    std::ofstream(testing::TempDir() + "/a.c", std::ios::binary) << bytes;
    proto::SourceLocation location;
    location.set_file("a.c");
    location.set_line(line);
    location.set_column(column);
    return SourceReader(testing::TempDir()).Excerpt(location, text, &excerpt_);
  }
  SourceExcerpt excerpt_;
};

TEST_F(SourceExcerptTest, PointsAtTheExpression) {
  ASSERT_TRUE(Read("int x;\n  x = y + 1;\r\n", 2, 7, "y + 1"));
  EXPECT_EQ(excerpt_.line, "  x = y + 1;");
  EXPECT_EQ(excerpt_.caret, "      ^~~~~");
}

TEST_F(SourceExcerptTest, DoesNotUnderlineWhatIsWrittenOtherwise) {
  ASSERT_TRUE(Read("  GET(x);\n", 1, 3, "table->x"));
  EXPECT_EQ(excerpt_.caret, "  ^");
}

TEST_F(SourceExcerptTest, CountsTabsAndCharactersAsShown) {
  ASSERT_TRUE(Read("\ta\tx;", 1, 4, "x"));
  EXPECT_EQ(excerpt_.line, "        a       x;");
  EXPECT_EQ(excerpt_.caret, "                ^");
  ASSERT_TRUE(Read("/* \xc3\xa4 */ x;", 1, 10));
  EXPECT_EQ(excerpt_.caret, "        ^");
}

TEST_F(SourceExcerptTest, SendsNothingToTheTerminalThatItWouldObey) {
  ASSERT_TRUE(Read("x = \"\033[31m\x07\xff\xc2\x9b\";", 1, 1));
  EXPECT_EQ(excerpt_.line, "x = \"?[31m????\";");
}

TEST_F(SourceExcerptTest, CutsLongLinesAroundTheCaret) {
  const std::string line(1000, 'a');
  ASSERT_TRUE(Read(line, 1, 1));
  EXPECT_EQ(excerpt_.line.size(), 103u);
  ASSERT_TRUE(Read(line, 1, 500, std::string(400, 'a')));
  EXPECT_EQ(excerpt_.line.size(), 106u);
  EXPECT_EQ(excerpt_.caret.find('^'), 63u);
  EXPECT_LE(excerpt_.caret.size(), 103u);
}

TEST_F(SourceExcerptTest, HasNoCaretWithoutAColumn) {
  ASSERT_TRUE(Read("x;\n", 1, 0));
  EXPECT_EQ(excerpt_.caret, "");
  ASSERT_TRUE(Read("x;\n", 1, 70));
  EXPECT_EQ(excerpt_.caret, "");
}

TEST_F(SourceExcerptTest, IsQuietAboutWhatIsNotThere) {
  EXPECT_FALSE(Read("x;\n", 2, 1));
  EXPECT_FALSE(Read("x;\n", 0, 1));
  EXPECT_FALSE(Read("", 1, 1));
  EXPECT_FALSE(Read("\n\n", 1, 1));
  proto::SourceLocation location;
  location.set_line(1);
  for (const char* file : {"", "gone.c", ".", "/dev/zero"}) {
    location.set_file(file);
    EXPECT_FALSE(SourceReader(testing::TempDir()).Excerpt(location, "", &excerpt_)) << file;
  }
  location.set_file("a.c");
  EXPECT_FALSE(SourceReader("").Excerpt(location, "", &excerpt_));
}

TEST_F(SourceExcerptTest, ColumnsAreCountedInCodePointsAndBytes) {
  std::ofstream(testing::TempDir() + "/a.c", std::ios::binary)
      << "\t/* \xc3\xa4\xe2\x82\xac */ x = GET(y);\n";
  SourceReader reader(testing::TempDir());
  proto::SourceLocation location;
  location.set_file("a.c");
  location.set_line(1);
  location.set_column(14);
  ColumnRange range;
  ASSERT_TRUE(reader.Range(location, "x = GET", &range));
  EXPECT_EQ(range.begin, 11u);
  EXPECT_EQ(range.end, 18u);
  EXPECT_EQ(range.byte_end, 21u);
  location.set_column(18);
  ASSERT_TRUE(reader.Range(location, "table->y", &range)) << "a macro";
  EXPECT_EQ(range.begin, 15u);
  EXPECT_EQ(range.end, 18u);
  for (const uint32_t column : {0u, 25u, 4000000000u}) {
    location.set_column(column);
    EXPECT_FALSE(reader.Range(location, "", &range)) << column;
  }
}

TEST_F(SourceExcerptTest, LinesAreCutWhereTheTextStands) {
  std::ofstream(testing::TempDir() + "/a.c", std::ios::binary) << "\tx\033 = 1;\n"
                                                               << std::string(2000, 'a') << "\n\n";
  SourceReader reader(testing::TempDir());
  proto::SourceLocation location;
  location.set_file("a.c");
  location.set_line(1);
  location.set_column(2);
  SourceLine line;
  ASSERT_TRUE(reader.Line(location, "x", &line));
  EXPECT_EQ(line.before, "        ");
  EXPECT_EQ(line.at, "x");
  EXPECT_EQ(line.after, "? = 1;");
  location.clear_column();
  ASSERT_TRUE(reader.Line(location, "x", &line));
  EXPECT_EQ(line.at, "");
  location.set_line(2);
  location.set_column(1500);
  ASSERT_TRUE(reader.Line(location, "aaa", &line));
  EXPECT_EQ(line.before, std::string(400, 'a'));
  EXPECT_EQ(line.after, "...");
  location.set_line(3);
  EXPECT_TRUE(reader.Line(location, "", &line)) << "an empty line";
  location.set_line(4);
  EXPECT_FALSE(reader.Line(location, "", &line));
}

TEST(PrintableTest, KeepsTextAndReplacesTheRest) {
  EXPECT_EQ(Printable("na\xc3\xafve \xe2\x82\xac \xf0\x9f\x98\x80"),
            "na\xc3\xafve \xe2\x82\xac \xf0\x9f\x98\x80");
  EXPECT_EQ(Printable(std::string("a\nb\0c\x7f", 6)), "a?b?c?");
  EXPECT_EQ(Printable("\xe2\x82"), "??");
  // Too long, surrogates, beyond the last, and no characters of XML.
  EXPECT_EQ(Printable("\xc0\xaf\xe0\x80\xaf"), "?????");
  EXPECT_EQ(Printable("\xed\xa0\x80\xf4\x90\x80\x80"), "???????");
  EXPECT_EQ(Printable("\xef\xbf\xbf\xef\xbf\xbd"), "???\xef\xbf\xbd");
}

}  // namespace
}  // namespace plait
