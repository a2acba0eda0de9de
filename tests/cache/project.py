"""Small projects for the tests of the store and of shared caches, and the command run on them."""
import json
import os
import subprocess

PLAIT = os.path.abspath("plait")

HEADER = """#ifndef POOL_H
#define POOL_H
#include <pthread.h>
struct pool { pthread_mutex_t lock; int used; int peak; };
extern struct pool pool;
static inline void pool_peak(int n) { if (n > pool.peak) pool.peak = n; }
%s
#endif
"""
PART = """#include "pool.h"
static int helper_{i}(int n) {{ return n * {i} + pool.used; }}
int part_{i}(int n) {{
  pthread_mutex_lock(&pool.lock);
  pool.used += helper_{i}(n);
  pthread_mutex_unlock(&pool.lock);
  pool_peak(n);
  return {next};
}}
"""
MAIN = """#include "pool.h"
struct pool pool = {{PTHREAD_MUTEX_INITIALIZER, 0, 0}};
static void *work(void *arg) {{ part_0(3); return arg; }}
int main(void) {{
  pthread_t t;
  pthread_create(&t, 0, work, 0);
  part_0(1);
  pthread_join(t, 0);
  return pool.peak;
}}
"""


def write(path, text):
    with open(path, "w", encoding="utf-8") as file:
        file.write(text)


class Project:
    """A project in `folder`: a few parts that call each other, with a race on pool.peak."""

    def __init__(self, folder, parts=6):
        self.folder = folder
        self.parts = parts
        os.makedirs(os.path.join(folder, "src"))
        write(self.path("pool.h"),
              HEADER % "\n".join(f"int part_{i}(int n);" for i in range(parts)))
        for i in range(parts):
            self.write_part(i)
        write(self.path("main.c"), MAIN.format())
        names = ["main.c"] + [f"part_{i}.c" for i in range(parts)]
        write(os.path.join(folder, "compile_commands.json"), json.dumps([
            {"directory": self.folder, "file": self.path(name),
             "arguments": ["cc", "-I" + self.path(""), "-c", self.path(name)]}
            for name in names]))

    def path(self, name):
        return os.path.join(self.folder, "src", name)

    def write_part(self, i, extra=""):
        following = f"part_{i + 1}(n + 1)" if i + 1 < self.parts else "n"
        write(self.path(f"part_{i}.c"), PART.format(i=i, next=following) + extra)

    def command(self, *options):
        return [PLAIT, "scan", "-p", self.folder, "--root", self.folder, "--format", "json",
                "-j", "2", *options]

    def scan(self, *options, timeout=120, preexec_fn=None, env=None):
        return Run(subprocess.run(self.command(*options), capture_output=True, text=True,
                                  timeout=timeout, preexec_fn=preexec_fn,
                                  env={**(env or os.environ), "no_proxy": "*"}))


class Run:
    """What a scan printed. `report` is without the counts that tell a warm store from a cold one."""

    def __init__(self, process):
        assert process.returncode == 1, (process.returncode, process.stderr)
        self.warnings = [line for line in process.stderr.splitlines() if line]
        self.report = json.loads(process.stdout)
        stats = self.report["stats"]
        self.parsed = stats["units_parsed"]
        self.analysed = stats["procedures_analysed"]
        for name in ["units_parsed", "units_reused", "procedures_analysed", "summaries_reused"]:
            del stats[name]
