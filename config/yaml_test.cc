#include "config/yaml.h"

#include <string>

#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace plait {
namespace {

using ::testing::HasSubstr;
using ::testing::StartsWith;

std::string ErrorOf(const std::string& text) {
  const absl::StatusOr<YamlNode> node = ParseYaml("f.yaml", text);
  return node.ok() ? "no error" : std::string(node.status().message());
}

TEST(YamlTest, ReadsMapsListsAndScalarsWithTheirLines) {
  const absl::StatusOr<YamlNode> root = ParseYaml("f", R"(# comment
jobs: 4
list:
  - variable: "a b"
    n: ~
  - [x, 'y']
)");
  ASSERT_TRUE(root.ok()) << root.status();
  ASSERT_EQ(root->kind, YamlNode::Kind::kMap);
  ASSERT_EQ(root->entries.size(), 2u);
  EXPECT_EQ(root->entries[0].key.text, "jobs");
  EXPECT_EQ(root->entries[0].value.text, "4");
  EXPECT_EQ(root->entries[0].value.line, 2);
  EXPECT_FALSE(root->entries[0].value.is_quoted);
  const YamlNode& list = root->entries[1].value;
  ASSERT_EQ(list.items.size(), 2u);
  EXPECT_EQ(list.items[0].line, 4);
  EXPECT_EQ(list.items[0].entries[0].value.text, "a b");
  EXPECT_TRUE(list.items[0].entries[0].value.is_quoted);
  EXPECT_EQ(list.items[0].entries[1].value.kind, YamlNode::Kind::kNull);
  EXPECT_EQ(list.items[1].items[1].text, "y");
}

TEST(YamlTest, NothingIsNull) {
  for (const char* text : {"", "\n", "# only a comment\n", "---\n", "~\n"}) {
    const absl::StatusOr<YamlNode> root = ParseYaml("f", text);
    ASSERT_TRUE(root.ok()) << root.status();
    EXPECT_EQ(root->kind, YamlNode::Kind::kNull) << text;
  }
}

TEST(YamlTest, ErrorsNameFileAndLine) {
  EXPECT_THAT(ErrorOf("a: 1\nb: [1, 2\nc: 3\n"), StartsWith("f.yaml:"));
  EXPECT_THAT(ErrorOf("a: 1\n b: 2\n"), StartsWith("f.yaml:2: "));
  EXPECT_EQ(ErrorOf("a: 1\nb: 2\na: 3\n"), "f.yaml:3: a is given twice, first in line 1");
  EXPECT_EQ(ErrorOf("a: 1\n---\nb: 2\n"), "f.yaml:2: a second document; there can be only one");
  EXPECT_EQ(ErrorOf("[a, b]: 1\n"), "f.yaml:1: a key must be a word");
}

TEST(YamlTest, RefusesWhatCanStandForMore) {
  EXPECT_THAT(ErrorOf("a: &x 1\nb: *x\n"), HasSubstr("f.yaml:1: anchors are not supported"));
  EXPECT_THAT(ErrorOf("a: *counter\n"), HasSubstr("f.yaml:1: "));
  EXPECT_THAT(ErrorOf("a: !!binary abcd\n"), HasSubstr("f.yaml:1: tags are not supported"));
  // Doubled in each line: a billion nodes if it were expanded.
  std::string bomb = "a0: &a0 [x, x]\n";
  for (int i = 1; i < 30; ++i) {
    const std::string name = "a" + std::to_string(i), last = "a" + std::to_string(i - 1);
    bomb += name + ": &" + name + " [*" + last + ", *" + last + "]\n";
  }
  EXPECT_THAT(ErrorOf(bomb), HasSubstr("f.yaml:1: anchors are not supported"));
}

TEST(YamlTest, RefusesDepthAndSize) {
  EXPECT_THAT(ErrorOf(std::string(100000, '[')), HasSubstr("nested too deeply"));
  EXPECT_THAT(ErrorOf("a: " + std::string(100000, '{')), HasSubstr("nested too deeply"));
  std::string steps;
  for (int i = 0; i < 1000; ++i) steps += std::string(i, ' ') + "a:\n";
  EXPECT_THAT(ErrorOf(steps), HasSubstr("nested too deeply"));
  EXPECT_EQ(ErrorOf(std::string((1 << 20) + 1, '#')), "f.yaml: too large for a configuration");
  std::string many = "a:\n";
  while (many.size() < 900000) many += "- 1\n";
  EXPECT_THAT(ErrorOf(many), HasSubstr("too many values"));
}

TEST(YamlTest, AnyBytesEndInATreeOrAnError) {
  uint32_t random = 1;
  const std::string alphabet = "ab:-[]{}\"'\n  \t#&*!|>%@`,?\\\x01\xff\xc3\xa9~0";
  for (int round = 0; round < 20000; ++round) {
    std::string text;
    for (int i = round % 40; i >= 0; --i) {
      random = random * 1664525 + 1013904223;
      text += alphabet[(random >> 16) % alphabet.size()];
    }
    (void)ParseYaml("f", text);
  }
}

TEST(YamlTest, QuotedTextIsReadBackAsItWas) {
  for (const std::string text :
       {"build", "src/net", ":memory:",       "",     " a ",  "true", "No",   "12", "*x", "a: b",
        "# no",  "\"\\",    "tab\tnew\nline", "\x7f", "null", "~",    "grün", "-",  "!x", "a #b"}) {
    const absl::StatusOr<YamlNode> root = ParseYaml("f", "k: " + QuoteYaml(text) + "  # end\n");
    ASSERT_TRUE(root.ok()) << root.status();
    EXPECT_EQ(root->entries[0].value.kind, YamlNode::Kind::kScalar) << text;
    EXPECT_EQ(root->entries[0].value.text, text);
  }
  EXPECT_EQ(QuoteYaml("src/net"), "src/net");
}

}  // namespace
}  // namespace plait
