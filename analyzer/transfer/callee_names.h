// A callee's summary at one call of it, in the names of the caller.
#ifndef PLAIT_ANALYZER_TRANSFER_CALLEE_NAMES_H_
#define PLAIT_ANALYZER_TRANSFER_CALLEE_NAMES_H_

#include <vector>

#include "analyzer/domain/state.h"
#include "analyzer/transfer/call_importer.h"
#include "analyzer/transfer/frame.h"
#include "summaries/summary.h"
#include "summaries/term.h"

namespace plait {

// What all parts of an instantiation share: the call, and the callee's terms as the caller's.
class CalleeNames {
 public:
  // `before`: the state at the call. `callee` and `arguments` are kept by reference.
  CalleeNames(Frame& frame, State before, const Summary& callee,
              const std::vector<TermId>& arguments);
  CalleeNames(const CalleeNames&) = delete;
  CalleeNames& operator=(const CalleeNames&) = delete;

  Frame& frame;
  State before;
  const Summary& callee;
  const std::vector<TermId>& arguments;
  const bool is_recursive;  // around a recursion one name stands for what several calls make

  TermId Map(TermId term) { return importer_.Map(term); }
  AtomId MapBase(AtomId atom) { return importer_.MapBase(atom); }  // see Importer
  std::vector<TermId> MapAll(const std::vector<TermId>& terms);
  CellEffect MapCell(const CellEffect& cell);
  // Of an address of the callee.
  Reach MapReach(TermId address, const Reach& reach);
  // What it is a part of, its base being a pointer to an element here.
  std::vector<ElementPart> ElementsOf(TermId address, const Reach& reach);
  // Whether one name stands for what several calls start.
  bool SharesName(AtomId token) const { return is_recursive || importer_.ForgetsPathTo(token); }
  // The class of the threads or objects of that token, whatever their number.
  AtomId MapToken(AtomId token);

 private:
  CallImporter importer_;
};

}  // namespace plait

#endif  // PLAIT_ANALYZER_TRANSFER_CALLEE_NAMES_H_
