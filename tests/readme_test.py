#!/usr/bin/env python3
"""What README shows of the first example is what plait prints."""
import os
import re
import subprocess
import unittest


class ReadmeTest(unittest.TestCase):
    def test_shows_what_is_printed(self):
        with open("README.md", encoding="utf-8") as file:
            shown = re.search(r"pasted as it is -->\n```\n(.*?)\n```\n", file.read(), re.DOTALL)
        self.assertIsNotNone(shown, "README.md has lost the mark of the pasted output")
        root = os.path.dirname(os.path.realpath("README.md"))
        run = subprocess.run(
            ["./plait", "scan", "--store", ":memory:", "--root", root,
             os.path.join(root, "examples", "bank.c")],
            capture_output=True, text=True)
        self.assertEqual(run.returncode, 1, run.stderr)
        self.assertEqual(run.stdout.strip(), shown.group(1).strip())


if __name__ == "__main__":
    unittest.main()
