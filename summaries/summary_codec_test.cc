#include "summaries/summary_codec.h"

#include <atomic>
#include <memory>
#include <random>
#include <string>
#include <string_view>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/str_replace.h"
#include "gtest/gtest.h"
#include "proto/summary.pb.h"
#include "summaries/compact.h"
#include "summaries/lazy_summary.h"
#include "summaries/random_summary.h"
#include "summaries/summary_printer.h"

namespace plait {
namespace {

constexpr size_t kDigestSize = 16;
constexpr size_t kHeadSizeSize = 4;

// Behind a digest and no head.
std::string Framed(const std::string& record) {
  return std::string(kDigestSize + kHeadSizeSize, '\0') + record;
}

std::string RecordBytes(const std::string& summary) {
  size_t head_size = 0;
  for (size_t i = kHeadSizeSize; i-- > 0;) {
    head_size = head_size << 8 | static_cast<unsigned char>(summary[kDigestSize + i]);
  }
  return summary.substr(kDigestSize + kHeadSizeSize + head_size);
}

proto::SummaryRecord RecordOf(const Summary& summary) {
  proto::SummaryRecord record;
  EXPECT_TRUE(record.ParseFromString(RecordBytes(EncodeSummary(summary))));
  return record;
}

void ExpectSameTerms(const TermTable& a, const TermTable& b) {
  ASSERT_EQ(a.context_count(), b.context_count());
  for (ContextId i = 0; i < a.context_count(); ++i) EXPECT_EQ(a.context(i), b.context(i));
  ASSERT_EQ(a.atom_count(), b.atom_count());
  for (AtomId i = 0; i < a.atom_count(); ++i) {
    EXPECT_EQ(a.atom(i), b.atom(i));
    EXPECT_EQ(a.ChoiceOf(i).options, b.ChoiceOf(i).options);
    EXPECT_EQ(a.ChoiceOf(i).open, b.ChoiceOf(i).open);
  }
  ASSERT_EQ(a.term_count(), b.term_count());
  for (TermId i = 0; i < a.term_count(); ++i) EXPECT_EQ(a.term(i), b.term(i));
}

void ExpectSame(const Access& a, const Access& b) {
  EXPECT_EQ(a.address, b.address);
  EXPECT_EQ(a.width, b.width);
  EXPECT_EQ(a.kind, b.kind);
  EXPECT_EQ(a.is_atomic, b.is_atomic);
  EXPECT_EQ(a.is_published, b.is_published);
  EXPECT_EQ(a.is_certain, b.is_certain);
  EXPECT_EQ(a.is_guessed, b.is_guessed);
  EXPECT_EQ(a.is_chosen, b.is_chosen);
  EXPECT_EQ(a.claims, b.claims);
  EXPECT_EQ(a.found, b.found);
  EXPECT_EQ(a.added, b.added);
  EXPECT_EQ(a.value, b.value);
  EXPECT_EQ(a.first, b.first);
  EXPECT_EQ(a.end, b.end);
  EXPECT_EQ(a.point, b.point);
  EXPECT_EQ(a.origin, b.origin);
}

void ExpectSame(const Exit& a, const Exit& b) {
  EXPECT_EQ(a.result, b.result);
  EXPECT_EQ(a.has_result, b.has_result);
  EXPECT_EQ(a.low, b.low);
  EXPECT_EQ(a.high, b.high);
  EXPECT_EQ(a.nonzero, b.nonzero);
  EXPECT_EQ(a.point, b.point);
  EXPECT_EQ(a.cells, b.cells);
  EXPECT_EQ(a.escaped, b.escaped);
  EXPECT_EQ(a.synchronised, b.synchronised);
  EXPECT_EQ(a.ends_thread, b.ends_thread);
}

void ExpectSame(const Spawn& a, const Spawn& b) {
  EXPECT_EQ(a.token, b.token);
  EXPECT_EQ(a.entry, b.entry);
  EXPECT_EQ(a.arguments, b.arguments);
  EXPECT_EQ(a.cells, b.cells);
  EXPECT_EQ(a.own, b.own);
  EXPECT_EQ(a.many, b.many);
  EXPECT_EQ(a.certainly_many, b.certainly_many);
  EXPECT_EQ(a.surely_repeats, b.surely_repeats);
  EXPECT_EQ(a.many_by_turns, b.many_by_turns);
  EXPECT_EQ(a.is_guessed, b.is_guessed);
  EXPECT_EQ(a.is_chosen, b.is_chosen);
  EXPECT_EQ(a.detached, b.detached);
  EXPECT_EQ(a.point, b.point);
  EXPECT_EQ(a.origin, b.origin);
}

void ExpectSame(const DeferredCall& a, const DeferredCall& b) {
  EXPECT_EQ(a.callee, b.callee);
  EXPECT_EQ(a.arguments, b.arguments);
  EXPECT_EQ(a.point, b.point);
  EXPECT_EQ(a.origin, b.origin);
}

void ExpectSame(const Gap& a, const Gap& b) {
  EXPECT_EQ(a, b);
  EXPECT_EQ(a.origin, b.origin);
}

template <typename T>
void ExpectSame(const std::vector<T>& a, const std::vector<T>& b) {
  ASSERT_EQ(a.size(), b.size());
  for (size_t i = 0; i < a.size(); ++i) ExpectSame(a[i], b[i]);
}

void ExpectSame(const Summary& a, const Summary& b) {
  EXPECT_EQ(a.procedure, b.procedure);
  ExpectSameTerms(a.terms, b.terms);
  EXPECT_EQ(a.points, b.points);
  ExpectSame(a.accesses, b.accesses);
  ExpectSame(a.exits, b.exits);
  ExpectSame(a.spawns, b.spawns);
  ExpectSame(a.deferred, b.deferred);
  EXPECT_EQ(a.published, b.published);
  EXPECT_EQ(a.stable, b.stable);
  EXPECT_EQ(a.reloaded, b.reloaded);
  EXPECT_EQ(a.renewed, b.renewed);
  EXPECT_EQ(a.sync_objects, b.sync_objects);
  EXPECT_EQ(a.exposures, b.exposures);
  EXPECT_EQ(a.exposures_are_open, b.exposures_are_open);
  EXPECT_EQ(a.reaches, b.reaches);
  ExpectSame(a.gaps, b.gaps);
  EXPECT_EQ(a.callees, b.callees);
  EXPECT_EQ(a.dropped_accesses, b.dropped_accesses);
}

std::unique_ptr<Summary> MustDecode(std::string_view bytes) {
  absl::StatusOr<std::unique_ptr<Summary>> decoded = DecodeSummary(bytes);
  EXPECT_TRUE(decoded.ok()) << decoded.status();
  return decoded.ok() ? *std::move(decoded) : std::make_unique<Summary>();
}

// The error for the record of a small summary, damaged by `damage`.
template <typename Damage>
std::string ErrorAfter(Damage damage) {
  Summary summary;
  Atom atom;
  atom.kind = AtomKind::kThread;
  atom.name = InternName("f");
  const TermId thread = summary.terms.Of(atom);
  atom.kind = AtomKind::kInitial;
  atom.argument = thread;
  summary.terms.Of(atom);
  Atom choice;
  choice.kind = AtomKind::kPhi;
  const AtomId phi = summary.terms.InternAtom(choice);
  summary.terms.AddOption(phi, summary.terms.Constant(1));
  summary.terms.AddOption(phi, summary.terms.Constant(2));
  summary.points.resize(1);
  summary.exits.resize(1);
  summary.spawns.resize(1);
  proto::SummaryRecord record = RecordOf(summary);
  damage(record);
  const absl::Status status = DecodeSummary(Framed(record.SerializeAsString())).status();
  EXPECT_FALSE(absl::IsFailedPrecondition(status));
  return std::string(status.message());
}

TEST(SummaryCodecTest, AnEmptySummaryComesBack) {
  const Summary empty;
  ExpectSame(*MustDecode(EncodeSummary(empty)), empty);
}

TEST(SummaryCodecTest, EverySummaryComesBack) {
  for (uint32_t seed = 0; seed < 200; ++seed) {
    SCOPED_TRACE(seed);
    const Summary summary = RandomSummary(seed, seed % 3);
    const std::string bytes = EncodeSummary(summary);
    const std::unique_ptr<Summary> decoded = MustDecode(bytes);
    ExpectSame(*decoded, summary);
    EXPECT_EQ(EncodeSummary(*decoded), bytes);
    const Summary compact = Compact(summary);
    ExpectSame(*MustDecode(EncodeSummary(compact)), compact);
  }
}

TEST(SummaryCodecTest, ThreadsWhoseHandlesCameInComeBack) {
  Summary summary;
  summary.procedure = InternName("close");
  Atom formal;
  formal.kind = AtomKind::kFormal;
  formal.is_pointer = true;
  Atom bound;
  bound.kind = AtomKind::kBound;
  Atom element;
  element.kind = AtomKind::kInitial;
  element.index = 8;
  element.argument = summary.terms.Add(summary.terms.Of(formal),
                                       summary.terms.Multiply(summary.terms.Of(bound), 8));
  Point point;
  point.joined = {{summary.terms.InternAtom(element), kZero, summary.terms.Constant(4)}};
  summary.points = {point};
  const auto decoded = DecodeSummary(EncodeSummary(summary));
  ASSERT_TRUE(decoded.ok()) << decoded.status();
  EXPECT_EQ((*decoded)->points, summary.points);
  point.live = point.joined;
  summary.points = {point};
  EXPECT_FALSE(DecodeSummary(EncodeSummary(summary)).ok()) << "none of them is started here";
}

TEST(SummaryCodecTest, ADecodedTableKeepsItsNumbersWhenItGrows) {
  const Summary summary = RandomSummary(5);
  const std::unique_ptr<Summary> decoded = MustDecode(EncodeSummary(summary));
  for (AtomId i = 0; i < summary.terms.atom_count(); ++i) {
    EXPECT_EQ(decoded->terms.InternAtom(summary.terms.atom(i)), i);
  }
  for (TermId i = 0; i < summary.terms.term_count(); ++i) {
    EXPECT_EQ(decoded->terms.InternTerm(summary.terms.term(i)), i);
  }
}

TEST(SummaryCodecTest, ExtremeNumbersComeBack) {
  Summary summary;
  summary.points.resize(1);
  for (int64_t n : {INT64_MIN, INT64_MIN + 1, int64_t{-1}, int64_t{0}, INT64_MAX}) {
    Exit exit;
    exit.has_result = true;
    exit.result = summary.terms.Constant(n);
    exit.low = exit.high = n;
    summary.exits.push_back(exit);
  }
  ExpectSame(*MustDecode(EncodeSummary(summary)), summary);
}

// Names have other numbers in every process; the bytes must not show them.
TEST(SummaryCodecTest, NamesAreWrittenAsText) {
  auto make = [](const std::string& name) {
    Summary summary;
    summary.procedure = InternName(name);
    return EncodeSummary(summary);
  };
  const std::string early = make("aaaa");
  for (int i = 0; i < 1000; ++i) InternName("filler" + std::to_string(i));
  const std::string late = make("bbbb");
  ASSERT_EQ(early.size(), late.size());
  std::string renamed = late.substr(kDigestSize);
  EXPECT_EQ(absl::StrReplaceAll(renamed, {{"bbbb", "aaaa"}}), early.substr(kDigestSize));
}

TEST(SummaryCodecTest, TheInterfaceHasNoPlaces) {
  for (uint32_t seed = 0; seed < 50; ++seed) {
    Summary summary = Compact(RandomSummary(seed));
    const std::string before = InterfaceDigest(EncodeSummary(summary));
    for (Access& access : summary.accesses) access.origin.instruction += 3;
    for (Spawn& spawn : summary.spawns) spawn.origin.instruction += 3;
    for (DeferredCall& call : summary.deferred) call.origin.index += 1;
    for (Point& point : summary.points) {
      for (HeldLock& held : point.held) held.acquired += 3;
    }
    summary.gaps.push_back({GapKind::kFork, "fork", {}});
    EXPECT_EQ(InterfaceDigest(EncodeSummary(summary)), before);
    if (summary.accesses.empty()) continue;
    summary.accesses[0].width += 1;
    EXPECT_NE(InterfaceDigest(EncodeSummary(summary)), before);
  }
}

TEST(SummaryCodecTest, AnotherVersionIsRefused) {
  proto::SummaryRecord record;
  record.set_version(kSummaryCodecVersion + 1);
  EXPECT_TRUE(
      absl::IsFailedPrecondition(DecodeSummary(Framed(record.SerializeAsString())).status()));
  EXPECT_TRUE(absl::IsFailedPrecondition(DecodeSummary(Framed("")).status()));
  EXPECT_TRUE(absl::IsDataLoss(DecodeSummary("").status()));
}

TEST(SummaryCodecTest, HeadIsThatOfTheSummary) {
  for (uint32_t seed = 0; seed < 20; ++seed) {
    const Summary summary = RandomSummary(seed);
    const absl::StatusOr<SummaryHead> head = DecodeSummaryHead(EncodeSummary(summary));
    ASSERT_TRUE(head.ok()) << head.status();
    EXPECT_EQ(*head, HeadOf(summary)) << seed;
  }
}

TEST(LazySummaryTest, IsReadWhenItIsAskedFor) {
  const Summary summary = Compact(RandomSummary(1));
  const std::string bytes = EncodeSummary(summary);
  auto damaged = std::make_shared<std::atomic<bool>>(false);
  const auto lazy = LazySummary::FromBytes(bytes, damaged);
  ASSERT_TRUE(lazy.ok()) << lazy.status();
  EXPECT_EQ((*lazy)->head(), HeadOf(summary));
  EXPECT_EQ(EncodeSummary((*lazy)->get()), bytes);
  EXPECT_FALSE(*damaged);
}

TEST(LazySummaryTest, SaysThatItIsDamaged) {
  const Summary summary = Compact(RandomSummary(1));
  const std::string bytes = EncodeSummary(summary);
  auto damaged = std::make_shared<std::atomic<bool>>(false);
  const auto lazy = LazySummary::FromBytes(bytes.substr(0, bytes.size() - 1), damaged);
  ASSERT_TRUE(lazy.ok()) << lazy.status();
  EXPECT_FALSE(*damaged);
  EXPECT_EQ((*lazy)->get().procedure, summary.procedure);
  EXPECT_TRUE(*damaged);
  EXPECT_TRUE(absl::IsDataLoss(LazySummary::FromBytes("short", damaged).status()));
}

TEST(SummaryCodecTest, SaysWhatIsWrong) {
  using Record = proto::SummaryRecord;
  EXPECT_EQ(ErrorAfter([](Record&) {}), "");
  EXPECT_EQ(ErrorAfter([](Record& r) { r.set_procedure(9); }), "damaged summary: name 9 of 2");
  EXPECT_EQ(ErrorAfter([](Record& r) { r.mutable_exits(0)->set_point(1); }),
            "damaged summary: point 1 of 1");
  EXPECT_EQ(ErrorAfter([](Record& r) { r.mutable_exits(0)->set_result(99); }),
            "damaged summary: term 99 of 5");
  EXPECT_EQ(ErrorAfter([](Record& r) { r.mutable_spawns(0)->set_token(1); }),
            "damaged summary: atom 1 is no thread");
  EXPECT_EQ(ErrorAfter([](Record& r) { r.mutable_spawns(0)->clear_origin(); }),
            "damaged summary: wrong number of origins");
  EXPECT_EQ(ErrorAfter([](Record& r) { r.mutable_atoms()->set_kind(0, 44); }),
            "damaged summary: kind of atom 22 of 22");
  EXPECT_EQ(ErrorAfter([](Record& r) { r.mutable_atoms()->mutable_name()->RemoveLast(); }),
            "damaged summary: columns of atoms differ in length");
  EXPECT_EQ(ErrorAfter([](Record& r) { r.mutable_terms()->set_constant(2, 2); }),
            "damaged summary: term 4 occurs twice");
  EXPECT_EQ(ErrorAfter([](Record& r) { r.mutable_terms()->set_part_count(0, 2); }),
            "damaged summary: missing parts");
  EXPECT_EQ(ErrorAfter([](Record& r) {
              r.mutable_terms()->set_part_count(0, 2);
              r.mutable_terms()->set_part_count(1, 0);
              r.mutable_terms()->set_atom(1, 0);
            }),
            "damaged summary: parts out of order");
  EXPECT_EQ(ErrorAfter([](Record& r) { r.mutable_terms()->set_coefficient(0, 0); }),
            "damaged summary: part of coefficient 0");
  EXPECT_EQ(ErrorAfter([](Record& r) { r.mutable_choices()->set_phi(0, 0); }),
            "damaged summary: options of no choice");
  EXPECT_EQ(ErrorAfter([](Record& r) { r.mutable_choices()->set_option(0, 4); }),
            "damaged summary: options out of order");
}

TEST(SummaryCodecTest, WhatAtomsAreMadeOfIsKnownAgain) {
  Summary summary;
  Atom pointer, cell;
  pointer.kind = AtomKind::kFormal;
  pointer.is_pointer = true;
  cell.kind = AtomKind::kInitial;
  cell.argument = summary.terms.AddConstant(summary.terms.Of(pointer), 8);
  cell.argument = summary.terms.AddConstant(summary.terms.Of(cell), 16);
  const TermId loaded = summary.terms.Of(cell);
  const std::unique_ptr<Summary> read = MustDecode(EncodeSummary(summary));
  const TermTable& decoded = read->terms;
  ASSERT_EQ(decoded.ToString(loaded), summary.terms.ToString(loaded));
  EXPECT_EQ(decoded.Depth(loaded), 2);
  EXPECT_EQ(decoded.KindsIn(loaded), summary.terms.KindsIn(loaded));
  EXPECT_TRUE(decoded.MentionsKind(loaded, AtomKind::kFormal));
}

TEST(SummaryCodecTest, RefusesAtomsMadeOfThemselves) {
  // Term 1 is the thread, term 2 the cell behind it: now the cell is behind itself.
  EXPECT_EQ(ErrorAfter([](proto::SummaryRecord& r) { r.mutable_atoms()->set_argument(1, 2); }),
            "damaged summary: atom 1 is made from later ones");
}

TEST(SummaryCodecTest, RefusesTermsThatNestTooDeepOrGrowTooLarge) {
  Summary deep, wide;
  Atom cell;
  cell.kind = AtomKind::kInitial;
  TermId at = deep.terms.Constant(8);
  for (int i = 0; i < 400; ++i) {
    cell.argument = at;
    at = deep.terms.Of(cell);
  }
  EXPECT_EQ(DecodeSummary(EncodeSummary(deep)).status().message(),
            "damaged summary: terms nest too deep");
  at = wide.terms.Constant(8);
  for (int i = 0; i < 40; ++i) {  // two cells of the same argument: doubles with every level
    cell.argument = at;
    cell.index = 4;
    const TermId left = wide.terms.Of(cell);
    cell.index = 8;
    at = wide.terms.Add(left, wide.terms.Of(cell));
  }
  EXPECT_EQ(DecodeSummary(EncodeSummary(wide)).status().message(),
            "damaged summary: term too large");
}

TEST(SummaryCodecTest, RefusesProductsOfOtherThanAFewFactors) {
  const auto error = [](const std::vector<int64_t>& coefficients, int64_t constant) {
    Summary summary;
    Term factors;
    factors.constant = constant;
    for (uint32_t i = 0; i < coefficients.size(); ++i) {
      Atom formal;
      formal.kind = AtomKind::kFormal;
      formal.index = i;
      factors.parts.push_back({summary.terms.InternAtom(formal), coefficients[i]});
    }
    Atom product;
    product.kind = AtomKind::kProduct;
    product.argument = summary.terms.InternTerm(factors);
    summary.terms.InternAtom(product);
    return std::string(DecodeSummary(EncodeSummary(summary)).status().message());
  };
  EXPECT_EQ(error({1, 1}, 0), "");
  EXPECT_EQ(error({1, 2}, 0), "");
  EXPECT_EQ(error({1, 1, 1}, 0), "");
  constexpr char kWrongNumber[] = "damaged summary: product of no factors or too many";
  EXPECT_EQ(error({1, 1}, 1), kWrongNumber);
  EXPECT_EQ(error({1}, 0), kWrongNumber);
  EXPECT_EQ(error({}, 0), kWrongNumber);
  EXPECT_EQ(error({2, 2}, 0), kWrongNumber);
  EXPECT_EQ(error({1, 1, 1, 1}, 0), kWrongNumber);
  constexpr char kTooMany[] = "damaged summary: product of too many factors";
  EXPECT_EQ(error({4}, 0), kTooMany);
  EXPECT_EQ(error({-1, 3}, 0), kTooMany);
}

// Whatever passes can be used: it prints, compacts and encodes. Returns whether the bytes pass.
bool Survives(const std::string& bytes) {
  const absl::StatusOr<SummaryHead> head = DecodeSummaryHead(bytes);
  EXPECT_TRUE(head.ok() || !head.status().message().empty());
  absl::StatusOr<std::unique_ptr<Summary>> decoded = DecodeSummary(bytes);
  if (!decoded.ok()) {
    EXPECT_FALSE(decoded.status().message().empty());
    return false;
  }
  PrintSummary(**decoded, SummaryNames());
  EXPECT_TRUE(DecodeSummary(EncodeSummary(Compact(**decoded))).ok());
  return true;
}

TEST(SummaryCodecTest, CutBytesAreHarmless) {
  for (uint32_t seed = 0; seed < 10; ++seed) {
    const std::string bytes = EncodeSummary(Compact(RandomSummary(seed)));
    for (size_t length = 0; length < bytes.size(); ++length) Survives(bytes.substr(0, length));
  }
}

TEST(SummaryCodecTest, FlippedBytesAreHarmless) {
  std::mt19937 random(11);
  std::vector<std::string> whole;
  for (uint32_t seed = 0; seed < 20; ++seed) whole.push_back(EncodeSummary(RandomSummary(seed)));
  int passed = 0;
  for (int round = 0; round < 5000; ++round) {
    std::string bytes = whole[round % whole.size()];
    for (uint32_t n = 1 + random() % 3; n > 0; --n) {
      bytes[random() % bytes.size()] ^= static_cast<char>(1 + random() % 255);
    }
    passed += Survives(bytes) ? 1 : 0;
  }
  EXPECT_GT(passed, 0);  // some flips only change a number
}

TEST(SummaryCodecTest, RandomBytesAreHarmless) {
  std::mt19937 random(12);
  for (int round = 0; round < 5000; ++round) {
    std::string record = "\x08\x03";  // of this version
    for (uint32_t n = random() % 60; n > 0; --n) {
      record.push_back(static_cast<char>(random() % 256));
    }
    Survives(Framed(record));
  }
}

}  // namespace
}  // namespace plait
