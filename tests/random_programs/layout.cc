#include "tests/random_programs/layout.h"

#include <cstddef>

#include "absl/strings/str_cat.h"

namespace plait::random_programs {
namespace {

const std::string& RootOf(const Expr& place) {
  static const std::string& none = *new std::string;
  if (place.kind == Expr::Kind::kVariable) return place.name;
  if (place.kind == Expr::Kind::kIndex || place.kind == Expr::Kind::kField) {
    return RootOf(place.operands[0]);
  }
  return none;
}

class Uses {
 public:
  explicit Uses(bool handles_escape) : handles_escape_(handles_escape) {}

  void Scan(const std::vector<Stmt>& body) {
    for (const Stmt& stmt : body) {
      if (stmt.kind == Stmt::Kind::kDeclare && stmt.type.kind == Type::Kind::kArray) {
        arrays_.insert(stmt.name);
      }
      for (const Expr& expr : stmt.exprs) Scan(expr);
      Scan(stmt.body);
      Scan(stmt.otherwise);
    }
  }

  std::set<std::string> names;

 private:
  void Scan(const Expr& expr) {
    if (expr.kind == Expr::Kind::kAddress) names.insert(RootOf(expr.operands[0]));
    if (expr.kind == Expr::Kind::kVariable && arrays_.count(expr.name)) names.insert(expr.name);
    for (size_t i = 0; i < expr.operands.size(); ++i) {
      const Expr& operand = expr.operands[i];
      const bool is_element =
          i == 0 && (expr.kind == Expr::Kind::kIndex || expr.kind == Expr::Kind::kField) &&
          operand.kind == Expr::Kind::kVariable;
      if (is_element) continue;
      const bool is_handle = i == 0 && expr.kind == Expr::Kind::kCall &&
                             expr.name == "pthread_create" && operand.kind == Expr::Kind::kAddress;
      if (is_handle && !handles_escape_) {
        const Expr& place = operand.operands[0];
        if (place.kind != Expr::Kind::kVariable) Scan(place);
        continue;
      }
      Scan(operand);
    }
  }

  bool handles_escape_;
  std::set<std::string> arrays_;
};

std::set<std::string> Find(const Function& function, bool handles_escape) {
  Uses uses(handles_escape);
  uses.Scan(function.body);
  return std::move(uses.names);
}

}  // namespace

bool IsSyncObject(Type::Kind kind) {
  switch (kind) {
    case Type::Kind::kMutex:
    case Type::Kind::kRwlock:
    case Type::Kind::kSpinlock:
    case Type::Kind::kSemaphore:
    case Type::Kind::kCondition:
    case Type::Kind::kBarrier:
    case Type::Kind::kOnce:
      return true;
    default:
      return false;
  }
}

const Struct* Layout::Find(const std::string& name) const {
  for (const Struct& structure : program_.structs) {
    if (structure.name == name) return &structure;
  }
  return nullptr;
}

int Layout::CellsOf(const Type& type) const {
  if (IsSyncObject(type.kind)) return kSyncCells;
  if (type.kind == Type::Kind::kArray) return type.length * CellsOf(type.element[0]);
  if (type.kind != Type::Kind::kStruct) return 1;
  int cells = 0;
  if (const Struct* structure = Find(type.name)) {
    for (const Parameter& field : structure->fields) cells += CellsOf(field.type);
  }
  return cells;
}

void Layout::AppendCells(const std::string& path, const Type& type,
                         std::vector<std::string>* cells) const {
  if (type.kind == Type::Kind::kArray) {
    for (int i = 0; i < type.length; ++i) AppendCells(path + "[]", type.element[0], cells);
  } else if (type.kind == Type::Kind::kStruct) {
    const Struct* structure = Find(type.name);
    if (structure == nullptr) return;
    for (const Parameter& field : structure->fields) {
      AppendCells(absl::StrCat(path, ".", field.name), field.type, cells);
    }
  } else {
    cells->insert(cells->end(), IsSyncObject(type.kind) ? kSyncCells : 1, path);
  }
}

void Layout::AppendReadyLocks(const Type& type, std::vector<int64_t>* values) const {
  if (type.kind == Type::Kind::kArray) {
    for (int i = 0; i < type.length; ++i) AppendReadyLocks(type.element[0], values);
  } else if (type.kind == Type::Kind::kStruct) {
    const Struct* structure = Find(type.name);
    if (structure == nullptr) return;
    for (const Parameter& field : structure->fields) AppendReadyLocks(field.type, values);
  } else {
    values->insert(values->end(), CellsOf(type), 0);
    if (IsSyncObject(type.kind)) values->back() = 1;
  }
}

Declaration Layout::Declare(const std::string& name, const Type& type, int64_t value) const {
  Declaration declaration;
  declaration.name = name;
  AppendCells(name, type, &declaration.cells);
  declaration.initial.assign(declaration.cells.size(), value);
  const Type& element = type.kind == Type::Kind::kArray ? type.element[0] : type;
  declaration.is_handle = element.kind == Type::Kind::kThread;
  return declaration;
}

Declaration Layout::Declare(const Global& global) const {
  Declaration declaration = Declare(global.name, global.type, 0);
  if (!global.address_of.empty()) {
    for (size_t i = 0; i < program_.globals.size(); ++i) {
      if (program_.globals[i].name == global.address_of) {
        declaration.initial[0] = AddressValue(static_cast<int>(i), 0);
      }
    }
  } else if (global.type.kind == Type::Kind::kInt || global.type.kind == Type::Kind::kAtomicInt) {
    declaration.initial[0] = global.value;
  } else if (global.value != 0) {
    declaration.initial.clear();
    AppendReadyLocks(global.type, &declaration.initial);
  }
  return declaration;
}

std::set<std::string> AddressTaken(const Function& function) { return Find(function, true); }
std::set<std::string> Escaping(const Function& function) { return Find(function, false); }

}  // namespace plait::random_programs
