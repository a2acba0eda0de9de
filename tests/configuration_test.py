#!/usr/bin/env python3
"""The command with .plait.yaml, environment, suppressions and levels of failing: as people use it."""

import json
import os
import pathlib
import subprocess
import tempfile
import unittest

PLAIT = pathlib.Path("plait").resolve()
HEADER = pathlib.Path("include/plait/plait.h").resolve()
FINGERPRINT_DIGITS = 32

WORKER = """\
#include <pthread.h>
int counter;
void *work(void *arg) {
  counter++;
  return arg;
}
"""
MAIN = """\
#include <pthread.h>
extern int counter;
void *work(void *arg);
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, work, 0);
  counter++;
  pthread_join(t, 0);
  return counter;
}
"""
FILES = ["src/main.c", "src/net/worker.c"]


class ConfigurationTest(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory(dir=os.environ.get("TEST_TMPDIR"))
        self.addCleanup(folder.cleanup)
        self.root = pathlib.Path(folder.name).resolve()
        (self.root / ".git").mkdir()
        self.write("src/main.c", MAIN)
        self.write("src/net/worker.c", WORKER)

    def write(self, name, text):
        path = self.root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)

    def replace(self, name, old, new):
        text = (self.root / name).read_text()
        self.assertIn(old, text)
        self.write(name, text.replace(old, new, 1))

    def write_database(self, folder="out"):
        entries = [
            {"directory": str(self.root), "file": file, "arguments": ["cc", "-c", file]} for file in FILES
        ]
        self.write(folder + "/compile_commands.json", json.dumps(entries))

    def run_plait(self, *words, where=".", environment=None):
        return subprocess.run(
            [PLAIT, *words],
            cwd=self.root / where,
            env={**{k: v for k, v in os.environ.items() if not k.startswith("PLAIT_")}, **(environment or {})},
            capture_output=True,
            text=True,
            timeout=60,
        )

    def scan(self, *words, **options):
        return self.run_plait("scan", *(FILES if not words or words[0].startswith("-") else []), *words, **options)

    def dump(self, *words, **options):
        """The value and origin of each key of --dump-config."""
        run = self.run_plait("scan", "--dump-config", *words, **options)
        self.assertEqual(run.returncode, 0, run.stderr)
        values = {}
        for line in run.stdout.splitlines():
            if line.startswith(" ") or "  # " not in line:
                continue
            key, rest = line.split(": ", 1)
            value, origin = rest.split("  # ", 1)
            values[key] = (value.strip(), origin)
        return values

    def assert_error(self, run, text):
        self.assertEqual(run.returncode, 2, run.stdout + run.stderr)
        self.assertIn(text, run.stderr)
        self.assertEqual(run.stdout, "")

    # Where values come from

    def test_ir_has_the_bodies(self):
        ran = self.run_plait("ir", "src/net/worker.c")
        self.assertEqual(ran.returncode, 0, ran.stderr)
        self.assertIn("proc work(arg:ptr)", ran.stdout)
        self.assertIn("load.i4 @counter", ran.stdout)

    def test_the_store_is_no_part_of_the_project(self):
        self.scan()
        self.assertEqual((self.root / ".plait/.gitignore").read_text(), "*\n")
        self.write(".plait/.gitignore", "# mine\n")
        self.scan()
        self.assertEqual((self.root / ".plait/.gitignore").read_text(), "# mine\n")

    def test_command_line_before_environment_before_file_before_default(self):
        self.assertEqual(self.dump()["jobs"], ("0", "default"))
        self.write(".plait.yaml", "# ours\njobs: 2\n")
        self.assertEqual(self.dump()["jobs"], ("2", ".plait.yaml:2: jobs"))
        self.assertEqual(self.dump(environment={"PLAIT_JOBS": "3"})["jobs"], ("3", "PLAIT_JOBS"))
        self.assertEqual(self.dump("-j4", environment={"PLAIT_JOBS": "3"})["jobs"], ("4", "-j"))
        self.assertEqual(self.dump(environment={"PLAIT_JOBS": ""})["jobs"], ("2", ".plait.yaml:2: jobs"))

    def test_switches_can_be_switched_back(self):
        self.write(".plait.yaml", "all: true\nwitness: false\n")
        self.assertEqual(self.dump()["all"][0], "true")
        self.assertEqual(self.dump("--noall")["all"], ("false", "--all"))
        self.assertEqual(self.dump("--witness")["witness"], ("true", "--witness"))
        self.assertEqual(self.dump(environment={"PLAIT_ALL": "0"})["all"], ("false", "PLAIT_ALL"))

    def test_the_nearest_file_up_to_the_root(self):
        self.write(".plait.yaml", "jobs: 2\n")
        self.assertEqual(self.dump(where="src/net")["jobs"], ("2", "../../.plait.yaml:1: jobs"))
        self.write("src/.plait.yaml", "jobs: 3\n")
        self.assertEqual(self.dump(where="src/net")["jobs"][0], "3")
        self.assertEqual(self.dump(where="src")["jobs"][0], "3")
        self.assertEqual(self.dump()["jobs"][0], "2")
        self.assertEqual(self.dump("--root", str(self.root / "src/net"), where="src/net")["jobs"][0], "0")
        self.assertEqual(self.dump("--root", str(self.root), where="/")["jobs"][0], "2")
        (self.root / "part/.git").mkdir(parents=True)
        self.assertEqual(self.dump(where="part")["jobs"][0], "0", "not what lies above the project")

    def test_the_file_marks_the_root_where_nothing_else_does(self):
        (self.root / ".git").rmdir()
        self.write(".plait.yaml", "jobs: 2\n")
        self.assertEqual(self.dump(where="src/net")["jobs"][0], "2")
        run = self.run_plait("scan", "../main.c", "worker.c", where="src/net")
        self.assertIn("\n  src/net/worker.c:4:3: note:", run.stdout)

    def test_another_file_or_none(self):
        self.write(".plait.yaml", "jobs: 2\n")
        self.write("ci/plait.yaml", "jobs: 8\nbuild: ../out\n")
        self.assertEqual(self.dump("--config", "ci/plait.yaml")["jobs"], ("8", "ci/plait.yaml:1: jobs"))
        self.assertEqual(self.dump(environment={"PLAIT_CONFIG": "ci/plait.yaml"})["jobs"][0], "8")
        self.assertEqual(self.dump("--no-config")["jobs"][0], "0")
        self.assert_error(self.scan("--config", "nowhere.yaml"), "--config nowhere.yaml: no such file")

    def test_paths_start_from_the_file(self):
        self.write_database()
        self.write(".plait.yaml", "build: out\nstore: out/plait.db\n")
        run = self.run_plait("scan", where="src/net")
        self.assertEqual(run.returncode, 1, run.stderr)
        self.assertIn("data race on 'counter'", run.stdout)
        self.assertTrue((self.root / "out/plait.db").exists())
        self.assertEqual(self.run_plait("cache", "stats", where="src").returncode, 0)

    def test_files_with_flags_are_not_the_builds(self):
        self.write_database()
        self.write(".plait.yaml", "build: out\n")
        self.write("extra.c", WORKER + MAIN)
        self.assert_error(self.run_plait("scan", "extra.c"), "no entry for a C or C++ file that matches extra.c")
        run = self.run_plait("scan", "extra.c", "--", "-Dcounter=other")
        self.assertIn("data race on 'other'", run.stdout)

    def test_the_dump_says_the_same_when_read_again(self):
        self.write_database()
        self.write(
            ".plait.yaml",
            "build: out\njobs: 2\nratchet:\n  - path: src/net\n    fail-on: possible\nsuppressions:\n"
            '  - variable: "*.hits"\n    path: src/**/stats.c\n    reason: "so: it is"\n    expires: 2090-01-01\n',
        )
        first = self.run_plait("scan", "--dump-config", "--fail-on", "race").stdout
        self.assertIn("build: out ", first)
        self.assertIn('variable: "*.hits"', first)
        self.write(".plait.yaml", first)
        second = self.run_plait("scan", "--dump-config").stdout

        def without_origins(text):
            return [line.split("  # ")[0].rstrip() for line in text.splitlines()]

        self.assertEqual(without_origins(first), without_origins(second))

    # What is wrong is told

    def test_errors_name_file_line_and_key(self):
        for text, message in [
            ("job: 2\n", ".plait.yaml:1: unknown key job; did you mean jobs?"),
            ("# c\njobs: two\n", ".plait.yaml:2: jobs: needs a number, not two"),
            ("format: xml\n", ".plait.yaml:1: format xml: formats are"),
            ("jobs: -1\n", ".plait.yaml:1: jobs: needs a number from 0 on"),
            ("fail-on: maybe\n", ".plait.yaml:1: fail-on maybe: choose one of race, likely, possible, never"),
            ("jobs: 1\njobs: 2\n", ".plait.yaml:2: jobs is given twice, first in line 1"),
            ("jobs: [1\n", ".plait.yaml:"),
            ("output: x\n", ".plait.yaml:1: unknown key output"),
            ("suppressions:\n  - variable: x\n", ".plait.yaml:2: the suppression of variable: x needs a reason"),
            ("[" * 100000, "nested too deeply"),
            ("ratchet:\n  - path: src\n    fail-on: race\n    baseline: none.json\n", "none.json: no such file"),
        ]:
            self.write(".plait.yaml", text)
            self.assert_error(self.scan(), message)

    def test_a_wrong_variable_of_the_environment(self):
        self.assert_error(self.scan(environment={"PLAIT_JOBS": "many"}), "PLAIT_JOBS: cannot use 'many'")
        self.assert_error(self.scan(environment={"PLAIT_FORMAT": "xml"}), "PLAIT_FORMAT xml: formats are")

    # Which races fail

    def test_fail_on(self):
        self.assertEqual(self.scan().returncode, 1)
        self.assertEqual(self.scan("--fail-on", "race").returncode, 1)
        self.assertEqual(self.scan("--fail-on", "never").returncode, 0)
        self.assertEqual(self.scan(environment={"PLAIT_FAIL_ON": "never"}).returncode, 0)
        self.assert_error(self.scan("--fail-on", "often"), "--fail-on often: choose one of")
        run = self.scan("--fail-on", "never")
        self.assertIn("data race on 'counter'", run.stdout)

    def test_the_ratchet(self):
        net = "fail-on: never\nratchet:\n  - path: src/net\n    fail-on: likely\n"
        self.write(".plait.yaml", net.replace("src/net", "src/gui"))
        self.assertEqual(self.scan().returncode, 0)
        self.write(".plait.yaml", net)
        self.assertEqual(self.scan().returncode, 1)
        self.assertEqual(self.scan("--fail-on", "never").returncode, 0, "the command line goes first")
        self.scan("--format", "json", "--output", "known.json")
        self.write(".plait.yaml", net + "    baseline: known.json\n")
        self.assertEqual(self.scan().returncode, 0, "known")
        self.write("src/net/worker.c", WORKER.replace("int counter", "int fresh, counter").replace("counter++", "fresh++, counter++"))
        self.write("src/main.c", MAIN.replace("int counter", "int fresh, counter").replace("counter++", "fresh++, counter++"))
        self.assertEqual(self.scan().returncode, 1, "another one")

    # Which races are left alone

    def test_a_comment_suppresses_and_analyses_nothing_again(self):
        self.assertEqual(self.scan().returncode, 1)
        self.replace("src/net/worker.c", "counter++;", "counter++;  // plait: ignore[counter] a rough count is enough")
        run = self.scan()
        self.assertEqual(run.returncode, 0, run.stdout)
        self.assertNotIn("data race on 'counter'", run.stdout)
        self.assertIn("(0 analysed)", run.stdout)
        self.assertIn("race:", run.stdout, "the verdict stays")
        self.replace("src/net/worker.c", "ignore[counter] a rough count is enough", "ignore[counter]")
        self.assertEqual(self.scan().returncode, 1, "no reason")

    def test_a_comment_on_an_access_hides_no_other(self):
        self.replace("src/net/worker.c", "counter++;", "counter++;\n  if (counter > 9) return 0;")
        self.replace("src/main.c", "counter++;", "counter++;  // plait: ignore[counter] before the others look")
        self.assertEqual(self.scan().returncode, 0)
        self.replace("src/main.c", "counter++;", "counter = 0;\n  counter++;")
        run = self.scan("--format", "json")
        self.assertEqual(run.returncode, 1, "the new write is not excused")
        report = json.loads(run.stdout)
        found = [(race["suppression"] is None, race["accesses"][0]["line"], race["accesses"][1]["line"]) for race in report["races"]]
        self.assertEqual(sorted(found), [(False, 4, 8), (True, 7, 4)])
        apart = {is_shown: race["set_apart"] for is_shown, race in zip([f[0] for f in found], report["races"])}
        self.assertEqual([(p["file"], p["line"]) for p in apart[False]], [("src/main.c", 8)])
        self.assertEqual(apart[True], [])
        self.assertEqual(report["idle_suppressions"], [])

    def test_an_excuse_of_a_function_hides_no_other(self):
        self.replace("src/net/worker.c", "counter++;", "counter++;\n  peek();")
        self.replace("src/net/worker.c", "void *work", "void peek(void) { if (counter > 9) counter = 0; }\nvoid *work")
        self.write(".plait.yaml", "suppressions:\n  - function: work\n    reason: known\n")
        run = self.scan()
        self.assertEqual(run.returncode, 1, run.stdout)
        self.assertIn("in peek()", run.stdout)
        self.assertNotIn("write in work()", run.stdout)
        self.assertIn("1 suppressed", run.stdout)

    def test_entries_of_the_file_suppress(self):
        report = json.loads(self.scan("--format", "json").stdout)
        fingerprint = report["races"][0]["fingerprint"]
        self.assertEqual(len(fingerprint), FINGERPRINT_DIGITS)
        for entry, code in [
            ("variable: count*", 0),
            ("variable: other", 1),
            ("function: work", 0),
            ("path: src/net", 0),
            ('path: "**/worker.c"', 0),
            ("path: net", 1),
            ("fingerprint: " + fingerprint, 0),
            ("variable: counter\n    function: nobody", 1),
            ("variable: counter\n    expires: 2000-01-01", 1),
            ("variable: counter\n    expires: 9999-12-31", 0),
        ]:
            self.write(".plait.yaml", f"suppressions:\n  - {entry}\n    reason: known\n")
            self.assertEqual(self.scan().returncode, code, entry)

    def test_the_store_knows_nothing_of_suppressions(self):
        before = self.scan("--format", "json").stdout
        self.write(".plait.yaml", "suppressions:\n  - variable: counter\n    reason: known\n")
        self.scan("--format", "json")
        (self.root / ".plait.yaml").unlink()
        after = self.scan("--format", "json").stdout

        def races(text):
            return json.loads(text)["races"]

        self.assertEqual(races(before), races(after))

    # What the code says itself

    def include_header(self):
        for file in FILES:
            self.replace(file, "#include <pthread.h>\n", f'#include <pthread.h>\n#include "{HEADER}"\n')

    def test_a_marked_access_suppresses_its_races(self):
        self.include_header()
        self.assertEqual(self.scan().returncode, 1)
        self.replace("src/net/worker.c", "counter++", "PLAIT_DATA_RACE(counter++)")
        run = self.scan()
        self.assertEqual(run.returncode, 0, run.stdout)
        self.assertEqual(len(json.loads(self.scan("--format", "json").stdout)["races"]), 1)

    def test_a_marked_access_hides_no_other(self):
        self.include_header()
        self.replace("src/net/worker.c", "counter++;", "counter++; if (PLAIT_DATA_RACE(counter) > 9) return 0;")
        run = self.scan()
        self.assertEqual(run.returncode, 1, run.stdout)
        races = json.loads(self.scan("--format", "json").stdout)["races"]
        self.assertEqual([race["variable"] for race in races], ["counter", "counter"])
        self.assertEqual(len({race["fingerprint"] for race in races}), 2)

    def test_a_marked_declaration(self):
        self.include_header()
        self.replace("src/net/worker.c", "int counter;", "PLAIT_RACY_BY_DESIGN int counter;")
        self.assertEqual(self.scan().returncode, 0, "the accesses of worker.c are marked")
        self.replace("src/net/worker.c", "counter++;", "int *p = &counter; (*p)++;")
        self.assertEqual(self.scan().returncode, 1, "through a pointer nothing is")

    def test_the_header_changes_no_code(self):
        program = '#include "{}"\n{} int x;\nint f(int y) {{ {}(x = y); return {}(x); }}\n'
        marked = program.format(HEADER, "PLAIT_RACY_BY_DESIGN", "PLAIT_DATA_RACE", "PLAIT_DATA_RACE")
        plain = program.format(HEADER, "", "", "")
        flags = ["-O1", "-S", "-Wall", "-Wextra", "-Werror", "-pedantic", "-o", "-", "-"]
        for language in ["c", "c++"]:
            command = ["clang-19", "-x", language, *flags]
            code = [
                subprocess.run(command, input=text, capture_output=True, text=True, check=True).stdout
                for text in [marked, plain]
            ]
            self.assertEqual(code[0], code[1])


if __name__ == "__main__":
    unittest.main()
