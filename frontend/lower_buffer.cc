// What becomes of the memory in which a container keeps its elements, and a string its characters:
// pointers, references and views lead there that know nothing of the container.
#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "clang/AST/DeclCXX.h"
#include "clang/AST/ExprCXX.h"
#include "frontend/library_boundary.h"
#include "frontend/lower_function.h"
#include "llvm/Support/Casting.h"

namespace plait::frontend {

using llvm::dyn_cast;

// Who changes a string may write any of its characters, or give back the memory that they lie in:
// whether there is room is not known, and nobody may count on it ([string.require]).
void FunctionLowering::ChangeCharacters(const Operand& block) {
  EmitLibraryCall("std::basic_string::change_characters", {block}, context_.VoidTy);
}

void FunctionLowering::LeaveBlock(const Operand& block) {
  std::vector<Operand> arguments = {block};
  if (has_room_) arguments.push_back(Operand::Constant(1));
  EmitLibraryCall("std::vector::leave_block", std::move(arguments), context_.VoidTy);
}

bool FunctionLowering::IsRoomMade(const clang::CXXMethodDecl& method, const clang::Expr& object,
                                  llvm::ArrayRef<const clang::Expr*> arguments) {
  if (!method.getDeclName().isIdentifier() || StandardClass(method.getParent()) != "vector") {
    return false;
  }
  const clang::Expr* named = object.IgnoreParenImpCasts();
  const clang::ValueDecl* vector = nullptr;
  if (const auto* variable = dyn_cast<clang::DeclRefExpr>(named)) vector = variable->getDecl();
  if (const auto* member = dyn_cast<clang::MemberExpr>(named)) vector = member->getMemberDecl();
  if (vector == nullptr) return false;
  const llvm::StringRef name = method.getName();
  if (name == "reserve" && !arguments.empty() && !arguments[0]->isEvaluatable(context_)) {
    reserved_.insert(vector);
  }
  return (name == "push_back" || name == "emplace_back") && reserved_.contains(vector);
}

void FunctionLowering::ChangeStringAt(const Operand& string) {
  const Lvalue word = WordOf(string, 0, "basic_string");
  const Operand block = Load(word);
  ChangeCharacters(block);
  Store(word, block);
}

// The elements stay where they are: what matters is that the block that they have lain in is gone.
void FunctionLowering::MoveVector(const Operand& self, clang::QualType element) {
  const Lvalue begin = WordOf(self, 0, "vector");
  const Operand block = Load(begin);
  if (RunsProgram(element, Implicit::kCopyOrMove) || RunsProgram(element, Implicit::kEnd)) {
    ir::Place first;
    first.base = block;
    const auto size = std::max<int64_t>(1, static_cast<int64_t>(types_.Size(element)));
    ForEachElement(first, CountInVector(self, element), size, [&](const ir::Place& place) {
      Lvalue one;
      one.place = place;
      one.text = "element";
      one.type = element;
      MoveInPlace(one);
    });
  }
  LeaveBlock(block);
  Store(begin, block);
}

// An element is made of the old one, which ends.
void FunctionLowering::MoveInPlace(const Lvalue& element) {
  Lvalue moved = element;
  moved.place = ir::Place();
  moved.place.base = Operand::Slot(NewTemporary(element.type));
  ConstructFrom(moved, element.place, /*moves=*/true);
  Destroy(element.type, element.place);
  Copy(element, moved.place, nullptr);
}

// What is added one by one makes room for twice as many, as in most implementations.
void FunctionLowering::GrowVector(const Operand& self, clang::QualType element, const Operand& end,
                                  bool is_exact) {
  const Lvalue capacity = WordOf(self, 2 * kPointerSize, "vector");
  const auto exceeds = [&](const Operand& a, const Operand& b) {
    return builder_.Binary(ir::Binary::kGt, a, b, kPointerSize, /*is_signed=*/false);
  };
  const BlockId grow = builder_.NewBlock(), after = builder_.NewBlock();
  builder_.Branch(exceeds(end, Load(capacity)), grow, after);
  builder_.StartBlock(grow);
  MoveVector(self, element);
  if (is_exact) {
    Store(capacity, end);
    builder_.StartBlock(after);
    return;
  }
  const Operand block = Load(WordOf(self, 0, "vector"));
  const Operand bytes =
      builder_.Binary(ir::Binary::kPointerDifference, Load(WordOf(self, kPointerSize, "vector")),
                      block, kPointerSize, /*is_signed=*/true);
  ir::Place doubled;
  doubled.base = block;
  AddIndex(doubled, bytes, 2);
  const Operand limit = builder_.Address(doubled);
  const BlockId more = builder_.NewBlock(), twice = builder_.NewBlock();
  builder_.Branch(exceeds(end, limit), more, twice);
  builder_.StartBlock(more);
  Store(capacity, end);
  builder_.Goto(after);
  builder_.StartBlock(twice);
  Store(capacity, limit);
  builder_.StartBlock(after);
}

void FunctionLowering::ShrinkVector(const Operand& self, clang::QualType element) {
  const Lvalue capacity = WordOf(self, 2 * kPointerSize, "vector");
  const Operand end = Load(WordOf(self, kPointerSize, "vector"));
  const BlockId shrink = builder_.NewBlock(), after = builder_.NewBlock();
  builder_.Branch(builder_.Binary(ir::Binary::kNe, end, Load(capacity), kPointerSize,
                                  /*is_signed=*/false),
                  shrink, after);
  builder_.StartBlock(shrink);
  MoveVector(self, element);
  Store(capacity, end);
  builder_.StartBlock(after);
}

// Before a container gets others.
void FunctionLowering::EndAll(const std::string& of, const Operand& self, clang::QualType element) {
  const bool is_string = IsString(StandardClass(element->getAsCXXRecordDecl()));
  if (!is_string && !RunsProgram(element, Implicit::kEnd)) return;
  const Operand block = Load(WordOf(self, 0, of));
  if (IsSequence(of)) return DestroySequence(self, block, element);
  EndElements(PointedTo(block, element).place, CountInVector(self, element), element);
}

// What is moved is exchanged: what the other one then holds is not said.
ir::Operand FunctionLowering::AssignContainer(const std::string& of, const Operand& self,
                                              clang::QualType element,
                                              const clang::Expr* argument) {
  const Operand given = LowerArgument(argument);
  EndAll(of, self, element);
  if (of == "vector" && argument->isLValue()) {
    CopyToVector(self, given, element);
    return self;
  }
  LeaveBlock(Load(WordOf(self, 0, of)));
  if (argument->isLValue()) {
    CopyContainer(self, given, of, element);
  } else if (RunsProgram(element, Implicit::kEnd)) {
    MoveContainer(self, given, of);
  } else {
    ExchangeContainers(self, given, of);
  }
  return self;
}

// The copies come to lie where the old elements were, if there is room.
void FunctionLowering::CopyToVector(const Operand& self, const Operand& from,
                                    clang::QualType element) {
  const Operand block = Load(WordOf(self, 0, "vector"));
  const Operand source = Load(WordOf(from, 0, "vector"));
  const Operand count = CountInVector(from, element);
  const Operand end = AddressOf(ElementAt(block, count, element));
  const Lvalue capacity = WordOf(self, 2 * kPointerSize, "vector");
  const BlockId grow = builder_.NewBlock(), after = builder_.NewBlock();
  builder_.Branch(builder_.Binary(ir::Binary::kGt, end, Load(capacity), kPointerSize,
                                  /*is_signed=*/false),
                  grow, after);
  builder_.StartBlock(grow);
  LeaveBlock(block);
  Store(WordOf(self, 0, "vector"), block);
  Store(capacity, end);
  builder_.StartBlock(after);
  CopyAll(block, source, count, element);
  Store(WordOf(self, kPointerSize, "vector"), end);
}

// Short strings are copied, longer ones change hands. What is made on the way has nobody pointing
// into it.
ir::Operand FunctionLowering::MoveString(const std::string& of, const Operand& self,
                                         const Operand& given, bool is_temporary) {
  ChangeStringAt(self);
  if (is_temporary) return self;
  ChangeStringAt(given);
  ExchangeWords(WordOf(self, 0, of), WordOf(given, 0, of));
  return self;
}

void FunctionLowering::EndExchanged(const clang::CXXMethodDecl& method, const clang::Expr& object,
                                    const Operand& self) {
  if (!method.getDeclName().isIdentifier() || method.getName() != "swap") return;
  if (!isa<clang::MaterializeTemporaryExpr>(object.IgnoreParens())) return;
  if (!IsContainer(StandardClass(method.getParent()))) return;
  ir::Place place;
  place.base = self;
  Destroy(context_.getTypeDeclType(method.getParent()), place);
}

}  // namespace plait::frontend
