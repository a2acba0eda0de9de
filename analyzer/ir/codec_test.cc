#include "analyzer/ir/codec.h"

#include <cstddef>
#include <cstdint>
#include <random>
#include <string>
#include <utility>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "analyzer/ir/digest.h"
#include "analyzer/ir/ir.h"
#include "analyzer/ir/parser.h"
#include "analyzer/ir/printer.h"
#include "analyzer/ir/random_procedure.h"
#include "analyzer/ir/verifier.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "proto/ir.pb.h"

namespace plait::ir {
namespace {

using ::testing::HasSubstr;

TEST(CodecTest, RoundTripsRandomProcedures) {
  for (uint32_t seed = 0; seed < 500; ++seed) {
    const Procedure procedure = RandomProcedure(seed);
    const std::string bytes = EncodeProcedure(procedure);
    const absl::StatusOr<Procedure> decoded = DecodeProcedure(bytes);
    ASSERT_TRUE(decoded.ok()) << decoded.status();
    ASSERT_EQ(PrintProcedure(*decoded), PrintProcedure(procedure));
    ASSERT_EQ(EncodeProcedure(*decoded), bytes);
  }
}

TEST(CodecTest, RoundTripsRandomUnits) {
  for (uint32_t seed = 0; seed < 200; ++seed) {
    const Unit unit = RandomUnit(seed);
    const std::string bytes = EncodeUnit(unit);
    const absl::StatusOr<Unit> decoded = DecodeUnit(bytes);
    ASSERT_TRUE(decoded.ok()) << decoded.status();
    ASSERT_EQ(PrintUnit(*decoded), PrintUnit(unit));
    ASSERT_EQ(EncodeUnit(*decoded), bytes);
  }
}

// The text form is complete, and the bytes do not depend on how the tables are numbered.
TEST(CodecTest, WhatPrintsTheSameHasTheSameBytes) {
  for (uint32_t seed = 0; seed < 500; ++seed) {
    const Procedure procedure = RandomProcedure(seed);
    const absl::StatusOr<Procedure> parsed = ParseProcedure(PrintProcedure(procedure));
    ASSERT_TRUE(parsed.ok()) << parsed.status();
    ASSERT_EQ(EncodeProcedure(*parsed), EncodeProcedure(procedure)) << PrintProcedure(procedure);
  }
}

TEST(CodecTest, CanonicalBytesIgnoreTheOrderOfTables) {
  const absl::StatusOr<Procedure> parsed = ParseProcedure(
      "proc f() {\n b0:\n  store.i4 @a, 1 \"a\"\n  store.i4 @b, 1 \"b\"\n  ret\n}\n");
  ASSERT_TRUE(parsed.ok()) << parsed.status();
  Procedure other = *parsed;
  other.symbols = {{"unused"}, {"b"}, {"a"}};
  other.strings = {"", "unused", "b", "a", "a"};
  other.files.push_back("unused.h");
  Instruction& first = other.blocks[0].instructions[0];
  Instruction& second = other.blocks[0].instructions[1];
  first.place.base = Operand::Global(2);
  first.text = 4;
  second.place.base = Operand::Global(1);
  second.text = 2;
  EXPECT_EQ(CanonicalBytes(other), CanonicalBytes(*parsed));
}

TEST(CodecTest, AMovedProcedureKeepsItsDigest) {
  Procedure procedure = RandomProcedure(1);
  procedure.first_line = 10;
  const std::string digest = Digest128(CanonicalBytes(procedure));
  EXPECT_EQ(digest.size(), 32);
  Procedure moved = procedure;
  moved.first_line = 99;
  EXPECT_EQ(Digest128(CanonicalBytes(moved)), digest);
  EXPECT_NE(EncodeProcedure(moved), EncodeProcedure(procedure));
  moved.display_name += "2";
  EXPECT_NE(Digest128(CanonicalBytes(moved)), digest);

  const absl::StatusOr<Procedure> decoded = DecodeProcedure(CanonicalBytes(procedure));
  ASSERT_TRUE(decoded.ok()) << decoded.status();
  EXPECT_EQ(decoded->first_line, 0);
}

// Bytes stored yesterday must keep their meaning: when this fails, raise kCodecVersion.
TEST(CodecTest, BytesDoNotChangeUnnoticed) {
  const absl::StatusOr<Procedure> procedure = ParseProcedure(
      "proc f(p:ptr \"struct s\") -> int file \"a.c\" {\n slot s0 x \"int\" size 4 at 1:7\n b0:\n"
      "  r1 = load.u4 [r0 + 8] acquire volatile \"p->n\" field \"s.n\" at 2:3\n"
      "  br r1, b1, b1\n b1:\n  ret r1\n}\n");
  ASSERT_TRUE(procedure.ok()) << procedure.status();
  EXPECT_EQ(Digest128(CanonicalBytes(*procedure)), "88cfa15563540c85c6b441f9df1dda41");
}

TEST(CodecTest, SimpleInstructionsAreSmall) {
  std::string text = "proc f() file \"a.c\" {\n b0:\n";
  for (int i = 0; i < 100; ++i) text += "  r1 = load.i4 @counter \"counter\" at 5:11\n";
  const absl::StatusOr<Procedure> procedure = ParseProcedure(text + "  ret\n}\n");
  ASSERT_TRUE(procedure.ok()) << procedure.status();
  EXPECT_LT(CanonicalBytes(*procedure).size(), 100 * 22);
}

TEST(CodecTest, RefusesTruncatedBytes) {
  const std::string bytes = EncodeProcedure(RandomProcedure(3));
  for (size_t length = 0; length < bytes.size(); ++length) {
    const absl::StatusOr<Procedure> decoded = DecodeProcedure(bytes.substr(0, length));
    // Bytes cut between two fields are a message again; then only the verifier can tell.
    if (decoded.ok()) {
      EXPECT_TRUE(VerifyProcedure(*decoded).ok());
    } else {
      EXPECT_EQ(decoded.status().code(), absl::StatusCode::kDataLoss);
    }
  }
}

template <typename Decode, typename Verify>
void FlipBytes(const std::string& bytes, Decode decode, Verify verify) {
  std::mt19937 random(7);
  for (size_t i = 0; i < bytes.size(); ++i) {
    std::string damaged = bytes;
    damaged[i] = static_cast<char>(damaged[i] ^ (1U << (random() % 8)));
    if (random() % 2 == 0) damaged[random() % damaged.size()] = static_cast<char>(random());
    const auto decoded = decode(damaged);
    if (decoded.ok()) {
      ASSERT_TRUE(verify(*decoded).ok());
    } else {
      ASSERT_EQ(decoded.status().code(), absl::StatusCode::kDataLoss);
    }
  }
}

TEST(CodecTest, FlippedBitsGiveAnErrorOrAValidProcedure) {
  for (uint32_t seed = 0; seed < 20; ++seed) {
    FlipBytes(EncodeProcedure(RandomProcedure(seed)), DecodeProcedure, VerifyProcedure);
  }
}

TEST(CodecTest, FlippedBitsGiveAnErrorOrAValidUnit) {
  for (uint32_t seed = 0; seed < 10; ++seed) {
    const Unit unit = RandomUnit(seed);
    FactsBuilder builder;
    for (const Procedure& procedure : unit.procedures) builder.Add(procedure);
    UnitFacts facts;
    FlipBytes(
        EncodeUnit(unit, builder.Finish()),
        [&](const std::string& bytes) { return DecodeUnit(bytes, &facts); },
        [&](const Unit& decoded) {
          EXPECT_TRUE(facts.procedures.empty() || AreInRange(facts));
          return VerifyUnit(decoded);
        });
  }
}

TEST(CodecTest, SaysWhyBytesAreRefused) {
  EXPECT_THAT(DecodeProcedure("").status().message(),
              HasSubstr("its encoding has version 0, not 4; capture its unit again"));
  EXPECT_THAT(DecodeUnit("\x08\x63").status().message(), HasSubstr("has version 99, not 4"));
  EXPECT_THAT(DecodeProcedure("\xff\xff").status().message(), HasSubstr("bytes are damaged"));
  EXPECT_THAT(DecodeUnit("\xff\xff").status().message(), HasSubstr("bytes are damaged"));

  proto::IrProcedure message;
  message.set_version(kCodecVersion);
  message.set_name("f");
  EXPECT_THAT(DecodeProcedure(message.SerializeAsString()).status().message(),
              HasSubstr("procedure 'f': there is no block"));
  message.set_return_kind(static_cast<proto::IrValueKind>(17));
  EXPECT_THAT(DecodeProcedure(message.SerializeAsString()).status().message(),
              HasSubstr("an enumerator is out of range"));
}

TEST(CodecTest, KeepsBytesThatAreNotUtf8) {
  Procedure procedure = RandomProcedure(5);
  procedure.display_name = "caf\xe9";
  procedure.file = "dir\xff/a.c";
  procedure.files[0] = procedure.file;
  const absl::StatusOr<Procedure> decoded = DecodeProcedure(EncodeProcedure(procedure));
  ASSERT_TRUE(decoded.ok()) << decoded.status();
  EXPECT_EQ(decoded->file, procedure.file);
  EXPECT_EQ(decoded->display_name, procedure.display_name);
}

}  // namespace
}  // namespace plait::ir
