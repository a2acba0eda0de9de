// Arithmetic of TermTable: sums, multiples and parts of terms.
#include <numeric>

#include "absl/container/inlined_vector.h"
#include "summaries/term.h"

namespace plait {

// a + factor * b. Arithmetic is modulo 2^64, as the machine's.
Term TermTable::Sum(const Term& a, const Term& b, int64_t factor) const {
  auto multiply = [](int64_t x, int64_t y) {
    return static_cast<int64_t>(static_cast<uint64_t>(x) * static_cast<uint64_t>(y));
  };
  auto add = [](int64_t x, int64_t y) {
    return static_cast<int64_t>(static_cast<uint64_t>(x) + static_cast<uint64_t>(y));
  };
  Term sum;
  sum.constant = add(a.constant, multiply(b.constant, factor));
  size_t i = 0, j = 0;
  while (i < a.parts.size() || j < b.parts.size()) {
    if (j == b.parts.size() || (i < a.parts.size() && a.parts[i].atom < b.parts[j].atom)) {
      sum.parts.push_back(a.parts[i++]);
    } else if (i == a.parts.size() || b.parts[j].atom < a.parts[i].atom) {
      const int64_t c = multiply(b.parts[j].coefficient, factor);
      if (c != 0) sum.parts.push_back({b.parts[j].atom, c});
      ++j;
    } else {
      // Unequal unknowns never cancel: any - any is any; 8 any + 12 any is 4 any.
      const int64_t c = add(a.parts[i].coefficient, multiply(b.parts[j].coefficient, factor));
      if (atoms_[a.parts[i].atom].kind == AtomKind::kAny) {
        sum.parts.push_back(
            {a.parts[i].atom, std::gcd(a.parts[i].coefficient, b.parts[j].coefficient)});
      } else if (c != 0) {
        sum.parts.push_back({a.parts[i].atom, c});
      }
      ++i;
      ++j;
    }
  }
  return sum;
}

// `a` and `b` may be terms of this table: they are read before it grows.
TermId TermTable::Combine(const Term& a, const Term& b, int64_t factor) {
  Term sum = Sum(a, b, factor);
  if (sum.parts.size() > kMaxParts) {
    const AtomId any = InternAtom(Atom{});
    Part base;
    int rank = 0;
    for (const Part& part : sum.parts) {
      if (part.coefficient == 1 && BaseRank(atoms_[part.atom]) > rank) {
        rank = BaseRank(atoms_[part.atom]);
        base = part;
      }
    }
    int64_t step = 0;  // of the sum of the other parts
    for (const Part& part : sum.parts) {
      if (rank == 0 || part.atom != base.atom) step = std::gcd(step, part.coefficient);
    }
    sum.parts.clear();
    if (rank > 0) sum.parts.push_back(base);
    sum.parts.push_back({any, step});
  }
  return InternTerm(std::move(sum));
}

TermId TermTable::Add(TermId a, TermId b) {
  if (a == kZero) return b;
  if (b == kZero) return a;
  if (terms_[b].is_constant()) return AddConstant(a, terms_[b].constant);
  if (terms_[a].is_constant()) return AddConstant(b, terms_[a].constant);
  return Combine(terms_[a], terms_[b], 1);
}

TermId TermTable::AddConstant(TermId a, int64_t constant) {
  if (constant == 0) return a;
  if (term_ids_.count() != terms_.size()) IndexAgain();
  const auto sum = static_cast<int64_t>(static_cast<uint64_t>(terms_[a].constant) +
                                        static_cast<uint64_t>(constant));
  bool inserted;
  const TermId id = FindOrAddTerm(sum, terms_[a].parts, &inserted);
  if (!inserted) return id;
  Term term = terms_[a];
  term.constant = sum;
  return AddTerm(id, std::move(term));
}

TermId TermTable::Subtract(TermId a, TermId b) {
  if (b == kZero) return a;
  return Combine(terms_[a], terms_[b], -1);
}

TermId TermTable::Multiply(TermId a, int64_t factor) {
  if (factor == 1) return a;
  return Combine(Term{}, terms_[a], factor);
}

TermId TermTable::ProductOfAtoms(AtomId a, AtomId b) {
  Term factors;
  for (AtomId factor : {a, b}) {
    const Atom& atom = atoms_[factor];
    if (atom.kind == AtomKind::kProduct) {
      factors = Sum(factors, terms_[atom.argument], 1);
    } else {
      Term one;
      one.parts.push_back({factor, 1});
      factors = Sum(factors, one, 1);
    }
  }
  int64_t count = 0;
  for (const Part& part : factors.parts) count += part.coefficient;
  if (count > kMaxFactors) return Any();
  Atom product;
  product.kind = AtomKind::kProduct;
  product.argument = InternTerm(std::move(factors));
  return Of(product);
}

TermId TermTable::Product(TermId a, TermId b) {
  if (const auto value = ConstantValue(a)) return Multiply(b, *value);
  if (const auto value = ConstantValue(b)) return Multiply(a, *value);
  const Term x = terms_[a], y = terms_[b];
  TermId product = Constant(
      static_cast<int64_t>(static_cast<uint64_t>(x.constant) * static_cast<uint64_t>(y.constant)));
  product = Add(product, Multiply(AddConstant(a, -x.constant), y.constant));
  product = Add(product, Multiply(AddConstant(b, -y.constant), x.constant));
  for (const Part& p : x.parts) {
    for (const Part& q : y.parts) {
      const TermId one = Multiply(ProductOfAtoms(p.atom, q.atom), p.coefficient);
      product = Add(product, Multiply(one, q.coefficient));
    }
  }
  return product;
}

TermId TermTable::ProductOfEach(absl::Span<const Part> factors,
                                absl::FunctionRef<TermId(AtomId)> value) {
  TermId product = Constant(1);
  for (const Part& part : factors) {
    const TermId factor = value(part.atom);
    for (int64_t i = 0; i < part.coefficient; ++i) product = Product(product, factor);
  }
  return product;
}

TermId TermTable::FactorOf(TermId id, AtomId number) {
  const Term term = terms_[id];
  TermId sum = kZero;
  for (const Part& part : term.parts) {
    if (part.atom == number) {
      sum = AddConstant(sum, part.coefficient);
      continue;
    }
    if (!Mentions(Of(part.atom), number)) continue;
    if (atoms_[part.atom].kind != AtomKind::kProduct) return kNothing;
    TermId others = Constant(1);
    int64_t times = 0;
    const Term factors = terms_[atoms_[part.atom].argument];
    for (const Part& factor : factors.parts) {
      if (factor.atom == number) times = factor.coefficient;
      for (int64_t i = 0; factor.atom != number && i < factor.coefficient; ++i) {
        others = Product(others, Of(factor.atom));
      }
    }
    if (times != 1 || Mentions(others, number)) return kNothing;
    sum = Add(sum, Multiply(others, part.coefficient));
  }
  return sum;
}

Operands TermTable::OperandsOf(const Atom& atom) const {
  Operands operands{terms_[atom.argument], kZero};
  auto& parts = operands.first.parts;
  for (size_t i = 0; i < parts.size(); ++i) {
    const Atom& part = atoms_[parts[i].atom];
    if (part.kind != AtomKind::kOperand || parts[i].coefficient != 1) continue;
    operands.second = part.argument;
    parts.erase(parts.begin() + i);
    break;
  }
  return operands;
}

TermId TermTable::WithOperand(const Atom& atom, TermId first, TermId second) {
  Atom operand;
  operand.kind = AtomKind::kOperand;
  operand.argument = second;
  Atom both = atom;
  both.argument = Add(first, Of(operand));
  return Of(both);
}

TermId TermTable::DivideBy(AtomKind kind, TermId a, TermId by, bool is_signed, bool is_wide) {
  if (const auto number = ConstantValue(by)) {
    if (*number < 1 || *number > Divisor::kMax) return Any();
    if (*number == 1) return kind == AtomKind::kQuotient ? a : kZero;
    return Divide(kind, a, {static_cast<uint32_t>(*number), is_signed, is_wide});
  }
  if (a == kZero) return kZero;
  Atom atom;
  atom.kind = kind;
  atom.index = Divisor{0, is_signed, is_wide}.ToIndex();
  return WithOperand(atom, a, by);
}

TermId TermTable::Select(TermId condition, TermId value) {
  if (const auto holds = ConstantValue(condition)) return *holds != 0 ? value : kZero;
  if (value == kZero) return kZero;
  Atom atom;
  atom.kind = AtomKind::kSelect;
  return WithOperand(atom, value, condition);
}

TermId TermTable::ValueOf(const Atom& atom) {
  switch (atom.kind) {
    case AtomKind::kQuotient:
    case AtomKind::kRemainder: {
      const Divisor divisor = Divisor::FromIndex(atom.index);
      if (divisor.number != 0) return Divide(atom.kind, atom.argument, divisor);
      Operands operands = OperandsOf(atom);
      return DivideBy(atom.kind, InternTerm(std::move(operands.first)), operands.second,
                      divisor.is_signed, divisor.is_wide);
    }
    case AtomKind::kSelect: {
      Operands operands = OperandsOf(atom);
      return Select(operands.second, InternTerm(std::move(operands.first)));
    }
    default:
      return Of(atom);
  }
}

TermId TermTable::Divide(AtomKind kind, TermId a, const Divisor& divisor) {
  const auto value = ConstantValue(a);
  if (value && (divisor.is_signed || *value >= 0)) {
    const auto number = static_cast<int64_t>(divisor.number);
    return Constant(kind == AtomKind::kQuotient ? *value / number : *value % number);
  }
  Atom atom;
  atom.kind = kind;
  atom.index = divisor.ToIndex();
  atom.argument = a;
  return Of(atom);
}

std::optional<int64_t> TermTable::ConstantValue(TermId id) const {
  if (!terms_[id].is_constant()) return std::nullopt;
  return terms_[id].constant;
}

std::optional<int64_t> TermTable::ConstantDifference(TermId a, TermId b) const {
  const Term &x = terms_[a], &y = terms_[b];
  if (x.parts != y.parts) return std::nullopt;
  if (IsAny(a)) return std::nullopt;
  return static_cast<int64_t>(static_cast<uint64_t>(x.constant) -
                              static_cast<uint64_t>(y.constant));
}

AtomId TermTable::ComputeBase(const Term& term) const {
  AtomId base = kNothing;
  int rank = 0;
  for (const Part& part : term.parts) {
    const int r = part.coefficient == 1 ? BaseRank(atoms_[part.atom]) : 0;
    if (r > rank) {
      rank = r;
      base = part.atom;
    }
  }
  return base;
}

TermId TermTable::Offset(TermId address) {
  const AtomId base = Base(address);
  if (base == kNothing) return address;
  if (offsets_[address] != kNothing) return offsets_[address];
  Term term = terms_[address];
  for (size_t i = 0; i < term.parts.size(); ++i) {
    if (term.parts[i].atom == base) {
      term.parts.erase(term.parts.begin() + i);
      break;
    }
  }
  const TermId offset = InternTerm(std::move(term));
  offsets_[address] = offset;
  return offset;
}

TermId TermTable::Substitute(TermId id, absl::FunctionRef<TermId(AtomId)> rewrite) {
  const Term term = terms_[id];
  bool changed = false;
  absl::InlinedVector<TermId, kMaxParts> parts;  // with coefficient 1
  for (const Part& part : term.parts) {
    Atom atom = atoms_[part.atom];
    AtomId rewritten = part.atom;
    if (atom.kind == AtomKind::kProduct) {
      const Term factors = terms_[atom.argument];
      parts.push_back(ProductOfEach(
          factors.parts, [&](AtomId factor) { return Substitute(Of(factor), rewrite); }));
      changed |= parts.back() != Of(part.atom);
      continue;
    }
    if (atom.argument != kZero) {
      const TermId argument = Substitute(atom.argument, rewrite);
      if (argument != atom.argument) {
        atom.argument = argument;
        const TermId value = ValueOf(atom);
        const Term& folded = terms_[value];
        if (folded.constant != 0 || folded.parts.size() != 1 || folded.parts[0].coefficient != 1) {
          parts.push_back(value);
          changed = true;
          continue;
        }
        rewritten = folded.parts[0].atom;
      }
    }
    const TermId replacement = rewrite(rewritten);
    parts.push_back(replacement == kNothing ? Of(rewritten) : replacement);
    changed |= replacement != kNothing || rewritten != part.atom;
  }
  if (!changed) return id;
  TermId result = Constant(term.constant);
  for (size_t i = 0; i < parts.size(); ++i) {
    result = Add(result, Multiply(parts[i], term.parts[i].coefficient));
  }
  return result;
}

}  // namespace plait
