// Texts of TermTable.
#include <string>

#include "absl/strings/str_cat.h"
#include "summaries/term.h"

namespace plait {

std::string TermTable::ContextToString(ContextId id) const {
  std::string text;
  for (; id != kNoContext; id = contexts_[id].parent) {
    text = absl::StrCat(NameText(contexts_[id].procedure), ":", contexts_[id].site,
                        text.empty() ? "" : ">", text);
  }
  return text;
}

std::string TermTable::AtomToString(AtomId id) const {
  const Atom& a = atoms_[id];
  const std::string at =
      a.context == kNoContext ? "" : absl::StrCat("@", ContextToString(a.context));
  const std::string place = absl::StrCat(NameText(a.name), ":", a.index, at);
  const std::string instance =
      a.argument == kZero ? "" : absl::StrCat("[", ToString(a.argument), "]");
  switch (a.kind) {
    case AtomKind::kGlobal:
    case AtomKind::kFunction:
      return absl::StrCat("&", NameText(a.name));
    case AtomKind::kString:
      return absl::StrCat("string(", place, ")");
    case AtomKind::kSlot:
      return absl::StrCat("local(", place, ")");
    case AtomKind::kHeap:
      return absl::StrCat("heap(", place, ")", instance);
    case AtomKind::kThread:
      return absl::StrCat("thread(", place, ")", instance);
    case AtomKind::kFormal:
      return absl::StrCat("formal", a.index);
    case AtomKind::kInitial:
      return absl::StrCat("*(", ToString(a.argument), ")");
    case AtomKind::kShared:
      return absl::StrCat("shared*(", ToString(a.argument), ")");
    case AtomKind::kPhi:
      return absl::StrCat("phi(", place, ")");
    case AtomKind::kIteration:
      return absl::StrCat("iteration(", place, ")");
    case AtomKind::kUnknown:
      return absl::StrCat(IsTaken(a) ? "taken(" : "unknown(", place, ")", instance);
    case AtomKind::kAny:
      return "any";
    case AtomKind::kBound:
      return "k";
    case AtomKind::kSelf:
      return "self";
    case AtomKind::kComparison: {
      static constexpr const char* kRelations[] = {" == 0", " < 0", " <= 0"};
      return absl::StrCat("(", ToString(a.argument), kRelations[a.index], ")");
    }
    case AtomKind::kQuotient:
    case AtomKind::kRemainder: {
      const uint32_t number = Divisor::FromIndex(a.index).number;
      return absl::StrCat("(", ToString(a.argument), a.kind == AtomKind::kQuotient ? " / " : " % ",
                          number == 0 ? "operand" : absl::StrCat(number), ")");
    }
    case AtomKind::kProduct:
      return absl::StrCat("product(", ToString(a.argument), ")");
    case AtomKind::kResult:
      return absl::StrCat("result(", ToString(a.argument), ")");
    case AtomKind::kOperand:
      return absl::StrCat("operand(", ToString(a.argument), ")");
    case AtomKind::kSelect:
      return absl::StrCat("select(", ToString(a.argument), ")");
  }
  return "?";
}

std::string TermTable::ToString(TermId id) const {
  const Term& term = terms_[id];
  std::string text;
  for (const Part& part : term.parts) {
    const std::string atom = AtomToString(part.atom);
    absl::StrAppend(&text, text.empty() ? "" : " + ",
                    part.coefficient == 1 ? "" : absl::StrCat(part.coefficient, "*"), atom);
  }
  if (term.constant != 0 || text.empty()) {
    absl::StrAppend(&text, text.empty() ? "" : " + ", term.constant);
  }
  return text;
}

}  // namespace plait
