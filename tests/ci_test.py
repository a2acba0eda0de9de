#!/usr/bin/env python3
"""What docs/ci.md tells people to paste: valid YAML, known options, and scans that write what they name."""
import json
import os
import re
import shlex
import subprocess
import tempfile
import unittest

import yaml

PLAIT = os.path.realpath("plait")


def blocks(language):
    with open("docs/ci.md", encoding="utf-8") as file:
        return re.findall(rf"```{language}\n(.*?)```", file.read(), re.DOTALL)


def strings(value):
    """All strings in a YAML document."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        for part in value.values():
            yield from strings(part)
    elif isinstance(value, list):
        for part in value:
            yield from strings(part)


def shell_lines():
    for block in blocks("yaml"):
        for text in strings(yaml.safe_load(block)):
            yield from text.splitlines()
    for block in blocks("sh"):
        yield from block.replace("|\n", "| ").splitlines()


def commands():
    """The words of each call of plait."""
    for line in shell_lines():
        words = []
        for token in list(shlex.shlex(line, posix=True, punctuation_chars=True)) + [";"]:
            if not set(token) <= set("|&;()"):
                words.append(token)
                continue
            words = words[words[:1] == ["exec"]:]
            if words[:1] == ["plait"] and len(words) > 1:
                yield words[1:]
            words = []


def run(*arguments, cwd=None):
    return subprocess.run(arguments, cwd=cwd, capture_output=True, text=True, check=False)


class CiTest(unittest.TestCase):
    def test_github_workflow(self):
        workflow = yaml.safe_load(blocks("yaml")[0])
        # YAML 1.1 takes "on" for a truth value.
        self.assertEqual(set(workflow), {"name", True, "permissions", "jobs"})
        for step in workflow["jobs"]["plait"]["steps"]:
            self.assertEqual(len({"uses", "run"} & set(step)), 1, step)

    def test_gitlab_job(self):
        job = yaml.safe_load(blocks("yaml")[1])["plait"]
        written = set(re.findall(r"--output (\S+)", "\n".join(job["script"])))
        self.assertEqual(written, set(job["artifacts"]["reports"].values()))

    def test_pre_commit_hook(self):
        hook = yaml.safe_load(blocks("yaml")[2])["repos"][0]["hooks"][0]
        self.assertEqual(hook["language"], "system")
        self.assertFalse(hook["pass_filenames"])

    def test_the_shell_understands_it(self):
        for text in blocks("sh") + ["\n".join(shell_lines())]:
            check = run("bash", "-n", "-c", text)
            self.assertEqual(check.returncode, 0, check.stderr)

    def test_options_are_known(self):
        known = run(PLAIT, "--help").stdout
        seen = set()
        for command, *words in commands():
            if re.search(rf"^  {command} ", known, re.MULTILINE):
                seen.add(command)
                usage = run(PLAIT, command, "--help").stdout
                for word in words:
                    if word.startswith("-"):
                        self.assertIn(f"  {word} ", usage, command)
        self.assertIn("scan", seen)

    def test_scans(self):
        with tempfile.TemporaryDirectory() as folder:
            os.mkdir(os.path.join(folder, "build"))
            with open(os.path.join(folder, "a.c"), "w", encoding="utf-8") as file:
                file.write("""#include <pthread.h>
static int x;
static void *f(void *p) { x++; return p; }
int main(void) { pthread_t t; pthread_create(&t, 0, f, 0); x++; return pthread_join(t, 0); }
""")
            with open(os.path.join(folder, "build/compile_commands.json"), "w", encoding="utf-8") as file:
                json.dump([{"directory": folder, "file": "a.c", "arguments": ["cc", "-c", "a.c"]}], file)
            outputs = []
            for words in commands():
                if words[0] != "scan":
                    continue
                scan = run(PLAIT, *words, "--root", ".", cwd=folder)
                self.assertEqual(scan.returncode, 1, (words, scan.stderr))
                if "--output" in words:
                    outputs.append(words[words.index("--output") + 1])
            self.assertGreaterEqual(len(outputs), 6)
            for output in outputs:
                with open(os.path.join(folder, output), "rb") as file:
                    start = {"html": b"<!DOCTYPE html>", "xml": b"<?xml", "sarif": b"{\n  \"$schema\""}
                    expected = start.get(output.split(".")[-1], (b"[", b"{"))
                    self.assertTrue(file.read().startswith(expected), output)


if __name__ == "__main__":
    unittest.main()
