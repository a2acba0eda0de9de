#include "analyzer/ir/analysed_form.h"

#include <string>

#include "absl/strings/str_replace.h"
#include "analyzer/ir/ir.h"
#include "analyzer/ir/parser.h"
#include "gtest/gtest.h"

namespace plait::ir {
namespace {

constexpr char kWorker[] =
    R"ir(proc worker(arg:ptr "struct job", n:int) -> ptr file "a.c" line 10 {
  slot s0 buf "char[16]" size 16 at 1:8
  var r2 i
 b0:
  r3 = load.i4 @counter "counter" at 3:5
  r3 = add.i4 r3, 1
  store.i4 [r0 + 8], r3 "arg->v" field "job.v" at 3:5
  r4 = load.p8 [r0 + 16] "arg->run" field "job.run" at 4:1
  r5 = call.x *r4(r0, &worker) "arg->run" type "int(void*,int)" at 4:5
  unknown(s0) "inline asm" at 5:1
  ret 0 at 6:1
}
)ir";

std::string DigestAfter(const std::string& from, const std::string& to) {
  const absl::StatusOr<Procedure> procedure =
      ParseProcedure(absl::StrReplaceAll(kWorker, {{from, to}}));
  EXPECT_TRUE(procedure.ok()) << procedure.status();
  return procedure.ok() ? CodeDigest(*procedure) : "";
}

TEST(CodeDigestTest, LeavesOutWhatOnlyReportsNeed) {
  const std::string digest = DigestAfter("", "");
  EXPECT_EQ(DigestAfter("at 3:5", "at 4:9"), digest) << "places of instructions";
  EXPECT_EQ(DigestAfter("at 1:8", "at 2:3"), digest) << "places of slots";
  EXPECT_EQ(DigestAfter("at 6:1", "at 9:1"), digest) << "places of terminators";
  EXPECT_EQ(DigestAfter("line 10", "line 11"), digest);
  EXPECT_EQ(DigestAfter("a.c", "src/b.c"), digest);
  EXPECT_EQ(DigestAfter("var r2 i", "var r2 index"), digest);
  EXPECT_EQ(DigestAfter("arg:", "job:"), digest);
  EXPECT_EQ(DigestAfter("slot s0 buf", "slot s0 buffer"), digest);
  EXPECT_EQ(DigestAfter("\"arg->v\"", "\"job->v\""), digest);
  EXPECT_EQ(DigestAfter("struct job", "struct task"), digest);
}

TEST(CodeDigestTest, LeavesOutWhatKeysAddThemselves) {
  const std::string digest = DigestAfter("", "");
  EXPECT_EQ(DigestAfter("counter", "total"), digest) << "names of symbols";
  EXPECT_EQ(DigestAfter("job.run", "job.start"), digest) << "fields that are loaded from";
  EXPECT_EQ(DigestAfter("int(void*,int)", "int(void*,long)"), digest) << "types that are called";
}

TEST(CodeDigestTest, TellsCodeApart) {
  const std::string digest = DigestAfter("", "");
  EXPECT_NE(DigestAfter("r3, 1", "r3, 2"), digest);
  EXPECT_NE(DigestAfter("r0 + 8", "r0 + 4"), digest);
  EXPECT_NE(DigestAfter("size 16", "size 8"), digest);
  EXPECT_NE(DigestAfter("n:int", "n:ptr"), digest);
  EXPECT_NE(DigestAfter("inline asm", "vector"), digest) << "summaries quote it";
  EXPECT_NE(DigestAfter("&worker", "&other"), DigestAfter("&worker", "@counter"));
}

TEST(CodeDigestTest, TellsWhetherTwoSymbolsAreTheSame) {
  const std::string two = R"ir(proc f() file "a.c" line 1 {
 b0:
  store.i4 @a, 1
  store.i4 @b, 2
  ret
}
)ir";
  const absl::StatusOr<Procedure> different = ParseProcedure(two);
  const absl::StatusOr<Procedure> same = ParseProcedure(absl::StrReplaceAll(two, {{"@b", "@a"}}));
  ASSERT_TRUE(different.ok() && same.ok());
  EXPECT_NE(CodeDigest(*different), CodeDigest(*same));
}

TEST(AnalysedFormTest, HoldsNothingThatTheDigestLeavesOut) {
  const absl::StatusOr<Procedure> procedure = ParseProcedure(kWorker);
  ASSERT_TRUE(procedure.ok());
  const Procedure form = AnalysedForm(*procedure);
  EXPECT_EQ(form.file, "");
  EXPECT_EQ(form.display_name, "");
  EXPECT_EQ(form.slots[0].name, 0u);
  for (const Instruction& instruction : form.blocks[0].instructions) {
    EXPECT_EQ(instruction.location, Location{});
    if (instruction.opcode == Opcode::kStore) {
      EXPECT_EQ(instruction.text, 0u);
    }
  }
  EXPECT_EQ(CodeDigest(form), CodeDigest(*procedure));
}

}  // namespace
}  // namespace plait::ir
