// The intermediate representation the frontend lowers C and C++ into.
//
// A procedure is a control-flow graph of blocks. Every access to memory that could be shared is one
// explicit load, store, copy or atomic instruction; everything else computes on registers.
//
//   - A *register* holds a scalar. Temporaries are registers, and so is every scalar local variable
//     or parameter whose address is never taken. A register may be assigned more than once.
//   - A *slot* is a local variable that lives in memory: address taken, aggregate, array, volatile.
//   - A *place* is an address expression: base + offset + sum(stride * index), in bytes. Field
//   names
//     are kept beside it for people; the analysis goes by bytes, so unions, casts and container_of
//     need no special rules.
//
// Nothing in here knows Clang. Nothing in here depends on where a procedure stands in its file:
// locations are relative to the procedure's first line, so that a moved procedure keeps its bytes.
#ifndef PLAIT_ANALYZER_IR_IR_H_
#define PLAIT_ANALYZER_IR_IR_H_

#include <cstdint>
#include <limits>
#include <string>
#include <string_view>
#include <vector>

namespace plait::ir {

using Register = uint32_t;
inline constexpr Register kNoRegister = std::numeric_limits<Register>::max();

// Index into Procedure::strings. 0 is always the empty string.
using StringIndex = uint32_t;

// Where in the source; `file` indexes Procedure::files (0 is the procedure's own file). For file 0,
// `line` is relative to Procedure::first_line (0 = the first line; may be negative for macros
// defined above). For other files it is 1-based and absolute. `column` is 1-based; 0 when unknown.
// A location inside a macro expansion is that of the expansion.
struct Location {
  uint32_t file = 0;
  int32_t line = 0;
  uint32_t column = 0;

  friend bool operator==(const Location&, const Location&) = default;
};

// What a register or a parameter holds, as far as the analysis cares.
enum class ValueKind : uint8_t {
  kInteger,  // also _Bool, char and enumerations
  kPointer,  // object or function pointer
  kOther,    // floating point, vectors, records passed by value: not tracked
};

struct Operand {
  enum class Kind : uint8_t {
    kNone,
    kRegister,  // value = register number
    kConstant,  // value = the integer; a null pointer is constant 0
    kGlobal,    // value = index into Procedure::symbols; the address of that global variable
    kFunction,  // value = index into Procedure::symbols; the address of that function
    kSlot,      // value = index into Procedure::slots; the address of that local variable
    kString,    // value = number of the string literal within the procedure; its address
    kUnknown,   // a value that is not tracked (floating point, unlowered expression); value = 0, or
                // 1 + the number of a register: executions find it there all the same
  };
  Kind kind = Kind::kNone;
  int64_t value = 0;

  static Operand None() { return {}; }
  static Operand Reg(Register r) { return {Kind::kRegister, r}; }
  static Operand Constant(int64_t c) { return {Kind::kConstant, c}; }
  static Operand Global(uint32_t symbol) { return {Kind::kGlobal, symbol}; }
  static Operand Function(uint32_t symbol) { return {Kind::kFunction, symbol}; }
  static Operand Slot(uint32_t slot) { return {Kind::kSlot, slot}; }
  static Operand String(uint32_t number) { return {Kind::kString, number}; }
  static Operand Unknown() { return {Kind::kUnknown, 0}; }
  static Operand UnknownIn(Register r) { return {Kind::kUnknown, int64_t{r} + 1}; }
  bool is_none() const { return kind == Kind::kNone; }

  friend bool operator==(const Operand&, const Operand&) = default;
};

struct IndexTerm {
  Operand index;
  int64_t stride = 0;  // bytes
  // Elements of the array, if it is a member: an access through an index that is not below, or
  // negative, is undefined. Of one that may go on behind its end, more than there can be. 0: not
  // known.
  uint64_t extent = 0;

  friend bool operator==(const IndexTerm&, const IndexTerm&) = default;
};

// The address  base + offset + sum(stride * index).
struct Place {
  Operand base;
  int64_t offset = 0;  // bytes; may be negative (container_of)
  std::vector<IndexTerm> terms;

