#!/usr/bin/env python3
"""plait scan --explain-reuse and --verify on the command line."""
import os
import subprocess
import tempfile
import unittest

SOURCE = """#include <pthread.h>
int counter;
void *work(void *arg) { counter++; return arg; }
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, work, 0);
  counter++;
  return 0;
}
"""
PLAIT = os.path.abspath("plait")


class CommandTest(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory(dir=os.environ.get("TEST_TMPDIR"))
        self.addCleanup(self.folder.cleanup)
        self.write(SOURCE)

    def write(self, text):
        with open(os.path.join(self.folder.name, "main.c"), "w", encoding="utf-8") as file:
            file.write(text)

    def scan(self, *options):
        return subprocess.run(
            [PLAIT, "scan", "--root", self.folder.name, "--store", self.path("store"), *options,
             self.path("main.c")],
            capture_output=True, text=True)

    def path(self, name):
        return os.path.join(self.folder.name, name)

    def test_explains_on_standard_error(self):
        first = self.scan("--explain-reuse")
        self.assertEqual(first.returncode, 1)
        self.assertEqual(
            first.stderr,
            "units parsed: 1 of 1\n"
            "  main.c: it is new\n"
            "  = 1 new\n"
            "procedures analysed: 2 of 2\n"
            "  main (main.c): there was no run before\n"
            "  work (main.c): there was no run before\n"
            "  = 2 new\n")
        plain, explained = self.scan(), self.scan("--explain-reuse")
        self.assertEqual(explained.stdout, plain.stdout)
        self.assertEqual(explained.stderr, "units parsed: 0 of 1\nprocedures analysed: 0 of 2\n")
        self.write(SOURCE.replace("return arg", "return 0"))
        self.assertEqual(
            self.scan("--explain-reuse").stderr,
            "units parsed: 1 of 1\n"
            "  main.c: it changed\n"
            "  = 1 file changed\n"
            "procedures analysed: 1 of 2\n"
            "  work (main.c): its code changed\n"
            "  = 1 code changed\n")

    def test_verifies_without_a_word(self):
        for _ in range(2):
            run = self.scan("--verify")
            self.assertEqual(run.returncode, 1, run.stderr)
            self.assertEqual(run.stderr, "")
        self.write(SOURCE.replace("counter++; return", "return"))
        run = self.scan("--verify")
        self.assertEqual(run.returncode, 0, run.stderr)

    def test_explains_without_a_store(self):
        run = self.scan("--explain-reuse", "--store", ":memory:")
        self.assertEqual(run.returncode, 1)
        self.assertIn("nothing is remembered", run.stderr)


if __name__ == "__main__":
    unittest.main()
