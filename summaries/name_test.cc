#include "summaries/name.h"

#include <string>
#include <thread>
#include <vector>

#include "absl/strings/str_cat.h"
#include "gtest/gtest.h"

namespace plait {
namespace {

TEST(NameTest, TheEmptyStringIsNoName) {
  EXPECT_EQ(InternName(""), kNoName);
  EXPECT_EQ(NameText(kNoName), "");
}

TEST(NameTest, OneTextHasOneNumber) {
  const Name name = InternName("_ZN4pool4pushEi");
  EXPECT_EQ(InternName(std::string("_ZN4pool4pushEi")), name);
  EXPECT_NE(InternName("_ZN4pool4pushEj"), name);
  EXPECT_EQ(NameText(name), "_ZN4pool4pushEi");
}

TEST(NameTest, AnyBytesAreAName) {
  const std::string odd("a\0b\xff", 4);
  EXPECT_EQ(NameText(InternName(odd)), odd);
  EXPECT_NE(InternName(odd), InternName("a"));
}

TEST(NameTest, ReferencesStayValid) {
  const Name name = InternName("stays");
  const std::string* text = &NameText(name);
  for (int i = 0; i < 10000; ++i) InternName(absl::StrCat("other", i));
  EXPECT_EQ(text, &NameText(name));
  EXPECT_EQ(*text, "stays");
}

// All threads intern the same names in different orders, and read them while others are added.
TEST(NameTest, ThreadsAgreeOnNumbers) {
  constexpr int kThreads = 8, kNames = 2000;
  std::vector<std::vector<Name>> seen(kThreads, std::vector<Name>(kNames));
  std::vector<std::thread> threads;
  for (int t = 0; t < kThreads; ++t) {
    threads.emplace_back([t, &seen] {
      for (int i = 0; i < kNames; ++i) {
        const int which = (i * 7 + t * 251) % kNames;
        const std::string text = absl::StrCat("shared", which);
        seen[t][which] = InternName(text);
        EXPECT_EQ(NameText(seen[t][which]), text);
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
  for (int t = 1; t < kThreads; ++t) EXPECT_EQ(seen[t], seen[0]);
}

}  // namespace
}  // namespace plait
