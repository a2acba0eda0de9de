#include "analyzer/models/model_registry.h"

#include <algorithm>
#include <cstdio>
#include <cstdlib>

#include "absl/status/status.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/string_view.h"
#include "analyzer/ir/digest.h"
#include "analyzer/models/model_file.h"
#include "google/protobuf/arena.h"
#include "models/embedded_models.h"

namespace plait {
namespace {

bool StartsWith(std::string_view name, std::string_view prefix) {
  return name.substr(0, prefix.size()) == prefix;
}

// Debian's Abseil has a string_view of its own.
absl::string_view Key(std::string_view name) { return {name.data(), name.size()}; }

bool LongerFirst(const std::string& a, const std::string& b) {
  return a.size() != b.size() ? a.size() > b.size() : a < b;
}

// Says which names two files of the user share; one file for itself was checked when it was read.
absl::Status CheckDisjoint(const std::vector<std::unique_ptr<ModelFile>>& files) {
  absl::flat_hash_map<std::string, std::string> place_of;  // "path:line" by name
  for (const auto& file : files) {
    for (int i = 0; i < file->library.function_size(); ++i) {
      const proto::Function& function = file->library.function(i);
      const std::string place = absl::StrCat(file->path, ":", file->lines[i]);
      std::vector<std::string> names(function.name().begin(), function.name().end());
      for (const std::string& prefix : function.name_prefix()) {
        names.push_back(absl::StrCat(prefix, "*"));
      }
      for (const std::string& name : names) {
        auto [previous, is_new] = place_of.emplace(name, place);
        if (!is_new) {
          return absl::InvalidArgumentError(
              absl::StrCat(place, ": ", name, " has a model already, at ", previous->second));
        }
      }
    }
  }
  return absl::OkStatus();
}

}  // namespace

const ModelRegistry& ModelRegistry::Default() {
  static const ModelRegistry* registry = new ModelRegistry(MakeDefault());
  return *registry;
}

ModelRegistry ModelRegistry::MakeDefault() {
  ModelRegistry registry;
  // An arena makes thousands of small messages cost little; never freed, like the registry itself.
  auto* arena = new google::protobuf::Arena;
  auto* models = google::protobuf::Arena::CreateMessage<proto::Models>(arena);
  const int size = static_cast<int>(kEmbeddedModelsSize);
  if (!models->ParseFromArray(kEmbeddedModels, size)) {
    std::fputs("the models embedded in this program are damaged\n", stderr);
    std::abort();
  }
  registry.by_name_.reserve(4096);
  for (const proto::Library& library : models->library()) registry.Add(library, "");
  registry.digest_ = ir::Digest128(
      std::string_view(reinterpret_cast<const char*>(kEmbeddedModels), kEmbeddedModelsSize));
  return registry;
}

absl::StatusOr<ModelRegistry> ModelRegistry::WithUserFiles(const std::vector<std::string>& paths) {
  absl::StatusOr<std::vector<std::string>> expanded = ExpandModelPaths(paths);
  if (!expanded.ok()) return expanded.status();
  std::vector<std::unique_ptr<ModelFile>> files;
  for (const std::string& path : *expanded) {
    absl::StatusOr<std::unique_ptr<ModelFile>> file = ReadModelFile(path);
    if (!file.ok()) return file.status();
    files.push_back(*std::move(file));
  }
  if (absl::Status status = CheckDisjoint(files); !status.ok()) return status;

  const ModelRegistry& base = Default();
  ModelRegistry registry;
  registry.sources_ = base.sources_;
  registry.by_name_ = base.by_name_;
  registry.by_prefix_ = base.by_prefix_;
  registry.alias_prefixes_ = base.alias_prefixes_;
  std::vector<std::string> digests;
  for (auto& file : files) {
    digests.push_back(ir::Digest128(file->library.SerializeAsString()));
    auto library = std::make_shared<const proto::Library>(std::move(file->library));
    registry.Add(*library, file->path);
    registry.user_libraries_.push_back(std::move(library));
  }
  std::sort(digests.begin(), digests.end());
  std::string all = base.digest_;
  for (const std::string& digest : digests) absl::StrAppend(&all, " ", digest);
  registry.digest_ = digests.empty() ? base.digest_ : ir::Digest128(all);
  return registry;
}

void ModelRegistry::Add(const proto::Library& library, std::string path) {
  sources_.push_back({&library, std::move(path)});
  for (const proto::Function& function : library.function()) {
    const bool enters_body =
        std::any_of(function.effect().begin(), function.effect().end(),
                    [](const proto::Effect& effect) { return effect.atomic_body(); });
    const Entry entry{&function, library.body_first(), enters_body};
    // Replacing the value keeps the old key, whose message lives as long: Default() does not end.
    for (const std::string& name : function.name()) by_name_[Key(name)] = entry;
    for (const std::string& prefix : function.name_prefix()) by_prefix_[Key(prefix)] = entry;
  }
  for (const std::string& prefix : library.alias_prefix()) alias_prefixes_.push_back(prefix);
  std::sort(alias_prefixes_.begin(), alias_prefixes_.end(), LongerFirst);
  alias_prefixes_.erase(std::unique(alias_prefixes_.begin(), alias_prefixes_.end()),
                        alias_prefixes_.end());
}

const ModelRegistry::Entry* ModelRegistry::FindEntry(std::string_view name) const {
  auto exact = by_name_.find(Key(name));
  if (exact != by_name_.end()) return &exact->second;
  for (const std::string& prefix : alias_prefixes_) {
    if (name.size() <= prefix.size() || !StartsWith(name, prefix)) continue;
    if (const Entry* entry = FindEntry(name.substr(prefix.size()))) return entry;
  }
  // A model that has the program's own body run goes by what the program calls the function, static
  // or not: "src/dev.c::lock".
  const size_t path_end = name.rfind("::");
  const std::string_view own =
      path_end == std::string_view::npos ? name : name.substr(path_end + 2);
  const Entry* longest = nullptr;
  size_t longest_size = 0;
  for (const auto& [prefix, entry] : by_prefix_) {  // a handful; order does not matter
    const std::string_view text(prefix.data(), prefix.size());
    if (prefix.size() > longest_size && StartsWith(entry.enters_body ? own : name, text)) {
      longest = &entry;
      longest_size = prefix.size();
    }
  }
  return longest;
}

const proto::Function* ModelRegistry::Find(std::string_view name, bool has_body) const {
  const Entry* entry = FindEntry(name);
  if (entry == nullptr || (has_body && entry->body_first)) return nullptr;
  return entry->function;
}

}  // namespace plait
