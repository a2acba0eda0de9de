#!/usr/bin/env python3
"""A shared cache fills in one checkout and serves another; whatever it does, the report is right."""
import http.server
import os
import random
import shutil
import socket
import subprocess
import sys
import tempfile
import threading
import time
import unittest

sys.path.insert(0, os.path.dirname(os.path.realpath(__file__)))
from project import Project, write  # noqa: E402

NGINX = """{user}daemon off;
master_process off;
pid {folder}/nginx.pid;
error_log {folder}/error.log;
events {{ }}
http {{
  access_log {folder}/access.log;
  client_body_temp_path {folder}/body;
  proxy_temp_path {folder}/proxy;
  fastcgi_temp_path {folder}/fastcgi;
  uwsgi_temp_path {folder}/uwsgi;
  scgi_temp_path {folder}/scgi;
  server {{
    listen 127.0.0.1:{port};
    root {folder}/www;
    client_max_body_size 100m;
    location / {{
      dav_methods PUT;
      create_full_put_path on;
      auth_basic {auth};
      auth_basic_user_file {folder}/users;
    }}
    location /elsewhere/ {{ return 302 /cache/; }}
  }}
}}
"""


def free_port():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


class Nginx:
    """A real server with WebDAV, as the user who runs the test."""

    def __init__(self, folder, auth="off"):
        os.makedirs(os.path.join(folder, "www"))
        self.folder = folder
        self.port = free_port()
        write(os.path.join(folder, "nginx.conf"),
              NGINX.format(folder=folder, port=self.port, auth=auth,
                           # Else root's nginx makes its folders over to nobody.
                           user="user root root;\n" if os.getuid() == 0 else ""))
        write(os.path.join(folder, "users"), "ci:{PLAIN}secret\n")
        program = shutil.which("nginx", path=os.environ.get("PATH", "") + ":/usr/sbin")
        self.process = subprocess.Popen(
            [program, "-p", folder, "-c", os.path.join(folder, "nginx.conf"),
             "-e", os.path.join(folder, "error.log")])
        self.wait()

    def wait(self):
        for _ in range(500):
            try:
                socket.create_connection(("127.0.0.1", self.port), 1).close()
                return
            except OSError:
                time.sleep(0.02)
        raise RuntimeError("nginx does not answer")

    def stop(self):
        self.process.terminate()
        self.process.wait()

    def requests(self):
        with open(os.path.join(self.folder, "access.log"), encoding="utf-8") as file:
            return file.read().splitlines()


