#!/usr/bin/env python3
"""Tests the measuring scripts with a stand-in for plait, so that the figures can be foreseen."""
import sys

sys.dont_write_bytecode = True

import importlib.machinery
import importlib.util
import json
import os
import subprocess
import tempfile
import textwrap
import unittest

import measure
import project

HERE = os.path.dirname(os.path.abspath(__file__))

# Gives the verdict that the file's first line asks for.
STAND_IN = """
#!/usr/bin/env python3
import json, sys, time
file = next(word for word in sys.argv if word.endswith(".c"))
verdict = open(file).readline().split()[-1]
if verdict == "crash":
    sys.exit(70)
if verdict == "hang":
    time.sleep(60)
access = {"kind": "write", "file": "a.c", "line": 7, "function": "f", "locks": [{"name": "m"}]}
races = [{"variable": "x", "confidence": "likely", "accesses": [access, access]}]
reasons = [{"kind": "unmodelled-call", "text": "foo", "count": 2}]
print(json.dumps({"verdict": verdict, "reasons": reasons, "races": races}))
sys.exit(1)
"""

PROGRAMS = [
    ("found.c", "race", "race"),
    ("missed.c", "race-free", "race"),
    ("proved.c", "race-free", "norace"),
    ("alarm.c", "race", "norace"),
    ("open.c", "unknown", "race"),
    ("crash.c", "crash", "norace"),
    ("hang.c", "hang", "race"),
    ("unlabelled.c", "race", "unknown"),
]


def write(folder, name, text):
    path = os.path.join(folder, name)
    with open(path, "w") as stream:
        stream.write(text)
    return path


def load(name):
    loader = importlib.machinery.SourceFileLoader(name, os.path.join(HERE, name))
    module = importlib.util.module_from_spec(importlib.util.spec_from_loader(name, loader))
    loader.exec_module(module)
    return module


class MeasureTest(unittest.TestCase):
    def test_process_is_measured(self):
        code = "import sys; sum(range(3000000)); print('out'); sys.exit(3)"
        measured = measure.run([sys.executable, "-c", code])
        self.assertEqual((measured.code, measured.out, measured.timed_out), (3, b"out\n", False))
        self.assertGreater(measured.cpu, 0)
        self.assertGreater(measured.memory, 1 << 20)

    def test_children_are_killed_after_the_timeout(self):
        measured = measure.run(["sh", "-c", "sleep 30 & wait"], timeout=0.2)
        self.assertTrue(measured.timed_out)
        self.assertLess(measured.wall, 20)

    def test_signal_is_a_negative_code(self):
        self.assertEqual(measure.run(["sh", "-c", "kill -SEGV $$"]).code, -11)

    def test_flags(self):
        flags = measure.program_flags("-I$BENCH/inc RELAX -DA='b c'", "/some where")
        self.assertEqual(flags[0], "-I/some where/inc")
        self.assertEqual(flags[1:-1], measure.RELAXED)
        self.assertEqual(flags[-1], "-DA=b c")

    def test_folder_is_one_program(self):
        with tempfile.TemporaryDirectory() as folder:
            os.mkdir(os.path.join(folder, "sub"))
            expected = [write(folder, "b.c", ""), write(folder, "sub/a.cpp", "")]
            write(folder, "c.h", "")
            self.assertEqual(measure.program_files(folder), expected)
            self.assertEqual(measure.program_files(expected[0]), expected[:1])


class AccuracyTest(unittest.TestCase):
    def test_table_and_details(self):
        with tempfile.TemporaryDirectory() as folder:
            plait = write(folder, "plait", STAND_IN.lstrip())
            os.chmod(plait, 0o755)
            lines = ["set,path,expected,flags"]
            for name, verdict, expected in PROGRAMS:
                write(folder, name, f"// {verdict}\n")
                lines.append(f"one,{name},{expected},")
            lines.append("two,found.c,race,RELAX")
            listed = write(folder, "list.csv", "\n".join(lines) + "\n")
            results = os.path.join(folder, "results.json")
            command = [sys.executable, os.path.join(HERE, "accuracy"), "--plait", plait]
            command += ["--programs", folder, "--list", listed, "--timeout", "5", "--set", "one"]
            command += ["--markdown", "--details", "--json", results]
            out = subprocess.run(command, check=True, capture_output=True, text=True).stdout
            row = [cell.strip() for cell in out.splitlines()[2].split("|")[1:-1]]
            self.assertEqual(
                row[:10], ["one", "8", "1", "1", "1", "1", "2 (1)", "1 (0)", "-45", "10"]
            )
            self.assertEqual(row[-1], "2")
            self.assertIn("one: 1 race\n", out)
            self.assertIn("missed.c: race-free, expected race\n", out)
            self.assertIn("crash.c: failed with exit code 70, expected norace\n", out)
            self.assertIn("hang.c: out of time, expected race\n", out)
            self.assertIn("unmodelled-call (2): foo", out)
            self.assertIn("likely x: write a.c:7 in f holding m", out)
            self.assertNotIn("found.c:", out)
            with open(results) as stream:
                self.assertEqual([r["right"] for r in json.load(stream)].count(True), 2)


