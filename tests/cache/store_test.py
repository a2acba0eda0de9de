#!/usr/bin/env python3
"""The store under the command: killed, shared, sealed, full, cleaned, carried."""
import ctypes
import os
import random
import resource
import shutil
import signal
import sqlite3
import subprocess
import sys
import tempfile
import time
import unittest

sys.path.insert(0, os.path.dirname(os.path.realpath(__file__)))
from project import PLAIT, Project  # noqa: E402


PR_CAPBSET_DROP, CAP_DAC_OVERRIDE = 24, 1  # <linux/prctl.h>, <linux/capability.h>


def give_up_root():
    """Root may write anywhere, unless it gives that up."""
    ctypes.CDLL(None).prctl(PR_CAPBSET_DROP, CAP_DAC_OVERRIDE, 0, 0, 0)


class StoreTest(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.mkdtemp(dir=os.environ.get("TEST_TMPDIR"))
        self.addCleanup(shutil.rmtree, self.folder, ignore_errors=True)
        self.project = Project(os.path.join(self.folder, "project"))
        self.store = os.path.join(self.folder, "plait.db")
        self.expected = self.project.scan("--store", ":memory:").report

    def cache(self, *words, store=None):
        return subprocess.run([PLAIT, "cache", *words, "--store", store or self.store],
                              capture_output=True, text=True)

    def expect_sound(self):
        verified = self.cache("verify")
        self.assertEqual(verified.returncode, 0, verified.stdout + verified.stderr)

    def test_a_run_that_is_killed_at_any_moment_leaves_a_sound_store(self):
        chance = random.Random(7)
        start = time.monotonic()
        self.project.scan("--store", os.path.join(self.folder, "timed.db"))
        length = time.monotonic() - start
        for turn in range(20):
            if turn % 5 == 0:
                for suffix in ["", "-wal", "-shm"]:
                    if os.path.exists(self.store + suffix):
                        os.remove(self.store + suffix)
            self.project.write_part(turn % 6, f"int added_{turn}(int x) {{ return x + {turn}; }}\n")
            run = subprocess.Popen(self.project.command("--store", self.store),
                                   stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
            time.sleep(chance.random() * length)
            run.send_signal(signal.SIGKILL)
            run.wait()
            if turn % 4 == 3:
                self.expect_sound()
                again = self.project.scan("--store", self.store)
                self.assertEqual(again.report, self.project.scan("--store", ":memory:").report)
        self.expect_sound()

    def test_two_runs_at_once(self):
        for _ in range(3):
            runs = [subprocess.Popen(self.project.command("--store", self.store),
                                     stdout=subprocess.PIPE, text=True) for _ in range(3)]
            outputs = [run.communicate()[0] for run in runs]
            self.assertEqual([run.returncode for run in runs], [1, 1, 1], outputs)
            self.expect_sound()
            again = self.project.scan("--store", self.store)
            self.assertEqual((again.parsed, again.analysed, again.report), (0, 0, self.expected))
            self.project.write_part(2)

    def test_room_is_made_while_runs_go_on(self):
        for turn in range(4):
            self.project.write_part(turn, f"int added(int x) {{ return x * {turn}; }}\n")
            run = subprocess.Popen(self.project.command("--store", self.store),
                                   stdout=subprocess.DEVNULL)
            while run.poll() is None:
                self.assertEqual(self.cache("gc", "--max-size", "0").returncode, 0)
            self.assertEqual(run.returncode, 1)
            self.expect_sound()
        clean = self.project.scan("--store", ":memory:").report
        self.assertEqual(self.project.scan("--store", self.store).report, clean)

    def test_a_store_that_cannot_be_written_is_read(self):
        sealed = os.path.join(self.folder, "sealed")
        os.makedirs(sealed)
        store = os.path.join(sealed, "plait.db")
        self.project.scan("--store", store)
        os.chmod(store, 0o444)
        os.chmod(sealed, 0o555)
        read = self.project.scan("--store", store, preexec_fn=give_up_root)
        self.assertEqual((read.parsed, read.analysed, read.report), (0, 0, self.expected))
        self.assertIn("remembers nothing", read.warnings[0])
        self.project.write_part(1, "int added(int x) { return x; }\n")
        edited = self.project.scan("--store", store, preexec_fn=give_up_root)
        self.assertEqual((edited.parsed, len(edited.warnings)), (1, 1))
        self.project.write_part(1)
        none = self.project.scan("--store", os.path.join(sealed, "new.db"),
                                 preexec_fn=give_up_root)
        self.assertEqual(none.parsed, 7)
        self.assertIn("remembers nothing", none.warnings[0])

    def test_a_full_disk_changes_no_race(self):
        def limit():
            signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
            resource.setrlimit(resource.RLIMIT_FSIZE, (120000, 120000))

        run = self.project.scan("--store", self.store, preexec_fn=limit)
        self.assertEqual(run.report["races"], self.expected["races"])
        self.assertIn("store", [reason["kind"] for reason in run.report["reasons"]])
        self.assertEqual(self.project.scan("--store", self.store).report, self.expected)

    def test_making_room_keeps_what_is_in_use(self):
        for turn in range(6):
            self.project.write_part(turn, "".join(
                f"int added_{i}(int x) {{ return x * {turn} + part_{turn}({i}); }}\n"
                for i in range(60)))
            self.project.scan("--store", self.store)
            self.project.write_part(turn)
        with sqlite3.connect(self.store) as database:  # all that was ever used, long ago
            for table in ["units", "summary_keys", "report_keys"]:
                database.execute(f"UPDATE {table} SET generation = 1")
            database.execute("DELETE FROM generations")
        database.close()
        last = self.project.scan("--store", self.store)
        full = os.path.getsize(self.store)
        shrunk = self.cache("gc", "--max-size", f"{full * 3 // 4 // 1024}K")
        self.assertEqual(shrunk.returncode, 0, shrunk.stderr)
        self.assertLessEqual(os.path.getsize(self.store), full * 3 // 4)
        again = self.project.scan("--store", self.store)
        self.assertEqual((again.parsed, again.analysed, again.report), (0, 0, last.report))
        self.expect_sound()

    def test_a_store_is_carried(self):
        self.project.scan("--store", self.store)
        carried = os.path.join(self.folder, "carried.db")
        self.assertEqual(self.cache("export", carried).returncode, 0)
        self.assertEqual(self.cache("export", carried).returncode, 2)
        other = Project(os.path.join(self.folder, "other"))
        own = os.path.join(self.folder, "own.db")
        os.chmod(carried, 0o444)
        imported = self.cache("import", carried, store=own)
        self.assertEqual(imported.returncode, 0, imported.stderr)
        self.assertIn("added 7 units", imported.stdout)
        run = other.scan("--store", own)
        self.assertEqual((run.parsed, run.analysed, run.report), (0, 0, self.expected))
        self.assertIn("added 0 units", self.cache("import", carried, store=own).stdout)

    def test_damage_is_found_and_repaired(self):
        self.project.scan("--store", self.store)
        database = sqlite3.connect(self.store)
        database.execute("UPDATE blobs SET bytes = x'00' WHERE id % 3 = 0")
        database.commit()
        database.close()
        found = self.cache("verify")
        self.assertEqual(found.returncode, 1)
        self.assertIn("damaged", found.stdout)
        self.assertEqual(self.cache("verify", "--repair").returncode, 0)
        self.expect_sound()
        self.assertEqual(self.project.scan("--store", self.store).report, self.expected)

    def test_a_damaged_file_is_told_once_and_changes_no_report(self):
        self.project.scan("--store", self.store)
        page = 4096
        with open(self.store, "r+b") as database:
            for at in range(8 * page, os.path.getsize(self.store) - page, 2 * page):
                database.seek(at)
                database.write(bytes(255 - i % 256 for i in range(page)))
        run = subprocess.run(self.project.command("--store", self.store), capture_output=True, text=True)
        self.assertEqual((run.stdout + run.stderr).count("the store is damaged"), 1,
                         run.stdout + run.stderr)
        self.assertEqual(self.project.scan("--store", self.store).report["races"],
                         self.expected["races"])

    def test_wrong_words_are_refused(self):
        for words in [[], ["clean"], ["gc"], ["gc", "--max-size", "much"], ["export"],
                      ["gc", "--max-size", "-5"], ["import", "/nowhere/x"], ["stats", "x"]]:
            run = self.cache(*words)
            self.assertEqual(run.returncode, 2, words)
            self.assertIn("plait: error: ", run.stderr)


if __name__ == "__main__":
    unittest.main()
