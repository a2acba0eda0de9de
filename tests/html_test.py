#!/usr/bin/env python3
"""The HTML report in a browser: it renders, its script runs, and nobody else's does."""
import os
import re
import subprocess
import tempfile
import unittest

FILE = "a\"><img src=x onerror=document.title=1>.c"
RACES = """#include <pthread.h>
static int counter;
static int total;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static void *work(void *argument) {
  pthread_mutex_lock(&lock);
  counter++;
  pthread_mutex_unlock(&lock);
  total++;
  return argument;
}
int main(void) {
  pthread_t threads[2];
  for (int i = 0; i < 2; i++) pthread_create(&threads[i], 0, work, 0);
  counter = 0;
  return 0;
}
"""
NO_RACE = "int main(void) { return 0; }\n"


class HtmlTest(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = os.path.realpath(folder.name)

    def report(self, source, name):
        with open(os.path.join(self.folder, FILE), "w", encoding="utf-8") as file:
            file.write(source)
        run = subprocess.run(
            [os.path.realpath("plait"), "scan", FILE, "--root", ".", "--store", ":memory:",
             "--output", name], cwd=self.folder, capture_output=True, check=False)
        self.assertIn(run.returncode, (0, 1), run.stderr)
        return os.path.join(self.folder, name)

    def browser(self, page, *options):
        # A test has neither a home folder nor the rights for the browser's own sandbox.
        run = subprocess.run(
            ["chromium-headless-shell", "--no-sandbox", "--disable-gpu", "--hide-scrollbars",
             "--window-size=1280,1400", f"--user-data-dir={self.folder}/profile", *options,
             "file://" + page], capture_output=True, timeout=100, check=False,
            env={**os.environ, "HOME": self.folder})
        self.assertEqual(run.returncode, 0, run.stderr)
        return run.stdout.decode()

    def screenshot_size(self, page, *options):
        path = os.path.join(self.folder, "page.png")
        self.browser(page, f"--screenshot={path}", *options)
        with open(path, "rb") as file:
            image = file.read()
        self.assertTrue(image.startswith(b"\x89PNG"))
        return len(image)

    def test_races(self):
        page = self.report(RACES, "races.html")
        dom = self.browser(page, "--dump-dom")
        self.assertEqual(len(re.findall(r'<details class="race c-race', dom)), 2)
        for text in ("<code>counter</code>", "<code>total</code>", "no lock held", "holds 'lock'"):
            self.assertIn(text, dom)
        # Only the script writes this: the content security policy let it run.
        self.assertIn("2 of 2 shown", dom)
        self.assertIn("<title>2 data races</title>", dom)
        self.assertIn("&lt;img src=x", dom)
        self.assertNotIn("<img", dom)
        blank = os.path.join(self.folder, "blank.html")
        with open(blank, "w", encoding="utf-8") as file:
            file.write("<!DOCTYPE html><title>blank</title>\n")
        least = 5 * self.screenshot_size(blank)
        light = self.screenshot_size(page, "--blink-settings=preferredColorScheme=1")
        dark = self.screenshot_size(page, "--blink-settings=preferredColorScheme=0")
        self.assertGreater(light, least)
        self.assertGreater(dark, least)
        self.assertNotEqual(light, dark)

    def test_no_race(self):
        dom = self.browser(self.report(NO_RACE, "free.html"), "--dump-dom")
        self.assertIn('<span class="badge is-race-free">race-free</span> no data race', dom)
        self.assertNotIn("<form", dom)

    def test_without_script(self):
        page = self.report(RACES, "races.html")
        with open(page, encoding="utf-8") as file:
            text = file.read()
        forbidden = re.sub(r"script-src 'sha256-[^']+'", "script-src 'none'", text)
        self.assertNotEqual(forbidden, text)
        with open(page, "w", encoding="utf-8") as file:
            file.write(forbidden)
        dom = self.browser(page, "--dump-dom")
        self.assertIn("<code>counter</code>", dom)
        self.assertIn('<span class="script" hidden="">', dom)
        self.assertNotIn("2 of 2 shown", dom)


if __name__ == "__main__":
    unittest.main()