class IdiomsTest(unittest.TestCase):
    WAYS = {
        "threads": ["given"],
        "failure": ["out"],
        "handles": ["record"],
        "join": ["down"],
        "handed": ["kept"],
        "work": ["out"],
    }

    def test_program_of_its_ways(self):
        (name, program), = load("idioms").programs(self.WAYS)
        self.assertEqual(name, "given-out-record-down-kept-out")
        text = program.text()
        for part in (
            "pthread_create(&(*tasks[i]).thread, NULL, run, tasks[i])",
            "goto out;",
            "for (int i = started - 1; i >= 0; i--) {",
            "sum += *(*tasks[i]).out;",
        ):
            self.assertIn(part, text)
        self.assertEqual(text.count("{"), text.count("}"))

    def test_ways_that_do_not_go_together(self):
        idioms = load("idioms")
        self.assertEqual(list(idioms.programs({**self.WAYS, "handed": ["object"]})), [])
        self.assertEqual(list(idioms.programs({**self.WAYS, "handles": ["pool"]})), [])

    def test_counts_what_is_not_shown(self):
        def ask(*arguments):
            return subprocess.run(
                [os.path.join(HERE, "idioms"), "--plait", "/bin/false", *arguments],
                capture_output=True, text=True, check=False,
            )

        done = ask("--every", "4000")
        self.assertEqual(done.returncode, 1)
        self.assertIn("verdict none: 7", done.stdout)
        done = ask("--ways", "join=sideways")
        self.assertEqual(done.returncode, 2)
        self.assertIn("--ways: join=sideways: not among", done.stderr)


class SharesTest(unittest.TestCase):
    def program_of(self, shares, low, high):
        program = shares.Program(0)
        program.type, program.stride, program.has_positive_size = "int", None, True
        program.low, program.high = low, high
        return program

    def test_truth(self):
        shares = load("shares")
        id_, quotient = shares.variable("id"), shares.binary(
            "/", shares.variable("N"), shares.variable("T")
        )
        low = shares.binary("*", id_, quotient)
        end = shares.binary("+", low, quotient)
        self.assertIsNone(self.program_of(shares, low, end).race())
        one_more = shares.binary("+", end, shares.constant(1))
        self.assertEqual(self.program_of(shares, low, one_more).race(), (2, 1))
        # Division by 0 for two threads and more, and nothing shared by one.
        zero = shares.binary("%", id_, shares.constant(0))
        self.assertIsNone(self.program_of(shares, zero, end).race())

    def test_numbers_are_those_of_c(self):
        shares = load("shares")
        self.assertEqual(shares.divide("/", -7, 2), -3)
        self.assertEqual(shares.divide("%", -7, 2), -1)
        self.assertEqual(shares.fit(-1, "size_t"), 2**64 - 1)
        self.assertRaises(shares.Undefined, shares.fit, 2**31, "int")

    def test_wrong_verdicts_are_kept(self):
        with tempfile.TemporaryDirectory() as folder:
            plait = write(folder, "plait", "#!/bin/sh\necho '{\"verdict\": \"race-free\"}'\n")
            os.chmod(plait, 0o755)
            kept = os.path.join(folder, "kept")
            command = [sys.executable, os.path.join(HERE, "shares"), "--plait", plait]
            command += ["--seeds", "0-9", "--keep", kept]
            done = subprocess.run(command, capture_output=True, text=True, check=False)
            racy = [seed for seed in range(10) if load("shares").Program(seed).race()]
            self.assertEqual(done.returncode, 1)
            self.assertEqual(
                sorted(os.listdir(kept)), sorted(f"shares_{seed}.c" for seed in racy)
            )
            self.assertIn(f"race, verdict race-free: {len(racy)}\n", done.stdout)
            self.assertIn(f"no race, verdict race-free: {10 - len(racy)}\n", done.stdout)


