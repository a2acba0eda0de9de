// Writes procedures and units as text, for people, golden files and tests; parser.h reads it back.
//
//   proc worker(arg:ptr "struct job", n:int) -> ptr file "a.c" line 10 {
//     slot s0 buf "char[16]" size 16 at 1:8
//     var r2 i                                  ; register r2 is the source variable i
//    b0:
//     r3 = load.i4 @counter "counter" at 3:5    ; i4: signed, 4 bytes; u4, p8 (pointer), x16
//     (other) r3 = add.i4 r3, 1 store.i4 [r0 + 8 + r2*4], r3 relaxed "arg->v[i]" field "job.v" at
//     3:5 copy.x16 s0, [r0 + 16] "buf" from "arg->name" r4 = address.p8 [@table + r2*24] r5 =
//     update.i4 add @hits, 1 seq_cst new r5 = cas.i4 @state if *s0 then 2 acq_rel  ; `if 0`
//     compares with a value, `old`: result is old r6 = call pthread_create(s0, 0, &worker, r0)
//     "pthread_create" r7 = call *r6(r0, ?) type "int(void*,int)" unknown(s0) "inline asm" br r7,
//     b1, b2
//    b1:
//     switch r2 [1: b2, 4..7: b2] else b2
//    b2:
//     ret 0
//   }
//
// Operands: r1 register, 42 constant, @x address of a global, &f function, s0 address of a slot,
// str3 string literal, ? unknown, _ none. Names that are no identifiers are quoted: @"a.c:x".
// `at L:C` is relative to the procedure's first line; `at "inc.h":L:C` is in another file.
// A unit is a line `unit "a.c"` followed by its parts; see PrintUnit's test for all of them.
#ifndef PLAIT_ANALYZER_IR_PRINTER_H_
#define PLAIT_ANALYZER_IR_PRINTER_H_

#include <string>

#include "analyzer/ir/ir.h"

namespace plait::ir {

// Complete: ParseProcedure gives back a procedure with the same CanonicalBytes and first line. The
// numbering of its strings, symbols and files is not shown. Never fails: an index out of range
// prints as an empty name, so that what the verifier refused can still be looked at.
std::string PrintProcedure(const Procedure& procedure);
std::string PrintUnit(const Unit& unit);

// One instruction or terminator as it stands in the procedure, without newline; for messages.
std::string PrintInstruction(const Procedure& procedure, const Instruction& instruction);
std::string PrintTerminator(const Procedure& procedure, const Terminator& terminator);

}  // namespace plait::ir

#endif  // PLAIT_ANALYZER_IR_PRINTER_H_
