// Inputs of a callee as its caller's state has them at the call.
#ifndef PLAIT_ANALYZER_TRANSFER_CALL_IMPORTER_H_
#define PLAIT_ANALYZER_TRANSFER_CALL_IMPORTER_H_

#include <cstdint>
#include <vector>

#include "absl/container/flat_hash_set.h"
#include "analyzer/transfer/crowded_creations.h"
#include "analyzer/transfer/frame.h"
#include "summaries/import.h"
#include "summaries/summary.h"
#include "summaries/term.h"

namespace plait {

class CallImporter final : public Importer {
 public:
  // `arguments`: in the caller's terms. `recursive`: the call is around a recursion. All are kept
  // by reference.
  CallImporter(Frame& frame, State* state, const Summary& callee,
               const std::vector<TermId>& arguments, bool recursive);

  bool ForgetsPathTo(AtomId thread) const override;

 protected:
  bool StandsForPathTo(AtomId thread) const override;
  TermId MapFormal(uint32_t index) override;
  TermId MapInitial(AtomId input, TermId cell) override;
  TermId MapShared(TermId cell, uint32_t width, bool is_pointer) override;
  TermId MapInstance(TermId instance) override;

 private:
  bool MayBeReloaded() const;
  bool IsPassedOn(TermId actual) const;
  TermId AnyReached(Frame::PhiTag tag, const Frame::PhiKey& what, TermId actual, bool is_pointer);

  Frame& frame_;
  State* state_;
  const Summary& callee_;
  const std::vector<TermId>& arguments_;
  const bool recursive_;
  const absl::flat_hash_set<ThreadClass>& crowded_;
  const absl::flat_hash_set<ThreadClass> started_for_callers_;
};

}  // namespace plait

#endif  // PLAIT_ANALYZER_TRANSFER_CALL_IMPORTER_H_
