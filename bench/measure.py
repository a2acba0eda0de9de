"""Running commands and measuring them: what the scripts of this folder share."""
import os
import shlex
import signal
import statistics
import subprocess
import tempfile
import threading
import time
from dataclasses import dataclass

# Old C that today's compilers refuse must still be analysed.
RELAXED = [
    "-Wno-error=" + name
    for name in (
        "implicit-function-declaration",
        "int-conversion",
        "incompatible-function-pointer-types",
        "implicit-int",
        "return-mismatch",
        "atomic-access",
    )
]

SOURCE_ENDINGS = (".c", ".cc", ".cpp", ".cxx")


@dataclass
class Run:
    """What one process, with all its children, took and said."""

    code: int  # exit code; minus the signal's number if one ended it
    timed_out: bool
    cpu: float  # seconds, user and system
    wall: float  # seconds
    memory: int  # highest resident set, bytes; not below that of this script
    out: bytes
    err: bytes


def run(command, timeout=None, cwd=None, keep_output=True):
    """Runs a command to its end, or kills it and its children after `timeout` seconds."""
    out = tempfile.TemporaryFile() if keep_output else open(os.devnull, "wb")
    err = tempfile.TemporaryFile() if keep_output else open(os.devnull, "wb")
    with out, err:
        timed_out = threading.Event()
        start = time.monotonic()
        process = subprocess.Popen(
            command,
            stdin=subprocess.DEVNULL,
            stdout=out,
            stderr=err,
            cwd=cwd,
            start_new_session=True,
        )

        def kill():
            timed_out.set()
            try:
                os.killpg(process.pid, signal.SIGKILL)
            except ProcessLookupError:
                pass

        timer = threading.Timer(timeout, kill) if timeout else None
        if timer:
            timer.start()
        try:
            _, status, usage = os.wait4(process.pid, 0)
        except BaseException:
            kill()
            raise
        finally:
            if timer:
                timer.cancel()
        wall = time.monotonic() - start
        process.returncode = os.waitstatus_to_exitcode(status)
        texts = []
        for stream in (out, err):
            if keep_output:
                stream.seek(0)
                texts.append(stream.read())
            else:
                texts.append(b"")
        return Run(
            process.returncode,
            timed_out.is_set(),
            usage.ru_utime + usage.ru_stime,
            wall,
            usage.ru_maxrss * 1024,
            texts[0],
            texts[1],
        )


def find_plait(given):
    """The plait to measure: the one named, else this checkout's, else the one in PATH."""
    if given:
        return os.path.abspath(given) if os.sep in given else given
    checkout = os.path.dirname(os.path.dirname(os.path.realpath(__file__)))
    built = os.path.join(checkout, "bazel-bin", "plait")
    return built if os.path.exists(built) else "plait"


def program_files(path):
    """The sources of a program: the file itself, or all sources below a folder."""
    if not os.path.isdir(path):
        return [path]
    found = []
    for folder, _, names in os.walk(path):
        found += [os.path.join(folder, name) for name in names if name.endswith(SOURCE_ENDINGS)]
    return sorted(found)


def program_flags(text, programs):
    """The compiler flags of a list's line: $BENCH is the programs' folder, RELAX stands for RELAXED."""
    flags = []
    for word in shlex.split(text.replace("$BENCH", shlex.quote(os.path.abspath(programs)))):
        flags += RELAXED if word == "RELAX" else [word]
    return flags


def median(values):
    return statistics.median(values) if values else 0.0


def seconds(value):
    return f"{value:.2f} s" if value >= 1 else f"{value * 1000:.0f} ms"


def megabytes(value):
    return f"{value / 2**20:.0f} MB"


def table(head, rows, markdown):
    """Rows of texts under their heads; the first column is left-aligned, the others right."""
    if markdown:
        lines = ["| " + " | ".join(head) + " |", "| --- |" + " ---: |" * (len(head) - 1)]
        return "\n".join(lines + ["| " + " | ".join(row) + " |" for row in rows])
    widths = [max(len(row[i]) for row in [head, *rows]) for i in range(len(head))]
    return "\n".join(
        "  ".join(
            cell.ljust(width) if i == 0 else cell.rjust(width)
            for i, (cell, width) in enumerate(zip(row, widths))
        ).rstrip()
        for row in [head, *rows]
    )
