#!/usr/bin/env python3
"""The formats for other tools are what those tools read: golden files and a scan."""
import glob
import json
import os
import re
import subprocess
import tempfile
import unittest
import urllib.parse
import xml.etree.ElementTree

import jsonschema

# A name that paths, URIs, JSON and XML all have to escape.
FILE = "ein \"Zähler\" & <mehr> 100%.c"
SOURCE = """#include <pthread.h>
static int zahl;
static void *lauf(void *argument) {
  /* größer als € */ zahl = zahl + 1;
  return argument;
}
int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, lauf, 0);
  zahl = 2;
  return pthread_join(thread, 0);
}
"""


def load(path):
    with open(path, encoding="utf-8") as file:
        return json.load(file)


def validator(name):
    schema = load(f"tests/schemas/{name}.schema.json")
    jsonschema.Draft7Validator.check_schema(schema)
    return jsonschema.Draft7Validator(schema)


def locations(value):
    """All SARIF locations in a value."""
    if isinstance(value, dict):
        if "physicalLocation" in value:
            yield value
        for part in value.values():
            yield from locations(part)
    elif isinstance(value, list):
        for part in value:
            yield from locations(part)


class FormatsTest(unittest.TestCase):
    def check_schema(self, name, value):
        errors = [f"{list(e.absolute_path)}: {e.message[:200]}" for e in validator(name).iter_errors(value)]
        self.assertEqual(errors, [])

    def check_sarif(self, log):
        self.check_schema("sarif", log)
        run = log["runs"][0]
        known = {kind["id"] for kind in run["tool"]["driver"]["notifications"]}
        for notification in run["invocations"][0]["toolExecutionNotifications"]:
            self.assertIn(notification["descriptor"]["id"], known)
        for result in run["results"]:
            ids = [location["id"] for location in result["relatedLocations"]]
            self.assertEqual(ids, list(range(1, len(ids) + 1)))
            for link in re.findall(r"\]\((\d+)\)", result["message"]["text"]):
                self.assertIn(int(link), ids)
            for flow in result.get("codeFlows", []):
                threads = flow["threadFlows"]
                for thread in threads:
                    order = [step["executionOrder"] for step in thread["locations"]]
                    self.assertEqual(order, sorted(set(order)))
                # Nothing orders the two accesses.
                self.assertEqual(len({t["locations"][-1]["executionOrder"] for t in threads}), 1)

    def check_junit(self, text):
        suites = xml.etree.ElementTree.fromstring(text)
        cases = suites.findall("testsuite/testcase")
        self.assertEqual(suites.get("tests"), str(len(cases)))
        self.assertEqual(suites.get("failures"), str(len(suites.findall(".//failure"))))
        self.assertEqual(suites.get("errors"), str(len(suites.findall(".//error"))))
        self.assertGreater(len(cases), 0)
        return cases

    def golden(self, format_name):
        paths = sorted(glob.glob(f"report/testdata/*.{format_name}"))
        self.assertGreaterEqual(len(paths), 5)
        return paths

    def test_golden_files(self):
        for path in self.golden("sarif"):
            with self.subTest(path):
                self.check_sarif(load(path))
        for format_name in ("rdjson", "gitlab"):
            for path in self.golden(format_name):
                with self.subTest(path):
                    self.check_schema(format_name, load(path))
        for path in self.golden("junit"):
            with self.subTest(path), open(path, "rb") as file:
                self.check_junit(file.read())

    def test_the_schemas_are_strict(self):
        log = load("report/testdata/compared.sarif")
        log["runs"][0]["results"][0]["surprise"] = 1
        with self.assertRaises(AssertionError):
            self.check_schema("sarif", log)


class ScanTest(FormatsTest):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.root = os.path.realpath(self.folder.name)
        self.addCleanup(self.folder.cleanup)
        with open(os.path.join(self.root, FILE), "w", encoding="utf-8") as file:
            file.write(SOURCE)

    def scan(self, *options, code=1):
        run = subprocess.run(
            [os.path.realpath("plait"), "scan", FILE, "--root", ".", "--store", ":memory:", *options],
            cwd=self.root, capture_output=True, check=False)
        self.assertEqual(run.returncode, code, run.stderr)
        return run

    def written(self, name, *options):
        self.scan("--output", name, *options)
        with open(os.path.join(self.root, name), "rb") as file:
            return file.read()

    def test_sarif(self):
        log = json.loads(self.written("out.sarif"))
        self.check_sarif(log)
        run = log["runs"][0]
        root = run["originalUriBaseIds"]["SRCROOT"]["uri"]
        lines = SOURCE.split("\n")
        texts = set()
        for location in locations(run["results"]):
            place = location["physicalLocation"]
            uri = urllib.parse.urljoin(root, place["artifactLocation"]["uri"])
            path = urllib.parse.unquote(urllib.parse.urlparse(uri).path)
            self.assertEqual(path, os.path.join(self.root, FILE))
            region = place["region"]
            if "startColumn" not in region:
                continue
            # Python counts code points, too.
            texts.add(lines[region["startLine"] - 1][region["startColumn"] - 1:region["endColumn"] - 1])
        self.assertIn("zahl", texts)
        self.assertIn("pthread_create", "".join(texts))
        self.assertEqual(run["results"][0]["properties"]["variable"], "zahl")

    def test_review_tools(self):
        diagnostics = json.loads(self.written("out", "--format", "rdjson"))
        self.check_schema("rdjson", diagnostics)
        first = diagnostics["diagnostics"][0]["location"]
        self.assertEqual(first["path"], FILE)
        start, end = first["range"]["start"], first["range"]["end"]
        line = SOURCE.split("\n")[start["line"] - 1].encode()
        self.assertEqual(line[start["column"] - 1:end["column"] - 1].decode(), "zahl")
        findings = json.loads(self.written("out", "--format", "gitlab"))
        self.check_schema("gitlab", findings)
        self.assertRegex(findings[0]["fingerprint"], "^[0-9a-f]{32}$")
        cases = self.check_junit(self.written("out", "--format=junit"))
        self.assertEqual(cases[0].get("classname"), FILE)

    def test_names_of_formats(self):
        self.assertTrue(self.written("out.html").startswith(b"<!DOCTYPE html>"))
        self.assertEqual(json.loads(self.written("out.json"))["verdict"], "race")
        self.assertIn(b": warning: data race on 'zahl'", self.written("out.txt"))
        self.assertIn(b": warning: data race on 'zahl'", self.written("out.html", "--format", "text"))
        error = self.scan("--format", "yaml", code=2).stderr
        self.assertIn(b"formats are text, json, sarif, html, rdjson, gitlab or junit", error)


if __name__ == "__main__":
    unittest.main()