  friend bool operator==(const Place&, const Place&) = default;
};

// C11 memory orders; kPlain is a non-atomic access.
enum class Ordering : uint8_t { kPlain, kRelaxed, kConsume, kAcquire, kRelease, kAcqRel, kSeqCst };

enum class Opcode : uint8_t {
  kLoad,      // result = *place
  kStore,     // *place = a
  kCopy,      // *place = *source, width bytes: record assignment, struct passed or returned
  kAddress,   // result = place, no access: &x, array decay, pointer arithmetic
  kAssign,    // result = a: assignment to a register variable, and conversions that keep the value
  kTruncate,  // result = a converted to an integer of `width` bytes, signed if is_signed
  kBinary,    // result = a <binary> b
  kNot,       // result = !a  (1 or 0)
  kNegate,    // result = -a
  kComplement,       // result = ~a
  kCall,             // result = callee(arguments)
  kAtomicUpdate,     // result = *place before; *place = *place <binary> a   (exchange: binary
                     // kExchange)
  kCompareExchange,  // if *place == *source (or == b when source has no base): *place = a, result =
                     // 1; else result = 0 and, when source has a base, *source = *place. With
                     // result_is_old the result is the old value (__sync_val_compare_and_swap).
  kFence,            // atomic_thread_fence(ordering)
  kAllocate,  // result = address of fresh stack memory (variable length array, alloca); a = size or
              // none
  kEnterScope,  // slot `a` begins its lifetime: its contents are indeterminate
  kUnknown,     // something that could not be lowered; `text` is the reason. result is any value.
                // arguments: operands whose memory it may read or write (inline asm outputs, ...)
};

enum class Binary : uint8_t {
  kAdd,
  kSub,
  kMul,
  kDiv,
  kRem,
  kShl,
  kShr,
  kAnd,
  kOr,
  kXor,
  kEq,
  kNe,
  kLt,
  kLe,
  kGt,
  kGe,        // result 1 or 0
  kExchange,  // kAtomicUpdate only
  kMin,
  kMax,
  kNand,               // kAtomicUpdate only
  kPointerDifference,  // a - b in bytes
};

// The text of an access to the index at which a container with two ends begins. Its block's address
// lies 16 bytes before that.
inline constexpr char kFrontOfSequence[] = "front of sequence";

// The text of a load of some character of a string by way of the string.
inline constexpr char kCharacterOfString[] = "character of a string";

struct Instruction {
  Opcode opcode = Opcode::kUnknown;
  Binary binary = Binary::kAdd;
  Ordering ordering = Ordering::kPlain;  // of loads, stores, updates, fences
  bool is_volatile = false;
  bool is_intended = false;         // the program says that the access to `place` may race; kCall:
                                    // those of a library function
  bool source_is_intended = false;  // kCopy: the access to `source`
  bool is_signed = true;  // of the operands of kBinary comparisons, kDiv, kRem, kShr, kTruncate
  bool result_is_old = false;  // kCompareExchange
  bool is_weak = false;        // kCompareExchange: may fail though the values are equal
  // kCompareExchange: where it fails, what the other thread did before need not be seen.
  bool fails_unordered = false;
  bool new_value =
      false;  // kAtomicUpdate: result is the value after the update (__atomic_add_fetch)
  ValueKind kind = ValueKind::kInteger;  // of the result, or of the stored value
  uint32_t width = 0;  // bytes accessed or produced; 0 = unknown (flexible array, VLA)
  Register result = kNoRegister;
  Place place;   // also the callee-independent destination of kCopy
  Place source;  // kCopy, kCompareExchange
  Operand a;
  Operand b;
  Operand callee;                  // kCall: kFunction for a direct call, else the value called
  std::vector<Operand> arguments;  // kCall, kUnknown. A record argument passed by value is the
                                   // address of a slot holding the copy.
  StringIndex text = 0;            // memory access: the lvalue as people read it, "p->next->count";
                                   // kCopy: of the destination; kCall: the callee expression
  StringIndex source_text = 0;     // kCopy, kCompareExchange: the source lvalue
  StringIndex field = 0;  // "tag.field" when the place ends in a member access, "" otherwise;
                          // anonymous records are named after their typedef, or "file:line"
  StringIndex type = 0;   // kCall: the record or element type that a pointer result is used as
                          // ("struct node"), from an enclosing cast, assignment or initialiser;
  // kCall through a pointer: "fn(argcount)" signature, e.g. "int(void*,int)"
  Location location;
};

struct SwitchCase {
  int64_t low = 0;
  int64_t high = 0;  // inclusive
  uint32_t target = 0;
};

struct Terminator {
  enum class Kind : uint8_t {
    kGoto,         // targets[0]
    kBranch,       // condition != 0: targets[0], else targets[1]
    kSwitch,       // cases, else targets[0]
    kReturn,       // condition = returned value or none
    kIndirect,     // computed goto: any of targets
    kUnreachable,  // after a call that does not return
  };
  Kind kind = Kind::kUnreachable;
  Operand condition;
  std::vector<uint32_t> targets;
  std::vector<SwitchCase> cases;
  Location location;
};

struct Block {
  std::vector<Instruction> instructions;
  Terminator terminator;
};

struct Parameter {
  StringIndex name = 0;
  ValueKind kind = ValueKind::kInteger;
  StringIndex type = 0;  // spelling of the pointee record for pointers, "" otherwise
  uint32_t record_size =
      0;  // > 0: a record by value; register holds the address of the caller's copy
};

struct Slot {
  StringIndex name = 0;
  StringIndex type =
      0;              // key into Unit::records for records and arrays of records, else the spelling
  uint64_t size = 0;  // bytes; 0 = unknown
  Location location;
};

// A global variable or function the procedure mentions.
struct Symbol {
  std::string name;  // linkage name, unique in a program; see SymbolName in frontend/identity.h
};

struct Procedure {
  std::string name;          // linkage name, as other procedures refer to it
  std::string display_name;  // as people write it
  std::string file;          // path relative to the project root, or absolute outside of it
  uint32_t first_line = 0;   // 1-based; not part of the canonical bytes
  std::string code_digest;  // analyzer/ir/analysed_form.h; set when captured, empty if made by hand
  bool is_variadic = false;
  bool returns_value = false;
  ValueKind return_kind = ValueKind::kOther;
  // Parameter i arrives in register i. A parameter that lives in memory is stored to its slot by
  // the first instructions of block 0.
  std::vector<Parameter> parameters;
  std::vector<Slot> slots;
  std::vector<Symbol> symbols;
  std::vector<std::string> strings;  // [0] == ""
  // Bytes of the string literals, by their number: with the nul at the end, or cut to 200 bytes.
  // Empty if they are not kept: wide characters, and the name of the file that it is in.
  std::vector<std::string> literals;
  std::vector<std::string>
      files;  // [0] == file; further ones for code pulled in by #include inside the body
  // Names of the registers that are source variables: index into strings, 0 for temporaries.
  std::vector<StringIndex> register_names;  // size = number of registers
  std::vector<Block> blocks;                // blocks[0] is the entry; it has no predecessors
};

// One initial value inside a global variable; bytes without one are zero.
struct InitialValue {
  uint64_t offset = 0;  // bytes from the start of the variable
  uint32_t width = 0;   // bytes
  Operand value;        // kConstant, kGlobal or kFunction (indices into Unit::symbols), kString, or
                        // kUnknown: not zero, but not a value that is tracked (a label's address)
  int64_t addend = 0;   // for kGlobal: &array[3], &s.field
  std::string field;    // "tag.field" of the member initialised, "" if none
  bool is_text = false;  // for kString: the bytes of the literal themselves, not their address
};

// Begins the name of the procedure of a unit that runs before main, see frontend/lower_unit.h.
inline constexpr std::string_view kStaticInitializationPrefix = "_GLOBAL__sub_I_";

// Begins the name of the procedure of a unit that runs when main returns or exit is called there,
// and is the name of the variable that it writes first, which says where that was.
inline constexpr std::string_view kStaticDestructionPrefix = "_GLOBAL__sub_D_";
inline constexpr std::string_view kStaticDestructionVariable = "destruction of static objects";

// Begins the names of tables of virtual functions. They end in a digest of what the table holds, so
// that who knows the name needs no other key for the contents.
inline constexpr std::string_view kVtablePrefix = "vtable of ";

// Of each thread: not 0 while a C++ exception that it has thrown is in flight. Others that begin so
// tell more of the exception.
inline constexpr std::string_view kExceptionVariable = "exception in flight";

struct Global {
  std::string name;          // linkage name
  std::string display_name;  // as people write it; "counter" for a function-static too
  std::string function;  // display name of the enclosing function, for function-static variables
  std::string type;      // key into Unit::records, or spelling of a scalar or array type
  std::string file;
  uint32_t line = 0;           // 1-based
  uint64_t size = 0;           // bytes; 0 = unknown (extern of incomplete array)
  bool is_definition = false;  // also tentative definitions
  bool is_const = false;       // object itself is const: never written
  bool is_thread_local = false;
  bool is_atomic = false;  // of _Atomic type
  bool is_volatile = false;
  std::vector<InitialValue> values;
  std::vector<std::string> literals;  // of string literals in `values`, as in Procedure
};

struct Field {
  std::string name;     // "" for an anonymous member: its fields are looked up in `type`
  std::string type;     // spelling; key into Unit::records for records and arrays of them
  uint64_t offset = 0;  // bytes; of the storage unit for a bit-field
  uint64_t size = 0;    // bytes; of the storage unit run for a bit-field
};

// Layout of a record or array type, for naming bytes.
struct Record {
  std::string name;   // key: "struct node", "union u", typedef name, or "T[]" for arrays (canonical
                      // spelling)
  uint64_t size = 0;  // bytes
  uint64_t element_size = 0;  // > 0: an array of element_type
  std::string element_type;   // key or spelling
  std::vector<Field> fields;  // in order of offset
};

// A function declared or defined in a unit.
struct FunctionInfo {
  std::string name;  // linkage name
  std::string display_name;
  std::string file;
  uint32_t line = 0;
  bool is_defined = false;
  bool is_static = false;
  bool is_hidden = false;  // of hidden visibility: only what is linked with it can call it
  bool is_weak = false;
  bool address_taken = false;
  std::string signature;  // as in Instruction::type of indirect calls
};

// Everything one translation unit (one source file with one command) contributes to a program.
struct Unit {
  std::string file;                  // main file, relative to the project root
  std::vector<std::string> symbols;  // referred to by InitialValue
  std::vector<Procedure> procedures;
  std::vector<Global> globals;
  std::vector<FunctionInfo> functions;
  std::vector<Record> records;
  std::vector<std::string> included_files;  // every file read, main file first; absolute paths
  std::vector<std::string> errors;  // "file:line:col: message" of the parser's errors, at most 20
  uint32_t error_count = 0;
};

}  // namespace plait::ir

#endif  // PLAIT_ANALYZER_IR_IR_H_
