"""A project with a compile database, and a source file of it that can be edited: what the scripts
that measure edits share."""
import json
import os
import re
import shlex

import measure

WRAPPERS = {"ccache", "sccache", "distcc", "gomacc", "icecc"}
# Options about outputs; those of the second set take the next word along.
OUTPUT_OPTIONS = re.compile(r"-(c|S|M|MM|MD|MMD|MP|MG|Wp,-M.*|o.+|MF.+|MT.+|MQ.+)$")
OUTPUT_OPTIONS_WITH_WORD = {"-o", "-MF", "-MT", "-MQ"}
# Options of GCC that Clang stops at; none of them changes what is parsed.
GCC_ONLY = re.compile(r"-mpreferred-stack-boundary=")
SAME_CODE = re.compile(r"-(fPIC|fpic|fPIE|fpie|DPIC)$")


class Unit:
    def __init__(self, entry, clang):
        self.directory = entry["directory"]
        self.file = os.path.normpath(os.path.join(self.directory, entry["file"]))
        words = list(entry.get("arguments") or shlex.split(entry["command"]))
        while len(words) > 1 and os.path.basename(words[0]) in WRAPPERS:
            words.pop(0)
        kept = []
        rest = iter(words[1:])
        for word in rest:
            if word in OUTPUT_OPTIONS_WITH_WORD:
                next(rest, None)
            elif not OUTPUT_OPTIONS.match(word) and not GCC_ONLY.match(word):
                kept.append(word)
        self.command = [clang, "-fsyntax-only", *kept]
        self.key = (self.directory, self.file, *(w for w in kept if not SAME_CODE.match(w)))

    def check(self, _=None):
        return measure.run(self.command, cwd=self.directory, keep_output=False)


def units_of(folder, clang):
    path = os.path.join(folder, "compile_commands.json")
    try:
        with open(path) as stream:
            entries = json.load(stream)
    except (OSError, ValueError) as problem:
        raise SystemExit(f"{path}: {problem}") from problem
    units = {}
    for entry in entries:
        if entry["file"].endswith(measure.SOURCE_ENDINGS):
            unit = Unit(entry, clang)
            units.setdefault(unit.key, unit)
    return list(units.values())


# The head of a function that starts at the beginning of a line, up to its brace. Enough to find one
# body to change; whether the changed file still compiles is tried.
FUNCTION_HEAD = re.compile(r"^(?!typedef|struct|union|enum)[A-Za-z_][^;{}#=]*\)\s*\{", re.MULTILINE)
EDIT = b"\n  { volatile int plait_edit = 1; (void)plait_edit; }\n"
COMMENT = b"\n/* One more line. */\n"


class EditedFile:
    """A source file with one place where a statement can be added to a function."""

    def __init__(self, file, units):
        self.file = file
        self.units = [unit for unit in units if unit.file == file]
        with open(file, "rb") as stream:
            self.original = stream.read()
        stat = os.stat(file)
        self.times = (stat.st_atime_ns, stat.st_mtime_ns)
        heads = list(FUNCTION_HEAD.finditer(self.original.decode("latin-1")))
        self.at = heads[len(heads) // 2].end() if heads else None

    @property
    def line(self):
        return self.original.count(b"\n", 0, self.at) + 1

    def with_comment(self):
        self.write(self.original + COMMENT)

    def with_inner_comment(self):
        self.write(self.original[: self.at] + COMMENT + self.original[self.at :])

    def with_body(self):
        self.write(self.original[: self.at] + EDIT + self.original[self.at :])

    def write(self, content):
        with open(self.file, "wb") as stream:
            stream.write(content)

    def restore(self):
        self.write(self.original)
        os.utime(self.file, ns=self.times)

    def usable(self):
        """Whether there is such a place, and clang says the same of the changed file."""
        if self.at is None or not self.units:
            return False
        before = [unit.check().code for unit in self.units]
        try:
            self.with_body()
            return before == [unit.check().code for unit in self.units]
        finally:
            self.restore()


def largest_editable(units):
    """The largest source file in which a function can be changed, or None."""
    files = sorted({unit.file for unit in units}, key=lambda file: (-os.path.getsize(file), file))
    for file in files[:20]:
        edited = EditedFile(file, units)
        if edited.usable():
            return edited
    return None
