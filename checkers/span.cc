#include "checkers/span.h"

#include <algorithm>
#include <vector>

namespace plait {
namespace {

// Whether the variable has one value for all threads: none writes it once there are several.
bool IsSettled(const ThreadTree& tree, AtomId variable, const AccessesByObject& accesses,
               const TermTable& terms) {
  if (variable == kNothing || terms.atom(variable).kind != AtomKind::kGlobal) return false;
  const ir::Global* global = tree.program().FindGlobal(terms.atom(variable).name);
  if (global == nullptr || global->is_thread_local || global->is_volatile) return false;
  auto found = accesses.find(variable);
  return found == accesses.end() ||
         std::none_of(found->second.begin(), found->second.end(),
                      [](const SharedAccess& access) { return access.is_write(); });
}

}  // namespace

void SetSpan(ThreadTree& tree, const Access& access, SharedAccess* shared) {
  if (access.first == kNothing) return;
  constexpr int64_t kMaxExtent = int64_t{1} << 30;
  TermTable& terms = tree.terms();
  Importer& importer = *tree.nodes()[shared->node].importer;
  const TermId first = importer.Map(access.first), end = importer.Map(access.end);
  shared->first = terms.Add(shared->resolved, terms.Subtract(first, shared->address));
  shared->end = terms.Add(shared->resolved, terms.Subtract(end, shared->address));
  const auto extent = terms.ConstantDifference(shared->end, shared->first);
  if (!extent || *extent <= 0 || *extent > kMaxExtent) return;
  shared->extent = static_cast<uint32_t>(*extent);
}

void FindCommonSpans(ThreadTree& tree, AccessesByObject* accesses) {
  TermTable& terms = tree.terms();
  for (auto& [object, group] : *accesses) {
    for (SharedAccess& access : group) {
      if (access.width == 0) continue;
      if (access.first == access.end) {
        access.first = access.resolved;
        access.end = terms.AddConstant(access.resolved, access.width);
      }
      // A root may mean what the variable held before it wrote it itself.
      const bool is_root = tree.nodes()[access.node].parent < 0;
      const auto is_common = [&](const Part& part) {
        const Atom& atom = terms.atom(part.atom);
        return !is_root && atom.kind == AtomKind::kInitial &&
               terms.term(atom.argument).parts.size() == 1 &&
               IsSettled(tree, terms.Base(atom.argument), *accesses, terms);
      };
      const Term first = terms.term(terms.Offset(access.first));
      const Term end = terms.term(terms.Offset(access.end));
      access.is_common = std::all_of(first.parts.begin(), first.parts.end(), is_common) &&
                         std::all_of(end.parts.begin(), end.parts.end(), is_common);
    }
  }
}

}  // namespace plait