class SpeedTest(unittest.TestCase):
    def test_unit_keeps_what_matters(self):
        entry = {
            "directory": "/d",
            "file": "a.c",
            "command": "ccache gcc -DX='a b' -MD -MF a.d -fPIC -oa.o -c a.c",
        }
        unit = project.Unit(entry, "clang")
        self.assertEqual(unit.command, ["clang", "-fsyntax-only", "-DX=a b", "-fPIC", "a.c"])
        same = project.Unit(dict(entry, command="gcc '-DX=a b' -c a.c -o b.o"), "clang")
        self.assertEqual(unit.key, same.key)

    def test_edits_are_taken_back(self):
        source = textwrap.dedent(
            """\
            struct s { int x; };
            #define CALL(x) \\
              f(x) {
            int f(int x) {
              if (x) { return 1; }
              return 0;
            }
            """
        )
        with tempfile.TemporaryDirectory() as folder:
            path = write(folder, "a.c", source)
            edited = project.EditedFile(path, [])
            self.assertEqual(edited.line, 4)
            os.utime(path, ns=edited.times)
            edited.with_body()
            with open(path) as stream:
                self.assertIn("int f(int x) {\n  { volatile int", stream.read())
            edited.restore()
            with open(path) as stream:
                self.assertEqual(stream.read(), source)
            self.assertEqual(os.stat(path).st_mtime_ns, edited.times[1])


# What a review says is what the commit's only file says.
REVIEWER = """
#!/usr/bin/env python3
import json, os, sys
output = sys.argv[sys.argv.index("--output") + 1]
build = sys.argv[sys.argv.index("-p") + 1]
entry = json.load(open(os.path.join(build, "compile_commands.json")))[0]
said = open(os.path.join(entry["directory"], entry["file"])).read().strip()
if said == "broken":
    sys.exit("what is wrong")
stats = {"units": 1, "units_parsed": 1, "procedures_analysed": 7, "procedures": 9}
stats.update({"units_with_errors": 0, "units_failed": 0})
race = {"variable": said, "confidence": "race", "baseline_state": "introduced"}
hidden = {"variable": "h", "confidence": "possible", "baseline_state": "introduced"}
fixed = {"variable": "f", "confidence": "race", "baseline_state": "fixed"}
json.dump({"stats": stats, "races": [race, hidden], "fixed": [fixed]}, open(output, "w"))
sys.exit(1)
"""


class ReplayTest(unittest.TestCase):
    def test_a_row_for_each_commit(self):
        with tempfile.TemporaryDirectory() as folder:
            plait = write(folder, "plait", REVIEWER.lstrip())
            os.chmod(plait, 0o755)
            repository = os.path.join(folder, "repository")
            git = ["git", "-C", repository, "-c", "user.name=n", "-c", "user.email=e@x"]
            subprocess.run(["git", "init", "-q", repository], check=True)
            for text in ("first", "second", "broken", "fourth"):
                write(repository, "a.c", text + "\n")
                subprocess.run([*git, "add", "a.c"], check=True)
                subprocess.run([*git, "commit", "-q", "-m", f"commit {text}"], check=True)
            command = [sys.executable, os.path.join(HERE, "replay"), repository, "-n", "3"]
            command += ["--plait", plait, "--markdown"]
            out = subprocess.run(command, check=True, capture_output=True, text=True).stdout
            rows = [[cell.strip() for cell in line.split("|")[1:-1]] for line in out.splitlines()]
            self.assertIn("commit second", rows[2][0])
            self.assertEqual(rows[2][1], "1")
            self.assertEqual(rows[2][3:], ["1", "7", "second", "f"])
            self.assertEqual(rows[3][1], "what is wrong")
            self.assertEqual(rows[4][5], "fourth")
            self.assertIn("for 1 units (0 with errors, 0 failed), 9 procedures", out)


if __name__ == "__main__":
    unittest.main()
