// Summaries for people: what `plait summary FUNCTION` shows.
//
// Memory is named by where it is. `p` stands for the value parameter p had at entry, a global's
// name for its cell, and offsets are in bytes, for the analysis knows no fields:
//
//   count             the global variable
//   stats.[8]         byte 8 of the global `stats`
//   table.[16*i + 8]  the same, with an index
//   *p                what p points to
//   p->[8]            8 bytes behind it
//   head->[8]->[16]   through the pointer in the global `head`
//
// As values, the address of such a place is &place, and what it held at entry is the place itself.
#ifndef PLAIT_SUMMARIES_SUMMARY_PRINTER_H_
#define PLAIT_SUMMARIES_SUMMARY_PRINTER_H_

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "summaries/name.h"
#include "summaries/summary.h"

namespace plait {

// What a summary does not know itself, from the procedure and its unit. Everything may be missing.
struct SummaryNames {
  // Of the procedure, in order. Missing or empty ones print as arg0, arg1, ...
  std::vector<std::string> parameters;
  // How people write a linkage name; unset: the linkage name.
  std::function<std::string(Name)> symbol;
  // Name of a local variable that lives in memory, "" if it has none; unset:
  // "local(procedure:number)".
  std::function<std::string(Name procedure, uint32_t slot)> local;
  // Where an instruction is: "pool.c:12"; unset: "procedure:number".
  std::function<std::string(Name procedure, uint32_t instruction)> location;
  // Positions of the instruction and of the block of a site (analyzer/ir/sites.h); unset: the site.
  std::function<uint32_t(Name procedure, uint32_t site)> instruction_at;
  std::function<uint32_t(Name procedure, uint32_t site)> block_at;
};

// A text of several lines that ends with a line end. Depends on the summary and the names only.
std::string PrintSummary(const Summary& summary, const SummaryNames& names = SummaryNames());

// The memory at `address`, and a value, as in PrintSummary. Choices print as {a | b | ...}: a few
// options, and no choice inside another.
std::string PrintPlace(const TermTable& terms, TermId address, const SummaryNames& names);
std::string PrintValue(const TermTable& terms, TermId value, const SummaryNames& names);

}  // namespace plait

#endif  // PLAIT_SUMMARIES_SUMMARY_PRINTER_H_
