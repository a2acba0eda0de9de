// All models of library functions, by linkage name.
//
//   "pthread_mutex_trylock"      its own model
//   "__builtin___memcpy_chk"     an alias: "__builtin_" is stripped, then as before
//   "__VERIFIER_atomic_swap"     no model of its own: that of the longest name_prefix that fits
//   "a.c::__VERIFIER_atomic_x"   the same, as that model has the program's own body run
//
// The models that come with Plait are encoded at build time (models/BUILD); those of the user are
// read from text and go before them, name by name.
#ifndef PLAIT_ANALYZER_MODELS_MODEL_REGISTRY_H_
#define PLAIT_ANALYZER_MODELS_MODEL_REGISTRY_H_

#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "absl/container/flat_hash_map.h"
#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "proto/models.pb.h"

namespace plait {

// Immutable once made: safe to use from many threads. Can be moved; what Find returned stays.
class ModelRegistry {
 public:
  struct Source {
    const proto::Library* library;
    std::string path;  // of a user's file; empty for the embedded ones
  };

  // The embedded models. Made at the first call; lives as long as the process.
  static const ModelRegistry& Default();

  // The embedded models and those in `paths`: files, or folders with *.textproto files. A name in
  // one of them replaces the embedded model of that name. Errors are those of ParseModelFile, and
  // InvalidArgument if two of the files model one name.
  static absl::StatusOr<ModelRegistry> WithUserFiles(const std::vector<std::string>& paths);

  ModelRegistry(ModelRegistry&&) = default;
  ModelRegistry& operator=(ModelRegistry&&) = default;

  // The model to use for a call of `name`, or nullptr. With `has_body`, nullptr also where the
  // visible body is to be preferred (Library.body_first). Lives as long as the registry, an
  // embedded one as long as the process.
  const proto::Function* Find(std::string_view name, bool has_body = false) const;

  // Of all models; the same for the same models wherever and in whatever order the files were.
  const std::string& digest() const { return digest_; }

  // Embedded libraries in order of file name, then the user's in the order given.
  const std::vector<Source>& sources() const { return sources_; }

 private:
  struct Entry {
    const proto::Function* function = nullptr;
    bool body_first = false;
    bool enters_body = false;  // of the program
  };
  // Keys point into the messages.
  using Index = absl::flat_hash_map<absl::string_view, Entry>;

  ModelRegistry() = default;
  static ModelRegistry MakeDefault();

  // Makes the library known; a name known before is replaced.
  void Add(const proto::Library& library, std::string path);
  const Entry* FindEntry(std::string_view name) const;

  // What the others point into. The embedded models belong to Default(), which is never destroyed.
  std::vector<std::shared_ptr<const proto::Library>> user_libraries_;
  std::vector<Source> sources_;
  Index by_name_;
  Index by_prefix_;
  std::vector<std::string> alias_prefixes_;  // longest first, then by text; no duplicates
  std::string digest_;
};

}  // namespace plait

#endif  // PLAIT_ANALYZER_MODELS_MODEL_REGISTRY_H_
