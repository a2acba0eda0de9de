#include "summaries/sqlite_units.h"

#include <string>
#include <utility>
#include <vector>

#include "summaries/digest.h"
#include "summaries/packed_fields.h"

namespace plait {
namespace {

// What a unit's row must be the row of: its own columns and the identities of the rows it refers
// to.
class UnitIdentity {
 public:
  explicit UnitIdentity(const UnitRecord& unit) {
    fields_.Add(unit.key).Add(unit.file).Add(unit.unit_digest).Add(unit.error_count);
  }
  void AddList(const std::vector<std::string>& identities) {
    fields_.Add(identities.size());
    for (const std::string& identity : identities) fields_.Add(identity);
  }
  std::string RawDigest() const { return fields_.RawDigest(); }

 private:
  PackedFields fields_;
};

// One of a unit's lists, as ids and identities.
struct RowList {
  std::vector<int64_t> ids;
  std::vector<std::string> identities;
};

template <typename Row>
absl::Status ReadList(SharedRows<Row>* rows, std::string_view packed, std::vector<Row>* list,
                      UnitIdentity* identity) {
  const std::optional<std::vector<int64_t>> ids = UnpackIds(packed);
  if (!ids) return absl::DataLossError("ids");
  std::vector<std::string> identities;
  identities.reserve(ids->size());
  list->reserve(ids->size());
  for (const int64_t id : *ids) {
    absl::StatusOr<const typename SharedRows<Row>::Entry*> entry = rows->Find(id);
    if (!entry.ok()) return entry.status();
    identities.push_back((*entry)->identity);
    list->push_back((*entry)->row);
  }
  identity->AddList(identities);
  return absl::OkStatus();
}

template <typename Row>
absl::Status AddRows(SharedRows<Row>* rows, const std::vector<Row>& list, RowList* result) {
  for (const Row& row : list) {
    absl::StatusOr<int64_t> id = rows->IdOf(row, &result->identities.emplace_back());
    if (!id.ok()) return id.status();
    result->ids.push_back(*id);
  }
  return absl::OkStatus();
}

}  // namespace

absl::StatusOr<std::optional<StoredUnit>> SqliteUnits::Read(std::string_view key) {
  absl::StatusOr<SqliteStatement> select = connection_->Prepare(
      "SELECT file, unit, procedures, inputs, missing, error_count, identity, generation "
      "FROM units WHERE key = ?");
  if (!select.ok()) return select.status();
  absl::StatusOr<bool> row = select->BindDigest(key).Step();
  if (!row.ok()) return row.status();
  if (!*row) return std::nullopt;
  StoredUnit stored;
  UnitRecord& unit = stored.record;
  unit.key = std::string(key);
  unit.file = select->Bytes(0);
  unit.unit_digest = DigestFromRaw(select->Bytes(1));
  unit.error_count = static_cast<uint32_t>(select->Int(5));
  UnitIdentity identity(unit);
  std::vector<MissingFile> missing;
  absl::Status s = ReadList(&procedures_, select->Bytes(2), &unit.procedures, &identity);
  if (s.ok()) s = ReadList(&files_, select->Bytes(3), &unit.inputs, &identity);
  if (s.ok()) s = ReadList(&missing_, select->Bytes(4), &missing, &identity);
  if (!s.ok()) return s;
  for (MissingFile& file : missing) unit.missing.push_back(std::move(file.path));
  if (identity.RawDigest() != select->Bytes(6)) return absl::DataLossError("identity");
  stored.generation = select->Int(7);
  return stored;
}

absl::Status SqliteUnits::Write(const UnitRecord& unit, int64_t generation) {
  RowList procedures, inputs, missing;
  absl::Status s = AddRows(&procedures_, unit.procedures, &procedures);
  if (s.ok()) s = AddRows(&files_, unit.inputs, &inputs);
  std::vector<MissingFile> missing_files;
  for (const std::string& path : unit.missing) missing_files.push_back({path});
  if (s.ok()) s = AddRows(&missing_, missing_files, &missing);
  if (!s.ok()) return s;
  UnitIdentity identity(unit);
  for (const RowList* list : {&procedures, &inputs, &missing}) identity.AddList(list->identities);
  const std::string identity_bytes = identity.RawDigest();
  const std::string procedure_ids = PackIds(procedures.ids), input_ids = PackIds(inputs.ids),
                    missing_ids = PackIds(missing.ids);
  absl::StatusOr<SqliteStatement> upsert = connection_->Prepare(
      "INSERT INTO units(key, file, unit, procedures, inputs, missing, error_count, identity, "
      "generation) VALUES(?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT(key) DO UPDATE SET file = "
      "excluded.file, "
      "unit = excluded.unit, procedures = excluded.procedures, inputs = excluded.inputs, "
      "missing = excluded.missing, error_count = excluded.error_count, "
      "identity = excluded.identity, generation = excluded.generation");
  if (!upsert.ok()) return upsert.status();
  return upsert->BindDigest(unit.key)
      .BindText(unit.file)
      .BindDigest(unit.unit_digest)
      .BindBlob(procedure_ids)
      .BindBlob(input_ids)
      .BindBlob(missing_ids)
      .Bind(unit.error_count)
      .BindBlob(identity_bytes)
      .Bind(generation)
      .Run();
}

void SqliteUnits::Forget() {
  files_.Forget();
  procedures_.Forget();
  missing_.Forget();
}

}  // namespace plait
