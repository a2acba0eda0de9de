#!/usr/bin/env python3
"""Counts the test cases of one `bazel test` from its build event file.

Prints a line for every failing test with the path of its log, and
"N passed, N failed" last. Exits with 0 only if nothing failed.
"""
import argparse
import json
import sys
import urllib.parse
import xml.etree.ElementTree as ET


def local_path(outputs, name):
    """The path of one of an attempt's output files, or None."""
    for output in outputs:
        uri = urllib.parse.urlparse(output.get("uri", ""))
        if output.get("name") == name and uri.scheme == "file":
            return urllib.parse.unquote(uri.path)
    return None


def count_cases(xml_path):
    """(passed, failed, names of the failed) of a test.xml; None if unusable.

    GoogleTest writes one element per case. For other tests, and for those that
    died before writing, Bazel makes a file with a single case.
    """
    try:
        root = ET.parse(xml_path).getroot()
    except (OSError, TypeError, ET.ParseError):
        return None
    passed, failed = 0, []
    for case in root.iter("testcase"):
        if case.find("failure") is not None or case.find("error") is not None:
            suite = case.get("classname")
            name = case.get("name", "?")
            failed.append(suite + "." + name if suite else name)
        elif case.get("status") == "notrun" or case.get("result") in ("skipped", "suppressed"):
            pass
        else:
            passed += 1
    return passed, failed


def read_events(path):
    with open(path, encoding="utf-8") as file:
        for line in file:
            try:
                yield json.loads(line)
            except ValueError:  # the last line of an interrupted Bazel
                pass


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--bazel-status", type=int, required=True)
    parser.add_argument("events")
    args = parser.parse_args()

    attempts = {}  # (label, run, shard) -> (attempt, its testResult)
    broken = set()  # labels that failed to build or to load
    for event in read_events(args.events):
        ident = event.get("id", {})
        if "testResult" in event:
            key = ident["testResult"]
            place = (key["label"], key.get("run", 1), key.get("shard", 1))
            number = key.get("attempt", 1)
            if number >= attempts.get(place, (0,))[0]:
                attempts[place] = (number, event["testResult"])
        elif "targetCompleted" in ident:
            if not event.get("completed", {}).get("success"):
                broken.add(ident["targetCompleted"]["label"])
        elif "aborted" in event:
            for key in ("pattern", "configuredLabel", "unconfiguredLabel"):
                if key in ident:
                    value = ident[key]
                    broken.update(value.get("pattern", []) if key == "pattern" else [value["label"]])

    passed = failed = 0
    for (label, _, _), (_, result) in sorted(attempts.items(), key=lambda item: item[0]):
        outputs = result.get("testActionOutput", [])
        green = result.get("status") in ("PASSED", "FLAKY")
        counts = count_cases(local_path(outputs, "test.xml"))
        good, bad = counts if counts else (int(green), [])
        if not green and not bad:
            bad = ["(%s)" % result.get("status", "no status").lower()]
        passed += good
        failed += len(bad)
        if bad:
            print("FAILED %s: %s" % (label, ", ".join(bad)))
            print("  log: %s" % local_path(outputs, "test.log"))

    # A failed test is a failed target too: it is counted above.
    broken -= {label for label, _, _ in attempts}
    for label in sorted(broken):
        print("FAILED TO BUILD %s" % label)
        failed += 1
    # 4: everything built, and there are no tests in the targets named.
    if args.bazel_status not in (0, 3, 4) and failed == 0:
        print("bazel failed with exit status %d" % args.bazel_status)
        failed = 1
    print("%d passed, %d failed" % (passed, failed))
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
