#!/usr/bin/env python3
"""Turns `bazel aquery --output=jsonproto` on stdin into compile_commands.json."""
import json
import os
import sys


def main():
    workspace, execution_root = sys.argv[1:3]
    entries = {}
    for action in json.load(sys.stdin).get("actions", []):
        # A gcc flag that Bazel passes to every compiler.
        arguments = [a for a in action["arguments"] if a != "-fno-canonical-system-headers"]
        source = arguments[arguments.index("-c") + 1]
        if source.startswith(("external/", "bazel-out/")):
            continue
        entries.setdefault(source, {
            "directory": execution_root,
            "file": os.path.join(workspace, source),
            "arguments": arguments,
        })
    path = os.path.join(workspace, "compile_commands.json")
    with open(path, "w", encoding="utf-8") as file:
        json.dump([entries[source] for source in sorted(entries)], file, indent=1)
        file.write("\n")
    print("%s: %d files" % (path, len(entries)))


if __name__ == "__main__":
    main()
