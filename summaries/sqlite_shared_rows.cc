#include "summaries/sqlite_shared_rows.h"

#include "summaries/digest.h"
#include "summaries/packed_fields.h"

namespace plait {
namespace {

std::string FileIdentity(const FileStamp& file) {
  return PackedFields()
      .Add(file.path)
      .Add(file.size)
      .Add(static_cast<uint64_t>(file.mtime_ns))
      .Add(file.digest)
      .RawDigest();
}

void BindFile(const FileStamp& file, SqliteStatement* statement) {
  statement->BindText(file.path)
      .Bind(static_cast<int64_t>(file.size))
      .Bind(file.mtime_ns)
      .BindText(file.digest);
}

FileStamp ReadFile(const SqliteStatement& statement) {
  FileStamp file;
  file.path = statement.Bytes(1);
  file.size = static_cast<uint64_t>(statement.Int(2));
  file.mtime_ns = statement.Int(3);
  file.digest = statement.Bytes(4);
  return file;
}

std::string ProcedureIdentity(const ProcedureRef& procedure) {
  return PackedFields()
      .Add(procedure.name)
      .Add(procedure.ir_digest)
      .Add(procedure.first_line)
      .RawDigest();
}

void BindProcedure(const ProcedureRef& procedure, SqliteStatement* statement) {
  statement->BindText(procedure.name).BindDigest(procedure.ir_digest).Bind(procedure.first_line);
}

ProcedureRef ReadProcedure(const SqliteStatement& statement) {
  ProcedureRef procedure;
  procedure.name = statement.Bytes(1);
  procedure.ir_digest = DigestFromRaw(statement.Bytes(2));
  procedure.first_line = static_cast<uint32_t>(statement.Int(3));
  return procedure;
}

std::string MissingIdentity(const MissingFile& file) {
  return PackedFields().Add(file.path).RawDigest();
}

void BindMissing(const MissingFile& file, SqliteStatement* statement) {
  statement->BindText(file.path);
}

MissingFile ReadMissing(const SqliteStatement& statement) {
  return {std::string(statement.Bytes(1))};
}

}  // namespace

const RowFormat<FileStamp> kFileRows = {
    "SELECT id FROM files WHERE identity = ?",
    "SELECT identity, path, size, mtime_ns, digest FROM files WHERE id = ?",
    "INSERT INTO files(identity, path, size, mtime_ns, digest) VALUES(?, ?, ?, ?, ?)",
    "REPLACE INTO files(id, identity, path, size, mtime_ns, digest) VALUES(?, ?, ?, ?, ?, ?)",
    FileIdentity,
    BindFile,
    ReadFile,
};

const RowFormat<ProcedureRef> kProcedureRows = {
    "SELECT id FROM procedures WHERE identity = ?",
    "SELECT identity, name, ir, first_line FROM procedures WHERE id = ?",
    "INSERT INTO procedures(identity, name, ir, first_line) VALUES(?, ?, ?, ?)",
    "REPLACE INTO procedures(id, identity, name, ir, first_line) VALUES(?, ?, ?, ?, ?)",
    ProcedureIdentity,
    BindProcedure,
    ReadProcedure,
};

const RowFormat<MissingFile> kMissingRows = {
    "SELECT id FROM missing WHERE identity = ?",
    "SELECT identity, path FROM missing WHERE id = ?",
    "INSERT INTO missing(identity, path) VALUES(?, ?)",
    "REPLACE INTO missing(id, identity, path) VALUES(?, ?, ?)",
    MissingIdentity,
    BindMissing,
    ReadMissing,
};

}  // namespace plait