class Hostile(http.server.ThreadingHTTPServer):
    """Answers every request as `reply(handler)` does."""

    def __init__(self, reply):
        class Handler(http.server.BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def answer(self):
                reply(self)

            do_GET = do_PUT = answer

            def log_message(self, *_):
                pass

        super().__init__(("127.0.0.1", 0), Handler)
        self.daemon_threads = True
        self.handle_error = lambda *_: None  # plait hangs up
        self.url = f"http://127.0.0.1:{self.server_address[1]}/cache"
        threading.Thread(target=self.serve_forever, daemon=True).start()


def send(handler, status, body, length=None):
    handler.send_response(status)
    handler.send_header("Content-Length", str(len(body) if length is None else length))
    handler.end_headers()
    handler.wfile.write(body)


def objects(folder):
    return sorted(os.path.join(where, name) for where, _, names in os.walk(folder) for name in names)


def read(path):
    with open(path, "rb") as file:
        return file.read()


class SharedCacheTest(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.mkdtemp(dir=os.environ.get("TEST_TMPDIR"))
        self.addCleanup(shutil.rmtree, self.folder, ignore_errors=True)
        self.ci = Project(os.path.join(self.folder, "ci", "checkout"))
        self.mine = Project(os.path.join(self.folder, "home", "me"))
        self.expected = self.mine.scan("--store", ":memory:").report

    def nginx(self, **options):
        server = Nginx(os.path.join(self.folder, "nginx"), **options)
        self.addCleanup(server.stop)
        return server

    def hostile(self, reply):
        server = Hostile(reply)
        self.addCleanup(server.server_close)
        self.addCleanup(server.shutdown)
        return server

    def expect_shared(self, cache, *options):
        """CI fills it, another folder with another path takes everything from it."""
        filled = self.ci.scan("--cache", cache, *options)
        self.assertEqual(filled.warnings, [])
        self.assertEqual(filled.report, self.expected)
        self.assertEqual(filled.parsed, 7)
        used = self.mine.scan("--cache", cache, "--cache-mode", "read")
        self.assertEqual(used.warnings, [])
        self.assertEqual((used.parsed, used.analysed), (0, 0))
        self.assertEqual(used.report, self.expected)
        return used

    def test_a_folder_serves_another_checkout(self):
        self.expect_shared(os.path.join(self.folder, "cache"))

    def test_a_server_serves_another_checkout(self):
        server = self.nginx()
        self.expect_shared(f"http://127.0.0.1:{server.port}/some/where")
        requests = len(server.requests())
        # What was found is in the store of this machine now: no request is made.
        again = self.mine.scan("--cache", f"http://127.0.0.1:{server.port}/some/where")
        self.assertEqual((again.parsed, again.analysed), (0, 0))
        self.assertEqual(len(server.requests()), requests)

    def test_nothing_need_be_remembered_here(self):
        self.expect_shared(os.path.join(self.folder, "cache"), "--store", ":memory:")

    def test_an_edit_costs_what_it_changes(self):
        cache = os.path.join(self.folder, "cache")
        self.ci.scan("--cache", cache)
        self.mine.write_part(3, "int unrelated(int x) { return x + 1; }\n")
        edited = self.mine.scan("--cache", cache)
        self.assertEqual((edited.parsed, edited.analysed), (1, 1))
        # The other version lies beside it now; both are served.
        for project, store in [(self.ci, "a.db"), (self.mine, "b.db")]:
            run = project.scan("--cache", cache, "--store", os.path.join(self.folder, store))
            self.assertEqual((run.parsed, run.analysed), (0, 0))

    def test_a_header_decides_by_its_contents(self):
        cache = os.path.join(self.folder, "cache")
        self.ci.scan("--cache", cache)
        with open(self.mine.path("pool.h"), encoding="utf-8") as file:
            text = file.read()
        write(self.mine.path("pool.h"), text.replace("n > pool.peak", "n >= pool.peak"))
        clean = self.mine.scan("--store", ":memory:")
        shared = self.mine.scan("--cache", cache)
        self.assertEqual(shared.parsed, 7)
        self.assertEqual(shared.report, clean.report)

    def test_names_and_passwords(self):
        server = self.nginx(auth='"who is it"')
        at = f"127.0.0.1:{server.port}/cache"
        refused = self.ci.scan("--cache", f"http://{at}")
        self.assertEqual(refused.report, self.expected)
        self.assertIn("HTTP status 401", refused.warnings[0])
        shutil.rmtree(os.path.join(self.ci.folder, ".plait"))
        self.assertEqual(self.ci.scan("--cache", f"http://ci:secret@{at}").warnings, [])
        with_header = self.mine.scan("--cache", f"http://{at}", env={
            **os.environ, "PLAIT_CACHE_HEADER": "Authorization: Basic Y2k6c2VjcmV0"})
        self.assertEqual((with_header.parsed, with_header.warnings), (0, []))

    def test_redirections_are_not_followed(self):
        server = self.nginx()
        run = self.ci.scan("--cache", f"http://127.0.0.1:{server.port}/elsewhere")
        self.assertEqual(run.report, self.expected)
        self.assertIn("HTTP status 302", run.warnings[0])

    def test_reading_writes_nothing_and_writing_reads_nothing(self):
        cache = os.path.join(self.folder, "cache")
        os.makedirs(cache)
        self.ci.scan("--cache", cache, "--cache-mode", "read")
        self.assertEqual(objects(cache), [])
        self.ci.scan("--cache", cache, "--store", ":memory:", "--cache-mode", "write")
        self.assertNotEqual(objects(cache), [])
        self.assertEqual(self.mine.scan("--cache", cache, "--cache-mode", "write").parsed, 7)

    def test_damaged_objects_are_not_used(self):
        cache = os.path.join(self.folder, "cache")
        self.ci.scan("--cache", cache)
        whole = {path: read(path) for path in objects(cache)}
        chance = random.Random(1)
        for turn in range(12):
            for path, good in whole.items():
                damaged = bytearray(good)
                how = (turn + len(path)) % 4 if turn < 8 else chance.randrange(4)
                if how == 0:
                    damaged = damaged[:chance.randrange(len(damaged))]
                elif how == 1:
                    damaged[chance.randrange(len(damaged))] ^= 1 << chance.randrange(8)
                elif how == 2:
                    damaged = chance.randbytes(chance.randrange(300))
                else:
                    damaged = whole[chance.choice(list(whole))]
                with open(path, "wb") as file:
                    file.write(damaged)
            store = os.path.join(self.folder, f"{turn}.db")
            run = self.mine.scan("--cache", cache, "--cache-mode", "read", "--store", store)
            self.assertEqual(run.report, self.expected, turn)
            self.assertTrue(all("damaged" in warning for warning in run.warnings), run.warnings)

    def test_hostile_servers_cost_little_and_change_nothing(self):
        def trickle(handler):
            handler.send_response(200)
            handler.send_header("Content-Length", "1000000")
            handler.end_headers()
            try:
                for _ in range(1000):
                    handler.wfile.write(b"x")
                    time.sleep(0.05)
            except OSError:
                pass

        def endless(handler):
            handler.send_response(200)
            handler.end_headers()
            try:
                while True:
                    handler.wfile.write(b"x" * 65536)
            except OSError:
                pass

        replies = {
            "silent": lambda handler: time.sleep(30),
            "slow": lambda handler: (time.sleep(1), send(handler, 404, b"")),
            "trickle": trickle,
            "endless": endless,
            "short": lambda handler: (send(handler, 200, b"plait", 5000),
                                      handler.connection.close()),
            "failing": lambda handler: send(handler, 500, b"no"),
            "garbage": lambda handler: handler.wfile.write(os.urandom(500)),
            "wrong": lambda handler: send(handler, 200, b"<html>Welcome</html>"),
        }
        for name, reply in replies.items():
            with self.subTest(name):
                store = os.path.join(self.folder, name + ".db")
                run = self.mine.scan("--cache", self.hostile(reply).url, "--store", store,
                                     timeout=60)
                self.assertEqual(run.report, self.expected)
                # Whether it is slow is told by more requests than a run of few files makes.
                fewest = 0 if name == "slow" else 1
                self.assertIn(len(run.warnings), range(fewest, 4), run.warnings)

    def test_a_server_that_is_not_there(self):
        port = free_port()
        run = self.mine.scan("--cache", f"http://127.0.0.1:{port}/", timeout=60)
        self.assertEqual(run.report, self.expected)
        self.assertEqual(len(run.warnings), 1, run.warnings)
        missing = os.path.join(self.folder, "missing")
        run = self.mine.scan("--cache", missing, "--cache-mode", "read", "--store", ":memory:")
        self.assertEqual(run.report, self.expected)
        self.assertIn("no such folder", run.warnings[0])

    def test_many_may_fill_it_at_once(self):
        cache = os.path.join(self.folder, "cache")
        started = [subprocess.Popen(self.ci.command("--cache", cache, "--store", ":memory:"),
                                    stdout=subprocess.DEVNULL) for _ in range(3)]
        self.assertEqual([process.wait() for process in started], [1, 1, 1])
        run = self.mine.scan("--cache", cache)
        self.assertEqual((run.parsed, run.analysed, run.report), (0, 0, self.expected))
        self.assertTrue(all(len(os.path.basename(path)) == 64 for path in objects(cache)))

    def test_a_place_that_is_none_is_refused(self):
        for place in ["ftp://host/x", "http://", "http://host/x?y", "file:///tmp"]:
            run = subprocess.run(self.mine.command("--cache", place), capture_output=True,
                                 text=True)
            self.assertEqual(run.returncode, 2, run.stderr)
            self.assertIn("--cache", run.stderr)


if __name__ == "__main__":
    unittest.main()
