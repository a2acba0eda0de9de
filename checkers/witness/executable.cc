#include "checkers/witness/executable.h"

#include <algorithm>
#include <cstdlib>
#include <utility>

#include "absl/strings/match.h"
#include "absl/strings/strip.h"
#include "analyzer/fixpoint/flow_graph.h"
#include "checkers/witness/calls_ahead.h"
#include "summaries/sorted_sets.h"

namespace plait::witness {
namespace {

// "__builtin_memcpy", "__isoc99_scanf" and "__pthread_mutex_lock" are what their plain names are.
std::string PlainName(std::string_view name) {
  absl::string_view plain(name.data(), name.size());
  for (const char* prefix : {"__builtin_", "__isoc99_", "__isoc23_"}) {
    absl::ConsumePrefix(&plain, prefix);
  }
  if (absl::StartsWith(plain, "__pthread_")) plain.remove_prefix(2);
  return std::string(plain);
}

bool HasAtomicBody(const proto::Function& model) {
  return std::any_of(model.effect().begin(), model.effect().end(),
                     [](const proto::Effect& effect) { return effect.atomic_body(); });
}

}  // namespace

Executable::Executable(const Program& program, ModelLookup models, uint32_t root)
    : program_(program),
      models_(std::move(models)),
      root_(root),
      code_(program.definitions().size()),
      calls_ahead_(std::make_unique<CallsAhead>(*this)) {
  FindAmbiguousGlobals();
}

Executable::~Executable() = default;

bool Executable::MayCome(Ahead what, const Code& code, uint32_t block, uint32_t index) {
  return calls_ahead_->MayCome(what, code, block, index);
}

// Programs that are scanned together may each have a variable of one name; Program knows one of
// them.
void Executable::FindAmbiguousGlobals() {
  int mains = 0;
  absl::flat_hash_map<std::string, const ir::Global*> defined;
  for (const ir::Unit& unit : program_.units()) {
    for (const ir::FunctionInfo& function : unit.functions) {
      mains += function.is_defined && function.name == "main";
    }
    for (const ir::Global& global : unit.globals) {
      if (!global.is_definition) continue;
      const auto [known, inserted] = defined.try_emplace(global.name, &global);
      const bool is_same = known->second->file == global.file && known->second->line == global.line;
      if (!inserted && !is_same) ambiguous_globals_.insert(global.name);
    }
  }
  if (mains <= 1) ambiguous_globals_.clear();
}

const Code& Executable::CodeOf(uint32_t definition) {
  std::unique_ptr<Code>& code = code_[definition];
  if (code != nullptr) return *code;
  code = std::make_unique<Code>();
  const Definition& defined = program_.definitions()[definition];
  code->definition = definition;
  code->body = &defined.body();
  uint32_t number = 0;
  for (const ir::Block& block : defined.body().blocks) {
    code->first_instruction.push_back(number);
    number += block.instructions.size();
  }
  NoteCompared(defined.body());
  // Whether a symbol is a variable or a function is told by the operands that use it.
  for (const ir::Symbol& symbol : defined.body().symbols) {
    const bool is_global = program_.FindGlobal(InternName(symbol.name)) != nullptr;
    code->globals.push_back(is_global ? GlobalOf(symbol.name) : kNone);
    code->functions.push_back(is_global ? kNone : FunctionOf(defined.unit, symbol.name));
  }
  return *code;
}

std::vector<bool> Code::FindRead() const {
  std::vector<bool> read(body->register_names.size());
  const auto note = [&](const ir::Operand& operand) {
    if (operand.kind == ir::Operand::Kind::kRegister) read[operand.value] = true;
  };
  for (const ir::Block& block : body->blocks) {
    for (const ir::Instruction& instruction : block.instructions) ForEachRead(instruction, note);
    note(block.terminator.condition);
  }
  return read;
}

// Those whose scope begins where a call begins are there until it ends.
std::vector<bool> Code::FindRenewed() const {
  std::vector<bool> is_renewed(body->slots.size());
  const bool comes_back =
      std::any_of(body->blocks.begin(), body->blocks.end(), [](const ir::Block& block) {
        const ir::Terminator& end = block.terminator;
        return std::find(end.targets.begin(), end.targets.end(), 0) != end.targets.end() ||
               std::any_of(end.cases.begin(), end.cases.end(),
                           [](const ir::SwitchCase& one) { return one.target == 0; });
      });
  for (size_t b = 0; b < body->blocks.size(); ++b) {
    for (const ir::Instruction& instruction : body->blocks[b].instructions) {
      const bool begins = instruction.opcode == ir::Opcode::kEnterScope;
      if (begins && (b > 0 || comes_back)) is_renewed[instruction.a.value] = true;
    }
  }
  return is_renewed;
}

void Executable::NoteCompared(const ir::Procedure& body) {
  constexpr size_t kMost = 32;
  for (const ir::Block& block : body.blocks) {
    for (const ir::Instruction& i : block.instructions) {
      const bool compares = i.opcode == ir::Opcode::kBinary && i.binary >= ir::Binary::kEq &&
                            i.binary <= ir::Binary::kGe;
      if (!compares) continue;
      for (const ir::Operand& side : {i.a, i.b}) {
        if (side.kind == ir::Operand::Kind::kConstant && compared_.size() < kMost) {
          InsertSorted(&compared_, side.value);
        }
      }
    }
  }
}

uint32_t Executable::GlobalOf(const std::string& symbol) {
  const Name name = InternName(symbol);
  const auto [position, inserted] = global_index_.try_emplace(name, globals_.size());
  if (inserted) {
    const bool is_ambiguous = ambiguous_globals_.contains(symbol);
    const ir::Global* global = is_ambiguous ? nullptr : program_.FindGlobal(name);
    const bool is_stream = global != nullptr && program_.IsSynchronisedStream(*global);
    globals_.push_back({name, global, is_stream});
  }
  return position->second;
}

uint32_t Executable::GlobalOfModel(const std::string& name) {
  constexpr uint64_t kBytes = 64;  // models access no more
  const uint32_t index = GlobalOf(name);
  GlobalEntry& entry = globals_[index];
  if (entry.declaration == nullptr && !ambiguous_globals_.contains(name)) {
    auto global = std::make_unique<ir::Global>();
    global->name = global->display_name = name;
    global->size = kBytes;
    entry.declaration = global.get();
    library_globals_.push_back(std::move(global));
  }
  return index;
}

uint32_t Executable::FunctionOf(uint32_t unit, const std::string& symbol) {
  const Name name = InternName(symbol);
  const std::vector<uint32_t> bodies = program_.Resolve(unit, name);
  const proto::Function* model = models_(symbol, !bodies.empty());
  if (model != nullptr && !bodies.empty() && HasAtomicBody(*model)) {
    // The body is entered, as an atomic section.
  } else if (model != nullptr) {
    return Intern(&external_, {name, kNone, false, model, PlainName(symbol), {}});
  }
  if (bodies.empty()) return Intern(&external_, {name, kNone, false, nullptr, "", {}});
  if (bodies.size() > 1) return Intern(&ambiguous_, {name, kNone, true, nullptr, "", {}});
  const auto [position, inserted] = by_definition_.try_emplace(bodies[0], functions_.size());
  if (inserted) {
    functions_.push_back(
        std::make_unique<Function>(Function{name, bodies[0], false, model, "", {}}));
  }
  return position->second;
}

uint32_t Executable::Intern(absl::flat_hash_map<Name, uint32_t>* table, Function function) {
  const auto [position, inserted] = table->try_emplace(function.name, functions_.size());
  if (inserted) functions_.push_back(std::make_unique<Function>(std::move(function)));
  return position->second;
}

uint32_t Executable::FunctionAt(uint64_t address) const {
  if (address < kFunctions || (address & 15) != 0) return kNone;
  const uint64_t index = (address - kFunctions) >> 4;
  return index < functions_.size() ? static_cast<uint32_t>(index) : kNone;
}

bool Executable::HasAcquireFence() const {
  const auto is_one = [](const ir::Instruction& i) {
    return i.opcode == ir::Opcode::kFence && i.ordering != ir::Ordering::kRelease;
  };
  const std::vector<Definition>& definitions = program_.definitions();
  return std::any_of(definitions.begin(), definitions.end(), [&](const Definition& definition) {
    const std::vector<ir::Block>& blocks = definition.body().blocks;
    return std::any_of(blocks.begin(), blocks.end(), [&](const ir::Block& block) {
      return std::any_of(block.instructions.begin(), block.instructions.end(), is_one);
    });
  });
}

}  // namespace plait::witness
